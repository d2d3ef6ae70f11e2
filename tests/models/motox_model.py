"""A reference model of the race game MotoX for 3 and 4 players, with all of its rulings.

It is a second witness for a rules engine: written straight from the rules, as plain data. Spaces
and directions are worked out in absolute coordinates (`motox/track.py`), the moves that a roll
allows in `motox/ride.py`, policies and their figures in `motox/figures.py`; here is the course of
the game. Players are numbered from 0 in the order in which turns pass to the left.

`start` makes a state, `options` lists what may be chosen in it or what chance may bring, all
equally likely, and `apply` gives the state after one of them. Options are small tuples:
`("die", face)` with null as face 0, `("starter", seat)`; `("tile", x, y)`, `("ramp", tile)`;
`("place", space)`; `("pass",)`, `("move",)`, `("stay off",)`, `("roll",)`, `("coin",)`,
`("extra", coins)` for so many extra dice, `("draw",)`, `("wait",)`; `("stop",)` and what
`Course.choices` lists.
A state without a choice of its own is skipped, but for a player who cannot build or re-enter:
`("pass",)` and `("wait",)` or `("draw",)` are then the only option.

Comments such as MOVE-03 or RUL-12 name the rule MTX-MOVE-03 or the ruling MTX-RUL-12.

Invariants: what players and the track hold makes 24 tiles and 12 ramp coins while the track is
built; the race coins of the players and the discards are 12 from then on; no two bikes that stand
on the track share a space; a roll has at most four dice. Coins, tiles and pawns are mere counters
and seats (RUL-32).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from tests.models.motox.ride import ACE, NULL, Course, Option
from tests.models.motox.rulings import Rulings
from tests.models.motox.track import Point, Space, Track

CHANCE = -1
FACES = range(6)
TILES = 24  # SETUP-05
GROUP = 12  # SETUP-02: the coins of either group
MOST_DICE = 4  # COIN-05


@dataclass(frozen=True)
class Bike:
    """A bike, on its space or wiped out beside the space it remembers (WIPE-04)."""

    space: Space
    off: bool = False
    #: The place it finished in; 0 while it races.
    place: int = 0


@dataclass(frozen=True)
class State:
    """A game in progress. `stage` says what is decided next, and `seat` by whom.

    Stages: `start`, `starter` and `roll` (chance), `build`, `place`, `turn`, `extra` (how many
    extra dice), `coin` (roll or not after a re-entry by coin), `ride` and `over`.
    """

    rulings: Rulings
    players: int
    stage: str
    seat: int = 0
    starter: int = 0
    track: Track = field(default_factory=Track)
    #: Tiles, ramp coins and race coins in the players' hands.
    tiles: tuple[int, ...] = ()
    ramp_coins: tuple[int, ...] = ()
    coins: tuple[int, ...] = ()
    discards: int = 0
    #: The bikes of the seats; before it is placed there is none.
    bikes: tuple[Bike | None, ...] = ()
    #: The dice that lie on the table, and how many are still to be rolled.
    dice: tuple[int, ...] = ()
    unrolled: int = 0
    #: Who rolls for the start, in order.
    contestants: tuple[int, ...] = ()
    #: What the roll is for: `move`, `ace` (to re-enter), `coin` (after re-entering by coin).
    purpose: str = ""
    #: The race turns that have ended.
    turns: int = 0

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self.stage == "over"

    @property
    def decider(self) -> int:
        """The seat that decides, or CHANCE."""
        return CHANCE if self.stage in ("start", "starter", "roll") else self.seat

    @property
    def winner(self) -> int | None:
        """The seat whose bike finished first (WIN-02)."""
        firsts = [p for p, bike in enumerate(self.bikes) if bike is not None and bike.place == 1]
        return firsts[0] if firsts else None

    @cached_property
    def options(self) -> list[Option]:
        """What may be chosen now, or what chance may bring."""
        return listed(self)

    def bike(self, seat: int) -> Bike:
        """The bike of a seat, which stands somewhere."""
        bike = self.bikes[seat]
        assert bike is not None
        return bike

    def order(self) -> list[int]:
        """The seats from the starting player on (SETUP-10)."""
        return [(self.starter + i) % self.players for i in range(self.players)]


def replace(state: State, **changes: object) -> State:
    """The state with other values; as `dataclasses.replace`, but fast enough for many games."""
    made = object.__new__(State)
    made.__dict__.update(state.__dict__, **changes)
    made.__dict__.pop("options", None)  # of the state before
    return made


def start(players: int, rulings: Rulings | None = None) -> State:
    """The game before the first die (SETUP-01 to -06)."""
    if players not in (3, 4):
        raise ValueError("MotoX is for 3 or 4 players")
    rulings = rulings or Rulings()
    state = State(rulings, players, "starter", bikes=(None,) * players)
    state = replace(
        state, tiles=(TILES // players,) * players, ramp_coins=(GROUP // players,) * players
    )
    if rulings.start_roll == "random":  # RUL-08
        return state
    return replace(state, stage="start", contestants=tuple(range(players)))


def racing(players: int, track: Track, rulings: Rulings | None = None, **given: object) -> State:
    """A race on a finished track, with `bikes` and what else is `given`, before seat 0's turn."""
    share = (GROUP // players,) * players
    made = State(rulings or Rulings(), players, "turn", track=track, coins=share)
    return replace(made, tiles=(0,) * players, ramp_coins=(0,) * players, **given)


# --- questions ------------------------------------------------------------------------------


def occupied(state: State) -> set[Space]:
    """The spaces where bikes stand on the track (MOVE-12)."""
    there = [bike for bike in state.bikes if bike is not None]
    return {bike.space for bike in there if not bike.off and not bike.place}


def rank(state: State, seat: int) -> int:
    """A bike's rank: a higher tile is ahead, then the front row (RANK-03 to -07, RUL-11).

    A bike that has finished is ahead of all that race on.
    """
    def progress(bike: Bike) -> tuple[bool, int, int]:
        return bike.place > 0, bike.space[0], bike.space[1]

    own = progress(state.bike(seat))
    ahead = [there for bike in state.bikes if bike and (there := progress(bike)) > own]
    if state.rulings.tie_ranks == "skip_one":  # RUL-10
        return 1 + sum(min(2, ahead.count(there)) for there in set(ahead))
    return 1 + len(ahead)


def course(state: State) -> Course:
    """What the bike of the seat to act meets."""
    return Course(state.track, occupied(state) - {state.bike(state.seat).space}, state.rulings)


def most_extra(state: State) -> int:
    """How many extra dice may be bought for this roll (COIN-04, -05, RUL-28)."""
    if state.purpose == "ace" and state.rulings.extra_dice_reentry == "no":
        return 0
    return min(state.coins[state.seat], MOST_DICE - rank(state, state.seat))


def options(state: State) -> list[Option]:
    """What may be chosen now, or what chance may bring."""
    return state.options


def listed(state: State) -> list[Option]:
    """The options of a state by its stage."""
    match state.stage:
        case "start" | "roll":
            return [("die", face) for face in FACES]
        case "starter":
            return [("starter", seat) for seat in range(state.players)]
        case "build":
            return build_options(state)
        case "place":  # SETUP-11
            free = set(state.track.spaces(1)) - occupied(state)
            return [("place", space) for space in sorted(free)]
        case "turn":
            return turn_options(state)
        case "extra":
            return [("extra", coins) for coins in range(most_extra(state) + 1)]
        case "coin":  # COIN-03, RUL-25
            return [("stop",), ("roll",)]
        case "ride":
            return ride_options(state)
    return []


def build_options(state: State) -> list[Option]:
    """Tiles and ramp coins that can be added; passing if there are none (TRACK-01, RUL-03, -04)."""
    acts = build_acts(state, state.seat)
    stuck = not acts or (state.rulings.build_pass == "allowed" and len(state.track) > 0)
    return [*acts, ("pass",)] if stuck else acts


def build_acts(state: State, seat: int) -> list[Option]:
    """What a seat can add to the track (TRACK-02, RAMP-10, SETUP-07)."""
    found: list[Option] = []
    if state.tiles[seat]:
        found += [("tile", *place) for place in places(state)]
    if state.ramp_coins[seat]:
        found += [("ramp", tile) for tile in state.track.raisable()]
    return found


def places(state: State) -> list[Point]:
    """Where the next tile may be laid (RUL-02)."""
    track, rulings = state.track, state.rulings
    around = track.extensions(rulings)
    if rulings.trap_policy == "forbid_trapping" and sum(state.tiles) > 1:
        return [p for p in around if track.extended(p).extensions(rulings)] or around
    return around


def turn_options(state: State) -> list[Option]:
    """What the turn begins with (TURN-01, -02)."""
    bike = state.bike(state.seat)
    if not bike.off:
        return [("pass",), ("move",)]  # TURN-05
    if bike.space in occupied(state):  # REENTER-08, -09, RUL-27
        if not state.discards:
            return [("wait",)]
        return [("draw",)] if state.rulings.blocked_draw == "automatic" else [("draw",), ("wait",)]
    coin: list[Option] = [("coin",)] if state.coins[state.seat] else []  # COIN-02
    return [("stay off",), ("roll",), *coin]  # REENTER-03, -10


def ride_options(state: State) -> list[Option]:
    """The choices of a roll, and stopping where the roll does not bind (TURN-04)."""
    rulings = state.rulings
    choices = course(state).choices(state.bike(state.seat).space, state.dice)
    if state.purpose == "ace":
        free = rulings.leftover_dice == "optional"  # REENTER-06, RUL-24
    else:
        free = rulings.pass_after_roll == "yes"  # RUL-20
    if state.purpose == "coin":
        free = free or rulings.coin_reentry_decline_after_roll == "yes"  # RUL-25
    if rulings.ace_as_one == "optional" and set(state.dice) <= {NULL, ACE}:
        free = True  # RUL-21
    return [("stop",), *choices] if free else choices


# --- changes --------------------------------------------------------------------------------


def apply(state: State, option: Option) -> State:
    """The state after a choice or an outcome of chance."""
    if option not in state.options:
        raise ValueError(f"{option} cannot be chosen now")
    match option:
        case ("die", face):
            return rolled(state, face)
        case ("starter", seat):
            return replace(state, starter=seat, seat=seat, stage="build")
        case ("place", space):
            return placed(state, space)
        case ("tile", *_) | ("ramp", _):
            return built(state, option)
        case ("pass",) if state.stage == "build":
            return built(state, option)
        case ("pass",) | ("stay off",) | ("wait",):
            return next_turn(state)
        case ("draw",):  # REENTER-09
            return next_turn(spend(state, -1))
        case ("move",):
            return to_roll(replace(state, purpose="move"))
        case ("roll",):
            return to_roll(state if state.stage == "coin" else replace(state, purpose="ace"))
        case ("coin",):  # COIN-02
            return replace(back_on(spend(state, 1)), purpose="coin", stage="coin")
        case ("extra", coins):
            return roll(state, coins)
        case ("stop",) | ("stay", *_):  # JUMP-02
            return moved(state)
        case ("ride", _, space):
            return ridden(state, space)
        case ("crash", _, space):  # WIPE-01, -02, -06, -07
            return next_turn(with_bike(state, state.seat, Bike(space, off=True)))
    return finished(state)  # ("finish", number), WIN-03


def following(state: State) -> int:
    """The next seat to the left (TURN-03)."""
    return (state.seat + 1) % state.players


def changed(counts: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    """Counters with that of one seat changed."""
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


def spend(state: State, number: int) -> State:
    """Put coins of the seat to act to the discards, or take some back (COIN-06, -07)."""
    coins = changed(state.coins, state.seat, -number)
    return replace(state, coins=coins, discards=state.discards + number)


def with_bike(state: State, seat: int, bike: Bike) -> State:
    """The state with another bike for a seat."""
    return replace(state, bikes=(*state.bikes[:seat], bike, *state.bikes[seat + 1 :]))


def rolled(state: State, face: int) -> State:
    """One more die has been rolled."""
    state = replace(state, dice=(*state.dice, face), unrolled=max(0, state.unrolled - 1))
    if state.stage == "start":
        return started(state)
    if state.unrolled:
        return state
    if state.purpose != "ace":
        return chosen_from(state)
    if ACE not in state.dice:  # REENTER-07
        return next_turn(state)
    rest = list(state.dice)
    rest.remove(ACE)  # REENTER-04, -05
    return chosen_from(replace(back_on(state), dice=tuple(rest)))


def started(state: State) -> State:
    """The highest die begins; those tied for it roll again (SETUP-06, RUL-08)."""
    if len(state.dice) < len(state.contestants):
        return state
    best = max(state.dice)
    pairs = zip(state.contestants, state.dice, strict=True)
    first = tuple(seat for seat, die in pairs if die == best)
    if len(first) > 1:
        return replace(state, contestants=first, dice=())
    return replace(state, stage="build", starter=first[0], seat=first[0], contestants=(), dice=())


def built(state: State, option: Option) -> State:
    """A tile or a ramp coin has been added, or a player has passed."""
    seat = state.seat
    match option:
        case ("tile", x, y):
            hands = changed(state.tiles, seat, -1)
            state = replace(state, track=state.track.extended((x, y)), tiles=hands)
            if len(state.track) == 1 and state.rulings.after_first_tile == "starter_again":
                return state  # RUL-07
        case ("ramp", tile):
            hands = changed(state.ramp_coins, seat, -1)
            state = replace(state, track=state.track.raised(tile), ramp_coins=hands)
    if not any(build_acts(state, other) for other in range(state.players)):
        return lined_up(state)  # TRACK-07, RUL-02, -03
    state = replace(state, seat=following(state))  # SETUP-08
    while not state.tiles[state.seat] and not state.ramp_coins[state.seat]:  # TRACK-10
        state = replace(state, seat=following(state))
    return state


def lined_up(state: State) -> State:
    """The track is finished: race coins are dealt and the bikes placed (SETUP-09, -10)."""
    share, left = (GROUP // state.players,) * state.players, state.ramp_coins
    state = replace(state, stage="place", seat=state.starter, coins=share)
    if state.rulings.leftover_ramp_coins == "to_discards":  # RUL-03, RAMP-09
        state = replace(state, discards=sum(left))
    elif state.rulings.leftover_ramp_coins == "keep_as_race_coins":
        state = replace(state, coins=tuple(a + b for a, b in zip(share, left, strict=True)))
    return replace(state, tiles=(0,) * state.players, ramp_coins=(0,) * state.players)


def placed(state: State, space: Space) -> State:
    """A bike has been placed; after the last one the race begins (SETUP-11, -12)."""
    state = replace(with_bike(state, state.seat, Bike(space)), seat=following(state))
    return replace(state, stage="turn") if state.seat == state.starter else state


def to_roll(state: State) -> State:
    """A roll is decided on; extra dice come first, if any may be bought (COIN-04)."""
    return replace(state, stage="extra") if most_extra(state) else roll(state, 0)


def roll(state: State, extra: int) -> State:
    """Dice by rank, and those bought, are about to be rolled (RANK-01, -02, COIN-07)."""
    dice = rank(state, state.seat) + extra
    return replace(spend(state, extra), stage="roll", dice=(), unrolled=dice)


def back_on(state: State) -> State:
    """The bike of the seat to act is back on its remembered space (REENTER-02)."""
    return with_bike(state, state.seat, Bike(state.bike(state.seat).space))


def chosen_from(state: State) -> State:
    """The dice lie: one of them is chosen, unless all are null (MOVE-01, -11)."""
    return replace(state, stage="ride") if any(state.dice) else moved(state)


def ridden(state: State, space: Space) -> State:
    """The bike has come to a space; one it lands on wipes out there (JUMP-06, -07, WIPE-03)."""
    for seat, bike in enumerate(state.bikes):
        if seat != state.seat and bike == Bike(space):
            state = with_bike(state, seat, Bike(space, off=True))
    return moved(with_bike(state, state.seat, Bike(space)))


def moved(state: State) -> State:
    """The movement is over; after a re-entry a full move may follow (RUL-26)."""
    if state.purpose != "move" and state.rulings.move_after_reentry == "extra_full_move":
        return replace(state, stage="turn", dice=(), purpose="")
    return next_turn(state)


def finished(state: State) -> State:
    """The bike has crossed the finish line (WIN-01, -02, RUL-30)."""
    place = 1 + sum(bike is not None and bike.place > 0 for bike in state.bikes)
    state = with_bike(state, state.seat, Bike(state.bike(state.seat).space, place=place))
    if state.rulings.play_on == "no" or place == state.players - 1:
        return replace(state, stage="over", dice=(), turns=state.turns + 1)
    return next_turn(state)


def next_turn(state: State) -> State:
    """The turn is over (TURN-03, RUL-29); bikes that have finished are passed over (RUL-30)."""
    turns = state.turns + 1
    if turns == state.rulings.max_turns:
        return replace(state, stage="over", dice=(), turns=turns)
    seat = following(state)
    while state.bike(seat).place:
        seat = (seat + 1) % state.players
    return replace(state, stage="turn", seat=seat, dice=(), purpose="", turns=turns)


if __name__ == "__main__":
    from tests.models.motox.figures import main

    main()
