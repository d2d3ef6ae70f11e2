"""Search by what a seat saw: it looks at nothing else, and comes to the best answer to players who
choose at random."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.play import agents
from rulewright.interpreter.play.uct import Tree
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import observer
from tests.texts import loaded

FOLDER = driver.CLASSICS
HIDING = ("kuhn", "leduc", "rock-paper-scissors", "goofspiel",
          pytest.param("whist", marks=pytest.mark.slow))
SPECS = ("greedy", "mc:5", "ismcts:25")


@cache
def game(name: str) -> Game:
    return loaded(FOLDER / f"{name}.rules").instantiate()


def garbage(of: Game, seat: int, vector: list[int], rng: random.Random) -> list[int]:
    """The vector with any value of its type wherever that changes nothing of what a seat sees."""
    observe, made = observer(of.program, seat), list(vector)
    seen = observe(made)
    for field in of.program.fields:
        if field.fixed:
            continue
        for at in range(field.offset, field.offset + field.size):
            before = made[at]
            made[at] = rng.randint(field.type.least, field.type.most)
            if observe(made) != seen:
                made[at] = before
    return made


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("spec", SPECS)
def test_what_is_hidden_may_be_garbage(name: str, spec: str) -> None:
    """A seat that is shown states whose hidden parts are garbage takes the same choices."""
    of, rng = game(name), random.Random(name)
    line, state = [of.start()], of.start()
    while state.kind != "end" and len(line) < 40:
        count = len(state.options()) or len(state.outcomes())
        state = state.apply(rng.randrange(count))
        line.append(state)
    true, told = (agents.make(spec, of, 0, Rng(7)) for _ in range(2))
    asked = changed = 0
    for state in line:
        wrong = garbage(of, 0, state.vector, rng)
        changed += wrong != state.vector
        true.see(state.vector)
        told.see(wrong)
        if state.player == 0 and asked < 3:
            choices = of.machine.choices(state.vector)
            assert true.pick(choices) == told.pick(choices)
            asked += 1
    assert asked and changed


def test_where_all_is_seen_it_searches_the_state() -> None:
    agent = agents.make("ismcts:10", game("tic-tac-toe"), 0, Rng(1))
    assert isinstance(agent, agents.TreeSearch)
    assert Tree.__module__.endswith("uct")


def best_in_kuhn(card: str) -> float:
    """How often the search bets first with a card, over some seeds."""
    of, bets = game("kuhn"), 0
    for seed in range(3):
        agent = agents.make("ismcts:800", of, 0, Rng(seed))
        state = of.start()
        agent.watch(state)
        other = next(text for text, _ in state.apply(card).outcomes())
        for text in (card, other):
            state = state.apply(text)
            agent.watch(state)
        bets += state.options()[agent.choose(state)] == "bet"
    return bets / 3


def test_it_answers_random_players_best() -> None:
    """Kuhn poker against one who bets, calls and folds like a coin. With the king a bet wins 1.5 on
    average (2 if called, 1 if not); passing wins 1 if he passes, and 2 by a call if he bets, so 1.5
    as well. With the jack a bet comes to (1 - 2) / 2 = -0.5; passing to -1 whatever he does.
    With the queen a bet comes to 0.5 (1) + 0.5 (0) = 0.5; passing to 0.5 (0) + 0.5 (0) = 0."""
    assert best_in_kuhn("jack") == 1
    assert best_in_kuhn("queen") == 1
