"""The `look` of a ruleset: what is drawn for what, and drawn boards read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver, finding
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.model.presentation import COLOURS
from rulewright.interpreter.ui import board
from tests.work import counted

RULES = """\
game Test
players 2: red, blue
option size: 1, 2
board Grid: a grid of square tiles, 3 by 1
kind ground: sand, salt, sea
each tile has a floor: a ground or none
each tile has a depth: 0 to 12
each tile can be mossy
piece Token of a player, on Grid
each Token has a rating: low, middle, high
each player has a stand: a tile or none
turn
  must put a Token of the player on a tile
"""


def game(folder: Path, look: str, **options: str) -> Game:
    path = folder / "look.rules"
    path.write_text(RULES + look, encoding="utf-8")
    return driver.load(path).instantiate(options=options)


def drawn(game: Game, **tiles: dict[str, str]) -> str:
    """The one row of the board, with these values."""
    state = game.position({"from": "empty", "Grid": tiles})
    (row,) = game.model.presentation.draw("Grid", list(state.vector))
    return " ".join(text for text, _ in row)


def read(game: Game, row: str) -> dict[str, dict[str, str]]:
    """What a drawn row says, where it differs from nothing."""
    view = game.position({"from": "empty", "Grid": row}).to_json()["Grid"]
    plain = ("none", "0", "no", "low")
    return {tile: {k: v for k, v in values.items() if v not in plain}
            for tile, values in view.items()}


def refused(game: Game, row: str) -> str:
    with pytest.raises(RulesError) as caught:
        read(game, row)
    (found,) = caught.value.diagnostics
    assert found.code == "drawing"
    return found.message


def test_the_narrowest_line_draws(tmp_path: Path) -> None:
    """Whatever the order of the lines; what one line draws alike is read as the first of it."""
    look = game(tmp_path, 'look\n  Token "t"\n  high Token of red "K"\n  Token of red "R"\n')
    red = {"piece": "Token of red"}
    assert drawn(look, a1={**red, "rating": "high"}, b1={**red, "rating": "middle"},
                 c1={"piece": "Token of blue", "rating": "high"}) == "K R t"
    assert read(look, "K R t") == {
        "a1": {**red, "rating": "high"}, "b1": red, "c1": {"piece": "Token of blue"},
    }


def test_a_drawing_that_can_be_read_in_one_way_is_read(tmp_path: Path) -> None:
    look = game(tmp_path, 'look\n  a tile shows depth, Token\n  Token "1"\n  no Token "0"\n')
    assert drawn(look, a1={"depth": "11"}, b1={"piece": "Token of red"}) == "110 01 00"
    assert read(look, "110 01 00") == {
        "a1": {"depth": "11"}, "b1": {"piece": "Token of red"}, "c1": {},
    }
    assert "a1 of Grid cannot be read" in refused(look, "1300 00 00")


@pytest.mark.parametrize(("shows", "row", "ways"), [
    ("floor", "s . .", "sand or salt"),  # the first letters of two values
    ("depth, floor", "1s 0. 0.", "sand or salt"),
    ("depth, depth", "111 00 00", "11 or 1"),
])
def test_a_drawing_that_can_be_read_in_two_ways_is_refused(
    tmp_path: Path, shows: str, row: str, ways: str
) -> None:
    look = game(tmp_path, f"look\n  a tile shows {shows}\n")
    assert refused(look, row).endswith(f"at a1 of Grid can be read in two ways: {ways}")


def test_reading_is_little_work_however_much_is_shown(tmp_path: Path) -> None:
    """Forty numbers of one or two digits each could be read in 2 to the power of 40 ways."""
    many = ", ".join(["depth"] * 40)
    look = game(tmp_path, f"look\n  a tile shows {many}\n")
    row = f"{'1' * 60} {'0' * 40} {'0' * 40}"
    with counted() as work:
        assert "can be read in two ways" in refused(look, row)
        assert "cannot be read" in refused(look, row.replace("1 ", "x ", 1))
    assert work.calls < 500_000


def test_a_quality_has_a_letter(tmp_path: Path) -> None:
    look = game(tmp_path, "look\n  a tile shows mossy\n")
    assert drawn(look, b1={"mossy": "yes"}) == ". m ."
    assert read(look, ". m .")["b1"] == {"mossy": "yes"}


def test_a_look_under_an_option(tmp_path: Path) -> None:
    text = 'when size is {}\n  look\n    Token "{}"\n'
    both = text.format(1, "x") + text.format(2, "y")
    for size, letter in (("1", "x"), ("2", "y")):
        look = game(tmp_path, both, size=size)
        assert drawn(look, a1={"piece": "Token of red"}) == f"{letter} . ."


def test_every_colour_is_drawn(tmp_path: Path) -> None:
    """The names are those of the reference, also where a value or a seat has such a name."""
    assert all(board.style(colour) for colour in COLOURS)
    page = (Path(finding.SHIPPED).parent / "grammar/LANGUAGE.md").read_text(encoding="utf-8")
    assert f"(`{' '.join(COLOURS)}`)" in page
    look = game(tmp_path, 'look\n  Token of red "R" red\n  Token of blue "B" blue\n')
    state = look.position({"from": "empty", "Grid": {"a1": {"piece": "Token of red"}}})
    assert look.model.presentation.draw("Grid", list(state.vector))[0][0] == ("R", "red")
