"""What leads on from a refused line of which no one correction is meant for sure.

Model. Several sources know something of a refused line: rows of `idioms` for just such lines, the
phrase book (`cues`), the forms of the language (`form_hints`), words that nobody declared
(`undeclared`), the place where reading stopped (`stopped`), the line of the reference that is most
like it (`alike`). Here they are asked in turn, the surest first, and what two of them know is put
together.

A text that is right never needs this module.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.alike import alike
from rulewright.interpreter.syntax.block_leads import BlockLeads
from rulewright.interpreter.syntax.cues import HOLDS, Found
from rulewright.interpreter.syntax.form_hints import FormHints
from rulewright.interpreter.syntax.lexer import Token, read_lines
from rulewright.interpreter.syntax.of_values import of_an_attribute
from rulewright.interpreter.syntax.recognizer import Place, Refused
from rulewright.interpreter.syntax.rewrite import MOST_CHARACTERS, Advice, Rewriter
from rulewright.interpreter.syntax.worked_out import of_worked_out
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

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
DEED = re.compile(r"(?P<deed>[a-z]+) (?P<what>an? [^,\"]+)(?P<text>, written \"[^\"]*\")?")
INDENTED = ("this is a declaration: it begins at the left margin, outside of every block "
            "(LANGUAGE.md, 2)")
#: Codes that say by themselves what is wrong, whatever a line has cues of; the first, all of it.
CERTAIN = ("missing-colon", "character")
#: Signs that no line has; those of strings, lists, cells and parts of cells are not among them.
UNKNOWN_SIGN = re.compile(r"[=<>!+*&|^~;@]|\.(?=[\w.])|(?<!')['’](?!s\b|(?<=s['’]))(?=\w)")
#: Who is on turn, at the beginning of a line about what he chooses.
ON_TURN = re.compile(r"(?:the player|he|she) (?P<asks>may|can|must|has to) (?=\S)")
NOT_NAMED = "who is on turn is not named, the line begins with"
TOLD = (*CERTAIN, "unknown-block", "missing-deed", "missing-or")


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


class Guide:
    """Leads for the refused lines of one text."""

    def __init__(self, source: Source, rewriter: Rewriter, forms: FormHints) -> None:
        self.source, self.rewriter, self.forms = source, rewriter, forms
        self.part = ""  # of a line, if only that is wrong
        self.blocks = BlockLeads(source, forms.forms.speech, rewriter.names.get("STEPNAME", ()))

    def led(self, problem: Diagnostic, kept: str | None, place: Place) -> Diagnostic:
        """The problem of a refused line with what leads on from it; of its hint, `kept` is of
        use."""
        if problem.code == "reserved-word" and kept and OFFERED.fullmatch(kept):
            return problem  # the head alone is at fault
        return self.guidance(kept, place, certain=problem.code in CERTAIN).of(problem)

    def guidance(
        self, kept: str | None, place: Place, marked: str = "", certain: bool = False
    ) -> Guidance:
        """What leads on where no one line is meant for sure: advice for just such lines, what a
        notion of it is said by, how the language says what was wanted, what was `kept` of the
        parser's hint; else what lines that begin so look like. Of a line that can be read, the
        words that mean nothing are `marked`; it may be `certain` already what is wrong."""
        found = self._guided(kept, place, marked, certain)
        above = next((one for one in reversed(place.lines[: place.at])
                      if one.indent < place.line.indent), None)
        if found.text is None or above is None or above.words()[-3:] != ["do", "one", "of"]:
            return found
        if (named := self._named_deed(place)) is not None:
            return Guidance(named)
        fits = place.line.tokens[0].text in ALTERNATIVES and not LINES.search(found.text)
        return found if fits else found._replace(text=f"{found.text}; {ALTERNATIVE}")

    def _named_deed(self, place: Place) -> str | None:
        """Of an alternative that is called by a word of its own, `sack a bay that is rich`, with
        lines below that say what is done: the choice with its text."""
        line = WrittenLine(self.source, place.line)
        said = DEED.fullmatch(line.text)
        behind = place.lines[place.at + 1 : place.at + 2]
        if said is None or said["deed"] in self.rewriter.known or not behind or (
            behind[0].indent <= place.line.indent
        ):
            return None
        mentions = self.forms.forms.speech.mentions(said["what"])
        noun = next((one.noun for one in mentions if one.noun), "")
        text = said["text"] or f', written "{said["deed"]} {{{noun}}}"'
        offered = line.restored(f"choose {said['what']}{text}")
        lines = read_lines(Source("", offered), [])
        if not noun or len(lines) != 1 or place.recognizer.stops(
            replace(lines[0], indent=place.line.indent), place.at
        ) is not None:
            return None
        return (f"a deed with a name of its own is a choice with that text: write `{offered}` "
                "(LANGUAGE.md, 12)")

    def _guided(self, kept: str | None, place: Place, marked: str, certain: bool) -> Guidance:
        """What leads on, wherever the line stands."""
        line = WrittenLine(self.source, place.line)
        if len(line.text) > MOST_CHARACTERS:
            return Guidance(kept)
        if certain and (after := self._without_signs(place, line)) is not None:
            return Guidance(after)
        refused = None if marked else place.stops()
        said = self.rewriter.advice(line.text, "advice")
        shows = said is not None and said.whole and place.lines[0].tokens[0].text == "look"
        if refused is not None and not shows:
            tokens = [t for t in refused.tokens if t.text]
            of_block = self.blocks.lead(
                line.text, place, _place_in(line.text, tokens, refused.at))
            if of_block is not None:
                signs = f"{kept}; else " if certain and kept else ""
                return Guidance(line.restored(signs + of_block))
            if not place.begins and tokens[0].text in ("a", "an", "the", "each", "end") and (
                refused.at == 0 and self.forms.readable("declarations", [line.text])
            ):
                return Guidance(INDENTED)
        missing = self.rewriter.notion(line.text, "missing")
        if missing is not None and not marked:
            return Guidance(line.restored(missing))
        speech = self.forms.forms.speech
        of_number = None if place.begins else (
            of_worked_out(speech, line.text) or of_an_attribute(speech, line.text))
        if of_number is not None:
            return Guidance(line.restored(of_number))
        rest = None if marked else self._without_who(place, line)
        if rest is not None:
            return Guidance(rest)
        if said is not None and said.whole:
            return Guidance(line.restored(said.text))
        if refused is not None and refused.at == 0 and line.text.startswith("if "):
            tokens = [t for t in refused.tokens if t.text]
            lead = self.forms.stopped.lead(tokens, 0, refused.expected, place.begins)
            if lead is not None:  # the rest may be right
                return Guidance(line.restored(lead))
        if marked:
            explained = self.explained(place, marked)
            if explained is not None:
                return explained
        if refused is not None and not certain:
            by_cue = self.by_cue(place, refused, said)
            if by_cue is not None:
                return by_cue
        return Guidance(self._otherwise(line, kept, place, marked, said, refused))

    def _without_signs(self, place: Place, line: WrittenLine) -> str | None:
        """Of a line with characters that cannot stand there, what is written for them, and what
        leads on from the line that comes of it."""
        number = place.line.number
        if not UNKNOWN_SIGN.search(line.text) or place.line.tokens[-1].span.end_line > number:
            return None
        plain = self.rewriter.plain(line.text)
        change = line.change_to(plain)
        if change is None or UNKNOWN_SIGN.search(plain):
            return None
        lead, said = self._lead_of(place, line, plain), _written_for(change)
        return line.restored(f"{said}; then {lead}" if lead else said)

    def _lead_of(self, place: Place, line: WrittenLine, text: str) -> str | None:
        """What leads on from another text of a line, if the line can be read."""
        number = place.line.number
        whole = Span(self.source, number, place.line.indent + 1, number,
                     len(self.source.line(number)) + 1)
        source = self.source.with_text(whole, line.restored(text))
        read = next((one for one in read_lines(source, []) if one.number == number), None)
        if read is None:
            return None
        lines = [*place.lines[: place.at], read, *place.lines[place.at + 1 :]]
        guide = Guide(source, self.rewriter, self.forms)
        return guide.guidance(None, place._replace(lines=lines)).text

    def _without_who(self, place: Place, line: WrittenLine) -> str | None:
        """Of a line that names who is on turn, what it is without him, and what leads on from the
        rest."""
        named = ON_TURN.match(line.text)
        if named is None or place.line.tokens[-1].span.end_line > place.line.number:
            return None
        asks = "may" if named["asks"] in ("may", "can") else "must"
        lead = self._lead_of(place, line, f"{asks} {line.text[named.end() :]}")
        if lead is None or lead.startswith(WHAT_FITS) or lead.startswith(LIKE):
            return None
        return line.restored(f"{NOT_NAMED} `{asks}`; {lead}")

    def explained(self, place: Place, marked: str, held: bool = False) -> Guidance | None:
        """What is told of a line that can be read, of which words are `marked` that mean nothing,
        by a notion that has them: one with rare words, or any whose own words they are (`held`)."""
        line, cues = WrittenLine(self.source, place.line), self.forms.cues
        start = line.text.find(marked)
        found = next((one for one in cues.found(line.text, start, place.begins) if (
            one.rare or (held and one.score > HOLDS)) and (
            one.match.start() < start + len(marked) and start < one.match.end())), None)
        if found is None or start < 0:
            return None
        return Guidance(line.restored(cues.told(found, line.text)),
                        line.span_of(*found.match.span()))

    def by_cue(
        self, place: Place, refused: Refused, said: Advice | None = None
    ) -> Guidance | None:
        """What is told of a refused line by the notions that it has cues of; first of a word that
        nobody declared, where none of them explains it, and nothing if other advice is `said`."""
        line, head = WrittenLine(self.source, place.line), self._head(place)
        forms, text = self.forms, line.text
        tokens = [t for t in refused.tokens if t.text]
        stop = line.place_of(tokens[refused.at].span) if refused.at < len(tokens) else len(text)
        found = self._in_part(forms.cues.found(text, stop, place.begins), text)
        if not found or (not found[0].rare and forms.stopped.too_long(
            tokens, refused.at, refused.expected)
        ):
            return None
        best = found[0]
        unknown = forms.unknown(tokens, min(refused.at, len(tokens)))
        known = (
            forms.undeclared.form_of(tokens[unknown[0]].span.text, text) if unknown else None)
        form = forms.best(self.rewriter.plain(text), head, place.begins)
        if form is not None and form.sure and "undeed" not in best.match.groupdict():
            also = f"; {forms.cues.told(best, text)}" if (
                best.holds(stop) and known is None) else ""
            return Guidance(line.restored(form.text + also))
        if known is not None and not best.match.groupdict().keys() & {"deed", "undeed"}:
            return Guidance(line.restored(known), tokens[unknown[0]].span)
        strange = unknown and line.place_of(tokens[unknown[0]].span)
        if isinstance(strange, int) and not any(one.holds(strange) for one in found):
            section = forms.part(text, head, place.begins).section
            told = forms.lead_of_unknown(text, tokens, min(refused.at, len(tokens)), section)
            if told is None and said is not None:
                return None
            if told is not None:
                return Guidance(line.restored(f"{told}; {forms.cues.told(best, text)}"))
        mark = line.span_of(*best.match.span())
        changed = forms.cues.put(best, text)
        if changed is not None:
            change, read = line.change_to(changed), self._read_further(
                changed, line, place, refused)
            if change is not None and read is not None:
                written = f"write `{change.text}` for `{change.span.text}`"
                next_stop = _place_in(changed, [t for t in read.tokens if t.text], read.at)
                behind = forms.cues.found(changed, next_stop, place.begins)
                lead = forms.cues.told(behind[0], changed) if behind and (
                    behind[0].entry is not best.entry) else forms.lead(
                        changed, head, place.begins, read)
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

    def _in_part(self, found: list[Found], text: str) -> list[Found]:
        """The cues that have words of the part of a line that is wrong."""
        start = text.find(self.part) if self.part else -1
        if start < 0:
            return found
        end = start + len(self.part)
        return [one for one in found if one.match.start() < end and start < one.match.end()]

    def _head(self, place: Place) -> str:
        """The first line of the block."""
        return WrittenLine(self.source, place.lines[0]).text

    def _read_further(
        self, text: str, line: WrittenLine, place: Place, refused: Refused
    ) -> Refused | None:
        """Where reading another line in the place of a refused one stops, if that is further on."""
        written = Source("", " " * place.line.indent + line.restored(text))
        read = next(iter(read_lines(written, [])), None)
        stopped = place.recognizer.stops(read, place.at) if read is not None else None
        if stopped is None or len(stopped.tokens) - stopped.at >= len(refused.tokens) - refused.at:
            return None
        return stopped

    def _otherwise(
        self, line: WrittenLine, kept: str | None, place: Place, marked: str,
        said: Advice | None, refused: Refused | None,
    ) -> str | None:
        """What leads on where a line has the cue of no notion."""
        head, forms = self._head(place), self.forms
        plain = line.text if marked else self.rewriter.plain(line.text)
        found = forms.best(plain, head, place.begins, marked)
        first = None if marked else self._nearer(line, place, refused)
        if first is not None and (found is None or not found.sure):
            text, refused, told_first = first
            lead = forms.lead(text, head, place.begins, refused)
            if lead is not None:
                return line.restored(f"{told_first}; then {lead}")
        lead = None
        if marked:
            numbers = range(place.line.number, place.line.tokens[-1].span.end_line + 1)
            lead = forms.lead_of_word(line.text, head, place.begins, marked, [
                token for token in place.recognizer.tokens
                if token.text and token.span.line in numbers])
        if refused is not None:
            notion = self.rewriter.notion(line.text, "notions")
            lead = notion or forms.lead(line.text, head, place.begins, refused)
            shaped = place.begins and line.text.split(" ")[0] in SHAPED
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
            led = None if found.sure else advice or (None if found.strong else lead)
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
        self, line: WrittenLine, place: Place, refused: Refused | None
    ) -> tuple[str, Refused, str] | None:
        """A line with all that has one meaning said as the language says it, where it is read
        further then: its text, where reading it stops, and what is told of the change."""
        plain = self.rewriter.plain(line.text)
        change = line.change_to(plain) if refused is not None and plain != line.text else None
        if change is None or refused is None:
            return None
        stopped = self._read_further(plain, line, place, refused)
        if stopped is None:
            return None
        return plain, stopped, _written_for(change)


def _written_for(change: Correction) -> str:
    """What is told of a change that has one meaning."""
    span = change.span
    return f"`{change.text}` is written for `{span.text}`" if change.text else (
        f"leave out `{span.text}`")


def _place_in(text: str, tokens: Sequence[Token], at: int) -> int:
    """The character of a text at which one of its tokens stands."""
    place = 0
    for token in tokens[: at + 1]:
        place = max(place, text.find(token.span.text or token.text, place))
    return place if at < len(tokens) else len(text)
