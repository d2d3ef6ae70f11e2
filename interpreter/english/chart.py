"""Parsing a line by the synchronous grammar: all ways to read its parts, the cheapest kept.

Model. A chart holds for a category and a stretch of words the phrases that they can be. Each is
found once, from shorter ones (Kallmeyer, "Parsing Beyond Context-Free Grammars", 2010, for
synchronous grammars; the chart itself is Cocke, Kasami and Younger's, filled from the top, so that
only what is asked for is looked at).

Invariants: the work is bounded by a count of steps, not by time; what is read is a function of the
line and the names of the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from rulewright.interpreter.english.lexicon import Lexicon
from rulewright.interpreter.english.phrase import Phrase
from rulewright.interpreter.english.rules import Rule, Slot, Words, rules
from rulewright.interpreter.english.templates import filled

MOST_STEPS = 60_000  # of one line
KEPT, KEPT_LINES = 3, 6  # phrases of one stretch and category; of a line
#: Words with which no condition begins: `once per round`.
NO_CONDITION = ("per", "than", "of", "by", "to", "up", "plus", "minus")
#: Words beside which a clause begins or ends.
JOINING = (",", "and", "or", "then", "if", "when", "whenever", "unless", "but", "otherwise", "only",
           "where", "because", "after", "before", "until", "while", "once")
#: Words by which the clause before goes on.
ADDING = ("for", "up", "to", "at", "by", "with", "in", "on", "from", "of", "than", "not", "no",
          "which", "who", "that", "whose", "plus", "minus", "except", "until", "or", "per", "as",
          "a", "an")
#: Words in front of a set, and those by which a set or number goes on.
DETERMINERS = ("a", "an", "the", "every", "each", "all", "any", "no", "some", "another", "one",
               "both", "either", "neither", "most", "only", "other", "number")
GOES_ON = ("of", "that", "which", "who", "whom", "whose", "with", "without", "next", "'s", "in",
           "from", "where", "than", "as")
#: Words that are in no set or number but between them; and those that no such part ends in.
NOT_IN_PART = frozenset((
    *JOINING, "becomes", "become", "goes", "go", "wins", "win", "loses", "lose", "gets", "get",
    "minus", "plus", "times", "begins", "begin"))
NOT_LAST = frozenset((*ADDING, *GOES_ON, *DETERMINERS))
#: What says nothing, for a clause that is left open.
STAND_INS = {"eff": "the game is drawn", "cond": "1 is 1"}
SHORTEST_SET = 3  # words of a set that is left open
#: What it costs to leave a part open, and each word of it.
HOLES, PER_WORD = {"eff": 5.0, "cond": 5.0, "set": 6.0, "n": 6.0}, 0.8
OWN_VERB = 0.7  # what it costs to take a verb of the text for a word of English
LEFT_OPEN = re.compile(r"⟦([^:⟦⟧]+):([^⟦⟧]*)⟧")  # a part that is left open: what may stand for it

Bound = Mapping[str, Phrase]

#: Sets of players, of other things, of cells, of pieces; attributes that are a player; sets of
#: which it is said whose or where they are.
NARROWER: Mapping[str, tuple[str, Callable[[Phrase, Lexicon], bool]]] = {
    "players": ("set", lambda phrase, _: phrase.noun == "player"),
    "objects": ("set", lambda phrase, _: phrase.noun != "player"),
    "cells": ("set", lambda phrase, lexicon: phrase.noun in lexicon.phrases.cells),
    "pieces": ("set", lambda phrase, lexicon: phrase.noun in lexicon.phrases.pieces),
    "owned": ("core", lambda phrase, lexicon: phrase.noun in lexicon.phrases.pieces),
    "movable": ("thing", lambda phrase, lexicon: phrase.noun in lexicon.phrases.pieces
                or ("'s " not in phrase.text and not phrase.text.startswith(("its ", "the "))) or (
                    phrase.text.removeprefix("the ") in lexicon.phrases.pieces)),
    "tplayer": ("tref", lambda phrase, _: phrase.noun == "player"),
    "playerplaces": ("set", lambda phrase, lexicon: phrase.noun in lexicon.names.player_places),
    "playerplacen": ("noun", lambda phrase, lexicon: phrase.noun in lexicon.names.player_places),
    "playerplace": ("thing", lambda phrase, lexicon: phrase.text == "it"
             or lexicon.names.is_player_place(phrase.text)),
    "gplayer": ("gref", lambda phrase, _: phrase.noun == "player"),
    "gopen": ("gattr", lambda phrase, lexicon: phrase.text in lexicon.names.none_of_game),
    "certain": ("set", lambda phrase, lexicon: phrase.noun not in lexicon.phrases.pieces
                or phrase.many.split(" ")[-1] != lexicon.speech.plural(phrase.noun)),
}


class _Line(NamedTuple):
    """A rule that a line has the words for, and how many words it takes at least, from each of its
    elements on."""

    rule: Rule
    least: tuple[int, ...]


class Chart:
    """The readings of one line; with `holes`, parts of it may be left open."""

    def __init__(self, lexicon: Lexicon, holes: bool = False) -> None:
        self.lexicon, self.holes = lexicon, holes
        self.words = lexicon.small
        present = frozenset(self.words)
        self.places: dict[Words, dict[int, tuple[int, ...]]] = {}
        self.verbs = {(start, end) for of, start, end in lexicon.found if of == "verb"}
        self.deeds = {(start, end) for of, start, end in lexicon.found if of == "doingverb"}
        self.rules = {
            of: tuple(_Line(self._dearer(fit), self._least(fit)) for rule in known
                      if all(key & present for key in rule.keys)
                      for fit in lexicon.names.fittings(rule)
                      if all(self._found(one) for one in fit.english
                             if isinstance(one, Words) and not one.may)
                      and not (self.deeds and self._takes(fit, self.deeds)))
            for of, known in rules().items()}
        self.known: dict[tuple[str, int, int], list[Phrase]] = {}
        self.left = MOST_STEPS

    def _found(self, element: Words) -> dict[int, tuple[int, ...]]:
        """Where an element stands in the line: for each place where it begins, where it ends."""
        places = self.places.get(element)
        if places is None:
            places = self.places[element] = {}
            for at, word in enumerate(self.words):
                ends = tuple(at + len(choice) for choice in element.choices
                             if choice[0] == word
                             and tuple(self.words[at : at + len(choice)]) == choice)
                if ends:
                    places[at] = ends
        return places

    def _dearer(self, rule: Rule) -> Rule:
        """A rule, which costs more where it needs a verb of the text for a word of English."""
        taken = self.verbs and self._takes(rule, self.verbs)
        return replace(rule, cost=rule.cost + OWN_VERB) if taken else rule

    def _takes(self, rule: Rule, verbs: Collection[tuple[int, int]]) -> bool:
        """Whether a rule needs one of these verbs of the text for a word of English."""
        return any((places := self._found(one)) and all(
            (at, end) in verbs for at, ends in places.items() for end in ends)
            for one in rule.english if isinstance(one, Words) and not one.may)

    @staticmethod
    def _least(rule: Rule) -> tuple[int, ...]:
        """How many words the elements of a rule take at least, from each on."""
        least = [0]
        for one in reversed(rule.english):
            own = 1 if isinstance(one, Slot) else 0 if one.may else min(map(len, one.choices))
            least.append(least[-1] + own)
        return tuple(reversed(least))

    def read(self, category: str) -> list[Phrase]:
        """What the whole line can be, as a phrase of a category, the cheapest first."""
        return self.phrases(category, 0, len(self.words))

    def phrases(self, category: str, start: int, end: int) -> list[Phrase]:
        """What some words can be, the cheapest first."""
        if category in NARROWER:
            of, fits = NARROWER[category]
            return [one for one in self.phrases(of, start, end) if fits(one, self.lexicon)]
        key = (category, start, end)
        known = self.known.get(key)
        if known is not None:
            return known
        self.known[key] = []  # what is made of itself alone is nothing new
        found = list(self.lexicon.at(category, start, end)) if start < end else []
        for line in self.rules.get(category, ()):
            if line.least[0] <= end - start:
                for bound in self._bindings(line, 0, start, end):
                    made = filled(line.rule, bound)
                    if made is not None:
                        found.append(made)
        if self.holes and not found and (hole := self._hole(category, start, end)) is not None:
            found.append(replace(hole, cost=HOLES[category] + PER_WORD * (end - start)))
        self.known[key] = _cheapest(found, KEPT_LINES if category == "line" else KEPT)
        return self.known[key]

    def _hole(self, category: str, start: int, end: int) -> Phrase | None:
        """Some words that are left open as a phrase of a category, where they can stand as one."""
        match category:
            case "eff" | "cond":
                return self._clause(category, start, end)
            case "set":
                return self._set(start, end)
            case "n":
                return self._number(start, end)
        return None

    def _clause(self, category: str, start: int, end: int) -> Phrase | None:
        """Some words as a clause that is left open, if they stand between words that join them."""
        if category == "eff" and self.words[start] in ADDING:
            return None  # it goes on with the clause before
        if category == "cond" and self.words[start] in NO_CONDITION:
            return None
        stands = end - start > 1 and (start == 0 or self.words[start - 1] in JOINING) and (
            end == len(self.words) or self.words[end] in JOINING) and (
            self.words[start] not in JOINING and self.words[end - 1] not in JOINING)
        return Phrase(self._left_open(STAND_INS[category], start, end)) if stands else None

    def _set(self, start: int, end: int) -> Phrase | None:
        """The same as a set: they begin with its noun, or with a word before it."""
        if end - start < SHORTEST_SET or not (
            self._ends_part(start, end) and start and self.words[start - 1] in DETERMINERS
        ):
            return None
        noun = next((found[0] for at in range(start, min(start + 3, end))
                     if (found := self.lexicon.at("noun", at, at + 1))), None)
        if noun is None:
            return None
        one, many = (self._left_open(words, start, end) for words in (noun.one, noun.many))
        return Phrase(one, 0.0, one, many, noun.noun)

    def _number(self, start: int, end: int) -> Phrase | None:
        """The same as a number."""
        if not (self._ends_part(start, end) and self.words[start] in ("the", "half", "twice")):
            return None
        return Phrase(self._left_open("1", start, end))

    def _ends_part(self, start: int, end: int) -> bool:
        """Whether all that belongs to a set or number is among some words."""
        words = self.words[start:end]
        return len(words) > 1 and (end == len(self.words) or self.words[end] not in GOES_ON) and (
            words[-1] not in NOT_LAST) and NOT_IN_PART.isdisjoint(words)

    def _left_open(self, stand_in: str, start: int, end: int) -> str:
        return f"⟦{stand_in}:{self.lexicon.written(start, end)}⟧"

    def _bindings(
        self, line: _Line, at: int, start: int, end: int
    ) -> Iterator[dict[str, Phrase]]:
        """The ways to read some words by the elements of a rule from one on."""
        if self.left <= 0:
            return
        self.left -= 1
        rule = line.rule
        if at == len(rule.english):
            if start == end:
                yield {}
            return
        element = rule.english[at]
        if isinstance(element, Words):
            for after in self._found(element).get(start, ()):
                if after + line.least[at + 1] <= end:
                    yield from self._bindings(line, at + 1, after, end)
            if element.may:
                yield from self._bindings(line, at + 1, start, end)
            return
        for stop in self._stops(line, at, start, end):
            held = self.phrases(element.category, start, stop)
            if held:
                quoted = f"<{element.name}.said>" in rule.template
                for rest in self._bindings(line, at + 1, stop, end):
                    if quoted:
                        rest[f"{element.name}.said"] = Phrase(self.lexicon.quoted(start, stop))
                    for phrase in held:
                        yield {**rest, element.name: phrase}

    def _stops(self, line: _Line, at: int, start: int, end: int) -> Iterable[int]:
        """Where a slot can end: where the words behind it stand, or at the end."""
        english = line.rule.english
        if at + 1 == len(english):
            return (end,) if start < end else ()
        behind, last = english[at + 1], end - line.least[at + 1]
        if isinstance(behind, Slot) or behind.may:
            return range(start + 1, last + 1)
        return [stop for stop in self._found(behind) if start < stop <= last]


def _cheapest(found: list[Phrase], most: int) -> list[Phrase]:
    kept: dict[tuple[str, str], Phrase] = {}
    for phrase in sorted(found, key=lambda one: one.cost):
        kept.setdefault((phrase.text, phrase.one), phrase)
    return list(kept.values())[:most]
