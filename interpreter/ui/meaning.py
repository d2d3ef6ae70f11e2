"""`show --meaning`: every line of a ruleset with what it was understood as."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import UsageError, did_you_mean
from rulewright.interpreter.ui.output import Output

if TYPE_CHECKING:
    from rulewright.interpreter.driver import Ruleset
    from rulewright.interpreter.readback.said import Readback, SaidLine

#: What `show` shows instead.
OTHERS = ("code", "program", "state", "seat")


def show(args: Namespace, out: Output) -> int:
    """The lines as they stand; below each, in other words, what it means, and what is true of it
    besides."""
    if not args.meaning:
        raise UsageError("--line and --rule say which lines --meaning tells of", "add --meaning")
    other = next((name for name in OTHERS if getattr(args, name) not in (None, False)), None)
    if other is not None:
        raise UsageError(f"--meaning and --{other} show different things", "leave one of them out")
    ruleset = driver.load(args.name)
    lines = _wanted(ruleset, ruleset.read_back(args.players, args.set), args)
    if args.json:
        out.data({"name": ruleset.name, "lines": [_line_json(line) for line in lines]})
    file = None
    for line in lines:
        if line.source.name != file:
            file = line.source.name
            out.text(file)
        for text in _lines(line):
            out.text(text)
    return 0


def _wanted(ruleset: Ruleset, said: Readback, args: Namespace) -> list[SaidLine]:
    """The lines that are asked for."""
    lines = [line for text in ruleset.text.chain() for line in said.lines(text.source)
             if text is ruleset.text or said.counts(line)]
    if args.line is not None:
        source = ruleset.text.source
        lines = [line for line in lines
                 if line.source is source and line.number <= args.line <= line.last]
        if not lines:
            raise UsageError(f"nothing is said in line {args.line} of {source.name}",
                             f"it has {len(source.lines)} lines" if args.line > len(source.lines)
                             else "the line is empty, or a comment")
    if args.rule is not None:
        places = ruleset.rule_lines.get(args.rule)
        if places is None:
            raise UsageError(f"no line of {ruleset.name} cites a rule {args.rule}",
                             did_you_mean(args.rule, ruleset.rule_lines))
        lines = [line for line in lines if any(
            file == line.source.name and line.number <= number <= line.last
            for file, number in places
        )]
    return lines


def _lines(line: SaidLine) -> Iterator[str]:
    """A line with its number, what it says, and what is true of it besides."""
    yield from (f"{number:4}  {text}" for number, text in enumerate(line.text, line.number))
    indent = " " * (len(line.text[0]) - len(line.text[0].lstrip()))
    if not line.plain:
        yield f"   =  {indent}{line.said}"
    yield from (f"      {indent}  ({note})" for note in line.notes)


def _line_json(line: SaidLine) -> dict[str, Any]:
    return {"file": line.source.name, "line": line.number, "last": line.last,
            "text": "\n".join(line.text), "said": line.said, "notes": list(line.notes)}
