"""A state in the author's words: to JSON, from JSON, and as differences from the start.

The view has one entry for every field: boards by cell, seats by name, kinds by value, the game
and the turn, and what play needs to go on (`waiting`, choices in progress, memories).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from rulewright.interpreter.diagnostics import did_you_mean
from rulewright.interpreter.ir import Domain, Field, Group, Program
from rulewright.interpreter.ir.positions import entries
from rulewright.interpreter.model.model import Model
from rulewright.interpreter.model.parts import Parts
from rulewright.interpreter.state.pieces import (
    ValueOf,
    place_drawn,
    place_pieces,
    take_away,
    wrong,
)
from rulewright.interpreter.state.visibility import counted, on_the_table, sees

HIDDEN = "hidden"
PLACE = "at"  # where a piece with a number is
NUMBER_OF = "number of "  # so many pieces of a noun
#: The things of a domain that are written as a text in some state.
Called = Callable[[Domain, str], list[int]]
SWITCH = {"true": "yes", "false": "no"}  # as YAML writes yes and no itself


class StateCodec:
    """Translates between vectors and the author's words for one game."""

    def __init__(self, model: Model, program: Program) -> None:
        self.model = model
        self.program = program

    # -- to JSON ---------------------------------------------------------------------------------

    def places(self) -> Iterator[tuple[Field, int, tuple[str, ...]]]:
        """Every element of the state with its path of keys in the view."""
        for made in self.program.fields:
            match made.group:
                case Group.CELL:
                    board = next(n for n, g in self.model.boards.items() if g.noun == made.owner)
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (board, label, made.name)
                case Group.OCCUPANT:
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (made.owner, label, "piece")
                case Group.PIECE:
                    board = self.model.pieces[made.owner].board
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (board, label, made.name)
                case Group.PLAYER:
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (label, made.name)
                case Group.KIND | Group.PLACE:
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (made.owner, label, made.name)
                case Group.RELATION:
                    others = made.dims[1].labels
                    above = () if made.owner == "player" else (made.owner,)
                    for i, label in enumerate(made.dims[0].labels):
                        for j, other in enumerate(others):
                            yield made, i * len(others) + j, (*above, label, made.name, other)
                case Group.GAME | Group.TURN:
                    yield made, 0, (str(made.group), made.name)
                case Group.FRAME:
                    yield made, 0, ("in progress", f"{made.name} {made.id}")
                case Group.MEMORY:
                    yield made, 0, ("memory", made.owner)
                case Group.RESULT:
                    for i in range(made.size):
                        if made.dims:
                            yield made, i, ("result", made.name, made.dims[0].labels[i])
                        else:
                            yield made, i, ("result", made.name)
                case _:
                    yield made, 0, (("to move",) if made.name == "to move" else ("waiting",))

    def to_json(
        self, vector: list[int], seat: int | None = None, full: bool = True
    ) -> dict[str, Any]:
        """The view of a state: all, or (`full` false) what a seat may know (None: anybody)."""
        view: dict[str, Any] = {}
        for made, i, path in self.places():
            if not full and not on_the_table(self.program, made):
                continue
            value = vector[made.offset + i]
            if made.group is Group.MEMORY:
                _set(view, path, self._remembered(made, vector))
                continue
            shown = full or sees(made, i, seat, vector)
            text = self.value_text(made, value) if shown else HIDDEN
            if made.group is Group.PIECE and vector[self._occupant(made).offset + i] < 0:
                continue
            _set(view, path, text)
        for made, place, number in () if full else counted(self.program, vector):
            _set(view, (made.type.text(place), f"{NUMBER_OF}{made.owner}"), str(number))
        return view

    def _occupant(self, made: Field) -> Field:
        return self.model.occupants[self.model.pieces[made.owner].board]

    def _remembered(self, count: Field, vector: list[int]) -> list[str]:
        """The positions that a memory holds."""
        memory = next(i for i, m in enumerate(self.program.memories) if m.count is count)
        return [f"{entry:016x}" for entry in vector[entries(self.program, vector, memory)]]

    def value_text(self, made: Field, value: int) -> str:
        """A value of a field in words."""
        if made is self.program.rule:
            return self.program.rules[value - 1] if value else "none"
        return made.type.text(value)

    def value_of(self, made: Field, text: str, where: str, called: Called | None = None) -> int:
        """The value a text means for a field; `called` finds things by how they are written.
        Raises `RulesError`."""
        text = str(text)
        if made.type.kind == "bool":
            text = SWITCH.get(text.lower(), text)
        if made is self.program.rule:
            rules = ["none", *self.program.rules]
            if text in rules:
                return rules.index(text)
        elif made.type.kind == "int":
            if _is_number(text) and made.type.low <= int(text) <= made.type.high:
                return int(text)
            raise wrong(f"{where}: a number from {made.type.low} to {made.type.high} is needed, "
                        f"not `{text}`")
        else:
            value = made.type.value(text)
            if value is not None:
                return value
            found = list(self._called(made, text, called)) if called is not None else []
            if len(found) > 1:
                several = ", ".join(made.type.text(value) for value in found)
                raise wrong(f"{where}: `{text}` could be any of {several}")
            if found:
                return found[0]
        words = [made.type.text(v) for v in range(made.type.least, min(made.type.most, 200) + 1)]
        raise wrong(f"{where} cannot be `{text}`", did_you_mean(text, words))

    def _called(self, made: Field, text: str, called: Called) -> Iterator[int]:
        """The values of a field that are written as a text."""
        kind = self.model.numbered.get(made.owner)
        if kind is not None and kind.at is made:
            for domain, first in kind.parts:
                yield from (first + thing for thing in called(domain, text))
        elif made.type.kind == "thing" and made.type.domain is not None:
            before = len(made.type.words)
            yield from (before + thing for thing in called(made.type.domain, text))

    # -- from JSON -------------------------------------------------------------------------------

    def from_json(self, view: dict[str, Any]) -> list[int]:
        """The vector of a whole view. Raises `RulesError` for what is missing or wrong."""
        vector = [value for made in self.program.fields for value in made.first]
        for made, i, path in self.places():
            if made.group is Group.MEMORY:
                vector += self._read_memory(vector, made, view)
                continue
            text = _get(view, path)
            if text is None:
                if made.group is Group.PIECE:
                    continue
                raise wrong(f"the state does not say {' '.join(path)}")
            if text == HIDDEN:
                raise wrong(f"the state hides {' '.join(path)}: it is one player's view")
            self._put(vector, made, i, text, path, self.value_of)
        return vector

    def _put(
        self, vector: list[int], made: Field, i: int, text: Any, path: tuple[str, ...],
        value_of: ValueOf,
    ) -> None:
        """Give an element the value that a text means. What is fixed has no other."""
        where = " ".join(path)
        value = value_of(made, text, where)
        if made.fixed and value != made.first[i]:
            raise wrong(f"{where} is always {self.value_text(made, made.first[i])}",
                        "say which pieces are meant in a list: "
                        f"`{made.owner}: [{{{made.name}: {text}, at: …}}]`")
        vector[made.offset + i] = value

    @staticmethod
    def _read_memory(vector: list[int], count: Field, view: dict[str, Any]) -> list[int]:
        """The positions that a memory holds by a view; how many there are is noted."""
        name = count.owner
        given = _get(view, ("memory", name))
        if not isinstance(given, list) or len(given) > count.type.high:
            raise wrong(f"the state does not say the memory {name}")
        try:
            values = [int(str(x), 16) for x in given]
        except ValueError:
            raise wrong(f"the memory {name} holds hexadecimal numbers") from None
        if any(not 0 <= x < 1 << 64 for x in values):
            raise wrong(f"the memory {name} holds numbers of 16 hexadecimal digits")
        vector[count.offset] = len(values)
        return values

    # -- differences -----------------------------------------------------------------------------

    def places_of_positions(self) -> Iterator[tuple[Field, int, tuple[str, ...]]]:
        """Every element that a position may say, with its path."""
        for made, i, path in self.places():
            if made is self.program.player or (
                made.group not in (Group.FRAME, Group.MEMORY, Group.RESULT, Group.FLOW)
            ):
                yield made, i, path

    @cached_property
    def _groups(self) -> dict[str, list[tuple[Field, int, tuple[str, ...]]]]:
        """The places of positions by the first of their path; not who is to move."""
        groups: dict[str, list[tuple[Field, int, tuple[str, ...]]]] = {}
        for made, i, path in self.places_of_positions():
            if made is not self.program.player:
                groups.setdefault(path[0], []).append((made, i, path))
        return groups

    def differ(
        self, vector: list[int], given: dict[str, Any],
        called: Callable[[list[int]], Called] | None = None,
    ) -> None:
        """Change a vector, in place, by what a position says; in a state, `called` finds things by
        how they are written there. Raises `RulesError`."""
        groups = self._groups
        for key, part in given.items():
            value_of = partial(self.value_of, called=called(vector) if called else None)
            if key in self.model.boards:
                self._board(vector, key, part, groups.get(key, []), value_of)
            elif key == "to move":
                field = self.program.player
                vector[field.offset] = value_of(field, part, key)
            elif key in self.model.numbered and isinstance(part, list):
                fields = list(dict.fromkeys(made for made, _, _ in groups[key]))
                place_pieces(vector, self.model.numbered[key], fields, self.model.players, part,
                             value_of)
            elif key in groups:
                self._attributes(vector, (key,), part, groups[key], value_of)
            else:
                known = list(dict.fromkeys([*groups, *self.model.boards, "to move", "from"]))
                raise wrong(f"`{key}` is no part of a position of this game",
                            did_you_mean(key, known) or "its parts are: " + ", ".join(known))

    def _board(
        self, vector: list[int], board: str, part: Any,
        places: list[tuple[Field, int, tuple[str, ...]]], value_of: ValueOf,
    ) -> None:
        corner = None
        if isinstance(part, dict) and set(part) == {"from", "rows"}:
            corner, part = self._corner(board, str(part["from"])), str(part["rows"])
        grid = self.model.boards[board]
        if isinstance(grid, Parts):
            part = self._of_parts(grid, part)
        if not isinstance(part, str):
            self._attributes(vector, (board,), part, places, value_of)
            return
        for made, i, _ in places:
            if made.group in (Group.OCCUPANT, Group.PIECE) and corner is None:
                vector[made.offset + i] = made.first[i]
        drawing = self.model.presentation.read(board, part, corner)
        for made, index, value in drawing.values:
            vector[made.offset + index] = value
        cells = self.model.boards[board].cells
        for kind in self.model.symbols.numbered_on(cells):
            take_away(vector, kind, self.model.symbols.fields_of(kind.noun), cells)
        place_drawn(vector, drawing.pieces)

    @staticmethod
    def _of_parts(board: Parts, part: Any) -> dict[str, Any]:
        """What a position says of sides or corners, by the names that they have in the state."""
        if not isinstance(part, dict):
            raise wrong(f"{board.name} is not drawn",
                        f"say of each {board.noun} what it has: `{board.cells.labels[0]}: {{…}}`")
        named: dict[str, Any] = {}
        for key, value in part.items():
            cell = board.cell(str(key))
            name = str(key) if cell is None else board.cells.labels[cell]
            if name in named:
                raise wrong(f"{board.name} {key} is the {board.noun} {name}, which is said already")
            named[name] = value
        return named

    def _corner(self, board: str, cell: str) -> tuple[int, int]:
        """The column and row of the cell at the bottom left of a drawing."""
        grid = self.model.boards[board]
        corner = grid.named(cell)
        if corner is None:
            raise wrong(f"{board} has no {grid.noun} {cell}",
                        did_you_mean(cell, grid.cells.labels))
        return corner

    def _attributes(
        self, vector: list[int], path: tuple[str, ...], part: Any,
        places: list[tuple[Field, int, tuple[str, ...]]], value_of: ValueOf,
    ) -> None:
        if not isinstance(part, dict):
            raise wrong(f"{' '.join(path)}: attributes and their values are needed here")
        for key, inner in part.items():
            here = (*path, str(key))
            fitting = [p for p in places if p[2][: len(here)] == here]
            if not fitting:
                known = sorted({p[2][len(path)] for p in places if p[2][: len(path)] == path})
                raise wrong(f"{' '.join(path)} has no `{key}`",
                            did_you_mean(str(key), known) or "known are: " + ", ".join(known[:12]))
            if len(fitting) == 1 and fitting[0][2] == here:
                self._put(vector, *fitting[0][:2], inner, here, value_of)
            else:
                self._attributes(vector, here, inner, fitting, value_of)


def _set(view: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for key in path[:-1]:
        view = view.setdefault(key, {})
    view[path[-1]] = value


def _get(view: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        if not isinstance(view, dict) or key not in view:
            return None
        view = view[key]
    return view


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 20
