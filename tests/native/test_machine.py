"""The native machine in step with the reference engine: every ruleset, and errors met in play."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import RunError
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.native import build
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.native.nodes import is_doubtful
from rulewright.interpreter.play.forward import Forward, NativeForward
from rulewright.interpreter.play.perft import perft
from rulewright.interpreter.state.rng import Rng, stream
from tests.native.rows import the_same_games
from tests.played import MOST, Setup, each_of, each_setup, lines
from tests.programs import (
    at_start,
    demanding,
    small,
    store,
    with_block,
    with_node,
)
from tests.texts import loaded, path_of
from tests.volume import volume

NATIVE = [*MOST.values()]
#: Libraries that are only tested are built in the least time; those that people play by, like this.
QUICK, (BEST, _) = "-O0", build.LEVELS
each_native = each_of(NATIVE)
#: Games of Transport take the reference engine longest; it is led in step, and its tree counted.
each_quick = each_of(NATIVE, "transport")


@cache
def native(setup: Setup) -> NativeMachine:
    return NativeMachine(setup.game.program, QUICK)


@each_setup
def test_every_ruleset_has_a_native_form(setup: Setup) -> None:
    machine = setup.game.machine
    assert native(setup).start() == machine.plain(machine.start())


@each_native
def test_in_step(setup: Setup) -> None:
    """Along random games: states, options in order and words, who decides, chance, turns."""
    machine, made = setup.game.machine, native(setup)
    for line in lines(setup):
        vector = made.start()
        for number, state in enumerate(line.states):
            plain = machine.plain(state.vector)
            assert vector == plain
            options = machine.choices(state.vector)
            assert made.choices(plain) == options
            assert made.kind(plain) == machine.kind(state.vector)
            if not options:
                assert made.result(plain) == state.result
                break
            assert made.player(plain) == machine.player(state.vector)
            assert [made.prospect(plain, seat) for seat in range(setup.players)] == [
                machine.prospect(state.vector, seat) for seat in range(setup.players)]
            if made.kind(plain) == ir.CHANCE:
                assert made.weights(plain) == machine.weights(state.vector)
            few = random.Random(number).sample(options, min(len(options), 3))
            assert made.texts(plain, few) == machine.texts(state.vector, few)
            if number < len(line.moves):
                after = machine.copy(state.vector)
                turns = machine.apply(after, options[line.moves[number]])
                assert made.apply(vector, options[line.moves[number]]) == turns


@each_quick
@volume("games", 3, 200)
def test_the_same_games(setup: Setup, games: int) -> None:
    """Games by their indices are those that simulation plays, with what is counted of them."""
    the_same_games(setup.setting, native(setup), games, 60)


@pytest.mark.parametrize("setup", [
    pytest.param(setup, marks=() if setup.path.stem in ("backgammon", "kuhn", "motif-4x4")
                 else pytest.mark.slow) for setup in NATIVE], ids=str)
def test_the_same_games_by_optimised_libraries(setup: Setup) -> None:
    """As by those that the other tests build: two boards, and a game of cards and stakes."""
    the_same_games(setup.setting, NativeMachine(setup.game.program, BEST), 20, 60)


@each_native
@volume("most", 300, 20_000)
def test_the_same_tree(setup: Setup, most: int) -> None:
    """Counts of the tree as deep as it has at most so many sequences."""
    game, made = setup.game, native(setup)
    depth, counted = 0, perft(game, 1)
    while not depth or (counted.counts[-1] <= most and depth < 6 and counted.counts[-1]):
        depth += 1
        counted = perft(game, depth)
        if counted.counts[-1] > 20 * most:
            break
    start = made.start()
    assert [*made.tree(start, depth)] == [*zip(counted.counts, counted.ended, strict=True)]
    assert [count for count, _ in made.tree(start, depth, ended=False)] == counted.counts


@each_quick
@volume("count", 2, 30)
def test_the_same_playouts(setup: Setup, count: int) -> None:
    """Games that are played on from a state: the same payoffs, by the same draws."""
    game, made = setup.game, native(setup)
    models = Forward(game), NativeForward(game, made)
    for line in lines(setup)[:1]:
        for state in (line.states[0], line.states[len(line.states) // 2]):
            rngs = Rng(4), Rng(4)
            expected, found = (
                list(model.playouts(model.taken(state.vector), rng, count))
                for model, rng in zip(models, rngs, strict=True))
            assert found == expected
            assert rngs[0].state == rngs[1].state


# ---- errors of the rules -----------------------------------------------------------------------

BASE = small()
MARKS, SCORE, COUNT, CHOSEN = BASE.fields[4:8]
(CELL,) = BASE.blocks[2].params
ERRORS = {
    "bound": at_start(BASE, store(SCORE, ir.op("+", ir.load(SCORE, ir.FALSE), ir.Const(10)),
                                  ir.FALSE)),
    "nothing": at_start(BASE, store(SCORE, ir.FALSE, ir.load(CHOSEN))),
    "no-option": demanding(BASE, ir.FALSE),
    "endless": with_node(demanding(BASE, ir.FALSE), 0, empty=1),
    "invariant": replace(BASE, invariants=[ir.Guard(
        ir.op("==", ir.load(SCORE, ir.TRUE), ir.TRUE), BASE.nodes[0].span, ("R-1",), "it is one")]),
}


@pytest.mark.parametrize("code", ERRORS)
def test_the_same_errors(code: str) -> None:
    program = ERRORS[code]
    with pytest.raises(RunError) as expected:
        Machine(program).start()
    assert expected.value.diagnostics[0].code == code
    made = NativeMachine(program, QUICK)
    with pytest.raises(RunError) as caught:
        made.start()
    assert caught.value.diagnostics == expected.value.diagnostics
    with pytest.raises(RunError) as caught:
        list(made.games(1, 0, 3, [0, 0], 100, 100, 100))
    assert caught.value.diagnostics == expected.value.diagnostics


def first_that_breaks(machine: Machine, seed: int) -> int:
    """The index of the first game of a series of random games in which the rules break down."""
    for index in range(1000):
        seats = [stream(seed, index, f"seat {seat + 1}") for seat in range(2)]
        vector = machine.start()
        try:
            while options := machine.choices(vector):
                seat = machine.player(vector)
                machine.apply(vector, options[seats[seat].below(len(options))])
        except RunError:
            return index
    raise AssertionError("none breaks")


def test_an_error_in_a_later_game() -> None:
    """Games in front of one that breaks down are handed out; those behind it are not."""
    first, *others = BASE.blocks[2].effects
    early = ir.op("and", ir.op("==", CELL, ir.Const(4)),
                  *(ir.op("==", ir.load(MARKS, ir.Const(cell)), ir.NONE) for cell in (0, 1, 2, 3)))
    program = with_block(BASE, 2, effects=[
        store(SCORE, ir.op("*", ir.Const(10), early), ir.FALSE), first, *others])
    machine, made = Machine(program), NativeMachine(program, QUICK)
    counts = set()
    for seed in range(5):
        games = made.games(seed, 0, 1000, [0, 0], 100, 100, 100)
        played = 0
        with pytest.raises(RunError) as caught:
            for _ in games:
                played += 1
        assert caught.value.diagnostics[0].code == "bound"
        assert played == first_that_breaks(machine, seed)
        counts.add(played)
    assert len(counts) > 1


def test_an_invariant_that_breaks_late() -> None:
    """Invariants are checked again where something they look at was stored: one that breaks in the
    middle of a game stops it there, beside one about what is never changed."""
    def marked(cell: int) -> ir.E:
        return ir.op("!=", ir.load(MARKS, ir.Const(cell)), ir.NONE)

    late = ir.op("not", ir.op("and", marked(1), marked(4)))
    span = BASE.nodes[0].span
    program = replace(BASE, invariants=[
        ir.Guard(ir.op("==", ir.load(COUNT), ir.load(COUNT)), span, ("R-1",), "it is"),
        ir.Guard(late, span, ("R-2",), "not both")])
    machine, made = Machine(program), NativeMachine(program, QUICK)
    counts = set()
    for seed in range(8):
        played = 0
        with pytest.raises(RunError) as caught:
            for _ in made.games(seed, 0, 1000, [0, 0], 100, 100, 100):
                played += 1
        assert caught.value.diagnostics[0].code == "invariant"
        assert played == first_that_breaks(machine, seed)
        counts.add(played)
    assert len(counts) > 1


def test_outcomes_that_surely_have_a_weight() -> None:
    """How many tiles are like the one that is drawn is at least one; of imprints none may be left.
    """
    program = loaded(path_of("transport")).instantiate().program
    chances = [node for node in program.nodes if node.chance]
    doubted = [is_doubtful(node) for node in chances]
    assert doubted.count(True) == 1 and len(doubted) > 2
    doubtful = chances[doubted.index(True)].alternatives[0]
    assert [binder.noun for binder in doubtful.binders] == ["imprint"]
