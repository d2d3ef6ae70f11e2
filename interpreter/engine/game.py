"""A game that can be played: the safe face of a program and its machine.

`Game` is a ruleset with its players and options; `State` is one moment of it. States are values:
every method returns new objects or plain data. Simulation works on `Game.fast` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.diagnostics import (
    Diagnostic,
    RulesError,
    bounded_nesting,
    did_you_mean,
)
from rulewright.interpreter.engine import set_up
from rulewright.interpreter.engine.common import END, KINDS
from rulewright.interpreter.engine.compiled import Choice, Vector
from rulewright.interpreter.engine.explain import Explainer, Verdict
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.ir import Domain, phrases, spelled
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.expressions import context_of, expression
from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.lower.known import Shared
from rulewright.interpreter.model.glyphs import Glyph
from rulewright.interpreter.model.picture import Picture, panels, picture, shown_cells, zones
from rulewright.interpreter.passes.routines import WorkedOut
from rulewright.interpreter.state.json import StateCodec
from rulewright.interpreter.state.packing import Packing
from rulewright.interpreter.state.pieces import LEAVE
from rulewright.interpreter.state.result import Result
from rulewright.interpreter.state.visibility import sees

if TYPE_CHECKING:
    from rulewright.interpreter.driver import Ruleset

__all__ = ["Choice", "Game", "Machine", "Result", "State", "Verdict"]


class Siblings:
    """What the quick games of one ruleset share: what its phrases came to, and what its expressions
    became for machines."""

    def __init__(self) -> None:
        self.lowered = Shared()
        self.worked = WorkedOut()


class Game:
    """A ruleset with a number of players and options, compiled.

    Its program has passed `ir.verify`, so that play meets no errors but those of the rules. Its
    machine can be a `quick` one (see `Compiled`), which is made of what there is of its siblings.
    """

    def __init__(
        self, ruleset: Ruleset, players: int, options: dict[str, str],
        quick: Siblings | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.players = players
        self.quick = quick
        made = instantiate(ruleset.declarations, ruleset.name, players, options,
                           quick.lowered if quick else None)
        self.model, self.program = made.model, made.program
        violations = verify(self.program)
        if violations:
            raise RulesError(violations)
        self.codec = StateCodec(self.model, self.program)
        self.packing = Packing(self.program)
        self._counting: Machine | None = None

    @cached_property
    def machine(self) -> Machine:
        """What plays the program; it is made when something is first asked of it."""
        with bounded_nesting(self.ruleset.text.source):
            if self.quick is None:
                return Machine(self.program)
            return Machine(self.program, quick=True, worked=self.quick.worked)

    @property
    def seats(self) -> list[str]:
        """The names of the seats, in the order of play."""
        return list(self.program.seats)

    @cached_property
    def options(self) -> dict[str, str]:
        """Every option with the value it has here."""
        return {option.key: option.text for option in self.model.options.values()}

    def says(self, rule: str) -> str | None:
        """The sentence of a rule in the ledger, as it reads with these options."""
        return self.ruleset.ledger.says(rule, self.options)

    @property
    def hidden(self) -> bool:
        """Whether players know things that others do not."""
        return any(made.hidden for made in self.program.fields)

    @property
    def fast(self) -> Machine:
        """The machine, for work on plain vectors."""
        return self._counting or self.machine

    @cached_property
    def explainer(self) -> Explainer:
        return Explainer(self.machine)

    @cached_property
    def phrases(self) -> Context:
        """What conditions that a person types are lowered with."""
        return context_of(self.model)

    @contextmanager
    def counted_by(self, machine: Machine) -> Iterator[None]:
        """Within the block, `fast` is another machine of the program: one that counts."""
        self._counting = machine
        try:
            yield
        finally:
            self._counting = None

    # -- states ----------------------------------------------------------------------------------

    def start(self) -> State:
        """A new game at its first node."""
        vector = self.machine.start()
        return State(self, vector, self.machine.turn_count, 0, ())

    def state(self, vector: Vector) -> State:
        """The state of a vector, be it the machine's or made elsewhere."""
        return State(self, self.machine.complete(vector), 0, 0)

    def unpack(self, data: bytes) -> State:
        """The state in packed bytes. Raises `RulesError`."""
        return self.state(self.packing.unpack(data))

    def from_json(self, view: dict[str, Any]) -> State:
        """The state of a whole JSON view. Raises `RulesError`."""
        vector = self.codec.from_json(view)
        state = self.state(vector)
        self._possible(state.vector)
        if state.kind != "end" and not self.machine.choices(state.vector):
            raise RulesError([Diagnostic("state", "nothing can be done in this state")])
        return state

    def position(self, *given: dict[str, Any]) -> State:
        """The start of a turn in a position given as differences from the start of play
        (or, with `from: empty`, from an empty table), and perhaps as further differences from
        that position. Raises `RulesError`."""
        vector = self._given(given)
        listed = any(isinstance(said, list) for part in given for said in part.values())
        self._possible(vector, LEAVE if listed else None)
        self.machine.start_at(vector, self.program.turn)
        return State(self, vector, self.machine.turn_count, 0, ())

    def _given(self, given: Sequence[dict[str, Any]], first: Vector | None = None) -> Vector:
        """The head of the first turn (`first`, if set-up did not take its first outcomes) with
        what positions say, one after the other."""
        machine = self.machine
        origins = [part["from"] for part in given if "from" in part]
        if any(origin not in ("empty", "start") for origin in origins):
            raise RulesError([Diagnostic("position", "a position is given from: start or empty")])
        if any("from" in part for part in given[1:]):
            raise RulesError([Diagnostic(
                "position", "a position that begins from another one begins from nothing else",
                hint="leave out `from`")])
        if first is None:
            first = machine.first if origins == ["empty"] else set_up.set_up(machine)
        vector = machine.plain(first)
        for part in given:
            self.codec.differ(vector, {k: v for k, v in part.items() if k != "from"},
                              self._called)
        return machine.complete(vector)

    def unlike(self, state: State, given: dict[str, Any]) -> list[str]:
        """What of a position is not so in a state, each as it is there. Raises `RulesError`."""
        here = self.machine.plain(state.vector)
        vector = list(here)
        self.codec.differ(vector, given, self._called)
        return [
            f"{' '.join(path)} is {self.codec.value_text(made, here[made.offset + i])}"
            for made, i, path in self.codec.places_of_positions()
            if vector[made.offset + i] != here[made.offset + i]
        ]

    def left_to_set_up(self, given: dict[str, Any]) -> list[str]:
        """What set-up has decided or rolled of a position that does not say it, by the words of
        its place in a position."""
        if given.get("from") == "empty":
            return []
        vector = self._given([given])
        others = [
            self._given([given], other) for other in set_up.other_outcomes(self.machine)
        ]
        return [
            " ".join(path) for made, i, path in self.codec.places_of_positions()
            if any(other[made.offset + i] != vector[made.offset + i] for other in others)
        ]

    def _possible(self, vector: Vector, hint: str | None = None) -> None:
        """Raise `RulesError`, with the hint, for a position that the ruleset's `always` lines rule
        out."""
        try:
            self.machine.check(vector)
        except RulesError as error:
            [found] = error.diagnostics
            raise RulesError([replace(
                found, message=f"no position of this game: {found.message}",
                hint=hint or found.hint)]) from None

    def picture(self, state: State, seat: int | None = None) -> Picture | None:
        """The board that is drawn, as a seat may see it (None: anybody)."""
        return picture(self.model.presentation, self._told(self.open_to(state, seat)))

    def drawing(self, state: State, seat: int | None = None) -> list[list[Glyph]]:
        """The rows of that picture, from the top; each cell is a text and a colour name or None."""
        seen = self.picture(state, seat)
        return [] if seen is None else [list(row) for row in seen.rows]

    def panels(self, state: State, seat: int | None = None) -> list[str]:
        """A line for each player and one for the game: what the look has them show, where the seat
        (None: anybody) sees it."""
        told = self._defined(self.open_to(state, seat))
        return panels(self.model.presentation, [*state.vector, *told],
                      lambda made, i: sees(made, i, seat, state.vector))

    def zones(self, state: State, seat: int | None = None) -> list[str]:
        """A line for each zone that is not empty: what lies in it, or how much, if the seat (None:
        anybody) does not see into it."""
        seen = self.open_to(state, seat)
        return zones(self.model.presentation, state.vector, self._told(seen), self._writing(seen))

    def _told(self, vector: Vector) -> Vector:
        """A vector with what is shown and defined behind it."""
        return [*vector, *self._defined(vector)]

    def _defined(self, vector: Vector) -> Vector:
        """Whether each thing is what is shown and defined, as the drawing has it: the last first,
        by what stands in a vector."""
        found: Vector = []
        known = self.machine.complete(vector) if self.model.shown else vector
        pairs = zip(self.model.presentation.defined, self.model.shown, strict=True)
        for made, (thing, test) in pairs:
            holds = self.machine.compiled(test, (thing,))
            found[:0] = [int(holds(known, number)) for number in range(made.size)]
        return found

    def _writing(self, vector: Vector) -> Callable[[str, int], str | None]:
        """A function of a noun and the number of a thing: how it is written in a state, if the look
        says so."""
        known = self.machine.complete(vector)

        def write(noun: str, number: int) -> str | None:
            if noun not in self.model.written:
                return None
            thing, text = self.model.written[noun]
            values = (self.machine.compiled(said.value, (thing,))(known, number)
                      for said in phrases(text))
            return spelled(text, str, values)

        return write

    def _called(self, vector: Vector) -> Callable[[Domain, str], list[int]]:
        """A function that finds things by how the look has them written in a state: of a table,
        cells that are drawn."""
        known: dict[str, dict[str, list[int]]] = {}

        def names(domain: Domain) -> dict[str, list[int]]:
            board = next((n for n, grid in self.model.boards.items() if grid.cells == domain), None)
            things = (range(domain.size) if board is None
                      else shown_cells(self.model.presentation, vector, board))
            write, found = self._writing(vector), dict[str, list[int]]()
            for thing in things:
                found.setdefault(write(domain.noun, thing) or "", []).append(thing)
            return found

        def called(domain: Domain, text: str) -> list[int]:
            if domain.noun not in self.model.written:
                return []
            if domain.noun not in known:
                known[domain.noun] = names(domain)
            return known[domain.noun].get(" ".join(text.split()), [])

        return called

    def open_to(self, state: State, seat: int | None) -> Vector:
        """The vector with nothing in the place of what a seat may not see."""
        vector = list(state.vector)
        for made in self.program.fields:
            for i in range(made.size):
                if not sees(made, i, seat, state.vector):
                    vector[made.offset + i] = made.first[i] if made.places else made.type.least
        return vector


@dataclass(frozen=True)
class State:
    """One moment of a game: a decision, a chance node, or the end."""

    game: Game = field(repr=False)
    vector: Vector = field(repr=False)
    turns: int = field(compare=False)
    decisions: int = field(compare=False)
    #: The nodes at which this turn was decided so far; None if that is not known.
    decided: tuple[int, ...] | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((id(self.game), *self.vector))

    @property
    def kind(self) -> str:
        """'decision', 'chance' or 'end'."""
        return KINDS[self.game.machine.kind(self.vector)]

    @property
    def player(self) -> int | None:
        """The seat that decides, or None."""
        return self.game.machine.player(self.vector) if self.kind == "decision" else None

    @property
    def purpose(self) -> str:
        """What is rolled, or decided: of the alternatives, those that have an option now."""
        machine = self.game.machine
        if self.kind == "end":
            return ""
        alternatives = machine.node(self.vector).alternatives
        named = {i: a.purpose for i, a in enumerate(alternatives) if not a.decline}
        if self.kind == "decision":
            open_now = {choice[0] for choice in machine.choices(self.vector)}
            named = {i: what for i, what in named.items() if i in open_now} or named
        return " or ".join(dict.fromkeys(named.values()))

    def options(self) -> list[str]:
        """The texts of the options of a decision, in canonical order."""
        return self._texts() if self.kind == "decision" else []

    def outcomes(self) -> list[tuple[str, int]]:
        """The texts and integer weights of the outcomes of a chance node."""
        if self.kind != "chance":
            return []
        return list(zip(self._texts(), self.game.machine.weights(self.vector), strict=True))

    def _texts(self) -> list[str]:
        machine = self.game.machine
        texts = machine.texts(self.vector, machine.choices(self.vector))
        if len(set(texts)) < len(texts):
            twice = next(t for t in texts if texts.count(t) > 1)
            shown = "with the same text" if self.game.hidden else f"`{twice}`"
            span = machine.node(self.vector).span
            raise RulesError([Diagnostic(
                "same-text", f"two options here are both written {shown}", span,
                "let `written` name everything that is chosen")])
        return texts

    def apply(self, move: str | int) -> State:
        """The state after an option or outcome. Raises `RulesError` with the reason if it is
        none."""
        machine = self.game.machine
        choices = machine.choices(self.vector)
        index = self._index(move, choices)
        decision = self.kind == "decision"
        vector = list(self.vector)
        turns = machine.apply(vector, choices[index])
        decided = self.decided
        if turns:
            decided = ()
        elif decided is not None:
            decided = (*decided, self.vector[machine.at])
        return State(self.game, vector, self.turns + turns, self.decisions + decision, decided)

    def _index(self, move: str | int, choices: list[Choice]) -> int:
        if isinstance(move, int):
            if 0 <= move < len(choices):
                return move
            raise RulesError([Diagnostic("illegal-move", f"there is no option number {move + 1}")])
        texts = self._texts()
        text = " ".join(move.split())
        if text in texts:
            return texts.index(text)
        verdict = self.why(text)
        hint = None if verdict.known else did_you_mean(text, texts)
        cited = f" [{' '.join(verdict.rules)}]" if verdict.rules else ""
        raise RulesError([Diagnostic("illegal-move", verdict.message + cited, None, hint)])

    def why(self, text: str) -> Verdict:
        """Whether a move is an option, and if not, which rule forbids it."""
        return self.game.explainer.why(self.vector, text, self.decided)

    @property
    def result(self) -> Result | None:
        """The result of a game that is over."""
        machine = self.game.machine
        return machine.result(self.vector) if machine.kind(self.vector) == END else None

    def pack(self) -> bytes:
        """The state as bytes, always of the same length for one game."""
        return self.game.packing.pack(self.vector)

    @property
    def hash(self) -> str:
        """A hash of the whole state."""
        return self.game.packing.hash(self.vector)

    @property
    def position_hash(self) -> str:
        """A hash of the state without what is remembered of the past."""
        return self.game.packing.position_hash(self.vector)

    def to_json(self) -> dict[str, Any]:
        """The whole state in the author's words."""
        return self.game.codec.to_json(self.vector)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know (None: what everybody may know)."""
        found = self.game.codec.to_json(self.vector, seat, full=False)
        if self.player is not None and "to move" in found:
            found["to move"] = self.game.seats[self.player]  # not always whose turn it is
        return found

    def evaluate(self, text: str) -> bool | int | str:
        """A condition or value in the ruleset's language. Raises `RulesError`."""
        game = self.game
        typed = expression(game.phrases, text, game.ruleset.text.phrases)
        value = int(game.machine.compiled(typed.e)(self.vector))
        if typed.type.kind == "set" and typed.type.domain is not None:
            labels = typed.type.domain.labels
            return " ".join(label for i, label in enumerate(labels) if value >> i & 1)
        if typed.type.kind == "bool":
            return bool(value)
        return value if typed.type.kind == "int" else typed.type.text(value)
