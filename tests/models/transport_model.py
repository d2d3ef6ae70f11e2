"""A reference model of the tile-laying game Transport for 2 to 4 players, with all of its rulings.

It is a second witness for a rules engine: written straight from the rules, as plain data. Tiles,
chips and layouts are in `transport/tiles.py`, what fits and can move where in
`transport/field.py`, what icons set off in `transport/icons.py`, a policy and its figures in
`transport/figures.py`; here is the course of the game. Seats are numbered from 0 clockwise; pallet
`P1` belongs to seat 0, and so on. With four players seats 0 and 2 are a team, and seats 1 and 3.

`start` makes a state, `options` lists what may be chosen in it or what chance may bring, `weight`
says how likely such an outcome is, and `apply` gives the state after one of them. Options are
small tuples: `("end", tile, cell, turn)`, `("insert", tile, cell of the pallet, turn, exit)`,
`("floor", tile, cell)`, `("discard",)`, `("skip",)`; `("load", cell)`, `("target", cell)`, then a
connection without its tile, `("swap", cell, cell)`, `("move", cell, cell, front)`;
`("package", cell, cell)`; and by chance `("tile", tile)`, `("chip", numbers)`, `("first", seat)`.
Tiles and chips that look alike are one option.

Comments such as MOVE-3 or R-LOOP name the rule TRN-MOVE-3 or the ruling TRN-R-LOOP.

Invariants: hands, stack and field hold the 60 drawing tiles and the starting tiles of the layout;
bag, field and homebases hold 20 chips; between turns every hand has four tiles; edges fit and no
tile carries two packages (`Field`). Chance draws one tile or chip at a time from all that are
left, which is the same as shuffling them before (SETUP-6, R-STACKS); the table has no edge
(R-TABLE).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from tests.models.transport.field import Connection, Field, Option, Package
from tests.models.transport.icons import Icons, marked
from tests.models.transport.rulings import Rulings
from tests.models.transport.tiles import BAG, LAYOUTS, STACK, Cell, Layout, icon, is_pallet

CHANCE = -1
HAND = 4  # SETUP-8
FULL = 4  # END-1: packages on one homebase


@dataclass(frozen=True)
class State:
    """A game in progress. `stage` says what is decided next, and `seat` by whom.

    Stages: `first`, `colour`, `deal`, `connect`, `chip`, `load`, `target`, `destination`, `fork`,
    `package`, `draw`, `exchange` (drawing a new hand) and `over`.
    """

    rulings: Rulings
    players: int
    stage: str
    field: Field
    seat: int = 0
    hands: tuple[tuple[str, ...], ...] = ()
    stack: Mapping[str, int] = field(default_factory=lambda: dict(STACK))
    bag: Mapping[Package, int] = field(default_factory=lambda: dict(BAG))
    #: The worths of the packages on each seat's homebase (SETUP-4, TILE-10).
    homebases: tuple[tuple[int, ...], ...] = ()
    #: The pallets of the seats, by their tiles (TILE-9, SETUP-3).
    pallets: tuple[str, ...] = ()
    #: Packages brought to a pallet of nobody (R-UNUSED).
    removed: int = 0
    #: Whether a tile was connected this turn, and the turns in a row in which none was (R-STALL).
    connecting: bool = False
    idle: int = 0
    turns: int = 0
    #: Where the icon's work goes on: the loading tile or the wrench's target that was chosen.
    cell: Cell | None = None
    #: The chip that was drawn for a loading tile to be chosen.
    chip: Package | None = None
    #: The cells of the tiles whose icons have acted this turn (R-RETRIGGER).
    acted: frozenset[Cell] = frozenset()
    #: The hand put aside while a new one is drawn first (R-DISCORDER).
    returning: tuple[str, ...] = ()
    #: Why the game ended: `stack`, `fourth package`, `stall`, `discard`.
    reason: str = ""

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.stage == "over"

    @property
    def decider(self) -> int:
        """The seat that decides, or CHANCE."""
        by_chance = self.stage in ("first", "deal", "chip", "draw", "exchange")
        return CHANCE if by_chance else self.seat

    @cached_property
    def options(self) -> list[Option]:
        """What may be chosen now, or what chance may bring."""
        return listed(self)


def start(players: int, rulings: Rulings | None = None, layout: Layout | None = None) -> State:
    """The game before the hands are dealt (COMP-1, SETUP-1 to -7)."""
    if players not in LAYOUTS:
        raise ValueError("Transport is for 2, 3 or 4 players")
    rulings = rulings or Rulings()
    made = Field(dict(layout or LAYOUTS[players]))
    pallets = tuple(f"P{seat + 1}" for seat in range(players))
    others = {tile for tile, _ in made.tiles.values() if is_pallet(tile)} - set(pallets)
    if others and rulings.neutral_pallet == "none":  # R-UNUSED
        raise ValueError(f"{others} belong to nobody")
    state = State(
        rulings, players, "deal", made,
        hands=((),) * players, homebases=((),) * players, pallets=pallets,
    )
    if rulings.colours == "chosen":  # R-COLOUR
        return replace(state, stage="colour", pallets=())
    return seated(state)


def seated(state: State) -> State:
    """Everybody has a colour; it is settled who begins (R-FIRST)."""
    stage = "first" if state.rulings.first_player == "random" else "deal"
    return replace(state, stage=stage, seat=0)


# --- questions ------------------------------------------------------------------------------


def sides(players: int) -> list[tuple[int, ...]]:
    """The players or teams that win together (TEAM-1, -2)."""
    return [(0, 2), (1, 3)] if players == 4 else [(seat,) for seat in range(players)]


def score(state: State, side: tuple[int, ...]) -> int:
    """The worth of the packages of a player or team (END-3, -5, TEAM-3, MOVE-11, R-LEFTOVER)."""
    return sum(sum(state.homebases[seat]) for seat in side)


def winners(state: State) -> set[int]:
    """The seats with the highest score (END-4, TEAM-4, R-TIE)."""
    if not state.ended:
        return set()

    def merit(side: tuple[int, ...]) -> tuple[int, int]:
        packages = sum(len(state.homebases[seat]) for seat in side)
        signs = {"shared": 0, "most_packages": 1, "fewest_packages": -1}
        return score(state, side), signs[state.rulings.tie_break] * packages

    best = max(map(merit, sides(state.players)))
    return {seat for side in sides(state.players) if merit(side) == best for seat in side}


def options(state: State) -> list[Option]:
    """What may be chosen now, or what chance may bring."""
    return state.options


def listed(state: State) -> list[Option]:
    """The options of a state by its stage."""
    match state.stage:
        case "first":
            return [("first", seat) for seat in range(state.players)]
        case "colour":
            there = sorted(state.field.tiles[cell][0] for cell in state.field.pallets)
            return [("colour", pallet) for pallet in there if pallet not in state.pallets]
        case "deal" | "draw" | "exchange":
            return [("tile", tile) for tile, number in sorted(state.stack.items()) if number]
        case "chip":
            return [("chip", chip) for chip, number in sorted(state.bag.items()) if number]
        case "connect":
            return connect_options(state)
        case "load":  # ICON-7
            return [("load", cell) for cell in state.field.empty_loading]
        case "target":
            cells, able = state.field.wrench_targets(state.rulings), icons(state)
            return [("target", c) for c in cells if able.can_go(state.field, state.acted, c)]
        case "destination":
            assert state.cell is not None
            return list(icons(state).destinations(state.field, state.acted, state.cell))
        case "fork":
            return list(state.field.fork_lifts(state.rulings))
        case "package":
            return package_options(state)
    return []


def weight(state: State, option: Option) -> int:
    """How many of the equally likely outcomes of chance an option stands for."""
    match option:
        case ("tile", tile):
            return state.stack[tile]
        case ("chip", chip):
            return state.bag[chip]
    return 1


def connect_options(state: State) -> list[Option]:
    """Connecting a tile, or exchanging the hand (TURN-1, -2, CONNECT-1, DISCARD-1, -2)."""
    found: list[Option] = []
    able = icons(state)
    for tile in sorted(set(state.hands[state.seat])):
        for kind, *where in state.field.connections(tile, state.rulings):
            after = state.field
            if icon(tile) in ("W", "F"):  # what these may do depends on where the tile lies
                after = after.connected(tile, (kind, *where))
            if able.executable(after, icon(tile), frozenset({where[0]})):
                found.append((kind, tile, *where))
    if any(state.stack.values()) or state.rulings.discard_on_empty_stack != "forbidden":
        return [*found, ("discard",)]
    return found or [("skip",)]  # R-DISCNODRAW


def icons(state: State) -> Icons:
    """What icons may do now."""
    return Icons(state.rulings, any(state.bag.values()))


def package_options(state: State) -> list[Option]:
    """The moves of packages; ways to the same cell are one (MOVE-1 to -3, R-SAMEDEST)."""
    lying, rulings = state.field, state.rulings
    return [
        ("package", cell, end)
        for cell in sorted(lying.packages) for end in sorted(lying.walks(cell, rulings))
    ]


def view(state: State, seat: int) -> dict[str, object]:
    """What a seat sees (R-SECRET, R-BACKFACE): a hidden hand is the number of its tiles."""
    partner = (seat + 2) % 4 if state.players == 4 else seat
    seen = {seat, partner} if state.rulings.partner_sees_hand == "yes" else {seat}
    packages = state.field.packages.items()
    backs = state.rulings.chip_backs == "open"
    return {
        "tiles": state.field.tiles,
        "packages": {cell: package if backs else package[:1] for cell, package in packages},
        "hands": [hand if who in seen else len(hand) for who, hand in enumerate(state.hands)],
        "stack": sum(state.stack.values()),
        "bag": sum(state.bag.values()),
        "homebases": state.homebases,
    }


# --- changes --------------------------------------------------------------------------------


def apply(state: State, option: Option) -> State:
    """The state after a choice or an outcome of chance."""
    if option not in state.options:
        raise ValueError(f"{option} cannot be chosen now")
    match option:
        case ("first", seat):
            return replace(state, stage="deal", seat=seat)
        case ("colour", pallet):
            state = replace(state, pallets=(*state.pallets, pallet), seat=following(state))
            return state if len(state.pallets) < state.players else seated(state)
        case ("tile", tile):
            return drawn(state, tile)
        case ("discard",):
            return discarded(state)
        case ("skip",):
            return package_step(state)
        case ("chip", chip):
            return chip_drawn(state, chip)
        case ("load", cell) | ("target", cell):
            state = replace(state, cell=cell)
            if state.stage == "target":
                return replace(state, stage="destination")
            return replace(state, stage="chip") if state.chip is None else loaded(state)
        case ("swap" | "move", *_):
            return package_step(replace(state, field=state.field.forked(option)))
        case ("package", cell, end):
            return delivered(state, cell, end)
    if state.stage == "destination":
        return wrenched(state, option)
    kind, tile, *where = option
    return connected(state, tile, (kind, *where))


def following(state: State) -> int:
    """The next seat clockwise (TURN-3)."""
    return (state.seat + 1) % state.players


def with_hand(state: State, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The hands with another one for the seat to act."""
    return (*state.hands[: state.seat], hand, *state.hands[state.seat + 1 :])


def connected(state: State, tile: str, connection: Connection) -> State:
    """A tile of the hand has been connected; its icon acts (CONNECT-8, R-STAYPUT)."""
    hand = list(state.hands[state.seat])
    hand.remove(tile)
    state = replace(
        state, hands=with_hand(state, tuple(hand)), connecting=True,
        field=state.field.connected(tile, connection), acted=frozenset({connection[1]}),
    )
    return icon_acts(state, icon(tile))


def icon_acts(state: State, sign: str) -> State:
    """The icon of a tile is carried out (ICON-1, R-FORCEDICON)."""
    match sign:
        case "P" if any(state.bag.values()):
            state = replace(state, cell=None, chip=None)
            if state.rulings.package_order == "place_then_draw":  # R-LOADORDER
                return to_loading(state)
            return replace(state, stage="chip")
        case "W":
            return replace(state, stage="target")
        case "F":
            return replace(state, stage="fork")
    return package_step(state)


def to_loading(state: State) -> State:
    """A loading tile is chosen, if there is more than one (ICON-7)."""
    cells = state.field.empty_loading
    if len(cells) > 1:
        return replace(state, stage="load")
    state = replace(state, cell=cells[0])
    return replace(state, stage="chip") if state.chip is None else loaded(state)


def chip_drawn(state: State, chip: Package) -> State:
    """A chip has been drawn from the bag (ICON-3, COMP-5)."""
    bag = {**state.bag, chip: state.bag[chip] - 1}
    state = replace(state, bag=bag, chip=chip)
    return to_loading(state) if state.cell is None else loaded(state)


def loaded(state: State) -> State:
    """The chip comes in on the chosen loading tile (ICON-4)."""
    assert state.chip is not None and state.cell is not None
    low, high = sorted(state.chip)
    package = (low, high) if state.players == 4 else (high, low)
    lying = state.field.put(state.cell, package)
    return package_step(replace(state, field=lying, chip=None, cell=None))


def wrenched(state: State, connection: Connection) -> State:
    """The wrench has connected a tile elsewhere; as a rule its icon rests (R-RETRIGGER)."""
    assert state.cell is not None
    sign = icons(state).again(state.field, state.acted, state.cell)
    acted = marked(state.acted, state.cell, connection)
    lying = state.field.wrenched(state.cell, connection)
    return icon_acts(replace(state, field=lying, cell=None, acted=acted), sign)


def package_step(state: State) -> State:
    """A package moves, if one can (TURN-1, MOVE-1, -2, R-MUSTMOVE, R-SAMETURN)."""
    state = replace(state, stage="package", cell=None, acted=frozenset())
    return state if state.options else draw_step(state)


def delivered(state: State, cell: Cell, end: Cell) -> State:
    """A package has moved; on a pallet it is banked (MOVE-5, -10, -11, R-FLIPONCE, END-1)."""
    up, under = state.field.packages[cell]
    lying = state.field.taken(cell)
    pallet, _ = state.field.tiles[end]
    if not is_pallet(pallet):
        return draw_step(replace(state, field=lying.put(end, (under, up))))
    worth = up if state.rulings.pallet_flip == "twice" else under
    if pallet not in state.pallets:  # R-UNUSED
        return draw_step(replace(state, field=lying, removed=state.removed + 1))
    owner = state.pallets.index(pallet)
    homebases = tuple(
        (*worths, worth) if seat == owner else worths for seat, worths in enumerate(state.homebases)
    )
    state = replace(state, field=lying, homebases=homebases)
    return over(state, "fourth package") if len(homebases[owner]) == FULL else draw_step(state)


def draw_step(state: State) -> State:
    """Who connected a tile draws one, or the game ends (DRAW-1, -2, END-2, R-STACKEND)."""
    if not state.connecting:  # DISCARD-6
        return next_turn(state)
    if not any(state.stack.values()):
        return over(state, "stack")
    return replace(state, stage="draw")


def drawn(state: State, tile: str) -> State:
    """A tile has been drawn for the seat to act."""
    stack = {**state.stack, tile: state.stack[tile] - 1}
    hand = tuple(sorted((*state.hands[state.seat], tile)))
    state = replace(state, stack=stack, hands=with_hand(state, hand))
    if state.stage == "draw":
        if state.rulings.stack_end == "emptied" and not any(stack.values()):
            return over(state, "stack")
        return next_turn(state)
    if state.stage == "exchange":
        return exchanged(state)
    if len(hand) < HAND:
        return state
    state = replace(state, seat=following(state))
    return state if len(state.hands[state.seat]) < HAND else replace(state, stage="connect")


def discarded(state: State) -> State:
    """The hand goes back and a new one is drawn (DISCARD-3, -4, R-DISCORDER, R-DISCNODRAW)."""
    if not any(state.stack.values()) and state.rulings.discard_on_empty_stack == "ends_game":
        return over(state, "discard")
    hand = state.hands[state.seat]
    return exchanged(replace(state, stage="exchange", hands=with_hand(state, ()), returning=hand))


def exchanged(state: State) -> State:
    """The hand given back joins the stack when its time has come; then the package step."""
    complete = len(state.hands[state.seat]) == HAND
    first = state.rulings.discard_order == "return_first"
    if first or complete or not any(state.stack.values()):
        stack = dict(Counter(state.stack) + Counter(state.returning))
        state = replace(state, stack=stack, returning=())
    return package_step(state) if complete else state  # DISCARD-5, -6


def over(state: State, reason: str) -> State:
    """The game ends at once (R-FOURTH)."""
    return replace(state, stage="over", reason=reason, turns=state.turns + 1)


def next_turn(state: State) -> State:
    """The turn is over; without a connection for five rounds so is the game (R-STALL)."""
    idle = 0 if state.connecting else state.idle + 1
    rounds = state.rulings.stall_rounds
    if rounds is not None and idle == rounds * state.players:
        return over(replace(state, idle=idle), "stall")
    return replace(
        state, stage="connect", seat=following(state), connecting=False, idle=idle,
        turns=state.turns + 1,
    )


if __name__ == "__main__":
    from tests.models.transport.figures import main

    main()
