"""What is seen of boards: pieces with a number as what they show, tables, quarters."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.ui import board

TILES = """\
game Test
players 2: Red, Black
kind shape: straight "ST", fork "FK"
kind icon: plain "", wrench "+W"
board Field: a {table}
piece Tile: 8, on Field
piece Chip of a player: 4 each, on Tiles, several to a Tile
zone Bag: Tiles, seen by nobody
each Tile has a shape: a shape
each Tile has an icon: an icon
each Tile has a turning: 0 to 5
each Tile can be fixed
each Tile has a home: a player or none
"""
TURN = 'turn\n  must choose "go"\n'
SQUARE, HEXAGONAL = "table of square cells, within 9", "table of hexagonal cells, within 9"
LOOK = """\
look
  a cell shows Tile
  a Tile shows shape, turning, icon, fixed, home, Chip
  Red "R" red
  Black "K" grey
"""


def start(folder: Path, text: str) -> State:
    path = folder / "test.rules"
    path.write_text(text, encoding="utf-8")
    return driver.load(path).instantiate().start()


def shown(state: State, seat: int | None = None, width: int = 80) -> list[str]:
    picture = state.game.picture(state, seat)
    assert picture is not None
    return board.plain(picture, width).splitlines()


def tiles(folder: Path, look: str, *lines: str, table: str = SQUARE) -> State:
    setup = "setup\n" + "".join(f"  {line}\n" for line in lines)
    setup = setup if lines else ""
    return start(folder, TILES.format(table=table) + setup + TURN + look)


def test_a_piece_is_what_it_shows(tmp_path: Path) -> None:
    state = tiles(
        tmp_path, LOOK, "put a Tile on (0,0)", "put a Tile on (1,0)",
        "the Tile on (0,0) becomes fixed", "(the Tile on (0,0))'s home becomes Black",
        "(the Tile on (1,0))'s shape becomes fork", "(the Tile on (1,0))'s icon becomes wrench",
        "(the Tile on (1,0))'s turning becomes 5",
        "move any Chip of Red in the box to the Tile on (1,0)")
    assert shown(state) == ["  0      1", "0 ST0fK  FK5+WR 0", "  0      1"]


@pytest.mark.parametrize(("chips", "token"), [
    ((), "ST0"), (("Red",), "ST0R"), (("Red", "Black"), "ST0RK"), (("Red", "Red"), "ST0 2R"),
    (("Red", "Black", "Red"), "ST0 2R/K"),
])
def test_several_pieces_in_one_place(
    tmp_path: Path, chips: tuple[str, ...], token: str
) -> None:
    state = tiles(tmp_path, LOOK, "put a Tile on (0,0)", *(
        f"move any Chip of {owner} in the box to the Tile on (0,0)" for owner in chips))
    assert state.game.drawing(state) == [[(token, state.game.drawing(state)[0][0][1])]]


def test_a_cell_shows_what_the_piece_on_it_has(tmp_path: Path) -> None:
    look = 'look\n  a cell shows turning, Tile\n  no Tile "-"\n  fixed Tile "#"\n'
    state = tiles(tmp_path, look, "put a Tile on (0,0)", "put a Tile on (1,1)",
                  "the Tile on (0,0) becomes fixed", "(the Tile on (0,0))'s turning becomes 4")
    assert shown(state) == ["  0  1", "1 -  0T 1", "0 4# -  0", "  0  1"]


def test_without_a_look_a_piece_is_its_owner_or_its_noun(tmp_path: Path) -> None:
    text = TILES.format(table=SQUARE).replace("on Tiles, several to a Tile", "on Field")
    state = start(tmp_path, text + "setup\n  put a Tile on (0,0)\n"
                  "  move any Chip of Black in the box to (1,0)\n" + TURN)
    assert shown(state) == ["  0  1", "0 T. .B 0", "  0  1"]


def test_of_a_table_only_what_lies_there_is_drawn(tmp_path: Path) -> None:
    assert shown(tiles(tmp_path, LOOK)) == ["  0", "0 . 0", "  0"]
    state = tiles(tmp_path, LOOK, "put a Tile on (-2,3)", "put a Tile on (0,2)")
    assert shown(state) == [
        "  -2  -1  0", "3 ST0 .   .   3", "2 .   .   ST0 2", "  -2  -1  0"]


def test_a_hexagonal_table_is_drawn_as_it_lies(tmp_path: Path) -> None:
    """What is northeast of a cell stands half a cell to its right, however far that goes on."""
    state = tiles(tmp_path, LOOK, *(f"put a Tile on ({n},{-n})" for n in range(4)),
                  "put a Tile on (2,-1)", table=HEXAGONAL)
    assert shown(state) == [
        "(2,-3)   .   ST0",
        "(1,-2) .   ST0",
        "(1,-1)   ST0 ST0",
        " (0,0) ST0 .",
    ]


def test_a_wide_table_is_cut(tmp_path: Path) -> None:
    for table in (SQUARE, HEXAGONAL):
        state = tiles(tmp_path, LOOK, "put a Tile on (-9,0)", "put a Tile on (9,0)", table=table)
        lines = shown(state, width=40)
        assert max(map(len, lines)) <= 40
        assert "".join(lines).count("ST0") == 2


def test_what_a_seat_does_not_see_is_not_drawn(tmp_path: Path) -> None:
    state = tiles(tmp_path, LOOK, "move all Tiles to the Bag")
    assert shown(state, 0) == ["  0", "0 . 0", "  0"]


TRACK = """\
game Test
players 2: Red, Black
board Ground: a {board}
board Track: the quarters of plots, called spaces
piece Tile: 8, on Ground
piece Bike of a player: 1 each, on Track, several to a space
each Tile has a height: 0 to 3
setup
  put a Tile on {first}
  (the Tile on {first})'s height becomes 2
  put a Tile on {second}
turn
  must move the player's Bike to a space whose plot is occupied
look
  a plot shows height
"""


@pytest.mark.parametrize(("kind", "first", "second", "names"), [
    ("table of square plots, within 9", "(-1,0)", "(0,1)", ["-2", "-1", "0", "1"]),
    ("grid of square plots, 2 by 2", "a1", "b2", ["a", "b", "c", "d"]),
])
def test_quarters_are_drawn_where_something_stands_on_them(
    tmp_path: Path, kind: str, first: str, second: str, names: list[str]
) -> None:
    """A single thing that a cell shows is on all its quarters, and behind it what stands there."""
    state = start(tmp_path, TRACK.format(board=kind, first=first, second=second))
    assert [[text for text, _ in row] for row in state.game.drawing(state)] == [
        [".", "0"], ["2", "."]]
    cell = f"({names[1]},1)" if kind.startswith("table") else "b2"
    state = state.apply(cell).apply(cell)
    assert [[text for text, _ in row] for row in state.game.drawing(state)] == [
        [".", ".", "0", "0"], [".", ".", "0", "0"], ["2", "2RB", ".", "."], ["2", "2", ".", "."]]
    assert shown(state)[0].split() == names


def test_what_a_cell_shows_is_spread_over_its_quarters(tmp_path: Path) -> None:
    """From the top left, what has no text left out; here a number of which 0 has none."""
    look = """\
each Tile has a heading: a direction
look
  a plot shows Tile
  a Tile shows heading, height
  Tile "T"
  0 ""
  north "^"
"""
    text = TRACK.partition("look")[0].replace("setup", "{look}setup", 1)
    board = "grid of square plots, 2 by 1"
    rules, _, drawing = look.partition("look\n")
    made = text.format(board=board, first="a1", second="b1", look=rules) + "look\n" + drawing
    state = start(tmp_path, made)
    assert [[text for text, _ in row] for row in state.game.drawing(state)] == [["T^2", "T^"]]
    state = state.apply("b2").apply("c2")
    assert [[text for text, _ in row] for row in state.game.drawing(state)] == [
        ["T", "^R", "TB", "^"], ["2", "", "", ""]]


HEAPS = """\
game Test
players 2: Red, Black
board Ground: a grid of square plots, 3 by 1
each plot has a height: 0 to 3
each plot has a load: 0 to 3
setup
  lay out Ground
    "- 2- ^^^1"
turn
  must choose a plot, written "raise {plot} {its height} {its load}"
    the plot's height goes up by up to 1
look
  a plot shows height, load
  0 "-"
  height 0 "" grey
  height 3 "^^^"
"""


def test_a_value_of_one_attribute_has_its_own_text(tmp_path: Path) -> None:
    """Whatever is said of the value elsewhere; drawings are read by it, and texts of options."""
    state = start(tmp_path, HEAPS)
    assert [[text for text, _ in row] for row in state.game.drawing(state)] == [["-", "2-", "^^^1"]]
    assert [state.evaluate(f"{plot}1's height") for plot in "abc"] == [0, 2, 3]
    assert state.options() == ["raise a1 0", "raise b1 2 0", "raise c1 ^^^ 1"]
    assert state.why("raise c1 3 1").message.startswith("`raise c1 3 1` is no move here")
    assert state.apply("raise c1 ^^^ 1").apply("raise b1 2 0").options()[1] == "raise b1 ^^^ 0"


def test_a_value_that_the_attribute_cannot_have(tmp_path: Path) -> None:
    path = tmp_path / "test.rules"
    made = TRACK.format(board="grid of square plots, 2 by 1", first="a1", second="b1")
    path.write_text(made + '  height 4 "x"\n', encoding="utf-8")
    [problem] = [d for d in checking.check(path, 0) if d.severity == "error"]
    assert (problem.code, problem.message) == ("look", "no height can be 4")


def test_several_pieces_stand_apart_from_a_number(tmp_path: Path) -> None:
    """Their number would be read as its last digit."""
    path = tmp_path / "test.rules"
    path.write_text("""\
game Test
players 2: Red, Black
board Ground: a grid of square plots, 3 by 1
piece Bike of a player: 5 each, on Ground, several to a plot
each plot has a height: 0 to 9
setup
  put a Bike of Red on a1
  put a Bike of Red on a1
  put a Bike of Red on b1
  put a Bike of Red on c1
  put a Bike of Red on c1
  c1's height becomes 4
turn
  must choose a plot
look
  a plot shows height, Bike
  Bike of Red "r" red
  height 4 "k"
  no Bike ""
""", encoding="utf-8")
    state = driver.load(path).instantiate(2).start()
    assert [[text for text, _ in row] for row in state.game.drawing(state)] == [
        ["0 2r", "0r", "k2r"]]


def test_one_text_for_two_things_is_refused(tmp_path: Path) -> None:
    look = LOOK + '  straight "x"\n  fork "x"\n'
    path = tmp_path / "test.rules"
    path.write_text(TILES.format(table=SQUARE) + TURN + look, encoding="utf-8")
    assert [d.code for d in checking.check(path, 0) if d.severity == "error"] == ["look"]


# ---- zones ---------------------------------------------------------------------------------------

HANDS = """\
game Test
players 2: Red, Black
kind shape: straight "ST", fork "FK"
piece Tile: 9
piece Chip of a player: 3 each
zone Stack: Tiles, seen by nobody
zone Hand of a player: Tiles, Chips, seen only by that player
zone Row: Tiles, Chips
each Tile has a shape: a shape
setup
  move all Tiles to the Stack
  repeat 2 times
    move (any Tile in the Stack) to Red's Hand
  move (any Tile in the Stack) to Black's Hand
  move any Chip of Red in the box to Black's Hand
turn
  must choose a Tile in the player's Hand
    the Tile's shape becomes fork
    move the Tile to the Row
    move any Chip of the player in the box to the Row
"""


def zones(state: State, seat: int | None) -> list[str]:
    return state.game.zones(state, seat)


def test_a_zone_is_told_to_those_who_see_it(tmp_path: Path) -> None:
    """To the others how many there are of each noun; empty zones and the box are left out."""
    state = start(tmp_path, HANDS + "look\n  a Tile shows shape\n")
    assert zones(state, 0) == ["Stack: 6 Tiles", "Hand of Red: ST x2",
                               "Hand of Black: 1 Tile, 1 Chip"]
    assert zones(state, 1) == ["Stack: 6 Tiles", "Hand of Red: 2 Tiles",
                               "Hand of Black: ST, 1 Chip of Red"]
    assert zones(state, None) == ["Stack: 6 Tiles", "Hand of Red: 2 Tiles",
                                  "Hand of Black: 1 Tile, 1 Chip"]
    state = state.apply(0)
    assert zones(state, 0)[1:] == ["Hand of Red: ST", "Hand of Black: 1 Tile, 1 Chip",
                                   "Row: FK, 1 Chip of Red"]


def test_without_a_look_pieces_in_zones_are_counted(tmp_path: Path) -> None:
    state = start(tmp_path, HANDS)
    assert zones(state, 0)[1] == "Hand of Red: 2 Tiles"


# ---- players and the game ------------------------------------------------------------------------

HAD = """\
kind good: wool, salt
each player has coins: 0 to 9, at first 3
each player has a store of each good: 0 to 9
each player can be proud
each player has a plan: a good or none, seen only by that player
each player can be bold, seen only by that player
the game has a pot: 0 to 9
setup
  Red becomes proud
  Red's store of salt becomes 2
  the pot becomes 7
"""
PANELS = "look\n  a player shows coins, store, proud, plan, bold\n  the game shows pot\n"


def test_players_and_the_game_are_told_by_who_looks(tmp_path: Path) -> None:
    """Of each pair a value, a quality where it is so; what is not seen is `hidden`, so or not."""
    state = start(tmp_path, "game Test\nplayers 2: Red, Black\n" + HAD + TURN + PANELS)
    assert state.game.panels(state, 0) == [
        "Red: coins 3, store wool 0 salt 2, proud, plan none",
        "Black: coins 3, store wool 0 salt 0, plan hidden, bold hidden", "game: pot 7"]
    assert [line.partition("plan ")[2] for line in state.game.panels(state, None)] == [
        "hidden, bold hidden", "hidden, bold hidden", ""]
    state = start(tmp_path, "game Test\nplayers 2: Red, Black\n" + HAD + TURN)
    assert state.game.panels(state, 0) == []


@pytest.mark.parametrize("line", [
    "a player shows pot", "the game shows coins", "a player shows Chip", "a good shows worth"])
def test_what_is_told_nowhere_cannot_be_shown(tmp_path: Path, line: str) -> None:
    path = tmp_path / "wrong.rules"
    had = f"{HAD}each good has a worth: 0 to 9\npiece Chip: 3\n"
    path.write_text(f"game Test\nplayers 2: Red, Black\n{had}{TURN}look\n  {line}\n", "utf-8")
    assert [d.code for d in checking.check(path, 0) if d.severity == "error"] == ["look"]


def test_two_boards_of_cells_of_one_name_are_an_error(tmp_path: Path) -> None:
    """Nothing stands on the second; no drawing of it is looked for."""
    path = tmp_path / "two.rules"
    path.write_text("""\
game Two
players 2: Red, Black
board One: a grid of hexagonal cells, 3 by 3
board Two: a grid of hexagonal cells, 3 by 3
piece Stone of a player, on Two
turn
  must put a Stone of the player on an empty cell
look
  a cell shows Stone
""", "utf-8")
    assert [d for d in checking.check(path, 0) if d.severity == "error"]
