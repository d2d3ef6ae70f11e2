"""Lowering the step of a walk to pure expressions.

Model. The lines of a step are read from top to bottom, as for one step of one walk, whose place,
direction and carried values are locals: a change makes another expression what the lines below mean
by a name, and a guard or an ending notes under what condition it decides. What was noted first
decides; so the step comes to one expression for its outcome and one for each value that is carried
on (see `ir.walks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import (
    DROPPED,
    GOES_ON,
    NONE,
    TRUE,
    Const,
    E,
    Guard,
    Stop,
    cond,
    op,
)
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.definitions import lines
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.suggested import suggest
from rulewright.interpreter.lower.typed import Typed, changed_number, coerce, single
from rulewright.interpreter.model.types import kind_text, listed
from rulewright.interpreter.model.walks import WalkKind
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


def code_of(kind: WalkKind, ending: str, place: E, now: dict[str, Typed]) -> E:
    """The number of a result; if a value that it keeps may be outside its range, that is told by
    another number (see `Walks.outcome`)."""
    values = [Const(kind.endings.index(ending)), place, *(now[name].e for name in kind.kept)]
    code: E = Const(0)
    strays: list[tuple[E, E]] = []
    names = [name for name, _ in kind.carried]
    for (least, size), value, name in zip(kind.sizes, values, (None, None, *kind.kept),
                                          strict=True):
        part = op("-", value, Const(least))
        if value.type.least < least or value.type.most >= least + size:
            inside = op("and", op(">=", value, Const(least)), op("<", value, Const(least + size)))
            assert name is not None
            strays.append((inside, Const(GOES_ON - 1 - names.index(name))))
            part = op("%", part, Const(size))
        code = op("+", op("*", code, Const(size)), part)
    for inside, otherwise in strays:
        code = cond(inside, code, otherwise)
    return code


@dataclass
class Course:
    """What the lines of a step come to: `decided` are the conditions under which a line decides, in
    the order of the text, and what it decides; `stops` are these lines."""

    context: Context
    kind: WalkKind
    decided: list[tuple[E, E]] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)

    def outcome(self, otherwise: E) -> E:
        """What the first line that decides says."""
        for test, outcome in reversed(self.decided):
            otherwise = cond(test, outcome, otherwise)
        return otherwise

    def demand(self, s: ast.OnlyIf, scope: Scope) -> Guard:
        """What an `only if` demands."""
        if s.afterwards:
            raise error("walk", "in a walk nothing is there afterwards", s.span,
                        "write `only if …` behind the line that changes what is asked for")
        return self.context.guard(s.condition, scope, s.refs)

    def run(self, body: Sequence[ast.Stmt], scope: Scope, path: E = TRUE) -> Scope:
        """Read lines that are done where `path` holds; the scope behind them."""
        for s in body:
            with self.context.collecting():
                scope = self._line(s, scope, path)
        return scope

    def _line(self, s: ast.Stmt, scope: Scope, path: E) -> Scope:
        context = self.context
        match s:
            case ast.When():
                return self.run(s.body, scope, path) if context.static(s.test) else scope
            case ast.OnlyIf():
                guard = self.demand(s, scope)
                failed = op("and", path, op("not", guard.test))
                self.decided.append((failed, Const(DROPPED)))
                self.stops.append(Stop(failed, s.span, s.refs, guard))
                return scope
            case ast.WalkEnds():
                self._ends(s, scope, path)
                return scope
            case ast.If():
                return self._if(s, scope, path)
            case ast.Becomes():
                name, now = self._target(s.target, scope)
                value = context.value(s.value, scope, now.type)
                return self._changed(s, scope, name, now, coerce(value, now.type, s.value.span))
            case ast.Change():
                name, now = self._target(s.target, scope)
                by = context.value(s.amount, scope)
                return self._changed(s, scope, name, now, changed_number(now, by, s)[0])
        raise not_in_a_walk(s)

    def _ends(self, s: ast.WalkEnds, scope: Scope, path: E) -> None:
        kind = self.kind
        place: E = NONE
        if s.place is not None:
            where = single(self.context.value(s.place, scope, kind.cell), s.place.span)
            if where.type.domain != kind.cell.domain or where.type.piece or where.type.words:
                noun = kind.board.noun
                raise error("type", f"a walk ends on {with_article(noun)}, not on "
                            f"{kind_text(where.type)}", s.place.span,
                            f"name the {noun} from which the step goes, or to which")
            place = where.e
        parts = lines(self.context, s.lines, scope)
        now = {name: value_in(scope, name) for name, _ in kind.carried}
        test = op("and", path, *(part.test for part in parts))
        self.decided.append((test, code_of(kind, s.ending, place, now)))
        refs = (*s.refs, *(ref for part in parts for ref in part.refs))
        self.stops.append(Stop(test, s.span, refs, ending=s.ending))

    def _if(self, s: ast.If, scope: Scope, path: E) -> Scope:
        test = self.context.condition(s.test, scope)
        one = self.run(s.body, suggest(scope, s.test), op("and", path, test))
        other = self.run(s.otherwise, scope, op("and", path, op("not", test)))
        for name, _ in self.kind.carried:
            yes, no = value_in(one, name), value_in(other, name)
            if yes.e is not no.e:
                scope = scope.carry(name, replace(yes, e=cond(test, yes.e, no.e)))
        return scope

    def _target(self, target: ast.Expr, scope: Scope) -> tuple[str, Typed]:
        """What a line changes: something that the walk carries."""
        name = target.name if isinstance(target, ast.Call) and not target.args else None
        if name is None or name not in (known for known, _ in self.kind.carried):
            carried = [f"`{known}`" for known, _ in self.kind.carried]
            raise error("walk", f"`{target.span.text}` is not carried by the walk, and nothing "
                        "else changes in one", target.span,
                        f"it carries {listed(carried, 'and')}" if carried else
                        "what changes from step to step is declared by `with a NAME: …`")
        return name, value_in(scope, name)

    @staticmethod
    def _changed(s: ast.Stmt, scope: Scope, name: str, now: Typed, value: E) -> Scope:
        kind = now.type
        if isinstance(value, Const) and not kind.least <= value.value <= kind.most:
            raise error("bound", f"the {name} cannot become {value.value}", s.span)
        return scope.carry(name, Typed(value, kind))


def value_in(scope: Scope, name: str) -> Typed:
    value = scope.carried(name)
    assert value is not None
    return value


def not_in_a_walk(s: ast.Stmt) -> RulesError:
    """The error for a statement that no step of a walk can have."""
    return error("walk", f"`{s.span.words}` cannot stand in a walk, which is only looked at",
                 s.span, "in a step stand `only if`, `if`, `ends as` and changes of what the walk "
                 "carries")
