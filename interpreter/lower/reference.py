"""Which thing `the NOUN`, `the player`, `it` and `its` mean; where two fit, the error that shows
both, with a phrase for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir.expressions import Const
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.definitions import is_defined
from rulewright.interpreter.lower.name_unsaid import named_nearer
from rulewright.interpreter.lower.noting import PLAYER, note_bound, note_decider
from rulewright.interpreter.lower.scope import Bound, Scope
from rulewright.interpreter.lower.things import of_pieces
from rulewright.interpreter.lower.typed import Typed, single
from rulewright.interpreter.model import understood
from rulewright.interpreter.model.types import WHOLES, noun_of
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import TO_MOVE as MOVER
from rulewright.interpreter.syntax.words import plural, with_article

ITS = "its "
#: What the noun begins with under which a scope knows a captured piece that a condition speaks of.
CAPTURED = "the captured "
ITS_OWN = re.compile(r"\bits?\b")
ON_CELL = re.compile(r" on (?:[a-z]{1,2}\d{1,2}\b|\(-?\d+,-?\d+\))")
HAS = re.compile(r"\b(?:has|have) (?:an?|no|some|exactly|at least|at most|[0-9]+) ")
LONG = 60  # characters of a phrase that is shown
#: What is said of each of several players, of whom `its` would be.
OF_EACH = re.compile(r"\b(?:every|each|no|some|any) (?:other )?player's\b")
CHOICE = re.compile(r" *(?:(?:must|may)(?: if possible)? )?(?:choose|put|move|remove) ")
#: The player whose turn it is, as a candidate.
TO_MOVE = Bound(PLAYER, MOVER, None, head=True)
Fits = Callable[[Typed], bool]

# ---- what is meant -------------------------------------------------------------------------------


def the_noun(context: Context, noun: str, span: Span, scope: Scope) -> Typed:
    """The thing that `the NOUN` means."""
    found = scope.candidates(noun)
    if noun == PLAYER:
        return _the_player(context, found, span, scope)
    if len(found) == 1 and found[0].value is not None:
        nearer = named_nearer(noun, found[0], span, scope)
        if nearer is not None:
            raise unclear("bound", f"the {noun}", [nearer, found[0]], span)
        note_bound(context, span, found[0], scope)
        return found[0].value
    if found:
        raise unclear("bound", f"the {noun}", found, span)
    require_there(noun, span, scope)
    kind = context.symbols.numbered.get(noun)
    if kind is not None and len(kind.domain.labels) == 1:  # of which there is one in the whole game
        return Typed(Const(0), kind.type)
    where = ON_CELL.match(span.behind)
    is_piece = noun in context.symbols.pieces or noun in context.symbols.numbered
    if is_piece and where is not None:
        behind = span._replace(end_column=span.end_column + where.end())
        raise error("bound", f"`{where[0].strip()}` is read as said of what stands before it",
                    behind, f"write `({behind.text})`")
    read = span.before
    has = re.search(rf"\b(?:has|have) an? (?:[\w-]+ ){{0,3}}?{re.escape(noun)}\b", read)
    if is_piece and has is not None:
        held = context.symbols.pieces.get(noun)
        cell = "" if held is None else (
            f"; where it stands is `the {noun}'s {context.symbols.boards[held.board].noun}`")
        raise error("bound", f"`{has[0]}` does not say which {noun} `the {noun}` is", span,
                    f"bind it: `for each {noun} …`, and below it `the {noun}`{cell}")
    if not is_piece and (known := of_pieces(noun, scope, lambda thing: bool(
            thing.type.piece and thing.type.domain and thing.type.domain.noun == noun))):
        raise error("bound", f"it is not clear which {noun} is meant", span,
                    f"say whose: {known}")
    of_each = [f"`the player's {one.noun}'s {noun}`" for one in context.symbols.numbered.values()
               if one.one_each and any(part.noun == noun for part, _ in one.parts)]
    spoken = dict.fromkeys(b.name or f"the {b.noun}" for b in scope.entries() if (
        b.value is not None and b.gone is None and not is_piece and any(
            one.noun == b.noun and any(part.noun == noun for part, _ in one.parts)
            for one in context.symbols.numbered.values())))
    if spoken:
        ways = [f"`{name}'s {noun}`" for name in spoken]
        raise error("bound", f"it is not clear which {noun} is meant", span,
                    f"no {noun} is chosen or looked at around this line: where a piece stands is "
                    f"{' or '.join([*ways, *of_each])}")
    if not is_piece and of_each:
        raise error("bound", f"it is not clear which {noun} is meant", span,
                    f"no {noun} is chosen or looked at around this line; where the player's piece "
                    f"stands is {' or '.join(of_each)}")
    any_one = (f": one of which is said where it stands is `the {noun} on …`, "
               f"`{'some' if kind is None else 'any'} {noun}` is any") if is_piece else ""
    if kind is not None and kind.one_each:
        any_one = f": `the player's {noun}` is the one that the player has"
    raise error("bound", f"it is not clear which {noun} is meant", span,
                f"no {noun} is chosen or looked at around this line{any_one}")


def require_there(said: str, span: Span, scope: Scope) -> None:
    """Refuse words for a piece that an act above took off the board: they would mean the piece
    that stands there now."""
    gone = scope.gone(said)
    if gone is not None:
        raise taken_away(gone, span.text, span)


def taken_away(gone: Bound, said: str, span: Span) -> RulesError:
    """A piece is spoken of that an act above took off the board."""
    assert gone.gone is not None
    removed = gone.gone.text.startswith("remove")
    what = "took it away" if removed else "put another piece in its place"
    aside = "" if removed else (
        "; of two pieces that change places, one must be moved aside first")
    return error("before", f"`{said}` is not on the board any more: `{gone.gone.text}` "
                 f"(line {gone.gone.line}) {what}", span,
                 f"say it above that line, or of `the captured {gone.noun}`{aside}")


def namesake(context: Context, expr: ast.Expr, scope: Scope) -> ast.Expr:
    """An expression; for `the NOUN`, where an attribute of the game or turn or a value without
    things has the name of the noun and nothing of that noun is bound, that attribute or value."""
    if not isinstance(expr, ast.TheNoun):
        return expr
    name, symbols = expr.noun, context.symbols
    whole = next((whole for whole in WHOLES if (whole, name) in symbols.attributes), None)
    if whole is None and not is_defined(context, "value", name, ()):
        return expr
    meant = ast.Call(expr.span, name, ())
    found = scope.candidates(name)
    if not found:
        return meant
    of_all = f"the {whole}'s {name}" if whole else name
    letter = f"`{name[0].upper()}` (named where it is bound: `{name} {name[0].upper()}`)"
    bound = f"`{found[0].name}`" if found[0].name else found[0].phrase or letter
    raise error("bound", f"`the {name}` can be {reading(found[0], expr.span)} or `{of_all}`",
                expr.span, f"write {bound} or `{of_all}`")


def _of_whom(context: Context, attribute: str, said: str, read: str) -> str | None:
    """How to say whose attribute `its` means, if players alone have such a one: in the line that
    was read, there may be one who is kept."""
    owners = {noun for noun, name in context.symbols.attributes if name == attribute}
    zone = context.symbols.zones.get(attribute)
    if zone is not None and zone.owner is not None:
        owners.add(zone.owner)
    words = said.removeprefix(ITS)
    kept = [name for (whole, name), known in context.symbols.attributes.items()
            if whole in WHOLES and noun_of(known.type) == PLAYER
            and re.search(rf"\bthe {re.escape(name)}\b", read)]
    if kept and owners == {PLAYER}:
        of_them = " or ".join(f"`the {words} of the {name}`" for name in kept)
        return f"write {of_them}; of the player whose turn it is, `the player's {words}`"
    if owners != {PLAYER}:
        return None
    if OF_EACH.search(read):
        return (f"of each of them it is said under a name: `there is no player P where (not (… P's "
                f"{words} …))`; of the player whose turn it is, `the player's {words}`")
    return f"write `the player's {words}`; of another, `the {words} of …`"


def _the_player(context: Context, found: list[Bound], span: Span, scope: Scope) -> Typed:
    """The player that is bound without a name, or else the player to move, unless he has no place
    in a definition about a player."""
    entries = [b for b in scope.entries() if b.noun == PLAYER]
    if not any(b.head or (b.name is None and b.value is not None) for b in entries):
        found = [*found, TO_MOVE]
    if len(found) == 1 and found[0].value is not None:
        one, who = found[0], found[0].value
        another = one.decides and who.e != context.to_move().e
        if another or (one.chosen and one.name is None) or (
            one.opens and one.span is not None and told_apart(one.span.text)
            and one.span.line == span.line and ITS_OWN.search(span.before)
        ):
            found = [one, TO_MOVE]
    if len(found) > 1:
        raise unclear("which-player", "the player", found, span)
    if found and found[0].value is not None:
        note_bound(context, span, found[0], scope)
        return found[0].value
    context.uses.reading.implicit = True
    note_decider(context, span, scope)
    return context.decider


def it(
    context: Context, span: Span, scope: Scope, fits: Fits | None = None, said: str = "it",
    attribute: str = "", place: Callable[[Typed], str | None] | None = None,
) -> Typed:
    """The thing that `it` means: of those that could be meant, the one that fits what is said.

    Where its `attribute` is asked for behind `whose OTHER is` or `every NOUN's OTHER is`, that can
    be the element's. `place` is the noun of the cell of a piece, where what is said would be meant
    of that.
    """
    found = scope.its()
    if fits is None:  # what has a name in the same phrase is spoken of by that
        found = [b for b in found if not b.named_within] or found
    _require_one(span, found, scope)
    if not any(b.noun.startswith(CAPTURED) for b in found):
        found = [*_captured_before(span, scope), *found]
    possessor = scope.possessor
    if possessor is not None and fits is not None and span.text.startswith(ITS) and (
            attribute != possessor.attribute):
        element = possessor.element
        assert element.value is not None
        if fits(element.value):
            found = [b for b in found if b.span is None or b.span != element.span]
            if not any(b.value is None or fits(b.value) for b in found):
                return element.value
            found = [*found, element]
    found = _with_asked(found, fits, span)
    if len(found) > 1 and fits is not None:
        fitting = [b for b in found if b.value is not None and fits(b.value)]
        if len(fitting) == 1 and not any(b.value is None and (
            b.asked is not None or b.noun.removeprefix(CAPTURED) == fitting[0].noun) for b in found
        ):
            found = [*fitting, *_standing(found, fitting[0], place, said)]
        elif fitting:
            found = [b for b in found if b.value is None or b in fitting]
        elif all(b.value is not None for b in found) and (
            whose := _of_whom(context, attribute, said, span.before)
        ):
            raise error("it", f"nothing that is spoken of here has such a thing as `{said}`", span,
                        whose)
    if len(found) == 1 and found[0].value is not None:
        if attribute and fits is not None and (second := _second(found[0], fits, span, scope)):
            raise unclear("it", said, [found[0], second], span)
        note_bound(context, span, found[0], scope)
        return found[0].value
    if len(found) == 1 and found[0].gone is not None:
        raise taken_away(found[0], said, span)
    if found:
        raise unclear("it", said, found, span)
    each = next((b for b in reversed(scope.entries()) if b.value is None and b.phrase), None)
    read = span.before
    meant = [f"`the {noun}`" for noun in context.symbols.piece_nouns
             if f"the {noun} " in read or f"the {noun}'s " in read]
    meant += [] if each is None else [each.phrase]
    if read.endswith(" on ") and HAS.search(read):  # the cell itself: it says nothing more
        raise error("it", f"it is not clear what `{said}` means here", span,
                    f"leave out `on {said}`: what a cell has is on it")
    hint = f"write {' or '.join(meant)}" if meant else _of_whom(
        context, attribute, span.text, read) or (
        "name the thing: `the …`; of things of a set, say it behind `where`: "
        "`there is a … where (…)`")
    raise error("it", "it is not clear what `it` means here", span, hint)


def _second(first: Bound, fits: Fits, span: Span, scope: Scope) -> Bound | None:
    """What else a definition is about that has such a thing as the first has, where the line does
    not speak of it: `a Soldier can storm a Castle if its owner is out`."""
    if not first.head:
        return None
    line = span.source.line(span.line)
    said = line if line.startswith(" ") else line.partition(
        " if " if " if " in line else " is ")[2]
    return next((
        b for b in scope.entries() if b.head and b.value is not None and b.noun != first.noun
        and b.value.type.kind == "thing" and fits(b.value)
        and not re.search(rf"\b{re.escape(b.name or b.noun)}\b", said)), None)


def _with_asked(found: Sequence[Bound], fits: Fits | None, span: Span) -> list[Bound]:
    """What `it` can mean, without what is asked above where it cannot be meant instead of what is
    bound. Where nothing that is bound fits, the error is about that."""
    real = [b for b in found if b.value is not None and (fits is None or fits(b.value))]

    def counts(b: Bound) -> bool:
        assert b.asked is not None
        near = b.span is not None and b.span.line == span.line
        return (fits is None or fits(b.asked.thing)) and bool(real) and all(
            b.asked.hides(one) and (near or not _spoken_of(one, span.before)) for one in real)

    asked = [b for b in found if b.asked is not None and counts(b)]
    nouns = {b.noun for b in asked}
    return [b for b in found if b in asked or (b.asked is None and (
        b.value is not None or b.noun not in nouns))]


def _spoken_of(b: Bound, before: str) -> bool:
    """Whether the line speaks of a thing before it says `it`."""
    return re.search(rf"\b{re.escape(b.name or f'the {b.noun}')}\b", before) is not None


def _require_one(span: Span, found: Sequence[Bound], scope: Scope) -> None:
    """Refuse `they` of one thing: a reader takes it for several. Of one player it is said, where
    no other one is spoken of."""
    if span.text != "they" or not found:
        return
    one = found[0]
    if one.noun == PLAYER and len(scope.spoken_of(PLAYER)) < 2:
        return
    raise error("it", f"`they` would be the one {one.noun} that is spoken of here", span,
                f"write `it` of that one; of two, say it of each, by its name; of several, `every "
                f"{one.noun} …`")


def _captured_before(span: Span, scope: Scope) -> Iterator[Bound]:
    """A captured piece of which the same line speaks before it says `it`, where `it` would be the
    piece of that noun that captured it."""
    read = span.before
    for noun in dict.fromkeys(b.noun for b in scope.its()):
        if not noun.startswith(CAPTURED) and f"{CAPTURED}{noun}" in read:
            yield captured(noun)


def captured(noun: str, span: Span | None = None) -> Bound:
    """A captured piece of which a condition or line speaks, as `it` may mean it."""
    return Bound(CAPTURED + noun, None, None, True, span=span, phrase=f"`{CAPTURED}{noun}`")


def require_apart(
    one: ast.Node, thing: Typed, two: ast.Node, other: Typed, span: Span,
    scope: Scope | None = None,
) -> None:
    """Refuse `the cell is next to it` and `its debt with the player` where both are one thing: a
    reader takes two words in one phrase for two things. The other that is spoken of is told."""
    twice = isinstance(one, ast.TheNoun) and isinstance(two, ast.TheNoun)
    if (twice or isinstance(one, ast.It) or isinstance(two, ast.It)) and (
        (thing.e, thing.type) == (other.e, other.type)
    ):
        noun = noun_of(thing.type)
        rest = [] if scope is None or not isinstance(two, ast.It) else list(dict.fromkeys(
            f"`{b.name or f'the {b.noun}'}`" for b in scope.entries()
            if b.value is not None and (b.opens or b.head) and " " not in b.noun
            and (b.noun != noun or (b.name and b.value.e != thing.e))))
        said = two.span.text if twice else "it"
        raise error("it", f"`{said}` would be the {noun} itself that this is said of",
                    two.span if rest else span,
                    f"write {' or '.join(rest)}" if rest else
                    f"name what is meant: `the …` of another thing, a name of another {noun}, as "
                    f"in `a {noun} {next(understood.letters(noun, ()))}`"
                    + (f", or `{MOVER}`" if noun == PLAYER else ""))


def require_two_apart(asked: ast.Call, args: Sequence[tuple[str, Typed]]) -> None:
    """The same of an attribute of two things."""
    (_, one), (_, two) = asked.args
    require_apart(one, args[0][1], two, args[1][1], asked.span)


def _standing(
    found: Sequence[Bound], fitting: Bound, place: Callable[[Typed], str | None] | None, said: str
) -> Iterator[Bound]:
    """The pieces whose cells, other than the one that fits, a reader can take to be meant."""
    for b in found:
        noun = place(b.value) if place is not None and b.value is not None else None
        if noun is not None and b.value is not None and fitting.value is not None and (
            b.value.e != fitting.value.e
        ):
            cell = f"{b.name or f'the {b.noun}'}'s {noun}"
            asked = f"the {said.removeprefix(ITS)} of ({cell})" if said.startswith(ITS) else cell
            yield replace(b, phrase=f"`{asked}`")


def one_thing(thing: Typed, expr: ast.Node, said: str, span: Span) -> Typed:
    """A thing that something is done to; of several, say it of each. `said` is what is done, with
    `{}` for the thing; `span` is all that says it."""
    things = expr.set if isinstance(expr, ast.Quantified) else None
    if thing.type.kind == "set" and isinstance(things, ast.NounSet):
        raise error("quantifier", f"this is done to one thing, and `{expr.span.text}` are several",
                    span, f"write `for each {one_of(things)}, {said.format('it')}`")
    return single(thing, span)


def one_of(things: ast.NounSet) -> str:
    """A set phrase as it is said of one thing: `Stone that is tired`."""
    text = things.span.text.removeprefix("all ").removeprefix("the ")
    one = text.replace(plural(things.noun), things.noun, 1)
    return one.replace("that are ", "that is ").replace("that do ", "that does ")


# ---- the error -----------------------------------------------------------------------------------


def unclear(code: str, said: str, found: Sequence[Bound], span: Span) -> RulesError:
    """Two things fit: the readings, and what to write for each."""
    if found[0].value is None and not found[0].phrase and found[0] is not TO_MOVE:
        return error(code, f"which {found[0].noun} `{said}` is was not known before the act",
                     span, "ask what is so now, or ask it above the act; of one that has a name, "
                     "say the name")
    readings, offered = [reading(b, span) for b in found], phrases(found, said)
    if len(found) == 1:
        beside = _described_by(found[0], said)
        return error(code, f"`{said}` names no certain {found[0].noun}: {readings[0]}", span,
                     beside or "write " + offered[0])
    return error(code, f"`{said}` can be {' or '.join(readings)}", span,
                 "write " + " or ".join(offered))


def _described_by(b: Bound, said: str) -> str | None:
    """What leads on where a choice is described by a thing (`a Wagon next to a Driver`), which is
    not chosen itself."""
    span = b.span
    if b.value is not None or span is None or not CHOICE.match(span.source.line(span.line)):
        return None
    noun = said.removeprefix("the ").removesuffix("'s")
    own = f"below it is said by what is chosen, `the …'s {noun}`; else "
    return (f"`{span.text}` only describes what is chosen: "
            f"{own if noun[:1].islower() else ''}choose it as well, "
            f"`choose {with_article(span.text)} and …`, and describe the other by `the {noun}`")


def _had_by(text: str, rest: str) -> str:
    """What a thing has: `the heat of the Kiln on a1`, `a1's heat`."""
    if not rest or " " not in text or text == "the origin":
        return text + rest
    called = f"({text})" if " with the " in text or text.startswith("the only ") else text
    return f"the {rest.removeprefix(chr(39) + 's ')} of {called}"


def told_apart(things: str) -> bool:
    """Whether a set is of players that the player to move is none of."""
    return re.search(r"\bother players?\b|\bnot the player\b", things) is not None


def possessive(expr: ast.Expr) -> str:
    """A phrase as it stands in front of what a thing has: `its`, `the Stone's`."""
    return "its" if isinstance(expr, ast.It) else f"{expr.span.text}'s"


def reading(b: Bound, span: Span) -> str:
    if b is TO_MOVE:
        return MOVER
    place = ""
    if b.span is not None:
        line = f", line {b.span.line}" if b.span.line != span.line else ""
        place = f" (`{b.span.text}`{line})" if len(b.span.text) <= LONG else line
    if b.noun.startswith(CAPTURED):
        return b.noun + place.replace(f"`{b.noun}`, ", "").replace(f" (`{b.noun}`)", "")
    if b.span is not None and b.phrase == f"`{b.span.text}`":
        return b.span.text
    if b.value is None:
        return f"some {b.noun}{place}"
    return f"{b.name or f'the {b.noun}'}{place}"


def phrases(found: Sequence[Bound], said: str = "") -> list[str]:
    """For each candidate the words that mean it alone, in place of those that are said."""
    free = dict.fromkeys(understood.letters(found[0].noun, {b.name for b in found}))
    rest = f"'s {said.removeprefix(ITS)}" if said.startswith(ITS) else ""
    # `the player who decides` is the nearest of several: the others need names.
    nearest = {b.phrase: b for b in reversed(found)}
    alone = [b if nearest[b.phrase] is b else replace(b, phrase="") for b in found]
    return [_phrase(b, alone, free, rest) for b in alone]


def _phrase(b: Bound, found: Sequence[Bound], free: dict[str, None], rest: str) -> str:
    if b is TO_MOVE:
        return f"`{MOVER}{rest}`"
    if b.noun.startswith(CAPTURED):
        return f"`{b.noun}{rest}`"
    if b.asked and b.span is not None and b.phrase == f"`{b.span.text}`":
        return f"`{_had_by(b.span.text, rest)}`"
    if b.phrase:
        return b.phrase
    if b.name is not None:
        return f"`{b.name}{rest}`"
    # What a condition gives a name is spoken of by that.
    called = [other for other in found if not (other.asked and other.asked.called) and (
        other.asked or (other.value is None and other.name and other != TO_MOVE))]
    if sum(other.noun == b.noun and other not in called for other in found) == 1:
        return f"`the {b.noun}{rest}`"
    name = next(iter(free))
    del free[name]
    return f"`{name}{rest}` (named where it is bound: `{b.noun} {name}`)"
