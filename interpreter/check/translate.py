"""What to write for the lines of a text that say in other English what the language could say.

Model. Each wrong line is translated by itself (see `english`); then all of them are put in at once,
and the text is checked: a line may need another one that is wrong as well. Where a translation
means nothing, the next one is tried. What is found is offered only if nothing is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.english.translation import Translator, readings
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.form_hints import FormHints
from rulewright.interpreter.syntax.parser import automaton, place_of
from rulewright.interpreter.syntax.rewrite import Rewriter
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

MOST_LINES = 8  # of one text that are translated
MOST_TRIED = 6  # translations of one line
MOST_CHECKED = 14  # texts that are checked for one text

ErrorsOf = Callable[[Source], Sequence[Diagnostic]]


def translated(
    numbers: Iterable[int], source: Source, phrases: PhraseTable, errors_of: ErrorsOf
) -> dict[int, Sequence[Correction]]:
    """For lines of a text, by their numbers, what to write instead, in each of its readings, where
    that is known."""
    ways = {number: found for number in islice(numbers, MOST_LINES)
            if (found := list(islice(_ways(number, source, phrases), MOST_TRIED)))}
    chosen = dict.fromkeys(ways, 0)
    for _ in range(MOST_CHECKED):
        if not chosen:
            break
        readings = {number: ways[number][at] for number, at in chosen.items()}
        wrong = _wrong({number: way[0] for number, way in readings.items()}, source, errors_of)
        wrong = wrong or _wrong({number: way[-1] for number, way in readings.items()}, source,
                                errors_of)
        if not wrong:
            return readings
        for number in wrong:
            chosen[number] += 1
            if chosen[number] == len(ways[number]):
                del chosen[number]
    return {}


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
    return replace(problem, message=f"`{span.text}` is not how this is said", span=span, hint=hint)


def _ways(
    number: int, source: Source, phrases: PhraseTable
) -> Iterator[Sequence[Correction]]:
    """The translations of a line, each in its readings, the likeliest first."""
    place = place_of(source, phrases, number)
    if place is None:
        return
    rewriter = Rewriter(phrases)
    forms = FormHints(phrases, automaton("start"), rewriter)
    translator = Translator(forms.forms.speech, forms.readable)
    line = WrittenLine(source, place.line)
    head = WrittenLine(source, place.lines[0]).text
    span = line.pieces[0].span.to(line.pieces[-1].span)
    for text in translator.lines(rewriter.plain(line.text), head, place.begins):
        if text != line.text:
            yield tuple(Correction(span, line.restored(one)) for one in readings(text))


def _wrong(
    corrections: Mapping[int, Correction], source: Source, errors_of: ErrorsOf
) -> list[int]:
    """The lines with whose corrections something is wrong."""
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
    wrong, moved = [], 0
    for number, more in sorted(last.items()):
        first = number + moved
        moved += more
        end = first + more + corrections[number].span.end_line - corrections[number].span.line
        if any(p.severity == "error" and p.span and first <= p.span.line <= end for p in found):
            wrong.append(number)
    return wrong
