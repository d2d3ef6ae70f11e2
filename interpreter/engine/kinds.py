"""The kinds of moments of a game, as a machine counts them and as people read them."""

DECISION, CHANCE, END = 0, 1, 2

KINDS = {DECISION: "decision", CHANCE: "chance", END: "end"}
