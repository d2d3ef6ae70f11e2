/* Tree search over what one seat sees: what play/information.py says, which does the same playout by
   playout, and says why. Nodes stand in a table of hashes, by the node and option above them, what
   was seen since, and the options: they are told apart by 64 bits of all that. */

/* A decision of the seat; where the visits of its options and their sums stand in stores. */
typedef struct { word key; int64_t count; size_t visits, sums; } decision;

/* What a search goes by: how the seat sees, and how many numbers that is; constants. `most` are the
   choices after which a playout has no result, `held` the decisions that are held. */
typedef struct {
    const int64_t *view;
    int64_t length, seat, most, held, pays;
    double at_root, below;
} information_rules;

/* An option on the way of a playout. */
typedef struct { int node, index; } taken;

static information_rules known_rules;
static store decisions, option_visits, option_sums, root_options, possible_worlds, world_places;
static store taken_path;
static int *decision_slots;
static int decision_room;
static double information_least, information_most;

static int decisions_made(void) { return (int)(decisions.used / sizeof(decision)); }
static decision *decision_at(int i) { return (decision *)decisions.at + i; }
static int64_t *visits_of(const decision *d) { return (int64_t *)(option_visits.at + d->visits); }
static double *sums_of(const decision *d) { return (double *)(option_sums.at + d->sums); }

static int decision_add(word key, int64_t count) {
    const int at = decisions_made();
    const size_t bytes = (size_t)count * sizeof(int64_t);
    room(&decisions, sizeof(decision));
    decision *made = decision_at(at);
    *made = (decision){key, count, room(&option_visits, bytes), room(&option_sums, bytes)};
    memset(visits_of(made), 0, bytes);
    for (int64_t k = 0; k < count; k++) sums_of(made)[k] = 0.0;
    return at;
}

/* The decision with a key; -1 if there is none yet: then it is made, if there is room. */
static int decision_of(word key, int64_t count) {
    const int made = decisions_made();
    if (2 * made >= decision_room) {
        const int size = decision_room ? 2 * decision_room : 1024;
        decision_slots = widened(decision_slots, size);
        decision_room = size;
        for (int i = 1; i < made; i++) slotted(decision_slots, size, decision_at(i)->key, i + 1);
    }
    word at = key & (word)(decision_room - 1);
    for (; decision_slots[at]; at = (at + 1) & (word)(decision_room - 1))
        if (decision_at(decision_slots[at] - 1)->key == key) return decision_slots[at] - 1;
    if (made < known_rules.held) {
        decision_slots[at] = made + 1;
        decision_add(key, count);
    }
    return -1;
}

/* What all visits together would have come to by the option that is tried most often. */
static double worth_of(const decision *d) {
    const int64_t *visits = visits_of(d);
    int64_t index = 0, all = 0;
    for (int64_t k = 0; k < d->count; k++) {
        if (visits[k] > visits[index]) index = k;
        all += visits[k];
    }
    return visits[index] ? sums_of(d)[index] / (double)visits[index] * (double)all : 0.0;
}

/* An option that was not tried yet, or the one with the greatest upper bound. */
static int information_selected(const decision *d, word *random) {
    const int64_t *visits = visits_of(d);
    int64_t untried = 0, all = 0;
    for (int64_t k = 0; k < d->count; k++) {
        untried += !visits[k];
        all += visits[k];
    }
    if (untried) {
        int64_t which = (int64_t)random_below(random, (word)untried);
        for (int k = 0;; k++)
            if (!visits[k] && !which--) return k;
    }
    const double range = information_most - information_least;
    const double wide = range != 0 ? range : 1.0, tried = log((double)all);
    const double exploration = d == decision_at(0) ? known_rules.at_root : known_rules.below;
    double best = -INFINITY;
    int found = 0;
    for (int k = 0; k < d->count; k++) {
        const double n = (double)visits[k];
        const double score = sums_of(d)[k] / n / wide + exploration * sqrt(tried / n);
        if (score > best) {
            best = score;
            found = k;
        }
    }
    return found;
}

/* A step of others or of chance, at random. */
static void drawn_step(course *g, list *L, word *random) {
#if CHANCES
    const int node = NODE_OF(g->S);
    const option o = IS_CHANCE[node] ? outcome_of(g->S, node, L, random)
                                     : option_at(L, (int64_t)random_below(random, (word)L->count));
#else
    const option o = option_at(L, (int64_t)random_below(random, (word)L->count));
#endif
    give_up(L);
    begin(L);
    apply(g, &o, L);
}

static int is_own(const state *S) {
    return IS_OVER(S) ||
        (!IS_CHANCE[NODE_OF(S)] && player_of(S, NODE_OF(S)) == known_rules.seat);
}

/* The next decision of the seat, or the end; what the seat saw on the way to it is added to a hash:
   what it did not see leaves no trace. */
static word to_decision(course *g, list *L, word *random, word hash) {
    static store rows;
    const size_t bytes = ((size_t)known_rules.length * sizeof(int64_t) + 15) & ~(size_t)15;
    rows.used = 0;
    room(&rows, 2 * bytes);
    memset(rows.at, 0, 2 * bytes);
    char *last = rows.at, *next = rows.at + bytes;
    observed(known_rules.view, g->S, (int64_t *)last);
    hash = mixed(hash ^ hash_of_bytes(last, bytes)) + GOLDEN;
    for (int64_t steps = 0; steps < known_rules.most && !is_own(g->S); steps++) {
        trials_used = 1;
        drawn_step(g, L, random);
        observed(known_rules.view, g->S, (int64_t *)next);
        if (!memcmp(last, next, bytes)) continue;
        hash = mixed(hash ^ hash_of_bytes(next, bytes)) + GOLDEN;
        char *before = last;
        last = next;
        next = before;
    }
    return hash;
}

static word hash_of_options(const list *L, word hash) {
    for (int64_t k = 0; k < L->count; k++) {
        const option o = option_at(L, k);
        hash = mixed(hash ^ (word)o.alternative) + GOLDEN;
        for (int i = 0; i < MOST_BINDERS; i++) hash = mixed(hash ^ (word)(o.values[i] + 1)) + GOLDEN;
    }
    return hash;
}

/* One playout in a world, with an option at the root. */
static void information_go(int index, const char *world, word *random) {
    offerings.used = 0;
    trials_used = 0;
    state *S = trial_space(); /* what is tried on the way stands behind it */
    course g = {S, 0, -1};
    list L;
    int node = 0;
    taken_path.used = 0;
    key_read(S, world);
    begin(&L);
    option o = ((const option *)root_options.at)[index];
    for (;;) {
        const int fresh = !visits_of(decision_at(node))[index];
        const size_t where = room(&taken_path, sizeof(taken));
        *(taken *)(taken_path.at + where) = (taken){node, index};
        give_up(&L);
        begin(&L);
        trials_used = 1;
        apply(&g, &o, &L);
        if (fresh) break;
        word key = mixed((word)node * GOLDEN ^ (word)(index + 1));
        key = to_decision(&g, &L, random, key);
        if (IS_OVER(S) || IS_CHANCE[NODE_OF(S)]) break;
        node = decision_of(hash_of_options(&L, key), L.count);
        if (node < 0) break;
        index = information_selected(decision_at(node), random);
        o = option_at(&L, index);
    }
    double payoffs[SEATS], change = (information_least + information_most) / 2;
    if (played_at_random(S, random, known_rules.most, payoffs)) change = payoffs[known_rules.seat];
    if (change < information_least) information_least = change;
    if (change > information_most) information_most = change;
    const taken *path = (taken *)taken_path.at;
    for (int k = (int)(taken_path.used / sizeof *path) - 1; k >= 0; k--) {
        decision *d = decision_at(path[k].node);
        const double before = worth_of(d);
        visits_of(d)[path[k].index]++;
        sums_of(d)[path[k].index] += change;
        change = worth_of(d) - before;
    }
}

/* ---- the face ---------------------------------------------------------------------------------- */

/* Forget everything and begin with the options of the root. */
EXPORT int64_t information_begin(const information_rules *rules, const int *options, int64_t count) {
    ENTRY;
    known_rules = *rules;
    decisions.used = option_visits.used = option_sums.used = 0;
    root_options.used = possible_worlds.used = world_places.used = 0;
    if (decision_room) memset(decision_slots, 0, (size_t)decision_room * sizeof *decision_slots);
    information_least = rules->pays ? 0.0 : -1.0;
    information_most = rules->pays ? 0.0 : 1.0;
    room(&root_options, (size_t)count * sizeof(option));
    memcpy(root_options.at, options, (size_t)count * sizeof(option));
    return decision_add(0, count);
}

/* One more world: a vector. */
EXPORT int64_t information_world(const int64_t *v) {
    ENTRY;
    opened(v);
    const size_t place = room(&world_places, sizeof(size_t));
    *(size_t *)(world_places.at + place) = room(&possible_worlds, key_length(now));
    key_written(now, possible_worlds.at + *(size_t *)(world_places.at + place));
    return 0;
}

/* Go on with so many playouts, or for so many seconds, in the worlds with these numbers: how many
   were done. */
EXPORT int64_t information_on(
    const int64_t *order, int64_t worlds, int64_t playouts, double seconds, word *generator
) {
    ENTRY;
    const double until = now_in_seconds() + seconds;
    word random = *generator;
    int64_t done = 0;
    for (; done < playouts && now_in_seconds() < until; done++) {
        const int index = information_selected(decision_at(0), &random);
        const int64_t world = order[visits_of(decision_at(0))[index] % worlds];
        information_go(
            index, possible_worlds.at + ((size_t *)world_places.at)[world], &random);
    }
    *generator = random;
    return done;
}

/* The visits of the options of the root and their sums. */
EXPORT int64_t information_found(int64_t *visits, double *sums) {
    const decision *root = decision_at(0);
    memcpy(visits, visits_of(root), (size_t)root->count * sizeof *visits);
    memcpy(sums, sums_of(root), (size_t)root->count * sizeof *sums);
    return decisions_made();
}
