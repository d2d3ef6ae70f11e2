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
    """Two steps never lead so far, whatever is passed over: the line that says how many they are
    is the reason."""
    verdict = lanes.why("a5")
    assert verdict.message == (
        "`a5` is refused because no drive leads there: it ends as driven after 2 steps")
    assert verdict.rules == ["LAN-06", "LAN-07"]
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
    ("seen", "rules"), [("", ["SHD-03", "SHD-02", "SHD-04"]), (", seen by nobody", ["SHD-04"])])
def test_of_secrets_only_those_that_a_walk_asks_about_hide_the_line(
    tmp_path: Path, seen: str, rules: list[str]
) -> None:
    """Carts in the shed are none of its business: those that it meets lie on the field."""
    path = tmp_path / "shed.rules"
    path.write_text(SHED % seen, encoding="utf-8")
    verdict = driver.load(path).instantiate(2).start().why("c2 a2")
    assert verdict.rules == rules


#: What is carried lies in the box as well; which of it is meant, and by how many steps, its text
#: does not say.
PORTERS = """\
game Porters
  "Porters carry crates over dry ground."
players 2: Ann, Bob
board Field: a grid of square plots, 5 by 5
piece Porter of a player: 2 each, on Field
piece Crate by table, on Field
  number   sturdy
  2        -
  1        yes
each Crate can be sturdy
each plot can be wet
the sump is c3
a plot is firm if                                                                   [POR-03]
  it is not the sump
  it is not wet                                                                     [POR-04]
walk haul of a plot S
  from S
  with a length: 0 to 3, kept
  each step goes from a plot F towards an orthogonal direction D to a plot G
    only if G is not S                                                              [POR-01]
    only if G is firm                                                               [POR-02]
    length goes up by 1
  ends as set down after 1 to 2 steps                                               [POR-05]
setup
  put a Porter of Ann on c2
  put a Porter of Bob on d4
  move (any Crate that is sturdy) to c2
  d2 becomes wet
turn
  must do one of
    choose a Crate C and a Porter M of the player and a haul L of (C's plot), written "{M's plot} to {L's plot}"  [POR-07]
      only if C is on M's plot                                                      [POR-08]
      only if L's length is at most 1                                               [POR-09]
      move C to L's plot
    choose "wait"
"""  # noqa: E501


@pytest.mark.parametrize(
    ("move", "rules", "said"),
    [
        ("c2 to d2", ["POR-04", "POR-03", "POR-02", "POR-07"], "is refused because d2 is wet"),
        ("c2 to c3", ["POR-03", "POR-02", "POR-07"], "is refused because c3 is the sump"),
        ("c2 to c2", ["POR-01", "POR-07"], "is refused because G is S (S is c2, G is c2)"),
        ("c2 to e5", ["POR-05", "POR-07"],
         "is refused because no haul leads there: it ends as set down after 1 to 2 steps"),
        ("c2 to a2", ["POR-09"],
         "is refused because this is not so: the haul's length is at most 1 (the haul's length "
         "is 2)"),
        ("a1 to a2", ["POR-07"], "is no move here: there is no Porter of which `a1` is said. "
         "Options look like `c2 to c1`, `wait`"),
    ],
)
def test_of_what_a_text_leaves_open_the_nearest_is_meant(
    tmp_path: Path, move: str, rules: list[str], said: str
) -> None:
    """The crate that lies there, not one of those in the box, and the walk of the least length."""
    path = tmp_path / "porters.rules"
    path.write_text(PORTERS, encoding="utf-8")
    verdict = driver.load(path).instantiate(2).start().why(move)
    assert (verdict.rules, verdict.message) == (rules, f"`{move}` {said}")
