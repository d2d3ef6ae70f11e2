"""Equal expressions are one object, for as long as somebody uses them."""

from __future__ import annotations

import _thread
import re
from collections import deque
from operator import call
from pathlib import Path

import pytest

from rulewright.interpreter.ir import Const, Op, interned

HOME = Path(interned.__file__).parents[2]


def sums(count: int) -> list[object]:
    return [Op("+", (Const(number), Const(1_000_000 + number))) for number in range(count)]


def dead() -> int:
    return sum(entry() is None for entry in interned._INSTANCES.values())


def test_ctrl_c_is_not_lost_in_the_moment_in_which_an_expression_goes() -> None:
    """It is pressed in the call before the last user of the expression goes; both are done by one
    call, so that Python sees it only in what is run for the expression, if anything is."""
    users = [Const(987_654_321)]
    with pytest.raises(KeyboardInterrupt):
        deque(map(call, [_thread.interrupt_main, users.clear]), maxlen=0)
    assert users == []


def test_nothing_runs_where_an_error_would_be_lost() -> None:
    """Callbacks of weak references, in whatever collection, and `__del__`."""
    lost = re.compile(
        r"\bWeak(Key|Value)?(Dictionary|Set)\b|\bfinalize\b|\b__del__\b|\bref\([^)]*,")
    files = [*sorted((HOME / "interpreter").rglob("*.py")), HOME / "cli.py"]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    assert len(texts) > 200
    assert not [f"{path.name}: {found[0]}" for path, text in texts.items()
                for found in lost.finditer(text)]


def test_what_is_no_more_is_taken_out() -> None:
    """Whole expressions at once, though the table knows each by its parts; what is used stays."""
    used = sums(1)
    Const(987_654_322)
    known = len(interned._INSTANCES)
    sums(3_000)
    made = Const(987_654_323)
    assert len(interned._INSTANCES) <= known + 1
    assert dead() == 0
    assert sums(1)[0] is used[0] and Const(987_654_323) is made


def test_what_is_made_anew_stays_where_the_old_one_is_forgotten() -> None:
    first = Const(987_654_324)
    del first
    again = Const(987_654_324)
    Const(987_654_325)
    assert Const(987_654_324) is again
