/* What a seat sees of a state, as state/visibility.py says it: a row of numbers, as long for all
   states of a game, equal where the views are equal.

   Which elements of a vector these are is told by a row of numbers itself (native/views.py):
   stretches of elements that the seat always sees, as how many and for each its begin and length;
   then, as how many, for each noun of pieces whose place says who sees them: where their places
   begin, how many pieces there are, places, and places that somebody does not see; for each place
   twice the number of that among the latter, from 1 on, and one more if the seat sees into it; and
   the fields of pieces, as how many and for each its begin and how many elements a piece has. Of
   what is in a place that not everybody sees it is known how many are there. */

static store flat; /* the vector of the state that is looked at */

static const int64_t *vector_of(const state *S) {
    flat.used = 0;
    room(&flat, MOST_VECTOR * sizeof(int64_t));
    write_state(S, (int64_t *)flat.at);
    return (int64_t *)flat.at;
}

static const int64_t *look_at_pieces(
    const int64_t *view, const int64_t *v, int64_t **into
) {
    const int64_t *where = v + view[0], pieces = view[1], secret = view[3];
    const int64_t *places = view + 4, *fields = places + view[2];
    int64_t *out = *into, *counts = out;
    memset(counts, 0, (size_t)secret * sizeof *counts);
    out += secret;
    for (int64_t piece = 0; piece < pieces; piece++) {
        const int64_t place = places[where[piece]], shown = place & 1;
        if (place > 1) counts[place / 2 - 1]++;
        *out++ = shown;
        for (int64_t i = 0; i < fields[0]; i++)
            for (int64_t k = 0, width = fields[2 + 2 * i]; k < width; k++)
                *out++ = shown ? v[fields[1 + 2 * i] + piece * width + k] : 0;
    }
    *into = out;
    return fields + 1 + 2 * fields[0];
}

/* Write what is seen of a state behind one another: how many numbers. */
static int64_t observed(const int64_t *view, const state *S, int64_t *into) {
    const int64_t *v = vector_of(S);
    int64_t *out = into, runs = *view++;
    for (; runs > 0; runs--, view += 2) {
        memcpy(out, v + view[0], (size_t)view[1] * sizeof *out);
        out += view[1];
    }
    for (int64_t nouns = *view++; nouns > 0; nouns--) view = look_at_pieces(view, v, &out);
    return out - into;
}

/* The same for a vector: how many numbers it is. */
EXPORT int64_t view_of(const int64_t *view, const int64_t *v, int64_t *into) {
    ENTRY;
    opened(v);
    return observed(view, now, into);
}
