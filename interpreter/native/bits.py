"""The operators of sets in the text: of machine words those of C, of wide sets functions. Those
that make a large set stand in `large.py`."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.native.types import CType


def meet(kind: CType, one: str, other: str) -> str:
    return f"and_{kind.name}({one}, {other})" if kind.wide else f"({one} & {other})"


def either(kind: CType, texts: Sequence[str]) -> str:
    """The union of one or more sets."""
    found = texts[0]
    for text in texts[1:]:
        found = f"or_{kind.name}({found}, {text})" if kind.wide else f"{found} | {text}"
    return f"({found})" if len(texts) > 1 and not kind.wide else found


def less(kind: CType, one: str, other: str) -> str:
    return f"less_{kind.name}({one}, {other})" if kind.wide else f"({one} & ~{other})"


def moved(kind: CType, text: str, by: int) -> str:
    """A set moved up, or down where `by` is negative; by less than all its bits."""
    assert abs(by) < kind.bits
    if not by:
        return text
    if kind.wide:
        return f"{'up' if by > 0 else 'down'}_{kind.name}({text}, {abs(by)})"
    if kind.bits < 64 and by > 0:  # what is moved out of an int is none of its bits
        return f"(int)((unsigned){text} << {by})"
    return f"({text} {'<<' if by > 0 else '>>'} {abs(by)})"


def some(kind: CType, text: str) -> str:
    """Whether there is a member."""
    return f"any_{kind.name}({text})" if kind.wide else f"({text} != 0)"


def same(kind: CType, one: str, other: str) -> str:
    return f"same_{kind.name}({one}, {other})" if kind.wide else f"({one} == {other})"


def single(kind: CType, text: str) -> str:
    """The set of a thing that is not none."""
    if kind.wide:
        return f"single_{kind.name}({text}, {kind.bits})"
    return f"({kind.name}){1} << {text}" if kind.bits >= 64 else f"1 << {text}"


def each(kind: CType, var: str, members: str) -> str:
    """The head of a loop over a set, up to the bracket and the variable."""
    left = f"left_{var}"
    if kind.large:
        return (f"for (const large *{left} = {members}; {left}; {left} = 0)\n"
                f"for (int {var} = -1; ({var} = next_large({left}, {var})) >= 0;) {{")
    if kind.wide:
        return (f"for (each_{kind.name} {left} = {{{members}, -1}}; "
                f"({left}.at = next_{kind.name}(&{left}.set, {left}.at)) >= 0;) {{\n"
                f"    const int {var} = {left}.at;")
    return (f"for ({kind.name} {left} = {members}; {left}; {left} &= {left} - 1) {{\n"
            f"    const int {var} = first_{kind.name}({left});")
