"""`its strength is more than its strength`: what is compared with itself.

Model. Who says the same words twice in one comparison means two things. In the language they are
one, so the comparison always or never holds: an error, which names the other things around.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.noting import PLAYER
from rulewright.interpreter.lower.reference import TO_MOVE, phrases
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.types import listed
from rulewright.interpreter.syntax import ast

WHOSE = ("its ", "the player's ")


def require_two(
    whole: ast.Node, subject: Typed, value: ast.Expr, other: Typed, scope: Scope
) -> None:
    """Refuse what is said of a thing and itself in the same words."""
    if not isinstance(whole, ast.Is) or subject.e != other.e:
        return
    said = value.span.text
    whose = next((one for one in WHOSE if said.startswith(one)), None)
    if whose is None or whole.subject.span.text != said:
        return
    rest = said.removeprefix(whose)
    found = [f"`{one.strip('`')}'s {rest}`" for one in _others(whose, scope)]
    raise error(
        "it", f"`{said}` stands on both sides and is the same there", value.span,
        f"write {listed(found, 'or')}" if found else
        f"say what is meant: `the …'s {rest}` of another thing; the second of two gets a name "
        f"where it comes up, `a … X`, and then it is `X's {rest}`")


def _others(whose: str, scope: Scope) -> list[str]:
    """What else the lines around speak of that could be meant, beside `it` or the player."""
    if whose != "its ":
        bound = scope.spoken_of(PLAYER)
        named = [b for b in bound if b.name is not None]
        return phrases(named) if named else [f"`{TO_MOVE.name}`"] if bound else []
    its = scope.its()
    it = its[0] if len(its) == 1 else None
    if it is None or it.value is None:
        return []
    alike: list[Bound] = [b for b in scope.spoken_of(it.noun) if not b.same(it)]
    if any(b.name is None for b in alike):
        return []  # it has the same noun and no name yet
    if not alike:
        alike = [b for b in scope.entries()
                 if b.value is not None and b.value.type.piece and b.noun != it.noun]
    return phrases(alike) if alike else []
