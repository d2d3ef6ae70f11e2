/* States met in a search.

   A state is kept as its bytes, with what it remembers, and with its score or how many sequences
   lead to it. */

#define SCORES (DUTIES ? DUTIES : 1)

typedef struct { word hash, times; size_t at, length; int64_t score[SCORES]; } met;
typedef struct { store bytes, entries; int *slots; int count, size, alone; } memo;

static met *memo_entry(const memo *m, int i) { return (met *)m->entries.at + i; }

static void memo_clear(memo *m) {
    if (m->alone)
        m->alone = 0;
    else if (m->count * 16 > m->size)
        memset(m->slots, 0, m->size * sizeof *m->slots);
    else
        for (int i = 0; i < m->count; i++) {
            int at = (int)(memo_entry(m, i)->hash & (word)(m->size - 1));
            while (m->slots[at] != i + 1) at = (at + 1) & (m->size - 1);
            m->slots[at] = 0;
        }
    m->bytes.used = m->entries.used = m->count = 0;
}

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
        m->slots = widened(m->slots, size);
        m->size = size;
        for (int i = 0; i < m->count; i++)
            slotted(m->slots, size, memo_entry(m, i)->hash, i + 1);
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

/* Most searches end at the first state or behind it. So it is `alone` at first, without a hash,
   until another is looked for. `hash` is that of the state that is looked for, if there are any. */

static met *memo_alone(memo *m, const state *S) {
    const size_t length = key_length(S), at = room(&m->bytes, length);
    key_written(S, m->bytes.at + at);
    room(&m->entries, sizeof(met));
    m->count = m->alone = 1;
    *memo_entry(m, 0) = (met){.at = at, .length = length};
    return memo_entry(m, 0);
}

static met *memo_sought(memo *m, const state *S, word *hash) {
    if (!m->count) return 0;
    if (m->alone) {
        state *first = trial_space();
        key_read(first, m->bytes.at + memo_entry(m, 0)->at);
        const met entry = *memo_entry(m, 0);
        m->alone = m->count = 0;
        m->bytes.used = m->entries.used = 0;
        met *again = memo_add(m, first, hash_of(first));
        again->times = entry.times;
        memcpy(again->score, entry.score, sizeof entry.score);
        trials_used--;
    }
    *hash = hash_of(S);
    return memo_find(m, S, *hash);
}

static met *memo_new(memo *m, const state *S, word hash) {
    return m->count ? memo_add(m, S, hash) : memo_alone(m, S);
}
