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

/* A new game: the length of its vector. */
EXPORT int64_t begin_game(int64_t *v, int *turns) {
    ENTRY;
    list L;
    begin(&L);
    course g = opened(0);
    *turns = start(&g, &L);
    return write_state(now, v);
}

/* The options of a vector, as many as there is room for, each as its alternative and what is
   chosen; how many there are. */
EXPORT int64_t options_of(const int64_t *v, int *into, int64_t most) {
    ENTRY;
    list L;
    course g = opened(v);
    begin(&L);
    if (!IS_OVER(now)) possible(&g, NODE_OF(now), &L);
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

/* What is asked of a state, or of an option in it: value number `what`. */
EXPORT int64_t asked_of(const int64_t *v, int what, const int *values, int64_t *answer) {
    ENTRY;
    opened(v);
    *answer = answer_of(now, what, values);
    return 0;
}

/* ---- games ------------------------------------------------------------------------------------- */

/* How a seat is played. */
enum { AT_RANDOM, FIRST };

typedef struct {
    word seed;
    int64_t max_turns, max_decisions, max_chance;
    int policy[SEATS];
} series;

/* How a game went: `ended` is 0, or which limit it came to. */
typedef struct {
    int64_t ended, decisions, turns, options, most_options, rule, ranks[SEATS], pays[SEATS];
} outcome;

enum { WENT_ON, TO_THE_END, TOO_MANY_TURNS, TOO_MANY_DECISIONS, TOO_MANY_OUTCOMES };

static const char *const SEAT_STREAMS[] = SEAT_NAMES;

#if CHANCES
/* The outcome that a number below the sum of all weights falls to. */
static option outcome_of(const state *S, int node, const list *L, word *chance) {
    if (WEIGHT[node] > 0) {
        word total = (word)L->count * (word)WEIGHT[node];
        return option_at(L, (int64_t)(random_below(chance, total) / (word)WEIGHT[node]));
    }
    word total = 0;
    for (int64_t k = 0; k < L->count; k++) {
        const option o = option_at(L, k);
        total += (word)weight_of(S, node, &o);
    }
    word rest = random_below(chance, total);
    for (int64_t k = 0;; k++) {
        const option o = option_at(L, k);
        const word weight = (word)weight_of(S, node, &o);
        if (rest < weight) return o;
        rest -= weight;
    }
}
#endif

static void play(course *g, const series *s, word index, outcome *out) {
    word seats[SEATS];
    const word game = stream_of_game(s->seed, index);
#if CHANCES
    word chance = stream(game, "chance");
#endif
    int64_t chances = 0;
    list L;
    for (int i = 0; i < SEATS; i++) seats[i] = stream(game, SEAT_STREAMS[i]);
    *out = (outcome){0};
    begin(&L);
    out->turns = start(g, &L);
    while (!IS_OVER(g->S)) {
        if (out->turns >= s->max_turns) out->ended = TOO_MANY_TURNS;
        else if (out->decisions >= s->max_decisions) out->ended = TOO_MANY_DECISIONS;
        else if (chances >= s->max_chance) out->ended = TOO_MANY_OUTCOMES;
        if (out->ended) return;
        const int node = NODE_OF(g->S);
        option o;
#if CHANCES
        if (IS_CHANCE[node]) {
            chances++;
            o = outcome_of(g->S, node, &L, &chance);
        } else
#endif
        {
            const int seat = player_of(g->S, node);
            int64_t k = s->policy[seat] == FIRST ? 0 :
                (int64_t)random_below(&seats[seat], (word)L.count);
            out->decisions++;
            out->options += L.count;
            if (L.count > out->most_options) out->most_options = L.count;
            o = option_at(&L, k);
        }
        give_up(&L);
        begin(&L);
        out->turns += apply(g, &o, &L);
    }
    out->ended = TO_THE_END;
    RESULT_OF(g->S, out);
}

/* Play games from an index on, until so many steps are done; how many were played. Where one breaks
   down, those in front of it count, and -1 is returned when it would be the first. */
EXPORT int64_t play_games(
    const series *s, word first, int64_t games, int64_t steps, outcome *out
) {
    ENTRY;
    course g = opened(0);
    static volatile int64_t played; /* a jump back leaves it as it is */
    played = 0;
    if (setjmp(way_out)) return played ? played : -1;
    while (played < games && steps > 0) {
        offerings.used = 0;
        trials_used = 0;
        play(&g, s, first + (word)played, &out[played]);
        steps -= out[played].decisions + out[played].turns + 1;
        played++;
    }
    return played;
}

/* ---- playouts ---------------------------------------------------------------------------------- */

/* Play on from a vector at random to the end, so many times, by one generator, each in at most so
   many choices: see play/forward.py. How many were played. */
EXPORT int64_t playouts_of(
    const int64_t *v, word *generator, int64_t count, int64_t most, outcome *out
) {
    ENTRY;
    list L, M;
    course g = opened(v);
    word random = *generator;
    begin(&L);
    if (!IS_OVER(now)) possible(&g, NODE_OF(now), &L);
    for (int64_t i = 0; i < count; i++) {
        trials_used = 0;
        course on = {trial(now), 0, -1};
        list *here = &L;
        outcome *came = &out[i];
        *came = (outcome){0};
        for (int64_t step = 0; step < most && !IS_OVER(on.S); step++) {
            const int node = NODE_OF(on.S);
#if CHANCES
            const option o = IS_CHANCE[node] ? outcome_of(on.S, node, here, &random) :
                option_at(here, (int64_t)random_below(&random, (word)here->count));
#else
            const option o = option_at(here, (int64_t)random_below(&random, (word)here->count));
#endif
            if (here == &M) give_up(&M);
            begin(&M);
            apply_at(&on, node, &o, &M);
            here = &M;
            came->decisions++;
        }
        if (here == &M) give_up(&M);
        if (IS_OVER(on.S)) {
            came->ended = TO_THE_END;
            RESULT_OF(on.S, came);
        }
    }
    *generator = random;
    return count;
}

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
            apply_at(&after, node, &o, &M);
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
