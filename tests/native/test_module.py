"""The text of a program in C: the same in every process, and what stands where."""

from __future__ import annotations

import os
import subprocess
import sys

from rulewright.interpreter.native.module import Module
from tests.played import MOST, Setup
from tests.texts import ROOT, path_of

SHOW = """
import sys
from rulewright.interpreter import driver
from rulewright.interpreter.native.module import Module
for name in sys.argv[1:]:
    print(Module(driver.load(name).instantiate(None, {}).program).text, end="\\f")
"""
END = "\f"
HANABI = str(ROOT / "tests/rulesets/small-hanabi.rules")
NAMES = ["chess", HANABI, "motators"]


def printed(seed: str, names: list[str]) -> dict[str, str]:
    """The texts that one process makes, one after the other."""
    done = subprocess.run([sys.executable, "-c", SHOW, *names], capture_output=True, text=True,
                          env=os.environ | {"PYTHONHASHSEED": seed}, check=True)
    return dict(zip(names, done.stdout.split(END)[:-1], strict=True))


def test_the_text_depends_on_the_rules_alone() -> None:
    """Not on the process, nor on what was made in it before: or nothing kept would be found. (What
    is made last in one process is made first in the other.)"""
    once = printed("1", NAMES)
    assert once == printed("2", NAMES[::-1])
    assert len(set(once.values())) == len(NAMES)


def test_lines_of_the_rules_stand_in_the_text() -> None:
    text = Module(Setup(ROOT / "rulesets/motif.rules", 2).game.program).text
    assert "/* motif.rules:" in text and "[MTF-" in text
    assert str(ROOT) not in text


def test_groups_are_kept_only_where_others_of_the_same_set_may_be_asked_for() -> None:
    """A stone of Hex is put once on a board, and its group asked for once; in Go all groups of a
    board are asked for, one after the other."""
    kept = "the groups found last are kept"
    hex_, go = (Module(Setup(path_of(name), 2).game.program).text for name in ("hex", "go"))
    assert "group_" in hex_ and kept not in hex_
    assert kept in go


def test_a_set_of_two_words_is_met_by_no_more_once_it_is_empty() -> None:
    """Tiles are found by several sets (in Transport by eight): mostly the first two have nothing in
    common. Sets of one word are met by all."""
    tiles, squares = (Module(MOST[path_of(name)].game.program).text
                      for name in ("motators-cartographers", "chess"))
    assert "const set2 met_ = (" in tiles and "; met_ ? (" in tiles
    assert "met_" not in squares
