"""Refusing conditions that ask whether there are pieces with a number, without saying where.

Pieces with a number are there wherever they are: `there is no Army of Red` can be said of those on
the board, though some are in a zone. Where they can be in one sort of place only, those in play
are those that are there.
"""

from __future__ import annotations

import re

from rulewright.interpreter.diagnostics import error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.places import Numbered
from rulewright.interpreter.model.types import listed
from rulewright.interpreter.syntax import ast

MOST_PLACES = 4  # that are shown
#: Of whose zone is not said; so many in it would be in one, or in all together.
SOMEBODY = re.compile(r"in some ")
COUNTED = re.compile(r"\b(?:are|least|most|than|exactly|number of) ")
NOWHERE = "it is not said where: a {noun} can be in several sorts of places"


def bare(context: Context, things: ast.SetNode, of_player: bool = True) -> Numbered | None:
    """The noun of a set of pieces with a number of which nothing more is said than whose they are:
    all of them, wherever they are."""
    if not isinstance(things, ast.NounSet) or things.adjectives or things.relatives or (
        things.owner is not None and not of_player
    ):
        return None
    return context.symbols.numbered.get(things.noun)


def in_one_place(context: Context, kind: Numbered) -> bool:
    """Whether pieces of a noun that are not in the box are always in one sort of place."""
    zones = sum(kind.noun in zone.nouns for zone in context.symbols.zones.values())
    return len(kind.parts) - 1 + zones == 1


def places(context: Context, kind: Numbered, whose: str | None) -> list[str]:
    """How it is said where pieces of a noun are: on which boards, in which zones, of a player."""
    symbols = context.symbols
    found = [f"on some {cells.noun}" for cells in symbols.cells_for(kind)]
    for zone in symbols.zones.values():
        if kind.noun not in zone.nouns:
            continue
        if zone.owner is None:
            found.append(f"in the {zone.name}")
        elif zone.owner == "player" and whose:
            its = "player's" if whose == "it" else f"{whose.removeprefix('the ')}'s"
            the = "the " if whose == "it" or whose.startswith("the ") else ""
            found.append(f"in {the}{its} {zone.name}")
        else:
            found.append(f"in some {zone.owner}'s {zone.name}")
    return found[:MOST_PLACES]


def _bound_places(kind: Numbered, scope: Scope) -> list[str]:
    """The same of things that the lines around speak of."""
    of = {domain.noun for domain, _ in kind.parts}
    return [f"on {bound.name or f'the {bound.noun}'}" for bound in scope.entries()
            if bound.noun in of and bound.value is not None][:1]


def require_place(context: Context, sentence: ast.ThereIs | ast.Is, scope: Scope) -> None:
    """Refuse `there is no Army of the player`, `the number of Armies is 0`, but where it is said
    of what is always so."""
    if context.asserting:
        return
    if isinstance(sentence, ast.ThereIs):
        things = sentence.set
    elif isinstance(sentence.subject, ast.Count):
        things = sentence.subject.set
    else:
        return
    kind = bare(context, things)
    if kind is None or in_one_place(context, kind):
        return
    assert isinstance(things, ast.NounSet)
    whose = things.owner.span.words if things.owner is not None else None
    said, whole = things.span.words, sentence.span.words
    ways = [re.sub(rf"{re.escape(said)}", f"{said} {place}", whole, count=1)
            for place in (*_bound_places(kind, scope), *places(context, kind, whose))
            if not (SOMEBODY.match(place) and COUNTED.search(whole))]
    if ways and said in whole:
        raise error("ambiguous", NOWHERE.format(noun=kind.noun), sentence.span,
                    "write " + listed([f"`{way}`" for way in ways], "or"))
