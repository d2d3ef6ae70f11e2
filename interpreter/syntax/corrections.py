"""Diagnostics that say what to write: a line that the parser refuses, and the correction of it.

What a line should be is found by `rewrite`. Here it is read in the place where the line stands, and
told: the diagnostic marks the words that change, and its hint names what is written for them. A
correction of a declaration also tells which name was meant to be declared, so that the lines that
use it are not reported as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax.classify import Classifier
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.kept_meaning import lost
from rulewright.interpreter.syntax.lexer import RawLine, Token, read_text
from rulewright.interpreter.syntax.recognizer import Automaton, Place, Refused, read_line
from rulewright.interpreter.syntax.repairs import repairs
from rulewright.interpreter.syntax.rewrite import MOST_CHARACTERS, Rewriter
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

if TYPE_CHECKING:
    from rulewright.interpreter.syntax.guidance import Guide

MOST_WORDS = 400  # of a line that is corrected: a longer one is no sentence
MOST_CORRECTED = 60  # lines of one text: what else is wrong often has the same cause
OFFERED = re.compile(r"(?:write|did you mean) `([^`…]+)`\??")
UNREADABLE = 1000  # words that are left of what no line can be

#: A definition about one thing, and what is of the other side there.
ABOUT_ONE = re.compile(r"an? ([\w-]+) .* if$")
ENEMY = re.compile(r"\b(?:enemy|opposing|hostile)\b")
OPPONENT = "the player's opponent"


class Corrections:
    """Corrects the lines of one text; `heads` are the declarations as they were meant."""

    def __init__(self, source: Source, phrases: PhraseTable) -> None:
        self.source = source
        self.phrases = phrases
        self.rewriter = Rewriter(phrases)
        self.heads: dict[int, RawLine] = {}
        self.left = MOST_CORRECTED
        self.leads: Guide | None = None

    def learn(self) -> None:
        """Enter the names of the declarations as they were meant."""
        self.phrases.learn(self.heads.values())
        self.phrases.problems = []
        self.rewriter = Rewriter(self.phrases)
        self.leads = None

    def corrected(self, problem: Diagnostic, place: Place) -> Diagnostic:
        """The problem of a line; with what to write instead where that is known."""
        line = place.line
        if self.left == 0 or line.made or len(line.tokens) > MOST_WORDS:
            return problem
        if problem.code in ("missing-block", "indentation", "references"):
            return problem
        self.left -= 1
        hint = problem.hint or ""
        if hint.startswith("write ") and "` or `" in hint and "…" not in hint:
            return problem  # it shows readings, of which only the author can choose
        own = self._with_hint(problem, place)
        if own is not None and own[1] == 0 and problem.code == "syntax":
            return problem  # it was made for this very line
        written = WrittenLine(self.source, line)
        found = next(self._corrections(written, place), None)
        if found is None:
            kept = problem.hint if own is None or own[1] < own[0] else None
            if kept and OFFERED.fullmatch(kept) and (own is None or own[1] > 0) and (
                self._says_unknown(problem, place.line)
            ):
                kept = None
            if kept and own is not None and (
                own[1] == 0 or problem.code in ("plural", "character")
            ):
                return replace(problem, hint=kept)  # the rest of the line is another matter
            return self.guide(place.recognizer.automaton).led(problem, kept, place)
        correction, text = found
        if place.begins:
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
            return 1 + sum(len(token.text.split()) for token in found.tokens[found.at :]) if (
                isinstance(found, Refused)) else 0

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
        forms = self.guide(blocks).forms.best_expression(written.text)
        return replace(problem, hint=written.restored(forms) if forms else problem.hint)

    def _says_unknown(self, problem: Diagnostic, line: RawLine) -> bool:
        """Whether what a hint asks for, or a line outside the words that it is about, has words
        that nobody knows: then it would not be right with the hint put in."""
        span, known = problem.span, self.rewriter.known
        rest = [t.text for t in line.tokens if span is None or not span.holds(t.span)]
        asked = OFFERED.fullmatch(problem.hint or "")
        rest += re.findall(r"[^\W\d_][\w-]*", asked[1]) if asked else []
        return any(word not in known and word.isalpha() and len(word) > 1 for word in rest)

    def _with_hint(self, problem: Diagnostic, place: Place) -> tuple[int, int] | None:
        """How much of a line is left unread as it is, and with what the hint of its problem asks
        for; None if the hint is no single word or phrase that could be put in."""
        asked = OFFERED.fullmatch(problem.hint or "")
        span = problem.span
        if asked is None or span is None or len({t.span.line for t in place.line.tokens}) > 1:
            return None
        text = self.source.line(span.line)
        start = len(text) - len(text.lstrip())
        tried = self.source.with_text(span, asked[1]).line(span.line)
        if self.rewriter.compares_things.search(tried[start:]):
            return None
        before, after = (self._unread(one[start:], place) for one in (text, tried))
        return before, after

    def _corrections(
        self, written: WrittenLine, place: Place, articles: bool = True
    ) -> Iterator[tuple[Correction, str]]:
        """What could be written in the place of a line, with the whole line. In a definition about
        a piece, its enemies are those of its owner, not of the player to move."""
        head = ABOUT_ONE.match(WrittenLine(self.source, place.lines[0]).text)
        of_piece = not place.begins and head is not None and head[1] in self.phrases.pieces
        for correction, text in self.rewriter.corrections(
            written, lambda text: self._unread(text, place), articles=articles
        ):
            if of_piece and ENEMY.search(written.text):
                correction = replace(
                    correction, text=correction.text.replace(OPPONENT, "its owner's opponent"))
            yield correction, text

    def others(self, place: Place) -> Iterator[tuple[Correction, str]]:
        """Other lines that could stand in the place of one that can be read, but means nothing."""
        return self._corrections(WrittenLine(self.source, place.line), place, articles=False)

    def proposals(self, place: Place) -> Iterator[tuple[Correction, bool]]:
        """What could be written in the place of a refused line: corrections, and, marked by True,
        the lines nearest to it, which may mean something else."""
        written = WrittenLine(self.source, place.line)
        for correction, _ in self._corrections(written, place):
            yield correction, False
        said = self.rewriter.advice(written.text, "advice")
        if said is not None and said.whole:
            return  # what is told of such lines is surer than what is near to them
        stopped = place.stops()
        if stopped is not None and self.guide(place.recognizer.automaton).by_cue(place, stopped):
            return
        declares = place.begins and not written.text.startswith(("end ", "always "))
        if len(written.text) > MOST_CHARACTERS or declares:
            return  # a name would be another one

        def reach(text: str) -> int | None:
            whole = written.restored(text)
            line = read_text(whole, place.line.indent, place.line.tokens[0].span)
            if line is None or self._unread(whole, place) == 0:
                return 0 if line is None else None
            stopped = place.recognizer.stops(line, place.at)
            read = stopped.tokens[: stopped.at] if stopped is not None else []
            return sum(len(token.text.split()) for token in read)

        seats = self.phrases.seats
        for text in repairs(written.text, reach, lambda one, two: lost(one, two, seats)):
            change = written.change_to(text)
            if change is not None:
                yield change, True

    def guide(self, blocks: Automaton) -> Guide:
        """What leads on where there is no correction, which a text that is right never asks for."""
        from rulewright.interpreter.syntax.form_hints import FormHints
        from rulewright.interpreter.syntax.guidance import Guide

        if self.leads is None:
            forms = FormHints(self.phrases, blocks, self.rewriter)
            self.leads = Guide(self.source, self.rewriter, forms)
        return self.leads

    def _unread(self, text: str, place: Place) -> int:
        line = read_text(text, place.line.indent, place.line.tokens[0].span)
        if line is None:
            return UNREADABLE
        classifier = place.recognizer.classifier
        if place.begins:  # a declaration may name what it declares
            known = self.phrases.copy()
            known.learn([line])
            if known.problems:
                return UNREADABLE
            classifier = Classifier(known)
        return place.recognizer.unread(line, place.lines, place.at, classifier)


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
