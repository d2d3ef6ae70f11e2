"""The rulesets that tests of all of them look at: those that ship, and small ones for tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
import yaml

import rulewright
from rulewright.interpreter import checking, driver, finding
from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.lower.game import Instance, instantiate

T = TypeVar("T")
ROOT = Path(rulewright.__file__).resolve().parent
SHIPPED_FILES = sorted(finding.SHIPPED.glob("*.rules"))
CLASSIC_FILES = sorted([
    *finding.CLASSICS.glob("*.rules"), *(ROOT / "tests/rulesets").glob("*.rules")
], key=lambda path: path.name)
FILES = [*SHIPPED_FILES, *CLASSIC_FILES]
MALFORMED = sorted((ROOT / "tests/malformed").glob("*.rules"))


def path_of(name: str) -> Path:
    """The file of a ruleset."""
    return next(path for path in FILES if path.stem == name)


@cache
def head_of(path: Path) -> driver.Text:
    """What a ruleset declares, without its rules."""
    return driver.read(path, heads_only=True)


def is_variant(path: Path) -> bool:
    return head_of(path).base is not None


#: The games that what is asked of every ruleset is usually asked of; others are slow. These are the
#: games with a rulebook of their own, and so many others that they together use every construct
#: that any game uses (`test_structure`) and consist of every part of programs that any consists of
#: (`tests/passes/test_plan.py`, if slow); and such in which there are six neighbours, where all
#: choose in secret, and where stakes are paid. Each game has tests of its own besides.
REPRESENTATIVE = frozenset("""
    motif motators motora motox transport
    allotment backgammon bazaar cant-stop chess connect-four couriers go guilds islet
    nine-mens-morris small-hanabi stile whist
    hex goofspiel leduc
""".split())


def is_usual(path: Path) -> bool:
    """Whether a ruleset stands for others. All but a few lines of the text of a variant are tried
    with its base. That these lines are sound, `test_trial` looks at; what they do has its
    scenarios."""
    return path.stem in REPRESENTATIVE


BESIDE = "beside"


def beside(path: Path) -> Callable[[T], T]:
    """Has a test carried out with those of a ruleset, by the process that knows already what is
    found in it and in those before it."""
    def noted(test: T) -> T:
        setattr(test, BESIDE, path)
        return test

    return noted


each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
#: Those that are not usual are slow.
each_usual = pytest.mark.parametrize(
    "path", [path if is_usual(path) else pytest.param(path, marks=pytest.mark.slow)
             for path in FILES], ids=lambda path: path.stem)


@cache
def loaded(path: Path) -> driver.Ruleset:
    """A ruleset that several tests look at, with the games that were made of it."""
    return driver.load(path)


@cache
def shipped(name: str) -> driver.Ruleset:
    return loaded(driver.find(name))


@cache
def found_in_malformed(path: Path) -> list[Diagnostic]:
    """All findings of a malformed ruleset."""
    try:
        return checking.check(path)
    except RulesError as error:
        return list(error.diagnostics)


def errors_in(path: Path, text: str) -> list[Diagnostic]:
    """The errors of a text that the parser takes; it is written into a file."""
    path.write_text(text, encoding="utf-8")
    return [p for p in checking.check_text(driver.read(path), 0) if p.severity == "error"]


def hints_in(path: Path, text: str) -> list[tuple[str, str | None]]:
    """The same: the code of each, and its hint."""
    return [(p.code, p.hint) for p in errors_in(path, text)]


@cache
def cases(path: Path) -> Any:
    """The cases that a file lists. (The loader in C is ten times as quick, where there is one.)"""
    return yaml.load(path.read_bytes(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def build(name: str, players: int = 2, **options: str) -> Instance:
    """The model and the program of a ruleset."""
    return instantiate(loaded(path_of(name)).declarations, name, players, options)


def said(text: str, heading: str) -> list[str]:
    """The lines of a section of a printed text, without their indentation."""
    lines = text.splitlines()
    start = lines.index(heading) + 1
    end = next((i for i in range(start, len(lines)) if not lines[i]), len(lines))
    return [line[2:] for line in lines[start:end]]
