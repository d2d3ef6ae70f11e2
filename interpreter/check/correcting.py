"""What is wrong with a text once corrections of some of its lines are put in.

Model. A `Corrected` is one text, whose lines are corrected in this way and that: all corrections
are put in at once, since a line may need another one that is wrong as well, and the text is
checked. Where a correction means something, but could mean several things, that is told next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.lines_above import depth_of
from rulewright.interpreter.syntax.written_line import Correction

#: Findings that show what could be meant, so that the author can say it.
UNCLEAR = {"it", "bound", "which-player", "other", "grouping", "quantifier", "ambiguous"}
#: How it is told where something was declared before.
AS_DECLARED = re.compile(r"\bis already (?:declared in|[^`]* \()line (\d+)")
#: How it is told that `and` and `or` are not grouped.
SIDE_BY_SIDE = "stand side by side"
#: How it is told that nothing is spoken of than which something is other.
NO_OTHER = "so there is no other"

ErrorsOf = Callable[[Source], Sequence[Diagnostic]]
#: A correction in each of its readings.
Way = tuple[Correction, ...]


class Corrected:
    """A text whose lines are corrected."""

    def __init__(self, source: Source, errors_of: ErrorsOf, refused: Collection[int]) -> None:
        self.source, self.errors_of = source, errors_of
        self.refused = refused  # the lines of the text that the parser refuses
        #: Corrections in which `and` and `or` stand side by side, by line and text: both ways.
        self.grouped: dict[tuple[int, str], Way] = {}

    @cached_property
    def _spare(self) -> set[int]:
        """The refused lines without which the text can be looked at: what lines mean is only found
        where none is refused. A line that begins a block stays, and so does the only one of one."""
        lines = self.source.lines
        depths = [depth_of(line) if line.strip() else -1 for line in lines]
        spare = set()
        for number in self.refused:
            depth = depths[number - 1]
            above = next((d for d in reversed(depths[: number - 1]) if d >= 0), 0)
            below = next((d for d in depths[number:] if d >= 0), 0)
            if below <= depth and (depth <= above or below == depth):
                spare.add(number)
        return spare

    def wrong(self, corrections: Mapping[int, Correction]) -> dict[int, set[str]]:
        """The lines with whose corrections something is wrong, and the codes of what it is."""
        hidden = {below for one in corrections.values() for below in self._asked_below(one)}
        text, last = self.source.without((self._spare - corrections.keys()) | hidden), {}
        for number, correction in sorted(corrections.items(), reverse=True):
            indent = " " * (correction.span.column - 1)
            written = correction.text.replace("\n", "\n" + indent)
            text = text.with_text(correction.span._replace(source=text), written)
            last[number] = written.count("\n") - (correction.span.end_line - correction.span.line)
        found = errors_in(text, self.errors_of)
        wrong: dict[int, set[str]] = {}
        moved = 0
        for number, more in sorted(last.items()):
            first = number + moved
            moved += more
            end = first + more + corrections[number].span.end_line - corrections[number].span.line
            codes = {p.code if p.hint and NO_OTHER not in p.message else "" for p in found
                     if p.severity == "error" and p.span and (
                         first <= p.span.line <= end or first <= _first_declared(p) <= end)}
            if codes and codes <= UNCLEAR:
                codes |= self._behind_unclear(text, found, first, end)
            if codes == {"grouping"}:
                self._keep_groups(number, corrections[number], text, found)
            if codes:
                wrong[number] = codes
        return wrong

    def _asked_below(self, correction: Correction) -> Iterator[int]:
        """The conditions in the author's lines below a choice that a correction gives effects: they
        are moved up later, and keep nothing from being looked at now."""
        if "\n" not in correction.text:
            return
        for number in range(correction.span.end_line + 1, len(self.source.lines) + 1):
            line = self.source.line(number)
            depth = depth_of(line)
            if depth < correction.span.column or not line.lstrip().startswith("only if "):
                return
            yield number

    def _keep_groups(
        self, number: int, correction: Correction, text: Source, found: Sequence[Diagnostic]
    ) -> None:
        """Of a translation in one line that can be grouped in two ways, keep both of them."""
        if "\n" in correction.text or (number, correction.text) in self.grouped:
            return
        problem = next(p for p in found if p.code == "grouping" and p.span)
        if SIDE_BY_SIDE not in problem.message or len(problem.replacements) != 2:
            return
        ways = []
        for meant in problem.replacements:
            assert problem.span is not None
            made = text.with_text(problem.span._replace(source=text), meant)
            if any(p.severity == "error" and p.span and p.span.line == problem.span.line
                   for p in errors_in(made, self.errors_of)):
                return
            ways.append(replace(correction, text=made.lines[problem.span.line - 1].strip()))
        self.grouped[number, correction.text] = tuple(ways)

    def _behind_unclear(
        self, text: Source, found: Sequence[Diagnostic], first: int, end: int
    ) -> set[str]:
        """What is wrong with lines whatever is meant by what could mean several things."""
        problem = next(p for p in found if p.severity == "error" and p.span and (
            first <= p.span.line <= end))
        if problem.span is None or not problem.replacements or problem.span.line != first:
            return set()
        codes: set[str] = set()
        for meant in problem.replacements[:2]:
            made = text.with_text(problem.span._replace(source=text), meant)
            left = errors_in(made, self.errors_of)
            codes = {p.code for p in left if p.severity == "error" and p.span and (
                first <= p.span.line <= end)} - UNCLEAR
            if not codes:
                break
        return codes


def errors_in(source: Source, errors_of: ErrorsOf) -> Sequence[Diagnostic]:
    """What is wrong with a text, also where it cannot be looked at any further."""
    try:
        return errors_of(source)
    except RulesError as error:
        return error.diagnostics


def _first_declared(problem: Diagnostic) -> int:
    """The line that has first declared what is declared twice; else 0."""
    told = AS_DECLARED.search(problem.message)
    return int(told[1]) if told else 0
