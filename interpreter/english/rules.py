"""The tables `grammar/english/*.txt`: a synchronous grammar of English and the ruleset language.

Model. A rule says of one category how a phrase of it is said in English, and how in the language.
Both sides have the same slots, so what is put together on the one side is on the other. The
notation is explained in `README.txt` there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.verbs import forms
from rulewright.interpreter.syntax.words import EMPTY_WORDS

ELEMENT = re.compile(r"<(?P<cat>\w+)(?: (?P<name>\w+))?>|\((?P<words>[^()]*)\)(?P<verb>~?)"
                     r"|\[(?P<may>[^\[\]]*)\](?P<mayverb>~?)|(?P<word>[^\s<>()\[\]~]+)(?P<one>~?)")
#: The tables, in the order in which they are read.
TABLES = ("things", "values", "conditions", "ballots", "effects", "choices", "declarations",
          "holdings", "inside", "alike", "steps", "reach", "amounts", "parties", "hands",
          "whereabouts", "pairs", "marks", "degrees", "facing")
HEADING = re.compile(r"\[\w+\]")
COST = re.compile(r" \{(\d+(?:\.\d+)?)\}$")
USUAL = 1.0  # what it costs to use a rule


@record
class Slot:
    """A place in the English of a rule for a phrase of a category."""

    category: str
    name: str


@record
class Words:
    """Words of the English of a rule: one of some sequences, which `may` be left out."""

    choices: tuple[tuple[str, ...], ...]
    may: bool = False


Element = Slot | Words


@record
class Rule:
    """One rule; `keys`: sets of words, of each of which a line must have one."""

    category: str
    english: tuple[Element, ...]
    template: str
    cost: float
    keys: tuple[frozenset[str], ...]
    of: str = ""  # of a rule for a zone of things: their noun
    whose: tuple[str, ...] = ()  # the slots for the things whose zone it is


@cache
def rules() -> dict[str, tuple[Rule, ...]]:
    """The rules of every category, in the order of the table."""
    found: dict[str, list[Rule]] = {}
    folder = resources.files("rulewright").joinpath("grammar/english")
    for name in TABLES:
        _read(folder.joinpath(f"{name}.txt").read_text("utf-8"), found)
    return {of: tuple(known) for of, known in found.items()}


def _read(text: str, found: dict[str, list[Rule]]) -> None:
    category, above = "", ""
    for line in text.splitlines():
        if HEADING.fullmatch(line):
            category = line.strip("[]")
        elif line and not line.startswith("#"):
            english, arrow, template = line.partition(" => ")
            if not arrow:
                raise ValueError(f"no ` => ` in this rule: {line}")
            english = english.strip()
            template = template.strip() if template.strip() != "same" else above
            above = template
            found.setdefault(category, []).append(_rule(category, english, template))


def _rule(category: str, english: str, template: str) -> Rule:
    cost = USUAL
    if given := COST.search(template):
        cost, template = float(given[1]), template[: given.start()]
    elements = tuple(_elements(english))
    keys = tuple(frozenset(words[0] for words in one.choices) for one in elements
                 if isinstance(one, Words) and not one.may)
    return Rule(category, elements, template, cost, keys)


def _elements(english: str) -> Iterator[Element]:
    for found in ELEMENT.finditer(english):
        if found["cat"]:
            yield Slot(found["cat"], found["name"] or found["cat"])
            continue
        text = found["words"] or found["may"] or found["word"]
        verb = found["verb"] or found["mayverb"] or found["one"]
        choices = []
        for choice in text.split("|"):
            if "<" in choice:
                raise ValueError(f"a slot is no choice of words: {choice} in {english}")
            words = tuple(word for word in choice.replace("'s", " 's").replace(",", " ,").split()
                          if word not in EMPTY_WORDS)  # a line is read without them
            if not words:
                continue
            choices += [(form, *words[1:]) for form in forms(words[0])] if verb else [words]
        if choices:
            yield Words(tuple(choices), found["may"] is not None)
