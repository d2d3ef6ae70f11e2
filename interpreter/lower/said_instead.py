"""What is told where a phrase is not defined for the things that it is said of: what it could be
said of instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.numbered import numbered
from rulewright.interpreter.lower.things import Args
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.types import listed, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import with_article

#: What players have, and nothing else.
OF_PLAYERS = ("opponent", "next player", "previous player")


def of_two(context: Context, name: str, thing: Typed) -> str | None:
    """What is said where an attribute of two things is asked of one of them."""
    noun = noun_of(thing.type)
    for owner, kept, word, other in context.symbols.pairs:
        if kept == name and noun in (owner, other):
            both = f"the {owner}'s {name} {word} the {other}"
            return (f"it is kept of {with_article(owner)} and {with_article(other)}: `{both}`, of "
                    f"a set `where ({both} is …)`")
    return None


def of_its_owner(name: str, thing: Typed, span: Span) -> str | None:
    """What is said where a piece has no opponent, but its owner has one."""
    if name not in OF_PLAYERS or (not thing.type.piece and noun_of(thing.type) == "player"):
        return None
    said = re.sub(rf"(?<=\bits )({name})|(?<='s )({name})", r"owner's \1\2", span.text, count=1)
    return f"write `{said}`" if said != span.text else None


def of_nobody(
    context: Context, kind: str, name: str, args: Args, span: Span
) -> RulesError | None:
    """The error for the owner of a piece that belongs to nobody: who has it is asked by where it
    lies."""
    thing = args[0][1]
    piece = numbered(context.symbols, thing)
    if kind != "value" or name != "owner" or len(args) > 1 or not piece or piece.owners:
        return None
    noun = piece.noun
    named = re.search(r"\b(?:the owner of )?([A-Z])(?:'s owner)?$", span.words)
    one = named[1] if named else f"the {noun}"
    zones = [zone.name for zone in context.symbols.zones.values()
             if zone.owner == "player" and noun in zone.nouns]
    said = f"{with_article(noun)} belongs to nobody, so it has no owner"
    if not zones:
        return error("owner", said, span, (
            f"pieces belong to players where they are declared so, `piece {noun} of a player: …`; "
            f"else keep whose it is, `each {noun} has a holder: a player or none` (LANGUAGE.md, "
            "4)"))
    ways = [f"`there is a player P where ({one} is in P's {zone} and …)`" for zone in zones[:3]]
    mine = f"`{one} is in the player's {zones[0]}`"
    return error("owner", f"{said}: who has it is told by where it lies", span, (
        f"write {listed(ways, 'or')}, with what is said of him as P behind `and`; what is done "
        f"to him is `for each player P, if {one} is in P's {zones[0]}, …`; that the player himself "
        f"has it is {mine} (LANGUAGE.md, 6, 7, 10)"))


def of_its_attribute(
    context: Context, kind: str, name: str, candidates: list[ast.Define], thing: Typed
) -> str | None:
    """What is said instead where a phrase is not defined for a thing, but for what an attribute of
    it is: of a card's suit for that of the card."""
    nouns = {define.params[0][1].noun for define in candidates if len(define.params) == 1}
    noun = noun_of(thing.type)
    for (of, attribute), made in context.symbols.attributes.items():
        domain = made.type.domain
        if of == noun and domain is not None and domain.noun in nouns:
            if kind == "value":
                return f"say it of the {attribute}: `its {attribute}'s {name}`"
            if kind == "adjective":
                return (f"say it of the {attribute}: `its {attribute} is {name}`, `whose "
                        f"{attribute} is {name}`")
    return None


def of_its_place(context: Context, kind: str, name: str, args: Args) -> str | None:
    """What is said of where a thing is, of a thing that is no cell itself: it has one."""
    symbols = context.symbols
    if kind != "preposition" or " next to" not in f" {name}" or len(args) != 2:
        return None
    places = {board.noun for board in symbols.boards.values()}
    for _, given in args:
        noun = noun_of(given.type)
        if given.type.piece or not noun or noun in places:
            continue
        kept = [attribute for (of, attribute), made in symbols.attributes.items()
                if of == noun and made.type.domain is not None and made.type.domain.noun in places]
        kept += [called for (what, called), defines in symbols.definitions.items()
                 if what == "value" and any(
                     [binder.noun for _, binder in one.params] == [noun] and any(
                         isinstance(node, ast.Cell) for node in walk(one)) for one in defines)]
        place = next(iter(places), "cell")
        owned = symbols.piece_nouns if noun == "player" else ()
        if kept:
            letter = noun[0].upper()
            return (f"{with_article(noun)} is no {place}: say it of where it is, `its {kept[0]}`, "
                    f"of several `there is {with_article(noun)} {letter} where ({letter}'s "
                    f"{kept[0]} is {name} …)`")
        if owned:
            return (f"a player is no {place}: name what is meant, `{name} the {owned[0]}`, or by "
                    f"its own name; of what is his it is said so, `{name} "
                    f"{with_article(owned[0])} of …`")
    return None


def of_what_it_is_on(context: Context, kind: str, name: str, args: Args) -> str | None:
    """What is said instead of a piece that stands on pieces alone, and so on no cell; and where a
    value or a quality is that of what it stands on."""
    if kind in ("value", "adjective") and len(args) == 1:
        return _of_the_lower(context, kind, name, args[0][1])
    if kind != "preposition":
        return None
    for _, given in args:
        piece = numbered(context.symbols, given)
        under = [domain.noun for domain, _ in piece.parts
                 if domain.noun in context.symbols.numbered] if piece is not None else []
        if piece is not None and under and not context.symbols.cells_for(piece):
            noun = noun_of(given.type)
            return (f"{with_article(noun)} stands on {with_article(under[0])}, not on a cell: say "
                    f"it of that, `{name} its {under[0]}`, `{with_article(noun)} on "
                    f"{with_article(under[0])} {name} …`")
    return None


def _of_the_lower(context: Context, kind: str, name: str, thing: Typed) -> str | None:
    """`the worth` of a piece that stands on another, where the other has it."""
    symbols = context.symbols
    piece = numbered(symbols, thing)
    for domain, _ in piece.parts if piece is not None else ():
        under = domain.noun
        if under in symbols.numbered and (
            (under, name) in symbols.attributes or (under, name) in symbols.qualities or any(
                [binder.noun for _, binder in one.params] == [under]
                for one in symbols.definitions.get((kind, name), ()))
        ):
            noun = noun_of(thing.type)
            said = f"the {noun}'s {under}"
            asked = f"the {name} of ({said})" if kind == "value" else f"{said} is {name}"
            return (f"it is {with_article(under)} that this is said of; what "
                    f"{with_article(noun)} stands on is `its {under}`: `{asked}`")
    return None


def of_the_cells(
    context: Context, candidates: Sequence[ast.Define], args: Args, hint: str | None
) -> str | None:
    """The hint, with the cells of pieces of which something is said that is said of cells."""
    boards = {board.noun for board in context.symbols.boards.values()}
    for define in candidates:
        nouns = [binder.noun for _, binder in define.params]
        given = [noun_of(thing.type) if not thing.type.piece else thing.type.piece
                 for _, thing in args]
        wrong = [(have, need) for have, need in zip(given, nouns, strict=False) if have != need]
        if len(nouns) == len(args) and wrong and all(
            need in boards and thing is not None for thing, need in wrong
        ):
            piece, cell = wrong[0]
            return f"{hint}: say it of the {cell} on which the {piece} is, `the {piece}'s {cell}`"
    return hint
