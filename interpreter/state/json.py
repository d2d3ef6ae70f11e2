"""A state in the author's words: to JSON, from JSON, and as differences from the start.

The view has one entry for every field: boards by cell, seats by name, kinds by value, the game
and the turn, and what play needs to go on (`waiting`, choices in progress, memories).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, did_you_mean
from rulewright.interpreter.program.instantiate import Instance
from rulewright.interpreter.program.ir import Field, Program
from rulewright.interpreter.program.look import Look
from rulewright.interpreter.state.visibility import on_the_table, sees

HIDDEN = "hidden"


class StateCodec:
    """Translates between vectors and the author's words for one game."""

    def __init__(self, instance: Instance, program: Program, look: Look) -> None:
        self.instance = instance
        self.program = program
        self.look = look

    # -- to JSON ---------------------------------------------------------------------------------

    def places(self) -> Iterator[tuple[Field, int, tuple[str, ...]]]:
        """Every element of the state with its path of keys in the view."""
        instance = self.instance
        for made in self.program.fields:
            match made.group:
                case "cell":
                    board = next(n for n, g in instance.grids.items() if g.noun == made.owner)
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (board, label, made.name)
                case "occupant":
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (made.owner, label, "piece")
                case "piece":
                    board = instance.pieces[made.owner].board
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (board, label, made.name)
                case "player":
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (label, made.name)
                case "kind":
                    for i, label in enumerate(made.dims[0].labels):
                        yield made, i, (made.owner, label, made.name)
                case "relation":
                    others = made.dims[1].labels
                    above = () if made.owner == "player" else (made.owner,)
                    for i, label in enumerate(made.dims[0].labels):
                        for j, other in enumerate(others):
                            yield made, i * len(others) + j, (*above, label, made.name, other)
                case "game" | "turn":
                    yield made, 0, (made.group, made.name)
                case "frame":
                    yield made, 0, ("in progress", f"{made.name} {made.id}")
                case "memory":
                    for i in range(made.size):
                        yield made, i, ("memory", made.owner, made.name, str(i))
                case "result":
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
            if made.group == "memory":
                self._memory(view, made, value, vector)
                continue
            shown = full or sees(made, i, seat)
            text = self.value_text(made, value) if shown else HIDDEN
            if made.group == "piece" and vector[self._occupant(made).offset + i] < 0:
                continue
            _set(view, path, text)
        return view

    def _occupant(self, made: Field) -> Field:
        return self.instance.occupants[self.instance.pieces[made.owner].board]

    def _memory(self, view: dict[str, Any], made: Field, value: int, vector: list[int]) -> None:
        if made.name == "count":
            _set(view, ("memory", made.owner), [])
        else:
            ring = view["memory"][made.owner]
            spec = next(m for m in self.program.memories if m.ring == made.id)
            if len(ring) < vector[self.program.fields[spec.count].offset]:
                ring.append(f"{value:016x}")

    def value_text(self, made: Field, value: int) -> str:
        """A value of a field in words."""
        if made.group == "occupant":
            return self.piece_text(made.owner, value)
        if made.id == self.program.rule:
            return self.program.rules[value - 1] if value else "none"
        return made.type.text(value)

    def piece_text(self, board: str, value: int) -> str:
        """A piece on a board in words: `Token of Gold`, or `none`."""
        if value < 0:
            return "none"
        players = self.instance.domains["player"]
        code, owner = divmod(value, players.size)
        noun = next(p.noun for p in self.instance.pieces.values()
                    if p.board == board and p.code == code)
        return f"{noun} of {players.labels[owner]}"

    def value_of(self, made: Field, text: str, where: str) -> int:
        """The value a text means for a field. Raises `RulesError`."""
        text = str(text)
        if made.group == "occupant":
            for value in range(-1, made.type.high + 1):
                if self.piece_text(made.owner, value) == text:
                    return value
        elif made.id == self.program.rule:
            rules = ["none", *self.program.rules]
            if text in rules:
                return rules.index(text)
        elif made.type.kind == "int":
            if _is_number(text) and made.type.low <= int(text) <= made.type.high:
                return int(text)
            raise _wrong(f"{where}: a number from {made.type.low} to {made.type.high} is needed, "
                         f"not `{text}`")
        else:
            for value in range(made.type.least, made.type.most + 1):
                if made.type.text(value) == text:
                    return value
        words = [made.type.text(v) for v in range(made.type.least, min(made.type.most, 200) + 1)]
        raise _wrong(f"{where} cannot be `{text}`", did_you_mean(text, words))

    # -- from JSON -------------------------------------------------------------------------------

    def from_json(self, view: dict[str, Any]) -> list[int]:
        """The vector of a whole view. Raises `RulesError` for what is missing or wrong."""
        vector = [value for made in self.program.fields for value in made.first]
        for made, i, path in self.places():
            if made.group == "memory":
                continue
            text = _get(view, path)
            if text is None:
                if made.group == "piece":
                    continue
                raise _wrong(f"the state does not say {' '.join(path)}")
            if text == HIDDEN:
                raise _wrong(f"the state hides {' '.join(path)}: it is one player's view")
            vector[made.offset + i] = self.value_of(made, text, " ".join(path))
        for memory in self.program.memories:
            self._read_memory(vector, memory.name, view)
        return vector

    def _read_memory(self, vector: list[int], name: str, view: dict[str, Any]) -> None:
        memory = next(m for m in self.program.memories if m.name == name)
        ring = _get(view, ("memory", name))
        if not isinstance(ring, list) or len(ring) > memory.capacity:
            raise _wrong(f"the state does not say the memory {name}")
        try:
            values = [int(str(x), 16) for x in ring]
        except ValueError:
            raise _wrong(f"the memory {name} holds hexadecimal numbers") from None
        if any(not 0 <= x < 1 << 64 for x in values):
            raise _wrong(f"the memory {name} holds numbers of 16 hexadecimal digits")
        vector[self.program.fields[memory.count].offset] = len(values)
        offset = self.program.fields[memory.ring].offset
        vector[offset : offset + len(values)] = values

    # -- differences -----------------------------------------------------------------------------

    def differ(self, vector: list[int], given: dict[str, Any]) -> None:
        """Change a vector, in place, by what a position says. Raises `RulesError`."""
        groups: dict[str, list[tuple[Field, int, tuple[str, ...]]]] = {}
        for made, i, path in self.places():
            if made.group not in ("frame", "memory", "result", "flow"):
                groups.setdefault(path[0], []).append((made, i, path))
        for key, part in given.items():
            if key in self.instance.grids:
                self._board(vector, key, part, groups.get(key, []))
            elif key == "to move":
                field = self.program.fields[self.program.player]
                vector[field.offset] = self.value_of(field, part, key)
            elif key in groups:
                self._attributes(vector, (key,), part, groups[key])
            else:
                known = [*groups, *self.instance.grids, "to move", "from"]
                raise _wrong(f"`{key}` is no part of a position of this game",
                             did_you_mean(key, known) or "its parts are: " + ", ".join(known))

    def _board(
        self, vector: list[int], board: str, part: Any,
        places: list[tuple[Field, int, tuple[str, ...]]],
    ) -> None:
        if isinstance(part, str):
            for made, i, _ in places:
                if made.group in ("occupant", "piece"):
                    vector[made.offset + i] = made.first[i]
            for made, index, value in self.look.read(board, part):
                vector[made.offset + index] = value
        else:
            self._attributes(vector, (board,), part, places)

    def _attributes(
        self, vector: list[int], path: tuple[str, ...], part: Any,
        places: list[tuple[Field, int, tuple[str, ...]]],
    ) -> None:
        if not isinstance(part, dict):
            raise _wrong(f"{' '.join(path)}: attributes and their values are needed here")
        for key, inner in part.items():
            here = (*path, str(key))
            fitting = [p for p in places if p[2][: len(here)] == here]
            if not fitting:
                known = sorted({p[2][len(path)] for p in places if p[2][: len(path)] == path})
                raise _wrong(f"{' '.join(path)} has no `{key}`",
                             did_you_mean(str(key), known) or "known are: " + ", ".join(known[:12]))
            if len(fitting) == 1 and fitting[0][2] == here:
                made, i, _ = fitting[0]
                vector[made.offset + i] = self.value_of(made, inner, " ".join(here))
            else:
                self._attributes(vector, here, inner, fitting)


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


def _wrong(message: str, hint: str | None = None) -> RulesError:
    return RulesError([Diagnostic("position", message, None, hint)])
