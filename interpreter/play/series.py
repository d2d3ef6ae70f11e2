"""A series of games kept in a folder, which may be ended at any moment and gone on with.

Model.  `series.json` says what is played, `records/` holds a record of every game, `games.csv` a
row of every game whose record is whole, in order, and `summary.json` what came of all of them.
The same series asked for again keeps the rows that are there and plays the games behind them; more
games than were asked for before make the series longer.

Invariants:
- A row is written behind the end of its record, and the summary behind the last row, in one piece:
  what can be read is true, whenever the writing was ended. A torn last row is not believed.
- What stands in the folder at the end does not depend on how often it was ended before.
"""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import Any

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import simulate
from rulewright.interpreter.play.statistics import GameRow

FORMAT = 1
COLUMNS = tuple(made.name for made in fields(GameRow))
ROWS, SUMMARY, WHAT, RECORDS = "games.csv", "summary.json", "series.json", "records"
#: What separates the winners of a game, and its payoffs; no name of a seat holds it.
BETWEEN = "; "


class Series:
    """The folder of a series. Raises `UsageError` if it holds anything else."""

    def __init__(self, folder: Path, job: simulate.Job) -> None:
        self.folder = folder
        self.job = replace(job, records=folder / RECORDS)
        self.names = job.setting.game.seats
        try:
            self._open()
            #: The games that were played before.
            self.rows = self._read()
        except OSError as error:
            raise UsageError(f"cannot use the folder {folder}: {error.strerror}") from None

    def play(
        self, games: int, jobs: int, progress: simulate.Progress | None = None
    ) -> dict[str, object]:
        """Play the games that are missing; the summary of all."""
        if games < len(self.rows):
            raise UsageError(f"{self.folder} holds {len(self.rows)} games of this series already",
                             f"ask for --games {len(self.rows)} or more, or name a new folder")
        if games > len(self.rows):
            (self.folder / SUMMARY).unlink(missing_ok=True)
        with (self.folder / ROWS).open("a", newline="", encoding="utf-8") as file:

            def add(row: GameRow) -> None:
                file.write(_line(_told(row, self.names)))
                file.flush()

            found = simulate.simulate(self.job, games, jobs, progress, add, self.rows)
        _write(self.folder / SUMMARY, found)
        return found

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
        self.folder.mkdir(parents=True, exist_ok=True)
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
    return path.suffix == ".part"


def _write(path: Path, data: dict[str, object]) -> None:
    """Write a file in one piece: it is the old one or the new one at every moment."""
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    os.replace(part, path)


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else {}


def _differing(found: dict[str, Any], what: dict[str, object]) -> str:
    """What is another in a folder than in what is asked for; empty if nothing is."""
    if found.get("rulewright") != FORMAT:
        return "of another kind"
    names = [key for key, value in what.items() if found.get(key) != value]
    return "with another " + ", ".join(names).replace("_", " ") if names else ""
