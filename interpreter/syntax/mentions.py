"""What a line speaks of, however it is put together: the declared words in it, other things, words.

`mentions` cuts a text into mentions: things (`Red`, `the player`, `a1`, `it`), sets (`an empty cell
of Red`), attributes, adjectives, prepositions, verbs, numbers; a word that is a form of a declared
one counts as it (`camps`, `holds`, `covered`). What is none of these is kept as single words, in
which the forms of the language look for theirs (see `forms`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rulewright.interpreter.records import record
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.lexer import RAW
from rulewright.interpreter.syntax.signatures import Signatures
from rulewright.interpreter.syntax.words import (
    CELL,
    NUMBERS,
    RESERVED,
    UNRESERVED,
    digits,
    plural,
    with_article,
)

LONGEST = 6  # words of a declared phrase
SHORTEST = 4  # letters of a word that is taken for a form of another
ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "d", "e", "y")
IRREGULAR = {"won": "winn", "win": "winn", "wins": "winn", "held": "hold", "led": "lead"}
SAYING = ("is", "are", "becomes", "become")
#: The player whose turn it is, or another one, as other games' rules speak of them.
HE = ("he", "she", "his", "him", "her", "hers", "you", "your", "my", "i", "their", "theirs", "own")
RIVALS = ("opponent", "opponents", "enemy", "enemies", "rival", "adversary", "hostile", "opposing")
COUNTS = ("every", "each", "all", "some", "any", "no", "both", "another", "a", "an", "the", "of")
#: Which things of a set are meant, and how the language says it.
QUANTITY = {"a": "a", "an": "a", "every": "every", "each": "every", "all": "every",
            "both": "every", "no": "no",
            "neither": "no", "none": "no", "some": "some", "any": "some", "another": "some other"}
#: For each category of declared words, what a line that has one speaks of.
KINDS = {"NOUN": "noun", "NOUNS": "noun", "VAL": "thing", "ATTR": "attribute", "ADJ": "adjective",
         "VERB": "verb", "PREP": "preposition"}
#: `higher` compares; it does not say that something is `high`, as the text may declare it.
COMPARED, SAID_SO = re.compile(r"(?:er|est)$"), ("ADJ", "VAL")


@record
class Mention:
    """One thing that a line speaks of. `noun`: what it is; of a set, `one` and `many` are its words
    for one and for several, and `quantity` is which of them are meant, where that is said."""

    kind: str  # thing, set, attribute, adjective, preposition, verb, number, text, word
    text: str
    at: int
    noun: str = ""
    one: str = ""
    many: str = ""
    quantity: str = ""
    meant: bool = True  # not a form of a word by which another may be meant

    @property
    def a(self) -> str:
        return with_article(self.one)


class Speech:
    """The words of one text, and what can be told of them."""

    def __init__(self, phrases: PhraseTable, known: Signatures) -> None:
        self.phrases, self.known = phrases, known
        self.plurals = phrases.plurals()
        self.stems: dict[tuple[str, ...], tuple[str, str]] = {}
        for phrase, (kind, text) in phrases.table.items():
            if kind in KINDS:
                bare = phrase[1:] if kind == "VERB" and phrase[0] == "can" else phrase
                self.stems.setdefault(tuple(stem(word) for word in bare), (kind, text))

    def mentions(self, text: str) -> list[Mention]:
        """What a text speaks of, in its order."""
        words = [m.group() for m in RAW.finditer(text) if m.lastgroup != "SPACE"]
        plain = self._plain(words)
        return _numbered(self._things(plain))

    # -- declared words ----------------------------------------------------------------------

    def _plain(self, words: Sequence[str]) -> list[Mention]:
        """Every declared phrase, in whatever form, and every other word."""
        found: list[Mention] = []
        at = 0
        while at < len(words):
            mention, length = self._phrase(words, at)
            found.append(replace(mention, at=at))
            at += length
        return found

    def _phrase(self, words: Sequence[str], at: int) -> tuple[Mention, int]:
        table = self.phrases.table
        for length in range(min(LONGEST, len(words) - at), 0, -1):
            phrase = tuple(words[at : at + length])
            known = table.get(phrase) or table.get(tuple(w.lower() for w in phrase))
            if known and known[0] in KINDS:
                return self._named(*known), length
        word = words[at]
        if word.lower() in HE:
            return Mention("thing", "the player", at, "player"), 1
        if word.lower() in RIVALS and len(self.phrases.seats) < 3:
            return Mention("thing", "the player's opponent", at, "player"), 1
        if word in ("it", "its"):
            return Mention("thing", "it", at), 1
        if word.isdigit() or word.lower() in NUMBERS:
            return Mention("number", digits(word), at), 1
        if word[:1] == '"':
            return Mention("text", word, at), 1
        if CELL.fullmatch(word) and self.phrases.cells:
            return Mention("thing", word, at, self.phrases.cells[0]), 1
        if word not in RESERVED and word not in UNRESERVED:
            for length in range(min(LONGEST, len(words) - at), 0, -1):
                known = self.stems.get(tuple(stem(w) for w in words[at : at + length]))
                if known is not None and not _compares(word, known[0]):
                    return self._named(*known), length
            known = self._beginning(word)
            if known is not None and not _compares(word, known[0]):
                return replace(self._named(*known), meant=False), 1
        return Mention("word", word.lower(), at), 1

    def _beginning(self, word: str) -> tuple[str, str] | None:
        """The one declared word that a word begins like: `leads`, the leader; `covered`, cover."""
        begin = stem(word.lower().removeprefix("un"))
        within = [known for phrase, known in self.stems.items()
                  if len(phrase) > 1 and known[0] in ("PREP", "VERB", "ADJ") and begin in phrase]
        if len(within) == 1:
            return within[0]
        if len(begin) < SHORTEST:
            return None
        like = [known for phrase, known in self.stems.items() if len(phrase) == 1 and (
            known[1] != "player" and len(phrase[0]) >= SHORTEST and (
                phrase[0].startswith(begin) or begin.startswith(phrase[0])))]
        return like[0] if len(like) == 1 else None

    def _named(self, kind: str, text: str) -> Mention:
        several = "several" if kind == "NOUNS" else ""
        kind = KINDS[kind]
        if kind == "noun":
            return Mention("noun", text, 0, text, text, self.plural(text), several)
        if kind == "thing":
            return Mention("thing", text, 0, self.known.nouns.get(text, "word"))
        return Mention(kind, text, 0)

    # -- things and sets -----------------------------------------------------------------------

    def _things(self, plain: list[Mention]) -> list[Mention]:
        """The mentions, with sets and phrases of several words made one."""
        found: list[Mention] = []
        at = 0
        while at < len(plain):
            mention, length = self._set(plain, at)
            found.append(mention)
            at += length
        return found

    def _set(self, plain: list[Mention], at: int) -> tuple[Mention, int]:
        """The set, or the thing, that begins at a place; else what stands there."""
        start = at
        if plain[at].kind == "thing" and (cell := self._cell_of(plain, at)):
            return cell
        quantity, the = "", False
        while at < len(plain) and plain[at].text in (*COUNTS, "neither", "none", "other", "own"):
            word = plain[at].text
            quantity = QUANTITY.get(word, quantity)
            the = the or word == "the"
            if word == "other":
                quantity = f"{quantity or 'every'} other"
            at += 1
        whose = ""
        if at < len(plain) and plain[at].text in ("the player", "the player's opponent") and (
            plain[at].kind == "thing"
        ):
            whose = plain[at].text  # `his pieces`, `an enemy piece`
            at += 1
            at += at < len(plain) and plain[at].text in ("'s", "own")
        elif at + 1 < len(plain) and plain[at].noun == "player" and plain[at + 1].text == "'s":
            whose = plain[at].text
            at += 2
        like, noun, at = self._like(plain, at)
        if noun is None or (whose and noun.noun not in self.phrases.pieces):
            return plain[start], 1
        following = plain[at + 1] if at + 1 < len(plain) else None
        if following is not None and following.kind == "thing" and following.noun == noun.noun and (
            not like and not quantity
        ):
            return following, at + 2 - start  # `card seven`
        if noun.noun in self.phrases.pieces and the and following is not None and (
            following.text == "on" and at + 2 < len(plain) and plain[at + 2].kind == "thing"
        ):
            return Mention("thing", f"the {noun.noun} on {plain[at + 2].text}", plain[start].at,
                           noun.noun), at + 3 - start
        end = at + 1
        of = f" of {whose}" if whose else ""
        if not of and following is not None and following.text == "of":
            owner, length = self._owner(plain, end + 1)
            if owner:
                of = f" of {owner}"
                end += 1 + length
        single = noun.quantity != "several" and noun.meant
        if the and not like and not of and not quantity and single:
            return Mention("thing", f"the {noun.noun}", plain[start].at, noun.noun), end - start
        near, length = self._relation(plain, end, noun.noun)
        end += length
        words = " ".join(like) + " " if like else ""
        return Mention("set", "", plain[start].at, noun.noun, f"{words}{noun.noun}{of}{near}",
                       f"{words}{self.plural(noun.noun)}{of}{near}", quantity), end - start

    def _like(self, plain: list[Mention], at: int) -> tuple[list[str], Mention | None, int]:
        """What a set is like, its noun and the place of that; where only a value is named that
        pieces can have (`a king`), they are meant."""
        like: list[str] = []
        start = at
        while at < len(plain) and plain[at].kind in ("adjective", "thing") and (
            plain[at].noun not in ("player", "") or plain[at].kind == "adjective"
        ):
            like.append(plain[at].text)
            at += 1
        if at < len(plain) and plain[at].kind == "noun":
            noun = plain[at]
            if all(self.fits(word, noun.noun) for word in like):
                return like, noun, at
            return like, None, at
        if len(like) == 1 and plain[start].kind == "thing" and start > 0 and (
            start < 2 or plain[start - 2].text not in SAYING
        ):
            for piece in self.phrases.pieces:
                if self.fits(like[0], piece):
                    return like, self._named("NOUN", piece), start
        return like, None, at

    def fits(self, word: str, noun: str) -> bool:
        """Whether things of a noun can be so: an adjective of them, or what an attribute of
        theirs can be."""
        if any(s.noun == noun for s in self.known.adjectives.get(word, ())):
            return True
        of = self.known.nouns.get(word)
        return any(
            s.noun == noun and (s.name in self.known.held.get(word, ()) or (of and s.kind == of))
            for known in self.known.attributes.values() for s in known if s.name != "owner")

    def plural(self, noun: str) -> str:
        return self.plurals.get(noun, plural(noun))

    def _cell_of(self, plain: list[Mention], at: int) -> tuple[Mention, int] | None:
        """`its cell`, `the Token's cell`: where a piece stands."""
        thing = plain[at]
        behind = at + 1 + (at + 1 < len(plain) and plain[at + 1].text == "'s")
        if thing.text != "it" and behind == at + 1:
            return None
        if behind < len(plain) and plain[behind].kind == "noun" and (
            plain[behind].noun in self.phrases.cells
        ):
            cell = plain[behind].noun
            text = f"its {cell}" if thing.text == "it" else f"{thing.text}'s {cell}"
            return Mention("thing", text, thing.at, cell), behind + 1 - at
        return None

    def _owner(self, plain: list[Mention], at: int) -> tuple[str, int]:
        """The player that stands at a place behind `of`, and how many words that are."""
        skip = int(at < len(plain) and plain[at].text in ("the", "a", "an"))
        owner = plain[at + skip] if at + skip < len(plain) else None
        if owner is not None and owner.text == "it" and at + skip + 1 < len(plain) and (
            plain[at + skip + 1].text == "owner"
        ):
            return "its owner", 2 + skip
        if owner is None or owner.noun != "player":
            return "", 0
        return ("the player" if owner.kind == "noun" else owner.text), 1 + skip

    def _relation(self, plain: list[Mention], at: int, noun: str) -> tuple[str, int]:
        """`next to a1`, `in front of Red`, `on a1` behind a set."""
        if at + 1 >= len(plain):
            return "", 0
        relation, skip = plain[at], int(plain[at + 1].text == "the")
        thing = plain[at + 1 + skip] if at + 1 + skip < len(plain) else None
        if thing is None or thing.kind not in ("thing", "noun") or (skip == 0 and (
            thing.kind == "noun"
        )):
            return "", 0
        known = self.known.prepositions.get(relation.text, ())
        if noun in self.phrases.pieces and relation.text.endswith("next to"):
            noun = self.phrases.cells[0] if self.phrases.cells else noun
        there = relation.text == "on" and noun in self.phrases.pieces and (
            thing.noun in self.phrases.cells)
        if not there and not any(s.noun == noun and s.others and s.others[0][1] == thing.noun
                                 for s in known):
            return "", 0
        if at + 2 + skip < len(plain) and plain[at + 2 + skip].text in ("'s", "of"):
            return "", 0
        said = f"the {thing.noun}" if thing.kind == "noun" else thing.text
        return f" {relation.text} {said}", 2 + skip


def _compares(word: str, kind: str) -> bool:
    return kind in SAID_SO and COMPARED.search(word) is not None


def stem(word: str) -> str:
    """A word without its ending: `camps`, `holding`, `stories`; `wolf` is that of `wolves`."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST - 1:
            bare = re.sub(r"([bdgklmnprt])\1$", r"\1", word[: -len(ending)])
            return re.sub("[aeilo]f$", lambda found: found[0][0] + "v", bare)
    return re.sub("[aeilo]f$", lambda found: found[0][0] + "v", word)


def _numbered(found: list[Mention]) -> list[Mention]:
    return [replace(mention, at=at) for at, mention in enumerate(found)]
