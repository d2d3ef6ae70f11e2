"""Tables that a designer understands: what a simulation or a comparison found.

Everything is made from the dictionaries that `--json` prints, so a table never says more or
less than the machine output.  Rates are shown in percent with their 95 % interval.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from rulewright.interpreter.syntax.words import so_many

Says = Callable[[str], str | None]


def percent(rate: float | None) -> str:
    """A rate in percent, or a dash where there is none."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


def number(value: float | int | None) -> str:
    """A number with one decimal unless it is whole, or a dash where there is none."""
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.1f}"


def _table(*columns: str, title: str | None = None) -> Table:
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", pad_edge=False)
    for index, column in enumerate(columns):
        table.add_column(column, justify="left" if index == 0 else "right")
    return table


def headline(data: dict[str, Any], title: str, normal: dict[str, str]) -> Text:
    """What was played, and in a second line the options that are not as they normally are."""
    seats = ", ".join(
        f"{name} {agent}" for name, agent in zip(data["names"], data["seats"], strict=True)
    )
    lines = [f"{title}: {so_many(data['games'], 'game')}, {seats}, seed {data['seed']}"]
    chosen = [f"{k}={value}" for k, value in data["options"].items() if normal[k] != value]
    if chosen:
        lines.append(", ".join(chosen))
    return Text("\n".join(lines))


def wins(data: dict[str, Any]) -> Table:
    """Who won how often."""
    table = _table("", "games", "share", "95 % interval", "mean payoff")
    for seat, name in enumerate(data["names"]):
        low, high = data["win_rate_95"][seat]
        won = data["wins"][seat] + data["shared_by_seat"][seat]
        interval = f"{100 * low:.1f} to {100 * high:.1f} %" if data["finished"] else "-"
        payoff = data["mean_payoff"][seat]
        table.add_row(
            f"{name} wins",
            str(won),
            percent(data["win_rate"][seat]),
            interval,
            "-" if payoff is None else f"{payoff:+.3f}",
        )
    for key, label in (("draws", "drawn"), ("shared", "of these shared"), ("nobody", "no winner")):
        if data[key] or key == "draws":
            table.add_row(label, str(data[key]), _share(data[key], data["finished"]), "", "")
    if data["truncated"]:
        why = ", ".join(f"{count} by {limit}" for limit, count in data["truncated_by"].items())
        table.add_row("stopped, no result", str(data["truncated"]), "", "", "")
        table.caption = f"stopped: {why}; these games are part of no share above"
        table.caption_justify = "left"
    return table


def _share(count: int, total: int) -> str:
    return percent(count / total) if total else "-"


def endings(data: dict[str, Any], says: Says) -> Table:
    """Which rules ended the games, with their sentences."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("ended by")
    table.add_column("games", justify="right")
    table.add_column("share", justify="right")
    table.add_column("which says", ratio=1)
    for rule, count in data["endings"].items():
        table.add_row(rule, str(count), _share(count, data["finished"]), says(rule) or "")
    return table


def lengths(data: dict[str, Any]) -> Table:
    """How long games are and how much choice they give."""
    table = _table("length", "mean", "sd", "min", "5 %", "median", "95 %", "max")
    for unit in ("turns", "decisions"):
        found = data["length"][unit]
        names = ("mean", "sd", "min", "p5", "p50", "p95", "max")
        table.add_row(unit, *(number(found[name]) for name in names))
    branching = data["branching"]
    table.add_row("options", number(branching["mean"]), *[""] * 5, number(branching["max"]))
    return table


def speed(data: dict[str, Any]) -> Text:
    """How fast it went."""
    return Text(
        f"{data['seconds']:.1f} s with the {data['backend']} engine: "
        f"{number(data['games_per_s'])} games and {number(data['moves_per_s'])} moves a second"
    )


def differences(data: dict[str, Any]) -> Table:
    """What differs between two settings."""
    table = _table("", "A", "B", "B - A", "95 % interval", "")
    for name, found in data["differences"].items():
        show = _points if found["rate"] else _plain
        clear = "differs" if found["clear"] else ""
        table.add_row(
            name,
            show(found["a"]),
            show(found["b"]),
            show(found["difference"], sign=True),
            f"{show(found['low'], sign=True)} to {show(found['high'], sign=True)}",
            clear,
        )
    halve = max((found["pairs_to_halve"] or 0 for found in data["differences"].values()), default=0)
    seats = ", ".join(data["seats"]) + (", each at each seat" if data["rotations"] > 1 else "")
    table.caption = (
        f"{data['pairs']} pairs ({seats}; seed {data['seed']}); {halve} pairs would halve the "
        "intervals. `differs`: the interval does not hold 0."
    )
    table.caption_justify = "left"
    return table


def _points(rate: float | None, sign: bool = False) -> str:
    if rate is None:
        return "-"
    return f"{100 * rate:+.1f} %" if sign else f"{100 * rate:.1f} %"


def _plain(value: float | None, sign: bool = False) -> str:
    if value is None:
        return "-"
    return f"{value:+.2f}" if sign else f"{value:.2f}"
