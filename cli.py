"""The command line: one parser for each command, and one place where everything that goes wrong
becomes one line and an exit code.

Model.  `COMMANDS` maps a name to its help, its arguments and the function that does it, named as
`module:function` in `interpreter/ui` and imported only when the command runs, so that `--help`
and `list` answer at once.  Parsing is done with argparse: it is in the standard library and
starts in a few milliseconds; abbreviations are off and unknown options are refused with a hint.

Exit codes: 0 well; 1 the ruleset, position, move or record is wrong, or something failed; 2 the
command line is wrong; 130 interrupted.
"""

from __future__ import annotations

import argparse
import atexit
import contextlib
import gc
import importlib
import importlib.util
import io
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn


def _adopt_checkout() -> None:
    """Make this folder the package `rulewright` when the file is run as a script."""
    root = Path(__file__).resolve().parent
    spec = importlib.util.spec_from_file_location(
        "rulewright", root / "__init__.py", submodule_search_locations=[str(root)]
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["rulewright"] = package
    spec.loader.exec_module(package)


if not __package__:
    _adopt_checkout()

from rulewright.interpreter.diagnostics import (  # noqa: E402  (the package must be there first)
    RulesError,
    UsageError,
    did_you_mean,
)

if TYPE_CHECKING:
    from rulewright.interpreter.ui.output import Output

LARGEST_SEED = 2**64 - 1
#: Python looks for circles of garbage after so many objects. Trees and programs are many objects
#: and few circles, so that looking as often as it normally does takes a fifth of `validate`.
COLLECT_AFTER = 700_000
DEFAULT_SEED = 1
Add = Callable[..., Any]


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, f"`{self.prog} --help` tells more")


def number(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"`{text}` is not a whole number") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text} is not from {low} to {high}")
        return value

    return read


class _Setting(argparse.Action):
    """Collects `option=value` pairs; an option is set once."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        key, equals, value = str(values).partition("=")
        key = "_".join(key.replace("-", " ").replace("_", " ").split())
        if not equals or not key or not value:
            raise UsageError(f"`{option_string} {values}`: write {option_string} option=value")
        found = dict(getattr(namespace, self.dest))
        if found.setdefault(key, value) != value:
            raise UsageError(f"`{key}` is set twice, to {found[key]} and to {value}")
        setattr(namespace, self.dest, found)


def _game(add: Add, name: bool = True) -> None:
    if name:
        add("name", metavar="NAME", help="a ruleset, a variant, or a path")
    add("--players", type=number(1, 99), metavar="N", help="number of players")
    add("--set", action=_Setting, default={}, metavar="OPTION=VALUE", help="set an option")


def _show(add: Add) -> None:
    _moves(add)
    add("--code", action="store_true", help="the Python that plays the game")
    add("--program", action="store_true", help="the program that the text was lowered to")
    add("--meaning", action="store_true",
        help="each line with what it was understood as, every reference spelt out")
    add("--line", type=number(1, 10**9), metavar="N", help="with --meaning: only this line")
    add("--rule", metavar="ID", help="with --meaning: only the lines that cite this rule")


def _seed(add: Add, default: int | None = DEFAULT_SEED) -> None:
    add("--seed", type=number(0, LARGEST_SEED), default=default, metavar="S",
        help="the same seed gives the same game" + (f" (normally {default})" if default else ""))


def _state(add: Add) -> None:
    add("--state", metavar="FILE", help="a position (normally the start of play)")


def _force(add: Add, option: str) -> None:
    add("--force", action="store_true",
        help=f"let {option} write over a file that is there (never over a ruleset)")


def _names(add: Add) -> None:
    add("names", metavar="NAME", nargs="+", help="rulesets, variants or paths")


def _validate(add: Add) -> None:
    _names(add)
    add("--plays", type=number(0, 10**9), metavar="N",
        help="play N random decisions with each value of each option (normally some hundred, "
        "with as many as do not take too long)")


def _limits(add: Add) -> None:
    add("--games", type=number(1, 10**9), default=100, metavar="N", help="number of games")
    add("--seats", metavar="A,B", help="an agent for each seat: random, first, greedy, mc:N, "
        "mcts:N, ismcts:N (N playouts for a decision; a time as mcts:2s)")
    add("--max-turns", type=number(1, 10**9), metavar="T",
        help="stop a game after so many turns (normally 1000)")
    add("--max-decisions", type=number(1, 10**9), metavar="D",
        help="stop a game after so many decisions (normally 100000)")


def _jobs(add: Add) -> None:
    add("--jobs", type=number(1, 1024), metavar="J", help="processes (normally all processors)")


def _list(add: Add) -> None:
    add("name", metavar="NAME", nargs="?", help="a ruleset, a variant, or a path")


def _new(add: Add) -> None:
    add("name", metavar="NAME", help="the name of the new ruleset")
    add("--from", dest="base", metavar="BASE", help="make it a variant of this ruleset")


def _fmt(add: Add) -> None:
    _names(add)
    add("--check", action="store_true", help="change nothing; exit code 1 if a layout differs")


def _play(add: Add) -> None:
    _game(add)
    _seed(add, None)
    add("--seat", action="append", default=[], metavar="N=AGENT",
        help="who sits there: human, random, first, greedy, mc:N, mcts:N, ismcts:N (N playouts for "
        "a decision; a time as mcts:2s)")
    add("--save", metavar="FILE", help="write a record of the game while it is played")
    add("--load", metavar="FILE", help="go on with the game in a record")
    _force(add, "--save")
    add("--script", metavar="FILE", help="take lines from a file as if they were typed")


def _backend(add: Add, same: str = "results are the same") -> None:
    add("--backend", choices=("auto", "reference", "native"), default="auto",
        help="what carries games out: the reference engine, or machine code where there is a "
        f"compiler (normally what is faster); {same}")


def _simulate(add: Add) -> None:
    _game(add)
    _seed(add)
    _limits(add)
    _jobs(add)
    _backend(add)
    add("--out", metavar="DIR", help="a folder for records and tables; goes on with what is there")


def _compare(add: Add) -> None:
    add("a", metavar="A", help="a ruleset, a variant, or a path")
    add("b", metavar="B", help="what it is compared with")
    _game(add, name=False)
    for side in "ab":
        add(f"--set-{side}", action=_Setting, default={}, metavar="OPTION=VALUE",
            help=f"set an option of {side.upper()} only")
    _seed(add)
    _limits(add)
    _jobs(add)
    _backend(add)


def _profile(add: Add) -> None:
    _game(add)
    _seed(add)
    _limits(add)
    _backend(add, "counts are the same, but natively what is tried for `only if the rest can be "
             "done` is counted otherwise, so it has to be asked for there")
    add("--top", type=number(1, 10**6), metavar="N",
        help="tell so many lines (normally 20; with --json all)")


def _place(add: Add) -> None:
    _game(add)
    _state(add)


def _moves(add: Add) -> None:
    _place(add)
    add("--seat", metavar="N",
        help="answer from this seat's view (number or name): nothing that is hidden from it, "
        "nor what another seat could do where something is hidden")


def _apply(add: Add) -> None:
    _moves(add)
    _seed(add, None)
    add("--move", nargs="+", action="extend", default=[], metavar="TEXT", help="moves, in order")
    add("--chance", nargs="+", action="extend", default=[], metavar="TEXT",
        help="outcomes of chance, in order")
    add("--out", metavar="FILE", help="where the state goes (normally standard output)")
    _force(add, "--out")


def _why(add: Add) -> None:
    _moves(add)
    add("--move", required=True, metavar="TEXT", help="the move asked about")


def _perft(add: Add) -> None:
    _place(add)
    _backend(add)
    add("--depth", type=number(1, 10_000), required=True, metavar="D", help="how deep to count")
    add("--divide", action="store_true", help="split the last count by the first move")
    add("--unit", choices=("decision", "turn", "position"), default="decision",
        help="what a step is (normally decision)")
    add("--distinct", action="store_true",
        help="count distinct positions too, as unit position always does")
    add("--no-ended", action="store_true",
        help="leave out how many games end; faster, since the last step is not carried out")


def _analyse(add: Add) -> None:
    _place(add)
    _seed(add)
    _backend(add)
    add("--seat", metavar="N", help="values for this seat (normally the one that decides)")
    add("--playouts", metavar="N", help="how many games are played out (normally 1000)")
    add("--time", metavar="T", help="search for a time instead, such as 2s")


def _solve(add: Add) -> None:
    _place(add)
    _backend(add)
    add("--budget", type=number(1, 10**9), metavar="N",
        help="look at no more than N positions (normally 1000000)")


def _test(add: Add) -> None:
    add("paths", metavar="PATH", nargs="*", help="files or folders (normally tests/scenarios)")


def _trace(add: Add) -> None:
    _game(add)
    _seed(add)
    _backend(add)
    add("--games", type=number(0, 10**6), default=10, metavar="N",
        help="random games to count firings in (normally 10)")
    add("--mutate", action="store_true",
        help="disable the lines of each id and demand that a scenario fails")
    add("--scenarios", metavar="PATH", nargs="+", default=[],
        help="files or folders (normally tests/scenarios)")


@dataclass(frozen=True)
class Command:
    """One command: what it does, its arguments, and `module:function` in interpreter/ui."""

    help: str
    arguments: Callable[[Add], None]
    target: str
    json: bool = True  # whether it has machine output


COMMANDS = {
    "list": Command("what there is to play; of one, its options", _list,
                    "authoring:list_rulesets"),
    "new": Command("write a starter ruleset or a variant", _new, "authoring:new"),
    "validate": Command("say everything that is wrong", _validate, "authoring:validate"),
    "fmt": Command("bring into the canonical layout", _fmt, "authoring:fmt"),
    "show": Command("a ruleset as understood, or a position", _show, "authoring:show"),
    "play": Command("play in the terminal", _play, "playing:play", json=False),
    "simulate": Command("play many games and sum them up", _simulate, "simulating:simulate"),
    "compare": Command("two settings, paired by seed", _compare, "measuring:compare"),
    "profile": Command("which lines games spend their time in", _profile, "measuring:profile"),
    "moves": Command("the options at a position", _moves, "playing:moves"),
    "apply": Command("do moves and write the state", _apply, "playing:apply"),
    "why": Command("the rule that forbids a move", _why, "playing:why"),
    "perft": Command("count the game tree", _perft, "measuring:perft"),
    "analyse": Command("what a search makes of the options", _analyse, "searching:analyse"),
    "solve": Command("the exact value of a position", _solve, "searching:solve"),
    "test": Command("run scenario files", _test, "authoring:test"),
    "replay": Command("verify a record", lambda add: add("record", metavar="RECORD"),
                      "playing:replay"),
    "trace": Command("rule ids: lines, scenarios, firings", _trace, "authoring:trace"),
    "schema": Command("JSON Schema of the state", _game, "authoring:schema"),
}  # fmt: skip


def overview() -> str:
    """What `rulewright --help` prints."""
    lines = ["usage: rulewright COMMAND ...", "", "A board game's rulebook as one text file.", ""]
    lines += [f"  {name:<9} {command.help}" for name, command in COMMANDS.items()]
    return "\n".join([*lines, "", "`rulewright COMMAND --help` tells more."])


def parse(words: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """The command and its arguments; UsageError if they are not right."""
    name, *rest = words
    command = COMMANDS.get(name)
    if command is None:
        what = "option" if name.startswith("-") else "command"
        raise UsageError(
            f"there is no {what} `{name}`", did_you_mean(name, COMMANDS) or "see rulewright --help"
        )
    parser = _Parser(
        prog=f"rulewright {name}", description=f"{name}: {command.help}.", allow_abbrev=False
    )
    command.arguments(parser.add_argument)
    if command.json:
        parser.add_argument("--json", action="store_true", help="machine output")
    found, unknown = parser.parse_known_args(rest)
    if unknown:
        known = [text for action in parser._actions for text in action.option_strings]
        hint = did_you_mean(unknown[0].split("=")[0], known)
        what = "option" if unknown[0].startswith("-") else "further argument"
        raise UsageError(f"`{name}` has no {what} `{unknown[0]}`", hint)
    return command, found


def run(words: Sequence[str]) -> int:
    """Do what the words ask for; the exit code. Raises whatever goes wrong."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(overview())
        return 0 if words else 2
    if words[0] == "--version":
        from rulewright import __version__

        print(f"rulewright {__version__}")
        return 0
    command, found = parse(words)
    from rulewright.interpreter.ui.output import Output

    out = Output(command.json and found.json)
    _note_shadowed(found, out)
    module, function = command.target.split(":")
    target = importlib.import_module(f"rulewright.interpreter.ui.{module}")
    code: int = getattr(target, function)(found, out)
    return code


def _note_shadowed(found: argparse.Namespace, out: Output) -> None:
    """Say so where a file here has the name of the shipped ruleset that a word means."""
    from rulewright.interpreter.finding import shadowed

    words = [getattr(found, key, None) for key in ("name", "base", "a", "b")]
    for name in dict.fromkeys([*filter(None, words), *getattr(found, "names", ())]):
        path = shadowed(name)
        if path is not None:
            out.note(f"rulewright: `{name}` is the shipped ruleset; `{path}` means the file here")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; every failure is answered in one place and becomes an exit code."""
    if words is None:
        words = sys.argv[1:]
        atexit.register(gc.freeze)  # at the end Python need not look through all for garbage
    gc.set_threshold(COLLECT_AFTER)
    if sys.stdout is None:
        return _tell("standard output is closed", 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = guarded(words)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _give_up_stdout()
        return _tell("the reader of the output went away", 1)
    except OSError as error:
        _give_up_stdout()
        what = f"file {error.filename}" if error.filename else "cannot write the output"
        return _tell(f"{what}: {error.strerror or error}", 1)
    except KeyboardInterrupt:
        return _tell("interrupted", 130)


def guarded(words: Sequence[str]) -> int:
    """Run, and turn errors into answers; failures of the output itself are passed on."""
    from rulewright.interpreter.ui.output import Output

    out = Output("--json" in words)
    try:
        return run(words)
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0
    except RulesError as error:
        out.failed(error.diagnostics)
        return 1
    except UsageError as error:
        out.misused(error)
        return 2
    except OSError:
        raise
    except Exception as error:
        if os.environ.get("RULEWRIGHT_DEBUG") == "1":
            raise
        return _internal(error, words)


def _internal(error: Exception, words: Sequence[str]) -> int:
    """One line for a fault of Rulewright itself, and a file that says more."""
    import tempfile
    import traceback

    what = f"internal error: {type(error).__name__}: {' '.join(str(error).split())[:200]}"
    try:
        handle, path = tempfile.mkstemp(prefix="rulewright-report-", suffix=".txt", text=True)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(f"words: {list(words)}\npython: {sys.version}\n\n")
            file.write("".join(traceback.format_exception(error)))
    except OSError:
        return _tell(f"{what}; please report it", 1)
    return _tell(f"{what}; please report it with the file {path}", 1)


def _tell(text: str, code: int) -> int:
    with contextlib.suppress(OSError):
        print(f"rulewright: {text}", file=sys.stderr)
    return code


def _give_up_stdout() -> None:
    """Let nothing more be written where writing failed, also not at the interpreter's exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
