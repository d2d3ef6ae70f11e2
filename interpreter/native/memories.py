"""What memories hold, as part of a state: positions by their hashes, the oldest first.

Model. How often a position stands in a memory is counted by going through it. Where that is asked
of many options, an index stands beside: one bit for each value of some bits of a hash, set for the
positions up to a number of them. A bit that is not set says that a position is not among these; the
few behind them are gone through. What is dropped or forgotten may leave bits set.

Invariant: the index says nothing about a state: states with other indexes are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.interpreter.ir import Program

if TYPE_CHECKING:
    from rulewright.interpreter.native.layout import Layout

#: Words of an index, a power of two.
WORDS = 64


def often_asked(program: Program) -> list[int]:
    """The memories in which positions are looked for behind each of many options."""
    asked = {read for node in program.nodes for option in node.alternatives
             for guard in option.after for read in guard.test.reads}
    return [number for number in range(len(program.memories)) if number in asked]


def index_of(number: int) -> str:
    """The members of a state that are the index of a memory."""
    return f"    word indexed_{number}, index_{number}[{WORDS}]; /* of so many of its positions */"


def unindexed(number: int) -> str:
    """The function that empties an index."""
    return (f"INLINE void unindexed_{number}(state *S) {{\n    S->indexed_{number} = 0;\n"
            f"    memset(S->index_{number}, 0, sizeof S->index_{number});\n}}")


def functions(layout: Layout) -> Iterable[str]:
    """For each memory how often a position stands there, and what adds one (it says whether there
    was no room) or forgets all; and what gives states that differ in the order of what they
    remember, where that never matters, the same."""
    memories = layout.program.memories
    for number, memory in enumerate(memories):
        count, past = f"S->{layout.name(memory.count)}", f"S->past_{number}"
        indexed = number in layout.indexed
        full = ["        return 1;"] if not memory.rolling else [
            f"        memmove({past}, {past} + 1, {memory.capacity - 1} * sizeof(word));",
            f"        {count} = {memory.capacity - 1};",
            *([f"        if (S->indexed_{number}) S->indexed_{number}--;"] if indexed else ())]
        times = [f"    return words_alike({past}, {count}, hash);"]
        if indexed:
            times = [
                f"    const int known = (int)S->indexed_{number};",
                "    int found = 0;",
                f"    for (int i = known; i < {count}; i++) found += {past}[i] == hash;",
                f"    if (RARE(S->index_{number}[hash % {WORDS}] >> (hash >> 58) & 1))",
                f"        found += words_alike({past}, known, hash);",
                "    return found;"]
        more = [f"    while ((int)S->indexed_{number} < {count} - 1) {{",
                f"        const word h = {past}[S->indexed_{number}++];",
                f"        S->index_{number}[h % {WORDS}] |= (word)1 << (h >> 58);",
                "    }"] if indexed else []
        yield "\n".join([
            f"static int __attribute__((unused)) times_{number}(const state *S, word hash) {{",
            *times, "}",
            f"static int __attribute__((unused)) record_{number}(state *S, word hash) {{",
            f"    if ({count} == {memory.capacity}) {{", *full, "    }",
            f"    {past}[{count}++] = hash;", *more, "    return 0;", "}",
            f"static void __attribute__((unused)) forget_{number}(state *S) {{",
            f"    {count} = 0;", *([f"    unindexed_{number}(S);"] if indexed else ()), "}"])
    sorts = [line for number, memory in enumerate(memories) if not memory.rolling for line in (
        f"    sort_words(S->past_{number}, S->{layout.name(memory.count)});",
        *([f"    unindexed_{number}(S);"] if number in layout.indexed else ()))]
    yield "\n".join(["static void __attribute__((unused)) in_any_order(state *S) {",
                     "    (void)S;", *sorts, "}"])
