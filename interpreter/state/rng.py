"""The random generator: SplitMix64, unbiased bounded draws, independent streams by name.

Model.  A generator is one 64-bit number.  Every draw adds a fixed odd number to it and mixes
the sum (`mix`), as SplitMix64 does; all arithmetic is modulo 2**64, so the same seed gives the
same numbers on every machine and in every executor.

    next64   state := state + GOLDEN;  return mix(state)
    below n  draw x until x is at least (2**64 mod n), then return x mod n
             (also for n = 1, which uses up one number like any other draw)
    stream   h := 0
             for each of seed, game index, the bytes of the name in UTF-8, in this order:
                 h := mix((h xor it) + GOLDEN)
             the stream is the generator whose state is h

Streams of one game are named `chance` and `seat 1`, `seat 2`, ...  The seed and the game index
count modulo 2**64.

Invariant: the generator never stands in a game's state; it stands beside it, and a saved game
regains it from its seed by repeating its draws.
"""

from __future__ import annotations

from collections.abc import Sequence

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(number: int) -> int:
    """Mix 64 bits so that each depends on all of them; a permutation of the 64-bit numbers."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & MASK
    return number ^ (number >> 31)


class Rng:
    """One stream of random numbers; `state` is all there is to it."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def next64(self) -> int:
        """The next number from 0 to 2**64 - 1."""
        self.state = (self.state + GOLDEN) & MASK
        return mix(self.state)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely; `bound` is 1 to 2**64."""
        if not 1 <= bound <= MASK + 1:
            raise ValueError(f"bound {bound} is not from 1 to 2**64")
        surplus = (MASK + 1) % bound
        while True:
            number = self.next64()
            if number >= surplus:
                return number % bound

    def weighted(self, weights: Sequence[int]) -> int:
        """An index, each as likely as its weight says; takes one bounded draw of their sum."""
        rest = self.below(sum(weights))
        for index, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return index
        raise ValueError("the weights are not all at least 0")


def stream(seed: int, game_index: int, name: str) -> Rng:
    """The generator of one stream (`chance`, `seat 1`, ...) of one game of a series."""
    state = 0
    for part in (seed, game_index, *name.encode()):
        state = mix(((state ^ (part & MASK)) + GOLDEN) & MASK)
    return Rng(state)
