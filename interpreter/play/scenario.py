"""Scenarios: small plays in YAML with what must come of them, run against a ruleset.

Model.  A file is a list of scenarios.  Each begins at the start of play or at a given position,
does moves (and dictates chance) by their texts, and compares what comes of it with `expect`;
`then` goes on from there.  The format is fixed by `schemas/scenario.schema.json`.

Invariants: a file that is not sound is a RulesError; a scenario that is sound never raises, it
passes or fails, and a failure names the line of the part that was not met.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import documents, driver
from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError, did_you_mean
from rulewright.interpreter.finding import SUFFIX
from rulewright.interpreter.source import Source
from rulewright.interpreter.state.json import SWITCH

if TYPE_CHECKING:
    from rulewright.interpreter.driver import Ruleset
    from rulewright.interpreter.engine.game import Game, Result, State


#: A file and the index of a scenario in it.
Place = tuple[Path, int]


@dataclass(frozen=True)
class Outcome:
    """Whether one scenario passed, and if not, why and where."""

    name: str
    passed: bool
    message: str
    file: str
    line: int
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Scenario:
    """One scenario of a file."""

    document: documents.Document
    index: int

    @property
    def data(self) -> dict[str, Any]:
        """Its part of the file."""
        found: dict[str, Any] = self.document.value[self.index]
        return found

    @property
    def name(self) -> str:
        """What the author calls it."""
        return str(self.data["scenario"])

    @property
    def place(self) -> Place:
        """The file in which it stands, and where."""
        return Path(self.document.source.name).resolve(), self.index

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules it is about."""
        return tuple(self.data.get("rules", ()))

    @property
    def ruleset(self) -> str:
        """The name of its ruleset, or a path; one beside the scenario file goes first."""
        named = str(self.data["ruleset"])
        beside = Path(self.document.source.name).parent / named
        found = [path for path in (beside, beside.with_name(beside.name + SUFFIX))
                 if path.is_file()]
        return str(found[0]) if found else named

    def outcome(self, failure: Failure | None) -> Outcome:
        """The outcome of having run it."""
        path = (self.index, *(failure.path if failure else ()))
        return Outcome(
            self.name,
            failure is None,
            failure.message if failure else "",
            self.document.source.name,
            self.document.span(path).line,
            self.rules,
        )


class Failure(Exception):
    """An expectation was not met; `path` leads to it within its scenario."""

    def __init__(self, message: str, path: documents.Keys) -> None:
        self.message = message
        self.path = path
        super().__init__(message)


@dataclass
class Bench:
    """Rulesets, games and files that many scenarios share; `load` finds a ruleset by its name."""

    load: Callable[[str], Ruleset] = driver.load
    rulesets: dict[str, Ruleset] = field(default_factory=dict)
    games: dict[object, Game] = field(default_factory=dict)
    files: dict[Path, list[Scenario]] = field(default_factory=dict)

    def read(self, path: Path) -> list[Scenario]:
        """The scenarios of a file, read once. Raises as `read` does."""
        if path not in self.files:
            self.files[path] = read(path)
        return self.files[path]

    def ruleset(self, name: str) -> Ruleset:
        """The ruleset of a name, loaded once."""
        if name not in self.rulesets:
            self.rulesets[name] = self.load(name)
        return self.rulesets[name]

    def game(self, name: str, players: int | None, options: dict[str, str]) -> Game:
        """The game of a setting, made once."""
        key = (name, players, tuple(sorted(options.items())))
        if key not in self.games:
            self.games[key] = self.ruleset(name).instantiate(players, options, quick=True)
        return self.games[key]


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file; RulesError with file and line where it is not sound."""
    return _scenarios(documents.read(path))


def _scenarios(document: documents.Document) -> list[Scenario]:
    documents.validate(document, "scenario")
    first: dict[str, int] = {}
    scenarios = [Scenario(document, index) for index in range(len(document.value))]
    for item in scenarios:
        if item.name in first:
            message = f"a scenario `{item.name}` stands in line {first[item.name]} already"
            raise document.error("scenario-name", message, (item.index, "scenario"))
        first[item.name] = document.span((item.index,)).line
    return scenarios


def files(paths: Iterable[Path]) -> list[Path]:
    """The scenario files among paths and in folders; UsageError where there is none."""
    found: list[Path] = []
    for path in paths:
        inside = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
        if not inside or not path.exists():
            raise UsageError(f"there are no scenarios in {path}")
        found += inside
    return list(dict.fromkeys(found))


def run(path: Path, bench: Bench | None = None) -> list[Outcome]:
    """Run every scenario of a file."""
    bench = bench or Bench()
    return [run_one(item, bench) for item in bench.read(path)]


def run_text(source: Source) -> list[Outcome]:
    """Run every scenario of a text that stands in no file yet."""
    bench = Bench()
    return [run_one(item, bench) for item in _scenarios(documents.parse(source))]


def run_one(scenario: Scenario, bench: Bench) -> Outcome:
    """Run one scenario."""
    try:
        _run(scenario, bench)
    except Failure as failure:
        return scenario.outcome(failure)
    return scenario.outcome(None)


def _run(scenario: Scenario, bench: Bench) -> None:
    data = scenario.data
    players = int(data["players"]) if "players" in data else None
    part = "ruleset"
    try:
        bench.ruleset(scenario.ruleset)
        part = "options" if "options" in data else "players"
        game = bench.game(scenario.ruleset, players, data.get("options", {}))
        part = "given"
        state = _begin(scenario, game, bench)
    except RulesError as error:
        raise Failure(said(error), (part,)) from None
    except UsageError as error:
        raise Failure(str(error), (part,)) from None
    state = _play(state, data, ())
    for index, further in enumerate(data.get("then", ())):
        state = _play(state, further, ("then", index))


def _begin(scenario: Scenario, game: Game, bench: Bench) -> State:
    """Where a scenario begins: the start of play, a given position, or what another scenario comes
    to before its own `then`. RulesError where there is no such place."""
    positions, moves = _way(scenario, (), bench)
    state = game.position(*positions) if positions else game.start()
    for text in moves:
        state = state.apply(text)
    return state


def _way(
    scenario: Scenario, above: tuple[Place, ...], bench: Bench
) -> tuple[list[dict[str, Any]], list[str]]:
    """The positions, each as differences from the one before, and then the moves that lead to
    where a scenario begins; no position for the start of play."""
    given = scenario.data.get("given")
    if given is None or "scenario" not in given:
        return ([] if given is None else [given]), []
    name, place = given["scenario"], (scenario.index, "given")
    others = _others(scenario, given.get("in"), bench)
    other = next((item for item in others if item.name == name), None)
    if other is None:
        hint = did_you_mean(name, [item.name for item in others])
        raise scenario.document.error("scenario-given", f"there is no scenario `{name}`"
                                      + (f" ({hint})" if hint else ""), place)
    above = (*above, scenario.place)
    if other.place in above:
        raise scenario.document.error("scenario-given", f"`{name}` begins from itself", place)
    positions, moves = _way(other, above, bench)
    moves = [*moves, *other.data.get("do", ())]
    further = {key: part for key, part in given.items() if key not in ("scenario", "in")}
    if further and moves:
        message = f"`{name}` is come to by moves, and what comes of moves cannot be changed"
        hint = "say the rest in `do`, or begin from a scenario without `do`"
        raise scenario.document.error("scenario-given", f"{message} ({hint})", place)
    return ([*positions, further] if further else positions), moves


def _others(scenario: Scenario, file: str | None, bench: Bench) -> list[Scenario]:
    """The scenarios of the same file, or of one whose path from there is given."""
    if file is None:
        document = scenario.document
        return [Scenario(document, index) for index in range(len(document.value))]
    return bench.read(Path(scenario.document.source.name).parent / file)


def _play(state: State, part: dict[str, Any], path: documents.Keys) -> State:
    turns = state.turns if path else 0
    for index, text in enumerate(part.get("do", ())):
        try:
            state = state.apply(text)
        except RulesError as error:
            message = f"`{text}` cannot be done: {said(error)}"
            raise Failure(message, (*path, "do", index)) from None
    for key, wanted in part.get("expect", {}).items():
        try:
            if key == "turns":
                _turns(state.turns - turns, wanted, (*path, "expect", key))
                continue
            _CHECKS[key](state, wanted, (*path, "expect", key))
        except RulesError as error:
            raise Failure(said(error), (*path, "expect", key)) from None
    return state


def said(error: RulesError) -> str:
    """The sentences of an error, on one line."""
    return "; ".join(_sentence(item) for item in error.diagnostics)


def _sentence(item: Diagnostic) -> str:
    where = f"{item.span.source.name}:{item.span.line}: " if item.span else ""
    return f"{where}{item.message}" + (f" ({item.hint})" if item.hint else "")


def _to_move(state: State, wanted: str, path: documents.Keys) -> None:
    game = state.game
    if wanted not in ("chance", "nobody", *game.seats):
        hint = did_you_mean(wanted, game.seats) or "the players are " + ", ".join(game.seats)
        raise Failure(f"no player is called `{wanted}` ({hint})", path)
    found = whose(state)
    if found != wanted:
        raise Failure(f"to move is {found}, not {wanted}", path)


def whose(state: State) -> str:
    """The name of the player who decides, `chance`, or `nobody` when the game is over."""
    if state.player is not None:
        return state.game.seats[state.player]
    return "chance" if state.kind == "chance" else "nobody"


def _texts(state: State) -> list[str]:
    """What can be done here: the options, or the outcomes of a chance node."""
    if state.kind == "chance":
        return [text for text, _ in state.outcomes()]
    return state.options() if state.kind == "decision" else []


def _options(state: State, wanted: str | list[str], path: documents.Keys) -> None:
    found = _texts(state)
    if isinstance(wanted, str):
        if len(found) != int(wanted):
            shown = f": {_list(found)}" if len(found) <= 12 else ""
            raise Failure(f"there are {len(found)} options, not {wanted}{shown}", path)
        return
    missing = [text for text in wanted if text not in found]
    extra = [text for text in found if text not in wanted]
    if missing or extra:
        parts = [f"not an option: {_list(missing)}"] if missing else []
        parts += [f"also an option: {_list(extra)}"] if extra else []
        raise Failure("; ".join(parts), path)


def _matching(state: State, wanted: dict[str, str], path: documents.Keys) -> None:
    """How many options match patterns, in which `*` stands for any text and `?` for one sign."""
    found = _texts(state)
    for pattern, number in wanted.items():
        expression = "".join({"*": ".*", "?": "."}.get(c, re.escape(c)) for c in pattern)
        matching = [text for text in found if re.fullmatch(expression, text)]
        if len(matching) != int(number):
            shown = f": {_list(matching)}" if 0 < len(matching) <= 12 else ""
            raise Failure(f"{len(matching)} options match `{pattern}`, not {number}{shown}",
                          (*path, pattern))


def _turns(found: int, wanted: str, path: documents.Keys) -> None:
    if found != int(wanted):
        raise Failure(f"{found} turns have ended, not {wanted}", path)


def _allows(state: State, wanted: list[str], path: documents.Keys) -> None:
    found = _texts(state)
    for index, text in enumerate(wanted):
        if text not in found:
            reason = state.why(text).message
            raise Failure(f"`{text}` is not an option: {reason}", (*path, index))


def _refuses(
    state: State, wanted: dict[str, Any], path: documents.Keys, first: bool = False
) -> None:
    """Whether moves are refused by certain rules; with `first`, by those that are named first."""
    found = _texts(state)
    for text, rules in wanted.items():
        if text in found:
            raise Failure(f"`{text}` is an option", (*path, text))
        verdict = state.why(text)
        named = [rules] if isinstance(rules, str) else rules
        if not set(named) & set(verdict.rules):
            cited = _list(verdict.rules) or "no rule"
            message = f"`{text}` is refused by {cited}, not by {_list(named)}: {verdict.message}"
            raise Failure(message, (*path, text))
        if first and verdict.rules[0] not in named:
            message = f"`{text}` is refused by {verdict.rules[0]} first, not by {_list(named)}"
            raise Failure(f"{message}: {verdict.message}", (*path, text))


def _holds(state: State, wanted: list[str], path: documents.Keys) -> None:
    for index, text in enumerate(wanted):
        try:
            value = state.evaluate(text)
        except RulesError as error:
            raise Failure(f"`{text}`: {said(error)}", (*path, index)) from None
        if not isinstance(value, bool):
            raise Failure(f"`{text}` is {value}, which is no condition", (*path, index))
        if not value:
            raise Failure(f"`{text}` does not hold{_what_is(state, text)}", (*path, index))


def _what_is(state: State, text: str) -> str:
    """What the subject of a sentence that does not hold is instead, if that can be said."""
    subject = text
    while " is " in subject:
        subject = subject.rpartition(" is ")[0]
        try:
            value = state.evaluate(subject)
        except RulesError:
            continue
        told = not isinstance(value, bool) and str(value) != subject
        return f": {subject} is {value}" if told else ""
    return ""


def _position(state: State, wanted: dict[str, Any], path: documents.Keys) -> None:
    for key, part in wanted.items():
        found = state.game.unlike(state, {key: part})
        if found:
            raise Failure("; ".join(found), (*path, key))


def _sees(state: State, wanted: dict[str, list[str]], path: documents.Keys) -> None:
    """Whether seats are told certain lines beside the board: of players, of the game, of zones."""
    for name, lines in wanted.items():
        if name not in state.game.seats:
            raise Failure(f"there is no player {name}", (*path, name))
        seat = state.game.seats.index(name)
        found = [*state.game.panels(state, seat), *state.game.zones(state, seat)]
        for index, line in enumerate(lines):
            if line not in found:
                raise Failure(f"{name} is not told `{line}`; what is told: {'; '.join(found)}",
                              (*path, name, index))


def _result(state: State, wanted: str | dict[str, Any], path: documents.Keys) -> None:
    result = state.result
    if isinstance(wanted, str):
        if result is not None:
            raise Failure(f"the game is over: {told(state.game, result)}", path)
        return
    if result is None:
        raise Failure(f"the game is not over; to move is {whose(state)}", path)
    seats = state.game.seats
    found: dict[str, Any] = {
        "winners": sorted(seats[seat] for seat in result.winners),
        "draw": "yes" if result.draw else "no",
        "ranks": {seats[seat]: str(rank) for seat, rank in enumerate(result.ranks)},
        "rule": result.rule,
    }
    for key, value in wanted.items():
        expected = sorted(value) if key == "winners" else value
        if key == "draw":
            expected = SWITCH.get(value, value)
        if key == "ranks":
            expected = found["ranks"] | value
        if found[key] != expected:
            raise Failure(f"the result is another: {told(state.game, result)}", (*path, key))


def told(game: Game, result: Result) -> str:
    """A result in words, with the id of its rule."""
    names = [game.seats[seat] for seat in result.winners]
    if result.truncated:
        text = f"the game was stopped: {result.reason}"
    elif result.draw:
        text = "the game is drawn"
    elif not names:
        text = "nobody wins"
    elif len(names) == 1:
        text = f"{names[0]} wins"
    else:
        text = f"{', '.join(names[:-1])} and {names[-1]} win together"
    return f"{text} [{result.rule}]" if result.rule else text


def _list(texts: Iterable[str]) -> str:
    return ", ".join(texts)


_CHECKS: dict[str, Callable[[State, Any, documents.Keys], None]] = {
    "to move": _to_move,
    "options": _options,
    "allows": _allows,
    "matching": _matching,
    "refuses": _refuses,
    "refuses first": partial(_refuses, first=True),
    "holds": _holds,
    "position": _position,
    "sees": _sees,
    "result": _result,
}
