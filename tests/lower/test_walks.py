"""What is wrong with walks, and what stops play in one: by the engine and by the definition."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver, ir
from rulewright.interpreter.diagnostics import RulesError, RunError
from rulewright.interpreter.engine import python_text
from rulewright.interpreter.oracle import values
from rulewright.interpreter.oracle.executor import Oracle

BASE = """game Strolls
players 2: Ann, Ben
board Park: a grid of square spots, 4 by 4
each spot can be wet
each player has a place: a spot or none
{walk}
turn
  must if possible choose a stroll R of a1 by 3, written "{{R}}"
    the player's place becomes R's spot
  the player wins
"""
HEAD = "walk stroll of a spot S by a number N"
STEP = "  each step goes from a spot F towards an orthogonal direction D to a spot G"


def walk(*inside: str, carried: str = "", after: str = "  ends as tired after N steps") -> str:
    lines = [HEAD, "  from S", carried, STEP, *(f"    {line}" for line in inside), after]
    return "\n".join(line for line in lines if line)


def ruleset(folder: Path, text: str) -> Path:
    path = folder / "strolls.rules"
    path.write_text(BASE.format(walk=text), encoding="utf-8")
    return path


def findings(folder: Path, text: str) -> list[tuple[str, str]]:
    """The codes of what is wrong, each with the words that are marked."""
    try:
        found = checking.check(ruleset(folder, text))
    except RulesError as error:
        found = list(error.diagnostics)
    return [(d.code, d.span.words if d.span else "") for d in found if d.severity == "error"]


def test_is_well(tmp_path: Path) -> None:
    assert findings(tmp_path, walk("only if G is not wet")) == []


@pytest.mark.parametrize(("inside", "code", "words"), [
    ("the player wins", "walk", "the player wins"),
    ("G becomes wet", "walk", "G becomes wet"),
    ("the player's place becomes G", "walk", "the player's place"),
    ("only if afterwards G is wet", "walk", "only if afterwards G is wet"),
    ("ends as lost on D if G is none", "type", "D"),
    ("bends becomes 9", "bound", "bends becomes 9"),
    ("bends becomes D", "type", "D"),
])
def test_lines_of_a_step(tmp_path: Path, inside: str, code: str, words: str) -> None:
    text = walk(inside, carried="  with bends: 0 to 2")
    assert findings(tmp_path, text) == [(code, words)]


@pytest.mark.parametrize(("text", "code"), [
    (f"{HEAD}\n{STEP}\n  ends as tired after N steps", "walk"),  # where it begins
    (f"{HEAD}\n  from S\n  ends as tired after N steps", "walk"),  # how it goes on
    (f"{HEAD}\n  from S\n{STEP}", "walk"),  # how it ends
    (walk() + "\n  from a2", "walk"),
    (walk(after="  ends as tired after 101 steps"), "range"),
    (walk(carried="  with a store: 0 to 99999, kept"), "too-large"),
    (walk(carried="  with bends: 0 to 2\n  with bends: 0 to 3"), "declared-twice"),
    (walk("only if there is no stroll of F by 1"), "recursion"),
])
def test_what_a_walk_must_have(tmp_path: Path, text: str, code: str) -> None:
    assert [found for found, _ in findings(tmp_path, text)][:1] == [code]


def test_results_are_not_kept(tmp_path: Path) -> None:
    text = walk() + "\neach player has a plan: a stroll or none"
    assert [code for code, _ in findings(tmp_path, text)] == ["noun"]


def stopped(path: Path) -> list[tuple[str, str]]:
    """What stops the first choice: by the engine, and by the definition."""
    game = driver.load(path).instantiate()
    oracle = Oracle(game.program)
    found = []
    for choose in (lambda: game.start().options(), lambda: oracle.options(oracle.start())):
        try:
            assert choose()
        except RunError as error:
            found.append((error.diagnostics[0].code, error.diagnostics[0].message))
    return found


def test_a_value_that_leaves_its_range_stops_play(tmp_path: Path) -> None:
    """A third step makes it 3."""
    text = walk("bends goes up by 1", carried="  with bends: 0 to 2")
    message = "the bends would become 3, which is outside 0 to 2"
    assert stopped(ruleset(tmp_path, text)) == [("bound", message)] * 2


def test_a_kept_value_that_leaves_its_range_stops_play(tmp_path: Path) -> None:
    text = walk("bends goes up by 3", "ends as lost on G",
                carried="  with bends: 0 to 2, kept")
    message = "the bends would become outside 0 to 2"
    assert stopped(ruleset(tmp_path, text)) == [("bound", message)] * 2


def test_up_to_stays_within_the_range(tmp_path: Path) -> None:
    text = walk("bends goes up by up to 1", carried="  with bends: 0 to 2, kept")
    state = driver.load(ruleset(tmp_path, text)).instantiate().start()
    assert {move.rsplit(maxsplit=1)[1] for move in state.options()} == {"2"}


def test_too_many_positions_stop_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a corner of 16 spots, 1 + 2 + 4 + 6 positions lie within three steps: the two spots
    beside it, the three of two steps and itself, the four of three and the two."""
    monkeypatch.setattr(python_text, "MAX_POSITIONS", 12)
    monkeypatch.setattr(values.ir, "MAX_POSITIONS", 12)
    path = ruleset(tmp_path, walk())
    assert [code for code, _ in stopped(path)] == ["search", "search"]
    for place in (python_text, values.ir):
        monkeypatch.setattr(place, "MAX_POSITIONS", 13)
    assert stopped(path) == []


def test_a_walk_from_nowhere_has_no_results(tmp_path: Path) -> None:
    path = ruleset(tmp_path, walk())
    state = driver.load(path).instantiate().start()
    assert state.evaluate("the number of strolls of (Ann's place) by 3") == 0
    # four steps north and east at most: the 4 spots of 3 steps, and the 2 beside a1
    assert state.evaluate("the number of strolls of a1 by 3") == 6
    assert ir.MAX_POSITIONS == 1_000_000


def test_a_way_that_no_line_asks_for_is_not_followed(tmp_path: Path) -> None:
    """Of a line that stands with some options only, it is asked with these."""
    text = walk("when looping is forbidden, only if G is not in the way so far")
    path = ruleset(tmp_path, f"ruling looping: allowed, forbidden\n{text}")
    ways = {}
    for value in ("allowed", "forbidden"):
        program = driver.load(path).instantiate(options={"looping": value}).program
        bodies = (function.body for function in program.functions)
        (found,) = {part for part in ir.walk(*bodies) if isinstance(part, ir.Walks)}
        ways[value] = found.way is not None
    assert ways == {"allowed": False, "forbidden": True}
