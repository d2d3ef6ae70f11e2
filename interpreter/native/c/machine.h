/* How play goes on: see engine/machine.py, duties.py and rest.py, of which this is the counterpart.

   In front of this stands what was printed for the program:

     state, copy, same, hash_of, first_state      the state
     list_options(S, node, L), player_of(S, node) what is possible at a node, and who decides
     block(S, number), enter_block(S, node, o)    effects; the second of an option, with its frame
     weight_of, passes_after, reframed            of an option
     invariant_holds, duty_binds, duty_value, duty_most

   and constant data about nodes and alternatives (see native/nodes.py). */

/* A game on its way: its state, the edges that led back since the last choice, and the node where
   nothing was possible since. */
typedef struct { state *S; int rounds, passed; } course;

static void round_taken(course *g) {
    if (RARE(++g->rounds > MAX_ROUNDS)) fail(ENDLESS, g->passed, 0, 0);
}

/* Carry out the effects of an option, up to the next block. */
INLINE int enter(course *g, int node, const option *o) {
    g->rounds = 0;
    g->passed = -1;
    return enter_block(g->S, node, o);
}

/* Go on to a node, the end of a turn or of the game. */
static int advance(course *g, int r) {
    while (r >= 0 && r < TURN) {
        if (RARE(r >= BACK)) {
            r -= BACK;
            round_taken(g);
        }
        r = block(g->S, r);
    }
    return r;
}

/* Where play goes on when nothing is possible at a node. */
static int nothing(course *g, int node) {
    if (RARE(EMPTY[node] < 0)) fail(NO_OPTION, node, 0, 0);
    g->passed = node;
    return EMPTY[node];
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

static state *trial_space(void) {
    if (trials_used == trials_made) {
        state **more = realloc(trials, (trials_made + 1) * sizeof *trials);
        if (!more) fail(NO_MEMORY, 0, 0, 0);
        trials = more;
        trials[trials_made] = new_state();
        trials_made++;
    }
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
    advance(&tried, enter(&tried, node, o));
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
        FILTER(L, holds_after(g, node, &o));
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
        FILTER(L, rest_can_be_done(&search, g, &o));
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

/* Go on to the next node where something can be chosen, and list that; or to the end of the game.
   The whole turns that have ended: the one in which the game ends is one if somebody has `chosen`
   or rolled in it. */
static int run(course *g, int r, int chosen, list *L) {
    int turns = 0;
    for (;;) {
        while (r >= 0 && r < BACK) r = block(g->S, r);
        if (r >= TURN) {
            turns++;
            chosen = 0;
            r -= TURN;
        }
        if (RARE(r >= BACK)) {
            r -= BACK;
            round_taken(g);
        } else if (r == OVER) {
            return turns + chosen;
        } else if (r < 0) {
            int node = -1 - r;
            begin(L);
            possible(g, node, L);
            for (int i = 0; i < INVARIANTS; i++)
                if (RARE(!invariant_holds(g->S, i))) fail(INVARIANT, i, 0, 0);
            if (L->count) return turns;
            r = nothing(g, node);
        }
    }
}

static int start(course *g, list *L) {
    first_state(g->S);
    g->rounds = 0;
    g->passed = -1;
    return run(g, START, 0, L);
}

static int apply_at(course *g, int node, const option *o, list *L) {
    return run(g, enter(g, node, o), 1, L);
}

static int apply(course *g, const option *o, list *L) {
    return apply_at(g, NODE_OF(g->S), o, L);
}
