"""Random rulesets as texts of the language.

A ruleset is written from a seed: what there is, what is said of it, steps, the setup, a turn, ends.
Every text is well formed; whether it is sound, the checker says. Numbers go up and down `by up to`
mostly, so that play goes on for a while; now and then it breaks, as rules do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from tests.fuzz.phrases import NOTHING, WEIGHTS, Phrases, Scope, World, bind

#: Sizes of boards: about the widths of machine words, and small.
SIZES = [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (3, 3), (4, 3), (4, 4), (5, 5), (6, 5), (31, 1),
         (8, 4), (3, 11), (9, 7), (8, 8), (13, 5), (16, 8), (13, 10)]
SEATS = ["Ann", "Ben", "Cid"]
INDENT = "  "
Lines = list[str]
Write = Callable[[], Lines]


def indented(lines: Lines) -> Lines:
    return [INDENT + line for line in lines]


class Statements(Phrases):
    """Writes statements. A scope says by `step` and `setup` that it is inside of these;
    `choices` where play may stop."""

    def block(self, scope: Scope, depth: int, choices: bool, most: int = 3) -> Lines:
        """Some statements, at least one."""
        lines: Lines = []
        for _ in range(self.rng.randint(1, most)):
            lines += self.statement(scope, depth, choices)
        return lines

    def statement(self, scope: Scope, depth: int, choices: bool) -> Lines:
        ways: dict[str, Write | None] = {"effect": partial(self.effect, scope)}
        if depth > 0:
            inner = depth - 1
            ways |= {
                "if": lambda: self._if(scope, inner, choices),
                "each": lambda: self._each(scope, inner),
                "depending": lambda: self._depending(scope, inner, choices),
                "repeat": lambda: [f"repeat {self._times(scope)} times",
                                   *indented(self.block(scope, inner, choices, 2))],
            }
            if self.world.steps and scope.get("step") is None:
                ways["do"] = lambda: [
                    f"do {self.rng.choice(self.world.steps)} {self.thing('cell', scope, 1)}"]
            if choices:
                ways |= {
                    "choice": lambda: self._choice(scope, inner),
                    "random": lambda: self._random(scope, inner),
                    "order": lambda: self._order(scope, inner),
                    "rounds": lambda: self._rounds(scope, inner),
                    "decides": lambda: [f"{self.thing('player', scope, 0)} decides",
                                        *indented(self._choice(scope, inner))],
                    "ends": (lambda: [f"if {self.condition(scope, 1)}, the turn ends"])
                            if "setup" not in scope else None,
                }
            ways["ending"] = lambda: [f"if {self.condition(scope, 2)}, {self.ending(scope)}"]
        return self.written(ways)

    def _times(self, scope: Scope) -> str:
        count = f"(the number of {self.members(self.any_noun(), scope, 1)})"
        return self.rng.choice(["2", "3", count])

    def written(self, ways: Mapping[str, Write | None]) -> Lines:
        found: list[Lines] = []
        self.one({name: None if way is None else partial(self._noted, way, found)
                  for name, way in ways.items()})
        return found[0]

    @staticmethod
    def _noted(way: Write, found: list[Lines]) -> str:
        found.append(way())
        return ""

    def _if(self, scope: Scope, depth: int, choices: bool) -> Lines:
        lines = [f"if {self.condition(scope)}", *indented(self.block(scope, depth, choices, 2))]
        if self.chance(0.2):
            lines += [f"otherwise if {self.condition(scope, 1)}",
                      *indented(self.block(scope, depth, choices, 1))]
        if self.chance(0.4):
            lines += ["otherwise", *indented(self.block(scope, depth, choices, 2))]
        return lines

    def _each(self, scope: Scope, depth: int) -> Lines:
        noun, name = self.any_noun(), self.new(scope)
        head = f"for each {self.noun_phrase(noun, scope, 2, name, False)}"
        return [head, *indented(self.block(bind(scope, noun, name), depth, False, 2))]

    def _depending(self, scope: Scope, depth: int, choices: bool) -> Lines:
        if self.world.gems and self.chance(0.5):
            rows = [f"for {gem}" for gem in self.world.gems]
            head = f"depending on {self.thing('gem', scope, 0)}"
            if "gem" not in scope:
                return self.effect(scope)
        else:
            head, rows = f"depending on {self.number(scope, 1)}", ["for 0", "for 1 to 2"]
        lines = [head]
        for row in rows:
            lines += [INDENT + row, *indented(indented(self.block(scope, depth, choices, 1)))]
        return lines if rows[0] != "for 0" else [*lines, INDENT + "otherwise nothing"]

    # -- choices ---------------------------------------------------------------------------------

    def _choice(self, scope: Scope, depth: int) -> Lines:
        how = self.rng.choice([
            "must if possible"] * 3 + ["must", "may", "may", "as long as possible, may"])
        declined = ', or "no"' if how.endswith("may") else ""
        if self.chance(0.35):
            lines = [f"{how} do one of{declined}"]
            if self.chance(0.2):
                lines += indented(self._only_if(scope))
            for number in range(self.rng.randint(2, 3)):
                lines += indented(self._act("", "", scope, depth, f"{number}"))
        else:
            lines = self._act(f"{how} ", declined, scope, depth)
        if how == "must if possible" and self.chance(0.15):
            lines += ["otherwise", *indented(self.block(scope, depth, True, 1))]
        return lines

    def _only_if(self, scope: Scope) -> Lines:
        ways: dict[str, Write | None] = {
            "plain": lambda: [f"only if {self.condition(scope, 2)}"],
            "after": lambda: [f"only if afterwards {self.condition(scope, 2)}"],
            "rest": lambda: ["only if the rest can be done"],
        }
        return self.written(ways)

    def _act(self, how: str, declined: str, scope: Scope, depth: int, mark: str = "") -> Lines:
        """An act with its lines; `mark` makes its texts differ from those of other acts."""
        made: list[tuple[str, Scope, str]] = []

        def chosen() -> str:
            inner, words, shown = scope, [], []
            for _ in range(self.rng.choice([1, 1, 2])):
                noun, name = self._chosen_noun(), self.new(inner)
                words.append(
                    f"a number {name} from {self.rng.choice('01')} to {self.rng.choice('234')}"
                    if noun == "number" else f"a {self.noun_phrase(noun, inner, 2, name, False)}")
                inner = bind(inner, noun, name)
                shown.append(f"{{{name}}}")
            made.append((f"choose {' and '.join(words)}", inner, "-".join(shown)))
            return ""

        def text() -> str:
            made.append((f'choose "go{mark}"', scope, ""))
            return ""

        def put() -> str:
            name = self.new(scope)
            inner = bind(scope, "cell", name)
            piece = self.rng.choice(self.pieces())
            of = f" of {self.thing('player', scope, 0)}" if piece == "Stone" else ""
            cell = self.noun_phrase("cell", scope, 2, name, False)
            made.append((f"put a {piece}{of} on a {cell}", inner, f"{{{name}}}"))
            return ""

        def move() -> str:
            piece, one = self.rng.choice(self.pieces()), self.new(scope)
            first = bind(scope, piece, one)
            other = self.new(first)
            inner = bind(first, "cell", other)
            made.append((f"move a {self.noun_phrase(piece, scope, 1, one, False)} to a "
                         f"{self.noun_phrase('cell', first, 2, other, False)}", inner,
                         f"{{{one}}}>{{{other}}}"))
            return ""

        def remove() -> str:
            piece, name = self.rng.choice(self.pieces()), self.new(scope)
            made.append((f"remove a {self.noun_phrase(piece, scope, 2, name, False)}", scope,
                         f"x{{{name}}}"))
            return ""

        pieces = bool(self.pieces())
        self.one({"chosen": chosen, "text": text, "put": put if pieces else None,
                  "move": move if pieces else None, "remove": remove if pieces else None})
        (act, inner, shown), = made
        written = f', written "{mark}{shown}"' if shown and (mark or self.chance(0.3)) else ""
        lines = [f"{how}{act}{written}{declined}"]
        for _ in range(self.rng.choice([0, 0, 1, 2])):
            lines += indented(self._only_if(inner))
        if self.chance(0.8):
            lines += indented(self.block(inner, depth, True, 2))
        return lines

    def _chosen_noun(self) -> str:
        return self.rng.choice([*self.nouns(), "cell", "number", "direction"])

    def _random(self, scope: Scope, depth: int) -> Lines:
        noun, name = self.rng.choice([*self.nouns(), "number"]), self.new(scope)
        inner = bind(scope, noun, name)
        words = f"number {name} from 1 to {self.rng.choice('236')}" if noun == "number" else (
            self.noun_phrase(noun, scope, 0, name, False))
        weighted = f", weighted by {self.number(inner, 1)}" if self.chance(0.4) else ""
        return [f"at random pick a {words}{weighted}",
                *indented(self.block(inner, depth, True, 2))]

    def _order(self, scope: Scope, depth: int) -> Lines:
        parts = []
        for number in range(2):
            parts += self._act("must if possible ", "", scope, 0, f"{number}")
        return [self.rng.choice(["in either order", "in any mix"]), *indented(parts)]

    def _rounds(self, scope: Scope, depth: int) -> Lines:
        noun, name = self.rng.choice(["player", "player", "cell", *["gem"] * bool(
            self.world.gems)]), self.new(scope)
        words = self.noun_phrase(noun, scope, 1, name, False)
        inner = bind(scope, noun, name)
        return [f"each {words} in order", *indented(self._choice(inner, depth)),
                *(indented(self.block(inner, depth, True, 1)) if self.chance(0.4) else [])]

    # -- effects ---------------------------------------------------------------------------------

    def effect(self, scope: Scope) -> Lines:
        """One effect; what it speaks of is asked for first if it may be none, mostly."""
        world, asked = self.world, list[str]()

        def thing(noun: str) -> str:
            found = self.thing(noun, scope, self.rng.choice([0, 0, 1]))
            if found.startswith("(") and noun != "player" and self.chance(0.95):
                asked.append(f"if {found} is not none, ")
            return found

        def changed() -> str:
            noun = self.rng.choice([noun for noun, names in world.numbers.items() if names])
            name = self.rng.choice([*world.numbers[noun]])
            what = f"the {noun}'s {name}" if noun in ("turn", "game") else (
                f"the {name} of {thing(noun)}")
            how = self.rng.choice(["goes up by up to", "goes up by up to", "goes down by up to",
                                   "goes up by", "becomes"])
            most = world.numbers[noun][name]
            value = str(self.rng.randint(0, most)) if how == "becomes" and self.chance(0.8) else (
                self.number(scope, 1) if how != "goes up by" else "1")
            return f"{what} {how} {value}"

        def placed() -> str:
            noun = self.rng.choice([noun for noun, names in world.places.items() if names])
            name = self.rng.choice(world.places[noun])
            what = f"the game's {name}" if noun == "game" else f"the {name} of {thing(noun)}"
            return f"{what} becomes {self.rng.choice([thing('cell'), thing('cell'), 'none'])}"

        def quality() -> str:
            noun = self.rng.choice([noun for noun, names in world.qualities.items() if names])
            name = self.rng.choice(world.qualities[noun])
            what = "the turn" if noun == "turn" else self.rng.choice(
                [thing(noun), f"every {self.noun_phrase(noun, scope, 1, '', False)}"])
            return f"{what} becomes {self.rng.choice(['', 'not '])}{name}"

        def stone() -> str:
            put = f"put a Stone of {self.thing('player', scope, 0)} on {thing('cell')}"
            moved = f"move {thing('Stone')} to {thing('cell')}"
            all_of = f"remove every {self.noun_phrase('Stone', scope, 1, '', False)}"
            return self.rng.choice([put, put, moved, f"remove {thing('Stone')}", all_of])

        def coin() -> str:
            places = [thing("cell"), *[f"the {zone}" for zone in world.zones]]
            whose = f" of {self.thing('player', scope, 0)}" * world.coins_owned
            put = f"put a Coin{whose} on {thing('cell')}"
            moved = f"move {thing('Coin')} to {self.rng.choice(places)}"
            swapped = f"exchange {thing('Coin')} and {thing('Coin')}"
            return self.rng.choice([put, moved, moved, f"remove {thing('Coin')}", swapped])

        def exchanged() -> str:
            noun = self.rng.choice([noun for noun, names in world.numbers.items()
                                    if names and noun not in ("turn", "game")])
            name = self.rng.choice([*world.numbers[noun]])
            return f"exchange the {name} of {thing(noun)} and the {name} of {thing(noun)}"

        own = [noun for noun, names in world.numbers.items() if names]
        made = self.one({
            "change": changed if own else None,
            "place": placed if any(world.places.values()) else None,
            "quality": quality if any(world.qualities.values()) else None,
            "stone": stone if world.stones else None,
            "coin": coin if world.coins else None,
            "exchange": exchanged if set(own) - {"turn", "game"} else None,
            "colour": (lambda: f"the colour of {thing('cell')} becomes "
                               f"{self.rng.choice(['White', thing('player')])}")
                      if world.colour else None,
            "store": (lambda: f"the store of {thing('player')} of {thing('gem')} "
                              f"{self.rng.choice(['goes up by up to', 'goes down by up to'])} "
                              f"{self.number(scope, 1)}") if world.store else None,
            "allied": (lambda: f"{thing('player')} becomes {self.rng.choice(['', 'not '])}"
                               f"allied with {thing('player')}") if world.allied else None,
            "record": (lambda: self.rng.choice(["record", "record", "forget"]) + " Past")
                      if world.memory else None,
        })
        return ["".join(each for each in asked if each.split()[1] in made) + made]

    def ending(self, scope: Scope) -> str:
        name = self.new(scope)
        # What is the same for every player ranks nobody.
        by = f"(the player's seat times {self.number(bind(NOTHING, 'player', 'the player'), 2)})"
        return self.rng.choice([
            f"{self.thing('player', scope, 0)} wins", f"{self.thing('player', scope, 0)} loses",
            "the game is drawn", f"rank every player by {by}",
            f"pay every player {by}" if name < "G" else f"rank every player by {by}"])


class Ruleset(Statements):
    """Writes a whole ruleset."""

    def lines(self) -> Lines:
        """Its lines, each a declaration with what belongs to it below."""
        there = self._there_is()
        defined = self._definitions()
        steps = self._steps()
        return [*there, *defined, *steps, *self._course()]

    def _there_is(self) -> Lines:
        world, rng = self.world, self.rng
        most = rng.choice([1, 2, 2, 2, 3])
        least = rng.randint(1, most)
        world.seats = SEATS[:least]
        lines = ["game Fuzz", f"players {least} to {most}: {', '.join(SEATS[:most])}"
                 if least < most else f"players {most}: {', '.join(SEATS[:most])}"]
        if self.chance(0.3):
            world.option = True
            lines.append("option size: 1 to 3, normally 2")
        if self.chance(0.5):
            world.gems = ["ruby", "jade", "opal"][: rng.randint(1, 3)]
            lines.append(f"kind gem: {', '.join(world.gems)}")
        lines += self._board()
        lines += self._sorts_of_pieces()
        lines += self._attributes()
        if self.chance(0.3):
            world.memory = True
            items = [item for item, there in [
                ("Stone", world.stones), ("cell colour", world.colour), ("player", True)] if there]
            size = rng.choice(["up to 3", "the last 2", "up to 40"])
            lines.append(f"memory Past: {', '.join(items)}, {size}")
        return lines

    def _board(self) -> Lines:
        world, rng = self.world, self.rng
        hexagonal = self.chance(0.25)
        shape = "hexagonal" if hexagonal else "square"
        world.ways = ["east", "west", "northeast", "southwest"]
        world.ways += ["northwest", "southeast"] if hexagonal else ["north", "south"]
        if self.chance(0.12):
            world.table = world.coins = True
            world.cells = ["(0,0)", "(1,0)", "(0,1)", "(2,1)", "(-1,-1)"]
            return [f"board Place: a table of {shape} cells, within {rng.choice([2, 3, 7])}"]
        wide, high = rng.choice(SIZES)
        world.cells = [f"{chr(97 + x)}{y + 1}" for x in range(min(wide, 26)) for y in range(high)]
        if len(world.cells) > 5:
            world.cells = rng.sample(world.cells, 5)
        return [f"board Place: a grid of {shape} cells, {wide} by {high}"]

    def _sorts_of_pieces(self) -> Lines:
        world, rng = self.world, self.rng
        lines = []
        world.stones = not world.table and self.chance(0.6)
        world.coins = world.table or self.chance(0.3)
        if world.stones:
            lines.append("piece Stone of a player, on Place")
        if world.coins:
            world.coins_owned = self.chance(0.5)
            count = rng.choice([1, 2, 3, 5, 5, 40])
            owner = f" of a player: {min(count, 12)} each" if world.coins_owned else f": {count}"
            world.several = self.chance(0.3)
            lines.append(f"piece Coin{owner}, on Place"
                         + ", several to a cell" * world.several)
            if self.chance(0.5):
                world.zones = ["Bank"]
                lines.append("zone Bank: Coins")
        return lines

    def _attributes(self) -> Lines:
        world, lines = self.world, []
        for noun, name, chance in [
            ("cell", "depth", 0 if world.table else 0.5), ("player", "score", 0.7),
            ("gem", "worth", 0.5 if world.gems else 0), ("turn", "moves", 0.4),
            ("game", "clock", 0.4), ("Stone", "weight", 0.3 if world.stones else 0),
            ("Coin", "size" if not world.option else "mass", 0.3 if world.coins else 0),
        ]:
            if self.chance(chance):
                most = self.rng.choice([1, 3, 9, 200, 70000, 900_000_000])
                least = self.rng.choice(["0", "0", "0 minus 3", "1"])
                world.numbers.setdefault(noun, {})[name] = most
                whose = f"the {noun}" if noun in ("turn", "game") else f"each {noun}"
                first = ", at first 1" if self.chance(0.3) else ""
                turn = ", this turn" if noun != "turn" and self.chance(0.15) else ""
                lines.append(f"{whose} has a {name}: {least} to {most}{first}{turn}")
        for noun, name, chance in [("game", "beacon", 0.4), ("player", "goal", 0.4),
                                   ("cell", "link", 0 if world.table else 0.25)]:
            if self.chance(chance):
                world.places.setdefault(noun, []).append(name)
                whose = "the game" if noun == "game" else f"each {noun}"
                lines.append(f"{whose} has a {name}: a cell or none")
        for noun, name, chance in [
            ("cell", "wet", 0 if world.table else 0.4), ("player", "calm", 0.3),
            ("turn", "late", 0.2), ("gem", "rare", 0.3 if world.gems else 0),
            ("Stone", "tired", 0.3 if world.stones else 0),
        ]:
            if self.chance(chance):
                world.qualities.setdefault(noun, []).append(name)
                whose = f"the {noun}" if noun == "turn" else f"each {noun}"
                turn = ", this turn" if noun != "turn" and self.chance(0.2) else ""
                lines.append(f"{whose} can be {name}{turn}")
        if not world.table and self.chance(0.4):
            world.colour = True
            lines.append("each cell has a colour: White or a player")
        if world.gems and self.chance(0.4):
            world.store = True
            lines.append("each player has a store of each gem: 0 to 5")
        if self.chance(0.2):
            world.allied = True
            lines.append("each player can be allied with a player")
        return lines

    # -- definitions -----------------------------------------------------------------------------

    def _definitions(self) -> Lines:
        world, lines = self.world, []
        cell, pair = {"cell": ("C",)}, {"cell": ("C", "T")}
        if self.chance(0.4):
            lines.append(f"a cell C is open if {self.condition(cell, 2)}")
            world.adjectives.append("open")
        if self.chance(0.3):
            lines += ["a cell C is fair if", INDENT + "any of",
                      *indented(indented([self.condition(cell, 2), self.condition(cell, 1)])),
                      INDENT + self.condition(cell, 1)]
            world.adjectives.append("fair")
        if self.chance(0.3):
            lines.append(f"a cell C is beside a cell T if {self.condition(pair, 2)}")
            world.prepositions.append("beside")
        if self.chance(0.3):
            both = {"player": ("P",), "cell": ("C",)}
            lines.append(f"a player P covers a cell C if {self.condition(both, 2)}")
            world.verbs.append("covers")
        for noun, name in [("player", "area"), ("cell", "price")]:
            if self.chance(0.35):
                scope = {noun: ("X",)}
                lines += [f"the {name} of a {noun} X is",
                          f"{INDENT}{self.number(scope, 1)} if {self.condition(scope, 1)}",
                          f"{INDENT}{self.number(scope, 2)} otherwise"]
                world.values[name] = noun
        if self.weights.get("walk", 1) and not world.table and self.chance(0.15):
            step = {"cell": ("F", "G"), "direction": ("D",)}
            lines += ["walk hop of a cell S", INDENT + "from S",
                      INDENT + "with a length: 0 to 30, kept",
                      INDENT + "each step goes from a cell F towards a direction D to a cell G",
                      *indented(indented([f"only if {self.condition(step, 1)}",
                                          f"length goes up by {self.rng.choice('12')}"])),
                      f"{INDENT}ends as done after {self.rng.choice(['1 to 2', '2', '3'])} steps"]
            world.walk = True
        return lines

    def _steps(self) -> Lines:
        if not self.chance(0.3):
            return []
        scope = {"cell": ("Q",), "step": ("Q",), "setup": ()}
        lines = ["step Tend a cell Q", *indented(self.block(scope, 1, self.chance(0.5)))]
        self.world.steps.append("Tend")
        return lines

    # -- the course of the game ------------------------------------------------------------------

    def _course(self) -> Lines:
        lines = []
        if self.chance(0.6):
            lines += ["setup", *indented(self.block({"setup": ()}, 1, self.chance(0.3)))]
        turn = self.block(NOTHING, 3, True, 3)
        last = self._choice(NOTHING, 2)
        if self.chance(0.5):
            last = ["must do one of", *indented(self._act("", "", NOTHING, 1, "0")),
                    INDENT + 'choose "pass"']
        lines += ["turn", *indented(turn), *indented(last)]
        if self.chance(0.2):
            when = f", whenever {self.condition(NOTHING, 1)}" if self.chance(0.3) else ""
            lines.append(f"duty by the end of the turn{when}")
            for _ in range(self.rng.choice([1, 1, 2])):
                most = f", up to {self.number(NOTHING, 1)}" if self.chance(0.5) else ""
                lines.append(INDENT + self.rng.choice([
                    f"if possible, {self.condition(NOTHING, 2)}",
                    f"as much as possible, {self.number(NOTHING, 2)}{most}"]))
        if self.chance(0.06):
            lines.append(f"always {self.condition(NOTHING, 2)}")
        for when in ["end as soon as", "end after the turn if"]:
            if self.chance(0.5):
                lines += [f"{when} {self.condition(NOTHING, 2)}",
                          INDENT + self.ending(NOTHING)]
        if self.chance(0.3):
            scope = {"player": ("P",)}
            lines.append(f"the prospect of a player P is {self.number(scope, 2)}")
        return lines


def text(seed: object, weights: Mapping[str, float] = WEIGHTS) -> str:
    """The text of the ruleset with a seed."""
    return "\n".join(Ruleset(random.Random(str(seed)), World(), weights).lines()) + "\n"
