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
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from rulewright.interpreter.english.lexicon import Lexicon
from rulewright.interpreter.english.phrase import Phrase
from rulewright.interpreter.english.rules import Rule, Slot, Words, rules
from rulewright.interpreter.english.templates import filled

MOST_STEPS = 60_000  # of one line
KEPT, KEPT_LINES = 3, 6  # phrases of one stretch and category; of a line
#: Words beside which a clause begins or ends.
JOINING = (",", "and", "or", "then", "if", "when", "whenever", "unless", "but", "otherwise", "only",
           "where", "because", "after", "before", "until", "while", "once")
#: Words by which the clause before goes on.
ADDING = ("for", "up", "to", "at", "by", "with", "in", "on", "from", "of", "than", "not", "no",
          "which", "who", "that", "whose", "plus", "minus", "except", "until", "or", "per", "as",
          "a", "an")
HOLE, PER_WORD = 5.0, 0.8  # what it costs to leave a clause open
OPEN = ("eff", "cond")  # categories that may be left open
LEFT_OPEN = re.compile(r"⟦(\w+):([^⟦⟧]*)⟧")  # a clause that is left open, as its category

Bound = Mapping[str, Phrase]

#: Sets of players, of cells, of pieces; attributes that are a player; sets of which it is said
#: whose or where they are.
NARROWER: Mapping[str, tuple[str, Callable[[Phrase, Lexicon], bool]]] = {
    "players": ("set", lambda phrase, _: phrase.noun == "player"),
    "cells": ("set", lambda phrase, lexicon: phrase.noun in lexicon.phrases.cells),
    "pieces": ("set", lambda phrase, lexicon: phrase.noun in lexicon.phrases.pieces),
    "owned": ("core", lambda phrase, lexicon: phrase.noun in lexicon.phrases.pieces),
    "tplayer": ("tref", lambda phrase, _: phrase.noun == "player"),
    "gplayer": ("gref", lambda phrase, _: phrase.noun == "player"),
    "certain": ("set", lambda phrase, lexicon: phrase.noun not in lexicon.phrases.pieces
                or phrase.many.split(" ")[-1] != lexicon.speech.plural(phrase.noun)),
}


class _Line(NamedTuple):
    """A rule that a line has the words for, and how many words it takes at least, from each of its
    elements on."""

    rule: Rule
    least: tuple[int, ...]


class Chart:
    """The readings of one line; with `holes`, clauses of it may be left open."""

    def __init__(self, lexicon: Lexicon, holes: bool = False) -> None:
        self.lexicon, self.holes = lexicon, holes
        self.words = lexicon.small
        present = frozenset(self.words)
        self.places: dict[Words, dict[int, tuple[int, ...]]] = {}
        self.rules = {
            of: tuple(_Line(fit, self._least(fit)) for rule in known
                      if all(key & present for key in rule.keys)
                      and (fit := lexicon.names.fitted(rule)) is not None
                      and all(self._found(one) for one in fit.english
                              if isinstance(one, Words) and not one.may))
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
        if self.holes and not found and category in OPEN and self._is_clause(category, start, end):
            found.append(Phrase(left_open(category, self.lexicon.written(start, end)),
                                HOLE + PER_WORD * (end - start)))
        self.known[key] = _cheapest(found, KEPT_LINES if category == "line" else KEPT)
        return self.known[key]

    def _is_clause(self, category: str, start: int, end: int) -> bool:
        """Whether some words stand as a clause does: between words that join clauses."""
        if category == "eff" and self.words[start] in ADDING:
            return False  # it goes on with the clause before
        return end - start > 1 and (start == 0 or self.words[start - 1] in JOINING) and (
            end == len(self.words) or self.words[end] in JOINING) and (
            self.words[start] not in JOINING and self.words[end - 1] not in JOINING)

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


def left_open(category: str, quoted: str) -> str:
    """What stands for a clause that is left open."""
    return f"⟦{category}:{quoted}⟧"


def _cheapest(found: list[Phrase], most: int) -> list[Phrase]:
    kept: dict[tuple[str, str], Phrase] = {}
    for phrase in sorted(found, key=lambda one: one.cost):
        kept.setdefault((phrase.text, phrase.one), phrase)
    return list(kept.values())[:most]
