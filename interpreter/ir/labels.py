"""The texts of options: what an executor writes for a choice, from what is chosen and the state.

Model. A label is a row of parts: texts as they stand, the numbers of binders, which stand for what
is chosen, and phrases, whose values are worked out in the state in which it is chosen.

Invariants: values of phrases are handed over in the order of `phrases`, one for each, also for
those about members that a set does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.interpreter.ir.expressions import E
from rulewright.interpreter.ir.types import VType
from rulewright.interpreter.records import record


@record(eq=False)
class Said:
    """A phrase in the text of an option: a value, of what is chosen and the state in which it is
    chosen, and its type, which says how it is written. Of a set whose members are written with
    phrases, `texts` are these, by the numbers of the members."""

    value: E
    type: VType
    texts: tuple[Label, ...] = ()


#: The text of an option: texts, what is chosen (the numbers of binders), and other phrases.
Label = tuple[str | int | Said, ...]


def phrases(label: Label) -> Iterator[Said]:
    """All phrases in a text, those about the members of a set behind the set."""
    for part in label:
        if isinstance(part, Said):
            yield part
            for text in part.texts:
                yield from phrases(text)


def spelled(label: Label, chosen: Callable[[int], str], values: Iterator[int]) -> str:
    """A text, by how what is chosen is written and by the values of its phrases, in the order of
    `phrases`. Several blanks in it are one."""
    found = []
    for part in label:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, int):
            found.append(chosen(part))
        else:
            value = next(values)
            texts = []
            for at, text in enumerate(part.texts):
                if value >> at & 1:
                    texts.append(spelled(text, chosen, values))
                else:
                    for _ in phrases(text):
                        next(values)
            found.append("+".join(texts) if part.texts else part.type.written(value))
    return " ".join("".join(found).split())
