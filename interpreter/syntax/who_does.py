"""What is told of a verb that nobody declared, where it says what somebody may do or did, or is one
of the language's own that is said of a player: `the Guard cannot enter`, `Lily puts`."""

from __future__ import annotations

import re

from rulewright.interpreter.syntax.past_forms import of_done

#: Verbs of the language, as they are said of somebody.
OWN_DEEDS = {"puts": "put", "moves": "move", "chooses": "choose", "removes": "remove"}
#: What may or must be done, in front of a deed.
ABLE = re.compile(r"\b(?:can|may|must|could|should)(?P<not>not|n't| not| never)? (?:only )?$")


def of_who_does(word: str, front: str, noun: str) -> str | None:
    """What leads on from a verb, by what stands in front of it and of what noun it is said."""
    able = ABLE.search(front)
    if able is not None:
        return _restriction(word, bool(able["not"]))
    if word.endswith("ed") and (past := of_done(word)) is not None:
        return past
    own = OWN_DEEDS.get(word)
    if own is None or noun != "player":
        return None
    return (f"who does it is not said in front of `{own}`: the player to move by `must {own} …`; "
            f"another one by `… decides`, and below it `must {own} …`; each of them below `each "
            "player in order`")


def _restriction(word: str, denied: bool) -> str:
    """How it is said that something can, or cannot, be done."""
    if denied:
        return ("what cannot be chosen is kept out in a line below the choice, `only if … is not "
                f"…`, said of what is chosen: what `{word}` means is asked there")
    return ("what one may or must do is a choice, `may …`, `must …`, with `only if …` below it "
            f"for what is asked; a definition says what can be: `… can {word} … if …`")
