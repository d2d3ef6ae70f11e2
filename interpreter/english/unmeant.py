"""What no reader means by a line: translations that the rules make, and that are not told.

Model. A rule knows the words of its own part alone. What becomes of several together may say what
nobody would (that something is itself), or of something else than the line does (`it` below what
is gone). Such translations are known by their text; some only beside the line that they are of.
"""

from __future__ import annotations

import re

from rulewright.interpreter.english.two_parties import loses_that_player, of_another_loop
from rulewright.interpreter.syntax.kept_meaning import NO_OTHERS, OF_OTHERS_TOO
from rulewright.interpreter.syntax.words import singular

#: What would end the game in the first round: no one means it by `everybody loses`.
#: Of several who are so only the first would; not of the one who is somebody, or the only one so.
ENDS_EACH = re.compile(
    r"\b(?:for )?each (?:\w+ )?player\b(?! with the)[^,\n]*(?:,|\n) *"
    r"(?:if (?!the player is the |\$?[A-Z] is the |[^,\n]*\b(?:its|\S+'s) owner is "
    r"|there is no [^,\n]* whose [^,\n]* is not )"
    r"[^\n]*(?:,|\n) *)?"
    r"(?:the player|\$?[A-Z]) (?:wins|loses)\b")
#: `it` below what has just been removed: what is meant is gone, and another would be taken.
OF_REMOVED = re.compile(r"^ *remove (?!every ).*\n(?:.*\n)*?.*\bits?\b", re.M)
#: `its` in a line behind one about several: each of them is meant, and it would be another thing.
OF_EVERY = re.compile(
    r"^( *)(?:for each (?=[^\n]*, it)|every |all |each )[^\n]*\n\1(?!for each)[^\n]*\bits?\b", re.M)
#: The others behind some players: those who are not so, not those who are not on turn.
OTHERS_BEHIND = re.compile(
    r"^( *)(?:for each|every|each) (?!other\b)(?:[\w-]+ )?players?\b(?!,)[^\n]*\n"
    r"\1(?:for each|every|each) (?:other player|player that is other)", re.M)
#: A choice in a loop that goes on where it is declined.
DECLINED_ON = re.compile(r"^ *as long as (?!possible\b)[^\n]*\n +may (?![^\n]*\n)[^\n]*$", re.M)
#: What is chosen once is no loop.
ONCE = re.compile(r"\brepeat 1 times, must\b")
#: A player with himself.
WITH_HIMSELF = re.compile(
    r"\bthe player (?:is|becomes) (?:not )?(?:(?!and\b|or\b)[a-z-]+ ){1,4}?"
    r"(?:with|to|of|for|against) the player\b(?! to move| who| that| with| whose|')")
#: All but one, of whom then more seems to be said than of the others.
ALL_BUT = re.compile(r"\b(?:is|are) not the player(?: to move)? whose\b")
#: The others compared with the others: with whom they are was not understood.
OTHERS_WITH_OTHERS = re.compile(r" of \((?:no|every) (other [\w ]+)\).* of \(every \1\)")
#: A roll of each of which nothing becomes, with what was to become of it in another line.
LOST_ROLL = re.compile(r"^[^\n]*in order, at random pick a number [^\n]*\n(?! )")
#: So many of which something is so, which must be said of them.
SO_MANY_WHERE = re.compile(r"\bthere (?:is|are) (?:no|an?|(?:exactly|at (?:least|most)|more than"
                           r"|less than) \d+) (?P<noun>[\w-]+) where \(")
#: One who has his piece where another has one: no place that is spoken of.
WHERE_HE_IS = re.compile(
    r"\b(?:an?other|an other|other|each other|every other) player[^,]* (?:on|in|at) the same\b")
ON_ANY = re.compile(r"\bother player[^,\n]* (?:on|in|at) the\b")
#: All places of a sort, said as if it were enough that one of them is so.
ALL_EMPTY = re.compile(r"\b(?:all|every|each) (?:of )?(?:the )?[\w-]+ (?:are|is) empty\b")
ONE_EMPTY = re.compile(r"\bsome [\w-]+'s [\w-]+ is empty\b")
UNMEANT = (OTHERS_WITH_OTHERS, ENDS_EACH, OF_REMOVED, OF_EVERY, OTHERS_BEHIND, DECLINED_ON, ONCE,
           ALL_BUT, LOST_ROLL)

ANYTHING = re.compile("")
#: What says that something is itself: `his` was another's; that somebody is so of himself.
ITSELF = re.compile(
    r"(?:^|, |\b(?:if|and|or) )(?:([\w' ]+?) (?:is|becomes)|((?!its )[\w' ]+?) (?:minus"
    r"|is (?:not|more than|less than|at least|at most))) (?:\1|\2)(?=$|,| and | or )", re.M)
OF_TWO = re.compile(r"^(?!.*\b(?:himself|herself|itself|themselves|oneself)\b)")
OF_HIMSELF = re.compile(
    r"(?<![\w$])(\$?[A-Z]\w*) (?:is|was|becomes) (?:not )?[\w-]+ (?:with|to|of|by|from) \1\b(?!')")
#: Whose side is meant beside pieces of all players: each one's own, or that of the player.
FRIENDLY = re.compile(r"\b(?:friendly|hostile|enemy|opposing)\b")
OF_ALL = re.compile(r"\b(?:every|for each) (?:(?! of (?:the player|\$?[A-Z])\b)[^,()])*"
                    r"\b(?:next to|that is|that has|where)\b.* of the player\b")
#: An order about one of the pieces in a zone, where it may not matter which: no choice is meant.
ANY_OF = re.compile(
    r"^(?:move|put|take|return|remove|discard|draw) (?:an?|one) [\w-]+ (?:in|from) the ")
CHOSEN = re.compile(r"^must ")
#: Where `it` behind `if` is each of several, and a translation that asks it before them.
EACH_ASKED = re.compile(r"\b(?:each|every|all)\b.*\b(?:if|unless|when)\b.*\bits?\b")
ASKED_BEFORE = re.compile(r"^(?:if|unless) [^,\n]*\bits?\b[^,\n]*, .*\b(?:every|all) ")
#: What becomes of a thing of each player: no choice of the player to move is told of it.
OF_EACH = re.compile(
    r"^(?!each |every |for |in ).*\b(?:of|from) (?:each|every) (?:other )?player\b")
CHOSEN_ALONE = re.compile(r"^must (?:remove|move|put) ")
#: What differs from each of several, said as if it were enough to differ from one.
NO_DENIAL = re.compile(r"^(?!.*(?:\b(?:not|never|cannot)\b|n't\b))")
NOT_EVERY = re.compile(r"\b(?:is|are|was|were) not\b[^,()\n]*\b(?:every|some)\b")
#: The cell that a piece left, and a line where it becomes the one to which it went.
LEFT_THAT = re.compile(
    r"\b(?:left|came from|started from|moved away from) an? .*"
    r"\b(?:of|on|to) (?:that|this) (?!player)")
OF_THE_CELL = re.compile(r"\bthe origin is\b[^\n]*, (?!.*\bthe origin\b)")
#: What was done, and a number that is so called, of another than the turn.
HAS_DONE = re.compile(r"\b(?:has|have) (?:not |never |already )?\w+ed\b")
COUNTED_AS = re.compile(r"(?<!\bturn)'s \w+s is (?:at least 1|0)\b")
#: What is next to a thing that has it there: not next to another, and not had in another way.
HAS_BESIDE = re.compile(
    r"\b(?:has|have) [^,]*(?:next to|adjacent to|beside|around|touching) (?:it|them)\b")
HAD_BESIDE = re.compile(r"\b(?:has|have) [^,]*\bnext to\b")
#: Another thing than `it`, behind something that was said to be there.
THAT_ONE = re.compile(r"\b(?:an?|another|some|any|one|two|\d+) (?:[\w'-]+ )*[\w'-]+,.*"
                      r"\b(?:that|this) one\b")
AS_IT = re.compile(r"^(?!.*\bfor each\b).*\bits?\b", re.S)
#: Where it came from in an earlier turn: where it goes now is never the cell that it leaves.
ONLY_WHERE = re.compile(r"^only if ")
IS_ORIGIN = re.compile(r"\bis (?:not )?the origin\b")
#: The last one that was somewhere: where it was, not where it is.
WAS_LAST = re.compile(
    r"\bwas the (?:last|only) (?:\S+ ){1,3}?(?:there|(?:on|in) (?:its|the|that))\b")
NOT_LEFT = re.compile(r"^(?!.*\bthe origin\b)", re.S)
#: To whom the player gives something is not the player, though nobody else is spoken of.
GIVES_HIM = re.compile(
    r"(?:^|, |\band )(?:the player|he|she) (?:gives|pays|hands|passes|sends|lends|returns|owes)"
    r" (?:[^,]* )?(?:him|her)(?= (?:\d|an?\b|one\b|it\b|the\b|his\b|all\b)|$|,)")
#: `is not wet and deep`: of which the `not` is said, only the author knows.
NOT_BOTH = re.compile(r"\b(?:is|are) not [\w-]+ and (?!not\b|is\b|are\b|has\b|have\b|no\b|its?\b"
                      r"|the\b|an?\b|there\b)[\w-]+(?=$|,| and | or )")
NOT_FIRST = re.compile(r"\b(?:is|are) not [\w-]+ and (?:is|are) (?!not\b)")
#: Of some player or each of them, and what speaks of none.
OF_PLAYERS = re.compile(r"\b(?:any|some|another|each|every|a certain) (?:[\w-]+ )?players?\b")
OF_NO_PLAYER = re.compile(r"^(?!.*\b(?:players?|opponent|owner|its)\b)", re.S)
#: Lines, and what they do not become.
TAKEN_OTHERWISE = (
    (ANYTHING, ENDS_EACH), (ANYTHING, ITSELF), (OF_TWO, OF_HIMSELF), (OF_TWO, WITH_HIMSELF),
    (FRIENDLY, OF_ALL),
    (ANY_OF, CHOSEN), (EACH_ASKED, ASKED_BEFORE), (OF_EACH, CHOSEN_ALONE),
    (NO_DENIAL, NOT_EVERY), (LEFT_THAT, OF_THE_CELL), (HAS_DONE, COUNTED_AS),
    (HAS_BESIDE, HAD_BESIDE), (THAT_ONE, AS_IT), (ONLY_WHERE, IS_ORIGIN),
    (WAS_LAST, NOT_LEFT), (NOT_BOTH, NOT_FIRST), (GIVES_HIM, re.compile("the player")),
    (OF_OTHERS_TOO, NO_OTHERS), (OF_PLAYERS, OF_NO_PLAYER), (WHERE_HE_IS, ON_ANY),
    (ALL_EMPTY, ONE_EMPTY))


def is_unmeant(text: str) -> bool:
    """Whether a phrase of a line says what no reader means."""
    return any(one.search(text) for one in UNMEANT) or any(
        not re.search(rf"\b(?:its|{re.escape(singular(found['noun']))})\b", text[found.end() :])
        for found in SO_MANY_WHERE.finditer(text))


def is_taken_otherwise(line: str, said: str) -> bool:
    """Whether what a line became says something else than the line."""
    return loses_that_player(line, said) or of_another_loop(line, said) or any(
        of.search(line) and made.search(said) for of, made in TAKEN_OTHERWISE)
