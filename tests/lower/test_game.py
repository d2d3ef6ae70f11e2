"""Lowering and emission: what small rulesets come to in play.

A few lines are played that the interpreter turns into something else than they look: sets that
become loops, orders, nested choices, tables. `oracle/test_executor` compares every ruleset with the
definition of its program.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import RulesError
from rulewright.interpreter.engine.game import Game, State
from rulewright.interpreter.engine.machine import Machine

Make = Callable[..., Game]

FRAME = """\
game Sample
players {players}: {names}
board Yard: a grid of square fields, 3 by 3
piece Stone of a player, on Yard
each field can be wet, this turn
each Stone can be tired
each player has a reserve: 0 to 5, at first 3
the game has a beacon: a field or none
the turn has a sum: 0 to 9
kind fruit: apple, pear, plum
kind basket: big, small
"""


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes the game of some lines added to the frame."""

    def game(text: str, players: int = 2) -> Game:
        file = tmp_path / "sample.rules"
        names = ", ".join(("One", "Two", "Three")[:players])
        file.write_text(FRAME.format(players=players, names=names) + text, encoding="utf-8")
        return driver.load(file).instantiate(players)

    return game


# ---- what may be chosen -------------------------------------------------------------------------

RED, BLUE = {"piece": "Stone of One"}, {"piece": "Stone of Two"}


def options_at(of: Game, fields: dict[str, dict[str, str]], **more: dict[str, str]) -> list[str]:
    """What can be chosen where these fields hold something."""
    return of.position({"from": "empty", "Yard": fields, **more}).options()


def test_all_that_an_option_demands_is_so(make: Make) -> None:
    """Of the player, of the first thing chosen, of the second."""
    game = make("""
turn
  must if possible move a Stone of the player to a field
    only if the player's reserve is at least 1
    only if the Stone is not tired
    only if the field is not wet
    the player wins
  the game is drawn
""")
    fields = {"a1": RED, "b1": {**RED, "tired": "yes"}, "c1": BLUE}
    fields |= {name: {"wet": "yes"} for name in ("a2", "b2", "c2", "a3")}
    able, unable = ({"reserve": reserve} for reserve in ("1", "0"))
    assert options_at(game, fields, One=able) == [
        "a1-a1", "a1-b1", "a1-c1", "a1-b3", "a1-c3",
    ]
    assert options_at(game, fields, One=unable, Two=able) == []


def test_a_set_that_is_demanded(make: Make) -> None:
    game = make("""
turn
  must move a Stone of the player to a field
    only if the field is connected to the Stone's field by orthogonal steps
      over empty fields
    only if the field is not wet
    the player wins
""")
    fields = {"a1": RED, "c3": RED, "b1": BLUE, "b3": BLUE, "b2": BLUE, "a3": {"wet": "yes"}}
    assert options_at(game, fields) == ["a1-a2", "c3-c1", "c3-c2"]


def test_a_set_beside_a_condition_on_nothing_chosen(make: Make) -> None:
    game = make("""
turn
  must if possible choose a field
    only if the field is connected to a1 by steps over empty fields
    only if the player's reserve is at least 1
    the player wins
  the game is drawn
""")
    fields = {"a3": BLUE, "b2": BLUE, "c2": BLUE}
    able, unable = ({"reserve": reserve} for reserve in ("1", "0"))
    assert options_at(game, fields, One=able) == ["a1", "b1", "c1", "a2", "b3", "c3"]
    assert options_at(game, fields, One=unable) == []


def test_a_value_that_is_demanded(make: Make) -> None:
    game = make("""
turn
  must choose a field where (the field is either the beacon or b2)
    the player wins
""")
    assert game.start().options() == ["b2"]
    for beacon, options in (("a3", ["b2", "a3"]), ("b2", ["b2"]), ("c1", ["c1", "b2"])):
        assert options_at(game, {}, game={"beacon": beacon}) == options


def all_are_options(game: Game) -> bool:
    """Whether no choice of the game demands anything of what is chosen."""
    return not any(
        alternative.guards or any(binder.guards for binder in alternative.binders)
        for node in game.program.nodes for alternative in node.alternatives
    )


def test_conditions_that_options_settle_leave_no_trace(make: Make) -> None:
    text = """
option mode: easy, hard, normally {mode}
turn
  must choose a fruit
    when mode is hard
      only if the fruit is apple
    the player wins
"""
    easy, hard = (make(text.format(mode=mode)) for mode in ("easy", "hard"))
    assert easy.start().options() == ["apple", "pear", "plum"]
    assert all_are_options(easy)
    assert hard.start().options() == ["apple"]


def test_declining_stands_last_and_only_beside_another(make: Make) -> None:
    game = make("""
turn
  may choose a wet field, or "no"
    the player wins
  the game is drawn
""")
    assert options_at(game, {"a1": {"wet": "yes"}, "c2": {"wet": "yes"}}) == ["a1", "c2", "no"]
    assert game.start().kind == "end", "no field is wet, so there is nothing to decline"


# ---- orders and nested choices ------------------------------------------------------------------

ORDER = """
turn
  in either order
    as long as possible, must put a Stone of the player on an empty field, written "+{field}"
      only if the player's reserve is at least 1
      the player's reserve goes down by 1
    must choose a fruit
      the sum goes up by 1
  the player wins
"""
FRUITS = ["apple", "pear", "plum"]


def in_frame(state: State) -> list[int]:
    """What is kept of choices in progress, where it is not what it was at first."""
    return [
        value for made in state.game.program.fields if made.group == "frame"
        for value, first in zip(state.vector[made.offset : made.offset + made.size], made.first,
                                strict=True) if value != first
    ]


def test_an_order_is_one_node_over_its_parts(make: Make) -> None:
    game = make(ORDER)
    assert len(game.program.nodes) == 1
    start = game.start()
    stones = [option for option in start.options() if option.startswith("+")]
    assert len(stones) == 9 and start.options() == [*stones, *FRUITS]
    # The part that repeats is begun: it goes on until nothing of it is possible.
    state = start
    for at in range(2):
        state = state.apply(stones[at])
        assert state.options() == stones[at + 1 :] and in_frame(state)
    state = state.apply(stones[2])
    assert state.options() == FRUITS
    end = state.apply("pear")
    assert end.result is not None and end.result.winners == [0] and in_frame(end) == []
    # The other part is done with its one choice.
    state = start.apply("pear")
    for at in range(3):
        assert state.options() == stones[at:]
        state = state.apply(stones[at])
    assert state.kind == "end" and in_frame(state) == []
    assert state.pack() == end.pack()


def test_a_mix_does_not_mark_the_part_that_has_begun(make: Make) -> None:
    start = make(ORDER.replace("in either order", "in any mix")).start()
    state = start.apply("+a1")
    assert state.options() == start.options()[1:] and in_frame(state) == []
    state = state.apply("plum")
    assert state.options() == [option for option in start.options()[1:] if option[0] == "+"]
    assert in_frame(state)


NESTED = """
turn
  must choose a fruit and a basket
    must choose a field
      only if the fruit is not pear
      the field becomes wet
    if the fruit is apple and the basket is big
      the sum goes up by 1
  must choose "done"
    the player's reserve becomes 0
  if the sum is 9
    the player wins
"""


def test_what_a_nested_choice_needs_is_kept_and_emptied(make: Make) -> None:
    game = make(NESTED)
    outer, inner, last = game.program.nodes
    frame = [made for made in game.program.fields if made.group == "frame"]
    assert len(frame) == 2 and outer.alternatives[0].frame == tuple(frame)
    assert inner.alternatives[0].frame == (), "what is not needed later is handed over"
    state = game.start().apply("plum-small")
    assert [state.vector[made.offset] for made in frame] == [2, 1]
    state = state.apply("b2")
    assert [state.vector[made.offset] for made in frame] == [0, 0]
    assert state.purpose == last.alternatives[0].purpose
    # What stands below the inner choice looks at both.
    for first, sum_ in (("apple-big", 1), ("apple-small", 0), ("plum-big", 0)):
        assert game.start().apply(first).apply("b2").evaluate("the sum") == sum_


def test_equal_positions_are_equal_states_whichever_way_they_came(make: Make) -> None:
    """Because what was chosen is forgotten: two ways to one position are one state."""
    start = make(NESTED).start()
    ways = [start.apply(first).apply("b2") for first in ("apple-small", "plum-big")]
    assert ways[0].pack() == ways[1].pack() != start.apply("apple-big").apply("b2").pack()


def test_equal_ends_are_equal_states_whichever_way_they_came(make: Make) -> None:
    """When the game is over nothing is in progress: two ways to one end are one state."""
    start = make("""
turn
  must choose a fruit
    must choose "now"
      the player wins
""").start()
    ways = [start.apply(fruit).apply("now") for fruit in ("apple", "plum")]
    assert [way.kind for way in ways] == ["end", "end"]
    assert ways[0].pack() == ways[1].pack()


def test_each_player_in_order_is_a_loop_over_seats(make: Make) -> None:
    game = make("""
turn
  each player in order
    must choose a fruit
  the game is drawn
""", players=3)
    assert len(game.program.nodes) == 1
    for first, seats in (("One", [0, 1, 2]), ("Two", [1, 2, 0]), ("Three", [2, 0, 1])):
        state, decided = game.position({"to move": first}), []
        while state.kind == "decision":
            decided.append(state.player)
            state = state.apply("plum")
        assert decided == seats and in_frame(state) == []


# ---- turns, tables, the rest --------------------------------------------------------------------

PLAIN = """
turn
  must choose a field
    the field becomes wet
    the sum goes up by 1
    if the sum is 9
      the player wins
"""


def test_between_turns_the_turn_is_forgotten_and_the_next_one_plays(make: Make) -> None:
    """What is so `this turn` of every field, what the turn itself has, and nothing else."""
    game = make(PLAIN, players=3)
    state = game.start()
    for player in (1, 2, 0, 1):
        state = state.apply("b2")
        assert state.vector == [player, *game.start().vector[1:]]


TABLE = """
a basket holds a fruit by table
  big: apple, plum
  small: pear
the price of a fruit is
  2 for apple
  5 for pear, plum
turn
  must choose a basket and a fruit
    only if the basket holds the fruit
    the player's reserve becomes the price of the fruit
    the player wins
"""


def test_rows_of_a_table(make: Make) -> None:
    start = make(TABLE).start()
    assert start.options() == ["big-apple", "big-plum", "small-pear"]
    prices = [start.apply(at).evaluate("One's reserve") for at in range(3)]
    assert prices == [2, 5, 5]


def test_a_bound_is_watched_where_it_can_break(make: Make) -> None:
    game = make("""
turn
  must choose a number from 0 to 5, written "set {number}"
    the player's reserve becomes it
    the sum goes up by it
    the player wins
""")
    state = game.position({"turn": {"sum": "7"}})
    assert state.apply("set 2").evaluate("the sum") == 9
    with pytest.raises(RulesError, match="outside 0 to 9"):
        state.apply("set 3")


def test_an_end_is_tested_where_its_fields_change(make: Make) -> None:
    game = make("""
end as soon as the sum is at least 2
  the player wins
turn
  must choose a fruit
    the player's reserve becomes 0
    the sum goes up by 1
    the beacon becomes b2
""")
    after = game.position({"turn": {"sum": "0"}}).apply("pear")
    assert (after.kind, after.player) == ("decision", 1)
    after = game.position({"turn": {"sum": "1"}}).apply("pear")
    assert after.result is not None and after.result.winners == [0]
    assert after.evaluate("One's reserve") == 0
    assert after.evaluate("the beacon") == "none", "what stands behind it is not done"


def test_chance_keeps_its_weights(make: Make) -> None:
    game = make("""
turn
  at random pick a fruit, weighted by (3 if the fruit is pear otherwise 1)
    the player wins
""")
    (node,) = game.program.nodes
    assert node.chance
    assert game.start().outcomes() == [("apple", 1), ("pear", 3), ("plum", 1)]


def test_tracing_counts_the_rules_that_fire(make: Make) -> None:
    game = make("""
turn
  must choose a field
    the field becomes wet                                     [SAM-WET-01]
    if the field is b2                                        [SAM-IF-01]
      the player wins                                         [SAM-WIN-01]
""")
    traced = Machine(game.program, traced=True)
    counted = []
    for cell in (0, 8, 4):
        vector, plain = traced.start(), game.machine.start()
        traced.apply(vector, (0, cell))
        game.machine.apply(plain, (0, cell))
        assert vector == plain
        counted.append(dict(traced.hits))
    assert counted == [
        {"SAM-WET-01": 1}, {"SAM-WET-01": 2},
        {"SAM-WET-01": 3, "SAM-IF-01": 1, "SAM-WIN-01": 1},
    ]
    assert not game.machine.traced


COLLIDING = """
kind {noun} ({noun}s): red, blue
turn
  must choose a {noun} and a field F and a field G, written "{{{noun}}} {{F}} {{G}}"
    only if G is connected to F by steps over empty fields
    the player wins
"""


@pytest.mark.parametrize(
    "noun",
    [
        *("b", "o", "r", "s", "t", "v", "x", "bits", "flood", "hits", "lambda", "fork-lift"),
    ],
)
def test_a_noun_may_be_called_like_something_of_ours(make: Make, noun: str) -> None:
    """Whatever the author calls a kind, the options are those of any other name."""
    options = make(COLLIDING.format(noun=noun)).start().options()
    assert options == make(COLLIDING.format(noun="mood")).start().options()
    assert len(options) == 2 * 9 * 9
