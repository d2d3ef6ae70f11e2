"""Search by what a seat saw: it looks at nothing else, and comes to the best answer to players who
choose at random."""

from __future__ import annotations

import random
from functools import cache

import pytest

from rulewright.interpreter.engine.common import END
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import agents, information
from rulewright.interpreter.play.belief import Memory
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.play.forward import Forward, NativeForward
from rulewright.interpreter.play.information import InformationTree, NativeInformationTree
from rulewright.interpreter.play.uct import Tree
from rulewright.interpreter.state.rng import Rng
from rulewright.interpreter.state.visibility import observer
from tests.texts import loaded, path_of

#: Games in which something is hidden.
HIDING = ("kuhn", "leduc", "rock-paper-scissors", "goofspiel", "cuckoo", "shires",
          *(pytest.param(name, marks=pytest.mark.slow) for name in (
              "hearts", "small-hanabi", "whist", "guilds", "transport", "motora")))
SPECS = ("greedy", "mc:5", "ismcts:25")
#: Places in a vector that are tried to be changed.
MOST_CHANGED = 400


@cache
def game(name: str) -> Game:
    return loaded(path_of(name)).instantiate()


def garbage(of: Game, seat: int, vector: list[int], rng: random.Random) -> list[int]:
    """The vector with any value of its type, or that of its neighbour, wherever that changes
    nothing of what a seat sees."""
    observe, made = observer(of.program, seat), list(vector)
    seen = observe(made)
    places = [(field, at) for field in of.program.fields if not field.fixed
              for at in range(field.offset, field.offset + field.size)]
    for field, at in rng.sample(places, min(len(places), MOST_CHANGED)):
        other = rng.randrange(field.offset, field.offset + field.size)
        before = made[at], made[other]
        if rng.random() < 0.5:
            made[at], made[other] = made[other], made[at]
        else:
            made[at] = rng.randint(field.type.least, field.type.most)
        if observe(made) != seen:
            made[at], made[other] = before
    return made


@cache
def played(name: str) -> tuple[list[State], list[list[int]]]:
    """A random game up to the third decision of the first seat, and what is shown of it instead."""
    of, rng = game(name), random.Random(name)
    line, state, asked = [of.start()], of.start(), 0
    while asked < 3 and state.kind != "end":
        state = state.apply(rng.randrange(len(state.options()) or len(state.outcomes())))
        line.append(state)
        asked += state.player == 0 and len(state.options()) > 1
    return line, [garbage(of, 0, list(state.vector), rng) for state in line]


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("spec", SPECS)
def test_what_is_hidden_may_be_garbage(name: str, spec: str) -> None:
    """A seat that is shown states whose hidden parts are garbage takes the same choices."""
    of = game(name)
    true, told = (agents.make(spec, of, 0, Rng(7)) for _ in range(2))
    asked = changed = 0
    for state, wrong in zip(*played(name), strict=True):
        changed += wrong != list(state.vector)
        true.see(list(state.vector))
        told.see(wrong)
        if state.player == 0:
            choices = of.machine.choices(state.vector)
            assert true.pick(choices) == told.pick(choices)
            asked += len(choices) > 1
    assert asked and changed


def test_every_stretch_of_worlds_holds_each_as_often_as_is_its_share() -> None:
    """So that the options of a root are judged by the same worlds, however often one is tried."""
    model = Forward(game("kuhn"))
    tree = InformationTree(model, lambda _: None, 0, [(0,), (1,)], Rng(1))
    order = tree._spread([([1], 10), ([2], 30), ([3], 60)])
    assert len(order) == 100
    for count in range(1, 101):
        for world, share in ((0, 0.1), (1, 0.3), (2, 0.6)):
            assert abs(order[:count].count(world) - share * count) < 1 + 1e-9


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


@pytest.mark.parametrize("name", ["leduc", "kuhn", "goofspiel", *(
    pytest.param(name, marks=pytest.mark.slow) for name in ("hearts", "transport", "motora"))])
def test_the_same_tree_by_machine_code(name: str) -> None:
    """The same visits and sums at the root, by the same draws."""
    of = game(name)
    model = NativeForward(of, NativeMachine(of.program, searching=True))
    memory, observe, rng = Memory(of, 0, model), observer(of.program, 0), Rng(2)
    vector, compared = model.start(), 0
    for step in range(200):
        if compared == 3 or model.kind(vector) == END:
            break
        memory.see(vector)
        choice = model.drawn(vector, rng)
        if model.decides(vector, 0):
            choices = model.choices(vector)
            memory.asked(choices, Rng(step))
            worlds = memory.worlds(50) if len(choices) > 1 else []
            trees = [made(model, observe, 0, choices, Rng(5))
                     for made in (InformationTree, NativeInformationTree)]
            for each in trees if worlds else []:
                each.search(worlds, Budget(60 if name in ("transport", "motora") else 300))
            assert len({(tuple(each.root.visits), tuple(each.root.sums), each.rng.state)
                        for each in trees}) == 1
            compared += bool(worlds)
            memory.did(choice)
        vector = model.after(vector, choice)
    assert compared


def test_the_same_tree_where_little_room_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond the decisions that are held is played out."""
    of = game("goofspiel")
    model = NativeForward(of, NativeMachine(of.program, searching=True))
    observe = observer(of.program, 0)
    vector = model.start()
    while not model.decides(vector, 0):
        vector = model.after(vector, model.choices(vector)[0])
    monkeypatch.setattr(information, "MOST_HELD", 20)
    trees = [made(model, observe, 0, model.choices(vector), Rng(5))
             for made in (InformationTree, NativeInformationTree)]
    for each in trees:
        each.search([(vector, 10)], Budget(200))
    slow, fast = trees
    assert isinstance(fast, NativeInformationTree)
    assert (slow.held, fast.made.found()[2]) == (20, 20)
    assert (slow.root.visits, slow.root.sums) == (fast.root.visits, fast.root.sums)
