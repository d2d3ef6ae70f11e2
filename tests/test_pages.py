"""The pages are true: their commands run and answer what stands there, their files and links exist.

A page is a story told in a folder of its own. A comment above a fenced block says what it is:

    <!-- file: NAME -->      the block is written to NAME in the folder
    <!-- same: NAME -->      NAME has exactly this text
    <!-- part: PATH -->      these lines stand in a file of the project, in this order, one after
                             the other (blanks aside); `...` skips some
    <!-- change: NAME -->    this stands once in NAME, and is replaced by the next block
    <!-- to -->              the next block
    <!-- exit: N -->         the commands of the block end with this exit code (else 0)

A `console` block holds commands behind `$` and the answers below them; `...` stands for any lines,
or for any text within a line. What a person types in `rulewright play` is taken from the answer.
A `python` block is a doctest; all of a page share one set of names.
"""

from __future__ import annotations

import doctest
import io
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

import rulewright
from rulewright import cli

ROOT = Path(rulewright.__file__).resolve().parent
PAGES = [
    "README.md", "CHANGELOG.md", "benchmarks/README.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")),
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/decisions").glob("*.md")),
]
#: Pages whose commands only look: they run in the checkout itself, as their readers do.
IN_PLACE = {"README.md"}
#: Pages whose blocks all run; other pages may show things as well.
STORIES = ["README.md", "docs/authoring.md", "docs/api.md"]
DIRECTIVE = re.compile(r"<!-- (\w+)(?:: (.+?))? -->")
TYPED = re.compile(r"^[A-Z][\w ]*> ?(.*)$")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: the line it begins in, its tag, what the comment says, its text."""

    line: int
    tag: str
    verb: str
    name: str
    text: str


def read_blocks(text: str) -> list[Block]:
    """The fenced blocks of a page."""
    lines = text.splitlines()
    found: list[Block] = []
    at = 0
    while at < len(lines):
        if lines[at].startswith("```"):
            end = next(i for i in range(at + 1, len(lines)) if lines[i] == "```")
            said = DIRECTIVE.fullmatch(lines[at - 1]) if at else None
            verb, name = (said[1], said[2] or "") if said else ("", "")
            inside = "".join(f"{line}\n" for line in lines[at + 1 : end])
            found.append(Block(at + 1, lines[at][3:].strip(), verb, name, inside))
            at = end
        at += 1
    return found


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return re.sub(r"(?ms)^```.*?^```$", "", text)


class Story:
    """A page being told in a folder."""

    def __init__(self, page: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.page = page
        self.folder = folder
        self.patch = patch
        self.before: tuple[Block, Path] | None = None  # the block that is to be replaced
        self.names: dict[str, object] = {}

    def tell(self, block: Block) -> None:
        """Do what a block says."""
        where = f"{self.page}:{block.line}"
        verbs: dict[str, Callable[[Block, str], None]] = {
            "file": self._file, "same": self._same, "part": self._part, "change": self._change,
            "to": self._to,
        }
        if block.verb in verbs:
            verbs[block.verb](block, where)
        elif block.tag == "console":
            code = int(block.name) if block.verb == "exit" else 0
            for command, answer in commands(block.text):
                self._run(command, answer, code, where)
        elif block.tag == "python":
            self._python(block, where)
        else:
            assert block.tag in ("text", "sh"), f"{where}: nobody tests this block"

    def _file(self, block: Block, where: str) -> None:
        (self.folder / block.name).write_text(block.text, encoding="utf-8")

    def _same(self, block: Block, where: str) -> None:
        assert (self.folder / block.name).read_text(encoding="utf-8") == block.text, where

    def _part(self, block: Block, where: str) -> None:
        lines = [plain(x) for x in (ROOT / block.name).read_text(encoding="utf-8").splitlines()]
        at = 0
        for piece in block.text.split("...\n"):
            wanted = [plain(line) for line in piece.splitlines()]
            places = [i for i in range(at, len(lines)) if lines[i : i + len(wanted)] == wanted]
            assert places, f"{where}: {block.name} has not (any more) these lines:\n{piece}"
            at = places[0] + len(wanted)

    def _change(self, block: Block, where: str) -> None:
        path = self.folder / block.name
        assert path.read_text(encoding="utf-8").count(block.text) == 1, where
        self.before = block, path

    def _to(self, block: Block, where: str) -> None:
        assert self.before is not None, where
        old, path = self.before
        text = path.read_text(encoding="utf-8").replace(old.text, block.text)
        path.write_text(text, encoding="utf-8")
        self.before = None

    def _run(self, command: str, answer: str, code: int, where: str) -> None:
        words = shlex.split(command)
        assert words[0] == "rulewright", f"{where}: `{command}` is no command of ours"
        typed = [m[1] for line in answer.splitlines() if (m := TYPED.match(line))]
        self.patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            found = cli.main(words[1:])
        said = out.getvalue() + err.getvalue()
        assert found == code, f"{where}: `{command}` ended with {found}:\n{said}"
        assert matches(answer, said), f"{where}: `{command}` answers now:\n{said}"

    def _python(self, block: Block, where: str) -> None:
        test = doctest.DocTestParser().get_doctest(block.text, self.names, where, where, block.line)
        test.globs = self.names
        said = io.StringIO()
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        doctest.DocTestRunner(optionflags=flags).run(test, out=said.write, clear_globs=False)
        assert not said.getvalue(), said.getvalue()


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the answer below it."""
    found: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        else:
            assert found, "a console block begins with a command"
            found[-1] = (found[-1][0], f"{found[-1][1]}{line}\n")
    return found


def plain(line: str) -> str:
    """A line with its indentation, other runs of blanks as one."""
    indent = len(line) - len(line.lstrip())
    return " " * indent + " ".join(line.split())


def matches(wanted: str, found: str) -> bool:
    """Whether an answer is what a page shows; empty lines at both ends do not count."""
    lines = [line.rstrip() for line in wanted.strip("\n").splitlines()]
    said = "\n".join(line.rstrip() for line in found.splitlines()).strip("\n")
    parts = ["(?s:.*)" if line == "..." else
             "[^\n]*".join(map(re.escape, line.split("..."))) for line in lines]
    pattern = "\n".join(parts).replace("(?s:.*)\n", "(?:(?s:.*)\n)?").replace(
        "\n(?s:.*)", "(?:\n(?s:.*))?")
    return re.fullmatch(pattern, said) is not None


def test_matching() -> None:
    """The comparison itself."""
    assert matches("a\n...\nd\n", "a\nb\nc\nd  \n\n")
    assert matches("a\n...\n", "a\n") and matches("...\nb", "b")
    assert matches("a ... c", "a b c") and not matches("a ... c", "a b\nc")
    assert not matches("a\nc", "a\nb\nc") and not matches("a.c", "abc")
    assert matches("", "\n")


def folder_of(page: str, tmp_path: Path) -> Path:
    """Where a page is told."""
    return ROOT if page in IN_PLACE else tmp_path


@pytest.mark.parametrize("page", STORIES)
def test_a_page_is_true(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = read_blocks((ROOT / page).read_text(encoding="utf-8"))
    assert blocks, "a page without examples is no story"
    folder = folder_of(page, tmp_path)
    monkeypatch.chdir(folder)
    assert not (page in IN_PLACE and any(block.verb in ("file", "change") for block in blocks))
    story = Story(page, folder, monkeypatch)
    for block in blocks:
        story.tell(block)
    assert story.before is None, "a change without what it becomes"
    written = {path.name for path in tmp_path.rglob("*")}
    missing = [name for name in paths_in(page) if not exists(page, name) and name not in written]
    assert missing == []


# ---- paths, links, commands -------------------------------------------------------------------

PATH = re.compile(r"\.?[\w-][\w.-]*(?:/[\w.-]+)*/?")
PLACEHOLDER = re.compile(r"\b(?:NAME|FILE|DIR)\b")
ENDINGS = (".py", ".md", ".toml", ".lark", ".rules", ".yaml", ".json", ".jsonl", ".perft", "/")


def paths_in(page: str) -> list[str]:
    """What a page names between backticks that looks like a file or folder of the project."""
    spans = re.findall(r"`([^`\n]+)`", prose((ROOT / page).read_text(encoding="utf-8")))
    return [name for name in spans if PATH.fullmatch(name) and name.endswith(ENDINGS)
            and name not in ENDINGS and not PLACEHOLDER.search(name)]


def exists(page: str, name: str) -> bool:
    """Whether a path that a page names exists: from the top, beside the page, in the interpreter;
    a bare name stands for a file anywhere in the interpreter."""
    places = (ROOT / name, (ROOT / page).parent / name, ROOT / "interpreter" / name)
    if any(place.exists() for place in places):
        return True
    return "/" not in name and any((ROOT / "interpreter").rglob(name))


def anchors(text: str) -> set[str]:
    """The anchors of the headings of a page."""
    heads = re.findall(r"(?m)^#+ (.+)$", prose(text))
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = prose((ROOT / page).read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)]+)\)", text):
        name, _, anchor = target.partition("#")
        place = ((ROOT / page).parent / name).resolve() if name else ROOT / page
        assert place.exists(), f"{page} links to {target}"
        assert ROOT in (place, *place.parents), f"{page} links out of the project: {target}"
        if anchor:
            assert anchor in anchors(place.read_text(encoding="utf-8")), f"{page}: #{anchor}"


@pytest.mark.parametrize("page", [page for page in PAGES if page not in STORIES])
def test_paths_exist(page: str) -> None:
    assert [name for name in paths_in(page) if not exists(page, name)] == []


@pytest.mark.parametrize("page", PAGES)
def test_commands_that_are_named_exist(page: str) -> None:
    """Between backticks too: every command, every option of it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for span in re.findall(r"`rulewright ([^`\n]+)`", text):
        words = span.split()
        if words[0] not in ("COMMAND", "--help"):
            assert words[0] in cli.COMMANDS, f"{page}: `rulewright {span}`"
            known = help_of(words[0])
            options = [word.split("=")[0] for word in words if word.startswith("--")]
            assert [option for option in options if option not in known] == [], f"{page}: `{span}`"


def help_of(command: str) -> str:
    out = io.StringIO()
    with redirect_stdout(out):
        cli.main([command, "--help"])
    return out.getvalue()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_speaks_of_the_project_only(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert not re.search(r"https?://|(?<![\w.])/(?:tmp|home|work|usr|opt)\b", text)
    assert max(map(len, prose(text).splitlines()), default=0) <= 160


def installs(line: str) -> tuple[list[str], set[str]] | None:
    """A pip line without its extras, and its extras; None for another line."""
    words = shlex.split(line)
    if "install" not in words:
        return None
    words = ["-e" if word == "--editable" else word for word in words if word != "--quiet"]
    if words[1:3] == ["-m", "pip"]:
        words = [words[0].replace("python", "pip"), *words[3:]]
    extras = re.fullmatch(r"(.*)\[(.+)\]", words[-1])
    return ([*words[:-1], extras[1]], set(extras[2].split(","))) if extras else (words, set())


def test_the_readme_installs_and_tests_as_the_ci_does() -> None:
    """The pip line may differ in extras only (of which the readme needs fewer)."""
    shown = [block.text.strip() for block in read_blocks(
        (ROOT / "README.md").read_text(encoding="utf-8")) if block.tag == "sh"]
    assert len(shown) == 2, "exactly two commands"
    first, second = shown
    make, install, simulate = (part.strip() for part in first.split("&&"))
    lines = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert make in lines
    assert second in lines
    ours = installs(install)
    theirs = next(found for line in lines if (found := installs(line)) is not None)
    assert ours is not None
    assert ours[0] == theirs[0]
    assert ours[1] <= theirs[1]
    assert shlex.split(simulate)[:2] == [".venv/bin/rulewright", "simulate"]


def test_the_readme_maps_every_folder() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    folders = {f"{name.split('/')[0]}/" for name in listed if "/" in name}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [folder for folder in sorted(folders) if f"`{folder}`" not in text] == []


def test_decisions_are_numbered_and_whole() -> None:
    pages = sorted((ROOT / "docs/decisions").glob("0*.md"))
    assert [int(path.name[:4]) for path in pages] == list(range(1, len(pages) + 1))
    index = (ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    for path in pages:
        text = path.read_text(encoding="utf-8")
        heads = re.findall(r"(?m)^## (.+)$", text)
        assert heads == ["Problem", "Decision", "Why", "Consequences"], path.name
        assert f"({path.name})" in index


def test_the_changelog_knows_this_version() -> None:
    """One line for each change, under the versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == rulewright.__version__
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {project['version']}" in text
    body = [line for line in text.splitlines()[1:] if line]
    assert [line for line in body if not line.startswith(("- ", "## "))] == []


# ---- the benchmarks run (their figures are nobody's condition) -----------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["speed.py", "--seconds", "0.01", "tic-tac-toe", "motif"],
        ["speed.py", "--seconds", "0.01", "--json", "pig"],
        ["native.py", "--seconds", "0.01", "--rounds", "1", "--table", "tic-tac-toe"],
        ["ablation.py", "--seconds", "0.01", "--rounds", "1", "tic-tac-toe"],
        ["cores.py", "--seconds", "0.01", "--times", "1", "tic-tac-toe"],
        ["startup.py", "--times", "1", "python alone", "list"],
        ["strength.py", "tic-tac-toe", "--agents", "mcts:5,random", "--games", "2"],
        ["visits.py", "tic-tac-toe", "kuhn", "--playouts", "20", "--decisions", "2"],
        ["answers.py", "kuhn", "--agent", "ismcts:5", "--draws", "2"],
        ["wordings.py", "--size", "3", "--seconds", "0.01", "--rounds", "1"],
    ],
)
def test_benchmarks_run(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """In this process, where all is imported already; those below run alone."""
    folder = ROOT / "benchmarks"
    monkeypatch.setattr(sys, "argv", words)
    monkeypatch.syspath_prepend(folder)
    try:
        runpy.run_path(str(folder / words[0]), run_name="__main__")
    except SystemExit as done:
        assert not done.code, capfd.readouterr().err
    finally:
        for path in folder.glob("*.py"):  # what they import from beside them
            sys.modules.pop(path.stem, None)
    assert capfd.readouterr().out.strip()


def test_benchmark_against_openspiel_says_when_it_cannot() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks/openspiel.py"), "--seconds", "0.01"],
        capture_output=True, text=True, check=False,
    )
    if done.returncode == 0:
        assert "ratio" in done.stdout
    else:
        assert done.returncode == 1
        assert "open_spiel is not installed" in done.stderr
        assert "Traceback" not in done.stderr


def test_benchmark_against_rbg_says_when_it_cannot(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "benchmarks/rbg.py"), str(tmp_path)],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "FOLDER has no bin/rbg2cpp" in done.stderr


@pytest.mark.parametrize("page", ["benchmarks/README.md"])
def test_benchmark_commands_are_of_files(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for path in (ROOT / "benchmarks").glob("*.py"):
        assert f"benchmarks/{path.name}" in text


def test_what_recipes_quote_stands_in_the_files() -> None:
    """Rules of the grammar and rows of tables are quoted to the letter."""
    page = (ROOT / "docs/recipes.md").read_text("utf-8")
    quoted = [(file, code) for file, what in re.findall(r"^\| `([\w/.]+)` \| (.+) \|$", page, re.M)
              for code in re.findall(r"`([^`]+)`", what) if re.search(r"->|\": |^@", code)]
    assert len(quoted) == 6
    missing = [(file, code) for file, code in quoted
               if code not in " ".join((ROOT / file).read_text("utf-8").split())]
    assert missing == []
