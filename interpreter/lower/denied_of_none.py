"""`the cell is not next to the beacon`, `the beacon is not wet`, where there may be no beacon.

Model. Nothing is said of none (reference, 9): neither is anything next to it, nor is it not; it is
neither wet nor not. A reader takes it that where there is no beacon, the cell is not next to it,
and the beacon not wet. So where a place or thing that the game or a thing keeps, and that may be
none, is the subject of a denial or stands behind a denied preposition, the text must say what holds
then: in the line, above it in its block, or in words that deny the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Load
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.types import member
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import in_block

#: What is said of a thing itself, or (of a word) of an attribute of it.
QUALITIES = (ast.IsAdjective, ast.IsPreposition, ast.IsIn, ast.IsConnected, ast.IsValue)


def require_certain(context: Context, said: ast.Is, scope: Scope) -> None:
    """Refuse what is denied of a thing that may be none, unless something is said of that; not what
    is only asked of a position."""
    if context.asserting:
        return
    for what, denied in _parts(said.complement, said.negated):
        if denied and isinstance(what, ast.IsPreposition):
            _require(context, said, what, what.object, scope)
        if denied and isinstance(what, QUALITIES):
            _require(context, said, what, said.subject, scope)


def _parts(what: ast.Complement, denied: bool) -> Iterator[tuple[ast.Complement, bool]]:
    """What is said of a subject, and whether each is denied."""
    if isinstance(what, ast.IsCombined):
        for part, not_ in what.parts:
            yield from _parts(part, not_ != denied)
    else:
        yield what, denied


def _require(
    context: Context, said: ast.Is, what: ast.Complement, place: ast.Expr, scope: Scope
) -> None:
    if not isinstance(place, (ast.Call, ast.NounOf)):
        return
    kept = context.value_if_any(place, scope)
    if kept is None or not kept.type.none or not isinstance(kept.e, Load) or (
        kept.e.field not in context.symbols.attributes.values()
    ):
        return
    if isinstance(what, ast.IsValue) and (
        not isinstance(what.value, ast.Value)
        or member(kept.type, what.value.text) is not None  # the tile is b2 itself, or is not
    ):
        return
    name, block = place.span.text, "\n".join(in_block(said.span.source, said.span.end_line))
    told = (name, f"whose {place.name}") if isinstance(place, ast.Call) else (name,)
    if any(f"{one} is not none" in block or f"{one} is none" in block for one in told):
        return
    subject = said.subject.span.text
    denied = f"{subject} is not {what.span.text}"
    raise error(
        "nothing", f"`{name}` may be none, and then nothing is said by `{denied}`", said.span,
        f"write `not ({subject} is {what.span.text})` if it is so as well where there is none, "
        f"`{name} is not none and {denied}` if not")
