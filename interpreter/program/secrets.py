"""Decisions that depend on what their player may not know.

`leaks` looks at a program for two things: options of a decision that are tested against an
attribute only another player sees, and branches on such an attribute that settle whether a decision
is reached.  What is copied into a public attribute has been shown and is no secret any more; rolls
and the end of the game may depend on anything.

It goes by the text of conditions: the secret of a player is known to the one who decides only where
both are the same expression.  So it warns, and a warning can be wrong: a condition may come out the
same whatever the secret is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.program.fold import walk
from rulewright.interpreter.program.ir import (
    Branch,
    Const,
    E,
    Field,
    Goto,
    Guard,
    Load,
    Node,
    Program,
    ToNode,
    TurnEnd,
)
from rulewright.interpreter.source import Span


def leaks(program: Program) -> list[Diagnostic]:
    """A warning for each place where a decision depends on another player's secret."""
    if not any(made.seen_only for made in program.fields):
        return []
    return [*_options(program), *_duties(program), *_flow(program)]


def _secrets(program: Program, e: E, decider: E | None) -> Iterator[Field]:
    """The fields of which an expression reads an element that the decider does not see."""
    for load in walk(e):
        if isinstance(load, Load) and load.index[:1] != (decider,):
            made = program.fields[load.field]
            if made.seen_only:
                yield made


def _options(program: Program) -> Iterator[Diagnostic]:
    for node in program.nodes:
        if node.chance:
            continue
        for secret in _secrets(program, node.player, None):
            yield _warning("who decides this", secret, node.span)
        for alternative in node.alternatives:
            guards = [guard for binder in alternative.binders for guard in binder.guards]
            for guard in (*guards, *alternative.guards, *alternative.after):
                yield from _guard(program, guard, node.player)


def _guard(program: Program, guard: Guard, decider: E) -> Iterator[Diagnostic]:
    for secret in _secrets(program, guard.test, decider):
        yield _warning("what can be chosen", secret, guard.span)


def _duties(program: Program) -> Iterator[Diagnostic]:
    mover = Load(program.player)
    for duty in program.duties:
        for e in (duty.active, duty.value, duty.most or Const(0)):
            for secret in _secrets(program, e, mover):
                yield _warning("what can be chosen", secret, duty.span)


def _flow(program: Program) -> Iterator[Diagnostic]:
    """The decisions that one arm of a branch comes to next and the other, without coming to the
    branch again, does not come to at all. What follows a repetition follows it in any case."""
    following = _following(program)
    for number, block in enumerate(program.blocks):
        if not isinstance(block.exit, Branch) or not any(_secrets(program, block.exit.test, None)):
            continue
        arms = block.exit.then, block.exit.otherwise
        for arm, other in (arms, arms[::-1]):
            first, _ = _reached(arm, following, number, stop=True)
            ever, passed = _reached(other, following, number)
            if number in passed and not _leads_to(program, following, passed, number):
                continue
            for at in sorted(first - ever):
                node = program.nodes[at]
                for secret in _secrets(program, block.exit.test, node.player):
                    yield _warning("whether this is decided", secret, node.span)


def _leads_to(program: Program, following: _Following, passed: set[int], number: int) -> bool:
    """Whether the end of a turn is passed, or a block that every way to a branch passes; the way
    from the body of a repetition back to its test passes neither."""
    return any(
        isinstance(program.blocks[before].exit, TurnEnd)
        or number not in _reached(program.start, following, before)[1]
        for before in passed - {number}
    )


#: The blocks and the node that may follow a block, and the blocks that may follow a node.
_Following = Callable[[int], tuple[list[int], Node | None]]


def _following(program: Program) -> _Following:
    @cache
    def following(number: int) -> tuple[list[int], Node | None]:
        match program.blocks[number].exit:
            case Branch(then=then, otherwise=otherwise):
                return [then, otherwise], None
            case Goto(block=to) | TurnEnd(block=to):
                return [to], None
            case ToNode(node=at):
                node = program.nodes[at]
                after = [alternative.block for alternative in node.alternatives]
                return after + ([] if node.empty is None else [node.empty]), node
        return [], None

    return following


def _reached(
    start: int, following: _Following, branch: int, *, stop: bool = False
) -> tuple[set[int], set[int]]:
    """The decisions and the blocks reached from a block without passing a branch; with `stop`,
    none behind another decision."""
    found: set[int] = set()
    seen: set[int] = set()
    todo = [start]
    while todo:
        number = todo.pop()
        if number in seen:
            continue
        seen.add(number)
        blocks, node = ([], None) if number == branch else following(number)
        if node is not None and not node.chance:
            found.add(node.id)
            if stop:
                continue
        todo += blocks
    return found, seen


def _warning(what: str, secret: Field, span: Span) -> Diagnostic:
    return Diagnostic(
        "secret",
        f"{what} depends on the {secret.name} of another player, who alone sees it",
        span,
        "let it depend on what the one who decides can see, or show it to all first",
        "warning",
    )
