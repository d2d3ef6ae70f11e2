"""What to write where a line can be read but means nothing.

The grammar takes many a line that says nothing of such things (`a1 and b1 are empty`). For a
finding without a hint, the lines that could stand in its place are put in, one after the other, and
the text is checked again: the first with which the finding is gone is the hint. So it is never
refused for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.corrections import told
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.parser import other_lines
from rulewright.interpreter.syntax.written_line import Correction

MOST_CHECKED = 4  # texts that are checked again for one text


def suggest(
    problems: Sequence[Diagnostic], source: Source, phrases: PhraseTable,
    errors_of: Callable[[Source], Sequence[Diagnostic]],
) -> list[Diagnostic]:
    """The findings; those without a hint with the correction of their line, where there is one."""
    left = MOST_CHECKED
    found = []
    for problem in problems:
        span = problem.span
        if problem.severity == "error" and problem.hint is None and span and span.source is source:
            others, advice = other_lines(source, phrases, span.line, span.text)
            for correction, _ in others[:left]:
                left -= 1
                if _mends(problem, correction, errors_of):
                    problem = told(problem, correction)
                    break
            else:
                problem = replace(problem, hint=advice)
        found.append(problem)
    return found


def _mends(
    problem: Diagnostic, correction: Correction,
    errors_of: Callable[[Source], Sequence[Diagnostic]],
) -> bool:
    """Whether a finding is gone when a correction is put in."""
    span = correction.span
    try:
        left = errors_of(span.source.with_text(span, correction.text))
    except RulesError as error:
        left = error.diagnostics
    return not any(p.code == problem.code and p.span is not None
                   and p.span.line == span.line for p in left)
