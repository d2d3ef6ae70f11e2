"""The prospect a ruleset declares, and the greedy player who goes by it."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter import driver
from rulewright.interpreter.play import agents
from rulewright.interpreter.state.rng import stream

HEAPS = """game Heaps
players 2: One, Two
kind heap: small, middle, large
the size of a heap is
  1 for small
  2 for middle
  3 for large
each player has points: 0 to 99
the game has rounds: 0 to 9
{prospect}
turn
  must choose a heap, written "{{heap}}"
    the player's points go up by the size of the heap
  the rounds go up by 1
  if the rounds is 6, rank every player by the player's points
"""


def choices(folder: Path, prospect: str) -> set[str]:
    """What the greedy player takes first, over several seeds."""
    path = folder / "heaps.rules"
    path.write_text(HEAPS.format(prospect=prospect), encoding="utf-8")
    game = driver.load(path).instantiate()
    state = game.start()
    taken = set()
    for seed in range(12):
        agent = agents.make("greedy", game, 0, stream(seed, 0, "seat 1"))
        taken.add(state.options()[agent.choose(state)])
    return taken


def test_greedy_goes_by_the_prospect(tmp_path: Path) -> None:
    assert choices(tmp_path, "the prospect of a player is the player's points") == {"large"}
    fewer = "the prospect of a player is 99 minus the player's points"
    assert choices(tmp_path, fewer) == {"small"}


def test_without_a_prospect_unfinished_games_are_alike(tmp_path: Path) -> None:
    assert len(choices(tmp_path, "")) > 1


def test_the_prospect_is_measured_against_the_best_of_the_others(tmp_path: Path) -> None:
    path = tmp_path / "heaps.rules"
    text = HEAPS.format(prospect="the prospect of a player is the player's points")
    path.write_text(text, encoding="utf-8")
    game = driver.load(path).instantiate()
    state = game.start().apply("large").apply("small")
    assert [game.fast.prospect(state.vector, seat) for seat in (0, 1)] == [2, -2]
