"""Adjectives that are defined and shown: of cells, pieces, players; read back; what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.ui import board

FIELD = """\
game Gold
players 2: Red, Black
board Field: a grid of square cells, 3 by 2
piece Token of a player, on Field
piece Tile: 4, on Field
zone Bag: Tiles, seen by nobody
each cell has a worth: 0 to 3
each player has coins: 0 to 9
each player has a debt: 0 to 9, seen only by that player
each Tile has a weight: 0 to 3
a cell is golden if its worth is at least 2
a Token is proud if its cell is golden
a Tile is heavy if its weight is at least 2
a player is rich if the player's coins is at least 3
a player is broke if the player's debt is at least 1
setup
  the worth of b2 becomes 2
  Red's coins becomes 3
turn
  must put a Token of the player on an empty cell
"""
LOOK = """\
look
  a cell shows worth, golden, Token
  a player shows coins, rich
  golden "*" yellow
  proud Token of Red "K"
  Token of Red "R"
"""


def start(folder: Path, look: str = LOOK) -> State:
    path = folder / "gold.rules"
    path.write_text(FIELD + look, "utf-8")
    return driver.load(path).instantiate().start()


def drawn(state: State) -> list[str]:
    picture = state.game.picture(state, 0)
    assert picture is not None
    return [line.split(None, 1)[1].rsplit(None, 1)[0]
            for line in board.plain(picture, 80).splitlines()[1:-1]]


def errors(folder: Path, look: str) -> list[tuple[str, str, str | None]]:
    path = folder / "wrong.rules"
    path.write_text(FIELD + look, "utf-8")
    return [(d.code, d.message, d.hint) for d in checking.check(path, 0) if d.severity == "error"]


def test_what_is_defined_is_drawn_as_it_is_now(tmp_path: Path) -> None:
    """A cell by its own value, a piece by that of its cell: the same Token elsewhere is plain."""
    state = start(tmp_path)
    assert drawn(state) == ["0.. 2*. 0..", "0.. 0.. 0.."]
    state = state.apply("b2").apply("c1").apply("a1")
    assert drawn(state) == ["0.. 2*K 0..", "0.R 0.. 0.B"]
    assert state.game.drawing(state)[0][1] == ("2*K", "yellow")


def test_what_players_are_is_told_below(tmp_path: Path) -> None:
    state = start(tmp_path)
    assert state.game.panels(state, 1) == ["Red: coins 3, rich", "Black: coins 0"]


def test_pieces_with_a_number_show_it_wherever_they_lie(tmp_path: Path) -> None:
    look = "look\n  a cell shows Tile\n  a Tile shows weight, heavy\n  heavy \"!\"\n"
    state = start(tmp_path, look).game.position({
        "Tile": [{"at": "a1", "weight": "3"}, {"at": "b1", "weight": "1"}]})
    assert drawn(state) == [".  .  .", "3! 1  ."]
    told = FIELD.replace(", seen by nobody", "")
    path = tmp_path / "open.rules"
    path.write_text(told + look, "utf-8")
    game = driver.load(path).instantiate()
    state = game.position({"Tile": [{"at": "Bag", "weight": "2"}, {"at": "Bag"}]})
    assert game.zones(state, 0) == ["Bag: 2!, 0"]


def test_a_drawing_gives_it_no_value(tmp_path: Path) -> None:
    """What is drawn golden is golden by its worth alone; a drawing may be one that was shown."""
    game = start(tmp_path).game
    state = game.position({"Field": "0.. 0*. 0..\n3.R 2*K 1.B\n"})
    assert drawn(state) == ["0.. 0.. 0..", "3*K 2*K 1.B"]
    again = game.position({"Field": "\n".join(drawn(state))})
    assert again.vector == state.vector


def test_it_must_not_tell_a_secret(tmp_path: Path) -> None:
    [(code, message, _)] = errors(tmp_path, "look\n  a player shows broke\n")
    assert code == "secret"
    assert "`debt`" in message


@pytest.mark.parametrize(("look", "message", "hint"), [
    ('  a cell shows golden\n  golden cell "*"', "a cell is no piece", "a cell shows golden, …"),
    ('  golden "*"', "nothing shows `golden`", "write `a cell shows golden`"),
    ('  proud "*"', "nothing shows `proud`", 'write `proud Token "t"`'),
    ('  golden Token "t"', "no Token is ever golden", "`golden` is said of a cell"),
    ("  a cell shows rich", "a cell has no `rich`", "defined adjectives"),
    ("  the game shows rich", "the game has no `rich`", "defined adjectives"),
    ("  a Token shows proud", "a Token has no `proud`", "VALUE Token"),
    ('  a cell shows golden, Token\n  golden "."', "`.` would mean both", "its own text"),
])
def test_what_would_never_be_drawn_is_an_error(
    tmp_path: Path, look: str, message: str, hint: str
) -> None:
    found = errors(tmp_path, f"look\n{look}\n")
    assert [code for code, _, _ in found] == ["look"]
    assert message in found[0][1]
    assert hint in (found[0][2] or "")


def test_pictures_of_a_position_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="cannot be read"):
        start(tmp_path).game.position({"Field": "0.. 0#. 0..\n0.. 0.. 0..\n"})
