"""What `import rulewright` offers: exactly these names, with these signatures.

A line that changes here is a change for everybody who uses the package: say so in CHANGELOG.md.
`docs/api.md` shows the names at work; its examples are run by `test_pages`.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import rulewright

ROOT = Path(rulewright.__file__).resolve().parent

FUNCTIONS = """
analyse(state: 'State', budget: 'Budget', seat: 'int | None' = None, seed: 'int' = 1, how: 'str' = 'auto') -> 'Analysis'
available() -> 'list[Entry]'
check(path: 'Path', plays: 'int | None' = None) -> 'list[Diagnostic]'
compare(plan: 'Plan', games: 'int', jobs: 'int' = 1, progress: 'simulate.Progress | None' = None) -> 'dict[str, Any]'
find(name: 'str', near: 'Path | None' = None) -> 'Path'
load(name: 'str | Path') -> 'Ruleset'
make_agent(spec: 'str', game: 'Game', seat: 'int', rng: 'Rng', how: 'str' = 'auto') -> 'Agent'
make_setting(name: 'str', players: 'int | None', options: 'dict[str, str]', quick: 'bool' = False) -> 'Setting'
perft(game: 'Game', depth: 'int', unit: 'str' = 'decision', divide: 'bool' = False, state: 'State | None' = None, progress: 'Progress | None' = None, distinct: 'bool' = False, ended: 'bool' = True, how: 'str' = 'reference') -> 'Counts'
play_game(job: 'Job', index: 'int') -> 'GameRow'
read_record(path: 'Path') -> 'Record'
replay(record: 'Record', game: 'Game') -> 'State'
run_scenarios(path: 'Path', bench: 'Bench | None' = None) -> 'list[Outcome]'
simulate(job: 'Job', games: 'int', jobs: 'int' = 1, progress: 'Progress | None' = None, table: 'Callable[[GameRow], None] | None' = None, before: 'Sequence[GameRow]' = (), how: 'str' = 'auto') -> 'dict[str, object]'
solve(state: 'State', budget: 'int' = 1000000, how: 'str' = 'auto', progress: 'Callable[[int, int], None] | None' = None) -> 'Solution'
state_schema(game: 'Game') -> 'dict[str, Any]'
stream(seed: 'int', game_index: 'int', name: 'str') -> 'Rng'
"""  # noqa: E501  (a signature is a line)

METHODS = """
Agent.choose(self, state: 'State') -> 'int'
Agent.watch(self, state: 'State') -> 'None'
Analysis.to_json(self, names: 'list[str]') -> 'dict[str, Any]'
Budget.of(text: 'str', what: 'str') -> 'Budget'
Counts.to_json(self) -> 'dict[str, Any]'
Diagnostic.render(self) -> 'str'
Diagnostic.to_json(self) -> 'dict[str, object]'
Game.drawing(self, state: 'State', seat: 'int | None' = None) -> 'list[list[Glyph]]'
Game.from_json(self, view: 'dict[str, Any]') -> 'State'
Game.position(self, *given: 'dict[str, Any]') -> 'State'
Game.start(self) -> 'State'
Game.unpack(self, data: 'bytes') -> 'State'
OptionInfo.describe(self) -> 'str'
Record.open(self) -> 'Game'
RecordHeader.of(game: 'Game', name: 'str', seats: 'Sequence[str]', seed: 'int', index: 'int' = 0) -> 'Header'
RecordWriter.add(self, by: 'str', text: 'str') -> 'None'
RecordWriter.close(self) -> 'None'
RecordWriter.end(self, result: 'dict[str, object]', decisions: 'int', turns: 'int', state: 'str') -> 'None'
Rng.below(self, bound: 'int') -> 'int'
Rng.next64(self) -> 'int'
Rng.weighted(self, weights: 'Sequence[int]') -> 'int'
Ruleset.instantiate(self, players: 'int | None' = None, options: 'dict[str, str] | None' = None, quick: 'bool' = False) -> 'Game'
Solution.to_json(self) -> 'dict[str, Any]'
State.apply(self, move: 'str | int') -> 'State'
State.evaluate(self, text: 'str') -> 'bool | int | str'
State.options(self) -> 'list[str]'
State.outcomes(self) -> 'list[tuple[str, int]]'
State.pack(self) -> 'bytes'
State.to_json(self) -> 'dict[str, Any]'
State.view(self, seat: 'int | None' = None) -> 'dict[str, Any]'
State.why(self, text: 'str') -> 'Verdict'
"""  # noqa: E501

#: What can be read from objects, besides methods: fields of data classes and properties.
ATTRIBUTES = """
Analysis: decides seat playouts options
Budget: playouts seconds
Counts: unit counts ended distinct reachable divide
Diagnostic: code message span hint severity
Entry: name title summary kind base players path ruleset options
Game: hidden options seats
GameRow: game winners draw payoffs rule truncated decisions turns options most_options
Job: setting seats seed max_turns max_decisions records
Judged: text value visits proven line
OptionInfo: name key ruling words low high default rules note
Outcome: name passed message file line rules
Plan: first second seats seed max_turns max_decisions
Record: path source header entries end torn
RecordHeader: ruleset hash options players seats seed game note
Result: payoffs ranks winners draw rule truncated reason
Ruleset: base hash ledger max_players min_players name options path summary title
Setting: name hash players options game title
Solution: least most positions line value
Source: name text lines
Span: source line column end_line end_column text
State: game turns decisions hash kind player position_hash purpose result
Verdict: legal rules file line message values known
"""
ERRORS = ("RulesError", "UsageError")


def lines(text: str) -> list[str]:
    return text.strip().splitlines()


def signature(name: str) -> str:
    """A public function or method as it is pinned above."""
    found: object = rulewright
    for part in name.split("."):
        found = getattr(found, part)
    assert callable(found)
    return f"{name}{inspect.signature(found)}"


def test_functions_have_these_signatures() -> None:
    pinned = lines(FUNCTIONS)
    assert [signature(line.split("(")[0]) for line in pinned] == pinned


def test_methods_have_these_signatures() -> None:
    pinned = lines(METHODS)
    assert [signature(line.split("(")[0]) for line in pinned] == pinned


def test_objects_have_these_attributes() -> None:
    for line in lines(ATTRIBUTES):
        name, _, names = line.partition(": ")
        made = getattr(rulewright, name)
        own = {field.name for field in dataclasses.fields(made)} if (
            dataclasses.is_dataclass(made)) else set()
        assert [x for x in names.split() if x not in own and not hasattr(made, x)] == [], name


def test_errors_carry_their_findings() -> None:
    error = rulewright.RulesError([rulewright.Diagnostic("code", "message")])
    assert [item.code for item in error.diagnostics] == ["code"]
    misuse = rulewright.UsageError("message", "hint")
    assert (misuse.message, misuse.hint) == ("message", "hint")


def test_exactly_these_names_are_public() -> None:
    functions = {line.split("(")[0] for line in lines(FUNCTIONS)}
    classes = {line.split(".")[0] for line in lines(METHODS)}
    classes |= {line.split(":")[0] for line in lines(ATTRIBUTES)}
    assert set(rulewright.__all__) == functions | classes | set(ERRORS)
    assert sorted(rulewright.__all__) == list(rulewright.__all__)
    assert set(rulewright.__all__) <= set(dir(rulewright))


def test_names_are_what_type_checkers_are_told() -> None:
    """The imports for types and the names made at run time say the same."""
    tree = ast.parse((ROOT / "__init__.py").read_text(encoding="utf-8"))
    branch = next(node for node in tree.body if isinstance(node, ast.If))
    told = {}
    for node in branch.body:
        assert isinstance(node, ast.ImportFrom) and node.module is not None
        for item in node.names:
            told[item.asname or item.name] = (node.module, item.name)
    assert set(told) == set(rulewright.__all__)
    for name, (module, inner) in told.items():
        assert getattr(rulewright, name) is getattr(importlib.import_module(module), inner), name


def test_another_name_is_an_attribute_error() -> None:
    assert not hasattr(rulewright, "nosuch")


def test_importing_the_package_imports_nothing_else() -> None:
    """So the command line starts at once; the first public name brings the rest."""
    program = (
        "import sys, rulewright\n"
        "early = [m for m in sys.modules if m.startswith('rulewright.')]\n"
        "assert early == [], early\n"
        "assert 'lark' not in sys.modules\n"
        "rulewright.UsageError\n"
        "assert 'rulewright.interpreter.play.simulate' in sys.modules\n"
        "assert 'rich' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_command_line_does_not_use_the_lazy_names() -> None:
    """`list` must not import what only games need."""
    program = (
        "import sys\nfrom rulewright.cli import main\ncode = main(['list', '--json'])\n"
        "late = ('engine.game', 'play.simulate', 'lower.game')\n"
        "found = [m for m in late if f'rulewright.interpreter.{m}' in sys.modules]\n"
        "print(*found, file=sys.stderr)\n"
        "sys.exit(code or len(found))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
