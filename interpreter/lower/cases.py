"""Lowering the bodies of values: cases with conditions, and tables of rows."""

from __future__ import annotations

from dataclasses import replace

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import FALSE, NONE, TRUE, Const, E, VType, cond, op
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.rows import Row, among, answered, row_values
from rulewright.interpreter.lower.rows_of_two import of_two
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.things import constant_function, of_nothing
from rulewright.interpreter.lower.typed import Typed, coerce, join
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast


def cases(context: Context, define: ast.Define, scope: Scope, expected: VType | None) -> Typed:
    """The value of the first case whose condition holds; where the thing that it is asked of may
    be none, nothing holds of that."""
    lines, span = tuple(context.existing(define.cases)), define.span
    entries = scope.entries()
    first = entries[-1].value if entries else None
    if any(case.second for case in lines):
        return of_two(context, define, lines, scope, expected)
    if lines and all(case.among is not None for case in lines):
        return _rows(context, define, lines, first, scope, expected)
    value = _first_that_holds(context, lines, scope, expected, span)
    return _or_nothing(value, first) if first is not None and first.type.none else value


def _first_that_holds(
    context: Context, lines: tuple[ast.Case, ...], scope: Scope, expected: VType | None, span: Span
) -> Typed:
    tests: list[tuple[E, Typed]] = []
    last: Typed | None = None
    for case in lines:
        test = _case_test(context, case, scope)
        if test is FALSE:
            continue
        kind = tests[0][1].type if tests else expected
        value = context.value(case.value, scope, kind)
        if test is TRUE:
            last = value
            break
        tests.append((test, value))
    if last is None:
        raise error("gap", "the cases may all fail, and then there is no value", span,
                    "let the last line end in `otherwise`, and stand under no `when`")
    return _first_of(tests, last, span)


def _first_of(tests: list[tuple[E, Typed]], last: Typed, span: Span) -> Typed:
    """The value behind the first test that holds, or else the last one."""
    kind = last.type
    for _, value in tests:
        kind = join(kind, value.type, span)
    result = coerce(last, kind, span)
    for test, value in reversed(tests):
        result = cond(test, coerce(value, kind, span), result)
    return Typed(result, kind)


def _case_test(context: Context, case: ast.Case, scope: Scope) -> E:
    if case.among is not None:
        bound = scope.entries()
        if not bound:
            raise error("table", "rows `… for …` look at the first thing of the definition",
                        case.span, "let its head name one, as in `the price of a number is`")
        first = bound[-1].value
        assert first is not None, "a definition is about the things of its head"
        return among(context, first, Row(case.among, case.span))
    return TRUE if case.test is None else context.condition(case.test, scope)


def _rows(
    context: Context, define: ast.Define, lines: tuple[ast.Case, ...], first: Typed | None,
    scope: Scope, expected: VType | None,
) -> Typed:
    """A table of rows `… for …`, which cover every value once."""
    span = define.span
    if first is None or first.type.words:
        raise error("table", "rows `… for …` look at the first thing of the definition", span)
    there = replace(first.type, none=False)  # of none nothing is asked
    rows = [Row(case.among, case.span) for case in lines]
    found = answered(context, rows, there, span, define.cases)
    values = row_values(context, lines, scope, expected)
    kind = values[0].type
    for case, value in zip(lines, values, strict=True):
        kind = join(kind, value.type, case.value.span)
    given = [coerce(value, kind, span) for value in values]
    constants = [e.value for e in given if isinstance(e, Const)]
    if len(constants) == len(given) and there.domain is not None:
        of_each = {thing: constants[row] for low, high, row, _ in found
                   for thing in range(low, high + 1)}
        return constant_function(tuple(of_each[i] for i in range(there.size)), kind, first)
    tests = [(_case_test(context, case, scope), values[at]) for at, case in enumerate(lines)]
    whole = _first_of(tests[:-1], tests[-1][1], span)
    return _or_nothing(whole, first) if first.type.none else whole


def _or_nothing(value: Typed, first: Typed) -> Typed:
    """The value where the thing it is asked of is there, else none or 0."""
    kind = of_nothing(value.type)
    nothing = NONE if kind.kind == "thing" else FALSE
    return Typed(cond(op("some", first.e), value.e, nothing), kind)
