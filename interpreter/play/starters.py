"""The text of a new ruleset: small, whole, commented, and ready to be changed.

Invariant: what `starter` returns validates without a finding.
"""

from __future__ import annotations

import re

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
board Squares: a grid of square squares, size by size
piece Mark of a player, on Squares

# What a player does in a turn. The text in quotes is how a move is typed.
turn
  must put a Mark of the player on an empty square, written "{{square}}"

# How the game ends. The first of these that holds decides.
end as soon as the Marks of the player have a row of 3
  the player wins
end as soon as there is no empty square
  the game is drawn

# How it is drawn: letters, and colours for terminals that have them.
look
  a square shows Mark
  Mark of Cross "x" red
  Mark of Nought "o" blue
  no Mark "."
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
    """A commented variant of a base."""
    raise UsageError("variants are not written yet")
