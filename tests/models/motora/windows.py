"""The moments of MOTORA in which a tribe uses its prisoners and single use cards.

A holder of prisoners may eat or sacrifice them at the start of a turn, before placing, before the
dice of an own combat or raid, in its actions and directly before it consumes (R-53, CAPTURE-5,
-6). Prisoners of one tribe are alike but for their being captured this turn, and then for whether
they were placed at home (R-69), so options name them by these. The knife may be used as often as
there are prisoners, and cannot be stolen in a turn in which it was used (R-51).

Single use cards work at the start of a turn (EQUIP-12, R-73), or before dice, or after the events;
a card is only offered where it can do something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tests.models.motora.cards import EQUIPMENT, Effect
from tests.models.motora.machine import Options, die, rule
from tests.models.motora.records import (
    ACTIVE,
    CHANCE,
    GONE,
    INJURED,
    SERIOUS,
    SHRINES,
    Card,
    Member,
    Option,
    Step,
)
from tests.models.motora.state import State

DONE: Option = ("done",)


def prisoner_options(state: State, seat: int, *, consuming: bool = False) -> list[Option]:
    """Eating and sacrificing the prisoners that a tribe holds (R-53, R-54)."""
    if state.rulings.any_time == "consumption_only" and not consuming:
        return []
    held = [state.members[member] for member in state.held(seat)]
    kinds = sorted({kind_of(member) for member in held})
    found: list[Option] = [("eat", *kind) for kind in kinds]
    if state.ready(seat, "any time"):
        found += [("sacrifice", *kind, shrine) for kind in kinds for shrine in SHRINES]
    return found


def kind_of(prisoner: Member) -> tuple[int, bool, bool]:
    """Whose a prisoner is, whether it was captured this turn, and whether it came from home."""
    return prisoner.owner, prisoner.captured, prisoner.captured and prisoner.at_home


def use_prisoner(state: State, seat: int, option: Option) -> None:
    """Eat or sacrifice a prisoner."""
    there = state.held(seat)
    member = next(i for i in there if kind_of(state.members[i]) == option[1:4])
    if option[0] == "eat":
        state.put(member, GONE)
        state.push(Step("meal", CHANCE, (seat,)))
    else:
        state.put(member, option[4])
        state.mark(seat, state.ready(seat, "any time")[0], used=True)
    if state.rulings.prisoners_keep_alive == "yes":
        state.check()


@rule("meal", die)
def meal(state: State, step: Step, option: Option) -> None:
    """A prisoner that was eaten gives food (CAPTURE-6)."""
    state.add(step.data[0], "food", option[1])


def window_options(state: State, step: Step) -> list[Option]:
    """The prisoners' uses, and letting them be."""
    if not state.tribes[step.seat].alive:
        return []
    found = prisoner_options(state, step.seat, consuming=True)
    return [*found, DONE] if found else []


@rule("window", window_options)
def window(state: State, step: Step, option: Option) -> None:
    """The last moment before consumption."""
    if option != DONE:
        state.push(step)
        use_prisoner(state, step.seat, option)


# --- single use cards -----------------------------------------------------------------------


def targets(state: State, seat: int, effect: Effect) -> Iterator[tuple[object, ...]]:
    """What a card can be used on; a card without a choice has one empty target."""
    rivals = [other for other in state.order() if other != seat]
    match effect.kind:
        case "heal":
            yield from ((p,) for p in (INJURED, SERIOUS) if state.within(seat, p))
        case "unavailable":
            for cell in state.tiles:
                tile = state.tile(cell)
                if tile and tile.group == effect.what and cell not in state.unavailable:
                    yield (cell,)
        case "destroy":
            for cell in state.tiles:
                if state.destroyable(cell) and not state.idols_at(cell):
                    yield (cell,)
        case "need":
            yield from ((rival,) for rival in rivals)
        case "beast":
            yield from ((rival,) for rival in rivals if state.mapped(rival))
        case _:
            yield ()


def card_options(state: State, seat: int, when: str) -> list[Option]:
    """Using a single use card at such a moment."""
    names = dict.fromkeys(state.ready(seat, when))
    return [
        ("use", name, *target)
        for name in names for target in targets(state, seat, EQUIPMENT[name].effect)
    ]


def use_card(state: State, seat: int, option: Option) -> None:
    """A single use card does its work and goes under its deck."""
    _, name, *target = option
    state.return_card(seat, Card(name))
    effect = EQUIPMENT[name].effect
    match effect.kind:
        case "heal":
            state.put(state.within(seat, target[0])[0], ACTIVE)
        case "gain":
            state.add(seat, effect.what, effect.amount)
        case "warding":
            state.change(seat, home_bonus=effect.amount)
        case "walk":
            state.change(seat, walks=True)
        case "unavailable":
            state.shut(target[0])
        case "destroy":
            state.destroy(target[0], by_card=True)
        case "need":
            change_need(state, target[0], effect)
        case "eruption":
            state.push(Step("lava", CHANCE, (True,)))
        case "poison":
            assert state.fight is not None
            state.fight.darts[seat] = state.fight.darts.get(seat, 0) + effect.amount
        case "beast":
            state.push(Step("victim", data=(target[0], Effect("npe"))), Step("check"))


def change_need(state: State, seat: int, effect: Effect) -> None:
    """A tribe needs more or less this turn (R-68)."""
    field = f"more_{effect.what}"
    state.change(seat, **{field: getattr(state.tribes[seat], field) + effect.amount})


def moment_options(when: str, *, prisoners: bool) -> Options:
    """The options of a moment in which cards and prisoners may be used, if there are any."""

    def found(state: State, step: Step) -> list[Option]:
        if not state.tribes[step.seat].alive:
            return []
        uses = card_options(state, step.seat, when)
        if prisoners:
            uses += prisoner_options(state, step.seat)
        return [*uses, DONE] if uses else []

    return found


def act(state: State, step: Step, option: Option) -> None:
    """Use a card or a prisoner, and go on with the same moment."""
    if option == DONE:
        return
    state.push(step)
    if option[0] == "use":
        use_card(state, step.seat, option)
    else:
        use_prisoner(state, step.seat, option)


def each(kind: str, seats: Iterable[int]) -> list[Step]:
    """The same step for several seats."""
    return [Step(kind, seat) for seat in seats]


rule("opening", moment_options("opening", prisoners=True))(act)
rule("before dice", moment_options("dice", prisoners=True))(act)
rule("reaction", moment_options("after events", prisoners=False))(act)
