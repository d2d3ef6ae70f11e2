/* Tree search where nothing is hidden (UCT): what play/uct.py says, which does the same playout by
   playout, and says why. Nodes are numbered as their states are in the memo; the root is number 0. */

/* A node. `count` is how many options it has, -1 as long as they were not asked for; its offers,
   children and weights stand in stores of their own. A child is a number, or -1. */
typedef struct {
    double sums[SEATS], ends[SEATS], low, high, bias, came;
    int64_t visits, tries, passed, count;
    size_t offers, children, weights;
    int over, chance, seat;
} tree_node;

/* What a search goes by: see play/uct.py. `room` is how many states are held, `most` the choices after
   which a playout counts as having no result. */
typedef struct {
    double exploration, bias, slightly;
    int64_t room, most;
    int opposed, pays, biased, prospects[SEATS];
} tree_rules;

static memo tree_states;
static store tree_nodes, tree_offers, tree_children, tree_weights, tree_path, tree_best;
static tree_rules uct;
static double uct_least, uct_most; /* payoffs, as far as was seen */
static int64_t uct_playouts;
static int uct_tempts; /* whether what is left is to tell the best options apart */
static word uct_random;

static tree_node *node_at(int i) { return (tree_node *)tree_nodes.at + i; }
static int *children_of(const tree_node *n) { return (int *)(tree_children.at + n->children); }
static int is_certain(const tree_node *n) { return n->low == n->high; }
static double least_of(const tree_node *n, int seat) { return seat ? 0.0 - n->high : n->low; }
static double most_of(const tree_node *n, int seat) { return seat ? 0.0 - n->low : n->high; }

static option tree_option(const tree_node *n, int64_t k) {
    return option_among((const offering *)(tree_offers.at + n->offers), k);
}

/* ---- nodes ------------------------------------------------------------------------------------- */

static state *tree_state(int at) {
    state *S = trial_space();
    key_read(S, tree_states.bytes.at + memo_entry(&tree_states, at)->at);
    return S;
}

/* What a playout from a node comes to, in its state if that is given. */
static void uct_played(int at, state *S, double *into) {
    if (played_at_random(S ? S : tree_state(at), &uct_random, uct.most, into)) return;
    for (int i = 0; i < SEATS; i++) into[i] = (uct_least + uct_most) / 2; /* nobody has won yet */
}

static double bias_of(const state *S, int seat) {
    int64_t own = 0, best = 0;
    int others = 0;
    for (int i = 0; i < SEATS; i++) {
        const int64_t value = answer_of(S, uct.prospects[i], 0);
        if (i == seat) own = value;
        else if (!others++ || value > best) best = value;
    }
    const int64_t better = own - best;
    return uct.bias * (double)better / (double)(1 + (better < 0 ? -better : better));
}

/* The node of a state to which a seat has come (-1: none); what is not held stands behind all others
   until the next. */
static int uct_made(const state *S, int came) {
    const word hash = hash_of(S);
    const met *known = memo_find(&tree_states, S, hash);
    if (known) return (int)(known - memo_entry(&tree_states, 0));
    const int at = tree_states.count;
    room(&tree_nodes, sizeof(tree_node));
    if (--uct.room > 0) memo_add(&tree_states, S, hash);
    else tree_nodes.used -= sizeof(tree_node);
    tree_node *made = node_at(at);
    *made = (tree_node){.count = -1, .seat = -1, .low = uct.opposed ? -1.0 : -INFINITY,
                        .high = uct.opposed ? 1.0 : INFINITY, .over = IS_OVER(S)};
    made->chance = !made->over && IS_CHANCE[NODE_OF(S)];
    if (!made->over && !made->chance) made->seat = player_of(S, NODE_OF(S));
    if (made->over) {
        outcome out = {0}, *const to = &out;
        RESULT_OF(S, to);
        payoffs_of(to, made->ends);
        made->low = made->high = made->ends[0];
    } else if (came >= 0 && uct.biased) {
        made->bias = bias_of(S, came);
    }
    return at;
}

/* Find what can be chosen at a node, once. */
static void uct_open(int at) {
    if (node_at(at)->count >= 0) return;
    course g = {tree_state(at), 0, -1};
    const int node = NODE_OF(g.S);
    list L;
    offerings.used = 0;
    begin(&L);
    possible(&g, node, &L);
    tree_node *n = node_at(at);
    n->count = L.count;
    n->offers = room(&tree_offers, (size_t)L.offers * sizeof(offering));
    memcpy(tree_offers.at + n->offers, offer_at(&L, 0), (size_t)L.offers * sizeof(offering));
    n->children = room(&tree_children, (size_t)L.count * sizeof(int));
    for (int64_t k = 0; k < L.count; k++) children_of(n)[k] = -1;
#if CHANCES
    if (n->chance) {
        n->weights = room(&tree_weights, (size_t)L.count * sizeof(word));
        for (int64_t k = 0; k < L.count; k++) {
            const option o = option_at(&L, k);
            ((word *)(tree_weights.at + n->weights))[k] = (word)weight_of(g.S, node, &o);
        }
    }
#endif
}

/* The node behind an option, made if it is new: then its state is given. */
static int uct_below(int at, int64_t index, state **S) {
    const tree_node *n = node_at(at);
    int child = children_of(n)[index];
    *S = 0;
    if (child >= 0) return child;
    const option o = tree_option(n, index);
    course g = {tree_state(at), 0, -1};
    list L;
    offerings.used = 0;
    begin(&L);
    apply(&g, &o, &L);
    *S = g.S;
    child = uct_made(g.S, n->seat);
    if (uct.room > 0) children_of(node_at(at))[index] = child;
    return child;
}

static int64_t uct_drawn(const tree_node *n) {
    const word *weights = (word *)(tree_weights.at + n->weights);
    word total = 0;
    for (int64_t k = 0; k < n->count; k++) total += weights[k];
    word rest = random_below(&uct_random, total);
    int64_t k = 0;
    for (; rest >= weights[k]; k++) rest -= weights[k];
    return k;
}

/* The floor of what is looked into: see `_floor`. */
static double floor_of(int at) {
    const double least = least_of(node_at(at), node_at(at)->seat);
    return at ? least + uct.slightly : least;
}

/* The option with the greatest upper bound; -1 where none may be better than what is certain. */
static int64_t uct_selected(int at) {
    const tree_node *n = node_at(at);
    const int seat = n->seat, *children = children_of(n);
    const double least = uct_least, floor = floor_of(at);
    const double wide = uct_most - least != 0 ? uct_most - least : 1.0;
    const double tried = log((double)(n->visits + 1));
    const double fresh =
        (n->sums[seat] / (double)n->visits - least) / wide + uct.exploration * sqrt(tried);
    const int64_t count = n->count, first = (int64_t)random_below(&uct_random, (word)count);
    double best = -INFINITY;
    int64_t found = -1;
    for (int64_t number = 0; number < count; number++) {
        const int64_t index = number + first < count ? number + first : number + first - count;
        double score = fresh;
        if (children[index] >= 0) {
            const tree_node *child = node_at(children[index]);
            if ((child->low == child->high && uct.opposed) ||
                (seat ? -child->low : child->high) < floor)
                continue;
            const double visits = child->visits ? (double)child->visits : 1.0;
            score = (child->sums[seat] / visits - least) / wide
                + uct.exploration * sqrt(tried / visits) + child->bias / visits;
        }
        if (score > best) {
            best = score;
            found = index;
        }
    }
    return found;
}

/* ---- what is certain --------------------------------------------------------------------------- */

/* Bring the bounds of a node up to date; whether they have changed. */
static int uct_bound(int at) {
    tree_node *n = node_at(at);
    if (is_certain(n) || n->count <= 0) return 0;
    double low = 0.0, high = 0.0, total = 0.0;
    for (int64_t k = 0; k < n->count; k++) {
        const int child = children_of(n)[k];
        const double below = child < 0 ? -1.0 : node_at(child)->low;
        const double above = child < 0 ? 1.0 : node_at(child)->high;
        if (n->chance) {
            const double weight = (double)((word *)(tree_weights.at + n->weights))[k];
            low += weight * below;
            high += weight * above;
            total += weight;
        } else if (n->seat) {
            low = !k || below < low ? below : low;
            high = !k || above < high ? above : high;
        } else {
            low = !k || below > low ? below : low;
            high = !k || above > high ? above : high;
        }
    }
    if (n->chance) {
        low /= total;
        high /= total;
    }
    if (low <= n->low && high >= n->high) return 0;
    if (low > n->low) n->low = low;
    if (high < n->high) n->high = high;
    return 1;
}

/* Whether the value of the root is open, or which options come to it. */
static int open_questions(void) {
    const tree_node *n = node_at(0);
    if (!is_certain(n) || !uct.opposed) return !n->over;
    if (least_of(n, n->seat) >= 1.0) return 0;
    const double floor = floor_of(0);
    for (int64_t k = 0; k < n->count; k++) {
        const int child = children_of(n)[k];
        if (child < 0 ||
            (!is_certain(node_at(child)) && most_of(node_at(child), n->seat) >= floor))
            return 1;
    }
    return 0;
}

/* ---- one playout ------------------------------------------------------------------------------- */

static void on_path(int at) {
    const size_t where = room(&tree_path, sizeof at);
    *(int *)(tree_path.at + where) = at;
}

static void playout_begins(void) {
    uct_playouts++;
    trials_used = 0;
    tree_path.used = 0;
    on_path(0);
}

static void uct_go(void) {
    int at = 0;
    state *S = 0;
    playout_begins();
    while (!at || (node_at(at)->visits && !is_certain(node_at(at)))) {
        uct_open(at);
        const int64_t index = node_at(at)->chance ? uct_drawn(node_at(at)) : uct_selected(at);
        if (index < 0) { /* what is below it has become certain by another way */
            uct_bound(at);
            break;
        }
        at = uct_below(at, index, &S);
        if (node_at(at)->passed == uct_playouts) break; /* round in a circle */
        node_at(at)->passed = uct_playouts;
        on_path(at);
    }
    double payoffs[SEATS];
    const tree_node *last = node_at(at);
    if (last->over) {
        memcpy(payoffs, last->ends, sizeof payoffs);
    } else if (is_certain(last)) {
        for (int i = 0; i < SEATS; i++) payoffs[i] = i ? -last->low : last->low;
    } else {
        uct_played(at, S, payoffs);
    }
    for (int i = 0; i < SEATS; i++) {
        if (payoffs[i] < uct_least) uct_least = payoffs[i];
        if (payoffs[i] > uct_most) uct_most = payoffs[i];
    }
    int news = uct.opposed && is_certain(node_at(at));
    const int *path = (int *)tree_path.at;
    for (int k = (int)(tree_path.used / sizeof *path) - 1; k >= 0; k--) {
        tree_node *n = node_at(path[k]);
        if (news) news = path[k] == at || uct_bound(path[k]);
        if (payoffs[0] < n->low || payoffs[0] > n->high) {
            payoffs[0] = payoffs[0] < n->low ? n->low : n->high;
            payoffs[SEATS - 1] = SEATS > 1 ? -payoffs[0] : payoffs[0];
        }
        n->visits++;
        for (int i = 0; i < SEATS; i++) n->sums[i] += payoffs[i];
    }
}

/* ---- errors of others -------------------------------------------------------------------------- */

/* The options that may be as good as any; where a node is certain, those of which it is certain. How
   many; their numbers stand in a store. */
static int64_t best_options(const tree_node *n) {
    const double least = least_of(n, n->seat);
    int64_t count = 0;
    tree_best.used = 0;
    room(&tree_best, (size_t)n->count * sizeof(int64_t));
    for (int64_t k = 0; k < n->count; k++) {
        const int number = children_of(n)[k];
        const tree_node *child = number < 0 ? 0 : node_at(number);
        if (is_certain(n) ? child && is_certain(child) && most_of(child, n->seat) == least
                          : !child || most_of(child, n->seat) >= least)
            ((int64_t *)tree_best.at)[count++] = k;
    }
    return count;
}

static int several_are_best(void) {
    const tree_node *n = node_at(0);
    return uct.opposed && is_certain(n) && !n->over && least_of(n, n->seat) < 1.0 &&
        best_options(n) > 1;
}

static int64_t most_tempting(const tree_node *n) {
    const int64_t count = best_options(n);
    const int64_t first = (int64_t)random_below(&uct_random, (word)count);
    const double tried = log((double)(n->tries + 1));
    double best = -INFINITY;
    int64_t found = -1;
    for (int64_t i = 0; i < count; i++) {
        const int64_t index = ((int64_t *)tree_best.at)[(first + i) % count];
        const int number = children_of(n)[index];
        const tree_node *child = number < 0 ? 0 : node_at(number);
        const double bound = !child || !child->tries ? INFINITY :
            child->came / (double)child->tries
                + 2 * uct.exploration * sqrt(tried / (double)child->tries);
        if (found < 0 || bound > best) {
            best = bound;
            found = index;
        }
    }
    return found;
}

/* One playout in which the seat of the root takes none but the best options, as far as is known, and
   the others choose at random. */
static void uct_tempt(void) {
    int at = 0;
    const int seat = node_at(0)->seat;
    state *S = 0;
    playout_begins();
    for (const tree_node *n = node_at(0); n->tries && !n->over && least_of(n, seat) < 1.0;
         n = node_at(at)) {
        uct_open(at);
        n = node_at(at);
        const int64_t index = n->chance ? uct_drawn(n) : n->seat == seat ? most_tempting(n) :
            (int64_t)random_below(&uct_random, (word)n->count);
        at = uct_below(at, index, &S);
        if (node_at(at)->passed == uct_playouts) break;
        node_at(at)->passed = uct_playouts;
        on_path(at);
    }
    double payoffs[SEATS];
    if (node_at(at)->over) memcpy(payoffs, node_at(at)->ends, sizeof payoffs);
    else uct_played(at, S, payoffs);
    double payoff = payoffs[seat];
    const int *path = (int *)tree_path.at;
    for (int k = (int)(tree_path.used / sizeof *path) - 1; k >= 0; k--) {
        uct_bound(path[k]);
        tree_node *n = node_at(path[k]);
        if (least_of(n, seat) > payoff) payoff = least_of(n, seat);
        n->tries++;
        n->came += payoff;
    }
}

/* ---- the face ---------------------------------------------------------------------------------- */

/* Forget everything and begin with a vector. */
EXPORT int64_t uct_begin(const int64_t *v, const tree_rules *rules) {
    ENTRY;
    memo_clear(&tree_states);
    tree_nodes.used = tree_offers.used = tree_children.used = tree_weights.used = 0;
    uct = *rules;
    uct_playouts = uct_tempts = 0;
    uct_least = uct.pays ? 0.0 : -1.0;
    uct_most = uct.pays ? 0.0 : 1.0;
    opened(v);
    uct_made(now, -1);
    node_at(0)->visits = 1;
    return 0;
}

/* Go on with so many playouts, or for so many seconds: how many were done; `wanted` says whether
   there is anything left to be found. */
EXPORT int64_t uct_on(int64_t playouts, double seconds, word *generator, int64_t *wanted) {
    ENTRY;
    const double until = now_in_seconds() + seconds;
    int64_t done = 0;
    uct_random = *generator;
    *wanted = 1;
    while (done < playouts && now_in_seconds() < until) {
        if (!uct_tempts && !open_questions()) uct_tempts = 1;
        if (uct_tempts && !several_are_best()) {
            *wanted = 0;
            break;
        }
        if (uct_tempts) uct_tempt();
        else uct_go();
        done++;
    }
    *generator = uct_random;
    return done;
}

EXPORT int64_t uct_count(void) { return tree_states.count; }

/* A node; a pointer that is good until the search goes on. */
EXPORT const tree_node *uct_node(int64_t at) { return node_at((int)at); }

EXPORT const int *uct_children(int64_t at) { return children_of(node_at((int)at)); }

/* The options of a node that was opened, each as its alternative and what is chosen. */
EXPORT int64_t uct_options(int64_t at, int *into) {
    const tree_node *n = node_at((int)at);
    for (int64_t k = 0; k < n->count; k++) {
        const option o = tree_option(n, k);
        memcpy(into + k * (1 + MOST_BINDERS), &o, sizeof o);
    }
    return n->count;
}

EXPORT int64_t uct_vector(int64_t at, int64_t *v) {
    ENTRY;
    return write_state(tree_state((int)at), v);
}
