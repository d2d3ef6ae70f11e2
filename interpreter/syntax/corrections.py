"""Diagnostics that say what to write: a line that the parser refuses, and the correction of it.

What a line should be is found by `rewrite`. Here it is read in the place where the line stands, and
told: the diagnostic marks the words that change, and its hint names what is written for them. A
correction of a declaration also tells which name was meant to be declared, so that the lines that
use it are not reported as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.alike import alike
from rulewright.interpreter.syntax.classify import Classifier
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.kept_meaning import lost
from rulewright.interpreter.syntax.lexer import RawLine, Token, read_lines, read_text
from rulewright.interpreter.syntax.recognizer import (
    Automaton,
    BlockRecognizer,
    Refused,
    read_line,
)
from rulewright.interpreter.syntax.repairs import repairs
from rulewright.interpreter.syntax.rewrite import MOST_CHARACTERS, Advice, Rewriter
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

if TYPE_CHECKING:
    from rulewright.interpreter.syntax.form_hints import FormHints

MOST_WORDS = 400  # of a line that is corrected: a longer one is no sentence
MOST_CORRECTED = 60  # lines of one text: what else is wrong often has the same cause
OFFERED = re.compile(r"(?:write|did you mean) `([^`…]+)`\??")
#: Hints that name words alone.
WHAT_FITS = ("here may stand", "the text declares", "did you mean", "write `the")
LIKE = "it is written like"
#: Declarations of which one looks like another.
SHAPED = ("players", "option", "ruling", "kind", "board", "piece", "each", "memory")
#: What an alternative of `do one of` begins with, and what is told of one that does not.
ALTERNATIVES = ("choose", "put", "move", "remove")
LINES = re.compile(r"`(?:repeat|must|may|for each) ")
ALTERNATIVE = ("below `do one of`, a line begins with `choose`, `put`, `move` or `remove`, and "
               "what is done then stands in lines below, as below `choose \"…\"` (LANGUAGE.md, 12)")
#: Codes that say by themselves what is wrong, whatever a line has cues of; the first, all of it.
CERTAIN = ("missing-colon", "character")
TOLD = (*CERTAIN, "unknown-block", "missing-deed", "missing-or")
UNREADABLE = 1000  # words that are left of what no line can be


class Guidance(NamedTuple):
    """What leads on from a refused line, and the words that it is about, if it is of some."""

    text: str | None
    mark: Span | None = None

    def of(self, problem: Diagnostic) -> Diagnostic:
        """A problem with this hint; where it is about certain words, these are what is wrong."""
        if self.mark is None or problem.code in TOLD:
            return replace(problem, hint=self.text)
        known = problem.code in ("unknown-word", "unused") and problem.span is not None and (
            self.mark.holds(problem.span))
        return replace(problem, code=problem.code if known else "syntax", span=self.mark,
                       message=f"`{self.mark.text}` is not how this is said", hint=self.text)


class Corrections:
    """Corrects the lines of one text; `heads` are the declarations as they were meant."""

    def __init__(self, source: Source, phrases: PhraseTable) -> None:
        self.source = source
        self.phrases = phrases
        self.rewriter = Rewriter(phrases)
        self.heads: dict[int, RawLine] = {}
        self.left = MOST_CORRECTED
        self.forms: FormHints | None = None

    def learn(self) -> None:
        """Enter the names of the declarations as they were meant."""
        self.phrases.learn(self.heads.values())
        self.phrases.problems = []
        self.rewriter = Rewriter(self.phrases)
        self.forms = None

    def corrected(
        self, problem: Diagnostic, recognizer: BlockRecognizer, lines: list[RawLine], at: int
    ) -> Diagnostic:
        """The problem of a line; with what to write instead where that is known."""
        line = lines[at]
        if self.left == 0 or line.made or len(line.tokens) > MOST_WORDS:
            return problem
        if problem.code in ("missing-block", "indentation", "references"):
            return problem
        self.left -= 1
        hint = problem.hint or ""
        if hint.startswith("write ") and "` or `" in hint and "…" not in hint:
            return problem  # it shows readings, of which only the author can choose
        own = self._with_hint(problem, recognizer, lines, at)
        if own is not None and own[1] == 0 and problem.code == "syntax":
            return problem  # it was made for this very line
        written = WrittenLine(self.source, line)
        found = next(self.rewriter.corrections(written, lambda text: self._unread(
            text, recognizer, lines, at)), None)
        if found is None:
            kept = problem.hint if own is None or own[1] < own[0] else None
            if kept and OFFERED.fullmatch(kept) and (own is None or own[1] > 0) and (
                self._says_unknown(problem, lines[at])
            ):
                kept = None
            if kept and own is not None and (
                own[1] == 0 or problem.code in ("plural", "character")
            ):
                return replace(problem, hint=kept)  # the rest of the line is another matter
            certain = problem.code in CERTAIN
            return self.guidance(kept, recognizer, lines, at, certain=certain).of(problem)
        correction, text = found
        if at == 0:
            head = read_text(text, line.indent, line.tokens[0].span)
            if head is not None:
                self.heads[line.number] = head
        return told(problem, correction)

    def of_expression(
        self, problem: Diagnostic, line: RawLine, automaton: Automaton, blocks: Automaton
    ) -> Diagnostic:
        """The problem of a condition or value that stands alone, with what to write instead."""
        classifier, span = Classifier(self.phrases), line.tokens[0].span
        ending = Token("$END", "", span)

        def unread(text: str) -> int:
            read = read_text(text, 0, span)
            if read is None:
                return UNREADABLE
            found = read_line(automaton, classifier, automaton.start, read.tokens, ending)
            return max(1, len(found.tokens) - found.at) if isinstance(found, Refused) else 0

        hint = problem.hint or ""
        if hint.startswith("write ") and "…" not in hint and "` or `" in hint:
            return problem
        written = WrittenLine(self.source, line)
        asked = OFFERED.fullmatch(hint)
        if asked and problem.code == "syntax" and problem.span is not None and (
            unread(self.source.with_text(problem.span, asked[1]).text) == 0
        ):
            return problem
        found = next(self.rewriter.corrections(written, unread), None)
        if found is not None:
            return told(problem, found[0])
        forms = self._forms(blocks).best_expression(written.text)
        return replace(problem, hint=written.restored(forms) if forms else problem.hint)

    def _says_unknown(self, problem: Diagnostic, line: RawLine) -> bool:
        """Whether what a hint asks for, or a line outside the words that it is about, has words
        that nobody knows: then it would not be right with the hint put in."""
        span, known = problem.span, self.rewriter.known
        rest = [t.text for t in line.tokens if span is None or not span.holds(t.span)]
        asked = OFFERED.fullmatch(problem.hint or "")
        rest += re.findall(r"[^\W\d_][\w-]*", asked[1]) if asked else []
        return any(word not in known and word.isalpha() and len(word) > 1 for word in rest)

    def _with_hint(
        self, problem: Diagnostic, recognizer: BlockRecognizer, lines: list[RawLine], at: int
    ) -> tuple[int, int] | None:
        """How much of a line is left unread as it is, and with what the hint of its problem asks
        for; None if the hint is no single word or phrase that could be put in."""
        asked = OFFERED.fullmatch(problem.hint or "")
        span = problem.span
        if asked is None or span is None or len({t.span.line for t in lines[at].tokens}) > 1:
            return None
        text = self.source.line(span.line)
        start = len(text) - len(text.lstrip())
        tried = self.source.with_text(span, asked[1]).line(span.line)
        if self.rewriter.compares_things.search(tried[start:]):
            return None
        before, after = (self._unread(one[start:], recognizer, lines, at) for one in (text, tried))
        return before, after

    def others(
        self, recognizer: BlockRecognizer, lines: list[RawLine], at: int
    ) -> Iterator[tuple[Correction, str]]:
        """Other lines that could stand in the place of one that can be read, but means nothing."""
        return self.rewriter.corrections(
            WrittenLine(self.source, lines[at]),
            lambda text: self._unread(text, recognizer, lines, at), articles=False)

    def proposals(
        self, recognizer: BlockRecognizer, lines: list[RawLine], at: int
    ) -> Iterator[tuple[Correction, bool]]:
        """What could be written in the place of a refused line: corrections, and, marked by True,
        the lines nearest to it, which may mean something else."""
        written = WrittenLine(self.source, lines[at])
        for correction, _ in self.rewriter.corrections(
            written, lambda text: self._unread(text, recognizer, lines, at)
        ):
            yield correction, False
        said = self.rewriter.advice(written.text, "advice")
        if said is not None and said.whole:
            return  # what is told of such lines is surer than what is near to them
        stopped = recognizer.stops(lines[at], at)
        if stopped is not None and self._by_cue(written, recognizer, lines, at, stopped):
            return
        declares = at == 0 and not written.text.startswith(("end ", "always "))
        if len(written.text) > MOST_CHARACTERS or declares:
            return  # a name would be another one

        def reach(text: str) -> int | None:
            whole = written.restored(text)
            line = read_text(whole, lines[at].indent, lines[at].tokens[0].span)
            if line is None or self._unread(whole, recognizer, lines, at) == 0:
                return 0 if line is None else None
            stopped = recognizer.stops(line, at)
            read = stopped.tokens[: stopped.at] if stopped is not None else []
            return sum(len(token.text.split()) for token in read)

        seats = self.phrases.seats
        for text in repairs(written.text, reach, lambda one, two: lost(one, two, seats)):
            change = written.change_to(text)
            if change is not None:
                yield change, True

    def guidance(
        self, kept: str | None, recognizer: BlockRecognizer, lines: list[RawLine], at: int,
        marked: str = "", certain: bool = False,
    ) -> Guidance:
        """What leads on where no one line is meant for sure: advice for just such lines, what a
        notion of it is said by, how the language says what was wanted, what was `kept` of the
        parser's hint; else what lines that begin so look like. Of a line that can be read, the
        words that mean nothing are `marked`; it may be `certain` already what is wrong."""
        found = self._guided(kept, recognizer, lines, at, marked, certain)
        above = next((one for one in reversed(lines[:at]) if one.indent < lines[at].indent), None)
        if found.text is None or above is None or above.words()[-3:] != ["do", "one", "of"]:
            return found
        fits = lines[at].tokens[0].text in ALTERNATIVES and not LINES.search(found.text)
        return found if fits else found._replace(text=f"{found.text}; {ALTERNATIVE}")

    def _guided(
        self, kept: str | None, recognizer: BlockRecognizer, lines: list[RawLine], at: int,
        marked: str, certain: bool,
    ) -> Guidance:
        """What leads on, wherever the line stands."""
        line = WrittenLine(self.source, lines[at])
        if len(line.text) > MOST_CHARACTERS:
            return Guidance(kept)
        missing = self.rewriter.notion(line.text, "missing")
        if missing is not None and not marked:
            return Guidance(line.restored(missing))
        said = self.rewriter.advice(line.text, "advice")
        if said is not None and said.whole:
            return Guidance(line.restored(said.text))
        refused = None if marked else recognizer.stops(lines[at], at)
        if marked:
            explained = self.explained(recognizer, lines, at, marked)
            if explained is not None:
                return explained
        if refused is not None and not certain:
            by_cue = self._by_cue(line, recognizer, lines, at, refused, said)
            if by_cue is not None:
                return by_cue
        return Guidance(self._otherwise(line, kept, recognizer, lines, at, marked, said, refused))

    def explained(
        self, recognizer: BlockRecognizer, lines: list[RawLine], at: int, marked: str
    ) -> Guidance | None:
        """What is told of a line that can be read, of which words are `marked` that mean nothing,
        by a notion that has them."""
        line, cues = WrittenLine(self.source, lines[at]), self._forms(recognizer.automaton).cues
        start = line.text.find(marked)
        found = next((one for one in cues.found(line.text, start, at == 0) if one.rare and (
            one.match.start() < start + len(marked) and start < one.match.end())), None)
        if found is None or start < 0:
            return None
        return Guidance(line.restored(cues.told(found, line.text)),
                        line.span_of(*found.match.span()))

    def _by_cue(
        self, line: WrittenLine, recognizer: BlockRecognizer, lines: list[RawLine], at: int,
        refused: Refused, said: Advice | None = None,
    ) -> Guidance | None:
        """What is told of a refused line by the notions that it has cues of; first of a word that
        nobody declared, where none of them explains it, and nothing if other advice is `said`."""
        forms, text = self._forms(recognizer.automaton), line.text
        head = WrittenLine(self.source, lines[0]).text
        tokens = [t for t in refused.tokens if t.text]
        stop = line.place_of(tokens[refused.at].span) if refused.at < len(tokens) else len(text)
        found = forms.cues.found(text, stop, at == 0)
        if not found or (not found[0].rare and forms.stopped.too_long(
            tokens, refused.at, refused.expected)
        ):
            return None
        best = found[0]
        form = forms.best(self.rewriter.plain(text), head, at == 0)
        if form is not None and form.sure and "undeed" not in best.match.groupdict():
            also = f"; {forms.cues.told(best, text)}" if best.holds(stop) else ""
            return Guidance(line.restored(form.text + also))
        unknown = forms.unknown(tokens, min(refused.at, len(tokens)))
        strange = unknown and line.place_of(tokens[unknown[0]].span)
        if isinstance(strange, int) and not any(one.holds(strange) for one in found):
            told = forms.lead_of_unknown(
                text, tokens, min(refused.at, len(tokens)), forms.part(text, head, at == 0).section)
            if told is None and said is not None:
                return None
            if told is not None:
                return Guidance(line.restored(f"{told}; {forms.cues.told(best, text)}"))
        mark = line.span_of(*best.match.span())
        changed = forms.cues.put(best, text)
        if changed is not None:
            change, read = line.change_to(changed), self._read_further(
                changed, line, recognizer, lines, at, refused)
            if change is not None and read is not None:
                written = f"write `{change.text}` for `{change.span.text}`"
                next_stop = [t for t in read.tokens if t.text]
                behind = forms.cues.found(changed, _place_in(changed, next_stop, read.at), at == 0)
                lead = forms.cues.told(behind[0], changed) if behind and (
                    behind[0].entry is not best.entry) else forms.lead(
                        changed, head, at == 0, read)
                return Guidance(line.restored(
                    f"{written}; then {lead}" if lead else written), mark)
        told = forms.cues.told(best, text)
        second = next((one for one in found[1:] if one.rare and one.beside(best)), None)
        if second is not None:
            told += f"; {forms.cues.told(second, text)}"
        elif form is not None and form.strong and form.whole and "undeed" not in (
            best.match.groupdict()
        ):
            told += f"; {form.text}"
        return Guidance(line.restored(told), mark)

    def _read_further(
        self, text: str, line: WrittenLine, recognizer: BlockRecognizer, lines: list[RawLine],
        at: int, refused: Refused,
    ) -> Refused | None:
        """Where reading another line in the place of a refused one stops, if that is further on."""
        written = Source("", " " * lines[at].indent + line.restored(text))
        read = next(iter(read_lines(written, [])), None)
        stopped = recognizer.stops(read, at) if read is not None else None
        if stopped is None or len(stopped.tokens) - stopped.at >= len(refused.tokens) - refused.at:
            return None
        return stopped

    def _otherwise(
        self, line: WrittenLine, kept: str | None, recognizer: BlockRecognizer,
        lines: list[RawLine], at: int, marked: str, said: Advice | None, refused: Refused | None,
    ) -> str | None:
        """What leads on where a line has the cue of no notion."""
        head, forms = WrittenLine(self.source, lines[0]).text, self._forms(recognizer.automaton)
        plain = line.text if marked else self.rewriter.plain(line.text)
        found = forms.best(plain, head, at == 0, marked)
        first = None if marked else self._nearer(line, recognizer, lines, at, refused)
        if first is not None:
            text, refused, told_first = first
            lead = forms.lead(text, head, at == 0, refused)
            if lead is not None:
                return line.restored(f"{told_first}; then {lead}")
        lead = None
        if marked:
            numbers = range(lines[at].number, lines[at].tokens[-1].span.end_line + 1)
            lead = forms.lead_of_word(line.text, head, at == 0, marked, [
                token for token in recognizer.tokens if token.text and token.span.line in numbers])
        if refused is not None:
            notion = self.rewriter.notion(line.text, "notions")
            lead = notion or forms.lead(line.text, head, at == 0, refused)
            shaped = at == 0 and line.text.split(" ")[0] in SHAPED
            usual = self.rewriter.advice(line.text, "forms") if shaped else None
            like = usual.text if usual is not None and usual.text.startswith(LIKE) else ""
            tokens = [t for t in refused.tokens if t.text]
            example = alike(line.text, _place_in(line.text, tokens, refused.at), forms.cues.own)
            if example is not None:
                like = f"{LIKE} `{example.text}` (LANGUAGE.md, {example.section})"
            if like:
                lead = f"{lead}; {like}" if lead else like
        advice = said.text if said is not None else None
        whole = advice is None and kept is not None and OFFERED.fullmatch(kept) is not None
        if kept is not None and not kept.startswith(WHAT_FITS):
            advice = advice or kept
        if found is not None and (found.whole or lead is None) and (
            found.strong or advice is None
        ) and (found.made_up == 0 or (lead is None and advice is None)):
            led = advice or (None if found.strong else lead)
            advice = f"{found.text}; {led}" if led else found.text
        elif advice is not None and lead is not None and not whole:
            advice = f"{advice}; else {lead}"
        if advice is None:
            spelt = kept if kept is not None and not kept.startswith(WHAT_FITS[0]) else None
            usual = self.rewriter.advice(line.text, "forms")
            if spelt is not None and lead is not None:
                spelt = f"{spelt}{'' if spelt.endswith('?') else ';'} else {lead}"
            advice = spelt or lead or kept or (usual.text if usual is not None else None)
        return line.restored(advice) if advice else None

    def _nearer(
        self, line: WrittenLine, recognizer: BlockRecognizer, lines: list[RawLine], at: int,
        refused: Refused | None,
    ) -> tuple[str, Refused, str] | None:
        """A line with all that has one meaning said as the language says it, where it is read
        further then: its text, where reading it stops, and what is told of the change."""
        plain = self.rewriter.plain(line.text)
        change = line.change_to(plain) if refused is not None and plain != line.text else None
        if change is None or refused is None:
            return None
        stopped = self._read_further(plain, line, recognizer, lines, at, refused)
        if stopped is None:
            return None
        said = f"`{change.text}` is written for `{change.span.text}`"
        return plain, stopped, said if change.text else f"leave out `{change.span.text}`"

    def _forms(self, blocks: Automaton) -> FormHints:
        """The forms of the language, which a text that is right never asks for."""
        from rulewright.interpreter.syntax.form_hints import FormHints

        if self.forms is None:
            self.forms = FormHints(self.phrases, blocks, self.rewriter)
        return self.forms

    def _unread(
        self, text: str, recognizer: BlockRecognizer, lines: list[RawLine], at: int
    ) -> int:
        line = read_text(text, lines[at].indent, lines[at].tokens[0].span)
        if line is None:
            return UNREADABLE
        classifier = recognizer.classifier
        if at == 0:  # a declaration may name what it declares
            known = self.phrases.copy()
            known.learn([line])
            if known.problems:
                return UNREADABLE
            classifier = Classifier(known)
        return recognizer.unread(line, lines, at, classifier)


def _place_in(text: str, tokens: Sequence[Token], at: int) -> int:
    """The character of a text at which one of its tokens stands."""
    place = 0
    for token in tokens[: at + 1]:
        place = max(place, text.find(token.span.text or token.text, place))
    return place if at < len(tokens) else len(text)


def told(problem: Diagnostic, correction: Correction) -> Diagnostic:
    """A problem with its correction."""
    span = correction.span
    message = problem.message
    apart = problem.span is None or not (
        span.holds(problem.span) or problem.span.holds(span))
    if apart and problem.code == "syntax":
        message = f"`{span.text}` is not how this is said"
    hint = f"write `{correction.text}`" if correction.text else f"delete `{span.text}`"
    return replace(problem, message=message, span=span, hint=hint)
