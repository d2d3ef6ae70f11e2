"""What the modules of the engine share: kinds of moments, codes of blocks, the error of play."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import RunError as RunError

#: The kinds of moments of a game, as a machine counts them.
DECISION, CHANCE, END = 0, 1, 2

#: The same as people read them.
KINDS = {DECISION: "decision", CHANCE: "chance", END: "end"}

# What a block returns: n, go on at block n; -1 - n, wait at node n; OVER, the game has ended.
# BACK is added for an edge that leads back, TURN where a whole turn is over.
BACK = 1_000_000
TURN = 1_000_000_000
OVER = -1_000_000_000
