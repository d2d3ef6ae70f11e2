"""What to write where a line can be read but means nothing.

The grammar takes many a line that says nothing of such things (`a1 and b1 are empty`). For a
finding without a hint, the lines that could stand in its place are put in, one after the other, and
the text is checked again: the first with which the finding is gone is the hint. So it is never
refused for the same reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from rulewright.interpreter.check import translate
from rulewright.interpreter.check.asked_again import ends_when_declined
from rulewright.interpreter.check.correcting import SIDE_BY_SIDE, ErrorsOf, Way, errors_in
from rulewright.interpreter.check.kept_numbers import kept_numbers
from rulewright.interpreter.check.offer_notes import with_notes
from rulewright.interpreter.check.said_back import SaidOf, with_meaning
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.english.unmeant import HAS_BESIDE
from rulewright.interpreter.model.types import listed
from rulewright.interpreter.similar.nearest import Foretold, index
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.corrections import told
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.parser import notion_of, other_lines, refused_line
from rulewright.interpreter.syntax.written_line import Correction

MOST_NUMBERS = 3  # numbers of a thing that are tried where it stands for one
MOST_CHECKED = 4  # texts that are checked again for one text whose lines mean nothing
MOST_REPAIRED = 6  # refused lines of one text for which other lines are checked
MOST_ALIKE, LEAST_ALIKE = 5, 0.1  # sentences of other games that are shown, and how much alike
MOST_OF_PART = 3  # of these, how many are like the part of a line of which nothing is told
MOST_COMPARED = 20  # findings of one text that are compared with the sentences of other games
#: Hints that show what lines of a kind look like, whatever this one says.
STOCK = ("it is written like ", "a condition says what is so")
#: The whole of a hint that is no more than that.
OF_ANY = re.compile(r"it is written like (?!.*\(LANGUAGE)|a condition says what is so, as in ")
LONG, FEW = 60_000, 2  # characters of a text for each line of which few lines are checked
#: Where what is told of a notion ends; how it begins where it is told of the line itself.
NOTION_END = re.compile(r"(?<=\d\)); ")
OF_THE_LINE = ("understood ", "apart from ", "write ", "`")
QUOTED = re.compile(r"`([^`]*)`")
FAR = 0.05  # how little a form is like the foretold one that has nothing to do with it
KNOWN = 0.4  # how much a sentence is like one of the examples, of which a form can be foretold
#: Findings by which a whole sentence means nothing; and by which the words do that are marked.
SENSELESS = ("type", "meaning", "condition", "quality", "target", "declared-twice", "built-in",
             "two-meanings", "reserved-word")
MEANINGLESS = ("value", "noun", "owner", "has", "none", "table", "ambiguous", "set", "move", "put")
NAMED = ("type", "reserved-word", "declared-twice")  # perhaps since words were taken for a name
SECTION = "(LANGUAGE.md, "  # what the phrase book and others tell ends in it
#: Findings of the parser.
REFUSED = ("syntax", "unknown-word", "article", "plural", "missing-if", "character")

#: Findings of lines that may be translated; others show readings, of which the author can choose.
IN_OTHER_WORDS = (*REFUSED, *SENSELESS[:5], "has", "unknown-block", "missing-block",
                  "unfinished", "missing-deed", "missing-or", "missing-colon", "reserved-word",
                  "indentation", "several")

#: What is told of `he wins` below an end that names nobody.
NOBODY_NAMED = (
    "the end above names nobody for who wins or loses: say again which one it is, `every player "
    "that is … wins`, `every player whose … is … loses`, `every player where (…) wins` "
    "(LANGUAGE.md, 3, 15)")

#: Findings of lines that can be read; what is offered for them is not if it leads nowhere.
READ_OTHERWISE = ("type", "meaning")
#: A hint that says what to write, and nothing else.
ONLY_OFFER = re.compile(r"write `[^`]*`")

#: How it is told that what stands behind `and` or `or` does not go on with what is before it.
NO_WAY_ON = "it is not clear how `"

#: Two of which something is so: that they belong together is told by the verb.
TWO_ARE = re.compile(r"\b(?:the|its|his|their|\w+'s) [\w' ]*?\band (?:the|its|his|their|\w+'s) "
                     r"(?:(?!\b(?:and|or|is|has|are|have)\b)[\w' ])+\bare\b")

#: Corrections that make a declaration of a line, whose names may be meant otherwise.
DECLARING = re.compile(r"can be\b|end .*\b(?:wins|loses)$|.*: ?$"
                       r"|each player has [^,]*: 0 to 99|[^,]*: 0 to 99, at first \d+$")

#: Words that stand for a thing or player that was spoken of: a single word put right would leave
#: them, and the language takes them by its own rule.
SPOKEN_OF = re.compile(
    r"\b(?:its?|he|she|his|her|him|they|their|them|both(?! players?\b)"
    r"|neither(?= (?:of|is|are|has)\b)|the other)\b")


def suggest(
    problems: Sequence[Diagnostic], source: Source, phrases: PhraseTable,
    errors_of: ErrorsOf, said_of: SaidOf,
) -> list[Diagnostic]:
    """The findings; those without a hint with the correction of their line, where there is one. A
    correction of a refused line that would only be refused for what it says is not offered."""
    left, repaired, explained = MOST_CHECKED, MOST_REPAIRED, MOST_REPAIRED
    compared = MOST_COMPARED
    wrong = [p for p in problems if p.severity == "error" and p.span and p.span.source is source]
    wrong_lines = {p.span.line for p in wrong if p.span}
    asked = list(_in_other_words(wrong, source, errors_of))
    lines: dict[int, Way] = {}
    parts: dict[int, translate.InPart] = {}
    persons: dict[int, Way] = {}
    if asked:
        refused = {p.span.line for p in wrong if p.span and p.code in REFUSED}
        translations = translate.Translations(source, phrases, errors_of, refused)
        lines = translations.whole(asked)
        parts = translations.in_part(n for n in asked if n not in lines)
        persons = translations.persons(n for n in asked if n not in lines)
    found: list[Diagnostic] = []
    for problem in problems:
        span = problem.span
        if problem in wrong and span is not None and span.line in lines:
            said = translate.told(problem, lines[span.line])
            if all(p.span != said.span for p in found):  # one for all that is wrong with a line
                found.append(with_notes(ends_when_declined(said)))
            continue
        if problem in wrong and span is not None and span.line in persons:
            said = translate.told(problem, persons[span.line])  # the rest is told of that line
            who = SPOKEN_OF.search(said.span.text if said.span else "")
            if who is not None:
                said = replace(said, message=f"it is not said who `{who[0]}` is here")
            if all(p.span != said.span for p in found):
                found.append(said)
            continue
        if problem.severity == "error" and span and span.source is source:
            if problem.hint is None:
                others, advice = ([], NOBODY_NAMED) if (
                    translate.names_nobody(source, span.line)
                ) else other_lines(source, phrases, span.line, span.text)
                for correction, _ in others[:left]:
                    left -= 1
                    if _mends(problem, correction, errors_of):
                        problem = told(problem, correction)
                        break
                else:
                    numbers = _numbers(problem, phrases, errors_of)
                    problem = replace(problem, hint=numbers or _apt(advice, span.text))
            elif repaired and problem.code in REFUSED:
                repaired -= 1
                others_at = wrong_lines - {span.line}
                base = source.without(others_at)
                alone = not others_at or all(
                    p.span and p.span.line == span.line for p in errors_in(base, errors_of))
                if alone:
                    problem = _led(problem, source, base, phrases, errors_of, said_of)
            elif explained and problem.code not in REFUSED and SECTION not in (problem.hint or ""):
                explained -= 1
                problem = _explained(problem, source, phrases, errors_of)
            part = parts.pop(span.line, None)
            if part is not None:
                lead = problem.hint if problem.replacements else part.lead or problem.hint
                problem = replace(problem, hint=f"{lead}; {part.told}" if lead else part.told)
            if compared and not (_is_whole(problem.hint or "") and _is_enough(
                problem, source.without(wrong_lines - {span.line}), errors_of)
            ):
                compared -= 1
                problem = _with_alike(problem, span, phrases)
        found.append(ends_when_declined(problem))
    return with_meaning(found, source, said_of)


def _is_whole(hint: str) -> bool:
    """Whether a hint says what to write, apart from nothing."""
    return hint.startswith(TOLD) and APART not in hint


def _is_enough(problem: Diagnostic, base: Source, errors_of: ErrorsOf) -> bool:
    """Whether the line means something once what the hint says is written, or shows in turn what
    to write; `base` is the text without the other lines that are wrong."""
    span, offered = problem.span, problem.replacements
    if span is None or len(offered) != 1:
        return True
    left = _left_over(Correction(span, offered[0]), errors_of, base)
    return all(_is_whole(p.hint or "") for p in left if p.severity == "error")


def _apt(advice: str | None, marked: str) -> str | None:
    """Advice for a line that can be read, unless it has the words that mean nothing, or says
    only what any such line is like."""
    if advice is None or OF_ANY.match(advice):
        return None
    again = rf"(?<![\w']){re.escape(marked)}(?![\w'])"
    return None if advice.startswith(KEPT[0]) and re.search(again, advice) else advice


def _with_alike(problem: Diagnostic, span: Span, phrases: PhraseTable) -> Diagnostic:
    """A finding whose hint does not say all that is to be written, with what its line is like, the
    part first of which nothing is told; without what is told of any such line, and of notions whose
    forms have nothing in common with those that it needs."""
    line, hint = span.source.line(span.line), problem.hint
    wanted = index().foretold(line, phrases)
    shown = wanted.nearest(MOST_ALIKE, LEAST_ALIKE)
    if left_out := UNSAID.search(hint or ""):  # what leads on is told of this part alone
        of_part = index().foretold(left_out[1], phrases).nearest(MOST_OF_PART, LEAST_ALIKE)
        shown = [*of_part, *(one for one in shown if one not in of_part)][:MOST_ALIKE]
    if shown and hint and not _is_whole(hint):
        told_of = [one for one in NOTION_END.split(hint)
                   if left_out or problem.code not in REFUSED or not _is_far(one, wanted)]
        left = "; ".join(one for notion in told_of for one in notion.split("; ")
                         if not one.startswith(STOCK))
        of_a_word = problem.code == "unknown-word" and not hint.startswith(STOCK)
        hint = left or (hint if of_a_word else None)
    return replace(problem, hint=hint, alike=tuple((one.said, one.written) for one in shown))


def _is_far(notion: str, wanted: Foretold) -> bool:
    """Whether a notion of the phrase book has no form that is like the one that is wanted."""
    forms = QUOTED.findall(notion)
    return wanted.alike >= KNOWN and SECTION in notion and (
        not notion.startswith(OF_THE_LINE)) and bool(forms) and all(
        wanted.likeness(form) < FAR for form in forms)


def _in_other_words(
    wrong: Sequence[Diagnostic], source: Source, errors_of: ErrorsOf
) -> Iterator[int]:
    """The lines that may say in other English what the language could say: nothing is wrong with
    them but their words, and no hint mends that by itself."""
    of_line: dict[int, list[Diagnostic]] = {}
    for problem in wrong:
        assert problem.span is not None
        of_line.setdefault(problem.span.line, []).append(problem)
    for number, problems in of_line.items():
        if HAS_BESIDE.search(source.line(number)) and all(
            p.code in (*IN_OTHER_WORDS, "it") for p in problems
        ):
            yield number
            continue
        two_are = TWO_ARE.search(source.line(number)) is not None
        if any(p.code == "grouping" and (p.message.startswith(NO_WAY_ON) or (
            two_are and SIDE_BY_SIDE in p.message)) for p in problems
        ):
            if all(p.code in (*IN_OTHER_WORDS, "grouping") for p in problems):
                yield number
            continue
        if any(p.code not in IN_OTHER_WORDS for p in problems):
            continue
        offered, span = problems[0].replacements, problems[0].span
        assert span is not None
        if len(offered) > 1:
            continue  # readings, of which only the author can choose
        if len(offered) == 1 and len(problems) == 1 and not (
            DECLARING.match(offered[0]) or SPOKEN_OF.search(source.line(number))
        ):
            base = source.without(of_line.keys() - {number})
            left = errors_in(_with(base, Correction(span, offered[0])), errors_of)
            if not any(p.span and (p.span.line == number or p.code == "missing-block")
                       for p in left):
                continue
        yield number


def _explained(
    problem: Diagnostic, source: Source, phrases: PhraseTable, errors_of: ErrorsOf
) -> Diagnostic:
    """A finding, with what the phrase book tells of its words: in front of a hint that only says
    what may stand there, behind one that says what to write, and not at all where that is right."""
    span, hint, offered = problem.span, problem.hint or "", problem.replacements
    assert span is not None
    notion = notion_of(source, phrases, span.line, span.text, problem.code in NAMED)
    dropped = len(offered) == 1 and problem.code in READ_OTHERWISE and ONLY_OFFER.fullmatch(hint)
    if (notion is None and not dropped) or (
        len(offered) == 1 and _leads(Correction(span, offered[0]), errors_of, source)
    ):
        return problem
    if dropped:
        return replace(problem, hint=notion)
    written = hint.startswith(KEPT)
    return replace(problem, hint=f"{hint}; {notion}" if written else f"{notion}; {hint}")


def _led(
    problem: Diagnostic, source: Source, base: Source, phrases: PhraseTable, errors_of: ErrorsOf,
    said_of: SaidOf,
) -> Diagnostic:
    """The finding of a refused line: its correction if that means something, else the nearest line
    that does, and what leads on. What lines mean is asked of `base`, the text without the other
    lines that are wrong."""
    span = problem.span
    assert span is not None
    offered = problem.replacements
    if offered:
        if len(offered) > 1 or _leads(Correction(span, offered[0]), errors_of, base):
            return problem
    elif (problem.hint or "").startswith(KEPT):
        return problem
    proposed, lead = refused_line(source, phrases, span.line)
    proposed = proposed[: FEW if len(source.text) > LONG else len(proposed)]
    for correction, guessed in proposed:
        if offered and (correction.span, correction.text) == (span, offered[0]):
            continue
        if not guessed and _leads(correction, errors_of, base) and not _stuck(
            problem, correction, errors_of, base
        ):
            return told(problem, correction)
    certain = next((one for one, _ in proposed if one.certain), None)
    if certain is not None:  # what else is wrong with the line has a finding of its own then
        return told(problem, certain)
    for correction in (one for one, guessed in proposed if guessed):
        for line, meaning in said_of(_with(base, correction), span.line, span.line):
            means = f", which would mean: `{meaning}`" if meaning != line else ""
            return replace(problem, hint=f"perhaps `{line}` is meant{means}; else {lead}")
    return replace(problem, hint=lead) if offered else problem


#: Hints that say what to write; and those that show how the language says just such a line.
TOLD = ("write `", "write these lines", "delete `", "did you mean")
KEPT = ("such a", *TOLD)
APART = "; apart from `"  # what stands before the words that a hint says nothing of
UNSAID = re.compile(r"\bapart from `([^`]+)`")


def _leads(
    correction: Correction, errors_of: ErrorsOf, base: Source, deeper: bool = True
) -> bool:
    """Whether a correction makes a line that means something, or one whose errors lead on; what
    these offer in turn is tried as well, if it goes `deeper`."""
    span = correction.span
    end = span.column + len(correction.text)

    def spoils(p: Diagnostic) -> bool:
        if p.span is None:
            return False
        if p.replacements == (correction.text,):
            return True  # it would be offered again and again
        if (p.hint or "").startswith("write `"):
            return deeper and _circles(p, correction, errors_of, base)
        here = p.span.column < end and span.column < p.span.end_column
        return p.code in SENSELESS or (here and p.code in (*MEANINGLESS, *REFUSED))

    return not any(spoils(p) for p in _left_over(correction, errors_of, base))


def _stuck(
    problem: Diagnostic, correction: Correction, errors_of: ErrorsOf, base: Source
) -> bool:
    """Whether a line is refused where it was refused before, so far from its end."""
    span = problem.span
    assert span is not None
    left = len(base.line(span.line)) - span.column
    made = _with(base, correction)
    return any(p.span and p.code in REFUSED and len(made.line(span.line)) - p.span.column >= left
               for p in _left_over(correction, errors_of, base))


def _circles(
    problem: Diagnostic, correction: Correction, errors_of: ErrorsOf, base: Source
) -> bool:
    """Whether what is offered for a line that a correction has made means nothing either."""
    if problem.span is None:
        return False
    if problem.code in ("it", "which-player", "bound") and problem.replacements:
        return not any(
            _leads(Correction(problem.span, meant), errors_of, _with(base, correction), False)
            for meant in problem.replacements[:2])
    if len(problem.replacements) != 1:
        return False
    made = _with(base, correction)
    offered = Correction(problem.span, problem.replacements[0])
    known = problem.code in (*SENSELESS, *MEANINGLESS, "quantifier")
    return known and not _leads(offered, errors_of, made, deeper=False)


def _numbers(
    problem: Diagnostic, phrases: PhraseTable, errors_of: ErrorsOf
) -> str | None:
    """The hint that names the numbers of a thing that stands where a number is needed."""
    assert problem.span is not None
    source, start, written = problem.span.source, problem.span.column, []
    for ways in islice(kept_numbers(problem, phrases), MOST_NUMBERS):
        fits = next((one.text for one in ways if not any(
            p.code in (problem.code, *REFUSED) and p.span is not None
            and p.span.column <= start + len(one.text)
            for p in _left_over(one, errors_of, source))), None)
        if fits is not None:
            written.append(f"`{fits}`")
    return f"write {listed(written, 'or')}" if written else None


def _mends(problem: Diagnostic, correction: Correction, errors_of: ErrorsOf) -> bool:
    """Whether a finding is gone when a correction is put in; not by another word for a condition:
    what stands below an option that is set otherwise is not looked at."""
    base = correction.span.source
    return not {correction.text, correction.span.text} <= {"if", "when"} and all(
        p.code != problem.code for p in _left_over(correction, errors_of, base)
    ) and _leads(correction, errors_of, base)


def _left_over(
    correction: Correction, errors_of: ErrorsOf, base: Source
) -> list[Diagnostic]:
    """What is wrong with the line of a correction when that is put into a text."""
    found = errors_in(_with(base, correction), errors_of)
    return [p for p in found if p.span is not None and p.span.line == correction.span.line]


def _with(base: Source, correction: Correction) -> Source:
    """A text with a correction put in, which was found in the same text or one that has as many
    lines."""
    return base.with_text(correction.span._replace(source=base), correction.text)
