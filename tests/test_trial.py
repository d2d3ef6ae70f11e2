"""`validate` plays what it checks, and tells what no play could bring about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking, driver, trial
from rulewright.interpreter.diagnostics import Diagnostic
from tests.texts import FILES, head_of, is_variant

HEAD = """\
game Test
players 2 to 3: Gold, Black, Red
option size: 3 to 4, normally 3
kind suit: clubs, hearts
board Grid: a grid of square tiles, size by 3
piece Token of a player, on Grid
each player has a score: 0 to 9
each suit can be taken
"""
TURN = """\
turn
  must put a Token of the player on an empty tile
"""
END = """\
end as soon as there is no empty tile
  the game is drawn
"""
NEVER = "end after the turn if Gold's score is 9\n  Gold wins\n"
Found = Callable[..., list[Diagnostic]]


@pytest.fixture
def found(tmp_path: Path) -> Found:
    """What `validate` finds in a text."""

    def check(text: str, plays: int | None = None) -> list[Diagnostic]:
        path = tmp_path / "test.rules"
        path.write_text(HEAD + text, encoding="utf-8")
        return checking.check(path, plays)

    return check


def told(found: list[Diagnostic]) -> list[tuple[str, str, str]]:
    """Severity, code and line of each finding."""
    return [(d.severity, d.code, d.span.source.line(d.span.line).strip() if d.span else "")
            for d in found]


def is_long(path: Path) -> bool:
    return sum(len(text.source.text) for text in head_of(path).chain()) > 25_000


#: Variants of the longest texts: nearly all that there is to find is found in their bases.
LONG = [path for path in FILES if is_variant(path) and is_long(path)]


@pytest.mark.parametrize("path", [
    pytest.param(path, marks=pytest.mark.slow) if path in LONG else path for path in FILES
], ids=lambda path: path.stem)
def test_no_false_alarm(run: Callable[..., Any], path: Path) -> None:
    """Of games that are known to be right nothing is told, but of one whose published lists
    contradict each other, which it acknowledges."""
    answer = run("validate", str(path), "--json")
    assert answer.code == 0
    known = {text.path.stem for text in head_of(path).chain()} & {"motators"}
    assert {d["code"] for d in answer.json["diagnostics"]} == {"contradiction" for _ in known}


@pytest.mark.parametrize("path", LONG, ids=lambda path: path.stem)
def test_a_long_variant_is_sound(path: Path) -> None:
    """Its text, and its game with the normal options; its scenarios are played. (All is validated
    if slow.)"""
    assert checking.errors(driver.read(path)) == []


# ---- what play shows ----------------------------------------------------------------------------


def test_what_breaks_in_play(found: Found) -> None:
    line = "the player's score goes up by 4"
    notes = found(f"{TURN}  {line}\n{END}")
    assert told(notes) == [("note", "bound", line)]
    assert notes[0].message.startswith("in random play with 2 players: ")


def test_nothing_is_possible(found: Found) -> None:
    notes = found(TURN + NEVER)
    assert ("note", "no-option", TURN.splitlines()[1].strip()) in told(notes)


def test_an_always_that_does_not_hold(found: Found) -> None:
    notes = found(TURN + END + "always the number of Tokens is at most 4\n")
    assert told(notes) == [("note", "invariant", "always the number of Tokens is at most 4")]


def test_two_options_with_one_text(found: Found) -> None:
    line = 'must put a Token of the player on an empty tile, written "it"'
    assert told(found(f"turn\n  {line}\n{END}")) == [("note", "same-text", line)]


def test_what_breaks_in_the_set_up(found: Found) -> None:
    """With each value of each option, even where it is not played."""
    line = "put a Token of Gold on (the tile one step towards east from c1)"
    notes = found(f"setup\n  {line}\n{TURN}{END}")
    assert told(notes) == [("note", "nothing", line)]
    assert notes[0].message.startswith("in the set-up with 2 players: ")


def test_every_value_of_an_option_is_played_when_it_is_asked_for(found: Found) -> None:
    lines = "when size is 4, the player's score goes up by 4"
    text = f"{TURN}  {lines}\n{END}"
    notes = found(text, 200)
    assert [n.message.split(": ")[0] for n in notes] == ["in random play with 2 players and size 4"]
    assert found(text, 0) == []


def test_a_seed_decides(found: Found) -> None:
    text = f"{TURN}  the player's score goes up by 4\n{END}"
    first, second = found(text), found(text)
    assert [d.render() for d in first] == [d.render() for d in second]


def test_play_ends(found: Found, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is played is counted: decisions, and the work of costly ones."""
    monkeypatch.setattr(trial, "DECISIONS", 3)
    monkeypatch.setattr(trial, "FEWER", 3)
    assert ("note", "no-option") not in [one[:2] for one in told(found(TURN + NEVER))]


def test_costly_decisions_are_few(found: Found, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{TURN}  the player's score goes up by 4\n{END}"
    monkeypatch.setattr(trial, "MOST_WORK", 0)
    monkeypatch.setattr(trial, "UNCOUNTED", 0)
    assert found(text) == []


# ---- a game that nothing ends -------------------------------------------------------------------

WITHOUT = {
    "no end": TURN,
    "a step that nobody does": f"{TURN}step finish\n  the player wins\n",
    "a condition that options settle": f"{TURN}  if size is 9, the player wins\n",
    "under `for each` of nothing": TURN + "  for each suit, it becomes taken\n",
}


@pytest.mark.parametrize("name", WITHOUT)
def test_nothing_ends_the_game(found: Found, name: str) -> None:
    codes = [one for one in told(found(WITHOUT[name])) if one[1] == "no-end"]
    assert codes == [("warning", "no-end", "turn")]


def test_nothing_ends_it_with_some_options(found: Found) -> None:
    warnings = found(TURN + "when size is 3\n" + "".join(f"  {s}\n" for s in END.splitlines()), 0)
    assert [d.message.split(":")[0] for d in warnings] == [
        "nothing ends this game with 2 players and size 4"]


@pytest.mark.parametrize("end", [
    END,
    "end after the turn if there is no empty tile\n  rank every player by the player's score\n",
    "step finish\n  the player wins\nsetup\n  if there is no empty tile, do finish\n",
])
def test_something_ends_the_game(found: Found, end: str) -> None:
    assert [d.code for d in found(TURN + end, 0)] == []


# ---- an end at the wrong time -------------------------------------------------------------------


def test_an_end_in_the_set_up(found: Found) -> None:
    """The first piece is put before the second: so the condition holds in between."""
    text = "setup\n  put a Token of Gold on a1\n  put a Token of Black on b1\n"
    end = "end as soon as there is no Token of Black\n  Gold wins\n"
    assert told(found(text + TURN + end)) == [("warning", "ends-at-once", "Gold wins")]
    assert "no-end" not in [d.code for d in found(text + TURN + end)]


def test_an_end_that_looks_after_the_set_up(found: Found) -> None:
    text = "setup\n  put a Token of Gold on a1\n  put a Token of Black on b1\n"
    end = "end after the turn if there is no Token of Black or there is no empty tile\n"
    end += "  Gold wins\n"
    assert found(text + TURN + end, 50) == []


@pytest.mark.parametrize("condition", [
    "the player is Black", "Gold's score is 3", "hearts is taken", "size is 9",
])
def test_nothing_sets_it_off(found: Found, condition: str) -> None:
    end = f"end as soon as {condition}"
    assert told(found(f"{TURN}{END}{end}\n  Gold wins\n")) == [("warning", "never-fires", end)]


def test_something_sets_it_off_with_some_options(found: Found) -> None:
    end = "end as soon as Gold's score is 1\n  Gold wins\n"
    line = "  when size is 4, if Gold's score is 0, Gold's score goes up by 1\n"
    assert found(TURN + line + END + end) == []


# ---- conditions and options that settle nothing -------------------------------------------------


@pytest.mark.parametrize(("line", "condition"), [
    ("if Gold's score is at least 0, Gold wins", "Gold's score is at least 0"),
    ("if Gold's score is more than 9, Gold wins", "Gold's score is more than 9"),
    ("if Gold's score is more than 3 and Gold is Gold, Gold wins", "Gold is Gold"),
    ("if there is a tile, Gold wins", "there is a tile"),
    ("if the number of suits is 2, Gold wins", "the number of suits is 2"),
    ("if (Gold's score plus 1) is 0, Gold wins", "(Gold's score plus 1) is 0"),
    ("if a1's column is 1, Gold wins", "a1's column is 1"),
])
def test_a_condition_that_is_settled(found: Found, line: str, condition: str) -> None:
    warnings = found(f"{TURN}  {line}\n{END}", 0)
    assert [(d.severity, d.code, d.span and d.span.text) for d in warnings] == [
        ("warning", "settled", condition)]


@pytest.mark.parametrize("line", [
    "if Gold's score is at least 1, Gold wins",
    "if size is 4 and hearts is taken, Gold wins",
    "if the number of players is 3, Gold wins",
    "if a1 is empty, Gold wins",
    "for each player P, if P is Gold, Gold's score becomes 1",
    "Gold's score becomes (1 if the player is Gold otherwise 2)",
    "if the number of tiles is 9, Gold wins",
])
def test_a_condition_that_is_not(found: Found, line: str) -> None:
    """It differs from state to state, from thing to thing, or with the options."""
    assert found(f"{TURN}  {line}\n{END}", 0) == []


@pytest.mark.parametrize(("rows", "row"), [
    (["for 0 to 9, Gold wins", "for 12, Black wins"], "for 12, Black wins"),
    (["for 10 or 11, Gold wins", "otherwise nothing"], "for 10 or 11, Gold wins"),
    (["for 0 to 4, Gold wins", "for 5 to 9, Black wins", "otherwise", "  the game is drawn"],
     "otherwise"),
])
def test_a_row_for_no_value(found: Found, rows: list[str], row: str) -> None:
    lines = "".join(f"    {line}\n" for line in rows)
    warnings = found(f"{TURN}  depending on Gold's score\n{lines}{END}", 0)
    assert [one for one in told(warnings) if one[1] == "settled"] == [("warning", "settled", row)]


def test_a_row_that_a_condition_above_leaves_no_value(found: Found) -> None:
    lines = "  if Gold's score is 3\n    depending on Gold's score\n      for 4, Gold wins\n"
    warnings = found(f"{TURN}{lines}      otherwise nothing\n{END}", 0)
    assert told(warnings) == [("warning", "settled", "for 4, Gold wins")]


@pytest.mark.parametrize("rows", [
    "depending on Gold's score\n    for 8 to 12, Gold wins\n    otherwise nothing\n",
    "depending on Gold's score\n    for 0 to 9, Gold wins\n    otherwise nothing\n",
    "depending on the player\n    for Red, Gold wins\n    otherwise nothing\n",
    "depending on size\n    for 3, Gold's score becomes 1\n    for 4, Gold's score becomes 2\n",
    "depending on (Gold's score plus size)\n    for 13, Gold wins\n    otherwise nothing\n",
])
def test_a_row_for_some_value(found: Found, rows: str) -> None:
    """With as many players, with a value of an option, or of some of the values that it names."""
    assert "settled" not in [d.code for d in found(f"{TURN}  {rows}{END}", 0)]


def test_an_assertion_may_always_hold(found: Found) -> None:
    assert found(f"{TURN}{END}always Gold's score is at most 9\n", 0) == []


def test_an_option_of_which_nothing_speaks(found: Found) -> None:
    line = "option mood: calm, wild, normally calm"
    assert told(found(f"{line}\n{TURN}{END}", 0)) == [("warning", "unused-option", line)]
    used = f"  when mood is wild, if a1 is empty, Gold wins\n{END}"
    assert found(f"{line}\n{TURN}{used}", 0) == []


MOOD = "option mood: calm, wild, stormy, normally calm"


def test_a_value_that_changes_nothing(found: Found) -> None:
    lines = f"{TURN}  when mood is wild, if a1 is empty, Gold wins\n{END}"
    [warning] = found(f"{MOOD}\n{lines}", 0)
    assert (warning.severity, warning.code) == ("warning", "unused-option")
    assert warning.message.startswith("with `mood` set to `stormy` the game is the same as with")
    assert found(f'{MOOD}, "stormy is as calm"\n{lines}', 0) == []
    asked = f"{TURN}  when mood is not calm, if a1 is empty, Gold wins\n"
    assert found(f"{MOOD}\n{asked}  when mood is stormy, clubs becomes taken\n{END}", 0) == []


def test_values_that_change_nothing_together(found: Found) -> None:
    """Lines speak of the option, but whatever it is set to, they say the same."""
    lines = f"{TURN}  when mood is either calm, wild or stormy, if a1 is empty, Gold wins\n{END}"
    [warning] = found(f"{MOOD}\n{lines}", 0)
    assert "`wild` and `stormy`" in warning.message


@pytest.mark.parametrize("lines", [
    f"{TURN}  when size is 4\n    when mood is not calm, Gold's score becomes 1\n{END}",
    f"{TURN}  when mood is not calm and size is 4, Gold's score becomes 1\n{END}",
    f"{TURN}  when size is 4, do Late\nstep Late\n  when mood is not calm, Gold wins\n{END}",
    f"{TURN}  when the number of players is 3 and mood is not calm, Gold's score becomes 1\n{END}",
    f"{TURN}{END}when mood is not calm\n  look\n    Gold \"x\"\n",
])
def test_a_value_that_changes_something_beside_another(found: Found, lines: str) -> None:
    """With another value, with more players, on the screen."""
    calm_or_not = "option mood: calm, wild, normally calm"
    assert [d.message for d in found(f"{calm_or_not}\n{lines}", 0)
            if d.code == "unused-option"] == []


def test_too_large_with_which_options(tmp_path: Path) -> None:
    """A finding about sizes says for which options and number of players it is so."""
    path = tmp_path / "test.rules"
    path.write_text("\n".join([
        "game Test", "players 2 to 3", "option size: 3 to 40, normally 3",
        "board Grid: a grid of square tiles, size by size", "piece Token of a player, on Grid",
        "turn", "  must put a Token of the player on an empty tile",
        "  if the number of tiles A where (the number of tiles B where (the number of tiles C "
        "where (A is not C and B is not A) is 3) is 3) is 3", "    the player wins", ""]), "utf-8")
    problems = [d for d in checking.check(path) if d.code == "too-large"]
    assert [d.message.endswith("; so it is with 2 players and size 40") for d in problems] == [True]
