"""A series of games kept in a folder, which may be ended at any moment and gone on with.

Model.  `series.json` says what is played, `records/` holds a record of every game, `games.csv` a
row of every game whose record is whole, in order, and `summary.json` what came of all of them.
The same series asked for again keeps the rows that are there and plays the games behind them; more
games than were asked for before make the series longer.

Invariants:
- A row is written behind the end of its record, and the summary behind the last row, in one piece:
  what can be read is true, whenever the writing was ended. A torn last row is not believed, nor is
  a row whose record is not whole, nor what is behind it.
- What stands in the folder at the end does not depend on how often it was ended before.
- One process at a time writes in the folder; that it does ends with it, however it ends.
"""

from __future__ import annotations

import csv
import io
import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import Any

from rulewright.interpreter import files
from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import record, simulate
from rulewright.interpreter.play.statistics import GameRow

try:
    import fcntl
except ImportError:  # not on every system; there nobody may start a series twice
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
COLUMNS = tuple(made.name for made in fields(GameRow))
ROWS, SUMMARY, WHAT, RECORDS = "games.csv", "summary.json", "series.json", "records"
#: What separates the winners of a game, and its payoffs; no name of a seat holds it.
BETWEEN = "; "
#: Seconds in which the processes of a series that was killed have ended as well.
PATIENCE = 2.0


class Series:
    """The folder of a series. Raises `UsageError` if it holds anything else."""

    def __init__(self, folder: Path, job: simulate.Job) -> None:
        self.folder = folder
        self.job = replace(job, records=folder / RECORDS)
        self.names = job.setting.game.seats
        #: The games that were played before `play`.
        self.rows: list[GameRow] = []

    def play(
        self, games: int, jobs: int, progress: simulate.Progress | None = None
    ) -> dict[str, object]:
        """Play the games that are missing; the summary of all."""
        with ExitStack() as held:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                held.enter_context(_alone(self.folder))
                self._open()
                rows = self._read()
                if games < len(rows):
                    raise UsageError(
                        f"{self.folder} holds {len(rows)} games of this series already",
                        f"ask for --games {len(rows)} or more, or name a new folder",
                    )
                self.rows = self._believed(rows)
            except OSError as error:
                message = f"cannot use the folder {self.folder}: {files.reason(error)}"
                raise UsageError(message) from None
            with record.naming(self.folder):
                return self._play(games, jobs, progress)

    def _play(
        self, games: int, jobs: int, progress: simulate.Progress | None
    ) -> dict[str, object]:
        told = _json(self.folder / SUMMARY)
        if games > len(self.rows):
            (self.folder / SUMMARY).unlink(missing_ok=True)
        with (self.folder / ROWS).open("a", newline="", encoding="utf-8") as file:

            def add(row: GameRow) -> None:
                file.write(_line(_told(row, self.names)))
                file.flush()

            found = simulate.simulate(self.job, games, jobs, progress, add, self.rows)
        if found.get("interrupted"):
            return found  # the summary is written when all games are played
        if games == len(self.rows) and _timeless(told) == _timeless(found):
            return told  # its times are those of the playing
        self._remove_behind(games)
        _write(self.folder / SUMMARY, found)
        return found

    def _remove_behind(self, games: int) -> None:
        """Remove the records of later games: processes that were killed can be ahead of the rows,
        in a series that was to be longer than it is now."""
        for path in (self.folder / RECORDS).iterdir():
            index = simulate.record_index(path)
            if index is not None and index >= games:
                path.unlink()

    def _remove_parts(self) -> None:
        """Remove what was being written when the writing was ended."""
        for folder in (self.folder, self.folder / RECORDS):
            for path in filter(_passing, folder.iterdir()):
                path.unlink()

    def _open(self) -> None:
        """Make the folder, or see that it is of this series."""
        what = {
            "rulewright": FORMAT,
            "ruleset": self.job.setting.game.ruleset.name,
            "ruleset_hash": self.job.setting.hash,
            "options": dict(self.job.setting.options),
            "players": self.job.setting.players,
            "seats": list(self.job.seats),
            "seed": self.job.seed,
            "max_turns": self.job.max_turns,
            "max_decisions": self.job.max_decisions,
        }
        found = self.folder / WHAT
        if found.is_file():
            differing = _differing(_json(found), what)
            if differing:
                raise UsageError(f"the folder {self.folder} holds another series: {differing}",
                                 "name a new one with --out")
        else:
            if any(not _passing(path) for path in self.folder.iterdir()):
                raise UsageError(f"the folder {self.folder} is not empty",
                                 "name a new one with --out")
            _write(found, what)
        (self.folder / RECORDS).mkdir(exist_ok=True)
        self._remove_parts()

    def _read(self) -> list[GameRow]:
        """The rows that are there. What stands behind the last whole line is cut off."""
        path = self.folder / ROWS
        head = _line(list(COLUMNS)).encode()
        data = path.read_bytes() if path.is_file() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            path.write_bytes(head)
            return []
        if len(whole) < len(data):
            os.truncate(path, len(whole))
        try:
            lines = list(csv.reader(io.StringIO(whole.decode("utf-8"), newline=""), strict=True))
            rows = [_row(line, self.names) for line in lines[1:]]
        except (csv.Error, ValueError):
            rows = None
        if rows is None or lines[0] != list(COLUMNS) or not _in_order(rows):
            raise UsageError(f"{path} was changed and cannot be gone on with",
                             "name a new folder with --out")
        return rows

    def _believed(self, rows: list[GameRow]) -> list[GameRow]:
        """The rows up to the first whose record is not whole; those behind it are cut off."""
        folder = self.folder / RECORDS
        lost = next((row.game for row in rows
                     if not record.is_whole(simulate.record_path(folder, row.game))), len(rows))
        if lost < len(rows):
            (self.folder / SUMMARY).unlink(missing_ok=True)
            lines = [list(COLUMNS), *(_told(row, self.names) for row in rows[:lost])]
            _replace(self.folder / ROWS, "".join(map(_line, lines)))
        return rows[:lost]


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a folder that no other process may hold; UsageError if one does.

    The system lets go of it when all processes of the series have ended.
    """
    if fcntl is None:
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        until = time.monotonic() + PATIENCE
        while not _locked(held):
            if time.monotonic() > until:
                raise UsageError(f"the folder {folder} is being written by another process",
                                 "wait for it, or name a new folder with --out")
            time.sleep(0.02)
        yield
    finally:
        os.close(held)


def _locked(held: int) -> bool:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system that cannot lock
        return True
    return True


def _in_order(rows: list[GameRow]) -> bool:
    return [row.game for row in rows] == list(range(len(rows)))


def _told(row: GameRow, names: list[str]) -> list[str]:
    """A row in words: seats by name, nothing where there is none."""
    cells = dict(zip(COLUMNS, astuple(row), strict=True))
    cells["winners"] = tuple(names[seat] for seat in row.winners)
    return [_cell(value) for value in cells.values()]


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return BETWEEN.join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _row(texts: list[str], names: list[str]) -> GameRow:
    """The row that `_told` told. Raises ValueError if there is none."""
    told = dict(zip(COLUMNS, texts, strict=True))
    row = GameRow(
        game=int(told["game"]),
        winners=tuple(names.index(name) for name in told["winners"].split(BETWEEN) if name),
        draw=told["draw"] == "yes",
        payoffs=tuple(float(text) for text in told["payoffs"].split(BETWEEN) if text),
        rule=told["rule"] or None,
        truncated=told["truncated"] or None,
        decisions=int(told["decisions"]),
        turns=int(told["turns"]),
        options=int(told["options"]),
        most_options=int(told["most_options"]),
    )
    if _told(row, names) != texts:
        raise ValueError("these are not the words of a row")
    return row


def _line(texts: list[str]) -> str:
    made = io.StringIO(newline="")
    csv.writer(made, lineterminator="\n").writerow(texts)
    return made.getvalue()


def _passing(path: Path) -> bool:
    """Whether a file is one that was being written when the writing was ended."""
    return path.suffix == files.PART


def _write(path: Path, data: dict[str, object]) -> None:
    _replace(path, json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def _replace(path: Path, text: str) -> None:
    """Write a file in one piece: it is the old one or the new one at every moment."""
    files.put(path, text)


def _json(path: Path) -> dict[str, Any]:
    """The object in a file; an empty one where there is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


def _timeless(summary: dict[str, Any]) -> dict[str, object]:
    """A summary without the time it took."""
    return {key: value for key, value in summary.items() if key not in simulate.TIMES}


def _differing(found: dict[str, Any], what: dict[str, object]) -> str:
    """What is another in a folder than in what is asked for; empty if nothing is."""
    if found.get("rulewright") != FORMAT:
        return "of another kind"
    names = [key for key, value in what.items() if found.get(key) != value]
    return "with another " + ", ".join(names).replace("_", " ") if names else ""
