"""Many games of one setting, in one process or many, counted.

Model.  A `Job` says everything about a series: setting, agents, seed, limits.  `play` plays the
game with one index on a plain vector and returns its `GameRow`; nothing else decides what
happens in it.  `rows` cuts the indices into chunks, which `processes` hands out.

Invariants:
- A game depends on its job and its index alone; rows come back in the order of the indices, so
  the number of processes never changes a result.
- A game that reaches a limit is truncated, with the limit named; it has no result.
- A series that is interrupted by Ctrl-C is summed up as far as it came: its first games, all of
  them whole.
- A fault in the ruleset that shows in play stops the series with the number of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError
from rulewright.interpreter.engine.common import CHANCE, END
from rulewright.interpreter.play import agents, backend, record
from rulewright.interpreter.play.processes import in_order, uninterrupted
from rulewright.interpreter.play.setting import Setting
from rulewright.interpreter.play.statistics import GameRow, Tally
from rulewright.interpreter.state.rng import stream

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game
    from rulewright.interpreter.native.machine import NativeMachine
    from rulewright.interpreter.state.result import Result

MAX_TURNS = 1000
MAX_DECISIONS = 100_000
#: Chance outcomes in one game, for games that would only ever roll.
MAX_CHANCE = 1_000_000
#: A chunk is this share of what one process plays, and never more games than this. It is one game
#: where records are kept, so that a series that is ended loses no game that was played, and where
#: games take so long that handing them out takes nothing beside it: alone, or with agents that look
#: ahead; then progress is told game by game.
CHUNKS_PER_JOB = 16
MOST_PER_CHUNK = 200
#: Games of a chunk that is played natively.
MOST_NATIVE = 50_000

#: What a summary says of the time that was taken; all else in it is the same every time.
TIMES = ("seconds", "games_per_s", "moves_per_s")

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Job:
    """A series of games. `records` is a folder that gets a record of every game, or None. Seats
    that search do so by a backend, `search`."""

    setting: Setting
    seats: tuple[str, ...]
    seed: int
    max_turns: int = MAX_TURNS
    max_decisions: int = MAX_DECISIONS
    records: Path | None = None
    search: str = backend.AUTO


def record_path(folder: Path, index: int) -> Path:
    """Where the record of the game with this index stands."""
    return folder / f"game-{index:06}.jsonl"


def record_index(path: Path) -> int | None:
    """The index of the game whose record has this name; None for another name."""
    number = path.name.removeprefix("game-").removesuffix(".jsonl")
    if not number.isdecimal() or path != record_path(path.parent, int(number)):
        return None
    return int(number)


def play(job: Job, index: int) -> GameRow:
    """Play the game with this index to its end or to a limit."""
    if job.records is None:
        return _Run(job, index, None).play()
    header = record.Header.of(job.setting.game, job.setting.name, job.seats, job.seed, index)
    path = record_path(job.records, index)
    with record.Writer(path, header, replace=True) as writer:
        return _Run(job, index, writer).play()


class _Run:
    """One game being played."""

    def __init__(self, job: Job, index: int, writer: record.Writer | None) -> None:
        game = job.setting.game
        self.job = job
        self.index = index
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
        if self.chances >= MAX_CHANCE:
            return "max-chance", f"stopped after {MAX_CHANCE} outcomes of chance"
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
        return _row(self.index, came, self.decisions, self.turns, self.options, self.most_options)


def _row(
    index: int, came: Result | str, decisions: int, turns: int, options: int, most_options: int
) -> GameRow:
    """The row of a game that came to a result, or to a limit."""
    if isinstance(came, str) or came.truncated:
        limit = came if isinstance(came, str) else came.rule or came.reason
        return GameRow(index, (), False, (), None, limit, decisions, turns, options, most_options)
    return GameRow(index, tuple(came.winners), came.draw, tuple(came.payoffs), came.rule, None,
                   decisions, turns, options, most_options)


#: The limits that a game may come to, in the order in which native games tell them.
LIMITS = ("max-turns", "max-decisions", "max-chance")
#: Agents by the numbers by which native games know them.
POLICIES = {"random": 0, "first": 1}


def play_natively(job: Job, indices: range, machine: NativeMachine) -> Iterator[GameRow]:
    """The rows of games with some indices, whose seats are all `random` or `first`."""
    policies = [POLICIES[spec] for spec in job.seats]
    played = machine.games(job.seed, indices.start, len(indices), policies, job.max_turns,
                           job.max_decisions, MAX_CHANCE)
    for index, game in zip(indices, played, strict=True):
        over = game.ended == game.TO_THE_END
        came = machine.ended(game) if over else LIMITS[game.ended - game.TOO_MANY_TURNS]
        yield _row(index, came, game.decisions, game.turns, game.options, game.most_options)


def tally_natively(job: Job, indices: range, machine: NativeMachine, tally: Tally) -> None:
    """Count these games, of which nothing else is asked."""
    policies = [POLICIES[spec] for spec in job.seats]
    for sums in machine.sums(job.seed, indices.start, len(indices), policies, job.max_turns,
                             job.max_decisions, MAX_CHANCE):
        tally.add_lengths(*sums.lengths(), sums.options, sums.most_options)
        for game, games in sums.endings():
            over = game.ended == game.TO_THE_END
            came = machine.ended(game) if over else LIMITS[game.ended - game.TOO_MANY_TURNS]
            tally.add_endings(_row(indices.start, came, 0, 0, 0, 0), games)


class _Ahead(AbstractContextManager[None]):
    """Says of a fault in the rules that a program met it while it looked ahead: no record shows
    the moves that led to it."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RulesError):
            message = "a program met this while it looked ahead, not in the game itself"
            note = Diagnostic("in-game", message, severity="note")
            raise RulesError([*error.diagnostics, note]) from None


_AHEAD = _Ahead()


Part = TypeVar("Part")
#: What becomes of some games: what is asked for, and what went wrong in which of them.
Played = tuple[Part, int, tuple[Diagnostic, ...]]


def _games(tally: Tally) -> int:
    return tally.games


def _tallied(job: Job, how: str, indices: range) -> Played[Tally]:
    """The games with some indices, played natively and counted."""
    tally = Tally(job.setting.game.players)
    native = backend.machine(job.setting.game, how)
    assert native is not None
    try:
        tally_natively(job, indices, native, tally)
    except RulesError as error:
        return tally, indices.start + tally.games, tuple(error.diagnostics)
    return tally, -1, ()


def _chunk(job: Job, how: str, indices: range) -> Played[list[GameRow]]:
    rows: list[GameRow] = []
    native = backend.machine(job.setting.game, how)
    played = (play(job, index) for index in indices) if native is None else (
        play_natively(job, indices, native))
    try:
        rows += played
    except RulesError as error:
        return rows, indices.start + len(rows), tuple(error.diagnostics)
    return rows, -1, ()


def backend_for(job: Job, games: int, how: str) -> str:
    """How games are played: natively if that is asked for, or worth it, and can be done. Of games
    with seats that search it is the search that is native."""
    able = job.records is None and set(job.seats) <= POLICIES.keys()
    if how == backend.NATIVE and not able:
        if job.records is not None:
            raise UsageError("records are written by the reference engine", "leave out --backend")
        if not any(map(agents.searches, job.seats)):
            raise UsageError("only seats that are `random` or `first` are played natively, and "
                             "those that search", "leave out --backend")
        backend.machine(job.setting.game, how)
        return backend.REFERENCE
    if how == backend.AUTO and (not able or games < backend.LEAST_GAMES):
        return backend.REFERENCE
    native = backend.machine(job.setting.game, how)
    return backend.REFERENCE if native is None else backend.NATIVE


def rows(
    job: Job, games: int, jobs: int = 1, progress: Progress | None = None, first: int = 0,
    how: str = backend.REFERENCE,
) -> Generator[GameRow, None, None]:
    """The rows of the games `first` to `games` - 1, in this order, played by `jobs` processes, by
    the reference engine or natively."""
    with closing(_parts(_chunk, len, job, games, jobs, progress, first, how)) as parts:
        for part in parts:
            yield from part


def _parts(
    work: Callable[[Job, str, range], Played[Part]],
    counted: Callable[[Part], int],
    job: Job, games: int, jobs: int, progress: Progress | None, first: int, how: str,
) -> Generator[Part, None, None]:
    """What some work makes of the games `first` to `games` - 1, part by part in this order."""
    for spec in job.seats:
        agents.check(spec, job.setting.game)
    count = games - first
    size = 1
    if how == backend.NATIVE:
        size = max(1, min(MOST_NATIVE, count // (jobs * CHUNKS_PER_JOB)))
    elif jobs > 1 and job.records is None and set(job.seats) <= agents.QUICK:
        size = max(1, min(MOST_PER_CHUNK, count // (jobs * CHUNKS_PER_JOB)))
    chunks = (range(begin, min(games, begin + size)) for begin in range(first, games, size))
    done = first
    if progress is not None:
        progress(done, games)
    with closing(in_order(partial(work, job, how), chunks, min(jobs, count))) as made:
        for found, broken, diagnostics in made:
            yield found
            if diagnostics:
                raise RulesError([*diagnostics, _where(job, broken)])
            done += counted(found)
            if progress is not None:
                progress(done, games)


def _where(job: Job, index: int) -> Diagnostic:
    """The note that says how to meet a fault in play again."""
    message = f"this was met in game {index} of the series with seed {job.seed}"
    hint = "with --out its record shows every move up to there" if job.records is None else (
        f"its record is {record_path(job.records, index)}"
    )
    return Diagnostic("in-game", message, hint=hint, severity="note")


def simulate(
    job: Job,
    games: int,
    jobs: int = 1,
    progress: Progress | None = None,
    table: Callable[[GameRow], None] | None = None,
    before: Sequence[GameRow] = (),
    how: str = backend.AUTO,
) -> dict[str, object]:
    """Play a series and sum it up; `table` is handed every row in order. The rows `before` are
    those of its first games, which were played another time. `how` is a backend: `auto`,
    `reference` or `native`.

    Ctrl-C ends it: what was played is summed up, with `interrupted` and the number of games that
    were `asked` for beside it; KeyboardInterrupt is raised if no game was played.
    """
    how = backend_for(job, games - len(before), how)
    started = perf_counter()
    tally = Tally(job.setting.game.players)
    for row in before:
        tally.add(row)
    moves = tally.moves
    cut: dict[str, object] = {}
    try:
        if how == backend.NATIVE and table is None:
            parts = _parts(_tallied, _games, job, games, jobs, progress, len(before), how)
            with closing(parts):
                for part in parts:
                    with uninterrupted():
                        tally.join(part)
        else:
            with closing(rows(job, games, jobs, progress, len(before), how)) as played_now:
                for row in played_now:
                    with uninterrupted():
                        tally.add(row)
                        if table is not None:
                            table(row)
    except KeyboardInterrupt:
        if not tally.games:
            raise
        cut = {"interrupted": True, "asked": games}
    seconds = perf_counter() - started
    played = tally.games - len(before)
    return summary(job, tally) | cut | {
        "backend": how,
        "seconds": round(seconds, 3),
        "games_per_s": round(played / seconds, 2) if seconds else None,
        "moves_per_s": round((tally.moves - moves) / seconds, 1) if seconds else None,
    }


def summary(job: Job, tally: Tally) -> dict[str, object]:
    """What was played and what came of it, without the time it took."""
    return {
        "ruleset": job.setting.game.ruleset.name,
        "ruleset_hash": job.setting.hash,
        "options": dict(job.setting.options),
        "players": job.setting.players,
        "names": list(job.setting.game.seats),
        "seats": list(job.seats),
        "seed": job.seed,
        "max_turns": job.max_turns,
        "max_decisions": job.max_decisions,
        **tally.outcome(),
        **tally.shape(),
    }


