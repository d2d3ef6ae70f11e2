"""What lowering statements shares: the blocks being filled, and who lowers which kind of statement.

Model. Straight statements become effects of the current block; whatever waits for a decision or a
roll ends the block. What must live across a node is kept in frame fields, which are emptied when
they are no longer needed, so that equal positions are equal states.

The lowering of a kind of statement is one function, registered for the class of its syntax node
together with whether it may wait. It takes the builder, the statement and the scope, and returns
the scope for the lines below it where that is another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean, error
from rulewright.interpreter.ir import (
    Block,
    Branch,
    Const,
    E,
    Effect,
    Exit,
    Field,
    Goto,
    Group,
    IfDo,
    Let,
    Load,
    Local,
    Node,
    Step,
    Store,
    ToNode,
    VType,
    load,
    stored,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.ir.interned import changed
from rulewright.interpreter.lower.any_one import require_which
from rulewright.interpreter.lower.asked_above import with_changed
from rulewright.interpreter.lower.context import Collecting, Context
from rulewright.interpreter.lower.noting import note_choice
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.presentation import Presentation
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_DO = 30  # steps inside one another
S = TypeVar("S", bound=ast.Stmt)

# ---- who lowers what -----------------------------------------------------------------------------

StatementOf = Callable[["BlockBuilder", S, Scope], Scope | None]
Suspends = Callable[["BlockBuilder", S], bool]
Stop = tuple[str, str]  # what cannot stand under `for each`, and what to write instead


@record
class Lowering:
    """How a kind of statement is lowered, and whether one may reach a node."""

    lower: StatementOf[Any]
    suspends: Suspends[Any]
    stop: Stop | None


STATEMENTS: dict[type[ast.Stmt], Lowering] = {}


def statement_of(
    node: type[S], *, suspends: bool | Suspends[S] = False, stop: Stop | None = None
) -> Callable[[StatementOf[S]], StatementOf[S]]:
    """Registers a function for statements of a kind; `suspends` says whether they may reach a
    decision, a roll or the end of the turn, or how to find out."""

    def register(function: StatementOf[S]) -> StatementOf[S]:
        asked = suspends if callable(suspends) else lambda build, s: bool(suspends)
        STATEMENTS[node] = Lowering(function, asked, stop)
        return function

    return register


# ---- what is filled ------------------------------------------------------------------------------


@record
class Place:
    """Where effects go: the number of the block being filled and the list that takes them.

    `straight` says that the block reaches no node, so locals live to its end.
    """

    block: int
    target: list[Effect]
    straight: bool = False


@record
class EndCheck:
    """An `end as soon as` with its test."""

    test: E
    end: ast.End


@dataclass
class Ends:
    """The `end as soon as` of a game, and the `end` whose statements are being lowered; `in_act`:
    whether an act is lowered for each of several things to which it is done at once."""

    checks: list[EndCheck] = field(default_factory=list)
    current: ast.End | None = None
    in_act: bool = False
    effects: dict[tuple[int, E, E], Effect] = field(default_factory=dict)  # by `end`, test, decider

    @property
    def refs(self) -> ast.Refs:
        """The rules of the `end` being lowered."""
        return self.current.refs if self.current else ()


class BlockBuilder:
    """Fills the blocks of a game, one after the other."""

    def __init__(self, context: Context, presentation: Presentation) -> None:
        self.context = context
        self.presentation = presentation
        self.blocks: list[Block] = []
        self.nodes: list[Node] = []
        self.frame: list[Field] = []  # frame fields in use around the present statement
        self.ends = Ends()
        self.around: list[Step] = []  # the steps around the present statement
        self.behind: Sequence[ast.Stmt] = ()  # the statements behind the present one
        self.each = 0  # how many `for each` stand around it
        self.turn_end: int | None = None  # the block where `the turn ends` goes on
        self._suspending: dict[str, bool] = {}  # for each step, whether it may reach a node
        self.place = Place(self.new_block(), self.blocks[0].effects)

    # -- blocks ----------------------------------------------------------------------------------

    def new_block(self, params: tuple[Local, ...] = ()) -> int:
        """One more block; its number."""
        self.blocks.append(Block(params=params))
        return len(self.blocks) - 1

    def enter(self, block: int, straight: bool | None = None) -> None:
        """Fill this block from now on."""
        if straight is None:
            straight = self.place.straight
        self.place = Place(block, self.blocks[block].effects, straight)
        self.context.facts = Facts()

    def leave(self, exit: Exit) -> None:
        """End the current block."""
        self.blocks[self.place.block].exit = exit

    def go(self, block: int) -> None:
        """End the current block by going on at another."""
        self.leave(Goto(block))

    def new_node(self, chance: bool, empty: int | None, s: ast.Stmt) -> Node:
        """A node with a block of its own that leads to it; entered from the current block."""
        block = self.new_block()
        self.context.facts = Facts()
        node = Node(len(self.nodes), chance, self.context.decider.e, [], empty, s.span, s.refs,
                    block)
        self.nodes.append(node)
        note_choice(self.context, s.span, chance)
        self.blocks[block].exit = ToNode(node.id)
        self.go(block)
        return node

    # -- effects ---------------------------------------------------------------------------------

    def emit(self, effect: Effect) -> None:
        self.place.target.append(effect)
        self.context.facts = self.context.facts.after(stored((effect,)))

    def done(self, *tests: E) -> None:
        """Know what holds after an act."""
        for test in tests:
            self.context.facts = self.context.facts.given(test, done=True)

    @contextmanager
    def gathering(self) -> Iterator[list[Effect]]:
        """Take the effects of what is lowered inside into a list of their own."""
        outer, effects = self.place, list[Effect]()
        self.place = changed(outer, target=effects)
        try:
            yield effects
        finally:
            self.place = outer

    def frame_field(self, name: str, kind: VType) -> Field:
        """A field for what must live across a node; empty, it holds 0, or the value next to 0."""
        kind = changed(kind, piece=None)
        first = min(max(kind.least, -1 if kind.none else 0), kind.most)
        new = self.context.layout.add(Group.FRAME, "", name, (), kind, [first])
        self.frame.append(new)
        return new

    def frame_of(self, var: Local, kind: VType) -> Field:
        """A field for what a local stands for. Locals are numbered anew for each game; fields, by
        which states are told, have the same names whatever was lowered before."""
        stem = var.name.partition("_")[0].rstrip("0123456789")
        return self.frame_field(f"{stem}{len(self.context.layout.fields)}", kind)

    def close(self, span: Span, field: Field) -> None:
        """Empty a frame field that is no longer needed."""
        self.emit(Store(span, (), field, (), Const(field.first[0])))
        self.frame.remove(field)

    def close_down_to(self, count: int, span: Span) -> None:
        """Empty all but the first so many frame fields in use, the last first."""
        for unneeded in reversed(self.frame[count:]):
            self.close(span, unneeded)

    def keep(self, thing: Typed, span: Span, lasts: bool = True) -> E:
        """The thing as an expression that stays the same while effects change the state; unless it
        `lasts`, it is not asked for behind the next node."""
        e = thing.e
        if isinstance(e, (Local, Const)) or (
            isinstance(e, Load) and not e.index and e.field.group is Group.FRAME
        ):
            return e
        kind = thing.type
        if kind.kind == "int":  # a number that is picked from 1 on is counted from 0
            kind = changed(kind, low=min(kind.low, e.type.least), high=max(kind.high, e.type.most))
        var = self.context.fresh("kept", kind)
        place = self.place
        if place.straight or not lasts or (
            place.target is not self.blocks[place.block].effects
        ):
            self.emit(Let(span, (), var, e))
            return var
        field = self.frame_of(var, kind)
        self.emit(Store(span, (), field, (), e))
        return load(field)

    # -- statements ------------------------------------------------------------------------------

    def statements(
        self, body: Sequence[ast.Stmt], scope: Scope, behind: Sequence[ast.Stmt] = ()
    ) -> Scope:
        """Lower statements in order; returns the scope after them. Those `behind` are lowered in
        that scope."""
        for at, s in enumerate(body):
            self.behind = (*body[at + 1 :], *behind)
            below = with_changed(self.context, scope, body[at - 1]) if at else scope
            with self.collecting():
                require_which(self.context, s)
                after = STATEMENTS[type(s)].lower(self, s, below)
                scope = scope if after is None else after.without_those(below, scope)
        return scope

    def collecting(self) -> Collecting:
        """Note what is wrong inside and go on behind it, so that all errors are found."""
        return _CollectingHere(self)

    def suspends(self, body: Sequence[ast.Stmt]) -> bool:
        """Whether statements may reach a node or the end of the turn."""
        return any(STATEMENTS[type(s)].suspends(self, s) for s in body)

    def branch(
        self, line: ast.Stmt | ast.DependingRow, asked: Span, test: E, waits: bool,
        then: Callable[[], object], otherwise: Callable[[], object],
    ) -> None:
        """What is done where a test holds, and where it does not; whether any of it `waits`."""
        facts = self.context.facts
        if not waits:
            with self.gathering() as body, self.context.knowing(facts.given(test)):
                then()
            with self.gathering() as others, self.context.knowing(facts.given(test, False)):
                otherwise()
            self.emit(IfDo(line.span, line.refs, test, tuple(body), tuple(others)))
            return
        yes, no, after = self.new_block(), self.new_block(), self.new_block()
        self.leave(Branch(test, yes, no, asked))
        for block, lower in ((yes, then), (no, otherwise)):
            self.enter(block)
            self.context.facts = facts.given(test, block == yes)
            lower()
            self.go(after)
        self.enter(after)

    # -- steps -----------------------------------------------------------------------------------

    @contextmanager
    def step(self, name: str, do: ast.Do) -> Iterator[ast.Flow]:
        """A step, whose statements are to be lowered inside where it is done."""
        steps, span = self.context.symbols.steps, do.span
        doing = [step.name for step in self.around]
        if name not in steps:
            raise error("step", f"there is no step `{name}`", span, did_you_mean(name, steps))
        self.context.uses.spend(span)
        if name in doing:
            raise error("recursion", f"the step `{name}` does itself", span,
                        "what happens again and again stands below `as long as …`; what must be "
                        "done before it can go on, in front of it: `if …`, and then the rest")
        if len(doing) >= MAX_DO:
            raise error("too-deep", f"more than {MAX_DO} steps stand inside one another", span)
        self.around.append(Step(name, steps[name].refs, do.refs))
        problems = self.context.problems
        known = len(problems)
        try:
            yield steps[name]
        finally:
            self.around.pop()
        problems[known:] = [_done_by(do, problem) for problem in problems[known:]]

    def step_suspends(self, name: str) -> bool:
        """Whether a step may reach a node or the end of the turn."""
        step = self.context.symbols.steps.get(name)
        if step is not None and name not in self._suspending:
            self._suspending[name] = False  # a step that does itself is an error elsewhere
            self._suspending[name] = self.suspends(step.body)
        return self._suspending.get(name, False)


class _CollectingHere(Collecting):
    """Goes on filling the same place as well."""

    def __init__(self, build: BlockBuilder) -> None:
        super().__init__(build.context)
        self.build, self.place = build, build.place

    def __exit__(self, kind: object, wrong: BaseException | None, trace: object) -> bool:
        noted = super().__exit__(kind, wrong, trace)
        if noted:
            self.build.place = self.place
        return noted


def _done_by(do: ast.Do, problem: Diagnostic) -> Diagnostic:
    """What is wrong in a step for want of something bound, with the line that does the step."""
    if problem.code not in ("unknown-word", "bound") or problem.hint is None or (
        not problem.hint.endswith("around this line")
    ):
        return problem
    return changed(problem, hint=f"{problem.hint.removesuffix('this line')}`{do.span.text}` "
                   f"(line {do.span.line}), which does this line")
