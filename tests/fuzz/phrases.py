"""Random phrases of the language: things, numbers, conditions, sets.

Model. A `World` is what a random ruleset has declared. A `Phrases` writes phrases about it, from a
generator of random numbers: which construct is taken goes by `WEIGHTS`, and among those that are
possible in the place. What is bound around a phrase is a `Scope`. Everything that is bound has a
name of one letter, and everything longer than a word stands in brackets, so that a phrase means one
thing; whether it is sound besides, the checker says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase

#: How often a construct is taken, if not once.
WEIGHTS: dict[str, float] = {
    "literal": 3, "bound": 6, "attribute": 3, "compare": 4, "quality": 3, "where": 0.7, "plain": 3,
    "effect": 5, "choice": 3, "walk": 0.5, "change": 4, "stone": 3, "coin": 3, "if": 2,
}
Ways = dict[str, Callable[[], str] | None]  # what can be written in a place
Scope = Mapping[str, tuple[str, ...]]  # the names that are bound, by noun
NOTHING: Scope = {}


@dataclass
class World:
    """What there is in a ruleset. Attributes by their owner's noun, with their greatest value."""

    cells: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    gems: list[str] = field(default_factory=list)
    ways: list[str] = field(default_factory=list)
    numbers: dict[str, dict[str, int]] = field(default_factory=dict)  # `the depth of X`
    places: dict[str, list[str]] = field(default_factory=dict)  # `the goal of X`, a cell or none
    qualities: dict[str, list[str]] = field(default_factory=dict)
    colour: bool = False  # of cells: White or a player
    store: bool = False  # of a player and a gem
    allied: bool = False
    stones: bool = False  # pieces without a number, of a player
    coins: bool = False  # pieces with a number
    coins_owned: bool = False
    several: bool = False
    zones: list[str] = field(default_factory=list)
    table: bool = False  # the board has no edge
    adjectives: list[str] = field(default_factory=list)  # defined, of a cell
    prepositions: list[str] = field(default_factory=list)  # of two cells
    verbs: list[str] = field(default_factory=list)  # of a player and a cell
    values: dict[str, str] = field(default_factory=dict)  # defined: the noun that it is of
    steps: list[str] = field(default_factory=list)  # about a cell
    memory: bool = False
    option: bool = False  # `size`, a number
    walk: bool = False


def bind(scope: Scope, noun: str, name: str) -> Scope:
    return {**scope, noun: (*scope.get(noun, ()), name)}


class Phrases:
    """Writes phrases about a world."""

    def __init__(self, rng: random.Random, world: World, weights: Mapping[str, float]) -> None:
        self.rng = rng
        self.world = world
        self.weights = weights

    # -- choosing --------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def one(self, ways: Ways) -> str:
        """One of some ways to write something, those that are possible."""
        able = {name: way for name, way in ways.items() if way is not None}
        weights = [self.weights.get(name.partition(" ")[0], 1.0) for name in able]
        (name,) = self.rng.choices(list(able), weights)
        way = able[name]
        assert way is not None
        return way()

    def new(self, scope: Scope) -> str:
        """A name that is not bound."""
        taken = {name for names in scope.values() for name in names}
        return self.rng.choice([letter for letter in ascii_uppercase if letter not in taken])

    def nouns(self) -> list[str]:
        """The nouns of which there are sets."""
        world = self.world
        return ["cell", "player", *["gem"] * bool(world.gems), *["Stone"] * world.stones,
                *["Coin"] * world.coins]

    # -- things ----------------------------------------------------------------------------------

    def thing(self, noun: str, scope: Scope, depth: int = 2) -> str:
        """A thing of a noun; it may be none."""
        world, inner = self.world, depth - 1
        bound = scope.get(noun)
        ways: Ways = {
            "bound": (lambda: self.rng.choice(bound)) if bound else None}
        match noun:
            case "cell":
                ways["literal"] = lambda: self.rng.choice(world.cells)
                if depth > 0:
                    ways["attribute"] = self._place(scope, inner)
                    ways["step"] = lambda: (
                        f"(the cell one step towards {self.thing('direction', scope, inner)} "
                        f"from {self.thing('cell', scope, inner)})")
                    ways["line end"] = lambda: (
                        f"(the end of the line from {self.thing('cell', scope, inner)} towards "
                        f"{self.thing('direction', scope, inner)} over "
                        f"{self.members('cell', scope, inner)})")
                    ways["greatest"] = lambda: (
                        f"(the cell with the {self.rng.choice(['greatest', 'least'])} "
                        f"{self.attribute('cell')} among {self.members('cell', scope, inner)})")
                    for piece in self.pieces():
                        ways[f"stands {piece}"] = lambda piece=piece: (
                            f"({self.thing(piece, scope, inner)}'s cell)")
            case "player":
                ways["literal"] = lambda: self.rng.choice(world.seats)
                ways["mover"] = lambda: "(the player to move)"
                if depth > 0:
                    ways["next"] = lambda: (
                        f"(the {self.rng.choice(['next', 'previous'])} player of "
                        f"{self.thing('player', scope, inner)})")
                    if world.stones:
                        ways["owner"] = lambda: (
                            f"(the owner of {self.thing('Stone', scope, inner)})")
            case "gem":
                ways["literal"] = lambda: self.rng.choice(world.gems)
            case "direction":
                ways["literal"] = lambda: self.rng.choice(world.ways)
                if depth > 0:
                    turn = self.rng.choice(["left", "right", "round", "left by 3"])
                    ways["turned"] = lambda: (
                        f"({self.thing('direction', scope, inner)} turned {turn})")
            case "Stone":
                ways["on"] = lambda: f"(the Stone on {self.thing('cell', scope, inner)})"
            case "Coin":
                if not world.several:
                    ways["on"] = lambda: f"(the Coin on {self.thing('cell', scope, inner)})"
                ways["any"] = lambda: f"(any {self.noun_phrase('Coin', scope, inner, '', False)})"
        return self.one(ways)

    def pieces(self) -> list[str]:
        return ["Stone"] * self.world.stones + ["Coin"] * self.world.coins

    def _place(self, scope: Scope, depth: int) -> Callable[[], str] | None:
        """An attribute that is a cell or none."""
        owners = [noun for noun in self.world.places if self.world.places[noun]]
        if not owners:
            return None
        noun = self.rng.choice(owners)
        name = self.rng.choice(self.world.places[noun])
        if noun == "game":
            return lambda: f"(the game's {name})"
        return lambda: f"(the {name} of {self.thing(noun, scope, depth)})"

    def attribute(self, noun: str) -> str:
        """The name of a number that things of a noun have."""
        own = list(self.world.numbers.get(noun, ()))
        own += [name for name, of in self.world.values.items() if of == noun]
        if noun == "cell" and not own:
            own = ["row", "column"]
        return self.rng.choice(own or ["seat"])

    # -- numbers ---------------------------------------------------------------------------------

    def number(self, scope: Scope, depth: int = 2) -> str:
        """A number."""
        world, inner, bound = self.world, depth - 1, scope.get("number")
        ways: Ways = {
            "literal": lambda: str(self.rng.choice([0, 1, 1, 2, 2, 3, 4, 7])),
            "bound": (lambda: self.rng.choice(bound)) if bound else None,
            "option": (lambda: "size") if world.option else None,
        }
        if world.numbers.get("turn"):
            ways["moves"] = lambda: "(the turn's moves)"
        if depth > 0:
            owned = {noun: names for noun, names in world.numbers.items()
                     if names and noun not in ("turn", "game")}
            if owned:
                ways["attribute"] = lambda: self._owned(owned, scope, inner)
            if world.numbers.get("game"):
                ways["game"] = lambda: f"(the game's {self.rng.choice([*world.numbers['game']])})"
            if world.values:
                ways["defined"] = lambda: self._value(scope, inner)
            ways |= {
                "count": lambda: f"(the number of {self.members(self.any_noun(), scope, inner)})",
                "sum": lambda: f"({self.number(scope, inner)} "
                               f"{self.rng.choice(['plus', 'minus', 'times'])} "
                               f"{self.number(scope, inner)})",
                "ratio": lambda: f"({self.number(scope, inner)} divided by "
                                 f"{self.rng.choice(['2', '3', self.number(scope, 0)])})",
                "among": lambda: self._among(scope, inner),
                "case": lambda: f"({self.number(scope, inner)} if "
                                f"{self.condition(scope, inner)} otherwise "
                                f"{self.number(scope, inner)})",
                "row": lambda: f"(the {self.rng.choice(['row', 'column'])} of "
                               f"{self.thing('cell', scope, inner)})",
                "seat": lambda: f"(the seat of {self.thing('player', scope, inner)})",
                "distance": lambda: (
                    f"(the distance from {self.thing('cell', scope, inner)} to "
                    f"{self.thing('cell', scope, inner)} by {self.by()}{self.over(scope, inner)})"),
                "groups": lambda: (
                    f"(the number of groups of {self.members('cell', scope, inner)} joined by "
                    f"{self.rng.choice(['orthogonal steps', 'steps'])})"),
                "extent": lambda: (
                    f"(the number of cells in (the group of {self.thing('cell', scope, inner)} "
                    f"among {self.members('cell', scope, inner)} joined by orthogonal steps))"),
                "line": lambda: (
                    f"(the number of cells in (the line from {self.thing('cell', scope, inner)} "
                    f"towards {self.thing('direction', scope, inner)} over "
                    f"{self.members('cell', scope, inner)}))"),
            }
            if world.store:
                ways["store"] = lambda: (f"(the store of {self.thing('player', scope, inner)} of "
                                         f"{self.thing('gem', scope, inner)})")
            if world.memory:
                ways["times"] = lambda: "(the times of Past)"
            if world.walk:
                ways["walk"] = lambda: self._hops(scope, inner)
        return self.one(ways)

    def _owned(self, owned: Mapping[str, Mapping[str, int]], scope: Scope, depth: int) -> str:
        noun = self.rng.choice([*owned])
        return f"(the {self.rng.choice([*owned[noun]])} of {self.thing(noun, scope, depth)})"

    def _value(self, scope: Scope, depth: int) -> str:
        name, noun = self.rng.choice([*self.world.values.items()])
        return f"(the {name} of {self.thing(noun, scope, depth)})"

    def _hops(self, scope: Scope, depth: int) -> str:
        hops = f"hops of {self.thing('cell', scope, depth)}"
        if self.chance(0.5):
            return f"(the number of {hops})"
        name = self.new(scope)
        return (f"(the {self.rng.choice(['greatest', 'total'])} ({name}'s length) among "
                f"{hops.replace('hops', f'hops {name}')})")

    def _among(self, scope: Scope, depth: int) -> str:
        noun, name = self.any_noun(), self.new(scope)
        how = self.rng.choice(["greatest", "least", "total"])
        inside = self.number(bind(scope, noun, name), depth)
        return f"(the {how} ({inside}) among {self.members(noun, scope, depth, name)})"

    def any_noun(self) -> str:
        return self.rng.choice(self.nouns())

    def by(self) -> str:
        """How one walks."""
        return self.rng.choice(["steps", "orthogonal steps", "diagonal steps"])

    def over(self, scope: Scope, depth: int) -> str:
        return f" over {self.members('cell', scope, depth)}" if self.chance(0.6) else ""

    # -- conditions ------------------------------------------------------------------------------

    def condition(self, scope: Scope, depth: int = 2) -> str:
        """A condition, in brackets."""
        world, inner = self.world, depth - 1

        def thing(noun: str) -> str:
            return self.thing(noun, scope, inner)

        no = self.rng.choice(["", "", "not "])
        ways: Ways = {
            "compare": lambda: f"({self.number(scope, depth)} is {self.comparison()} "
                               f"{self.number(scope, inner)})",
            "empty": lambda: f"({thing('cell')} is {no}{self.rng.choice(['empty', 'occupied'])})"
                     if self.pieces() else self.compared(scope),
            "next": lambda: (
                f"({thing('cell')} is {no}{self.rng.choice(['', 'orthogonally ', 'diagonally '])}"
                f"next to {thing('cell')})"),
            "same": lambda: self._same(scope, inner, no),
            "colour": (lambda: f"(the colour of {thing('cell')} is {no}"
                               f"{self.rng.choice(['White', thing('player')])})")
                      if world.colour else None,
            "quality": self._quality(scope, inner, no),
            "allied": (lambda: f"({thing('player')} is {no}allied with {thing('player')})")
                      if world.allied else None,
            "adjective": (lambda: f"({thing('cell')} is {no}{self.rng.choice(world.adjectives)})")
                         if world.adjectives else None,
            "preposition": (lambda: f"({thing('cell')} is {no}"
                                    f"{self.rng.choice(world.prepositions)} {thing('cell')})")
                           if world.prepositions else None,
            "verb": (lambda: f"({thing('player')} {self.rng.choice(world.verbs)} {thing('cell')})")
                    if world.verbs else None,
        }
        if depth > 0:
            ways |= {
                "none": lambda: f"({thing(self.rng.choice(['cell', *self.pieces()]))} "
                                f"is {no}none)",
                "not": lambda: f"(not {self.condition(scope, inner)})",
                "and": lambda: f"({self.condition(scope, inner)} "
                               f"{self.rng.choice(['and', 'or'])} {self.condition(scope, inner)})",
                "there": lambda: self._there(scope, inner),
                "every": lambda: self._every(scope, inner, no),
                "connected": lambda: (
                    f"({thing('cell')} is {no}{self.rng.choice(['connected to', 'in line with'])} "
                    f"{thing('cell')} by {self.by()}{self.over(scope, inner)})"),
                "line": lambda: (
                    f"(the {self.noun_phrase('cell', scope, inner, '', True)} include a line of "
                    f"{self.rng.choice([2, 3])})"),
                "group": lambda: (
                    f"({thing('cell')} is next to (the group of {thing('cell')} among "
                    f"{self.members('cell', scope, inner)} joined by steps))"),
            }
        return _whole_denied(self.one(ways))

    def comparison(self) -> str:
        return self.rng.choice(["", "not", "at least", "at most", "more than", "less than"])

    def compared(self, scope: Scope) -> str:
        return f"({self.number(scope, 1)} is {self.comparison()} {self.number(scope, 1)})"

    def _same(self, scope: Scope, depth: int, no: str) -> str:
        noun = self.rng.choice(["cell", "player", *["gem"] * bool(self.world.gems), "direction"])
        return f"({self.thing(noun, scope, depth)} is {no}{self.thing(noun, scope, depth)})"

    def _quality(self, scope: Scope, depth: int, no: str) -> Callable[[], str] | None:
        owners = [noun for noun, names in self.world.qualities.items() if names]
        if not owners:
            return None
        noun = self.rng.choice(owners)
        name = self.rng.choice(self.world.qualities[noun])
        if noun == "turn":
            return lambda: f"(the turn is {no}{name})"
        return lambda: f"({self.thing(noun, scope, depth)} is {no}{name})"

    def _there(self, scope: Scope, depth: int) -> str:
        noun = self.any_noun()
        how = self.rng.choice(["a", "no", "at least 2", "exactly 1", "less than 3"])
        if how in ("a", "no"):
            return f"(there is {how} {self.noun_phrase(noun, scope, depth, '', False)})"
        many = not how.endswith("1")
        return f"(there {'are' if many else 'is'} {how} " \
               f"{self.noun_phrase(noun, scope, depth, '', many)})"

    def _every(self, scope: Scope, depth: int, no: str) -> str:
        """What is said of all, some or none of the cells or players."""
        how = self.rng.choice(["every", "some", "no"])
        cells = f"{how} {self.noun_phrase('cell', scope, depth, '', False)}"
        other = self.thing("cell", scope, depth)
        return f"({cells} is {no if how == 'every' else ''}next to {other})"

    # -- sets ------------------------------------------------------------------------------------

    def members(self, noun: str, scope: Scope, depth: int, name: str = "") -> str:
        """A set, as it stands behind `over` and `among`."""
        made = self.noun_phrase(noun, scope, depth, name, True)
        return made if name else f"({made})"

    def noun_phrase(self, noun: str, scope: Scope, depth: int, name: str, many: bool) -> str:
        """The words for a set of a noun, whose element may have a name."""
        world, where = self.world, ""
        if depth > 0 and self.chance(0.35):
            name = name or self.new(scope)
            said = self.condition(bind(scope, noun, name), depth - 1)
            if not re.search(rf"\b{name}\b", said):  # a `where` speaks of its element
                said = f"({name} is {name} and {said})"
            where = f" where {said}"
        words = noun + ("s" if many else "") + (f" {name}" if name else "")
        adjectives = list(world.qualities.get(noun, ()))
        if noun == "cell":
            adjectives += world.adjectives + ["White"] * world.colour
            adjectives += ["empty", "occupied"] * bool(self.pieces())
        if adjectives and self.chance(0.4):
            words = f"{self.rng.choice(adjectives)} {words}"
        if (noun == "Stone" or (noun == "Coin" and world.coins_owned)) and self.chance(0.5):
            words += f" of {self.thing('player', scope, 0)}"
        return words + self._relative(noun, scope, depth - 1) + where

    def _relative(self, noun: str, scope: Scope, depth: int) -> str:
        world, attributes = self.world, self.world.numbers.get(noun, {})
        ways: Ways = {
            "plain": lambda: "",
            "whose": (lambda: f" whose {self.rng.choice([*attributes])} is {self.comparison()} "
                              f"{self.number(scope, depth)}") if attributes else None,
        }
        if noun in ("cell", *self.pieces()):
            ways["next"] = lambda: f" next to {self.thing('cell', scope, depth)}"
        if noun == "cell" and depth >= 0:
            ways["connected"] = lambda: (
                f" {self.rng.choice(['connected to', 'in line with'])} "
                f"{self.thing('cell', scope, depth)} by {self.by()}{self.over(scope, depth)}")
        if noun == "cell" and world.stones:
            ways["stone"] = lambda: " that some Stone is on"
        if noun == "Coin":
            for place in ["box", *world.zones]:
                ways[f"zone {place}"] = lambda place=place: f" in the {place}"
        return self.one(ways)


def _whole_denied(said: str) -> str:
    """`not (the game's beacon is wet)` for what is denied of something that may be none: else the
    text would have to say what holds where it is."""
    found = re.fullmatch(r"\((?P<about>(?!every |some |no ).*?) is not (?P<so>(?!none).*)\)", said)
    if found is None or not re.search(r"'s | of ", said) or any(
        part.count("(") != part.count(")") for part in found.groups()
    ):
        return said
    return f"(not ({found['about']} is {found['so']}))"
