"""Recognising a block line by line: which reading of each word the parser takes.

The tables of the grammar are walked here with states alone, without building anything, so that
a place in a block can be kept and gone back to, and several readings of a line can be tried. For
each word those readings (see `classify`) are kept that the parser's state accepts; where more than
one is, the preferred one is followed first, and the others if the line cannot be read with it. If
no reading of a line can be read to its end, the one that comes furthest is the one to complain of.
If two can, and they differ in whether a word is one of the language or a name, the line is refused
as well: the two readings are told.

Invariant: what `BlockRecognizer.tokens` holds is accepted by the parser. So a block is read about
once: after an error, reading goes on from the line that was left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.classify import Classifier, Reading, Readings, joined_names
from rulewright.interpreter.syntax.lexer import RawLine, Token
from rulewright.interpreter.syntax.trees import Parser

MAX_TRIED = 200  # readings of one line that are followed

Stack = list[int]  # states of the parser


class Automaton:
    """The parser's tables as an automaton over stacks of states."""

    def __init__(self, parser: Parser, start: str) -> None:
        self.table = parser.table
        self.start: Stack = [parser.starts[start]]
        self.end = parser.ends[start]

    def step(self, stack: Stack, terminal: str) -> bool:
        """Take a terminal. Where it is refused, the stack is left where that was noticed."""
        table = self.table
        while True:
            found = table[stack[-1]].get(terminal)
            if found is None:
                return False
            if isinstance(found, int):
                stack.append(found)
                return True
            if found.size:
                del stack[-found.size :]
            stack.append(table[stack[-1]][found.symbol])
            if terminal == "$END" and stack[-1] == self.end:
                return True

    def accepts(self, stack: Stack) -> set[str]:
        """The terminals that may come next."""
        return {*self._accepted(stack)}

    def demands(self, stack: Stack, terminal: str) -> bool:
        """Whether this terminal may come next, and no other."""
        return self.step(stack.copy(), terminal) and all(
            other == terminal for other in self._accepted(stack))

    def _accepted(self, stack: Stack) -> Iterator[str]:
        return (terminal for terminal in self.table[stack[-1]]
                if terminal.isupper() and self.step(stack.copy(), terminal))


@dataclass
class Refused:
    """Where reading stopped: the tokens around, the place of the one refused, what was expected
    (which is found when it is asked for: most lines are only tried); or the place of a token that
    could as well be its `rival`."""

    tokens: list[Token]
    at: int
    expecting: Callable[[], set[str]]
    rival: Token | None = None

    @cached_property
    def expected(self) -> set[str]:
        """The terminals that could have stood there."""
        return self.expecting()


@dataclass
class _Trial:
    """One reading of a line, as far as it goes: `at` counts raw tokens."""

    stack: Stack
    at: int
    taken: list[Reading]

    def tokens(self) -> list[Token]:
        return [reading.token for reading in self.taken]


def read_line(
    automaton: Automaton, classifier: Classifier, stack: Stack, raw: Sequence[Token],
    ending: Token,
) -> tuple[Stack, list[Token]] | Refused:
    """Read the raw tokens of a line, and its `ending`, from a state of the parser on."""
    line = classifier.line(raw)
    open_trials = [_Trial(stack.copy(), 0, [])]
    read: _Trial | None = None
    furthest: _Trial | None = None
    for _ in range(MAX_TRIED):
        trial = open_trials.pop()
        if _follow(automaton, line, trial, ending, open_trials):
            rival = _rival(read, trial) if read else None
            if read and rival:
                at, token = rival
                return Refused([*read.tokens(), ending], at, set, token)
            read = read or trial
        elif furthest is None or trial.at > furthest.at:
            furthest = trial
        if not open_trials:
            break
    if read is not None:
        return read.stack, [*read.tokens(), ending]
    assert furthest is not None
    rest = [*line.usual(furthest.at), ending]
    automaton.step(furthest.stack, rest[0].type)  # on to where it is noticed that it does not fit
    return Refused([*furthest.tokens(), *rest], len(furthest.taken),
                   partial(automaton.accepts, furthest.stack))


def _follow(
    automaton: Automaton, line: Readings, trial: _Trial, ending: Token, open_trials: list[_Trial]
) -> bool:
    """Take a trial on as far as it goes; whether to the end. Other readings on the way are put
    to the open trials, the preferred ones last."""
    stack, taken = trial.stack, trial.taken
    while trial.at < len(line.tokens):
        found = line.at(trial.at)
        if len(found) == 1:
            reading = found[0]
            if not automaton.step(stack, reading.token.type):
                return False
        else:
            tried = [(reading, stack.copy()) for reading in found]
            fitting = [one for one in tried if automaton.step(one[1], one[0].token.type)]
            if not fitting:
                return False
            for other, after in reversed(fitting[1:]):
                open_trials.append(_Trial(after, trial.at + other.length, [*taken, other]))
            reading, stack = fitting[0]
            trial.stack = stack
        taken.append(reading)
        trial.at += reading.length
    return automaton.step(stack, ending.type)


def _rival(read: _Trial, other: _Trial) -> tuple[int, Token] | None:
    """Where two readings of a line differ in what is a word of the language and what a name: the
    place of the first such token of the one, and the token of the other. A declared phrase of
    several words has no rival: the longest phrase wins. What `the number` is, where that is an
    attribute as well, is told by what is spoken of (see `lower.reference.namesake`)."""
    for one, two in zip(_by_word(read), _by_word(other), strict=True):
        if {one.source, two.source} == {"keyword", "name"} and one.length == two.length and (
            (one.token.type, two.token.type) != ("NUMW", "ATTR")
        ):
            return read.taken.index(one), two.token
    return None


def _by_word(trial: _Trial) -> Iterator[Reading]:
    """The reading of every word of a line."""
    for reading in trial.taken:
        for _ in range(reading.length):
            yield reading


@dataclass
class _Mark:
    """The place before a line: the parser's state, the open indentations, the tokens so far."""

    stack: Stack
    indents: tuple[int, ...]
    count: int


class BlockRecognizer:
    """Reads the lines of a block; where one is refused, the caller changes the lines, goes back to
    the first that is changed, and reads on."""

    def __init__(self, automaton: Automaton, classifier: Classifier, indent: int) -> None:
        self.automaton = automaton
        self.classifier = classifier
        self.tokens: list[Token] = []
        self.marks = [_Mark(automaton.start, (indent,), 0)]
        self.last: tuple[object, tuple[Stack, list[Token]] | Refused] | None = None

    def back_to(self, at: int) -> None:
        """Forget the lines from a place on."""
        del self.marks[at + 1 :]
        del self.tokens[self.marks[at].count :]

    def read(self, lines: Sequence[RawLine]) -> Refused | None:
        """Read the lines that are not read yet; what is refused first, or None."""
        for at in range(len(self.marks) - 1, len(lines)):
            refused = self._line(lines, at)
            if refused is not None:
                return refused
        stack, count = self.marks[-1].stack.copy(), len(self.tokens)
        closing = [_at_end("DEDENT", lines[-1]) for _ in self.marks[-1].indents[1:]]
        refused = self._layout(stack, closing, None)
        if refused is None and not self.automaton.step(stack, "$END"):
            refused = Refused(self.tokens.copy(), len(self.tokens),
                              partial(self.automaton.accepts, stack))
        if refused is not None:
            del self.tokens[count:]
        return refused

    def unread(
        self, line: RawLine, lines: Sequence[RawLine], at: int, classifier: Classifier
    ) -> int:
        """How many words of a line cannot be read in the place of one of the lines; 0 if it can
        be read there and what follows can go on from it."""
        stack = self.marks[at].stack.copy()
        before, indents = layout(line, self.marks[at].indents)
        if not all(self.automaton.step(stack, token.type) for token in before):
            return len(line.tokens) + 1
        found = self._read_alone(line, stack, classifier)
        if isinstance(found, Refused):
            return 1 + sum(len(token.text.split()) for token in found.tokens[found.at :])
        follows = layout(lines[at + 1], indents)[0] if at + 1 < len(lines) else ()
        if follows and follows[0].type == "INDENT":
            return int(not self.automaton.step(found[0].copy(), "INDENT"))
        return int(self.automaton.demands(found[0], "INDENT"))

    def stops(self, line: RawLine, at: int) -> Refused | None:
        """Where reading a line in the place of one stops, with its own tokens alone; None if it is
        read."""
        stack = self.marks[at].stack.copy()
        before, _ = layout(line, self.marks[at].indents)
        if not all(self.automaton.step(stack, token.type) for token in before):
            return None
        found = self._read_alone(line, stack, self.classifier)
        return found if isinstance(found, Refused) and found.rival is None else None

    def _read_alone(
        self, line: RawLine, stack: Stack, classifier: Classifier
    ) -> tuple[Stack, list[Token]] | Refused:
        """Read a line from a state on. Who asks how far it is read asks then where it stops: the
        last one is not read again."""
        key = (classifier, tuple(stack), *line.tokens)
        if self.last is None or self.last[0] != key:
            ending = _at_end("NEWLINE", line)
            self.last = key, read_line(
                self.automaton, classifier, stack, joined_names(line), ending)
        return self.last[1]

    def _line(self, lines: Sequence[RawLine], at: int) -> Refused | None:
        line, mark = lines[at], self.marks[-1]
        raw = joined_names(line)
        stack = mark.stack.copy()
        before, indents = layout(line, mark.indents)
        ending = _at_end("NEWLINE", line)
        refused = self._layout(stack, before, line)
        if refused is None:
            found = read_line(self.automaton, self.classifier, stack, raw, ending)
            if isinstance(found, Refused):
                refused = found
                refused.at += len(self.tokens)
                refused.tokens = [*self.tokens, *refused.tokens]
            else:
                stack, tokens = found
                self.tokens += tokens
        if refused is not None:
            del self.tokens[mark.count :]
            refused.tokens += self._next(lines, at + 1, indents)
            return refused
        self.marks.append(_Mark(stack, indents, len(self.tokens)))
        return None

    def _layout(
        self, stack: Stack, layout_tokens: Sequence[Token], line: RawLine | None
    ) -> Refused | None:
        """Take the tokens of the indentation before a line, or of the end of the block."""
        for i, token in enumerate(layout_tokens):
            if not self.automaton.step(stack, token.type):
                rest = self._usual(line) if line else []
                tokens = [*self.tokens, *layout_tokens[i:], *rest]
                return Refused(tokens, len(self.tokens), partial(self.automaton.accepts, stack))
            self.tokens.append(token)
        return None

    def _next(
        self, lines: Sequence[RawLine], at: int, indents: tuple[int, ...]
    ) -> list[Token]:
        """The tokens of the line behind a refused one, for its diagnostic."""
        if at == len(lines):
            return [_at_end("DEDENT", lines[-1]) for _ in indents[1:]]
        return [*layout(lines[at], indents)[0], *self._usual(lines[at])]

    def _usual(self, line: RawLine) -> list[Token]:
        return [*self.classifier.line(joined_names(line)).usual(), _at_end("NEWLINE", line)]


class Place(NamedTuple):
    """Where a line stands: in a block of lines, which a recognizer read as far as it could."""

    recognizer: BlockRecognizer
    lines: list[RawLine]
    at: int

    @property
    def line(self) -> RawLine:
        return self.lines[self.at]

    @property
    def begins(self) -> bool:
        """Whether it begins the block."""
        return self.at == 0

    def stops(self) -> Refused | None:
        """Where reading the line stops, if it does."""
        return self.recognizer.stops(self.line, self.at)


def layout(line: RawLine, indents: tuple[int, ...]) -> tuple[list[Token], tuple[int, ...]]:
    """The tokens for the indentation of a line, and the indentations that are open then."""
    if line.indent == indents[-1]:
        return [], indents
    first = line.tokens[0].span
    here = Span(first.source, first.line, first.column, first.line, first.column + 1)
    if line.indent > indents[-1]:
        return [Token("INDENT", "", here)], (*indents, line.indent)
    kept = indents
    while line.indent < kept[-1]:
        kept = kept[:-1]
    return [Token("DEDENT", "", here)] * (len(indents) - len(kept)), kept


def _at_end(kind: str, line: RawLine) -> Token:
    last = line.tokens[-1].span
    place = Span(last.source, last.end_line, last.end_column, last.end_line, last.end_column + 1)
    return Token(kind, "", place)
