"""Names of qualities that say behind them how long something is so, as `fresh until the end of the
turn`: as a whole they would be a name, and what is so would never end."""

from __future__ import annotations

from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.syntax.lexer import Token

#: Words behind what is so that say how long or how often.
OFTEN = ("once", "twice")
LASTING = (*OFTEN, "until", "during", "per")
STRETCHES = ("turn", "turns", "round", "rounds", "game")
#: Words before these.
IN = ("for", "this", "in", "next", "last", "each", "every", "all", "a")


def without_time(name: list[Token]) -> tuple[list[Token], Diagnostic | None]:
    """The name of a quality alone, and what is wrong with what stands behind it."""
    words = [token.text for token in name]
    at = next((i for i, word in enumerate(words) if i > 0 and word in LASTING), None)
    if at is None and words[-1] in STRETCHES:
        at = next((i for i in range(1, len(words) - 1) if words[i] in IN), None)
    if at is None:
        return name, None
    said = " ".join(words[:at])
    hint = f"what is so until then is undone by a line: `… becomes not {said}`"
    if words[-1] == "turn" and not {"next", "last"} & {*words}:
        hint = f"write `{said}, this turn`"
    if words[at] in OFTEN:
        hint = ("how often it may be is an `only if` below the choice: of what keeps who did it, "
                "`only if its … is none`, or of a number that goes up each time, as in `each player"
                " has a count: 0 to 2`")
    return name[:at], Diagnostic(
        "syntax", f"`{' '.join(words)}` as a whole would be the name of what is so",
        name[0].span.to(name[-1].span), hint)
