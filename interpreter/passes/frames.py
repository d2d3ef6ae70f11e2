"""Where the statements of a routine stand while it is built, and what is in a local there.

Model. A frame is a list of statements; frames stand in one another as the statements will. What
does not depend on a loop can be computed in front of it, and what is in a local of a frame can be
used in the frames inside, while nothing that it reads is stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.interpreter.ir import (
    Call,
    Comp,
    Const,
    Distance,
    E,
    Field,
    HasLine,
    Local,
    Program,
    Ray,
    Reach,
    Times,
    VType,
    Walks,
    walk,
)
from rulewright.interpreter.passes.estimate import own_effort
from rulewright.interpreter.passes.nodes import (
    Fill,
    Grown,
    Image,
    Leaders,
    Occurs,
    Placed,
    Position,
    Scan,
    Union,
)
from rulewright.interpreter.passes.plan import (
    Body,
    Count,
    Each,
    Explore,
    If,
    Listed,
    Place,
    Remark,
    Statement,
    Tick,
    While,
    expressions,
    steps,
)

#: Expressions that are loops unless a set answers them, and those that cost as much as one.
LOOPS = (Comp, Union, Walks)
COSTLY = (Ray, Reach, Distance, HasLine, Times, Position, Occurs, Call, Fill, Grown, Image, Leaders,
          Placed, Scan)
#: What is cheaper is computed again rather than kept.
WORTH_KEEPING = 3

#: The place of what no line says.
NOWHERE: Place = ("", 0)

Then = Callable[[], None]


def weight(e: E, known: dict[E, int]) -> int:
    """About how many steps the evaluation of an expression takes."""
    found = known.get(e)
    if found is None:
        found = sum(weight(part, known) for part in e.children)
        if isinstance(e, LOOPS):
            found = 20 + 5 * found
        elif isinstance(e, COSTLY):
            found += 10
        elif not isinstance(e, (Const, Local)):
            found += 1
        known[e] = found
    return found


@dataclass
class Frame:
    """A list of statements that is being built, the locals it binds, and what stands in locals.

    `loop`: its statements are carried out again and again, with `stores` in between. `tested`: what
    follows so many statements may yet be put behind a test.
    """

    out: list[Statement] = field(default_factory=list)
    binds: set[Local] = field(default_factory=set)
    known: dict[E, E] = field(default_factory=dict)
    loop: bool = False
    stores: frozenset[Field | int] = frozenset()
    tested: int = 0


class Frames:
    """The frames of one routine. With `profiled`, lines and their work are counted: `place` is the
    line that is being scheduled, `places` those of expressions that another line says. With
    `remarked`, the lines stand in the plan. `often`: the routine is one that may be asked of the
    same state again and again; it is, if it has parameters, unless it changes the state. With
    `quick`, tables stay as they are; with `roughly`, all work counts for the first line."""

    def __init__(
        self, program: Program, params: Iterable[Local] = (), profiled: bool = False,
        remarked: bool = False, changes: bool = False, quick: bool = False, roughly: bool = False,
    ) -> None:
        self.program = program
        self.quick = quick
        self.profiled = profiled
        self.roughly = roughly
        self.remarked = remarked
        self.place: Place = NOWHERE
        self.places: dict[E, Place] = {}
        self.frames = [Frame(binds=set(params))]
        self.often = bool(self.frames[0].binds) and not changes
        self.uses: Counter[E] = Counter()
        self.temps = 0
        self._weights: dict[E, int] = {}
        self._loops: dict[E, bool] = {}

    # -- frames ----------------------------------------------------------------------------------

    @property
    def body(self) -> Body:
        """The statements of the routine."""
        return tuple(self.frames[0].out)

    def add(self, statement: Statement) -> None:
        if self.profiled:
            self._charge(statement)
        self.frames[-1].out.append(statement)

    @contextmanager
    def frame(self, frame: Frame | None = None) -> Iterator[Frame]:
        """Statements inside another."""
        inner, place = frame or Frame(), self.place
        self.frames.append(inner)
        yield inner
        self.frames.pop()
        self.place = place

    # -- counting --------------------------------------------------------------------------------

    def enter(self, place: Place, rules: tuple[str, ...] = ()) -> None:
        """What follows is said at some place of the text; it runs there unless play is there."""
        if self.roughly and self.place is not NOWHERE:
            return
        if self.profiled and place != self.place:
            self.frames[-1].out.append(Tick(place))
        if self.remarked and place != self.place:
            self.frames[-1].out.append(Remark(place, rules))
        self.place = place

    def work(self, place: Place, more: int) -> None:
        """Steps of work for a line, counted with those before that are done as often."""
        if not self.profiled or place is NOWHERE or not more:
            return
        frame = self.frames[-1]
        out = frame.out
        for number in range(len(out) - 1, frame.tested - 1, -1):
            before = out[number]
            if isinstance(before, Tick) and before.place == place and before.work:
                out[number] = Tick(place, before.work + more)
                return
            if isinstance(before, (If, Each, Count, Listed, While, Explore)):
                break
        out.append(Tick(place, more))

    def _charge(self, statement: Statement) -> None:
        """Count the work of a statement that is added, without statements inside it."""
        if self.roughly:
            self.work(self.place, steps(statement) + sum(map(own_effort, walk(
                *expressions(statement)))))
            return
        found: Counter[Place] = Counter({self.place: steps(statement)})
        seen: set[E] = set()
        waiting = [(e, self.place) for e in expressions(statement)]
        while waiting:
            e, place = waiting.pop()
            if e not in seen:
                seen.add(e)
                place = self.places.get(e, place)
                found[place] += own_effort(e)
                waiting += [(part, place) for part in e.children]
        for place, more in found.items():
            self.work(place, more)

    def temp(self, kind: VType) -> Local:
        self.temps += 1
        return Local(f"t{self.temps}", kind)

    def use(self, *roots: E) -> None:
        """Note what is going to be scheduled, so that what is used twice is known."""
        seen = set()
        stack = list(roots)
        self.uses.update(roots)
        while stack:
            e = stack.pop()
            if e not in seen:
                seen.add(e)
                self.uses.update(e.children)
                stack.extend(e.children)

    def stored(self, what: Iterable[Field | int]) -> None:
        """Forget what was computed from fields and memories that are changed now."""
        changed = set(what)
        for memory, spec in enumerate(self.program.memories):
            if spec.count in changed:
                changed.add(memory)
        for frame in self.frames:
            for e in [e for e in frame.known if not changed.isdisjoint(e.reads)]:
                del frame.known[e]

    def _known(self, e: E) -> E | None:
        for frame in reversed(self.frames):
            if e in frame.known:
                return frame.known[e]
        return None

    def _place(self, e: E) -> int:
        """The number of the outermost frame in which an expression can be computed."""
        bound = 0
        for number in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[number]
            if not e.free.isdisjoint(frame.binds):
                bound = number
                break
        place = len(self.frames) - 1
        for number in range(len(self.frames) - 1, bound, -1):
            frame = self.frames[number]
            if frame.loop:
                if not frame.stores.isdisjoint(e.reads):
                    break
                place = number - 1
        return place
