"""The options of every ruleset in random play: there are some, each once, in order, by a text."""

from __future__ import annotations

import random

from rulewright.interpreter.engine.machine import Machine
from tests.played import SETUPS, Setup, each_of, each_setup, few, lines, sample, states, texts_of
from tests.volume import volume


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
@volume("count", 12, 40)
def test_equal_states_have_equal_options(setup: Setup, count: int) -> None:
    """Whichever object is asked, of whichever game object, in whatever order."""
    game, other = setup.game, setup.other
    assert other is not game and other.program is not game.program
    found = sample(states(setup), count)
    shuffled = random.Random(2).sample(found, len(found))
    asked = {id(state): (texts_of(state), state.player, state.purpose) for state in found}
    for state in shuffled:
        for equal in (
            game.state(state.vector), game.unpack(state.pack()), other.unpack(state.pack()),
            game.from_json(state.to_json()),
        ):
            assert (texts_of(equal), equal.player, equal.purpose) == asked[id(state)]
            assert equal.outcomes() == state.outcomes()


@each_of(SETUPS, "motora", "transport")
def test_a_traced_machine_plays_the_same(setup: Setup) -> None:
    """Counting the rules that fire changes nothing in the game. (To plan two games for it takes as
    long as all others; they cite rules in the same places.)"""
    traced = Machine(setup.game.program, traced=True)
    for line in lines(setup)[:2]:
        vector = traced.start()
        for state, move in zip(line.states, line.moves, strict=False):
            choices = traced.choices(vector)
            assert (vector, choices) == (state.vector, setup.game.machine.choices(state.vector))
            traced.apply(vector, choices[move])
        assert vector == line.states[-1].vector
