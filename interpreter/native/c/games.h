/* The face: vectors in, options and next states out; many games at once. See native/machine.py. */

#define EXPORT __attribute__((visibility("default")))

/* Every call begins here: an error leaves it with -1, and what it is stands in `failed`. */
#define ENTRY                                                                                      \
    do {                                                                                           \
        offerings.used = 0;                                                                        \
        trials_used = 0;                                                                           \
        failed.kind = FINE;                                                                        \
        if (setjmp(way_out)) return -1;                                                            \
    } while (0)

static state *now; /* the state that a call is about */

static course opened(const int64_t *v) {
    if (!now) now = new_state();
    if (v) read_state(now, v);
    return (course){now, 0, -1};
}

EXPORT const failing *what_failed(void) { return &failed; }

#ifdef HITS
/* How often each rule took effect, or what was done for each line: see native/counters.py. */
EXPORT const int64_t *counters(void) { return hits; }
#endif

/* A new game: the length of its vector. */
EXPORT int64_t begin_game(int64_t *v, int *turns) {
    ENTRY;
    list L;
    begin(&L);
    course g = opened(0);
    *turns = start(&g, &L);
    return write_state(now, v);
}

/* Make the options of a vector, or its outcomes; there are none where the game is over. */
static void options_listed(const int64_t *v, list *L) {
    course g = opened(v);
    begin(L);
    if (!IS_OVER(now)) possible(&g, NODE_OF(now), L);
}

/* The options of a vector, as many as there is room for, each as its alternative and what is
   chosen; how many there are. */
EXPORT int64_t options_of(const int64_t *v, int *into, int64_t most) {
    ENTRY;
    list L;
    options_listed(v, &L);
    for (int64_t k = 0; k < L.count && k < most; k++) {
        const option o = option_at(&L, k);
        memcpy(into + k * (1 + MOST_BINDERS), &o, sizeof o);
    }
    return L.count;
}

/* Carry out an option, in place: the new length. */
EXPORT int64_t apply_to(int64_t *v, const int *chosen, int *turns) {
    ENTRY;
    list L;
    option o;
    memcpy(&o, chosen, sizeof o);
    course g = opened(v);
    begin(&L);
    *turns = apply(&g, &o, &L);
    return write_state(now, v);
}

/* The weights of the outcomes of a vector, as many as there is room for; how many there are. */
EXPORT int64_t weights_of(const int64_t *v, int64_t *into, int64_t most) {
    ENTRY;
    list L;
    options_listed(v, &L);
    for (int64_t k = 0; k < L.count && k < most; k++) {
        const option o = option_at(&L, k);
        into[k] = weight_of(now, NODE_OF(now), &o);
    }
    return L.count;
}

/* What is asked of a state, or of an option in it: value number `what`. */
EXPORT int64_t asked_of(const int64_t *v, int what, const int *values, int64_t *answer) {
    ENTRY;
    opened(v);
    *answer = answer_of(now, what, values);
    return 0;
}

/* ---- games ------------------------------------------------------------------------------------- */

typedef struct {
    word seed;
    int64_t max_turns, max_decisions, max_chance;
    int policy[SEATS];
} series;

/* The generators of the games of a series are begun for some games at a time: to begin one is a chain
   of operations that wait for each other, and those of other games need not wait for them. */
#define BEGUN 64

#define STREAMS (SEATS + (CHANCES > 0))

/* The seats by the ends of their names: all begin with "seat ". */
static const char *const SEAT_ENDS[] = SEAT_NUMBERS;

typedef struct { word first, of[STREAMS][BEGUN]; int count; } generators;

static void named(word *into, const word *from, const char *name) {
    memcpy(into, from, BEGUN * sizeof *into);
    for (; *name; name++) {
        const char letter = *name; /* read once: what is stored cannot change it */
        for (int i = 0; i < BEGUN; i++) into[i] = stream_on(into[i], letter);
    }
}

static void begin_generators(generators *made, word seed, word index) {
    word games[BEGUN], seats[BEGUN];
    made->first = index;
    made->count = BEGUN;
    for (int i = 0; i < BEGUN; i++) games[i] = stream_of_game(seed, index + (word)i);
    named(seats, games, "seat ");
    for (int k = 0; k < SEATS; k++) named(made->of[k], seats, SEAT_ENDS[k]);
#if CHANCES
    named(made->of[SEATS], games, "chance");
#endif
}

/* Where all games begin: the state at the first choice, the turns until there. */
static state *first;
static int first_turns;

#ifdef HITS
/* What is counted before that in each game. What is listed at the first choice is listed again when
   it is made, with the same invariants. */
static int64_t first_hits[HITS + 1];

static void hits_until_first(course *g, const int64_t *before) {
    int64_t listed[HITS + 1];
    list L;
    memcpy(listed, hits, sizeof hits);
    begin(&L);
    if (!IS_OVER(g->S)) {
        possible(g, NODE_OF(g->S), &L);
        held_invariants(g->S);
    }
    for (int i = 0; i < HITS; i++) {
        first_hits[i] = listed[i] - before[i] - (hits[i] - listed[i]);
        hits[i] = before[i];
    }
}
#endif

static void begin_all(void) {
    if (first) return;
    list L;
    course g = opened(0);
    begin(&L);
#ifdef HITS
    int64_t before[HITS + 1];
    memcpy(before, hits, sizeof hits);
#endif
    first_turns = start(&g, &L);
#ifdef HITS
    hits_until_first(&g, before);
#endif
    state *made = aligned_alloc(16, (sizeof(state) + 15) & ~(size_t)15);
    if (!made) fail(NO_MEMORY, 0, 0, 0);
    copy(made, now);
    first = made;
}

static int entry_at(const state *S) { return IS_OVER(S) ? OVER : AT_NODE(NODE_OF(S)); }

/* Play on to the end, or to a limit. */
INLINE void played(course *g, playing *p) {
    outcome *const out = p->out;
    out->ended = WENT_ON;
    flow(g, PLAY, entry_at(g->S), 0, 0, p);
    if (LIKELY(out->ended == TO_THE_END)) {
        RESULT_OF(g->S, out);
    } else {
        out->rule = 0;
        memset(out->ranks, 0, sizeof out->ranks);
        memset(out->pays, 0, sizeof out->pays);
    }
}

/* What all games of a series go by. */
static playing playing_of(const series *s) {
    playing p = {
        .max_turns = s->max_turns, .max_decisions = s->max_decisions, .max_chance = s->max_chance,
        .max_steps = INT64_MAX,
        .soonest = s->max_decisions < s->max_chance ? s->max_decisions : s->max_chance};
    memcpy(p.policy, s->policy, sizeof p.policy);
    return p;
}

static void play(course *g, playing *p, word seed, word index, generators *with, outcome *out) {
    if (index - with->first >= (word)with->count) begin_generators(with, seed, index);
    word(*const of)[BEGUN] = with->of;
    const word at = index - with->first;
    for (int i = 0; i < SEATS; i++) p->seats[i] = &of[i][at];
#if CHANCES
    p->chance = &of[SEATS][at];
#endif
    p->out = out;
    out->turns = first_turns;
    copy(g->S, first);
#ifdef HITS
    for (int i = 0; i < HITS; i++) hits[i] += first_hits[i];
#endif
    played(g, p);
}

/* Play games from an index on, until so many steps are done; how many were played. Where one breaks
   down, those in front of it count, and -1 is returned when it would be the first. */
EXPORT int64_t play_games(
    const series *s, word index, int64_t games, int64_t steps, outcome *out
) {
    ENTRY;
    course g = opened(0);
    static generators with;
    static volatile int64_t done; /* a jump back leaves it as it is */
    with.count = 0;
    done = 0;
    if (setjmp(way_out)) return done ? done : -1;
    begin_all();
    playing p = playing_of(s);
    while (done < games && steps > 0) {
        offerings.used = 0;
        trials_used = 0;
        play(&g, &p, s->seed, index + (word)done, &with, &out[done]);
        steps -= out[done].decisions + out[done].turns + 1;
        done++;
    }
    return done;
}

/* ---- games summed up ---------------------------------------------------------------------------

   Of a series only how often something happened is asked: how games ended, and how many there are
   of each number of decisions and of turns. */

/* How many games came to one end: of `came`, what is not about the end is 0. */
typedef struct { int64_t games; outcome came; } ending;

typedef struct {
    int64_t games, options, most_options, endings, decisions, turns; /* the last three: lengths */
    const ending *ended;
    const int64_t *by_decisions, *by_turns;
} summary;

static store endings, by_decisions, by_turns;
static int *ending_slots;
static int64_t ending_room;

INLINE void counted_length(store *s, int64_t length) {
    const size_t need = (size_t)(length + 1) * sizeof(int64_t);
    if (RARE(s->used < need)) {
        const size_t from = room(s, need - s->used);
        memset(s->at + from, 0, need - from);
    }
    ((int64_t *)s->at)[length]++;
}

INLINE word hash_of_ending(const outcome *came) {
    word h = (word)came->ended << 32 ^ (word)came->rule;
    for (int i = 0; i < SEATS; i++) /* products that do not wait for each other */
        h += ((word)came->ranks[i] + ((word)came->pays[i] << 16)) * (GOLDEN + 2 * (word)i);
    return spread(h * GOLDEN);
}

/* Whether two games ended the same way. */
INLINE int ended_alike(const outcome *came, const outcome *other) {
    word unlike = (word)(came->ended ^ other->ended) | (word)(came->rule ^ other->rule);
    for (int i = 0; i < SEATS; i++)
        unlike |= (word)(came->ranks[i] ^ other->ranks[i]) | (word)(came->pays[i] ^ other->pays[i]);
    return !unlike;
}

static ending *ending_at(int64_t i) { return (ending *)endings.at + i; }

static void counted_ending(summary *sums, const outcome *came) {
    if (2 * sums->endings >= ending_room) {
        const int64_t size = ending_room ? 2 * ending_room : 64;
        ending_slots = widened(ending_slots, size);
        ending_room = size;
        for (int64_t i = 0; i < sums->endings; i++)
            slotted(ending_slots, size, hash_of_ending(&ending_at(i)->came), (int)i + 1);
    }
    word at = hash_of_ending(came) & (word)(ending_room - 1);
    for (; ending_slots[at]; at = (at + 1) & (word)(ending_room - 1)) {
        ending *known = ending_at(ending_slots[at] - 1);
        if (ended_alike(&known->came, came)) {
            known->games++;
            return;
        }
    }
    room(&endings, sizeof(ending));
    ending *const made = ending_at(sums->endings);
    *made = (ending){1, *came};
    made->came.decisions = made->came.turns = made->came.options = made->came.most_options = 0;
    ending_slots[at] = (int)++sums->endings;
}

/* Play games as `play_games` does, and sum them up. */
EXPORT int64_t sum_games(
    const series *s, word index, int64_t games, int64_t steps, summary *sums
) {
    ENTRY;
    course g = opened(0);
    static generators with;
    static volatile int64_t done;
    with.count = 0;
    done = 0;
    *sums = (summary){0};
    endings.used = by_decisions.used = by_turns.used = 0;
    if (ending_room) memset(ending_slots, 0, ending_room * sizeof *ending_slots);
    begin_all();
    playing p = playing_of(s);
    if (!setjmp(way_out))
        while (done < games && steps > 0) {
            outcome came;
            offerings.used = 0;
            trials_used = 0;
            play(&g, &p, s->seed, index + (word)done, &with, &came);
            steps -= came.decisions + came.turns + 1;
            counted_length(&by_decisions, came.decisions);
            counted_length(&by_turns, came.turns);
            sums->options += came.options;
            if (came.most_options > sums->most_options) sums->most_options = came.most_options;
            counted_ending(sums, &came);
            done++;
        }
    sums->games = done;
    sums->decisions = (int64_t)(by_decisions.used / sizeof(int64_t));
    sums->turns = (int64_t)(by_turns.used / sizeof(int64_t));
    sums->ended = ending_at(0);
    sums->by_decisions = (int64_t *)by_decisions.at;
    sums->by_turns = (int64_t *)by_turns.at;
    return done || !failed.kind ? done : -1;
}

/* ---- playouts ---------------------------------------------------------------------------------- */

/* Play on from a vector at random to the end, so many times, by one generator, each in at most so
   many choices: see play/forward.py. How many were played. */
EXPORT int64_t playouts_of(
    const int64_t *v, word *generator, int64_t count, int64_t most, outcome *out
) {
    ENTRY;
    opened(v);
    word random = *generator;
    for (int64_t i = 0; i < count; i++) {
        offerings.used = 0;
        trials_used = 0;
        course on = {trial(now), 0, -1};
        playing p = {.max_turns = INT64_MAX, .max_decisions = INT64_MAX, .max_chance = INT64_MAX,
                     .max_steps = most, .soonest = most, .chance = &random, .out = &out[i]};
        for (int seat = 0; seat < SEATS; seat++) p.seats[seat] = &random;
        out[i].turns = 0;
        played(&on, &p);
    }
    *generator = random;
    return count;
}

#include "solve.h"

/* ---- the tree ----------------------------------------------------------------------------------

   Counted layer by layer as in play/perft.py: a layer holds each state once, with the number of
   sequences that lead to it. */

static memo layers[2];
static int present, at_entry; /* which layer is stepped, and how far */

static void counted(word *sum, word more) {
    if (RARE(__builtin_add_overflow(*sum, more, sum))) fail(TOO_MANY, 0, 0, 0);
}

static void reached(memo *layer, const state *S, word times) {
    const word hash = hash_of(S);
    met *found = memo_find(layer, S, hash);
    if (!found) found = memo_add(layer, S, hash);
    counted(&found->times, times);
}

/* Begin with a vector: how many options it has. */
EXPORT int64_t tree_begin(const int64_t *v) {
    ENTRY;
    list L;
    course g = opened(v);
    memo_clear(&layers[0]);
    memo_clear(&layers[1]);
    present = at_entry = 0;
    begin(&L);
    if (IS_OVER(now)) return 0;
    possible(&g, NODE_OF(now), &L);
    reached(&layers[0], now, 1);
    return L.count;
}

/* Step so many states of the present layer: how many are left; when none are, the next layer is the
   present one. Added up are the sequences that go on, those with which the game ends, and those
   that are one step longer. Without `keep` there is no next layer. */
EXPORT int64_t tree_step(int64_t states, int keep, word *sums) {
    ENTRY;
    memo *layer = &layers[present], *next = &layers[!present];
    course g = opened(0);
    for (; at_entry < layer->count && states > 0; at_entry++) {
        const word times = memo_entry(layer, at_entry)->times;
        list L, M;
        offerings.used = 0;
        begin(&L);
        key_read(now, layer->bytes.at + memo_entry(layer, at_entry)->at);
        const int node = NODE_OF(now);
        possible(&g, node, &L);
        states -= L.count;
        for (int64_t k = 0; k < L.count; k++) {
            const option o = option_at(&L, k);
            trials_used = 0;
            course after = {trial(now), 0, -1};
            begin(&M);
            apply(&after, &o, &M);
            if (IS_OVER(after.S)) {
                counted(&sums[1], times);
            } else {
                word longer;
                if (__builtin_mul_overflow(times, (word)M.count, &longer)) fail(TOO_MANY, 0, 0, 0);
                counted(&sums[0], times);
                counted(&sums[2], longer);
                if (keep) reached(next, after.S, times);
            }
            give_up(&M);
        }
    }
    if (at_entry < layer->count) return layer->count - at_entry;
    memo_clear(layer);
    present = !present;
    at_entry = 0;
    return 0;
}
