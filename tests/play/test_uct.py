"""Tree search in games where nothing is hidden: what it takes where the best is known, what it
proves, and that it depends on nothing but its seed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import driver, finding
from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.play import agents, setting, simulate
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.play.forward import Forward
from rulewright.interpreter.play.solve import solve
from rulewright.interpreter.play.uct import Tree
from rulewright.interpreter.state.rng import Rng
from tests.texts import loaded
from tests.volume import volume

FOLDER = finding.CLASSICS


@cache
def game(name: str) -> Game:
    return loaded(FOLDER / f"{name}.rules").instantiate()


def after(of: Game, texts: str) -> State:
    state = of.start()
    for text in texts.split():
        state = state.apply(text)
    return state


def chosen(state: State, spec: str, seed: int = 1) -> str:
    assert state.player is not None
    agent = agents.make(spec, state.game, state.player, Rng(seed))
    return state.options()[agent.choose(state)]


def searched(state: State, playouts: int, seed: int = 1) -> Tree:
    tree = Tree(Forward(state.game), list(state.vector), Rng(seed))
    tree.search(Budget(playouts))
    return tree


def test_it_wins_at_once_and_prevents_a_loss() -> None:
    """X has two in a row: X completes it, O has to stop it."""
    for seed in range(5):
        assert chosen(after(game("tic-tac-toe"), "a1 a3 b1 b3"), "mcts:60", seed) in ("c1", "c3")
        assert chosen(after(game("tic-tac-toe"), "a1 a3 b1 b3"), "mcts:60", seed) == "c1"
        assert chosen(after(game("tic-tac-toe"), "a1 b2 b1"), "mcts:200", seed) == "c1"


def test_wins_and_losses_are_proven() -> None:
    """Ends are certain, and what follows from them; where one option wins, a search stops."""
    won = searched(after(game("tic-tac-toe"), "a1 a3 b1 b3"), 1000)
    assert (won.root.low, won.root.high) == (1, 1) and won.playouts < 200
    lost = searched(after(game("tic-tac-toe"), "a1 a2 c1 b1 c3"), 5000)
    assert (lost.root.low, lost.root.high) == (1, 1)  # X threatens b2 and c2, O can stop one
    whole = searched(after(game("tic-tac-toe"), "b2 a1"), 20_000)
    assert (whole.root.low, whole.root.high) == (0, 0)  # the corner answers the centre


def test_bounds_hold() -> None:
    """Of all positions of a search that is far from its end, held against exact values."""
    tree = searched(after(game("tic-tac-toe"), "a1"), 1000)
    assert not tree.root.certain
    bounded = [node for node in tree.known.values() if node.high - node.low < 2 and not node.end]
    assert {(node.low, node.high) for node in bounded} >= {(0, 0), (1, 1), (-1, -1), (0, 1)}
    for node in bounded[::9]:
        value = solve(State(game("tic-tac-toe"), node.vector, 0, 0)).value
        assert value is not None and node.low <= value <= node.high


def test_of_options_of_equal_value_it_takes_the_one_that_tempts_most() -> None:
    """Four options draw here. Against one who chooses at random and is answered best, b1 and b3
    win 14 of 15 games, c1 12 and c3 9 of 15."""
    state = after(game("tic-tac-toe"), "a1 b2 c2")
    assert {chosen(state, "mcts:1000", seed) for seed in range(4)} <= {"b1", "b3"}
    tree = searched(state, 1000)
    assert tree.root.certain and tree.playouts == 1000
    came = {text: child.came / child.tries for text, child in zip(
        state.options(), tree.root.children, strict=True) if child is not None and child.tries}
    assert sorted(came, key=came.__getitem__) == ["c3", "c1", *sorted(
        ("b1", "b3"), key=came.__getitem__)]


def test_a_state_is_held_once() -> None:
    """Nine fields that are taken in any order: many sequences, few states."""
    tree = searched(after(game("tic-tac-toe"), "b2 a1"), 3000)
    assert len(tree.known) < 1400 and tree.playouts == 3000


def test_payoffs_of_a_node_are_between_its_bounds() -> None:
    tree = searched(game("nim").start(), 300)
    for child in filter(None, tree.root.children):
        assert abs(sum(child.sums)) < 1e-9, "what one wins the other loses"
        assert not child.visits or -1 <= child.sums[0] / child.visits <= 1
    assert sum(child.visits for child in tree.root.children if child) >= tree.playouts - 1


def test_each_of_several_seats_goes_by_its_own_payoff(tmp_path: Path) -> None:
    """The second of three may make himself or the first win; the first must not count on him."""
    path = tmp_path / "three.rules"
    path.write_text("""game Three
players 3: Ann, Bob, Cid
kind way: left, right
the game has first: a way or none, at first none
turn
  must choose a way, written "{way}"
    if the player is Ann
      the first becomes the way
      if the way is right, Cid wins
    otherwise
      if the way is left
        Ann wins
      otherwise
        Bob wins
""", encoding="utf-8")
    of = driver.load(path).instantiate()
    tree = searched(of.start(), 400)
    left = tree.root.children[0]
    assert left is not None and left.mean(0) < -0.5
    assert chosen(of.start().apply("left"), "mcts:100") == "right"


def test_it_depends_on_its_seed_alone() -> None:
    state = after(game("connect-four"), "d1 d2")
    assert [chosen(state, "mcts:30", seed) for seed in range(4)] == [
        chosen(state, "mcts:30", seed) for seed in range(4)]


def test_a_decision_takes_one_draw() -> None:
    """So a saved game goes on as it would have, also after a search for a time."""
    state = after(game("tic-tac-toe"), "a1 a3 b1 b3")
    choices = state.game.machine.choices(state.vector)
    for spec in ("mcts:5", "mcts:0.01s"):
        picks, skips = (agents.make(spec, state.game, 0, Rng(3)) for _ in range(2))
        picks.choose(state)
        skips.watch(state)
        skips.skip(choices, 0)
        assert picks.rng.state == skips.rng.state == agents.make(
            spec, state.game, 0, Rng(Rng(3).state)).rng.state + 0x9E3779B97F4A7C15 & (1 << 64) - 1


@volume("games", 4, 100)
def test_it_never_loses_to_random(games: int) -> None:
    """A drawn game is not lost by who looks far enough; seats alternate."""
    made = setting.make(str(FOLDER / "tic-tac-toe.rules"), None, {})
    won = 0
    for index in range(games):
        seats = ("mcts:200", "random") if index % 2 else ("random", "mcts:200")
        row = simulate.play(simulate.Job(made, seats, 1), index)
        assert row.draw or row.winners == ((index + 1) % 2,)
        won += not row.draw
    assert won


@pytest.mark.parametrize("name", ["pig", "backgammon", "cant-stop"])
def test_chance_and_many_seats_are_searched(name: str) -> None:
    """Games with chance, and those of more than two, come to an answer that is an option."""
    state, rng = game(name).start(), Rng(1)
    while state.kind == "chance":
        state = state.apply(rng.below(len(state.outcomes())))
    assert chosen(state, "mcts:6") in state.options()


def test_what_is_hidden_is_not_looked_at() -> None:
    with pytest.raises(UsageError, match="hides something") as caught:
        agents.check("mcts:5", game("kuhn"))
    assert "ismcts:5" in str(caught.value.hint)
    agents.check("ismcts:5", game("kuhn"))


@pytest.mark.parametrize("name", ["motif", "motators"])
def test_games_with_a_prospect_are_played_to_their_end(name: str) -> None:
    made = setting.make(name, None, {})
    row = simulate.play(simulate.Job(made, ("mcts:2", "ismcts:2"), 1), 0)
    assert row.truncated is None and row.decisions > 10
