/* What every native program stands on: errors, memory that lasts as long as a call, random numbers,
   arithmetic of the program form. */

#include <limits.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sets.h"
#include "scan.h"

/* ---- errors ------------------------------------------------------------------------------------

   An error of the rules leaves the call at once, by a jump; what it is stands in `failed`, which
   the one who called reads. Nothing needs to be tidied up: memory belongs to the library, of which
   one function is called at a time. */

enum failure {
    FINE,
    BROKEN,      /* a store: number of the demand, the value */
    INVARIANT,   /* number of the invariant */
    NO_OPTION,   /* the node */
    ENDLESS,     /* the node where nothing was possible last, or -1 */
    EXCEEDED,    /* a duty: its number, the value, the most it may be */
    LONG_TURN,   /* the first duty that binds */
    LONG_REST,   /* node, alternative */
    TOO_FAR,     /* a walk that comes to too many positions: its number */
    STRAYED,     /* a value that a walk carries: the walk, the value, which it is */
    STRAYED_UNSEEN, /* the same, without the value */
    NO_MEMORY,
    TOO_MANY,    /* a number of the tree that needs more than 64 bits */
};

typedef struct { int64_t kind, number, value, most; } failing;

static failing failed;
static jmp_buf way_out;

static void __attribute__((noinline, cold, noreturn, unused))
fail(int kind, int64_t number, int64_t value, int64_t most) {
    failed = (failing){kind, number, value, most};
    longjmp(way_out, 1);
}

INLINE void demand(int64_t value, int64_t low, int64_t high, int number) {
    if (RARE(value < low || value > high)) fail(BROKEN, number, value, 0);
}

/* ---- the flow ---------------------------------------------------------------------------------- */

/* What a block returns: n, go on at block n; AT_NODE(n), wait at node n; OVER, the game has ended.
   BACK is added for an edge that leads back, TURN where a whole turn is over. */
#define BACK 1000000
#define TURN 1000000000
#define OVER (-1000000000)
#define AT_NODE(number) (-1 - (number))
/* What an option is entered by: this and its number among those of all nodes. */
#define ENTERS 100000000

/* ---- memory ------------------------------------------------------------------------------------

   A store is an array that grows and is used as a stack; items are named by their numbers, since
   the array may move. */

typedef struct { char *at; size_t used, size; } store;

static void __attribute__((noinline, cold, unused)) grow(store *s, size_t need) {
    size_t size = s->size ? s->size : 4096;
    while (size < need) size *= 2;
    char *at = realloc(s->at, size);
    if (!at) fail(NO_MEMORY, 0, 0, 0);
    s->at = at;
    s->size = size;
}

/* Room for so many bytes behind what is used; where it begins. */
INLINE size_t room(store *s, size_t bytes) {
    size_t at = s->used;
    if (RARE(at + bytes > s->size)) grow(s, at + bytes);
    s->used = at + bytes;
    return at;
}

/* The slots of a table of hashes hold the numbers of items from 1, 0 where a slot is free; there are
   a power of two of them. `widened` are so many free ones in the place of fewer; `slotted` gives an
   item the first free slot from where its hash points. */
static int __attribute__((noinline, cold, unused)) *widened(int *slots, int64_t size) {
    int *more = realloc(slots, (size_t)size * sizeof *more);
    if (!more) fail(NO_MEMORY, 0, 0, 0);
    memset(more, 0, (size_t)size * sizeof *more);
    return more;
}

static void __attribute__((unused)) slotted(int *slots, int64_t size, word hash, int number) {
    word at = hash & (word)(size - 1);
    while (slots[at]) at = (at + 1) & (word)(size - 1);
    slots[at] = number;
}

/* Words in ascending order; mostly they are but for the last. */
static void __attribute__((unused)) sort_words(word *list, int count) {
    for (int i = 1; i < count; i++) {
        const word each = list[i];
        int at = i;
        for (; at > 0 && list[at - 1] > each; at--) list[at] = list[at - 1];
        list[at] = each;
    }
}

/* ---- constant data -----------------------------------------------------------------------------

   A long array of numbers is told by runs, column by column: so many entries, the first, and by how
   much each is more than the one before it. */

typedef struct { int count, first, step; } stretch;

static void __attribute__((cold, unused))
lay_out(void *to, size_t bytes, int entries, int width, const stretch *runs) {
    for (int column = 0; column < width; column++)
        for (int at = column; at < entries; runs++)
            for (int i = 0; i < runs->count; i++, at += width) {
                const int value = runs->first + i * runs->step;
                if (bytes == 1) ((int8_t *)to)[at] = (int8_t)value;
                else if (bytes == 2) ((int16_t *)to)[at] = (int16_t)value;
                else ((int32_t *)to)[at] = value;
            }
}

/* ---- random numbers: see state/rng.py ---------------------------------------------------------- */

#define GOLDEN 0x9E3779B97F4A7C15ull

INLINE word mixed(word n) {
    n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9ull;
    n = (n ^ n >> 27) * 0x94D049BB133111EBull;
    return n ^ n >> 31;
}

INLINE word random_word(word *state) { return mixed(*state += GOLDEN); }

INLINE word spread(word n) { return n ^ n >> 32; }

/* A hash of so many bytes, a multiple of 16: of four parts of 16 that do not wait for each other. */
INLINE word folded(word h, const char *at) {
    word part[2];
    memcpy(part, at, 16);
    const set2 both = (set2)(h ^ part[0]) * (part[1] ^ GOLDEN);
    return (word)both ^ (word)(both >> 64);
}

static word __attribute__((unused)) hash_of_bytes(const char *at, size_t bytes) {
    word h[4] = {1, 2, 3, 4};
    size_t i = 0;
    for (; i + 64 <= bytes; i += 64)
        for (int k = 0; k < 4; k++) h[k] = folded(h[k], at + i + 16 * k);
    for (int k = 0; i < bytes; i += 16) {
        h[k] = folded(h[k], at + i);
        k++;
    }
    return mixed(mixed(mixed(mixed(h[0]) ^ h[1]) ^ h[2]) ^ h[3]);
}

/* 2**64 divided by small bounds, so that a rest takes a multiplication. */
#define BOUNDS 1024
static word inverse[BOUNDS];

static void __attribute__((constructor)) inverses(void) {
    for (word i = 2; i < BOUNDS; i++) inverse[i] = (word)(((set2)1 << 64) / i);
}

INLINE word rest_by(word x, word bound) {
    if (RARE(bound >= BOUNDS)) return x % bound;
    const word rest = x - (word)((set2)x * inverse[bound] >> 64) * bound;
    return bound < 2 ? 0 : rest >= bound ? rest - bound : rest;
}

/* A number below a bound, each equally likely. */
INLINE word random_below(word *state, word bound) {
    for (;;) {
        word x = random_word(state);
        if (LIKELY(x >= bound) || x >= -bound % bound) return rest_by(x, bound);
    }
}

/* The same, for a bound that the compiler knows. */
INLINE word random_of(word *state, word bound) {
    for (;;) {
        word x = random_word(state);
        if (LIKELY(x >= bound) || x >= -bound % bound) return x % bound;
    }
}

/* What all streams of a game begin with, and the stream of a name. */
INLINE word stream_of_game(word seed, word index) {
    return mixed((mixed(seed + GOLDEN) ^ index) + GOLDEN);
}
INLINE word stream_on(word state, char letter) {
    return mixed((state ^ (unsigned char)letter) + GOLDEN);
}

/* ---- arithmetic of the program form ------------------------------------------------------------ */

/* A thing as a thing of another type; none stays none. */
INLINE int moved(int value, int by) { return value < 0 ? -1 : value + by; }

/* What one element adds to the hash of a position: see ir/positions.py. */
INLINE word position_part(word place, int64_t value) {
    return mixed((place << 32) + (word)(value + 2) + GOLDEN);
}
