"""Sentences whose meaning is easily lost: chains of `if`, soft words, values of pairs, players."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.model.description import describe
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.format import format_text

CHAIN = """\
game Chain

players 2: Gold, Black
board Grid: a grid of square tiles, 2 by 1
the game has a level: 0 to 9
each tile has a rank: 0 to 9
each player can be holding a tile

turn
  must choose a number from 0 to 4
    if the number is 0                                                  [CH-ZERO]
      the level becomes 1
    otherwise if the number is less than 2                              [CH-ONE]
      must choose a tile that no player is holding
        its rank goes up by 3
    otherwise if the number is less than 3                              [CH-TWO]
      the level becomes 2
    otherwise
      if the number is 3
        the level becomes 3
  if the level is 2, rank every player by the player's seat times (the rank of a1 plus 1)
"""


def start(folder: Path, text: str, name: str = "test") -> State:
    path = folder / f"{name}.rules"
    path.write_text(text, encoding="utf-8")
    return driver.load(path).instantiate().start()


@pytest.mark.parametrize(("number", "level"), [(0, 1), (2, 2), (3, 3), (4, 0)])
def test_the_first_that_holds_is_done(tmp_path: Path, number: int, level: int) -> None:
    state = start(tmp_path, CHAIN).apply(str(number))
    assert state.evaluate("the level") == level
    assert state.kind == ("end" if level == 2 else "decision")


def test_a_choice_in_a_chain(tmp_path: Path) -> None:
    state = start(tmp_path, CHAIN).apply("1")
    assert state.options() == ["a1", "b1"]
    state = state.apply("b1")
    assert state.evaluate("the total rank among tiles") == 3
    assert state.evaluate("the level") == 0


def test_a_chain_is_laid_out_and_described_as_it_is_written(tmp_path: Path) -> None:
    assert format_text(Source("chain", CHAIN)) == CHAIN
    told = [line.split("  [")[0].strip() for line in
            describe(start(tmp_path, CHAIN).game.model).splitlines()]
    chain = ["if the number is 0", "otherwise if the number is less than 2",
             "otherwise if the number is less than 3", "otherwise", "if the number is 3"]
    assert [line for line in told if line in chain] == chain


SHORT = """\
    otherwise if the number is less than 3, the level becomes 2
    otherwise, the level becomes 3
"""


def test_what_is_done_otherwise_on_one_line(tmp_path: Path) -> None:
    """Behind a comma, as behind `if`; also where the block of `if` stands in lines of its own."""
    text = CHAIN[: CHAIN.index("    otherwise if the number is less than 3")] + SHORT
    for number, level in ((0, 1), (2, 2), (3, 3), (4, 3)):
        assert start(tmp_path, text).apply(str(number)).evaluate("the level") == level


def test_otherwise_behind_one_line(tmp_path: Path) -> None:
    text = CHAIN[: CHAIN.index("    if the number is 0")] + """\
    if the number is 0, the level becomes 1
    otherwise, the level becomes 2
  must if possible choose a tile that some player is holding
  otherwise, the level goes up by 3
"""
    for number, level in ((0, 4), (1, 5)):
        assert start(tmp_path, text).apply(str(number)).evaluate("the level") == level


@pytest.mark.parametrize("line", ["if the level is 2, if the count is 2, the level becomes 1",
                                  "if the level is 2, must if possible choose a tile"])
def test_otherwise_of_two_is_an_error(tmp_path: Path, line: str) -> None:
    text = CHAIN.replace("turn\n", f"the game has a count: 0 to 9\nturn\n  {line}\n"
                         "  otherwise, the level becomes 3\n", 1)
    with pytest.raises(RulesError) as refused:
        start(tmp_path, text)
    assert [p.code for p in refused.value.diagnostics] == ["grouping"]


def test_rank_is_a_name_but_before_every(tmp_path: Path) -> None:
    """It ends the game above; without its `every`, and undeclared, the hint says what is meant."""
    state = start(tmp_path, CHAIN).apply("2")
    assert state.result is not None and state.result.winners == [1]
    with pytest.raises(RulesError, match="every player"):
        start(tmp_path, "game G\nplayers 2: A, B\nturn\n  rank players by 3\n")


def test_of_whom_something_is_so(tmp_path: Path) -> None:
    state = start(tmp_path, CHAIN)
    state = state.game.position({"Black": {"holding": {"a1": "yes"}}})
    for text, number in (
        ("the number of tiles that no player is holding", 1),
        ("the number of tiles that some player is holding", 1),
        ("the number of tiles that Black is holding", 1),
        ("the number of tiles that Gold is holding", 0),
        ("the number of tiles that b1 is next to", 1),
    ):
        assert (text, state.evaluate(text)) == (text, number)
    assert state.apply("1").options() == ["b1"]


PAIRS = """\
game Pairs

players 2: Gold, Black
kind lane: low, middle, high
each player has a camp at each lane: 0 to 5, at first its seat
each player has a debt with each player: 0 to 9, seen only by that player
the game has a mark: a lane or none
the game has a count: 0 minus 2 to 9

turn
  must choose a lane
    only if the camp of the player at the lane is either 0, 1, 2 or 4
    the camp of the player at the lane goes up by 1
  repeat (the count) times
    the debt of the player with the player's opponent goes up by 1
  the mark becomes the lane
"""


def test_values_of_pairs(tmp_path: Path) -> None:
    state = start(tmp_path, PAIRS.replace("  the mark becomes the lane\n", ""))
    state = state.apply("middle")
    values = [
        [state.evaluate(f"the camp of {who} at {lane}") for lane in ("low", "middle", "high")]
        for who in ("Gold", "Black")
    ]
    assert values == [[1, 2, 1], [2, 2, 2]]
    assert state.to_json()["Gold"]["camp"] == {"low": "1", "middle": "2", "high": "1"}
    assert state.view(1)["Gold"]["debt"] == {"Gold": "hidden", "Black": "hidden"}
    given = state.game.position({"Gold": {"camp": {"low": "3", "high": "4"}}})
    assert given.options() == ["middle", "high"]
    assert state.evaluate("the camp of Gold at (the mark)") == 0, "of none, the least"


@pytest.mark.parametrize(("count", "debt"), [(-2, 0), (0, 0), (1, 1), (4, 4)])
def test_a_repetition_is_counted_once(tmp_path: Path, count: int, debt: int) -> None:
    text = PAIRS.replace("  the mark becomes the lane\n", "    the count becomes 0\n")
    state = start(tmp_path, text).game.position({"game": {"count": str(count)}}).apply("low")
    assert state.evaluate("the debt of Gold with Black") == debt


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("each Token has a load at each lane: 0 to 5", "noun"),
        ("each lane has a load at each Token: 0 to 5", "noun"),
        ("each lane has a load at each planet: 0 to 5", "unknown-word"),
        ("each lane has a load at each player: 0 to 5, seen only by that lane", "seen-only"),
        ("each player has a camp with each lane: 0 to 5", "declared-twice"),
    ],
)
def test_pairs_that_cannot_be(tmp_path: Path, line: str, code: str) -> None:
    board = "board Grid: a grid of square tiles, 2 by 1\npiece Token of a player, on Grid\n"
    text = PAIRS.replace("the game has a mark", f"{board}{line}\nthe game has a mark")
    text = text.replace("  the mark becomes the lane\n", "")
    file = tmp_path / "test.rules"
    file.write_text(text, encoding="utf-8")
    assert code in {problem.code for problem in checking.check(file)}


def test_rows_of_none(tmp_path: Path) -> None:
    """A value with rows is none, no or 0 of nothing, and never that of the last row."""
    rows = """\
kind colour: red, green
the worth of a lane is
  3 for low
  5 for middle, high
the shade of a lane is
  red for low
  green for middle, high
the double of a lane is
  the worth of the lane plus 1 for low, middle
  9 for high

turn
"""
    state = start(tmp_path, PAIRS.replace("  the mark becomes the lane\n", "")
                  .replace("turn\n", rows))
    assert state.evaluate("the worth of (the mark)") == 0
    assert state.evaluate("the shade of (the mark)") == "none"
    assert state.evaluate("the double of (the mark)") == 0
    assert state.evaluate("the worth of high") == 5
    assert state.evaluate("the double of middle") == 6


BEATEN = """\
game Beaten
players 3: Gold, Black, Red
each player can be beaten
turn
  must choose a player P
    P becomes beaten
end as soon as some player is beaten
  {block}
"""


@pytest.mark.parametrize(("block", "winners"), [
    ("for each player, if the player is beaten, the player loses", [0, 1]),
    ("for each player P, if P is beaten, P loses", [0, 1]),
    ("the player to move loses", [1, 2]),
])
def test_the_player_of_a_condition_and_the_one_to_move(
    tmp_path: Path, block: str, winners: list[int]
) -> None:
    state = start(tmp_path, BEATEN.format(block=block)).apply("Red")
    assert state.result is not None and state.result.winners == winners
    assert checking.check(tmp_path / "test.rules") == []
