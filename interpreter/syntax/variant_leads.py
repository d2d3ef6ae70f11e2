"""What leads on from a refused line at the margin of a variant.

Model. A variant changes its base in four ways alone: it sets an option, declares something anew
below `replace`, removes something that has a name, puts lines before or after a turn or step. A
refused line that has the words of one of these is told how that one is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

VARIANT = re.compile(r"(?:[ \t]*(?:#.*)?\n)*variant ")
ANEW = ("`replace` stands alone in its line; below it stands what is declared anew, whole, and "
        "takes the place of what has the same name in the base{example} (LANGUAGE.md, 19)")
TAKEN = ("`remove` names what it takes away, `remove step NAME`, `remove option NAME`, `remove end "
         "[ID]`; any other declaration of the base stands anew, without the line that is left out, "
         "below a line `replace` (LANGUAGE.md, 19)")
AROUND = ("what a variant does besides stands below a line `{line}`; `{other}` is the other place, "
          "and with the name of a step these are about that step (LANGUAGE.md, 19)")
SET = ("what an option normally is in a variant is written `set {option} to {value}` "
       "(LANGUAGE.md, 19)")
ANOTHER = re.compile(
    r"(?:replaces?|changes?|overrides?|overwrites?|redefines?|modif(?:y|ies)|swaps?|substitutes?|"
    r"exchanges?|instead of|now)\b:? ?(?P<rest>.*)")
AWAY = re.compile(r"(?:removes?|deletes?|drops?|omits?|cancels?|without|leave out|ignores?|no)\b")
TURN = re.compile(
    r"(?:(?:at|on|in|by|from|as) |(?=before |after ))"
    r"(?:the )?(?P<when>start|beginning|begin|first|before|end|close|last|after)\b.*\bturns?\b"
    r"|(?:at|on|in|each|every)\b.*\bturn,? (?P<then>first|before|last|after\w*)\b")
LATE = ("end", "close", "last", "after")
#: What can stand below `replace`, as it is seen by its first words.
DECLARES = re.compile(
    r"(?:turn|setup|look|step [A-Z][\w' -]*)|(?:players|option|ruling|kind|board|piece) .+|"
    r"(?:each|the game|the turn) .+ has (?:an? )?[\w -]+: .+|each .+ can be .+|an? .+ if .+")
NAMING = (r"(?:(?:set|change|let|make|use|with|using|option|ruling|the)s? )*{name}(?![\w-])"
          r"(?:(?!\bif\b|\d to\b|,).)*?(?P<value>[\w-]+)")


def variant_lead(
    text: str, below: str, source: str, options: Mapping[tuple[str, ...], Collection[object]]
) -> str | None:
    """What is told of a refused line at the margin of a text, if that is a variant, of whose base
    the `options` are known with their words; `below` is the first line below it."""
    if not VARIANT.match(source):
        return None
    around = TURN.match(text)
    if around is not None:
        late = (around["when"] or around["then"]).startswith(LATE)
        lines = ("after turn", "before turn") if late else ("before turn", "after turn")
        return AROUND.format(line=lines[0], other=lines[1])
    for name, words in options.items():
        option = " ".join(name)
        said = re.fullmatch(NAMING.format(name=re.escape(option)), text)
        if said is not None and (said["value"].isdigit() or (said["value"],) in words):
            return SET.format(option=option, value=said["value"])
    another = ANOTHER.match(text)
    if another is not None:
        anew = next((one for one in (below, another["rest"]) if DECLARES.fullmatch(one)), None)
        return ANEW.format(example=f", as in `replace`, and below it `{anew}`" if anew else "")
    return TAKEN if AWAY.match(text) else None
