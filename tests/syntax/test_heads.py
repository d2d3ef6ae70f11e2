"""What a list of rulesets shows is read without the rest of their texts."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter import driver
from tests.texts import each_file, loaded


@each_file
def test_heads_are_those_of_the_whole(path: Path) -> None:
    entry, whole = driver.entry(str(path)), loaded(path)
    assert (entry.title, entry.summary, entry.base) == (whole.title, whole.summary, whole.base)
    assert entry.players == (whole.min_players, whole.max_players)
    assert entry.options == whole.options
    assert entry.ruleset.text.problems == []


def test_the_name_of_an_option_is_no_list(tmp_path: Path) -> None:
    """Its words are said together, also where both mean something else and no line asks for it."""
    path = tmp_path / "house.rules"
    path.write_text(
        "game House\nplayers 2: Ann, Ben\noption house style: plain, fancy\n\n"
        "board Street: 4 by 2 plots\nkind house: shed, villa\neach house has a style: 1 to 3\n",
        encoding="utf-8")
    found = driver.read(path).problems
    assert "missing-comma" not in {problem.code for problem in found}
