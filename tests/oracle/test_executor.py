"""The oracle: small programs whose outcome follows from the definition, and every ruleset in step
with the engine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

import pytest

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.ir.positions import entries, position_hash
from rulewright.interpreter.ir.verify import verify
from rulewright.interpreter.oracle import Oracle
from rulewright.interpreter.oracle.executor import Choice, Vector
from rulewright.interpreter.oracle.values import Evaluator, Locals
from tests.played import Setup, each_setup
from tests.programs import (
    CELL,
    PLAYER,
    SPAN,
    at_start,
    field,
    guard,
    small,
    store,
    with_alternative,
    with_block,
    with_node,
)
from tests.volume import volume

ONE = ir.TRUE
CELL1 = ir.Local("cell1", CELL)  # what is chosen in the small program


def program(*more: ir.Field) -> ir.Program:
    return small(*more)


def played(made: ir.Program, *cells: int) -> tuple[Oracle, Vector]:
    """The oracle and the vector after some choices; the program must be sound."""
    assert [found.render() for found in verify(made)] == []
    oracle = Oracle(made)
    v = oracle.start()
    for cell in cells:
        oracle.apply(v, (0, cell))
    return oracle, v


def failing(made: ir.Program, *cells: int) -> str:
    """The code of the error that play comes to."""
    with pytest.raises(RulesError) as caught:
        played(made, *cells)
    return caught.value.diagnostics[0].code


def stored(v: Vector, made: ir.Field, at: int = 0) -> int:
    return v[made.offset + at]


# ---- play -------------------------------------------------------------------------------------


def test_a_whole_game() -> None:
    made = program()
    oracle, v = played(made)
    assert oracle.kind(v) == ir.DECISION and oracle.player(v) == 0
    assert oracle.options(v) == [(0, cell) for cell in range(5)]
    assert oracle.apply(v, (0, 3)) == 1 and oracle.player(v) == 1
    assert oracle.options(v) == [(0, 0), (0, 1), (0, 2), (0, 4)]
    for cell in (0, 1, 2, 4):
        assert oracle.ranks(v) == [0, 0]
        assert oracle.apply(v, (0, cell)) == 1
    assert oracle.kind(v) == ir.END and oracle.options(v) == []
    assert oracle.ranks(v) == [1, 2] and stored(v, made.rule) == 1
    assert stored(v, made.at) == len(made.nodes)


def test_effects() -> None:
    made = program()
    score, marks = made.fields[5], made.fields[4]
    x, y = ir.Local("x", CELL), ir.Local("y", ir.number(0, 31))
    plus = ir.op("+", ir.load(score, ir.FALSE), ONE)
    body: Sequence[ir.Effect] = (
        ir.Let(SPAN, (), y, ir.Const(0b01101)),
        ir.IfDo(SPAN, (), ir.op("==", y, ir.Const(0b01101)), (store(score, ir.Const(4), ONE),),
                (store(score, ir.Const(5), ONE),)),
        ir.EachDo(SPAN, (), x, ir.Const(0b01101), (
            store(score, plus, ir.FALSE), store(marks, ir.FALSE, x),
        )),
        store(marks, ONE, ir.Const(2)),
    )
    _, v = played(at_start(made, *body))
    assert v[score.offset : score.offset + 2] == [3, 4]
    assert v[marks.offset : marks.offset + 5] == [0, -1, 1, 0, -1]
    _, v = played(at_start(made, *body, ir.Reset(SPAN, (), marks)))
    assert v[marks.offset : marks.offset + 5] == [-1] * 5


def test_a_set_is_fixed_before_its_loop() -> None:
    made = program()
    marks, x = made.fields[4], ir.Local("x", CELL)
    empty = ir.comp("set", ir.Local("e", CELL), ir.op(
        "==", ir.load(marks, ir.Local("e", CELL)), ir.NONE))
    all_at_once = store(marks, ONE, ir.op("-", ir.Const(4), x))
    _, v = played(at_start(made, ir.EachDo(SPAN, (), x, ir.op("less", empty, ONE), (all_at_once,))))
    assert v[marks.offset : marks.offset + 5] == [1, 1, 1, 1, -1]


FINISHES: list[tuple[dict[str, Any], list[int]]] = [
    ({"kind": "wins", "player": ONE}, [2, 1]),
    ({"kind": "loses", "player": ONE}, [1, 2]),
    ({"kind": "drawn"}, [1, 1]),
    ({"kind": "rank", "values": (ir.Const(3), ir.Const(5))}, [2, 1]),
    ({"kind": "rank", "values": (ir.Const(5), ir.Const(5))}, [1, 1]),
    ({"kind": "pay", "values": (ir.Const(-3), ir.Const(3))}, [2, 1]),
]


@pytest.mark.parametrize(("how", "ranks"), FINISHES)
def test_endings(how: dict[str, Any], ranks: list[int]) -> None:
    made = program()
    chosen = made.fields[7]
    finish = ir.Finish(SPAN, (), **{"player": None, "values": (), **how})
    never = store(made.fields[5], ONE, ONE)
    oracle, v = played(at_start(made, store(chosen, ONE), finish, never))
    assert oracle.kind(v) == ir.END and oracle.ranks(v) == ranks
    assert stored(v, made.rule) == 0, "no rule is cited"
    assert stored(v, chosen) == -1, "choices in progress are emptied"
    assert stored(v, made.fields[5], 1) == 0, "nothing is done after the end"
    assert made.pays is not None
    paid = v[made.pays.offset : made.pays.offset + 2]
    assert paid == ([-3, 3] if how["kind"] == "pay" else [0, 0])


# ---- options ----------------------------------------------------------------------------------


def test_options_in_order() -> None:
    """The first chosen changes slowest; alternatives in order; declining last."""
    made = program()
    choice = made.nodes[0].alternatives[0]
    other = ir.Local("other", CELL)
    second = ir.Binder(other, CELL, "cell", (guard(ir.op("<", CELL1, other)),))
    pairs = replace(choice, binders=(*choice.binders, second), block=4, label=(0, 1))
    declined = replace(choice, binders=(), block=1, label=("no",), decline=True)
    made.blocks.append(ir.Block([], ir.TurnEnd(3), (CELL1, other)))
    made = with_node(made, 0, alternatives=[declined, pairs, choice])
    oracle, v = played(made)
    expected = [(1, a, b) for a in range(5) for b in range(a + 1, 5)]
    assert oracle.options(v) == [*expected, *((2, a) for a in range(5)), (0,)]


def test_declining_needs_another_option() -> None:
    made = program()
    choice = made.nodes[0].alternatives[0]
    never = replace(choice, guards=(guard(ir.FALSE),))
    declined = replace(choice, binders=(), block=1, label=("no",), decline=True)
    assert failing(with_node(made, 0, alternatives=[never, declined])) == "no-option"


def test_what_is_judged_afterwards() -> None:
    """The state is that after the effects; what was chosen is known, also where it was emptied."""
    made = program()
    marks, chosen = made.fields[4], made.fields[7]
    alone = guard(ir.op("!=", ir.load(marks, ir.Const(1)), ir.FALSE))
    oracle, v = played(with_alternative(made, after=(alone,)))
    assert oracle.options(v) == [(0, 0), (0, 2), (0, 3), (0, 4)]
    assert stored(v, marks, 1) == -1, "it was only tried"
    kept = guard(ir.op("and", ir.op("!=", CELL1, ir.Const(2)),
                       ir.op("==", ir.load(chosen), CELL1)))
    body = [store(marks, ir.load(made.player), ir.load(chosen)), store(chosen, ir.NONE)]
    framed = with_block(with_alternative(made, after=(kept,), frame=(chosen,)), 2, params=(),
                        effects=body)
    oracle, v = played(framed)
    assert oracle.options(v) == [(0, 0), (0, 1), (0, 3), (0, 4)]


def test_chance_has_weights() -> None:
    made = with_alternative(program(), weight=ir.op("-", CELL1, ONE))
    oracle, v = played(with_node(made, 0, chance=True))
    assert oracle.kind(v) == ir.CHANCE
    assert oracle.options(v) == [(0, 2), (0, 3), (0, 4)] and oracle.weights(v) == [1, 2, 3]
    impossible = with_alternative(program(), weight=ir.FALSE)
    assert failing(with_node(impossible, 0, chance=True)) == "no-option"


# ---- duties -----------------------------------------------------------------------------------


def two_marks(active: ir.E = ONE, most: ir.E | None = None) -> ir.Program:
    """A turn is two choices; the second must be right of the first, and should be as far right as
    can be; whoever finds no second place ends his turn."""
    left = field("left", ir.number(-1, 4), -1, group=ir.Group.FRAME)
    made = program(left)
    left, marks, score = made.fields[9], made.fields[4], made.fields[5]
    choice = made.nodes[0].alternatives[0]
    mover = ir.load(made.player)
    first = [store(marks, mover, CELL1), store(left, CELL1)]
    right = guard(ir.op(">", CELL1, ir.load(left)))
    again = replace(choice, binders=(replace(choice.binders[0], guards=(
        *choice.binders[0].guards, right)),), block=5)
    made = with_block(made, 2, effects=first, exit=ir.Goto(4))
    made.blocks += [
        ir.Block([], ir.ToNode(1)),
        ir.Block([store(score, ir.op("-", CELL1, ir.load(left)), mover), store(left, ir.NONE)],
                 ir.TurnEnd(3), (CELL1,)),
        ir.Block([], ir.TurnEnd(3)),
        ir.Block([ir.Finish(SPAN, (), "drawn", None, ())]),
    ]
    made = with_node(made, 0, empty=7)
    made.nodes.append(ir.Node(1, False, mover, [again], 6, SPAN, (), 4))
    duty = ir.DutyGoal(active, ir.load(score, mover), 9, most, SPAN, ("R-1",), "go far")
    made = replace(made, duties=[duty])
    object.__setattr__(made.at, "type", ir.number(0, 2))
    return made


def test_a_duty_keeps_the_best_attainable() -> None:
    oracle, v = played(two_marks())
    assert oracle.options(v) == [(0, 0)], "from a it can be four to the right"
    oracle.apply(v, (0, 0))
    assert oracle.options(v) == [(0, 4)]
    assert oracle.apply(v, (0, 4)) == 1
    assert oracle.options(v) == [(0, 1)], "two: from b to d"


def test_a_duty_may_sleep_and_may_be_bounded() -> None:
    oracle, v = played(two_marks(active=ir.FALSE))
    assert len(oracle.options(v)) == 5
    oracle, v = played(two_marks(most=ir.Const(3)))
    assert oracle.options(v) == [(0, 0), (0, 1)], "more than three is not looked for"
    assert failing(two_marks(most=ir.FALSE)) == "bound", "more than it is said to come to"


def test_a_search_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "MAX_SEARCH", 5)
    played(two_marks())  # after each of the five first choices one state
    monkeypatch.setattr(ir, "MAX_SEARCH", 3)
    assert failing(two_marks()) == "search"


# ---- memories ---------------------------------------------------------------------------------


def record(number: int, clear: bool = False) -> ir.Record:
    return ir.Record(SPAN, (), number, clear)


def two_memories() -> ir.Program:
    made = program(field("count", ir.number(0, 3), 0, group=ir.Group.MEMORY))
    (first,) = made.memories
    other = ir.MemorySpec("Scores", made.fields[9], 3, (made.fields[5],))
    return replace(made, memories=[first, other])


def test_memories_stand_behind_the_fields() -> None:
    made = two_memories()
    score = made.fields[5]
    oracle, v = played(at_start(made, record(1), record(0), store(score, ONE, ir.FALSE), record(1)))
    before = [item for made_field in made.fields for item in made_field.first]
    now = list(before)
    now[score.offset] = 1
    seen, scores = made.memories
    assert v[made.size :] == [
        position_hash(before, seen), position_hash(before, scores), position_hash(now, scores),
    ]
    assert v[entries(made, v, 0)] == v[made.size : made.size + 1]
    assert oracle.value(v, ir.Times(1, 3), {}) == 1
    oracle, v = played(at_start(made, record(1), record(0), record(1), record(0, clear=True)))
    assert v[made.size :] == [position_hash(before, scores)] * 2
    assert (stored(v, seen.count), stored(v, scores.count)) == (0, 2)
    assert oracle.value(v, ir.Times(1, 3), {}) == 2 and oracle.value(v, ir.Times(0, 2), {}) == 0


def test_a_full_memory_truncates() -> None:
    made = program()
    oracle, v = played(at_start(made, record(0), record(0)))
    assert oracle.kind(v) == ir.DECISION and len(v) == made.size + 2
    oracle, v = played(at_start(made, store(made.fields[7], ONE), *[record(0)] * 3))
    assert oracle.kind(v) == ir.END and oracle.ranks(v) == [0, 0]
    assert stored(v, made.fields[7]) == -1 and len(v) == made.size + 2


def test_a_full_rolling_memory_drops_the_oldest() -> None:
    made = two_memories()
    score = made.fields[5]
    rolling = replace(made, memories=[replace(made.memories[0], rolling=True), made.memories[1]])
    before = [item for made_field in made.fields for item in made_field.first]
    after = [[*before], [*before]]
    after[0][score.offset], after[1][score.offset] = 1, 2
    oracle, v = played(at_start(
        rolling, record(1), record(0), *(effect for value in (1, 2) for effect in (
            store(score, ir.Const(value), ir.FALSE), record(0)))))
    seen, scores = made.memories
    assert oracle.kind(v) == ir.DECISION and stored(v, seen.count) == 2
    assert v[made.size :] == [*(position_hash(now, seen) for now in after),
                              position_hash(before, scores)]


# ---- errors in play ---------------------------------------------------------------------------


def test_errors_of_stores() -> None:
    made = program()
    marks, score = made.fields[4], made.fields[5]
    nobody = ir.load(marks, ir.FALSE)
    assert failing(at_start(made, store(score, ONE, nobody))) == "nothing"
    assert failing(at_start(made, store(made.player, nobody))) == "bound"
    more = ir.op("+", ir.load(score, ir.FALSE), ONE)
    full = store(score, ir.Const(9), ir.FALSE)
    assert failing(at_start(made, full, store(score, more, ir.FALSE))) == "bound"
    assert failing(at_start(made, full, store(score, more, nobody))) == "nothing", "asked first"
    played(at_start(made, store(score, ir.Const(8), ir.FALSE), store(score, more, ir.FALSE)))
    too_much = ir.Finish(SPAN, (), "pay", None, (ir.Const(10), ir.FALSE))
    assert failing(at_start(made, too_much)) == "bound"


def test_no_option_and_invariants() -> None:
    made = with_alternative(program(), guards=(guard(ir.FALSE),))
    assert failing(made) == "no-option"
    over = ir.Finish(SPAN, (), "drawn", None, ())
    made.blocks.append(ir.Block([over]))
    oracle, v = played(with_node(made, 0, empty=4))
    assert oracle.kind(v) == ir.END
    made = program()
    free = guard(ir.op("==", ir.load(made.fields[4], ir.Const(2)), ir.NONE))
    made = replace(made, invariants=[free])
    played(made, 0, 1)
    assert failing(made, 0, 1, 2) == "invariant"


def counting(rounds: int, after: bool = False) -> ir.Program:
    """A game that goes round a loop so often before its first choice; each round comes by a node
    where nothing is possible, with `after` because of what would be so afterwards."""
    made = program(field("rounds", ir.number(0, 20_000), 0))
    done = made.fields[9]
    left = ir.op("<", ir.load(done), ir.Const(rounds))
    made = with_block(made, 0, exit=ir.Goto(4))
    choice = made.nodes[0].alternatives[0]
    judged = {"after": (guard(ir.FALSE),)} if after else {"guards": (guard(ir.FALSE),)}
    made.blocks += [
        ir.Block([], ir.Branch(left, 5, 1)),
        ir.Block([store(done, ir.op("+", ir.load(done), ONE))], ir.ToNode(1)),
    ]
    mover = ir.load(made.player)
    binder = replace(choice.binders[0], guards=(guard(ir.op("==", CELL1, ir.FALSE)),))
    never = replace(choice, binders=(binder,), **judged)
    made.nodes.append(ir.Node(1, False, mover, [never], 4, SPAN, (), 5))
    object.__setattr__(made.at, "type", ir.number(0, 2))
    return made


@pytest.mark.parametrize("after", [False, True])
def test_the_budget_counts_edges_that_lead_back(
    after: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = counting(3, after)
    assert ir.back_edges(made) == {(5, 4)}
    monkeypatch.setattr(ir, "MAX_ROUNDS", 3)
    oracle, v = played(made)
    assert stored(v, made.fields[9]) == 3 and oracle.kind(v) == ir.DECISION
    oracle.apply(v, (0, 1))  # a choice begins a new count
    assert failing(counting(4, after)) == "endless"


# ---- in step with the engine ------------------------------------------------------------------

USUAL, STEPS = 15_000, 120_000  # expressions evaluated, for each ruleset
MOST = 120  # possibilities of a node that are all tried
NODES = 60


class Typed(Evaluator):
    """Counts, and demands that every value is of its expression's type."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.steps = 0

    def value(self, v: Sequence[int], e: ir.E, env: Locals) -> int:
        self.steps += 1
        found = super().value(v, e, env)
        assert e.type.least <= found <= e.type.most, (e, found)
        return found


class Led(Oracle):
    """An oracle that goes on with the options the engine lists: where few things can be chosen it
    has found the same ones, otherwise it has judged some of them and some around them."""

    def __init__(self, machine: Machine, seed: str) -> None:
        self.typed = Typed(machine.program)
        super().__init__(machine.program, self.typed)
        self.machine = machine
        self.rng = random.Random(seed)
        self.judged = {True: 0, False: 0}

    def _options(self, v: Vector, node: ir.Node) -> list[Choice]:
        listed = self.machine.choices(self.machine.complete(list(v)))
        sizes = [prod(binder.size for binder in a.binders) for a in node.alternatives]
        before = list(v)
        if sum(sizes) <= MOST:
            assert super()._options(v, node) == listed
        elif node.chance or not self.program.duties:
            for number, alternative in enumerate(node.alternatives):
                if not alternative.decline:
                    self._judge(v, node, number, listed)
        assert v == before, "looking at options changes nothing"
        return listed

    def _judge(self, v: Vector, node: ir.Node, number: int, listed: list[Choice]) -> None:
        own = [choice for choice in listed if choice[0] == number]
        assert own == sorted(set(own))
        for choice in self._around(node.alternatives[number], number, own):
            allowed = self._allows(v, node, choice)
            assert allowed == (choice in own), (node.alternatives[number].purpose, choice)
            self.judged[allowed] += 1

    def _around(
        self, alternative: ir.Alternative, number: int, own: list[Choice]
    ) -> list[Choice]:
        """Some options, some that differ in one thing, and some that may be far from any."""
        sizes = [binder.size for binder in alternative.binders]
        if not sizes or 0 in sizes:
            return [] if sizes else [(number,)]
        found = set(self.rng.sample(own, min(4, len(own))))
        for choice in list(found):
            at = self.rng.randrange(len(sizes))
            found.add((*choice[: at + 1], self.rng.randrange(sizes[at]), *choice[at + 2 :]))
        found |= {(number, *map(self.rng.randrange, sizes)) for _ in range(8)}
        return sorted(found)

    def _allows(self, v: Vector, node: ir.Node, choice: Choice) -> bool:
        alternative = node.alternatives[choice[0]]
        env: Locals = {}
        for binder, thing in zip(alternative.binders, choice[1:], strict=True):
            env[binder.var] = thing
            if not self._hold(v, binder.guards, env):
                return False
        return (
            self._hold(v, alternative.guards, env) and self._passes_after(v, node, choice)
            and (not node.chance or self._weight(v, node, choice) > 0)
        )


def in_step(machine: Machine, seed: str, steps: int = STEPS) -> Led:
    """Play random games with both, and compare everything that can be seen of them."""
    rng, oracle = random.Random(seed), Led(machine, seed)
    theirs, ours = machine.start(), oracle.start()
    for _ in range(NODES):
        assert machine.plain(theirs) == ours
        assert machine.kind(theirs) == oracle.kind(ours)
        if oracle.kind(ours) == ir.END:
            assert machine.final_ranks(theirs) == oracle.ranks(ours)
            theirs, ours = machine.start(), oracle.start()
            continue
        if oracle.typed.steps > steps:
            break
        assert machine.player(theirs) == oracle.player(ours)
        choices = machine.choices(theirs)
        if oracle.kind(ours) == ir.CHANCE and len(choices) <= MOST:
            assert machine.weights(theirs) == oracle.weights(ours)
        choice = rng.choice(choices)
        assert machine.apply(theirs, choice) == oracle.apply(ours, choice)
    return oracle


@each_setup
@volume("steps", USUAL, STEPS)
def test_the_engine_agrees(setup: Setup, steps: int) -> None:
    """Move by move. The usual number of expressions is that of a whole game of most rulesets, and
    of some moves where each looks at a lot."""
    oracle = in_step(setup.game.machine, str(setup), steps)
    assert oracle.typed.steps > 0


@pytest.mark.parametrize("after", [False, True])
def test_the_engine_has_the_same_budget(after: bool) -> None:
    assert Machine(counting(ir.MAX_ROUNDS, after)).start()
    with pytest.raises(RulesError, match="endless"):
        Machine(counting(ir.MAX_ROUNDS + 1, after)).start()


SMALL = {
    "marks": small, "duties": two_marks, "memories": lambda: at_start(
        two_memories(), record(1), record(0), record(1)),
    "rounds": lambda: counting(5), "rounds afterwards": lambda: counting(5, after=True),
    "chance": lambda: with_node(with_alternative(small(), weight=ir.op("+", CELL1, ONE)), 0,
                                chance=True),
}


@pytest.mark.parametrize("name", SMALL)
def test_the_engine_agrees_on_small_programs(name: str) -> None:
    in_step(Machine(SMALL[name]()), name)


def test_a_difference_is_found() -> None:
    """The oracle is not fed by what it checks: a program that demands more is played otherwise."""
    made = small()
    machine = Machine(made)
    made.nodes[0].alternatives[0] = replace(
        made.nodes[0].alternatives[0], guards=(guard(ir.op("!=", CELL1, ir.Const(3))),)
    )
    with pytest.raises(AssertionError):
        in_step(machine, "damaged")
    assert PLAYER.size == 2
