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
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError
from rulewright.interpreter.play import backend
from rulewright.interpreter.play.processes import in_order, uninterrupted
from rulewright.interpreter.play.setting import Setting
from rulewright.interpreter.play.statistics import GameRow, Tally, row_of

if TYPE_CHECKING:
    from rulewright.interpreter.native.games import Games
    from rulewright.interpreter.native.library import Outcome
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
#: Seconds that native play goes on alone, before other processes help: these take time to begin.
ALONE = 0.15
#: Games of a chunk that is played natively. Such chunks begin with a small part of a share, so that
#: it is soon known how long they take, and each is twice as large as the one before; to the end
#: they become as small again, so that no process waits long for the last one.
MOST_NATIVE = 50_000
PARTS_OF_SHARE = 16

#: What a summary says of the time that was taken; all else in it is the same every time.
TIMES = ("seconds", "games_per_s", "moves_per_s")

#: What is said where a process of a series is no more.
LOST = Diagnostic("process-lost", "a process that played games was ended from outside (out of "
                                  "memory?)", hint="take fewer --jobs")

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
    """Play the game with this index to its end or to a limit, by the reference engine."""
    from rulewright.interpreter.play import single

    if job.records is None:
        return single.play(job, index, MAX_CHANCE)
    return single.recorded(job, index, MAX_CHANCE, record_path(job.records, index))


#: The limits that a game may come to, in the order in which native games tell them.
LIMITS = ("max-turns", "max-decisions", "max-chance")
#: Agents by the numbers by which native games know them.
POLICIES = {"random": 0, "first": 1}


def _came(machine: Games, game: Outcome) -> Result | str:
    """The result of a game that was played natively, or the limit to which it came."""
    if game.ended == game.TO_THE_END:
        return machine.ended(game)
    return LIMITS[game.ended - game.TOO_MANY_TURNS]


def play_natively(job: Job, indices: range, machine: Games) -> Iterator[GameRow]:
    """The rows of games with some indices, whose seats are all `random` or `first`."""
    policies = [POLICIES[spec] for spec in job.seats]
    played = machine.games(job.seed, indices.start, len(indices), policies, job.max_turns,
                           job.max_decisions, MAX_CHANCE)
    for index, game in zip(indices, played, strict=True):
        yield row_of(index, _came(machine, game), game.decisions, game.turns, game.options,
                     game.most_options)


def tally_natively(job: Job, indices: range, machine: Games, tally: Tally) -> None:
    """Count these games, of which nothing else is asked."""
    policies = [POLICIES[spec] for spec in job.seats]
    for sums in machine.sums(job.seed, indices.start, len(indices), policies, job.max_turns,
                             job.max_decisions, MAX_CHANCE):
        tally.add_lengths(*sums.lengths(), sums.options, sums.most_options)
        for game, games in sums.endings():
            tally.add_endings(
                row_of(indices.start, _came(machine, game), 0, 0, 0, 0), games)


Part = TypeVar("Part")
#: What becomes of some games: what is asked for, and what went wrong in which of them.
Played = tuple[Part, int, tuple[Diagnostic, ...]]


def _games(tally: Tally) -> int:
    return tally.games


def _tallied(job: Job, how: str, indices: range) -> Played[Tally]:
    """The games with some indices, played natively and counted."""
    tally = Tally(job.setting.players)
    native = backend.games(job.setting, how)
    assert native is not None
    try:
        tally_natively(job, indices, native, tally)
    except RulesError as error:
        return tally, indices.start + tally.games, tuple(error.diagnostics)
    return tally, -1, ()


def _chunk(job: Job, how: str, indices: range) -> Played[list[GameRow]]:
    rows: list[GameRow] = []
    native = backend.games(job.setting, how)
    played = (play(job, index) for index in indices) if native is None else (
        play_natively(job, indices, native))
    try:
        rows += played
    except RulesError as error:
        return rows, indices.start + len(rows), tuple(error.diagnostics)
    return rows, -1, ()


def is_long(games: int, how: str) -> bool:
    """Whether so many games are played natively, if they can be."""
    return how == backend.NATIVE or (how == backend.AUTO and games >= backend.LEAST_GAMES)


def backend_for(job: Job, games: int, how: str) -> str:
    """How games are played: natively if that is asked for, or worth it, and can be done. Of games
    with seats that search it is the search that is native."""
    backend.known(how)
    able = job.records is None and set(job.seats) <= POLICIES.keys()
    if how == backend.NATIVE and not able:
        if job.records is not None:
            raise UsageError("records are written by the reference engine", "leave out --backend")
        from rulewright.interpreter.play import agents

        if not any(map(agents.searches, job.seats)):
            raise UsageError("only seats that are `random` or `first` are played natively, and "
                             "those that search", "leave out --backend")
        backend.machine(job.setting.game, how)
        return backend.REFERENCE
    if not (able and is_long(games, how)):
        return backend.REFERENCE
    native = backend.games(job.setting, how)
    return backend.REFERENCE if native is None else backend.NATIVE


def check(job: Job) -> None:
    """Raise `UsageError` for seats that cannot be played in this setting."""
    others = [spec for spec in job.seats if spec not in POLICIES]
    if others:
        from rulewright.interpreter.play import agents

        for spec in others:
            agents.check(spec, job.setting.game)


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
    check(job)
    count = games - first
    if how == backend.NATIVE:
        chunks = native_chunks(first, games, jobs)
    else:
        size = 1
        if jobs > 1 and job.records is None and set(job.seats) <= POLICIES.keys():
            size = max(1, min(MOST_PER_CHUNK, count // (jobs * CHUNKS_PER_JOB)))
        chunks = (range(begin, min(games, begin + size)) for begin in range(first, games, size))
    done = first
    if progress is not None:
        progress(done, games)
    alone = ALONE if how == backend.NATIVE else 0.0
    with closing(in_order(
            partial(work, job, how), chunks, min(jobs, count), LOST, alone)) as made:
        for found, broken, diagnostics in made:
            yield found
            if diagnostics:
                raise RulesError([*diagnostics, where(job, broken)])
            done += counted(found)
            if progress is not None:
                progress(done, games)


def native_chunks(first: int, games: int, jobs: int) -> Iterator[range]:
    """The games `first` to `games` - 1 in the chunks in which they are played natively."""
    small = (games - first) // (jobs * CHUNKS_PER_JOB * PARTS_OF_SHARE)
    least = size = max(1, min(small, MOST_NATIVE))
    while first < games:
        share = (games - first) // (jobs * CHUNKS_PER_JOB)
        size = max(least, min(size, share, MOST_NATIVE))
        yield range(first, min(games, first + size))
        first += size
        size *= 2


def where(job: Job, index: int) -> Diagnostic:
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
    tally = Tally(job.setting.players)
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
        "ruleset": job.setting.ruleset,
        "ruleset_hash": job.setting.hash,
        "options": dict(job.setting.options),
        "players": job.setting.players,
        "names": job.setting.seats,
        "seats": list(job.seats),
        "seed": job.seed,
        "max_turns": job.max_turns,
        "max_decisions": job.max_decisions,
        **tally.outcome(),
        **tally.shape(),
    }


