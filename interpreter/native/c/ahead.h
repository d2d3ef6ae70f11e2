/* The same for all options of a node in LOOKED_AHEAD at once: whether each may be followed by the best
   there may be, as the first options behind it show. See native/ahead.py.

   The way behind the option before, as long as it was, says which option of the next way is thought to
   be the last. Where that is wrong the way is begun anew; what is not found so is searched for. */

typedef struct { const turn_search *search; int last; int64_t looked; } looking;

INLINE int comes_to_most(const turn_search *s, const state *S) {
    for (int i = 0; i < s->binding; i++)
        if (duty_value(S, s->duties[i]) != s->ceiling[i]) return 0;
    return 1;
}

INLINE int best_ahead(looking *how, const state *from, state *S, int node, const option *o) {
    option now = *o;
    copy(S, from);
    for (int depth = 0; depth <= MOST_AHEAD; depth++) {
        if (depth == how->last) {
            if (ended_by(S, node, &now) && comes_to_most(how->search, S)) return 1;
            how->last = depth = -1; /* it was not the last, so from the beginning */
            now = *o;
            copy(S, from);
            continue;
        }
        const int r = entered(S, node, &now);
        if (r < TURN && r != OVER) {
            if (r != AT_NODE(node)) return 0;
            if (player_of(S, node) == how->search->player && first_at(S, node, &now)) {
                how->looked++;
                continue;
            }
        }
        how->last = depth;
        return comes_to_most(how->search, S);
    }
    return 0;
}

INLINE int each_best_ahead(looking *how, const course *g, int node, const list *L) {
    state *S = trial_space();
    int all = 1;
    for (int i = 0; all && i < L->offers; i++) {
        offering from = *offer_at(L, i);
        option o = {.alternative = from.alternative};
        memcpy(o.values, from.values, sizeof o.values);
        if (!from.count) continue;
        if (from.from < 0) from.members = FIRST_OFFERED;
        EACH_OFFERED(x, from.members, {
            if (from.from >= 0) o.values[from.from] = x;
            if (!(all = best_ahead(how, g->S, S, node, &o))) break;
        })
    }
    trials_used--;
    return all && how->looked <= MAX_SEARCH;
}

static int all_best_ahead(const turn_search *s, const course *g, int node, const list *L) {
    looking how = {s, -1, 0};
    (void)how;
    switch (node) {
#define LOOKED(n) case n: return each_best_ahead(&how, g, n, L);
    LOOKED_AHEAD(LOOKED)
    }
    return 0;
}
