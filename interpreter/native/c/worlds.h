/* What a seat holds possible: states with their weights, brought up to date by what it saw, as by
   play/belief.py, which does the same in the same order.

   Nothing of it is kept between two decisions: states come as bytes and go as bytes, one behind the
   other, each with its length and weight. */

typedef struct { memo states; store weights; } worlds;

static worlds held, found_worlds;
static worlds reached_unseen;

static double *weight_at(const worlds *w, int64_t i) { return (double *)w->weights.at + i; }

static void worlds_clear(worlds *w) {
    memo_clear(&w->states);
    w->weights.used = 0;
}

static void weighed(worlds *w, const state *S, double weight) {
    const word hash = hash_of(S);
    const met *at = memo_find(&w->states, S, hash);
    if (!at) {
        at = memo_add(&w->states, S, hash);
        const size_t where = room(&w->weights, sizeof weight);
        *(double *)(w->weights.at + where) = 0.0;
    }
    *weight_at(w, at - memo_entry(&w->states, 0)) += weight;
}

static double sum_of(const worlds *w) {
    double total = 0.0;
    for (int i = 0; i < w->states.count; i++) total += *weight_at(w, i);
    return total;
}

static void normal(worlds *w) {
    const double total = sum_of(w);
    for (int i = 0; i < w->states.count; i++) *weight_at(w, i) /= total;
}

/* A systematic sample: how often each world is in it. */
static void sampled(const worlds *w, int64_t count, word *generator, int64_t *times) {
    const double step = sum_of(w) / (double)count;
    double mark = (double)random_word(generator) / 0x1p64 * step, below = 0.0;
    for (int i = 0; i < w->states.count; i++) {
        times[i] = 0;
        below += *weight_at(w, i);
        for (; mark < below; mark += step) times[i]++;
    }
}

static state *world_at(const worlds *w, int i) {
    state *S = trial_space();
    key_read(S, w->states.bytes.at + memo_entry(&w->states, i)->at);
    return S;
}

/* Keep a sample of what is held, if that is more than can be looked at: most worlds, and most
   options carried out. */
static int thinned(int64_t most, int64_t most_applied, word *generator) {
    static store counts;
    const int count = held.states.count;
    if (count < 2) return 0;
    list L;
    trials_used = 0;
    offerings.used = 0;
    course g = {world_at(&held, 0), 0, -1};
    begin(&L);
    if (!IS_OVER(g.S)) possible(&g, NODE_OF(g.S), &L);
    const int64_t options = L.count > 1 ? L.count : 1;
    if (most > most_applied / options) most = most_applied / options;
    if (most < 2) most = 2;
    if (count <= most) return 0;
    counts.used = 0;
    room(&counts, (size_t)count * sizeof(int64_t));
    int64_t *times = (int64_t *)counts.at;
    sampled(&held, most, generator, times);
    static worlds kept;
    worlds_clear(&kept);
    for (int i = 0; i < count; i++) {
        trials_used = 0;
        if (times[i]) weighed(&kept, world_at(&held, i), (double)times[i]);
    }
    normal(&kept);
    const worlds other = held;
    held = kept;
    kept = other;
    return 1;
}

/* A moment of a seat: how it sees; what it sees at the moment; what it sees next, if what shows it
   that is taken; the option it chose and what it sees then; the options that it has. What is not
   asked for is null. */
typedef struct {
    const int64_t *view, *seen, *shown, *next;
    const int *own, *options;
    int64_t length, count, seat, most, most_applied;
} moment;

static int is_seen(const int64_t *what, const int64_t *seen, int64_t length) {
    return what && !memcmp(what, seen, (size_t)length * sizeof *seen);
}

static int same_options(const list *L, const moment *m) {
    if (L->count != m->count) return 0;
    for (int64_t k = 0; k < L->count; k++) {
        const option o = option_at(L, k);
        if (memcmp(&o, m->options + k * (1 + MOST_BINDERS), sizeof o)) return 0;
    }
    return 1;
}

/* What a seat comes to that decides in a world: null where that is not what it did. */
static state *decided(const moment *m, course *g, const list *L, int64_t *seen) {
    if (m->options) return same_options(L, m) ? g->S : 0;
    if (!m->own) return 0;
    for (int64_t k = 0; k < L->count; k++) {
        option o = option_at(L, k);
        if (memcmp(&o, m->own, sizeof o)) continue;
        list M;
        begin(&M);
        apply(g, &o, &M);
        observed(m->view, g->S, seen);
        return is_seen(m->next, seen, m->length) ? g->S : 0;
    }
    return 0;
}

/* All that can follow a world in which the seat does not decide. */
static void followed(const moment *m, const course *g, const list *L, double weight, int64_t *seen) {
    const int node = NODE_OF(g->S);
    const int used = trials_used;
    int64_t total = L->count;
#if CHANCES
    if (IS_CHANCE[node]) {
        total = 0;
        for (int64_t k = 0; k < L->count; k++) {
            const option o = option_at(L, k);
            total += weight_of(g->S, node, &o);
        }
    }
#endif
    for (int64_t k = 0; k < L->count; k++) {
        const option o = option_at(L, k);
        int64_t share = 1;
#if CHANCES
        if (IS_CHANCE[node]) share = weight_of(g->S, node, &o);
#endif
        const double likely = weight * ((double)share / (double)total);
        trials_used = used;
        course after = {trial(g->S), 0, -1};
        list M;
        begin(&M);
        apply(&after, &o, &M);
        give_up(&M);
        observed(m->view, after.S, seen);
        if (is_seen(m->shown, seen, m->length))
            weighed(&found_worlds, after.S, likely);
        else if (is_seen(m->seen, seen, m->length))
            weighed(&reached_unseen, after.S, likely);
    }
}

/* Forget everything. */
EXPORT int64_t worlds_begin(void) {
    ENTRY;
    worlds_clear(&held);
    worlds_clear(&found_worlds);
    return 0;
}

/* Hold a state possible: one more of those that were told. */
EXPORT int64_t worlds_add(const int64_t *v, double weight) {
    ENTRY;
    opened(v);
    weighed(&held, now, weight);
    return 0;
}

/* The same of states as bytes. */
EXPORT int64_t worlds_in(const char *at, const int64_t *lengths, const double *weights, int64_t n) {
    ENTRY;
    opened(0);
    for (int64_t i = 0; i < n; at += lengths[i++]) {
        key_read(now, at);
        weighed(&held, now, weights[i]);
    }
    return 0;
}

/* Expand what is held by a step over what the seat does not see; what agrees with the moment adds
   up. How many worlds are held now, of which `thin` says whether they are a sample. */
EXPORT int64_t worlds_step(const moment *m, word *generator, int64_t *thin) {
    static store views;
    ENTRY;
    views.used = 0;
    room(&views, (size_t)m->length * sizeof(int64_t));
    int64_t *seen = (int64_t *)views.at;
    *thin |= thinned(m->most, m->most_applied, generator);
    worlds_clear(&reached_unseen);
    for (int i = 0; i < held.states.count; i++) {
        trials_used = 0;
        offerings.used = 0;
        course g = {world_at(&held, i), 0, -1};
        if (IS_OVER(g.S)) continue;
        list L;
        begin(&L);
        const int node = NODE_OF(g.S);
        const double weight = *weight_at(&held, i);
        possible(&g, node, &L);
        if (!IS_CHANCE[node] && player_of(g.S, node) == m->seat) {
            const state *S = decided(m, &g, &L, seen);
            if (S) weighed(&found_worlds, S, weight);
        } else {
            followed(m, &g, &L, weight, seen);
        }
    }
    const worlds before = held;
    held = reached_unseen;
    reached_unseen = before;
    return held.states.count;
}

/* What was found is what is held now. */
EXPORT int64_t worlds_found(void) {
    ENTRY;
    const worlds before = held;
    held = found_worlds;
    found_worlds = before;
    normal(&held);
    return held.states.count;
}

/* How many worlds are held, and how many bytes they take. */
EXPORT int64_t worlds_size(int64_t *bytes) {
    *bytes = (int64_t)held.states.bytes.used;
    return held.states.count;
}

/* The same worlds as bytes. */
EXPORT int64_t worlds_out(char *at, int64_t *lengths, double *weights) {
    memcpy(at, held.states.bytes.at, held.states.bytes.used);
    for (int i = 0; i < held.states.count; i++) {
        lengths[i] = (int64_t)memo_entry(&held.states, i)->length;
        weights[i] = *weight_at(&held, i);
    }
    return held.states.count;
}

/* ---- exchanges ----------------------------------------------------------------------------------

   Two pieces of a noun that the seat does not see change places. */

static int64_t hidden_pieces(const int64_t *noun, const int64_t *v, int64_t *into) {
    const int64_t *where = v + noun[0], *places = noun + 4;
    int64_t count = 0;
    for (int64_t piece = 0; piece < noun[1]; piece++)
        if (!(places[where[piece]] & 1)) into[count++] = noun[0] + piece;
    return count;
}

static void exchanged(const int64_t *view, int64_t *v, word *generator) {
    static store places;
    const int64_t *noun = view + 1 + 2 * view[0], nouns = *noun++;
    int64_t from[nouns + 1], all = 0;
    places.used = 0;
    room(&places, MOST_VECTOR * sizeof(int64_t));
    int64_t *hidden = (int64_t *)places.at;
    for (int64_t i = 0; i < nouns; i++) {
        from[i] = all;
        all += hidden_pieces(noun, v, hidden + all);
        const int64_t *fields = noun + 4 + noun[2];
        noun = fields + 1 + 2 * fields[0];
    }
    from[nouns] = all;
    if (!all) return;
    const int64_t one = (int64_t)random_below(generator, (word)all);
    int64_t of = 0;
    while (one >= from[of + 1]) of++;
    const int64_t other = from[of] + (int64_t)random_below(generator, (word)(from[of + 1] - from[of]));
    const int64_t place = v[hidden[one]];
    v[hidden[one]] = v[hidden[other]];
    v[hidden[other]] = place;
}

/* Hold so many worlds instead, a sample of those that are held, each the same with as much chance as
   with an exchange. */
EXPORT int64_t worlds_exchange(const int64_t *view, int64_t count, word *generator) {
    static store counts;
    ENTRY;
    const int known = held.states.count;
    worlds_clear(&found_worlds);
    counts.used = 0;
    room(&counts, (size_t)known * sizeof(int64_t));
    int64_t *times = (int64_t *)counts.at;
    sampled(&held, count, generator, times);
    for (int i = 0; i < known; i++)
        for (int64_t k = 0; k < times[i]; k++) {
            trials_used = 0;
            state *S = world_at(&held, i);
            if (random_below(generator, 2)) {
                const int64_t *v = vector_of(S);
                exchanged(view, (int64_t *)v, generator);
                read_state(S, v);
            }
            weighed(&found_worlds, S, 1.0);
        }
    return known;
}

/* How often each world that is held is in a sample. */
EXPORT int64_t worlds_sample(int64_t count, word *generator, int64_t *times) {
    ENTRY;
    sampled(&held, count, generator, times);
    return held.states.count;
}

/* A world as a vector: its length. */
EXPORT int64_t world_vector(int64_t i, int64_t *v) {
    ENTRY;
    return write_state(world_at(&held, (int)i), v);
}
