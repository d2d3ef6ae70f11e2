"""Programs that play: they win where a win is possible, and let no game go on for ever.

All games have fixed seeds; the numbers asked for leave room for other luck, not for another player.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.play import agents, setting, simulate
from rulewright.interpreter.play.statistics import GameRow
from rulewright.interpreter.state.rng import stream
from tests.texts import path_of

SMALL = (("height", "6"), ("width", "5"))


@cache
def made(name: str, options: tuple[tuple[str, str], ...] = ()) -> setting.Setting:
    path = path_of(name)
    return setting.make(str(path) if path.is_file() else name, None, dict(options))


def play(what: setting.Setting, seats: tuple[str, ...], games: int, **more: int) -> list[GameRow]:
    return list(simulate.rows(simulate.Job(what, seats, 1, **more), games))


def won(rows: list[GameRow], seat: int) -> int:
    return sum(row.winners == (seat,) for row in rows)


@pytest.mark.parametrize(
    ("name", "options", "agent", "games", "ratio", "share"),
    [
        ("motif-4x4", (), "greedy", 8, 4, 1 / 3),
        ("motators", SMALL, "greedy", 12, 2, 1 / 3),
        ("motators-quick", (), "greedy", 12, 2, 1 / 10),
        ("motators-cartographers", SMALL, "greedy", 12, 2, 1 / 3),
        ("tic-tac-toe", (), "greedy", 20, 2, 1 / 3),
        ("connect-four", (), "greedy", 20, 2, 1 / 3),
        ("connect-four", (), "mc:10", 6, 4, 1 / 3),
        ("kalah", (), "mc:10", 6, 4, 1 / 3),
    ],
)
def test_a_program_wins_against_chance(
    name: str, options: tuple[tuple[str, str], ...], agent: str, games: int, ratio: int,
    share: float,
) -> None:
    """From either seat together: several times as often as it loses, and a share of all games,
    a small one where the surfaces mostly run out before anybody is home."""
    what = made(name, options)
    first = play(what, (agent, "random"), games)
    second = play(what, ("random", agent), games)
    wins = won(first, 0) + won(second, 1)
    losses = won(first, 1) + won(second, 0)
    assert wins >= ratio * losses, (wins, losses)
    assert wins >= share * 2 * games, (wins, losses)


def test_greedy_players_come_to_an_end() -> None:
    """They would take the same tiles from each other for ever; one of them gives up waiting."""
    rows = play(made("motif-4x4"), ("greedy", "greedy"), 3, max_turns=200)
    assert [row.truncated for row in rows] == [None] * 3


WAITING = """\
game Waiting
players 2: One, Two
the game has a count: 0 to 9
each player has worth: 0 to 1
the prospect of a player is the player's worth
turn
  must do one of
    choose "wait"
      the player's worth becomes 1
    choose "go"
      the player's worth becomes 0
      the count goes up by 1
    choose "lose"
      the player loses
  if the count is 9, the game is drawn
"""


def waiting(folder: Path) -> list[str]:
    """What a greedy player takes at 60 decisions of a game in which it is best to wait."""
    path = folder / "waiting.rules"
    path.write_text(WAITING, encoding="utf-8")
    game = driver.load(path).instantiate()
    agent = agents.make("greedy", game, 0, stream(1, 0, "seat 1"))
    state, taken = game.start(), []
    for _ in range(60):
        taken.append(state.options()[agent.choose(state)])
        state = state.apply("wait").apply("wait")
    return taken


def test_greedy_waits_for_a_while(tmp_path: Path) -> None:
    taken = waiting(tmp_path)
    assert set(taken[: agents.PATIENCE]) == {"wait"}
    assert "go" in taken[agents.PATIENCE :]
    assert "lose" not in taken


def test_patience_is_repeated_when_a_game_is_resumed(tmp_path: Path) -> None:
    """An agent that is shown decisions that were made has waited as long as if it had made them."""
    taken = waiting(tmp_path)
    game = driver.load(tmp_path / "waiting.rules").instantiate()
    for resumed in (10, 30, 50):
        agent = agents.make("greedy", game, 0, stream(1, 0, "seat 1"))
        state = game.start()
        for at in range(60):
            agent.watch(state)
            choices = game.machine.choices(state.vector)
            if at < resumed:
                agent.skip(choices, state.options().index("wait"))
            else:
                assert state.options()[agent.pick(choices)] == taken[at]
            state = state.apply("wait").apply("wait")
