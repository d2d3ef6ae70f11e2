"""`choose a cell next to a1 and a Stone`: are two things chosen, or is the cell next to both?

What stands behind `and` could go on from the preposition or verb in front of it as well as be
chosen itself. Where it is such a thing as stands behind these words, and says nothing of what was
chosen before, both are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.complements import NEXT_TO
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article


def require_apart(context: Context, chosen: Sequence[ast.Node]) -> None:
    """Refuse two sets that are chosen, where the second could belong to what is said of the
    first."""
    for one, other in pairwise(chosen):
        if not isinstance(one, ast.Pick) or not isinstance(other, ast.Pick):
            continue
        first, second = one.set, other.set
        if not isinstance(first, ast.NounSet) or not isinstance(second, ast.NounSet) or not (
            first.relatives
        ):
            continue
        last = first.relatives[-1]
        thing = _object(last)
        if thing is None or not _fits(context, first.noun, last, second.noun) or _speaks_of(
            second, first
        ):
            continue
        said = last.span.words.removeprefix("that is ").removeprefix("that are ")
        head = first.span.words.removesuffix(last.span.words).strip()
        about = said.removeprefix("that ")
        verb = "is " if isinstance(last, ast.RelIs) else ""
        denied = "not " if isinstance(last, ast.RelIs) and last.negated and not about.startswith(
            "not ") else ""
        it = first.name or "it"
        two = f"{with_article(head)} where ({it} {verb}{denied}{about})"
        again = last.span.words.removesuffix(thing.span.words)
        more = with_article(second.span.words)
        raise error(
            "grouping", f"`{more}` can be chosen as well, or belong to `{last.span.words}`",
            one.span.to(other.span),
            f"write `{two} and {more}` if both are chosen, `{with_article(first.span.words)} and "
            f"{again}{more}` if one is")


def _object(last: ast.Relative) -> ast.Expr | None:
    """The thing with which a relative ends."""
    match last:
        case ast.RelIs(complement=ast.IsPreposition(object=thing)):
            return thing
        case ast.RelVerb(object=thing, tail=()):
            return thing
    return None


def _fits(context: Context, noun: str, last: ast.Relative, other: str) -> bool:
    """Whether the preposition or verb of a relative can be followed by a thing of a noun."""
    symbols = context.symbols
    if isinstance(last, ast.RelVerb):
        kind, name = "verb", last.verb
    else:
        assert isinstance(last, ast.RelIs) and isinstance(last.complement, ast.IsPreposition)
        kind, name = "preposition", last.complement.preposition
        if name in NEXT_TO:
            cells = {board.noun for board in symbols.boards.values()}
            return other in cells or other in symbols.pieces or any(
                other == one.noun and symbols.cells_for(one) for one in symbols.numbered.values())
        if (noun, name, other) in symbols.relations:
            return True
    return any(
        len(define.params) > 1 and define.params[1][1].noun == other
        for define in symbols.definitions.get((kind, name), ()))


def _speaks_of(second: ast.NounSet, first: ast.NounSet) -> bool:
    """Whether a set says something of what was chosen before, or that it lies in a zone."""
    return any(isinstance(one, ast.RelIs) and isinstance(one.complement, ast.IsIn)
               for one in second.relatives) or any(
        isinstance(node, ast.It) or (isinstance(node, ast.TheNoun) and node.noun == first.noun)
        or (isinstance(node, ast.Word) and node.text == first.name) for node in walk(second))
