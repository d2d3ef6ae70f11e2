"""Words for the terminal: lists of options, explanations, what a seat may see, near misses.

Everything here turns data into lines of plain text within the width; nothing prints.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.ui.board import breadth

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Verdict
    from rulewright.interpreter.ledger import Ledger

WIDTH = 80
#: Near misses that are named.
MOST_NEAR = 5


def columns(texts: Sequence[str], width: int = WIDTH) -> list[str]:
    """Texts set in columns, read downwards."""
    if not texts:
        return []
    widest = max(breadth(text) for text in texts) + 2
    across = max(1, min(len(texts), (width + 2) // widest))
    down = -(-len(texts) // across)
    lines = []
    for row in range(down):
        line = [text + " " * (widest - breadth(text)) for text in texts[row::down]]
        lines.append("".join(line).rstrip())
    return lines


def numbered(options: Sequence[str], width: int = WIDTH) -> list[str]:
    """Options with their numbers, in columns."""
    margin = len(str(len(options)))
    return columns(
        [f"{index:>{margin}} {text}" for index, text in enumerate(options, 1)], width
    )


def near(typed: str, options: Sequence[str], commands: Sequence[str]) -> str:
    """What a person may have meant."""
    lowered = typed.lower()
    begin = [text for text in options if text.lower().startswith(lowered)]
    if begin:
        shown = ", ".join(begin[:MOST_NEAR])
        return f"options that begin so: {shown}" + (", ..." if len(begin) > MOST_NEAR else "")
    similar = difflib.get_close_matches(typed, [*options, *commands], n=3, cutoff=0.5)
    if similar:
        return "did you mean " + " or ".join(f"`{text}`" for text in similar) + "?"
    return "`?` lists the options, `help` the commands"


def explained(verdict: Verdict, ledger: Ledger) -> list[str]:
    """A verdict in words: the reason, the rules with their sentences, the line."""
    lines = [verdict.message]
    for rule in verdict.rules:
        says = ledger.says(rule)
        lines.append(f"  [{rule}] {says}" if says else f"  [{rule}]")
    if verdict.file and verdict.line:
        lines.append(f"  {verdict.file}, line {verdict.line}")
    return lines


def tree(value: Any, indent: int = 0) -> list[str]:
    """Data as indented `key: value` lines; short lists stay on one line."""
    lead = "  " * indent
    if isinstance(value, dict):
        lines = []
        for key, part in value.items():
            if _short(part):
                lines.append(f"{lead}{key}: {_leaf(part)}")
            else:
                lines += [f"{lead}{key}:", *tree(part, indent + 1)]
        return lines
    if isinstance(value, list):
        return [line for part in value for line in _item(part, indent)]
    return [lead + _leaf(value)]


def _item(part: Any, indent: int) -> list[str]:
    lead = "  " * indent
    if _short(part):
        return [f"{lead}- {_leaf(part)}"]
    first, *rest = tree(part, indent + 1)
    return [f"{lead}- {first.lstrip()}", *rest]


def _short(value: Any) -> bool:
    if isinstance(value, dict):
        return not value
    if isinstance(value, list):
        return all(not isinstance(part, dict | list) for part in value) and len(_leaf(value)) < 72
    return True


def _leaf(value: Any) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, list):
        return ", ".join(_leaf(part) for part in value) or "nothing"
    return "nothing" if value == {} else str(value)


def leaves(value: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """The parts of data that have no parts, by the keys that lead to them."""
    if isinstance(value, dict):
        pairs = [(str(key), part) for key, part in value.items()]
    elif isinstance(value, list):
        pairs = [(str(index), part) for index, part in enumerate(value, 1)]
    else:
        return {path: value}
    found: dict[tuple[str, ...], Any] = {}
    for key, part in pairs:
        found |= leaves(part, (*path, key))
    return found


def changes(before: Any, after: Any, most: int = 12) -> list[str]:
    """What differs between two views, one line each."""
    old, new = leaves(before), leaves(after)
    lines = []
    for path in [*new, *(path for path in old if path not in new)]:
        left, right = old.get(path), new.get(path)
        if left != right:
            lines.append(f"{' '.join(path)}: {_leaf(left)} -> {_leaf(right)}")
    rest = len(lines) - most
    return [*lines[:most], f"... and {rest} more changes"] if rest > 0 else lines
