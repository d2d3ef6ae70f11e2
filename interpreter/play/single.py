"""One game of a series, played by the reference engine."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine.common import CHANCE, END
from rulewright.interpreter.play import agents, record
from rulewright.interpreter.play.statistics import GameRow, row_of
from rulewright.interpreter.state.rng import stream

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game
    from rulewright.interpreter.play.simulate import Job
    from rulewright.interpreter.state.result import Result


def play(job: Job, index: int, most_chance: int) -> GameRow:
    """Play the game with this index to its end or to a limit, also of so many outcomes of
    chance."""
    return _Run(job, index, most_chance, None).play()


def recorded(job: Job, index: int, most_chance: int, path: Path) -> GameRow:
    """The same, with a record."""
    header = record.Header.of(job.setting.game, job.setting.name, job.seats, job.seed, index)
    with record.Writer(path, header, replace=True) as writer:
        return _Run(job, index, most_chance, writer).play()


class _Ahead(AbstractContextManager[None]):
    """Says of a fault in the rules that a program met it while it looked ahead: no record shows
    the moves that led to it."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RulesError):
            message = "a program met this while it looked ahead, not in the game itself"
            note = Diagnostic("in-game", message, severity="note")
            raise RulesError([*error.diagnostics, note]) from None


_AHEAD = _Ahead()


class _Run:
    """One game being played."""

    def __init__(
        self, job: Job, index: int, most_chance: int, writer: record.Writer | None
    ) -> None:
        game = job.setting.game
        self.job = job
        self.index = index
        self.most_chance = most_chance
        self.writer = writer
        self.game: Game = game
        self.machine = game.fast
        self.chance = stream(job.seed, index, "chance")
        self.agents = [
            agents.make(spec, game, seat, stream(job.seed, index, f"seat {seat + 1}"), job.search)
            for seat, spec in enumerate(job.seats)
        ]
        self.decisions = self.turns = self.chances = self.options = self.most_options = 0

    def play(self) -> GameRow:
        machine = self.machine
        vector = machine.start()
        self.turns = machine.turn_count
        while (kind := machine.kind(vector)) != END:
            stopped = self._limit()
            if stopped is not None:
                return self._truncated(vector, *stopped)
            with _AHEAD:
                for agent in self.agents:
                    agent.see(vector)
            choices = machine.choices(vector)
            if kind == CHANCE:
                index = self.chance.weighted(machine.weights(vector))
                by = "chance"
                self.chances += 1
            else:
                seat = machine.player(vector)
                with _AHEAD:
                    index = self.agents[seat].pick(choices)
                by = self.game.seats[seat]
                self.decisions += 1
                self.options += len(choices)
                self.most_options = max(self.most_options, len(choices))
            if self.writer is not None:
                self.writer.add(by, machine.texts(vector, choices)[index])
            self.turns += machine.apply(vector, choices[index])
        return self._ended(vector)

    def _limit(self) -> tuple[str, str] | None:
        """The limit that is reached, and what is said of it."""
        if self.turns >= self.job.max_turns:
            return "max-turns", f"stopped after {self.job.max_turns} turns"
        if self.decisions >= self.job.max_decisions:
            return "max-decisions", f"stopped after {self.job.max_decisions} decisions"
        if self.chances >= self.most_chance:
            return "max-chance", f"stopped after {self.most_chance} outcomes of chance"
        return None

    def _truncated(self, vector: list[int], limit: str, reason: str) -> GameRow:
        self._close(vector, record.stopped_json(reason))
        return self._row(limit)

    def _ended(self, vector: list[int]) -> GameRow:
        result = self.machine.result(vector)
        self._close(vector, record.result_json(self.game, result))
        return self._row(result)

    def _close(self, vector: list[int], result: dict[str, object]) -> None:
        if self.writer is not None:
            self.writer.end(result, self.decisions, self.turns, self.game.state(vector).hash)

    def _row(self, came: Result | str) -> GameRow:
        return row_of(self.index, came, self.decisions, self.turns, self.options, self.most_options)
