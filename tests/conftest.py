"""Where tests stand, and what those of the command line share.

`tests/FOLDER/test_MODULE.py` tests `interpreter/FOLDER/MODULE.py`; what tests the whole, or a
module outside the folders, stands in `tests/` itself. Whole games are in `tests/games/`.

`run` runs the command line in a folder of its own. Hypothesis draws the same examples in every run
and looks at no clock.

Where hundreds of damages, games or positions are tried, the default run tries as many as find what
they are for, and `-m slow` tries them all.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright import cli
from rulewright.interpreter.native import build
from rulewright.interpreter.play import backend, starters
from tests.texts import BESIDE, FILES, MALFORMED

settings.register_profile(
    "rulewright", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("rulewright")


#: The rulesets in the order in which they are tested. What is found in a malformed one is asked for
#: by several tests, too.
PLACES = {path.stem: number for number, path in enumerate([*MALFORMED, *FILES], 1)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of a ruleset follow one another: its games are made once in a process, and few
    rulesets are tested in both of two processes. (In whatever order files were collected, the order
    of tests is the same.)"""
    items.sort(key=lambda item: (_ruleset(item), item.path))


def _ruleset(item: pytest.Item) -> int:
    """The place of the ruleset that a test is about; first those that are about none."""
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(
        item, "callspec") else {}
    path = getattr(given.get("setup"), "path", given.get("path"))
    if isinstance(item, pytest.Function):
        path = getattr(item.function, BESIDE, path)
    if isinstance(path, Path) and path.suffix == ".yaml":  # a scenario, in the folder of its game
        path = path.parent
    return PLACES.get(path.stem, 0) if isinstance(path, Path) else 0


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """While tests are collected, keep those that are compiled for the other processes."""
    own = session.config.getoption("basetemp")  # beside those of the others
    if "PYTEST_XDIST_WORKER" not in os.environ or own is None or not sys.dont_write_bytecode:
        return (yield)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "dont_write_bytecode", False)
        patched.setattr(sys, "pycache_prefix", str(Path(own).parent / "tests"))
        return (yield)


class Backwards(pytest.Dir):
    """A folder whose files are collected the last first."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        return reversed([*super().collect()])


@pytest.hookimpl(tryfirst=True)
def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Let every other process begin with the last files, so that of two each compiles half."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if int(worker[2:]) % 2 == 0 or (path / "__init__.py").exists():
        return None
    return Backwards.from_parent(parent, path=path)


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Where modules are not kept compiled, the processes that tests start keep them for each other:
    else each would compile all anew, which takes longer than most of what they do."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        own = tmp_path_factory.getbasetemp()
        shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
        os.environ["PYTHONPYCACHEPREFIX"] = str(shared / "compiled")


def pytest_collection_finish() -> None:
    """Collect garbage as seldom as the command line does, and never look through the tests."""
    gc.set_threshold(cli.COLLECT_AFTER)
    gc.freeze()
    draw_once()


@settings(max_examples=1, database=None)
@given(st.integers())
def draw_once(number: int) -> None:
    """What Hypothesis makes for its first test; it looks for garbage then, which takes seconds
    where there are thousands of games."""


def pytest_sessionfinish() -> None:
    """Nor look through all the games that were kept, when all is done."""
    gc.freeze()


#: How far libraries are optimised that are only tested: their games are few.
QUICK = "-O0", "-O1"


@pytest.fixture(autouse=True)
def built_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries are built in the least time, and no test leaves a compiler running behind it,
    unless that is what it is about."""
    monkeypatch.setattr(backend, "SOON", False)
    monkeypatch.setattr(build, "LEVELS", QUICK)
    monkeypatch.setattr(build, "LESS", QUICK)


class Answer:
    """What a command printed and returned."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        """Standard output as the one JSON document it is."""
        return json.loads(self.out)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Answer]:
    """Runs the command line in a folder that holds `starter.rules`."""
    (tmp_path / "starter.rules").write_text(starters.starter("Starter"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)

    def call(*words: str) -> Answer:
        code = cli.main(words)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Answer(code, out, err)

    return call
