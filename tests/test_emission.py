"""Lowering and emission: small rulesets beside the lines they become, and a plain executor.

The first part pairs a few lines of a ruleset with the decisive lines of the printed program or of
the emitted Python. The second part carries out programs by their definition (`ir`), one node of an
expression after the other and without any loop turned inside out, and compares that with the
emitted functions on every ruleset.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import prod
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter import driver
from rulewright.interpreter.engine.emit import OVER, TURN
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.engine.machine import Choice, Vector
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
from rulewright.interpreter.program.printer import print_program

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


def plain(line: str) -> str:
    """A line of emitted Python with its locals and tables by their nouns alone."""
    line = re.sub(r"\b(?!b\d|o\d)_?([a-z]+?)\d+\b(?!\()", r"\1", line)
    return re.sub(r"\bT\d+\b", "T", line)


def options_of(game: Game, node: int = 0) -> list[str]:
    """The lines of the function that lists a node's options, by `plain`."""
    found = re.search(rf"^def o{node}\(S\):\n((?:    .*\n)+)", game.machine.source, re.MULTILINE)
    assert found is not None
    return [plain(line[4:]) for line in found[1].splitlines()]


def place(game: Game, name: str) -> str:
    """How emitted code writes the first element of a field."""
    return str(next(made.offset for made in game.program.fields if made.name == name))


def depth(lines: list[str], text: str) -> int:
    """How deep the one line with a text is nested."""
    (found,) = [line for line in lines if text in line]
    return (len(found) - len(found.lstrip())) // 4


def section(game: Game, heading: str) -> list[str]:
    """The lines of a section of the printed program."""
    lines = print_program(game.program).splitlines()
    start = lines.index(heading) + 1
    end = next((i for i in range(start, len(lines)) if not lines[i]), len(lines))
    return [line[2:] for line in lines[start:end]]


def block(game: Game, number: int) -> list[str]:
    """The lines of one printed block, without its head."""
    lines = section(game, "blocks")
    start = next(i for i, line in enumerate(lines) if re.match(rf"{number}(\(.*\))?:", line))
    if not lines[start].endswith(":"):
        return [lines[start].partition(": ")[2]]
    end = next((i for i in range(start + 1, len(lines)) if not lines[i].startswith("  ")),
               len(lines))
    return [line[2:] for line in lines[start + 1 : end]]


# ---- options become loops -----------------------------------------------------------------------


def test_guards_stand_in_the_outermost_loop_that_binds_what_they_use(make: Make) -> None:
    game = make("""
turn
  must move a Stone of the player to a field
    only if the player's reserve is at least 1
    only if the Stone is not tired
    only if the field is not wet
    the player wins
""")
    lines = options_of(game)
    reserve, tired, wet = (place(game, name) for name in ("reserve", "tired", "wet"))
    assert depth(lines, f"if (S[{reserve} + S[0]] >= 1)") == 0
    assert depth(lines, "for stone in range(9)") == 1
    assert depth(lines, f"(not S[{tired} + stone])") == 2
    assert depth(lines, "for field in range(9)") == 3
    assert depth(lines, f"(not S[{wet} + field])") == 4
    assert depth(lines, "R.append((0, stone, field))") == 5


def test_a_set_that_is_demanded_becomes_the_loop(make: Make) -> None:
    """`x in SET` is no test: the set is walked; it is computed where its start is bound."""
    game = make("""
turn
  must move a Stone of the player to a field
    only if the field is connected to the Stone's field by orthogonal steps
      over empty fields
    only if the field is not wet
    the player wins
""")
    lines = options_of(game)
    cells = place(game, "piece")
    here = f"(S[{cells} + field] == -1)"
    assert depth(lines, f"t = sum([1 << field for field in range(9) if {here}])") == 0
    assert depth(lines, "for stone in range(9)") == 0
    assert depth(lines, "t = flood(stone, t, T)") == 2
    assert depth(lines, "for field in bits(t)") == 2
    assert depth(lines, f"if (not S[{place(game, 'wet')} + field])") == 3
    printed = section(game, "nodes")
    assert any(
        "only if field in flood(stone, set(field2 below 9: Yard.piece[field2] == -1), T1)" in line
        for line in printed
    )
    assert section(game, "tables") == ["T1, 9 values: 10 21 34 81 170 276 136 336 160"]


def test_sets_are_computed_behind_the_cheap_tests_of_their_level(make: Make) -> None:
    game = make("""
turn
  must if possible choose a field
    only if the field is connected to a1 by steps over empty fields
    only if the player's reserve is at least 1
    the player wins
  the game is drawn
""")
    lines = options_of(game)
    reserve = place(game, "reserve")
    (test,) = [at for at, line in enumerate(lines) if f"if (S[{reserve} + S[0]] >= 1)" in line]
    computed = [at for at, line in enumerate(lines) if line.lstrip().startswith("t = ")]
    assert len(computed) == 2 and test < min(computed)
    assert depth(lines, "for field in bits(t)") == 1


def test_a_value_that_is_demanded_becomes_the_loop(make: Make) -> None:
    game = make("""
turn
  must choose a field where (the field is either the beacon or b2)
    the player wins
""")
    assert options_of(game) == [
        "R = []", f"for field in among(9, S[{place(game, 'beacon')}], 4):",
        "    R.append((0, field))", "return R",
    ]


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
    assert options_of(easy) == [
        "R = []", "for fruit in range(3):", "    R.append((0, fruit))", "return R"
    ]
    assert "for fruit in among(3, 0):" in options_of(hard)


def test_declining_stands_last_and_only_beside_another(make: Make) -> None:
    game = make("""
turn
  may choose a wet field, or "no"
    the player wins
  the game is drawn
""")
    assert options_of(game)[-2:] == ["if R: R.append((1,))", "return R"]
    assert any('written "no"' in line and line.endswith(", only beside another")
               for line in section(game, "nodes"))
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


def test_an_order_is_one_node_over_its_parts(make: Make) -> None:
    game = make(ORDER)
    (node,) = game.program.nodes
    nodes = section(game, "nodes")
    head = f"0: decision of game.to_move at block {node.block}"
    assert nodes[0] == f"{head}, if empty -> {node.empty}"
    guards = [line.strip() for line in nodes if "frame" in line]
    assert guards == [
        "only if not frame.done_1", "only if frame.part == 0 or frame.part == 1",
        "only if not frame.done_2", "only if frame.part == 0 or frame.part == 2",
    ]
    first, second = (alternative.block for alternative in node.alternatives)
    # The part that repeats is begun; the other one is done with its one choice.
    assert block(game, first)[0] == "frame.part := 1"
    assert block(game, second)[0] == "frame.done_2 := 1"
    assert all(block(game, b)[-1] == f"-> {node.block}" for b in (first, second))
    # Nothing possible: a part that has begun is done now, else all is over and forgotten.
    assert node.empty is not None
    (dry,) = block(game, node.empty)
    found = re.fullmatch(r"-> (\d+) if frame\.part == 0 else (\d+)", dry)
    assert found is not None
    assert block(game, int(found[2])) == [
        "if frame.part == 1:", "  frame.done_1 := 1", "if frame.part == 2:",
        "  frame.done_2 := 1", "frame.part := 0", f"-> {node.block}",
    ]
    assert block(game, int(found[1]))[:3] == [
        "frame.part := 0", "frame.done_1 := 0", "frame.done_2 := 0"
    ]


def test_a_mix_does_not_mark_the_part_that_has_begun(make: Make) -> None:
    game = make(ORDER.replace("in either order", "in any mix"))
    printed = print_program(game.program)
    assert "frame.part := 1" not in printed and "frame.part == 0 or" not in printed
    assert [line.strip() for line in section(game, "nodes") if "frame" in line] == [
        "only if not frame.done_1", "only if not frame.done_2",
    ]


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
    names = [line.partition(":")[0] for line in section(game, "fields") if "frame." in line]
    assert any(line.endswith(f"kept in {', '.join(names)}") for line in section(game, "nodes"))
    assert block(game, outer.alternatives[0].block)[-1].startswith("-> ")
    assert inner.alternatives[0].frame == (), "what is not needed later is handed over"
    # Once the inner choice is made, the rest of the body runs, then both are emptied.
    rest = block(game, int(block(game, inner.alternatives[0].block)[-1].removeprefix("-> ")))
    fruit, basket = names
    assert rest[0] == f"if {fruit} == 0 and {basket} == 0:"
    assert rest[-3:-1] == [f"{basket} := -1", f"{fruit} := -1"]
    state = game.start().apply("apple-big")
    assert [state.vector[made.offset] for made in frame] == [0, 0]
    state = state.apply("b2")
    assert [state.vector[made.offset] for made in frame] == [-1, -1]
    assert state.purpose == last.alternatives[0].purpose


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
    printed = print_program(game.program)
    assert "decision of frame.seat " in printed
    assert re.search(r"^    frame\.seat := \(1 2 0\):3\[frame\.seat\]$", printed, re.MULTILINE)
    assert re.search(r"^    frame\.seats_left := frame\.seats_left - 1$", printed, re.MULTILINE)
    assert re.search(r"-> \d+ if frame\.seats_left > 0 else \d+$", printed, re.MULTILINE)
    assert printed.count("frame.seats_left := 0") == printed.count("frame.seat := -1") == 1


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
    game = make(PLAIN, players=3)
    (ending,) = [line for line in section(game, "blocks") if "end of turn" in line]
    after = block(game, int(ending.partition("-> ")[2]))
    assert after[:-1] == [
        "reset field.wet", "reset turn.sum", "game.to_move := (1 2 0):3[game.to_move]",
    ]
    noted = [line.partition(":")[0] for line in section(game, "fields") if "this turn" in line]
    assert noted == ["field.wet[field 9]", "turn.sum"]
    state = game.start().apply("b2")
    assert state.vector == [1, *game.start().vector[1:]]


def test_a_whole_field_is_reset_at_once(make: Make) -> None:
    game = make(PLAIN)
    wet = int(place(game, "wet"))
    assert re.search(rf"^    S\[{wet}:{wet + 9}\] = T\d+$", game.machine.source, re.MULTILINE)


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


def test_table_rows_become_one_constant(make: Make) -> None:
    """Rows by columns: big holds apple and plum, small holds pear."""
    game = make(TABLE)
    assert any("(1 0 1 0 1 0):2x3[basket, fruit]" in line for line in section(game, "nodes"))
    assert game.start().options() == ["big-apple", "big-plum", "small-pear"]


def test_rows_about_a_kind_become_a_table(make: Make) -> None:
    game = make(TABLE)
    (stored,) = [line for line in section(game, "blocks") if "player.reserve" in line]
    assert stored.strip() == "player.reserve[game.to_move] := (2 5 5):3[fruit]"


def test_a_bound_is_watched_only_where_it_can_break(make: Make) -> None:
    game = make("""
turn
  must choose a number from 0 to 5, written "set {number}"
    the player's reserve becomes it
    the sum goes up by it
    the player wins
""")
    source = game.machine.source
    made = {made.name: made for made in game.program.fields}
    assert source.count("out_of_bounds(") == 1
    assert f"out_of_bounds({made['sum'].id}, v, " in source
    assert f"if not 0 <= v <= 9: out_of_bounds({made['sum'].id}" in source


def test_an_end_is_tested_where_its_fields_change(make: Make) -> None:
    game = make("""
end as soon as the sum is at least 2
  the player wins
turn
  must choose a fruit
    the player's reserve becomes 0
    the sum goes up by 1
""")
    body = block(game, game.program.nodes[0].alternatives[0].block)
    assert body[:4] == [
        "player.reserve[game.to_move] := 0", "turn.sum := turn.sum + 1",
        "if turn.sum >= 2:", "  finish wins game.to_move",
    ]
    assert print_program(game.program).count("finish") == 1


def test_chance_keeps_its_weights(make: Make) -> None:
    game = make("""
turn
  at random pick a fruit, weighted by (3 if the fruit is pear otherwise 1)
    the player wins
""")
    (node,) = game.program.nodes
    assert node.chance and section(game, "nodes")[0].startswith("0: chance at block ")
    assert game.start().outcomes() == [("apple", 1), ("pear", 3), ("plum", 1)]
    assert game.machine.emitter.weights(node) == [
        f"lambda S, {node.alternatives[0].binders[0].var}: "
        f"(3 if ({node.alternatives[0].binders[0].var} == 1) else 1)"
    ]


def test_tracing_counts_and_nothing_else(make: Make) -> None:
    """With the lines that count taken away, the traced program is the plain one."""
    from rulewright.interpreter.engine.machine import Machine

    game = make("""
turn
  must choose a field
    the field becomes wet                                     [SAM-WET-01]
    if the field is b2                                        [SAM-IF-01]
      the player wins                                         [SAM-WIN-01]
""")
    traced = Machine(game.program, traced=True).source
    lines = traced.splitlines()
    counts = [line for line in lines if line.strip().startswith("hits[")]
    assert {re.findall(r"SAM-\w+-\d+", line)[0] for line in counts} == {
        "SAM-WET-01", "SAM-IF-01", "SAM-WIN-01"
    }
    assert [line for line in lines if line not in counts] == game.machine.source.splitlines()
    assert "hits" not in game.machine.source


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
