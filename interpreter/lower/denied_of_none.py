"""`the cell is not next to the beacon`, where there may be no beacon.

Model. Nothing is said of none (reference, 9): neither is anything next to it, nor is it not. A
reader takes it that where there is no beacon, the cell is not next to it. So where one kept thing
that may be none stands behind a denied preposition, the text must say what holds then: in the line,
above it in its block, or in words that deny the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.ir import Load
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import in_block


def require_certain(context: Context, said: ast.Is, scope: Scope) -> None:
    """Refuse what is denied of a thing that may be none, unless something is said of that."""
    for what, denied in _parts(said.complement, said.negated):
        if denied and isinstance(what, ast.IsPreposition):
            _require(context, said, what, scope)


def _parts(what: ast.Complement, denied: bool) -> Iterator[tuple[ast.Complement, bool]]:
    """What is said of a subject, and whether each is denied."""
    if isinstance(what, ast.IsCombined):
        for part, not_ in what.parts:
            yield from _parts(part, not_ != denied)
    else:
        yield what, denied


def _require(context: Context, said: ast.Is, what: ast.IsPreposition, scope: Scope) -> None:
    place = what.object
    if not isinstance(place, (ast.Call, ast.NounOf)):
        return
    kept = context.value_if_any(place, scope)
    if kept is None or not kept.type.none or not isinstance(kept.e, Load) or (
        kept.e.field not in context.symbols.attributes.values()
    ):
        return
    name, block = place.span.text, "\n".join(in_block(said.span.source, said.span.end_line))
    if f"{name} is not none" in block or f"{name} is none" in block:
        return
    subject = said.subject.span.text
    denied = f"{subject} is not {what.span.text}"
    raise error(
        "nothing", f"`{name}` may be none, and then nothing is said by `{denied}`", said.span,
        f"write `not ({subject} is {what.span.text})` if it is so as well where there is none, "
        f"`{name} is not none and {denied}` if not")
