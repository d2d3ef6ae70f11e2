"""Which invariants are checked only around what has changed, and what they look at."""

from __future__ import annotations

from rulewright.interpreter import driver
from rulewright.interpreter.passes.around import Around, around
from rulewright.interpreter.passes.planning import Planner
from tests.texts import path_of


def found(name: str) -> list[Around | None]:
    program = driver.load(path_of(name)).instantiate().program
    made = Planner(program).routines.made
    return [around(made(guard.test)) for guard in program.invariants]


def test_that_tiles_fit() -> None:
    """Of all that always holds of these tiles, that they fit is said of each and its neighbours;
    numbers of tiles, and sums, are not."""
    fit, = filter(None, found("transport"))
    assert fit.places.name == "at"
    assert {made.name for made in fit.own} == {"at", "turning"}
    assert [made.name for made in fit.found] == ["turning"]
    look, = fit.looks
    assert [way.type.most for way in look.ways] == [7] and not look.value.reads


def test_what_looks_at_no_place_is_checked_as_a_whole() -> None:
    assert not any(found("motif"))
