"""`its strength is more than its strength`: what is compared with itself.

Model. Who says the same words twice in one comparison means two things. In the language they are
one, so the comparison always or never holds: an error, which names the other things around. So it
is where two words stand for one thing: `its strength is more than the Stone's strength`, `its
strength goes down by the strength of the Stone`.
"""

from __future__ import annotations

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.noting import PLAYER
from rulewright.interpreter.lower.reference import TO_MOVE, phrases, told_apart
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.types import listed
from rulewright.interpreter.syntax import ast

WHOSE = ("its ", "the player's ")


def require_two(
    whole: ast.Node, subject: Typed, value: ast.Expr, other: Typed, scope: Scope
) -> None:
    """Refuse what is said of a thing and itself in the same words."""
    if not isinstance(whole, ast.Is):
        return
    require_two_words(whole.subject, value, scope)
    if subject.e != other.e:
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


def require_two_words(one: ast.Expr, other: ast.Expr, scope: Scope) -> None:
    """Refuse two words in one sentence that stand for the same of one thing."""
    _require_two_players(one, other, scope)
    (name, first), (asked, second) = _parts(one), _parts(other)
    if name != asked or first.span.words == second.span.words:
        return
    bound = _bound(first, scope)
    if bound is None or bound is not _bound(second, scope):
        return
    said, again = first.span.words.removesuffix("'s"), second.span.words.removesuffix("'s")
    what = f"a {bound.noun} X" if bound.noun else "… X"
    raise error(
        "it", f"`{one.span.words}` and `{other.span.words}` are the same here", other.span,
        f"`{said.split()[0] if isinstance(first, ast.It) else said}` and "
        f"`{again.split()[0] if isinstance(second, ast.It) else again}` are both the "
        f"{bound.noun}{f' {bound.name}' if bound.name else ''}: another one that is spoken of gets "
        f"a name where it comes up, `{what}`, and then it is `X`")


def _require_two_players(one: ast.Expr, other: ast.Expr, scope: Scope) -> None:
    """Refuse `its purse goes down by the player's fame` of each other player: who is told apart
    from the player so is the player here."""
    said = {type(node): node for part in (one, other) for node in walk(part)
            if isinstance(node, ast.It) or (isinstance(node, ast.TheNoun) and node.noun == PLAYER)}
    if len(said) < 2:
        return
    it, player = said[ast.It], said[ast.TheNoun]
    bound = _bound(player, scope)
    if bound is None or bound is not _bound(it, scope) or bound.name or bound.span is None or (
        not told_apart(bound.span.text)
    ):
        return
    side = one if any(node is player for node in walk(one)) else other
    text = side.span.text
    own = text.replace("the player's", "its", 1).replace("the player", "it", 1)
    moving = text.replace("the player", TO_MOVE.name or "", 1)
    raise error("which-player", "`the player` can be the other player, as `it` is, or the player "
                "to move", side.span, f"write `{own}` or `{moving}`")


def _parts(said: ast.Expr) -> tuple[str, ast.Expr]:
    """What is asked, and of what; of a thing itself nothing is asked."""
    if isinstance(said, ast.Call) and len(said.args) == 1:
        return said.name, said.args[0][1]
    return "", said


def _bound(said: ast.Expr, scope: Scope) -> Bound | None:
    """What a word stands for, where it is bound as one thing."""
    found = list[Bound]()
    match said:
        case ast.It():
            found = scope.its()
        case ast.TheNoun():
            found = scope.candidates(said.noun)
        case ast.Word():
            found = [b for b in scope.entries() if b.name == said.text][:1]
    return found[0] if len(found) == 1 and found[0].value is not None else None


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
