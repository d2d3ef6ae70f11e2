/* Walks: positions of so many words, each come to once, in the order in which they were come to.
   The array of them may move when one is added. What is kept lasts for all walks of one kind.

   Where positions have few bits, those that were come to are marked in an array of bits. Else there
   is a hash table: a slot holds the round in which it was filled, then the number of the position;
   a slot of an earlier round is empty, so that nothing needs to be cleared. */

typedef struct { word *positions, *slots, round; int count, room, size; } walk;

INLINE void walk_begin(walk *w) {
    w->count = 0;
    w->round++;
    if (RARE(w->round >> 32)) {
        memset(w->slots, 0, w->size * sizeof(word));
        w->round = 1;
    }
}

static void __attribute__((noinline, cold, unused)) walk_grow(walk *w, int words) {
    const int room = w->room ? 2 * w->room : 64;
    word *more = realloc(w->positions, (size_t)room * words * sizeof(word));
    if (!more) fail(NO_MEMORY, 0, 0, 0);
    w->positions = more;
    w->room = room;
}

/* Add a position that is new. */
INLINE void walk_add(walk *w, const word *p, int words, int number) {
    if (RARE(w->count == MAX_POSITIONS)) fail(TOO_FAR, number, 0, 0);
    if (RARE(w->count == w->room)) walk_grow(w, words);
    for (int i = 0; i < words; i++) w->positions[(size_t)w->count * words + i] = p[i];
    w->count++;
}

INLINE void visit_dense(walk *w, word *seen, word p, int number) {
    const word bit = (word)1 << (p & 63);
    if (seen[p >> 6] & bit) return;
    walk_add(w, &p, 1, number);
    seen[p >> 6] |= bit;
}

/* The slot of a position, or an empty one. */
INLINE word *walk_slot(const walk *w, const word *p, int words) {
    word hash = 0;
    for (int i = 0; i < words; i++) hash = mixed((hash ^ p[i]) + GOLDEN);
    for (size_t at = hash & (word)(w->size - 1);; at = (at + 1) & (size_t)(w->size - 1)) {
        const word slot = w->slots[at];
        if (slot >> 32 != w->round) return &w->slots[at];
        const word *other = w->positions + (slot & 0xffffffff) * words;
        int i = 0;
        while (i < words && p[i] == other[i]) i++;
        if (i == words) return &w->slots[at];
    }
}

static void __attribute__((noinline, cold, unused)) walk_widen(walk *w, int words) {
    const int size = w->size ? 2 * w->size : 128;
    word *slots = calloc(size, sizeof(word));
    if (!slots) fail(NO_MEMORY, 0, 0, 0);
    free(w->slots);
    w->slots = slots;
    w->size = size;
    for (int i = 0; i < w->count; i++)
        *walk_slot(w, w->positions + (size_t)i * words, words) = w->round << 32 | (word)i;
}

INLINE void visit(walk *w, const word *p, int words, int number) {
    if (RARE(2 * w->count >= w->size)) walk_widen(w, words);
    word *slot = walk_slot(w, p, words);
    if (*slot >> 32 == w->round) return;
    walk_add(w, p, words, number);
    *slot = w->round << 32 | (word)(w->count - 1);
}

/* An outcome that says that the result would keep a value that cannot be carried. */
INLINE void kept_within(int outcome, int goes_on, int number) {
    if (RARE(outcome < goes_on)) fail(STRAYED_UNSEEN, number, 0, goes_on - 1 - outcome);
}

/* A value that a walk is to carry, outside its type. */
INLINE void carried(int64_t value, int64_t least, int64_t most, int number, int which) {
    if (RARE(value < least || value > most)) fail(STRAYED, number, value, which);
}
