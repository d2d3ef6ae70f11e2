"""From every rule id to the lines that implement it, the scenarios that name it, its firings.

Model.  The ledger lists the ids, the ruleset knows the lines that cite each, scenarios name the
ids they are about, and random games count how often the lines of each id took effect.  An id that
is cited by declarations only (what there is, and values that are defined) cannot fire; it is called
static.  An id of flow, effects or conditions that never fired has fired 0 times; one that leaves
nothing in the program that could be counted (its lines only order others, like `do STEP` where the
step asks and rolls nothing, or they are conditions of an `if`, or the options leave them out) is
called uncounted.  Where random games never get, the scenarios that name an id may: those in which
it takes effect are found by running them.

`mutate` asks whether the scenarios would notice: it disables the lines that cite an id, one line
after the other, and runs the scenarios that name the id.  The hook is `Ruleset.without`.

Invariant: a ruleset is never changed; every mutant is a new ruleset.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError, UsageError
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.ir import E, Field, Program, VType
from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.passes.firings import of_choice
from rulewright.interpreter.play import backend, simulate
from rulewright.interpreter.play import scenario as scenarios
from rulewright.interpreter.play.scenario import Bench, Scenario
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

if TYPE_CHECKING:
    from rulewright.interpreter.driver import Ruleset
    from rulewright.interpreter.engine.game import Game

Progress = Callable[[int, int], None]

#: Nodes that only say what there is.
_DECLARING = (
    ast.Game, ast.Players, ast.Option, ast.Kind, ast.Board, ast.Piece, ast.Attribute, ast.Row,
    ast.Case, ast.Agreement, ast.Memory, ast.Look, ast.LookLine, ast.Variant, ast.SetOption,
)

#: In place of a number of firings: nothing of the rule is in the program.
UNCOUNTED = "uncounted"
#: What became of an id: a scenario noticed; its lines only declare and cannot be disabled;
#: no scenario noticed; no scenario names it.
CAUGHT, STATIC, SURVIVED, UNNAMED = "caught", "static", "survived", "no scenario names it"


@dataclass(frozen=True)
class Mutation:
    """What became of the mutants of one id; `by` is the scenario that noticed."""

    rule: str
    status: str
    line: tuple[str, int] | None = None
    by: str | None = None


def about(paths: Sequence[Path], ruleset: Ruleset) -> list[Scenario]:
    """The scenarios in files and folders that are about a ruleset."""
    found = []
    for path in scenarios.files(paths):
        found += [item for item in scenarios.read(path) if _is(item, ruleset)]
    return found


def _is(item: Scenario, ruleset: Ruleset) -> bool:
    try:
        return driver.find(item.ruleset).resolve() == ruleset.path.resolve()
    except (RulesError, UsageError):
        return False


def fired(
    job: simulate.Job, games: int, progress: Progress | None = None, how: str = backend.REFERENCE
) -> Counter[str]:
    """How often the lines of each id took effect in a series of games, by a backend; an id that
    never fired is absent."""
    game: Game = job.setting.game
    long = how == backend.NATIVE or games >= backend.LEAST_GAMES
    native = backend.machine(game, how, traced=True) if long else None
    if native is not None:
        before = Counter(native.hits)
        for index, _ in enumerate(simulate.play_natively(job, range(games), native)):
            if progress is not None:
                progress(index + 1, games)
        return Counter(native.hits) - before
    machine = Machine(game.program, traced=True)
    with game.counted_by(machine):
        for index in range(games):
            simulate.play(job, index)
            if progress is not None:
                progress(index + 1, games)
    return Counter(machine.hits)


@dataclass
class _Traced(Bench):
    """A bench whose games count what takes effect."""

    def game(self, name: str, players: int | None, options: dict[str, str]) -> Game:
        made = super().game(name, players, options)
        if not made.machine.traced:
            siblings = made.quick
            made.machine = Machine(made.program, traced=True, quick=siblings is not None,
                                   worked=siblings.worked if siblings else None)
        return made

    def hits(self) -> Counter[str]:
        """How often the lines of each id took effect so far."""
        return sum((Counter(made.machine.hits) for made in self.games.values()), Counter())


def fired_by(rules: Sequence[str], about_it: Sequence[Scenario]) -> dict[str, list[str]]:
    """Of some ids, the scenarios naming them in which lines of them take effect."""
    found: dict[str, list[str]] = {rule: [] for rule in rules}
    bench = _Traced()
    for item in about_it:
        wanted = found.keys() & set(item.rules)
        if wanted:
            before = bench.hits()
            scenarios.run_one(item, bench)
            fresh = bench.hits() - before
            for rule in wanted & fresh.keys():
                found[rule].append(item.name)
    return found


def table(
    ruleset: Ruleset, about_it: Sequence[Scenario], firings: Counter[str], game: Game
) -> dict[str, Any]:
    """The trace as `trace --json` prints it. Of an id that never fired in random play, it names the
    scenarios in which it does (`fired by`)."""
    ids = sorted({*ruleset.ledger.rules, *ruleset.rule_lines})
    static, counted = static_rules(ruleset), counted_rules(game.program)

    def _fired(rule: str) -> int | str:
        if rule in firings or rule in counted:
            return firings[rule]
        return STATIC if rule in static else UNCOUNTED

    rules = {}
    for rule in ids:
        lines = ruleset.rule_lines.get(rule, [])
        rules[rule] = {
            "lines": [{"file": file, "line": line} for file, line in lines],
            "scenarios": [item.name for item in about_it if rule in item.rules],
            "fired": _fired(rule) if lines else None,
        }
    never = [rule for rule, row in rules.items() if row["fired"] == 0]
    for rule, names in fired_by(never, about_it).items():
        rules[rule]["fired by"] = names
    return {"rules": rules, "unimplemented": unimplemented(ruleset)}


def static_rules(ruleset: Ruleset) -> set[str]:
    """The rules that are cited by declarations only."""
    cited: set[str] = set()
    acting: set[str] = set()
    for _, block in ruleset.declarations.entries:
        for node in walk(block):
            refs = getattr(node, "refs", ())
            cited.update(refs)
            if not isinstance(node, _DECLARING) and not _is_value(node):
                acting.update(refs)
            acting.update(getattr(node, "over_refs", ()))
    return cited - acting


def counted_rules(program: Program) -> set[str]:
    """The rules whose taking effect a traced machine counts."""
    found: set[str] = set()
    for node in program.nodes:
        for alternative in node.alternatives:
            found |= of_choice(node, alternative)
            found.update(alternative.rest.refs if alternative.rest else ())
    for duty in program.duties:
        found.update(duty.refs)
    todo: list[object] = [program.blocks]
    while todo:
        item = todo.pop()
        if isinstance(item, (list, tuple)):
            todo.extend(item)
        elif is_dataclass(item) and not isinstance(item, (E, Field, Span, VType)):
            found.update(getattr(item, "refs", ()))
            todo.extend(getattr(item, part.name) for part in fields(item))
    return found


def _is_value(node: ast.Node) -> bool:
    """Whether a node defines a value or a relation by its rows; neither is tested like a rule."""
    return isinstance(node, ast.Define) and (node.kind == "value" or bool(node.rows))


def unimplemented(ruleset: Ruleset) -> list[str]:
    """The rules of play that no line cites."""
    return sorted(
        rule
        for rule, entry in ruleset.ledger.rules.items()
        if rule not in ruleset.rule_lines and entry.not_play is None
    )


def mutate(
    ruleset: Ruleset, about_it: Sequence[Scenario], progress: Progress | None = None
) -> list[Mutation]:
    """Disable the lines of every id in turn and see which scenarios notice."""
    found = []
    lines = sorted(ruleset.rule_lines.items())
    for done, (rule, places) in enumerate(lines, 1):
        naming = [item for item in about_it if rule in item.rules]
        found.append(_mutate(ruleset, rule, places, naming))
        if progress is not None:
            progress(done, len(lines))
    return found


def _mutate(
    ruleset: Ruleset, rule: str, places: Sequence[tuple[str, int]], naming: Sequence[Scenario]
) -> Mutation:
    if not naming:
        return Mutation(rule, UNNAMED)
    tried = []
    for place in places:
        mutation = _without(ruleset, rule, place, naming)
        if mutation.status == CAUGHT:
            return mutation
        tried.append(mutation)
    return min(tried, key=lambda mutation: mutation.status != SURVIVED)


def _without(
    ruleset: Ruleset, rule: str, place: tuple[str, int], naming: Sequence[Scenario]
) -> Mutation:
    """One line disabled, if it can be."""
    mutant = ruleset.without(place)
    if mutant.declarations.entries == ruleset.declarations.entries:
        return Mutation(rule, STATIC, place)
    bench = Bench(load=lambda name: mutant)
    for item in naming:
        if not scenarios.run_one(item, bench).passed:
            return Mutation(rule, CAUGHT, place, item.name)
    return Mutation(rule, SURVIVED, place)
