"""Words for the terminal: lists of options, explanations, what a seat may see, near misses.

Everything here turns data into lines of plain text within the width; nothing prints.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.model.places import BOX
from rulewright.interpreter.state.json import HIDDEN, NUMBER_OF, PLACE
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui.wrapping import WIDTH, breadth

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Verdict
    from rulewright.interpreter.play.profile import Line

#: Near misses that are named.
MOST_NEAR = 5
#: Rules that are told with their sentences; of more, the ids are named.
MOST_RULES = 4
#: The ids at the end of a line.
CITED = re.compile(r"\s*\[[^\[\]]*\]$")
#: The values of what a thing has not, or has none of.
NOTHING = ("no", "none", "0")


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


def explained(verdict: Verdict, says: Callable[[str], str | None]) -> list[str]:
    """A verdict in words: the reason, the rules with what each says, the line."""
    lines = [verdict.message]
    for rule in verdict.rules[:MOST_RULES]:
        sentence = says(rule)
        lines.append(f"  [{rule}] {sentence}" if sentence else f"  [{rule}]")
    if len(verdict.rules) > MOST_RULES:
        lines.append(f"  and {', '.join(verdict.rules[MOST_RULES:])}")
    if verdict.file and verdict.line:
        lines.append(f"  {verdict.file}, line {verdict.line}")
    return lines


def costs(lines: Sequence[Line], width: int = WIDTH) -> list[str]:
    """Lines of a ruleset with what they cost, as a table; a long line of the ruleset is cut."""
    rows = [("line", "runs", "steps", "share", "which says")]
    rows += [(f"{Path(line.file).name}:{line.line}", str(line.runs), str(line.work),
              f"{100 * line.share:.1f} %", CITED.sub("", line.text)) for line in lines]
    place, *numbers = (max(breadth(row[column]) for row in rows) for column in range(4))
    table = []
    for row in rows:
        head = row[0] + " " * (place - breadth(row[0]))
        head += "".join(f"  {row[i]:>{wide}}" for i, wide in enumerate(numbers, 1)) + "  "
        table.append(head + cut(row[4], width - breadth(head)).rstrip())
    return table


def cut(text: str, width: int) -> str:
    """A text within a width, with dots where something is left out."""
    if breadth(text) <= width:
        return text
    while text and breadth(text) > width - 3:
        text = text[:-1]
    return text.rstrip() + "..."


def tree(value: Any, indent: int = 0) -> list[str]:
    """Data as indented `key: value` lines; keys with the same parts stand in one line."""
    lead = "  " * indent
    if _flat(value):
        return [lead + _leaf(value)]
    if isinstance(value, list):
        return [line for part in value for line in _item(part, indent)]
    return [line for key, part in _grouped(value).items() for line in _entry(key, part, indent)]


def _grouped(value: dict[str, Any]) -> dict[str, Any]:
    """The same mapping, with keys whose parts are equal mappings joined into one."""
    joined: dict[str, list[str]] = {}
    for key, part in value.items():
        sort = repr(part) if isinstance(part, dict) else f"only {key}"
        joined.setdefault(sort, []).append(key)
    return {" ".join(keys): value[keys[0]] for keys in joined.values()}


def _entry(key: str, part: Any, indent: int) -> list[str]:
    lead = "  " * indent
    if _flat(part):
        return [f"{lead}{key}: {_leaf(part)}"]
    return [f"{lead}{key}:", *tree(part, indent + 1)]


def _item(part: Any, indent: int) -> list[str]:
    first, *rest = tree(part, indent + 1)
    return [f"{'  ' * indent}- {first.lstrip()}", *rest]


def _flat(value: Any) -> bool:
    """Whether data has no parts that have parts."""
    parts = value.values() if isinstance(value, dict) else value
    return not isinstance(value, dict | list) or all(
        not isinstance(part, dict | list) for part in parts
    )


def _leaf(value: Any) -> str:
    if value is True or value is False:
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_leaf(part)}" for key, part in value.items()) or "nothing"
    if isinstance(value, list):
        return ", ".join(_leaf(part) for part in value) or "nothing"
    return str(value)


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


def lying_about(view: dict[str, Any], nouns: Collection[str]) -> dict[str, Any]:
    """A view without the pieces with a number that are in the box or hidden, without what others
    have not or have none of, and without the numbers of those in zones; `nouns` are those of such
    pieces."""
    found: dict[str, Any] = {}
    for key, part in view.items():
        if key in nouns:
            part = {name: {what: value for what, value in of.items()
                           if what == PLACE or value not in NOTHING}
                    for name, of in part.items() if of[PLACE] not in (BOX, HIDDEN)}
        elif isinstance(part, dict):
            part = {name: of for name, of in part.items() if _number_of(name, nouns) is None}
        if part or part == view[key]:
            found[key] = part
    return found


def _number_of(key: str, nouns: Collection[str]) -> str | None:
    """The noun whose pieces in a place are counted under a key of a view."""
    noun = key.removeprefix(NUMBER_OF)
    return noun if noun != key and noun in nouns else None


def changes(before: Any, after: Any, nouns: Collection[str] = (), most: int = 12) -> list[str]:
    """What differs between two views, one line each; `nouns` are those of pieces with a number."""
    old, new = leaves(before), leaves(after)
    lines = [line for noun in nouns for line in _moved(before.get(noun, {}), after.get(noun, {}))]
    for path in [*new, *(path for path in old if path not in new)]:
        left, right = old.get(path), new.get(path)
        noun = _number_of(path[-1], nouns) if path else None
        if left == right or (path and path[0] in nouns):
            continue
        if noun is not None:
            lines.append(f"{' '.join(path[:-1])}: {_leaf(left)} -> "
                         f"{so_many(int(right or 0), noun)}")
        else:
            lines.append(f"{' '.join(path)}: {_leaf(left)} -> {_leaf(right)}")
    rest = len(lines) - most
    return [*lines[:most], f"... and {rest} more changes"] if rest > 0 else lines


def _moved(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """What differs between the pieces of two views: where each is, and what it has. Of one that
    comes to light all is told that it has; of one that is hidden now, nothing."""
    for name, now in after.items():
        was = before.get(name, {})
        there, here = was.get(PLACE), now[PLACE]
        lit = {key for key in now if was.get(key) in (None, HIDDEN)}
        other = [] if here == HIDDEN else [
            f"{key} {_leaf(value)}" if key in lit else f"{key} {_leaf(was[key])} -> {_leaf(value)}"
            for key, value in now.items() if key != PLACE and was.get(key) != value
            and not (key in lit and value in NOTHING)
        ]
        moves = [f"{there} -> {here}"] if there != here else []
        if moves or other:
            yield f"{name}: {'; '.join((*moves, *other))}"
