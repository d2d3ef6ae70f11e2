"""What leads on from the place where reading stopped: how far a line was understood, and what kind
of thing must stand behind it.

Model. What the parser would take next is a set of terminals; it is told as one *notion* of the
reference (a place, a condition, what happens …) with an example in the names of the text and the
section of `grammar/LANGUAGE.md` that tells of it. The notions are tried in order: the first whose
terminals are all expected is told. A line that could end where reading stopped is told to be whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.parse_failure import what_fits
from rulewright.interpreter.syntax.words import plural, with_article

MOST_QUOTED = 8  # words of what was understood


class Names(NamedTuple):
    """Names of a text for examples."""

    cell: str
    piece: str
    place: str  # a cell by its name
    where: str  # where pieces are moved
    like: str  # a noun that is as the words before say
    seat: str
    value: str  # an attribute of players, or of the game


class Notion(NamedTuple):
    """What is told where all of some terminals, and none of others, may stand."""

    wanted: frozenset[str]
    without: frozenset[str]
    section: str
    told: Callable[[Names], str]


def _notion(wanted: str, section: str, told: Callable[[Names], str], without: str = "") -> Notion:
    return Notion(frozenset(wanted.split()), frozenset(without.split()), section, told)


NOTIONS = (
    _notion("A NO EXACTLY MORE", "6", lambda n: (
        f"what it has: `{with_article(n.piece or n.cell)}`, `no {n.piece or n.cell}`, `at least 2 "
        f"{plural(n.piece or n.cell)}`; a condition says what is so, as in `{n.place} is empty`")),
    _notion("AT SEEN THIS", "4", lambda n: (
        "what more is said of it: `at first …`, `this turn`, `seen only by that player`, `seen by "
        "nobody`")),
    _notion("PUT CHOOSE MOVE", "12", lambda n: (
        "what is chosen: `put`, `move`, `remove` or `choose`, as in `choose "
        f"{with_article(n.cell)}`"
        if not n.piece else "what is chosen: `put`, `move`, `remove` or `choose`, as in "
        f"`move {with_article(n.piece)} of the player to {with_article(n.cell)}`"), "MUST"),
    _notion("MUST FOR REPEAT", "10", lambda n: (
        "what is done: an effect (`… becomes …`, `put`, `move`, `remove`), a choice (`must …`), a "
        f"loop or an ending (`{n.seat} wins`)")),
    _notion("BECOMES GOES", "11", lambda n: (
        "what happens to it: `becomes …`, `goes up by 1`, `goes down by …`; of a player also "
        "`wins`, `loses`, `begins`")),
    _notion("BECOMES", "11", lambda n: "`becomes` and what it becomes"),
    _notion("IS HAS", "6", lambda n: (
        "what is so of it: `is …`, `is at least …`, `has a …` or a verb that the text declares; a "
        f"condition says what is so, as in `{n.place} is empty`")),
    _notion("ADJ PREP THE NOT", "6", lambda n: (
        "what it is: an adjective (`empty`), a value, a place or thing, or how much it is at least "
        "(`at least 3`)"), "IF"),
    _notion("NOT THERE", "6", lambda n: (
        f"a condition, as in `{n.place} is empty` or `there is {with_article(n.piece or n.cell)} "
        "of the player`")),
    _notion("THERE", "6", lambda n: "a condition, as in `there is no empty " + n.cell + "`"),
    _notion("A THE IT TOWARDS", "8", lambda n: "a thing that is spoken of, or `towards …`"),
    _notion("A THE IT CELL", "6", lambda n: (
        f"a thing: one that is spoken of (`the {n.cell}`, `it`, `{n.place}`), or "
        f"`{with_article(n.cell)}` that is chosen or that there must be")),
    _notion("THE IT CELL NUMBER", "6", lambda n: (
        f"one thing or value: `the {n.cell}`, `it`, `{n.place}`, a number, or a longer phrase in "
        "brackets")),
    _notion("EVERY THE IT", "11", lambda n: (
        f"whom or what it is about: `the player`, `every player`, `the {n.cell}`, `it`")),
    _notion("NOUN NOUNS", "7", lambda n: (
        f"a noun, perhaps behind adjectives or values: `{n.like}`")),
    _notion("NOUNS", "7", lambda n: f"a noun for several: `{plural(n.piece or n.cell)}`"),
    _notion("NOUN", "3", lambda n: f"a noun: `{n.like}`"),
    _notion("A", "7", lambda n: f"`a` and a noun, as in `{with_article(n.piece or n.cell)}`"),
    _notion("ATTR", "4", lambda n: f"the name of what is kept, as `{n.value}`"),
    _notion("TO", "11", lambda n: f"`to` and a place, as in `to {n.where}`"),
    _notion("ON", "11", lambda n: f"`on` and a place, as in `on {n.where}`"),
    _notion("OF", "7", lambda n: "`of` and whose it is, as in `of the player`"),
    _notion("IF", "5", lambda n: "`if` and a condition"),
    _notion("ADJ VERB", "5", lambda n: "what is defined: `is` and a new word, or a verb"),
    _notion("COLON", "4", lambda n: "`:` and the values that there can be, as in `: 0 to 9`"),
    _notion("IS", "5", lambda n: "`is` and a value"),
    _notion("WHENEVER", "16", lambda n: (
        "`whenever` and a condition; the goals stand in lines below: `if possible, …`, `as much as "
        "possible, …`")),
    _notion("STRING", "12", lambda n: 'a text in quotes, as in `"pass"`'),
    _notion("NUMBER", "2", lambda n: "a number"),
    _notion("OR", "12", lambda n: '`or` and what is typed to decline, as in `, or "pass"`'),
)
#: What is done where a line is whole before its end, by what the line begins with.
WHOLE = (
    (("MUST", "MAY", "AS", "PUT", "MOVE", "REMOVE", "CHOOSE"), "12",
     "what must hold for it stands in a line below, `only if …`, and so does what is done then"),
    (("IF", "END", "WHEN"), "6 and 10",
     "what is done stands behind a comma, `…, …`, or in lines below; a further condition is joined "
     "by `and` or `or`, and what narrows a set down begins with `that is …`, `whose … is …` or "
     "`where (…)`"),
    (("ONLY", "OTHERWISE", "ALWAYS"), "6",
     "a further condition is joined by `and` or `or`, and what narrows a set down begins with "
     "`that is …`, `whose … is …` or `where (…)`"),
    (("EACH", "PIECE", "BOARD", "KIND", "ZONE", "PLAYERS", "OPTION", "RULING"), "4",
     "what more is said of it stands behind a comma (`, at first …`, `, this turn`, `, normally "
     "…`) or in a declaration of its own"),
    (("WALK",), "8", "what belongs to a walk stands in lines below: `from …`, `each step goes from "
                     "…`, `ends as … after … steps`"),
    (("SETUP", "TURN", "STEP", "LOOK", "DUTY"), "10", "what belongs to it stands in lines below"),
    (("FOR", "REPEAT"), "10", "what is done stands behind a comma, or in lines below it"),
    (("A", "THE"), "5", "a further condition is joined by `and`; cases stand in lines below: `3 if "
                        "…`, `0 otherwise`"),
)
STATEMENT = ("11", "one line does one thing: what else is done stands in the next line, and a "
                   "condition in front, `if …, …`")


DENYING = ("not", "never", "cannot", "nobody", "nothing", "neither")
ABLE = ("can", "cannot", "can't", "could")
DID = ("did", "didn't", "hadn't")
ENDING = ("AND", "OR", "AND_ALSO", "OR_ALSO", "COMMA", "NEWLINE", "IS", "ARE", "THAN", "RPAR")
#: What is asked or done in a sentence.
SAYING = frozenset("IS ARE HAS VERB VERB_OF THERE DOES DO INCLUDE INCLUDES WAS WERE BECOMES BECOME "
                   "GOES GO WINS LOSES BEGINS ENDS".split())
OPENING = frozenset("IF ONLY WHERE COMMA AFTERWARDS LONG SOON ALWAYS NOT".split())
ASKING = frozenset("IF ONLY OTHERWISE END ALWAYS WHEN".split())


class Stopped:
    """Leads for the lines of one text where the parser stopped in the middle."""

    def __init__(self, speech: Speech) -> None:
        phrases = speech.phrases
        self.speech = speech
        cell = next(iter(phrases.cells), "") or next(
            (" ".join(kind) for kind in sorted(phrases.kinds) if kind != ("direction",)), "player")
        where = with_article(phrases.cells[0]) if phrases.cells else (
            f"the {phrases.zones[0]}" if phrases.zones else "…")
        kept = next((s.name for of in speech.known.attributes.values() for s in of
                     if s.noun in ("player", "") and s.kind == "number" and not s.defined
                     and s.name != "seat"), "score")
        piece = next(iter(phrases.pieces), "")
        self.names = Names(cell, piece, "a1" if phrases.cells else f"the {cell}", where,
                           piece or cell, next(iter(phrases.seats), "the player"), kept)

    def lead(
        self, tokens: Sequence[Token], at: int, expected: Set[str], begins: bool
    ) -> str | None:
        """What is told where a line was read up to a place; of one that `begins` a block, if so."""
        if at == 0 and not begins and tokens and tokens[0].text == "if":
            return self._begins_with_if(tokens, expected)
        if at == 0 and (begins or "MUST" in expected):
            return None if begins else (
                f"no line begins with `{_quoted(tokens[:1])}`: it says what is done, `… becomes "
                "…`, `put`, `move`, `remove`, or asks, `must choose …`, `may …, or \"pass\"`, "
                "perhaps behind `if …,` or `for each …,` (LANGUAGE.md, 10 to 12)")
        read, stop = _quoted(tokens[:at]), _quoted(tokens[at : at + 1])
        named = [t.type for t in tokens[at - 2 : at]] == ["THE", "NOUN"]
        picks = stop not in ("", "opposite", "across") and tokens[at].type in PICKING
        if named and expected & {"IS", "BECOMES"} and picks:
            noun = tokens[at - 1].text
            return (f"`the {noun}` is one that the lines around speak of, so `{stop} …` cannot "
                    f"pick it out: name it there (`a {noun} X`), or say it of a set, `some {noun} "
                    f"that is …`, `a {noun} whose … is …`, `the {noun} with the greatest …`, of "
                    f"the one there is `the only {noun} {noun[0].upper()} where (…)` "
                    "(LANGUAGE.md, 3 and 7)")
        if stop and tokens[at].type == "NOUN" and "A" in expected and (
            tokens[at - 1].type in ("CHOOSE", "PUT", "MOVE", "REMOVE", "AND", "ON", "TO")
        ):
            noun = tokens[at].text
            return (f"a noun has its article: `{with_article(noun)}` is one that is chosen, "
                    f"`the {noun}` the one that was spoken of (LANGUAGE.md, 3 and 12)")
        if stop and tokens[at].type == "ATTR" and tokens[at - 1].type in ("NO", "A") and (
            "NOUN" in expected and "ATTR" not in expected
        ):
            if begins and tokens[0].type == "THE" and tokens[at - 1].type == "A":
                return self._of_a_number(tokens[at].text, stop) or self._no_attribute(
                    tokens[at].text, stop)
            return self._no_attribute(tokens[at].text, stop)
        if tokens[at : at + 1] and tokens[at].type == "COLON" and "COLON" not in expected:
            return ("no colon stands here: what belongs to it stands in the lines below, indented, "
                    "or a single line behind a comma (LANGUAGE.md, 2)")
        if stop and tokens[at].type == "VAL" and tokens[at - 1].type in ("POSS", "ITS"):
            like = self._like(tokens[at].text) or "…"
            of = " of the player" if like in self.speech.phrases.pieces else ""
            many = self.speech.plural(like)
            return (f"`{stop}` is a value: what is so is spoken of with its noun, as a set, `some "
                    f"{stop} {like}{of} is …`, `no {stop} {like}{of} is …`, `the number of {stop} "
                    f"{many}{of}` (LANGUAGE.md, 7)")
        if [t.type for t in tokens[:2]] == ["EACH", "STEP"]:
            return ("what is so of each step stands in lines below it, with the names of its "
                    "cells: `each step goes from … F to … G`, and below it `only if …` "
                    "(LANGUAGE.md, 8)")
        if self.too_long(tokens, at, expected):
            return (f"inside a longer phrase one thing is short: put brackets around more, `(the "
                    f"{tokens[at - 1].span.text} of …)`, or say it with `'s` (LANGUAGE.md, 6)")
        if stop and tokens[at].type == "ATTR" and tokens[at - 1].type == "THE" and (
            "ATTR" not in expected and any(
                not s.noun for s in self.speech.known.attributes.get(tokens[at].text, ()))
        ):
            return (f"within a longer phrase an attribute of the game stands without `the`, or in "
                    f"brackets: `{stop}`, `(the {stop})` (LANGUAGE.md, 6)")
        named = at > 1 and tokens[at - 1].type == "VAL" and tokens[at - 2].type in ("A", "THE")
        if named and (at == len(tokens) or tokens[at].type in ENDING):
            value, article = tokens[at - 1].span.text, tokens[at - 2].span.text
            like = self._like(value)
            told = f"`{value}` is a value, and stands without `{article}` (LANGUAGE.md, 3)"
            with_noun = f"; a thing that is so has its noun behind it: `{article} {value} {like}`"
            return told + (with_noun if like else "")
        if stop and tokens[at].type == "VAL" and tokens[at - 1].type in ("A", "THE"):
            article = tokens[at - 1].span.text
            return (f"`{stop}` is a value, and stands without `{article}`; in a definition each "
                    f"value has its line below: `3 for {stop}` (LANGUAGE.md, 3 and 5)")
        if any(t.span.text in DID for t in tokens[at : at + 1]):
            return ("what was not so before stands in brackets, `not (… beforehand)`; of several, "
                    "how many more there are now is `(the number of …) minus ((the number of …) "
                    "beforehand)` (LANGUAGE.md, 12)")
        if begins and stop and tokens[at].text in ("if", "when", "unless") and (
            "AT" in expected and "SEEN" in expected
        ):
            return ("that it can be so only of some is not declared here: the condition stands "
                    "at the line that makes it so, `if …, … becomes …` or `only if …`; what "
                    "holds all the time is a line of its own, `always …` (LANGUAGE.md, 4)")
        if not begins and not ASKING & {t.type for t in tokens[:2]} and any(
            t.span.text in DENYING for t in tokens[: at + 2]
        ):
            return ("what is not done needs no line: what is done only sometimes stands behind `if "
                    "…,`, and what may not be chosen is kept out by `only if …` below the choice "
                    "(LANGUAGE.md, 10 and 12)")
        narrowed = self._narrowed(tokens, at, stop)
        if narrowed is not None:
            return narrowed
        asks = bool(ASKING & {t.type for t in tokens[:2]})
        if expected & {"NEWLINE", "REFS"} and "COLON" not in expected and not (
            (asks or (begins and tokens[0].type in ("A", "THE"))) and _lacks_verb(tokens[:at])
        ):
            section, told = self._whole(tokens[0].type, begins)
            if not stop:
                return None
            if stop == "," and any(t.text in ("and", "or") for t in tokens[at + 1 : at + 2]):
                joins = tokens[at + 1].text
                return (f"no comma stands before `{joins}` where another condition follows: write "
                        f"`… {joins} …` without it; what is done besides stands in the next line "
                        "(LANGUAGE.md, 6, 11)")
            return (f"`{read}` is understood and could end there, but `{stop}` does not go on from "
                    f"it: {told} (LANGUAGE.md, {section})")
        for notion in NOTIONS:
            if notion.wanted <= expected and not notion.without & expected:
                if at == 0 and stop == "only" and "PUT" in notion.wanted:
                    return ("each alternative has its `only if` in the lines below it: indent this "
                            "line below the one that it is about (LANGUAGE.md, 12)")
                if at == 0:
                    return (f"`{stop}` does not begin {notion.told(self.names)} (LANGUAGE.md, "
                            f"{notion.section})")
                able = self._able(tokens, at) if "VERB" in expected else None
                if able is not None:
                    return able
                names = self._names(tokens[at - 1])
                return (f"understood as far as `{read}`; behind it stands {notion.told(names)} "
                        f"(LANGUAGE.md, {notion.section})")
        fits = what_fits(set(expected))
        if fits is None or expected & {"NEWLINE"}:
            return None
        return f"understood as far as `{read}`; {fits}"

    def _begins_with_if(self, tokens: Sequence[Token], expected: Set[str]) -> str:
        """Of a line that begins with `if` where no effect stands."""
        if {"PUT", "CHOOSE"} <= expected and "MUST" not in expected:
            return ("here stand the alternatives of the choice: what is done if one of them is "
                    "chosen stands in the lines below it, indented further; what is done after "
                    "every one, behind the whole choice, indented like its first line "
                    "(LANGUAGE.md, 12)")
        words = " ".join(t.text for t in tokens) + " "
        for option in self.speech.phrases.option_words:
            name = " ".join(option)
            if f" {name} " in words:
                asked = next((word for one in sorted(self.speech.phrases.option_words[option])
                              if f" {(word := ' '.join(one))} " in words), "…")
                return ("what depends on an option stands behind `when`: `when "
                        f"{name} is {asked}`, and what holds then behind a comma or in lines below "
                        "(LANGUAGE.md, 19)")
        return ("no effect stands here, so no `if`: a line is a condition by itself, perhaps two "
                "joined by `and`; that B must hold only where A does is `not (A) or B` "
                "(LANGUAGE.md, 5 and 6)")

    @staticmethod
    def too_long(tokens: Sequence[Token], at: int, expected: Set[str]) -> bool:
        """Whether a thing goes on by `of` where one in a longer phrase ends."""
        return 1 < at < len(tokens) and tokens[at].type == "OF" and "OF" not in expected and (
            tokens[at - 1].type in ("NOUN", "ATTR") and tokens[at - 2].type == "THE")

    def _of_a_number(self, name: str, stop: str) -> str | None:
        """Of a definition that is about each value of an attribute, where that is a number."""
        if "number" not in {s.kind for s in self.speech.known.attributes.get(name, ())}:
            return None
        return (f"`{stop}` is a number: what is defined for each is `the … of a number N is …`; "
                f"those that have this one are `whose {name} is N`, and it is asked of one by "
                f"`the … of (its {name})` (LANGUAGE.md, 5)")

    def _no_attribute(self, name: str, stop: str) -> str:
        """Of an attribute in a place where things are counted."""
        kinds = {s.kind for s in self.speech.known.attributes.get(name, ())}
        whose = next((f"the {s.noun}'s {name}" for s in self.speech.known.attributes.get(name, ())
                      if s.noun), name)
        said = f"`{whose} is none`" if kinds & {"number", "truth"} == set() else ""
        if "truth" in kinds:
            said = f"`not {whose}`"
        elif "number" in kinds:
            said = f"`{whose} is 0`"
        return (f"`{stop}` is what is kept, no thing that there is or is not: that there is none "
                f"of it is {said} (LANGUAGE.md, 6 and 9)")

    def _narrowed(self, tokens: Sequence[Token], at: int, stop: str) -> str | None:
        """Of a set or an attribute behind which something says which is meant."""
        if not 0 < at < len(tokens) or tokens[at].type not in NARROWING:
            return None
        before = tokens[at - 1]
        if before.type == "ATTR" and tokens[at - 2 : at - 1] and tokens[at - 2].type == "THE":
            return (f"what `{before.text}` is meant stands behind `of` or in front: `the "
                    f"{before.text} of …`, `…'s {before.text}` (LANGUAGE.md, 6)")
        one = [t.type for t in tokens[at - 2 : at - 1]] == ["THE"]
        if before.type in ("NOUN", "NOUNS") and not one:
            is_so = "that are" if before.type == "NOUNS" else "that is"
            return (f"which of them are meant by `{stop} …` is said by what is kept: "
                    f"`{before.span.text} whose … is …`, `{is_so} …`, `that has a …`, `next to …`, "
                    "or `where (…)` with any condition (LANGUAGE.md, 7)")
        return None

    def _able(self, tokens: Sequence[Token], at: int) -> str | None:
        """Of `can` and a verb that the text does not declare, or not as it stands here."""
        words = [t.text for t in tokens[at : at + 3]]
        if not words or words[0] not in ABLE:
            return None
        phrases = self.speech.phrases
        verbs = sorted({" ".join(verb) for verb in (*phrases.objects, *phrases.without)
                        if verb[0] == "can"})
        shown = ", ".join(f"`{verb}`" for verb in verbs[:5]) or "none"
        noun = next((b.text for a, b in pairwise(tokens[:at])
                     if a.type == "THE" and b.type == "NOUN"), self.names.like)
        told = (f"`can …` is a verb that a definition declares, `{with_article(noun)} can … if …`; "
                f"the text declares {shown}")
        if words[1:2] == ["be"]:
            told += ("; what can be done to a thing is said of who does it: `some "
                     f"{self.names.like} can … it`")
        elif words[0] != "can":
            told += f"; that it cannot is said with brackets, `not (the {noun} can …)`"
        return f"{told} (LANGUAGE.md, 5)"

    def _like(self, value: str) -> str:
        """The first noun whose things can be a value."""
        nouns = (*self.speech.phrases.pieces, *self.speech.phrases.cells)
        return next((noun for noun in nouns if self.speech.fits(value, noun)), "")

    def _names(self, before: Token) -> Names:
        """The names for an example behind a word: a noun of which it can be said."""
        nouns = [*self.speech.phrases.pieces, *self.speech.phrases.cells, "player"]
        nouns += [" ".join(kind) for kind in sorted(self.speech.phrases.kinds)]
        if before.type in ("VAL", "ADJ"):
            fit = [noun for noun in nouns if self.speech.fits(before.text, noun)]
            return self.names._replace(like="`, `".join(fit)) if fit else self.names
        return self.names

    def _whole(self, first: str, begins: bool) -> tuple[str, str]:
        found = next(((section, told) for words, section, told in WHOLE
                      if first in words and (begins or first not in ("A", "THE", "EACH"))), None)
        return found or STATEMENT


#: Words by which one of several would be picked out.
NARROWING = frozenset("WITH FROM IN AT ON FOR AMONG BY".split())
#: Words by which a thing would be picked out.
PICKING = frozenset("VAL ADJ WITH THAT TO WORD WHOSE WHERE IN PREP FROM AT OF VERB".split())


def _lacks_verb(tokens: Sequence[Token]) -> bool:
    """Whether the last sentence of some tokens says nothing yet."""
    for token in reversed(tokens):
        if token.type in SAYING:
            return False
        if token.type in OPENING:
            return True
    return True


def _quoted(tokens: Sequence[Token]) -> str:
    """The last words of what was read."""
    words = [t.span.text for t in tokens if t.text]
    said = " ".join(words[-MOST_QUOTED:]).replace(" 's", "'s").replace(" ,", ",")
    said = said.replace("( ", "(").replace(" )", ")")
    return f"… {said}" if len(words) > MOST_QUOTED else said
