"""Walks: the results of all ways to go on from a place, step by step, as a set.

Model. A *position* of a walk is the thing it is at, the values it carries, how many steps it has
made and, where that is asked for, the set of the things it has been at. Walks that come to the same
position are one from there on, so each position is looked at once. In a position the walk may end
(`ends`), and go on as well: for each value of `var` in `over`, `onto` is where the step would lead,
and `outcome` says what becomes of it: a result that the walk ends with, `DROPPED`, `GOES_ON`, which
is said only where `onto` is not none, or a number below that: `GOES_ON - 1 - n` where the result
would keep a value that carried value n cannot be. A walk that goes on carries `nexts`.

All parts are pure expressions, so that an executor needs no statements for them. They speak of:
`ends`, `over`, `most`: `at`, `steps`, `way`, `carried` · `onto`: these and `var` · `outcome`,
`nexts`: these and `to`. `start` and `firsts` speak of none of them. `steps` counts no further than
its type: what matters beyond is only that the walk has come so far.

A walk is the one expression that can stop the game: where more than `MAX_POSITIONS` positions are
looked at, and where a value is carried that is outside its type. Executors may work out a walk
before it is known to matter, so rules must be sound wherever a walk is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import Diagnostic, RunError
from rulewright.interpreter.ir.expressions import Call, E, Local
from rulewright.interpreter.ir.interned import cached
from rulewright.interpreter.ir.types import VType
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span

if TYPE_CHECKING:
    from rulewright.interpreter.ir.program import Guard

#: Positions that one walk looks at.
MAX_POSITIONS = 1_000_000
#: What becomes of a step that ends nothing.
DROPPED, GOES_ON = -1, -2


@record(eq=False)
class Stop:
    """A line of a step that may keep a walk from going on, for explanations: where `test` holds, it
    does. What it demands is its `guard`; a line that ends the walk demands nothing, but has an
    `ending`."""

    test: E
    span: Span
    refs: tuple[str, ...]
    guard: Guard | None = None
    ending: str = ""

    def changed(self, change: Callable[[E], E]) -> Stop:
        """This line with other expressions."""
        guard = self.guard and self.guard.changed(change)
        return replace(self, test=change(self.test), guard=guard)


@record
class Last:
    """A line that says after how many steps a walk may end, for explanations."""

    ending: str
    span: Span
    refs: tuple[str, ...]


@record
class Wording:
    """What a walk and the values it carries are called, and where they are declared; what the
    author calls `at`, `var` and `to`, the lines that may stop a step, and those by which walks end
    behind steps."""

    noun: str
    span: Span
    carried: tuple[tuple[str, Span], ...]
    names: tuple[str | None, ...] = ()
    stops: tuple[Stop, ...] = ()
    lasts: tuple[Last, ...] = ()


@record(eq=False)
class Walks(E):
    """The results of all walks from `start` (none where that is none); see the module."""

    start: E
    at: Local
    steps: Local
    way: Local | None
    carried: tuple[Local, ...]
    firsts: tuple[E, ...]
    ends: tuple[E, ...]
    most: E | None
    var: Local
    over: E
    to: Local
    onto: E
    outcome: E
    nexts: tuple[E, ...]
    wording: Wording
    type: VType

    @property
    def binds(self) -> tuple[Local, ...]:
        """The locals of a position and of a step."""
        return (*self.position, self.var, self.to)

    @property
    def position(self) -> tuple[Local, ...]:
        """The locals of a position."""
        way = () if self.way is None else (self.way,)
        return (self.at, self.steps, *way, *self.carried)

    @property
    def inside(self) -> tuple[E, ...]:
        """The parts that speak of a position."""
        most = () if self.most is None else (self.most,)
        return (*self.ends, *most, self.over, self.onto, self.outcome, *self.nexts)

    @cached
    def free(self) -> frozenset[Local]:
        outside = frozenset[Local]().union(*(e.free for e in (self.start, *self.firsts)))
        return outside | (frozenset[Local]().union(*(e.free for e in self.inside)) - {*self.binds})

    @cached
    def height(self) -> int:
        return 1 + max(child.height for child in self.children)

    @cached
    def loops(self) -> bool:
        return True

    def with_parts(
        self, outside: Callable[[E], E], inside: Callable[[E], E], binds: dict[Local, Local]
    ) -> Walks:
        """This node with other parts, and with other locals."""
        return Walks(
            outside(self.start), binds[self.at], binds[self.steps],
            None if self.way is None else binds[self.way],
            tuple(binds[local] for local in self.carried), tuple(map(outside, self.firsts)),
            tuple(map(inside, self.ends)), None if self.most is None else inside(self.most),
            binds[self.var], inside(self.over), binds[self.to], inside(self.onto),
            inside(self.outcome), tuple(map(inside, self.nexts)), replace(
                self.wording, stops=tuple(stop.changed(inside) for stop in self.wording.stops)),
            self.type,
        )

    def doubtful(self, values: tuple[E, ...]) -> tuple[int, ...]:
        """The numbers of those values to be carried that may be outside their types."""
        return tuple(
            number for number, (local, e) in enumerate(zip(self.carried, values, strict=True))
            if e.type.least < local.type.least or e.type.most > local.type.most
        )

    @staticmethod
    def stray_of(outcome: int) -> int:
        """The number of the value that cannot be kept, of an outcome that says so."""
        return GOES_ON - 1 - outcome

    def too_far(self) -> RunError:
        """The error of a walk that looks at too many positions."""
        return RunError([Diagnostic(
            "search", f"the walk `{self.wording.noun}` comes to more than {MAX_POSITIONS} "
            "positions", self.wording.span, "let it make fewer steps, or carry less; where the way "
            "so far is asked for, every path is followed by itself")])

    def strays(self, number: int, value: int | None = None) -> RunError:
        """The error of a value that is carried outside its type. What may be made of a secret is
        not said."""
        name, span = self.wording.carried[number]
        kind = self.carried[number].type
        if kind.kind != "int":
            return RunError([Diagnostic("bound", f"the {name} would become none", span,
                                        "say `or none` in its type")])
        shown = "" if value is None or self.reads_hidden else f" {value}, which is"
        return RunError([Diagnostic(
            "bound", f"the {name} would become{shown} outside {kind.least} to {kind.most}", span,
            "widen the range it is declared with, or let it go up or down `by up to` so much")])


def is_walk(e: E) -> bool:
    """Whether a set is that of the results of a walk."""
    return isinstance(e, Walks) or (isinstance(e, Call) and is_walk(e.function.body))
