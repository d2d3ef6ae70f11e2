"""The text of a new ruleset or variant: small, whole, commented, and ready to be changed.

Invariant: what `starter` and `variant` return validates without a finding.
"""

from __future__ import annotations

import re

from rulewright.interpreter import driver
from rulewright.interpreter.diagnostics import UsageError

_GAME = '''\
# {title}: a small game to begin with. Change a line, then run
#     rulewright validate {file}      to see whether the rules still make sense
#     rulewright play {file}          to play it
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
# Ways to differ, each with an example to copy from behind the #:
#     set {option} to {value}                  another default of an option
#     replace                         another declaration in place of the one of that name
#       step Name                     (indented below it)
#         ...
#     before turn                     more to do before a turn or a step, or after it
#       ...
#     remove step Name                without a step
# What the base does not have is declared as in any ruleset.

variant {title} of {base}
  "{base_title} with other rules."
'''


def file_name(name: str) -> str:
    """The file that a new ruleset of this name is written to."""
    words = re.sub(r"[^a-z0-9]+", "-", name.removesuffix(".rules").lower()).strip("-")
    if not words:
        raise UsageError(f"`{name}` is no name for a ruleset", "take letters and digits")
    return f"{words}.rules"


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
    """A commented variant of the ruleset that `base` finds."""
    ruleset = driver.load(base)
    example = next(iter(ruleset.options), None)
    return _VARIANT.format(
        title=title(name),
        file=file_name(name),
        base=ruleset.name,
        base_title=ruleset.title,
        option=example.name if example else "size",
        value=example.default.replace("_", "-") if example else "4",
    )
