"""Packing a state vector into bytes, and hashes of it.

Every element of the hot part that is not fixed takes as many bits as its type's range needs, least
significant first, in the order of the layout; the bytes are little-endian. Behind them, each
position that is remembered takes eight bytes. Equal vectors have equal bytes, and `unpack` gives
the vector back exactly.
"""

from __future__ import annotations

import hashlib
from functools import cached_property

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.ir import Program

ENTRY = 8  # bytes of a remembered position


class Packing:
    """The packing of one program's vectors."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def spans(self) -> list[tuple[int, int, int, int]]:
        """For each field: offset, size, least value, bits of an element."""
        return [
            (f.offset, f.size, f.type.least, max(1, (f.type.most - f.type.least).bit_length()))
            for f in self.program.fields if not f.fixed
        ]

    @cached_property
    def length(self) -> int:
        """The number of bytes of a packed state that remembers no position."""
        return (sum(size * bits for _, size, _, bits in self.spans) + 7) // 8

    def pack(self, vector: list[int]) -> bytes:
        """The bytes of a vector."""
        number = at = 0
        for offset, size, least, bits in self.spans:
            for value in vector[offset : offset + size]:
                number |= (value - least) << at
                at += bits
        remembered = sum(vector[memory.count.offset] for memory in self.program.memories)
        history = vector[self.program.size : self.program.size + remembered]
        return b"".join([number.to_bytes(self.length, "little"),
                         *(entry.to_bytes(ENTRY, "little") for entry in history)])

    def unpack(self, data: bytes) -> list[int]:
        """The vector in some bytes. Raises `RulesError` if they are no state of this program."""
        if len(data) < self.length or (len(data) - self.length) % ENTRY:
            raise self._wrong(f"has {self.length} bytes, not {len(data)}")
        number = int.from_bytes(data[: self.length], "little")
        vector: list[int] = []
        spans = iter(self.spans)
        for made in self.program.fields:
            if made.fixed:
                vector += made.first
                continue
            _, size, least, bits = next(spans)
            mask = (1 << bits) - 1
            for _ in range(size):
                value = (number & mask) + least
                if value > made.type.most:
                    raise RulesError([Diagnostic(
                        "state", f"the bytes give {made.name} a value it cannot have")])
                vector.append(value)
                number >>= bits
        if number:
            raise RulesError([Diagnostic("state", "the bytes are no state of this game")])
        history = [int.from_bytes(data[at : at + ENTRY], "little")
                   for at in range(self.length, len(data), ENTRY)]
        remembered = sum(vector[memory.count.offset] for memory in self.program.memories)
        if remembered != len(history):
            raise self._wrong(f"remembers {remembered} positions, and the bytes hold "
                              f"{len(history)}")
        return vector + history

    @staticmethod
    def _wrong(what: str) -> RulesError:
        return RulesError([Diagnostic("state", f"a state of this game {what}")])

    def hash(self, vector: list[int]) -> str:
        """A hash of the whole state: 16 hexadecimal digits."""
        return hashlib.blake2b(self.pack(vector), digest_size=8).hexdigest()

    def position_hash(self, vector: list[int]) -> str:
        """A hash of the position: the whole state but for what is remembered of the past."""
        bare = vector[: self.program.size]
        for memory in self.program.memories:
            bare[memory.count.offset] = 0
        return self.hash(bare)
