"""What single words and declared phrases of a line can be, and which parts of it are the language's
own already.

Model. A line is a list of words. `his` is `he` and `'s`, and so are the like; `he` is the player
that the line spoke of last. Every declared phrase in it, in whatever form, is a phrase of the
categories that the rules ask for: `pnum`, a number that players have; `zone`; `adj` … A part that
the parser takes as a condition, an effect, a number, a thing is one of `cond`, `eff`, `n`,
`thing`, `player` as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from rulewright.interpreter.english.new_names import NEW, new_name
from rulewright.interpreter.english.rules import Rule
from rulewright.interpreter.english.verbs import IRREGULAR, forms
from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.lexer import RAW
from rulewright.interpreter.syntax.mentions import Speech, stem
from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.words import (
    CELL,
    EMPTY_WORDS,
    KEYWORDS,
    NUMBERS,
    RESERVED,
    STATEMENT_WORDS,
    UNRESERVED,
    digits,
    singular,
)

LONGEST = 6  # words of a declared phrase
MOST_WORDS = 18  # of a part that the parser is asked about
FORM, CASE, ALIAS = 0.3, 0.05, 0.5  # what it costs to take a word for a form of another
WHOSE = {"his": "he", "her": "he", "their": "they", "your": "you", "my": "you", "its": "it",
         "hers": "he", "theirs": "they", "our": "you"}
PERSONS = ("he", "she", "him", "they", "them", "you", "i", "we", "himself", "themselves")
PLAYERS = ("player", "players", "owner", "opponent")
SIDES = {"left": "next player", "right": "previous player"}
BESIDE = {"next": "next player", "following": "next player", "previous": "previous player",
          "preceding": "previous player"}
#: Words behind which a seat says who somebody is: it speaks of no other.
COPULAS = ("is", "are", "not", "becomes")
SECOND_PERSON = ("you", "i", "we")
#: Words for the number by which most games are won.
POINTS = ("point", "points", "score", "scores", "vp")
SEVERAL = re.compile(r"(?:each|every|all|any|some|no|both|a|another|other|which|whoever)\b")
#: Words that by themselves are some or all players.
ANYBODY = ("everybody", "everyone", "nobody", "anybody", "anyone", "somebody", "someone")
#: `he`, where it is each of several players: who it is, who is spoken of by then says.
HE = "$he"
NUMERIC = re.compile(r"\d+$|the number of |the total |the (?:greatest|least) .* among "
                     r"|the distance |.* (?:plus|minus|times|divided by) ")


@record
class Phrase:
    """A phrase of a category, as the language says it: its `text`; of a set, its words for one and
    for several; what noun it is of."""

    text: str
    cost: float = 0.0
    one: str = ""
    many: str = ""
    noun: str = ""
    ends: tuple[str, str] = ("", "")  # of a number: the least and the greatest that it can be


#: A name that a rule asks for: of a zone; as `Deck`, of that from which one draws at random; as
#: `Hand`, of that of this name or the only one that players have; as `cell`, of the cells of the
#: one board; as `store`, of the one number that players have of each of a kind, `stock of`;
#: as `strength|power`, of an attribute.
ASKED = re.compile(r"\[([A-Z][\w |]*|cell|store|(?:[a-z]+\|)+[a-z]+)\]")
DECKS = ("Deck", "Stack", "Bag", "Pouch", "Draw Pile")
HIS = {"he": "his", "they": "their", "you": "your", "it": "its"}

#: Whether the parser takes a line of a section.
Readable = Callable[[str, Sequence[str]], bool]


class Lexicon:
    """The words of one line, and what they can be."""

    def __init__(self, text: str, speech: Speech, readable: Readable, head: str = "") -> None:
        self.speech, self.phrases, self.readable = speech, speech.phrases, readable
        self.side = self._side(head)  # whose pieces are `friendly`
        self.words = list(_words(text))
        self.small = [word.lower() for word in self.words]
        self.he: list[str] = []  # who `he` is at each word
        self.since: list[int] = []  # and where he was spoken of, if he is one of several
        self.named: list[bool] = []  # whether a player was spoken of before each word
        self._who()
        self.found: dict[tuple[str, int, int], list[Phrase]] = {}
        for at in range(len(self.words)):
            self._phrases_at(at)

    def at(self, category: str, start: int, end: int) -> list[Phrase]:
        """The phrases of a category that some words are by themselves."""
        found = self.found.get((category, start, end), [])
        if category in NEW:
            name = new_name(category, self.words[start:end])
            return [] if name is None else [Phrase(name[0], name[3], name[1], name[2])]
        own = OWN.get(category)
        if own is None or not self._could_be_own(start, end):
            return found
        text = self.text(start, end)
        if any(self.small[k] in PERSONS and self.since[k] >= start for k in range(start, end)):
            return found  # `he` is each of those that the part itself is about
        if self._is_own(category, own, text.replace(HE, "the player")):
            return [*found, Phrase(text, 0.2, noun=self.kind_of(text))]
        return found

    def text(self, start: int, end: int) -> str:
        """Some words as a line has them, with `he` said in full."""
        said = []
        for at in range(start, end):
            said.append(self.he[at] if self.small[at] in PERSONS else self.words[at])
        return tidy(" ".join(said))

    def written(self, start: int, end: int) -> str:
        """Some words as they stand."""
        said = " ".join(self.words[start:end])
        said = re.sub(r"\b(he|they|you|it) 's(?= |$)", lambda m: HIS[m[1]], said)
        return re.sub(r" ('s|[,;:])", r"\1", said)

    def quoted(self, start: int, end: int) -> str:
        """Some words as they stand, for a text of an option."""
        return self.written(start, end).replace('"', "")

    def fitted(self, rule: Rule) -> Rule | None:
        """A rule with the one name of those that it asks for, `[Deck|Stack]`, which the text
        declares; none where it declares none of them, or several."""
        template = rule.template
        for asked in ASKED.findall(template):
            held = [name for name in asked.split("|") if self._declares(name)]
            if asked == "cell":
                held = self.phrases.cells
            elif asked == "Deck":
                held = self._decks
            elif asked == "store":
                held = self._stores
            elif asked == "Hand" and not held:
                held = [zone for zone in self.phrases.zones if self.zones[zone][0] == "player"]
            if len(held) != 1:
                return None
            template = template.replace(f"[{asked}]", held[0])
        return rule if template == rule.template else replace(rule, template=template)

    @cached_property
    def _stores(self) -> list[str]:
        return [f"{s.name} {s.others[0][0]}" for known in self.speech.known.attributes.values()
                for s in known if s.noun == "player" and s.kind == "number" and len(s.others) == 1]

    def _declares(self, name: str) -> bool:
        return name in self.phrases.zones or bool(self._signatures(name))

    @cached_property
    def _decks(self) -> list[str]:
        """The zones of the game into which nobody sees, or what is called like one."""
        games = [zone for zone in self.phrases.zones
                 if not self.zones[zone][0]]
        hidden = " , ".join(" ".join(token.text for token in head) for head in self.phrases.heads
                            if head[0].text == "zone" and head[-1].text == "nobody")
        found = [zone for zone in games if re.search(rf"\b{re.escape(zone)}\b", hidden)]
        return found or [zone for zone in games if zone in DECKS]

    # -- whose pieces are friendly ---------------------------------------------------------------

    def _side(self, head: str) -> str:
        """Whose pieces are `friendly` in a block: the player's; in a definition about a piece its
        owner's; in one about something else that has no player, nobody's."""
        found = ABOUT.match(head)
        if found is None:
            return "the player"
        about = found["about"] or found["of"]
        words = about.split()
        for length in range(len(words), 0, -1):
            if " ".join(words[:length]) in self.phrases.pieces:
                name = "".join(words[length : length + 1])
                return f"{name}'s owner" if len(name) == 1 and name.isupper() else "its owner"
        player = re.search(r"(?:^| an? )player(?: ([A-Z])\b)?", about)
        return (player[1] or "the player") if player else ""

    @cached_property
    def rivals(self) -> str:
        """What is said of the pieces that are not of the own side."""
        if len(self.phrases.seats) == TWO:
            return f"of {self.side}'s opponent"
        return f"whose owner is not {self.side}"

    def _sided(self, at: int) -> None:
        """Words that say of which side pieces are."""
        if not self.side:
            return
        small = self.small[at]
        if small in FRIENDLY:
            self._add("friend", at, 1, Phrase(self.side, noun="player"))
        if small in HOSTILE:
            self._add("rival", at, 1, Phrase(self.rivals))
        for words in OTHERS:
            if tuple(self.small[at : at + len(words)]) == words:
                self._add("others", at, len(words), Phrase(self.rivals))

    def player_before_it(self) -> str:
        """The one player that the line spoke of before it says `it`, if it did."""
        at = self.small.index("it") if "it" in self.small else 0
        return self.he[at] if at and self.named[at] and self.he[at] != HE else ""

    # -- whom `he` means ------------------------------------------------------------------------

    def _who(self) -> None:
        """Say for each word which player the words in front of it spoke of last."""
        last, since, named = "the player", -1, False
        subject: tuple[str, int] | None = None  # who it was before `than …`
        for at, word in enumerate(self.small):
            before = self.small[at - 1] if at else ""
            if word == "," and subject:
                (last, since), subject = subject, None
            self.he.append("the player" if word in SECOND_PERSON else last)
            self.since.append(-1 if word in SECOND_PERSON else since)
            was = (last, since)
            self.named.append(named)
            named = named or self.words[at] in self.phrases.seats or word in PLAYERS
            if self.words[at] in self.phrases.seats and before not in COPULAS:
                one_of = before == "or" and self.words[at - 2] in self.phrases.seats
                last, since = (HE, at) if one_of else (self.words[at], -1)
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
            elif word in ANYBODY:
                last, since = HE, at
            elif at == 0 and len(word) == 1 and self.words[0].isupper() and word != "a":
                last, since = self.words[0], -1  # `P discards one of his cards`
            elif before == "the" and any(
                not s.noun and s.kind == "player" for s in self._signatures(self.words[at])
            ):
                last, since = f"the {self.words[at]}", -1
            elif word == "owner" and before == "'s" and self.small[at - 2] == "it":
                last, since = "its owner", -1
            elif word == "opponent" and len(self.phrases.seats) < THREE and not SEVERAL.match(
                before
            ):
                last, since = "the player's opponent", -1
            elif word in ("opponent", "opponents") and (before == "an" or SEVERAL.match(before)):
                last, since = HE, at
            if was != (last, since) and {"than", "as"} & {*self.small[max(at - 4, 0) : at]}:
                subject = subject or was

    def _several(self, at: int) -> bool:
        """Whether the players of a phrase are some, not one that is known."""
        for word in reversed(self.small[max(at - 4, 0) : at]):
            if word in ("the", "that", "this", ",", "'s"):
                return False
            if SEVERAL.fullmatch(word):
                return True
        return False

    # -- declared phrases -----------------------------------------------------------------------

    @cached_property
    def boxed(self) -> dict[str, str]:
        """For each piece of a player of which there is a number, and that is on cells of the one
        board or else in the box, the noun of these cells."""
        heads = [[token.text for token in head] for head in self.phrases.heads]
        held = {word for words in heads if words[0] == "zone" for word in words}
        boards = {words[1] for words in heads if words[0] == "board" and len(words) > 1}
        found = {}
        for words in heads if len(self.phrases.cells) == 1 else ():
            for noun in self.phrases.pieces:
                if words[0] == "piece" and " ".join(words[1:]).startswith(f"{noun} ") and (
                    ":" in words and "on" in words and boards & {*words}
                ) and noun not in held and self.speech.plural(noun) not in held:
                    front, behind = words[: words.index(":")], words[words.index(":") + 1 :]
                    if front[-1:] == ["player"] and behind[0].isdigit():
                        found[noun] = self.phrases.cells[0]
        return found

    def placed(self, text: str) -> str:
        """A text in which such pieces are counted on the board alone: those in the box are their
        player's as well."""
        for noun, cell in self.boxed.items():
            text = re.sub(IN_PLAY.replace("NOUN", f"(?:{noun}|{self.speech.plural(noun)})").replace(
                "SEAT", "|".join(map(re.escape, self.phrases.seats)) or "player"),
                rf"\g<front>\g<set> on some {cell}", text)
        return text

    @cached_property
    def zones(self) -> dict[str, tuple[str, str]]:
        """For each zone the noun of which each has one, and of the pieces in it, if it is one."""
        found = dict.fromkeys(self.phrases.zones, ("", ""))
        for head in self.phrases.heads:
            words = [token.text for token in head]
            if words[0] != "zone" or ":" not in words:
                continue
            names, held = words[1 : words.index(":")], words[words.index(":") + 1 :]
            held = held[: held.index("seen")] if "seen" in held else held
            known = self.phrases.table.get(tuple(held[:-1] if held[-1:] == [","] else held))
            of = " ".join(names[names.index("of") + 2 :]) if "of" in names else ""
            for zone in found:
                if f" {zone} " in f" {' '.join(names)} ":
                    found[zone] = of, known[1] if known else ""
        return found

    @cached_property
    def _small(self) -> dict[tuple[str, ...], tuple[str, str]]:
        return {tuple(word.lower() for word in phrase): known
                for phrase, known in self.phrases.table.items()}

    @cached_property
    def _verbs(self) -> dict[str, dict[tuple[str, ...], str]]:
        """The verbs that begin with `can`, by the words behind it; the others, by what stands
        behind `is`: `is held by`."""
        can: dict[tuple[str, ...], str] = {}
        done: dict[tuple[str, ...], str] = {}
        for verb in self.speech.known.verbs:
            first, *rest = verb.lower().split()
            if first == "can":
                can[tuple(rest)] = verb
                continue
            base = next((b for b, known in IRREGULAR.items() if first in (b, *known.split())),
                        singular(first))
            for form in forms(base)[2:]:
                if not form.endswith(("ing", "s")):
                    done[form, *rest] = verb
        return {"canverb": can, "doneverb": done}

    def _phrases_at(self, at: int) -> None:
        word, small = self.words[at], self.small[at]
        if word.isdigit() or small in NUMBERS:
            self._add("num", at, 1, Phrase(digits(word)))
        self._sided(at)
        if len(self.phrases.cells) == 1:
            for words in ABOARD:
                if tuple(self.small[at : at + len(words)]) == words:
                    self._add("aboard", at, len(words), Phrase(f"on some {self.phrases.cells[0]}"))
        if word[:1] == '"':
            self._add("str", at, 1, Phrase(word))
        if CELL.fullmatch(word) and self.phrases.cells:
            self._add("thing", at, 1, Phrase(word, noun=self.phrases.cells[0]))
        if len(word) == 1 and word.isupper() and word not in ("A", "I"):
            self._add("name", at, 1, Phrase(word))
        if small in ("that", "this") and self.small[at + 1 : at + 2] == ["player"] and (
            self.named[at]  # else it is one of the lines above
        ):
            self._add("player", at, 2, Phrase(self.he[at], 0.1, noun="player"))
        if small in PERSONS:
            self._add("player", at, 1, Phrase(self.he[at], 0.1, noun="player"))
        if found := UN.match(small):  # `unoccupied`, `non-wet`
            known_adj = self._small.get((small[found.end() :],))
            if known_adj is not None and known_adj[0] == "ADJ":
                self._add("unadj", at, 1, Phrase(known_adj[1]))
        longest = min(LONGEST, len(self.words) - at)
        for length in range(longest, 0, -1):
            phrase = tuple(self.words[at : at + length])
            known, cost = self.phrases.table.get(phrase), 0.0
            if known is None:
                known, cost = self._small.get(tuple(self.small[at : at + length])), CASE
            if known is None and not (length == 1 and small in RESERVED | UNRESERVED):
                known, cost = self.speech.stems.get(tuple(stem(w) for w in phrase)), FORM
            if known is None and length == 1 and word[:1].isupper():
                known, cost = self.speech.stems.get((stem(small),)), FORM
            if known is None and length == 1 and small.endswith("s") and small not in RESERVED:
                known, cost = self._small.get((small[:-1],)), FORM  # `hills` of `hill`
                known = known if known and (
                    known[0] == "VAL" or known[1] in self.phrases.zones) else None
            if known is not None:
                self._named(at, length, *known, cost)
            for category, verbs in self._verbs.items():
                if verb := verbs.get(tuple(self.small[at : at + length])):
                    self._add(category, at, length, Phrase(verb))
        if stem(small) == "discard":
            zones = [zone for zone in self.phrases.zones if "discard" in zone.lower()]
            if not zones:
                self._add("discards", at, 1, Phrase("off"))
            elif len(zones) == 1 and not self.zones[zones[0]][0]:
                self._add("discardsto", at, 1, Phrase(f"the {zones[0]}"))
        if small in POINTS and ("pnum", at, at + 1) not in self.found:
            alike = [name for name in (*POINTS, "victory points")
                     if any(s.noun == "player" for s in self._signatures(name))]
            if len(alike) == 1:
                self._add("pnum", at, 1, Phrase(alike[0], ALIAS))

    def _signatures(self, name: str) -> list[Signature]:
        return self.speech.known.attributes.get(name, [])

    def _named(self, at: int, length: int, kind: str, text: str, cost: float) -> None:
        match kind:
            case "NOUN" | "NOUNS":
                thing = Phrase(text, cost, text, self.speech.plural(text), text)
                of = ("piecen" if text in self.phrases.pieces else
                      "celln" if text in self.phrases.cells else
                      "playern" if text == "player" else "kindn")
                for category in ("noun", of, *(() if text in self._owned else ("freen",))):
                    self._add(category, at, length, thing)
                self._attribute(at, length, text, cost)  # that is called as its kind
                holder = [s.name for known in self.speech.known.attributes.values() for s in known
                          if s.noun == text and s.kind == "player" and not s.others]
                if len(holder) == 1 and of != "piecen" and of != "playern":
                    whose = f"whose {holder[0]} is"
                    self._add("heldn", at, length, Phrase(
                        f"{text} {whose}", cost, f"{text} {whose}", f"{thing.many} {whose}", text))
            case "VAL":
                noun = self.speech.known.nouns.get(text, "")
                seat = text in self.phrases.seats
                self._add("seat" if seat else "val", at, length, Phrase(text, cost, noun=noun))
                self._held(at, length, text, cost, noun)
                of_it = [] if seat or (noun and self.phrases.paired) else [
                    one for one in (*self.phrases.pieces, *self.phrases.cells)
                    if self.speech.fits(text, one)]
                if len(of_it) == 1:
                    one, many = f"{text} {of_it[0]}", f"{text} {self.speech.plural(of_it[0])}"
                    self._add("valn", at, length, Phrase(one, cost + FORM, one, many, of_it[0]))
            case "ATTR":
                self._attribute(at, length, text, cost)
            case "ADJ" | "VERB" | "PREP" | "STEPNAME" | "MEMO" | "BOARDNAME":
                category = {"STEPNAME": "step", "MEMO": "memo", "BOARDNAME": "board"}.get(
                    kind, kind.lower())
                said_of = {"ADJ": self.speech.known.adjectives, "VERB": self.speech.known.verbs,
                           "PREP": self.speech.known.prepositions}.get(kind, {}).get(text, [])
                noun = said_of[0].noun if said_of else ""
                self._add(category, at, length, Phrase(text, cost, many=_bare(text), noun=noun))

    @cached_property
    def _owned(self) -> frozenset[str]:
        """The nouns of pieces that belong to players."""
        heads = [" ".join(token.text for token in head) for head in self.phrases.heads]
        return frozenset(noun for noun in self.phrases.pieces for head in heads
                         if head.startswith(f"piece {noun} ") and " of a player" in head)

    def _held(self, at: int, length: int, value: str, cost: float, noun: str) -> None:
        """A value as one that a thing becomes: `one` is the attribute that then is it."""
        named = self.speech.known.held.get(value, [])
        of: dict[str, set[str]] = {}
        for name, known in self.speech.known.attributes.items():
            for s in known:
                if not s.others and not s.defined and (
                    name in named or (noun and s.kind == noun and noun != "player")
                ):
                    of.setdefault(s.noun, set()).add(name)
        every = self.speech.known.attributes.values()
        stores = {(s.name, s.others[0][0], s.ends) for known in every for s in known if noun and s.noun == "player" and s.kind == "number"
                  and [kind for _, kind in s.others] == [noun]}
        if len(stores) == 1:  # `2 silk`, where players have a stock of each good
            (name, word, ends), = stores
            self._add("pnum", at, length, Phrase(f"{name} {word} {value}", cost + 0.3, ends=ends))
        for whose, names in of.items():
            if len(names) == 1:
                category = {"player": "pval", "": "gval"}.get(whose, "tval")
                name, = names
                self._add(category, at, length, Phrase(value, cost, one=name, noun=whose))

    def _attribute(self, at: int, length: int, text: str, cost: float) -> None:
        if text in self.phrases.zones:
            of, held = self.zones[text]
            self._add("pzone" if of else "gzone", at, length, Phrase(text, cost, noun=held))
            if text in self._decks:
                self._add("deck", at, length, Phrase(text, cost))
            return
        for s in self._signatures(text):
            phrase = Phrase(text, cost, noun=s.noun, ends=s.ends)
            whose = {"player": "p", "": "g"}.get(s.noun, "t")
            if s.others:
                self._add(f"{whose}pair", at, length, phrase)
                continue
            self._add(f"{whose}attr", at, length, phrase)
            self._add("attr", at, length, phrase)
            if s.kind != "player":
                self._add("trait", at, length, phrase)
            if s.kind == "number":
                self._add(f"{whose}num", at, length, phrase)
                self._add("num_attr", at, length, phrase)
            elif s.kind not in ("words", "truth", "one", ""):
                self._add(f"{whose}ref", at, length, Phrase(text, cost, noun=s.kind))

    def _add(self, category: str, at: int, length: int, phrase: Phrase) -> None:
        held = self.found.setdefault((category, at, at + length), [])
        if all(one.text != phrase.text or one.noun != phrase.noun for one in held):
            held.append(phrase)

    # -- what is said as the language says it -----------------------------------------------------

    def _could_be_own(self, start: int, end: int) -> bool:
        if not 0 < end - start <= MOST_WORDS or self.small[start] in JOINTS or (
            self.small[end - 1] in JOINTS
        ):
            return False
        return all(self._known(at) for at in range(start, end))

    @cached_property
    def _all(self) -> frozenset[str]:
        return frozenset(word for phrase in self.phrases.table for word in phrase)

    def _known(self, at: int) -> bool:
        word = self.words[at]
        return word in self._all or word in KEYWORDS or not word[:1].isalpha() or (
            len(word) == 1 or word in PERSONS) or CELL.fullmatch(word) is not None

    def _is_own(self, category: str, section: str, text: str) -> bool:
        first = text.split(" ")[0]
        if category == "eff" and (first in ("if", "for", "a", "an", "only") or (
            first not in STATEMENT_WORDS and not DOES.search(text)
        )):
            return False
        if category in ("thing", "player") and SEVERAL.match(text):
            return False
        if category == "f" and SUM.search(text):
            return False
        if NO_NAME.search(text):
            return False
        if category == "cond" and (NO_SUBJECT.match(text) or self._says_nothing(text)):
            return False
        if category in ("n", "f", "thing", "player"):
            if "whose" not in text and SAYS.search(text):
                return False  # what is so is no thing
            kind = self.kind_of(text)
            fits = {"n": kind == "number", "f": kind == "number", "player": kind == "player"}.get(
                category, kind not in ("number", "player"))
            if not fits:
                return False
        return self.readable(section, [text])

    def _says_nothing(self, text: str) -> bool:
        """Whether a condition is a set alone, of which it is not said what is so."""
        if text.removeprefix("the ") in ("it", *self.phrases.pieces, *self.phrases.cells):
            return True
        bare = BARE.match(text)
        return bare is not None and not any(
            re.search(rf"\b{re.escape(verb)}\b", text[bare.end() :])
            for verb in self.speech.known.verbs)

    def kind_of(self, text: str) -> str:
        """What a value is: `number`, `player` or another noun; nothing where it does not tell."""
        if NUMERIC.match(text):
            return "number"
        said = [m for m in self.speech.mentions(text)
                if m.kind in ("thing", "attribute", "set", "noun", "number")]
        if not said:
            return ""
        last = said[0] if " of " in text and said[0].kind == "attribute" else said[-1]
        if last.kind == "number":
            return "number"
        if last.kind == "attribute":
            kinds = [s.kind for s in self._signatures(last.text)]
            return kinds[0] if kinds else ""
        return last.noun


#: No condition: a thing beside one of a set (`it or a room next to it has …`); a set alone, or
#: behind `and` and `or` (`it holds a1 and every cell next to it`).
NO_SUBJECT = re.compile(r"(?:it|the [\w-]+) (?:or|and) (?:an?|every|some|no) "
                        r"(?!.*\b(?:if|where)\b)")
BARE = re.compile(r"(?:\(*(?:no|an?|every|some)|.* (?:and|or) (?:every|no)) "
                  r"(?!.*\b(?:is|are|was|were|has|have|includes?)\b)")
#: Categories of which a part can be as it stands, with the section of lines in which it can.
JOINTS = ("and", "or", ",", "'s", "if")
OWN = {"cond": "conditions", "n": "values", "f": "values", "thing": "values",
       "player": "values", "eff": "effects"}
SAYS = re.compile(
    r"^there |^not |(?<!that)(?<!who)(?<!which) (?:is|are|was|were|has|have) (?!.*\))")
DOES = re.compile(r" (?:becomes?|goes? (?:up|down)|wins|loses|begins|is drawn|ends)\b")
TWO, THREE = 2, 3
UN = re.compile(r"un(?=...)|non-?(?=...)")
#: Pieces that are counted, or that a player has, where nothing further is said of them.
IN_PLAY = (
    r"(?P<front>\b(?:the number of|among"
    r"|there (?:is|are) (?:no|an?|(?:at least|at most|exactly|more than|less than) \S+)) "
    r"|\b(?:player|players|opponent|owner|SEAT) (?:that )?(?:has|have) "
    r"(?:no|an?|(?:at least|at most|exactly|more than|less than|\{exactly/at least\}) \S+) \(?)"
    r"(?P<set>(?:(?!(?:to|some|that|of|on|in|every|no|the|next)\b)[a-z][\w-]* ){0,2}NOUN\b"
    r"(?: of (?:the player's opponent|the player to move|the player|its owner's opponent|its owner"
    r"|its|it|SEAT|\$?[A-Z]\b|\([^()]*\)))?)(?!'s)"
    r"(?! (?:on|next|in|that|whose|where|with|of|orthog|diag)\b)")
#: What the parser would take for the name of a thing.
NO_NAME = re.compile(r"(?<!turned) left$")
SUM = re.compile(r"^(?!\([^()]*\)$).* (?:plus|minus) ")  # no factor of a product
#: What a definition is about.
ABOUT = re.compile(r"(?:an? (?P<about>.+?)(?= if\b)|the .+? of an? (?P<of>.+?)(?= is\b))")
FRIENDLY = ("friendly", "own")
HOSTILE = ("enemy", "opposing", "hostile", "rival", "foreign")
OTHERS = tuple(tuple(words.split()) for words in (
    "another player", "other players", "any other player", "some other player", "another 's",
    "the other players", "an opponent", "opponents", "any opponent", "his opponents",
    "someone else", "somebody else", "anyone else", "other 's", "an enemy"))
ABOARD = (("on", "the", "board"), ("in", "play"), ("on", "the", "map"), ("on", "board"))


def _bare(verb: str) -> str:
    """A verb as it stands behind `does not`: `hold` for `holds`."""
    first, *rest = verb.split()
    return " ".join((singular(first) if first.endswith("s") else first, *rest))


CONTRACTED = re.compile(r"(\"[^\"]*\")|\b(ca|wo)?(\w*?)n['’]t\b|"
                        r"\b(there|it|that|he|she)['’]s (?!own\b)|\bcan(not)\b", re.I)


def _full(match: re.Match[str]) -> str:
    """`is not` for `isn't`, `there is` for `there's`."""
    quoted, odd, verb, who, cannot = match.groups()
    if quoted:
        return str(quoted)
    if who:
        return f"{who} is "
    if cannot:
        return "can not"
    return f"{ {'ca': 'can', 'wo': 'will'}.get((odd or '').lower(), '') or verb } not"


def _words(text: str) -> Iterator[str]:
    for match in RAW.finditer(CONTRACTED.sub(_full, text)):
        if match.lastgroup in ("SPACE", "COMMENT", "REFS"):
            continue
        word = match.group()
        if word.lower() in WHOSE:
            yield WHOSE[word.lower()]
            yield "'s"
        elif match.lastgroup == "POSS":
            yield "'s"
        elif word.lower() not in EMPTY_WORDS:
            yield word.replace("’", "'")


def tidy(text: str) -> str:
    """A text whose words stand apart, as a line is written."""
    text = re.sub(r"\bit 's\b", "its", text)
    text = re.sub(r" ('s|,|\))", r"\1", text).replace("( ", "(")
    return re.sub(r"(\w+s)'s (?=\w)", r"\1's ", text)
