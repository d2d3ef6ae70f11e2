"""Scenarios: small plays in YAML with what must come of them, run against a ruleset.

Model.  A file is a list of scenarios.  Each begins at the start of play or at a given position,
does moves (and dictates chance) by their texts, and compares what comes of it with `expect`;
`then` goes on from there.  The format is fixed by `schemas/scenario.schema.json`.

Invariants: a file that is not sound is a RulesError; a scenario that is sound never raises, it
passes or fails, and a failure names the line of the part that was not met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import documents, driver
from rulewright.interpreter.diagnostics import RulesError, UsageError, did_you_mean
from rulewright.interpreter.finding import SUFFIX
from rulewright.interpreter.play.expectations import CHECKS, Failure, turns
from rulewright.interpreter.play.reports import said
from rulewright.interpreter.source import Source

if TYPE_CHECKING:
    from rulewright.interpreter.driver import Ruleset
    from rulewright.interpreter.engine.game import Game, State


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
    before = state.turns if path else 0
    for index, text in enumerate(part.get("do", ())):
        try:
            state = state.apply(text)
        except RulesError as error:
            message = f"`{text}` cannot be done: {said(error)}"
            raise Failure(message, (*path, "do", index)) from None
    for key, wanted in part.get("expect", {}).items():
        try:
            if key == "turns":
                turns(state.turns - before, wanted, (*path, "expect", key))
                continue
            CHECKS[key](state, wanted, (*path, "expect", key))
        except RulesError as error:
            raise Failure(said(error), (*path, "expect", key)) from None
    return state
