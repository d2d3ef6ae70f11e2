"""Which options a text could mean: the label of an alternative read backwards, over everything
that could be chosen, legal or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from rulewright.interpreter.ir import Alternative, Binder

MAX_MATCHES = 20_000
Values = tuple[int, ...]  # what is chosen, in the order of the binders
Misfit = tuple[Binder, str]  # something chosen, and a word that is none of its values


def matches(alternative: Alternative, text: str) -> Iterator[Values]:
    """The values whose label is the text; of what the label does not show, all."""
    count = 0
    for found in _match(alternative, alternative.label, text, {}):
        for values in filled(alternative, found):
            yield values
            count += 1
            if count >= MAX_MATCHES:
                return


def _match(
    alternative: Alternative, label: tuple[str | int, ...], text: str, bound: dict[int, int]
) -> Iterator[dict[int, int]]:
    if not label:
        if not text:
            yield dict(bound)
        return
    head, rest = label[0], label[1:]
    if isinstance(head, str):
        if text.startswith(head):
            yield from _match(alternative, rest, text[len(head) :], bound)
        return
    binder = alternative.binders[head]
    for value in range(binder.size):
        word = binder.type.written(value)
        if text.startswith(word) and bound.get(head, value) == value:
            yield from _match(alternative, rest, text[len(word) :], {**bound, head: value})


def filled(alternative: Alternative, found: dict[int, int]) -> Iterator[Values]:
    """Values for all binders that agree with those found."""
    binders = alternative.binders
    free = next((i for i in range(len(binders)) if i not in found), None)
    if free is None:
        yield tuple(found[i] for i in range(len(binders)))
        return
    for value in range(binders[free].size):
        yield from filled(alternative, {**found, free: value})


def written(alternative: Alternative, values: Values) -> str:
    """The text of an option."""
    return "".join(
        part if isinstance(part, str) else alternative.binders[part].type.written(values[part])
        for part in alternative.label
    )


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
    pattern = "".join(
        re.escape(part) if isinstance(part, str) else f"({_pattern(alternative.binders[part])})"
        for part in alternative.label
    )
    found = re.fullmatch(pattern, text)
    if found is None:
        return _stray(alternative, text)
    slots = [alternative.binders[part] for part in alternative.label if isinstance(part, int)]
    wrong = [
        (binder, word) for binder, word in zip(slots, found.groups(), strict=True)
        if word not in _texts(binder)
    ]
    alike = all(_shape(word) in map(_shape, _texts(binder)) for binder, word in wrong)
    return wrong if alike else []


def _stray(alternative: Alternative, word: str) -> list[Misfit]:
    """A word alone, if it looks like a numbered thing that is chosen here, but is none."""
    if not re.fullmatch(r"[^\W\d]+[0-9]+", word):
        return []
    return [
        (binder, word) for binder in alternative.binders
        if word not in _texts(binder) and _shape(word) in map(_shape, _texts(binder))
    ]


def meant(alternative: Alternative, word: str) -> Iterator[tuple[int, int]]:
    """The binders, each with its value, that a word alone can mean."""
    for number, binder in enumerate(alternative.binders):
        texts = _texts(binder)
        if number in alternative.label and word in texts:
            yield number, texts.index(word)


def _texts(binder: Binder) -> list[str]:
    return [binder.type.written(value) for value in range(binder.size)]


def _pattern(binder: Binder) -> str:
    """What a word for something chosen could look like; where things are numbered, as cells are,
    one ends with its number."""
    if {_shape(text) for text in _texts(binder)} == {"a9"}:
        return r"[^\W\d]+[0-9]+"
    return r"\w+"


def _shape(word: str) -> str:
    """Letters and digits of a word, without saying which: `d4` and `b10` are alike."""
    return re.sub(r"[0-9]+", "9", re.sub(r"[^\W\d]+", "a", word))
