"""Lowering sets: `White tiles of the player that …` as a test on a candidate.

Also what types are to each other: which things fit a noun, how a player becomes a value of
`White or a player`, how a value is put into words for a message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulewright.interpreter.check.sheet import Sheet
from rulewright.interpreter.program.fold import FALSE, NONE, comp, cond, locals_of, op
from rulewright.interpreter.program.ir import (
    Const,
    Domain,
    E,
    Guard,
    Load,
    Local,
    MemorySpec,
    Op,
    VType,
)
from rulewright.interpreter.program.scope import Exhausted, Scope, Typed, fail
from rulewright.interpreter.program.world import World
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_LOWERED = 10_000  # definitions and steps put in their places

MAX_NUMBERS = 10_000  # the highest number that can be picked or counted over


@dataclass(frozen=True)
class Members:
    """The candidates of a set: a local, how many there are, and the test a member passes.

    `guards` are the parts of the test, each with its place.
    """

    var: str
    type: VType
    size: int
    guards: tuple[Guard, ...]

    @property
    def test(self) -> E:
        return op("and", *(guard.test for guard in self.guards))

    @property
    def typed(self) -> Typed:
        return Typed(Local(self.var), self.type)


class Sets(World):
    """The lowering of sets; conditions inside them are lowered by the subclass."""

    def __init__(self, sheet: Sheet, players: int, chosen: dict[str, str]) -> None:
        super().__init__(sheet, players, chosen)
        self.inside: list[tuple[str, str]] = []
        self.memories: list[MemorySpec] = []
        self.decider = Typed(FALSE, VType("thing", domain=self.domains["player"]))
        self._rows_known: dict[int, list[tuple[int, int]]] = {}  # of tables, by their ids
        self.lowered = 0  # definitions and steps that were put in place so far

    def spend(self, span: Span) -> None:
        """Count one definition or step put in its place; there is a most."""
        self.lowered += 1
        if self.lowered > MAX_LOWERED:
            raise Exhausted(fail(
                "too-large", f"definitions and steps are used more than {MAX_LOWERED} times, "
                "counting their uses inside one another", span,
                "let fewer definitions use others twice",
            ).diagnostics)

    # -- supplied by `expressions` ---------------------------------------------------------------

    def guard(self, expr: ast.Expr, scope: Scope, refs: ast.Refs = ()) -> Guard:
        raise NotImplementedError

    def adjective(
        self, subject: Typed, name: str, expr: ast.Node, scope: Scope, refs: ast.Refs
    ) -> Guard:
        raise NotImplementedError

    def complement(
        self, subject: Typed, expr: ast.Node, what: ast.Complement, scope: Scope, refs: ast.Refs
    ) -> Guard:
        raise NotImplementedError

    def preposition(
        self, subject: Typed, name: str, thing: Typed, expr: ast.Node, refs: ast.Refs
    ) -> Guard:
        raise NotImplementedError

    def apply(
        self, kind: str, name: str, args: tuple[tuple[str, Typed], ...], expr: ast.Node,
        refs: ast.Refs,
    ) -> Guard:
        raise NotImplementedError

    # -- members ---------------------------------------------------------------------------------

    def members(
        self, things: ast.SetNode, scope: Scope, refs: ast.Refs = (), *, chosen: bool = False
    ) -> Members:
        """The candidates of a set and the guards a member passes; where one is chosen, the guards
        say what is not so of another."""
        if isinstance(things, ast.NumberSet):
            return self._numbers(things, scope)
        assert isinstance(things, ast.NounSet)
        noun = things.noun
        guards: list[Guard] = []
        var = self.fresh(noun)
        if noun in self.pieces:
            cells = self.grids[self.pieces[noun].board].cells
            kind = VType("thing", domain=cells, piece=noun)
            text = f"there is a piece {noun} there"
            guards.append(Guard(self.is_piece(noun, Local(var)), things.span, refs, text))
        else:
            kind = VType("thing", domain=self.domain(noun, things.span))
        member = Typed(Local(var), kind)
        inner = scope.bind(noun, things.name, member)
        for category, name in things.adjectives:
            guard = self._adjective(member, category, name, things, scope, refs)
            if chosen:
                guard = replace(guard, text=f"{_called(things)} is {name}")
            guards.append(guard)
        if things.owner is not None:
            guards.append(self._owner(member, things, scope, refs))
        for relative in things.relatives:
            guard = self._relative(member, relative, scope, inner, refs)
            if chosen and guard.text == relative.span.text:
                guard = replace(guard, text=_sentence(things, relative))
            guards.append(guard)
        assert kind.domain is not None
        return Members(var, kind, kind.domain.size, tuple(guards))

    def _numbers(self, things: ast.NumberSet, scope: Scope) -> Members:
        low, high = self.constant(things.low), self.value(things.high, scope)
        if low < 0 or high.type.kind != "int":
            raise fail("range", "a range of numbers starts at 0 or above", things.span)
        if high.type.high < low or high.type.high > MAX_NUMBERS:
            raise fail("range", f"a range of numbers goes upwards, at most to {MAX_NUMBERS}",
                       things.span)
        var = self.fresh("number")
        tests = []
        if low > 0:
            tests.append(op(">=", Local(var), Const(low)))
        if not isinstance(high.e, Const):
            tests.append(op("<=", Local(var), high.e))
        guards = tuple(Guard(t, things.span, (), things.span.text) for t in tests)
        return Members(var, VType("int", 0, high.type.high), high.type.high + 1, guards)

    def bind_member(
        self, things: ast.SetNode, members: Members, scope: Scope, subject: bool = False
    ) -> Scope:
        """The scope in which a member of the set is spoken of."""
        if isinstance(things, ast.NounSet):
            return scope.bind(things.noun, things.name, members.typed, subject)
        name = things.name if isinstance(things, ast.NumberSet) else None
        return scope.bind("number", name, members.typed, subject)

    def _adjective(
        self, member: Typed, category: str, name: str, things: ast.NounSet, scope: Scope,
        refs: ast.Refs,
    ) -> Guard:
        if category == "ADJ":
            return self.adjective(member, name, things, scope, refs)
        test = self.value_of_thing(member, name)
        if test is None:
            raise fail("value", f"no {things.noun} can be {name}", things.span)
        return Guard(test, things.span, refs, f"the {things.noun} is {name}")

    def value_of_thing(self, thing: Typed, text: str) -> E | None:
        """The test that the one attribute of a thing which can be `text` is so.

        None when the thing itself is of a type with that value, or has no such attribute.
        """
        if thing.type.words or self.member(thing.type, text) is not None:
            return None
        noun = self.noun_of(thing.type)
        found = [
            made for (owner, _), made in self.attributes.items()
            if owner == noun and self.member(made.type, text) is not None
        ]
        if len(found) > 1:
            names = " or ".join(made.name for made in found)
            raise fail("ambiguous", f"`{text}` could be the {names} of a {noun}",
                       found[0].span or self.sheet.entries[0][1].span,
                       f"say `whose {found[0].name} is {text}`")
        if not found:
            return None
        wanted = self.member(found[0].type, text)
        assert wanted is not None
        return op("==", self.load(found[0], thing).e, Const(wanted))

    def _owner(
        self, member: Typed, things: ast.NounSet, scope: Scope, refs: ast.Refs
    ) -> Guard:
        assert things.owner is not None
        owner = self.value(things.owner, scope, VType("thing", domain=self.domains["player"]))
        if owner.type.domain != self.domains["player"] or owner.type.words:
            raise fail("owner", f"`of` after {things.noun} names its owner, a player",
                       things.owner.span)
        grid = self.grid_of(member.type.domain)
        if grid is None or grid.name not in self.occupants:
            raise fail("owner", f"a {things.noun} has no owner", things.span)
        mine = self.owner_of(Typed(member.e, VType("thing", domain=grid.cells, none=False)))
        test = op("==", mine.e, owner.e)
        if owner.type.none:  # things of nobody are no things
            test = op("and", op(">=", owner.e, FALSE), test)
        return Guard(test, things.span, refs, f"the {things.noun} belongs to the player")

    def _relative(
        self, member: Typed, relative: ast.Relative, scope: Scope, inner: Scope, refs: ast.Refs
    ) -> Guard:
        match relative:
            case ast.RelIs(complement=what, negated=negated):
                return self._maybe_not(
                    self.complement(member, relative, what, scope, refs), negated
                )
            case ast.RelVerb(verb=verb, object=thing, tail=tail, negated=negated):
                args = [("", member)]
                rest = [(word, self.value(arg, scope)) for word, arg in tail]
                if thing is None:
                    guard = self.apply("verb", verb, (*args, *rest), relative, refs)
                else:
                    guard = self.over_things(
                        thing, scope, lambda o: self.apply(
                            "verb", verb, (*args, ("to", o), *rest), relative, refs),
                    )
                return self._maybe_not(guard, negated)
            case ast.RelObject(subject=subject, word=word, preposition=False, negated=negated):
                return self.over_things(
                    subject, scope, lambda s: self._maybe_not(
                        self.apply("verb", word, (("", s), ("to", member)), relative, refs),
                        negated),
                )
            case ast.RelObject(subject=subject, word=word):
                return self.over_things(
                    subject, scope, lambda s: self.preposition(s, word, member, relative, refs)
                )
            case ast.RelWhose(attribute=name, complement=what, negated=negated):
                owned = self.call_of(name, member, relative)
                return self._maybe_not(
                    self.complement(owned, relative, what, scope, refs), negated
                )
            case ast.RelWhere(condition=condition):
                return self.guard(condition, inner, refs)
        raise AssertionError(relative)

    def over_things(
        self, expr: ast.Expr, scope: Scope, then: Callable[[Typed], Guard]
    ) -> Guard:
        raise NotImplementedError

    def call_of(self, name: str, thing: Typed, node: ast.Node) -> Typed:
        raise NotImplementedError

    @staticmethod
    def _maybe_not(guard: Guard, negated: bool) -> Guard:
        if not negated:
            return guard
        return Guard(op("not", guard.test), guard.span, guard.refs, guard.text)

    # -- sets as values --------------------------------------------------------------------------

    def exists(self, things: ast.SetNode, scope: Scope) -> E:
        members = self.members(things, scope)
        return comp("any", members.var, members.size, members.test)

    def count_of(self, things: ast.SetNode, scope: Scope) -> Typed:
        members = self.members(things, scope)
        return Typed(comp("count", members.var, members.size, members.test),
                     VType("int", 0, members.size))

    def set_value(self, things: ast.SetNode, scope: Scope) -> Typed:
        """The set as a mask."""
        members = self.members(things, scope)
        kind = VType("set", domain=members.type.domain, piece=members.type.piece)
        if members.type.domain is None:
            raise fail("set", "a set of numbers cannot be kept as a value", things.span)
        return Typed(self.as_mask(members), kind)

    @staticmethod
    def as_mask(members: Members) -> E:
        """The members as a mask; `x in S` alone is S itself."""
        test = members.test
        var = Local(members.var)
        if isinstance(test, Op) and test.op == "in" and test.args[0] == var and (
            members.var not in locals_of(test.args[1])
        ):
            return test.args[1]
        return comp("set", members.var, members.size, test)

    def mask(self, things: ast.SetNode, scope: Scope, cells: Domain) -> E:
        """A set of cells as a mask."""
        found = self.set_value(things, scope)
        if found.type.domain != cells:
            raise fail("type", "cells of the same board are needed here", things.span)
        return found.e

    # -- pieces ----------------------------------------------------------------------------------

    def is_piece(self, noun: str, cell: E) -> E:
        """Whether a piece of that noun stands on a cell."""
        piece = self.pieces[noun]
        here = Load(self.occupants[piece.board].id, (cell,))
        players = self.domains["player"].size
        if sum(p.board == piece.board for p in self.pieces.values()) == 1:
            return op("!=", here, NONE)
        low = piece.code * players
        return op("and", op(">=", here, Const(low)), op("<", here, Const(low + players)))

    def owner_of(self, thing: Typed) -> Typed:
        """The owner of the piece on a cell, or none."""
        grid = self.grid_of(thing.type.domain)
        assert grid is not None
        here = self.load(self.occupants[grid.name], Typed(thing.e, thing.type)).e
        players = self.domains["player"].size
        kinds = sum(p.board == grid.name for p in self.pieces.values())
        owner = here
        for code in range(1, kinds):
            low = code * players
            owner = cond(op(">=", here, Const(low)), op("-", here, Const(low)), owner)
        return Typed(owner, VType("thing", domain=self.domains["player"], none=True))

    # -- types -----------------------------------------------------------------------------------

    def noun_of(self, kind: VType) -> str:
        """The noun by which things of a type are spoken of."""
        if kind.piece:
            return kind.piece
        if kind.words in (("game",), ("turn",)):
            return kind.words[0]
        return kind.domain.noun if kind.domain else ""

    def fits(self, kind: VType, noun: str) -> bool:
        """Whether a value can stand for a noun of a definition."""
        if kind.kind != "thing":
            return noun == "number" and kind.kind == "int"
        return self.noun_of(kind) == noun and not kind.words

    @staticmethod
    def member(kind: VType, text: str) -> int | None:
        """The number of a word among the values of a type."""
        if kind.kind != "thing":
            return None
        if text in kind.words:
            return kind.words.index(text)
        if kind.domain and text in kind.domain.labels:
            return len(kind.words) + kind.domain.labels.index(text)
        return None

    @staticmethod
    def members_text(kind: VType) -> tuple[str, ...]:
        return kind.words + (kind.domain.labels if kind.domain else ())

    def kind_text(self, kind: VType) -> str:
        """A type in words, for messages."""
        match kind.kind:
            case "bool":
                return "a condition"
            case "int":
                return "a number"
            case "set":
                return f"a set of {kind.domain.noun}s" if kind.domain else "a set"
        if kind.words in (("game",), ("turn",)):
            return f"the {kind.words[0]}"
        parts = list(kind.words)
        if kind.domain:
            parts.append(f"a {kind.piece or kind.domain.noun}")
        return " or ".join(parts) or "nothing"

    def number(self, typed: Typed, span: Span) -> E:
        """A value that must be a number."""
        if typed.type.kind != "int":
            raise fail("type", f"a number is needed here, not {self.kind_text(typed.type)}", span)
        return typed.e

    def join(self, a: VType, b: VType, span: Span) -> VType:
        """The type that holds the values of both."""
        if a.kind != b.kind:
            raise fail("type", f"one is {self.kind_text(a)}, the other {self.kind_text(b)}", span)
        if a.kind == "int":
            return VType("int", min(a.low, b.low), max(a.high, b.high))
        if a.kind != "thing":
            return a
        wide, narrow = (a, b) if len(a.words) >= len(b.words) else (b, a)
        if narrow.words not in ((), wide.words):
            raise fail("type", f"one is {self.kind_text(a)}, the other {self.kind_text(b)}", span)
        domain = wide.domain or narrow.domain
        piece = wide.piece if wide.piece == narrow.piece else None
        return VType("thing", words=wide.words, domain=domain, none=a.none or b.none, piece=piece)

    def coerce(self, typed: Typed, kind: VType, span: Span) -> E:
        """The value as a value of another type, which must be able to hold it."""
        have = typed.type
        if have.kind != kind.kind:
            raise fail("type", f"{self.kind_text(kind)} is needed here, not "
                       f"{self.kind_text(have)}", span)
        if have.kind != "thing" or (have.words == kind.words and have.domain == kind.domain):
            return typed.e
        if typed.e == NONE and isinstance(typed.e, Const):
            return typed.e
        if have.words or (have.domain is not None and have.domain != kind.domain):
            raise fail("type", f"{self.kind_text(kind)} is needed here, not "
                       f"{self.kind_text(have)}", span)
        shift = Const(len(kind.words))
        moved = op("+", typed.e, shift)
        return cond(op("<", typed.e, FALSE), NONE, moved) if have.none else moved


def _called(things: ast.NounSet) -> str:
    """How a member of a set is spoken of."""
    return things.name or f"the {things.noun}"


def _sentence(things: ast.NounSet, relative: ast.Relative) -> str:
    """A restriction behind a noun as a sentence about the thing."""
    text = relative.span.text
    match relative:
        case ast.RelIs() | ast.RelVerb() if text.startswith("that "):
            return f"{_called(things)} {text.removeprefix('that ')}"
        case ast.RelIs():
            return f"{_called(things)} is {text}"
        case ast.RelWhere():
            return text.removeprefix("where ").strip("()")
    return f"{_called(things)} is one {text}"
