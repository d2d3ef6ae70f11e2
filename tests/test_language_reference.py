"""The language reference is true: its examples run, and its tables list what the code has.

Blocks of `grammar/LANGUAGE.md` that are tagged `rules` are rulesets. A comment in the line above
says more: `defines: X` names a whole ruleset, `frame: X` adds the block to that ruleset, `base: X`
makes it a variant of it. After the tag, `turn` puts the lines under a `turn` (what stands below a
line `# ----` is added as declarations), `values` evaluates each line at the start of play and
compares it with the comment `# = …`, and `error=CODE` expects exactly this finding.
"""

from __future__ import annotations

import ast as python
import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.interpreter import checking, driver, finding
from rulewright.interpreter.check import declared
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.engine import set_up
from rulewright.interpreter.engine.game import State
from rulewright.interpreter.ir import MAX_POSITIONS, MAX_ROUNDS, MAX_SEARCH, work_bound
from rulewright.interpreter.lower import (
    blocks,
    boards,
    decisions,
    definitions,
    loops,
    walks,
)
from rulewright.interpreter.lower import game as lower_game
from rulewright.interpreter.lower.known import MAX_LOWERED
from rulewright.interpreter.model import layout
from rulewright.interpreter.model.walks import MAX_RESULTS
from rulewright.interpreter.play import scenario, setting, simulate
from rulewright.interpreter.play.agents import make
from rulewright.interpreter.state.rng import stream
from rulewright.interpreter.syntax import grammar, parser
from rulewright.interpreter.syntax.build import Builder
from rulewright.interpreter.syntax.parse_tables import grammar_text
from rulewright.interpreter.syntax.words import BUILT_IN, RESERVED, UNRESERVED, plural

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "grammar" / "LANGUAGE.md").read_text(encoding="utf-8")
GAMES = 3
NODES = 5000  # of a whole game
PART = 60  # nodes played of a fragment
DIRECTIVE = re.compile(r"<!-- (\w+): (.+?) -->")


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands, its tags, what the comment above it says, its text."""

    line: int
    tags: tuple[str, ...]
    says: tuple[str, str]
    text: str

    @property
    def error(self) -> str | None:
        return next((t.removeprefix("error=") for t in self.tags if t.startswith("error=")), None)


def read_blocks(text: str) -> list[Block]:
    """The fenced blocks of the reference."""
    lines = text.splitlines()
    found: list[Block] = []
    at = 0
    while at < len(lines):
        if lines[at].startswith("```"):
            end = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("```"))
            said = DIRECTIVE.fullmatch(lines[at - 1])
            says = (said[1], said[2]) if said else ("", "")
            tags = tuple(lines[at][3:].split())
            found.append(Block(at + 1, tags, says, "\n".join(lines[at + 1 : end]) + "\n"))
            at = end
        at += 1
    return found


def table_below(check: str) -> list[list[str]]:
    """The cells of the rows of the table under `<!-- check: … -->`, without its head."""
    lines = TEXT.split(f"<!-- check: {check} -->\n")[1].splitlines()
    rows = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return rows


BLOCKS = read_blocks(TEXT)
#: What is warned of in examples because they are parts of games, with values that are fixed.
OF_WHOLE_GAMES = {"settled", "unused-option", "ends-at-once"}
RULES = [block for block in BLOCKS if block.tags[:1] == ("rules",)]
FRAMES = {block.says[1]: block.text for block in RULES if block.says[0] == "defines"}


def parts(text: str) -> list[str]:
    """The declarations of a text, each with the lines below it."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if not found or (line[:1] not in ("", " ", "#")):
            found.append([])
        found[-1].append(line)
    return ["\n".join(part) for part in found]


def key(part: str) -> str:
    """What a declaration may stand for only once."""
    words = part.split("\n")[0].split("[")[0].split()
    return " ".join(words) if words and words[0] in ("setup", "turn", "look", "step") else ""


def whole(block: Block) -> str:
    """The ruleset that a block makes with its frame."""
    kind, name = block.says
    if kind != "frame" or "values" in block.tags:
        return FRAMES[name] if "values" in block.tags else block.text
    text = block.text
    if "turn" in block.tags:
        inside, _, beside = text.partition("# ----\n")
        text = "turn\n" + "".join(f"  {line}\n" for line in inside.splitlines()) + beside
    own = {key(part) for part in parts(text)} - {""}
    kept = [part for part in parts(FRAMES[name]) if key(part) not in own]
    return "\n".join(kept) + "\n" + text


def written(block: Block, folder: Path) -> Path:
    """The file of a block's ruleset, beside the rulesets that are defined."""
    for name, text in FRAMES.items():
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    path = folder / "example.rules"
    path.write_text(whole(block), encoding="utf-8")
    return path


def findings(path: Path) -> list[Diagnostic]:
    try:
        return checking.check(path)
    except RulesError as error:
        return list(error.diagnostics)


def place_of(found: Diagnostic) -> tuple[int, int]:
    """Where a finding is; what cannot be read for the same mistake is found in the same place."""
    return (found.span.line, found.span.column) if found.span else (0, 0)


def play(ruleset: driver.Ruleset, number: int, nodes: int) -> State:
    """A random game, up to so many nodes."""
    players = random.Random(number).randint(ruleset.min_players, ruleset.max_players)
    state = ruleset.instantiate(players, quick=True).start()
    draws = random.Random(number)
    for _ in range(nodes):
        if state.kind == "end":
            break
        texts = state.options() or [text for text, _ in state.outcomes()]
        assert len(set(texts)) == len(texts)
        state = state.apply(draws.randrange(len(texts)))
        assert state.game.unpack(state.pack()).vector == state.vector
    return state


def name_of(block: Block) -> str:
    return f"line {block.line}"


# ---- the examples -----------------------------------------------------------------------------


@pytest.mark.parametrize("block", RULES, ids=name_of)
def test_example(block: Block, tmp_path: Path) -> None:
    path = written(block, tmp_path)
    found = findings(path)
    if block.error is None:
        is_game = block.text.startswith(("game ", "variant "))
        fine = set() if is_game else OF_WHOLE_GAMES
        told = [p for p in found if p.severity != "note" and p.code not in fine]
        assert [p.render() for p in told] == []
        ruleset = driver.load(path)
        for number in range(GAMES):
            state = play(ruleset, number, NODES if is_game else PART)
            assert state.kind == "end" or not is_game
        return
    if not found:  # what shows only in play
        with pytest.raises(RulesError) as caught:
            play(driver.load(path), 0, NODES)
        found = list(caught.value.diagnostics)
    assert list(dict.fromkeys(map(place_of, found))) == [place_of(found[0])]
    assert found[0].code == block.error


@pytest.mark.parametrize("block", [b for b in RULES if "values" in b.tags], ids=name_of)
def test_values(block: Block, tmp_path: Path) -> None:
    state = driver.load(written(block, tmp_path)).instantiate().start()
    for line in block.text.splitlines():
        text, _, wanted = line.partition("# = ")
        value = state.evaluate(text)
        said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        assert (text, said) == (text, wanted)


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.tags == ("yaml",)], ids=name_of)
def test_scenario(block: Block, tmp_path: Path) -> None:
    name = block.says[1].lower()
    (tmp_path / f"{name}.rules").write_text(FRAMES[block.says[1]], encoding="utf-8")
    path = tmp_path / "scenarios.yaml"
    text = block.text.replace(f"ruleset: {name}", f"ruleset: {name}.rules")
    path.write_text(text, encoding="utf-8")
    assert [(o.passed, o.message) for o in scenario.run(path)] == [(True, "")]


# ---- nothing is left out ----------------------------------------------------------------------


def test_every_construct_has_an_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[str] = set()
    build = Builder.build

    def watched(self: Builder, item: object) -> object:
        seen.add(str(getattr(item, "data", "")))
        return build(self, item)

    monkeypatch.setattr(Builder, "build", watched)
    for number, block in enumerate(RULES):
        if block.error is not None:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        path = written(block, folder)
        driver.read(path)
        if "values" in block.tags:
            state = driver.load(path).instantiate().start()
            for line in block.text.splitlines():
                state.evaluate(line)
    missing = {
        str(rule.alias or rule.options.template_source or rule.origin.name)
        for rule in grammar.read(grammar_text()).rules
        if not str(rule.origin.name).startswith(("_", "$"))
        and (rule.alias or not (rule.options.expand1 and len(rule.expansion) == 1))
    } - seen
    assert sorted(missing - {"start"}) == []


def codes_in_code() -> set[str]:
    """The codes of diagnostics, as they are written where they are made."""
    found: set[str] = set()
    for path in [ROOT / "cli.py", *(ROOT / "interpreter").rglob("*.py")]:
        for call in python.walk(python.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, python.Call):
                continue
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            words = [a.value for a in call.args if isinstance(a, python.Constant)]
            if name in ("Diagnostic", "fail", "error", "_error") and words:
                found |= {w for w in words[:1] if re.fullmatch(r"[a-z]+(-[a-z]+)*", str(w))}
            elif name == "validate" and len(call.args) == 2 and words:
                found.add(f"{words[0]}-format")
            elif name == "wrong" and isinstance(call.func, python.Attribute):
                found.add("program-…")
    return found


def test_codes() -> None:
    rows = table_below("codes")
    listed = [code for row in rows for code in re.findall(r"`([^`]+)`", row[0])]
    assert len(listed) == len(set(listed))
    assert all(row[1] for row in rows)
    assert set(listed) == codes_in_code()
    mentioned = set(re.findall(r"error=([a-z-]+)", TEXT))
    for errors in re.findall(r"^Errors?: (.*?)(?:\n\n|\n#)", TEXT, re.MULTILINE | re.DOTALL):
        mentioned |= set(re.findall(r"`([a-z-]+)`", errors))
    assert mentioned <= set(listed)


def test_reserved_words() -> None:
    for name, known in (("reserved", RESERVED), ("unreserved", UNRESERVED)):
        listed = TEXT.split(f"<!-- check: {name} -->\n")[1].split("\n\n")[0]
        assert listed.replace("`", "").split() == sorted(known)


def test_built_in_words() -> None:
    listed = {word for row in table_below("built-in") for word in re.findall(r"`([^`]+)`", row[1])}
    known = {" ".join(phrase) for phrases in BUILT_IN.values() for phrase in phrases}
    assert listed == known | {plural(" ".join(noun)) for noun in BUILT_IN["NOUN"]}


def test_limits() -> None:
    text = TEXT.split("## 22.")[1].split("## 23.")[0]
    numbers = set(re.findall(r"[0-9]+", text))
    for limit in (
        parser.MAX_TEXT, finding.MAX_BYTES, parser.MAX_INDENT, parser.ERRORS_PER_BLOCK,
        finding.MAX_CHAIN, declared.MAX_PLAYERS, boards.MAX_CELLS, boards.MAX_WITHIN,
        layout.MAX_STATE, definitions.MAX_NESTED, blocks.MAX_DO, decisions.MAX_OPTIONS,
        work_bound.MAX_ITERATIONS, loops.MAX_EACH, MAX_LOWERED,
        lower_game.MAX_MEMORY, lower_game.MAX_PAYOFF, MAX_ROUNDS, MAX_SEARCH,
        MAX_POSITIONS, walks.MAX_STEPS, MAX_RESULTS,
        set_up.MOST_STATES, simulate.MAX_TURNS, simulate.MAX_DECISIONS, simulate.MAX_CHANCE,
    ):
        assert str(limit) in numbers


def test_random_numbers(tmp_path: Path) -> None:
    first = next(block for block in RULES if block.text.startswith("game Tic-Tac-Toe"))
    path = tmp_path / "tic-tac-toe.rules"
    path.write_text(first.text, encoding="utf-8")
    state = setting.make(str(path), None, {}).game.start()
    agents = [make("random", state.game, seat, stream(7, 0, f"seat {seat + 1}"))
              for seat in range(2)]
    moves = []
    while state.player is not None:
        moves.append(state.options()[agents[state.player].choose(state)])
        state = state.apply(moves[-1])
    for draw, result in table_below("random"):
        match = re.match(r'`stream\((\d+), (\d+), "(.*)"\)`', draw)
        if match:
            assert str(stream(int(match[1]), int(match[2]), match[3]).next64()) == result
        else:
            assert " ".join(moves) == result


