"""`only if the rest can be done`: what is offered is that after which a plain search, which tries
everything, finds a way on."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.compiled import Choice, Vector
from rulewright.interpreter.engine.game import Game
from rulewright.interpreter.engine.machine import Machine
from rulewright.interpreter.engine.rest import RestSearch
from rulewright.interpreter.ir import DECISION, END
from rulewright.interpreter.oracle.executor import Oracle
from tests.texts import loaded, path_of
from tests.volume import volume

LINE = "only if the rest can be done"


def game_of(tmp_path: Path, text: str) -> Game:
    path = tmp_path / "tried.rules"
    path.write_text(text, encoding="utf-8")
    return driver.load(path).instantiate()


# ---- against a search that tries everything -----------------------------------------------------


def can_end(machine: Machine, v: Vector, choice: Choice) -> bool:
    """Whether some choices lead on from one to the end of a player's turn, or to what is not his;
    in a game without the demand, in which a way that cannot be gone stops with an error."""
    player, after = machine.player(v), machine.copy(v)
    try:
        turns = machine.apply(after, choice)
    except RulesError as error:
        assert [d.code for d in error.diagnostics] == ["no-option"]
        return False
    if turns or machine.kind(after) != DECISION or machine.player(after) != player:
        return True
    return any(can_end(machine, after, further) for further in machine.choices(after))


@pytest.mark.parametrize("name", ["rods", "konane"])
@volume("games", 1, 40)
def test_offered_is_what_can_be_ended(tmp_path: Path, name: str, games: int) -> None:
    path = path_of(name)
    text = path.read_text("utf-8")
    one = loaded(path).instantiate().machine
    two = game_of(tmp_path, "\n".join(x for x in text.splitlines() if LINE not in x)).machine
    oracle = Oracle(one.program)
    refused = 0
    for seed in range(games):
        rng, v, w = random.Random(seed), one.start(), two.start()
        while one.kind(v) == DECISION:
            offered = one.texts(v, one.choices(v))
            assert one.texts(v, oracle.options(one.plain(v))) == offered
            kept = [c for c in two.choices(w) if can_end(two, w, c)]
            refused += len(two.choices(w)) - len(kept)
            assert two.texts(w, kept) == offered
            at = rng.randrange(len(kept))
            one.apply(v, one.choices(v)[at])
            two.apply(w, kept[at])
        assert one.kind(v) == END
        assert not any(can_end(two, w, c) for c in two.choices(w))
    assert refused > 10


# ---- by the definition --------------------------------------------------------------------------

NUMBERS = (1, 2, 3)


@dataclass(frozen=True)
class Asked:
    """A choice of a number; which (as 4 times the number that was chosen last, plus it) it must not
    be; whether the rest is demanded; the choices below it."""

    mode: str
    barred: frozenset[int]
    demands: bool
    below: tuple[Asked, ...]


def offered(asked: Asked, x: int, behind: tuple[Asked, ...]) -> list[int]:
    return [n for n in NUMBERS if 4 * x + n not in asked.barred
            and (not asked.demands or possible(n, (*asked.below, *behind)))]


def possible(x: int, ahead: tuple[Asked, ...]) -> bool:
    """Whether all choices that lie ahead can be done in some way: the definition, said as it is."""
    if not ahead:
        return True
    asked, behind = ahead[0], ahead[1:]
    numbers = offered(asked, x, behind)
    if not numbers:
        return asked.mode != "must" and possible(x, behind)
    ways = [(n, (*asked.below, *behind)) for n in numbers]
    if asked.mode == "may":
        ways.append((x, behind))
    return any(possible(y, further) for y, further in ways)


def some_choices(rng: random.Random, deep: int) -> tuple[Asked, ...]:
    return tuple(
        Asked(rng.choice(["must", "must", "must if possible", "may"]),
              frozenset(code for code in range(16) if rng.random() < 0.5),
              rng.random() < 0.7, some_choices(rng, deep - 1) if deep else ())
            for _ in range(rng.randrange(1, 3))
    )


def lines(choices: tuple[Asked, ...], indent: int) -> str:
    text = ""
    for asked in choices:
        pad = "  " * indent
        decline = ', or "no"' if asked.mode == "may" else ""
        text += f"{pad}{asked.mode} choose a number N from 1 to 3{decline}\n"
        text += "".join(f"{pad}  only if latest times 4 plus N is not {n}\n"
                        for n in sorted(asked.barred))
        text += f"{pad}  {LINE}\n" if asked.demands else ""
        text += f"{pad}  the latest becomes N\n" + lines(asked.below, indent + 1)
    return text


@volume("games", 40, 1500)
def test_the_definition(tmp_path: Path, games: int) -> None:
    """Choices inside one another, optional or not, some of which demand the rest: both executors
    offer what the definition says."""
    looked, fewer = 0, 0
    for seed in range(games):
        rng = random.Random(seed)
        choices = some_choices(rng, 2)
        game = game_of(tmp_path, f"""\
game Tried
players 1: One
the game has a latest: 0 to 3
turn
{lines(choices, 1)}  the game is drawn
""")
        machine, oracle = game.machine, Oracle(game.program)
        x, ahead = 0, choices
        try:
            v = machine.start()
            while machine.kind(v) == DECISION:
                while not offered(ahead[0], x, ahead[1:]):
                    assert ahead[0].mode != "must"
                    ahead = ahead[1:]
                asked, ahead = ahead[0], ahead[1:]
                numbers = offered(asked, x, ahead)
                texts = [str(n) for n in numbers] + ["no"] * (asked.mode == "may")
                assert machine.texts(v, machine.choices(v)) == texts
                assert machine.texts(v, oracle.options(machine.plain(v))) == texts
                looked += 1
                fewer += any(4 * x + n not in asked.barred and n not in numbers for n in NUMBERS)
                at = rng.randrange(len(texts))
                if at < len(numbers):
                    x, ahead = numbers[at], (*asked.below, *ahead)
                machine.apply(v, machine.choices(v)[at])
        except RulesError as error:
            assert [d.code for d in error.diagnostics] == ["no-option"]
            while offered(ahead[0], x, ahead[1:]) == [] and ahead[0].mode != "must":
                ahead = ahead[1:]
            assert not offered(ahead[0], x, ahead[1:])
    assert looked > games
    assert fewer > games // 10


# ---- what ends the rest, and what is said -------------------------------------------------------

HEAD = """\
game Tried
players 2: Red, Blue
kind pile: left, middle, right
kind colour: white, black
each pile has a size: 0 to 3, at first (2 if it is left otherwise 0)
each pile can be full, seen by nobody
each player has a tally: 0 to 9
the game has a spot: a pile, at first left
"""


def offers(tmp_path: Path, turn: str, more: str = "") -> list[str]:
    """The first options of a game, which both executors find."""
    game = game_of(tmp_path, f"{HEAD}{more}turn\n{turn}")
    start = game.start()
    found = start.options()
    oracle = Oracle(game.program)
    assert game.machine.texts(list(start.vector), oracle.options(oracle.start())) == found
    return found


MUST_TAKE = """must choose a pile P, written "take {P}"
      only if P is the pile and P's size is at least 1
"""


@pytest.mark.parametrize(("between", "found"), [
    ("", ["left"]),
    ("may choose \"a\", or \"b\"\n    ", ["left"]),
    ("at random pick a number from 1 to 6\n    ", ["left", "middle", "right"]),
    ("the player's opponent decides\n      must choose \"a\"\n    ", ["left", "middle", "right"]),
    ("if the pile is middle, the turn ends\n    ", ["left", "middle"]),
    ("if the pile is right, Red wins\n    ", ["left", "right"]),
])  # fmt: skip
def test_what_ends_the_rest(tmp_path: Path, between: str, found: list[str]) -> None:
    turn = f"  must choose a pile\n    {LINE}\n    {between}{MUST_TAKE}  the game is drawn\n"
    assert offers(tmp_path, turn) == found


def test_what_may_be_left_out_stops_nothing(tmp_path: Path) -> None:
    turn = "  must choose a pile\n    {}\n    {}choose a pile P{}\n      only if P's size is 3\n"
    for mode, decline in (("must if possible ", ""), ("may ", ', or "no"'),
                          ("as long as possible, must ", "")):
        found = offers(tmp_path, turn.format(LINE, mode, decline) + "  the game is drawn\n")
        assert found == ["left", "middle", "right"]


def test_a_way_in_a_circle_is_none(tmp_path: Path) -> None:
    """Round and round the piles there is no end; only from the right one a way leads out."""
    turn = f"""\
  must choose a pile
    {LINE}
    the spot becomes the pile
    as long as the game's spot is not right
      must choose a pile P, written "on {{P}}"
        only if P is not right and the pile is not right and P is not the spot
        the spot becomes P
  the game is drawn
"""
    assert offers(tmp_path, turn) == ["right"]


def test_an_option_that_is_left_is_offered_to_decline(tmp_path: Path) -> None:
    turn = """\
  may choose a pile, or "no"
    {}
    {}must choose a colour
      only if the pile's size is {}
  the game is drawn
"""
    assert offers(tmp_path, turn.format(LINE, "", 2)) == ["left", "no"]
    game = game_of(tmp_path, f"{HEAD}turn\n{turn.format(LINE, '', 3)}")
    assert game.start().kind == "end"


def test_above_alternatives_it_is_for_each(tmp_path: Path) -> None:
    turn = f"""\
  must do one of
    {LINE}
    choose a pile, written "one {{pile}}"
      must choose a colour, written "a {{colour}}"
        only if the pile's size is at least 1
    choose a pile, written "two {{pile}}"
      {LINE}
      must choose a colour, written "b {{colour}}"
        only if the pile's size is 0
  the game is drawn
"""
    assert offers(tmp_path, turn) == ["one left", "two middle", "two right"]


def test_a_duty_chooses_among_what_can_be_ended(tmp_path: Path) -> None:
    """The duty would have the middle one, but behind it nothing is left to take."""
    turn = f"""\
  must choose a pile
    {LINE}
    the player's tally becomes (5 if the pile is middle otherwise 3)
    {MUST_TAKE}  the game is drawn
"""
    duty = "duty by the end of the turn\n  as much as possible, the player's tally\n"
    assert offers(tmp_path, turn, duty) == ["left"]


def test_the_refusal_names_what_cannot_be_done(tmp_path: Path) -> None:
    turn = f"""\
  must choose a pile                                            [TRY-1]
    {LINE}                                [TRY-2]
    if the pile is middle
      must choose a colour, written "dye {{colour}}"            [TRY-3]
        only if the pile's size is 1                            [TRY-4]
    otherwise
      must do one of                                            [TRY-5]
        choose a pile P, written "take {{P}}"                   [TRY-6]
          only if P is the pile and P's size is at least 1
        choose a colour, written "mix {{colour}}"
          only if the pile is left
  the game is drawn
"""
    start = game_of(tmp_path, f"{HEAD}turn\n{turn}").start()
    middle, right = start.why("middle"), start.why("right")
    assert (middle.legal, middle.rules) == (False, ["TRY-2", "TRY-3"])
    assert middle.message == (
        "`middle` is refused because the rest cannot be done: must choose a colour")
    assert middle.line == len(HEAD.splitlines()) + 3
    assert right.rules == ["TRY-2", "TRY-5", "TRY-6"]
    assert right.message == ("`right` is refused because the rest cannot be done: must choose a "
                             "pile P or choose a colour")
    assert start.why("left").legal


def test_a_long_search_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Piles filled one after the other, in any order, never to a whole: all is looked through."""
    turn = f"""\
  must choose a colour
    {LINE}
    repeat 4 times
      must choose a pile P, written "fill {{P}}"
        only if P's size is at most 2
        P's size goes up by 1
    must choose a pile P
      only if P's size is at least 4
  the game is drawn
"""
    game = game_of(tmp_path, HEAD + "turn\n" + turn)
    with pytest.raises(RulesError, match="something must be chosen here"):
        game.start()
    for module in ("engine.rest", "ir"):
        monkeypatch.setattr(f"rulewright.interpreter.{module}.MAX_SEARCH", 10)
    for start in (game.start, Oracle(game.program).start):
        with pytest.raises(RulesError) as caught:
            start()
        [found] = caught.value.diagnostics
        assert found.code == "search"
        assert found.span is not None
        assert found.span.text == LINE


def test_each_state_is_looked_at_once(tmp_path: Path) -> None:
    """Three things done in any order: eight sets of what is done, not sixteen ways."""
    flags = "".join(f"""\
      must if possible choose "{n}"
        only if {n} is not full
        {n} becomes full
""" for n in ("left", "middle", "right"))
    turn = f"""\
  must choose a colour
    {LINE}
    in any mix
{flags}    must choose a pile
      only if the pile is not full
  the game is drawn
"""
    game = game_of(tmp_path, HEAD.replace(", seen by nobody", "") + "turn\n" + turn)
    seen: list[object] = []
    plain = RestSearch._count

    def counted(self: RestSearch, choice: Choice) -> None:
        seen.append(choice)
        plain(self, choice)

    with pytest.MonkeyPatch.context() as patch, pytest.raises(RulesError, match="no-option"):
        patch.setattr(RestSearch, "_count", counted)
        game.start()
    assert len(seen) == 2 * 7  # for each of two options; where all is done, nothing can be chosen


@pytest.mark.parametrize(("turn", "codes"), [
    (f"must choose a pile\n    {LINE}\n    must choose a colour", ["rest"]),
    (f"must choose a pile\n    {LINE}\n    may choose a colour, or \"no\"\n"
     "      only if the pile is left", ["rest"]),
    (f"must choose a pile\n    {LINE}\n    must do one of\n      choose \"a\"\n        "
     "only if the pile is left\n      choose \"b\"", ["rest"]),
    (f"must choose a pile\n    {LINE}\n    at random pick a number from 1 to 6\n"
     "    must choose a colour\n      only if the pile is left", ["rest"]),
    (f"must choose a pile\n    {LINE}\n    must choose a colour\n      only if the pile is left",
     []),
    (f"must choose a pile\n    {LINE}\n  must choose a colour\n    only if left's size is 2", []),
    (f"{LINE}", ["only-if"]),
    (f"must choose a pile\n    left's size becomes 1\n    {LINE}\n    must choose a colour\n"
     "      only if the pile is left", ["only-if"]),
    (f"at random pick a pile\n    {LINE}\n    must choose a colour\n      only if it is white",
     ["only-if"]),
    # What is brought to light on the way is not known when the choice is made.
    (f"must choose a pile\n    {LINE}\n    if the pile is full, its size becomes 1\n"
     "    must choose a colour\n      only if the pile's size is 1", ["secret"]),
    (f"must choose a pile\n    {LINE}\n    its size becomes 1\n"
     "    must choose a colour\n      only if the pile's size is 1", []),
    ("must choose a pile\n    if the pile is full, its size becomes 1\n"
     "    must choose a colour\n      only if the pile's size is 1", []),
    (f"must choose a pile\n    {LINE}\n    if the pile is full, its size becomes 1\n"
     "    at random pick a colour\n      must choose a pile P\n        only if P's size is 1",
     ["rest"]),
])  # fmt: skip
def test_findings(tmp_path: Path, turn: str, codes: list[str]) -> None:
    path = tmp_path / "tried.rules"
    path.write_text(f"{HEAD}turn\n  {turn}\n  the game is drawn\n", encoding="utf-8")
    found = checking.check(path, plays=0)
    assert [d.code for d in found] == codes
