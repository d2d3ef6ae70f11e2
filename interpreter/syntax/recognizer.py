"""Recognising a block line by line: which reading of each word the parser takes.

The tables of the grammar are walked here with states alone, without building anything, so that
a place in a block can be kept and gone back to, and several readings of a line can be tried. For
each word those readings (see `classify`) are kept that the parser's state accepts; where more than
one is, the preferred one is followed first, and the others if the line cannot be read with it. If
no reading of a line can be read to its end, the one that comes furthest is the one to complain of.

Invariant: what `BlockRecognizer.tokens` holds is accepted by the parser. So a block is read about
once: after an error, reading goes on from the line that was left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lark.parsers.lalr_analysis import Shift

from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.classify import Classifier, joined_names
from rulewright.interpreter.syntax.lexer import RawLine, Token
from rulewright.interpreter.syntax.parse_tables import Parser

MAX_TRIED = 200  # readings of one line that are followed

Stack = list[Any]  # states of the parser


class Automaton:
    """The parser's tables as an automaton over stacks of states."""

    def __init__(self, parser: Parser, start: str) -> None:
        conf = parser.parse_interactive(start=start).parser_state.parse_conf
        self.states: Any = conf.states
        self.start: Stack = [conf.start_state]
        self.end = conf.end_state

    def step(self, stack: Stack, terminal: str) -> bool:
        """Take a terminal. Where it is refused, the stack is left where that was noticed."""
        states = self.states
        while True:
            found = states[stack[-1]].get(terminal)
            if found is None:
                return False
            action, target = found
            if action is Shift:
                stack.append(target)
                return True
            size = len(target.expansion)
            if size:
                del stack[-size:]
            stack.append(states[stack[-1]][target.origin.name][1])
            if terminal == "$END" and stack[-1] == self.end:
                return True

    def accepts(self, stack: Stack) -> set[str]:
        """The terminals that may come next."""
        return {
            terminal for terminal in self.states[stack[-1]]
            if terminal.isupper() and self.step(stack.copy(), terminal)
        }


@dataclass
class Refused:
    """Where reading stopped: the tokens around, the place of the one refused, what was expected."""

    tokens: list[Token]
    at: int
    expected: set[str]


@dataclass
class _Trial:
    """One reading of a line, as far as it goes: `at` counts raw tokens."""

    stack: Stack
    at: int
    tokens: list[Token]


def read_line(
    automaton: Automaton, classifier: Classifier, stack: Stack, raw: Sequence[Token],
    ending: Token | None,
) -> tuple[Stack, list[Token]] | Refused:
    """Read the raw tokens of a line, and its `ending`, from a state of the parser on."""
    open_trials = [_Trial(stack.copy(), 0, [])]
    furthest: _Trial | None = None
    for _ in range(MAX_TRIED):
        trial = open_trials.pop()
        done = _follow(automaton, classifier, trial, raw, ending, open_trials)
        if done:
            return trial.stack, trial.tokens
        if furthest is None or trial.at > furthest.at:
            furthest = trial
        if not open_trials:
            break
    assert furthest is not None
    rest = [*classifier.usual(raw, furthest.at), *([ending] if ending else [])]
    automaton.step(furthest.stack, rest[0].type)  # on to where it is noticed that it does not fit
    return Refused([*furthest.tokens, *rest], len(furthest.tokens),
                   automaton.accepts(furthest.stack))


def _follow(
    automaton: Automaton, classifier: Classifier, trial: _Trial, raw: Sequence[Token],
    ending: Token | None, open_trials: list[_Trial],
) -> bool:
    """Take a trial on as far as it goes; whether to the end. Other readings on the way are put
    to the open trials, the preferred ones last."""
    stack, tokens = trial.stack, trial.tokens
    while trial.at < len(raw):
        found = classifier.readings(raw, trial.at)
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
                open_trials.append(_Trial(after, trial.at + other.length, [*tokens, other.token]))
            reading, stack = fitting[0]
            trial.stack = stack
        tokens.append(reading.token)
        trial.at += reading.length
    if ending is not None:
        if not automaton.step(stack, ending.type):
            return False
        tokens.append(ending)
    return True


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
            refused = Refused(self.tokens.copy(), len(self.tokens), self.automaton.accepts(stack))
        if refused is not None:
            del self.tokens[count:]
        return refused

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
                return Refused(tokens, len(self.tokens), self.automaton.accepts(stack))
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
        return [*self.classifier.usual(joined_names(line)), _at_end("NEWLINE", line)]


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
