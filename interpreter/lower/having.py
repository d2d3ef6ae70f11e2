"""Lowering `has`: the pieces of a player, the piece on a cell; in conditions and behind a noun."""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.ir import E, Guard, VType, comp, op
from rulewright.interpreter.lower.always_there import NOWHERE, bare, in_one_place, places
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.in_play import in_play
from rulewright.interpreter.lower.lowered import Members, guard_for
from rulewright.interpreter.lower.noting import PLAYER
from rulewright.interpreter.lower.numbered import (
    is_at,
    numbered,
    owner,
    place_of,
    require_held,
)
from rulewright.interpreter.lower.one_for_each import require_one_had
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.things import owner_of
from rulewright.interpreter.lower.typed import Typed, asked_of, if_there
from rulewright.interpreter.model.places import Numbered
from rulewright.interpreter.model.types import listed, noun_of
from rulewright.interpreter.model.understood import letters
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural, with_article

Having = ast.Has | ast.RelHas
#: What is told where something else is had.
PIECES = "`has` asks for the pieces of a player, or for the piece on a cell"


def has(
    context: Context, subject: Typed, phrase: Having, things: Members, who: str, scope: Scope,
    refs: ast.Refs,
) -> Guard:
    """Whether a thing has a member of a set, none, or so many; `who` are the words for it."""
    if things.owner == subject.e and subject.type.domain == context.symbols.players:
        said = phrase.span.text
        raise error("has", f"`{said}` would say of {who} twice whose that is", phrase.span,
                    f"write `{said.rsplit(' of ', 1)[0]}`; or say what has it: `the … has …`")
    require_one_had(context, phrase, who)
    belongs = _belongs(context, things, subject, phrase, who)
    things = in_play(context, things, phrase.set.span, belongs)
    test = op("and", things.test, belongs)
    if phrase.amount is None:
        exists = comp("any", things.var, test)
        given = op("not", exists) if phrase.negated else exists
        return guard_for(phrase, refs, if_there(asked_of(subject), given))
    count = Typed(comp("count", things.var, test), VType("int", 0, things.var.type.most + 1))
    guard = context.complement(count, phrase, phrase.amount, scope, refs, False)
    return replace(guard, test=if_there(asked_of(subject), guard.test))


def require_named(things: ast.NounSet, relative: ast.RelHas) -> None:
    """Refuse `a Stone that has no empty cell next to it`: of what is near, it is said where the
    thing has a name. (A player has pieces wherever they are.)"""
    near = relative.set
    if things.noun == PLAYER or not isinstance(near, ast.NounSet) or not any(
        isinstance(one, ast.RelIs) and isinstance(one.complement, ast.IsPreposition)
        and isinstance(one.complement.object, ast.It) and one.complement.preposition != "on"
        for one in near.relatives
    ):
        return
    name = things.name or next(letters(things.noun, {near.name}))
    had = re.sub(r"\b(?:it|them)$", name, relative.span.words)
    there = re.sub("^that (?:has|have)", "there are" if relative.amount else "there is", had)
    said = things.span.words.replace(relative.span.words, f"where ({there})")
    if things.name is None:
        noun = rf"\b(?:{things.noun}|{plural(things.noun)})\b"
        said = re.sub(noun, rf"\g<0> {name}", said, count=1)
    raise error("has", f"the {things.noun} of which `{relative.span.words}` is said is not "
                "`it` there", things.span, f"write `{said}`")


def _belongs(
    context: Context, things: Members, subject: Typed, phrase: Having, who: str
) -> E:
    """Whether a piece belongs to the subject."""
    symbols, what = context.symbols, phrase.set.span.text
    kind = numbered(symbols, things.typed)
    if kind is not None:
        there = place_of(kind, subject)
        whose = owner(symbols, kind, things.typed)
        if there is not None:
            if subject.type.domain == symbols.zone:
                require_held(symbols, kind, subject, phrase.span)
            return is_at(kind, things.var, there)
        if whose is not None and subject.type.domain == symbols.players:
            _require_somewhere(context, kind, phrase, who)
            return op("==", whose.e, subject.e)
    if things.type.piece and subject.type.domain == things.type.domain:
        if isinstance(phrase.set, ast.NounSet) and any(map(_elsewhere, phrase.set.relatives)):
            some = "no" if phrase.negated else "a"
            noun = things.type.piece
            raise error("has", f"a {noun} that {who} has stands on it", phrase.span,
                        f"write `there is {some} {what}`, or of the piece on it, `the {noun} on "
                        f"{who} …`")
        return op("==", things.var, subject.e)
    if things.type.piece and subject.type.domain == symbols.players and not subject.type.words:
        return op("==", owner_of(symbols, things.typed).e, subject.e)
    raise _no_pieces(context, things, subject, phrase, who)


def _no_pieces(
    context: Context, things: Members, subject: Typed, phrase: Having, who: str
) -> RulesError:
    """What is had is no piece: it must be said what that means."""
    noun, what, owner = noun_of(things.type), phrase.set.span.text, noun_of(subject.type)
    zones = [z.name for z in context.symbols.zones.values()
             if z.owner == owner and noun in z.nouns]
    owned = bool(context.symbols.numbered[noun].owners) if zones else False
    if zones and not (owned and owner == "player"):
        had = phrase.span.words.removeprefix(who).removeprefix("that ").strip()
        named = re.search(rf" in (?:[\w']+ )*?({'|'.join(map(re.escape, zones))})(?: of .*)?$", had)
        if named:
            zones, had = [named[1]], had[: named.start()]
        store = f"the {owner}'s" if isinstance(phrase, ast.RelHas) else (
            "its" if who == "it" else f"{who}'s")
        said = [f"{store} {zone} {had.replace('have ', 'has ', 1)}" for zone in zones]
        if isinstance(phrase, ast.RelHas):
            said = [f"where ({one})" for one in said]
        where = f"it is where it lies, as in a {zones[0]}"
        return error("has", f"no {owner} has a {noun}: {where}" if owned else
                     f"a {noun} has no owner: {where}",
                     phrase.span, "write " + " or ".join(f"`{one}`" for one in said))
    kept = (_kept_by(context, noun, owner, what, who, phrase)
            or _numbers_of(context, noun, subject, phrase, who))
    if kept is not None:
        return error("has", PIECES, phrase.span, kept)
    related = next((name for one, name, other in context.symbols.relations
                    if (one, other) == (owner, noun)), None)
    amount = "" if phrase.amount is None else phrase.amount.span.text.split()[-1]
    one = what if not amount else noun
    there = f"there is {'no' if phrase.negated else 'a'} {one} that {who} {{}}"
    if amount:
        how = phrase.span.text.removeprefix(who).removesuffix(what).strip().split()[1:-1]
        bound = " ".join(word for word in how if word not in ("has", "have", "exactly"))
        there = f"the number of {what} that {who} {{}} is {bound} {amount}".replace("is  ", "is ")
    if isinstance(phrase, ast.RelHas):
        there = f"where ({there})"
    if related:
        hint = f"write `{there.format(f'is {related}')}`"
    elif re.match(r"(?:every|each|all) ", who):
        letter = owner[0].upper()
        hint = ("that there is one for each is said by its contrary: "
                f"`there is no {owner} {letter} where (there is no {noun} … whose … is {letter})`, "
                f"with what a {noun} has of the {owner}, and where it is")
    else:
        hint = (f"say what it means, as in `a player owns a {noun} if …`, and write "
                f"`{there.format('owns')}`")
    return error("has", PIECES, phrase.span, hint)


def _kept_by(
    context: Context, noun: str, subject: str, what: str, who: str, phrase: Having
) -> str | None:
    """How it is said that a thing is had, where one of the two keeps the other: `the hex has a
    lamp` of lamps with a `spot`."""
    if phrase.amount is not None or isinstance(phrase, ast.RelHas):
        return None
    ways = []
    for (whole, name), kept in context.symbols.attributes.items():
        of = noun_of(kept.type)
        if whole == noun and of == subject:
            some = f"no {what}" if phrase.negated else with_article(what)
            said = re.sub(rf"^(an?|no) {re.escape(noun)}", rf"\g<0> whose {name} is {who}", some)
            ways.append(f"`there is {said}`")
        elif whole == subject and of == noun and what == noun and kept.type.none:
            whose = "its" if who == "it" else f"{who}'s"
            ways.append(f"`{whose} {name} is {'' if phrase.negated else 'not '}none`")
    return "write " + " or ".join(ways) if ways else None


def _numbers_of(
    context: Context, noun: str, subject: Typed, phrase: Having, who: str
) -> str | None:
    """How it is said how many of a kind are had, where a number is kept for each of the kind."""
    kept = [f"{name} {word}" for owner, name, word, other in context.symbols.pairs
            if (owner, other) == (noun_of(subject.type), noun)]
    if len(kept) != 1 or phrase.set.span.words not in (noun, plural(noun)):
        return None
    who = re.sub("^an? ", "the ", who)
    each = f"its {kept[0]} the {noun}" if who == "it" else f"{who}'s {kept[0]} the {noun}"
    bound = "is 0" if phrase.negated else "is at least 1"
    if phrase.amount is not None:
        between = re.search(r"\b((?:(?:at least|at most|more than|less than|exactly) )?\w+) "
                            r"\(?\w+\)?$", phrase.span.words)
        bound = f"is {between[1].removeprefix('exactly ')}" if between else "is …"
    total = f"the total ({each}) among {plural(noun)} {bound}"
    sorts = f"the number of {plural(noun)} where ({each} is at least 1) {bound}"
    if isinstance(phrase, ast.RelHas):
        total, sorts = f"where ({total})", f"where ({sorts})"
    if phrase.amount is None:
        return f"write `{total}`"
    return (f"how many there are of all {plural(noun)} together is `{total}`; how many sorts, "
            f"`{sorts}`")


def _require_somewhere(
    context: Context, kind: Numbered, phrase: Having, who: str
) -> None:
    """Pieces with a number are their player's wherever they are. Who says that he has one can mean
    those in some sort of place."""
    if bare(context, phrase.set, of_player=False) is None or in_one_place(context, kind):
        return
    assert isinstance(phrase.set, ast.NounSet)
    had = re.sub(r"^.*?\b(?:has|have) ", "", phrase.span.words)
    if re.match("(?:every|each|some|no|any|an?) ", who):
        ways = [f"{who} has {had} {place}" if place.startswith("on ") else
                f"{who}'s {place.rpartition(' ')[2]} has {had}"
                for place in places(context, kind, "it")]
    else:
        whose = "the player" if isinstance(phrase, ast.RelHas) or who == "it" else who
        there = f"there {'are' if phrase.amount else 'is'} {had} of {whose}"
        ways = [f"{there} {place}" for place in places(context, kind, whose)]
    ways = [f"where ({way})" if isinstance(phrase, ast.RelHas) else way for way in ways]
    if ways:
        raise error("ambiguous", NOWHERE.format(noun=kind.noun), phrase.span,
                    "write " + listed([f"`{way}`" for way in ways], "or"))


def said_by_bound(context: Context, noun: str, scope: Scope) -> list[str]:
    """What is so of things by a thing that is bound, where `it` is another one: `whose suit is the
    suit`."""
    near = reversed(scope.entries())
    bound = {b.noun: b.name or f"the {b.noun}" for b in near if b.noun != PLAYER}
    kept = context.symbols.attributes.items()
    return [f"whose {name} is {bound[kind]}" for (of, name), field in kept
            if of == noun and (kind := noun_of(field.type)) in bound]


def _elsewhere(relative: ast.Relative) -> bool:
    """Whether it says where a piece stands: no piece on a cell stands `next to it`."""
    return isinstance(relative, ast.RelIs) and isinstance(
        relative.complement, (ast.IsPreposition, ast.IsConnected, ast.IsIn))
