"""Decisions that depend on what their player may not know.

`leaks` looks at a program for two things: options of a decision that are tested against an
attribute only another player sees, and branches on such an attribute that settle whether a decision
is reached.  What is copied into a public attribute has been shown and is no secret any more; rolls
and the end of the game may depend on anything.

It goes by the text of conditions: the secret of a player is known to the one who decides only where
both are the same expression.  So it warns, and a warning can be wrong: a condition may come out the
same whatever the secret is.  What effects bring about is not followed: not what `only if
afterwards` or a duty finds out about a secret that an effect read before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.program.fold import walk
from rulewright.interpreter.program.ir import (
    Branch,
    Const,
    E,
    EachDo,
    Effect,
    Field,
    Goto,
    IfDo,
    Load,
    Node,
    Program,
    Store,
    Times,
    ToNode,
    TurnEnd,
)
from rulewright.interpreter.source import Span


def leaks(program: Program) -> list[Diagnostic]:
    """A warning for each place where a decision depends on another player's secret."""
    if not any(made.seen_only for made in program.fields):
        return []
    return list(_Leaks(program).found())


#: A field that only one player sees, and that player as an expression (None: it is not known).
_Secret = tuple[Field, E | None]


class _Leaks:
    """The search in one program.

    `held` are the secrets that loop variables and choices in progress may hold: what is stored in a
    secret attribute, or read from one.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.following = _following(program)
        self.held: dict[int, set[_Secret]] = {}
        effects = [e for block in program.blocks for e in _effects(block.effects)]
        stores = [effect for effect in effects if isinstance(effect, Store)]
        known = -1
        while known < (known := sum(map(len, self.held.values()))):
            for effect in stores:
                self._store(effect)

    def _store(self, effect: Store) -> None:
        target = self.program.fields[effect.field]
        if target.group == "frame":
            found = set(self._read(effect.value))
            self.held[target.id] = self.held.get(target.id, set()) | found
        elif target.seen_only and isinstance(effect.value, Load) and not effect.value.index:
            self.held.setdefault(effect.value.field, set()).add((target, effect.index[0]))

    def _read(self, e: E) -> Iterator[_Secret]:
        """The secrets that an expression reads."""
        fields = self.program.fields
        for part in walk(e):
            if isinstance(part, Load):
                if fields[part.field].seen_only:
                    yield fields[part.field], part.index[0]
                yield from self.held.get(part.field, ())
            elif isinstance(part, Times):
                for number in self.program.memories[part.memory].fields:
                    if fields[number].seen_only:
                        yield fields[number], None

    def _unknown(self, e: E, decider: E | None) -> Iterator[Field]:
        """The fields of which an expression reads an element that the decider does not see."""
        for secret, owner in self._read(e):
            if owner is None or owner != decider:
                yield secret

    def found(self) -> Iterator[Diagnostic]:
        yield from self._options()
        yield from self._duties()
        yield from self._flow()

    def _options(self) -> Iterator[Diagnostic]:
        for node in self.program.nodes:
            if node.chance:
                continue
            for secret in self._unknown(node.player, None):
                yield _warning("who decides this", secret, node.span)
            for alternative in node.alternatives:
                guards = [guard for binder in alternative.binders for guard in binder.guards]
                for guard in (*guards, *alternative.guards, *alternative.after):
                    for secret in self._unknown(guard.test, node.player):
                        yield _warning("what can be chosen", secret, guard.span)

    def _duties(self) -> Iterator[Diagnostic]:
        mover = Load(self.program.player)
        for duty in self.program.duties:
            for e in (duty.active, duty.value, duty.most or Const(0)):
                for secret in self._unknown(e, mover):
                    yield _warning("what can be chosen", secret, duty.span)

    def _flow(self) -> Iterator[Diagnostic]:
        """The decisions that one arm of a branch comes to next and the other, without coming to
        the branch again, does not come to at all. What follows a repetition follows it anyway."""
        program, following = self.program, self.following
        for number, block in enumerate(program.blocks):
            if not isinstance(block.exit, Branch) or not any(self._read(block.exit.test)):
                continue
            arms = block.exit.then, block.exit.otherwise
            for arm, other in (arms, arms[::-1]):
                first, _ = _reached(arm, following, number, stop=True)
                ever, passed = _reached(other, following, number)
                if number in passed and not _leads_to(program, following, passed, number):
                    continue
                for at in sorted(first - ever):
                    node = program.nodes[at]
                    for secret in self._unknown(block.exit.test, node.player):
                        yield _warning("whether this is decided", secret, node.span)


def _effects(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Effects and those inside them."""
    for effect in effects:
        yield effect
        match effect:
            case IfDo(body=body, otherwise=otherwise):
                yield from _effects((*body, *otherwise))
            case EachDo(body=body):
                yield from _effects(body)


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
