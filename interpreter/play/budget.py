"""How much a search may do for one decision: a number of playouts, or a time.

A search with a number of playouts finds the same whenever it is made. One with a time does not: it
depends on the machine and on what else that does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from rulewright.interpreter.diagnostics import UsageError

MOST_PLAYOUTS = 100_000
#: More than there are in the longest time: what a tree holds is bounded by itself.
UNBOUNDED = 2**62
MOST_SECONDS = 60.0
HOW = f"write a number of playouts, 1 to {MOST_PLAYOUTS}, or a time as 2s or 0.5s, up to 60s"


@dataclass(frozen=True)
class Budget:
    """So many playouts; or as many as can be done in so many seconds."""

    playouts: int
    seconds: float | None = None

    @staticmethod
    def of(text: str, what: str) -> Budget:
        """The budget that a text says, such as `1000` or `2s`; `what` is named if it says none.
        Raises `UsageError`."""
        found = re.fullmatch(r"([0-9]{1,9})|([0-9]{1,9}(?:\.[0-9]{1,9})?)s", text)
        if found is None:
            raise UsageError(f"`{what}` does not say how much to search", HOW)
        if found[1] is not None:
            if not 1 <= int(found[1]) <= MOST_PLAYOUTS:
                raise UsageError(f"`{what}`: the number of playouts is 1 to {MOST_PLAYOUTS}")
            return Budget(int(found[1]))
        if not 0 < float(found[2]) <= MOST_SECONDS:
            raise UsageError(f"`{what}`: the time is more than 0 and at most {MOST_SECONDS:g}s")
        return Budget(UNBOUNDED, float(found[2]))

    def counter(self) -> Counter:
        """What counts this budget down from now on."""
        return Counter(self.playouts, None if self.seconds is None else monotonic() + self.seconds)


@dataclass
class Counter:
    """What is left of a budget."""

    playouts: int
    until: float | None

    def whole(self, budget: Budget) -> Counter:
        """All playouts of a budget, in the same time: for a search that is made anew."""
        return Counter(budget.playouts, self.until)

    def counter(self) -> Counter:
        """The same: who is given it goes on counting."""
        return self

    def slices(self, most: float) -> Iterator[tuple[int, float]]:
        """As long as something is left: the playouts, and the seconds, but at most so many. Who
        makes use of them says how many playouts there were by `playouts`."""
        while self.playouts > 0:
            left = most if self.until is None else min(most, self.until - monotonic())
            if left <= 0:
                break
            yield self.playouts, left

    def take(self) -> bool:
        """Whether there is another playout, which is then taken."""
        self.playouts -= 1
        return self.playouts >= 0 and (self.until is None or monotonic() < self.until)
