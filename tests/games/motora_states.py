"""How states and texts of MOTORA's ruleset are told in the words of its model.

The ruleset counts the rows of the island from below, the model from above. Of a member a text
tells where it is and what cards lie on it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulewright.interpreter.engine.game import State
from tests.models import motora_model as motora
from tests.models.motora.cards import EQUIPMENT
from tests.models.motora.records import PRISON, Option
from tests.models.motora.tiles import TILES

PLIGHTS = {
    "fit": "active", "resting": "by active", "injured": "injured",
    "newly injured": "by injured", "crippled": "serious", "newly crippled": "by serious",
}
GROUPS = {
    "FP": "plant", "FM": "meat", "WA": "water", "SW": "wood", "SS": "stone", "TE": "temple",
}
ZONES = {
    "Active": "active", "Beside Active": "by active", "Injured": "injured",
    "Beside Injured": "by injured", "Seriously Injured": "serious",
    "Beside Seriously Injured": "by serious",
}


def cell(text: str) -> str:
    """A cell of the ruleset as the model calls it."""
    return f"{text[0].upper()}{11 - int(text[1:])}"


def gear(text: str) -> tuple[str, ...]:
    """The cards that a text names."""
    return tuple(sorted(title for title in EQUIPMENT for _ in range(text.count(title))))


def plight(text: str) -> str:
    """Where a text says that a member is."""
    said = text.strip()
    return max((name for name in PLIGHTS if said.startswith(name)), key=len)


def tile(found: dict[str, Any]) -> str:
    """The model's name of a tile."""
    marks = {
        "plant": "FP", "meat": "FM", "spring": "WA", "wood": "SW", "stone": "SS", "temple": "TE",
        "hut": "CH", "village": "V",
    }
    group = found["group"]
    return "VO" if group == "mountain" else f"{marks[group]}{found['mark']}"


def is_cell(text: str) -> bool:
    return text[1:].isdigit()


def tiles(state: State) -> dict[str, str]:
    """The tiles on the island."""
    pieces = state.to_json()["Tile"].values()
    laid = {cell(found["at"]): tile(found) for found in pieces if is_cell(found["at"])}
    return dict(sorted(laid.items(), key=lambda pair: (int(pair[0][1:]), pair[0])))


def action(text: str) -> Option:
    """An action, without what the model takes for alike: the direction of a spot."""
    match text.split():
        case ["gather", what, "at", where, *rest]:
            return "gather", what, cell(where), gear(" ".join(rest))
        case ["draw", "at", where, *rest]:
            return "draw", cell(where), gear(" ".join(rest))
        case ["fish", _, "at", where, *rest]:
            return "fish", cell(where), gear(" ".join(rest))
        case ["carry", where, "to", end, *rest]:
            return "move", cell(where), cell(end), gear(" ".join(rest))
    assert text in ("recruit", "done"), text
    return (text,)


def told(model: motora.State, option: Option) -> list[Option]:
    """The same for an option of the model: of two who carry an idol either may be named first,
    unless it has a sled, with which it needs no help."""
    def where(member: int) -> str:
        return model.members[member].place

    def worn(member: int) -> tuple[str, ...]:
        return tuple(sorted(model.gear(member)))

    match option:
        case ("gather", member, side):
            what = TILES[model.tiles[where(member)]].yields[side].what
            if what in model.decks:
                return [("draw", where(member), worn(member))]
            return [("gather", what, where(member), worn(member))]
        case ("fish", member):
            return [("fish", where(member), worn(member))]
        case ("move", end, (member,)):
            return [("move", where(member), end, worn(member))]
        case ("move", end, members):
            return [("move", where(member), end, worn(member)) for member in members
                    if "Carrying Sled" not in worn(member)]
        case ("recruit", *_):
            return [("recruit",)]
        case ("done",):
            return [option]
    return []


Seen = dict[str, Any]


def seen(state: State) -> Seen:
    """What a state of the ruleset has that the model has too."""
    told, seats = state.to_json(), state.game.seats
    worn: dict[str, list[str]] = {}
    rows: list[Counter[str]] = [Counter() for _ in seats]
    decks: dict[str, Counter[str]] = {"craftsmen": Counter(), "temple": Counter()}
    for card in told["Card"].values():
        at, title = card["at"], card["title"]
        if at.startswith("Hand of "):
            rows[seats.index(at.removeprefix("Hand of "))][title] += 1
        elif at.startswith("Pile of "):
            decks["temple" if "temple" in at else "craftsmen"][title] += 1
        else:
            worn.setdefault(at, []).append(title)
            rows[seats.index(at.split()[0])][title] += 1
    members = Counter(
        (seats.index(name.split()[0]), place, tuple(sorted(worn.get(name, []))),
         place.startswith(PRISON) and found["newly caught"] == "yes")
        for name, found in told["Member"].items() if (place := spot(found["at"], seats))
    )
    pieces = [found for found in told["Tile"].values() if is_cell(found["at"])]
    events = list(told["Event"].values())
    idols = [(found["at"], found) for found in told["Idol"].values()]
    return {
        "stocks": [tuple(int(told[s]["store"][r]) for r in ("food", "water", "shelter"))
                   for s in seats],
        "alive": [told[s]["out"] == "no" for s in seats],
        "dead": [tuple(int(told[s]["toll"][r]) for r in ("life", "death")) for s in seats],
        "rows": rows,
        "members": members,
        "decks": decks,
        "shrines": [tuple(sum(at == f"Shrines of {s}" and i["shrine"] == r for at, i in idols)
                          for r in ("life", "death")) for s in seats],
        "idols": Counter((cell(at), i["moved"] == "yes") for at, i in idols if is_cell(at)),
        **{word: {cell(found["at"]) for found in pieces if found[word] == "yes"}
           for word in ("destroyed", "unavailable", "gathered")},
        "events": Counter(card["title"] for card in events if card["at"] == "Event Deck"),
    }


def spot(at: str, seats: list[str]) -> str:
    """The place of a member; nothing if it is in the box."""
    if is_cell(at):
        return cell(at)
    zone, _, owner = at.partition(" of ")
    return f"{PRISON} {seats.index(owner)}" if zone == "Prison" else ZONES.get(zone, "")


def expected(model: motora.State) -> Seen:
    """The same of a state of the model."""
    members: Counter[tuple[object, ...]] = Counter()
    for number, member in enumerate(model.members):
        if member.place in ("gone", "life", "death"):
            continue
        held = member.place == PRISON
        place = f"{PRISON} {member.board}" if held else member.place
        worn = tuple(sorted(model.gear(number)))
        members[member.owner, place, worn, held and member.captured] += 1
    seats = range(model.players)
    return {
        "stocks": [(t.food, t.water, t.shelter) for t in model.tribes],
        "alive": [t.alive for t in model.tribes],
        "dead": [tuple(len(model.held(s, r)) for r in ("life", "death")) for s in seats],
        "rows": [Counter(card.name for card in t.cards) for t in model.tribes],
        "members": members,
        "decks": {name: pile(model, name) for name in ("craftsmen", "temple")},
        "shrines": [(t.life, t.death) for t in model.tribes],
        "idols": Counter((i.cell, i.moved) for i in model.idols),
        "destroyed": set(model.destroyed), "unavailable": set(model.unavailable),
        "gathered": set(model.gathered),
        "events": pile(model, "events"),
    }


def pile(model: motora.State, name: str) -> Counter[str]:
    """The cards in a deck."""
    deck = model.decks[name]
    return +(Counter(deck.shuffled) + Counter(deck.bottom))


def agree(state: State, model: motora.State) -> None:
    """Both have the same on the table."""
    mine, theirs = seen(state), expected(model)
    for what, value in theirs.items():
        assert mine[what] == value, (what, mine[what], value)


def agree_on_the_end(state: State, model: motora.State) -> None:
    """The same winners, or nobody."""
    result = state.result
    assert result is not None and not result.truncated
    if model.reason == "turn limit":
        assert result.draw
        return
    assert {seat for seat, rank in enumerate(result.ranks) if rank == 1} == set(model.winners)
