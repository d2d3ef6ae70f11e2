"""What holds of the states of every ruleset in random play: packed, as JSON, hashed, looked at."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.engine.machine import RunError, Vector
from rulewright.interpreter.ir import Group, Times
from rulewright.interpreter.ir.positions import position_hash
from rulewright.interpreter.state.schema import LONG, schema
from tests.played import (
    ANY_SEED,
    FILES,
    HIDING,
    SETUPS,
    USUAL,
    Setup,
    each_setup,
    few,
    inside,
    leaves,
    play,
    sample,
    states,
    texts_of,
)
from tests.texts import shipped
from tests.volume import volume


@volume("tried", USUAL, SETUPS)
def test_every_ruleset_is_played(tried: list[Setup]) -> None:
    assert {setup.path for setup in SETUPS} == set(FILES)
    assert len(FILES) >= 16
    assert len(HIDING) >= 3, "views need games in which something is hidden"
    assert {setup for setup in tried if setup.game.hidden} == set(HIDING) & set(tried)
    assert any(setup.game.program.memories for setup in tried)
    assert any(state.kind == "chance" for setup in tried for state in states(setup))


@each_setup
def test_packing_gives_every_state_back(setup: Setup) -> None:
    game = setup.game
    for state in states(setup):
        data = state.pack()
        held = sum(state.vector[memory.count.offset] for memory in game.program.memories)
        assert len(data) == game.packing.length + 8 * held
        again = game.unpack(data)
        assert again.vector == state.vector
        assert (again.hash, again.kind) == (state.hash, state.kind)


@each_setup
@settings(max_examples=15)
@given(seed=ANY_SEED)
def test_packing_holds_all_that_fits_the_types(setup: Setup, seed: int) -> None:
    """Not only what play reaches: every vector inside its types, its ends above all."""
    game, rng = setup.game, random.Random(seed)
    ends = rng.random()
    vector = []
    for made in game.program.fields:
        low, high = made.type.least, made.type.most
        if made.fixed:
            vector += made.first
            continue
        if made.group is Group.MEMORY:
            high = min(high, 40)  # positions that stand behind the fields
        vector += [
            rng.choice((low, high)) if rng.random() < ends else rng.randint(low, high)
            for _ in range(made.size)
        ]
    held = sum(vector[memory.count.offset] for memory in game.program.memories)
    vector += [rng.choice((0, rng.getrandbits(64), 2**64 - 1)) for _ in range(held)]
    data = game.packing.pack(vector)
    assert len(data) == game.packing.length + 8 * held
    assert game.packing.unpack(data) == vector


@each_setup
@settings(max_examples=15)
@given(seed=ANY_SEED)
def test_bytes_are_a_state_or_are_refused(setup: Setup, seed: int) -> None:
    """A changed byte gives another state or none; the wrong length gives none."""
    game, rng = setup.game, random.Random(seed)
    data = bytearray(rng.choice(states(setup)).pack())
    changed = bytes(data)
    for _ in range(rng.choice((1, 1, 2, len(data)))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    try:
        vector = game.packing.unpack(bytes(data))
    except RulesError:
        assert bytes(data) != changed
    else:
        assert game.packing.pack(vector) == data
    for wrong in (bytes(data[:-1]), bytes(data) + b"\0", b""):
        with pytest.raises(RulesError):
            game.unpack(wrong)


@each_setup
@volume("count", 20, 60)
def test_json_gives_every_state_back(setup: Setup, count: int) -> None:
    """Twenty states of three games are of every step of a turn. (To hold one against the schema
    takes longer than all else: eight of them are, if not slow.)"""
    game = setup.game
    validator = jsonschema.Draft202012Validator(schema(game))
    validator.check_schema(validator.schema)
    held = 8 if count < 60 else count
    for number, state in enumerate(sample(states(setup), count)):
        view = json.loads(json.dumps(state.to_json()))
        assert view == state.to_json()
        assert number >= held or next(validator.iter_errors(view), None) is None
        assert game.from_json(view).vector == state.vector


@each_setup
def test_the_schema_refuses_what_is_no_state(setup: Setup) -> None:
    """A value that is none, a part too many, a part too few."""
    game, rng = setup.game, random.Random(1)
    validator = jsonschema.Draft202012Validator(schema(game))
    for state in sample(states(setup), 8):
        for damage in (spoil_value, add_part, lose_part):
            view = state.to_json()
            damage(view, rng)
            assert not validator.is_valid(view), damage


def lists_in(part: Any) -> Iterator[tuple[str, ...]]:
    """The lists of values anywhere in a part of a schema."""
    for key, inner in part.items():
        if key == "enum":
            yield tuple(inner)
        elif isinstance(inner, dict):
            yield from lists_in(inner)


@pytest.mark.parametrize("name", ["motora", "transport"])
def test_a_schema_lists_many_values_once(name: str) -> None:
    """However many things have one of them: Transport has hundreds with one of thousands."""
    made = schema(shipped(name).instantiate())
    known = list(lists_in(made.pop("$defs")))
    assert len(known) == len(set(known)) > 0
    assert min(map(len, known)) > LONG >= max(map(len, lists_in(made)))


def spoil_value(view: dict[str, Any], rng: random.Random) -> None:
    path = rng.choice(list(leaves(view)))
    inside(view, path[:-1])[path[-1]] = rng.choice(("no such value", 5, None, []))


def add_part(view: dict[str, Any], rng: random.Random) -> None:
    inside(view, rng.choice(list(leaves(view)))[:-1])["no such part"] = "no"


def lose_part(view: dict[str, Any], rng: random.Random) -> None:
    """Lose what must be there: an attribute of a piece may be missing, so a whole group goes."""
    del view[rng.choice(list(view))]


@each_setup
def test_position_hashes_tell_positions_apart(setup: Setup) -> None:
    """Equal exactly for equal positions: the whole state but what is remembered of the past."""
    game = setup.game
    past = [made for made in game.program.fields if made.group == "memory"]
    hashes: dict[tuple[int, ...], str] = {}
    whole: dict[tuple[int, ...], str] = {}
    for state in states(setup):
        bare = list(state.vector)
        for made in past:
            bare[made.offset : made.offset + made.size] = [-9] * made.size
        assert hashes.setdefault(tuple(bare), state.position_hash) == state.position_hash
        assert whole.setdefault(tuple(state.vector), state.hash) == state.hash
    assert len(set(hashes.values())) == len(hashes)
    assert len(set(whole.values())) == len(whole)
    assert len(hashes) > 3


@volume("tried", USUAL, SETUPS)
def test_memories_tell_their_positions_apart(tried: list[Setup]) -> None:
    """What a memory records of two states is equal exactly if its declared fields are."""
    remembering = [setup for setup in tried if setup.game.program.memories]
    assert len(remembering) >= 2
    for setup in remembering:
        for number in range(len(setup.game.program.memories)):
            check_memory(setup, number)


def check_memory(setup: Setup, number: int) -> None:
    game = setup.game
    memory = game.program.memories[number]
    times = game.machine.compiled(Times(number, memory.capacity))
    seen: dict[tuple[int, ...], int] = {}
    for state in states(setup):
        bare = state.vector[: game.program.size]
        for other in game.program.memories:
            bare[other.count.offset] = 0
        assert times(game.machine.complete(bare)) == 0
        found = position_hash(bare, memory)
        bare[memory.count.offset] = 2
        assert times(game.machine.complete([*bare, found, found])) == 2
        assert times(game.machine.complete([*bare, found, found ^ 1])) == 1
        key = tuple(x for f in memory.fields for x in bare[f.offset : f.offset + f.size])
        assert seen.setdefault(key, found) == found
    assert len(set(seen.values())) == len(seen) > 1


@each_setup
@volume("count", 8, 25)
def test_looking_changes_nothing(setup: Setup, count: int) -> None:
    """A state is a value: no question about it, and no move from it, changes it."""
    for state in sample(states(setup), few(setup, count)):
        before = list(state.vector)
        options = state.options()
        answers: list[object] = [
            state.outcomes(), state.view(0), state.view(), state.to_json(), state.hash,
            state.position_hash, state.result, state.purpose, state.player,
            state.why("no such move"), state.why((texts_of(state) or [""])[-1]),
        ]
        assert len(answers) == 11
        for number in range(len(texts_of(state))):
            state.apply(number)
        assert state.vector == before
        assert state.options() == options


@each_setup
def test_declared_invariants_hold(setup: Setup) -> None:
    game = setup.game
    tests = [game.machine.compiled(guard.test) for guard in game.program.invariants]
    for state in states(setup):
        assert all(test(state.vector) for test in tests)
        assert broken_bounds(game, state.vector) == []


def broken_bounds(game: Game, vector: Vector) -> list[str]:
    """The fields with a value outside their type: the invariant of every program."""
    return [
        made.name for made in game.program.fields
        for value in vector[made.offset : made.offset + made.size]
        if not made.type.least <= value <= made.type.most
    ]


INVARIANT = """\
game Counting
players 2: One, Two
the game has a sum: 0 to 9
always the sum is at most {limit}
turn
  must choose a number from 1 to 2
    the sum goes up by it
  if the sum is at least 6
    the player wins
"""


def test_an_invariant_is_looked_at(tmp_path: Path) -> None:
    """One that holds does not disturb; the first state that breaks one stops play, by its line."""
    file = tmp_path / "counting.rules"
    file.write_text(INVARIANT.format(limit=7))
    game = driver.load(file).instantiate()
    assert len(game.program.invariants) == 1
    assert play(game.start(), random.Random(1)).whole
    file.write_text(INVARIANT.format(limit=3))
    state = driver.load(file).instantiate().start().apply("2").apply("1")
    with pytest.raises(RunError) as caught:
        state.apply("1")
    (found,) = caught.value.diagnostics
    assert found.code == "invariant" and found.span is not None and found.span.line == 4


def test_what_a_position_consists_of_is_told_once() -> None:
    """A board that has attributes is a part by both."""
    with pytest.raises(RulesError) as caught:
        driver.load(driver.find("tic-tac-toe")).instantiate().position({"zz": "1"})
    assert "its parts are: Grid, to move, from" in str(caught.value.diagnostics[0].hint)
