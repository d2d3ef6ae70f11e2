"""Pieces with a number in a position: by what they are, not by which they are.

`Coin: [{at: b2, weight: 3}, {number: 2, at: Bank}, {number: all, at: Hand of Gold}]` lists all that
are not in the box. For each entry so many pieces (1, if it does not say) are taken from the box:
the first that belong to the `owner` it names and have the values it gives of what tells pieces
apart from the start; all else that it gives they then get. With `at: as before` they are where
they were before the list, and as they were there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, did_you_mean
from rulewright.interpreter.ir import Domain, Field
from rulewright.interpreter.model.glyphs import DrawnPiece, might_be
from rulewright.interpreter.model.places import THE_BOX, Numbered

#: In place of a place: where the pieces were before the list.
AS_BEFORE = "as before"
#: How a list leaves what it does not name where it was.
LEAVE = f"`{{number: all, at: {AS_BEFORE}}}` at the end of a list leaves the others where they were"
#: The value that a text means for a field; what is said of which piece, for an error.
ValueOf = Callable[[Field, str, str], int]


class _Given(NamedTuple):
    """A value that an entry gives: each piece has it at `other` of its part of a field."""

    field: Field
    other: int
    value: int

    def place(self, kind: Numbered, piece: int) -> int:
        """Where in the field a piece has it."""
        return _part(self.field, kind, piece).start + self.other

    @property
    def tells_apart(self) -> bool:
        """Whether it is about what pieces differ in from the start."""
        return self.field.fixed or len(set(self.field.first)) > 1


def place_pieces(
    vector: list[int], kind: Numbered, fields: Sequence[Field], players: Domain,
    entries: Sequence[Any], value_of: ValueOf,
) -> None:
    """Change a vector, in place, by a list of the pieces of a noun; `fields` are their places and
    all else they have. Raises `RulesError`."""
    before: dict[Field, list[int]] = {}
    for field in fields:
        here = slice(field.offset, field.offset + field.size)
        before[field], vector[here] = vector[here], field.first
    box = list(range(kind.domain.size))
    for number, entry in enumerate(entries, 1):
        where = f"{kind.noun} {number} of the list"
        if not isinstance(entry, dict):
            raise wrong(f"{where}: what it has and where it is are needed, as in "
                        "`{at: …}`")
        given = dict(entry)
        amount, owner = given.pop("number", 1), given.pop("owner", None)
        stay = given.get(kind.at.name) == AS_BEFORE
        if stay:
            del given[kind.at.name]
        values = list(_values(kind, fields, given, where, value_of))
        fitting = [
            piece for piece in box
            if (owner is None or _owner(kind, players, piece) == owner)
            and all(one.field.first[one.place(kind, piece)] == one.value
                    for one in values if one.tells_apart)
        ]
        taken = fitting if str(amount) == "all" else fitting[: _whole(amount, where)]
        if str(amount) != "all" and len(taken) < _whole(amount, where):
            raise wrong(f"{where}: the box has no such {kind.noun} left")
        for piece in taken:
            box.remove(piece)
            for field in fields if stay else ():
                for i in _part(field, kind, piece):
                    vector[field.offset + i] = before[field][i]
            for one in values:
                vector[one.field.offset + one.place(kind, piece)] = one.value


def take_away(
    vector: list[int], kind: Numbered, fields: Sequence[Field], domain: Domain
) -> None:
    """Put the pieces of a noun that are on the things of a domain back into the box."""
    first = kind.first(domain)
    assert first is not None
    for piece in range(kind.domain.size):
        if first <= vector[kind.at.offset + piece] < first + domain.size:
            for field in (kind.at, *fields):
                vector[field.offset + piece] = field.first[piece]


def place_drawn(vector: list[int], pieces: Sequence[DrawnPiece]) -> None:
    """Take pieces that are drawn from the box and put them where they are drawn. Raises
    `RulesError`."""
    placed: dict[DrawnPiece, int] = {}
    for drawn in pieces:
        kind = drawn.pieces.kind
        fitting = (piece for piece in range(kind.domain.size)
                   if vector[kind.at.offset + piece] == THE_BOX and might_be(drawn, piece))
        piece = next(fitting, None)
        if piece is None:
            raise wrong(f"the box has no such {kind.noun} left as is drawn")
        on = drawn.on if isinstance(drawn.on, int) else placed[drawn.on]
        vector[kind.at.offset + piece] = drawn.pieces.first + on
        for field, value in drawn.values:
            vector[field.offset + piece] = value
        placed[drawn] = piece


def _part(field: Field, kind: Numbered, piece: int) -> range:
    """What a field has of a piece: one value, or one for each thing that a relation is to."""
    size = field.size // kind.domain.size
    return range(piece * size, (piece + 1) * size)


def _values(
    kind: Numbered, fields: Sequence[Field], given: dict[str, Any], where: str, value_of: ValueOf
) -> Iterator[_Given]:
    """The values that an entry gives."""
    known = {field.name: field for field in fields}
    for name, said in given.items():
        if name not in known:
            names = [*known, "owner", "number"]
            raise wrong(f"{where} has no `{name}`",
                        did_you_mean(name, names) or "known are: " + ", ".join(names))
        field, about = known[name], f"{where}, {name}"
        if len(field.dims) == 1:
            yield _Given(field, 0, value_of(field, str(said), about))
            continue
        others = field.dims[1].labels
        if not isinstance(said, dict):
            raise wrong(f"{about}: what it is for each is needed, as in `{{{others[0]}: …}}`")
        for other, text in said.items():
            if other not in others:
                raise wrong(f"{about} has no `{other}`", did_you_mean(str(other), others))
            yield _Given(field, others.index(other), value_of(field, str(text), f"{about} {other}"))


def _owner(kind: Numbered, players: Domain, piece: int) -> str | None:
    return None if kind.owners is None else players.labels[kind.owners[piece]]


def _whole(amount: Any, where: str) -> int:
    text = str(amount)
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 10_000):
        raise wrong(f"{where}: `number` is a whole number, or `all`, not `{text}`")
    return int(text)


def wrong(message: str, hint: str | None = None) -> RulesError:
    """What is wrong with a position."""
    return RulesError([Diagnostic("position", message, None, hint)])
