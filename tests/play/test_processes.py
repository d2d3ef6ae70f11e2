"""Work divided among processes."""

from __future__ import annotations

import os

import pytest

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.play.processes import in_order

LOST = Diagnostic("process-lost", "a process was ended")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_made_comes_in_the_order_of_the_parts(jobs: int) -> None:
    assert [*in_order(abs, iter(range(-40, 0)), jobs, LOST)] == [*range(40, 0, -1)]


def test_the_first_part_is_made_here_while_others_are_at_theirs() -> None:
    first, second, third = in_order(_where, iter(range(3)), 2, LOST, first_here=True)
    assert first == os.getpid()
    assert second == third != first, "two processes in all"


def _where(part: int) -> int:
    return os.getpid()


def test_a_process_that_is_ended_from_outside(capfd: pytest.CaptureFixture[str]) -> None:
    """What is said of it is what the caller says of its work."""
    with pytest.raises(RulesError) as caught:
        [*in_order(os._exit, iter([1, 1]), 2, LOST)]
    assert caught.value.diagnostics == (LOST,)
    assert capfd.readouterr().err == ""
