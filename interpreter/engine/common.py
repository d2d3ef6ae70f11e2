"""What the modules of the engine share: kinds of moments, limits, and the error of play."""

from rulewright.interpreter.diagnostics import RunError as RunError

#: The kinds of moments of a game, as a machine counts them.
DECISION, CHANCE, END = 0, 1, 2

#: The same as people read them.
KINDS = {DECISION: "decision", CHANCE: "chance", END: "end"}

#: Blocks between two nodes, and nodes at which nothing is possible between two others.
MAX_STEPS = 10_000
#: States looked at for the whole-turn duties of one decision.
MAX_SEARCH = 200_000
