"""MOTORA's ruleset and its model in step: what both do, and what befalls both.

The ruleset is what is walked; what it offers is read as what the model calls it. The two cut a
game into steps differently:

- the ruleset has one window for prisoners and one for cards where the model has one for both, and
  a window of the model that the ruleset has left is over (`InStep.past_window`);
- two dice of one throw are one chance of the model;
- the ruleset asks for a member also where all are alike or all go to the same place.

Invariant: before a chance is taken, both give the same outcomes the same weights.
"""

from __future__ import annotations

import random
from collections import Counter

from rulewright.interpreter.engine.game import Game
from tests.games import motora_states as states
from tests.games.motora_states import cell, gear
from tests.models import motora_model as motora
from tests.models.motora.island import ORDER, Island, Layout
from tests.models.motora.records import CHANCE, NPE, Option, Step
from tests.models.motora.rulings import Rulings
from tests.models.motora.tiles import TILES

DONE: Option = ("done",)
#: Windows of the model that end when the ruleset goes on.
WINDOWS = ("opening", "reaction", "before dice", "window")
#: The kinds of steps that are one die.
DICE = ("lava", "snake", "meal", "boar", "steal", "ruin", "seating")
#: How keen a random player is on an option, by its first word; other options weigh 1.
WEIGHTS = {"done": 0.1, "leave": 1.5, "enough": 0.5, "eat": 0.3, "no": 0.5, "stop": 0.2}


class InStep:
    """A game in progress, by the ruleset and by the model."""

    def __init__(self, game: Game, rulings: Rulings, rng: random.Random) -> None:
        self.rng = rng
        self.seats = game.seats
        self.state = game.start()
        self.played: list[str] = []
        self.seen: Counter[str] = Counter()
        order = []
        while self.state.purpose.endswith("map section that is not joined"):
            order.append(self.rng.choice([text for text, _ in self.state.outcomes()]))
            self.go(order[-1])
        while self.state.purpose.endswith("Tile in the box"):
            self.go(self.rng.randrange(len(self.state.outcomes())))
        spare = "V" if rulings.village_tiles == "8" else "."
        layout = Layout(Island(tuple(order) or ORDER, spare), states.tiles(self.state))
        self.model = motora.start(len(self.seats), rulings, layout)
        #: What is chosen of an option of the model that takes several choices here.
        self.begun: Option = ()
        self.carried: list[str] = []
        #: The turn and the phase in which the states were last compared.
        self.compared = (0, "")
        #: What the dice of a tribe show: the red one, then the white one.
        self.shown: dict[int, list[int]] = {}

    def go(self, text: str | int) -> None:
        """An option or outcome in the ruleset."""
        self.played.append(str(text))
        self.state = self.state.apply(text)

    def take(self, *option: object) -> None:
        """An option or outcome in the model."""
        self.seen[option[0] if option[0] != "use" else option[1]] += 1  # type: ignore[index]
        self.model = motora.apply(self.model, option)

    @property
    def step(self) -> Step:
        """What the model waits for."""
        return self.model.agenda[-1]

    @property
    def seat(self) -> int:
        """Who decides in the ruleset."""
        assert self.state.player is not None
        return self.state.player

    def options(self, *kinds: str) -> list[Option]:
        """The model's options of these kinds."""
        return [option for option in motora.options(self.model) if option[0] in kinds]

    def past(self, kind: str) -> None:
        """Let the model draw what the ruleset leaves open."""
        while not self.model.reason and self.step.kind == kind:
            self.take(*self.rng.choice(motora.options(self.model)))

    @property
    def is_idle(self) -> bool:
        """Whether the model waits in a window in which nothing else is to be done."""
        if self.step.kind == "act":
            return not self.options("gather", "fish", "move", "recruit")
        return self.step.kind in WINDOWS

    def past_window(self) -> None:
        """Leave a window of the model in which nothing else is to be done."""
        assert self.is_idle, self.step
        self.take(*DONE)
        self.past("lose cards")

    def reach(self, kind: str, seat: int) -> None:
        """Leave windows until the model waits for this."""
        self.past("lose cards")
        while (self.step.kind, self.step.seat) != (kind, seat):
            self.past_window()

    def is_near(self, kinds: tuple[str, ...], seat: int) -> bool:
        """Whether the model waits for one of these, perhaps behind windows, and go there."""
        model, seen = self.model, self.seen.copy()
        while not self.model.reason and not (self.step.kind in kinds and self.step.seat == seat):
            if not self.is_idle:
                self.model, self.seen = model, seen
                return False
            self.past_window()
        return not self.model.reason

    def choose(self, texts: list[str]) -> str:
        """One of these options, as a random player likes them."""
        weights = [WEIGHTS.get(text.split()[0], 1.0) for text in texts]
        (text,) = self.rng.choices(texts, weights)
        return text

    def agree(self) -> None:
        """Compare the states, once in each phase of a turn."""
        now = self.model.turn, self.model.phase
        if now != self.compared:
            self.compared = now
            states.agree(self.state, self.model)

    # --- who suffers: a player decides, or chance by a ruling -------------------------------------

    def casualty(self, texts: list[str]) -> None:
        """Who of the losers suffers."""
        text = self.rng.choice(texts)
        owner, _, rest = text.partition(" suffers")
        if self.step.kind == "casualty" and self.step.data[1] == self.seats.index(owner):
            if self.step.seat != CHANCE:
                assert self.state.player == self.step.seat
            found = {tuple(sorted(self.model.gear(o[1]))): o for o in self.options("suffer")}
            assert {gear(t.partition(" suffers")[2]) for t in texts} == set(found)
            self.go(text)
            return self.take(*found[gear(rest)])
        self.go(text)

    def starve(self, texts: list[str]) -> None:
        """Who dies of hunger or thirst."""
        self.past("lose cards")
        self.reach("starve", self.seat if self.state.kind == "decision" else CHANCE)
        members = self.model.members
        found = {members[option[1]].place: option for option in self.options("starve")}
        places = {text: states.PLIGHTS[states.plight(text.removeprefix("lose"))] for text in texts}
        assert set(places.values()) == set(found)
        text = self.rng.choice(texts)
        self.go(text)
        self.take(*found[places[text]])

    # --- chance -----------------------------------------------------------------------------------

    def happen(self) -> None:
        """What chance brings."""
        texts = [text for text, _ in self.state.outcomes()]
        if all(" suffers" in text for text in texts):
            return self.casualty(texts)
        if all(text.startswith("lose ") for text in texts):
            return self.starve(texts)
        while motora.decider(self.model) != CHANCE:
            self.past_window()
        step = self.step
        if step.kind in DICE:
            self.take("die", self.number())
        elif step.kind == "dice":
            self.throw()
        elif step.kind == "which":
            self.take("member", step.data[0][self.number() > 3])
        elif step.kind in ("random tile", "temple"):
            self.random_tile()
        elif step.kind == "top":
            sides = ("north", "east", "south", "west")
            self.named("top", {side: number for number, side in enumerate(sides)})
        elif step.kind == "first":
            self.named("first", {f"{name} is first": k for k, name in enumerate(self.seats)})
        elif step.kind == "group":
            self.named("group", {
                text: states.GROUPS[text.removeprefix("earthquake ")] for text in texts})
        else:
            assert step.kind in ("event", "card", "loot"), step
            kind = "event" if step.kind == "event" else "card"
            self.named(kind, {text: text for text in texts})

    def named(self, kind: str, known: dict[str, object]) -> None:
        """Outcomes that both name; of cards that were lost together the model knows the order."""
        outcomes = dict(self.state.outcomes())
        theirs = {o[1]: motora.weight(self.model, o) for o in motora.options(self.model)}
        mine = {known[text]: weight for text, weight in outcomes.items()}
        if self.step.kind == "card" and len(theirs) == 1:
            assert set(theirs) <= set(mine)
        else:
            assert mine == theirs, (mine, theirs)
        (name,) = self.rng.choices(list(theirs), list(theirs.values()))
        self.go(next(text for text in known if known[text] == name))
        self.take(kind, name)

    def number(self) -> int:
        """A die of the ruleset; that for the first player is `Red throws 3`."""
        texts = {int(text.split()[-1]): text for text, _ in self.state.outcomes()}
        assert [*texts] == [*range(1, 7)]
        face = self.rng.randint(1, 6)
        self.go(texts[face])
        return face

    def throw(self) -> None:
        """Two dice for a tribe; the beast's are thrown before those of the tribe."""
        throws = [[self.number(), self.number()]]
        if self.model.fight is not None and self.model.fight.member is not None:
            throws.insert(0, [self.number(), self.number()])
        for faces in throws:
            (seat,) = self.step.data
            if seat != NPE:
                self.shown[seat] = faces
            self.take("dice", *sorted(faces))

    def random_tile(self) -> None:
        """A number tells a tile; if it is none, the ruleset goes on rolling."""
        if not self.state.outcomes()[0][0].isdigit():
            text = self.rng.choice([text for text, _ in self.state.outcomes()])
            self.go(text)
            return self.take("tile", cell(text.split(" at ")[1]))
        number, found = self.number(), {}
        for option in motora.options(self.model):
            for face in TILES[self.model.tiles[option[1]]].numbers:
                found[face] = option
        if number in found:
            self.take(*found[number])
