"""A ruleset said back line by line: the words of its author, what they were taken for, and what is
true of the line besides.

The sentences are a ruleset again, which means the same: a test holds this for every ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.model.declarations import Conditions, Declarations, walk
from rulewright.interpreter.model.understood import Understood
from rulewright.interpreter.readback.names import Names
from rulewright.interpreter.readback.notes import NOTED, Note, Noted, condition_note, meanings
from rulewright.interpreter.readback.sentences import Sentences, present
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.lexer import RAW, read_lines

Place = tuple[Source, int]  # a line


@dataclass(frozen=True)
class SaidLine:
    """A statement, which may go on over several lines of the text."""

    source: Source
    number: int
    last: int
    said: str  # in one line, without rule references
    notes: tuple[str, ...]

    @property
    def text(self) -> tuple[str, ...]:
        """The lines of the author."""
        return tuple(self.source.line(n) for n in range(self.number, self.last + 1))

    @property
    def sentence(self) -> str:
        """The words of the author in one line, without references and comments."""
        return " ".join(_sentence(self.text).split())

    @property
    def plain(self) -> bool:
        """Whether the author's own words say it all."""
        return self.said == _sentence(self.text)


def _sentence(lines: Iterable[str]) -> str:
    """The words of some lines that make one statement."""
    return " ".join(_words(line) for line in lines)


def _words(line: str) -> str:
    """A line without its references and comment."""
    ends = (match.start() for match in RAW.finditer(line)
            if match.lastgroup in ("REFS", "COMMENT"))
    return line[: next(ends, len(line))].strip()


@dataclass(frozen=True)
class Readback:
    """What a ruleset was understood as."""

    sentences: Sentences
    notes: Mapping[Place, Sequence[str]]
    places: frozenset[Place]  # of the lines that count: a variant takes others away

    def text(self, source: Source) -> str:
        """A whole text with every reference spelt out."""
        edits = self.sentences.edits(source)
        return "".join(edits.line(n) + "\n" for n in range(1, len(source.lines) + 1))

    def counts(self, line: SaidLine) -> bool:
        """Whether a line belongs to a declaration that a variant left there."""
        return (line.source, line.number) in self.places

    def lines(self, source: Source) -> Iterator[SaidLine]:
        """The statements of a text."""
        edits = self.sentences.edits(source)
        for line in read_lines(source, []):
            last = line.tokens[-1].span.line
            span = range(line.number, last + 1)
            notes = [note for n in span for note in self.notes.get((source, n), ())]
            said = _sentence(map(edits.line, span))
            yield SaidLine(source, line.number, last, said, tuple(dict.fromkeys(notes)))


def read_back(
    declarations: Declarations, phrases: Sequence[str], players: int, options: dict[str, str]
) -> Readback:
    """What the declarations are understood as for given players and options; `phrases` are the
    words that are no free names. Raises `RulesError` and `UsageError`."""
    understood = Understood()
    model = instantiate(declarations, "", players, options, understood=understood).model
    names = Names(understood, frozenset(phrases))
    sentences = Sentences(model, understood, names)
    noted = Noted(model, understood, names, _done(declarations))
    found: dict[Place, dict[str, None]] = {}
    places: set[Place] = set()
    for conditions, block in declarations.entries:
        for node in (*conditions, block):
            lines = range(node.span.line, node.span.end_line + 1)
            places |= {(node.span.source, number) for number in lines}
        sentences.say(conditions)
        if all(map(model.holds, conditions)):
            sentences.say(block)
        for place, note in _notes(noted, conditions, block):
            found.setdefault((place.source, place.line), {})[note] = None
    for place, note in meanings(noted, sentences.done, sentences.without):
        found.setdefault((place.source, place.line), {})[note] = None
    notes = {place: tuple(notes) for place, notes in found.items()}
    return Readback(sentences, notes, frozenset(places))


def _done(declarations: Declarations) -> dict[str, list[Span]]:
    done: dict[str, list[Span]] = {}
    for node in walk(block for _, block in declarations.entries):
        if isinstance(node, ast.Do):
            for call in node.calls:
                done.setdefault(call.name, []).append(node.span)
    return done


def _notes(noted: Noted, conditions: Conditions, block: ast.Block) -> Iterator[Note]:
    for test in conditions:
        yield condition_note(noted, test)
    if all(map(noted.model.holds, conditions)):
        for node, _ in present(noted.model, block):
            note = NOTED.get(type(node))
            if note is not None:
                yield from note(noted, node)
