/* What searches share: payoffs, games played on to their end, the clock. */

#include <math.h>
#include <time.h>

/* The payoffs of an end: see state/result.py. */
static void payoffs_of(const outcome *out, double *into) {
    int stopped = 1, draw = 1, paid = 0;
    for (int i = 0; i < SEATS; i++) {
        stopped &= !out->ranks[i];
        draw &= out->ranks[i] == out->ranks[0];
        paid |= out->pays[i] != 0;
    }
    for (int i = 0; i < SEATS; i++)
        into[i] = stopped ? 0.0 : paid ? (double)out->pays[i] : draw ? 0.0 :
            out->ranks[i] == 1 ? 1.0 : -1.0;
}

/* What a game comes to that is played on at random from a state, which is used up; whether it came
   to its end in so many choices. */
static int played_at_random(state *S, word *random, int64_t most, double *into) {
    outcome out = {0};
    course on = {S, 0, -1};
    playing p = {.max_turns = INT64_MAX, .max_decisions = INT64_MAX, .max_chance = INT64_MAX,
                 .max_steps = most, .soonest = most, .chance = random, .out = &out};
    for (int seat = 0; seat < SEATS; seat++) p.seats[seat] = random;
    played(&on, &p);
    if (out.ended != TO_THE_END) return 0;
    payoffs_of(&out, into);
    return 1;
}

static double now_in_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

