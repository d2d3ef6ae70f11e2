"""How much work something is, without a clock: the number of Python functions it calls.

The number is the same on every machine and under every load (but for what is kept from earlier
calls), so a test can demand that something ends soon. The profiler of the standard library counts;
its times are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from cProfile import Profile


class Work:
    """The number of calls, once the block is left."""

    calls = 0


@contextmanager
def counted() -> Iterator[Work]:
    """Count the calls of Python functions in a block; blocks cannot stand inside one another."""
    work, profile = Work(), Profile(subcalls=False, builtins=False)
    profile.enable()
    try:
        yield work
    finally:
        profile.disable()
        work.calls = sum(entry.callcount for entry in profile.getstats())
