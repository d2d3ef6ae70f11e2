"""Running a program natively: vectors in, options and next states out, and many games at once.

`NativeMachine` has the face of the reference engine's machine for states as the program form
defines them, without kept sets. It keeps nothing of a game, and changes a vector only in `apply`.
Errors of the rules are the same as there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.interpreter.diagnostics import RunError
from rulewright.interpreter.ir import CHANCE, DECISION, END, Node, Program
from rulewright.interpreter.native import build, module
from rulewright.interpreter.native.games import MASK64, STEPS, Ends, Games
from rulewright.interpreter.native.library import Answer, Failing, Outcome
from rulewright.interpreter.passes import failures
from rulewright.interpreter.passes.asked import Question
from rulewright.interpreter.passes.plan import Place
from rulewright.interpreter.passes.switches import ALL, Passes
from rulewright.interpreter.state import result
from rulewright.interpreter.state.result import Result
from rulewright.interpreter.state.rng import Rng

Vector = list[int]
Choice = tuple[int, ...]  # the number of the alternative, then the values chosen

#: Playouts of one call.
MOST_PLAYOUTS = 64


class NativeMachine(Games):
    """A program as machine code. Raises `Refused` for what has no native form yet, and
    `NoCompiler` where none can be built. Of machines of one program in a process, one counts a
    tree at a time. With `traced`, rules that take effect in `games` are counted, with `profiled`
    what is done in them for lines of the text. With `soon`, play begins with a library that is
    built in less time, where none is kept, until another process has built the one that is
    faster. `searching`: it has what seats that search need."""

    def __init__(
        self, program: Program, *flags: str, traced: bool = False, passes: Passes = ALL,
        soon: bool = False, profiled: bool = False, searching: bool = False,
    ) -> None:
        self.program = program
        self.searching = searching
        made = module.Module(program, traced, passes, profiled, searching)
        self.source = made.text
        self._reported, self._walks = made.reported, made.walks
        if soon and not (flags or traced or profiled):
            built = build.soon(made.text, module.headers())
        else:
            built = build.whole(made.text, module.headers(), *flags)
        #: The names of its libraries among those that are kept, the fastest first.
        self.kept = built.kept
        super().__init__(built.library, ends_of(program), built.better, self.error)
        self._counters = made.counters
        self._counted = self._library.counters() if traced or profiled else []
        #: The numbers of an option, as C has them: its alternative and what is chosen.
        self.width = 1 + made.most_binders
        self._asked = made.asked
        self._numbers = {each: number for number, each in enumerate(made.plan.answers)}
        past = sum(memory.capacity for memory in program.memories)
        self._room = program.size + past
        self._vector = (ctypes.c_int64 * self._room)()
        self._turns = ctypes.c_int()
        self._few = (ctypes.c_int * (256 * self.width))()
        self.turn_count = 0
        self.at = program.at.offset
        self.over = len(program.nodes)

    # -- vectors ---------------------------------------------------------------------------------

    def given(self, v: Vector) -> Any:
        """A vector as C reads it; what it remembers are hashes, of 64 bits without a sign."""
        size = self.program.size
        given: Any = v if len(v) == size else [*v[:size], *map(signed, v[size:])]
        self._vector[: len(v)] = given
        return self._vector

    def _taken(self, length: int) -> Vector:
        size = self.program.size
        return [*self._vector[:size], *(x & MASK64 for x in self._vector[size:length])]

    def vector_by(self, name: str, *args: object, library: ctypes.PyDLL) -> Vector:
        """A vector that a function of a library writes."""
        return self._taken(
            self.call(getattr(library, name), *args, self._vector, library=library))

    def copy(self, v: Vector) -> Vector:
        return list(v)

    # -- play ------------------------------------------------------------------------------------

    def start(self) -> Vector:
        """A new game, advanced to its first node where something can be chosen."""
        length = self.call(self._library.begin_game, self._vector, ctypes.byref(self._turns))
        self.turn_count = self._turns.value
        return self._taken(length)

    def apply(self, v: Vector, choice: Choice) -> int:
        """Carry out a choice of the present node, in place; returns the whole turns that have
        ended."""
        chosen = (ctypes.c_int * self.width)(*choice)
        length = self.call(
            self._library.apply_to, self.given(v), chosen, ctypes.byref(self._turns))
        v[:] = self._taken(length)
        self.turn_count = self._turns.value
        return self.turn_count

    def choices(self, v: Vector) -> list[Choice]:
        """The options (or outcomes) of the present node in canonical order."""
        if v[self.at] == self.over:
            return []
        width, into = self.width, self._few
        given = self.given(v)
        count = self.call(self._library.options_of, given, into, len(into) // width)
        if count * width > len(into):
            into = (ctypes.c_int * (count * width))()
            self.call(self._library.options_of, given, into, count)
        return self.chosen(v, into[: count * width])

    def options(self, choices: Sequence[Choice]) -> Any:
        """Options as C reads them."""
        flat = [n for each in choices for n in (*each, *[0] * (self.width - len(each)))]
        return (ctypes.c_int * len(flat))(*flat)

    def chosen(self, v: Vector, found: Sequence[int]) -> list[Choice]:
        """Options of the present node, of what C writes of them."""
        alternatives = self.node(v).alternatives
        return [
            tuple(found[at : at + 1 + len(alternatives[found[at]].binders)])
            for at in range(0, len(found), self.width)
        ]

    # -- looking ---------------------------------------------------------------------------------

    def kind(self, v: Vector) -> int:
        """DECISION, CHANCE or END."""
        if v[self.at] == self.over:
            return END
        return CHANCE if self.node(v).chance else DECISION

    def node(self, v: Vector) -> Node:
        return self.program.nodes[v[self.at]]

    def player(self, v: Vector) -> int:
        """The seat that decides (at a chance node: whose turn it is)."""
        return self._answer(v, self._asked.players[v[self.at]])

    def weights(self, v: Vector) -> list[int]:
        """The integer weights of the outcomes of a chance node."""
        given, into = self.given(v), (ctypes.c_int64 * 256)()
        count = self.call(self._library.weights_of, given, into, len(into))
        if count > len(into):
            into = (ctypes.c_int64 * count)()
            self.call(self._library.weights_of, given, into, count)
        return into[:count]

    def texts(self, v: Vector, choices: list[Choice]) -> list[str]:
        """The text of each choice."""
        if v[self.at] == self.over:
            return []
        said, alternatives = self._asked.said[v[self.at]], self.node(v).alternatives
        return [
            alternatives[number].text(
                chosen, [self._answer(v, part, chosen) for part in said[number]])
            for number, *chosen in choices
        ]

    def prospect(self, v: Vector, seat: int) -> int:
        """How much better a seat stands than the best of the others, by the ruleset's `prospect`;
        0 if it declares none."""
        if not self._asked.prospects:
            return 0
        return result.ahead([self._answer(v, asked) for asked in self._asked.prospects], seat)

    @property
    def prospects(self) -> list[int]:
        """The numbers of the values that say how each seat stands; none without a `prospect`."""
        return [self._numbers[asked] for asked in self._asked.prospects]

    def _answer(self, v: Vector, asked: Question, chosen: Sequence[int] = ()) -> int:
        answer = Answer()
        given = (ctypes.c_int * self.width)(*chosen)
        self.call(self._library.asked_of, self.given(v), self._numbers[asked], given,
                   ctypes.byref(answer))
        return answer.value

    # -- the result ------------------------------------------------------------------------------

    def result(self, v: Vector) -> Result:
        """The result of a game that is over."""
        return result.in_state(self.program, v)

    def payoffs(self, v: Vector) -> list[float]:
        """The payoff of each seat at the end."""
        return self.result(v).payoffs

    # -- many at once ----------------------------------------------------------------------------

    def playouts(
        self, v: Vector, rng: Rng, count: int, most: int
    ) -> Iterator[list[float] | None]:
        """The payoffs of games played on at random from a vector; None for one that is not over
        after so many choices."""
        seats = len(self.program.seats)
        self._renew()
        state = ctypes.c_uint64(rng.state)
        room = (Outcome.of(seats) * min(count, MOST_PLAYOUTS))()
        while count > 0:
            played = self.call(
                self._library.playouts_of, self.given(v), ctypes.byref(state),
                min(count, MOST_PLAYOUTS), most, room)
            rng.state = state.value
            for outcome in room[:played]:
                over = outcome.ended == outcome.TO_THE_END
                yield self.ended(outcome).payoffs if over else None
            count -= played

    def tree(self, v: Vector, depth: int, ended: bool = True) -> Iterator[tuple[int, int]]:
        """For each depth from 1 on the number of sequences of so many steps below a vector, and of
        those with which the game ends. Without `ended` the last step is not carried out, and how
        many end there is not told (0)."""
        self._renew()
        library = self._library  # which holds the tree, whatever else is asked meanwhile
        longer = self.call(library.tree_begin, self.given(v), library=library)
        for reached in range(1, depth + 1):
            if reached == depth and not ended:
                yield longer, 0
                return
            sums = (ctypes.c_uint64 * 3)()
            while self.call(library.tree_step, STEPS, int(reached < depth), sums,
                             library=library):
                pass
            longer = sums[2]
            yield sums[0] + sums[1], sums[1]

    @property
    def hits(self) -> dict[str, int]:
        """How often each rule took effect since the library was loaded (only when traced)."""
        return {rule: self._counted[number] for rule, number in self._counters.fired.items()}

    @property
    def line_counts(self) -> dict[Place, int]:
        """How often play came to each line since the library was loaded (only when profiled)."""
        return {line: self._counted[number] for line, number in self._counters.lines.items()}

    @property
    def line_work(self) -> dict[Place, int]:
        """How many steps were done for each line since then (only when profiled)."""
        return {line: self._counted[number + 1] for line, number in self._counters.lines.items()}

    # -- errors ----------------------------------------------------------------------------------

    def error(self, failed: Failing) -> Exception:
        """The error of what failed in a library of the program."""
        program, number = self.program, failed.number
        made: RunError
        match failed.kind:
            case Failing.BROKEN:
                made = failures.broken(self._reported[number], failed.value)
            case Failing.INVARIANT:
                made = failures.invariant(program.invariants[number])
            case Failing.NO_OPTION:
                made = failures.no_option(program.nodes[number])
            case Failing.ENDLESS:
                made = failures.endless(program.nodes[number] if number >= 0 else None)
            case Failing.EXCEEDED:
                made = failures.exceeded(program.duties[number], failed.value, failed.most)
            case Failing.LONG_TURN:
                made = failures.long_turn(program.duties[number])
            case Failing.LONG_REST:
                demand = program.nodes[number].alternatives[failed.value].rest
                assert demand is not None
                made = failures.long_rest(demand)
            case Failing.TOO_FAR:
                made = self._walks[number].too_far()
            case Failing.STRAYED:
                made = self._walks[number].strays(failed.most, failed.value)
            case Failing.STRAYED_UNSEEN:
                made = self._walks[number].strays(failed.most)
            case Failing.TOO_MANY:
                return OverflowError("a number of sequences that needs more than 64 bits")
            case _:
                return MemoryError("no more memory for a search")
        return made


def ends_of(program: Program) -> Ends:
    """What is said of the end of a game."""
    return Ends(len(program.seats), tuple(program.rules), program.pays is not None)


def signed(value: int) -> int:
    """A number of 64 bits as one with a sign."""
    return value - (1 << 64) if value >> 63 else value
