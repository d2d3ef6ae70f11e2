"""The text of a new ruleset or variant: small, whole, commented, and ready to be changed.

Invariant: what `starter` and `variant` return validates without a finding.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.interpreter import driver, finding
from rulewright.interpreter.diagnostics import UsageError

if TYPE_CHECKING:
    from rulewright.interpreter.driver import Ruleset

_GAME = '''\
# {title}: a small game to begin with. Change a line, then see whether it still makes sense:
#     rulewright validate {file}
# Play it, and let it be played:
#     rulewright play {file}
#     rulewright simulate {file} --games 1000
# Everything behind a # is a comment. Indented lines belong to the line above them.

game {title}
  "Three marks in a row win."

# Who plays. Seats are named in the order of play.
players 2: Cross, Nought

# What a rulebook leaves open, or what you want to try out, is an option. Play with another
# value by adding --set size=4.
option size: 3 to 6, normally 3

# What there is: a board, and pieces that stand on it.
board Grid: a grid of square cells, size by size
piece Mark of a player, on Grid

# What a player does in a turn: put a mark, and see whether that ends the game.
turn
  must put a Mark of the player on an empty cell
  if the cells of the player include a line of 3
    the player wins
  if there is no empty cell
    the game is drawn

# How it is drawn: letters, and colours for terminals that have them.
look
  a cell shows Mark
  Mark of Cross "x" red
  Mark of Nought "o" blue
  no Mark "."
'''


_VARIANT = '''\
# {title}: {base_title} with other rules. Below stands only what differs. Then run
#     rulewright validate {file}
#     rulewright compare {base} {file} --games 200
# Ways to differ, each to be copied from behind the #:
#   another default of an option{example}
#     set {option} to {value}
#   another declaration in place of the base's of the same name
#     replace
#       step Name
#         ...
#   more to do before (or after) the turn or a step
#     before turn
#       ...
#   without a step
#     remove step Name
# What the base does not have is declared as in any ruleset.

variant {title} of {base}
  "{base_title} with other rules."
'''


def file_name(name: str) -> str:
    """The file that a new ruleset of this name is written to."""
    plain = unicodedata.normalize("NFKD", name.removesuffix(".rules").casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    if any(sign.isalnum() and not sign.isascii() for sign in letters):
        raise UsageError(f"`{name}` is no name for a ruleset", "take letters from a to z, digits")
    words = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")
    if not words:
        raise UsageError(f"`{name}` is no name for a ruleset", "take letters and digits")
    if (finding.SHIPPED / f"{words}{finding.SUFFIX}").is_file():
        raise UsageError(f"`{words}` is a shipped ruleset", "take another name")
    return f"{words}{finding.SUFFIX}"


def title(name: str) -> str:
    """The title of a new ruleset of this name: capitalised words."""
    words = file_name(name).removesuffix(".rules").split("-")
    if not words[0][0].isalpha():
        raise UsageError(f"`{name}` is no name for a ruleset", "begin it with a letter")
    return " ".join(word.capitalize() for word in words)


def starter(name: str) -> str:
    """A commented ruleset of a small game."""
    return _GAME.format(title=title(name), file=file_name(name))


def variant(name: str, base: str) -> str:
    """A commented variant of the ruleset that `base` finds, for the present folder."""
    ruleset = driver.load(base)
    _check_reach(ruleset)
    option = next(iter(ruleset.options), None)
    return _VARIANT.format(
        title=title(name),
        file=file_name(name),
        base=ruleset.name,
        base_title=ruleset.title,
        example="" if option else f" ({ruleset.title} has none)",
        option=option.name if option else "size",
        value=option.default.replace("_", "-") if option else "4",
    )


def _check_reach(base: Ruleset) -> None:
    """A variant names its base, so the base must be shipped or stand in the present folder."""
    try:
        reached = driver.find(base.name, Path.cwd()).resolve()
    except UsageError:
        reached = None
    if reached != base.path.resolve():
        message = f"a variant stands in the folder of its base, and {base.path} is in another"
        raise UsageError(message, f"go to {base.path.parent} and write it there")
