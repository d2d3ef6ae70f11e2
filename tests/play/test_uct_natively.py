"""The tree in C is the tree in Python: the same nodes with the same visits, sums and bounds."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.interpreter.engine.common import DECISION, END
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.play import agents, analysis, backend, forward, uct
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.play.forward import Forward, NativeForward
from rulewright.interpreter.play.uct_natively import NativeTree, tree
from rulewright.interpreter.state.rng import Rng
from tests.texts import loaded, path_of
from tests.volume import volume

#: Two seats that win, lose or draw; chance and three seats; a prospect; payoffs.
NAMES = ("tic-tac-toe", "pig", "motif-4x4", "kuhn",
         *(pytest.param(name, marks=pytest.mark.slow) for name in (
             "islet", "nim",
             "connect-four", "backgammon", "motators", "hex", "kalah", "cant-stop", "othello",
             "chess", "motox")))


@cache
def model(name: str) -> NativeForward:
    game = loaded(path_of(name)).instantiate(3 if name == "pig" else None)
    return NativeForward(game, NativeMachine(game.program, searching=True))


def searched(name: str, vector: list[int], playouts: int) -> tuple[uct.Tree, NativeTree]:
    slow, fast = (made(model(name), vector, Rng(5)) for made in (uct.Tree, NativeTree))
    slow.search(Budget(playouts))
    fast.search(Budget(playouts))
    return slow, fast


def compared(slow: uct.Tree, fast: NativeTree) -> None:
    """Node by node, in the order in which they were made."""
    assert (fast.playouts, fast.rng.state) == (slow.playouts, slow.rng.state)
    assert len(fast.made) == len(slow.known)
    for number, (vector, node) in enumerate(slow.known.items()):
        found = fast.made.node(number)
        assert tuple(fast.made.vector(number)) == vector
        assert (found.seat, found.visits, list(found.sums), found.low, found.high) == (
            node.seat, node.visits, node.sums, node.low, node.high)
        assert (found.bias, found.tries, found.came) == (node.bias, node.tries, node.came)
    assert fast.ranked() == slow.ranked()
    lines = [[(node.visits, node.choices[index]) for node, index in each.line(each.root)]
             for each in (slow, fast)]
    assert lines[0] == lines[1]


@pytest.mark.parametrize("name", NAMES)
@volume("playouts", 150, 1000)
def test_the_same_tree(name: str, playouts: int) -> None:
    of, vector, rng = model(name), model(name).start(), Rng(2)
    for step in range(6):
        if of.kind(vector) == END:
            break
        if of.kind(vector) == DECISION and step % 2 == 0:
            compared(*searched(name, vector, playouts))
        vector = of.after(vector, of.drawn(vector, rng))


def test_the_same_tree_where_little_room_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes beyond what is held are made anew each time."""
    vector = model("tic-tac-toe").start()
    monkeypatch.setattr(uct, "MOST_HELD", 50 * len(vector))
    slow, fast = searched("tic-tac-toe", vector, 400)
    assert len(slow.known) == 49
    compared(slow, fast)


def test_a_search_that_goes_on_by_machine_code_finds_the_same(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """After much work by the reference engine the search is made anew, with the same draws."""
    monkeypatch.setattr(forward, "MOST_BY_HAND", 40)
    of = model("tic-tac-toe").game
    found = {}
    for how in (backend.AUTO, backend.REFERENCE):
        picks = []
        for seed in range(4):
            agent = agents.make("mcts:30", of, 0, Rng(seed), how)
            picks.append(agent.choose(of.start()))
        assert isinstance(agent, agents.TreeSearch)
        found[how] = picks, isinstance(agent.forward, NativeForward)
    assert found[backend.AUTO][0] == found[backend.REFERENCE][0]
    assert (found[backend.AUTO][1], found[backend.REFERENCE][1]) == (True, False)


def test_without_a_compiler_a_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forward, "MOST_BY_HAND", 40)
    monkeypatch.setattr(backend, "machine", lambda *_, **__: None)
    of = loaded(path_of("tic-tac-toe")).instantiate()
    agent = agents.make("mcts:30", of, 0, Rng(1))
    assert agent.choose(of.start()) == agents.make(
        "mcts:30", of, 0, Rng(1), backend.REFERENCE).choose(of.start())
    assert isinstance(agent, agents.TreeSearch) and agent.forward.how == backend.REFERENCE


def test_an_analysis_is_the_same_by_either_backend() -> None:
    start = model("tic-tac-toe").game.start()
    assert analysis.analyse(start, Budget(200), how=backend.NATIVE) == analysis.analyse(
        start, Budget(200), how=backend.REFERENCE)


def test_a_machine_without_what_seats_need_is_searched_in_python() -> None:
    game = model("tic-tac-toe").game
    plain = NativeForward(game, NativeMachine(game.program))
    assert isinstance(tree(plain, plain.start(), Rng(1)), uct.Tree)
    assert isinstance(tree(Forward(game), game.fast.start(), Rng(1)), uct.Tree)
