"""The tables of the parser, which are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = ("import sys; from rulewright.interpreter.syntax.parser import parse_expression; "
           "print('lark' in sys.modules); "
           "from rulewright.interpreter.syntax.parse_tables import parser; parser(); "
           "print('lark' in sys.modules)")


def test_lark_is_imported_only_where_there_are_no_tables(tmp_path: Path) -> None:
    """What it makes of the grammar is kept without anything of its own."""
    tmp_path.chmod(0o700)
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    said = [subprocess.run([sys.executable, "-c", PROGRAM], env=env, check=True,
                           capture_output=True, text=True).stdout.split() for _ in range(2)]
    assert said == [["False", "True"], ["False", "False"]]
