"""Values of pairs: kept, defined and listed in rows about two things."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic

TEXT = """\
game Pairs
players 2: Red, Blue
kind good: silk, wool
kind port: Genoa, Venice, Tunis
each player has a store of each good: 0 to 20, at first its seat
each port has a store: 0 to 9, at first 4
the price of a good at a port is
  3 for silk at Genoa, Venice
  7 for wool at Tunis
  1 otherwise
the need of a player of a good is the player's store of the good plus 1
the master of a port is
  Red for Genoa, Tunis
  Blue for Venice
the lodger of a good at a port is
  Red for silk at Genoa, Venice, Tunis
  none for wool at Genoa, Venice, Tunis
turn
  Red's store of silk goes up by 3
  every player's store of wool goes up by 1
  for each good G, the player's store of G goes up by 1
  must choose a good
    only if the need of the player of the good is at most 20
end as soon as Red's store of silk is 20, the game is drawn
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "pairs.rules"
    path.write_text(text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[Diagnostic]:
    return [d for d in checking.check(written(folder, text), 0) if d.severity == "error"]


@pytest.mark.parametrize(("asked", "value"), [
    ("the price of silk at Venice", 3), ("the price of silk at Tunis", 1),
    ("wool's price at Tunis", 7), ("the number of goods whose price at Genoa is 3", 1),
    ("the number of goods whose price at Genoa is 1 or 3", 2),
    ("the number of ports where (wool's price at the port is at most 1)", 2),
    # Before the first choice Red's stores of 1 went up by 3 and 1, and by 1 and 1.
    ("the store of Red of silk", 5), ("Red's store of wool", 3), ("Blue's store of wool", 3),
    ("the need of Blue of wool", 4), ("Red's need of silk", 6),
    ("the total (Blue's store of G) among goods G", 5),
    ("the number of players whose store of silk is not 5", 1),
    ("the number of players whose store of wool is at least 3 and at most 4", 2),
    ("the number of players whose store of silk is at most Blue's store of silk", 1),
    ("every player's store of silk is at least 2", True),
    ("Tunis's store", 4), ("the store of Tunis", 4),  # of one thing, beside that of two
    ("wool's lodger at Tunis is none", True), ("silk's lodger at Tunis is Red", True),
])
def test_what_is_said_of_pairs(tmp_path: Path, asked: str, value: object) -> None:
    state = driver.load(written(tmp_path, TEXT)).instantiate().start()
    assert state.evaluate(asked) == value


@pytest.mark.parametrize(("old", "new", "code", "said"), [
    ("  1 otherwise\n", "", "gap", "no row says anything for silk and Tunis, wool and Genoa"),
    ("  7 for wool at Tunis", "  7 for silk at Tunis, Genoa", "overlap",
     "silk and Genoa stands in two rows, here and in line 8"),
    ("for wool at Tunis", "for wool with Tunis", "table", "the second behind `with`"),
    ("  1 otherwise", "  1 if Red's store of wool is 2", "table", "stand no other cases"),
    ("  1 otherwise", "  1 for wool", "table", "stand no other cases"),
    ("  7 for wool at Tunis", "  Red's store of wool for wool at Tunis", "constant",
     "is fixed before play"),
    ("  Red for Genoa, Tunis", "  Red for Genoa at Tunis", "table", "but the definition is not"),
    ("for wool at Tunis", "for wool at wool", "type", "a port is needed here"),
])
def test_what_is_wrong_with_rows_about_two(
    tmp_path: Path, old: str, new: str, code: str, said: str
) -> None:
    assert TEXT.count(old) == 1
    found = problems(tmp_path, TEXT.replace(old, new))
    assert found and (found[0].code, said in found[0].message) == (code, True), found


def test_the_order_of_the_things_is_told(tmp_path: Path) -> None:
    text = TEXT.replace("Red's store of silk is 20", "the store of silk of Red is 20")
    found = problems(tmp_path, text)
    assert found[0].hint == (
        "write `end as soon as Red's store of silk is 20, the game is drawn`")
    assert problems(tmp_path, text.replace("store of silk of Red", "store of Red of silk")) == []
