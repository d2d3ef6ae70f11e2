"""The hash of a position, as memories keep it.

The remembered elements are counted from 0 in the order of the memory's fields. The hash is the
exclusive-or of `mix(place, value)` over all of them, so that a change of one element changes it in
two steps. `mix` is the output function of SplitMix64 (Steele, Lea, Flood 2014) of place * 2**32 +
value + 2, modulo 2**64.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.ir.fields import Field
from rulewright.interpreter.ir.program import MemorySpec, Program

MASK64 = (1 << 64) - 1


def mix(place: int, value: int) -> int:
    """What one element adds to a hash: 64 bits."""
    z = ((place << 32) + value + 2 + 0x9E3779B97F4A7C15) & MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
    return z ^ (z >> 31)


def entries(program: Program, vector: Sequence[int], memory: int) -> slice:
    """Where the positions that a memory holds stand in a vector, the oldest first."""
    counts = [vector[spec.count.offset] for spec in program.memories[: memory + 1]]
    stop = program.size + sum(counts)
    return slice(stop - counts[-1], stop)


def remembered(memory: MemorySpec) -> list[tuple[int, int, Field]]:
    """Of each remembered element its place, its position in the vector, and its field."""
    elements = [(made.offset + i, made) for made in memory.fields for i in range(made.size)]
    return [(place, at, made) for place, (at, made) in enumerate(elements)]


def position_hash(vector: Sequence[int], memory: MemorySpec) -> int:
    """The hash of a position."""
    value = 0
    for place, at, _ in remembered(memory):
        value ^= mix(place, vector[at])
    return value
