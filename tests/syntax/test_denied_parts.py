"""How far a `not` in front of a sentence reaches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lower.test_chosen_beside import errors


@pytest.mark.parametrize(("line", "hint"), [
    ("if not a1 is wet or b1 is wet, Red wins",
     "write `not (a1 is wet) or b1 is wet` if not, `not (a1 is wet or b1 is wet)` if the whole is "
     "denied"),
    ("if c1 is wet and not a1 is wet and b1 is wet, Red wins",
     "write `not (a1 is wet) and b1 is wet` if not, `not (a1 is wet and b1 is wet)` if the whole "
     "is denied"),
])
def test_how_far_not_reaches(tmp_path: Path, line: str, hint: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == [("grouping", hint)]


@pytest.mark.parametrize("line", [
    "if not (a1 is wet) or b1 is wet, Red wins", "if not (a1 is wet or b1 is wet), Red wins",
    "if b1 is wet and not a1 is wet, Red wins", "if not every field is wet and a1 is wet, Red wins",
])
def test_not_is_clear(tmp_path: Path, line: str) -> None:
    assert errors(tmp_path / "pond.rules", line) == []
