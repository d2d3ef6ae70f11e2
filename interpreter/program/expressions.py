"""Lowering values: what a phrase that is not a condition stands for.

Every value has a type (`VType`); numbers carry their bounds, so that what is kept in a field is
known to fit or is checked when it is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from rulewright.interpreter.diagnostics import RulesError, did_you_mean
from rulewright.interpreter.ir import (
    BOOL,
    FALSE,
    NONE,
    TRUE,
    Const,
    E,
    Field,
    Guard,
    Table,
    Times,
    VType,
    comp,
    cond,
    lookup,
    op,
    or_none,
    ray,
)
from rulewright.interpreter.program.conditions import Conditions
from rulewright.interpreter.program.scope import Scope, Typed, fail
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast


class Expressions(Conditions):
    """The lowering of values."""

    def value(self, expr: ast.Expr, scope: Scope, expected: VType | None = None) -> Typed:
        match expr:
            case ast.Number(value=number):
                return Typed(Const(number), VType("int", number, number))
            case ast.Yes(value=yes):
                return Typed(Const(int(yes)), BOOL)
            case ast.Nothing():
                kind = expected if expected and expected.kind == "thing" else None
                if kind is None:
                    raise fail("none", "it is not clear what there is none of", expr.span)
                return Typed(NONE, VType("thing", words=kind.words, domain=kind.domain, none=True))
            case ast.Value(text=text):
                return self._named_value(text, expr.span, expected)
            case ast.Cell(text=text):
                return self._cell(text, expr.span, expected)
            case ast.Word(text=text):
                return self._variable(text, expr.span, scope)
            case ast.It():
                bound = scope.it()
                if bound is None:
                    raise fail("it", "it is not clear what `it` means here", expr.span,
                               "name the thing: `the …`")
                return bound.value
            case ast.TheNoun(noun=noun):
                return self._the_noun(noun, expr.span, scope)
            case ast.Whole(which=which):
                return Typed(FALSE, VType("thing", words=(which,)))
            case ast.NounOf():
                return self._noun_of(expr, scope)
            case ast.Call(name=name, args=args):
                return self._call(name, args, expr, scope, expected)
            case ast.Conditional():
                test = self.condition(expr.test, scope)
                return self._choice(test, expr.then, expr.otherwise, scope, expected, expr.span)
            case ast.Count(set=things):
                return self.count_of(things, scope)
            case ast.Aggregate():
                return self._aggregate(expr, scope)
            case ast.Arithmetic():
                return self._arithmetic(expr, scope)
            case ast.Line():
                return self._line(expr, scope)
            case ast.OneStep():
                return self._one_step(expr, scope)
            case ast.TimesOf(memory=name):
                at = next((i for i, m in enumerate(self.memories) if m.name == name), None)
                if at is None:
                    raise fail("memory", f"there is no memory `{name}`", expr.span)
                return self._times_of(at)
            case ast.Quantified(quantifier="all", set=things):
                return self.set_value(things, scope)
            case ast.Quantified():
                raise fail("quantifier", f"`{expr.span.text}` cannot stand here", expr.span,
                           "it belongs before or behind `is` or a verb")
            case ast.Logic() | ast.Not() | ast.Is() | ast.Verb() | ast.ThereIs() | ast.HasRow():
                return Typed(self.condition(expr, scope), BOOL)
        raise fail("value", f"`{expr.span.text}` is not a value", expr.span)

    def typed_value(self, expr: ast.Expr, kind: VType, scope: Scope) -> E:
        """A value made to fit a type."""
        return self.coerce(self.value(expr, scope, kind), kind, expr.span)

    def _choice(
        self, test: E, then: ast.Expr, otherwise: ast.Expr, scope: Scope,
        expected: VType | None, span: Span,
    ) -> Typed:
        if isinstance(test, Const):
            return self.value(then if test.value else otherwise, scope, expected)
        a = self.value(then, scope, expected)
        b = self.value(otherwise, scope, expected or a.type)
        kind = self.join(a.type, b.type, span)
        return Typed(cond(test, self.coerce(a, kind, span), self.coerce(b, kind, span)), kind)

    def _named_value(self, text: str, span: Span, expected: VType | None) -> Typed:
        option = self.options.get(text)
        if text in ("yes", "no") and expected is not None and expected.kind == "bool":
            return Typed(Const(int(text == "yes")), BOOL)
        if expected is not None and expected.kind == "thing":
            found = self.member(expected, text)
            if found is not None:
                return Typed(Const(found), expected)
        if option is not None:
            if option.number is None:
                raise fail("option", f"with these options `{text}` is the word `{option.word}`, "
                           "not a number", span, f"put it under `when {text} is not {option.word}`")
            return Typed(Const(option.number), VType("int", option.number, option.number))
        found_in = [d for d in self.domains.values() if text in d.labels]
        if len(found_in) == 1:
            kind = VType("thing", domain=found_in[0])
            return Typed(Const(found_in[0].labels.index(text)), kind)
        if expected is not None and expected.kind == "thing":
            raise fail("value", f"`{text}` is not {self.kind_text(expected)}", span,
                       did_you_mean(text, self.members_text(expected)))
        if expected is not None:
            raise fail("value", f"`{text}` is not {self.kind_text(expected)}", span)
        raise fail("value", f"it is not clear of what `{text}` is a value here", span)

    def _cell(self, text: str, span: Span, expected: VType | None) -> Typed:
        for grid in self.grids.values():
            if text in grid.cells.labels:
                return Typed(Const(grid.cells.labels.index(text)),
                             VType("thing", domain=grid.cells))
        raise fail("cell", f"there is no cell {text} on any board", span)

    def _variable(self, text: str, span: Span, scope: Scope) -> Typed:
        found = scope.name(text)
        if found is None:
            names = [b.name or b.noun for b in scope.entries()]
            known = {*names, *self.options, *self.domains, *self.pieces}
            known |= {label for domain in self.domains.values() for label in domain.labels}
            known |= {word for made in self.attributes.values() for word in made.type.words}
            hint = did_you_mean(text, known)
            if hint is None and len(text) == 1 and text.isupper():
                hint = f"nothing is called {text} around this line"
            raise fail("unknown-word", f"I do not know the word `{text}`", span, hint)
        return found

    def _the_noun(self, noun: str, span: Span, scope: Scope) -> Typed:
        found = scope.noun(noun)
        if noun == "player" and (found is None or scope.only_named(noun)):
            return self.decider
        if found is not None:
            return found
        raise fail("bound", f"it is not clear which {noun} is meant", span,
                   f"no {noun} is chosen or looked at around this line")

    def _noun_of(self, expr: ast.NounOf, scope: Scope) -> Typed:
        arg = self.value(expr.arg, scope)
        if expr.noun in self.pieces:
            piece = self.pieces[expr.noun]
            grid = self.grids[piece.board]
            if arg.type.domain != grid.cells:
                raise fail("type", f"a {expr.noun} stands on a {grid.noun}", expr.span)
            found = self.is_piece(expr.noun, arg.e)
            kind = VType("thing", domain=grid.cells, none=True, piece=expr.noun)
            return Typed(cond(found, arg.e, NONE), kind)
        if arg.type.piece and arg.type.domain and arg.type.domain.noun == expr.noun:
            return Typed(arg.e, VType("thing", domain=arg.type.domain, none=arg.type.none))
        raise fail("type", f"{self.kind_text(arg.type)} has no {expr.noun}", expr.span)

    def _call(
        self, name: str, args: tuple[tuple[str, ast.Expr], ...], expr: ast.Expr, scope: Scope,
        expected: VType | None,
    ) -> Typed:
        values = tuple((word, self.value(arg, scope)) for word, arg in args)
        if len(values) == 1 and values[0][0] == "of":
            found = self._attribute_of(name, values[0][1])
            if found is not None:
                return found
        elif len(values) == 2:
            pair = self.pair_of(name, values)
            if pair is not None:
                return self.load(pair, *(thing for _, thing in values))
        elif not values:
            for owner in ("game", "turn"):
                made = self.attributes.get((owner, name))
                if made is not None:
                    return self.load(made)
        return self._defined_value(name, values, expr, expected)

    def pair_of(self, name: str, args: tuple[tuple[str, Typed], ...]) -> Field | None:
        """The attribute of two things that is spoken of: `the camp of the player at the lane`."""
        (of, owner), (word, other) = args
        key = self.noun_of(owner.type), name, word, self.noun_of(other.type)
        return self.pairs.get(key) if of == "of" else None

    def _attribute_of(self, name: str, thing: Typed) -> Typed | None:
        noun = self.noun_of(thing.type)
        made = self.attributes.get((noun, name))
        if made is not None:
            return self.load(made, *(() if noun in ("game", "turn") else (thing,)))
        if name == "owner" and thing.type.piece:
            return self.owner_of(thing)
        grid = self.grid_of(thing.type.domain)
        if name in ("column", "row") and grid is not None and not thing.type.piece:
            kind = VType("int", 1, grid.width if name == "column" else grid.height)
            return self.lookup(_coordinates(grid.width, grid.cells.size, name), kind, thing)
        if noun == "player" and name == "seat":
            count = self.domains["player"].size
            numbers = tuple(range(1, count + 1))
            return self.lookup(numbers, VType("int", 1, count), thing)
        if noun == "player" and name in ("opponent", "next player", "previous player"):
            count = self.domains["player"].size
            if name != "opponent" or count == 2:
                step = -1 if name == "previous player" else 1
                values = tuple((p + step) % count for p in range(count))
                return self.lookup(values, VType("thing", domain=thing.type.domain), thing)
        return None

    def lookup(self, values: tuple[int, ...], kind: VType, thing: Typed) -> Typed:
        """A constant function of a thing."""
        kind = _of_nothing(kind) if thing.type.none else kind
        table = Table(values, (len(values),), -1 if kind.kind == "thing" else 0)
        return Typed(lookup(table, kind, thing.e), kind)

    def call_of(self, name: str, thing: Typed, node: ast.Node) -> Typed:
        """`thing's NAME`: an attribute or a declared value."""
        found = self._attribute_of(name, thing)
        if found is not None:
            return found
        return self._defined_value(name, (("of", thing),), node, None)

    def _defined_value(
        self, name: str, args: tuple[tuple[str, Typed], ...], expr: ast.Node,
        expected: VType | None,
    ) -> Typed:
        if not args and all(d.params for d in self.definitions.get(("value", name), ())):
            raise self._of_whom(name, expr.span)
        define = self._find("value", name, args, expr.span)

        def body(scope: Scope) -> tuple[Typed, tuple[Guard, ...]]:
            return self._cases(define.cases, scope, expected, define.span), ()

        return self.use(define, args, expected, body)[0]

    def _times_of(self, memory: int) -> Typed:
        """How often the present position stands in a memory."""
        capacity = self.memories[memory].capacity
        return Typed(Times(memory, capacity), VType("int", 0, capacity))

    def _of_whom(self, name: str, span: Span) -> RulesError:
        """The error for `the opponent`, of which it is not said whose it is."""
        defines = self.definitions.get(("value", name), [])
        nouns = [noun for noun, known in self.attributes if known == name]
        nouns += [d.params[0][1].noun for d in defines if [w for w, _ in d.params] == ["of"]]
        if name in ("column", "row"):
            nouns += [grid.noun for grid in self.grids.values()]
        elif not defines:
            nouns += self.pieces if name == "owner" else ["player"]
        hint = f"write `the {nouns[0]}'s {name}`" if nouns else (
            f"it is declared as `{defines[0].span.text}`" if defines else None
        )
        return fail("meaning", f"it is not said of what `{name}` is meant", span, hint)

    def _cases(
        self, cases: tuple[ast.Case, ...], scope: Scope, expected: VType | None, span: Span
    ) -> Typed:
        if cases and all(case.among is not None for case in cases):
            return self._rows(cases, scope, expected, span)
        tests: list[tuple[E, Typed]] = []
        last: Typed | None = None
        for case in cases:
            test = self._case_test(case, scope)
            if test is FALSE:
                continue
            kind = tests[0][1].type if tests else expected
            value = self.value(case.value, scope, kind)
            if test is TRUE:
                last = value
                break
            tests.append((test, value))
        if last is None:
            raise fail("gap", "the cases may all fail, and then there is no value", span,
                       "let the last line end in `otherwise`")
        return self._first_of(tests, last, span)

    def _first_of(self, tests: list[tuple[E, Typed]], last: Typed, span: Span) -> Typed:
        """The value behind the first test that holds, or else the last one."""
        kind = last.type
        for _, value in tests:
            kind = self.join(kind, value.type, span)
        result = self.coerce(last, kind, span)
        for test, value in reversed(tests):
            result = cond(test, self.coerce(value, kind, span), result)
        return Typed(result, kind)

    def _case_test(self, case: ast.Case, scope: Scope) -> E:
        if case.among is not None:
            first = scope.entries()[-1].value
            tests = [self._among(first, item, scope) for item in case.among]
            return op("or", *tests)
        return TRUE if case.test is None else self.condition(case.test, scope)

    def _among(self, first: Typed, item: ast.Expr, scope: Scope) -> E:
        if isinstance(item, ast.Range):
            low, high = self.constant(item.low), self.constant(item.high)
            number = self.number(first, item.span)
            return op("and", op(">=", number, Const(low)), op("<=", number, Const(high)))
        return self.same(first, self.value(item, scope, first.type), item.span)

    def _rows(
        self, cases: tuple[ast.Case, ...], scope: Scope, expected: VType | None, span: Span
    ) -> Typed:
        """A table of rows `… for …`, which cover every value once."""
        entries = scope.entries()
        first = entries[-1].value if entries else None
        if first is None or first.type.domain is None or first.type.words:
            raise fail("table", "rows `… for …` look at the first thing of the definition", span)
        rows = self._row_of_each(cases, first.type, span)
        values: dict[int, Typed] = {}
        for at, case in enumerate(cases):
            values[at] = self.value(case.value, scope, values[0].type if values else expected)
        kind = values[0].type
        for value in values.values():
            kind = self.join(kind, value.type, span)
        given = [self.coerce(values[row], kind, span) for row in rows]
        constants = tuple(e.value for e in given if isinstance(e, Const))
        if len(constants) == len(rows):
            return self.lookup(constants, kind, first)
        tests = [(self._case_test(case, scope), values[at]) for at, case in enumerate(cases)]
        value = self._first_of(tests[:-1], tests[-1][1], span)
        if not first.type.none:
            return value
        kind = _of_nothing(value.type)
        nothing = NONE if kind.kind == "thing" else FALSE
        return Typed(cond(op("some", first.e), value.e, nothing), kind)

    def _row_of_each(
        self, cases: tuple[ast.Case, ...], kind: VType, span: Span
    ) -> list[int]:
        """The number of the row that each thing stands in."""
        assert kind.domain is not None
        seen: dict[int, int] = {}
        for at, case in enumerate(cases):
            for item in case.among or ():
                value = self.value(item, Scope(), kind)
                number = value.e.value if isinstance(value.e, Const) else -1
                if number in seen:
                    raise fail("overlap", f"`{item.span.text}` stands in two rows, here and in "
                               f"line {cases[seen[number]].span.line}", case.span)
                seen[number] = at
        missing = [kind.text(i) for i in range(kind.domain.size) if i not in seen]
        if missing:
            raise fail("gap", "no row says anything for " + ", ".join(missing[:8]), span,
                       "add a row, or `… otherwise`")
        return [seen[i] for i in range(kind.domain.size)]

    def _arithmetic(self, expr: ast.Arithmetic, scope: Scope) -> Typed:
        left, right = self.value(expr.left, scope), self.value(expr.right, scope)
        a, b = self.number(left, expr.left.span), self.number(right, expr.right.span)
        lows = (left.type.low, left.type.high)
        highs = (right.type.low, right.type.high)
        ends = [_ARITHMETIC[expr.op](x, y) for x in lows for y in highs]
        if max(map(abs, ends)) >= 1 << 31:
            raise fail("bound", "this number could grow beyond two thousand million", expr.span)
        return Typed(op(expr.op, a, b), VType("int", min(ends), max(ends)))

    def _aggregate(self, expr: ast.Aggregate, scope: Scope) -> Typed:
        things = self.members(expr.set, scope)
        inner = self.bind_member(expr.set, things, scope, subject=True)
        if isinstance(expr.value, ast.Call) and not expr.value.args:
            value = self.call_of(expr.value.name, things.typed, expr.value)
        else:
            value = self.value(expr.value, inner)
        number = self.number(value, expr.value.span)
        low, high = value.type.low, value.type.high
        if expr.kind == "total":
            size = things.var.type.most + 1
            low, high = low * size, high * size
        return Typed(comp(expr.kind, things.var, things.test, number),
                     VType("int", min(0, low), max(0, high)))

    @property
    def direction_type(self) -> VType:
        return VType("thing", domain=self.domains["direction"])

    def _line(self, expr: ast.Line, scope: Scope) -> Typed:
        start = self.value(expr.start, scope)
        grid = self.grid_of(start.type.domain)
        direction = self.value(expr.direction, scope, self.direction_type)
        if grid is None or direction.type.domain != self.domains["direction"]:
            raise fail("type", "a line runs from a cell towards a direction", expr.span)
        over = self.mask(expr.over, scope, grid.cells)
        if direction.type.none:
            raise fail("nothing", "the direction of a line may be none here", expr.span)
        kind = VType("thing", domain=grid.cells, none=True) if expr.end else (
            VType("set", domain=grid.cells))
        return Typed(ray(start.e, direction.e, over, grid.steps, expr.end, kind), kind)

    def _one_step(self, expr: ast.OneStep, scope: Scope) -> Typed:
        start = self.value(expr.start, scope)
        direction = self.value(expr.direction, scope, self.direction_type)
        grid = self.grid_of(start.type.domain)
        if grid is None or direction.type.domain != self.domains["direction"]:
            raise fail("type", "a step goes from a cell in a direction", expr.span)
        kind = VType("thing", domain=grid.cells, none=True)
        return Typed(lookup(grid.steps, kind, start.e, direction.e), kind)


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}


def _of_nothing(kind: VType) -> VType:
    """The type of a value that is asked of a thing which may be none: then it is none, no or 0."""
    if kind.kind == "int":
        return replace(kind, low=min(0, kind.low), high=max(0, kind.high))
    return or_none(kind) if kind.kind == "thing" else kind


@cache
def _coordinates(width: int, size: int, name: str) -> tuple[int, ...]:
    """The column or the row of each cell."""
    return tuple((c % width if name == "column" else c // width) + 1 for c in range(size))
