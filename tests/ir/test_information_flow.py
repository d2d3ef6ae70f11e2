"""The checker reports decisions that depend on what is hidden from their player, and what shows a
secret to all; and only those.

`state/test_visibility` finds such a leak in play, by changing what a player cannot see; here the
text is enough. `tests/malformed/secrets-of-others.rules` holds more of what is reported.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from tests.texts import CLASSIC_FILES

HIDING = [path for path in CLASSIC_FILES if re.search("seen (only )?by", path.read_text("utf-8"))]

GAME = """\
game Hands
players 2 to 3: One, Two, Three
kind card: low, high
each player has a hand: a card or none, seen only by that player
each player has a claim: 0 to 9
each player has a pile: 0 to 9, seen only by that player
each player can be hoarding a card, seen only by that player
the game has a shown card: a card or none
each card can be dealt
each card can be out, seen by nobody
the game has a buried card: a card or none, seen by nobody
each player has a sum with each card: 0 to 9
a player is strong if the player's hand is high
setup
  each player in order
    at random pick a card, written "{card}"
      the player's hand becomes the card
turn
"""
CHOICE = """must choose a number from 1 to 2, written "%s {number}"
%s  the player's claim becomes it
"""


#: A choice of a number or a card; what is done with it; then another player's choice about it.
CHOSEN = {
    "N": """  must choose a number N from 0 to 3, written "keep {{N}}"
    {done}
    the player's next player decides
      must choose a number from 1 to 2, written "a {{number}}"
        only if it is 1 or N is 2
        the claim of the player who decides becomes it
""",
    "C": """  must choose a card C, written "keep {{C}}"
    {done}
    the player's next player decides
      must choose a number from 1 to 2, written "a {{number}}"
        only if it is 1 or C is low
        the claim of the player who decides becomes it
""",
}


def about(kind: str, *done: str) -> str:
    return CHOSEN[kind].format(done="\n    ".join(done))


def asked(name: str, indent: int, also: str = "") -> str:
    """A choice of the next player, in a block that is indented so far; of 2 only if it is so."""
    lines = ["the player's next player decides",
             f'  must choose a number from 1 to 2, written "{name} {{number}}"',
             *([f"    only if it is 1 or {also}"] if also else []),
             "    the claim of the player who decides becomes it"]
    return "\n    ".join(" " * indent + line for line in lines)


def dealt(*done: str) -> str:
    return "\n    ".join(("  at random pick a card C, written \"draw {C}\"", *done)) + "\n"


def choice(name: str, indent: int = 2, whose: str = "") -> str:
    space = " " * indent
    said = space + CHOICE % (name, space)
    return said.replace("the player's claim", f"the claim of the player {whose}") if whose else said


#: Pieces that are drawn into hands and played from there.
PIECES = """\
game Tiles
players 2: One, Two
board Field: a table of square plots, within 9
piece Tile: 6, on Field
each Tile has a turning: 0 to 5
zone Stack: Tiles, seen by nobody
zone Hand of a player: Tiles, seen only by that player
setup
  move (any Tile in the box) to (0,0)
  for each Tile in the box, move it to the Stack
  each player in order
    do Draw
turn
  must choose a Tile T in the player's Hand, written "play {T's turning}"
    must choose a plot C, written "at {C}"
      only if C is empty and C is next to an occupied plot
      move T to %s
      T's turning becomes 1
  if there is a Tile in the Stack, do Draw
step Draw
  at random pick a Tile in the Stack, written "draw {the Tile's turning}"
    move the Tile to the player's Hand
"""


def reported(folder: Path, turn: str) -> list[str]:
    """The lines of a turn on which a secret is reported."""
    file = folder / "hands.rules"
    file.write_text(GAME + turn, encoding="utf-8")
    found = [p for p in checking.check(file, plays=0) if p.code != "no-end"]
    assert {problem.code for problem in found} <= {"secret"}, [p.render() for p in found]
    lines = (GAME + turn).splitlines()
    at = [lines[p.span.line - 1].strip() for p in found if p.span is not None]
    return [line.split('"')[1] if '"' in line else line for line in at]


REPORTED = {
    "another's hand opens a choice": (
        "  if the player's next player is strong\n" + choice("a", 4), ["a {number}"]),
    "in a round": (
        "  each player in order\n    if the player's next player is strong\n" + choice("a", 6)
        + choice("b", 4), ["a {number}"]),
    "either of two choices": (
        "  if the player's next player is strong\n" + choice("a", 4) + "  otherwise\n"
        + choice("b", 4), ["a {number}", "b {number}"]),
    "again and again": (
        "  as long as the player's next player is strong\n" + choice("a", 4) + choice("b"),
        ["a {number}"]),
    "one's own hand lets another decide": (
        "  if the player is strong\n    the player's next player decides\n"
        + choice("a", 6, "who decides"),
        ["a {number}"]),
    "a choice in progress that was kept secret": (
        "  must choose a card, written \"keep {card}\"\n    the player's hand becomes the card\n"
        "    the player's next player decides\n      must choose a number from 1 to 2, written "
        "\"a {number}\"\n        only if it is 1 or the card is high\n"
        "        the claim of the player who decides becomes it\n",
        ["only if it is 1 or the card is high"]),
    "who begins a round": (
        "  each player in order, from (Two if One is strong otherwise One)\n" + choice("a", 4),
        ["a {number}"]),
    "a sum that was kept secret": (
        about("N", "the player's pile becomes (N plus 1)"), ["only if it is 1 or N is 2"]),
    "what a secret goes up by": (
        about("N", "the player's pile goes up by N"), ["only if it is 1 or N is 2"]),
    "a secret that is stored under a condition": (
        about("N", "if N is 2", "  the player's hand becomes high"), ["only if it is 1 or N is 2"]),
    "a secret under a condition, behind it": (
        about("N", "if N is 2", "  the player's hand becomes high", asked("b", 2)),
        ["only if it is 1 or N is 2"]),
    "a secret under a condition, where another is known": (
        about("N", "if N is 2, the player's hand becomes high", "if N is at least 1",
              asked("b", 2, "N is 3")),
        ["b {number}", "only if it is 1 or N is 3", "only if it is 1 or N is 2"]),
    "a number of which a condition tells a part": (
        about("N", "if N is at least 1", "  the player's pile becomes N", asked("b", 2, "N is 3")),
        ["only if it is 1 or N is 3", "only if it is 1 or N is 2"]),
    "a condition of the round before": (
        about("N", "repeat 2 times", "  if N is 2 or the player's claim is 0",
              asked("b", 4, "N is 2"), "    the player's hand becomes high"),
        ["b {number}", "only if it is 1 or N is 2", "only if it is 1 or N is 2"]),
    "a secret relation": (
        about("C", "the player becomes hoarding C"), ["only if it is 1 or C is low"]),
    "a secret relation that ends": (
        about("C", "the player becomes not hoarding C"), ["only if it is 1 or C is low"]),
    "what is shown before it is another": (
        about("N", "the player's claim becomes (N plus 1)", "the player's pile becomes N"),
        ["the player's claim becomes (N plus 1)", "only if it is 1 or N is 2"]),
    "who begins": (
        "  if One's hand is high, One begins\n" + choice("a") + choice("b"), ["a {number}"]),
    "who begins by what was chosen": (
        "  must choose a card, written \"keep {card}\"\n    the player's hand becomes the card\n"
        "    if the card is high, the player's next player begins\n" + choice("a"),
        ["a {number}"]),
    "who begins, of all": (
        "  for each player P, if P's hand is high, P begins\n" + choice("a"), ["a {number}"]),
    "who begins, behind a branch": (
        "  if One is strong\n    at random pick a number from 1 to 2, written \"{number}\"\n"
        "      Two begins\n" + choice("a"), ["a {number}"]),
    "any player's hand": (
        "  if some player is strong\n" + choice("a", 4, "to move"), ["a {number}"]),
    "what nobody sees": (
        "  if the buried card is high\n" + choice("a", 4), ["a {number}"]),
    "what was rolled and is seen by nobody": (
        dealt("the buried card becomes C", "must choose a number from 1 to 2", "  only if C is low",
              "  the player's claim becomes it"), ["only if C is low"]),
    "what another chose and nobody sees": (
        about("C", "C becomes out"), ["only if it is 1 or C is low"]),
}  # fmt: skip
ALLOWED = {
    "one's own hand": "  if the player is strong\n" + choice("a", 4) + choice("b"),
    "one's own hand in a round": (
        "  each player in order\n    if the player is strong\n" + choice("a", 6) + choice("b", 4)),
    "again and again by one's own hand": (
        "  as long as the player is strong\n" + choice("a", 4)
        + "  the player's next player decides\n" + choice("b", 4, "who decides")),
    "the one who decides is asked about": (
        "  the player's next player decides\n    if the player who decides is strong\n"
        + choice("a", 6, "who decides")
        + choice("b")),
    "the end": (
        choice("a") + "  if the player's next player is strong\n    the player loses\n"),
    "a roll": (
        "  if the player's next player is strong\n    at random pick a number from 1 to 2, written "
        '"roll {number}"\n      the player\'s claim becomes it\n' + choice("a")),
    "effects": (
        "  if the player's next player is strong\n    the player's claim becomes 3\n"
        + choice("a")),
    "a sum of what all see": about("N", "the player's claim becomes (N plus 1)"),
    "what was kept secret and then shown": (
        about("N", "the player's pile becomes (N plus 1)", "the player's claim becomes N")),
    "what was shown and then kept secret": (
        about("N", "the player's claim becomes N", "the player's pile becomes (N plus 1)")),
    "a condition that a secret was stored under, where it is known": (
        about("N", "if N is 2", "  the player's hand becomes high", asked("b", 2, "N is 2"))
        .rpartition("only if")[0] + "only if it is 1\n"
        "        the claim of the player who decides becomes it\n"),
    "a relation that was shown": (
        about("C", "the shown card becomes C", "the player becomes hoarding C")),
    "what nobody sees and one was dealt": (
        dealt("C becomes out", "the player's hand becomes C", "must choose a number from 1 to 2",
              "  only if C is low", "  the player's claim becomes it")),
    "what nobody sees and one chose himself": (
        "  must choose a card C, written \"bury {C}\"\n    the buried card becomes C\n"
        "    must choose a number from 1 to 2, written \"a {number}\"\n"
        "      only if it is 1 or C is low\n      the player's claim becomes it\n"),
    "a roll out of what nobody sees": (
        "  at random pick a card C that is not out, written \"{C}\"\n    C becomes out\n"
        "    the player's hand becomes C\n" + choice("b")),
    "what was kept by the one who decides": (
        "  must choose a number N from 0 to 3, written \"keep {N}\"\n"
        "    the player's pile goes up by N\n"
        "    must choose a number from 1 to 2, written \"a {number}\"\n"
        "      only if it is 1 or N is 2\n      the player's claim becomes it\n"),
    "who begins by what was shown": (
        "  the shown card becomes none\n"
        "  for each player P, if P's hand is high, the shown card becomes P's hand\n"
        "  if the shown card is high, One begins\n" + choice("a")),
    "who begins by another number": (
        "  must choose a number N from 0 to 3, written \"keep {N}\"\n"
        "    the player's hand becomes low\n    if N is 2, One begins\n" + choice("a")),
    "whose turn it is once he has decided": (
        "  must choose a number from 1 to 2, written \"a {number}\"\n"
        "    the player's claim becomes it\n    the player's next player begins\n" + choice("b")),
    "what was shown": (
        "  the player's claim becomes 0\n  if the player's next player is strong\n"
        "    the player's claim becomes 1\n  if the player's claim is 1\n" + choice("a", 4)),
}  # fmt: skip


#: What is done with a card that was rolled (and what a player chose) in secret, and the lines by
#: which all can tell it.
EXPOSED = {
    "a mark on what was dealt": (
        dealt("C becomes dealt", "the player's hand becomes C"), ["C becomes dealt"]),
    "a mark after it": (
        dealt("the player's hand becomes C", "C becomes dealt"), ["C becomes dealt"]),
    "a mark that is taken away": (
        dealt("the player becomes hoarding C", "C becomes not dealt"), ["C becomes not dealt"]),
    "a mark under the same condition": (
        dealt("if the player's claim is 3", "  the player's hand becomes C", "  C becomes dealt"),
        ["C becomes dealt"]),
    "a mark in any case": (
        dealt("if the player's claim is 3", "  the player's hand becomes C", "C becomes dealt"),
        ["C becomes dealt"]),
    "the thing itself": (
        dealt("the player's hand becomes C", "the shown card becomes C"),
        ["the shown card becomes C"]),
    "what depends on it": (
        dealt("the player's hand becomes C",
              "the player's claim goes up by (1 if C is low otherwise 2)"),
        ["the player's claim goes up by (1 if C is low otherwise 2)"]),
    "an element of a pair": (
        dealt("the player's hand becomes C", "the sum of the player with C becomes 1"),
        ["the sum of the player with C becomes 1"]),
    "what nobody should see": (
        dealt("the buried card becomes C", "C becomes dealt"), ["C becomes dealt"]),
    "a mark that nobody should see, and one that all do": (
        dealt("C becomes out", "C becomes dealt"), ["C becomes dealt"]),
    "a choice": (
        "  must choose a card C that is not dealt, written \"keep {C}\"\n"
        "    the player's hand becomes C\n    C becomes dealt\n", ["C becomes dealt"]),
    "beyond another choice": (
        "  must choose a card C, written \"keep {C}\"\n    the player's hand becomes C\n"
        "    must choose a number from 1 to 2\n      C becomes dealt\n", ["C becomes dealt"]),
    "passed on": (
        "  must choose a card C that the player is hoarding, written \"pass {C}\"\n"
        "    the player becomes not hoarding C\n    the player's next player becomes hoarding C\n"
        "    C becomes dealt\n", ["C becomes dealt"]),
}  # fmt: skip
COVERED = {
    "a mark that nobody sees": dealt("C becomes out", "the player's hand becomes C"),
    "shown first, then kept": dealt(
        "the shown card becomes C", "the player's hand becomes C", "C becomes dealt"),
    "shown in a special case": dealt(
        "the player's hand becomes C", "if the player's claim is 3, the shown card becomes C"),
    "kept in one case and shown in the other": dealt(
        "if the player's claim is 3", "  the player's hand becomes C", "otherwise",
        "  the shown card becomes C"),
    "played from a hand": (
        "  must choose a card C that the player is hoarding, written \"play {C}\"\n"
        "    the player becomes not hoarding C\n    C becomes dealt\n"
        "    the shown card becomes C\n"),
    "whose it becomes": (
        "  must choose a player P, written \"{P}\"\n    P's hand becomes high\n"
        "    P's claim goes up by 1\n"),
    "another roll": (
        dealt("the player's hand becomes C") + "  at random pick a card D, written \"show {D}\"\n"
        "    D becomes dealt\n"),
}  # fmt: skip


@pytest.mark.parametrize("case", EXPOSED)
def test_exposed(tmp_path: Path, case: str) -> None:
    turn, expected = EXPOSED[case]
    assert reported(tmp_path, turn + choice("z")) == expected


@pytest.mark.parametrize("case", COVERED)
def test_not_exposed(tmp_path: Path, case: str) -> None:
    assert reported(tmp_path, COVERED[case] + choice("z")) == []


@pytest.mark.parametrize(("place", "codes"), [("C", []), ("the Stack", [])])
def test_a_piece_is_seen_where_all_see_it(tmp_path: Path, place: str, codes: list[str]) -> None:
    """Of a table without edge a plot may be none; still, what lies there or nowhere is seen. What a
    piece has in a zone that nobody sees, nobody sees either."""
    file = tmp_path / "tiles.rules"
    file.write_text(PIECES % place, encoding="utf-8")
    assert [p.code for p in checking.check(file, plays=0) if p.code != "no-end"] == codes


#: Cards that are played from the hand and then say how many are drawn.
CARDS = """\
game Cards
players 2: One, Two
piece Card by table
  worth   number
  1       6
  2       6
zone Stack: Cards
zone Hand of a player: Cards, seen only by that player
zone Table of a player: Cards
zone Chest of a player: Cards, seen only by that player
the turn has points: 0 to 90
setup
  move all Cards to the Stack
  move (any Card in the Stack) to One's Hand
turn
  may move a Card in the player's Hand to the player's %s, written "play {its worth}", or "pass"
    the turn's points goes up by the Card's worth
    repeat (the Card's worth) times
      if there is a Card in the Stack
        at random pick a Card in the Stack, written "draw {its worth}"
          move it to the player's Hand
"""


@pytest.mark.parametrize(("zone", "codes"), [("Table", set()), ("Chest", {"secret"})])
def test_a_zone_of_a_player_is_known_behind_rolls(
    tmp_path: Path, zone: str, codes: set[str]
) -> None:
    """Where the card goes is kept until the rolls are done: it is still one that all see into."""
    file = tmp_path / "cards.rules"
    file.write_text(CARDS % zone, encoding="utf-8")
    assert {p.code for p in checking.check(file, plays=0)} - {"no-end"} == codes


#: Cards that are laid back into a stack that nobody sees, and are numbered in it.
STACKED = """game Cards
players 2: One, Two
piece Card by table
  worth   number
  1       6
  2       6
piece Counter: 1
each Card has a depth: 0 to 20
each Counter has a depth: 0 to 20
zone Stack: Cards, seen by nobody
zone Hand of a player: Cards, seen only by that player
zone Table: Counters
setup
  move all Cards to the Stack
  move the Counter to the Table
  each player in order
    repeat 2 times
      at random pick a Card in the Stack
        move it to the player's Hand
turn
  must choose a Card C in the player's Hand, written "lay back {C's worth}"
    %s's depth becomes C's worth plus 1
    move C to the Stack
"""


@pytest.mark.parametrize(("piece", "codes"), [("C", []), ("the Counter", ["secret"])])
def test_a_piece_may_have_what_is_reckoned_from_it(
    tmp_path: Path, piece: str, codes: list[str]
) -> None:
    """Who sees what it has sees the piece; what another piece has, others may see."""
    file = tmp_path / "cards.rules"
    file.write_text(STACKED % piece, encoding="utf-8")
    assert [p.code for p in checking.check(file, plays=0) if p.code != "no-end"] == codes


#: Coins whose back nobody sees until they are turned over.
COINS = """game Coins
players 2: Ann, Ben
board Row: a grid of square spots, 3 by 1
piece Coin: 3, on Row
each Coin has a face: 1 to 3
each Coin has a back: 1 to 3, seen by nobody
the turn has a moved Coin: a Coin or none
setup
  put a Coin on a1
  put a Coin on b1
turn
  must choose an empty spot S
    only if the rest can be done
    must choose a Coin C where (C's spot is not none), written "{C's spot}"
      only if C's face is at most 2
      the moved Coin becomes C
      exchange C's face and C's back
"""
AGAIN = """      must choose "on"
        only if C's face is at most 2
"""


@pytest.mark.parametrize(("more", "codes"), [("", []), (AGAIN, ["secret"])])
def test_what_comes_to_light_tells_what_is_asked_behind_it(
    tmp_path: Path, more: str, codes: list[str]
) -> None:
    """The face that is turned up is new to the choices that follow, and to no other."""
    file = tmp_path / "coins.rules"
    file.write_text(COINS + more, encoding="utf-8")
    assert [p.code for p in checking.check(file, plays=0) if p.code != "no-end"] == codes


def test_what_nobody_sees_of_a_piece_is_hidden_wherever_it_is(tmp_path: Path) -> None:
    file = tmp_path / "coins.rules"
    file.write_text(COINS, encoding="utf-8")
    coin = driver.load(file).instantiate().start().view(0)["Coin"]["Coin 1"]
    assert coin == {"at": "a1", "face": "1", "back": "hidden"}


def test_the_hint_mends_the_deck(tmp_path: Path) -> None:
    """What is advised against a mark that all see is what the checker then finds well."""
    file = tmp_path / "deck.rules"
    text = GAME + EXPOSED["a mark on what was dealt"][0] + choice("z")
    file.write_text(text, encoding="utf-8")
    (found,) = (p for p in checking.check(file, plays=0) if p.code != "no-end")
    assert "`dealt`" in found.message and "`hand`" in found.message
    assert "let `dealt` be `seen by nobody`" in str(found.hint)
    file.write_text(text.replace("can be dealt", "can be dealt, seen by nobody"), encoding="utf-8")
    assert [p for p in checking.check(file, plays=0) if p.code != "no-end"] == []


@pytest.mark.parametrize("case", REPORTED)
def test_reported(tmp_path: Path, case: str) -> None:
    turn, expected = REPORTED[case]
    assert reported(tmp_path, turn) == expected


@pytest.mark.parametrize("case", ALLOWED)
def test_not_reported(tmp_path: Path, case: str) -> None:
    assert reported(tmp_path, ALLOWED[case]) == []


@pytest.mark.parametrize("path", HIDING, ids=lambda path: path.stem)
def test_games_that_hide_something_are_clean(path: Path) -> None:
    assert checking.check(path) == []


def test_a_warning_keeps_nobody_from_playing(tmp_path: Path) -> None:
    turn, _ = REPORTED["any player's hand"]
    assert reported(tmp_path, turn)
    assert driver.load(tmp_path / "hands.rules").instantiate().start().kind == "chance"
