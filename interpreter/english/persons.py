"""Whom `he` means at each word of a line: the player that the words in front of it spoke of last.

Model. Where one player is spoken of, `he` is that one, as the language says him. Where it is some
or each of several, `he` is left open (`HE`): who speaks of them by a loop or a set says who it is.
`than Bob` and `as Bob` speak of another for as long as the comparison goes on; in `for each player
…, his …` he is each of them, whoever else is spoken of in front of the comma.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.syntax.mentions import Speech

PERSONS = ("he", "she", "him", "they", "them", "you", "i", "we", "himself", "themselves")
PLAYERS = ("player", "players", "owner", "opponent")
SIDES = {"left": "next player", "right": "previous player"}
BESIDE = {"next": "next player", "following": "next player", "previous": "previous player",
          "preceding": "previous player"}
SEATED = ("before", "after", "behind", "beside", "following", "preceding")
#: Words behind which a seat says who somebody is: it speaks of no other.
COPULAS = ("is", "are", "not", "becomes")
#: Words behind which a seat is not whom a condition is about: `if the player is allied with Bob`.
TOWARDS = ("of", "with", "to", "from", "behind", "against")
SECOND_PERSON = ("you", "i", "we")
SEVERAL = re.compile(r"(?:each|every|all|any|some|no|both|either|neither|a|another|other|which"
                     r"|whoever|one|1|exactly|only|just)\b")
DENIED = re.compile(r"\b(?:no(?: other)?(?: [\w-]+)? player|none of the(?: other)? players"
                    r"|no opponent|nobody|no one)$")
LOOP = re.compile(r"for (?:each|every|all|all the)(?: [^\s,]+){0,2}")
#: Words at which another clause begins.
CLAUSE = {",", "and", "or", "but", "if"}
RELATIVE = {"who", "that", "whose", "which"}
#: Words that by themselves are some or all players.
ANYBODY = ("everybody", "everyone", "nobody", "anybody", "anyone", "somebody", "someone",
           "whoever")
#: `he`, where it is each of several players: who it is, who is spoken of by then says.
HE = "$he"
#: `the opponent`: of each of those who are spoken of, else of the player, or of whose piece it is.
FOE = "$foe"
#: A name of one letter.
NAMED = re.compile("[B-HJ-Z]")
#: Words at which what a condition is said of begins.
OPENING = (*CLAUSE, "unless", "when", "while", "only")
#: A thing, and that it has, or has not, what stands behind.
KEEPER = re.compile(r"(?P<thing>(?:it|[B-HJ-Z]|the [\w-]+)(?:'s [\w-]+)*?)"
                    r"(?:'s| (?:has|have) (?:an?|no))")
#: What stands behind the end of a comparison.
CLOSING = ("", ",", "and", "or", "then")
COMPARED = 6  # words between `than` and who is compared with
THREE = 3  # players, with whom nobody has one opponent


class Persons:
    """Who is spoken of in a line: for each word who `he` is there (`he`), where he was spoken of if
    he is one of several (`since`), and whether any player was spoken of before it (`named`)."""

    def __init__(self, words: Sequence[str], speech: Speech) -> None:
        self.words, self.speech, self.phrases = words, speech, speech.phrases
        self.small = [word.lower() for word in words]
        self.he: list[str] = []
        self.since: list[int] = []
        self.named: list[bool] = []
        self.owner = ""  # `the Stone's owner`, where `he` is left open for him
        self._read()

    def before_it(self) -> str:
        """The one player that the line spoke of before it says `it`, if it did."""
        at = self.small.index("it") if "it" in self.small else 0
        return self.he[at] if at and self.named[at] and self.he[at] != HE else ""

    def _read(self) -> None:
        last, since, named = "the player", -1, False
        outer = (last, since)  # who it was before one of several was spoken of
        subject: tuple[str, int] | None = None  # who it was before `than …`
        nobody: tuple[str, int] | None = None  # who it was before `no player`
        each: tuple[str, int] | None = None  # the players that `for each player …,` is about
        kept: tuple[str, int] | None = None  # the player whom a thing keeps: `its lord`
        prior: tuple[str, int] | None = None  # who it was before the one of the clause
        prior_at = 0
        for at, word in enumerate(self.small):
            before = self.small[at - 1] if at else ""
            if word == "," and nobody is not None:
                if not subject:  # else he with whom none of them compares
                    last, since = nobody
                subject = nobody = None  # `if no player is out, he …`: not one of them
            if word == "," and subject:
                (last, since), subject = subject, None
            if word == "," and each is not None:
                last, since = each  # another was spoken of to say which, or when
            who = ("the player", -1) if word in SECOND_PERSON else (last, since)
            if last == HE and word in PERSONS and (
                self._compared(at) or self._is_another(since, at)
            ):
                who = outer
            if last == HE and word in ("he", "him", "she") and self._others(since):
                who = outer  # `his`, behind `the other players`, is not each of them
            if kept is not None and not named and word in ("he", "she", "him") and (
                CLAUSE & {*self.small[kept[1] : at]}
            ):
                who = (kept[0], -1)  # `its lord is none or he is the player`
            if word in ("he", "she") and not named and (taken := self._taken(at)):
                who = (f"{{the player/{taken}'s owner}}", -1)
            if word == "him" and prior is not None and last not in (HE, "the player") and not (
                CLAUSE | RELATIVE
            ) & {*self.small[prior_at:at]}:
                who = prior  # `the dealer gives him 1 coin`: not the dealer
            if word in ("himself", "herself") and (one := self._named_in_clause(at)):
                who = (one, -1)
            kept = self._kept(at) or kept
            self.he.append(who[0])
            self.since.append(who[1])
            was = (last, since)
            self.named.append(named)
            named_before = named
            named = named or self.words[at] in self.phrases.seats or word in PLAYERS
            if self.words[at] in self.phrases.seats and before not in COPULAS:
                one_of = before == "or" and self.words[at - 2] in self.phrases.seats
                beside = before in TOWARDS and named_before and self.small[0] == "if" and (
                    last == "the player" or last in self.phrases.seats)
                one = f"{{{last}/{self.words[at]}}}" if beside else self.words[at]
                last, since = (HE, at) if one_of else (one, -1)
            elif word in ("player", "players") and self._says_again(at, named_before):
                pass
            elif word in ("player", "players"):
                last, since = (HE, at) if self._several(at) else ("the player", -1)
                behind = self.words[at + 1 : at + 2]
                if behind and len(behind[0]) == 1 and behind[0].isupper():
                    last, since = behind[0], -1
                elif self.small[at + 1 : at + 3] == ["to", "the"] and (
                    side := SIDES.get("".join(self.small[at + 3 : at + 4]))
                ):
                    last, since = f"the player's {side}", -1
                elif at > 1 and self.small[at - 2] == "the" and before in BESIDE:
                    last, since = f"the player's {BESIDE[before]}", -1
                if each is None and LOOP.fullmatch(" ".join(self.small[:at])):
                    each = last, since
            elif word in ANYBODY:
                last, since = HE, at
            elif at == 0 and len(word) == 1 and self.words[0].isupper() and word != "a":
                last, since = self.words[0], -1  # `P discards one of his cards`
            elif before == "the" and self._is_said_of(at, named_before):
                pass
            elif before == "the" and self.small[at + 1 : at + 2] != ["becomes"] and any(
                not s.noun and s.kind == "player"
                for s in self.speech.known.attributes.get(self.words[at], ())
            ):
                last, since = f"the {self.words[at]}", -1
            elif word == "owner" and (thing := self._owned(at)):
                last, since = HE, at
                self.owner = "its owner" if thing == "it" else f"{thing}'s owner"
            elif word == "opponent" and len(self.phrases.seats) < THREE and not SEVERAL.match(
                before
            ):
                last, since = "the player's opponent", -1
            elif word in ("opponent", "opponents") and (before == "an" or SEVERAL.match(before)):
                last, since = HE, at
            outer = was if last == HE != was[0] else outer
            if (last, since) != was:
                prior, prior_at = was, at
            if was == (last, since):
                continue
            if self._compared_with(at):
                subject = subject or was
            if last == HE and DENIED.search(" ".join(self.small[: at + 1])):
                nobody = was
            elif last != HE and subject is None:
                nobody = None

    def _taken(self, at: int) -> str:
        """The captured piece that the line has spoken of, which may be somebody's."""
        captured = next((n for n in range(at - 1) if self.small[n] == "captured"), None)
        if captured is None or self.small[at + 1 : at + 2] == ["'s"]:
            return ""
        noun = self.words[captured + 1]
        owned = any(s.noun == noun for s in self.speech.known.attributes.get("owner", ()))
        return f"the captured {noun}" if owned else ""

    def _named_in_clause(self, at: int) -> str:
        """The player with a name of whom the clause is that says `himself`."""
        start = next((n + 1 for n in range(at - 1, -1, -1) if self.small[n] in OPENING), 0)
        one = self.words[start]
        return one if NAMED.fullmatch(one) and self.words[start + 1] != "'s" else ""

    def _kept(self, at: int) -> tuple[str, int] | None:
        """The player whom a thing that the line speaks of keeps: `its lord`, `b1 has no lord`."""
        if not any(s.noun not in ("", "player") and s.kind == "player"
                   for s in self.speech.known.attributes.get(self.words[at], ())):
            return None
        start = next((n + 1 for n in range(at - 1, -1, -1) if self.small[n] in OPENING), 0)
        said = " ".join(self.words[start:at]).replace(" 's", "'s")
        whose = KEEPER.fullmatch(said)
        if whose is None:
            return None
        front = whose["thing"] + "'s" if whose["thing"] != "it" else "its"
        return re.sub(r"^it's\b", "its", f"{front} {self.words[at]}"), at

    def _is_said_of(self, at: int, named: bool) -> bool:
        """Whether an attribute says who somebody is, speaking of no other: `Red is the dealer`."""
        words = self.small[max(at - 3, 0) : at - 1]
        return named and bool(words) and (words[-1] in COPULAS[:2] or words[-2:] == ["is", "not"])

    def _others(self, since: int) -> bool:
        """Whether who is spoken of are several, the other players."""
        return self.small[since] == "players" and self.small[since - 1] == "other"

    def _owned(self, at: int) -> str:
        """The thing whose owner is spoken of: `the captured Stone's owner`, `the owner of A`."""
        words, nouns = self.words, (*self.phrases.pieces,)
        if self.small[at - 1 : at] == ["'s"]:
            if self.small[at - 2] == "it":
                return "it"
            part = words[max(at - 4, 0) : at - 1]
        elif self.small[at + 1 : at + 2] == ["of"]:
            part = words[at + 2 : at + 5]
            part = part[:1] if NAMED.fullmatch(part[0] if part else "") else part
            part = part[: next((i + 1 for i, word in enumerate(part) if word in nouns), 0)
                        or len(part)]
        else:
            return ""
        if part and NAMED.fullmatch(part[-1]):
            return part[-1]
        said = " ".join(part)
        thing = re.search(r"(?:^| )((?:the|that|this) (?:captured )?)(\S+)$", said)
        return "" if thing is None or thing[2] not in nouns else (
            f"the {'captured ' if 'captured' in thing[1] else ''}{thing[2]}")

    def _says_again(self, at: int, named: bool) -> bool:
        """Whether `player` speaks of no other: it is `that player`, of whom was spoken before, or
        one who is told by where he sits from him, `the player before him`."""
        before, behind = self.small[at - 1] if at else "", self.small[at + 1 : at + 3]
        if before in ("that", "this"):
            return named
        return before == "the" and len(behind) > 1 and (
            behind[0] in SEATED and behind[1] in PERSONS)

    def _compared(self, at: int) -> bool:
        """Whether a `he` is one with whom others are compared: `nobody has more than him`."""
        behind = [*self.small[at + 1 : at + 3], "", ""]
        if self.small[at] in ("himself", "themselves") or not at or (
            self.small[at - 1] not in ("than", "as")
        ):
            return False
        return behind[0] in CLOSING or (
            behind[0] in ("has", "have", "does", "do", "is") and behind[1] in CLOSING)

    def _is_another(self, since: int, at: int) -> bool:
        """Whether a `he` is not the one of several that was spoken of: to whom that one does
        something, `somebody attacks him`; of whom a further clause tells, where that is nobody."""
        between = {*self.small[since:at]}
        nobody = self.small[since] == "nobody" or "no" in self.small[max(since - 2, 0) : since]
        if nobody and CLAUSE & between:
            return True
        seated = self.small[at - 1] in SEATED and self.small[at - 2] == "player"
        return self.small[at] == "him" and not seated and not (CLAUSE | RELATIVE) & between

    def _compared_with(self, at: int) -> bool:
        """Whether who is spoken of is compared with: `than that of every other player`."""
        for back in range(at - 1, max(at - COMPARED, 0) - 1, -1):
            word = self.small[back]
            if word in (",", "is", "are", "has", "have", "soon", "long"):
                return False
            if word in ("than", "as"):
                return self.small[back - 1] not in ("soon", "long")
        return False

    def _several(self, at: int) -> bool:
        """Whether the players of a phrase are some, not one that is known."""
        for word in reversed(self.small[max(at - 4, 0) : at]):
            if word in ("the", "that", "this", ",", "'s"):
                return False
            if SEVERAL.fullmatch(word):
                return True
        return False
