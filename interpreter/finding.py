"""Where rulesets are, and their texts as they stand in files, before anything is understood.

A name means the file beside the ruleset that speaks of it, a shipped ruleset, or a file in the
present folder, in this order; what has a slash or ends in `.rules` is a path. A text that begins
with `variant … of BASE` builds on another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from os.path import isfile
from pathlib import Path

from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError, did_you_mean
from rulewright.interpreter.source import Source, Span

SHIPPED = Path(__file__).resolve().parent.parent / "rulesets"
CLASSICS = SHIPPED / "classics"
FOLDERS = (SHIPPED, CLASSICS)
SUFFIX = ".rules"
MAX_CHAIN = 8  # variants on variants
MAX_BYTES = 2_000_000


def find(name: str, near: Path | None = None) -> Path:
    """The file of a ruleset: a path, or the name of one beside `near` or shipped."""
    if name.endswith(SUFFIX) or "/" in name or "\\" in name:
        path = Path(name)
        if not isfile(path):  # unlike a path's own method, it has an answer to any text
            raise UsageError(f"there is no file {_short(name)}")
        return path
    folders = [*FOLDERS, Path.cwd()] if near is None else [near, *FOLDERS]
    for folder in folders:
        path = folder / f"{name}{SUFFIX}"
        if isfile(path):
            return path
    known = [p.name.removesuffix(SUFFIX) for folder in folders for p in folder.glob(f"*{SUFFIX}")]
    raise UsageError(f"there is no ruleset `{_short(name)}`",
                     did_you_mean(name, known) or "known are: " + ", ".join(sorted(set(known))))


def shadowed(name: str) -> Path | None:
    """The file in the present folder that a name does not mean, since a shipped ruleset has it."""
    here = Path(f"{name}{SUFFIX}")
    shipped = next((path for folder in FOLDERS if isfile(path := folder / here)), None)
    if shipped is None or not isfile(here) or here.samefile(shipped):
        return None
    return here


def _short(name: str) -> str:
    return name if len(name) <= 100 else f"{name[:100]}…"


def name_of(path: Path) -> str:
    """How a ruleset in a file is called."""
    return path.name.removesuffix(SUFFIX)


def ledger_of(path: Path) -> Path:
    """Where the ledger of a ruleset is, if it has one."""
    return path.with_name(f"{name_of(path)}.ledger.yaml")


def source(path: Path) -> Source:
    """The text in a file. Raises `UsageError` where it cannot be read, `RulesError` where it is
    no text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    if len(data) > MAX_BYTES:
        raise RulesError([Diagnostic("too-long", f"{path} has more than {MAX_BYTES} bytes")])
    text = data.decode("utf-8-sig", errors="replace")
    found = Source(_shown(path), text)
    wrong = next((i for i, c in enumerate(text) if c in "\ufffd\0"), None)
    if wrong is not None:  # the rest of such a file is not worth reading
        before = text[:wrong].splitlines() or [""]
        line, column = len(before), len(before[-1]) + 1
        raise RulesError([Diagnostic(
            "character", "this file is no text in UTF-8: here is what is no character",
            Span(found, line, column, line, column + 1), "save it as UTF-8",
        )])
    return found


def _shown(path: Path) -> str:
    """The path as it is shown: relative where that is shorter."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def base_of(text: Source, path: Path, chain: tuple[Path, ...]) -> Path | None:
    """The file that a text builds on; `chain` has the files that build on it. Raises
    `RulesError`."""
    first = next((line for line in text.text.splitlines() if line.strip()
                  and not line.lstrip().startswith("#")), "")
    if not first.startswith("variant "):
        return None
    number = text.text.splitlines().index(first) + 1
    span = Span(text, number, 1, number, len(first) + 1)
    name = first.partition("[")[0].strip().rpartition(" of ")[2]
    if len(chain) >= MAX_CHAIN or path.resolve() in chain:
        raise RulesError([Diagnostic("variant", "a variant builds on itself", span)])
    if "/" in name or "\\" in name or name.startswith("."):
        message = "a base is named by its name, not by a path"
        raise RulesError([Diagnostic("variant", message, span)])
    try:
        return find(name, path.resolve().parent)
    except UsageError as error:
        raise RulesError([Diagnostic("variant", error.message, span, error.hint)]) from None


def chain(path: Path) -> Iterator[tuple[Path, Source]]:
    """A file and those it builds on, the nearest first, with their texts. Raises as these do."""
    above: tuple[Path, ...] = ()
    while True:
        text = source(path)
        yield path, text
        below = base_of(text, path, above)
        if below is None:
            return
        path, above = below, (*above, path.resolve())
