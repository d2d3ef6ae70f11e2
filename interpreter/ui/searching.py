"""Commands that search: analyse, solve.

Every command takes the parsed arguments and an `Output` and returns the exit code.
"""

from __future__ import annotations

from argparse import Namespace

from rulewright.interpreter.diagnostics import UsageError
from rulewright.interpreter.play import analysis
from rulewright.interpreter.play import solve as solving
from rulewright.interpreter.play.budget import Budget
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui.output import Output, Progress
from rulewright.interpreter.ui.place import seat_named, state_of

PLAYOUTS = "1000"
#: Steps of a principal line that are told beside an option.
MOST_TOLD = 6


def _said(line: list[tuple[str, str]]) -> str:
    return ", ".join(f"{by} {text}" for by, text in line)


# ---- analyse ----------------------------------------------------------------------------------


def analyse(args: Namespace, out: Output) -> int:
    """The options of a position, the best first, with values and what would follow."""
    if args.playouts is not None and args.time is not None:
        raise UsageError("--playouts and --time both say how much to search", "leave out one")
    if args.time is not None and not args.time.endswith("s"):
        raise UsageError(f"--time `{args.time}` is no time", "write it as 2s or 0.5s")
    if args.playouts is not None and args.playouts.endswith("s"):
        raise UsageError(f"--playouts `{args.playouts}` is no number", "--time takes a time")
    budget = Budget.of(args.time or args.playouts or PLAYOUTS,
                       f"--time {args.time}" if args.time else f"--playouts {args.playouts}")
    state = state_of(args, out)
    names = state.game.seats
    seat = None if args.seat is None else seat_named(args.seat, state.game)
    found = analysis.analyse(state, budget, seat, args.seed, args.backend)
    if args.json:
        out.data(found.to_json(names))
        return 0
    out.text(f"{names[found.decides]}: {state.purpose}; values for {names[found.seat]} after "
             f"{so_many(found.playouts, 'playout')}")
    wide = max(len(each.text) for each in found.options)
    for each in found.options:
        value = "?" if each.value is None else f"{each.value:+.2f}"
        told = _said(each.line[:MOST_TOLD]) + (", ..." if len(each.line) > MOST_TOLD else "")
        follows = f"  {told}" if told else ""
        proven = "proven" if each.proven else ""
        judged = f"{value:>7} {each.visits:>7} {proven:<6}"
        out.text(f"  {judged}  {each.text:<{wide}}{follows}".rstrip())
    return 0


# ---- solve ------------------------------------------------------------------------------------


def solve(args: Namespace, out: Output) -> int:
    """The exact value of a position, or how far the search came."""
    state = state_of(args, out)
    with Progress("positions") as progress:
        found = solving.solve(
            state, args.budget or solving.MOST_POSITIONS, args.backend, progress)
    names = state.game.seats
    if args.json:
        out.data(found.to_json())
        return 0
    looked = f"{so_many(found.positions, 'position')} looked at"
    if found.value is None:
        room = "; there is no room for more" if found.full else ""
        out.text(f"unknown: {looked}{room}; {_between(found, names)}")
        return 0
    weighed = any(node.chance for node in state.game.program.nodes)
    meaning = _meaning(found.value, names, solving.game_pays(state), weighed)
    out.text(f"{meaning} ({looked})")
    if found.line:
        out.text(f"best line: {_said(found.line)}")
    return 0


def _meaning(value: float, names: list[str], pays: bool, weighed: bool) -> str:
    """What a value for the first seat says. Where chance is `weighed`, 0 need not be a draw."""
    if pays or value not in (-1, 0, 1) or (weighed and value == 0):
        return f"the value for {names[0]} is {value:g}" + ", with chance weighed" * weighed
    if value == 0:
        return "a draw, if everybody plays best"
    winner = names[0] if value > 0 else names[-1]
    return f"{winner} wins" if len(names) > 1 else f"{names[0]} {'wins' if value > 0 else 'loses'}"


def _between(found: solving.Solution, names: list[str]) -> str:
    """What is known of a value that is not."""
    low, high = found.to_json()["least"], found.to_json()["most"]
    if (low, high) in ((-1, 1), (None, None)):
        return "nothing is certain yet"
    if low in (None, -1):
        return f"the value for {names[0]} is at most {high:g}"
    if high in (None, 1):
        return f"the value for {names[0]} is at least {low:g}"
    return f"the value for {names[0]} is from {low:g} to {high:g}"
