"""The lines that say what a table of pieces says: `piece NOUN by table`.

Model. Each row stands for some pieces: as many as its entry under `number` says, or one. Pieces
have no names; so of each row a line is made that says how many there are and what is so of them at
first: `2, its rank is 3, it is red`. A heading that the text declares as an attribute or quality
of the noun, or the name of a kind, holds values; a heading that is itself a value or a quality says
how many pieces of the row are so, and each of them is a line of its own. Under another heading
stand the values of an attribute that is declared by it: of numbers from the least to the greatest,
of values of one kind, else of new words. So the line that declares it is made, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.interpreter.diagnostics import did_you_mean
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax.data_tables import (
    NUMBER,
    PARTED,
    Cell,
    Column,
    cells,
    items,
    span_of,
    text_of,
    without_sign,
)
from rulewright.interpreter.syntax.lexer import NOTHING, RawLine, Token
from rulewright.interpreter.syntax.table_entries import (
    INDENT,
    Entries,
    are_numbers,
    headed,
    new_word,
    references,
    said_as,
)
from rulewright.interpreter.syntax.words import with_article

MODIFIERS = ("at first", "this turn", "seen by", "seen only")
#: What heads a column that says how many there are, by those who do not say `number`.
HOW_MANY = ("amount", "copies", "count", "how many", "pieces", "quantity", "total")


@dataclass
class Said:
    """What the heads of declarations say of a noun: its attributes, each with the words of its
    type, and its qualities."""

    attributes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    qualities: set[str] = field(default_factory=set)

    @property
    def words(self) -> set[str]:
        return {word for words in self.attributes.values() for word in words}


def said_of(noun: Cell, heads: Iterable[Sequence[Token]]) -> Said:
    """What is declared of a noun."""
    found = Said()
    start = ["each", *(token.text for token in noun)]
    for head in heads:
        words = [token.text for token in head]
        at = next((at + len(start) for at in range(len(words))
                   if words[at : at + len(start)] == start), None)
        if at is None:
            continue
        rest = head[at + 1 :]
        if words[at : at + 1] == ["has"] and ":" in words[at:]:
            colon = words.index(":", at) - at - 1
            name = [token for token in rest[:colon] if token.text not in ("a", "an")]
            kept = [text_of(without_sign(item)) for item in _parts(rest[colon + 1 :])]
            found.attributes[text_of(name)] = tuple(kept)
        elif words[at : at + 2] == ["can", "be"]:
            found.qualities |= {text_of(item) for item in _parts(rest[1:])}
    return found


def _parts(tokens: Sequence[Token]) -> Iterator[Cell]:
    """What stands between commas and `or`s, up to what modifies all of it."""
    apart = [token._replace(type="COMMA") if token.text == "or" else token for token in tokens]
    for item in items(apart):
        if text_of(item).startswith(MODIFIERS):
            return
        yield item


class Manifest(Entries):
    """What a table of pieces says, as lines."""

    def lines(self, heads: Iterable[Sequence[Token]]) -> Iterator[RawLine]:
        """The declaration of the pieces with their rows, then those of attributes. `heads` are
        those of all declarations."""
        if not self.table.noun:
            return
        self.said = said_of(self.table.noun, heads)
        self.switches: set[int] = set()  # the places of columns that hold `yes` and `no`
        self.rows = [row for row in self.table.rows[1:]
                     if len(cells(row)) == len(self.table.headings)]
        yield RawLine(self.table.head.number, self.table.head.indent, self.table.head.tokens,
                      made=True)
        if not self.rows:  # an error that is told; the noun is known all the same
            yield self._row(self.table.head, [_one(self.table.head)], [])
            return
        declared: list[RawLine] = []
        valued: list[tuple[Column, list[Cell]]] = []
        counted = [column for column in self.table.columns if self._counts(column)]
        for column in self.table.columns:
            if column not in counted:
                entries, line = self._column(column)
                valued += [(column, entries)] if entries else []
                declared += line
        for at, row in enumerate(self.rows):
            parts = [self._entry(column, entries[at]) for column, entries in valued]
            same = [token for part in parts for token in part]
            if not any(text_of(column.name) != NUMBER for column in counted):
                yield self._pieces(row, counted, same)
                continue
            for column in counted:
                yield from self._so(row, column, same)
        yield from declared

    # -- what a column holds ----------------------------------------------------------------------

    def _counts(self, column: Column) -> bool:
        """Whether a column says how many pieces there are."""
        name = text_of(column.name)
        entries = self._given(column)
        if name in self.said.attributes or any(
            not _is_number(cell) and text_of(cell) != NOTHING for cell in entries
        ) or (name == NUMBER and self._problem(column, entries)):
            return False
        return name == NUMBER or name in self.said.qualities | self.said.words or any(
            name in self.kinds.values[kind] for kind in self._kinds_had())

    def _given(self, column: Column) -> list[Cell]:
        return [cells(row)[column.at] for row in self.rows]

    def _column(self, column: Column) -> tuple[list[Cell], list[RawLine]]:
        """The entries of a column as values, and the line that declares the attribute or quality,
        if nothing else does."""
        name, entries = text_of(column.name), self._given(column)
        problem = self._problem(column, entries)
        if problem is not None:
            self.wrong("table", *problem)
            return [], []
        given = [cell for cell in entries if text_of(cell) != NOTHING]
        if "yes" in map(text_of, given):
            answers = [cell if text_of(cell) != NOTHING else [new_word("no", span_of(cell))]
                       for cell in entries]
            if name in self.said.attributes:
                return answers, []
            self.switches.add(column.at)
            place = span_of(column.name)
            line = [new_word("can", place), new_word("be", place), *column.name]
            return answers, [] if name in self.said.qualities else [self._each(line, column)]
        if name in self.said.attributes:
            kind = next((noun for noun in self.kinds.values
                         if with_article(noun) in self.said.attributes[name]), None)
            return self._values(entries, kind), []
        kind = name if name in self.kinds.values else self._kind_of(given)
        return self._values(entries, kind), [self._declared(column, given, kind)]

    def _problem(
        self, column: Column, entries: Sequence[Cell]
    ) -> tuple[str, Cell, str] | None:
        """What is wrong with a column that does not say how many there are: a message, where, a
        hint."""
        name, texts = text_of(column.name), [text_of(cell) for cell in entries]
        if column.word is not None:
            return ("a column of pieces is about one thing", column.name,
                    "let a definition say it, of a kind whose values the pieces have")
        for cell, text in zip(entries, texts, strict=True):
            if len(cell) > 1 and cell[0].type == "NUMBER":
                return f"`{text}` is not one entry", cell, PARTED
            if name == NUMBER and (not _is_number(cell) or text == "0"):
                return f"`{text}` is not how many there are", cell, "write a number, of at least 1"
            if "yes" in texts and text not in ("yes", "no", NOTHING):
                return f"`{text}` is neither yes nor no", cell, "write `yes`, `no` or `-`"
        noun, known = text_of(self.table.noun), self.said
        if name in {*known.attributes, *known.qualities, *self.kinds.values}:
            return None
        if name in HOW_MANY and all(map(_is_number, entries)):
            return (f"`{name}` would be a number that each {noun} has, and there would be one "
                    f"{noun} of each row", column.name, "head it `number` if it is how many there "
                    f"are; else declare it: `each {noun} has {with_article(name)}: 0 to …`")
        kind = next((noun for noun, of in self.kinds.values.items() if name in of), None)
        if kind is not None:
            return (f"`{name}` is a {kind}, and {with_article(noun)} has none", column.name,
                    f"declare `each {noun} has {with_article(kind)}: {with_article(kind)}`")
        counts = known.qualities | known.words | {
            value for kind in self._kinds_had() for value in self.kinds.values[kind]}
        hint = did_you_mean(name, {*counts, *known.attributes})
        return None if hint is None else (
            f"`{name}` is nothing that {with_article(noun)} has, nor how it can be", column.name,
            hint)

    def _kinds_had(self) -> list[str]:
        """The kinds of which the pieces have values."""
        return [kind for kind in self.kinds.values if with_article(kind) in self.said.words]

    def _kind_of(self, given: Sequence[Cell]) -> str | None:
        """The kind of which most entries are values."""
        texts = [text_of(cell) for cell in given]
        most = max(self.kinds.values, key=lambda noun: len(
            [text for text in texts if text in self.kinds.values[noun]]))
        known = [text for text in texts if text in self.kinds.values[most]]
        if known:
            return most
        signs = [] if are_numbers(given) else self.kinds.with_signs(texts)
        return signs[0] if len(signs) == 1 else None

    def _values(self, entries: Sequence[Cell], kind: str | None) -> list[Cell]:
        """Entries as values; of a kind, each must be one of its values or signs."""
        numbers = any(cell[0].type == "NUMBER" for cell in entries)
        if kind is None:
            return [said_as(cell, numbers) for cell in entries]
        known, signs = self.kinds.values[kind], self.kinds.signs.get(kind, {})
        found: list[Cell] = []
        for cell in entries:
            text = text_of(cell)
            if text not in known and text not in signs and text not in (NOTHING, "none"):
                self.wrong("value", f"`{text}` is no {kind}", cell, did_you_mean(text, known)
                           or f"the {kind} is one of: {', '.join(known)}")
                continue
            meant = signs.get(text, text) if text not in known else text
            found.append(said_as([new_word(word, span_of(cell)) for word in meant.split()], False))
        return found if len(found) == len(entries) else [*entries]

    def _declared(self, column: Column, given: Sequence[Cell], kind: str | None) -> RawLine:
        """`each Card has a rank: 1 to 3`."""
        place = span_of(column.name)
        none = len(given) < len(self.rows)
        texts = list(dict.fromkeys(text_of(cell) for cell in given))
        line = [new_word("has", place), new_word("a", place), *column.name,
                Token("COLON", ":", place)]
        if kind is not None:
            line += [new_word(word, place) for word in with_article(kind).split()]
        elif all(map(_is_number, given)):
            numbers = [int(text) for text in texts] + [0] * none
            line += [Token("NUMBER", str(min(numbers)), place), new_word("to", place),
                     Token("NUMBER", str(max(numbers)), place)]
            none = False
        else:
            first = {text_of(cell): cell for cell in given}
            for at, text in enumerate(texts):
                line += [Token("COMMA", ",", span_of(first[text]))] if at else []
                line += first[text]
        if none:
            line += [new_word("or", place), new_word("none", place)]
        return self._each(line, column)

    def _each(self, line: Cell, column: Column) -> RawLine:
        place = span_of(column.name)
        noun = headed(self.table.noun, place, "each")
        return self.line(self.table.rows[0], 0, [*noun, *line], [])

    # -- rows -------------------------------------------------------------------------------------

    def _pieces(self, row: RawLine, counted: Sequence[Column], same: Cell) -> RawLine:
        """`2, its rank is 3`: the pieces of a row."""
        amount = [cells(row)[column.at] for column in counted]
        return self._row(row, amount[0] if amount else [_one(row)], same)

    def _so(self, row: RawLine, column: Column, same: Cell) -> Iterator[RawLine]:
        """The pieces of a row that are as a heading says."""
        number = cells(row)[column.at]
        if text_of(column.name) == NUMBER:
            self.wrong("table", "how many there are is said twice", column.name,
                       "leave this column out: other headings say how many pieces are so")
        elif text_of(number) not in (NOTHING, "0"):
            place = span_of(number)
            name = [new_word(token.text, place) for token in column.name]
            yield self._row(row, number, [*same, *self._is(name, place)])

    def _row(self, row: RawLine, number: Cell, same: Cell) -> RawLine:
        indent = self.table.head.indent + INDENT
        return RawLine(row.number, indent, [*number, *same, *references([row])], made=True)

    def _entry(self, column: Column, value: Cell) -> Cell:
        """`, its rank is 3`, `, it is red`; nothing where it is not."""
        place = span_of(value)
        name = [new_word(token.text, place) for token in column.name]
        if column.at in self.switches:
            return [] if text_of(value) == "no" else self._is(name, place)
        return [Token("COMMA", ",", place), new_word("its", place), *name, new_word("is", place),
                *value]

    @staticmethod
    def _is(name: Cell, place: Span) -> Cell:
        """`, it is red`."""
        return [Token("COMMA", ",", place), new_word("it", place), new_word("is", place), *name]


def _is_number(cell: Cell) -> bool:
    """Whether an entry is a number and nothing else."""
    return len(cell) == 1 and cell[0].type == "NUMBER"


def _one(row: RawLine) -> Token:
    return Token("NUMBER", "1", row.tokens[0].span)
