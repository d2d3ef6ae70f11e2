"""Commands of an author: list, new, validate, fmt, show, schema, test, trace.

Every command takes the parsed arguments and an `Output` and returns the exit code.
"""

from __future__ import annotations

import gc
from argparse import Namespace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import driver, files
from rulewright.interpreter.diagnostics import Diagnostic, UsageError
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui import wrapping
from rulewright.interpreter.ui.output import Output, Progress, width

if TYPE_CHECKING:
    from rulewright.interpreter.driver import Entry, OptionInfo, Ruleset
    from rulewright.interpreter.play.scenario import Scenario
    from rulewright.interpreter.play.trace import Mutation

#: Where scenarios are looked for unless they are named.
SCENARIOS = Path("tests/scenarios")
#: While a ruleset is validated, Python looks for circles of garbage after so many objects: there
#: are few, and all programs are looked through for them each time.
COLLECT_AFTER = 2_000_000
HEADINGS = {"game": "Games (name, players)", "variant": "Variants", "classic": "Classics"}


# ---- list, show, schema -----------------------------------------------------------------------


def list_rulesets(args: Namespace, out: Output) -> int:
    """What there is to play, a line for each; of one, its options."""
    if args.name is not None:
        return _list_one(driver.entry(args.name), args, out)
    entries = driver.available()
    if args.json:
        out.data([_entry_json(entry) for entry in entries])
        return 0
    margin = max(len(entry.name) for entry in entries)
    for kind, group in groupby(entries, lambda entry: entry.kind):
        out.text(HEADINGS[kind])
        for entry in group:
            low, high = entry.players
            seats = str(low) if low == high else f"{low}-{high}"
            out.text(f"  {entry.name:<{margin}}  {seats:<3}  {entry.summary or entry.title}")
    out.text("`rulewright list NAME` shows the options of one.")
    return 0


def _list_one(entry: Entry, args: Namespace, out: Output) -> int:
    if args.json:
        out.data(_entry_json(entry))
        return 0
    low, high = entry.players
    players = f"{low} players" if low == high else f"{low} to {high} players"
    of = f", a variant of {entry.base}" if entry.base else ""
    out.text(f"{entry.title}{of}; {players}")
    if entry.summary:
        out.text(entry.summary)
    for option in entry.options:
        kind = "ruling" if option.ruling else "option"
        out.text(f"  {kind} {option.key}: {option.describe()}")
    return 0


def _entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "title": entry.title,
        "summary": entry.summary,
        "kind": entry.kind,
        "base": entry.base,
        "players": {"min": entry.players[0], "max": entry.players[1]},
        "options": [_option_json(option) for option in entry.options],
    }


def _option_json(option: OptionInfo) -> dict[str, Any]:
    return {
        "name": option.key,
        "words": option.name,
        "ruling": option.ruling,
        "values": list(option.words),
        "low": option.low,
        "high": option.high,
        "default": option.default,
        "rules": list(option.rules),
    }


def show(args: Namespace, out: Output) -> int:
    """Options, rulings, components, tables and phases as the checker understood them; with
    --meaning, each line; with --state or --seat, a place in a game."""
    if args.meaning or args.line is not None or args.rule is not None:
        from rulewright.interpreter.ui import meaning

        return meaning.show(args, out)
    if args.state is not None or args.seat is not None:
        from rulewright.interpreter.ui import playing

        return playing.show_place(args, out)
    ruleset = driver.load(args.name)
    game = ruleset.instantiate(args.players, args.set)
    if args.code:
        text = game.machine.source
    elif args.program:
        from rulewright.interpreter.ir.print import print_program

        text = print_program(game.program)
    else:
        from rulewright.interpreter.model.description import describe

        text = describe(game.model)
    if args.json:
        low, high = ruleset.min_players, ruleset.max_players
        out.data(
            {
                "name": ruleset.name,
                "title": ruleset.title,
                "summary": ruleset.summary,
                "hash": ruleset.hash,
                "players": {"min": low, "max": high},
                "options": [_option_json(option) for option in ruleset.options],
                "text": text,
            }
        )
    out.text(text.rstrip("\n"))
    return 0


def schema(args: Namespace, out: Output) -> int:
    """The JSON Schema of the state."""
    from rulewright.interpreter.state.schema import schema as schema_of

    out.data(schema_of(driver.load(args.name).instantiate(args.players, args.set)))
    return 0


# ---- new, validate, fmt -----------------------------------------------------------------------


def new(args: Namespace, out: Output) -> int:
    """Write a starter ruleset, or a variant of another one."""
    from rulewright.interpreter.play import starters

    text = starters.variant(args.name, args.base) if args.base else starters.starter(args.name)
    path = Path(starters.file_name(args.name))
    files.write(path, text)
    if args.json:
        out.data({"path": str(path)})
    out.text(f"wrote {path}; `rulewright play {path}` plays it")
    return 0


def validate(args: Namespace, out: Output) -> int:
    """All diagnostics of some rulesets."""
    from rulewright.interpreter import checking
    from rulewright.interpreter.play.processes import in_order, usable_processors

    lost = Diagnostic("process-lost", "a process that looked at some settings of the ruleset was "
                                      "ended from outside (out of memory?)")
    jobs, before = usable_processors(), gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER)
    try:
        found = [item for name in args.names for item in checking.check_by_several(
            driver.find(name), args.plays, jobs,
            lambda work, parts: in_order(
                work, iter(parts), min(jobs, len(parts)), lost, first_here=True))]
    finally:
        gc.set_threshold(*before)
    errors = sum(item.severity == "error" for item in found)
    if args.json:
        out.data({"diagnostics": [item.to_json() for item in found]})
    for item in found:
        out.text(item.render())
    if errors:
        out.text(f"{errors} error{'s' if errors > 1 else ''}")
    else:
        out.text(f"well: {', '.join(args.names)}")
    return 1 if errors else 0


def fmt(args: Namespace, out: Output) -> int:
    """Bring rulesets into the canonical layout, or only say which are not."""
    from rulewright.interpreter.documents import read_text
    from rulewright.interpreter.syntax.format import format_text

    changed = []
    for name in args.names:
        path = driver.find(name)
        before = read_text(path)
        text = driver.read(path)
        after = format_text(text.source, text.base.phrases if text.base else None)
        if after != before:
            changed.append(str(path))
            if not args.check:
                files.put(path, after)
    if args.json:
        out.data({"changed": changed})
    for name in changed:
        out.text(f"{name}: {'not in the canonical layout' if args.check else 'rewritten'}")
    return 1 if changed and args.check else 0


# ---- test, trace ------------------------------------------------------------------------------


def test(args: Namespace, out: Output) -> int:
    """Run scenario files."""
    from rulewright.interpreter.play import scenario

    found = scenario.files(_scenario_paths(args.paths))
    bench = scenario.Bench()
    outcomes = []
    with Progress("files") as progress:
        for done, path in enumerate(found, 1):
            outcomes += scenario.run(path, bench)
            progress(done, len(found))
    failed = [outcome for outcome in outcomes if not outcome.passed]
    if args.json:
        out.data(
            {
                "passed": len(outcomes) - len(failed),
                "failed": len(failed),
                "scenarios": [
                    {
                        "name": item.name,
                        "passed": item.passed,
                        "message": item.message,
                        "file": item.file,
                        "line": item.line,
                        "rules": list(item.rules),
                    }
                    for item in outcomes
                ],
            }
        )
    for item in failed:
        out.text(f"{item.file}:{item.line} failed: {item.name}\n    {item.message}")
    out.text(f"{len(outcomes) - len(failed)} of {len(outcomes)} scenarios passed")
    return 1 if failed else 0


def _scenario_paths(names: list[str]) -> list[Path]:
    if names:
        return [Path(name) for name in names]
    if not SCENARIOS.is_dir():
        raise UsageError(f"there is no folder {SCENARIOS} here", "name files or folders to run")
    return [SCENARIOS]


def trace(args: Namespace, out: Output) -> int:
    """Each rule id with its lines, its scenarios and how often it fired."""
    from rulewright.interpreter.play import setting, simulate
    from rulewright.interpreter.play import trace as tracing

    ruleset = driver.load(args.name)
    if args.scenarios or SCENARIOS.is_dir():
        about = tracing.about(_scenario_paths(args.scenarios), ruleset)
    else:
        about = []
    if args.mutate:
        return _mutate(ruleset, about, out)
    made = setting.make(args.name, args.players, args.set)
    job = simulate.Job(made, ("random",) * made.players, args.seed)
    with Progress("games") as progress:
        firings = tracing.fired(job, args.games, progress, args.backend)
    found = tracing.table(ruleset, about, firings, made.game)
    if args.json:
        out.data(found)
    for rule, row in found["rules"].items():
        lines = ", ".join(f"{place['file']}:{place['line']}" for place in row["lines"])
        how_often = _how_often(row["fired"])
        out.text(f"{rule}  {how_often}, scenarios {len(row['scenarios'])}, {lines or '-'}")
        if row["fired"] == 0:
            out.text("\n".join(wrapping.wrapped([f"    {_why_never(row, args.games)}"], width())))
    if not found["rules"]:
        out.text(f"no line of {ruleset.title} cites a rule")
    if found["unimplemented"]:
        out.text(f"no line implements: {', '.join(found['unimplemented'])}")
    return 0


def _why_never(row: dict[str, Any], games: int) -> str:
    """Why an id did not fire: what random play does not come to, by the scenarios that do."""
    random = f"random play never gets there in {so_many(games, 'game')}"
    if row["fired by"]:
        return f"{random}; scenarios do: {_quoted(row['fired by'])}"
    if row["scenarios"]:
        return f"{random}, nor does a scenario that names it: {_quoted(row['scenarios'])}"
    return f"{random}, and no scenario names it"


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _how_often(fired: int | str | None) -> str:
    if fired is None:
        return "not in the text"
    words: dict[int | str, str] = {
        "static": "only declares", "uncounted": "not counted", 0: "never fired",
    }
    return words.get(fired, f"fired {fired}")


def _mutate(ruleset: Ruleset, about: list[Scenario], out: Output) -> int:
    from rulewright.interpreter.play import trace as tracing

    with Progress("rules") as progress:
        found = tracing.mutate(ruleset, about, progress)
    bad = [item for item in found if item.status in (tracing.SURVIVED, tracing.UNNAMED)]
    if out.as_json:
        out.data({"mutations": [_mutation_json(item) for item in found], "failed": len(bad)})
    for item in bad:
        place = f" (without {item.line[0]}:{item.line[1]})" if item.line else ""
        out.text(f"{item.rule}: {item.status}{place}")
    static = sum(item.status == tracing.STATIC for item in found)
    out.text(
        f"{len(found) - len(bad)} of {len(found)} ids are held by a scenario "
        f"({static} of them only declare something)"
    )
    return 1 if bad else 0


def _mutation_json(item: Mutation) -> dict[str, Any]:
    file, line = item.line or (None, None)
    return {
        "rule": item.rule,
        "status": item.status,
        "file": file,
        "line": line,
        "scenario": item.by,
    }
