"""Every budget has a test that hits it: the end is a diagnostic with its place, soon.

Also: a ruleset is only rules. It reads no file but its bases, which are named and not pathed,
and nothing in it becomes code.
"""

from __future__ import annotations

import builtins
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import checking, driver, finding
from rulewright.interpreter.check import declared
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine import duties
from rulewright.interpreter.ir import work_bound
from rulewright.interpreter.lower import (
    blocks,
    boards,
    decisions,
    definitions,
    loops,
    sets,
)
from rulewright.interpreter.lower import game as lower_game
from rulewright.interpreter.lower.known import MAX_LOWERED
from rulewright.interpreter.model import layout
from rulewright.interpreter.play import agents, simulate
from rulewright.interpreter.state.rng import stream
from rulewright.interpreter.syntax import lexer, parser
from tests.volume import volume
from tests.work import counted

Run = Callable[..., Any]
MOST_CALLS = 5_000_000  # of Python functions, in any case
HEAD = """\
game Test
players 2: Gold, Black
board Grid: a grid of square tiles, 3 by 3
each tile has a colour: White or a player, at first White
piece Token of a player, on Grid
"""
TURN = """\
turn
  must put a Token of the player on an empty tile
  if there is no empty tile
    the game is drawn
"""
#: A choice that changes something, and an end: what makes a game of a text.
TAKE = "must choose a tile\n    the tile's colour becomes the player\n"
END = "end after the turn if there is no White tile\n  the game is drawn\n"


@pytest.fixture(autouse=True)
def soon() -> Iterator[None]:
    with counted() as work:
        yield
    assert work.calls < MOST_CALLS


@pytest.fixture
def found(tmp_path: Path) -> Callable[[str], list[Diagnostic]]:
    """What `check` finds in a text."""

    def check(text: str) -> list[Diagnostic]:
        path = tmp_path / "test.rules"
        path.write_text(text, encoding="utf-8")
        try:
            return checking.check(path, plays=0)
        except RulesError as error:
            return list(error.diagnostics)

    return check


Found = Callable[[str], list[Diagnostic]]


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return sorted({d.code for d in diagnostics})


def nested(count: int, line: str, last: str) -> str:
    """A turn of lines inside one another."""
    rows = [" " * (at + 1) + line for at in range(count)]
    rows = ["turn", *rows, " " * (count + 1) + last, *TURN.splitlines()[1:2]]
    return "\n".join(rows).replace("\n  must", "\n must") + f"\n{END}"


# ---- texts ------------------------------------------------------------------------------------


def test_bytes_of_a_file(found: Found) -> None:
    assert codes(found("# " + "x" * finding.MAX_BYTES)) == ["too-long"]


def test_characters_of_a_text(found: Found) -> None:
    well = HEAD + TURN
    assert found(well + "#" * (parser.MAX_TEXT - len(well))) == []
    assert codes(found(well + "#" * (parser.MAX_TEXT - len(well) + 1))) == ["too-long"]


def test_blanks_before_a_line(found: Found) -> None:
    deep = nested(parser.MAX_INDENT + 5, "if a1 is White", "a1's colour becomes White")
    assert "too-deep" in codes(found(HEAD + deep))


def test_errors_of_a_block(found: Found) -> None:
    lines = "".join(f"  foo{n} is bar{n}\n" for n in range(1000))
    assert len(found(HEAD + "turn\n" + lines)) == parser.ERRORS_PER_BLOCK


@volume("lines", 10_000, 40_000)
def test_errors_of_a_text(found: Found, lines: int) -> None:
    assert len(found("xx yy zz\n" * lines)) <= parser.MAX_ERRORS + 1


@volume("words", 20_000, 90_000)
def test_one_long_line(found: Found, words: int) -> None:
    """What grew faster than the line would take too long in either case."""
    assert codes(found(HEAD + "turn\n  must " + "foo " * words + "\n")) == ["unknown-word"]


def test_digits_of_a_number(found: Found) -> None:
    for digits in (lexer.MAX_DIGITS + 1, 5000, 100_000):
        text = HEAD.replace("3 by 3", "3 by " + "9" * digits)
        assert codes(found(text + TURN)) == ["bound"]


# ---- nesting ----------------------------------------------------------------------------------

LONG = {
    "brackets": lambda n: f"{'(' * n}the tile is White{')' * n}",
    "not": lambda n: "not " * n + "the tile is White",
    "and": lambda n: " and ".join(["the tile is White"] * n),
    "or": lambda n: " or ".join(["the tile is White"] * n),
    "plus": lambda n: " plus ".join(["the tile's column"] * n) + " is 3",
    "possessive": lambda n: "the player" + "'s opponent" * n + " is Gold",
}


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.slow), 300, 3000])
def test_long_conditions(tmp_path: Path, name: str, count: int) -> None:
    """Either it is understood, to its last stage, or it is too deep. (A hundred parts, if slow: of
    each kind fewer and more are looked at anyway.)"""
    path = tmp_path / "test.rules"
    condition = LONG[name](count)
    turn = TURN.replace("tile\n", f"tile\n    only if {condition}\n", 1)
    path.write_text(HEAD + turn.replace("must put", "must if possible put"), encoding="utf-8")
    try:
        driver.load(path).instantiate().start()
    except RulesError as error:
        told = codes(list(error.diagnostics))
        assert told == ["too-deep"] or (count < 3000 and told == ["endless"])


def test_definitions_inside_one_another(found: Found) -> None:
    def chain(length: int) -> list[str]:
        lines = [f"a tile is b{n} if the tile is {f'b{n - 1}' if n else 'White'}"
                 for n in range(length)]
        return codes(found(HEAD + "\n".join(lines).replace(" b", " bb") + "\n" + TURN))

    assert chain(definitions.MAX_NESTED) == []
    assert chain(definitions.MAX_NESTED + 2) == ["too-deep"]


def test_steps_inside_one_another(found: Found) -> None:
    def chain(length: int) -> list[str]:
        steps = "".join(f"step S{n}x\n  do S{n + 1}x\n" for n in range(length - 1))
        last = f"step S{length - 1}x\n  the player begins\n"
        return codes(found(HEAD + TURN.replace("turn\n", "turn\n  do S0x\n") + steps + last))

    assert chain(blocks.MAX_DO) == []
    assert chain(blocks.MAX_DO + 1) == ["too-deep"]


def test_for_each_inside_one_another(found: Found) -> None:
    last = "a1's colour becomes Gold"
    assert codes(found(HEAD + nested(loops.MAX_EACH, "for each player", last))) == []
    assert codes(found(HEAD + nested(loops.MAX_EACH + 1, "for each player", last))) == ["too-deep"]


def test_readings_of_a_word(found: Found) -> None:
    """However many things a word can mean, the error finds another letter for each."""
    last = "a1's colour becomes the player"
    assert codes(found(HEAD + nested(loops.MAX_EACH, "for each player", last))) == ["which-player"]


TWICE = {
    "conditions": "".join(
        f"a tile is bb{n} if the tile is {f'bb{n - 1}' if n else 'White'} and the tile is "
        f"{f'bb{n - 1}' if n else 'White'}\n" for n in range(30)
    ),
    "values": "".join(
        f"the cc{n} of a tile is the {f'cc{n - 1}' if n else 'column'} of the tile plus the "
        f"{f'cc{n - 1}' if n else 'column'} of the tile\n" for n in range(30)
    ),
    "steps": "".join(f"step S{n}x\n  do S{n + 1}x\n  do S{n + 1}x\n" for n in range(25))
    + "step S25x\n  the player begins\n",
    "choices": "".join(f"step S{n}x\n  do S{n + 1}x\n  do S{n + 1}x\n" for n in range(25))
    + "step S25x\n  must choose a tile\n",
}


@pytest.mark.parametrize(("name", "told"), [
    ("conditions", []),  # a definition is one function, however often it is used
    ("values", ["bound"]),
    ("steps", ["too-large"]),
    ("choices", ["too-large"]),
])
def test_definitions_that_use_others_twice(found: Found, name: str, told: list[str]) -> None:
    """Thirty lines that double each time would be a thousand million parts."""
    assert MAX_LOWERED < 1 << 25
    turn = TURN.replace("turn\n", "turn\n  do S0x\n") if "S0x" in TWICE[name] else TURN
    assert codes(found(HEAD + TWICE[name] + turn)) == told


def test_values_that_use_others_twice_are_counted(found: Found) -> None:
    """Each use is a call, and calls inside one another multiply."""
    parity = "".join(
        f"the cc{n} of a tile is (1 if the {f'cc{n - 1}' if n else 'column'} of the tile is 1 "
        f"otherwise 0) plus (1 if the {f'cc{n - 1}' if n else 'row'} of the tile is 2 "
        "otherwise 0)\n" for n in range(30)
    )
    turn = TURN.replace("tile\n", "tile\n    only if the cc29 of the tile is 1\n", 1)
    assert codes(found(HEAD + parity + turn)) == ["too-large"]


def test_what_uses_itself(found: Found) -> None:
    text = "a tile is dim if the tile is dusky\na tile is dusky if the tile is dim\n"
    assert codes(found(HEAD + text + TURN)) == ["recursion"]
    assert codes(found(HEAD + TURN + "  do Rest\nstep Rest\n  do Rest\n")) == ["recursion"]


# ---- sizes ------------------------------------------------------------------------------------


def test_cells(found: Found) -> None:
    side = int(boards.MAX_CELLS**0.5)
    assert found(HEAD.replace("3 by 3", f"{side} by {side}") + TURN) == []
    for size in (f"{side} by {side + 1}", "0 by 3", "999999999 by 999999999"):
        assert codes(found(HEAD.replace("3 by 3", size) + TURN)) == ["board"]


def test_a_board_of_optional_size(found: Found) -> None:
    text = HEAD.replace("3 by 3", "size by size").replace(
        "board", "option size: 3 to 999999999\nboard"
    )
    assert codes(found(text + TURN)) == ["board"]


def test_state_size(found: Found) -> None:
    count = int(layout.MAX_STATE**0.5) + 1
    values = ", ".join(f"w{n}x" for n in range(count))
    text = HEAD + f"kind word: {values}\neach word can be beside a word\n"
    assert codes(found(text + TURN)) == ["state-size"]


def test_players(found: Found) -> None:
    for count in ("0", "3 to 2", f"2 to {declared.MAX_PLAYERS + 1}", "1 to 999999999"):
        assert codes(found(HEAD.replace("2: Gold, Black", count) + TURN)) == ["players"]
    assert codes(found(HEAD.replace("2: Gold, Black", f"{declared.MAX_PLAYERS}") + TURN)) == []


def test_numbers(found: Found) -> None:
    factors = " times ".join(["99999"] * 3)
    assert codes(found(HEAD + f"the bulk is {factors}\n" + TURN)) == ["bound"]
    turn = f"turn\n  must choose a number from 0 to {{}}\n  {TAKE}{END}"
    assert codes(found(HEAD + turn.format(sets.MAX_NUMBERS))) == []
    assert codes(found(HEAD + turn.format(sets.MAX_NUMBERS + 1))) == ["range"]


def test_options_of_a_choice(found: Found) -> None:
    turn = f"turn\n  {TAKE}  must choose a tile S and a tile T and a tile U\n"
    assert codes(found(HEAD + turn + END)) == ["same-thing"]  # a note
    wide = HEAD.replace("3 by 3", "64 by 64")
    assert 4096**3 > work_bound.MAX_ITERATIONS > decisions.MAX_OPTIONS
    assert codes(found(wide + turn)) == ["too-large"]
    assert codes(found(wide + turn + "    only if S is White\n")) == ["too-large"]


def test_rounds_of_for_each(found: Found) -> None:
    """Rounds multiply, also through steps, and so does what is looked at in each of them."""
    assert 9**8 < work_bound.MAX_ITERATIONS < 9**9
    last = "a1's colour becomes Gold"
    assert found(HEAD + nested(8, "for each tile", last)) == []
    deep = nested(11, "for each tile", last)
    (problem,) = found(HEAD + deep)
    assert problem.code == "too-large" and problem.span is not None
    assert problem.span.line == len(HEAD.splitlines()) + 1 + 9  # where it becomes too much
    steps = "".join(f"step S{n}x\n  for each tile\n    do S{n + 1}x\n" for n in range(9))
    text = HEAD + TURN.replace("turn\n", "turn\n  do S0x\n") + steps + f"step S9x\n  {last}\n"
    assert codes(found(text)) == ["too-large"]
    looking = nested(8, "for each tile", "if there is a White tile\n" + " " * 10 + last)
    assert codes(found(HEAD + looking)) == ["too-large"]


DEEP = "there is a tile A where (there is a tile B where (there is a tile C where ({})))"
SUMS = "A is White and A's row plus B's row plus C's row is 7"
TURN_IF = "turn\n  must choose a tile T\n    {}\n    T's colour becomes the player\n"
PLACES = {
    "if": f"turn\n  {TAKE}  if {{}}\n    the player wins\n",
    "if with a choice": f"turn\n  if {{}}\n    must choose a tile\n  {TAKE}",
    "as long as": "turn\n  as long as {}\n    must choose a tile\n"
                  "      the tile's colour becomes the player\n",
    "only if": TURN_IF.format("only if {}"),
    "afterwards": TURN_IF.format("only if afterwards {}"),
    "choice": "turn\n  must choose a tile where (the tile is White and {})\n"
              "    the tile's colour becomes the player\n",
    "definition": "a tile is dim if {}\nturn\n  must choose a dim tile\n"
                  "    the tile's colour becomes the player\n",
    "value": f"the bulk is the number of tiles where (the tile is White and {{}})\nturn\n  {TAKE}"
             "  rank every player by the player's seat plus the bulk\n",
    "end": f"end as soon as {{}}\n  the game is drawn\nturn\n  {TAKE}",
    "end of a turn": f"turn\n  {TAKE}end after the turn if {{}}\n  the game is drawn\n",
    "always": f"always {{}}\nturn\n  {TAKE}",
    "duty": f"turn\n  {TAKE}duty by the end of the turn\n  if possible, {{}}\n",
    "prospect": "the prospect of a player is the number of tiles where (the tile is White and {})\n"
                "turn\n  " + TAKE,
    "weight": "turn\n  at random pick a tile, weighted by "
              "(the number of tiles T where (T is White and {}))\n"
              "    the tile's colour becomes White\n  " + TAKE,
    "for each": "turn\n  for each tile where (the tile is White and {})\n"
                "    the tile's colour becomes White\n  " + TAKE,
}


@pytest.mark.parametrize("place", PLACES)
def test_sets_inside_one_another(found: Found, place: str) -> None:
    """What is looked at multiplies; it is too much wherever it stands, on the line of it."""
    big = HEAD.replace("3 by 3", "30 by 30")
    assert 900**2 < work_bound.MAX_ITERATIONS < 900**3
    text = PLACES[place].format(DEEP.format(SUMS)) + END
    problems = found(big + text)
    assert codes(problems) == ["too-large"]
    for problem in problems:
        assert problem.span is not None
        line = (big + text).splitlines()[problem.span.line - 1]
        assert "plus" in line or "the bulk" in line
    assert codes(found(HEAD + text)) == []


def test_repeat(found: Found) -> None:
    turn = f"turn\n  repeat {{}} times\n    must choose a tile\n  {TAKE}{END}"
    assert codes(found(HEAD + turn.format(10_000))) == []
    assert codes(found(HEAD + turn.format(10_001))) == ["bound"]


def test_variants_upon_variants(tmp_path: Path) -> None:
    (tmp_path / "v0.rules").write_text(HEAD + TURN, encoding="utf-8")
    for n in range(1, finding.MAX_CHAIN + 2):
        text = f"variant Number {n} of v{n - 1}\n"
        (tmp_path / f"v{n}.rules").write_text(text, encoding="utf-8")
    assert checking.check(tmp_path / f"v{finding.MAX_CHAIN}.rules") == []
    with pytest.raises(RulesError, match="variant"):
        checking.check(tmp_path / f"v{finding.MAX_CHAIN + 1}.rules")


# ---- play -------------------------------------------------------------------------------------


def start(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "test.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return driver.load(path).instantiate()


def stopped(code: str) -> Any:
    return pytest.raises(RulesError, match=rf"(?m)\b{code}\b")


def test_endless_play(tmp_path: Path) -> None:
    with stopped("endless"):
        start(tmp_path, "turn\n  must if possible choose a White tile\n    only if a1 is Gold\n"
              ).start()


@pytest.mark.parametrize("inside, code", [
    ("the player begins", "too-large"),  # rounds of effects alone are counted before play
    ("must if possible choose a White tile\n          only if a1 is Gold", "endless"),
])
def test_endless_rounds(tmp_path: Path, inside: str, code: str) -> None:
    turn = "turn\n" + "".join(
        " " * at + f"{' ' * at}  repeat 10000 times\n" for at in range(3)
    ) + f"        {inside}\n  must choose a tile\n"
    with stopped(code):
        start(tmp_path, turn).start()


def test_as_long_as_needs_a_choice(found: Found) -> None:
    turn = TURN.replace("turn\n", "turn\n  as long as a1 is White\n    the player begins\n")
    assert codes(found(HEAD + turn)) == ["endless"]


def test_nothing_is_possible(tmp_path: Path) -> None:
    with stopped("no-option"):
        start(tmp_path, "turn\n  must choose a White tile\n    only if a1 is Gold\n").start()


def test_the_search_of_a_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duties, "MAX_SEARCH", 50)
    game = start(tmp_path, """\
turn
  as long as possible, must choose a White tile
    the tile's colour becomes the player
  the game is drawn
duty by the end of the turn
  as much as possible, 0 minus the number of tiles whose colour is Gold
""")
    with stopped("search"):
        game.start()


def test_memory_capacity(found: Found) -> None:
    for size, expected in ((1, []), (lower_game.MAX_MEMORY, []), (0, ["memory"]),
                           (lower_game.MAX_MEMORY + 1, ["memory"])):
        memory = f"memory Past: tile colour, up to {size}\n"
        assert codes(found(HEAD + memory + TURN)) == expected


def test_a_full_memory_truncates(tmp_path: Path) -> None:
    game = start(tmp_path, """\
memory Past: tile colour, up to 3
turn
  record Past
  must choose a tile
""")
    state = game.start()
    for _ in range(3):
        assert state.result is None
        state = state.apply("a1")
    assert state.kind == "end"
    assert state.result.truncated and not state.result.draw and not state.result.winners


def test_a_payoff_out_of_bounds(tmp_path: Path) -> None:
    game = start(tmp_path, f"turn\n  must choose a tile\n  pay every player {10**8}\n")
    assert lower_game.MAX_PAYOFF < 10**8
    with stopped("bound"):
        game.start().apply("a1")


def test_a_long_game_is_truncated(run: Run) -> None:
    Path("long.rules").write_text(HEAD + "turn\n  must choose a tile\n", encoding="utf-8")
    for option, reason in (("--max-turns", "max-turns"), ("--max-decisions", "max-decisions")):
        found = run("simulate", "long.rules", "--games", "2", "--jobs", "1", option, "20", "--json")
        assert found.json["truncated"] == 2 and found.json["draws"] == 0
        assert found.json["truncated_by"] == {reason: 2}
    assert simulate.MAX_TURNS and simulate.MAX_DECISIONS and simulate.MAX_CHANCE


def test_playouts_end(tmp_path: Path) -> None:
    game = start(tmp_path, "turn\n  must choose a tile\n")
    agent = agents.make("mc:1", game, 0, stream(1, 0, "seat 1"))
    assert 0 <= agent.choose(game.start()) < 9


# ---- nothing but rules ------------------------------------------------------------------------

HOSTILE = ("__import__('os').system('x')", "{0.__class__}", "'''", "\\", "%(x)s", "$(x)", "`x`",
           "); raise SystemExit #", "\\N{BULLET}", "${jndi:x}", "../../etc/passwd")  # fmt: skip


@pytest.mark.parametrize("word", HOSTILE)
def test_texts_stay_texts(tmp_path: Path, word: str) -> None:
    """Texts in quotes reach the screen, and nothing else: neither code nor a file."""
    text = HEAD.replace("game Test", f'game Test\n  "{word}"') + f"""\
turn
  must do one of
    choose "{word.replace('{', '').replace('}', '')}"
    choose "other"
  the game is drawn
"""
    path = tmp_path / "test.rules"
    path.write_text(text, encoding="utf-8")
    game = driver.load(path).instantiate()
    state = game.start()
    assert state.options()[1] == "other"
    assert state.apply("other").result.draw


@pytest.mark.parametrize("base", ["../other", "/etc/passwd", "a/b", "..\\other", ".other",
                                  "~/other", "other.rules", "http://x.org/other"])  # fmt: skip
def test_a_base_is_a_name(tmp_path: Path, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("other", ".other"):
        (tmp_path / f"{name}.rules").write_text(HEAD + TURN, encoding="utf-8")
    path = inner / "test.rules"
    path.write_text(f"variant One of {base}\n", encoding="utf-8")
    read: list[str] = []
    bytes_of = Path.read_bytes

    def noted(self: Path) -> bytes:
        read.append(self.name)
        return bytes_of(self)

    monkeypatch.setattr(Path, "read_bytes", noted)
    with pytest.raises(RulesError):
        checking.check(path)
    assert read == ["test.rules"]


def test_no_network_and_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game, checked and played, without opening a socket or a file to write."""
    path = tmp_path / "test.rules"
    path.write_text(HEAD + TURN, encoding="utf-8")
    checking.check(path)  # the parser's tables are kept from here on

    def refused(*words: object, **more: object) -> Any:
        raise AssertionError("a ruleset opens nothing")

    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.setattr(builtins, "open", refused)
    assert checking.check(path) == []
    state = driver.load(path).instantiate().start()
    while state.options():
        state = state.apply(0)
    assert state.result.draw
