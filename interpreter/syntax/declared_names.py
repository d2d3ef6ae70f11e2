"""The names that a text declares: they are read from the heads of declarations before parsing.

A declaration introduces its name by using it in a fixed place (`a Token CAN REACH a tile if`,
`each tile has a COLOUR: …`). This pass finds those places by patterns (see `declaration_heads`),
nouns first, so that every phrase can then be classified. Which lines declare is told by
`declaring_lines`, the names in a list or a type by `listed_names`. It never reports a badly formed
declaration: the parser does that, with a better message; the name is learnt all the same where it
can be told, so that the lines that use it are not reported as well. Reported here is only what no
later stage could see: one phrase used for two categories, or a reserved word used as a name.

A phrase has one category, with two exceptions. The words of options are no names: they are known
by their option. An attribute may have the name of a kind (`each card has a suit: a suit`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import pairwise

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.declaration_heads import (
    DEFINITIONS,
    HEADS,
    NOUNS,
    REST,
    Groups,
    defines,
    match,
)
from rulewright.interpreter.syntax.declaring_lines import meant, top_level
from rulewright.interpreter.syntax.lasting import without_time
from rulewright.interpreter.syntax.lexer import RawLine, Token
from rulewright.interpreter.syntax.listed_names import (
    ARTICLES,
    TYPE_WORDS,
    items,
    new_words,
    one_name_of,
    parted_by_and,
    spelt,
)
from rulewright.interpreter.syntax.quantified_names import counted
from rulewright.interpreter.syntax.refused_lists import (
    articles_in_qualities,
    bounded_definition,
    defined_as_one,
    either_as_value,
    limited_attribute,
    marked_plural,
    negated_value,
    numbers_as_one,
    owned_kind,
    qualities_as_one,
    sequenced_value,
    step_as_sentence,
    timed_attribute,
    timed_definition,
)
from rulewright.interpreter.syntax.refused_names import (
    modified_attribute,
    modified_quality,
    modified_value,
    negated_quality,
    one_of_two,
    option_as_value,
    phrase_as_value,
    pieces_as_one,
    quality_of_things,
    refused_preposition,
    refused_verb,
    relations_as_one,
    second_without_name,
    secrecy_as_value,
    secret_attribute,
    several_as_one,
    value_in_quality,
)
from rulewright.interpreter.syntax.words import (
    BOX,
    BUILT_IN,
    DEEDS,
    RESERVED,
    YIELDING,
    Phrase,
    base_verb,
    plural,
    singular,
    with_article,
)

#: What stands behind the noun of a definition.
CONDITION_BEHIND = re.compile(r" (?:is|are|can|has) .*\b(?:if|when)\b")
#: What stands in front of the `not` of `each player has a licence or not`.
OR_NOT = re.compile(r"\s*(each \w+(?: \w+)?|the game) (?:has|is) .*\bor $")
#: What a category is called when talking to an author.
CATEGORY_NAMES = dict.fromkeys(BUILT_IN, "a word of the language") | {
    "NOUN": "a noun",
    "NOUNS": "a plural noun",
    "VAL": "a value",
    "ATTR": "an attribute or value",
    "ADJ": "an adjective",
    "VERB": "a verb",
    "PREP": "a preposition",
    "BOARDNAME": "a board",
    "STEPNAME": "a step",
    "MEMO": "a memory",
    "GROUP": "a noun",
    "GROUPS": "a plural noun",
}
#: For words of the language that authors would like as names, others that are free.
FREE = {
    "over": "finished", "in": "inside", "on": "above", "at": "near", "with": "together with",
    "turn": "round",
}
MOST_NOUN_WORDS = 4
WHOSE = ("of", "for", "per")  # in front of those who each have such a zone
#: The categories of names that are entered as they stand.
CATEGORIES = {
    "board": "BOARDNAME", "step": "STEPNAME", "memory": "MEMO", "attribute": "ATTR",
    "carried": "ATTR", "ending": "VAL",
}

Table = dict[Phrase, tuple[str, str]]


class PhraseTable:
    """The phrases of one ruleset (a variant starts from a copy of its base's)."""

    def __init__(self) -> None:
        self.table: Table = {}
        self.places: dict[Phrase, Span] = {}
        self.kinds: set[Phrase] = {("direction",)}  # the nouns of kinds
        self.namesakes: set[Phrase] = set()  # attributes that have the name of a kind
        self.paired: set[Phrase] = set()  # attributes of several things
        self.single: set[Phrase] = set()  # attributes of one thing, or of none
        self.objects: set[Phrase] = set()  # verbs with an object
        self.without: set[Phrase] = set()  # verbs without one
        self.option_words: dict[Phrase, set[Phrase]] = {}  # by the name of the option
        self.word_places: dict[Phrase, Span] = {}  # where words of options are declared
        self.problems: list[Diagnostic] = []
        # What corrections of lines speak of: seats, pieces, nouns of cells, zones, and the nouns
        # of which attributes hold a thing.
        self.seats: list[str] = []
        self.pieces: list[str] = []
        self.cells: list[str] = []
        self.zones: list[str] = []
        self.attribute_nouns: dict[str, str] = {}
        self.heads: list[list[Token]] = []  # of the declarations that were learnt
        #: Of values whose cases stand below them, the first case, by the words of the head.
        self.first_cases: dict[tuple[str, ...], list[str]] = {}
        for category, phrases in BUILT_IN.items():
            for phrase in phrases:
                self._enter(category, phrase, " ".join(phrase))
                if category == "NOUN":
                    self._enter("NOUNS", (*phrase[:-1], plural(phrase[-1])), " ".join(phrase))

    def copy(self) -> PhraseTable:
        """A table of its own with the same names, to learn more in."""
        other = copy(self)
        other.table, other.places, other.problems = dict(self.table), dict(self.places), []
        other.kinds, other.namesakes = set(self.kinds), set(self.namesakes)
        other.paired, other.objects = set(self.paired), set(self.objects)
        other.single = set(self.single)
        other.without = set(self.without)
        other.option_words = {name: set(words) for name, words in self.option_words.items()}
        other.word_places = dict(self.word_places)
        other.pieces, other.cells = [*self.pieces], [*self.cells]
        other.zones = [*self.zones]
        other.attribute_nouns = dict(self.attribute_nouns)
        other.heads = [*self.heads]
        other.first_cases = dict(self.first_cases)
        return other

    def plurals(self) -> dict[str, str]:
        """The plural of every noun that has one."""
        return {
            noun: " ".join(phrase)
            for phrase, (category, noun) in self.table.items() if category == "NOUNS"
        }

    def learn(self, lines: Iterable[RawLine]) -> None:
        """Enter every phrase that the top-level lines declare, nouns first."""
        lines = [*lines]
        for line, below in pairwise(lines):
            words = tuple(t.text for t in line.tokens if t.type != "REFS")
            if words[:1] == ("the",) and words[-1] == "is" and below.indent > line.indent:
                self.first_cases[words] = [t.text for t in below.tokens]
        every = (
            [t for t in meant(line).tokens if t.type != "REFS"] for line in top_level(lines)
        )
        heads = [head for head in every if head and head[0].text in HEADS]
        self.heads += heads
        for head in heads:
            self._learn(head, NOUNS)
        for head in heads:
            self._learn(head, REST)
            if defines(head):
                self._learn(head, DEFINITIONS)
        self.problems += articles_in_qualities(self.table, self.places)

    # -- entering --------------------------------------------------------------------------

    def _take(self, problem: Diagnostic | None) -> None:
        self.problems += [problem] if problem is not None else []

    def _enter(self, category: str, phrase: Phrase, text: str, span: Span | None = None) -> None:
        if not phrase:
            return
        known = self.table.get(phrase)
        if known and phrase not in self.places and (known[0] in YIELDING or phrase == (BOX,)):
            known = None
        if known and known[0] == "NOUN" and category == "ATTR" and phrase in self.kinds:
            self.namesakes.add(phrase)
            return
        if known and known[0] != category:
            first = self.places.get(phrase)
            where, hint = " in the language itself", "give one of the two another name"
            if known[0] == "NOUN" and span and span.before.strip() == "the" and (
                CONDITION_BEHIND.match(span.behind)
            ):
                said = with_article(" ".join(phrase))
                hint = f"a definition is about any {known[1]}: `{said} {span.behind.split()[0]} …`"
            if first:
                elsewhere = span and span.source is not first.source
                where = f" (line {first.line}{f' of {first.source.name}' if elsewhere else ''})"
            self.problems.append(
                Diagnostic(
                    "two-meanings",
                    f"`{' '.join(phrase)}` is already {CATEGORY_NAMES[known[0]]}{where}, "
                    f"so it cannot also be {CATEGORY_NAMES[category]}",
                    span,
                    hint,
                )
            )
            return
        if len(phrase) == 1 and phrase[0] in RESERVED and span is not None:
            word = phrase[0]
            so_or_not = OR_NOT.match(span.before) if word == "not" else None
            if so_or_not:
                self.problems.append(Diagnostic(
                    "reserved-word", f"`{word}` is a word of the language and no value", span,
                    f"what is so or not is a quality: `{so_or_not[1]} can be …`, with a word that "
                    "says how it is then; at first it is not so"))
                return
            other = f", for example `{FREE[word]}`" if word in FREE else ""
            self.problems.append(
                Diagnostic(
                    "reserved-word",
                    f"`{word}` is a word of the language and cannot be {CATEGORY_NAMES[category]}",
                    span,
                    f"choose another word{other}, or put a second word beside it",
                )
            )
            return
        self.table[phrase] = (category, text)
        if span is not None:
            self.places.setdefault(phrase, span)

    def _name(
        self, category: str, tokens: list[Token], zone: bool = False, checked: bool = False
    ) -> None:
        phrase = tuple(t.text for t in tokens)
        if category == "VAL" and not checked:
            self._take(modified_value(tokens))
        if len(tokens) > 1:
            problem = counted(tokens, category, self._noun_at, zone)
            self._take(problem)
            end = next((at for at, word in enumerate(phrase) if at and word in WHOSE), 0)
            if problem is not None and zone and end:  # other lines speak of it
                tokens, phrase = tokens[:end], phrase[:end]
        if phrase and all(t.type == "WORD" for t in tokens):
            self._enter(category, phrase, " ".join(phrase), tokens[0].span.to(tokens[-1].span))

    def _noun(self, tokens: list[Token], plural_tokens: list[Token]) -> None:
        if len(tokens) > 1 and tokens[0].text in (*ARTICLES, "the"):
            tokens = tokens[1:]  # the parser reports it
        phrase = tuple(t.text for t in tokens)
        if not phrase or any(t.type != "WORD" for t in tokens):
            return
        span = tokens[0].span.to(tokens[-1].span)
        if phrase == ("number",):
            self.problems.append(Diagnostic(
                "reserved-word", "`the number` is always the number that was chosen or counted, so "
                "`number` cannot be a noun", span, "put a second word beside it",
            ))
            return
        self._take(marked_plural(tokens, plural_tokens))
        many = tuple(t.text for t in plural_tokens) or (*phrase[:-1], plural(phrase[-1]))
        self._enter("NOUN", phrase, " ".join(phrase), span)
        if many != phrase:
            self._enter("NOUNS", many, " ".join(phrase), span)

    # -- entering what stands in the heads -------------------------------------------------------

    def _learn(self, tokens: list[Token], groups: Groups) -> None:
        """Enter the names of a line: of each group, by the first pattern that fits."""
        for group in groups:
            for pattern in group:
                found = match(pattern, tokens, self._noun_length)
                if found is not None:
                    self._enter_all(found)
                    self._note(tokens[0].text, found)
                    if "type" in found and "attribute" in found:
                        self._take(phrase_as_value(
                            tokens, found["attribute"], found["type"], self._noun_at))
                        self._take(secret_attribute(tokens, found["attribute"], found["type"]))
                    break

    def _note(self, head: str, found: dict[str, list[Token]]) -> None:
        """Keep of a declaration what corrections speak of."""
        if head == "piece" and "noun" in found:
            self._take(pieces_as_one(head, found["noun"]))
            self.pieces.append(" ".join(t.text for t in found["noun"]))
        if "cells" in found:
            self.cells.append(singular(found["cells"][0].text))
        if "zones" in found:
            self.zones += [" ".join(t.text for t in name) for name in items(found["zones"])]
        if "seats" in found:
            self.seats = [" ".join(t.text for t in name) for name in items(found["seats"])]
        if "attribute" in found:
            known = self.paired if "pair" in found else self.single
            known.add(tuple(t.text for t in found["attribute"]))
        if "verb" in found:
            has_object = found["behind"] and found["behind"][0].text in ARTICLES
            verbs = self.objects if has_object else self.without
            verbs |= {phrase for phrase, _ in _forms(found["verb"])}
        kept = [t.text for t in found.get("type", ())]
        if kept[:1] and kept[0] in ARTICLES:
            noun = " ".join(kept[1 : 1 + self._noun_length(found["type"][1:])])
            self.attribute_nouns[" ".join(t.text for t in found["attribute"])] = noun

    def _enter_all(self, found: dict[str, list[Token]]) -> None:
        for slot, tokens in found.items():
            match slot:
                case "noun" | "kind":
                    self._noun(tokens, found.get("plural", []))
                    if slot == "kind":
                        self._take(owned_kind(tokens))
                        self.kinds.add(tuple(t.text for t in tokens))
                case "cells":
                    self._cells(tokens[0])
                case "values" | "seats":
                    for name in items(spelt(tokens)):
                        self._take(negated_value(name) or sequenced_value(name))
                        self._name("VAL", name)
                case "options":
                    for name in items(tokens):
                        self._take(modified_value(name, option=True))
                        self._name("VAL", name, checked=True)
                        self._option_words(name, found.get("domain", []))
                case "type":
                    self._values_of_type(tokens)
                case "zones":
                    for name in items(tokens):
                        self._take(pieces_as_one("zone", name))
                        self._name("ATTR", name, zone=True)
                case "carried_type":
                    kept = next((i for i, t in enumerate(tokens) if t.type == "COMMA" and [
                        word.text for word in tokens[i + 1 : i + 2]] == ["kept"]), len(tokens))
                    self._values_of_type(tokens[:kept])
                case "adjectives":
                    for name in items(tokens):
                        quality, problem = without_time(name)
                        self._take(problem)
                        for found_wrong in (
                            value_in_quality(quality, self.seats), one_of_two(quality, tokens),
                            negated_quality(quality), qualities_as_one(quality),
                            modified_quality(quality) or timed_definition(quality),
                            modified_attribute(quality, ()),
                            quality_of_things(quality, self._noun_at),
                        ):
                            self._take(found_wrong)
                        self._name("ADJ", quality)
                case "adjective":
                    self._adjective(tokens)
                case "verb":
                    self._verb(tokens)
                case "relation":
                    self._preposition(tokens, found["article"][0], found["second"])
                case _ if slot in CATEGORIES:
                    if slot == "attribute" and "type" in found:
                        self._take(several_as_one(tokens) or numbers_as_one(tokens))
                        self._take(modified_attribute(tokens, found["type"])
                                   or limited_attribute(tokens)
                                   or timed_attribute(tokens, found["type"]))
                        self._take(secrecy_as_value(found["type"]))
                    elif slot == "attribute":
                        self._take(bounded_definition(tokens) or defined_as_one(tokens)
                                   or numbers_as_one(tokens))
                    elif slot == "step":
                        self._take(step_as_sentence(tokens))
                    self._take(option_as_value(tokens, self.option_words))
                    self._name(CATEGORIES[slot], tokens)

    def _cells(self, cells: Token) -> None:
        """The noun for the cells: `… a grid of square CELLS, …`."""
        one = singular(cells.text)
        many = cells.text if one != cells.text else plural(one)
        self._enter("NOUN", (one,), one, cells.span)
        self._enter("NOUNS", (many,), one, cells.span)

    def _preposition(self, name: list[Token], article: Token, second: list[Token]) -> None:
        """The name of a preposition, and what stands behind it: an article and its second thing."""
        self._take(relations_as_one(name, article, second) or bounded_definition(name))
        reserved = len(name) == 1 and name[0].text in RESERVED
        if reserved and not self._noun_length(second):
            self.problems.append(refused_preposition(name, article, second))
        else:
            self._name("PREP", name)

    def _without_second(self, name: list[Token]) -> tuple[list[Token], list[Token]]:
        """The name of a definition that goes on with `the other NOUN`, where its second thing
        should get a name of its own."""
        at = next((i for i, t in enumerate(name) if t.text in ("the", "another")), len(name))
        second = [t for t in name[at + 1 :] if t.text != "other"]
        if not second or self._noun_length(second) != len(second):
            return name, []
        self.problems.append(second_without_name(name[at:], second))
        return name[:at], second

    def _adjective(self, name: list[Token]) -> None:
        name, second = self._without_second(name)
        self._take(bounded_definition(name) or timed_definition(name) or defined_as_one(name))
        self._name("PREP" if second else "ADJ", name)

    def _verb(self, name: list[Token]) -> None:
        name, _ = self._without_second(name)
        if name and name[0].text in DEEDS:
            self.problems.append(refused_verb(name[0]))
            return
        if name and " if" in name[-1].span.behind:
            self._take(bounded_definition(name))
        self._name("VERB", name)
        if name and all(t.type == "WORD" for t in name):
            for phrase, verb in _forms(name)[1:]:
                self._enter("VERB", phrase, verb)

    def _values_of_type(self, tokens: list[Token]) -> None:
        for item in new_words(tokens):
            words = tuple(t.text for t in item)
            if words[0] in ARTICLES or (len(words) == 1 and words[0] in TYPE_WORDS):
                continue
            known = self.table.get(words)
            if known is None and (parts := parted_by_and(item)):
                self.problems.append(one_name_of(parts))
                item, *more = parts
                for other in more:  # so they are known where they stand by themselves
                    self._name("VAL", other)
                self._enter("VAL", words, " ".join(words))
            if known is None or known[0] == "VAL":
                self._take(either_as_value(item) or sequenced_value(item))
                self._name("VAL", item)

    def _option_words(self, option: list[Token], domain: list[Token]) -> None:
        """The words that an option may be: any but `none`."""
        words = {tuple(t.text for t in item) for item in new_words(domain)} - {("none",)}
        name = tuple(t.text for t in option)
        self.option_words[name] = self.option_words.get(name, set()) | words
        for item in new_words(domain):
            self._take(modified_value(item) or either_as_value(item) or negated_value(item)
                       or sequenced_value(item))
            phrase = tuple(t.text for t in item)
            self.word_places.setdefault(phrase, item[0].span.to(item[-1].span))

    def _noun_at(self, tokens: Sequence[Token]) -> str:
        """The noun, for one or for several, that some tokens begin with."""
        for length in range(min(MOST_NOUN_WORDS, len(tokens)), 0, -1):
            known = self.table.get(tuple(t.text for t in tokens[:length]))
            if known and known[0] in ("NOUN", "NOUNS"):
                return known[1]
        return ""

    def _noun_length(self, tokens: list[Token]) -> int:
        """How many of the tokens in front are a known noun, or `number`."""
        if tokens and tokens[0].text == "number":
            return 1
        for length in range(min(MOST_NOUN_WORDS, len(tokens)), 0, -1):
            known = self.table.get(tuple(t.text for t in tokens[:length]))
            if known and known[0] in ("NOUN", "GROUP"):
                return length
        return 0


def _forms(verb: list[Token]) -> list[tuple[Phrase, str]]:
    """A verb as it is said of one thing and, where that differs, of several, with its name."""
    words = tuple(t.text for t in verb)
    name = " ".join(words)
    base = base_verb(words[0]) if words else None
    return [(words, name), ((base, *words[1:]), name)] if base else [(words, name)]
