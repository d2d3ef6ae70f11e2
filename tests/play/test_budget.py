"""How much a search may do, as it is written."""

from __future__ import annotations

import pytest

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play.budget import MOST_PLAYOUTS, MOST_SECONDS, Budget


def test_playouts_and_times() -> None:
    assert Budget.of("1000", "mcts:1000") == Budget(1000)
    assert Budget.of("2s", "mcts:2s").seconds == 2
    assert Budget.of("0.5s", "mcts:0.5s").seconds == 0.5
    assert Budget.of(str(MOST_PLAYOUTS), "").playouts == MOST_PLAYOUTS


@pytest.mark.parametrize("text", ["", "x", "0", "-1", str(MOST_PLAYOUTS + 1), "9" * 30, "0s",
                                  "0.0s", f"{MOST_SECONDS + 1}s", "s", "2 s", "1.5", "2S", "nans"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=f"mcts:{text}"):
        Budget.of(text, f"mcts:{text}")


def test_playouts_are_counted_down() -> None:
    counter = Budget(3).counter()
    assert [counter.take() for _ in range(5)] == [True, True, True, False, False]
