/* Sets as machine words: of things below 31 as ints, below 64 as words, below 128 as set2, and
   arrays of words beyond. The functions of a type T end in _T:

     count    how many members            lowest  the first member, or -1
     nth      member number k, from 0     holds   whether it has a member, which may be any number
     single   the set of one thing, empty if that is not below size
     next     the first member behind a thing
     has      whether a wide set has a member, which is below its bits

   Those of wide sets have functions for what are operators of the others. */

typedef uint64_t word;
typedef unsigned __int128 set2;

#define SET2(high, low) ((set2)(high) << 64 | (low))
#define INLINE static inline __attribute__((always_inline, unused))
#define LIKELY(test) __builtin_expect(!!(test), 1)
#define RARE(test) __builtin_expect(!!(test), 0)

INLINE int count_word(word s) { return __builtin_popcountll(s); }
INLINE int count_int(int s) { return __builtin_popcount((unsigned)s); }
INLINE int count_set2(set2 s) { return count_word((word)s) + count_word((word)(s >> 64)); }

INLINE int first_word(word s) { return __builtin_ctzll(s); }
INLINE int first_int(int s) { return __builtin_ctz((unsigned)s); }
INLINE int first_set2(set2 s) {
    return (word)s ? first_word((word)s) : 64 + first_word((word)(s >> 64));
}

INLINE int last_word(word s) { return 63 - __builtin_clzll(s); }
INLINE int last_int(int s) { return 31 - __builtin_clz((unsigned)s); }
INLINE int last_set2(set2 s) {
    return s >> 64 ? 64 + last_word((word)(s >> 64)) : last_word((word)s);
}

INLINE int lowest_word(word s) { return s ? first_word(s) : -1; }
INLINE int lowest_int(int s) { return s ? first_int(s) : -1; }
INLINE int lowest_set2(set2 s) { return s ? first_set2(s) : -1; }

INLINE int nth_word(word s, int k) {
#ifdef __BMI2__
    return first_word(__builtin_ia32_pdep_di((word)1 << k, s));
#else
    int at = 0;
    for (int half = 32; half; half >>= 1) {
        int below = count_word(s >> at & (((word)1 << half) - 1));
        if (k >= below) {
            k -= below;
            at += half;
        }
    }
    return at;
#endif
}
INLINE int nth_int(int s, int k) { return nth_word((word)s, k); }
INLINE int nth_set2(set2 s, int k) {
    int below = count_word((word)s);
    return k < below ? nth_word((word)s, k) : 64 + nth_word((word)(s >> 64), k - below);
}

INLINE int holds_word(word s, int64_t i) { return i >= 0 && i < 64 && s >> i & 1; }
INLINE int holds_int(int s, int64_t i) { return i >= 0 && i < 31 && s >> i & 1; }
INLINE int holds_set2(set2 s, int64_t i) { return i >= 0 && i < 128 && (int)(s >> i & 1); }

INLINE word single_word(int64_t i, int size) { return i >= 0 && i < size ? (word)1 << i : 0; }
INLINE int single_int(int64_t i, int size) { return i >= 0 && i < size ? 1 << i : 0; }
INLINE set2 single_set2(int64_t i, int size) { return i >= 0 && i < size ? (set2)1 << i : 0; }

#define WIDE(T, N)                                                                                 \
    typedef struct { word w[N]; } T;                                                               \
    typedef struct { T set; int at; } each_##T; /* a set, and the member that a loop is at */      \
    static const T empty_##T __attribute__((unused)) = {{0}};                                      \
    INLINE T T##_of_words(const word *w, int n) {                                                  \
        T r;                                                                                       \
        for (int i = 0; i < N; i++) r.w[i] = i < n ? w[i] : 0;                                     \
        return r;                                                                                  \
    }                                                                                              \
    INLINE T T##_of(set2 s) {                                                                      \
        T r = {{(word)s, (word)(s >> 64)}};                                                        \
        return r;                                                                                  \
    }                                                                                              \
    INLINE set2 low_##T(T s) { return SET2(s.w[1], s.w[0]); }                                      \
    INLINE T or_##T(T a, T b) {                                                                    \
        for (int i = 0; i < N; i++) a.w[i] |= b.w[i];                                              \
        return a;                                                                                  \
    }                                                                                              \
    INLINE T and_##T(T a, T b) {                                                                   \
        for (int i = 0; i < N; i++) a.w[i] &= b.w[i];                                              \
        return a;                                                                                  \
    }                                                                                              \
    INLINE T less_##T(T a, T b) {                                                                  \
        for (int i = 0; i < N; i++) a.w[i] &= ~b.w[i];                                             \
        return a;                                                                                  \
    }                                                                                              \
    INLINE int any_##T(T a) {                                                                      \
        word found = 0;                                                                            \
        for (int i = 0; i < N; i++) found |= a.w[i];                                               \
        return found != 0;                                                                         \
    }                                                                                              \
    INLINE int same_##T(T a, T b) {                                                                \
        word found = 0;                                                                            \
        for (int i = 0; i < N; i++) found |= a.w[i] ^ b.w[i];                                      \
        return !found;                                                                             \
    }                                                                                              \
    INLINE T up_##T(T a, int by) {                                                                 \
        T r;                                                                                       \
        int whole = by >> 6, part = by & 63;                                                       \
        for (int i = N - 1; i >= 0; i--) {                                                         \
            word high = i - whole >= 0 ? a.w[i - whole] : 0;                                       \
            word low = i - whole - 1 >= 0 ? a.w[i - whole - 1] : 0;                                \
            r.w[i] = part ? high << part | low >> (64 - part) : high;                              \
        }                                                                                          \
        return r;                                                                                  \
    }                                                                                              \
    INLINE T down_##T(T a, int by) {                                                               \
        T r;                                                                                       \
        int whole = by >> 6, part = by & 63;                                                       \
        for (int i = 0; i < N; i++) {                                                              \
            word low = i + whole < N ? a.w[i + whole] : 0;                                         \
            word high = i + whole + 1 < N ? a.w[i + whole + 1] : 0;                                \
            r.w[i] = part ? low >> part | high << (64 - part) : low;                               \
        }                                                                                          \
        return r;                                                                                  \
    }                                                                                              \
    INLINE int count_##T(T a) {                                                                    \
        int found = 0;                                                                             \
        for (int i = 0; i < N; i++) found += count_word(a.w[i]);                                   \
        return found;                                                                              \
    }                                                                                              \
    INLINE int next_##T(const T *a, int behind) {                                                  \
        int at = behind + 1;                                                                       \
        if (at >= N * 64) return -1;                                                               \
        word rest = a->w[at >> 6] >> (at & 63);                                                    \
        if (rest) return at + first_word(rest);                                                    \
        for (int i = (at >> 6) + 1; i < N; i++)                                                    \
            if (a->w[i]) return i * 64 + first_word(a->w[i]);                                      \
        return -1;                                                                                 \
    }                                                                                              \
    INLINE int lowest_##T(T a) { return next_##T(&a, -1); }                                        \
    INLINE int first_##T(T a) { return next_##T(&a, -1); }                                         \
    INLINE int last_##T(T a) {                                                                     \
        for (int i = N - 1; i >= 0; i--)                                                           \
            if (a.w[i]) return i * 64 + last_word(a.w[i]);                                         \
        return -1;                                                                                 \
    }                                                                                              \
    INLINE int nth_##T(T a, int k) {                                                               \
        for (int i = 0; i < N; i++) {                                                              \
            int below = count_word(a.w[i]);                                                        \
            if (k < below) return i * 64 + nth_word(a.w[i], k);                                    \
            k -= below;                                                                            \
        }                                                                                          \
        return -1;                                                                                 \
    }                                                                                              \
    INLINE int holds_##T(T a, int64_t i) {                                                         \
        return i >= 0 && i < N * 64 && a.w[i >> 6] >> (i & 63) & 1;                                \
    }                                                                                              \
    INLINE int has_##T(T a, int i) { return (int)(a.w[i >> 6] >> (i & 63) & 1); }                  \
    INLINE T single_##T(int64_t i, int size) {                                                     \
        T r = {{0}};                                                                               \
        if (i >= 0 && i < size) r.w[i >> 6] = (word)1 << (i & 63);                                 \
        return r;                                                                                  \
    }
