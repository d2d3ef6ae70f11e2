"""`the cell is not next to the beacon`, `the beacon is not wet`, where there may be no beacon.

Model. Nothing is said of none (reference, 9): neither is anything next to it, nor is it not; it is
neither wet nor not. A reader takes it that where there is no beacon, the cell is not next to it,
and the beacon not wet. So where a place or thing that the game or a thing keeps, and that may be
none, is the subject of a denial or stands behind a denied preposition, the text must say what holds
then: in the line, above it in its block, or in words that deny the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import Load
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.types import member
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lines_above import in_block

#: What is said of a thing itself, or (of a word) of an attribute of it.
QUALITIES = (ast.IsAdjective, ast.IsPreposition, ast.IsIn, ast.IsConnected, ast.IsValue)


def require_certain(context: Context, said: ast.Is | ast.Verb | ast.Has, scope: Scope) -> None:
    """Refuse what is denied of a thing that may be none, unless something is said of that."""
    subject = said.subject.span.text
    if not isinstance(said, ast.Is):
        if said.negated and _may_be_none(context, said.subject, said, scope):
            raise _unsaid(said.subject, said.span, said.span.text, _affirmed(said))
        return
    for what, denied in _parts(said.complement, said.negated):
        if denied and isinstance(what, QUALITIES):
            for place in _named(what, said.subject):
                if _may_be_none(context, place, said, scope, what):
                    raise _unsaid(place, said.span, f"{subject} is not {what.span.text}",
                                  f"{subject} is {what.span.text}")


def require_certain_beside(context: Context, said: ast.RelIs, scope: Scope) -> None:
    """Refuse `cells that are not next to the beacon`, where there may be no beacon."""
    for what, denied in _parts(said.complement, said.negated):
        if denied and isinstance(what, ast.IsPreposition) and (
            _may_be_none(context, what.object, said, scope)
        ):
            name, words = what.object.span.text, what.span.text
            raise error(
                "nothing", f"`{name}` may be none, and then nothing is said by `not {words}`",
                said.span, f"write `where (not (it is {words}))` if it is so as well where there "
                f"is none; if not, ask above whether `{name} is not none`")


def _named(what: ast.Complement, subject: ast.Expr) -> tuple[ast.Expr, ...]:
    """The things of which it is said that the one is not so to the other."""
    return (what.object, subject) if isinstance(what, ast.IsPreposition) else (subject,)


def _affirmed(said: ast.Verb | ast.Has) -> str:
    """`the lord trusts P` for `the lord does not trust P`."""
    subject, denied = said.subject.span.text, said.span.text
    if isinstance(said, ast.Has):
        return denied.replace(" has no ", " has a ", 1)
    behind = denied.removeprefix(subject).split()[2 + len(said.verb.split()):]
    return " ".join((subject, said.verb, *behind))


def _parts(what: ast.Complement, denied: bool) -> Iterator[tuple[ast.Complement, bool]]:
    """What is said of a subject, and whether each is denied."""
    if isinstance(what, ast.IsCombined):
        for part, not_ in what.parts:
            yield from _parts(part, not_ != denied)
    else:
        yield what, denied


def _may_be_none(
    context: Context, place: ast.Expr, said: ast.Node, scope: Scope,
    what: ast.Complement | None = None,
) -> bool:
    """Whether a place or thing is kept, may be none, and no line of the block speaks of that. Where
    it is compared with a value of its own kind, nothing is open: it is another one, or none."""
    if context.asserting or not isinstance(place, (ast.Call, ast.NounOf)):
        return False
    kept = context.value_if_any(place, scope)
    if kept is None or not kept.type.none or not isinstance(kept.e, Load) or (
        kept.e.field not in context.symbols.attributes.values()
    ):
        return False
    if isinstance(what, ast.IsPreposition) and what.preposition == "on" and (
        kept.type.piece is None and place is not what.object
    ):
        return False  # a cell is on nothing, which is told
    if isinstance(what, ast.IsValue) and (
        not isinstance(what.value, ast.Value) or member(kept.type, what.value.text) is not None
    ):
        return False
    block = "\n".join(in_block(said.span.source, said.span.end_line))
    told = [place.span.text, *([f"whose {place.name}"] if isinstance(place, ast.Call) else ())]
    return not any(f"{one} is not none" in block or f"{one} is none" in block for one in told)


def _unsaid(place: ast.Expr, span: Span, denied: str, affirmed: str) -> RulesError:
    name = place.span.text
    return error(
        "nothing", f"`{name}` may be none, and then nothing is said by `{denied}`", span,
        f"write `not ({affirmed})` if it is so as well where there is none, "
        f"`{name} is not none and {denied}` if not")
