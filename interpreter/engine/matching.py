"""Which options a text could mean: the label of an alternative read backwards, over everything
that could be chosen, legal or not.

What a phrase of a label comes to depends on the state and on what is chosen: first it is taken to
be any of its values, then the texts that come out are compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from rulewright.interpreter.ir import Alternative, Binder, Label, Said, VType

MAX_MATCHES = 20_000
Values = tuple[int, ...]  # what is chosen, in the order of the binders
#: What a phrase of a label comes to for those things chosen of which it speaks, by the numbers of
#: their binders; None where that is not asked.
Phrases = Callable[[Alternative, Said, Mapping[int, int]], int] | None
#: What of all could ever be chosen, in whatever state.
Range = Callable[[Binder], Sequence[int]]
Misfit = tuple[Binder, str]  # something chosen, and a word that is none of its values
#: A text read by a label: the values of what the label shows, and the words for its phrases.
Reading = tuple[dict[int, int], dict[Said, str]]


def everything(binder: Binder) -> Sequence[int]:
    """All candidates."""
    return range(binder.size)


def matches(
    alternative: Alternative, text: str, phrases: Phrases, possible: Range = everything
) -> Iterator[Values]:
    """The values whose label is the text; of what the label does not show, all that is
    possible."""
    count = 0
    seen: set[Values] = set()  # a text can be read in several ways
    for found, words in _readings(alternative, text):
        for values in filled(alternative, found, _that_fit(alternative, words, phrases, possible)):
            if values not in seen and (not (alternative.said and phrases) or (
                written(alternative, values, phrases) == text
            )):
                seen.add(values)
                yield values
            count += 1
            if count >= MAX_MATCHES:
                return


def strangers(
    alternative: Alternative, text: str, phrases: Phrases, possible: Range
) -> list[Misfit]:
    """Things chosen, with a word of a text that some phrase should say of them, but says of none;
    for a text that the label fits otherwise."""
    for found, words in _readings(alternative, text):
        fitting = _that_fit(alternative, words, phrases, possible)
        lost = [(alternative.binders[at], words[said]) for said in words
                for at in _spoken_of(alternative, said)
                if at not in found and not fitting(alternative.binders[at])]
        if lost:
            return lost
    return []


def _spoken_of(alternative: Alternative, said: Said) -> list[int]:
    """The numbers of the binders of which a phrase speaks."""
    return [number for number, binder in enumerate(alternative.binders)
            if binder.var in said.value.free]


def _that_fit(
    alternative: Alternative, words: Mapping[Said, str], phrases: Phrases, possible: Range
) -> Range:
    """Of what is possible that of which the phrases about nothing else say their words."""
    known: dict[Binder, Sequence[int]] = {}

    def fitting(binder: Binder) -> Sequence[int]:
        if binder not in known:
            values = possible(binder)
            for said, word in words.items():
                about = _spoken_of(alternative, said)
                if phrases and said.type.kind != "set" and (
                    [alternative.binders[at] for at in about] == [binder]
                ):
                    values = [value for value in values if word == said.type.written(
                        phrases(alternative, said, {about[0]: value}))]
            known[binder] = values
        return known[binder]

    return fitting


def _readings(alternative: Alternative, text: str) -> Iterator[Reading]:
    """All ways to read a text by the label of an alternative."""
    return _match(alternative, alternative.label, text, {}, {})


def _match(
    alternative: Alternative, label: Label, text: str, bound: dict[int, int],
    words: dict[Said, str], blank: bool = True,
) -> Iterator[Reading]:
    """What a label shows and says with which the text is its end; a `blank`, or nothing, stands
    before it, so that another one would not be written."""
    if not label:
        if not text:
            yield dict(bound), dict(words)
        return
    head, rest = label[0], label[1:]
    if isinstance(head, str):
        for shown in {head, head.lstrip() if blank else head, head.rstrip()}:
            if text.startswith(shown) and (shown[-1:] == head[-1:] or len(shown) == len(text)):
                yield from _match(alternative, rest, text[len(shown) :], bound, words,
                                  (shown or " " * blank)[-1:] == " ")
        return
    if isinstance(head, Said):
        for word in _beginnings(head.type, text):
            yield from _match(alternative, rest, text[len(word) :], bound, {**words, head: word},
                              blank and not word)
        return
    binder = alternative.binders[head]
    values = _written(binder)
    for at in range(min(len(text), _longest(binder.type, 0, binder.size)) + 1):
        for value in values.get(text[:at], ()):
            if bound.get(head, value) == value:
                yield from _match(alternative, rest, text[at:], {**bound, head: value}, words,
                                  blank and not at)


def _beginnings(kind: VType, text: str) -> Iterator[str]:
    """The beginnings of a text that can be a value of a type."""
    if kind.kind == "int" and not kind.signs:
        number = re.match(r"-?[0-9]+", text)
        yield from (text[: at + 1] for at in range(number.end() if number else 0))
        return
    if kind.kind == "set":
        yield from (text[:at] for at in range(len(text) + 1))
        return
    span = kind.least, kind.most + 1
    for at in range(min(len(text), _longest(kind, *span)) + 1):
        if text[:at] in _values(kind, *span):
            yield text[:at]


def _written(binder: Binder) -> dict[str, list[int]]:
    """The candidates of a binder by how texts show them."""
    return _values(binder.type, 0, binder.size)


@cache
def _longest(kind: VType, start: int, stop: int) -> int:
    """The length of the longest text that shows a value of a range."""
    return max(map(len, _values(kind, start, stop)), default=0)


@cache
def _values(kind: VType, start: int, stop: int) -> dict[str, list[int]]:
    """The values of a range by how texts show them."""
    found: dict[str, list[int]] = {}
    for value in range(start, stop):
        found.setdefault(kind.written(value), []).append(value)
    return found


def filled(
    alternative: Alternative, found: dict[int, int], possible: Range = everything
) -> Iterator[Values]:
    """Values for all binders that agree with those found."""
    binders = alternative.binders
    free = next((i for i in range(len(binders)) if i not in found), None)
    if free is None:
        yield tuple(found[i] for i in range(len(binders)))
        return
    for value in possible(binders[free]):
        yield from filled(alternative, {**found, free: value}, possible)


def written(alternative: Alternative, values: Values, phrases: Phrases) -> str:
    """The text of an option."""
    chosen = dict(enumerate(values))
    said = [phrases(alternative, one, chosen) for one in alternative.said] if phrases else ()
    return alternative.text(values, said)


def exchanges(alternative: Alternative, values: Values) -> Iterator[tuple[int, int, Values]]:
    """The same values with two things of one kind exchanged, and which."""
    binders = alternative.binders
    for i, j in combinations(range(len(binders)), 2):
        if binders[i].type is binders[j].type and binders[i].noun == binders[j].noun:
            swapped = list(values)
            swapped[i], swapped[j] = values[j], values[i]
            yield i, j, tuple(swapped)


def misfits(alternative: Alternative, text: str) -> list[Misfit]:
    """What is wrong with a text that has the shape of a label, but words that are no values."""
    slots = [part for part in alternative.label if not isinstance(part, str)]
    found = re.fullmatch("".join(
        re.escape(part) if isinstance(part, str) else f"({_any_of(part.type)})"
        if isinstance(part, Said) else f"({_pattern(alternative.binders[part])})"
        for part in alternative.label
    ), text)
    if found is None:
        return _stray(alternative, text)
    wrong = []
    for part, word in zip(slots, found.groups(), strict=True):
        if isinstance(part, Said):
            if word not in _beginnings(part.type, word):
                return _stray(alternative, text)
        elif word not in _written(alternative.binders[part]):
            wrong.append((alternative.binders[part], word))
    return wrong if all(_shape(word) in _shapes(binder) for binder, word in wrong) else []


def _stray(alternative: Alternative, word: str) -> list[Misfit]:
    """A word alone, if it looks like a numbered thing that is chosen here, but is none."""
    if not re.fullmatch(r"[^\W\d]+[0-9]+", word):
        return []
    return [(binder, word) for binder in alternative.binders
            if word not in _written(binder) and _shape(word) in _shapes(binder)]


def meant(alternative: Alternative, word: str) -> Iterator[tuple[int, int]]:
    """The binders, each with its value, that a word alone can mean."""
    for number, binder in enumerate(alternative.binders):
        if number in alternative.label and word in _written(binder):
            yield number, _written(binder)[word][0]


def _pattern(binder: Binder) -> str:
    """What a word for something chosen could look like; where things are numbered, as cells are,
    one ends with its number, and where they have brackets, as cells of a table, it has them too."""
    shapes = _shapes(binder)
    if any(re.search(r"[^\w]", shape) for shape in shapes):
        return _like(shapes)
    return r"[^\W\d]+[0-9]+" if shapes == {"a9"} else r"\w+"


def _any_of(kind: VType) -> str:
    """What the values of a type look like."""
    if kind.kind == "int":
        return "-?[0-9]+"
    if kind.kind == "set":
        return ".*?"
    return _like(_shapes_of(kind, kind.least, kind.most + 1))


def _like(shapes: Collection[str]) -> str:
    """The pattern of words of some shapes."""
    return "|".join(
        re.escape(shape).replace("a", r"[^\W\d]+").replace("9", "[0-9]+")
        for shape in sorted(shapes, key=lambda shape: (-len(shape), shape))
    )


def _shapes(binder: Binder) -> frozenset[str]:
    return _shapes_of(binder.type, 0, binder.size)


@cache
def _shapes_of(kind: VType, start: int, stop: int) -> frozenset[str]:
    """The shapes of the values of a range."""
    return frozenset(map(_shape, _values(kind, start, stop)))


def _shape(word: str) -> str:
    """Letters and digits of a word, without saying which: `d4` and `b10` are alike."""
    return re.sub(r"[0-9]+", "9", re.sub(r"[^\W\d]+", "a", word))
