/* Looking ahead within a turn: duties and `only if the rest can be done`. See engine/duties.py and
   engine/rest.py. */

/* ---- states met in a search ----------------------------------------------------------------------

   A state is kept as its bytes, with what it remembers, and with its score or how many sequences
   lead to it. */

#define SCORES (DUTIES ? DUTIES : 1)

typedef struct { word hash, times; size_t at, length; int64_t score[SCORES]; } met;
typedef struct { store bytes, entries; int *slots; int count, size; } memo;

static void memo_clear(memo *m) {
    m->bytes.used = m->entries.used = 0;
    m->count = 0;
    if (m->size) memset(m->slots, 0, m->size * sizeof *m->slots);
}

static met *memo_entry(const memo *m, int i) { return (met *)m->entries.at + i; }

/* The slot of a state: that of its entry, or an empty one. */
static int memo_slot(const memo *m, const state *S, word hash) {
    int at = (int)(hash & (word)(m->size - 1));
    for (; m->slots[at]; at = (at + 1) & (m->size - 1)) {
        const met *found = memo_entry(m, m->slots[at] - 1);
        if (found->hash == hash && alike(S, m->bytes.at + found->at, found->length)) break;
    }
    return at;
}

static met *memo_find(memo *m, const state *S, word hash) {
    if (!m->size) return 0;
    int slot = memo_slot(m, S, hash);
    return m->slots[slot] ? memo_entry(m, m->slots[slot] - 1) : 0;
}

static met *memo_add(memo *m, const state *S, word hash) {
    if (m->count * 2 >= m->size) {
        int size = m->size ? 2 * m->size : 1024;
        int *slots = realloc(m->slots, size * sizeof *slots);
        if (!slots) fail(NO_MEMORY, 0, 0, 0);
        memset(slots, 0, size * sizeof *slots);
        m->slots = slots;
        m->size = size;
        for (int i = 0; i < m->count; i++) {
            int at = (int)(memo_entry(m, i)->hash & (word)(size - 1));
            while (slots[at]) at = (at + 1) & (size - 1);
            slots[at] = i + 1;
        }
    }
    int slot = memo_slot(m, S, hash);
    size_t length = key_length(S), at = room(&m->bytes, length);
    key_written(S, m->bytes.at + at);
    room(&m->entries, sizeof(met));
    met *made = memo_entry(m, m->count);
    *made = (met){.hash = hash, .at = at, .length = length};
    m->slots[slot] = ++m->count;
    return made;
}

/* ---- whether the rest can be done -------------------------------------------------------------- */

#if LOOKS_ON

typedef struct { int node, player, alternative, looked_at; } rest_search;

static memo rests;

static int rest_from(rest_search *s, course *g, int r);

static int rest_past(rest_search *s, course *g, int node) {
    return EMPTY[node] < 0 ? 0 : rest_from(s, g, nothing(g, node));
}

static int rest_after(rest_search *s, const course *g, int node, const option *o) {
    int used = trials_used;
    course tried = {trial(g->S), 0, -1};
    int done = rest_from(s, &tried, enter(&tried, node, o));
    trials_used = used;
    return done;
}

/* Whether one way on is found from where an option, or passing a node, has led. */
static int rest_from(rest_search *s, course *g, int r) {
    r = advance(g, r);
    if (r >= TURN || r == OVER) return 1;
    const int node = -1 - r;
    if (IS_CHANCE[node] || SURE[node] || player_of(g->S, node) != s->player) return 1;
    list L;
    begin(&L);
    before_rest(g, node, &L);
    int done = 0;
    if (!L.count) {
        give_up(&L);
        return rest_past(s, g, node);
    }
    if (SURE_IF_POSSIBLE[node]) {
        done = 1;
    } else {
        const word hash = hash_of(g->S);
        if (!memo_find(&rests, g->S, hash)) {
            memo_add(&rests, g->S, hash);
            if (++s->looked_at > MAX_SEARCH) fail(LONG_REST, s->node, s->alternative, 0);
            int sure = 0;
            for (int64_t k = 0; k < L.count && !done; k++) {
                const option o = option_at(&L, k);
                const int declines = DECLINES[node][o.alternative];
                sure = sure || (!RESTS[node][o.alternative] && !declines);
                if (sure || !declines) done = rest_after(s, g, node, &o);
            }
            if (!done && !sure && EMPTY[node] >= 0) done = rest_past(s, g, node);
        }
    }
    give_up(&L);
    return done;
}

static int rest_can_be_done(rest_search *s, course *g, const option *o) {
    if (!RESTS[s->node][o->alternative]) return 1;
    s->alternative = o->alternative;
    memo_clear(&rests);
    return rest_after(s, g, s->node, o);
}

#endif

/* ---- the best a turn can still do --------------------------------------------------------------- */

#if DUTIES

/* `duties`: the numbers of those that bind, in the order of the text; scores have as many values. */
typedef struct { int player, binding, duties[DUTIES]; int64_t ceiling[DUTIES]; } turn_search;

static memo turns;

static void unfiltered(course *g, int node, list *L);

static int compared(const turn_search *s, const int64_t *one, const int64_t *other) {
    for (int i = 0; i < s->binding; i++)
        if (one[i] != other[i]) return one[i] < other[i] ? -1 : 1;
    return 0;
}

static void turn_best(const turn_search *s, course *g, int node, list *L, int64_t *score);

/* The best score attainable by the end of the turn after an option. */
static void turn_after(
    const turn_search *s, const course *from, int node, const option *o, int64_t *score
) {
    int used = trials_used;
    course g = {trial(from->S), 0, -1};
    int r = advance(&g, enter(&g, node, o)), scored = 0;
    while (r < TURN && r != OVER) {
        const int at = -1 - r;
        if (IS_CHANCE[at] || player_of(g.S, at) != s->player) break;
        list L;
        begin(&L);
        unfiltered(&g, at, &L);
        if (L.count) {
            turn_best(s, &g, at, &L, score);
            scored = 1;
        }
        give_up(&L);
        if (scored || EMPTY[at] < 0) break;
        r = advance(&g, nothing(&g, at));
    }
    if (!scored) {
        for (int i = 0; i < s->binding; i++) score[i] = duty_value(g.S, s->duties[i]);
        for (int i = 0; i < s->binding; i++)
            if (RARE(score[i] > s->ceiling[i]))
                fail(EXCEEDED, s->duties[i], score[i], s->ceiling[i]);
    }
    trials_used = used;
}

static void turn_best(const turn_search *s, course *g, int node, list *L, int64_t *score) {
    const word hash = hash_of(g->S);
    const met *found = memo_find(&turns, g->S, hash);
    if (found) {
        memcpy(score, found->score, sizeof found->score);
        return;
    }
    if (RARE(turns.count >= MAX_SEARCH)) fail(LONG_TURN, s->duties[0], 0, 0);
    for (int64_t k = 0; k < L->count; k++) {
        int64_t other[DUTIES];
        if (k && compared(s, score, s->ceiling) >= 0) break;
        const option o = option_at(L, k);
        turn_after(s, g, node, &o, k ? other : score);
        if (k && compared(s, other, score) > 0) memcpy(score, other, sizeof other);
    }
    memcpy(memo_add(&turns, g->S, hash)->score, score, s->binding * sizeof *score);
}

/* Keep the options after which the turn can still do its best. */
static void keep_duties(course *g, int node, list *L) {
    static store scores;
    turn_search s = {.player = player_of(g->S, node)};
    for (int i = 0; i < DUTIES; i++)
        if (duty_binds(g->S, i)) s.duties[s.binding++] = i;
    if (!s.binding) return;
    for (int i = 0; i < s.binding; i++) s.ceiling[i] = duty_most(g->S, s.duties[i]);
    memo_clear(&turns);
    scores.used = 0;
    room(&scores, L->count * sizeof(int64_t[DUTIES]));
    int64_t(*all)[DUTIES] = (void *)scores.at;
    int64_t best = 0;
    for (int64_t k = 0; k < L->count; k++) {
        const option o = option_at(L, k);
        turn_after(&s, g, node, &o, all[k]);
        if (compared(&s, all[k], all[best]) > 0) best = k;
    }
    int64_t k = 0;
    FILTER(L, ((void)&o, compared(&s, all[k++], all[best]) == 0));
}

#endif
