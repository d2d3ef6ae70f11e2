"""Work divided among processes.

Model.  `in_order` hands the parts of some work to a pool of processes and yields what comes of
them in the order of the parts.

Invariants:
- What comes back does not depend on the number of processes.
- Ctrl-C is for the parent alone, which ends its processes; they do not outlive it either way.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from time import perf_counter
from typing import TypeVar

from rulewright.interpreter.diagnostics import Diagnostic, RulesError

Part = TypeVar("Part")
Made = TypeVar("Made")

#: Parts that are handed out at a time.
WINDOW = 4096


def usable_processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def in_order(
    work: Callable[[Part], Made], parts: Iterator[Part], jobs: int, lost: Diagnostic,
    alone: float = 0, first_here: bool = False,
) -> Generator[Made, None, None]:
    """What `work` makes of each part, by this process alone or by `jobs` others, to which `work`,
    the parts and what is made of them are sent; for so many seconds by this process `alone`, since
    others take time to begin. With `first_here` this process is one of the `jobs`, and makes
    something of the first part while the others are at theirs.

    Raises RulesError that says what is `lost` if a process is ended from outside.
    """
    if jobs <= 1:
        yield from map(work, parts)
        return
    until = perf_counter() + alone
    while perf_counter() < until:
        part = next(parts, None)
        if part is None:
            return
        yield work(part)
    own = [*islice(parts, int(first_here))]
    with ProcessPoolExecutor(jobs - len(own), initializer=_begin_process) as pool:
        try:
            # Not `pool.map`: it cancels its futures when it is left, and then the pool's thread
            # complains that they cannot fail as well.
            sent: deque[Future[Made]] = deque()
            while True:
                with uninterrupted():
                    for part in islice(parts, WINDOW - len(sent)):
                        sent.append(pool.submit(work, part))
                while own:
                    yield work(own.pop())
                if not sent:
                    break
                yield sent.popleft().result()
        except BrokenProcessPool:
            raise RulesError([lost]) from None
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back: it would be lost where a process is just being started, and would leave
    half of a row counted."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_process() -> None:
    gc.freeze()  # what was there before is the parent's, and no garbage
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
