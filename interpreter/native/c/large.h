/* Sets of more things than are handed on by value. A set has its words, and for each word a bit
   that says whether it is empty: what an empty word holds means nothing, so that a set of a few
   things costs what these cost, however many it could have. In front of this, LARGE_WORDS says how
   many words the largest set needs.

   Sets are handed on by pointers. A function that makes a set makes it in the first one, and returns
   that; it may be one of the sets that it is made of where that is said (`in place`). */

#define LARGE_SOME ((LARGE_WORDS + 63) / 64)

typedef struct { word some[LARGE_SOME], w[LARGE_WORDS]; } large;

#define UNUSED __attribute__((unused))

static const large empty_large UNUSED = {{0}};

INLINE int has_word(const large *s, int i) { return s->some[i >> 6] >> (i & 63) & 1; }
INLINE word word_of(const large *s, int i) { return has_word(s, i) ? s->w[i] : 0; }

/* Each word `i` that is not empty, of those that `which` says of 64 words from `from` on. */
#define EACH_WORD(i, from, which)                                                                  \
    for (word left_##i = which; left_##i; left_##i &= left_##i - 1)                                \
        for (int i = (from) + first_word(left_##i), once_##i = 1; once_##i; once_##i = 0)
#define EACH_WORD_OF(i, s)                                                                         \
    for (int at_##i = 0; at_##i < LARGE_SOME; at_##i++)                                            \
        EACH_WORD(i, at_##i * 64, (s)->some[at_##i])

INLINE large *clear_large(large *r) {
    for (int i = 0; i < LARGE_SOME; i++) r->some[i] = 0;
    return r;
}

static UNUSED large *copy_large(large *r, const large *a) {
    EACH_WORD_OF(i, a) r->w[i] = a->w[i];
    for (int i = 0; i < LARGE_SOME; i++) r->some[i] = a->some[i];
    return r;
}

/* Give a word of a set more members. */
INLINE void add_word(large *r, int i, word more) {
    if (!more) return;
    r->w[i] = has_word(r, i) ? r->w[i] | more : more;
    r->some[i >> 6] |= (word)1 << (i & 63);
}

/* Add a thing, unless it is none or not below a size; in place. */
INLINE large *put_large(large *r, int64_t i, int64_t size) {
    if (i >= 0 && i < size) add_word(r, (int)(i >> 6), (word)1 << (i & 63));
    return r;
}

/* Take a thing away; in place. */
INLINE large *take_large(large *r, int i) {
    if (has_word(r, i >> 6) && !(r->w[i >> 6] &= ~((word)1 << (i & 63))))
        r->some[i >> 12] &= ~((word)1 << (i >> 6 & 63));
    return r;
}

/* Add the members of another; in place. */
static UNUSED large *add_large(large *r, const large *a) {
    EACH_WORD_OF(i, a) add_word(r, i, a->w[i]);
    return r;
}

/* What two have in common, and what one has beside the other; in place of the first. */
static UNUSED large *and_large(large *r, const large *a, const large *b) {
    for (int at = 0; at < LARGE_SOME; at++) {
        word some = 0;
        EACH_WORD(i, at * 64, a->some[at] & b->some[at])
            if ((r->w[i] = a->w[i] & b->w[i])) some |= (word)1 << (i & 63);
        r->some[at] = some;
    }
    return r;
}

static UNUSED large *less_large(large *r, const large *a, const large *b) {
    for (int at = 0; at < LARGE_SOME; at++) {
        word some = 0;
        EACH_WORD(i, at * 64, a->some[at])
            if ((r->w[i] = a->w[i] & ~word_of(b, i))) some |= (word)1 << (i & 63);
        r->some[at] = some;
    }
    return r;
}

INLINE int any_large(const large *a) {
    word found = 0;
    for (int i = 0; i < LARGE_SOME; i++) found |= a->some[i];
    return found != 0;
}

/* Whether two have a member in common; whether one has a member that the other has not. */
static UNUSED int meet_large(const large *a, const large *b) {
    for (int at = 0; at < LARGE_SOME; at++)
        EACH_WORD(i, at * 64, a->some[at] & b->some[at])
            if (a->w[i] & b->w[i]) return 1;
    return 0;
}

static UNUSED int beyond_large(const large *a, const large *b) {
    EACH_WORD_OF(i, a)
        if (a->w[i] & ~word_of(b, i)) return 1;
    return 0;
}

static UNUSED int same_large(const large *a, const large *b) {
    for (int i = 0; i < LARGE_SOME; i++)
        if (a->some[i] != b->some[i]) return 0;
    EACH_WORD_OF(i, a)
        if (a->w[i] != b->w[i]) return 0;
    return 1;
}

INLINE int holds_large(const large *s, int64_t i) {
    return i >= 0 && i < LARGE_WORDS * 64 && word_of(s, (int)(i >> 6)) >> (i & 63) & 1;
}

static UNUSED int count_large(const large *s) {
    int found = 0;
    EACH_WORD_OF(i, s) found += count_word(s->w[i]);
    return found;
}

/* The first member behind a thing, or -1. */
INLINE int next_large(const large *s, int behind) {
    const int thing = behind + 1, i = thing >> 6;
    if (thing >= LARGE_WORDS * 64) return -1;
    const word rest = word_of(s, i) >> (thing & 63);
    if (rest) return thing + first_word(rest);
    word some = s->some[i >> 6] & ~(word)0 << (i & 63) << 1;
    for (int at = i >> 6;;) {
        if (some) {
            const int found = at * 64 + first_word(some);
            return found * 64 + first_word(s->w[found]);
        }
        if (++at >= LARGE_SOME) return -1;
        some = s->some[at];
    }
}

INLINE int lowest_large(const large *s) { return next_large(s, -1); }

/* How far a loop has come over a set that is not made, but told word by word: word `i`, what is
   `left` of it, and which words of the set that it is part of follow. */
typedef struct { int at, i; word some, left; } cursor;

INLINE int next_word(cursor *c, const large *s) {
    while (!c->some) {
        if (++c->at >= LARGE_SOME) return 0;
        c->some = s->some[c->at];
    }
    c->i = c->at * 64 + first_word(c->some);
    c->some &= c->some - 1;
    return 1;
}

/* For each member of a set that is part of another one; `word_` tells word `c.i` of it. */
#define EACH_TOLD(c, s, word_)                                                                     \
    for (cursor c = {.at = -1};                                                                    \
         ({ while (!c.left && next_word(&c, s)) c.left = (word_); c.left; });                      \
         c.left &= c.left - 1)

/* A word of the set of a thing that may be none. */
INLINE word word_with(int i, int thing) {
    return thing >= 0 && thing >> 6 == i ? (word)1 << (thing & 63) : 0;
}

static UNUSED int nth_large(const large *s, int k) {
    EACH_WORD_OF(i, s) {
        const int below = count_word(s->w[i]);
        if (k < below) return i * 64 + nth_word(s->w[i], k);
        k -= below;
    }
    return -1;
}

/* Add a set that is moved up, or down where `by` is negative, within a mask: a constant, of which
   every word means what it holds. */
static UNUSED large *moved_large(large *r, const large *s, int by, const large *mask) {
    const int whole = by >> 6, part = by & 63;
    EACH_WORD_OF(i, s) {
        const unsigned to = (unsigned)(i + whole);
        const word low = s->w[i] << part, high = part ? s->w[i] >> (64 - part) : 0;
        if (low && to < LARGE_WORDS) add_word(r, (int)to, low & mask->w[to]);
        if (high && to + 1 < LARGE_WORDS) add_word(r, (int)to + 1, high & mask->w[to + 1]);
    }
    return r;
}

/* ---- from and to words that stand in a row ------------------------------------------------------ */

static UNUSED large *large_of_words(large *r, const word *w, int n) {
    clear_large(r);
    for (int i = 0; i < n; i++) add_word(r, i, w[i]);
    return r;
}

INLINE large *large_of(large *r, set2 s) {
    const word w[2] = {(word)s, (word)(s >> 64)};
    return large_of_words(r, w, 2);
}

static UNUSED word *words_of_large(const large *s, word *w, int n) {
    for (int i = 0; i < n; i++) w[i] = i < LARGE_WORDS ? word_of(s, i) : 0;
    return w;
}

INLINE set2 low_large(const large *s) { return SET2(word_of(s, 1), word_of(s, 0)); }

/* Some members in a row, from number `first` on, as words. */
static UNUSED word *row_of_large(const large *s, int first, int size, word *w) {
    const int n = (size + 63) / 64, part = first & 63;
    for (int i = 0; i < n; i++) {
        const int from = (first >> 6) + i;
        w[i] = word_of(s, from) >> part;
        if (part && from + 1 < LARGE_WORDS) w[i] |= word_of(s, from + 1) << (64 - part);
    }
    if (size & 63) w[n - 1] &= ~(word)0 >> (64 - (size & 63));
    return w;
}

/* ---- what can be come to ------------------------------------------------------------------------

   A step adds to a set all that is one step from the members of another. */

typedef large *step_large(large *r, const large *s);

/* A set with all that can be come to from it through another; `r` is none of these. */
INLINE large *grown_large(large *r, const large *start, const large *over, step_large *step) {
    large front, next;
    copy_large(r, start);
    copy_large(&front, start);
    while (any_large(&front)) {
        and_large(&next, step(clear_large(&next), &front), over);
        add_large(r, less_large(&front, &next, r));
    }
    return r;
}

/* What is added to a set by steps backwards from its members that are in another: see
   passes/nodes.py. */
INLINE large *filled_large(large *r, const large *start, const large *over, step_large *step) {
    large front, next;
    copy_large(r, start);
    and_large(&front, start, over);
    while (any_large(&front)) {
        less_large(&next, step(clear_large(&next), &front), r);
        add_large(r, &next);
        and_large(&front, &next, over);
    }
    return r;
}
