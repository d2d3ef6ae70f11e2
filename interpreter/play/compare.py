"""Two settings compared by paired games: what differs, and how sure that is.

Model.  A pair is one game of each setting with the same seed and index.  The series is played
once for every rotation of the agents over the seats (for two seats: as given, and swapped), so
an agent's strength is not taken for a seat's.  For every measure the differences B - A of the
pairs have a mean with a 95 % interval.

Invariants: a pair counts for a measure only where both games have it (a truncated game has a
length and no winner); the measures depend on the two settings and the seed alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from rulewright.interpreter.play import backend, simulate
from rulewright.interpreter.play.processes import uninterrupted
from rulewright.interpreter.play.setting import Setting
from rulewright.interpreter.play.statistics import (
    GameRow,
    Tally,
    mean_interval,
    paired_rate_interval,
)

#: Reads one number from a game, or None where the game has none.
Reader = Callable[[GameRow], float | None]


@dataclass(frozen=True)
class Measure:
    """One number of a game; `rate` if it is 0 or 1."""

    read: Reader
    rate: bool


@dataclass(frozen=True)
class Plan:
    """What is compared: two settings, agents by seat, seed, limits; by a backend."""

    first: Setting
    second: Setting
    seats: tuple[str, ...]
    seed: int
    max_turns: int = simulate.MAX_TURNS
    max_decisions: int = simulate.MAX_DECISIONS
    how: str = backend.AUTO

    def jobs(self) -> list[tuple[simulate.Job, simulate.Job]]:
        """The pairs of series, one for each rotation of the agents."""
        count = max(self.first.players, self.second.players)
        turns = range(count) if len(set(self.seats)) > 1 else range(1)
        return [
            (self._job(self.first, shift), self._job(self.second, shift)) for shift in turns
        ]

    def _job(self, setting: Setting, shift: int) -> simulate.Job:
        seats = self.seats[shift:] + self.seats[:shift]
        return simulate.Job(
            setting, seats[: setting.players], self.seed, self.max_turns, self.max_decisions,
            search=self.how,
        )


def _wins(seat: int) -> Reader:
    def read(row: GameRow) -> float | None:
        return None if row.truncated else float(seat in row.winners and not row.draw)

    return read


def _draw(row: GameRow) -> float | None:
    return None if row.truncated else float(row.draw)


def _truncated(row: GameRow) -> float | None:
    return float(row.truncated is not None)


def _decisions(row: GameRow) -> float | None:
    return float(row.decisions)


def _turns(row: GameRow) -> float | None:
    return float(row.turns)


def _branching(row: GameRow) -> float | None:
    return row.options / row.decisions if row.decisions else None


def measures(plan: Plan) -> dict[str, Measure]:
    """The measures of a comparison, by their names; seats that both settings have."""
    names = plan.first.game.seats
    count = min(plan.first.players, plan.second.players)
    found: dict[str, Measure] = {
        f"win rate of {names[seat]}": Measure(_wins(seat), True) for seat in range(count)
    }
    return found | {
        "draw rate": Measure(_draw, True),
        "truncated rate": Measure(_truncated, True),
        "decisions": Measure(_decisions, False),
        "turns": Measure(_turns, False),
        "options per decision": Measure(_branching, False),
    }


def compare(
    plan: Plan, games: int, jobs: int = 1, progress: simulate.Progress | None = None
) -> dict[str, Any]:
    """Play `games` pairs for each rotation and report the differences B - A.

    Ctrl-C ends it: the pairs that were played are reported, with `interrupted` and the number of
    pairs that were `asked` for; KeyboardInterrupt is raised if there is none.
    """
    tallies = Tally(plan.first.players), Tally(plan.second.players)
    found = measures(plan)
    pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in found}
    series = plan.jobs()
    total = games * len(series)
    done = 0
    cut: dict[str, object] = {}

    def take(a: GameRow, b: GameRow) -> None:
        for tally, row in zip(tallies, (a, b), strict=True):
            tally.add(row)
        for name, measure in found.items():
            left, right = measure.read(a), measure.read(b)
            if left is not None and right is not None:
                pairs[name].append((left, right))

    if progress is not None:
        progress(done, total)
    try:
        for job_a, job_b in series:
            with (
                closing(_rows(job_a, games, jobs, plan.how)) as rows_a,
                closing(_rows(job_b, games, jobs, plan.how)) as rows_b,
            ):
                for a, b in zip(rows_a, rows_b, strict=True):
                    with uninterrupted():
                        take(a, b)
                        done += 1
                    if progress is not None:
                        progress(done, total)
    except KeyboardInterrupt:
        if not done:
            raise
        cut = {"interrupted": True, "asked": total}
    return {
        "a": _side(plan.first, tallies[0]),
        "b": _side(plan.second, tallies[1]),
        "seats": list(plan.seats),
        "seed": plan.seed,
        "games": games,
        "rotations": len(series),
        "pairs": done,
        **cut,
        "differences": {
            name: _difference(pairs[name], measure.rate) for name, measure in found.items()
        },
    }


def _rows(
    job: simulate.Job, games: int, jobs: int, how: str
) -> Generator[GameRow, None, None]:
    return simulate.rows(job, games, jobs, how=simulate.backend_for(job, games, how))


def _side(setting: Setting, tally: Tally) -> dict[str, object]:
    return {
        "ruleset": setting.game.ruleset.name,
        "ruleset_hash": setting.hash,
        "options": dict(setting.options),
        "players": setting.players,
        "names": list(setting.game.seats),
        **tally.outcome(),
        **tally.shape(),
    }


def _difference(pairs: list[tuple[float, float]], rate: bool) -> dict[str, object]:
    """Means and interval; an interval of a mean shrinks with the root of the number of pairs."""
    count = len(pairs)
    if count == 0:
        return dict.fromkeys(("a", "b", "difference", "low", "high", "pairs_to_halve")) | {
            "pairs": 0,
            "clear": False,
            "rate": rate,
        }
    changes = [right - left for left, right in pairs]
    mean, low, high = mean_interval(changes)
    if rate:
        up, down = sum(change > 0 for change in changes), sum(change < 0 for change in changes)
        low, high = paired_rate_interval(up, down, count)
    bounded = math.isfinite(low)
    return {
        "a": math.fsum(left for left, _ in pairs) / count,
        "b": math.fsum(right for _, right in pairs) / count,
        "difference": mean,
        "low": low if bounded else None,
        "high": high if bounded else None,
        "pairs": count,
        "clear": bounded and (low > 0 or high < 0),
        "pairs_to_halve": 4 * count,
        "rate": rate,
    }
