"""Lowering conditions and values.

A condition becomes a `Guard`: its test, its rules, and, when it is a declared adjective,
preposition or verb, the guards of the definition's lines, so that the first line that fails can be
named. Definitions are substituted at their use; a definition that would use itself is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from rulewright.interpreter.diagnostics import did_you_mean
from rulewright.interpreter.program.fold import FALSE, NONE, TRUE, comp, cond, op
from rulewright.interpreter.program.ir import (
    BOOL,
    Const,
    Domain,
    E,
    Flood,
    Guard,
    HasLine,
    Load,
    Ray,
    Table,
    VType,
)
from rulewright.interpreter.program.scope import Scope, Typed, fail
from rulewright.interpreter.program.sets import Sets
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_INLINE = 40  # definitions inside one another
OF_CELLS = ("empty", "occupied")


class Conditions(Sets):
    """The lowering of conditions; values inside them are lowered by the subclass."""

    def condition(self, expr: ast.Expr, scope: Scope) -> E:
        return self.guard(expr, scope).test

    def guard(self, expr: ast.Expr, scope: Scope, refs: ast.Refs = ()) -> Guard:
        """A condition with what is needed to explain it."""
        match expr:
            case ast.Logic(op=name, left=left, right=right):
                parts = (self.guard(left, scope, refs), self.guard(right, scope, refs))
                test = op(name, *(part.test for part in parts))
                return self._guard(expr, refs, test, parts, any_of=name == "or")
            case ast.Not(body=body):
                return self._guard(expr, refs, op("not", self.condition(body, scope)))
            case ast.ThereIs(set=things, negated=negated):
                found = self.exists(things, scope)
                return self._guard(expr, refs, op("not", found) if negated else found)
            case ast.HasRow():
                return self._guard(expr, refs, self._has_line(expr, scope))
            case ast.Verb():
                return self._verb(expr, scope, refs)
            case ast.Is():
                return self._is(expr, scope, refs)
        typed = self.value(expr, scope, BOOL)
        if typed.type.kind != "bool":
            raise fail("condition", f"`{expr.span.text}` is a value, not a condition", expr.span,
                       "say what it is: `… is …`")
        return self._guard(expr, refs, typed.e)

    @staticmethod
    def _guard(
        expr: ast.Node, refs: ast.Refs, test: E, parts: tuple[Guard, ...] = (), *,
        any_of: bool = False, relaxed: E | None = None, relaxed_refs: ast.Refs = (),
        values: tuple[tuple[str, E, VType], ...] = (),
    ) -> Guard:
        return Guard(
            test, expr.span, refs, expr.span.text, parts, any_of, relaxed=relaxed,
            relaxed_refs=relaxed_refs, values=values,
        )

    def over_things(
        self, expr: ast.Expr, scope: Scope, then: Callable[[Typed], Guard]
    ) -> Guard:
        """Lower an operand that may be `every`, `some` or `no` SET; `then` makes the rest."""
        if isinstance(expr, ast.Quantified):
            kind = expr.quantifier
            things = self.members(expr.set, scope)
            inner = then(things.typed)
            if kind in ("every", "all"):
                test = comp("all", things.var, things.size,
                            op("or", op("not", things.test), inner.test))
            else:
                test = comp("any", things.var, things.size, op("and", things.test, inner.test))
            if kind == "no":
                test = op("not", test)
            return Guard(test, inner.span, inner.refs, inner.text)
        return then(self.value(expr, scope))

    def _is(self, expr: ast.Is, scope: Scope, refs: ast.Refs) -> Guard:
        def settle(subject: Typed) -> Guard:
            guard = self.complement(subject, expr, expr.complement, scope, refs)
            if expr.negated:
                return self._guard(expr, refs, op("not", guard.test), values=guard.values)
            return guard

        if isinstance(expr.subject, ast.Value) and expr.subject.text in self.options:
            word = self._option_is(expr, scope)
            if word is not None:
                return self._guard(expr, refs, Const(int(word != expr.negated)))
        return self.over_things(expr.subject, scope, settle)

    def _option_is(self, expr: ast.Is, scope: Scope) -> bool | None:
        """Comparing an option with one of its words; None if numbers are meant."""
        assert isinstance(expr.subject, ast.Value)
        option = self.options[expr.subject.text]
        complement = expr.complement
        declared = next(o for _, o in self.sheet.all(ast.Option) if o.name == option.name)
        ranges, words = self.option_domain(declared)
        value = complement.value if isinstance(complement, ast.IsValue) else None
        if isinstance(value, ast.Word) or (isinstance(value, ast.Number) and not ranges):
            raise fail("value", f"`{value.span.text}` is none of the values of `{option.name}`",
                       value.span, did_you_mean(value.span.text, words)
                       or "they are: " + ", ".join(words))
        if isinstance(complement, ast.IsValue) and isinstance(complement.value, ast.Value):
            word = complement.value.text
            if word not in words and word not in self.options:
                raise fail("value", f"`{word}` is none of the values of `{option.name}`",
                           complement.span, did_you_mean(word, words))
            return option.word == word
        if isinstance(complement, ast.IsEither):
            return any(
                self._option_is(
                    ast.Is(expr.span, expr.subject, ast.IsValue(value.span, value), False), scope
                )
                for value in complement.values
            )
        return False if option.number is None else None

    def complement(
        self, subject: Typed, expr: ast.Node, what: ast.Complement, scope: Scope, refs: ast.Refs
    ) -> Guard:
        """`subject is WHAT`, without any `not`."""
        match what:
            case ast.IsAdjective(adjective=name):
                return self.adjective(subject, name, expr, scope, refs)
            case ast.IsPreposition(preposition=name, object=thing):
                return self.over_things(
                    thing, scope, lambda o: self.preposition(subject, name, o, expr, refs)
                )
            case ast.IsBound(op=name, value=value):
                left = self.number(subject, expr.span)
                right = self.number(self.value(value, scope), value.span)
                return self._guard(expr, refs, op(name, left, right),
                                   values=self._values(expr, subject))
            case ast.IsEither(values=values):
                tests = [self._equal(subject, x, scope, expr.span) for x in values]
                return self._guard(expr, refs, op("or", *tests), values=self._values(expr, subject))
            case ast.IsIn(set=things):
                found = self.value(things, scope)
                if found.type.kind != "set" or found.type.domain != subject.type.domain:
                    raise fail("type", f"`{things.span.text}` is not a set of such things",
                               what.span)
                return self._guard(expr, refs, self.within(subject, found.e))
            case ast.IsConnected():
                return self.over_things(what.start, scope, lambda start: self._connected(
                    subject, start, what, expr, scope, refs))
            case ast.IsValue(value=value):
                if isinstance(value, ast.Quantified):
                    return self.over_things(
                        value, scope,
                        lambda o: self._guard(expr, refs, self.same(subject, o, expr.span)),
                    )
                return self._guard(expr, refs, self._equal(subject, value, scope, expr.span),
                                   values=self._values(expr, subject))
        raise AssertionError(what)

    @staticmethod
    def _values(expr: ast.Node, subject: Typed) -> tuple[tuple[str, E, VType], ...]:
        """What the subject was, to be shown when the condition fails."""
        if isinstance(expr, ast.Is) and not isinstance(expr.subject, (ast.TheNoun, ast.It)):
            return ((expr.subject.span.text, subject.e, subject.type),)
        return ()

    def _equal(self, subject: Typed, value: ast.Expr, scope: Scope, span: Span) -> E:
        """Equality; `the tile is White` compares the one attribute that can be White."""
        if isinstance(value, ast.Value) and subject.type.kind == "thing":
            found = self.value_of_thing(subject, value.text)
            if found is not None:
                return found
        return self.same(subject, self.value(value, scope, subject.type), span)

    def same(self, left: Typed, right: Typed, span: Span) -> E:
        """Equality of two values, whose types must have something in common."""
        a, b = left, right
        if a.type.kind != b.type.kind:
            raise fail("type", f"{self.kind_text(a.type)} is compared with "
                       f"{self.kind_text(b.type)}", span)
        if a.type.kind == "thing":
            if len(a.type.words) < len(b.type.words):
                a, b = b, a
            b = Typed(self.coerce(b, a.type, span), a.type)
        return op("==", a.e, b.e)

    def preposition(
        self, subject: Typed, name: str, thing: Typed, expr: ast.Node, refs: ast.Refs
    ) -> Guard:
        stands = subject.type.piece is not None and thing.type.domain == subject.type.domain
        if name == "on" and (stands or ("preposition", name) not in self.definitions):
            return self._guard(expr, refs, self._stands_on(subject, thing, expr.span))
        grid = self.grid_of(subject.type.domain)
        if name.endswith("next to") and grid and thing.type.domain == subject.type.domain:
            adjective = {"orthogonally next to": "orthogonal", "diagonally next to": "diagonal"}
            masks = grid.neighbours(adjective.get(name))
            near = Table(masks, (len(masks),), (thing.e,))
            return self._guard(expr, refs, self.within(subject, self.safe(near, thing)))
        made = self.relations.get((self.noun_of(subject.type), name, self.noun_of(thing.type)))
        if made is not None:
            related: E = Load(made.id, (subject.e, thing.e))
            for typed in (thing, subject):
                if typed.type.none:
                    related = op("and", op(">=", typed.e, FALSE), related)
            return self._guard(expr, refs, related)
        return self.apply("preposition", name, (("", subject), ("to", thing)), expr, refs)

    def _stands_on(self, subject: Typed, thing: Typed, span: Span) -> E:
        if subject.type.piece is None or thing.type.domain != subject.type.domain:
            raise fail("type", "`on` needs a piece and a cell of its board", span)
        return op("==", subject.e, thing.e)

    def _verb(self, expr: ast.Verb, scope: Scope, refs: ast.Refs) -> Guard:
        def with_subject(subject: Typed) -> Guard:
            args: list[tuple[str, Typed]] = [("", subject)]
            tail = [(word, self.value(arg, scope)) for word, arg in expr.tail]
            if expr.object is None:
                guard = self.apply("verb", expr.verb, (*args, *tail), expr, refs)
            else:
                guard = self.over_things(
                    expr.object, scope,
                    lambda o: self.apply("verb", expr.verb, (*args, ("to", o), *tail), expr, refs),
                )
            return self._guard(expr, refs, op("not", guard.test)) if expr.negated else guard

        return self.over_things(expr.subject, scope, with_subject)

    def _connected(
        self, subject: Typed, start: Typed, what: ast.IsConnected, expr: ast.Node, scope: Scope,
        refs: ast.Refs,
    ) -> Guard:
        grid = self.grid_of(subject.type.domain)
        if grid is None or start.type.domain != subject.type.domain:
            raise fail("type", "only cells of one board can be connected", expr.span)
        everywhere = Const((1 << grid.cells.size) - 1)
        over = self.mask(what.over, scope, grid.cells) if what.over else everywhere

        def reach(allowed: E) -> E:
            if what.straight:
                table = grid.steps
                rays: E = FALSE
                for direction in grid.directions(what.steps.adjective):
                    ray = Ray(start.e, Const(direction), allowed, table, 8, False)
                    rays = ray if rays == FALSE else op("|", rays, ray)
                return rays
            return Flood(start.e, allowed, grid.neighbours(what.steps.adjective))

        test = self.within(subject, self.safe(reach(over), start))
        relaxed = self.within(subject, self.safe(reach(everywhere), start)) if what.over else None
        guard = self._guard(expr, refs, test, relaxed=relaxed, relaxed_refs=what.over_refs)
        return replace(guard, relaxed_span=what.over.span if what.over else None)

    def _has_line(self, expr: ast.HasRow, scope: Scope) -> E:
        things = self.value(expr.subject, scope)
        grid = self.grid_of(things.type.domain)
        if things.type.kind != "set" or grid is None:
            raise fail("type", "only a set of cells can include a line", expr.subject.span,
                       "write `the cells of the player include a line of 3`")
        length = self.constant(expr.length)
        if length < 1:
            raise fail("range", "a line has at least one cell", expr.length.span)
        return HasLine(things.e, grid.lines(length))

    def adjective(
        self, subject: Typed, name: str, expr: ast.Node, scope: Scope, refs: ast.Refs
    ) -> Guard:
        """`subject is NAME` for a declared or built-in adjective."""
        noun = self.noun_of(subject.type)
        made = self.qualities.get((noun, name))
        if made is not None:
            index = () if noun in ("game", "turn") else (subject,)
            return self._guard(expr, refs, self.load(made, *index).e)
        grid = self.grid_of(subject.type.domain)
        if name in OF_CELLS and not subject.type.piece and grid and grid.name in self.occupants:
            here = Load(self.occupants[grid.name].id, (subject.e,))
            test = op("==" if name == "empty" else "!=", here, NONE)
            if subject.type.none:  # what is not there is neither empty nor occupied
                test = op("and", op(">=", subject.e, FALSE), test)
            return self._guard(expr, refs, test)
        if name in ("orthogonal", "diagonal") and noun == "direction":
            wanted = 0 if name == "orthogonal" else 1
            flags = tuple(int(d % 2 == wanted) for d in range(8))
            known = op("==", Table(flags, (8,), (subject.e,)), TRUE)
            if subject.type.none:
                known = op("and", op(">=", subject.e, FALSE), known)
            return self._guard(expr, refs, known)
        if name == "other":
            present = scope.noun(noun) or (self.to_move() if noun == "player" else None)
            if present is None:
                raise fail("other", f"no {noun or 'thing'} is spoken of, so there is no other",
                           expr.span)
            if present is subject and isinstance(getattr(expr, "subject", None), ast.TheNoun):
                raise fail("other", f"the {noun} is no other than itself", expr.span,
                           f"name one of the two, as in `a {noun} X`")
            return self._guard(expr, refs, op("!=", subject.e, present.e))
        return self.apply("adjective", name, (("", subject),), expr, refs)

    def apply(
        self, kind: str, name: str, args: tuple[tuple[str, Typed], ...], expr: ast.Node,
        refs: ast.Refs,
    ) -> Guard:
        """Use a definition: its lines with the arguments in place of its things."""
        define = self._find(kind, name, args, expr.span)
        if define.rows:
            return self._by_rows(define, args, expr, refs)
        with self.definition(define, args) as scope:
            parts = self.lines(define.lines, scope)
        test = op("and", *(part.test for part in parts))
        return self._guard(expr, refs, test, tuple(parts))

    @contextmanager
    def definition(
        self, define: ast.Define, args: tuple[tuple[str, Typed], ...]
    ) -> Iterator[Scope]:
        """The scope inside a definition: its things bound to the arguments of one use."""
        scope = Scope()
        for (_, binder), (_, arg) in zip(define.params, args, strict=True):
            scope = scope.bind(binder.noun, binder.name, arg, subject=scope.bound is None)
        self.enter_definition(define.kind, define.name, define.span)
        try:
            yield scope
        finally:
            self.inside.pop()

    def _masks(self, define: ast.Define, rows: Domain, others: Domain) -> list[tuple[int, int]]:
        """For each row of a table the number of its thing and the set of what it lists."""
        known = self._rows_known.get(id(define))
        if known is None:
            known = self._rows_known[id(define)] = [
                (self._label_index(rows, row.value, row.span), sum({
                    1 << self._label_index(others, text, row.span) for text in row.others
                }))
                for row in define.rows
            ]
        return known

    def _by_rows(
        self, define: ast.Define, args: tuple[tuple[str, Typed], ...], expr: ast.Node,
        refs: ast.Refs,
    ) -> Guard:
        """A relation written as a table; the row of the subject explains a refusal."""
        subject, thing = args[0][1], args[1][1]
        rows, others = subject.type.domain, thing.type.domain
        assert rows is not None and others is not None
        parts = []
        masks = self._masks(define, rows, others)
        for row, (at, mask) in zip(define.rows, masks, strict=True):
            test = op("or", op("!=", subject.e, Const(at)), self.within(thing, Const(mask)))
            parts.append(Guard(test, row.span, row.refs, row.span.text))
        listed = dict(masks)
        table = tuple(
            listed.get(at, 0) >> number & 1
            for at in range(rows.size) for number in range(others.size)
        )
        lookup: E = Table(table, (rows.size, others.size), (subject.e, thing.e))
        test = op("==", lookup, TRUE)
        for typed in (thing, subject):
            if typed.type.none:
                test = op("and", op(">=", typed.e, FALSE), test)
        return self._guard(expr, refs, test, tuple(parts))

    def enter_definition(self, kind: str, name: str, span: Span) -> None:
        """Note that a definition is being put in its place; it may not stand inside itself.

        A circle is reported once, at its first definition in the text.
        """
        self.spend(span)
        if (kind, name) in self.inside:
            keys = dict.fromkeys(self.inside[self.inside.index((kind, name)) :])
            circle = [self.definitions[key][0] for key in keys]
            first = min(circle, key=lambda d: (d.span.source.name, d.span.line))
            way = ", ".join(f"`{d.name}`" for d in sorted(circle, key=lambda d: d.span.line)
                            if d is not first)
            raise fail("recursion", f"the definition of `{first.name}` uses itself"
                       + (f" by way of {way}" if way else ""), first.span,
                       "say it without going round: a definition may not depend on itself")
        if len(self.inside) >= MAX_INLINE:
            raise fail("too-deep", f"more than {MAX_INLINE} definitions stand inside one another",
                       span)
        self.inside.append((kind, name))

    def _label_index(self, domain: Domain, text: str, span: Span) -> int:
        if text not in domain.labels:
            raise fail("value", f"`{text}` is no {domain.noun}", span,
                       did_you_mean(text, domain.labels))
        return domain.labels.index(text)

    def lines(self, lines: tuple[ast.CondLine, ...], scope: Scope) -> list[Guard]:
        """The guards of a block of condition lines."""
        guards: list[Guard] = []
        for line in lines:
            match line:
                case ast.CondLeaf(condition=condition, refs=refs):
                    guards.append(self.guard(condition, scope, refs))
                case ast.CondWhen(test=test, lines=inner):
                    if self.static(test):
                        guards.extend(self.lines(inner, scope))
                case ast.CondGroup(kind=kind, lines=inner, refs=refs):
                    parts = tuple(self.lines(inner, scope))
                    name = "or" if kind == "any" else "and"
                    whole = op(name, *(part.test for part in parts))
                    text = f" {name} ".join(
                        f"({p.text})" if p.any and kind == "all" else p.text for p in parts
                    )
                    made = self._guard(line, refs, whole, parts, any_of=kind == "any")
                    guards.append(replace(made, text=text))
        return guards

    def _find(
        self, kind: str, name: str, args: tuple[tuple[str, Typed], ...], span: Span
    ) -> ast.Define:
        candidates = self.definitions.get((kind, name), [])
        for define in candidates:
            if len(define.params) == len(args) and all(
                word == given and self.fits(value.type, binder.noun)
                for (word, binder), (given, value) in zip(define.params, args, strict=True)
            ):
                return define
        what = ", ".join(self.kind_text(value.type) for _, value in args)
        cell = args[0][1].type.domain if name in OF_CELLS and args[0][1].type.piece else None
        hint = f"it is declared as `{candidates[0].span.text}`" if candidates else None
        hint = f"say it of the cell: `its {cell.noun} is {name}`" if cell else hint
        says = "does not fit" if candidates else "says nothing about"
        raise fail("meaning", f"`{name}` {says} {what}", span, hint)

    @staticmethod
    def within(thing: Typed, mask: E) -> E:
        """Membership of a thing that may be none."""
        test = op("in", thing.e, mask)
        return op("and", op(">=", thing.e, FALSE), test) if thing.type.none else test

    def safe(self, e: E, start: Typed) -> E:
        """A set that is empty when the thing it starts from is none."""
        return cond(op("<", start.e, FALSE), FALSE, e) if start.type.none else e

