"""Pieces with a number: where they are, what is done with them, which of them are alike, and who
sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine.game import State

HEAD = """\
game Pieces

players 2: Red, Blue

board Board: a grid of square cells, 3 by 3
kind shape: round, square
piece Disc: 6, on Board
piece Peg of a player: 2 each, on Discs, on Board, several to a cell
piece King of a player: 1 each, on Board, several to a cell
zone Bag: Discs, seen by nobody
zone Hand of a player: Discs, Pegs, seen only by that player
zone Row: Discs
each Disc has a shape: a shape
each Disc can be worn
each Peg has a load: a Disc or none
each Peg has a trust of each player: 0 to 3
the game has a favourite: a Disc or none

"""
TURN = 'turn\n  must choose "go"\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "pieces.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def problems(folder: Path, text: str) -> list[Diagnostic]:
    found = checking.check(written(folder, text), 0)
    return [d for d in found if d.code not in ("no-end", "unused-option")]


def start(folder: Path, text: str) -> State:
    return driver.load(written(folder, text)).instantiate(2).start()


def after_setup(folder: Path, *lines: str) -> State:
    return start(folder, "setup\n" + "".join(f"  {line}\n" for line in lines) + TURN)


def values(state: State, *asked: str) -> list[object]:
    return [state.evaluate(one) for one in asked]


# ---- where they are ------------------------------------------------------------------------------


def test_all_begin_in_the_box(tmp_path: Path) -> None:
    state = start(tmp_path, TURN)
    assert values(state, "the number of Discs in the box", "the number of Pegs in the box",
                  "the number of Pegs of Red in the box", "Red's King is in the box",
                  "Blue's King's owner", "some cell is occupied") == [6, 4, 2, True, "Blue", False]


def test_a_piece_is_in_one_place(tmp_path: Path) -> None:
    state = after_setup(tmp_path, "put a Disc on b2", "move Red's King to b2",
                        "move (any Disc in the box) to Red's Hand")
    assert values(state, "the number of Discs in the box", "the number of Discs in Red's Hand",
                  "the Disc on b2 is on b2", "Red's King's cell", "b2 is occupied", "b2 is empty",
                  "b1 is empty", "the Disc on b1 is none", "Red's King is next to b1",
                  "Blue's King is next to b1") == [
                      4, 1, True, "b2", True, False, True, True, True, False]


def test_pieces_lie_on_pieces_and_go_with_them(tmp_path: Path) -> None:
    state = after_setup(
        tmp_path, "put a Disc on b2", "move (any Peg of Red in the box) to the Disc on b2",
        "the Disc on b2 becomes worn", "move the Disc on b2 to c3")
    assert values(state, "the number of Pegs on (the Disc on c3)", "the Disc on c3 is worn",
                  "some Peg is on c3", "(any Peg that is not in the box)'s Disc is worn") == [
                      1, True, False, True]


def test_one_in_the_way_goes_to_the_box_as_it_was_at_first(tmp_path: Path) -> None:
    state = after_setup(
        tmp_path, "put a Disc on a1", "the Disc on a1 becomes worn",
        "put a Disc on b1", "move the Disc on b1 to a1", "move Red's King to a1",
        "move Blue's King to a1")
    assert values(state, "the number of Discs in the box", "the Disc on a1 is worn",
                  "the number of worn Discs", "the number of Kings on a1") == [5, False, 0, 2]


def test_one_goes_to_the_box_with_the_value_of_its_own_row(tmp_path: Path) -> None:
    """What it had at first is a value that is always there, as that of the pieces of a table."""
    by_table = "piece Disc by table, on Board\n  number  shape\n  2  round\n  4  square"
    text = (HEAD.replace("piece Disc: 6, on Board", by_table)
            + "setup\n  put a square Disc on a1\n  the shape of the Disc on a1 becomes round\n"
            "  put a round Disc on b1\n  move the Disc on b1 to a1\n" + TURN)
    path = tmp_path / "pieces.rules"
    path.write_text(text, encoding="utf-8")
    state = driver.load(path).instantiate(2).start()
    assert values(state, "the number of square Discs in the box",
                  "the number of round Discs in the box") == [4, 1]


def test_a_piece_that_is_put_comes_from_the_box(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        after_setup(tmp_path, "move all Discs to the Row", "put a Disc on a1")
    assert caught.value.diagnostics[0].code == "nothing"


def test_all_pieces_of_a_set_are_moved(tmp_path: Path) -> None:
    state = after_setup(tmp_path, "put a Disc on a1", "move all Discs in the box to the Row",
                        "remove every Disc on a1")
    assert values(state, "the number of Discs in the Row", "the number of Discs in the box") == [
        5, 1]


def test_the_origin_is_where_it_was(tmp_path: Path) -> None:
    state = after_setup(
        tmp_path, "put a Disc on a1", "move the Disc on a1 to c3", "put a Disc on the origin")
    assert values(state, "the Disc on a1 is none", "the number of Discs in the box") == [False, 4]


def test_a_piece_is_a_value(tmp_path: Path) -> None:
    state = after_setup(tmp_path, "put a Disc on a1", "the favourite becomes the Disc on a1",
                        "move the Disc on a1 to c3")
    assert values(state, "the cell of the favourite", "the favourite is the Disc on c3") == [
        "c3", True]


# ---- which are alike -----------------------------------------------------------------------------

TAKE = """turn
  must choose a Disc in the Row, written "take"
    move it to the player's Hand
"""


def test_a_choice_offers_one_of_those_that_are_alike(tmp_path: Path) -> None:
    state = start(tmp_path, "setup\n  move all Discs to the Row\n" + TAKE)
    assert len(state.options()) == 1


@pytest.mark.parametrize("told_apart", [
    "(any Disc in the Row) becomes worn",
    "the favourite becomes (any Disc in the Row)",
    "move (any Peg in the box) to (any Disc in the Row)",
])
def test_what_differs_is_offered_for_itself(tmp_path: Path, told_apart: str) -> None:
    turn = TAKE.replace('"take"', '"take {0}"')
    text = f"setup\n  move all Discs to the Row\n  {told_apart}\n{turn}"
    assert len(start(tmp_path, text).options()) == 2


@pytest.mark.parametrize(("lines", "offered"), [
    (["Red", "Red"], 2), (["Red", "Blue"], 3), (["Red", "Red", "Blue", "Blue"], 3),
    (["Red", "Red", "loaded"], 3),
])
def test_on_discs_that_are_alike_lie_pegs_that_are_alike(
    tmp_path: Path, lines: list[str], offered: int
) -> None:
    """Of six discs some carry one peg each, of an owner; the others stay bare."""
    laid = "".join(
        f"  move (any Peg of {owner} in the box) to (any Disc in the Row that has no Peg)\n"
        if owner != "loaded" else
        "  the load of (any Peg of Red) becomes (any Disc in the Bag)\n" for owner in lines)
    text = (f"setup\n  move all Discs to the Row\n  move (any Disc in the Row) to the Bag\n{laid}"
            + TAKE.replace('"take"', '"take {0}"'))
    assert len(start(tmp_path, text).options()) == offered


def test_how_many_pegs_lie_on_discs_tells_them_apart(tmp_path: Path) -> None:
    text = """setup
  move all Discs to the Row
  for each Peg of Red, move it to (any Disc in the Row)
  move (any Peg of Blue) to (any Disc in the Row that has no Peg)
"""
    assert len(start(tmp_path, text + TAKE.replace('"take"', '"take {0}"')).options()) == 3


def test_two_of_them_can_be_chosen_together(tmp_path: Path) -> None:
    text = """setup
  move all Discs to the Row
turn
  must choose a Disc D in the Row and a Disc E in the Row, written "{0} {1}"
    only if E is not D
    move D to the player's Hand
    move E to the player's Hand
"""
    assert len(start(tmp_path, text).options()) == 1


def test_a_roll_counts_those_that_are_alike(tmp_path: Path) -> None:
    text = """setup
  move all Discs to the Bag
  for each Disc that is not (any Disc in the Bag), it becomes worn
turn
  at random pick a Disc in the Bag, written "{0}"
    move it to the player's Hand
"""
    state = start(tmp_path, text)
    assert [weight for _, weight in state.outcomes()] == [1, 5]


# ---- who sees them -------------------------------------------------------------------------------


def test_what_is_in_a_hidden_zone_is_seen_by_those_who_see_it(tmp_path: Path) -> None:
    state = after_setup(tmp_path, "move (any Disc in the box) to Red's Hand",
                        "move (any Disc in the box) to the Bag", "put a Disc on a1")
    red, blue = state.view(0), state.view(1)
    assert red["Disc"]["Disc 1"]["at"] == "Hand of Red"
    assert blue["Disc"]["Disc 1"] == {"at": "hidden", "shape": "hidden", "worn": "hidden"}
    assert red["Disc"]["Disc 2"]["at"] == blue["Disc"]["Disc 2"]["at"] == "hidden"
    assert red["Disc"]["Disc 3"]["at"] == blue["Disc"]["Disc 3"]["at"] == "a1"
    assert blue["Hand of Red"]["number of Disc"] == red["Hand of Red"]["number of Disc"] == "1"
    assert blue["Bag"]["number of Disc"] == "1"


@pytest.mark.parametrize(("seers", "seeing"), [
    ("that player", ["Red"]), ("other players", ["Blue", "Green"]),
    ("players before that player", ["Green"]), ("last players", ["Green"]),
])
def test_who_sees_into_a_zone_is_said_once(
    tmp_path: Path, seers: str, seeing: list[str]
) -> None:
    path = tmp_path / "seers.rules"
    path.write_text(f"""game Seers
players 3: Red, Blue, Green
piece Disc: 6
zone Hand of a player: Discs, seen only by {seers}
a player is before a player P if its next player is P
a player is last if its seat is 3
setup
  move (any Disc in the box) to Red's Hand
{TURN}""", encoding="utf-8")
    state = driver.load(path).instantiate().start()
    assert [name for seat, name in enumerate(("Red", "Blue", "Green"))
            if state.view(seat)["Disc"]["Disc 1"]["at"] == "Hand of Red"] == seeing


def test_who_sees_into_a_zone_is_fixed(tmp_path: Path) -> None:
    found = problems(tmp_path, "zone Purse of a player: Discs, seen only by rich players\n"
                     "a player is rich if there is a Disc in the player's Hand\n" + TURN)
    assert [d.code for d in found] == ["seen-only"]


def test_a_choice_by_what_another_holds_is_warned_of(tmp_path: Path) -> None:
    text = 'turn\n  must choose a Disc in Blue\'s Hand, written "{0}"\n'
    assert [d.code for d in problems(tmp_path, text)] == ["secret"]
    assert problems(tmp_path, text.replace("Blue's", "the player's")) == []


def test_how_many_there_are_is_no_secret(tmp_path: Path) -> None:
    text = """turn
  must do one of
    choose "pass"
      only if the number of Discs in Blue's Hand is at least 1 or there is no Disc in the Bag
    choose "stay"
"""
    assert problems(tmp_path, text) == []


# ---- positions -----------------------------------------------------------------------------------


def placed(folder: Path, given: dict[str, object]) -> State:
    return driver.load(written(folder, TURN)).instantiate(2).position(given)


def test_a_position_lists_what_is_not_in_the_box(tmp_path: Path) -> None:
    state = placed(tmp_path, {
        "Disc": [{"at": "b2", "worn": "yes"}, {"number": "2", "at": "Row"},
                 {"number": "all", "at": "Bag", "shape": "square"}],
        "Peg": [{"owner": "Blue", "at": "Hand of Blue"}],
    })
    assert values(state, "the Disc on b2 is worn", "the number of Discs in the Row",
                  "the number of Discs in the Bag", "the number of Discs that are square",
                  "the number of Pegs in Blue's Hand", "the number of Pegs in the box") == [
                      True, 2, 3, 3, 1, 3]


BEFORE = {
    "Disc": [{"number": "3", "at": "Row", "worn": "yes"}, {"number": "all", "at": "Bag"}],
    "Peg": [{"owner": "Red", "at": "Hand of Red", "trust": {"Blue": "2"}},
            {"owner": "Blue", "number": "2", "at": "b2"}],
}


def changed(folder: Path, given: dict[str, object]) -> State:
    game = driver.load(written(folder, TURN)).instantiate(2)
    return game.position(BEFORE, given)


def test_the_rest_of_a_list_can_be_as_before(tmp_path: Path) -> None:
    """One of the row is moved; the others, all that they have, and what was in the box stay."""
    state = changed(tmp_path, {"Disc": [{"at": "b3"}, {"number": "all", "at": "as before"}],
                               "Peg": [{"owner": "Red", "number": "all", "at": "as before"}]})
    assert values(state, "the Disc on b3 is worn", "the number of worn Discs in the Row",
                  "the number of Discs in the Bag", "the number of Discs in the box",
                  "the number of Pegs in Red's Hand", "the number of Pegs of Blue on b2",
                  "the total (its trust of Blue) among Pegs of Red") == [
                      False, 2, 3, 0, 1, 0, 2]


def test_what_is_as_before_can_have_something_else(tmp_path: Path) -> None:
    state = changed(tmp_path, {
        "Disc": [{"at": "as before"}, {"number": "all", "at": "as before", "shape": "square"}],
        "Peg": [{"owner": "Red", "at": "as before", "trust": {"Red": "1"}}],
    })
    assert values(state, "the number of worn Discs in the Row", "the number of square Discs",
                  "the number of square Discs in the Row",
                  "the total (its trust of Blue) among Pegs of Red",
                  "the total (its trust of Red) among Pegs of Red") == [3, 5, 2, 2, 1]


def test_as_before_is_so_in_the_state_that_a_position_is_compared_with(tmp_path: Path) -> None:
    state = changed(tmp_path, {})
    given = {"Disc": [{"at": "Row", "worn": "yes"}, {"number": "all", "at": "as before"}]}
    assert state.game.unlike(state, given) == []
    assert state.game.unlike(state, {"Disc": [{"at": "Row", "worn": "yes"}]}) != []


def test_a_list_says_what_each_has_of_each_player(tmp_path: Path) -> None:
    state = placed(tmp_path, {"Peg": [{"owner": "Blue", "at": "a1"},
                                      {"owner": "Blue", "at": "c3", "trust": {"Blue": "3"}}]})
    assert values(state, "the total (its trust of Blue) among Pegs on c3",
                  "the total (its trust of Red plus its trust of Blue) among Pegs") == [3, 3]


@pytest.mark.parametrize(("given", "said"), [
    ({"Disc": [{"number": "7", "at": "Row"}]}, "the box has no such Disc left"),
    ({"Disc": [{"at": "z9"}]}, "cannot be `z9`"),
    ({"Disc": [{"worm": "yes"}]}, "has no `worm`"),
    ({"Disc": [{"number": "many"}]}, "`number` is a whole number"),
    ({"Disc": ["b2"]}, "what it has and where it is are needed"),
    ({"Peg": [{"owner": "Green"}]}, "the box has no such Peg left"),
    ({"Peg": [{"trust": "2"}]}, "Peg 1 of the list, trust: what it is for each is needed, as in "
                                "`{Red: …}`"),
    ({"Peg": [{"trust": {"Rad": "2"}}]}, "Peg 1 of the list, trust has no `Rad`"),
    ({"Peg": [{"trust": {"Red": "4"}}]}, "Peg 1 of the list, trust Red: a number from 0 to 3"),
    ({"Disc": [{"at": "as befor"}]}, "Disc 1 of the list, at cannot be `as befor`"),
    ({"Disc": ["as before"]}, "what it has and where it is are needed"),
])
def test_what_a_list_says_wrongly_is_told(
    tmp_path: Path, given: dict[str, object], said: str
) -> None:
    with pytest.raises(RulesError) as caught:
        placed(tmp_path, given)
    assert said in caught.value.diagnostics[0].message


# ---- nowhere -------------------------------------------------------------------------------------

OFF = "the cell one step towards east from c3"


@pytest.mark.parametrize("line", [
    f"put a Disc on {OFF}", f"move Red's King to {OFF}", f"move all Discs in the box to {OFF}"])
def test_no_piece_is_where_there_is_certainly_nothing(tmp_path: Path, line: str) -> None:
    """It is told in the words of the line, at the place that is not there."""
    [found] = problems(tmp_path, f"setup\n  {line}\n{TURN}")
    noun = "King" if "King" in line else "Disc"
    assert (found.code, found.message, found.hint) == (
        "nothing", f"a {noun} cannot be there: `{OFF}` is none", "there is no such cell")
    assert found.span is not None and found.span.text == OFF


def test_what_is_certainly_none_is_called_so(tmp_path: Path) -> None:
    text = f"the game has a mark: a cell\nsetup\n  the mark becomes {OFF}\n{TURN}"
    [found] = problems(tmp_path, text)
    assert (found.code, found.message) == ("bound", "the mark cannot become none")
    assert "or none" in str(found.hint)
    better = text.replace("a mark: a cell", "a mark: a cell or none")
    assert [d for d in problems(tmp_path, better) if d.severity == "error"] == []


@pytest.mark.parametrize(("said", "hint"), [
    ("there is no Peg of Red",
     "write `there is no Peg of Red on some cell` or `there is no Peg of Red in Red's Hand`"),
    ("the number of Discs is less than 3", "`the number of Discs on some cell is less than 3`"),
    ("Red has at least 1 Peg", "`there are at least 1 Peg of Red on some cell`"),
    ("every player has a Peg", "write `every player has a Peg on some cell`"),
])
def test_all_pieces_wherever_they_are(tmp_path: Path, said: str, hint: str) -> None:
    """Where they can be in several sorts of places, it is said where those are that are meant."""
    path = written(tmp_path, f"turn\n  if {said}, the game is drawn\n  must choose \"go\"\n")
    with pytest.raises(RulesError) as caught:
        driver.load(path).instantiate(2)
    first = caught.value.diagnostics[0]
    assert first.code == "ambiguous"
    assert hint in (first.hint or "")
