"""The Transport reference model against the worked examples of its rules, its rulings and figures.

Expected values come from the rules, worked out by hand; the means of random games from a model
that was written apart from this one. Turns are written behind r, fronts of pallets behind f.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

from tests.models import transport_model as transport
from tests.models.transport import figures
from tests.models.transport.field import Field, Option, Package
from tests.models.transport.rulings import Rulings
from tests.models.transport.tiles import (
    BAG,
    DIRECTIONS,
    LAYOUTS,
    PALLETS,
    STACK,
    STARTING,
    Cell,
    beside,
    edges,
    icon,
    is_belt,
    is_pallet,
    layout,
    turns,
)
from tests.models.transport_model import State, apply, options

PLAIN = Rulings()


def lying(players: int, more: str = "", packages: dict[Cell, Package] | None = None) -> Field:
    """A start layout with more tiles and with packages."""
    return Field({**LAYOUTS[players], **layout(more)}, packages or {})


def position(
    players: int, *hand: str, more: str = "", packages: dict[Cell, Package] | None = None,
    seat: int = 0, **given: Any,
) -> State:
    """A game in which a seat is about to connect one of these tiles."""
    rulings = {name: given.pop(name) for name in list(given) if hasattr(PLAIN, name)}
    made = transport.start(players, Rulings(**rulings))
    hands = tuple(hand if who == seat else ("FL",) * 4 for who in range(players))
    return replace(
        made, stage="connect", seat=seat, hands=hands, field=lying(players, more, packages), **given
    )


def play(state: State, *chosen: Option) -> State:
    for option in chosen:
        state = apply(state, option)
    return state


def at_end(state_field: Field, tile: str, cell: Cell, rulings: Rulings = PLAIN) -> set[int]:
    """The turns in which a tile can be laid at an open end."""
    found = state_field.connections(tile, rulings)
    return {c[2] for c in found if c[0] == "end" and c[1] == cell}


def floors(state_field: Field, rulings: Rulings = PLAIN) -> set[Cell]:
    return {cell for _, cell in state_field.connections("FL", rulings)}


def before(
    state_field: Field, tile: str, pallet: Cell, rulings: Rulings = PLAIN
) -> set[tuple[int, int]]:
    """The turns and exits with which a tile can be inserted before a pallet."""
    found = state_field.connections(tile, rulings)
    return {c[2:] for c in found if c[0] == "insert" and c[1] == pallet}


def ends(state_field: Field, rulings: Rulings = PLAIN) -> dict[Cell, list[int]]:
    """The open ends: cells, with the directions in which belt shows."""
    return {c: found for c in state_field.rim if (found := state_field.ends_at(c, rulings))}


# --- the data -------------------------------------------------------------------------------


def test_manifest() -> None:
    """COMP-2, -4, -6 and part A of the rules: 80 tiles, 48 icons, 20 chips."""
    assert sum(STACK.values()) == 60
    assert sum(STARTING.values()) + PALLETS == 20
    signs = Counter(dict.fromkeys("PWF", 0))
    for tile, number in STACK.items():
        signs[icon(tile)] += number
    assert (signs["P"], signs["W"], signs["F"], signs[""]) == (18, 20, 10, 12)
    by_type = Counter[str]()
    for tile, number in STACK.items():
        by_type[tile[:2]] += number
    assert by_type == {"ST": 12, "GB": 14, "SB": 6, "JY": 6, "JA": 4, "JB": 4, "FL": 10, "LS": 4}
    assert sum(BAG.values()) == 20
    faces = Counter(face for chip, number in BAG.items() for face in chip * number)
    assert faces == dict.fromkeys(range(1, 6), 8)


def test_types() -> None:
    """TILE-3 and part A.2: turns that look alike count once; junctions have two ways out."""
    assert {kind: len(turns(kind)) for kind in ("ST", "LS", "LY", "FL", "GB", "JA", "P1")} == {
        "ST": 3, "LS": 3, "LY": 2, "FL": 1, "GB": 6, "JA": 6, "P1": 6,
    }
    for kind in ("JY", "JA", "JB"):
        assert sorted(edges(kind, 0)) == sorted("BBIFFF")
    assert edges("JA", 1) == "FBIFBF"


@pytest.mark.parametrize(("players", "tiles", "found"), [(2, 14, 28), (3, 12, 22), (4, 16, 34)])
def test_layouts(players: int, tiles: int, found: int) -> None:
    """Part A.5: numbers of tiles, of cells for a floor tile, limits of the starting set."""
    start = lying(players)
    assert len(start.tiles) == tiles
    assert len(floors(start)) == found
    used = Counter(tile for tile, _ in start.tiles.values() if not is_pallet(tile))
    assert all(used[kind] <= STARTING[kind] for kind in used)
    assert len(start.pallets) == players
    check_edges(start)


def test_example_1_setup() -> None:
    """E1: SETUP-1, -2, -5, -8, R-OPENEND; part A.5 for the other layouts."""
    state = transport.start(2)
    rng = random.Random(1)
    while state.stage == "deal":
        state = apply(state, figures.pick(state, rng))
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert (sum(state.stack.values()), sum(state.bag.values())) == (52, 20)
    assert (state.seat, state.stage) == (0, "connect")
    assert ends(lying(2)) == {(5, -3): [4], (-4, 3): [1], (0, -1): [5], (2, -1): [4]}
    letters = {cell: lying(2).letter(cell, ways[0]) for cell, ways in ends(lying(2)).items()}
    assert letters == {(5, -3): "B", (-4, 3): "B", (0, -1): "I", (2, -1): "I"}
    assert set(ends(lying(3))) == {(2, -2), (-2, 0), (0, 2)}
    assert set(ends(lying(4))) == {(0, -1), (2, -1)}


@pytest.mark.parametrize(
    ("cell", "tile", "expected"),
    [
        ((5, -3), "ST", {1}), ((5, -3), "GB", {2, 4}), ((5, -3), "SB", {3, 4}),
        ((5, -3), "JY", {0, 2, 4}), ((5, -3), "JA", {1, 3, 4}), ((5, -3), "JB", {1, 2, 4}),
        ((0, -1), "ST", {2}), ((0, -1), "GB", {5}), ((0, -1), "SB", {5}),
        ((0, -1), "JA", {5}), ((0, -1), "JB", {5}), ((0, -1), "JY", set()),
    ],
)
def test_example_2_rotations_at_an_end(cell: Cell, tile: str, expected: set[int]) -> None:
    """E2: CONNECT-2, -7, R-FIT."""
    assert at_end(lying(2), tile, cell) == expected


def test_example_2_floor() -> None:
    """E2: CONNECT-9, -10."""
    found = floors(lying(2))
    assert len(found) == 28
    assert {(1, -1), (-1, -4)} <= found
    assert (0, -1) not in found


def test_example_3_insertion() -> None:
    """E3: CONNECT-3 to -6, R-INSERT."""
    start, pallet = lying(4), (-1, -3)
    assert before(start, "GB", pallet) == {(3, 3), (5, 1)}
    assert before(start, "ST", pallet) == {(2, 2)}
    assert before(start, "JY", pallet) == {(turn, way) for turn in (1, 3, 5) for way in (1, 3)}
    west = start.connected("GB", ("insert", pallet, 3, 3))
    assert west.tiles[-2, -3] == ("P1", 0)
    east = start.connected("GB", ("insert", pallet, 5, 1))
    assert east.tiles[0, -4] == ("P1", 4)
    assert (0, -4) in east.put((-1, 0), (4, 1)).walks((-1, 0), PLAIN)
    three = east.put((-1, 0), (3, 1)).walks((-1, 0), PLAIN)
    assert (0, -4) not in three
    assert pallet in three


GAP = "SB+P(0,-1)5 SB+P(2,-1)3"


def test_example_4_a_gap_between_two_ends() -> None:
    """E4: R-MULTI, R-FIT, R-FORKMOVE, MOVE-8."""
    gap, cell = lying(2, GAP), (1, -1)
    assert ends(gap)[cell] == [0, 3]
    for tile, expected in [("ST", {0}), ("JA", {0}), ("JB", {0}), ("GB", set()), ("SB", set()),
                           ("JY", set())]:
        assert at_end(gap, tile, cell) == expected
    assert cell not in floors(gap)
    one, other = (-1, -3), (2, 3)
    assert set(gap.fork_lifts(PLAIN)) == {
        ("swap", one, other), ("move", one, (-4, 3), 1), ("move", one, (5, -3), 4),
        ("move", other, (-4, 3), 1), ("move", other, (5, -3), 4),
    }
    closed = gap.laid(cell, "ST", 0).put(cell, (2, 1))
    assert closed.walks(cell, PLAIN) == {(0, 0), (1, 0)}


def test_example_5_package_icon() -> None:
    """E5: ICON-2 to -7."""
    both = {(-1, 0): (5, 2), (2, 0): (3, 1)}
    assert options(position(2, "ST+P", "FL+P", packages=both)) == [("discard",)]
    one = {(2, 0): (3, 1)}
    state = position(2, "ST+P", packages=one)
    assert set(options(state)) == {
        ("end", "ST+P", (5, -3), 1), ("end", "ST+P", (-4, 3), 1), ("end", "ST+P", (0, -1), 2),
        ("end", "ST+P", (2, -1), 1), ("insert", "ST+P", (-1, -3), 2, 2),
        ("insert", "ST+P", (2, 3), 2, 5), ("discard",),
    }
    state = play(state, ("end", "ST+P", (5, -3), 1), ("chip", (2, 5)))
    assert state.field.packages[-1, 0] == (5, 2)
    assert sum(state.bag.values()) == 19
    for players, package in [(2, (5, 2)), (3, (5, 2)), (4, (2, 5))]:
        state = position(players, "FL+P")
        state = play(state, options(state)[0], ("chip", (2, 5)))
        cells = {option[1] for option in options(state)}
        assert (state.stage, cells) == ("load", set(state.field.empty_loading))
        cell = min(cells)
        assert apply(state, ("load", cell)).field.packages == {cell: package}


def test_example_6_wrench() -> None:
    """E6: ICON-8 to -11, R-ELSEWHERE, R-RETRIGGER."""
    state = play(position(2, "ST+W", "FL", "FL", "FL"), ("end", "ST+W", (5, -3), 1))
    assert options(state) == [("target", (5, -3))]
    state = apply(state, ("target", (5, -3)))
    assert set(options(state)) == {
        ("end", (-4, 3), 1), ("end", (0, -1), 2), ("end", (2, -1), 1),
        ("insert", (-1, -3), 2, 2), ("insert", (2, 3), 2, 5),
    }
    inserted = apply(state, ("insert", (2, 3), 2, 5))
    assert inserted.field.tiles[2, 3] == ("ST+W", 2)
    assert inserted.field.tiles[2, 4] == ("P2", 2)
    assert inserted.stage == "draw"


def test_example_7_hex_rule_and_executability() -> None:
    """E7: HEX-1, ICON-2, R-EXEC, R-HEXWHEN."""
    def cells(tile: str) -> set[Cell]:
        return {o[2] for o in options(position(3, tile)) if o[0] == "floor"}

    assert len(cells("FL")) == 22
    assert cells("FL") - cells("FL+W") == {(0, 0)}
    assert cells("FL+P") == cells("FL+F") == cells("FL")


def test_example_8_fork_lift() -> None:
    """E8: ICON-13 to -15, R-FORKSWAP."""
    state = play(position(2, "ST+F", "FL", "FL", "FL"), ("end", "ST+F", (5, -3), 1))
    one, other = (-1, -3), (2, 3)
    places = [((-4, 3), 1), ((0, -1), 5), ((2, -1), 4), ((6, -4), 4)]
    moves = {("move", pallet, *place) for pallet in (one, other) for place in places}
    assert set(options(state)) == {("swap", one, other), *moves}
    swapped = apply(state, ("swap", one, other)).field.tiles
    assert (swapped[other], swapped[one]) == (("P1", 2), ("P2", 5))


def test_example_9_move_and_bank() -> None:
    """E9: MOVE-4, -5, -10, -11, R-FLIPONCE, R-PALLETSTOP."""
    packages = {(-1, 0): (3, 1)}
    for seat in (0, 1):
        state = position(2, "FL", packages=packages, seat=seat)
        state = apply(state, ("floor", "FL", (1, -1)))
        to_pallet, along = ("package", (-1, 0), (-1, -3)), ("package", (-1, 0), (2, 0))
        assert set(options(state)) == {to_pallet, along}
        banked = apply(state, to_pallet)
        assert (banked.homebases, banked.field.packages) == (((1,), ()), {})
        assert apply(state, along).field.packages == {(2, 0): (1, 3)}


def test_example_10_stuck() -> None:
    """E10: MOVE-2, -9."""
    packages = {(-1, 0): (5, 2), (1, 0): (5, 3)}
    state = apply(position(2, "FL", packages=packages), ("floor", "FL", (1, -1)))
    assert state.stage == "draw"


@pytest.mark.parametrize(
    ("cell", "number", "expected"),
    [
        ((0, -1), 1, {(0, 0)}), ((0, -1), 2, {(-1, 0), (1, 0)}),
        ((0, 0), 1, {(-1, 0), (1, 0)}),
    ],
)
def test_example_11_one_way(cell: Cell, number: int, expected: set[Cell]) -> None:
    """E11: TILE-3, MOVE-8, R-DIRECTION."""
    state_field = lying(2, "ST(0,-1)2", {cell: (number, 5)})
    assert state_field.walks(cell, PLAIN) == expected


def test_example_12_discard() -> None:
    """E12 (a): DISCARD-1, -3 to -6."""
    packages = {(-1, 0): (5, 2), (2, 0): (3, 1)}
    stack = {"GB": 31}
    hand = ("ST+P", "GB+P", "SB+P", "FL+P")
    state = position(2, *hand, packages=packages, stack=stack)
    assert options(state) == [("discard",)]
    state = apply(state, ("discard",))
    assert state.stack == {"GB": 31, **dict.fromkeys(hand, 1)}
    assert transport.weight(state, ("tile", "GB")) == 31
    state = play(state, *[("tile", "GB")] * 4)
    assert sum(state.stack.values()) == 31
    assert options(state) == [("package", (2, 0), (2, 3))]
    state = apply(state, options(state)[0])
    assert (state.homebases, state.seat, state.stage) == (((), (1,)), 1, "connect")


def test_example_12_ends() -> None:
    """E12 (b): DRAW-1, -2, END-2, R-STACKEND."""
    state = position(2, "FL", "FL", "FL", "FL", stack={"GB": 1})
    state = play(state, ("floor", "FL", (1, -1)), ("tile", "GB"))
    assert (state.ended, state.seat) == (False, 1)
    state = play(state, options(state)[0])
    assert (state.ended, state.reason) == (True, "stack")
    state = position(2, "FL", "FL", "FL", "FL", stack={"GB": 1}, stack_end="emptied")
    state = play(state, ("floor", "FL", (1, -1)), ("tile", "GB"))
    assert (state.ended, state.reason) == (True, "stack")


# --- other endings and scores ---------------------------------------------------------------


def test_a_fourth_package_ends_the_game_at_once() -> None:
    """END-1, R-FOURTH: whoever moved it; a team's joint number does not count."""
    packages = {(-1, 0): (3, 1)}
    state = position(4, "FL", packages=packages, homebases=((5, 5, 5), (), (4,), ()), seat=1)
    state = play(state, options(state)[0], ("package", (-1, 0), (-1, -3)))
    assert (state.ended, state.reason, state.homebases[0]) == (True, "fourth package", (5, 5, 5, 1))
    assert transport.winners(state) == {0, 2}
    assert transport.score(state, (0, 2)) == 20
    three = position(4, "FL", packages=packages, homebases=((5, 5), (), (4, 1), ()))
    assert not play(three, options(three)[0], ("package", (-1, 0), (-1, -3))).ended


def test_nothing_connected_for_five_rounds_ends_the_game() -> None:
    """R-STALL, R-DISCNODRAW: two players, ten turns, the stack empty all the time."""
    state = position(2, "FL", "FL", "FL", "FL", stack={})
    for _ in range(9):
        state = play(state, ("discard",), *[("tile", "FL")] * 4)
        assert not state.ended
    state = play(state, ("discard",), *[("tile", "FL")] * 4)
    assert (state.ended, state.reason, state.turns) == (True, "stall", 10)
    idle = position(2, "FL", "FL", "FL", "FL", stack={"GB": 1}, idle=9)
    idle = play(idle, options(idle)[0], ("tile", "GB"))
    assert (idle.ended, idle.idle) == (False, 0)


def test_ties() -> None:
    """R-TIE, END-4."""
    def won(tie_break: str, *homebases: tuple[int, ...]) -> set[int]:
        made = transport.start(len(homebases), Rulings(tie_break=tie_break))
        return transport.winners(replace(made, stage="over", homebases=homebases))

    assert won("shared", (4,), (1, 3), (3,)) == {0, 1}
    assert won("most_packages", (4,), (1, 3), (3,)) == {1}
    assert won("fewest_packages", (4,), (1, 3), (3,)) == {0}
    assert won("shared", (4,), (), (), (5,)) == {1, 3}


# --- rulings --------------------------------------------------------------------------------


def test_rulings_on_fitting() -> None:
    """R-ARROWFIT: ways in against ways in. R-OPENEND, R-INONLYEND, R-ISOLATED."""
    strict = Rulings(arrow_fit="compatible")
    lone = Field(layout("JY(0,0)0"))
    assert lone.letter((1, 0), 3) == "I"
    assert at_end(lone, "JY", (1, 0)) == {1, 3, 5}
    assert at_end(lone, "JY", (1, 0), strict) == {1, 5}
    apart = Field(layout("ST(0,0)0 P1(5,0)0"))
    fronts = Rulings(pallet_front_is_open_end="yes")
    assert set(ends(apart)) == {(1, 0), (-1, 0)}
    assert set(ends(apart, fronts)) == {(1, 0), (-1, 0), (6, 0)}
    assert before(apart, "ST", (5, 0)) == set()
    assert before(apart, "ST", (5, 0), Rulings(insert_isolated="yes")) == {(0, 3)}
    reachable = Rulings(pallet_on_inonly="forbidden")
    places = {o[2] for o in lying(2).fork_lifts(reachable) if o[0] == "move"}
    assert places == {(5, -3), (-4, 3)}


def test_rulings_on_the_wrench() -> None:
    """R-ELSEWHERE, R-RIDE, R-CONNECTED."""
    bend = lying(2, "GB+P(5,-3)2", {(5, -3): (3, 1)})
    same = Rulings(wrench_same_cell="other_rotation")
    turned = {c for c in bend.destinations((5, -3), same) if c[1] == (5, -3)}
    assert turned == {("end", (5, -3), 4)}
    assert not any(c[1] == (5, -3) for c in bend.destinations((5, -3), PLAIN))
    assert list(bend.wrench_targets(Rulings(wrench_package="blocks"))) == []
    moved = bend.wrenched((5, -3), ("end", (-4, 3), 1))
    assert moved.packages == {(-4, 3): (3, 1)}
    chain = Field(layout("ST(0,0)0 ST+P(1,0)0 ST(2,0)0"))
    apart = {c[1] for c in chain.destinations((1, 0), PLAIN)}
    assert apart == {(-1, 0), (3, 0)}  # the hole itself is no other cell
    assert list(chain.destinations((1, 0), Rulings(field_connectivity="single_component"))) == []


def test_a_wrenched_tile_that_acts_again() -> None:
    """R-RETRIGGER: it does, once; the tile that was played has acted already."""
    state = position(
        2, "FL+W", "FL", "FL", "FL", more="FL+P(1,-1)0", wrench_retrigger="once_per_tile_per_turn"
    )
    state = play(state, ("floor", "FL+W", (0, -2)), ("target", (1, -1)), ("floor", (-1, -4)))
    assert state.stage == "chip"
    own = position(2, "FL+W", "FL", "FL", "FL", wrench_retrigger="once_per_tile_per_turn")
    own = play(own, ("floor", "FL+W", (0, -2)), ("target", (0, -2)), ("floor", (-1, -4)))
    assert own.stage == "draw"
    plain = position(2, "FL+W", "FL", "FL", "FL", more="FL+P(1,-1)0")
    plain = play(plain, ("floor", "FL+W", (0, -2)), ("target", (1, -1)), ("floor", (-1, -4)))
    assert plain.stage == "draw"


def walled() -> Field:
    """Two players; the first pallet has a belt in front, a bend beside and floor around."""
    others = [beside((-1, -3), way) for way in DIRECTIONS if way != 5]
    more = " ".join(f"FL({q},{r})0" for q, r in others[1:])
    first = "SB+P({},{})0".format(*others[0])
    return lying(2, f"{more} {first}")


def test_hex_rule_and_pallets() -> None:
    """HEX-1, R-INSERTHEX, R-FORKSWAP: a surrounded pallet."""
    shut = walled()
    pallet, bend = (-1, -3), (0, -3)
    assert shut.surrounded(pallet)
    assert list(shut.fork_lifts(PLAIN)) != []
    assert not any(pallet in option for option in shut.fork_lifts(PLAIN))
    assert ("swap", pallet, (2, 3)) in shut.fork_lifts(Rulings(swap_hex="one_free"))
    assert before(shut, "SB", pallet) == set()
    slid = {c for c in shut.destinations(bend, PLAIN) if c[0] == "insert" and c[1] == pallet}
    assert [beside(pallet, c[3]) for c in slid] == [bend]
    kept = Rulings(hex_shields_shift="yes")
    assert not any(c[:2] == ("insert", pallet) for c in shut.destinations(bend, kept))


def test_rulings_on_packages() -> None:
    """R-LOADORDER, R-EMPTYBAG, R-FLIPONCE, R-LOOP, R-JUNCTION."""
    first = play(position(2, "FL+P", package_order="place_then_draw"), ("floor", "FL+P", (1, -1)))
    assert first.stage == "load"
    first = play(first, ("load", (2, 0)), ("chip", (1, 4)))
    assert first.field.packages == {(2, 0): (4, 1)}
    empty: dict[Package, int] = {}
    assert options(position(2, "FL+P", bag=empty)) == [("discard",)]
    ignored = position(2, "FL+P", bag=empty, empty_bag="ignore_icon")
    assert apply(ignored, ("floor", "FL+P", (1, -1))).stage == "draw"
    twice = position(2, "FL", packages={(-1, 0): (3, 1)}, pallet_flip="twice")
    twice = play(twice, ("floor", "FL", (1, -1)), ("package", (-1, 0), (-1, -3)))
    assert twice.homebases == ((3,), ())
    ring = Field(layout("SB+P(0,0)0 SB(1,-1)4 SB(1,0)2"), {(0, 0): (3, 1)})
    assert ring.walks((0, 0), PLAIN) == {(0, 0)}
    assert ring.walks((0, 0), Rulings(loops="no_tile_twice")) == set()
    branch = lying(2, "ST(0,-1)2", {(0, -1): (2, 5)})
    # JB is entered over base edge 2; it may lead to base edge 0 only
    one_way = Rulings(paths={"JB": frozenset({(2, 0), (0, 3), (3, 0)})})
    assert branch.walks((0, -1), one_way) == {(1, 0)}


def test_rulings_on_discarding() -> None:
    """R-DISCORDER, R-DISCNODRAW."""
    state = position(2, "GB", "GB", "GB", "GB", stack={"FL": 5}, discard_order="draw_first")
    state = apply(state, ("discard",))
    assert options(state) == [("tile", "FL")]
    state = play(state, *[("tile", "FL")] * 4)
    assert {tile: n for tile, n in state.stack.items() if n} == {"FL": 1, "GB": 4}
    last = position(2, "FL", "FL", "FL", "FL", stack={}, discard_on_empty_stack="ends_game")
    assert apply(last, ("discard",)).reason == "discard"
    kept = position(2, "FL", "FL", "FL", "FL", stack={}, discard_on_empty_stack="forbidden")
    assert ("discard",) not in options(kept)
    stuck = position(
        2, "FL+P", packages={(-1, 0): (5, 2), (2, 0): (3, 1)}, stack={},
        discard_on_empty_stack="forbidden",
    )
    assert options(stuck) == [("skip",)]
    assert apply(stuck, ("skip",)).stage == "package"


def test_rulings_on_seats_and_views() -> None:
    """R-FIRST, R-COLOUR, R-UNUSED, R-SECRET, R-BACKFACE."""
    drawn = transport.start(3, Rulings(first_player="random"))
    assert options(drawn) == [("first", seat) for seat in range(3)]
    assert apply(drawn, ("first", 2)).seat == 2
    chosen = transport.start(2, Rulings(colours="chosen"))
    assert options(chosen) == [("colour", "P1"), ("colour", "P2")]
    chosen = play(chosen, ("colour", "P2"), ("colour", "P1"))
    assert (chosen.pallets, chosen.stage, chosen.seat) == (("P2", "P1"), "deal", 0)
    strange = {**LAYOUTS[2], (5, -3): ("P4", 4)}
    with pytest.raises(ValueError, match="nobody"):
        transport.start(2, layout=strange)
    neutral = transport.start(2, Rulings(neutral_pallet="chip_removed"), strange)
    away = replace(neutral, stage="package", field=neutral.field.put((2, 0), (3, 1)))
    away = apply(away, ("package", (2, 0), (5, -3)))
    assert (away.removed, away.homebases, away.field.packages) == (1, ((), ()), {})
    state = position(4, "GB", "GB", "GB", "GB", packages={(-1, 0): (3, 1)})
    assert transport.view(state, 0)["hands"] == [("GB",) * 4, 4, 4, 4]
    assert transport.view(state, 0)["packages"] == {(-1, 0): (3, 1)}
    open_hands = replace(state, rulings=Rulings(partner_sees_hand="yes", chip_backs="hidden"))
    assert transport.view(open_hands, 2)["hands"] == [("GB",) * 4, 4, ("FL",) * 4, 4]
    assert transport.view(open_hands, 2)["packages"] == {(-1, 0): (3,)}


# --- random play ----------------------------------------------------------------------------


def check_edges(state_field: Field) -> None:
    for cell, (tile, turn) in state_field.tiles.items():
        for way in DIRECTIONS:
            other = state_field.letter(cell, way)
            assert not other or (other == "F") == (edges(tile, turn)[way] == "F")


def check(state: State) -> None:
    """The invariants of the model."""
    check_edges(state.field)
    assert all(is_belt(state.field.tiles[cell][0]) for cell in state.field.packages)
    held = sum(map(len, state.hands)) + sum(state.stack.values()) + len(state.returning)
    assert held + len(state.field.tiles) == 60 + len(LAYOUTS[state.players])
    packages = len(state.field.packages) + sum(map(len, state.homebases)) + (state.chip is not None)
    assert packages + sum(state.bag.values()) == 20
    if state.stage == "connect":
        assert all(len(hand) == 4 for hand in state.hands)
    assert len(state.field.pallets) == state.players
    for cell in state.field.pallets:
        assert cell not in state.field.packages
    # what the field keeps up to date, worked out anew
    assert state.field.rim == Field(state.field.tiles).rim


@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_in_random_play(players: int) -> None:
    rng = random.Random(players)
    state = transport.start(players)
    while not state.ended:
        check(state)
        assert options(state)
        assert len(set(options(state))) == len(options(state))
        state = apply(state, figures.pick(state, rng))
    check(state)
    assert transport.winners(state)


def test_every_ruling_can_be_played() -> None:
    """No ruling leads to a state without options, or to one whose edges do not fit."""
    rng = random.Random(1)
    for name, values in Rulings.values().items():
        for value in values[1:]:
            state = transport.start(2, Rulings(**{name: value}))
            while not state.ended and state.turns < 6:
                assert options(state), (name, value)
                state = apply(state, figures.pick(state, rng))
            check_edges(state.field)


def test_a_surrounded_pallet_has_nowhere_to_slide() -> None:
    """R-INSERTHEX: from the hand the question cannot arise."""
    assert all(before(walled(), tile, (-1, -3)) == set() for tile in STACK if is_belt(tile))


#: Part A.6 of the rules: 300 random games each, played by a model written apart from this one.
MEANS = {
    2: {"turns": 53.6, "stack": 282 / 300, "fourth package": 15 / 300, "chips entered": 14.1,
        "banked": 1.83, "points": 4.8, "nothing banked": 50 / 300, "ties": 62 / 300,
        "radius": 10.6, "choices": 65},
    3: {"turns": 48.4, "stack": 265 / 300, "fourth package": 35 / 300, "chips entered": 12.2,
        "banked": 2.46, "points": 6.0, "nothing banked": 36 / 300, "ties": 47 / 300,
        "radius": 9.2, "choices": 62},
    4: {"turns": 45.6, "stack": 292 / 300, "fourth package": 8 / 300, "chips entered": 12.9,
        "banked": 2.26, "points": 6.6, "nothing banked": 35 / 300, "ties": 46 / 300,
        "radius": 10.0, "choices": 74},
}


def check_figures(players: int, number: int) -> None:
    """Two samples, each with its error: that of the rules' 300 games is scaled from ours."""
    played = figures.games(players, number, seed=players)
    for key, expected in MEANS[players].items():
        numbers = [counts[key] for counts in played]
        spread = figures.error(numbers) * (1 + number / 300) ** 0.5
        if not any(numbers) or (all(numbers) and expected <= 1):  # a share of so few games
            spread = (expected * (1 - expected) / number) ** 0.5
        assert abs(mean(numbers) - expected) < 4 * spread + 0.05, key


def test_figures_of_random_games() -> None:
    check_figures(2, 12)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_figures_of_many_random_games(players: int) -> None:
    check_figures(players, 100)
