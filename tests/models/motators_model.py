"""A small reference model of the board game Motators, with all of its rulings.

It is a second witness for a rules engine: written straight from the rules, with plain lists
and sets and nothing clever, so that an error in the engine and an error here are unlikely to
agree.

Players are numbered from 0.  A square is a pair (column, row) counted from 0 at the bottom
left.  Decisions are texts, such as ``give city``, ``place a2-a3``, ``move a2-a3 boot`` and
``stay``; so are the outcomes of chance.  Surfaces are numbered in the order of their laying.

Comments such as MOT-MOVE-07 or R19 name the rule or ruling a piece of code stands for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import NoReturn

Square = tuple[int, int]
Pair = tuple[Square, Square]
#: A move: the number of the surface entered, and the motator it is entered with.
Ride = tuple[int, str]
#: Who decides, and the texts of what may be chosen.
Decision = tuple[int | None, list[str]]
#: A stretch of the game: it asks for decisions and is sent what was chosen.
Stretch = Generator[Decision, str, None]

#: Who "decides" a random event, and who decides when the game is over.
CHANCE = -1
NOBODY = None
#: The start of a player who has not chosen a corner yet.
NOWHERE: Square = (-1, -1)
SEATS = ("Red", "Yellow", "Blue", "Green")
COLUMNS = "abcdefghijkl"

#: The surfaces and how many there are of each (MOT-SETUP-05, -06).
SUPPLY = {"city": 7, "road": 6, "rail": 4, "earth": 5, "greenlands": 4, "sky": 3, "water": 3}
#: The list by motator (MOT-TABLE-01 to -08); its keys are all the motators (MOT-SETUP-07).
BY_MOTATOR = {
    "bicycle": {"rail", "city", "road", "earth"},
    "boat": {"city", "water"},
    "boot": {"city", "road", "greenlands", "earth"},
    "car": {"city", "road", "earth"},
    "horse": {"road", "greenlands", "earth"},
    "plane": {"city", "sky"},
    "train": {"rail", "city"},
    "truck": {"city", "road"},
}
#: The list by surface (MOT-TABLE-09 to -15).
BY_SURFACE = {
    "city": {"boot", "bicycle", "car", "truck", "boat", "train", "plane"},
    "road": {"boot", "horse", "bicycle", "car", "truck"},
    "rail": {"boot", "bicycle", "train"},
    "earth": {"boot", "horse", "bicycle", "car"},
    "greenlands": {"boot", "horse"},
    "sky": {"plane"},
    "water": {"boat"},
}


@dataclass(frozen=True)
class Rulings:
    """The size of the board and the rulings the game is played with."""

    width: int = 7  # R27
    height: int = 10  # R27
    compat: str = "union"  # R01
    first_player: str = "seat1"  # R03
    start_corners: str = "choose"  # R04
    start_stand: str = "bare_corner"  # R06
    first_motator: str = "on_entry"  # R07
    first_surface: str = "previous_player"  # R08
    supply: str = "open"  # R09
    unplaceable: str = "remove"  # R10
    supply_empty: str = "draw"  # R11
    move: str = "optional"  # R12
    change: str = "needed"  # R13
    change_in_place: str = "no"  # R14
    change_fit: str = "destination"  # R15
    no_move: str = "skip"  # R17
    steps: int = 1  # R18
    adjacency: str = "edge"  # R19
    capacity: int = 2  # R20
    goal_cover: str = "win_only"  # R21
    goal_blocking: str = "allowed"  # R24
    dead_draw: str = "on"  # R24
    goal_corner: str = "diagonal"  # R26
    reach: str = "on_goal"  # R28
    leave: str = "any"  # R30

    @classmethod
    def read(cls, words: Mapping[str, str]) -> Rulings:
        """Make the rulings from words such as ``{"steps": "2", "move": "mandatory"}``."""
        numbers = {made.name for made in fields(cls) if isinstance(made.default, int)}
        given = {key: int(word) if key in numbers else word for key, word in words.items()}
        return cls(**given)  # type: ignore[arg-type]


@dataclass
class Surface:
    """A surface on the board; it never moves again (MOT-PLACE-08)."""

    kind: str
    squares: frozenset[Square]
    #: The players on it in the order of their arrival (MOT-SETUP-04, R30).
    riders: list[int] = field(default_factory=list)


@dataclass
class Player:
    """What there is to know of one player."""

    start: Square = NOWHERE
    #: The surface the player stands on; before the first move there is none (R06).
    at: int | None = None
    motator: str | None = None
    #: The motators out of the game (MOT-CHANGE-02).
    removed: set[str] = field(default_factory=set)
    hand: str | None = None
    out: bool = False


@dataclass(frozen=True)
class Result:
    """How the game ended: who won, or nobody if it was drawn, and by which rule."""

    winner: int | None
    rule: str


class GameOver(Exception):
    """The game has ended and its result is known."""


# --- notation and geometry ------------------------------------------------------------------


def square_name(square: Square) -> str:
    """Write a square as column letter and row number."""
    return COLUMNS[square[0]] + str(square[1] + 1)


def parse_square(text: str) -> Square:
    """Read a square written as column letter and row number."""
    return COLUMNS.index(text[0]), int(text[1:]) - 1


def pair_name(squares: Iterable[Square]) -> str:
    """Write the two squares of a surface, the lower or left one first."""
    return "-".join(square_name(s) for s in sorted(squares, key=lambda s: (s[1], s[0])))


def corners(rulings: Rulings) -> list[Square]:
    """Return the corners of the board, the bottom ones first (MOT-SETUP-09)."""
    right, top = rulings.width - 1, rulings.height - 1
    return [(0, 0), (right, 0), (0, top), (right, top)]


def edge_neighbours(rulings: Rulings, square: Square) -> list[Square]:
    """Return the squares that share an edge with a square."""
    x, y = square
    steps = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [(a, b) for a, b in steps if 0 <= a < rulings.width and 0 <= b < rulings.height]


def neighbours(rulings: Rulings, square: Square) -> list[Square]:
    """Return the squares that count as adjacent to a square (R19)."""
    if rulings.adjacency == "edge":
        return edge_neighbours(rulings, square)
    x, y = square
    columns = range(max(0, x - 1), min(rulings.width, x + 2))
    rows = range(max(0, y - 1), min(rulings.height, y + 2))
    return [(a, b) for a in columns for b in rows if (a, b) != square]


def goal_of(rulings: Rulings, start: Square) -> Square:
    """Return the corner opposite a corner (MOT-SETUP-10, R26)."""
    x, y = start
    across, along = rulings.width - 1 - x, rulings.height - 1 - y
    if rulings.goal_corner == "diagonal":
        return across, along
    tall = rulings.height >= rulings.width
    if tall == (rulings.goal_corner == "long_side"):
        return x, along
    return across, y


def suits(rulings: Rulings, motator: str, kind: str) -> bool:
    """Tell whether a motator may enter a kind of surface (MOT-MOVE-07, MOT-TABLE-16, R01)."""
    rides = kind in BY_MOTATOR[motator]
    taken = motator in BY_SURFACE[kind]
    if rulings.compat == "by_motator":
        return rides
    if rulings.compat == "by_surface":
        return taken
    if rulings.compat == "intersection":
        return rides and taken
    return rides or taken


# --- the game -------------------------------------------------------------------------------


class Model:
    """A game in progress: ask who decides and among what, and apply what was chosen."""

    def __init__(self, players: int, rulings: Rulings) -> None:
        """Begin a game and run it up to its first decision."""
        self.rulings = rulings
        self.players = [Player() for _ in range(players)]
        self.supply = dict(SUPPLY)
        self.surfaces: list[Surface] = []
        self.covered: set[Square] = set()
        #: Turns in a row in which nobody laid a surface, moved or changed motators.
        self.idle = 0
        self.result: Result | None = None
        self._game = self._play()
        self._pending: Decision = next(self._game)

    def decider(self) -> int | None:
        """Return whose decision it is: a player, CHANCE, or NOBODY when the game is over."""
        return self._pending[0]

    def options(self) -> list[str]:
        """Return the texts of what may be chosen or may happen now."""
        return self._pending[1]

    def apply(self, text: str) -> None:
        """Carry out a decision or an outcome of chance, up to the next one."""
        if text not in self.options():
            raise ValueError(f"{text!r} cannot be chosen now")
        try:
            self._pending = self._game.send(text)
        except StopIteration:
            self._pending = (NOBODY, [])

    # --- questions ---

    def goal(self, player: int) -> Square:
        """Return a player's goal."""
        return goal_of(self.rulings, self.players[player].start)

    def goals(self) -> list[Square]:
        """Return the goals of all players."""
        return [self.goal(player) for player in range(len(self.players))]

    def in_stock(self) -> list[str]:
        """Return the kinds of surface left in the supply (MOT-GIVE-03)."""
        return [kind for kind, left in self.supply.items() if left > 0]

    def standing(self, player: int) -> Surface | None:
        """Return the surface a player stands on, if any."""
        at = self.players[player].at
        return None if at is None else self.surfaces[at]

    def in_reach(self, player: int, squares: Iterable[Square]) -> bool:
        """Tell whether a surface over these squares is adjacent to where a player stands.

        Motators travel by whole surfaces (MOT-MOVE-03); before the first move a player stands
        on the start corner itself (R06).
        """
        under = self.standing(player)
        if under is not None:
            return any(s in neighbours(self.rulings, u) for u in under.squares for s in squares)
        start = self.players[player].start
        if start in squares:
            return True
        if self.rulings.start_stand == "cover_corner":
            return False
        return any(square in neighbours(self.rulings, start) for square in squares)

    def may_leave(self, player: int) -> bool:
        """Tell whether a player may leave the surface he stands on (MOT-MOVE-06, R30)."""
        under = self.standing(player)
        return self.rulings.leave == "any" or under is None or under.riders[-1] == player

    def motators_for(self, player: int, kind: str) -> list[str]:
        """Return the motators with which a player may enter a kind of surface."""
        return [m for m in BY_MOTATOR if self._can_take(player, m, kind)]

    def _can_take(self, player: int, motator: str, kind: str) -> bool:
        """Tell whether a player may enter a kind of surface with a motator, changed to or not."""
        me, rulings = self.players[player], self.rulings
        if not suits(rulings, motator, kind):
            return False
        if motator == me.motator:
            return True
        if motator in me.removed:  # MOT-CHANGE-04, -05
            return False
        if rulings.change == "needed" and me.motator and suits(rulings, me.motator, kind):
            return False  # MOT-CHANGE-01, R13
        under = self.standing(player)
        if rulings.change_fit == "both" and under is not None:
            return suits(rulings, motator, under.kind)  # R15
        return True

    def rides(self, player: int, onto: int | None = None) -> list[Ride]:
        """Return a player's moves, or only those onto one surface (MOT-MOVE-01 to -09)."""
        if not self.may_leave(player):
            return []
        found: list[Ride] = []
        for number, surface in enumerate(self.surfaces):
            if number == self.players[player].at or onto not in (None, number):
                continue
            full = len(surface.riders) >= self.rulings.capacity  # MOT-MOVE-04, R20
            if not full and self.in_reach(player, surface.squares):
                found += [(number, m) for m in self.motators_for(player, surface.kind)]
        return found

    def swaps(self, player: int) -> list[str]:
        """Return the motators a player may change to without moving (R14)."""
        me, under = self.players[player], self.standing(player)
        if under is None:
            return []
        gone = {*me.removed, me.motator}
        return [m for m in BY_MOTATOR if m not in gone and suits(self.rulings, m, under.kind)]

    def places(self, player: int, kind: str) -> list[Pair]:
        """Return where a player may lay a surface (MOT-PLACE-03, -04, -10)."""
        found: list[Pair] = []
        for x in range(self.rulings.width):
            for y in range(self.rulings.height):
                for pair in (((x, y), (x + 1, y)), ((x, y), (x, y + 1))):
                    if self._may_lay(player, kind, pair):
                        found.append(pair)
        return found

    def _may_lay(self, player: int, kind: str, pair: Pair) -> bool:
        """Tell whether a player may lay a surface over two neighbouring squares."""
        x, y = pair[1]
        if x >= self.rulings.width or y >= self.rulings.height or self.covered & {*pair}:
            return False
        if not all(self._may_cover(player, kind, square, pair) for square in pair):
            return False
        if self.rulings.goal_blocking == "allowed":
            return True
        covered = self.covered | {*pair}
        return all(self._winnable(goal, covered) for goal in self.goals())  # R24

    def _may_cover(self, player: int, kind: str, square: Square, pair: Pair) -> bool:
        """Tell whether the protection of goals lets a player cover one square of a pair."""
        rulings = self.rulings
        if rulings.goal_cover == "free" or square not in self.goals():
            return True  # R21
        if square == self.goal(player):  # MOT-GOAL-05, R22, R23
            can_ride = self.in_reach(player, pair) and bool(self.motators_for(player, kind))
            return can_ride and self.may_leave(player)
        if rulings.goal_cover == "own_goal_win_only":  # R21
            return True
        me = self.players[player]
        return rulings.start_stand == "cover_corner" and me.at is None and square == me.start

    def _winnable(self, goal: Square, covered: set[Square]) -> bool:
        """Tell whether a goal can still be covered, or has been (R24)."""
        beside = edge_neighbours(self.rulings, goal)
        return goal in covered or any(square not in covered for square in beside)

    def is_home(self, player: int) -> bool:
        """Tell whether a player has reached the goal (MOT-GOAL-02, R28)."""
        under, goal = self.standing(player), self.goal(player)
        if under is None:
            return False
        if goal in under.squares:
            return True
        beside = neighbours(self.rulings, goal)
        return self.rulings.reach == "beside_goal" and any(s in beside for s in under.squares)

    def receiver(self, player: int) -> int:
        """Return the next player who is not out (MOT-GIVE-01, -02)."""
        count = len(self.players)
        following = [(player + i) % count for i in range(1, count + 1)]
        return next(other for other in following if not self.players[other].out)

    # --- changes ---

    def _take(self, player: int, kind: str) -> None:
        """Put a surface from the supply into a player's hand."""
        self.supply[kind] -= 1
        self.players[player].hand = kind

    def _lay(self, kind: str, squares: Iterable[Square]) -> int:
        """Lay a surface and return its number."""
        surface = Surface(kind, frozenset(squares))
        self.surfaces.append(surface)
        self.covered |= surface.squares
        return len(self.surfaces) - 1

    def _enter(self, player: int, number: int) -> None:
        """Stand a player on a surface."""
        under = self.standing(player)
        if under is not None:
            under.riders.remove(player)
        self.players[player].at = number
        self.surfaces[number].riders.append(player)

    def _mount(self, player: int, motator: str) -> None:
        """Bring a motator into use; the one before it is out for good (MOT-CHANGE-02, R07)."""
        me = self.players[player]
        if me.motator is not None and me.motator != motator:
            me.removed.add(me.motator)
        me.motator = motator

    def _end(self, winner: int | None, rule: str) -> NoReturn:
        """End the game at once."""
        self.result = Result(winner, rule)
        raise GameOver

    # --- the start ---

    def _play(self) -> Stretch:
        """Play the whole game (MOT-TURN-02)."""
        count = len(self.players)
        first = 0
        if self.rulings.first_player == "random":  # R03
            text = yield CHANCE, [f"{seat} begins" for seat in SEATS[:count]]
            first = SEATS.index(text.split()[0])
        order = [(first + i) % count for i in range(count)]
        yield from self._choose_starts(order)
        if self.rulings.start_stand == "surface_at_setup":
            yield from self._lay_first_surfaces(order)
        if self.rulings.first_motator == "at_setup":
            yield from self._choose_first_motators(order)
        yield from self._give_first_surface(order)
        player = first
        try:
            while True:
                if not self.players[player].out:
                    yield from self._turn(player)
                player = (player + 1) % count
        except GameOver:
            return

    def _choose_starts(self, order: list[int]) -> Stretch:
        """Settle the start corners (MOT-SETUP-09, R04)."""
        low_left, low_right, top_left, top_right = corners(self.rulings)
        fixed = [low_left, low_right, top_left, top_right]
        if self.rulings.start_corners == "opposite":
            fixed = [low_left, top_right, low_right, top_left]
        if self.rulings.start_corners != "choose":
            for me, corner in zip(self.players, fixed, strict=False):
                me.start = corner
            return
        for player in order:
            taken = {me.start for me in self.players}
            text = yield player, [square_name(c) for c in fixed if c not in taken]
            self.players[player].start = parse_square(text)

    def _lay_first_surfaces(self, order: list[int]) -> Stretch:
        """Let every player lay a surface over the start corner and stand on it (R06)."""
        kept = {*self.goals(), *(me.start for me in self.players)}
        for player in order:
            start = self.players[player].start
            beside = edge_neighbours(self.rulings, start)
            squares = [s for s in beside if s not in self.covered | kept]
            options = [f"lay {k} {square_name(s)}" for k in self.in_stock() for s in squares]
            if options:
                text = yield player, options
                _, kind, name = text.split()
                self.supply[kind] -= 1
                self._enter(player, self._lay(kind, {start, parse_square(name)}))

    def _choose_first_motators(self, order: list[int]) -> Stretch:
        """Let every player choose the first motator before the first turn (R07)."""
        for player in order:
            under = self.standing(player)
            fitting = [m for m in BY_MOTATOR if under is None or suits(self.rulings, m, under.kind)]
            self.players[player].motator = yield player, fitting

    def _give_first_surface(self, order: list[int]) -> Stretch:
        """Settle the first player's first surface (MOT-GIVE-04, R08)."""
        first = order[0]
        if self.rulings.first_surface == "previous_player":
            yield from self._hand_on(order[-1])
        elif self.rulings.first_surface == "random":
            self._take(first, (yield CHANCE, self.in_stock()))
        else:
            text = yield first, [f"take {kind}" for kind in self.in_stock()]
            self._take(first, text.split()[1])

    # --- a turn ---

    def _turn(self, player: int) -> Stretch:
        """Play one turn: lay, move, look whether the game is drawn, hand on (MOT-TURN-01)."""
        laid = yield from self._place(player)
        winning = self._must_enter(player, laid)
        lively = laid is not None
        for step in range(self.rulings.steps):  # MOT-MOVE-02, R18
            if step == 0 and self.rulings.no_move == "eliminate":
                self._eliminate_if_stuck(player, winning)
            chosen = yield from self._step(player, winning)
            if chosen == "stay":
                break
            lively = lively or chosen is not None
        self._end_if_drawn(lively)
        if self.in_stock():
            yield from self._hand_on(player)

    def _place(self, player: int) -> Generator[Decision, str, int | None]:
        """Lay the surface in hand, and return its number, or set it aside (MOT-PLACE-01, -02)."""
        me = self.players[player]
        kind = me.hand
        if kind is None:
            return None
        pairs = {f"place {pair_name(pair)}": pair for pair in self.places(player, kind)}
        if pairs:
            text = yield player, list(pairs)
            me.hand = None
            return self._lay(kind, pairs[text])
        if self.rulings.unplaceable == "return_to_supply":  # R10
            self.supply[kind] += 1
        if self.rulings.unplaceable != "keep":
            me.hand = None
        return None

    def _must_enter(self, player: int, laid: int | None) -> int | None:
        """Return the surface just laid if it covers the player's goal (MOT-GOAL-05, R22)."""
        if laid is None or self.rulings.goal_cover == "free":
            return None
        return laid if self.goal(player) in self.surfaces[laid].squares else None

    def _eliminate_if_stuck(self, player: int, winning: int | None) -> None:
        """Put a player who cannot move out of the game; the last one left wins (R17)."""
        if not self.rides(player, winning):
            self.players[player].out = True
            left = [other for other, them in enumerate(self.players) if not them.out]
            if len(left) == 1:
                self._end(left[0], "MOT-R17")

    def _step(self, player: int, winning: int | None) -> Generator[Decision, str, str | None]:
        """Let a player move, change motators or stay, and return what was chosen, if anything."""
        rides = {
            f"move {pair_name(self.surfaces[number].squares)} {motator}": (number, motator)
            for number, motator in self.rides(player, winning)
        }
        optional = self.rulings.move == "optional"  # R12
        swaps: list[str] = []
        if self.rulings.change_in_place == "yes" and winning is None and (optional or not rides):
            swaps = self.swaps(player)
        options = [*rides, *(f"change {motator}" for motator in swaps)]
        if not options:  # MOT-TURN-03, R17
            return None
        if winning is None and (optional or swaps):
            options.append("stay")
        text = yield player, options
        if text in rides:
            number, motator = rides[text]
            self._mount(player, motator)
            self._enter(player, number)
            if self.is_home(player):
                self._end(player, "MOT-GOAL-01")
        elif text != "stay":
            self._mount(player, text.split()[1])
        return text

    def _end_if_drawn(self, lively: bool) -> None:
        """End the game if it is drawn after a turn (R10, R11, R24, R25)."""
        rulings = self.rulings
        winnable = any(self._winnable(goal, self.covered) for goal in self.goals())
        if rulings.dead_draw == "on" and not winnable:
            self._end(NOBODY, "MOT-R24")
        empty = not self.in_stock()
        if empty and rulings.supply_empty == "draw":
            self._end(NOBODY, "MOT-R11")
        if empty or rulings.unplaceable == "keep":
            self.idle = 0 if lively else self.idle + 1
            if self.idle >= sum(not me.out for me in self.players):
                self._end(NOBODY, "MOT-R11" if rulings.supply_empty == "move_on" else "MOT-R10")

    def _hand_on(self, player: int) -> Stretch:
        """Hand a surface to the next player who has none (MOT-GIVE-01 to -03, R09, R10)."""
        receiver = self.receiver(player)
        if self.players[receiver].hand is None:
            decider = CHANCE if self.rulings.supply == "random_draw" else player
            text = yield decider, [f"give {kind}" for kind in self.in_stock()]
            self._take(receiver, text.split()[1])
