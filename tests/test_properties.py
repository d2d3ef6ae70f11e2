"""What holds for every ruleset in random play: states, texts, views, refusals, saves, counts.

Every ruleset is played with its fewest and its most players. A few seeded games of each are
played once, and every test looks at their states; other values are drawn by hypothesis.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.engine.machine import END, Choice, Machine, RunError, Vector
from rulewright.interpreter.play import perft, record, setting, simulate
from rulewright.interpreter.program.ir import Field
from rulewright.interpreter.program.verify import verify
from rulewright.interpreter.state.json import HIDDEN
from rulewright.interpreter.state.schema import schema

ROOT = Path(rulewright.__file__).resolve().parent
FILES = sorted([*(ROOT / "rulesets").glob("*.rules"), *(ROOT / "tests/rulesets").glob("*.rules")])
GAMES = 3
NODES = 160  # of one game that is kept
ANY_SEED = st.integers(0, 2**64 - 1)


# ---- what is played -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """A ruleset with a number of players."""

    path: Path
    players: int

    def __str__(self) -> str:
        return f"{self.path.stem}-{self.players}"

    def fresh(self) -> Game:
        """Its game, made anew from the file."""
        return driver.load(self.path).instantiate(self.players)

    @property
    def game(self) -> Game:
        return game_of(self)


def setups() -> list[Setup]:
    """Every ruleset with its fewest and its most players."""
    found = []
    for path in FILES:
        ruleset = driver.Ruleset(driver.read(path, heads_only=True))
        counts = {ruleset.min_players, ruleset.max_players}
        found += [Setup(path, players) for players in sorted(counts)]
    return found


@dataclass(frozen=True)
class Line:
    """A game as it was played: each state with the number of the choice made in it."""

    states: tuple[State, ...]
    moves: tuple[int, ...]

    @property
    def whole(self) -> bool:
        return self.states[-1].kind == "end"

    def decisions(self) -> Iterator[State]:
        return (state for state in self.states if state.kind == "decision")


SETUPS = setups()
each_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


@cache
def game_of(setup: Setup) -> Game:
    return setup.fresh()


def pick(state: State, rng: random.Random) -> int:
    """The number of a random option, or of an outcome as likely as it is."""
    if state.kind == "chance":
        weights = [weight for _, weight in state.outcomes()]
        return rng.choices(range(len(weights)), weights)[0]
    return rng.randrange(len(state.options()))


def play(state: State, rng: random.Random, most: int = NODES) -> Line:
    """Play on at random to the end, or for so many nodes."""
    states, moves = [state], list[int]()
    while states[-1].kind != "end" and len(moves) < most:
        moves.append(pick(states[-1], rng))
        states.append(states[-1].apply(moves[-1]))
    return Line(tuple(states), tuple(moves))


@cache
def lines(setup: Setup) -> tuple[Line, ...]:
    """A few games of a setup, the same for all tests."""
    return tuple(
        play(setup.game.start(), random.Random(f"{setup} {number}")) for number in range(GAMES)
    )


def states(setup: Setup) -> list[State]:
    return [state for line in lines(setup) for state in line.states]


def sample(found: list[State], count: int, seed: str = "sample") -> list[State]:
    """Some of the states, the same each time."""
    return random.Random(seed).sample(found, min(count, len(found)))


def few(setup: Setup, count: int) -> int:
    """So many, or a fifth of it for a game whose every option is tried out before it is offered."""
    tried = any(a.after for node in setup.game.program.nodes for a in node.alternatives)
    return max(2, count // 5) if tried else count


def texts_of(state: State) -> list[str]:
    """The texts of a state's options or outcomes."""
    return state.options() or [text for text, _ in state.outcomes()]


def test_every_ruleset_is_played() -> None:
    assert {setup.path for setup in SETUPS} == set(FILES)
    assert len(FILES) >= 16
    assert len(HIDING) >= 3, "views need games in which something is hidden"
    assert {setup for setup in SETUPS if setup.game.hidden} == set(HIDING)
    assert any(setup.game.program.memories for setup in SETUPS)
    assert any(state.kind == "chance" for setup in SETUPS for state in states(setup))


# ---- states -------------------------------------------------------------------------------------


@each_setup
def test_packing_gives_every_state_back(setup: Setup) -> None:
    game = setup.game
    first = game.start().pack()
    for state in states(setup):
        data = state.pack()
        assert len(data) == len(first) == game.packing.length
        again = game.unpack(data)
        assert again.vector == state.vector
        assert (again.hash, again.kind) == (state.hash, state.kind)


@each_setup
@settings(derandomize=True, deadline=None, max_examples=15,
          suppress_health_check=[HealthCheck.too_slow])
@given(seed=ANY_SEED)
def test_packing_holds_all_that_fits_the_types(setup: Setup, seed: int) -> None:
    """Not only what play reaches: every vector inside its types, its ends above all."""
    game, rng = setup.game, random.Random(seed)
    ends = rng.random()
    vector = []
    for made in game.program.fields:
        low, high = made.type.least, made.type.most
        vector += [
            rng.choice((low, high)) if rng.random() < ends else rng.randint(low, high)
            for _ in range(made.size)
        ]
    data = game.packing.pack(vector)
    assert len(data) == game.packing.length
    assert game.packing.unpack(data) == vector


@each_setup
@settings(derandomize=True, deadline=None, max_examples=15,
          suppress_health_check=[HealthCheck.too_slow])
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
def test_json_gives_every_state_back(setup: Setup) -> None:
    game = setup.game
    validator = jsonschema.Draft202012Validator(schema(game))
    validator.check_schema(validator.schema)
    for state in sample(states(setup), 60):
        view = json.loads(json.dumps(state.to_json()))
        assert view == state.to_json()
        assert next(validator.iter_errors(view), None) is None
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


def leaves(view: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of the texts of a view."""
    if isinstance(view, dict):
        for key, part in view.items():
            yield from leaves(part, (*path, key))
    elif isinstance(view, str):
        yield path


def inside(view: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        view = view[key]
    return view


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


def test_memories_tell_their_positions_apart() -> None:
    """What a memory records of two states is equal exactly if its declared fields are."""
    remembering = [setup for setup in SETUPS if setup.game.program.memories]
    assert len(remembering) >= 2
    for setup in remembering:
        for number in range(len(setup.game.program.memories)):
            check_memory(setup, number)


def check_memory(setup: Setup, number: int) -> None:
    game = setup.game
    memory = game.program.memories[number]
    fields = [game.program.fields[f] for f in memory.fields]
    ring = game.program.fields[memory.ring].offset
    forget = function(game, f"forget{number}")
    note, times = function(game, f"record{number}"), function(game, f"times{number}")
    seen: dict[tuple[int, ...], int] = {}
    for state in states(setup):
        vector = list(state.vector)
        forget(vector)
        assert times(vector) == 0 and not any(vector[ring : ring + memory.capacity])
        assert not note(vector) and times(vector) == 1
        key = tuple(x for f in fields for x in vector[f.offset : f.offset + f.size])
        assert seen.setdefault(key, vector[ring]) == vector[ring]
    assert len(set(seen.values())) == len(seen) > 1


def function(game: Game, name: str) -> Callable[[Vector], Any]:
    """A function of the emitted program."""
    found = game.machine.names[name]
    assert callable(found)
    return found


@each_setup
def test_looking_changes_nothing(setup: Setup) -> None:
    """A state is a value: no question about it, and no move from it, changes it."""
    for state in sample(states(setup), few(setup, 25)):
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


# ---- options ------------------------------------------------------------------------------------


@each_setup
def test_there_is_no_dead_end(setup: Setup) -> None:
    """A decision has an option, a roll has an outcome, an end has neither."""
    for state in states(setup):
        kinds = (bool(state.options()), bool(state.outcomes()), state.result is not None)
        assert kinds == tuple(state.kind == kind for kind in ("decision", "chance", "end"))
        assert all(weight > 0 for _, weight in state.outcomes())
        assert (state.player in range(setup.players)) is (state.kind == "decision")
        assert bool(state.purpose) is (state.kind != "end")


@each_setup
def test_every_text_is_unique_and_can_be_typed(setup: Setup) -> None:
    for state in states(setup):
        texts = texts_of(state)
        assert len(set(texts)) == len(texts)
        assert all(text == " ".join(text.split()) != "" for text in texts)
    rng = random.Random(9)
    for state in sample(states(setup), few(setup, 50)):
        texts = texts_of(state)
        for number in rng.sample(range(len(texts)), min(10, len(texts))):
            assert state.apply(texts[number]) == state.apply(number)
        for text in texts[:1]:
            assert state.apply(f"  {text.replace(' ', '   ')} ") == state.apply(0)


@each_setup
def test_options_stand_in_canonical_order(setup: Setup) -> None:
    """In the order of the text, then of what is chosen; nothing twice."""
    machine = setup.game.machine
    for state in states(setup):
        choices = machine.choices(state.vector)
        assert choices == sorted(set(choices))


@each_setup
def test_equal_states_have_equal_options(setup: Setup) -> None:
    """Whichever object is asked, of whichever game object, in whatever order."""
    game, other = setup.game, setup.fresh()
    assert other is not game and other.program is not game.program
    found = sample(states(setup), 40)
    shuffled = random.Random(2).sample(found, len(found))
    asked = {id(state): (texts_of(state), state.player, state.purpose) for state in found}
    for state in shuffled:
        for equal in (
            game.state(state.vector), game.unpack(state.pack()), other.unpack(state.pack()),
            game.from_json(state.to_json()),
        ):
            assert (texts_of(equal), equal.player, equal.purpose) == asked[id(state)]
            assert equal.outcomes() == state.outcomes()


@each_setup
def test_a_traced_machine_plays_the_same(setup: Setup) -> None:
    """Counting the rules that fire changes nothing in the game."""
    traced = Machine(setup.game.program, traced=True)
    for line in lines(setup)[:2]:
        vector = traced.start()
        for state, move in zip(line.states, line.moves, strict=False):
            choices = traced.choices(vector)
            assert (vector, choices) == (state.vector, setup.game.machine.choices(state.vector))
            traced.apply(vector, choices[move])
        assert vector == line.states[-1].vector


# ---- refusals -----------------------------------------------------------------------------------

#: How a refusal without a rule's id says what can be done instead.
HELPFUL = (
    "is no move here; what can be done is: ", "is no move here; chance decides, and it picks: ",
    "is only the beginning of a move: ",
    "is refused because this is not so: ", "is refused because none of these is so: ",
    "is offered only beside another option",
    "after `", "the game is over",
)


def judge(state: State, text: str) -> bool:
    """Ask why about a text; whether it is legal, after all that must be so of the answer."""
    verdict = state.why(text)
    normal = " ".join(text.split())
    assert verdict.legal is (normal in texts_of(state))
    if verdict.legal:
        assert verdict.rules == [] and "is an option here" in verdict.message
        return True
    assert verdict.rules or any(said in verdict.message for said in HELPFUL), verdict
    assert verdict.message
    assert len(set(verdict.rules)) == len(verdict.rules)
    assert (verdict.file is None) is (verdict.line is None)
    with pytest.raises(RulesError) as caught:
        state.apply(text)
    assert [problem.code for problem in caught.value.diagnostics] == ["illegal-move"]
    assert caught.value.diagnostics[0].message.startswith(verdict.message)
    return False


@each_setup
def test_why_calls_every_option_legal(setup: Setup) -> None:
    for state in sample(states(setup), 40):
        texts = texts_of(state)
        for text in random.Random(3).sample(texts, min(15, len(texts))):
            assert judge(state, text)


@each_setup
def test_why_refuses_the_options_of_other_states(setup: Setup) -> None:
    """Texts that are moves at another time: refused here by name, unless they are options too."""
    found = states(setup)
    known = sorted({text for state in found for text in texts_of(state)})
    rng = random.Random(4)
    answers = {
        judge(state, text)
        for state in sample(found, 12) for text in rng.sample(known, min(10, len(known)))
    }
    assert False in answers


@each_setup
@settings(derandomize=True, deadline=None, max_examples=30,
          suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_why_answers_whatever_is_typed(setup: Setup, data: st.DataObject) -> None:
    """Any text at all, and moves with something wrong: cut, doubled, letters changed."""
    found = states(setup)
    state = found[data.draw(st.integers(0, len(found) - 1))]
    texts = texts_of(state) or ["a1"]
    move = texts[data.draw(st.integers(0, len(texts) - 1))]
    at = data.draw(st.integers(0, len(move)))
    text = data.draw(st.one_of(
        st.text(max_size=30),
        st.sampled_from([move[:at], move[at:], move + move, move[:at] + "x" + move[at:],
                         move.upper(), move[::-1], move + " ", move.replace("1", "2")]),
    ))
    judge(state, text)


@each_setup
def test_at_the_end_nothing_is_legal(setup: Setup) -> None:
    ends = [line.states[-1] for line in lines(setup) if line.whole]
    for end in ends or [finished(setup)]:
        assert texts_of(end) == [] and end.player is None
        assert "the game is over" in end.why("a1").message
        assert not judge(end, "a1")
        with pytest.raises(RulesError):
            end.apply(0)


def finished(setup: Setup) -> State:
    """The end of a game that takes longer than those that are kept."""
    line = play(setup.game.start(), random.Random(5), most=20_000)
    assert line.whole, "twenty thousand nodes, and still no end"
    return line.states[-1]


# ---- whole games --------------------------------------------------------------------------------


@each_setup
def test_a_game_ends_or_is_stopped(setup: Setup) -> None:
    """By a rule, by a full memory or by the cap; and an end has a sound result."""
    made = setting.make(str(setup.path), setup.players, {})
    seats = ("random",) * setup.players
    for cap in (3, 400):
        job = simulate.Job(made, seats, seed=11, max_turns=cap, max_decisions=4000)
        for index in range(GAMES):
            row = simulate.play(job, index)
            assert row.turns <= cap + 1
            if row.truncated is not None:
                assert (row.winners, row.draw, row.payoffs) == ((), False, ())
            else:
                assert len(row.payoffs) == setup.players
                assert row.draw is (row.winners == ())
    ends = [line.states[-1] for line in lines(setup) if line.whole]
    for end in ends:
        result = end.result
        assert result is not None
        assert len(result.payoffs) == len(result.ranks) == setup.players
        if result.truncated:
            assert (set(result.ranks), result.winners, result.draw) == ({0}, [], False)
            continue
        assert min(result.ranks) == 1 and max(result.ranks) <= setup.players
        assert result.draw is (set(result.ranks) == {1})
        first = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
        assert result.winners == ([] if result.draw else first)


@each_setup
def test_one_seed_is_one_game(setup: Setup, tmp_path: Path) -> None:
    """Records of the same game are the same bytes, whatever was played before; and they replay."""
    made = setting.make(str(setup.path), setup.players, {})
    texts: dict[int, set[bytes]] = defaultdict(set)
    for turn, order in enumerate(((0, 1), (1, 0), (1,))):
        folder = tmp_path / str(turn)
        folder.mkdir()
        job = simulate.Job(made, ("random",) * setup.players, seed=5, max_turns=30,
                           max_decisions=150, records=folder)
        for index in order:
            simulate.play(job, index)
            texts[index].add(simulate.record_path(folder, index).read_bytes())
    assert [len(found) for found in texts.values()] == [1, 1]
    found = record.read(simulate.record_path(tmp_path / "0", 0))
    final = record.replay(found, found.open())
    assert found.end is not None
    assert (final.decisions, final.hash) == (found.end["decisions"], found.end["state"])
    assert len(found.entries) >= final.decisions > 0


@each_setup
def test_seeds_make_different_games(setup: Setup, tmp_path: Path) -> None:
    """Twelve seeds do not all begin alike."""
    made = setting.make(str(setup.path), setup.players, {})
    played = set()
    for seed in range(12):
        job = simulate.Job(made, ("random",) * setup.players, seed, max_turns=3, records=tmp_path)
        simulate.play(job, 0)
        found = record.read(simulate.record_path(tmp_path, 0))
        played.add(tuple(entry.text for entry in found.entries))
    assert len(played) > 1


@each_setup
def test_a_saved_game_goes_on_as_it_would_have(setup: Setup) -> None:
    """Packed in the middle, or told as JSON, taken up by another game object, and played on."""
    other = setup.fresh()
    rng = random.Random(6)
    for line in lines(setup):
        middle = rng.randrange(len(line.states))
        saved = line.states[middle]
        for state in (other.unpack(saved.pack()), other.from_json(saved.to_json())):
            last = saved
            for expected, move in zip(
                line.states[middle : middle + few(setup, 100)], line.moves[middle:], strict=False
            ):
                assert state.vector == expected.vector
                state, last = state.apply(texts_of(expected)[move]), expected.apply(move)
            assert state.pack() == last.pack()
            assert state.turns == last.turns - saved.turns
            assert state.result == last.result


# ---- what players know --------------------------------------------------------------------------

def may_hide(setup: Setup) -> bool:
    """Whether its text, or a text it builds on, speaks of what only one player sees."""
    texts = driver.read(setup.path, heads_only=True).chain()
    return any("seen only by" in text.source.text for text in texts)


HIDING = [setup for setup in SETUPS if may_hide(setup)]
each_hiding = pytest.mark.parametrize("setup", HIDING, ids=str)


def secrets(game: Game, seat: int | None) -> list[tuple[Field, int, tuple[str, ...]]]:
    """What a seat must not see: the elements of others, each with its path in the view."""
    return [
        (made, index, path) for made, index, path in game.codec.places()
        if made.seen_only and index // (made.size // made.dims[0].size) != seat
    ]


def shuffled(game: Game, vector: Vector, seat: int | None, rng: random.Random) -> Vector:
    """The vector with what the seat does not see exchanged among the others.

    With one other player there is nothing to exchange with, so each secret is also replaced, by
    another value of its type; one that is there stays there, and nothing stays nothing.
    """
    changed = list(vector)
    groups: dict[Any, list[int]] = defaultdict(list)
    for made, index, _ in secrets(game, seat):
        groups[made.type].append(made.offset + index)
    for kind, places in groups.items():
        values = [vector[place] for place in places]
        rng.shuffle(values)
        for place, value in zip(places, values, strict=True):
            there = value >= 0 and rng.random() < 0.7
            changed[place] = rng.randint(max(0, kind.least), kind.most) if there else value
    return changed


@each_hiding
def test_views_hide_what_others_alone_see(setup: Setup) -> None:
    game = setup.game
    for state in states(setup):
        for seat in (None, *range(setup.players)):
            view = state.view(seat)
            hidden = {path for _, _, path in secrets(game, seat)}
            assert hidden
            for path in hidden:
                assert inside(view, path) == HIDDEN
            shown = {path for path in leaves(view) if inside(view, path) == HIDDEN}
            assert shown == hidden, "nothing else is hidden"
            with pytest.raises(RulesError):
                game.from_json(view)


@each_setup
def test_views_show_what_is_public(setup: Setup) -> None:
    """A view is the whole state but secrets, memories, choices in progress and the machinery."""
    for state in sample(states(setup), 25):
        whole = state.to_json()
        for seat in (None, *range(setup.players)):
            view = state.view(seat)
            for path in leaves(view):
                assert inside(view, path) in (inside(whole, path), HIDDEN)
            assert set(whole) - set(view) <= {"memory", "in progress", "waiting"}


@each_hiding
def test_secrets_change_neither_view_nor_options(setup: Setup) -> None:
    """Who cannot see something sees the same, can do the same and is told the same of the rest."""
    game, rng = setup.game, random.Random(7)
    known = sorted({text for state in states(setup) for text in texts_of(state)})
    changes = 0
    for state in (state for line in lines(setup) for state in line.decisions()):
        seat = state.player
        assert seat is not None
        for _ in range(12):
            other = game.state(shuffled(game, state.vector, seat, rng))
            changes += other.vector != state.vector
            assert other.view(seat) == state.view(seat)
            assert (other.options(), other.purpose) == (state.options(), state.purpose)
            assert other.player == seat
            for text in (rng.choice(known), "no such move"):
                assert other.why(text) == state.why(text)
            anybody = game.state(shuffled(game, state.vector, None, rng))
            assert anybody.view() == state.view()
    assert changes > 5


LEAK = """\
game Leak
players 2: One, Two
each player has a number drawn: 0 to 3, seen only by that player
setup
  each player in order
    at random pick a number from 1 to 3
      the player's number drawn becomes it
turn
  must choose a number from 1 to 3
    only if it is not the number drawn of (the player's opponent)
    the player wins
"""


def test_a_leak_is_found(tmp_path: Path) -> None:
    """The test above can fail: options that look at another's secret change with it."""
    file = tmp_path / "leak.rules"
    file.write_text(LEAK)
    game = driver.load(file).instantiate()
    rng = random.Random(8)
    state = next(play(game.start(), rng).decisions())
    options = {
        tuple(game.state(shuffled(game, state.vector, state.player, rng)).options())
        for _ in range(30)
    }
    assert len(options) > 1


# ---- counts -------------------------------------------------------------------------------------

MOST_COUNTED = 600


def count_states(state: State, depth: int) -> Iterator[tuple[int, bool]]:
    """Sequences below a state by States and texts: the depth of each, whether the game ends."""
    for text in texts_of(state):
        after = state.apply(text)
        yield 1, after.kind == "end"
        if depth > 1:
            for below, ended in count_states(after, depth - 1):
                yield below + 1, ended


def count_vectors(
    machine: Machine, vector: Vector, depth: int, counts: perft.Counts, reached: int = 0
) -> None:
    """The same by one vector that is changed in place and gets its content back."""
    choices: list[Choice] = list(machine.choices(vector))
    before = machine.copy(vector)
    for choice in choices:
        machine.apply(vector, choice)
        counts.counts[reached] += 1
        counts.ended[reached] += machine.kind(vector) == END
        if reached + 1 < depth:
            count_vectors(machine, vector, depth, counts, reached + 1)
        vector[:] = before


def counted(game: Game, state: State, most: int) -> perft.Counts:
    """Counts as deep as sequences are few enough to be walked one by one."""
    found = perft.perft(game, 1, state=state)
    for depth in range(2, 6):
        before = ([1, *found.counts])[-2]
        if not found.counts[-1] or found.counts[-1] * (found.counts[-1] / before + 1) > most:
            break
        found = perft.perft(game, depth, state=state)
    return found


def roots(setup: Setup) -> list[State]:
    """Where trees are counted: the start, the middle of a game, shortly before an end."""
    line = min(lines(setup), key=lambda line: not line.whole)
    live = [state for state in line.states if state.kind != "end"]
    return [setup.game.start(), live[len(live) // 2], live[max(0, len(live) - 4)]]


@each_setup
def test_counts_do_not_depend_on_how_the_tree_is_walked(setup: Setup) -> None:
    """Layers of merged vectors, one State after the other, one vector changed in place."""
    game = setup.game
    for state in roots(setup):
        found = counted(game, state, few(setup, MOST_COUNTED))
        depth = len(found.counts)
        one_by_one = list(count_states(state, depth))
        levels = range(1, depth + 1)
        assert [sum(d == at for d, _ in one_by_one) for at in levels] == found.counts
        assert [sum(d == at and end for d, end in one_by_one) for at in levels] == found.ended
        in_place = perft.Counts("decision", [0] * depth, [0] * depth)
        count_vectors(game.machine, list(state.vector), depth, in_place)
        assert (in_place.counts, in_place.ended) == (found.counts, found.ended)
        positions = perft.perft(game, depth, unit="position", state=state)
        assert (positions.counts, positions.ended) == (found.counts, found.ended)
        split = perft.perft(game, depth, divide=True, state=state).divide
        assert sum(split.values()) == found.counts[-1]
        assert list(split) == texts_of(state)


def count_turn(state: State, most: int) -> int | None:
    """How many sequences of texts end one turn more; None if there are too many states inside."""
    found = expanded = 0
    waiting: dict[bytes, int] = {state.pack(): 1}
    while waiting:
        following: dict[bytes, int] = defaultdict(int)
        for data, number in waiting.items():
            here = state.game.unpack(data)
            expanded += len(texts_of(here))
            if expanded > most:
                return None
            for text in texts_of(here):
                after = here.apply(text)
                if after.kind == "end" or after.turns:
                    found += number
                else:
                    following[after.pack()] += number
        waiting = following
    return found


#: Four dice may be rolled again from wherever a turn stands: no turn is short.
LONG_TURNS = {"cant-stop"}


@each_setup
def test_counts_of_turns_are_those_of_the_states(setup: Setup) -> None:
    """One whole turn, from where it is short enough to be walked by States."""
    found = [(state, count_turn(state, few(setup, 3000))) for state in roots(setup)]
    short = any(number is not None for _, number in found)
    assert short != (setup.path.stem in LONG_TURNS), "no turn was short enough"
    for state, number in found:
        if number is not None:
            assert perft.perft(setup.game, 1, unit="turn", state=state).counts == [number]


# ---- options of rulesets ------------------------------------------------------------------------

WITH_OPTIONS = [path for path in FILES if driver.Ruleset(driver.read(path, True)).options]


def chosen_options(data: st.DataObject, ruleset: driver.Ruleset) -> dict[str, str]:
    """Values for a few options, drawn from what is declared."""
    options = {}
    for option in data.draw(st.lists(st.sampled_from(ruleset.options), unique_by=id, max_size=6)):
        values = list(option.words)
        if option.low is not None and option.high is not None:
            values += [str(n) for n in range(option.low, min(option.high, option.low + 8) + 1)]
        options[option.key] = data.draw(st.sampled_from(values))
    return options


def check_options(path: Path, data: st.DataObject) -> None:
    """Any options together make a sound program whose games keep their states."""
    ruleset = driver.load(path)
    options = chosen_options(data, ruleset)
    players = data.draw(st.integers(ruleset.min_players, ruleset.max_players))
    game = Game(ruleset, players, options)
    assert [problem.render() for problem in verify(game.program)] == []
    assert {key: game.options[key] for key in options} == options
    rng = random.Random(data.draw(ANY_SEED))
    try:
        line = play(game.start(), rng, most=60)
    except RunError as error:
        codes = {problem.code for problem in error.diagnostics}
        raise AssertionError(f"play stopped: {codes} {error}") from None
    validator = jsonschema.Draft202012Validator(schema(game))
    for state in sample(list(line.states), 6):
        assert game.unpack(state.pack()).vector == state.vector
        assert game.from_json(state.to_json()).vector == state.vector
        assert validator.is_valid(state.to_json())
        assert len(set(texts_of(state))) == len(texts_of(state))


@pytest.mark.parametrize("path", WITH_OPTIONS, ids=lambda path: path.stem)
@settings(derandomize=True, deadline=None, max_examples=8,
          suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_options_may_be_combined(path: Path, data: st.DataObject) -> None:
    check_options(path, data)


@pytest.mark.slow
@pytest.mark.parametrize("path", WITH_OPTIONS, ids=lambda path: path.stem)
@settings(derandomize=True, deadline=None, max_examples=250,
          suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_many_options_may_be_combined(path: Path, data: st.DataObject) -> None:
    check_options(path, data)
