"""Checking an invariant around what has changed, as C.

What an invariant looks at (see `passes/around.py`) is kept as it was when it held last, whichever
state that was of. What differs from it in another state is found by rows of bytes; checked are the
things of which an element differs, and those that look at a place where something came to, left or
changed. From which places a thing looks at one is worked out once.

Invariant: in what is kept, nothing breaks the invariant.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.ir import Field
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.native.types import of_set, stored
from rulewright.interpreter.passes.plan import Nearby, Routine


def checked_around(made: Statements, whole: Routine, nearby: Nearby) -> str:
    """The function that checks an invariant, which the routine `whole` does for all things."""
    return "\n".join(_Checked(made, whole.name, nearby).lines())


class _Checked:
    """Prints the function for one invariant."""

    def __init__(self, made: Statements, name: str, nearby: Nearby) -> None:
        self.layout = made.layout
        self.name = name
        self.nearby = nearby
        self.around = nearby.around
        self.fields = list(dict.fromkeys(
            (*self.around.own, self.around.places, *self.around.found)))
        made.in_step = []
        self.those = made.scan(self.around.places, False)

    def lines(self) -> Iterator[str]:
        name, kind = self.name, of_set(self.around.places.size)
        for made in self.fields:
            held = f"{self._held(made)}[{made.size}]"
            yield f"static {stored(made.type.least, made.type.most)} {held};"
        yield from self._from_where()
        yield f"static int around_{name}(const state *S) {{"
        yield "    static int known;"
        yield f"    if (!known && !{name}(S)) return 0;"
        yield f"    if (!known) from_where_{name}();"
        yield "    else {"
        yield f"        {kind.name} asked = {f'empty_{kind.name}' if kind.wide else '0'};"
        for made in self.fields:
            yield from (f"        {line}" for line in self._differing(made))
        yield f"        {bits.each(kind, 'x', 'asked')}"
        yield f"            if ({self.nearby.breaks.name}(S, x)) return 0;"
        yield "        }"
        yield "    }"
        for made in self.fields:
            held = self._held(made)
            yield f"    memcpy({held}, S->{self.layout.name(made)}, sizeof {held});"
        yield "    return known = 1;"
        yield "}"

    def _held(self, made: Field) -> str:
        return f"held_{self.name}_{self.layout.name(made)}"

    def _from_where(self) -> Iterator[str]:
        """The function that lists for each place those from which a thing looks at it."""
        name, places = self.name, self.around.places.type
        count = places.most + 1
        yield f"static int first_{name}[{count + 1}], *where_{name};"
        yield f"static void each_look_{name}(int listing) {{"
        for routine in self.nearby.looks:
            place, *ways = (f"p{i}" for i in range(len(routine.params)))
            yield f"    for (int {place} = {places.least}; {place} <= {places.most}; {place}++)"
            for way, param in zip(ways, routine.params[1:], strict=True):
                yield f"        for (int {way} = 0; {way} <= {param.type.most}; {way}++)"
            yield "        {"
            given = "".join(f", {each}" for each in (place, *ways))
            yield f"            const int at = {routine.name}(0{given});"
            yield f"            if (at < 0 || at >= {count}) continue;"
            yield f"            if (listing) where_{name}[--first_{name}[at]] = {place};"
            yield f"            else first_{name}[at]++;"
            yield "        }"
        yield "}"
        yield f"static void from_where_{name}(void) {{"
        yield f"    memset(first_{name}, 0, sizeof first_{name});"
        yield f"    each_look_{name}(0);"
        yield f"    for (int i = 0; i < {count}; i++) first_{name}[i + 1] += first_{name}[i];"
        yield f"    where_{name} = malloc((first_{name}[{count}] + 1) * sizeof(int));"
        yield f"    if (!where_{name}) fail(NO_MEMORY, 0, 0, 0);"
        yield f"    each_look_{name}(1);"
        yield "}"

    def _differing(self, made: Field) -> Iterator[str]:
        """The statements that find the elements of a field that differ, and who is asked then."""
        name, kind = self.name, of_set(made.size)
        places = self.around.places
        yield f"EACH_DIFFERING(i, {self._held(made)}, S->{self.layout.name(made)}, {made.size}, {{"
        if made in self.around.own:
            more = bits.either(kind, ["asked", f"({bits.single(kind, 'i')})"])
            yield f"    asked = {more};"
        now, before = f"S->{self.layout.name(places)}[i]", f"{self._held(places)}[i]"
        looked = [now, before] if made is places else [now] if made in self.around.found else []
        for place in looked:
            yield f"    if ({place} >= 0)"
            yield (f"        for (int k = first_{name}[{place}]; k < first_{name}[{place} + 1]; "
                   f"k++)")
            those = f"{self.those}(S, where_{name}[k])"
            yield f"            asked = {bits.either(kind, ['asked', those])};"
        yield "});"
