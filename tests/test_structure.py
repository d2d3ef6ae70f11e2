"""The shape of the project: who may import whom, no game in the generic parts, no lonely construct.

These tests read the sources themselves. What is known to be wrong is listed here with its reason
and fails strictly: who mends it must delete the entry.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rulewright.interpreter import driver
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.syntax import ast as syntax
from rulewright.interpreter.syntax.grammar import built, read
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.parse_tables import parse_tokens
from rulewright.interpreter.syntax.trees import Parser, Tree
from rulewright.interpreter.syntax.words import plural
from tests.texts import (
    CLASSIC_FILES,
    FILES,
    REPRESENTATIVE,
    ROOT,
    SHIPPED_FILES,
    head_of,
    is_variant,
    loaded,
)

INTERPRETER = sorted((ROOT / "interpreter").rglob("*.py"))
SOURCES = [ROOT / "__init__.py", ROOT / "cli.py", *INTERPRETER]


def shown(path: Path) -> str:
    """A path as this file names it."""
    return path.relative_to(ROOT).as_posix()


def of_every(paths: Sequence[Path]) -> Callable[[Callable[[Path], None]], Callable[[], None]]:
    """Makes one test of what is asked of each of many files: to count thousands of tests takes
    longer than to carry them out. It tells of all files with which something is wrong."""
    def made(test: Callable[[Path], None]) -> Callable[[], None]:
        def of_all() -> None:
            wrong = []
            for path in paths:
                try:
                    test(path)
                except AssertionError as error:
                    wrong.append(f"{shown(path)}: {error}")
            assert not wrong, "\n".join(wrong)

        of_all.__doc__ = test.__doc__
        return of_all

    return made


def test_one_test_of_many_files_fails_with_each_that_is_wrong() -> None:
    @of_every(SOURCES[:3])
    def looked_at(path: Path) -> None:
        assert path == SOURCES[1], "another"

    with pytest.raises(AssertionError) as caught:
        looked_at()
    told = str(caught.value)
    assert all((f"{shown(path)}: another" in told) == (path != SOURCES[1])
               for path in SOURCES[:3])


def test_there_is_something_to_look_at() -> None:
    """Everything below goes over these lists: none of them may run empty unseen."""
    assert {path.stem for path in SHIPPED_FILES} >= {"motif", "motators"}
    assert len(CLASSIC_FILES) >= 14
    assert len(INTERPRETER) > 50


# ---- imports ----------------------------------------------------------------------------------

#: Rows from the top: a module imports only from its own part and from parts in rows above. Parts
#: that share a row do not know each other. What `interpreter/` holds must stand in one of them.
ROWS: tuple[tuple[str, ...], ...] = (
    ("records",),
    ("source",),
    ("diagnostics",),
    ("ir",),
    ("files",),
    ("syntax",),
    ("english",),
    ("similar",),
    ("model",),
    ("check",),
    ("lower",),
    ("readback",),
    ("passes",),
    ("state",),
    ("engine", "oracle", "native"),
    ("trial",),
    ("rounds",),
    ("documents",),
    ("ledger",),
    ("finding",),
    ("driver",),
    ("survey",),
    ("checking",),
    ("play",),
    ("api",),
    ("ui",),
    ("cli",),
)
#: Why the parts that are no stages stand where they stand.
GLUE = {
    "records": "how data classes are made, whatever they are for",
    "documents": "YAML files with places: stages never read files, what is below here may",
    "files": "writes files for play and the screens; stages neither read nor write any",
    "ledger": "reads the rule ids beside a ruleset for the driver; no stage needs it",
    "trial": "plays programs for `validate`, with both executors",
    "rounds": "carries out loops for `validate`, with the plain executor",
    "finding": "where rulesets are, and their texts as they stand: what was kept is found by these",
    "driver": "the one reader of rulesets, and the way from a text to a game",
    "survey": "looks at the programs of a ruleset for `validate`, several at a time",
    "checking": "all stages, for `validate`: every setting of a ruleset, with all that is wrong",
    "api": "what `import rulewright` offers, over everything but screens",
}
#: Imports that run against the rows, for types only (never executed), with their reasons.
TYPES_ONLY = {
    ("interpreter/engine/game.py", "driver"): "a game names the ruleset it was made of",
    ("interpreter/state/schema.py", "engine"): "a schema is asked for by a game",
}
#: Modules that may know more of the rows above than the other modules of their part.
EXCEPTIONS = {
    ("interpreter/engine/game.py", "lower"): "a game is made of a ruleset, and `State.evaluate` "
    "lowers a condition a person types",
}
#: What a part must not know although it stands in a row above it (DESIGN, section 2).
IGNORANT = {
    "state": ("syntax", "check", "lower"),
    "engine": ("syntax", "check", "lower"),
    "native": ("syntax", "check", "model", "lower"),
}
#: Other people's packages, and the only parts that import them.
FOREIGN = {
    "lark": ("syntax",),
    "yaml": ("documents", "ledger", "ui"),
    "jsonschema": ("documents",),
    "rich": ("ui", "cli"),
}


@dataclass(frozen=True)
class Import:
    """One import: the module that is imported and whether it is for types only."""

    module: str
    line: int
    types_only: bool


def part_of(path: Path) -> str:
    """The part of the project a file belongs to."""
    inside = path.relative_to(ROOT).with_suffix("").parts
    if inside[0] != "interpreter":
        return "api" if inside == ("__init__",) else inside[0]
    return inside[1]


def part_of_module(module: str) -> str | None:
    """The part a module of ours belongs to; None for the bare packages, which hold nothing."""
    names = module.split(".")[1:]
    if not names:
        return "api"
    if names[0] != "interpreter":
        return names[0]
    return names[1] if len(names) > 1 else None


def is_for_types(node: ast.If) -> bool:
    return ast.unparse(node.test).endswith("TYPE_CHECKING")


@cache
def tree_of(path: Path) -> ast.Module:
    """The tree of a source, read once for all tests."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> list[Import]:
    """Every import of a file, wherever it stands in it."""
    found: list[Import] = []

    def visit(node: ast.AST, types_only: bool) -> None:
        if isinstance(node, ast.Import):
            found.extend(Import(name.name, node.lineno, types_only) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{shown(path)}:{node.lineno} imports relatively"
            assert node.module is not None
            for name in node.names:
                inside = f"{node.module}.{name.name}"
                module = inside if is_module(inside) else node.module
                found.append(Import(module, node.lineno, types_only))
        inner = isinstance(node, ast.If) and is_for_types(node)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr):  # in which no import stands
                visit(child, types_only or (inner and child in getattr(node, "body", ())))

    visit(tree_of(path), False)
    return found


def is_module(name: str) -> bool:
    """Whether a dotted name is a module (or package) of ours."""
    first, *rest = name.split(".")
    place = ROOT.joinpath(*rest)
    return first == "rulewright" and (place.is_dir() or place.with_suffix(".py").is_file())


def ours(path: Path) -> Iterator[tuple[str, Import]]:
    """The imports of a file from our own parts, each with its part."""
    for found in imports(path):
        if found.module.split(".")[0] == "rulewright":
            part = part_of_module(found.module)
            if part is not None:
                yield part, found


ROW = {part: number for number, row in enumerate(ROWS) for part in row}


def test_rows_are_what_there_is() -> None:
    parts = {part_of(path) for path in SOURCES} - {"__init__"}
    assert parts - set(ROW) == set(), "a new part of the interpreter needs its row"
    assert set(ROW) - parts == set(), "a row stands for nothing"
    stages = {"source", "diagnostics", "ir", "syntax", "english", "similar", "model", "check",
              "lower", "readback", "passes", "state", "engine", "oracle", "native", "play",
              "ui", "cli"}
    assert set(GLUE) == set(ROW) - stages
    assert [row for row in ROWS if len(row) > 1] == [("engine", "oracle", "native")]


@of_every(SOURCES)
def test_a_stage_imports_only_from_rows_above(path: Path) -> None:
    own = part_of(path)
    if own == "__init__":
        assert imports(path) == [], "the package itself imports nothing"
        return
    wrong = []
    for part, found in ours(path):
        if part == own:
            continue
        assert part in ROW, f"line {found.line}: {found.module} is in no row"
        allowed = found.types_only and (shown(path), part) in TYPES_ONLY
        if ROW[part] >= ROW[own] and not allowed:
            wrong.append(f"line {found.line}: {own} imports {found.module}")
    assert wrong == []


@of_every(INTERPRETER)
def test_what_a_stage_must_not_know(path: Path) -> None:
    """Running knows nothing of texts, nor of how they are lowered."""
    unknown = IGNORANT.get(part_of(path), ())
    wrong = [
        f"line {found.line}: {found.module}" for part, found in ours(path)
        if part in unknown and (shown(path), part) not in EXCEPTIONS and not found.types_only
    ]
    assert wrong == []


@of_every(SOURCES)
def test_foreign_packages_have_one_home(path: Path) -> None:
    wrong = [
        f"line {found.line}: {found.module}" for found in imports(path)
        if part_of(path) not in FOREIGN.get(found.module.split(".")[0], (part_of(path),))
    ]
    assert wrong == []


@of_every(SOURCES)
def test_imports_by_name_say_where_they_lead(path: Path) -> None:
    """A module that is imported by a name made at run time stands in a row above, too."""
    if "import_" not in path.read_text(encoding="utf-8"):
        return  # neither of the two that import by a name: most trees need not be walked
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ("__import__", "import_module")
        ):
            name = ast.unparse(node.args[0]).lstrip("f").strip("'\"")
            part = part_of_module(name) if name.startswith("rulewright.") else None
            assert part in ROW, f"line {node.lineno}: it is not clear what `{name}` is"
            assert ROW[part] < ROW[part_of(path)], f"line {node.lineno}: {name}"


def test_listed_exceptions_are_real() -> None:
    """An exception that is no longer made is deleted from its list."""
    made = {(shown(path), part) for path in SOURCES for part, _ in ours(path)}
    assert {*TYPES_ONLY, *EXCEPTIONS} - made == set()


def test_no_circles_between_files() -> None:
    """Files can be put in an order in which each imports only earlier ones, but for types."""
    files = {dotted(path): path for path in SOURCES}
    left = {
        name: {found.module for _, found in ours(path) if not found.types_only} & set(files)
        for name, path in files.items()
    }
    while ready := [name for name, needs in left.items() if not needs & set(left)]:
        for name in ready:
            del left[name]
    assert left == {}


def dotted(path: Path) -> str:
    """The name a file is imported by; that of a package is its folder's."""
    inside = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("rulewright", *(part for part in inside if part != "__init__")))


def test_imports_are_found_wherever_they_stand(tmp_path: Path) -> None:
    """The reader of imports itself: inside functions, several at once, for types only."""
    file = tmp_path / "sample.py"
    file.write_text(
        "import os, rulewright.interpreter.play.perft\n"
        "if TYPE_CHECKING:\n    from rulewright.interpreter import driver, source as s\n"
        "else:\n    import json\n"
        "def f():\n    from rulewright.interpreter.engine import game\n"
        "    from rulewright.interpreter.state.rng import stream\n"
    )
    assert [(i.module.removeprefix("rulewright.interpreter."), i.types_only)
            for i in imports(file)] == [
        ("os", False), ("play.perft", False), ("driver", True), ("source", True), ("json", False),
        ("engine.game", False), ("state.rng", False),
    ]


# ---- no game in the generic parts ---------------------------------------------------------------

GENERIC = [
    *INTERPRETER, *sorted(
        path for folder in ("grammar", "schemas") for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.parent != ROOT / "grammar/examples"),  # they are games
]
#: Words that rulesets declare and that mean something of their own outside any game.
ORDINARY = {
    **dict.fromkeys(
        ("white", "black", "gold", "red", "blue", "green", "yellow", "purple"),
        "colours: a terminal shows them, and no game owns them",
    ),
    **dict.fromkeys(
        ("square", "cell", "field", "space", "tile"),
        "what any board consists of: a shape of cells, a stretch of the state, a blank",
    ),
    **dict.fromkeys(("two", "three", "four", "five"), "numbers in words"),
    "null": "nothing, in JSON",
    "face": "what a module shows to others",
    "token": "a classified word of a text; the reference's word for any piece",
    "edge": "of a board",
    "group": "of fields that belong to one kind of thing",
    "shape": "of a board's cells, of a sentence",
    "plain": "without ornament: plain data, plain text",
    "member": "of a set",
    "number": "a type",
    **dict.fromkeys(
        ("card", "stone", "die", "deck"),
        "what examples in any page about games are of; so are those of the reference",
    ),
    **dict.fromkeys(("capture", "kill"), "what authors call it that a piece is removed"),
    "event": "of a parser, of what happens in play",
    "fit": "what is suitable; two that fit are told apart",
    "opening": "of files, of brackets",
    "resource": "a file that comes with a package",
}
RUN = re.compile(r"[^\W\d_]+")
HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")


def declared(declarations: Declarations) -> Iterator[str]:
    """The names of things that a ruleset declares: its title, seats, nouns and values."""
    for _, block in declarations.entries:
        match block:
            case syntax.Game(title=title) | syntax.Variant(title=title):
                yield title
            case syntax.Players(names=names):
                yield from names
            case syntax.Kind(noun=noun, values=values):
                yield from (noun, *values)
            case syntax.Board(name=name, noun=noun):
                yield from (name, noun)
            case syntax.Piece(noun=noun):
                yield noun
            case syntax.Attribute(type=items):
                yield from (item.text for item in items or () if isinstance(item, syntax.Value))


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, those inside identifiers as well."""
    return [hump.lower() for run in RUN.findall(text) for hump in HUMP.findall(run)]


@cache
def games_words() -> dict[tuple[str, ...], set[str]]:
    """Every phrase, singular and plural, that a shipped game declares, with the games."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for path in SHIPPED_FILES:
        for name in declared(loaded(path).declarations):
            phrase = tuple(words_of(name))
            if phrase and not (len(phrase) == 1 and singular_of(phrase[0]) in ORDINARY):
                found[phrase].add(path.stem)
                found[(*phrase[:-1], plural(phrase[-1]))].add(path.stem)
    return found


def singular_of(word: str) -> str:
    """The ordinary word a word is the plural of, or the word."""
    return next((known for known in ORDINARY if plural(known) == word), word)


@cache
def game_words_in(path: Path) -> dict[str, int]:
    """The games' phrases in a file, by their singular, each with the first line it stands in."""
    known = games_words()
    first: dict[str, int] = {}
    singular = {(*p[:-1], plural(p[-1])): p for p in known}
    lines = path.read_text(encoding="utf-8").splitlines()
    places = [(word, number) for number, line in enumerate(lines, 1) for word in words_of(line)]
    lengths: dict[str, set[int]] = defaultdict(set)  # of the phrases, by their first words
    for phrase in known:
        lengths[phrase[0]].add(len(phrase))
    for at, (word, number) in enumerate(places):
        for length in lengths.get(word, ()):
            phrase = tuple(word for word, _ in places[at : at + length])
            if phrase in known:
                first.setdefault(" ".join(singular.get(phrase, phrase)), number)
    return first


def test_words_of_games_are_collected_and_found(tmp_path: Path) -> None:
    """The search itself: it knows the games' words and sees them in every disguise."""
    known = games_words()
    assert {("motator",), ("motators",), ("greenlands",), ("bicycle",), ("cities",)} <= set(known)
    assert known["motif",] >= {"motif"}
    file = tmp_path / "sample.py"
    file.write_text("a = all_motators\nclass BicycleRack: '''two\nhorses'''  # on greenLands\n")
    assert game_words_in(file) == {"motator": 1, "bicycle": 2, "horse": 3}
    assert words_of("HTTPServer b2_x isXY") == ["http", "server", "b", "x", "is", "xy"]


@of_every(GENERIC)
def test_no_word_of_a_game(path: Path) -> None:
    assert game_words_in(path) == {}, "word: line"


# ---- every construct serves at least two --------------------------------------------------------

GRAMMAR = ROOT / "grammar/rulewright.lark"
#: Constructs for changing a base: they are counted by variant files, all others by games.
IN_VARIANTS = {
    "variant", "set_option", "replace_block", "insert",
    "remove_step", "remove_memory", "remove_option", "remove_cited",
}
#: Constructs that fewer than two games use so far, and why they are kept.
VARIANTS_CAN = "what `set` is for an option, for another part of a base; variants are to come"
WITH_SIBLING = "one of a family whose other forms are used; a language with the gap would surprise"
COMPLETE = "the other half of a pair: one can say it, so one can say its opposite"
CONTRADICTING = "a rulebook that lists a relation twice and contradicts itself; this is checked"
ORDERS = "parts of a turn in the player's own order: common in rulebooks, so far one game's"
IN_SENTENCES = "another thing of which the same is said, as people say it"
IN_RELATIVES = "what stands beside `and` and `or` behind a noun, as it does in conditions"
EARLIER = "how it was before an act, as every rulebook says it; most games here ask above the act"
ONE_GAME = "one game needs it and nothing else says it; another of its kind would too"
KEPT = {
    "agreement": CONTRADICTING,
    "laid_from": ONE_GAME,  # drawings of tables
    "zone_holds": WITH_SIBLING,
    "also": IN_RELATIVES,
    "anytail": WITH_SIBLING,  # a relative with a value of pairs: `whose store of food is …`
    "answer_others": WITH_SIBLING,
    "answer_others_short": WITH_SIBLING,  # beside `for V, …`
    "answer_when": WITH_SIBLING,  # `when` around declarations, conditions, statements
    "also_ends": IN_RELATIVES,
    "bare_rel": IN_RELATIVES,
    "captured": EARLIER,
    "cell_of": WITH_SIBLING,  # a cell by its name alone
    "count_both": IN_SENTENCES,
    "decider": COMPLETE,  # `the player who decides`, beside `the player to move`
    "duty_possible": ONE_GAME,
    "end_at_once_short": WITH_SIBLING,
    "endmore": IN_RELATIVES,
    "further_bare": IN_SENTENCES,
    "further_not": COMPLETE,  # beside `further`
    "further_thing": IN_SENTENCES,
    "further_thing_not": COMPLETE,  # beside `further_thing`
    "has_amount": COMPLETE,
    "has_most": COMPLETE,  # beside `with the greatest`
    "has_no_value": COMPLETE,  # none of what it has, beside no piece
    "group": WITH_SIBLING,
    "groups": WITH_SIBLING,  # `the group of C among SET`
    "groups_joined": WITH_SIBLING,
    "groups_of_brackets": WITH_SIBLING,
    "joined": WITH_SIBLING,  # by which steps the cells of a group are joined
    "more": IN_RELATIVES,
    "most": COMPLETE,
    "no": WITH_SIBLING,  # beside `yes`
    "rel_has": COMPLETE,  # behind a noun, as in conditions
    "rel_has_amount": COMPLETE,
    "rel_has_no": COMPLETE,
    "rel_has_no_value": COMPLETE,
    "rel_not_object": COMPLETE,
    "rel_not_object_is": COMPLETE,  # beside `that X is PREP`
    "rel_not_verb": COMPLETE,
    "rel_not_verb_some": COMPLETE,  # a relative clause may hold what a condition may
    "rel_verb_some": COMPLETE,  # a relative clause may hold what a condition may
    "remove_cited": VARIANTS_CAN,
    "remove_memory": VARIANTS_CAN,
    "remove_option": VARIANTS_CAN,
    "remove_step": VARIANTS_CAN,
    "seen_by_such": COMPLETE,
    "seen_by_those": ONE_GAME,
    "st_only_over": WITH_SIBLING,  # `over` with rules of its own, below a definition or a choice
    "st_order": ORDERS,
    "st_order_short": ORDERS,
    "st_repeat_one": WITH_SIBLING,
    "there_was": EARLIER,
    "there_was_no": EARLIER,
    "was": EARLIER,
    "was_comp": EARLIER,
    "was_not_comp": EARLIER,
    "whenever": ONE_GAME,  # of a duty
    "yes": WITH_SIBLING,
}


class Recorder:
    """Parses as the product does, and notes every rule of the grammar that takes part."""

    def __init__(self) -> None:
        text = re.sub(r"(?m)^\?", "", GRAMMAR.read_text(encoding="utf-8"))  # keep every rule
        self.plain, self.rules = built(text), read(text).rules
        self.used: Counter[str] = Counter()

    def parse(self, product: Parser, tokens: list[Token], start: str) -> Tree:
        tree = parse_tokens(product, tokens, start)
        whole = parse_tokens(self.plain, tokens, start)
        waiting: list[object] = [whole]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Tree):
                self.used[part.data] += 1
                waiting += part.children
        return tree

    def constructs(self) -> list[str]:
        """Every rule of the grammar under the name its trees have."""
        names = {
            str(rule.alias or rule.options.template_source or rule.origin.name)
            for rule in self.rules
        }
        return sorted(name for name in names if not name.startswith("_"))


@cache
def usage() -> dict[str, dict[str, int]]:
    """For every construct of the grammar, how often each ruleset file uses it."""
    recorder = Recorder()
    found: dict[str, dict[str, int]] = {name: {} for name in recorder.constructs()}
    known: dict[Path, driver.Text] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.interpreter.syntax.parser.parse_tokens", recorder.parse)
        patch.setattr(driver, "KEPT", {})  # all is parsed now
        patch.setattr(driver, "MOST_KEPT", 0)
        for path in sorted(FILES, key=lambda path: len(list(head_of(path).chain()))):
            # A variant's base was read before it: only what the variant adds is its own.
            recorder.used.clear()
            known[path] = text = driver.read(path, known=known)
            assert text.problems == [], path
            for name, count in recorder.used.items():
                found[name][path.stem] = count
    return found


@cache
def games() -> dict[str, str]:
    """For every ruleset file, the game it is (a variant is the game at the root of its bases)."""
    found = {}
    for path in FILES:
        *_, root = head_of(path).chain()
        found[path.stem] = root.path.stem
    return found


def families(files: dict[str, int], name: str) -> set[str]:
    """The games (or, for constructs of variants, the files) that use a construct."""
    return set(files) if name in IN_VARIANTS else {games()[file] for file in files}


def table(found: dict[str, dict[str, int]]) -> str:
    """Constructs down, rulesets across; a dot for nothing."""
    files = [path.stem for path in FILES]
    width = max(map(len, found)) + 1
    head = [
        " " * width + "  ".join("|" for _ in files[:at]) + ("  " if at else "") + file
        for at, file in enumerate(files)
    ]
    lines = []
    for name, counts in sorted(found.items()):
        row = "".join(f"{min(counts[f], 99) if f in counts else '.':<3}" for f in files)
        note = f"  {KEPT[name]}" if name in KEPT else ""
        lines.append(f"{name:<{width}}{row}{len(families(counts, name)):>3}{note}")
    return "\n".join([*head, *lines])


def test_every_construct_serves_at_least_two() -> None:
    found = usage()
    print("\n" + table(found))
    lonely = {
        name: sorted(families(files, name)) for name, files in found.items()
        if len(families(files, name)) < 2
    }
    assert {name: files for name, files in lonely.items() if name not in KEPT} == {}
    assert sorted(set(KEPT) - set(lonely)) == [], "kept without need"


def test_every_construct_is_in_a_ruleset_that_is_usually_tried() -> None:
    assert {path.stem for path in FILES} >= REPRESENTATIVE
    games = {path.stem for path in FILES if not is_variant(path)}
    missing = {name: sorted(files) for name, files in usage().items()
               if games & set(files) and not REPRESENTATIVE & set(files)}
    assert missing == {}


def test_lists_of_constructs_are_of_this_grammar() -> None:
    assert {*KEPT, *IN_VARIANTS} - set(usage()) == set()
    assert all(len(reason) > 20 for reason in KEPT.values())


def test_usage_is_what_the_texts_say() -> None:
    """The counting itself, on constructs that one can count by eye."""
    found = usage()
    assert found["turn"] == {
        path.stem: 1 for path in FILES if "\nturn" in path.read_text(encoding="utf-8")
    }
    for path in FILES:
        lines = path.read_text(encoding="utf-8").splitlines()
        boards = [line for line in lines if re.match(r" *board .*: a grid ", line)]
        assert found["board"].get(path.stem, 0) == len(boards)
        pieces = [line for line in lines if line.strip().startswith("piece ")]
        built = (found[name].get(path.stem, 0) for name in ("piece", "numbered", "manifest"))
        assert sum(built) == len(pieces)


# ---- modules ------------------------------------------------------------------------------------

@of_every(SOURCES)
def test_every_module_says_what_it_is(path: Path) -> None:
    """A docstring in every module; the empty files that only make a folder a package need none."""
    tree = tree_of(path)
    if path.name == "__init__.py" and not tree.body:
        assert path.parent.name in {"interpreter", *ROW}
        return
    said = ast.get_docstring(tree)
    assert said and len(said.split()) >= 3
    assert said.splitlines()[0].endswith((".", ":", ",")) or len(said.splitlines()) > 1


#: Categories of the grammar of English that belong to the whole of it.
SHARED_CATEGORIES = frozenset("""
    act asmany best block by cmp cond core decl eff effs existing f goal has hasno hasnot isdone
    least1 line much n notdone obj one ordinal pcond place player pred preds pvp pvps rel result
    score set tally tcond thing tmuch tvp tvps type value vp whence zones
    """.split())


def test_categories_of_english_have_one_place() -> None:
    """A category that two files define is one category: by the same name for two things, each would
    be taken for the other."""
    files: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "grammar" / "english").glob("*.txt")):
        for name in re.findall(r"^\[([a-z0-9]+)\]$", path.read_text(encoding="utf-8"), re.M):
            files[name].add(path.name)
    assert {name for name, places in files.items() if len(places) > 1} == SHARED_CATEGORIES
