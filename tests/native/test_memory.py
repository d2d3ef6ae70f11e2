"""Memory: a long series of games takes no more than a short one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

KILOBYTES = 16_000  # what the allocator and Python may differ in between two runs


def most_memory(name: str, games: int) -> int:
    """The greatest resident size of a process that plays a series natively, in kilobytes."""
    series = subprocess.Popen(
        [sys.executable, "-m", "rulewright.cli", "simulate", name, "--games", str(games),
         "--backend", "native", "--jobs", "1", "--json"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(series.pid, 0)
    series.returncode = os.waitstatus_to_exitcode(status)
    assert series.returncode == 0
    return usage.ru_maxrss


@pytest.mark.slow  # a million games of each
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "kuhn", "pig"])
@pytest.mark.skipif(sys.platform != "linux", reason="sizes are in other units elsewhere")
def test_a_million_games_take_no_more_memory(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    most_memory(name, 1)  # builds the library, which takes memory too
    assert most_memory(name, 1_000_000) < most_memory(name, 1000) + KILOBYTES
