"""Why a walk has no such result: the line of its step that keeps it from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.engine.game import State

RULES = """\
game Lanes
  "A cart goes as far as it has power."
players 2: Ann, Bob
board Field: a grid of square plots, 5 by 5
piece Cart of a player, on Field
each plot can be fenced
a plot lies back from a plot E if its row is less than E's row                     [LAN-09]
walk drive of a Cart by a number N
  from the Cart's plot
  with a heading: a direction or none
  each step goes from a plot F towards an orthogonal direction D to a plot G
    only if not (G lies back from F)                                                [LAN-01]
    ends as gone if G is none                                                       [LAN-02]
    if heading is not none
      only if D is heading                                                          [LAN-03]
    ends as wrecked on F if
      G is fenced                                                                   [LAN-04]
    only if G is empty                                                              [LAN-05]
    heading becomes D
  ends as driven after N steps                                                      [LAN-06]
setup
  put a Cart of Ann on c2
  put a Cart of Bob on b2
  d2 becomes fenced
turn
  must do one of
    choose a Cart of the player and a driven drive R of the Cart by 2, written "{R's plot}"  [LAN-07]
      move the Cart to R's plot
    choose a Cart of the player and a gone drive of the Cart by 2, written "off"    [LAN-08]
      the player loses
    choose "wait"
"""  # noqa: E501


@pytest.fixture(scope="module")
def lanes(tmp_path_factory: pytest.TempPathFactory) -> State:
    path = tmp_path_factory.mktemp("lanes") / "lanes.rules"
    path.write_text(RULES, encoding="utf-8")
    return driver.load(path).instantiate(2).start()


@pytest.mark.parametrize(
    ("move", "rule", "said"),
    [
        # round the corner by way of c3; by way of d2 two lines would be passed over
        ("d3", "LAN-03", "this is not so: east is heading"),
        ("e2", "LAN-04", "the drive is wrecked before"),
        ("a2", "LAN-05", "this is not so: b2 is empty"),
        # by way of c1 and over the edge: its row is less
        ("off", "LAN-01", "c1 lies back from c2"),
    ],
)
def test_the_line_that_keeps_a_walk_from_there(
    lanes: State, move: str, rule: str, said: str
) -> None:
    """Of the nearest walk, with where it was, and beside it the rules of the choice."""
    verdict = lanes.why(move)
    assert not verdict.legal
    assert verdict.rules[0] == rule
    assert verdict.rules[-1] == ("LAN-08" if move == "off" else "LAN-07")
    assert verdict.message == f"`{move}` is refused because {said}"


def test_what_no_walk_comes_near(lanes: State) -> None:
    """Two steps never lead so far, whatever is passed over."""
    assert "there is such a drive" in lanes.why("a5").message
    assert lanes.why("c4").legal


#: Carts that are drawn from a shed: what one in the shed has, nobody sees.
SHED = """\
game Shed
  "A cart goes as far as it has power, and more carts wait in the shed."
players 2: Ann, Bob
board Field: a grid of square plots, 5 by 5
piece Cart: 4, on Field
each Cart has a power: 0 to 3, at first 2
each Cart has a load: 0 to 3
the game has a limit: 0 to 3%s
zone Shed: Carts, seen by nobody
a plot is clear if there is no Cart on it whose load is at least 1                  [SHD-03]
walk drive of a Cart by a number N
  from the Cart's plot
  each step goes from a plot F towards an orthogonal direction to a plot G
    only if the limit is 0                                                          [SHD-01]
    only if G is clear                                                              [SHD-02]
  ends as driven after N steps
setup
  move all Carts to the Shed
  move (any Cart in the Shed) to c2
  move (any Cart in the Shed) to b2
  the load of (the Cart on b2) becomes 1
turn
  must do one of
    choose a Cart and a drive R of the Cart by (the Cart's power), written "{the Cart's plot} {R's plot}"  [SHD-04]
      move the Cart to R's plot
    choose "wait"
"""  # noqa: E501


@pytest.mark.parametrize(
    ("seen", "rules"), [("", ["SHD-02", "SHD-04"]), (", seen by nobody", ["SHD-04"])])
def test_of_secrets_only_those_that_a_walk_asks_about_hide_the_line(
    tmp_path: Path, seen: str, rules: list[str]
) -> None:
    """Carts in the shed are none of its business: those that it meets lie on the field."""
    path = tmp_path / "shed.rules"
    path.write_text(SHED % seen, encoding="utf-8")
    verdict = driver.load(path).instantiate(2).start().why("c2 a2")
    assert verdict.rules == rules
