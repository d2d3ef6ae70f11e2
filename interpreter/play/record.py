"""Records: one game as JSON lines, written line by line and verified when it is replayed.

Model.  The first line is the header: ruleset, hash of its text, options, seats, seed, index of the
game, and a note on what the record tells until the game is over.  Every decision and every chance
outcome adds one line with its text.  The last line is the end: result, counts, hash of the final
state.  The format is fixed by `schemas/record.schema.json`.

Invariants:
- A record begins whole (its header and the entries it is begun with) or not at all.
- Every line is handed to the system as a whole, with its line end, before play goes on, so a
  crash loses at most the move in progress.
- A line without its line end is torn: it is recognised, reported, and never believed.
- Reading or replaying any sequence of bytes either succeeds or raises a RulesError.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import documents, driver, files
from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError
from rulewright.interpreter.play.reports import said, told, whose
from rulewright.interpreter.source import Source, Span

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, Result, State

FORMAT = 1


@dataclass(frozen=True)
class Header:
    """What a game was played with."""

    ruleset: str
    hash: str
    options: dict[str, str]
    players: int
    seats: tuple[str, ...]
    seed: int
    game: int
    #: What the record tells that players may not know before the game is over.
    note: str | None = field(default=None, compare=False)

    @classmethod
    def of(cls, game: Game, name: str, seats: Sequence[str], seed: int, index: int = 0) -> Header:
        """The header of a game; `name` is what the ruleset was asked for by."""
        options = dict(game.options)
        return cls(name, game.ruleset.hash, options, game.players, tuple(seats), seed, index)

    def to_json(self) -> dict[str, object]:
        """Its line."""
        found = {"rulewright": FORMAT, **asdict(self)}
        if self.note is None:
            del found["note"]
        return found


@dataclass(frozen=True)
class Entry:
    """One decision or chance outcome; `line` is where it stands in the file."""

    by: str
    text: str
    line: int = 0


def result_json(game: Game, result: Result) -> dict[str, object]:
    """A result as records and machine output show it, winners by name."""
    return {
        "payoffs": list(result.payoffs),
        "ranks": list(result.ranks),
        "winners": [game.seats[seat] for seat in result.winners],
        "draw": result.draw,
        "rule": result.rule,
        "truncated": result.truncated,
        "reason": result.reason,
    }


def stopped_json(reason: str) -> dict[str, object]:
    """The result of a game that was stopped from outside."""
    return {
        "payoffs": [],
        "ranks": [],
        "winners": [],
        "draw": False,
        "rule": None,
        "truncated": True,
        "reason": reason,
    }


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let a failure say which file it was of: the system says so of opening, not of writing."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def text(header: Header, entries: Iterable[tuple[str, str]]) -> str:
    """A record without an end; an entry is who decided, and the option or outcome."""
    lines = [_line(header.to_json())]
    lines += [_line(_entry_json(number, *entry)) for number, entry in enumerate(entries, 1)]
    return "".join(lines)


def _line(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n"


def _entry_json(number: int, by: str, text: str) -> dict[str, object]:
    return {"n": number, "by": by, "text": text}


class Writer:
    """Writes one record.

    It begins a new file, with `entries`, or goes on behind the `kept` bytes of one that is there.
    A file that is there is written over only with `replace`.
    """

    def __init__(
        self,
        path: Path,
        header: Header,
        kept: Sequence[int] = (),
        *,
        entries: Iterable[tuple[str, str]] = (),
        replace: bool = False,
    ) -> None:
        self._path = path
        if files.is_stream(path) and not path.is_dir():
            raise UsageError(f"{path} cannot hold a record that is written while it is played")
        if not kept:
            begun = text(header, entries)
            files.write(path, begun, replace=replace)
            kept = [len(line) for line in begun.encode().splitlines(keepends=True)]
            kept = list(accumulate(kept))
        self._ends = list(kept)
        try:
            self._file = path.open("r+b")
            self._cut()
        except OSError as error:
            raise UsageError(f"cannot write {path}: {files.reason(error)}") from None

    def _cut(self) -> None:
        self._file.seek(self._ends[-1])
        self._file.truncate()

    def _write(self, data: dict[str, object]) -> None:
        line = _line(data).encode()
        with naming(self._path):
            self._file.write(line)
            self._file.flush()
        self._ends.append(self._ends[-1] + len(line))

    def writes(self, path: Path) -> bool:
        """Whether a path leads to the file that is written."""
        return path.resolve() == self._path.resolve()

    def add(self, by: str, text: str) -> None:
        """Write one decision or chance outcome."""
        self._write(_entry_json(len(self._ends), by, text))

    def take_back(self, count: int) -> None:
        """Remove the last `count` entries."""
        del self._ends[len(self._ends) - count :]
        self._cut()

    def end(self, result: dict[str, object], decisions: int, turns: int, state: str) -> None:
        """Write the end; `state` is the hash of the final state."""
        self._write({"end": result, "decisions": decisions, "turns": turns, "state": state})

    def close(self) -> None:
        """Close the file."""
        with naming(self._path):  # what could not be written is tried once more
            self._file.close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


@dataclass(frozen=True)
class Record:
    """A record as it was read. `ends` are the byte offsets behind its whole lines."""

    path: Path
    source: Source
    header: Header
    entries: tuple[Entry, ...]
    end: dict[str, Any] | None
    torn: Diagnostic | None
    ends: tuple[int, ...]

    def error(self, code: str, message: str, line: int) -> RulesError:
        """A RulesError about one line."""
        return RulesError([Diagnostic(code, message, _span(self.source, line))])

    def open(self) -> Game:
        """The game it was played with; RulesError if the ruleset is another now."""
        try:
            ruleset = driver.load(self._name())
            if ruleset.hash != self.header.hash:
                message = (
                    f"this was played with another text of {ruleset.title} "
                    f"(hash {self.header.hash[:12]}, now {ruleset.hash[:12]})"
                )
                raise self.error("record-ruleset", message, 1)
            game = ruleset.instantiate(self.header.players, self.header.options)
        except UsageError as error:
            raise self.error("record-ruleset", str(error), 1) from None
        if len(self.header.seats) != game.players:
            message = f"{len(self.header.seats)} seats are named for {game.players} players"
            raise self.error("record-header", message, 1)
        return game

    def _name(self) -> str:
        """The ruleset's name, or its path: as written, or beside the record."""
        written = Path(self.header.ruleset)
        for place in (written, self.path.parent / written, self.path.parent / written.name):
            if written.suffix and place.is_file():
                return str(place)
        return self.header.ruleset

    def step(self, state: State, entry: Entry) -> State:
        """The state after an entry, verified; RulesError where it goes wrong."""
        now = whose(state)
        if state.kind == "end":
            raise self.error("record-move", "the game is over before this entry", entry.line)
        if now != entry.by:
            message = f"this is by {entry.by}, but {now} is to move"
            raise self.error("record-player", message, entry.line)
        try:
            return state.apply(entry.text)
        except RulesError as error:
            message = f"`{entry.text}` cannot be done: {said(error)}"
            raise self.error("record-move", message, entry.line) from None


def replay(record: Record, game: Game) -> State:
    """Play a record again and verify it to its end; the final state. RulesError if it differs."""
    state = game.start()
    for entry in record.entries:
        state = record.step(state, entry)
    moves = f"{len(record.entries)} entries" if len(record.entries) != 1 else "1 entry"
    if record.torn is not None:
        raise RulesError([record.torn])
    if record.end is None:
        message = f"the record stops after {moves} without an end; as far as it goes it is right"
        raise record.error("record-unfinished", message, len(record.ends))
    _verify_end(record, state)
    return state


def _verify_end(record: Record, state: State) -> None:
    assert record.end is not None
    line = len(record.ends)
    result = record.end["end"]
    if state.result is None and not result["truncated"]:
        message = f"the record ends here, but the game goes on: {whose(state)} is to move"
        raise record.error("record-end", message, line)
    if state.result is not None and result != result_json(state.game, state.result):
        message = f"the result is another: {told(state.game, state.result)}"
        raise record.error("record-end", message, line)
    found = {"decisions": state.decisions, "turns": state.turns, "state": state.hash}
    for key, value in found.items():
        if record.end[key] != value:
            message = f"`{key}` is {value} when it is played again, not {record.end[key]}"
            raise record.error("record-end", message, line)


def read(path: Path) -> Record:
    """Read a record; RulesError if it is not one. A torn last line is noted in `torn`."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        message = f"cannot read {path}: {getattr(error, 'strerror', None) or error}"
        raise RulesError([Diagnostic("file", message)]) from None
    source = Source(str(path), data.decode(errors="replace"))
    *whole, last = data.split(b"\n")
    torn = None
    if last:
        message = (
            "the last line is torn: it was not written to its end, so it does not count; "
            f"{len(whole)} whole lines stand before it"
        )
        torn = Diagnostic("record-torn", message, _span(source, len(whole) + 1))
    if not whole:
        empty = Diagnostic("record-empty", f"{path} is empty", hint="a record begins with a header")
        raise RulesError([torn or empty])
    ends = [0]
    for line in whole:
        ends.append(ends[-1] + len(line) + 1)
    header = _header(source, whole[0])
    entries: list[Entry] = []
    end = None
    for number, line in enumerate(whole[1:], 2):
        found = _json(source, line, number)
        if end is not None:
            raise _error(source, "nothing follows the end of a record", number)
        if "end" in found:
            end = _validated(source, found, "end", number)
        else:
            entries.append(_entry(source, found, number))
    return Record(path, source, header, tuple(entries), end, torn, tuple(ends[1:]))


def is_whole(path: Path) -> bool:
    """Whether a record was written to its end: a quick look at its last line, for many records."""
    try:
        *_, last, rest = (b"", *path.read_bytes().rsplit(b"\n", 2))
        found = json.loads(last)
    except (OSError, ValueError, RecursionError):
        return False
    return rest == b"" and isinstance(found, dict) and "end" in found


def _header(source: Source, line: bytes) -> Header:
    found = _validated(source, _json(source, line, 1), "header", 1)
    return Header(
        found["ruleset"],
        found["hash"],
        found["options"],
        int(found["players"]),
        tuple(found["seats"]),
        int(found["seed"]),
        int(found["game"]),
        found.get("note"),
    )


def _entry(source: Source, found: dict[str, Any], number: int) -> Entry:
    """An entry, checked by hand: schemas are for the boundaries, not for every move."""
    types = {key: type(value) for key, value in found.items()}
    if types != {"n": int, "by": str, "text": str}:
        raise _error(source, "an entry has `n` (a number), `by` and `text` (texts)", number)
    if found["n"] != number - 1:
        raise _error(source, f"this is entry {number - 1}, not {found['n']}", number)
    return Entry(found["by"], found["text"], number)


def _json(source: Source, line: bytes, number: int) -> dict[str, Any]:
    try:
        found = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise _error(source, "this line is not JSON in UTF-8", number) from None
    if not isinstance(found, dict):
        raise _error(source, "a line of a record is a JSON object", number)
    return found


def _validated(source: Source, found: dict[str, Any], part: str, number: int) -> dict[str, Any]:
    schema = documents.schema("record")
    against = {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    complaints = documents.complaints(found, against)
    if complaints:
        span = _span(source, number)
        raise RulesError(Diagnostic("record-line", text, span) for _, text in complaints)
    return found


def _error(source: Source, message: str, number: int) -> RulesError:
    return RulesError([Diagnostic("record-line", message, _span(source, number))])


def _span(source: Source, line: int) -> Span:
    return Span(source, line, 1, line, 2)
