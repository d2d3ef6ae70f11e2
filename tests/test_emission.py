"""Lowering and emission: what small rulesets come to in play, and a plain executor.

The first part plays a few lines that the interpreter turns into something else than they look: sets
that become loops, orders, nested choices, tables. The second part carries out programs by their
definition (`ir`), one node of an expression after the other and without any loop turned inside out,
and compares that with the emitted functions on every ruleset.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import prod
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.emit import OVER, TURN
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.engine.machine import Choice, Machine, Vector
from rulewright.interpreter.program.ir import (
    Alternative,
    Branch,
    Comp,
    Cond,
    Const,
    E,
    EachDo,
    Effect,
    Finish,
    Flood,
    Goto,
    HasLine,
    IfDo,
    Let,
    Load,
    Local,
    Op,
    Program,
    Ray,
    Record,
    Reset,
    Store,
    Table,
    Times,
    ToNode,
    TurnEnd,
)

ROOT = Path(rulewright.__file__).resolve().parent
FILES = sorted([*(ROOT / "rulesets").glob("*.rules"), *(ROOT / "tests/rulesets").glob("*.rules")])
Make = Callable[..., Game]

FRAME = """\
game Sample
players {players}: {names}
board Yard: a grid of square fields, 3 by 3
piece Stone of a player, on Yard
each field can be wet, this turn
each Stone can be tired
each player has a reserve: 0 to 5, at first 3
the game has a beacon: a field or none
the turn has a sum: 0 to 9
kind fruit: apple, pear, plum
kind basket: big, small
"""


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes the game of some lines added to the frame."""

    def game(text: str, players: int = 2) -> Game:
        file = tmp_path / "sample.rules"
        names = ", ".join(("One", "Two", "Three")[:players])
        file.write_text(FRAME.format(players=players, names=names) + text, encoding="utf-8")
        return driver.load(file).instantiate(players)

    return game


# ---- what may be chosen -------------------------------------------------------------------------

RED, BLUE = {"piece": "Stone of One"}, {"piece": "Stone of Two"}


def options_at(of: Game, fields: dict[str, dict[str, str]], **more: dict[str, str]) -> list[str]:
    """What can be chosen where these fields hold something."""
    return of.position({"from": "empty", "Yard": fields, **more}).options()


def test_all_that_an_option_demands_is_so(make: Make) -> None:
    """Of the player, of the first thing chosen, of the second."""
    game = make("""
turn
  must if possible move a Stone of the player to a field
    only if the player's reserve is at least 1
    only if the Stone is not tired
    only if the field is not wet
    the player wins
  the game is drawn
""")
    fields = {"a1": RED, "b1": {**RED, "tired": "yes"}, "c1": BLUE}
    fields |= {name: {"wet": "yes"} for name in ("a2", "b2", "c2", "a3")}
    able, unable = ({"reserve": reserve} for reserve in ("1", "0"))
    assert options_at(game, fields, One=able) == [
        "a1-a1", "a1-b1", "a1-c1", "a1-b3", "a1-c3",
    ]
    assert options_at(game, fields, One=unable, Two=able) == []


def test_a_set_that_is_demanded(make: Make) -> None:
    game = make("""
turn
  must move a Stone of the player to a field
    only if the field is connected to the Stone's field by orthogonal steps
      over empty fields
    only if the field is not wet
    the player wins
""")
    fields = {"a1": RED, "c3": RED, "b1": BLUE, "b3": BLUE, "b2": BLUE, "a3": {"wet": "yes"}}
    assert options_at(game, fields) == ["a1-a2", "c3-c1", "c3-c2"]


def test_a_set_beside_a_condition_on_nothing_chosen(make: Make) -> None:
    game = make("""
turn
  must if possible choose a field
    only if the field is connected to a1 by steps over empty fields
    only if the player's reserve is at least 1
    the player wins
  the game is drawn
""")
    fields = {"a3": BLUE, "b2": BLUE, "c2": BLUE}
    able, unable = ({"reserve": reserve} for reserve in ("1", "0"))
    assert options_at(game, fields, One=able) == ["a1", "b1", "c1", "a2", "b3", "c3"]
    assert options_at(game, fields, One=unable) == []


def test_a_value_that_is_demanded(make: Make) -> None:
    game = make("""
turn
  must choose a field where (the field is either the beacon or b2)
    the player wins
""")
    assert game.start().options() == ["b2"]
    for beacon, options in (("a3", ["b2", "a3"]), ("b2", ["b2"]), ("c1", ["c1", "b2"])):
        assert options_at(game, {}, game={"beacon": beacon}) == options


def test_conditions_that_options_settle_leave_no_trace(make: Make) -> None:
    text = """
option mode: easy, hard, normally {mode}
turn
  must choose a fruit
    when mode is hard
      only if the fruit is apple
    the player wins
"""
    easy, hard = (make(text.format(mode=mode)) for mode in ("easy", "hard"))
    assert easy.start().options() == ["apple", "pear", "plum"]
    assert all_are_options(easy)
    assert hard.start().options() == ["apple"]


def test_declining_stands_last_and_only_beside_another(make: Make) -> None:
    game = make("""
turn
  may choose a wet field, or "no"
    the player wins
  the game is drawn
""")
    assert options_at(game, {"a1": {"wet": "yes"}, "c2": {"wet": "yes"}}) == ["a1", "c2", "no"]
    assert game.start().kind == "end", "no field is wet, so there is nothing to decline"


# ---- orders and nested choices ------------------------------------------------------------------

ORDER = """
turn
  in either order
    as long as possible, must put a Stone of the player on an empty field, written "+{field}"
      only if the player's reserve is at least 1
      the player's reserve goes down by 1
    must choose a fruit
      the sum goes up by 1
  the player wins
"""
FRUITS = ["apple", "pear", "plum"]


def in_frame(state: State) -> list[int]:
    """What is kept of choices in progress, where it is not what it was at first."""
    return [
        value for made in state.game.program.fields if made.group == "frame"
        for value, first in zip(state.vector[made.offset : made.offset + made.size], made.first,
                                strict=True) if value != first
    ]


def test_an_order_is_one_node_over_its_parts(make: Make) -> None:
    game = make(ORDER)
    assert len(game.program.nodes) == 1
    start = game.start()
    stones = [option for option in start.options() if option.startswith("+")]
    assert len(stones) == 9 and start.options() == [*stones, *FRUITS]
    # The part that repeats is begun: it goes on until nothing of it is possible.
    state = start
    for at in range(2):
        state = state.apply(stones[at])
        assert state.options() == stones[at + 1 :] and in_frame(state)
    state = state.apply(stones[2])
    assert state.options() == FRUITS
    end = state.apply("pear")
    assert end.result is not None and end.result.winners == [0] and in_frame(end) == []
    # The other part is done with its one choice.
    state = start.apply("pear")
    for at in range(3):
        assert state.options() == stones[at:]
        state = state.apply(stones[at])
    assert state.kind == "end" and in_frame(state) == []
    assert state.pack() == end.pack()


def test_a_mix_does_not_mark_the_part_that_has_begun(make: Make) -> None:
    start = make(ORDER.replace("in either order", "in any mix")).start()
    state = start.apply("+a1")
    assert state.options() == start.options()[1:] and in_frame(state) == []
    state = state.apply("plum")
    assert state.options() == [option for option in start.options()[1:] if option[0] == "+"]
    assert in_frame(state)


NESTED = """
turn
  must choose a fruit and a basket
    must choose a field
      only if the fruit is not pear
      the field becomes wet
    if the fruit is apple and the basket is big
      the sum goes up by 1
  must choose "done"
    the player's reserve becomes 0
  if the sum is 9
    the player wins
"""


def test_what_a_nested_choice_needs_is_kept_and_emptied(make: Make) -> None:
    game = make(NESTED)
    outer, inner, last = game.program.nodes
    frame = [made for made in game.program.fields if made.group == "frame"]
    assert len(frame) == 2 and outer.alternatives[0].frame == tuple(made.id for made in frame)
    assert inner.alternatives[0].frame == (), "what is not needed later is handed over"
    state = game.start().apply("apple-big")
    assert [state.vector[made.offset] for made in frame] == [0, 0]
    state = state.apply("b2")
    assert [state.vector[made.offset] for made in frame] == [-1, -1]
    assert state.purpose == last.alternatives[0].purpose
    # What stands below the inner choice looks at both.
    for first, sum_ in (("apple-big", 1), ("apple-small", 0), ("plum-big", 0)):
        assert game.start().apply(first).apply("b2").evaluate("the sum") == sum_


def test_equal_positions_are_equal_states_whichever_way_they_came(make: Make) -> None:
    """Because what was chosen is forgotten: two ways to one position are one state."""
    start = make(NESTED).start()
    ways = [start.apply(first).apply("b2") for first in ("apple-small", "plum-big")]
    assert ways[0].pack() == ways[1].pack() != start.apply("apple-big").apply("b2").pack()


def test_equal_ends_are_equal_states_whichever_way_they_came(make: Make) -> None:
    """When the game is over nothing is in progress: two ways to one end are one state."""
    start = make("""
turn
  must choose a fruit
    must choose "now"
      the player wins
""").start()
    ways = [start.apply(fruit).apply("now") for fruit in ("apple", "plum")]
    assert [way.kind for way in ways] == ["end", "end"]
    assert ways[0].pack() == ways[1].pack()


def test_each_player_in_order_is_a_loop_over_seats(make: Make) -> None:
    game = make("""
turn
  each player in order
    must choose a fruit
  the game is drawn
""", players=3)
    assert len(game.program.nodes) == 1
    for first, seats in (("One", [0, 1, 2]), ("Two", [1, 2, 0]), ("Three", [2, 0, 1])):
        state, decided = game.position({"to move": first}), []
        while state.kind == "decision":
            decided.append(state.player)
            state = state.apply("plum")
        assert decided == seats and in_frame(state) == []


# ---- turns, tables, the rest --------------------------------------------------------------------

PLAIN = """
turn
  must choose a field
    the field becomes wet
    the sum goes up by 1
    if the sum is 9
      the player wins
"""


def test_between_turns_the_turn_is_forgotten_and_the_next_one_plays(make: Make) -> None:
    """What is so `this turn` of every field, what the turn itself has, and nothing else."""
    game = make(PLAIN, players=3)
    state = game.start()
    for player in (1, 2, 0, 1):
        state = state.apply("b2")
        assert state.vector == [player, *game.start().vector[1:]]


TABLE = """
a basket holds a fruit by table
  big: apple, plum
  small: pear
the price of a fruit is
  2 for apple
  5 for pear, plum
turn
  must choose a basket and a fruit
    only if the basket holds the fruit
    the player's reserve becomes the price of the fruit
    the player wins
"""


def test_rows_of_a_table(make: Make) -> None:
    start = make(TABLE).start()
    assert start.options() == ["big-apple", "big-plum", "small-pear"]
    prices = [start.apply(at).evaluate("One's reserve") for at in range(3)]
    assert prices == [2, 5, 5]


def test_a_bound_is_watched_where_it_can_break(make: Make) -> None:
    game = make("""
turn
  must choose a number from 0 to 5, written "set {number}"
    the player's reserve becomes it
    the sum goes up by it
    the player wins
""")
    state = game.position({"turn": {"sum": "7"}})
    assert state.apply("set 2").evaluate("the sum") == 9
    with pytest.raises(RulesError, match="outside 0 to 9"):
        state.apply("set 3")


def test_an_end_is_tested_where_its_fields_change(make: Make) -> None:
    game = make("""
end as soon as the sum is at least 2
  the player wins
turn
  must choose a fruit
    the player's reserve becomes 0
    the sum goes up by 1
    the beacon becomes b2
""")
    after = game.position({"turn": {"sum": "0"}}).apply("pear")
    assert (after.kind, after.player) == ("decision", 1)
    after = game.position({"turn": {"sum": "1"}}).apply("pear")
    assert after.result is not None and after.result.winners == [0]
    assert after.evaluate("One's reserve") == 0
    assert after.evaluate("the beacon") == "none", "what stands behind it is not done"


def test_chance_keeps_its_weights(make: Make) -> None:
    game = make("""
turn
  at random pick a fruit, weighted by (3 if the fruit is pear otherwise 1)
    the player wins
""")
    (node,) = game.program.nodes
    assert node.chance
    assert game.start().outcomes() == [("apple", 1), ("pear", 3), ("plum", 1)]


def test_tracing_counts_the_rules_that_fire(make: Make) -> None:
    game = make("""
turn
  must choose a field
    the field becomes wet                                     [SAM-WET-01]
    if the field is b2                                        [SAM-IF-01]
      the player wins                                         [SAM-WIN-01]
""")
    traced = Machine(game.program, traced=True)
    counted = []
    for cell in (0, 8, 4):
        vector, plain = traced.start(), game.machine.start()
        traced.apply(vector, (0, cell))
        game.machine.apply(plain, (0, cell))
        assert vector == plain
        counted.append(dict(traced.hits))
    assert counted == [
        {"SAM-WET-01": 1}, {"SAM-WET-01": 2},
        {"SAM-WET-01": 3, "SAM-IF-01": 1, "SAM-WIN-01": 1},
    ]
    assert not game.machine.traced


COLLIDING = """
kind {noun} ({noun}s): red, blue
turn
  must choose a {noun} and a field F and a field G, written "{{{noun}}} {{F}} {{G}}"
    only if G is connected to F by steps over empty fields
    the player wins
"""


@pytest.mark.parametrize(
    "noun",
    [
        *("b", "o", "r", "s", "t", "v", "x", "bits", "flood", "hits", "lambda", "fork-lift"),
    ],
)
def test_a_noun_may_be_called_like_something_of_ours(make: Make, noun: str) -> None:
    """Whatever the author calls a kind, the options are those of any other name."""
    options = make(COLLIDING.format(noun=noun)).start().options()
    assert options == make(COLLIDING.format(noun="mood")).start().options()
    assert len(options) == 2 * 9 * 9


# ---- a plain executor ---------------------------------------------------------------------------


class GameOver(Exception):
    """The game has ended inside a block."""


class Plain:
    """Carries out a program as `ir` defines it; nothing is computed ahead or turned around.

    It is strict about none: an index of none is an error (tables of constants give none for it).
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.state: Vector = []
        self.steps = 0  # expressions looked at

    # -- expressions --

    def value(self, e: E, env: dict[str, int]) -> int:
        """The value of an expression in the present state."""
        self.steps += 1
        match e:
            case Const(value=value):
                return value
            case Local(name=name):
                return env[name]
            case Load(field=f, index=index):
                return self.state[self.place(f, [self.value(i, env) for i in index])]
            case Op(op=name, args=args):
                return self.operation(name, args, env)
            case Cond(test=test, then=then, otherwise=otherwise):
                return self.value(then if self.value(test, env) else otherwise, env)
            case Table(values=values, sizes=sizes, index=index):
                at = [self.value(i, env) for i in index]
                return -1 if min(at) < 0 else values[row_major(at, sizes)]
            case Comp():
                return self.comprehension(e, env)
            case Flood(start=start, over=over, table=table):
                return flood(self.value(start, env), self.value(over, env), table)
            case Ray():
                return self.ray(e, env)
            case HasLine(set=members, masks=masks):
                held = self.value(members, env)
                return int(any(held & mask == mask for mask in masks))
            case Times(memory=number):
                memory = self.program.memories[number]
                ring = self.program.fields[memory.ring].offset
                used = self.state[self.program.fields[memory.count].offset]
                return self.state[ring : ring + used].count(self.position(number))
        raise AssertionError(e)

    def operation(self, name: str, args: tuple[E, ...], env: dict[str, int]) -> int:
        if name in ("and", "or"):
            settled = name == "or"
            for arg in args:
                if bool(self.value(arg, env)) is settled:
                    return int(settled)
            return int(not settled)
        values = [self.value(arg, env) for arg in args]
        if name == "not":
            return int(not values[0])
        a, b = values
        match name:
            case "==" | "!=":
                return int((a == b) is (name == "=="))
            case "<" | ">":
                return int(a < b if name == "<" else b < a)
            case "<=" | ">=":
                return int(a <= b if name == "<=" else b <= a)
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case "in":
                assert a >= 0, "it is asked whether none is in a set"
                return b >> a & 1
            case "&":
                return a & b
            case "|":
                return a | b
            case "less":
                return a & ~b
        raise AssertionError(name)

    def comprehension(self, e: Comp, env: dict[str, int]) -> int:
        values = []
        for member in range(e.size):
            inner = {**env, e.var: member}
            found = self.value(e.test, inner)
            if e.kind == "all":
                if not found:
                    return 0
            elif found:
                values.append(1 << member if e.kind == "set" else
                              self.value(e.value, inner) if e.kind in VALUED else 1)
        match e.kind:
            case "all":
                return 1
            case "any":
                return int(bool(values))
            case "greatest" | "least":
                return (max if e.kind == "greatest" else min)(values, default=0)
        return sum(values)

    def ray(self, e: Ray, env: dict[str, int]) -> int:
        cell, direction = self.value(e.start, env), self.value(e.direction, env)
        assert cell >= 0 and direction >= 0, "a line from none, or towards none"
        over, passed = self.value(e.over, env), 0
        while True:
            cell = e.table[cell * e.directions + direction]
            if cell < 0 or not over >> cell & 1:
                return cell if e.end else passed
            passed |= 1 << cell

    def position(self, number: int) -> int:
        """The hash of the remembered fields (`LANGUAGE.md`, Memories)."""
        found = 0xCBF29CE484222325
        for f in self.program.memories[number].fields:
            made = self.program.fields[f]
            for element in self.state[made.offset : made.offset + made.size]:
                found = (found ^ (element + 1)) * 0x100000001B3 % 2**64
                found ^= found >> 32
        return found

    def place(self, f: int, index: list[int]) -> int:
        made = self.program.fields[f]
        return made.offset + row_major(index, [domain.size for domain in made.dims])

    # -- effects --

    def effects(self, effects: Sequence[Effect], env: dict[str, int]) -> None:
        for effect in effects:
            self.effect(effect, env)

    def effect(self, effect: Effect, env: dict[str, int]) -> None:
        match effect:
            case Store(field=f, index=index, value=value):
                place = self.place(f, [self.value(i, env) for i in index])
                kind = self.program.fields[f].type
                self.state[place] = self.value(value, env)
                assert kind.least <= self.state[place] <= kind.most
            case Let(var=var, value=value):
                env[var] = self.value(value, env)
            case IfDo(test=test, body=body, otherwise=otherwise):
                self.effects(body if self.value(test, env) else otherwise, env)
            case EachDo(var=var, set=members, body=body):
                mask = self.value(members, env)
                for member in range(mask.bit_length()):
                    if mask >> member & 1:
                        env[var] = member
                        self.effects(body, env)
            case Reset(field=f):
                made = self.program.fields[f]
                self.state[made.offset : made.offset + made.size] = made.first
            case Record(memory=number, clear=clear):
                self.remember(number, clear)
            case Finish():
                self.finish(effect, env)
            case _:
                raise AssertionError(effect)

    def remember(self, number: int, clear: bool) -> None:
        memory = self.program.memories[number]
        count = self.program.fields[memory.count].offset
        ring = self.program.fields[memory.ring].offset
        if clear:
            self.state[ring : ring + memory.capacity] = [0] * memory.capacity
            self.state[count] = 0
            return
        if self.state[count] == memory.capacity:
            self.over()
        self.state[ring + self.state[count]] = self.position(number)
        self.state[count] += 1

    def finish(self, effect: Finish, env: dict[str, int]) -> None:
        seats = range(len(self.program.seats))
        if effect.kind in ("rank", "pay"):
            values = [self.value(e, env) for e in effect.values]
            if effect.kind == "pay":
                assert self.program.pays is not None
                for seat in seats:
                    self.state[self.place(self.program.pays, [seat])] = values[seat]
            ranks = [1 + sum(other > own for other in values) for own in values]
        elif effect.kind == "drawn":
            ranks = [1 for _ in seats]
        else:
            assert effect.player is not None
            who = self.value(effect.player, env)
            first, last = (who, None) if effect.kind == "wins" else (None, who)
            ranks = [
                1 if seat == first or last not in (None, seat) else 2 if first is not None
                else len(seats) for seat in seats
            ]
        for seat in seats:
            self.state[self.place(self.program.ranks, [seat])] = ranks[seat]
        cited = effect.refs[:1]
        self.state[self.place(self.program.rule, [])] = (
            self.program.rules.index(cited[0]) + 1 if cited else 0
        )
        self.over()

    def over(self) -> None:
        for made in self.program.fields:
            if made.group == "frame":
                self.state[made.offset] = made.first[0]
        self.state[self.place(self.program.at, [])] = len(self.program.nodes)
        raise GameOver

    def block(self, number: int, values: Sequence[int]) -> int:
        """Carry out one block; what comes next, in the words of `emit`."""
        block = self.program.blocks[number]
        env = dict(zip(block.params, values, strict=True))
        try:
            self.effects(block.effects, env)
        except GameOver:
            return OVER
        match block.exit:
            case Goto(block=following):
                return following
            case Branch(test=test, then=then, otherwise=otherwise):
                return then if self.value(test, env) else otherwise
            case ToNode(node=node):
                self.state[self.place(self.program.at, [])] = node
                return -1 - node
            case TurnEnd(block=following):
                return TURN + following
        return OVER

    # -- options --

    def allows(self, alternative: Alternative, values: Sequence[int]) -> bool:
        """Whether all guards of an alternative hold for what is chosen."""
        env: dict[str, int] = {}
        for binder, value in zip(alternative.binders, values, strict=True):
            env[binder.var] = value
            if not all(self.value(guard.test, env) for guard in binder.guards):
                return False
        return all(self.value(guard.test, env) for guard in alternative.guards)


VALUED = ("total", "greatest", "least")
MOST_STEPS = 500_000  # of the plain executor, for each ruleset


def row_major(index: Sequence[int], sizes: Sequence[int]) -> int:
    """Where an element stands; every part of the index must be a thing."""
    place = 0
    for at, size in zip(index, sizes, strict=True):
        assert 0 <= at < size, f"index {list(index)} in {list(sizes)}"
        place = place * size + at
    return place


def flood(start: int, over: int, table: Sequence[int]) -> int:
    """Cells of `over` that steps lead to, found by going round until nothing is new."""
    assert start >= 0, "what can be reached from none"
    reached = table[start] & over
    while True:
        wider = reached
        for cell in range(len(table)):
            if reached >> cell & 1:
                wider |= table[cell] & over
        if wider == reached:
            return reached
        reached = wider


@cache
def game_of(path: Path) -> Game:
    return driver.load(path).instantiate()


def nodes_of_play(game: Game, seed: str, count: int) -> Iterator[Vector]:
    """The vectors at the nodes of random games, one game after the other."""
    rng = random.Random(seed)
    vector = game.machine.start()
    for _ in range(count):
        if vector[game.machine.at] == game.machine.over:
            vector = game.machine.start()
        yield list(vector)
        choices = game.machine.choices(vector)
        game.machine.apply(vector, rng.choice(choices))


def candidates(alternative: Alternative, listed: list[Choice], rng: random.Random,
               most: int) -> list[tuple[int, ...]]:
    """What could be chosen: everything if it is little, else some of it and all around options."""
    sizes = [binder.size for binder in alternative.binders]
    if prod(sizes) <= most:
        return list(itertools.product(*map(range, sizes)))
    found = {choice[1:] for choice in rng.sample(listed, min(most // 4, len(listed)))}
    for values in list(found):
        at = rng.randrange(len(sizes))
        found.add((*values[:at], rng.randrange(sizes[at]), *values[at + 1 :]))
    while len(found) < most // 2:
        found.add(tuple(map(rng.randrange, sizes)))
    return sorted(found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_emitted_options_are_those_that_pass_all_guards(path: Path) -> None:
    """However the loops are turned, an option is listed exactly if each of its guards holds."""
    game = game_of(path)
    executor, rng = Plain(game.program), random.Random(path.stem)
    outcomes = {True: 0, False: 0}
    for vector in nodes_of_play(game, "options", 40):
        if executor.steps > MOST_STEPS:
            break
        executor.state = vector
        node = game.program.nodes[vector[game.machine.at]]
        listed = game.machine.lists[node.id](list(vector))
        for number, alternative in enumerate(node.alternatives):
            own = [choice for choice in listed if choice[0] == number]
            if alternative.decline:
                assert own == [(number,)] * (len(listed) > 1)
                continue
            for values in candidates(alternative, own, rng, 120):
                allowed = executor.allows(alternative, values)
                assert allowed is ((number, *values) in own), (alternative.purpose, values)
                outcomes[allowed] += 1
        assert executor.state == vector, "looking at options changes nothing"
    assert outcomes[True] > 0
    assert outcomes[False] > 0 or all_are_options(game)


def all_are_options(game: Game) -> bool:
    """Whether no choice of the game demands anything of what is chosen."""
    return not any(
        alternative.guards or any(binder.guards for binder in alternative.binders)
        for node in game.program.nodes for alternative in node.alternatives
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_emitted_blocks_do_what_the_program_says(path: Path) -> None:
    """Block by block the emitted functions leave the same vector and go on at the same place."""
    game = game_of(path)
    executor, rng = Plain(game.program), random.Random(path.stem)
    machine = game.machine
    done: set[int] = set()
    for vector in nodes_of_play(game, "blocks", 80):
        if executor.steps > MOST_STEPS:
            break
        node = game.program.nodes[vector[machine.at]]
        choice = rng.choice(machine.choices(list(vector)))
        alternative = node.alternatives[choice[0]]
        for f, value in zip(alternative.frame, choice[1:], strict=bool(alternative.frame)):
            vector[game.program.fields[f].offset] = value
        values = () if alternative.frame else choice[1:]
        following = alternative.block
        while following >= 0:
            number = following % TURN
            executor.state = list(vector)
            following = machine.blocks[number](vector, *values)
            assert executor.block(number, values) == following
            assert executor.state == vector, f"block {number}"
            done.add(number)
            values = ()
    assert len(done) >= 3


def test_the_plain_executor_can_disagree() -> None:
    """It is not fed by what it checks: a damaged program is carried out otherwise."""
    game = game_of(ROOT / "tests/rulesets/tic-tac-toe.rules")
    executor = Plain(game.program)
    vector = next(nodes_of_play(game, "one", 1))
    executor.state = vector
    (alternative,) = game.program.nodes[0].alternatives
    assert executor.allows(alternative, (4,))
    vector[game.program.fields[1].offset + 4] = 1
    assert not executor.allows(alternative, (4,))
    with pytest.raises(AssertionError, match="index"):
        executor.value(Load(1, (Const(-1),)), {})
    with pytest.raises(AssertionError, match="none is in a set"):
        executor.value(Op("in", (Const(-1), Const(3))), {})
