"""What leads on from a line that nothing in particular is known of: how far it was understood and
what stands next, how an unknown word is declared, the nearest line and what it would mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax.repairs import repairs

FRAME = """\
game Harbour
players 2: Ann, Bob
board Bay: a grid of square cells, 4 by 4
piece Boat of a player, on Bay
each player has points: 0 to 99
each player has a home: a cell
each cell has a depth: 0 to 4
each cell can be foggy
each Boat has a cargo: 0 to 5
each Boat can be laden
the game has a storm: a cell or none
the game has a round: 0 to 50
a Boat can reach a cell if the cell is empty and the cell is next to the Boat's cell
"""
END = "  must choose a cell\n  Ann wins\n"


def told(tmp_path: Path, place: str, line: str) -> Diagnostic:
    """The first error of a text with a line as a condition, in a turn, or as a declaration."""
    where = {"if": f"turn\n  if {line}\n    Bob wins\n{END}", "turn": f"turn\n  {line}\n{END}",
             "declared": f"{line}\nturn\n{END}"}
    path = tmp_path / "harbour.rules"
    path.write_text(FRAME + where[place], encoding="utf-8")
    found = [p for p in checking.check_text(driver.read(path), 0) if p.severity == "error"]
    assert found, "accepted"
    return found[0]


# A line, and what its hint has.
LEADS = [
    # an unknown word, by what it is in the sentence
    ("if", "a1 is haunted by a Boat", "define it, `a cell is haunted by a Boat if …`"),
    ("if", "the storm is haunted", "of a cell the text knows `depth`, `foggy`"),
    ("if", "a Boat of Ann rams Bob's home", "define it, `a Boat rams a cell if …`"),
    ("if", "Ann's points outstrip 4", "`Ann's points is more than …`"),
    ("if", "the grog of Ann is 3", "`each player has a grog: 0 to 9`"),
    ("if", "there is a kraken next to a1", "the things of this text are `Boat`, `cell`, `player`"),
    ("turn", "the storm meanders to a1", "`the storm becomes …`"),
    ("turn", "Ann's points dwindle", "`Ann's points goes down by 1`"),
    ("turn", "each player bags 2 points", "`the player's points goes up by 1`"),
    ("turn", "the loser is Ann", "`the game has a loser: …`"),
    ("turn", "keelhaul a Boat", "`step Keelhaul a Boat`, done by `do Keelhaul the Boat`"),
    ("turn", "must keelhaul a Boat of the player", "`must choose a Boat of the player`"),
    ("if", "Ann is wealthier than Bob", "as in `the player's points is more than …`"),
    ("if", "a Boat of Ann is on the murkiest cell", "`the cell with the greatest depth`"),
    ("if", "Bob's home is his", "`his` is said as `the player`"),
    # known words in a place where another thing must stand
    ("turn", "must move a Boat of the player swiftly", "behind it stands `to` and a place"),
    ("turn", "put a laden of Ann on a1", "behind it stands a noun, perhaps behind adjectives or "
     "values: `Boat`"),
    ("if", "the Boat with depth is laden", "so `with …` cannot pick it out"),
    ("declared", "the worth of a Boat is 1 if it is laden", "cases stand in lines below"),
    ("turn", "a1 becomes foggy b1 becomes foggy", "one line does one thing"),
    # notions that the language does not have, or has in another way
    ("turn", "the player undoes his last move", "what was done is never taken back"),
    ("turn", "the player has 30 seconds to move", "the language knows no clock"),
    ("turn", "Ann and Bob secretly bid points", "seen only by that player"),
    ("declared", "a Boat may never enter a foggy cell", "`only if …` below `must …` or `may …`"),
]


@pytest.mark.parametrize(("place", "line", "says"), LEADS, ids=[row[1] for row in LEADS])
def test_a_refused_line_leads_on(tmp_path: Path, place: str, line: str, says: str) -> None:
    assert says in (told(tmp_path, place, line).hint or "")


def test_the_nearest_line_is_told_with_what_it_means(tmp_path: Path) -> None:
    hint = told(tmp_path, "turn", "remove all Boats of Ann back from a1").hint or ""
    assert hint.startswith("perhaps `remove all Boats of Ann on a1` is meant"), hint
    assert not told(tmp_path, "turn", "remove all Boats of Ann back from a1").replacements


def test_a_correction_that_means_nothing_is_not_offered(tmp_path: Path) -> None:
    """`the Boat becomes left` can be read, but a Boat becomes no direction."""
    for line in ("for each Boat, the Boat turns north", "for each Boat, it turns north"):
        assert "becomes`" not in (told(tmp_path, "turn", line).hint or "")


def test_a_name_that_the_text_declares_stands_for_no_notion(tmp_path: Path) -> None:
    assert "who sells chooses" in (told(tmp_path, "if", "the cell sells").hint or "")
    declared = "each cell can be sells\nturn\n  if the cell sells\n    Bob wins\n" + END
    path = tmp_path / "harbour.rules"
    path.write_text(FRAME + declared, encoding="utf-8")
    found = [p for p in checking.check_text(driver.read(path), 0) if p.severity == "error"]
    assert "who sells chooses" not in (found[0].hint or "")


def test_repairs_change_small_words_alone() -> None:
    """Here a line is right once it is read to its end; what is put in, left out and changed are
    small words, the cheapest first."""
    assert list(repairs("a b then c", lambda text: None if text == "a b c" else 2,
                        lambda one, two: False)) == ["a b c"]
    assert list(repairs("a b c", lambda text: None if text == "a b of c" else 2,
                        lambda one, two: False)) == ["a b of c"]
    assert not list(repairs("a not c", lambda text: None if text == "a c" else 1,
                            lambda one, two: False))


@pytest.mark.parametrize(("line", "written"), [
    ("each player has a debt of every cell: 0 to 9", "write `each cell`"),
    ("each player can be fond of all Boats", "write `a Boat`"),
    ("a player is fond of every cell if the player has a Boat", "write `a cell`"),
])
def test_a_name_that_counts_things_is_no_name(tmp_path: Path, line: str, written: str) -> None:
    """The author speaks of every cell; as a name it would be one value for all of them."""
    found = told(tmp_path, "declared", line)
    assert (found.code, found.hint) == ("reserved-word", written)


@pytest.mark.parametrize("line", [
    "each player has a wish: one cell", "each player has a wish: any cell or none",
    "each player has a wish: a cell, picked at random",
])
def test_a_value_that_is_counted_or_random_is_no_new_word(tmp_path: Path, line: str) -> None:
    """`one cell` and `picked at random` would be words that the wish can be."""
    assert told(tmp_path, "declared", line).code == "type"


def test_a_correction_is_tried_although_another_line_is_wrong(tmp_path: Path) -> None:
    """`it becomes north` can be read, but no Boat becomes a direction; another is wrong, too."""
    path = tmp_path / "harbour.rules"
    path.write_text(f"{FRAME}turn\n  for each Boat, the Boat turns north\n  keelhaul Ann\n{END}",
                    encoding="utf-8")
    found = [p for p in checking.check_text(driver.read(path), 0) if p.severity == "error"]
    assert len(found) == 2 and "becomes`" not in (found[0].hint or "")


def test_a_zone_of_players_is_one_of_each(tmp_path: Path) -> None:
    for name in ("Hoard of players", "Hoard of the player", "Hoard of each player"):
        path = tmp_path / "harbour.rules"
        path.write_text(f"{FRAME}piece Coin: 4\nzone {name}: Coins\nturn\n{END}", encoding="utf-8")
        found = checking.check_text(driver.read(path), 0)
        assert "a player`" in (found[0].hint or ""), name


def test_no_thing_is_both_is_no_denial_of_each(tmp_path: Path) -> None:
    """`no Boat is both …` allows that a Boat is one of the two."""
    hint = told(tmp_path, "if", "no cell is both foggy and occupied").hint
    assert hint == "write `if no cell is foggy and occupied`"
