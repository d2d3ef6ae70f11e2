/* What is possible at a node: see engine/machine.py, duties.py and rest.py, of which this is the
   counterpart.

   In front of this stands what was printed for the program:

     state, copy, same, hash_of, first_state      the state
     list_options(S, node, L), player_of(S, node) what is possible at a node, and who decides
     weight_of, passes_after, reframed            of an option
     tried_in_place                               of an offer: see native/tries.py
     invariant_holds, duty_binds, duty_value, duty_most

   and constant data about nodes and alternatives (see native/nodes.py); behind it `flow`, which
   carries play on (see native/flow.py). */

/* An element read by itself: read together, what was stored one by one is waited for. */
#define ALONE(element) (*(const volatile __typeof__(element) *)&(element))

/* A game on its way: its state, the edges that led back since the last choice, and the node where
   nothing was possible since. */
typedef struct { state *S; int rounds, passed; } course;

/* How far play is carried on: to a node, the end of a turn or of the game; to the end of a turn by
   the first options, as far as one player chooses; to a node where something can be chosen, or the
   end of the game; to the end of the game, with choices at random. */
enum { REACH, AHEAD, STEP, PLAY };

/* How a seat is played. */
enum { AT_RANDOM, FIRST };

/* How a game went: `ended` is 0 where it came to no end, nor to a limit of its own. */
typedef struct {
    int64_t ended, decisions, turns, options, most_options, rule, ranks[SEATS], pays[SEATS];
} outcome;

/* What a game that is played goes by: generators, which several may share, and limits: of turns,
   decisions, outcomes of chance, and both together, of which it comes to none before it has had
   `soonest` of both; and where it is said how it went. Play AHEAD goes by the player who chooses and
   the limit of decisions alone. */
typedef struct {
    word *seats[SEATS], *chance;
    int policy[SEATS], player;
    int64_t max_turns, max_decisions, max_chance, max_steps, soonest;
    outcome *out;
} playing;

enum { WENT_ON, TO_THE_END, TOO_MANY_TURNS, TOO_MANY_DECISIONS, TOO_MANY_OUTCOMES };

/* Carry play on from an `entry`: a block, a node (AT_NODE), or an option `o` (see `entry_of`). What
   is REACHed is said as by a block; else it returns the whole turns that have ended: the one in
   which the game ends is one if somebody has chosen or rolled in it. A STEP lists what can be
   chosen in `L`. */
static int flow(course *g, int how, int entry, const option *o, list *L, playing *p);

INLINE int entry_of(int node, const option *o) {
    return ENTERS + FIRST_OPTION[node] + o->alternative;
}

static void round_taken(course *g) {
    if (RARE(++g->rounds > MAX_ROUNDS)) fail(ENDLESS, g->passed, 0, 0);
}

/* Carry out an option, up to a node, the end of a turn or of the game. */
static int advanced(course *g, int node, const option *o) {
    g->rounds = 0;
    g->passed = -1;
    return flow(g, REACH, entry_of(node, o), o, 0, 0);
}

/* Go on where nothing is possible at a node, as far. */
static int nothing(course *g, int node) {
    g->passed = node;
    return flow(g, REACH, EMPTY[node], 0, 0, 0);
}

static void possible(course *g, int node, list *L);

/* ---- states that are only tried ----------------------------------------------------------------

   They stand in a stack of their own; each is made once and used again. */

static state **trials;
static int trials_used, trials_made;

static state *new_state(void) {
    state *made = aligned_alloc(16, (sizeof(state) + 15) & ~(size_t)15);
    if (!made) fail(NO_MEMORY, 0, 0, 0);
    return made;
}

static void __attribute__((noinline, cold, unused)) one_more_trial(void) {
    state **more = realloc(trials, (trials_made + 1) * sizeof *trials);
    if (!more) fail(NO_MEMORY, 0, 0, 0);
    trials = more;
    trials[trials_made] = new_state();
    trials_made++;
}

INLINE state *trial_space(void) {
    if (RARE(trials_used == trials_made)) one_more_trial();
    return trials[trials_used++];
}

static state *trial(const state *of) {
    state *made = trial_space();
    copy(made, of);
    return made;
}

/* ---- options ----------------------------------------------------------------------------------- */

#if LOOKS_AFTER
static int holds_after(course *g, int node, const option *o) {
    if (!HAS_AFTER[node][o->alternative]) return 1;
    int used = trials_used;
    course tried = {trial(g->S), 0, -1};
    advanced(&tried, node, o);
    reframed(tried.S, node, o);
    int holds = passes_after(tried.S, node, o);
    trials_used = used;
    return holds;
}
#endif

/* Options without that of declining, where nothing else is left. */
INLINE void not_alone(int node, list *L) {
    for (int i = 0; i < L->offers; i++)
        if (!DECLINES[node][offer_at(L, i)->alternative] && offer_at(L, i)->count) return;
    L->count = 0;
    L->offers = 0;
}

/* The options before what is demanded of the rest of the turn. */
static void before_rest(course *g, int node, list *L) {
    list_options(g->S, node, L);
#if LOOKS_AFTER
    if (NODE_AFTER[node]) {
        int64_t left = 0;
        for (int i = 0; i < L->offers; i++) {
            if (!tried_in_place(g->S, node, offer_at(L, i)))
                FILTER_OFFER(offer_at(L, i), holds_after(g, node, &o));
            left += offer_at(L, i)->count;
        }
        L->count = left;
        not_alone(node, L);
    }
#else
    (void)g;
#endif
}

#include "search.h"

/* The options before whole-turn duties. */
static void unfiltered(course *g, int node, list *L) {
    before_rest(g, node, L);
#if LOOKS_ON
    if (NODE_REST[node]) {
        rest_search search = {node, player_of(g->S, node), 0, 0};
#ifdef HITS
        const list all = *L;
        int offered[MOST_ALTERNATIVES] = {0};
        for (int i = 0; i < L->offers; i++)
            if (offer_at(L, i)->count) offered[offer_at(L, i)->alternative] = 1;
#endif
        FILTER(L, rest_can_be_done(&search, g, &o));
#ifdef HITS
        for (int i = 0; L->count < all.count && i < MOST_ALTERNATIVES; i++)
            if (offered[i]) hits_of_rest(node, i);
#endif
        not_alone(node, L);
    }
#endif
}

/* What can be chosen at a node. */
static void possible(course *g, int node, list *L) {
    unfiltered(g, node, L);
#if CHANCES
    if (IS_CHANCE[node]) {
        if (DOUBTFUL[node]) FILTER(L, weight_of(g->S, node, &o) > 0);
        return;
    }
#endif
#if DUTIES
    if (L->count > 1) keep_duties(g, node, L);
#endif
}

/* ---- moving on --------------------------------------------------------------------------------- */

static void held_invariants(const state *S) {
    for (int i = 0; i < INVARIANTS; i++)
        if (RARE(!invariant_holds(S, i))) fail(INVARIANT, i, 0, 0);
}

/* Those of a set of them; number 63 is all from there on. */
static void __attribute__((unused)) held_some(const state *S, word which) {
    for (; which; which &= which - 1)
        for (int i = first_word(which), last = i < 63 ? i : INVARIANTS - 1; i <= last; i++)
            if (RARE(!invariant_holds(S, i))) fail(INVARIANT, i, 0, 0);
}

/* A new game, up to its first choice. */
static int start(course *g, list *L) {
    first_state(g->S);
    g->rounds = 0;
    g->passed = -1;
    return flow(g, STEP, START, 0, L, 0);
}

/* Carry out an option, up to the next choice. */
static int apply(course *g, const option *o, list *L) {
    g->rounds = 0;
    g->passed = -1;
    return flow(g, STEP, entry_of(NODE_OF(g->S), o), o, L, 0);
}

#if CHANCES
/* The outcome that a number below the sum of all weights falls to. */
static option __attribute__((unused))
outcome_of(const state *S, int node, const list *L, word *chance) {
    if (WEIGHT[node] > 0) {
        word total = (word)L->count * (word)WEIGHT[node];
        return option_at(L, (int64_t)(random_below(chance, total) / (word)WEIGHT[node]));
    }
    static store sums; /* of the weights up to each outcome */
    word total = 0;
    int64_t k = 0;
    sums.used = 0;
    room(&sums, (size_t)L->count * sizeof(word));
    for (int i = 0; i < L->offers; i++)
        for (int j = 0; j < offer_at(L, i)->count; j++) {
            const option o = option_among(offer_at(L, i), j);
            ((word *)sums.at)[k++] = total += (word)weight_of(S, node, &o);
        }
    const word drawn = random_below(chance, total);
    for (k = 0; drawn >= ((word *)sums.at)[k]; k++) {}
    return option_at(L, k);
}
#endif

static int limit_reached(const playing *p, int64_t turns, int64_t decisions, int64_t chances) {
    return turns >= p->max_turns ? TOO_MANY_TURNS :
        decisions >= p->max_decisions ? TOO_MANY_DECISIONS :
        chances >= p->max_chance ? TOO_MANY_OUTCOMES : WENT_ON;
}

/* ---- parts of `flow` --------------------------------------------------------------------------- */

/* Where a game is played, turns are counted from below 0, which is the limit, so that limits are looked
   at when `soonest` is come to: which is at once when there are too many turns. */
#define BEGIN_TURNS                                                                                \
    do {                                                                                           \
        turns = p->out->turns - p->max_turns;                                                      \
        soonest = turns < 0 ? p->soonest : 0;                                                      \
    } while (0)

#define TURN_ENDS(next)                                                                            \
    do {                                                                                           \
        if (how <= AHEAD) return TURN + next;                                                      \
        if (RARE(++turns == 0)) soonest = 0;                                                       \
        chosen = 0;                                                                                \
    } while (0)

#define LIMITED                                                                                    \
    if (RARE(decisions + chances >= soonest)) {                                                    \
        p->out->ended = limit_reached(p, p->max_turns + turns, decisions, chances);                \
        if (p->out->ended || decisions + chances >= p->max_steps) goto done;                       \
    }

/* The number of one of so many options, drawn by a function. */
#define CHOSEN(count, drawn)                                                                       \
    int64_t k = p->policy[seat] == FIRST ? 0 : (int64_t)drawn(p->seats[seat], (word)count);        \
    decisions++;                                                                                   \
    options += count;                                                                              \
    if (count > most) most = count
