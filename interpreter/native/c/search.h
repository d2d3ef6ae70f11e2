/* Looking ahead within a turn: duties and `only if the rest can be done`. See engine/duties.py and
   engine/rest.py. */

/* Where lines are counted, what is tried for duties is tried anew for each decision, with all options
   listed, as by the reference engine: so the counts of a game depend on no other game. */
#ifndef PROFILED
#define PROFILED 0
#endif

#include "met.h"

/* ---- ways ----------------------------------------------------------------------------------------

   Both searches go depth first. A level is a state on the way that is looked at: its entry in the
   memo, its node and options, and how far these are looked at. Levels stand in a store, since a way
   may be as long as there are states; the state of a level is read from the memo again. `low` and
   `sure` are what the one or the other search notes. */

typedef struct { list L; int64_t next; int entry, node, low, sure; } level;
typedef struct { store levels; int count; } way;

static void way_begin(way *w) { w->levels.used = w->count = 0; }

static level *way_top(const way *w) { return (level *)w->levels.at + w->count - 1; }

static void way_on(way *w, level made) {
    room(&w->levels, sizeof made);
    w->count++;
    *way_top(w) = made;
}

static void way_back(way *w) {
    give_up(&way_top(w)->L);
    w->levels.used -= sizeof(level);
    w->count--;
}

/* The state of the top level, to go on from. */
static course way_from(const way *w, const memo *m) {
    state *S = trial_space();
    key_read(S, m->bytes.at + memo_entry(m, way_top(w)->entry)->at);
    return (course){S, 0, -1};
}

/* Choices that are gone by on one state, before a search begins. */
#define MOST_AHEAD 8

/* ---- whether the rest can be done -------------------------------------------------------------- */

#if LOOKS_ON

typedef struct { int node, player, alternative, looked_at; } rest_search;

static memo rests;
static way rest_way;

/* Of each node where it is enough that something is possible, an option that was, in another state
   mostly: it is tried before others are looked for. */
static option possible_before[NODES];
static char was_possible[NODES];

/* Whether the rest is done where an option, or passing a node, has led; -1 where its player chooses
   on at a `node`. Of the options there only the first is listed, as a rule it will do; the others when
   it does not. */
static int rest_open(const rest_search *s, course *g, int r, int *node, list *L) {
    for (;;) {
        if (r >= TURN || r == OVER) return 1;
        const int at = *node = -1 - r;
        if (IS_CHANCE[at] || SURE[at] || player_of(g->S, at) != s->player) return 1;
        if (was_possible[at] && is_possible(g->S, at, &possible_before[at])) return 1;
        begin(L);
        if (!NODE_AFTER[at]) L->enough = 1;
        before_rest(g, at, L);
        if (L->count && !SURE_IF_POSSIBLE[at]) return -1;
        if (L->count) {
            possible_before[at] = option_at(L, 0);
            was_possible[at] = 1;
        }
        give_up(L);
        if (L->count) return 1;
        if (EMPTY[at] < 0) return 0;
        if (ENDS_TURN[at]) return 1;
        r = nothing(g, at);
    }
}

/* The same for a search: where its player chooses on in a state that is new, that is the top level
   now. */
static int rest_from(rest_search *s, course *g, int r) {
    int node;
    list L;
    const int done = rest_open(s, g, r, &node, &L);
    if (done >= 0) return done;
    word hash = 0;
    if (memo_sought(&rests, g->S, &hash)) {
        give_up(&L);
        return 0;
    }
    memo_new(&rests, g->S, hash);
    if (++s->looked_at > MAX_SEARCH) fail(LONG_REST, s->node, s->alternative, 0);
    way_on(&rest_way, (level){.L = L, .entry = rests.count - 1, .node = node});
    return 0;
}

/* Whether the rest is done by the first options, which are gone by on one state that nobody needs to
   keep: a search goes the same way first, and looks at as many states. -1 where it has to be
   searched. */
static int rest_ahead(rest_search *s, const course *g, const option *o) {
    const int used = trials_used;
    course tried = {trial(g->S), 0, -1};
    int node, choices = 0, done = -1, r = advanced(&tried, s->node, o);
    for (; choices < MOST_AHEAD; choices++) {
        list L;
        done = rest_open(s, &tried, r, &node, &L);
        if (done >= 0) break;
        const option first = option_at(&L, 0);
        give_up(&L);
        if (DECLINES[node][first.alternative]) break;
        r = advanced(&tried, node, &first);
    }
    trials_used = used;
    if (choices && (!done || s->looked_at + choices > MAX_SEARCH)) return -1;
    if (done >= 0) s->looked_at += choices;
    return done;
}

static int rest_can_be_done(rest_search *s, course *g, const option *o) {
    if (SURE_REST[s->node][o->alternative]) return 1;
    s->alternative = o->alternative;
#ifndef HITS /* what is tried is counted once */
    const int ahead = rest_ahead(s, g, o);
    if (ahead >= 0) return ahead;
#endif
    memo_clear(&rests);
    way_begin(&rest_way);
    const int used = trials_used;
    course tried = {trial(g->S), 0, -1};
    int done = rest_from(s, &tried, advanced(&tried, s->node, o));
    int stands = 1; /* whether the state that was tried last is that of the top level */
    while (!done && rest_way.count) {
        level *top = way_top(&rest_way);
        const int levels = rest_way.count, node = top->node;
        const int *demands = RESTS[node], *declines = DECLINES[node];
        if (!stands) {
            trials_used = used;
            tried.S = way_from(&rest_way, &rests).S;
        }
        tried.rounds = 0;
        tried.passed = -1;
        stands = 1;
        if (top->next < top->L.count) {
            const option next = option_at(&top->L, top->next++);
            const int alternative = next.alternative;
            top->sure = top->sure || (!demands[alternative] && !declines[alternative]);
            if (!top->sure && declines[alternative]) continue;
            done = rest_from(s, &tried, advanced(&tried, node, &next));
            stands = rest_way.count > levels;
        } else if (top->L.enough == 1) {
            give_up(&top->L);
            begin(&top->L);
            before_rest(&tried, node, &top->L);
        } else if (top->next == top->L.count && !top->sure && EMPTY[node] >= 0) {
            top->next++; /* it may be that nothing is offered there */
            done = rest_from(s, &tried, nothing(&tried, node));
            stands = rest_way.count > levels;
        } else {
            way_back(&rest_way);
            stands = 0;
        }
    }
    while (rest_way.count) way_back(&rest_way);
    trials_used = used;
    return done;
}

#endif

/* ---- the best a turn can still do --------------------------------------------------------------- */

#if DUTIES

/* `duties`: the numbers of those that bind, in the order of the text; scores have as many values.
   A score that begins with NO_END is less than any: no end of the turn is come to. */
typedef struct {
    int player, binding, duties[DUTIES], reused; /* entries of the memo from searches before */
    int64_t ceiling[DUTIES];
} turn_search;

/* What was found for a choice holds for the choices behind it, as long as the same is searched for;
   a memo with more entries is begun anew. They are known between searches. */
#define MOST_REUSED 256

static turn_search last_search;
static int turns_known;

#define NO_END INT64_MIN

static memo turns;    /* entries are numbered as states are met; `times`: more may be found from it */
static way turn_way;
static store unclosed; /* numbers of entries from which more may be found */

static void unfiltered(course *g, int node, list *L);

static int compared(const turn_search *s, const int64_t *one, const int64_t *other) {
    for (int i = 0; i < s->binding; i++)
        if (one[i] != other[i]) return one[i] < other[i] ? -1 : 1;
    return 0;
}

static void raise_to(const turn_search *s, int64_t *score, const int64_t *other) {
    if (compared(s, other, score) > 0) memcpy(score, other, s->binding * sizeof *score);
}

INLINE void score_of(const turn_search *s, const state *S, int64_t *score) {
    for (int i = 0; i < s->binding; i++) score[i] = duty_value(S, s->duties[i]);
    for (int i = 0; i < s->binding; i++)
        if (RARE(score[i] > s->ceiling[i])) fail(EXCEEDED, s->duties[i], score[i], s->ceiling[i]);
}

/* Go on to the end of the turn, whose score is given, or to a state where its player chooses on:
   the number of its entry. If it is new, it is the top level now. Of the options there only the
   first is listed, as a rule nothing is better; the others when something may be. */
static int turn_from(const turn_search *s, course *g, int r, int64_t *score) {
    while (r < TURN && r != OVER) {
        const int node = -1 - r;
        if (IS_CHANCE[node] || player_of(g->S, node) != s->player) break;
        list L;
        begin(&L);
        if (!PROFILED && !NODE_AFTER[node] && !NODE_REST[node]) L.enough = 1;
        unfiltered(g, node, &L);
        if (L.count) {
            word hash = 0;
            const met *found = memo_sought(&turns, g->S, &hash);
            if (found) {
                give_up(&L);
                return (int)(found - memo_entry(&turns, 0));
            }
            const int entry = turns.count;
            if (RARE(entry - s->reused >= MAX_SEARCH)) fail(LONG_TURN, s->duties[0], 0, 0);
            met *made = memo_new(&turns, g->S, hash);
            made->score[0] = NO_END;
            made->times = 1;
            const size_t at = room(&unclosed, sizeof entry);
            *(int *)(unclosed.at + at) = entry;
            way_on(&turn_way, (level){.L = L, .entry = entry, .node = node, .low = entry});
            return entry;
        }
        give_up(&L);
        if (EMPTY[node] < 0 || ENDS_TURN[node]) break;
        r = nothing(g, node);
    }
    score_of(s, g->S, score);
    return -1;
}

/* The top level takes what its way has come to: a score, or a state that was met. */
static void turn_came(const turn_search *s, int entry, const int64_t *score) {
    level *top = way_top(&turn_way);
    const met *found = entry < 0 ? 0 : memo_entry(&turns, entry);
    raise_to(s, memo_entry(&turns, top->entry)->score, found ? found->score : score);
    if (found && found->times && entry < top->low) top->low = entry;
}

/* Leave the top level. States from which ways lead back and forth attain the same: they are closed
   together, when the first of them is left (Tarjan's components). */
static void turn_left(const turn_search *s) {
    const level left = *way_top(&turn_way);
    const met *best = memo_entry(&turns, left.entry);
    way_back(&turn_way);
    if (left.low == left.entry) {
        for (int entry = -1; entry != left.entry;) {
            unclosed.used -= sizeof entry;
            entry = *(int *)(unclosed.at + unclosed.used);
            met *closed = memo_entry(&turns, entry);
            if (closed != best) memcpy(closed->score, best->score, sizeof best->score);
            closed->times = 0;
        }
    }
    if (turn_way.count) {
        level *top = way_top(&turn_way);
        if (left.low < top->low && left.low != left.entry) top->low = left.low;
        turn_came(s, left.entry, 0);
    }
}

/* The best score attainable by the end of the turn after an option. */
static void turn_after(
    const turn_search *s, const course *g, int node, const option *o, int64_t *score
) {
    const int used = trials_used;
    way_begin(&turn_way);
    course tried = {trial(g->S), 0, -1};
    const int first = turn_from(s, &tried, advanced(&tried, node, o), score);
    while (turn_way.count) {
        level *top = way_top(&turn_way);
        const int64_t *best = memo_entry(&turns, top->entry)->score;
        trials_used = used;
        const int may_rise = compared(s, best, s->ceiling) < 0;
        if (may_rise && top->next == top->L.count && top->L.enough == 1) {
            course again = way_from(&turn_way, &turns);
            give_up(&top->L);
            begin(&top->L);
            unfiltered(&again, top->node, &top->L);
            continue;
        }
        if (!may_rise || top->next == top->L.count) {
            turn_left(s);
            continue;
        }
        const int on_way = turn_way.count;
        const option next = option_at(&top->L, top->next++);
        const int from = top->node;
        course on = way_from(&turn_way, &turns);
        int64_t other[DUTIES];
        const int entry = turn_from(s, &on, advanced(&on, from, &next), other);
        if (turn_way.count == on_way) turn_came(s, entry, other);
    }
    if (first >= 0) memcpy(score, memo_entry(&turns, first)->score, s->binding * sizeof *score);
    trials_used = used;
}

/* Mostly the best is come to by the first options, so that these are gone by first, on one state that
   nobody needs to keep: a search goes the same way, and ends there too. Counted are the choices, of
   which a search would meet as many states at most. Where lines or rules are counted, only states
   that are new are to be tried. */
static int64_t looked_ahead;

/* At a node on the way: whether the way ENDED, it is PASSED, or the first option is what is TAKEN. */
enum { ENDED, PASSED, TAKEN };

static int __attribute__((unused)) goes_ahead(course *g, int node, playing *p, option *took) {
    if (IS_CHANCE[node] || player_of(g->S, node) != p->player) return ENDED;
    list L;
    begin(&L);
    if (!NODE_AFTER[node] && !NODE_REST[node]) L.enough = 1;
    unfiltered(g, node, &L);
    if (L.count) *took = option_at(&L, 0);
    give_up(&L);
    if (!L.count) return EMPTY[node] < 0 || ENDS_TURN[node] ? ENDED : PASSED;
    if (p->out->decisions++ < p->max_decisions) return TAKEN;
    p->out->ended = TOO_MANY_DECISIONS;
    return ENDED;
}

/* Whether the best score after an option is found by the first options behind it. */
INLINE int turn_ahead(
    const turn_search *s, const course *g, int node, const option *o, int64_t *score
) {
    const int used = trials_used;
    course tried = {trial(g->S), 0, -1};
    outcome out;
    playing p;
    p.player = s->player;
    p.max_decisions = MOST_AHEAD;
    p.out = &out;
    out.decisions = out.ended = 0;
    flow(&tried, AHEAD, entry_of(node, o), o, 0, &p);
    trials_used = used;
    looked_ahead += out.decisions;
    if (out.ended) return 0;
    score_of(s, tried.S, score);
    return !out.decisions || compared(s, score, s->ceiling) == 0;
}

#ifndef HITS
#include "ahead.h"
#endif

static int alike_searches(const turn_search *s, const turn_search *other) {
    if (s->player != other->player || s->binding != other->binding) return 0;
    for (int i = 0; i < s->binding; i++)
        if (s->duties[i] != other->duties[i] || s->ceiling[i] != other->ceiling[i]) return 0;
    return 1;
}

/* Keep the options after which the turn can still do its best. */
static void keep_duties(course *g, int node, list *L) {
    static store scores;
    turn_search s = {.player = player_of(g->S, node)};
    for (int i = 0; i < DUTIES; i++)
        if (duty_binds(g->S, i)) s.duties[s.binding++] = i;
    if (!s.binding) return;
    for (int i = 0; i < s.binding; i++) s.ceiling[i] = duty_most(g->S, s.duties[i]);
#ifndef HITS
    if (all_best_ahead(&s, g, node, L)) return;
#endif
    scores.used = 0;
    room(&scores, L->count * sizeof(int64_t[DUTIES]));
    int64_t(*all)[DUTIES] = (void *)scores.at;
    int64_t best = 0;
    int ahead = 0, alike = 1;
#ifndef HITS /* what is tried is counted as by the reference engine, which begins anew */
    if (turns_known && turns.count <= MOST_REUSED && alike_searches(&s, &last_search))
        s.reused = turns.count;
    ahead = 1;
#endif
    for (;;) {
        if (!s.reused) memo_clear(&turns);
        turns_known = 0;
        looked_ahead = 0;
        best = 0;
        unclosed.used = 0;
        for (int64_t k = 0; k < L->count; k++) {
            const option o = option_at(L, k);
            if (!ahead || !turn_ahead(&s, g, node, &o, all[k]))
                turn_after(&s, g, node, &o, all[k]);
            const int more = compared(&s, all[k], all[best]);
            alike = alike && !more;
            if (more > 0) best = k;
        }
        if (turns.count + looked_ahead <= MAX_SEARCH || !(s.reused || ahead)) break;
        s.reused = ahead = 0; /* whether it is too long is found alone */
    }
    last_search = s;
    turns_known = 1;
#ifdef HITS
    for (int64_t k = 0; k < L->count; k++)
        for (int i = 0; i < s.binding; i++)
            if (all[k][i] != all[best][i]) {
                hits_of_duty(s.duties[i]);
                break;
            }
#endif
    if (alike) return;
    int64_t k = 0;
    FILTER(L, ((void)&o, compared(&s, all[k++], all[best]) == 0));
}

#endif
