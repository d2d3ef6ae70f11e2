"""What to write for the lines of a text that say in other English what the language could say.

Model. Each wrong line is translated by itself (see `english`); then all of them are put in at once,
and the text is checked: a line may need another one that is wrong as well. Where a translation
means nothing, the next one is tried. What is found is offered only if nothing is wrong with it, or,
where no other is, if all that is wrong is that it could mean several things: that is told next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.english.chart import LEFT_OPEN
from rulewright.interpreter.english.translation import Translator, readings
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.cues import shown
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.form_hints import FormHints
from rulewright.interpreter.syntax.parser import automaton, place_of, refused_line
from rulewright.interpreter.syntax.rewrite import Rewriter
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

MOST_LINES = 8  # of one text that are translated
MOST_TRIED = 5  # translations of one line
MOST_CHECKED = 20  # texts that are checked for one text
MOST_IN_PART = 2  # translations in part that are checked for one line
#: What stands for a clause that is left open while the rest of its line is checked.
STAND_INS = {"eff": "the turn ends", "cond": "1 is 1"}

#: Findings that show what could be meant, so that the author can say it.
UNCLEAR = {"it", "bound", "which-player", "other", "grouping", "quantifier", "ambiguous"}
#: How it is told where something was declared before.
AS_DECLARED = re.compile(r"\bis already (?:declared in|[^`]* \()line (\d+)")

ErrorsOf = Callable[[Source], Sequence[Diagnostic]]


def translated(
    numbers: Iterable[int], source: Source, phrases: PhraseTable, errors_of: ErrorsOf
) -> dict[int, Sequence[Correction]]:
    """For lines of a text, by their numbers, what to write instead, in each of its readings, where
    that is known."""
    ways = {number: found for number in islice(numbers, MOST_LINES)
            if (found := list(islice(_ways(number, source, phrases), MOST_TRIED)))}
    chosen = dict.fromkeys(ways, 0)
    unclear: dict[int, int] = {}  # the first way of which only what is meant by it is not clear
    settled: set[int] = set()  # lines for which there is none better
    for _ in range(MOST_CHECKED):
        if not chosen:
            break
        tried = {number: ways[number][at] for number, at in chosen.items()}
        wrong = _wrong({number: way[0] for number, way in tried.items()}, source, errors_of)
        if any(len(way) > 1 for way in tried.values()):
            other = _wrong({number: way[-1] for number, way in tried.items()}, source, errors_of)
            for number, way in tried.items():
                if len(way) > 1 and (number in wrong) != (number in other):  # one means something
                    ways[number][chosen[number]] = tried[number] = (
                        way[-1:] if number in wrong else way[:1])
                    wrong.pop(number, None)
        wrong = {number: codes for number, codes in wrong.items()
                 if not (number in settled and codes <= UNCLEAR)}
        if not wrong:
            return tried
        for number, codes in wrong.items():
            if codes <= UNCLEAR:
                unclear.setdefault(number, chosen[number])
            chosen[number] += 1
            if chosen[number] >= len(ways[number]):
                if number in unclear and number not in settled:
                    chosen[number] = unclear[number]
                    settled.add(number)
                else:
                    del chosen[number]
    return {}


class InPart(NamedTuple):
    """What is told of a line of which only a part is understood: what leads on from the rest, and
    how the part is said."""

    lead: str | None
    told: str


def in_part(
    numbers: Iterable[int], source: Source, phrases: PhraseTable, errors_of: ErrorsOf
) -> dict[int, InPart]:
    """For lines of a text, what is told of those of which only a part is understood. What is left
    open is asked as if it were something that says nothing."""
    found: dict[int, InPart] = {}
    numbers = [*islice(numbers, MOST_LINES)]
    tried = MOST_IN_PART if len(numbers) == 1 else 1  # another wrong line may bind what this says
    for number in numbers:
        line = _line(number, source, phrases)
        if line is None:
            continue
        for text in line.each(line.translator.open_lines)[:tried]:
            plain = LEFT_OPEN.sub(lambda m: STAND_INS[m[1]], readings(text)[0])
            correction = Correction(line.span, line.written.restored(plain))
            if not _wrong({number: correction}, source, errors_of):
                found[number] = _in_part(line, readings(text)[0], source, phrases)
                break
    return found


def _in_part(line: _Line, text: str, source: Source, phrases: PhraseTable) -> InPart:
    said = line.written.restored(LEFT_OPEN.sub("…", text))
    left = [line.written.restored(m[2]) for m in LEFT_OPEN.finditer(text)]
    # What leads on from the rest is asked of the line with the other parts put right.
    lines = text.split("\n")
    at = next(i for i, one in enumerate(lines) if LEFT_OPEN.search(one))
    indent = "\n" + " " * (line.span.column - 1)
    put = line.written.restored(LEFT_OPEN.sub(lambda m: m[2], indent.join(lines)))
    lead = refused_line(source.with_text(line.span, put), phrases, line.span.line + at)[1]
    quoted = " and ".join(f"`{one}`" for one in left)
    return InPart(lead, f"apart from {quoted}, this line is written {shown(said.split(chr(10)))}")


def told(problem: Diagnostic, readings: Sequence[Correction]) -> Diagnostic:
    """A problem with the lines to write instead."""
    span, several = readings[0].span, len(readings) > 1
    if "\n" not in readings[0].text:
        hint = "write " + " or ".join(f"`{one.text}`" for one in readings)
    else:
        hint = "\nor:".join(
            "write these lines:" + "".join(f"\n    {line}" for line in one.text.split("\n"))
            for one in readings).replace("or:write these lines:", "or:")
    if several:
        hint += f"{chr(10) if chr(10) in hint else '; '}it can be read either way"
    message = f"`{span.text}` is not how this is said"
    return replace(problem, message=message, span=span, hint=hint)


def _ways(
    number: int, source: Source, phrases: PhraseTable
) -> Iterator[Sequence[Correction]]:
    """The translations of a line, each in its readings, the likeliest first."""
    line = _line(number, source, phrases)
    if line is None:
        return
    ways = dict.fromkeys(readings(text) for text in line.each(line.translator.lines))
    for way in ways:
        if way != (line.written.text,):
            yield tuple(Correction(line.span, line.written.restored(text)) for text in way)


class _Line(NamedTuple):
    """A line that is translated: as it is `written`, and as it is `plain` for the parser, who has
    no `he` and other such words."""

    translator: Translator
    written: WrittenLine
    plain: str
    head: str
    begins: bool

    def each(self, read: Callable[[str, str, bool], Iterator[str]]) -> list[str]:
        """What is read of the line as it is written, or else of what is plain."""
        return [*read(self.written.text, self.head, self.begins)] or (
            [*read(self.plain, self.head, self.begins)])

    @property
    def span(self) -> Span:
        return self.written.pieces[0].span.to(self.written.pieces[-1].span)


def _line(number: int, source: Source, phrases: PhraseTable) -> _Line | None:
    place = place_of(source, phrases, number)
    if place is None:
        return None
    rewriter = Rewriter(phrases)
    forms = FormHints(phrases, automaton("start"), rewriter)
    written = WrittenLine(source, place.line)
    head = WrittenLine(source, place.lines[0]).text
    return _Line(Translator(forms.forms.speech, forms.readable), written,
                 rewriter.plain(written.text), head, place.begins)


def _first_declared(problem: Diagnostic) -> int:
    """The line that has first declared what is declared twice; else 0."""
    told = AS_DECLARED.search(problem.message)
    return int(told[1]) if told else 0


def _wrong(
    corrections: Mapping[int, Correction], source: Source, errors_of: ErrorsOf
) -> dict[int, set[str]]:
    """The lines with whose corrections something is wrong, and the codes of what it is."""
    text, last = source, {}
    for number, correction in sorted(corrections.items(), reverse=True):
        indent = " " * (correction.span.column - 1)
        written = correction.text.replace("\n", "\n" + indent)
        text = text.with_text(correction.span._replace(source=text), written)
        last[number] = written.count("\n") - (correction.span.end_line - correction.span.line)
    try:
        found = errors_of(text)
    except RulesError as error:
        found = error.diagnostics
    wrong: dict[int, set[str]] = {}
    moved = 0
    for number, more in sorted(last.items()):
        first = number + moved
        moved += more
        end = first + more + corrections[number].span.end_line - corrections[number].span.line
        codes = {p.code if p.hint else "" for p in found if p.severity == "error" and p.span and (
            first <= p.span.line <= end or first <= _first_declared(p) <= end)}
        if codes:
            wrong[number] = codes
    return wrong
