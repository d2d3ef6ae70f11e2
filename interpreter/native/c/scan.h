/* Which elements of a row of bytes have a value, as a set of at most 64 things. A part of the row
   may be looked at twice, nothing beside it is. */

/* Of eight of them: what is the value becomes 0, and of each byte that is 0 one bit is gathered. */
INLINE word eight_with(const int8_t *row, int8_t value) {
    const word low = 0x7f7f7f7f7f7f7f7full;
    word x;
    memcpy(&x, row, 8);
    x ^= 0x0101010101010101ull * (uint8_t)value;
    x = ~((x & low) + low | x | low) >> 7;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x * 0x0102040810204080ull >> 56;
}

#ifdef __SSE2__
typedef char bytes16 __attribute__((vector_size(16)));

INLINE word sixteen_with(const int8_t *row, int8_t value) {
    bytes16 x;
    memcpy(&x, row, 16);
    return (unsigned)__builtin_ia32_pmovmskb128((bytes16)(x == (char)value));
}
#else
INLINE word sixteen_with(const int8_t *row, int8_t value) {
    return eight_with(row, value) | eight_with(row + 8, value) << 8;
}
#endif

INLINE word bytes_with(const int8_t *row, int size, int value) {
    word found = 0;
    int i = 0;
    if (value != (int8_t)value) return 0;
    for (; i + 16 <= size; i += 16) found |= sixteen_with(row + i, value) << i;
    if (i == size) return found;
    if (size >= 16) return found | sixteen_with(row + size - 16, value) << (size - 16);
    for (; i + 8 <= size; i += 8) found |= eight_with(row + i, value) << i;
    if (i == size) return found;
    if (size >= 8) return found | eight_with(row + size - 8, value) << (size - 8);
    for (; i < size; i++) found |= (word)(row[i] == value) << i;
    return found;
}

/* How many of some words are equal to one; eight at a time, since a test that they are is as long
   as a test of one. */
typedef word words8 __attribute__((vector_size(64)));

static int __attribute__((unused)) words_alike(const word *row, int size, word value) {
    int i = 0, found = 0;
    if (size >= 8) {
        words8 alike = {0}, part;
        for (; i + 8 <= size; i += 8) {
            memcpy(&part, row + i, sizeof part);
            alike += (words8)(part == value);
        }
        for (int k = 0; k < 8; k++) found -= (int)alike[k];
    }
    for (; i < size; i++) found += row[i] == value;
    return found;
}

/* Which bytes of two rows differ: of so many at a time. */
#ifdef __AVX2__
#define DIFFERING 32
typedef char bytes32 __attribute__((vector_size(32)));

INLINE word differing(const void *one, const void *other) {
    bytes32 x, y;
    memcpy(&x, one, sizeof x);
    memcpy(&y, other, sizeof y);
    return (unsigned)~__builtin_ia32_pmovmskb256((bytes32)(x == y));
}
#elif defined __SSE2__
#define DIFFERING 16

INLINE word differing(const void *one, const void *other) {
    bytes16 x, y;
    memcpy(&x, one, sizeof x);
    memcpy(&y, other, sizeof y);
    return (unsigned)__builtin_ia32_pmovmskb128((bytes16)(x == y)) ^ 0xffff;
}
#else
#define DIFFERING 8

INLINE word differing(const void *one, const void *other) {
    word x, y, found = 0;
    memcpy(&x, one, sizeof x);
    memcpy(&y, other, sizeof y);
    if (x != y)
        for (int i = 0; i < 8; i++)
            found |= (word)(((const char *)one)[i] != ((const char *)other)[i]) << i;
    return found;
}
#endif

/* For each element in which two rows differ. */
#define EACH_DIFFERING(i, one, other, size, ...)                                                   \
    do {                                                                                           \
        enum { SIZE_ = sizeof *(one), PART_ = DIFFERING / SIZE_ };                                 \
        int at_ = 0;                                                                               \
        for (; at_ + PART_ <= (size); at_ += PART_)                                                \
            for (word left_ = differing((one) + at_, (other) + at_); left_;) {                     \
                const int in_ = first_word(left_) / SIZE_, i = at_ + in_;                          \
                left_ &= ~((((word)1 << SIZE_) - 1) << in_ * SIZE_);                               \
                __VA_ARGS__                                                                        \
            }                                                                                      \
        for (; at_ < (size); at_++)                                                                \
            if ((one)[at_] != (other)[at_]) { const int i = at_; __VA_ARGS__ }                     \
    } while (0)

/* The elements of a row of bytes that are at least so much. */
#ifdef __SSE2__
typedef signed char signed16 __attribute__((vector_size(16)));

INLINE word sixteen_from(const int8_t *row, const int8_t *other, int8_t least) {
    signed16 x;
    memcpy(&x, row, 8);
    memcpy((char *)&x + 8, other, 8);
    return (unsigned)__builtin_ia32_pmovmskb128((bytes16)(x >= least));
}
#endif

INLINE word bytes_from(const int8_t *row, int size, int64_t least) {
    word found = 0;
    int i = 0;
    if (least > 127) return 0;
    if (least < -128) least = -128;
#ifdef __SSE2__
    for (; i + 16 <= size; i += 16) found |= sixteen_from(row + i, row + i + 8, least) << i;
    if (i == size) return found;
    if (size >= 8) {
        const word last = sixteen_from(row + (size - i >= 8 ? i : size - 8), row + size - 8, least);
        if (size - i >= 8) found |= (last & 255) << i;
        return found | (last >> 8) << (size - 8);
    }
#endif
    for (; i < size; i++) found |= (word)(row[i] >= least) << i;
    return found;
}

/* Of some things those that are the first with what they have: in `kept` stand the sets of the things
   that have the same. Of 32 bytes at a time; sets may be looked at twice. */
#define FIRSTS(T, WIDE)                                                                            \
    typedef T WIDE __attribute__((vector_size(32)));                                               \
    INLINE T firsts_##T(const T *kept, int count, T among) {                                       \
        enum { PART_ = 32 / sizeof(T) };                                                           \
        T found = 0;                                                                               \
        int i = 0;                                                                                 \
        if (count >= PART_) {                                                                      \
            WIDE all = {0}, part;                                                                  \
            word words[4];                                                                         \
            for (;;) {                                                                             \
                memcpy(&part, kept + i, sizeof part);                                              \
                part &= among;                                                                     \
                all |= part & -part;                                                               \
                if (i + PART_ == count) break;                                                     \
                i = i + 2 * PART_ <= count ? i + PART_ : count - PART_;                            \
            }                                                                                      \
            memcpy(words, &all, sizeof words);                                                     \
            words[0] |= words[1] | words[2] | words[3];                                            \
            return (T)(words[0] | (sizeof(T) < 8 ? words[0] >> 32 : 0));                           \
        }                                                                                          \
        for (; i < count; i++) found |= kept[i] & among & -(kept[i] & among);                      \
        return found;                                                                              \
    }
FIRSTS(int, ints8)
FIRSTS(word, words4)

/* Of some sets that follow one another those that have at most one member in common with a set. */
#define FEW(T, WIDE)                                                                               \
    INLINE T few_##T(const T *kept, int count, T among) {                                          \
        enum { PART_ = 32 / sizeof(T) };                                                           \
        T found = 0;                                                                               \
        int i = 0;                                                                                 \
        if (count >= PART_) {                                                                      \
            WIDE all = {0}, bits, part;                                                            \
            word words[4];                                                                         \
            for (int k = 0; k < PART_; k++) bits[k] = (T)1 << k;                                   \
            for (;;) {                                                                             \
                memcpy(&part, kept + i, sizeof part);                                              \
                part &= among;                                                                     \
                all |= (WIDE)((part & (part - 1)) == 0) & bits << i;                               \
                if (i + PART_ == count) break;                                                     \
                i = i + 2 * PART_ <= count ? i + PART_ : count - PART_;                            \
            }                                                                                      \
            memcpy(words, &all, sizeof words);                                                     \
            words[0] |= words[1] | words[2] | words[3];                                            \
            return (T)(words[0] | (sizeof(T) < 8 ? words[0] >> 32 : 0));                           \
        }                                                                                          \
        for (; i < count; i++) found |= (T)!(kept[i] & among & (kept[i] & among) - 1) << i;        \
        return found;                                                                              \
    }
FEW(int, ints8)
FEW(word, words4)

/* Copy a state; one of some size by parts of 16 bytes: it is read and changed by elements at once, and a
   processor waits longer for an element of what was stored in larger parts. */
#ifdef __SSE2__
typedef char part16 __attribute__((vector_size(16), may_alias));
#define COPY(to, from, size)                                                                       \
    do {                                                                                           \
        if ((size) < 128 || (size) > 512 || (size) % 16) {                                        \
            memcpy(to, from, size);                                                                \
        } else {                                                                                   \
            _Pragma("GCC unroll 32")                                                               \
            for (size_t i = 0; i < (size) / 16; i++)                                               \
                ((part16 *)(to))[i] = ((const part16 *)(from))[i];                                 \
        }                                                                                          \
    } while (0)
#else
#define COPY(to, from, size) memcpy(to, from, size)
#endif

/* The hash of a value, of so many bits. */
#define HASH(value, bits) ((unsigned)(value) * 0x9E3779B1u >> (32 - (bits)))
