"""The phrase book: what is told of lines that have a cue, in the names of their game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking, driver
from tests.texts import cases

FOLDER = Path(__file__).parent
FRAMES = cases(FOLDER.parent / "traps" / "leads.yaml")["frames"]
ROWS = cases(FOLDER / "phrases.yaml")["rows"]
PLACES = {"turn": "turn\n  {}\n", "top": "{}\nturn\n",
          "choice": "turn\n  must choose a player\n    {}\n", "whole": "{}\n"}
END = "  must choose a player\n"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["line"])
def test_phrase(tmp_path: Path, row: dict[str, Any]) -> None:
    path, place = tmp_path / "phrase.rules", row.get("at", "turn")
    end = "" if place == "whole" else END
    path.write_text(
        FRAMES[row["frame"]] + PLACES[place].format(row["line"]) + end, encoding="utf-8")
    found = checking.check_text(driver.read(path), 0)
    told = "\n".join(p.render() for p in found)
    hint = next((p.hint or "" for p in found if p.severity == "error"), "")
    assert "put" in row or row["says"] in hint, told
    assert row.get("shows", "") in hint, told
