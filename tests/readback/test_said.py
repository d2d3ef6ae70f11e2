"""Rulesets read back as they were understood.

The strongest test is that what is said is a ruleset again, and the same one: its program is equal
to that of the text it was said of. So a sentence cannot say other than what runs. The sentences
themselves are checked by examples, whose expectations are a reader's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.ir import Program
from rulewright.interpreter.ir.print import print_program
from rulewright.interpreter.lower.game import instantiate
from rulewright.interpreter.readback.notes import NOTED
from rulewright.interpreter.readback.said import Readback, SaidLine
from rulewright.interpreter.readback.sentences import SPELT
from rulewright.interpreter.source import Source
from rulewright.interpreter.syntax import ast
from tests import test_language_reference as reference
from tests.played import SETUPS, Setup, each_of
from tests.texts import FILES, ROOT, cases, head_of, loaded
from tests.traps.test_traps import TRAPS

#: The kinds of nodes whose words already say all, but for what stands inside them.
PLAIN: frozenset[type[ast.Node]] = frozenset((
    ast.GridBoard, ast.TableBoard, ast.PartsBoard,
    ast.Agreement, ast.Always, ast.Game, ast.Insert, ast.Kind, ast.Look, ast.LookLine,
    ast.Memory, ast.MemoryItem, ast.Piece, ast.Players, ast.Range, ast.Remove, ast.Replace, ast.Row,
    ast.Column, ast.Pieces, ast.Seers,
    ast.SetOption, ast.SignedWord, ast.Spoken, ast.Together, ast.TypeNoun, ast.Variant,
    ast.WhenBlock, ast.Zone, ast.Case, ast.CondGroup,
    ast.CondLeaf, ast.DutyLine, ast.Alternative, ast.AtRandom, ast.Becomes, ast.Begins, ast.Change,
    ast.Decides, ast.Do, ast.StepCall, ast.Depending,
    ast.DependingRow, ast.Effect, ast.Exchange, ast.Flag, ast.Further, ast.If, ast.InOrder,
    ast.LayOut,
    ast.Memo, ast.OnlyIf, ast.OnlyIfRest, ast.Outcome, ast.Pick, ast.Relate, ast.Times,
    ast.TurnEnds, ast.While,
    ast.Aggregate, ast.AnyOne, ast.Before, ast.Captured, ast.Cell, ast.Conditional, ast.Count,
    ast.Has,
    ast.HasMost, ast.TheOnly, ast.HasRow, ast.Line, ast.Nothing, ast.NounOf,
    ast.Number, ast.OneStep, ast.Distance, ast.Turned, ast.ThePlayer,
    ast.WalkAfter, ast.WalkCarries, ast.WalkEnds, ast.WalkFrom,
    ast.GroupOf, ast.GroupSet, ast.ThereIs, ast.TimesOf, ast.Verb, ast.Whole, ast.Word, ast.Yes,
    ast.IsAdjective, ast.IsAbsent, ast.RelHas, ast.RelMost,
    ast.IsCombined, ast.IsBound, ast.IsConnected, ast.IsEither, ast.IsIn, ast.IsPreposition,
    ast.IsValue, ast.Steps, ast.RelCombined, ast.RelObject, ast.RelVerb, ast.RelWhere,
    ast.RelWhose,
))
PLAYER = re.compile(r"\bthe player\b(?! to move| who decides)")


def test_every_kind_of_node_can_be_said() -> None:
    """A new kind of node must be told how it is said: in its own words, or with what spelt out."""
    kinds = {kind for kind in vars(ast).values() if isinstance(kind, type)}
    said = {kind for kind in kinds if issubclass(kind, ast.Node)
            and not any(issubclass(other, kind) for other in kinds - {kind})}
    assert {*SPELT, *NOTED, *PLAIN} == said
    assert PLAIN & {*SPELT, *NOTED} == set()


# ---- what is said means the same -----------------------------------------------------------------


def said_again(ruleset: driver.Ruleset, said: Readback, folder: Path) -> driver.Ruleset:
    """The ruleset that is said, with those it builds on."""
    for text in ruleset.text.chain():
        (folder / text.path.name).write_text(said.text(text.source), encoding="utf-8")
    return driver.load(folder / ruleset.path.name)


def program_text(ruleset: driver.Ruleset, players: int, options: dict[str, str]) -> str:
    """The program without the words of the author that it is explained with."""
    program: Program = instantiate(ruleset.declarations, "", players, options).program
    for node in program.nodes:
        for alternative in node.alternatives:
            alternative.purpose = ""
    # `not T` for `other` comes to the same test, written another way.
    text = re.sub(r"not (\w+) == ", r"\1 != ", print_program(program))
    return re.sub(r"not (\w+) != ", r"\1 == ", text)


def require_same(path: Path, players: int, options: dict[str, str], folder: Path) -> Readback:
    ruleset = loaded(path) if path in FILES else driver.load(path)
    said = ruleset.read_back(players, options)
    again = said_again(ruleset, said, folder)
    assert program_text(again, players, options) == program_text(ruleset, players, options)
    return said


def is_small(setup: Setup) -> bool:
    """Variants are said with their fewest players only: most of them is said with their base."""
    return head_of(setup.path).base is None or setup.players == min(
        other.players for other in SETUPS if other.path == setup.path
    )


@each_of([setup for setup in SETUPS if is_small(setup)])
def test_a_ruleset_said_is_the_same_ruleset(setup: Setup, tmp_path: Path) -> None:
    said = require_same(setup.path, setup.players, {}, tmp_path)
    names = said.sentences.names
    for things in said.sentences.understood.things.values():
        assert names.words(things) is not None
    for text in head_of(setup.path).chain():
        assert [line.said for line in there(said, text.source) if is_bare(line)] == []


def there(said: Readback, source: Source) -> Iterator[SaidLine]:
    """The lines of a text that count, without those under a `when` that does not hold."""
    absent = None  # the indentation of such a `when`
    for line in said.lines(source):
        depth = len(line.text[0]) - len(line.text[0].lstrip())
        if absent is not None and depth > absent:
            continue
        absent = depth if any(note.startswith("does not hold") for note in line.notes) else None
        if absent is None and said.counts(line):
            yield line


def is_bare(line: SaidLine) -> bool:
    """Whether words are left that do not say of themselves what they mean. In a rank, `the player`
    is each in turn."""
    words = re.sub('"[^"]*"', "", line.said)
    ranked = re.search(r"\b(rank|pay) every player\b", words)
    return bool(re.search(r"\b(it|its)\b", words) or (PLAYER.search(words) and not ranked))


@pytest.mark.parametrize("options", [
    {"no_return": "previous_turn", "reach_time": "turn_start", "obligation": "maximal"},
    {"stalemate_scope": "each_landing", "action_order": "interleaved", "path": "straight"},
    {"end_check": "end_of_turn", "tie": "not_last_mover", "no_action": "lose", "width": "4"},
], ids=lambda options: "-".join(options))
def test_with_other_options(options: dict[str, str], tmp_path: Path) -> None:
    require_same(ROOT / "rulesets/motif.rules", 2, options, tmp_path)


@pytest.mark.parametrize("block", [b for b in reference.RULES if b.error is None],
                         ids=reference.name_of)
def test_the_examples_of_the_reference(block: reference.Block, tmp_path: Path) -> None:
    path = reference.written(block, tmp_path)
    (tmp_path / "said").mkdir()
    require_same(path, driver.load(path).min_players, {}, tmp_path / "said")


SAID = [trap for trap in TRAPS if "error" not in trap.values[1]]


@pytest.mark.parametrize(("frame", "trap"), [
    pytest.param(*trap.values, id=trap.id, marks=[pytest.mark.slow] if at % 6 else [])
    for at, trap in enumerate(SAID)
])
def test_traps(frame: str, trap: dict[str, Any], tmp_path: Path) -> None:
    """Every sixth; all of them if slow."""
    path = tmp_path / "trap.rules"
    path.write_text(frame + trap["lines"], encoding="utf-8")
    (tmp_path / "said").mkdir()
    fewest = re.search(r"^players (\d+)", frame, re.MULTILINE)
    assert fewest is not None
    require_same(path, int(fewest[1]), {}, tmp_path / "said")


# ---- the sentences -------------------------------------------------------------------------------

EXAMPLES = cases(Path(__file__).parent / "sentences.yaml")


@pytest.mark.parametrize("example", EXAMPLES["examples"], ids=lambda example: example["name"])
def test_sentences(example: dict[str, Any], tmp_path: Path) -> None:
    """Each line of an example with what it is said as; and it is the same program, too."""
    entries = [{entry: ""} if isinstance(entry, str) else entry for entry in example["lines"]]
    path = tmp_path / "example.rules"
    path.write_text(EXAMPLES["frame"] + "".join(f"{next(iter(entry))}\n" for entry in entries),
                    encoding="utf-8")
    (tmp_path / "said").mkdir()
    said = require_same(path, 2, {}, tmp_path / "said")
    found = list(said.lines(next(iter(said.sentences.texts))))[-len(entries):]
    for entry, line in zip(entries, found, strict=True):
        ((text, wanted),) = entry.items()
        sentence, *notes = [wanted] if isinstance(wanted, str) else wanted
        assert line.said == (sentence or text.strip())
        assert not set(notes) - set(line.notes), line.notes
