"""What to write for the lines of a text that say in other English what the language could say.

Model. Each wrong line is translated by itself (see `english`); then all of them are put in at once,
and the text is checked: a line may need another one that is wrong as well. Where a translation
means nothing, the next one is tried. What is found is offered only if nothing is wrong with it, or,
where no other is, if all that is wrong is that it could mean several things: that is told next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from rulewright.interpreter.check.correcting import UNCLEAR, Corrected, ErrorsOf, Way
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.english.chart import LEFT_OPEN
from rulewright.interpreter.english.translation import OF_A_SET, Translator
from rulewright.interpreter.english.two_parties import (
    of_the_mover,
    other_chosen,
    to_the_mover,
    with_both_named,
)
from rulewright.interpreter.english.wording import readings
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax.cues import shown
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.form_hints import FormHints
from rulewright.interpreter.syntax.kept_meaning import SPOKEN_OF_SOME, says_nothing
from rulewright.interpreter.syntax.lines_above import around, depth_of, in_block
from rulewright.interpreter.syntax.parser import automaton, place_of, refused_line
from rulewright.interpreter.syntax.persons_above import persons_said
from rulewright.interpreter.syntax.rewrite import Rewriter
from rulewright.interpreter.syntax.said_above import said_above
from rulewright.interpreter.syntax.written_line import Correction, WrittenLine

MOST_LINES = 8  # of one text that are translated
MOST_CHARACTERS = 400  # of a line that is translated
MOST_TRIED = 5  # translations of one line
MOST_CHECKED = 20  # texts that are checked for one text
MOST_IN_PART = 2  # translations in part that are checked for one line

#: Parts that are lines of their own.
OR_WHEN = re.compile(r"\b(?:or|either) when\b")
HE_OR_HIS = re.compile(r"\b(?:he|she|his|her|him|they|theirs?|them)\b", re.I)
#: The first of two, behind which `and` names the other.
BETWEEN = re.compile(r"\b(?:between|from) [^,]*$")
RELATIVE = re.compile(r"\b(?:that|which|who|whose|where) ")
#: A condition of which nothing is understood.
ONLY_OPEN = re.compile(r"(?:only )?if ⟦[^⟦⟧]*⟧")
#: Of whom or what nothing is so; nor is what stands behind `or`.
NOBODY = re.compile(r"\b(?:nobody|nothing|no one|neither|none|no [\w-]+)\b[^,]*$")
#: What `it` can be behind it.
THINGS = re.compile(r"\b(?:the|an?|another|his|their|its) (?!player\b|opponent\b)[a-z]")
#: An ending, and more that is left open behind it: nothing is done behind an ending.
OVER = re.compile(r"(?:\b(?:wins|loses|is drawn)|\brank [^\n]*)\n")
#: The number that is bound, and what binds one.
THE_NUMBER = re.compile(r"\bthe number\b(?! of\b)")
A_NUMBER = re.compile(r"\b(?:an?|each|every) number\b|\bnumber [A-Z]?\b ?from\b")
#: Who is told of behind an end that some player brings about, whom nothing names.
HE_ENDS = re.compile(r"(?:he|she|they) (?:wins?|loses?|(?:has|have) (?:won|lost))\b", re.I)
#: A condition of one thing that has a name, and what `it` becomes.
OF_NAMED = re.compile(r"(?P<front>if (?P<name>[B-Z]|A) (?:is|was|has) (?:(?!\b[A-Z]\b)[^,\n])*, )"
                      r"(?P<done>its? (?:(?!\b[A-Z]\b)[^,\n])*)")
#: A name of one letter.
NAME = re.compile(r"\b[B-Z]\b")


class InPart(NamedTuple):
    """What is told of a line of which only a part is understood: what leads on from the rest, and
    how the part is said."""

    lead: str | None
    told: str


class Translations:
    """Translates the wrong lines of one text."""

    def __init__(
        self, source: Source, phrases: PhraseTable, errors_of: ErrorsOf, refused: Collection[int]
    ) -> None:
        self.source, self.phrases = source, phrases
        self.corrected = Corrected(source, errors_of, refused)
        self.rewriter = Rewriter(phrases)
        forms = FormHints(phrases, automaton("start"), self.rewriter)
        self.translator = Translator(forms.forms.speech, forms.readable)
        self.lines: dict[int, _Line | None] = {}  # the text is cut into blocks for each
        self._spoken: dict[int, tuple[str, ...]] = {}  # see `spoken`

    def whole(self, numbers: Iterable[int]) -> dict[int, Way]:
        """For lines of the text, by their numbers, what to write instead, where that is known."""
        ways = {number: found for number in islice(numbers, MOST_LINES)
                if (found := list(islice(self._ways(number), MOST_TRIED)))}
        search = _Search(ways)
        for _ in range(MOST_CHECKED):
            tried = search.tried()
            if not tried:
                break
            wrong = self.corrected.wrong({number: way[0] for number, way in tried.items()})
            if any(len(way) > 1 for way in tried.values()):
                other = self.corrected.wrong({number: way[-1] for number, way in tried.items()})
                search.keep_readings(wrong, other)
            search.tell_groups(wrong, self.corrected.grouped)
            if not search.go_on(wrong):
                return search.tried()
        return {}

    def in_part(self, numbers: Iterable[int]) -> dict[int, InPart]:
        """For lines of the text, what is told of those of which only a part is understood. What is
        left open is checked as if it were something that says nothing."""
        found: dict[int, InPart] = {}
        numbers = [*islice(numbers, MOST_LINES)]
        tried = MOST_IN_PART if len(numbers) == 1 else 1  # a wrong line may bind what others say
        for number in numbers:
            line = self._line(number)
            if line is None or self.spoken(number) or OR_WHEN.search(line.written.text):
                continue
            full = self._said_in_full(number, line.written.text)
            line = line._replace(meant=full[0]) if len(full) == 1 else line
            for text in line.each(self.translator.open_lines)[:tried]:
                if OVER.search(text) or ONLY_OPEN.fullmatch(text) or _is_cut_up(text) or (
                    self._speaks_of_another(readings(text)[0], line.meant or line.written.text)
                ):
                    continue
                meant = [one for one in readings(text)
                         if self._is_right(line, LEFT_OPEN.sub(r"\1", one))]
                if meant:
                    right = self._right_but_for(line, meant[0])
                    found[number] = self._told_in_part(line, meant if right is None else [right])
                    break
        return found

    def _right_but_for(self, line: _Line, text: str) -> str | None:
        """A line as it is written, with one of the parts marked that are left open in a
        translation; None if anything else is wrong with it."""
        written = line.written.text
        for left in LEFT_OPEN.finditer(text):
            if written.count(left[2]) == 1 and (
                self._is_right(line, written.replace(left[2], left[1]))
            ):
                return written.replace(left[2], left[0])
        return None

    def _is_right(self, line: _Line, text: str) -> bool:
        """Whether nothing is wrong with a line once it is another one."""
        correction = Correction(line.span, line.written.restored(text))
        return not self.corrected.wrong({line.span.line: correction})

    def _speaks_of_another(self, text: str, written: str) -> bool:
        """Whether a part that is left open may speak of what `he` or `it` is behind it."""
        left = LEFT_OPEN.search(text)
        if left is None:
            return False
        at = written.find(left[2])
        front, behind = written[:at], written[at + len(left[2]) :]
        if front.endswith((" or ", " nor ")) and NOBODY.search(front):
            return True  # `nobody is on it` or next to it: neither is so
        if BETWEEN.search(left[2]) and behind.lstrip().startswith("and "):
            return True  # `between a1` and c1: it is no part
        if RELATIVE.search(left[2]) and behind.lstrip().startswith(("and ", "or ")):
            return True  # `a cell that is not near a hill` or a pond: what it is, goes on
        if THINGS.search(left[2]) and re.search(r"\bits?\b", behind):
            return True
        named = re.search(r"\b(?:players?|owner|opponent|nobody|somebody|someone)\b", left[2])
        return named is not None and HE_OR_HIS.search(behind) is not None

    def _told_in_part(self, line: _Line, each: Sequence[str]) -> InPart:
        text = each[0]
        left = [line.written.restored(m[2]) for m in LEFT_OPEN.finditer(text)]
        # What leads on from the rest is asked of the line with the other parts put right.
        lines = text.split("\n")
        at = next(i for i, one in enumerate(lines) if LEFT_OPEN.search(one))
        indent = "\n" + " " * (line.span.column - 1)
        put = line.written.restored(LEFT_OPEN.sub(lambda m: m[2], indent.join(lines)))
        lead = refused_line(
            self.source.with_text(line.span, put), self.phrases, line.span.line + at, left[0])[1]
        quoted = " and ".join(f"`{one}`" for one in left)
        shown_lines = " or ".join(
            shown(line.written.restored(LEFT_OPEN.sub("…", one)).split("\n")) for one in each)
        told = "can stay as it is" if (
            LEFT_OPEN.sub(lambda m: m[2], text) == line.written.text
        ) else f"is written {shown_lines}"
        return InPart(lead, f"apart from {quoted}, this line {told}")

    def _ways(self, number: int) -> Iterator[Way]:
        """The translations of a line, the likeliest first."""
        line = self._line(number)
        if line is None or names_nobody(self.source, number):
            return
        spoken = self._said_in_full(number, line.written.text)
        if spoken:
            each = [[*self._ways_of(line._replace(meant=text))] for text in spoken]
            if len(each) == 1:
                yield from each[0]
            else:  # one for each whom `he` can mean
                yield from ((*one, *two) for one, two in zip(*each[:2], strict=False)
                            if len(one) == len(two) == 1)
            return
        yield from self._ways_of(line)

    def _said_in_full(self, number: int, text: str) -> tuple[str, ...]:
        """A line with `he`, `both` and `it` said in full, where the lines above tell who and what
        they are."""
        spoken = self.spoken(number)
        speech = self.translator.speech
        named = with_both_named(text, self._chosen(number))
        full = [said for one in spoken or (named,)
                for said in said_above(self.source, number, one, speech)]
        return () if full == [text] else tuple(full)

    def spoken(self, number: int) -> tuple[str, ...]:
        """A line with `he` said in full, in each reading, where it may be another player."""
        if number not in self._spoken:
            line = self._line(number)
            self._spoken[number] = () if line is None else persons_said(
                self.source, number, with_both_named(line.written.text, self._chosen(number)),
                self.translator.speech)
        return self._spoken[number]

    def _chosen(self, number: int) -> str:
        """The name of the other player whom a line around lets choose."""
        return other_chosen(around(self.source, number))

    def persons(self, numbers: Iterable[int]) -> dict[int, Way]:
        """For lines of the text, the changes by which they say whom `he` means."""
        found = {number: self._persons(number) for number in islice(numbers, MOST_LINES)}
        return {number: way for number, way in found.items() if way}

    def _persons(self, number: int) -> Way:
        line = self._line(number)
        if line is None:
            return ()
        spoken = self.spoken(number)
        changes = [line.written.change_to(text) for text in spoken]
        if not all(one is not None and HE_OR_HIS.fullmatch(one.span.text) for one in changes):
            return tuple(Correction(line.span, line.written.restored(text)) for text in spoken)
        return tuple(one for one in changes if one is not None)

    def _ways_of(self, line: _Line) -> Iterator[Way]:
        """The translations of a line of which it is known whom it speaks of."""
        chosen = self._chosen(line.span.line)
        ways = dict.fromkeys(readings(to_the_mover(of_the_mover(text, chosen)))
                             for text in line.each(self.translator.lines))
        for way in [*ways]:  # of the one that the condition names, where `it` is not
            if len(way) == 1 and (named := of_the_named(way[0])) != way[0]:
                ways.setdefault((named,))
        if line.meant:
            ways.setdefault((line.meant,))
        for way in ways:
            if way != (line.written.text,) and not self._unnamed(line, way[0]) and not any(
                says_nothing(one) for one in way
            ) and not self._cuts_off(line, way[0]) and not self._no_number(line, way[0]):
                yield tuple(Correction(line.span, line.written.restored(text)) for text in way)

    def _cuts_off(self, line: _Line, text: str) -> bool:
        """Whether nothing can stand below a translation of a line that has lines below it."""
        below = next((one for one in self.source.lines[line.span.end_line :] if one.strip()), "")
        return text.rpartition("\n")[2].lstrip().startswith("only if ") and (
            depth_of(below) > line.span.column - 1)

    def _no_number(self, line: _Line, text: str) -> bool:
        """Whether a translation speaks of `the number`, and none is chosen or picked around it."""
        if THE_NUMBER.search(text) is None or A_NUMBER.search(text):
            return False
        number = line.span.line
        return not any(A_NUMBER.search(one) for one in in_block(self.source, number)[:-1])

    def _unnamed(self, line: _Line, text: str) -> bool:
        """Whether a translation speaks by a name that the line has and nothing is called by."""
        others = self.source.text.replace(line.written.text, "", 1)
        return any(
            re.search(rf"\b{name}\b", text) and not re.search(rf"\b{name}\b", others)
            and not re.search(rf"\b(?:an?|each|every|number|player) (?:[\w-]+ )*{name}\b", text)
            for name in set(NAME.findall(line.written.text)))

    def _line(self, number: int) -> _Line | None:
        if number not in self.lines:
            self.lines[number] = self._placed(number)
        return self.lines[number]

    def _placed(self, number: int) -> _Line | None:
        place = place_of(self.source, self.phrases, number)
        if place is None:
            return None
        written = WrittenLine(self.source, place.line)
        if len(written.text) > MOST_CHARACTERS:
            return None
        head = WrittenLine(self.source, place.lines[0]).text
        return _Line(written, self.rewriter.plain(written.text), head, place.begins)


def of_the_named(text: str) -> str:
    """`if A is wet, its rank becomes …` with the name of the one of which `it` is said."""
    found = OF_NAMED.fullmatch(text)
    if found is None:
        return text
    name, done = found["name"], found["done"]
    done = re.sub(r"\bits\b", f"{name}'s", done)
    return found["front"] + re.sub(r"\bit\b", name, done)


def names_nobody(source: Source, number: int) -> bool:
    """Whether a line says `he wins` below an end that names nobody."""
    above = next(iter(around(source, number)), "")
    return HE_ENDS.match(source.line(number).strip()) is not None and (
        above.startswith("end ") and "the player" not in above)


def _is_cut_up(text: str) -> bool:
    """Whether a part that is left open is only a piece of one: `4 or more Cards` cut at `or`."""
    return any(re.match(r"(?:more|fewer|less|higher|lower|above|below) ", left[2])
               for left in LEFT_OPEN.finditer(text))


class _Line(NamedTuple):
    """A line that is translated: as it is `written`, and as it is `plain` for the parser, who has
    no `he` and other such words; the `head` of its block, or that it `begins` one."""

    written: WrittenLine
    plain: str
    head: str
    begins: bool
    meant: str = ""  # as it is written, with `he` said in full

    def each(self, read: Callable[[str, str, bool], Iterator[str]]) -> list[str]:
        """What is read of the line as it is written, or else of what is plain."""
        if self.meant:
            return [*read(self.meant, self.head, self.begins)]
        found = [*read(self.written.text, self.head, self.begins)]
        if found or OF_A_SET.search(self.written.text) or SPOKEN_OF_SOME.search(self.written.text):
            return found
        return [*read(self.plain, self.head, self.begins)]

    @property
    def span(self) -> Span:
        return self.written.pieces[0].span.to(self.written.pieces[-1].span)


class _Search:
    """Which of its translations is tried for each line."""

    def __init__(self, ways: dict[int, list[Way]]) -> None:
        self.ways = ways
        self.chosen = dict.fromkeys(ways, 0)
        self.unclear: dict[int, int] = {}  # the first of which only what is meant is not clear
        self.settled: set[int] = set()  # lines for which there is none better

    def tried(self) -> dict[int, Way]:
        return {number: self.ways[number][at] for number, at in self.chosen.items()}

    def keep_readings(self, wrong: dict[int, set[str]], other: Container[int]) -> None:
        """Of two readings of which one means something, keep this one."""
        for number, at in self.chosen.items():
            way = self.ways[number][at]
            if len(way) > 1 and (number in wrong) != (number in other):
                self.ways[number][at] = way[-1:] if number in wrong else way[:1]
                wrong.pop(number, None)

    def tell_groups(
        self, wrong: dict[int, set[str]], grouped: Mapping[tuple[int, str], Way]
    ) -> None:
        """Where the likeliest translation can be grouped in two ways, both are its readings."""
        for number in [*wrong]:
            at = self.chosen[number]
            way = grouped.get((number, self.ways[number][at][0].text))
            if way is not None and len(self.ways[number][at]) == 1:
                self.ways[number][at] = way
                del wrong[number]

    def go_on(self, wrong: Mapping[int, set[str]]) -> bool:
        """Try the next translation of each wrong line; whether there is a wrong one."""
        left = {number: codes for number, codes in wrong.items()
                if not (number in self.settled and codes <= self._told_next(number))}
        for number, codes in left.items():
            way = self.ways[number][self.chosen[number]]
            one_line = "\n" not in way[0].text  # else what is below is not looked at
            if codes <= self._told_next(number) and one_line:
                self.unclear.setdefault(number, self.chosen[number])
            self.chosen[number] += 1
            if self.chosen[number] < len(self.ways[number]):
                continue
            if number in self.unclear and number not in self.settled:
                self.chosen[number] = self.unclear[number]
                self.settled.add(number)
            else:
                del self.chosen[number]
        return bool(left)

    def _told_next(self, number: int) -> set[str]:
        """What may be wrong with a translation that is offered all the same: it is told next."""
        way = self.ways[number][self.chosen[number]]
        both = all(one.startswith("only if ") for one in (way[0].text, way[0].span.text))
        return UNCLEAR | {"only-if"} if both else UNCLEAR


def told(problem: Diagnostic, readings: Way) -> Diagnostic:
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
