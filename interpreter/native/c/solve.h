/* Exact values by alpha-beta search: what play/solve.py says, which does the same position by
   position. There are one or two seats. Chance is not weighed: a search that comes to it ends.

   The search goes on where it was left, so that a call does not take long. Its levels stand in a
   store: a position on the way with its options, of which those come first that have cut off most.
   What is known of positions is kept beside the memo, by the numbers of its entries. */

#if SEATS <= 2

#define UNBOUNDED INT32_MAX

/* What is known of a position: its interval for the first seat; to which depth and in which window
   it was searched (depth -1: not yet), and the number of the best option. */
typedef struct { int least, most, alpha, beta, depth, best; } known;

/* A position that is looked at. Windows and bounds are those of the seat that decides there. */
typedef struct {
    list L;
    size_t order;
    int entry, seat, depth, alpha, beta, least, most, best;
    int64_t next;
} looked;

/* How much an option of a seat has cut off. */
typedef struct { option o; int seat; int64_t merit; } cut;

static memo met_positions;
static store knowns, looks, orders, cuts;
static int *cut_slots;
static int cut_room, looks_count, pays_bound; /* the last: the greatest payoff, or UNBOUNDED */
static int came_least, came_most;             /* what the position came to that was left last */
static int64_t looks_left;

static known *known_at(int entry) { return (known *)knowns.at + entry; }
static looked *looked_top(void) { return (looked *)looks.at + looks_count - 1; }

/* ---- options that cut off ---------------------------------------------------------------------- */

static word hash_of_cut(int seat, const option *o) {
    word h = (word)seat + 1;
    h = mixed(h ^ (word)o->alternative * GOLDEN);
    for (int i = 0; i < MOST_BINDERS; i++) h = mixed(h ^ (word)(o->values[i] + 1) * GOLDEN);
    return h;
}

static cut *cut_of(int seat, const option *o) {
    const int count = (int)(cuts.used / sizeof(cut));
    if (2 * count >= cut_room) {
        const int size = cut_room ? 2 * cut_room : 256;
        cut_slots = widened(cut_slots, size);
        cut_room = size;
        for (int i = 0; i < count; i++) {
            const cut *made = (cut *)cuts.at + i;
            slotted(cut_slots, size, hash_of_cut(made->seat, &made->o), i + 1);
        }
    }
    word at = hash_of_cut(seat, o) & (word)(cut_room - 1);
    for (; cut_slots[at]; at = (at + 1) & (word)(cut_room - 1)) {
        cut *made = (cut *)cuts.at + cut_slots[at] - 1;
        if (made->seat == seat && !memcmp(&made->o, o, sizeof *o)) return made;
    }
    room(&cuts, sizeof(cut));
    cut_slots[at] = count + 1;
    cut *made = (cut *)cuts.at + count;
    *made = (cut){.o = *o, .seat = seat};
    return made;
}

/* The options of the top level in the order in which they are tried: the one that was best before,
   then those that have cut off most; of those alike, in canonical order. */
static void put_in_order(looked *top, int first) {
    static store merits;
    const int64_t count = top->L.count;
    merits.used = 0;
    room(&merits, count * sizeof(int64_t));
    top->order = room(&orders, count * sizeof(int));
    int64_t *merit = (int64_t *)merits.at;
    int *order = (int *)(orders.at + top->order);
    for (int k = 0; k < count; k++) {
        const option o = option_at(&top->L, k);
        merit[k] = k == first ? INT64_MAX : cut_of(top->seat, &o)->merit;
        int at = k;
        for (; at > 0 && merit[order[at - 1]] < merit[k]; at--) order[at] = order[at - 1];
        order[at] = k;
    }
}

/* ---- positions --------------------------------------------------------------------------------- */

static int turned(int value, int seat) { return seat ? -value : value; }

/* What an end is worth; a game that was stopped since a memory was full could go on. */
static void came_to_end(const state *S) {
    outcome made = {0}, *const out = &made;
    RESULT_OF(S, out);
    const int64_t *ranks = out->ranks, stopped = !ranks[0];
    int64_t worth = (ranks[0] < ranks[SEATS - 1]) - (ranks[0] > ranks[SEATS - 1]);
    if (out->pays[0]) worth = out->pays[0]; /* where rules pay, there is one seat */
    came_least = stopped ? -pays_bound : (int)worth;
    came_most = stopped ? pays_bound : (int)worth;
}

enum { OPENED, KNOWN_WELL, STOPPED, MET_CHANCE, FULL };

/* Bytes that what is known of positions takes. */
#ifndef MOST_KNOWN
#define MOST_KNOWN ((size_t)2 << 30)
#endif

static int is_full(void) {
    return met_positions.bytes.used + met_positions.entries.used + knowns.used > MOST_KNOWN;
}

/* Look at a position to a depth, with what can be chosen there. Where its interval is not known
   well enough, which is what it came to, it is the top level now, if there may be another one. */
static int look_at(state *S, list *L, int depth, int alpha, int beta) {
    if (IS_OVER(S)) {
        came_to_end(S);
        return KNOWN_WELL;
    }
    if (IS_CHANCE[NODE_OF(S)]) return MET_CHANCE;
    in_any_order(S);
    const word hash = hash_of(S);
    met *found = memo_find(&met_positions, S, hash);
    int entry = found ? (int)(found - memo_entry(&met_positions, 0)) : -1;
    came_least = -pays_bound;
    came_most = pays_bound;
    if (entry >= 0 && known_at(entry)->depth >= 0) {
        const known *at = known_at(entry);
        came_least = at->least;
        came_most = at->most;
        if ((at->depth >= depth && at->alpha <= alpha && beta <= at->beta) ||
            at->least == at->most || at->least >= beta || at->most <= alpha)
            return KNOWN_WELL;
    }
    if (depth == 0) return KNOWN_WELL;
    if (looks_left == 0) return STOPPED;
    if (entry < 0 && is_full()) return FULL;
    looks_left--;
    if (entry < 0) {
        memo_add(&met_positions, S, hash);
        entry = met_positions.count - 1;
        room(&knowns, sizeof(known));
        *known_at(entry) = (known){.depth = -1, .best = -1};
    }
    const int seat = player_of(S, NODE_OF(S));
    room(&looks, sizeof(looked));
    looks_count++;
    *looked_top() = (looked){
        .L = *L, .entry = entry, .seat = seat, .depth = depth,
        .alpha = seat ? -beta : alpha, .beta = seat ? -alpha : beta,
        .least = -UNBOUNDED, .most = -UNBOUNDED, .best = -1};
    put_in_order(looked_top(), known_at(entry)->best);
    return OPENED;
}

/* The top level takes what the option has come to that it tried last. */
static void take_in(void) {
    looked *top = looked_top();
    const int seat = top->seat;
    const int number = ((int *)(orders.at + top->order))[top->next - 1];
    const int least = turned(seat ? came_most : came_least, seat);
    const int most = turned(seat ? came_least : came_most, seat);
    if (top->best < 0 || least > top->least) {
        top->least = least;
        top->best = number;
    }
    if (most > top->most) top->most = most;
    if (top->least >= top->beta || top->least >= pays_bound) {
        const option o = option_at(&top->L, number);
        cut_of(seat, &o)->merit += (int64_t)top->depth * top->depth;
        if (top->next < top->L.count) top->most = pays_bound;
        top->next = top->L.count;
    }
}

/* Leave the top level: what is known of its position now is what it came to. */
static void left_top(void) {
    looked *top = looked_top();
    known *at = known_at(top->entry);
    const int seat = top->seat;
    int least = turned(seat ? top->most : top->least, seat);
    int most = turned(seat ? top->least : top->most, seat), best = top->best;
    if (at->depth >= 0) {
        if (at->best >= 0 && (seat ? at->most < most : at->least > least)) best = at->best;
        if (at->least > least) least = at->least;
        if (at->most < most) most = at->most;
    }
    *at = (known){least, most, seat ? -top->beta : top->alpha, seat ? -top->alpha : top->beta,
                  top->depth, best};
    came_least = least;
    came_most = most;
    orders.used = top->order;
    give_up(&top->L);
    looks.used -= sizeof(looked);
    looks_count--;
}

/* ---- the face ---------------------------------------------------------------------------------- */

/* Forget everything; payoffs are from -bound to bound. */
EXPORT void solve_anew(int bound) {
    memo_clear(&met_positions);
    knowns.used = cuts.used = 0;
    if (cut_room) memset(cut_slots, 0, cut_room * sizeof *cut_slots);
    looks.used = orders.used = looks_count = 0;
    pays_bound = bound;
}

/* Begin to look at a vector so many steps ahead, if one more position may be looked at. */
EXPORT int64_t solve_begin(const int64_t *v, int64_t depth, int64_t positions) {
    ENTRY;
    list L;
    course g = opened(v);
    looks.used = orders.used = looks_count = 0;
    begin(&L);
    if (!IS_OVER(now)) possible(&g, NODE_OF(now), &L);
    looks_left = positions > 0;
    return look_at(now, &L, (int)depth, -UNBOUNDED, UNBOUNDED);
}

/* Go on until one more position would be too many: STOPPED; or KNOWN_WELL, MET_CHANCE or FULL.
   `looked_at` is given at how many it has looked. No other function may be called in between. */
EXPORT int64_t solve_on(int64_t positions, int64_t *looked_at) {
    failed.kind = FINE;
    if (setjmp(way_out)) return -1;
    looks_left = positions;
    int how = KNOWN_WELL;
    while (looks_count) {
        looked *top = looked_top();
        trials_used = 0;
        if (top->next == top->L.count) {
            left_top();
            if (looks_count) take_in();
            continue;
        }
        const int number = ((int *)(orders.at + top->order))[top->next++];
        const int floor = top->least > top->alpha ? top->least : top->alpha;
        const int depth = top->depth - 1, seat = top->seat, beta = top->beta;
        const option o = option_at(&top->L, number);
        state *S = trial_space();
        key_read(S, met_positions.bytes.at + memo_entry(&met_positions, top->entry)->at);
        course after = {S, 0, -1};
        list L;
        begin(&L);
        apply(&after, &o, &L);
        how = look_at(S, &L, depth, seat ? -beta : floor, seat ? -floor : beta);
        if (how == OPENED) continue;
        give_up(&L);
        if (how != KNOWN_WELL) {
            looked_top()->next--;
            break;
        }
        take_in();
    }
    *looked_at = positions - looks_left;
    return looks_count ? how : KNOWN_WELL;
}

/* What is known of a vector: least, most, the number of the best option (-1: none); whether it was
   searched or is an end. */
EXPORT int64_t solve_known(const int64_t *v, int64_t *into) {
    ENTRY;
    opened(v);
    into[2] = -1;
    if (!IS_OVER(now) && IS_CHANCE[NODE_OF(now)]) return 0;
    if (IS_OVER(now)) {
        came_to_end(now);
        into[0] = came_least;
        into[1] = came_most;
        return 1;
    }
    in_any_order(now);
    const met *found = memo_find(&met_positions, now, hash_of(now));
    if (!found) return 0;
    const known *at = known_at((int)(found - memo_entry(&met_positions, 0)));
    if (at->depth < 0) return 0;
    into[0] = at->least;
    into[1] = at->most;
    into[2] = at->best;
    return 1;
}

#endif
