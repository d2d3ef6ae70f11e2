/* Options in canonical order. A list is a row of offers: one option, or the options of one
   alternative that differ in what is chosen last, as the set of that.

   In front of this stand MOST_BINDERS, and `offered`, the type of such sets. */

typedef struct { int alternative, values[MOST_BINDERS]; } option;

/* `from`: which of the things chosen is a member of the set; -1 for one option. */
typedef struct { int alternative, from, count, values[MOST_BINDERS]; offered members; } offering;

/* The offers of a list stand behind one another in `offerings` from its first on; the list that
   was begun last may grow. What lists options stops when there are `enough`. */
typedef struct { size_t first; int offers; int64_t count, enough; } list;

static store offerings;

INLINE void begin(list *L) {
    L->first = offerings.used;
    L->offers = 0;
    L->count = 0;
    L->enough = INT64_MAX;
}

/* Give up a list and all that were begun after it. */
INLINE void give_up(list *L) { offerings.used = L->first; }

INLINE offering *offer_at(const list *L, int i) {
    return (offering *)(offerings.at + L->first) + i;
}

/* What offers nothing is written over by the next: whether a set is empty is hard to foretell. */
INLINE void add_offer(list *L, offering made) {
    const size_t at = room(&offerings, sizeof made);
    *(offering *)(offerings.at + at) = made;
    offerings.used = made.count ? at + sizeof made : at;
    L->offers += made.count != 0;
    L->count += made.count;
}

#define offer(L, number, ...)                                                                      \
    do {                                                                                           \
        add_offer(L, (offering){.alternative = number, .from = -1, .count = 1,                     \
                                .values = {__VA_ARGS__}});                                         \
        if (RARE(L->count >= L->enough)) return;                                                   \
    } while (0)

/* The same of each member of a set of a type, behind what else is chosen: so many things. */
#define OFFER_SET(T, L, number, set, place, ...)                                                   \
    do {                                                                                           \
        const T set_ = set;                                                                        \
        const int size_ = count_##T(set_);                                                         \
        add_offer(L, (offering){.alternative = number, .from = place, .count = size_,              \
                                .values = {__VA_ARGS__}, .members = OFFERED_##T(set_)});           \
        if (RARE(L->count >= L->enough)) return;                                                   \
    } while (0)

/* Where the first option alone is looked for, it is this, or that of the first member of a set. */
#define FIRST(number, ...)                                                                         \
    do {                                                                                           \
        *took = (option){number, {__VA_ARGS__}};                                                   \
        return 1;                                                                                  \
    } while (0)
#define FIRST_OF(T, number, set, place, ...)                                                       \
    do {                                                                                           \
        const int first_ = lowest_##T(set);                                                        \
        if (first_ >= 0) {                                                                         \
            *took = (option){number, {__VA_ARGS__}};                                               \
            took->values[place] = first_;                                                          \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

/* Option number k of a row of offers, and of a list. */
INLINE option option_among(const offering *at, int64_t k) {
    while (k >= at->count) k -= at++->count;
    option o = {.alternative = at->alternative};
    memcpy(o.values, at->values, sizeof o.values);
    if (at->from >= 0) o.values[at->from] = nth_offered(at->members, (int)k);
    return o;
}

INLINE option option_at(const list *L, int64_t k) { return option_among(offer_at(L, 0), k); }

INLINE void withdraw(offering *from, int x) {
    from->members = without_offered(from->members, x);
    from->count--;
}

/* Keep the options `o` of an offer for which a test holds. Lists that the test makes are given up by
   it; the store of offers may move meanwhile. */
#define FILTER_OFFER(from_, test)                                                                  \
    do {                                                                                           \
        offering now_ = *(from_);                                                                  \
        option o = {.alternative = now_.alternative};                                              \
        memcpy(o.values, now_.values, sizeof o.values);                                            \
        if (now_.from < 0 && now_.count) now_.members = FIRST_OFFERED;                             \
        if (now_.count)                                                                            \
            EACH_OFFERED(x_, now_.members, {                                                       \
                if (now_.from >= 0) o.values[now_.from] = x_;                                      \
                if (test) continue;                                                                \
                if (now_.from < 0) (from_)->count = 0;                                             \
                else withdraw(from_, x_);                                                          \
            })                                                                                     \
    } while (0)

/* The same for a list, in its order. */
#define FILTER(L, test)                                                                            \
    do {                                                                                           \
        int64_t left_ = 0;                                                                         \
        for (int i_ = 0; i_ < (L)->offers; i_++) {                                                 \
            FILTER_OFFER(offer_at(L, i_), test);                                                   \
            left_ += offer_at(L, i_)->count;                                                       \
        }                                                                                          \
        (L)->count = left_;                                                                        \
    } while (0)

/* Some values in ascending order, each that is below a size once; how many they are. */
static int __attribute__((unused)) sorted(int64_t *list, int count, int64_t size) {
    int found = 0;
    for (int i = 0; i < count; i++) {
        int64_t value = list[i];
        int at = found;
        if (value < 0 || value >= size) continue;
        while (at > 0 && list[at - 1] > value) at--;
        if (at > 0 && list[at - 1] == value) continue;
        memmove(list + at + 1, list + at, (found - at) * sizeof *list);
        list[at] = value;
        found++;
    }
    return found;
}
