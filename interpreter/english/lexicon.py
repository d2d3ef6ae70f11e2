"""What single words and declared phrases of a line can be, and which parts of it are the language's
own already.

Model. Every declared phrase in it, in whatever form, is a phrase of the
categories that the rules ask for: `pnum`, a number that players have; `zone`; `adj` … A part that
the parser takes as a condition, an effect, a number, a thing is one of `cond`, `eff`, `n`,
`thing`, `player` as it stands.
"""

from __future__ import annotations

import re
from functools import cached_property

from rulewright.interpreter.english.degrees import degree_of
from rulewright.interpreter.english.line_words import HIS, tidy, words_of
from rulewright.interpreter.english.new_names import NEW, new_name
from rulewright.interpreter.english.own_parts import OWN, OwnParts
from rulewright.interpreter.english.persons import FOE, HE, PERSONS, Persons
from rulewright.interpreter.english.phrase import Phrase
from rulewright.interpreter.english.text_names import TextNames
from rulewright.interpreter.english.undoing import ended
from rulewright.interpreter.syntax.mentions import stem
from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.words import (
    CELL,
    NUMBERS,
    RESERVED,
    UNRESERVED,
    digits,
    plural,
    singular,
)

LONGEST = 6  # words of a declared phrase
FORM, CASE, ALIAS = 0.3, 0.05, 0.5  # what it costs to take a word for a form of another
DOUBTED = 5.0  # to take for the language's own what may mean nothing
#: Words for the number by which most games are won.
POINTS = ("point", "points", "score", "scores", "vp")
TWO = 2
LEAST_NOUN = 3  # letters of an adjective that may be a noun however it ends
#: Relations to what one has with one.
CARRYING = frozenset("carrying holding wearing wielding bearing owning having possessing keeping"
                     " using".split())
#: Kinds of attributes that are nothing of which things are parts.
NO_WHOLES = ("number", "words", "truth", "one", "", "player", "direction")
#: What a value of a player may be that tells what he is.
ROLES = frozenset("role side class character job office rank faction team party trade".split())
#: Words between a number that players have and that for which they have it.
BETWEEN = ("of", "in", "with", "for", "from", "towards")
#: What a definition is about.
ABOUT = re.compile(r"(?:an? (?P<about>.+?)(?= (?:if|when|unless)\b)"
                   r"|the .+? of an? (?P<of>.+?)(?= is\b))")
OF_A_PLAYER = re.compile(r"(?:a|the .+? of a) player\b")  # a definition
FRIENDLY = ("friendly", "own")
HOSTILE = ("enemy", "opposing", "hostile", "rival", "foreign")
OTHERS = tuple(tuple(words.split()) for words in (
    "another player", "other players", "other player", "any other player",
    "some other player", "another 's",
    "the other players", "an opponent", "opponents", "any opponent", "his opponents",
    "someone else", "somebody else", "anyone else", "other 's", "an enemy"))
RIVAL_SIDE = tuple(tuple(words.split()) for words in (
    "the opponent", "the other player", "the enemy", "the rival", "the adversary",
    "the opposing player", "the opposite player"))
#: What one does to what one is turned to.
LOOKING = tuple(tuple(words.split()) for words in (
    "faces", "looks at", "is looking at", "points at", "points to", "is pointing at", "is facing",
    "looks towards", "aims at", "stares at"))
ABOARD = (("on", "the", "board"), ("in", "play"), ("on", "the", "map"), ("on", "board"))
UN = re.compile(r"un(?=...)|non-?(?=...)")


class Lexicon:
    """The words of one line, and what they can be."""

    def __init__(self, text: str, names: TextNames, own: OwnParts, head: str = "") -> None:
        self.speech, self.phrases = names.speech, names.phrases
        self.names, self.own = names, own
        self.head = head if ABOUT.match(head) else ""
        self.side = self._side(head)  # whose pieces are `friendly`
        self.of_a_player = OF_A_PLAYER.match(head) is not None
        self.words = list(words_of(text))
        self.small = [word.lower() for word in self.words]
        self.persons = Persons(self.words, self.speech)
        self.found: dict[tuple[str, int, int], list[Phrase]] = {}
        for at in range(len(self.words)):
            self._phrases_at(at)

    def at(self, category: str, start: int, end: int) -> list[Phrase]:
        """The phrases of a category that some words are by themselves."""
        found = self.found.get((category, start, end), [])
        if category in NEW:
            name = new_name(category, self.words[start:end])
            return [] if name is None else [Phrase(name[0], name[3], name[1], name[2])]
        if category not in OWN or not self.own.possible(self.words[start:end]):
            return found
        text = self.text(start, end)
        since = self.persons.since
        if any(self.small[k] in PERSONS and since[k] >= start for k in range(start, end)):
            return found  # `he` is each of those that the part itself is about
        if self.own.taken(category, text.replace(HE, "the player")):
            place = self.names.as_a_place
            cost = DOUBTED if place is not None and place.search(text) else 0.2
            return [*found, Phrase(text, cost, noun=self.own.kind_of(text))]
        return found

    def text(self, start: int, end: int) -> str:
        """Some words as a line has them, with `he` said in full."""
        said = []
        for at in range(start, end):
            said.append(self.persons.he[at] if self.small[at] in PERSONS else self.words[at])
        return tidy(" ".join(said))

    def written(self, start: int, end: int) -> str:
        """Some words as they stand."""
        said = " ".join(self.words[start:end])
        said = re.sub(r"\b(he|they|you|it) 's(?= |$)", lambda m: HIS[m[1]], said)
        return re.sub(r" ('s|[,;:])", r"\1", said)

    def quoted(self, start: int, end: int) -> str:
        """Some words as they stand, for a text of an option."""
        return self.written(start, end).replace('"', "")

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
    def own_side(self) -> str:
        """Whose opponent `the opponent` is where no other is spoken of: the player's, if there is
        one in the head of a definition, or the one whose piece it is about."""
        if self.side.endswith("owner") and not re.search(r" an? player\b", self.head):
            return self.side
        player = re.search(r" an? player ([A-Z])\b", f" {self.head}")
        return player[1] if player else "the player"

    @cached_property
    def rivals(self) -> str:
        """What is said of the pieces that are not of the own side."""
        if len(self.phrases.seats) == TWO:
            return f"of {self.side}'s opponent"
        return f"whose owner is not {self.side}"

    def _sided(self, at: int) -> None:
        """Words that say of which side pieces are."""
        for words in RIVAL_SIDE:
            if tuple(self.small[at : at + len(words)]) == words:
                self._add("rivalside", at, len(words), Phrase(FOE, noun="player"))
        if not self.side:
            return
        small = self.small[at]
        if small == "it" and self.of_a_player:
            self._add("player", at, 1, Phrase(self.side, FORM, noun="player"))
        if small in FRIENDLY:
            self._add("friend", at, 1, Phrase(self.side, noun="player"))
        if small in HOSTILE:
            self._add("rival", at, 1, Phrase(self.rivals))
        for words in OTHERS:
            if tuple(self.small[at : at + len(words)]) == words:
                self._add("others", at, len(words), Phrase(self.rivals))

    # -- declared phrases -----------------------------------------------------------------------

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
            self.persons.named[at]  # else it is one of the lines above
        ):
            self._add("player", at, 2, Phrase(self.persons.he[at], 0.1, noun="player"))
        if small in PERSONS:
            self._add("player", at, 1, Phrase(self.persons.he[at], 0.1, noun="player"))
        if found := UN.match(small):  # `unoccupied`, `non-wet`
            known_adj = self.names.small.get((small[found.end() :],))
            if known_adj is not None and known_adj[0] == "ADJ":
                self._add("unadj", at, 1, Phrase(known_adj[1]))
        for named, setting in self.names.settings.items():
            if tuple(self.small[at : at + len(named)]) == named:
                self._add("setting", at, len(named), Phrase(setting))
        longest = min(LONGEST, len(self.words) - at)
        for length in range(longest, 0, -1):
            phrase = tuple(self.words[at : at + length])
            known, cost = self.phrases.table.get(phrase), 0.0
            in_small = self.names.small.get(tuple(self.small[at : at + length]))
            if known is None and in_small is not None and in_small[0] != "STEPNAME":
                known, cost = in_small, CASE
            if known is None and not (length == 1 and small in RESERVED | UNRESERVED):
                known, cost = self.speech.stems.get(tuple(stem(w) for w in phrase)), FORM
            if known is None:  # `no trick` is of `tricks` rather than of `step Trick`
                known, cost = in_small, CASE
            if known is None and length == 1 and word[:1].isupper():
                known, cost = self.speech.stems.get((stem(small),)), FORM
            if known is None and length == 1 and small.endswith("s") and small not in RESERVED:
                known, cost = self.names.small.get((small[:-1],)), FORM  # `hills` of `hill`
                if known is not None and known[0] == "ADJ":
                    self._plural_quality(at, known[1])
                known = known if known and (
                    known[0] == "VAL" or known[1] in self.phrases.zones) else None
            if known is None and length == 1 and (small,) not in self.names.small:
                # `a bell` of the value `bells`, `a wound` of the number `wounds`
                known, cost = self.names.small.get((plural(small),)), FORM
                known = known if known and known[0] in ("VAL", "ATTR") else None
            if known is not None:
                self._named(at, length, *known, cost)
                if known[0] == "ATTR" and length == 1 and small == plural(known[1].lower()):
                    self._many_numbers(at, known[1])
            category, qualities = ended(
                self.speech, tuple(self.small[at : at + length]), self.words)
            for name, noun in qualities:
                self._add(category, at, length, Phrase(name, FORM, noun=noun))
            for category, verbs in self.names.verbs.items():
                if verb := verbs.get(tuple(self.small[at : at + length])):
                    who = next((known.noun for known in self.speech.known.verbs[verb]), "")
                    one = Phrase(verb, 0.0, who, self.speech.plural(who))
                    if category == "doingverb":
                        one = Phrase(verb, 0.0, many=_bare(verb), noun=who)
                    self._add(category, at, length, one)
        for prep, of in self.speech.known.prepositions.items():  # `are at war`, of two
            front = tuple(prep.split()[:-1])
            if front and tuple(self.small[at : at + len(front)]) == front:
                self._add("mutual", at, len(front), Phrase(
                    prep, FORM, noun=of[0].noun if of else ""))
        for looking in LOOKING:
            if tuple(self.small[at : at + len(looking)]) == looking and not any(
                verb.split()[0] == looking[0] for verb in self.speech.known.verbs
            ):
                self._add("plainlooking", at, len(looking), Phrase("looks"))
        if small.endswith(("er", "est")):
            for category, name in degree_of(small, self._plain_numbers):
                noun = next(s.noun for s in self._signatures(name))
                self._add(category, at, 1, Phrase(name, 0.0, noun=noun))
        if small in self.names.able:
            self._add("ableprep", at, 1, Phrase(self.names.able[small]))
        for category, agents in self.names.agents.items():
            if small in agents:
                name, noun = agents[small]
                self._add(category, at, 1, Phrase(name, FORM, noun=noun))
        for category, deeds in self.names.deeds.items():
            if small in deeds:
                self._add(category, at, 1, Phrase(deeds[small], FORM))
        if stem(small) == "discard":
            zones = [zone for zone in self.phrases.zones if "discard" in zone.lower()]
            if not zones:
                self._add("discards", at, 1, Phrase("off"))
            elif len(zones) == 1 and not self.names.zones[zones[0]][0]:
                self._add("discardsto", at, 1, Phrase(f"the {zones[0]}"))
        if small in POINTS and ("pnum", at, at + 1) not in self.found:
            alike = [name for name in (*POINTS, "victory points")
                     if any(s.noun == "player" for s in self._signatures(name))]
            if len(alike) == 1:
                self._add("pnum", at, 1, Phrase(alike[0], ALIAS))

    def _signatures(self, name: str) -> list[Signature]:
        return self.speech.known.attributes.get(name, [])

    @cached_property
    def _plain_numbers(self) -> frozenset[str]:
        """The numbers that things have, but not for each of a kind."""
        return frozenset(name for name, known in self.speech.known.attributes.items()
                         if known and all(s.kind == "number" and s.noun and not s.others
                                          for s in known))

    def _named(self, at: int, length: int, kind: str, text: str, cost: float) -> None:
        match kind:
            case "NOUN" | "NOUNS":
                thing = Phrase(text, cost, text, self.speech.plural(text), text)
                of = ("piecen" if text in self.phrases.pieces else
                      "celln" if text in self.phrases.cells else
                      "playern" if text == "player" else "kindn")
                for category in ("noun", of, *(() if text in self.names.owned else ("freen",))):
                    self._add(category, at, length, thing)
                self._attribute(at, length, text, cost)  # that is called as its kind
                holder = [s.name for known in self.speech.known.attributes.values() for s in known
                          if s.noun == text and s.kind == "player" and not s.others]
                if len(holder) == 1 and of != "piecen" and of != "playern":
                    whose = f"whose {holder[0]} is"
                    self._add("heldn", at, length, Phrase(
                        f"{text} {whose}", cost, f"{text} {whose}", f"{thing.many} {whose}", text))
                parts = {(s.name, s.kind) for known in self.speech.known.attributes.values()
                         for s in known if s.noun == text and not s.others
                         and s.kind not in NO_WHOLES and not s.defined}
                kept = [s.name for known in self.speech.known.attributes.values() for s in known
                        if s.noun == "player" and s.kind == text and not s.others and not s.defined]
                if len(kept) == 1:  # `the stop he left`, of where a player is
                    self._add("keptn", at, length, Phrase(kept[0], cost, noun=text))
                if of != "piecen" and of != "playern" and len(parts) == 1:
                    (name, _), = parts  # `its districts`, of a canton
                    self._add("partn", at, length, Phrase(
                        f"{text} whose {name} is", cost, f"{text} whose {name} is",
                        f"{thing.many} whose {name} is", text))
            case "VAL":
                noun = self.speech.known.nouns.get(text, "")
                seat = text in self.phrases.seats
                self._add("seat" if seat else "val", at, length, Phrase(text, cost, noun=noun))
                self._held(at, length, text, cost, noun)
                self._carried(at, length, text, cost, noun)
                if noun and not seat and all(
                    s.kind != noun for known in self.speech.known.attributes.values() for s in known
                ):  # nothing is so, as with `the hill`, or plays it, as with `the thief`
                    self._add("item", at, length, Phrase(text, cost, noun=noun))
                self._of_players(at, length, text, cost, "" if seat else noun)
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
                if kind == "ADJ" and length == 1 and noun and len(said_of) == 1:
                    self._kind_of_thing(at, text, noun, cost)

    def _plural_quality(self, at: int, adjective: str) -> None:
        """`pens`, where pastures can be `pen`."""
        said_of = self.speech.known.adjectives.get(adjective, [])
        if len(said_of) == 1 and said_of[0].noun:
            self._kind_of_thing(at, adjective, said_of[0].noun, FORM)

    def _kind_of_thing(self, at: int, adjective: str, noun: str, cost: float) -> None:
        """An adjective that is a noun in English: `the pens`, of pastures that can be `pen`."""
        before = "".join(self.small[at - 1 : at]) if at else ""
        behind = tuple(self.words[at + 1 : at + 2])
        follows = self.phrases.table.get(behind, ("",))[0]
        if adjective.endswith(("ed", "en", "ing")) and len(adjective) > LEAST_NOUN:
            return
        if before in ("is", "are", "not", "becomes", "become") or follows in ("NOUN", "NOUNS"):
            return
        one, many = f"{adjective} {noun}", f"{adjective} {self.speech.plural(noun)}"
        self._add("valn", at, 1, Phrase(one, cost + FORM, one, many, noun))

    def _of_players(self, at: int, length: int, value: str, cost: float, noun: str) -> None:
        """A value that says whose it is, `mill's builder`; and one that is a player's role."""
        holders = [s.name for known in self.speech.known.attributes.values() for s in known
                   if noun and s.noun == noun and s.kind == "player" and not s.others]
        if len(holders) == 1:
            self._add("keptval", at, length, Phrase(f"{value}'s {holders[0]}", cost, noun=noun))
        named = self.speech.known.held.get(value, [])
        if len(named) == 1 and named[0] in ROLES and all(
            s.noun == "player" and not s.others for s in self._signatures(named[0])
        ):
            role = f"{named[0]} is {value}"
            self._add("rolen", at, length, Phrase(
                role, cost, f"player whose {role}", f"players whose {role}", "player"))

    def _carried(self, at: int, length: int, value: str, cost: float, noun: str) -> None:
        """A value that one can be carrying, where one relation keeps who has it."""
        preps = [(prep, s.noun) for prep, known in self.speech.known.prepositions.items()
                 for s in known if noun and [kind for _, kind in s.others] == [noun]
                 and prep.split()[-1] in CARRYING and not s.defined]
        if len(preps) == 1:
            (prep, who), = preps
            said = f"{prep} {value}"
            self._add("carried", at, length, Phrase(said, cost, said, said, who))

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
        stores = {(s.name, s.others[0][0], s.ends) for known in every for s in known
                  if noun and s.noun == "player" and s.kind == "number"
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
            of, held = self.names.zones[text]
            category = {"player": "pzone", "": "gzone"}.get(of, "tzone")
            self._add(category, at, length, Phrase(text, cost, one=of, noun=held))
            if category == "tzone" and self.words[at + length - 1] == plural(text).split()[-1]:
                self._add("tzones", at, length, Phrase(text, one=of, noun=held))
            if text in self.names.decks:
                self._add("deck", at, length, Phrase(text, cost))
            return
        for s in self._signatures(text):
            phrase = Phrase(text, cost, noun=s.noun, ends=s.ends)
            whose = {"player": "p", "": "g"}.get(s.noun, "t")
            if s.others:
                self._paired(at, length, s, cost)
                continue
            self._add(f"{whose}attr", at, length, phrase)
            self._add("attr", at, length, phrase)
            if s.kind != "player":
                self._add("trait", at, length, phrase)
            if s.kind == "number":
                self._add(f"{whose}num", at, length, phrase)
                self._add("num_attr", at, length, phrase)
                self._through(at, length, s, cost)
            elif s.kind not in ("words", "truth", "one", ""):
                self._add(f"{whose}ref", at, length, Phrase(text, cost, noun=s.kind))
                if s.noun in self.phrases.cells and s.kind != "player" and (
                    len(self._signatures(text)) == 1
                ):  # `the harbour of the port`, of what cells keep
                    whose = f"whose {text} is"
                    self._add("keepern", at, length, Phrase(
                        f"{s.noun} {whose}", cost, f"{s.noun} {whose}",
                        f"{self.speech.plural(s.noun)} {whose}", s.noun))

    def _through(self, at: int, length: int, s: Signature, cost: float) -> None:
        """A number of what things have, as if they had it: `its power` is that of its rank. The
        name is what they have, its word for one is the number."""
        if s.noun in ("", "player") or len(self._signatures(s.name)) > 1:
            return
        having = {(one.noun, one.name) for known in self.speech.known.attributes.values()
                  for one in known if one.kind == s.noun and not one.others}
        if len(having) == 1:
            (noun, name), = having
            if noun and noun != "player":
                self._add("throughn", at, length, Phrase(name, cost, one=s.name, noun=noun))

    def _many_numbers(self, at: int, name: str) -> None:
        """The numbers of several things: `the ranks of the Cards`."""
        for s in self._signatures(name):
            if s.kind == "number" and not s.others and s.noun not in ("player", ""):
                self._add("tnums", at, 1, Phrase(name, FORM, noun=s.noun))

    def _paired(self, at: int, length: int, s: Signature, cost: float) -> None:
        """A number that players have for each of a kind, as far as the kind: `stake of`; alone, it
        is that for each of the kind; one that other things have, as far as the kind."""
        if s.noun == "" or s.kind != "number" or len(s.others) != 1:
            return
        (word, noun), = s.others
        of_player = s.noun == "player"
        if "".join(self.small[at + length : at + length + 1]) in (word, *BETWEEN):
            self._add("ppairn" if of_player else "tpairn", at, length + 1,
                      Phrase(f"{s.name} {word}", cost, noun=noun))
        if of_player and noun == "player":
            self._add("mutualn", at, length, Phrase(f"{s.name} {word}", cost, noun=noun))
        if of_player:
            self._add("ppairsn", at, length, Phrase(
                s.name, cost, f"{s.name} {word} the {noun}", self.speech.plural(noun), noun))

    def _add(self, category: str, at: int, length: int, phrase: Phrase) -> None:
        held = self.found.setdefault((category, at, at + length), [])
        if all(one.text != phrase.text or one.noun != phrase.noun for one in held):
            held.append(phrase)


def _bare(verb: str) -> str:
    """A verb as it stands behind `does not`: `hold` for `holds`."""
    first, *rest = verb.split()
    return " ".join((singular(first) if first.endswith("s") else first, *rest))
