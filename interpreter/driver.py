"""The driver: the one place that reads rulesets and knows the order of the stages.

text → parse → (variant on its base) → declarations → check → instantiate → program → game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.interpreter import finding
from rulewright.interpreter import ledger as ledgers
from rulewright.interpreter.check import declared, tables
from rulewright.interpreter.check import variant as variants
from rulewright.interpreter.diagnostics import Diagnostic, RulesError, bounded_nesting
from rulewright.interpreter.finding import CLASSICS, FOLDERS, SUFFIX, name_of
from rulewright.interpreter.finding import find as find
from rulewright.interpreter.ledger import Ledger
from rulewright.interpreter.model.declarations import Declarations, collect, walk
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.source import Source, Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.parser import parse

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, Siblings
    from rulewright.interpreter.readback.said import Readback

#: The texts without errors that were read last, by their paths: where a file has not changed since,
#: it is not read again.
KEPT: dict[Path, Text] = {}
MOST_KEPT = 8
#: What `list` shows one behind the other.
KINDS = ("game", "variant", "classic")


@dataclass(frozen=True)
class OptionInfo:
    """An option or ruling as it is declared; `key` is how it is typed."""

    name: str
    key: str
    ruling: bool
    words: list[str]
    low: int | None
    high: int | None
    default: str
    rules: list[str]
    note: str | None = None

    def describe(self) -> str:
        """`2 to 9, normally 5`."""
        values = [] if self.low is None else [f"{self.low} to {self.high}"]
        return ", ".join([*values, *self.words]) + f", normally {self.default}"


@dataclass(frozen=True)
class Entry:
    """A ruleset as `list` shows it: a game, a variant of one, or a classic."""

    name: str
    title: str
    summary: str
    kind: str
    base: str | None
    players: tuple[int, int]
    path: Path
    ruleset: Ruleset = field(repr=False)

    @property
    def options(self) -> list[OptionInfo]:
        """Its options and rulings."""
        return self.ruleset.options


@dataclass
class Text:
    """A parsed file with the files it builds on, the nearest base first."""

    path: Path
    source: Source
    declarations: Declarations
    phrases: PhraseTable
    problems: list[Diagnostic]
    base: Text | None = None
    broken: frozenset[str] = frozenset()  # the first words of blocks that could not be parsed

    def chain(self) -> Iterator[Text]:
        yield self
        if self.base is not None:
            yield from self.base.chain()


@dataclass
class Ruleset:
    """A checked ruleset. `instantiate` makes a game of it."""

    text: Text = field(repr=False)
    games: dict[tuple[int, bool, tuple[tuple[str, str], ...]], Game] = field(
        default_factory=dict, repr=False
    )
    siblings: Siblings | None = field(default=None, repr=False)  # what quick games share

    @property
    def path(self) -> Path:
        return self.text.path

    @property
    def name(self) -> str:
        return name_of(self.path)

    @property
    def declarations(self) -> Declarations:
        return self.text.declarations

    @property
    def title(self) -> str:
        return self.declarations.title

    @property
    def summary(self) -> str:
        game = self.declarations.one(ast.Game)
        return (game.summary if game else None) or ""

    @property
    def base(self) -> str | None:
        return name_of(self.text.base.path) if self.text.base else None

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the text and of all texts it builds on."""
        digest = hashlib.sha256()
        for text in self.text.chain():
            digest.update(text.source.text.encode("utf-8"))
            digest.update(b"\0")
        return digest.hexdigest()

    @property
    def min_players(self) -> int:
        return self._players().low

    @property
    def max_players(self) -> int:
        return self._players().high

    def _players(self) -> ast.Players:
        block = self.declarations.one(ast.Players)
        assert block is not None, "checked before"
        return block

    @cached_property
    def options(self) -> list[OptionInfo]:
        return _options(self.declarations, self.min_players)

    def normal(self, players: int) -> dict[str, str]:
        """The value that every option has for a number of players unless it is set."""
        return {option.key: option.default for option in _options(self.declarations, players)}

    @cached_property
    def ledger(self) -> Ledger:
        """The ledgers of the ruleset and its bases together."""
        rules: dict[str, ledgers.LedgerRule] = {}
        for text in reversed(list(self.text.chain())):
            rules |= ledgers.read(finding.ledger_of(text.path)).rules
        return Ledger(rules)

    @cached_property
    def rule_lines(self) -> dict[str, list[tuple[str, int]]]:
        """For each cited rule id, the lines that cite it."""
        found: dict[str, list[tuple[str, int]]] = {}
        for rule, span in citations(self.declarations):
            place = (span.source.name, span.line)
            if place not in found.setdefault(rule, []):
                found[rule].append(place)
        return found

    def instantiate(
        self, players: int | None = None, options: dict[str, str] | None = None,
        quick: bool = False,
    ) -> Game:
        """The game for a number of players (the least by default) and options; `quick` for a few
        moves, which are made at once, each in more time.

        Raises `UsageError` for an unknown option or value, `RulesError` for wrong rules.
        """
        from rulewright.interpreter.engine.game import Game, Siblings

        count = self.min_players if players is None else players
        key = (count, quick, tuple(sorted((options or {}).items())))
        if key not in self.games:
            with bounded_nesting(self.text.source):
                if quick and self.siblings is None:
                    self.siblings = Siblings()
                self.games[key] = Game(
                    self, count, options or {}, self.siblings if quick else None)
        return self.games[key]

    def read_back(
        self, players: int | None = None, options: dict[str, str] | None = None
    ) -> Readback:
        """What every line is understood as, for a number of players and options.

        Raises as `instantiate` does.
        """
        from rulewright.interpreter.readback.said import read_back

        names = [word for phrase in self.text.phrases.table for word in phrase]
        count = self.min_players if players is None else players
        with bounded_nesting(self.text.source):
            return read_back(self.declarations, names, count, options or {})

    def without(self, line: tuple[str, int]) -> Ruleset:
        """The ruleset with one line of rules disabled (for mutation tests)."""
        from rulewright.interpreter.check.mutate import without

        text = self.text
        rest = without(self.declarations, line)
        return Ruleset(Text(text.path, text.source, rest, text.phrases, [], text.base))


# ---- reading -----------------------------------------------------------------------------------


def available() -> list[Entry]:
    """The shipped rulesets: the games, their variants, the classics, each by name."""
    known = dict[Path, Text]()
    paths = [path for folder in FOLDERS
             for path in sorted(folder.glob(f"*{SUFFIX}"), key=name_of)]
    for path in paths:
        known[path] = read(path, heads_only=True, known=known)
    entries = [_entry(text) for text in known.values()
               if text.declarations.one(ast.Players) is not None]
    return sorted(entries, key=lambda entry: KINDS.index(entry.kind))


def entry(name: str) -> Entry:
    """What `list` shows of a ruleset by name or path. Raises `RulesError` for a text that does not
    say who plays."""
    text = read(find(name), heads_only=True)
    if text.declarations.one(ast.Players) is None:
        raise RulesError(text.problems or [Diagnostic("missing", f"{text.path} has no `players`")])
    return _entry(text)


def _entry(text: Text) -> Entry:
    ruleset = Ruleset(text)
    kind = ("variant" if ruleset.base else
            "classic" if text.path.parent == CLASSICS else "game")
    return Entry(ruleset.name, ruleset.title, ruleset.summary, kind, ruleset.base,
                 (ruleset.min_players, ruleset.max_players), text.path, ruleset)


def read(
    path: Path, heads_only: bool = False, chain: tuple[Path, ...] = (),
    source: Source | None = None, known: Mapping[Path, Text] | None = None,
) -> Text:
    """Parse a file (or what might stand in it) and the files it builds on; problems are collected,
    not raised.

    With `heads_only`, blocks that `list` does not show are not parsed. What is `known` was read
    before and is not read again. A file that did not change since it was read gives the same text.
    """
    keeping = source is None and not heads_only
    source = source or finding.source(path)
    below = finding.base_of(source, path, chain)
    base = None if below is None else (known or {}).get(below) or read(
        below, heads_only, (*chain, path.resolve()))
    kept = KEPT.pop(path, None) if keeping else None
    if kept is not None and kept.base is base and (
        (kept.source.name, kept.source.text) == (source.name, source.text)
    ):
        KEPT[path] = kept
        return kept
    phrases = base.phrases.copy() if base else None  # a parse enters its own
    with bounded_nesting(source):
        parsed = parse(source, phrases, heads_only)
    problems = [*(base.problems if base else ()), *parsed.problems]
    if base is None:
        declarations = collect(parsed.blocks)
    else:
        declarations, wrong = variants.apply(base.declarations, parsed.blocks)
        problems += wrong
    broken = frozenset(parsed.broken) | (base.broken if base else frozenset())
    text = Text(path, source, declarations, parsed.phrases, problems, base, broken)
    if keeping and not problems:
        KEPT[path] = text
        while len(KEPT) > MOST_KEPT:
            del KEPT[next(iter(KEPT))]
    return text


def load(name: str | Path) -> Ruleset:
    """A ruleset by name or path. Raises `RulesError` with every problem of its text."""
    return ruleset_of(read(name if isinstance(name, Path) else find(name)))


def ruleset_of(text: Text) -> Ruleset:
    """The ruleset of a text. Raises `RulesError` with every problem of it."""
    ruleset, problems = checked(text)
    errors = [p for p in problems if p.severity == "error"]
    if ruleset is None or errors:
        raise RulesError(errors)
    return ruleset


def checked(text: Text) -> tuple[Ruleset | None, list[Diagnostic]]:
    """The ruleset (if it can be instantiated at all) and what its text shows to be wrong."""
    place = Span(text.source, 1, 1, 1, 2)
    problems = [*text.problems, *declared.check(text.declarations, place, text.broken)]
    problems += tables.check(text.declarations)
    if text.broken or any(p.code in ("missing", "players") for p in problems):
        return None, problems
    return Ruleset(text), problems


def citations(declarations: Declarations) -> Iterator[tuple[str, Span]]:
    """Every rule id that a line cites, with its place."""
    for node in walk(block for _, block in declarations.entries):
        for rule in getattr(node, "refs", ()):
            yield rule, node.span
        if isinstance(node, ast.IsConnected) and node.over is not None:
            for rule in node.over_refs:
                yield rule, node.over.span


def _options(declarations: Declarations, players: int) -> list[OptionInfo]:
    from rulewright.interpreter.lower.expressions import default_options

    values = default_options(declarations, players)
    found = []
    for _, block in declarations.all(ast.Option):
        value = values[block.name]
        ranges, words = value.domain.ranges, value.domain.words
        found.append(
            OptionInfo(
                block.name, value.key, block.ruling, [key_of(w) for w in words],
                min((low for low, _ in ranges), default=None),
                max((high for _, high in ranges), default=None),
                value.text, list(block.refs), block.note,
            )
        )
    return found
