"""MOTORA's ruleset and its model side by side: one game, played by both at once.

Each option of the ruleset is read as what the model calls it. Both are asked for the options before
one is chosen, and their states are compared again and again. What is one choice for the model may
be several here: a card and its target, a member and the gear it carries, a sacrifice and the
shrine. The ruleset asks for a cell also where nothing can be raided.

Where the rules can be read otherwise than the model reads them, only what both allow is chosen:
a card is used on what it changes.
"""

from __future__ import annotations

import random
from collections import Counter

from rulewright.interpreter.engine.game import Game
from tests.games import motora_states as states
from tests.games.motora_in_step import DONE, InStep
from tests.games.motora_states import cell, gear
from tests.models import motora_model as motora
from tests.models.motora.placement import costs
from tests.models.motora.records import SHRINES, Option
from tests.models.motora.rulings import Rulings

#: The words with which the target of a card begins, by the card.
TARGETS = {
    "Bandages": "heal", "Poisoned Spring": "poison", "Curse of Thirst": "thirst for",
    "Curse of Hunger": "hunger for", "Curse of Ruin": "ruin", "Call the Beast": "beast for",
}
MOMENTS = {"Venomed Darts": "before dice", "Call the Beast": "reaction"}


class Pair(InStep):
    """A game that both play."""

    def play(self) -> Pair:
        """Play to the end."""
        while self.state.kind != "end":
            self.past("lose cards")
            while 0 < self.model.turn <= self.state.turns:
                self.past_window()
            if self.state.kind == "chance":
                self.happen()
            else:
                self.decide()
        self.past("lose cards")
        while not self.model.reason:
            self.past_window()
        states.agree_on_the_end(self.state, self.model)
        return self

    # --- decisions ----------------------------------------------------------------------------

    def decide(self) -> None:
        """One decision of the ruleset."""
        texts = self.state.options()
        words = {text.split()[0] for text in texts}
        if "leave the prisoners" in texts:
            self.prisoners(texts)
        elif "no card" in texts:
            self.card(texts)
        elif "stop placing" in texts:
            self.whether_to_place()
        elif "ready" in texts:
            self.carry(texts)
        elif "enough" in texts:
            self.stay_out(texts)
        elif "no raid" in texts:
            self.raid(texts)
        elif "done" in texts:
            self.act(texts)
        elif "keep" in texts:
            self.reroll(texts)
        elif self.begun and self.begun[0] == "use":
            self.target(texts)
        elif words == {"place"}:
            self.place(texts)
        elif words == {"at"}:
            self.resolve(texts)
        elif words == {"steal"}:
            self.spoils(texts)
        elif words == {"lose"}:
            self.starve(texts)
        elif words == {"recruit"}:
            self.recruit(texts)
        elif words == {"dead"}:
            self.bury(texts)
        elif words == {"idol"}:
            self.simple("enshrine", {f"idol to the shrine of {s}": (s,) for s in SHRINES})
        elif words == {"1"}:
            self.number_first(texts)
        elif words == {"home"}:
            self.simple("home", {text: (cell(text.split()[1]),) for text in texts})
        else:
            assert all(" suffers" in text for text in texts), texts
            self.casualty(texts)

    def simple(self, kind: str, known: dict[str, Option]) -> None:
        """A decision with the same options for both."""
        self.reach(kind, self.seat)
        assert set(known) == set(self.state.options())
        assert {(kind, *parts) for parts in known.values()} == set(self.options(kind))
        text = self.choose(self.state.options())
        self.go(text)
        self.take(kind, *known[text])

    def prisoners(self, texts: list[str]) -> None:
        """Eat or sacrifice prisoners."""
        chosen = "leave the prisoners"
        kinds = ("opening", "place", "before dice", "raid", "act", "window")
        if self.is_near(kinds, self.seat) and self.options("eat"):
            found = {text: self.prisoner(text) for text in texts if text.startswith("eat")}
            assert set(found.values()) == {option[1:] for option in self.options("eat")}
            killing = [text for text in texts if text.startswith("sacrifice")]
            assert bool(killing) == bool(self.options("sacrifice"))
            chosen = self.choose([chosen, *found, *killing])
        text = chosen
        self.go(text)
        if text.startswith("eat"):
            self.take("eat", *self.prisoner(text))
        elif text.startswith("sacrifice"):
            self.begun = ("sacrifice", *self.prisoner(text))

    def prisoner(self, text: str) -> tuple[int, bool, bool]:
        """The owner of a prisoner, whether it was captured this turn, and whether at home."""
        owner, _, rest = text.split(" ", 1)[1].partition("'s ")
        return self.seats.index(owner), rest.startswith("fresh"), "from home" in rest

    def card(self, texts: list[str]) -> None:
        """Use a card, or none."""
        names = {text.removeprefix("use ") for text in texts if text != "no card"}
        when = {MOMENTS.get(name, "opening") for name in names}
        near = self.is_near(tuple(when), self.seat)
        useful = {option[1] for option in self.options("use")} if near else set()
        assert useful <= names
        assert names - useful <= {"Bandages", "Poisoned Spring", "Curse of Ruin", "Call the Beast"}
        text = self.choose(["no card", *(f"use {name}" for name in sorted(useful))])
        self.go(text)
        if text != "no card":
            name = text.removeprefix("use ")
            self.begun = ("use", name)
            if name not in TARGETS:
                self.take(*self.begun)
                self.begun = ()

    def target(self, texts: list[str]) -> None:
        """What a card is used on."""
        name = self.begun[1]
        found = {}
        for text in texts:
            assert text.startswith(TARGETS[name]), text
            found[self.aim(text.removeprefix(TARGETS[name]).strip())] = text
        theirs = {option[2] for option in self.options("use") if option[1] == name}
        assert theirs <= set(found)
        if name not in ("Poisoned Spring", "Call the Beast"):
            assert theirs == set(found), name
        aim = self.rng.choice(sorted(theirs))
        self.go(found[aim])
        self.take(*self.begun, aim)
        self.begun = ()

    def aim(self, text: str) -> object:
        """A tile's cell, a seat or a section."""
        if text in self.seats:
            return self.seats.index(text)
        if " at " in text:
            return cell(text.split(" at ")[1])
        return states.PLIGHTS[states.plight(text)]

    # --- placement ----------------------------------------------------------------------------

    def number_first(self, texts: list[str]) -> None:
        """Which of its members is 1 to 3, told by its cell and its cards."""
        self.reach("numbering", self.seat)
        found = {}
        for option in self.options("number"):
            member = self.model.members[option[1]]
            found[member.place, tuple(sorted(self.model.gear(option[1])))] = option
        known = {text: (cell(text.split()[4]), gear(text)) for text in texts}
        assert set(known.values()) == set(found)
        text = self.choose(texts)
        self.go(text)
        self.take(*found[known[text]])

    def whether_to_place(self) -> None:
        """A tribe may stop placing."""
        self.reach("place", self.seat)
        assert ("pass",) in motora.options(self.model)
        text = self.choose(self.state.options())
        self.go(text)
        if text == "stop placing":
            self.take("pass")

    def carry(self, texts: list[str]) -> None:
        """Gear goes along."""
        self.reach("place", self.seat)
        ready = Counter(self.model.ready(self.seat, "placed"))
        ready.subtract(self.carried)
        one = self.model.rulings.gear_per_member == "one" and self.carried
        wanted = set() if one else {name for name, number in ready.items() if number}
        assert {text.removeprefix("carry ") for text in texts if text != "ready"} == wanted
        text = self.choose(texts)
        self.go(text)
        if text != "ready":
            self.carried.append(text.removeprefix("carry "))

    def place(self, texts: list[str]) -> None:
        """A member is placed; mostly where it costs nothing."""
        self.reach("place", self.seat)
        if not self.carried:
            self.agree()
        for name in sorted(self.carried):
            self.take("carry", name)
        found = {cell(text.split()[1]): text for text in texts}
        assert set(found) == {option[1] for option in self.options("place")}
        paid = costs(self.model, self.seat, tuple(sorted(self.carried)))
        free = [place for place in found if not paid[place]]
        place = self.rng.choice(free if self.rng.random() < 0.9 else sorted(found))
        place = self.drawn_to(place, free)
        self.go(found[place])
        self.take("place", place)
        self.carried = []

    def drawn_to(self, place: str, free: list[str]) -> str:
        """Now and then where others are, or an idol, a card or a foreign village is."""
        wanted = [
            c for c in free
            if self.model.at(c) or self.model.idols_at(c) or self.model.owner(c) is not None
            or getattr(self.model.tile(c), "group", "") in ("temple", "hut")
        ]
        return self.rng.choice(wanted) if wanted and self.rng.random() < 0.4 else place

    # --- combat and raids -----------------------------------------------------------------------

    def resolve(self, texts: list[str]) -> None:
        """Which fight or raid comes next; if there is one, the model has begun it."""
        found = {cell(text.split()[1]): text for text in texts}
        if self.is_near(("resolve",), self.seat):
            self.agree()
            theirs = {option[1] for option in self.options("resolve")}
            assert theirs <= set(found)
            for place in set(found) - theirs:
                assert len(self.model.seats_at(place)) == 1
            place = self.rng.choice(sorted(theirs))
            self.go(found[place])
            return self.take("resolve", place)
        while self.step.kind in ("opening", "reaction"):
            self.past_window()
        here = self.model.fight.cell if self.model.fight else (
            self.step.data[0] if self.step.kind == "raid" else "")
        if here not in found:
            for place in found:
                assert len(self.model.seats_at(place)) == 1
        self.go(found.get(here, texts[0]))

    def reroll(self, texts: list[str]) -> None:
        """Reroll a die, or stand."""
        self.reach("reroll", self.seat)
        dice = {"reroll the red die": 0, "reroll the white die": 1}
        assert set(texts) == {*dice, "keep"}
        assert {option[1] for option in self.options("reroll")} == set(self.shown[self.seat])
        text = self.choose(texts)
        self.go(text)
        if text == "keep":
            return self.take("stand")
        seat, die = self.step.seat, dice[text]
        self.take("reroll", self.shown[seat][die])
        self.shown[seat][die] = self.number()
        self.take("die", self.shown[seat][die])

    def stay_out(self, texts: list[str]) -> None:
        """Who takes no part in a raid; nobody does if there is none."""
        if not self.is_near(("raid",), self.seat):
            return self.go("enough")
        found = {tuple(sorted(self.model.gear(o[1]))): o for o in self.options("out")}
        known = {text: gear(text) for text in texts if text != "enough"}
        assert set(known.values()) == set(found)
        text = self.choose(texts)
        self.go(text)
        if text != "enough":
            self.take(*found[known[text]])

    def raid(self, texts: list[str]) -> None:
        """What a raid is for."""
        known = {}
        for text in texts:
            match text.split():
                case ["no", "raid"]:
                    known[text] = DONE
                case ["steal", *kind]:
                    known[text] = ("steal", *kind)
                case ["tear", *_]:
                    known[text] = ("ruin",)
                case ["free", *_]:
                    known[text] = ("rescue",)
                case ["take", "gear"]:
                    known[text] = ("gear",)
                case ["carry", *_, shrine, "to", end]:
                    known[text] = ("idol", shrine, cell(end))
        assert len(known) == len(texts), texts
        assert self.is_near(("raid",), self.seat), texts
        theirs = {o for o in motora.options(self.model) if o[0] not in ("eat", "sacrifice", "out")}
        assert set(known.values()) == theirs
        text = self.choose(texts)
        self.go(text)
        self.take(*known[text])

    def spoils(self, texts: list[str]) -> None:
        """Food or water."""
        text = self.choose(texts)
        if self.step.kind == "spoils":
            assert set(texts) == {"steal food", "steal water"}
            self.take("take", text.split()[1])
        else:
            assert len(texts) == 1
        self.go(text)

    # --- actions and the dead ---------------------------------------------------------------------

    def act(self, texts: list[str]) -> None:
        """One action of a tribe."""
        self.reach("act", self.seat)
        self.agree()
        known = {text: states.action(text) for text in texts}
        theirs: dict[Option, list[Option]] = {}
        for option in motora.options(self.model):
            for key in states.told(self.model, option):
                theirs.setdefault(key, []).append(option)
        assert set(known.values()) == set(theirs)
        text = self.choose(texts)
        self.go(text)
        found = theirs[known[text]]
        if text == "recruit":
            self.begun = ("recruit",)
        elif len(found[0]) == 3 and found[0][0] == "move" and len(found[0][2]) == 2:
            self.help(found, known[text][3])
        else:
            self.take(*found[0])

    def help(self, found: list[Option], worn: tuple[str, ...]) -> None:
        """Who helps a member, told by what it carries, to carry an idol two steps."""
        helpers = {}
        for option in found:
            both = Counter(name for member in option[2] for name in self.model.gear(member))
            helpers[tuple(sorted((both - Counter(worn)).elements()))] = option
        texts = self.state.options()
        assert {gear(text) for text in texts} == set(helpers)
        text = self.choose(texts)
        assert text.startswith("with")
        self.go(text)
        self.take(*helpers[gear(text)])

    def recruit(self, texts: list[str]) -> None:
        """Those who bring a recruit, one after the other."""
        text = self.choose(texts)
        self.go(text)
        self.begun = (*self.begun, gear(text.removeprefix("recruit with")))
        if len(self.begun) == 3:
            wanted = sorted(self.begun[1:])
            (found,) = (
                option for option in self.options("recruit")
                if sorted(tuple(sorted(self.model.gear(m))) for m in option[1:]) == wanted
            )
            self.begun = ()
            self.take(*found)

    def bury(self, texts: list[str]) -> None:
        """On which shrine the dead go."""
        if not self.begun:
            return self.simple("bury", {f"dead to the shrine of {s}": (s,) for s in SHRINES})
        text = self.choose(texts)
        self.go(text)
        option, self.begun = (*self.begun, text.split()[-1]), ()
        self.take(*option)


def play(game: Game, rulings: Rulings, rng: random.Random) -> Pair:
    """A whole game of both; what was played is printed if they differ."""
    pair = Pair(game, rulings, rng)
    try:
        return pair.play()
    except Exception:
        print(" ".join(f"[{text}]" for text in pair.played[-60:]))
        print(pair.state.purpose, "|", pair.state.kind, "|", [*pair.state.options()][:20])
        if not pair.model.reason:
            print(pair.step, motora.options(pair.model)[:20])
        raise
