"""What leads on from a word that nobody declared: what it would be there, and how it is declared.

Model. The words around an unknown word tell its part in the sentence: said of a thing (`the cell is
SAFE`), what a thing does (`the piece REACHES the cell`), what is kept of it (`its SPEED`), a thing
itself (`a BIDDER`), or an order (`must DISCARD …`, `DEAL …`). Each part is told with the
declaration that makes the word mean something, for the things that the line speaks of, and with
what the text knows of these already.

Invariants: nothing is told to be meant; a declaration that is shown is one that the parser takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.mentions import HE, Mention, Speech
from rulewright.interpreter.syntax.signatures import Signature
from rulewright.interpreter.syntax.words import (
    FILLERS,
    base_verb,
    digits,
    plural,
    with_article,
)

MOST_KNOWN = 7  # names of a noun that are told
MOST_WORDS = 3  # of an unknown phrase that are taken together
SAYING = ("IS", "ARE", "WAS", "WERE")
THING_ENDS = ("NOUN", "NOUNS", "VAL", "ATTR", "PAIRED", "CELL", "IT", "RPAR", "NUMBER", "BOARDNAME",
              "GROUP", "GROUPS")
EVERYBODY = frozenset("nobody everybody everyone someone somebody anyone anybody whoever both "
                      "neither".split())
#: Words by which less is compared.
LESS = frozenset(
    """lowest lower smallest smaller fewest fewer least less weakest weaker cheapest cheaper nearest
    nearer closest closer shortest shorter poorest poorer youngest younger earliest earlier worst
    worse slowest slower emptiest emptier""".split())
COUNTING = ("A", "EVERY", "SOME", "NO", "EACH", "ALL", "ANY", "NUMBER", "AMONG", "OVER", "EXACTLY")
NOUNS = ("NOUN", "NOUNS", "GROUP", "GROUPS")
LOCAL = re.compile(r"\b(?:if|soon as|long "
"as|always|where|that|whose|while|until|unless|who)\b[^,]*$")
#: What parts the sentences of a line.
PARTING = re.compile(r"(?:^|[,(]|\b(?:if|and|or|where|not|while|until|unless|when)\b)\s*")
JOINING = ("on", "to", "from", "towards", "at", "with", "of", "by", "in", "into", "over", "for",
           "against", "onto", "behind", "before", "after", "between", "under", "off", "through",
           "along", "past", "around", "near")


class Undeclared:
    """Leads for the unknown words of one text. `readable` tells whether the parser takes the lines
    of a section."""

    def __init__(
        self, speech: Speech, readable: Callable[[str, Sequence[str]], bool]
    ) -> None:
        self.speech, self.readable = speech, readable

    def lead(self, text: str, tokens: Sequence[Token], at: int, section: str) -> str | None:
        """What is told of the unknown word `at` a place of the tokens of a line, whose text it is;
        the line says something that belongs to a section of the forms."""
        word = tokens[at].span.text
        if LOCAL.search(text[: _found(text, word, 0)]):
            section = "conditions"
        if word in HE:
            return (f"`{word}` is said as `the player`, or as `it` of the thing that the line is "
                    "about; whose something is, as `its …` or `the player's …`")
        if word.lower() in EVERYBODY:
            return ("players are spoken of as `every player`, `no player`, `some player`, in "
                    "conditions also `every player that is …`; what is done for each stands below "
                    "`for each player`, what each chooses below `each player in order`")
        if word in ("who", "which"):
            return (f"`{word}` is said as `that` or `whose`: `players that are …`, `every player "
                    "whose … is less than …`; of what is done, `for each player whose … is …,`")
        before, behind = tokens[at - 1] if at else None, tokens[at + 1 : at + 2]
        start = _found(text, word, sum(t.span.text == word for t in tokens[:at]))
        front, rest = text[:start], text[start + len(word) :].strip()
        previous = before.type if before is not None else ""
        follows = behind[0].type if behind else ""
        other = self._form_of(word)
        if other is not None:
            return other
        if previous == "COMMA" and word.endswith("ing"):
            return ("what happens besides stands in a line of its own, behind this one or below "
                    f"it: what `{word}` means to change")
        told = self._number(word, rest, section) or self._compared(word, front, rest) or (
            self._place(word) if section != "declarations" else None)
        if told is not None:
            return told
        if previous in ("EACH", "ALL") and at > 1 and tokens[at - 2].type in THING_ENDS:
            return self._deed(word, front.rsplit(" ", 2)[0], rest)
        if section in ("effects", "endings") and previous in ("", "COMMA"):
            return self._order(word, rest)
        if previous == "A" and at > 1 and tokens[at - 2].type in SAYING:
            noun = self._subject(front.rsplit(" ", 2)[0])
            if noun not in ("", "number"):
                return self._said_of(word, noun)
        if previous in ("MUST", "MAY", "POSSIBLE"):
            return self._chosen(word, rest)
        if previous in SAYING or (
            previous == "NOT" and at > 1 and tokens[at - 2].type in SAYING
        ):
            if section in ("effects", "endings"):
                return (f"`is {word}` tells of what is so, not what is done: `remove …`, `put … on "
                        "…`, `move … to …`, `… becomes …`; of several, `remove every … that is …`")
            return self._adjective(word, front, rest)
        if follows in NOUNS and previous in (*COUNTING, "THE", "ADJ"):
            noun = self._noun_of(behind[0])
            return noun and self._said_of(word, noun)
        if previous in ("POSS", "ITS") or (previous == "THE" and follows == "OF"):
            owner = self._subject(front) if previous == "POSS" else self._object(
                rest.removeprefix("of "))
            return self._kept(word, owner if previous != "ITS" else "")
        if previous == "THE":
            return self._kept(word, "")
        if previous in COUNTING:
            return self._thing(word)
        if previous in (*THING_ENDS, "WORD", "THAT", "DOES", "CAN"):
            if section in ("effects", "endings"):
                return self._deed(word, front, rest)
            return self._verb(word, front, rest, previous)
        return None

    def _form_of(self, word: str) -> str | None:
        """Of a word that is another form of a declared value or zone, how that is spoken of."""
        known = next(
            (m for m in self.speech.mentions(word) if m.kind in ("thing", "attribute")), None)
        if known is None or known.text == word or word in HE or plural(known.text) != word:
            return None
        if known.text in self.speech.phrases.zones:
            return (f"`{word}` are several of `{known.text}`, of which one is spoken of at a time: "
                    f"`every player's {known.text} is …`, or below `for each player`, `the "
                    f"player's {known.text}`")
        if known.kind == "thing":
            return (f"`{known.text}` is a value and has no plural: what is so is told by what "
                    f"keeps it, as in `whose … is {known.text}`, `… of {known.text}`")
        return None

    def _number(self, word: str, rest: str, section: str) -> str | None:
        number = digits(word)
        if number == word:
            return None
        noun = self._object(rest)
        many = self.speech.plural(noun) if noun not in ("", "number") else "…"
        if section in ("effects", "endings"):
            return (f"a choice or deed is about one thing: `repeat {number} times`, and below it "
                    "what is done with one; two of a kind have names, `choose "
                    f"{with_article(noun or '…')} A and {with_article(noun or '…')} B`")
        return ("a number is written in digits, and said to be exact or the least: `there are "
                f"exactly {number} {many} …`, `there are at least {number} {many} …`, `the number "
                f"of {many} … is {number}`")

    def _place(self, word: str) -> str | None:
        if word not in JOINING or not self.speech.phrases.cells:
            return None
        cell = self.speech.phrases.cells[0]
        return (f"`{word}` is declared nowhere: where something lies is said by `next to`, `in "
                f"line with … by steps`, `connected to … by steps over …`, `the {cell} one step "
                f"towards … from …`, or by a definition, `{with_article(cell)} is {word} "
                f"{with_article(cell)} X if …`")

    def _compared(self, word: str, front: str, rest: str) -> str | None:
        """Of a word that compares, how numbers are compared."""
        most = re.fullmatch(r"\w{2,}(?:est|most)", word) is not None
        if not most and (not re.fullmatch(r"\w{2,}er", word) or "than" not in rest.split()[:4]):
            return None
        less = word.lower() in LESS
        which = "least" if less else "greatest"
        noun = (self._object(rest) if most else self._subject(front)) or self._object(rest)
        asked = _asked(front)
        if not most and noun == "number":
            return (f"`{word}` compares numbers: `{asked} is {'less' if less else 'more'} than …`, "
                    f"`{asked} is at {'most' if less else 'least'} …`")
        names = [s.name for s in self._numbers(noun)]
        name = names[0] if names else "…"
        if noun in ("", "number"):
            return (f"`{word}` compares numbers: the {which} of several is `the {which} … among "
                    f"…`, the thing that has it is `the … with the {which} …`")
        more = "less" if less else "more"
        told = f"say what is compared, as in `the {noun}'s {name} is {more} than …`"
        if most:
            told = (f"the one that has it is `the {noun} with the {which} {name}`, so much is `the "
                    f"{which} {name} among {self.speech.plural(noun)}`")
        others = f"; numbers of {with_article(noun)} are {_quoted(names)}" if names[1:] else ""
        return f"`{word}` compares numbers: {told}{others}"

    def _numbers(self, noun: str) -> list[Signature]:
        known = [s for of in self.speech.known.attributes.values() for s in of
                 if s.noun == noun and s.kind == "number" and not s.others]
        return [s for s in known if s.name not in BUILT] or known

    # -- what a word could be --------------------------------------------------------------------

    def _adjective(self, word: str, front: str, rest: str) -> str | None:
        noun = self._subject(front)
        if not noun and (zone := self._of_zone(front)) is not None:
            return zone
        if noun == "number":
            return (f"`{word}` is said of a number, and nobody declared it: a number is compared, "
                    f"as in `{_asked(front)} is at least 3`, `{_asked(front)} is more than …`")
        if not noun:
            return None
        relation, other = self._joined(word, rest)
        heads = [f"{with_article(noun)} is {relation} {self._second(other, noun)} if …"] if (
            relation and other) else []
        heads.append(f"{with_article(noun)} is {word} if …")
        return self._defined(word, noun, heads)

    def _of_zone(self, front: str) -> str | None:
        """Of a zone, how it is asked what lies there."""
        spoken = [m.text for m in self._mentions(front) if m.kind == "attribute"]
        zone = next((one for one in spoken if one in self.speech.phrases.zones), None)
        if zone is None:
            return None
        piece = next(iter(self.speech.phrases.pieces), "piece")
        many = self.speech.plural(piece)
        return ("what lies in a zone is asked of its pieces, as in `there is "
                f"{with_article(piece)} in … {zone}`, `the number of {many} in … {zone}`, `every "
                f"{piece} in … {zone} is …`; it can be `empty`")

    def _verb(self, word: str, front: str, rest: str, previous: str) -> str | None:
        noun = self._subject(front)
        if noun == "number":
            return (f"`{word}` is declared nowhere: numbers are compared, as in `{_asked(front)} "
                    f"is more than …`, `{_asked(front)} is at least … plus 2`")
        if not noun:
            return self._of_zone(front)
        if previous == "NOUNS" and not word.endswith("s"):
            word = plural(word)
        relation, other = self._joined(word, rest)
        done_to = re.search(r"(.+) (?:that|which) .+ $", front)
        if done_to is not None and not other:
            sets = [m for m in self.speech.mentions(done_to[1]) if m.kind == "set"]
            relation, other = (word, sets[-1].noun) if sets else ("", "")
        heads = [f"{with_article(noun)} {relation} {self._second(other, noun)} if …"] if (
            relation and other) else []
        heads.append(f"{with_article(noun)} {word} if …")
        return self._defined(word, noun, heads)

    def _said_of(self, word: str, noun: str) -> str | None:
        return self._defined(word, noun, [f"{with_article(noun)} is {word} if …"])

    def _defined(self, word: str, noun: str, heads: Sequence[str]) -> str | None:
        head = next((one for one in heads if self.readable(
            "declarations", [one.replace("…", "1 is 1")])), None)
        if head is None:
            return None
        return f"`{word}` is declared nowhere: define it, `{head}`{self.known(noun)}"

    def _kept(self, word: str, noun: str) -> str:
        if noun and noun != "number":
            return (f"`{word}` is declared nowhere: what each {noun} keeps is declared, `each "
                    f"{noun} has {with_article(word)}: 0 to 9`, what is worked out is defined, "
                    f"`the {word} of {with_article(noun)} is …`{self.known(noun)}")
        return (f"`{word}` is declared nowhere: what is kept is declared, `the game has "
                f"{with_article(word)}: …` or `each player has {with_article(word)}: …`; what is "
                f"worked out is defined, `the {word} is …`")

    def _thing(self, word: str) -> str:
        nouns = [*self.speech.phrases.pieces, *self.speech.phrases.cells, "player"]
        nouns += [" ".join(kind) for kind in sorted(self.speech.phrases.kinds)
                  if kind != ("direction",)]
        listed = ", ".join(f"`{noun}`" for noun in dict.fromkeys(nouns))
        return (f"`{word}` is declared nowhere: the things of this text are {listed}; others are "
                f"declared by `kind {word}: …` or `piece …`")

    def _order(self, word: str, rest: str) -> str:
        noun = self._object(rest)
        pieces = ", or moves pieces, `put`, `move`, `remove`" if self.speech.phrases.pieces else ""
        told = (f"no line begins with `{word}`: one changes a value, {self._change_of(noun, rest)}"
                f"{pieces}, or asks, `must choose …`, or leaves it to chance")
        return told + ("" if word.endswith("ing") else self._step(word, noun))

    def _step(self, word: str, noun: str) -> str:
        """How something that is done gets a name."""
        name = (base_verb(word) or word).capitalize()
        thing = noun not in ("", "number")
        step = f"step {name} {with_article(noun)}" if thing else f"step {name}"
        done = f"do {name} the {noun}" if thing else f"do {name}"
        return f"; lines of its own can have that name: `{step}`, done by `{done}`"

    def _chosen(self, word: str, rest: str) -> str:
        found = next((m for m in self.speech.mentions(rest) if m.kind == "set"), None)
        what = with_article(found.one) if found is not None else "…"
        shown = f"`must choose {what}`"
        if found is not None and not self.readable("effects", [shown.strip("`")]):
            shown = f"`must choose {with_article(found.noun)}`"
        return (f"what is chosen is written `choose`, `put`, `move` or `remove`: {shown}, and in "
                f"lines below it `only if …` for what must hold, and what `{word}` means to change")

    def _deed(self, word: str, front: str, rest: str) -> str | None:
        asked, noun = _asked(front), self._subject(front)
        if noun == "number":
            return (f"no deed is called `{word}`: a number changes by `{asked} goes up by 1`, "
                    f"`{asked} goes down by 1`, `{asked} becomes 0`")
        if not noun:
            return None
        if self._attribute(front) is not None:
            return (f"no deed is called `{word}`: what is kept changes by `{asked} becomes …`, "
                    f"here {with_article(noun)}")
        return (f"no deed is called `{word}`: what happens to {with_article(noun)} is written "
                f"{self._change_of(noun, rest)}{self._step(word, noun)}")

    # -- what a text knows ----------------------------------------------------------------------

    def known(self, noun: str) -> str:
        """What a text says of a noun, as the end of a hint."""
        known = self.speech.known
        names = [s.name for of in (known.attributes, known.adjectives, known.prepositions,
                                   known.verbs)
                 for signatures in of.values() for s in signatures if s.noun == noun]
        own = [name for name in dict.fromkeys(names) if name not in BUILT]
        names = [*own, *(name for name in dict.fromkeys(names) if name in BUILT)][:MOST_KNOWN]
        if not names:
            return ""
        return f"; of {with_article(noun)} the text knows {_quoted(names)}"

    def _change_of(self, noun: str, rest: str) -> str:
        """How something of a noun changes, as examples: if possible what a line speaks of."""
        zones = self.speech.phrases.zones
        piece = next((m.noun for m in self.speech.mentions(rest)
                      if m.noun in self.speech.phrases.pieces), "")
        if piece and zones:
            if re.search(r"\bbox\b", rest):
                return f"`remove the {piece}`, which puts it into the box"
            at, to, *_ = [*(f"the {zone}" for zone in zones if zone in rest), "…", "…"]
            return f"`move any {piece} in {at} to {to}`"
        if noun and noun != "number":
            found: list[str] = []
            spoken = {m.text for m in self.speech.mentions(rest) if m.kind == "attribute"}
            changing = self._changing(noun)
            for signature in [s for s in changing if s.name in spoken] or changing:
                if signature.kind == "number" and not any("goes" in one for one in found):
                    found.append(f"`the {noun}'s {signature.name} goes up by 1`")
                elif signature.kind not in ("number", "") and not any("…" in one for one in found):
                    found.append(f"`the {noun}'s {signature.name} becomes …`")
            quality = next((s.name for of in self.speech.known.adjectives.values() for s in of
                            if s.noun == noun and s.name not in BUILT), None)
            if quality:
                found.append(f"`the {noun} becomes {quality}`")
            if noun in self.speech.phrases.pieces:
                found.append(f"`move the {noun} to …`")
            if found:
                return " or ".join(found[:3])
        return "`… becomes 3`, `… goes up by 1`"

    def _changing(self, noun: str) -> list[Signature]:
        return [s for of in self.speech.known.attributes.values() for s in of
                if s.noun == noun and not s.defined and not s.others and s.name not in BUILT]

    # -- what a line speaks of -------------------------------------------------------------------

    def _noun_of(self, token: Token) -> str:
        known = self.speech.phrases.table.get(tuple(token.span.text.split()))
        return known[1] if known else ""

    def _mentions(self, front: str) -> list[Mention]:
        """What the last sentence in front of a word speaks of."""
        cut = max((m.end() for m in PARTING.finditer(front)), default=0)
        return self.speech.mentions(front[cut:])

    def _attribute(self, front: str) -> Signature | None:
        spoken = next((m for m in self._mentions(front) if m.kind == "attribute"), None)
        of = self.speech.known.attributes.get(spoken.text, ()) if spoken is not None else ()
        return next(iter(of), None)

    def _subject(self, front: str) -> str:
        """The noun of what is spoken of in front of a word; `number` where that is one."""
        done_to = re.search(r"\b(?:that|which) (.+) $", front)
        if done_to is not None:  # `cards that the player HOLDS`
            return self._noun_in(self.speech.mentions(done_to[1]))
        if re.search(r"\b(?:that|which|who) $", front):  # said of the set before it
            mentions = [m for m in self._mentions(front) if m.kind == "set" and m.noun != "word"]
            return mentions[-1].noun if mentions else ""
        if re.match(r"the (?:number of|total|greatest|least)\b", _asked(front)):
            return "number"
        return self._noun_in(self._mentions(front))

    def _object(self, rest: str) -> str:
        cut = PARTING.search(rest, 1)
        return self._noun_in(self.speech.mentions(rest[: cut.start()] if cut else rest))

    def _noun_in(self, mentions: Sequence[Mention]) -> str:
        """The noun of the first thing of some mentions: of an attribute, what it holds."""
        for i, m in enumerate(mentions):
            if m.kind in ("thing", "set", "noun") and m.noun not in ("", "word") and not any(
                one.text == "'s" for one in mentions[i + 1 : i + 2]
            ):
                return m.noun
            of = self.speech.known.attributes.get(m.text, ()) if m.kind == "attribute" else ()
            if of:
                return of[0].kind if of[0].kind not in ("words", "truth", "one") else ""
        return ""

    def _joined(self, word: str, rest: str) -> tuple[str, str]:
        """An unknown word with the small words behind it, and the noun of what follows."""
        taken = [word]
        words = [one for one in rest.split() if one not in FILLERS]
        while words and words[0] in JOINING and len(taken) < MOST_WORDS:
            taken.append(words.pop(0))
        found = self.speech.mentions(" ".join(words))
        if not found or found[0].kind not in ("thing", "set", "attribute", "noun"):
            return "", ""
        noun = self._object(" ".join(words))
        return (" ".join(taken), noun) if noun not in ("", "number") else ("", "")

    @staticmethod
    def _second(noun: str, first: str) -> str:
        return f"{with_article(noun)} {noun[:1].upper()}" if noun == first else with_article(noun)


#: What is said of things by the language itself, which is told last.
BUILT = ("owner", "column", "row", "opponent", "seat", "next player", "previous player", "empty",
         "occupied", "next to", "orthogonally next to", "diagonally next to", "box")


def _found(text: str, word: str, skipped: int) -> int:
    """Where a word stands in a text, after as many of the same."""
    places = [m.start() for m in re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)]
    return places[min(skipped, len(places) - 1)] if places else 0


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names[:MOST_KNOWN])


def _asked(front: str) -> str:
    """The last sentence in front of a word, without what is said in it."""
    cut = max((m.end() for m in PARTING.finditer(front)), default=0)
    return re.sub(r" (?:is|are|was|were)(?: not)?$", "", front[cut:].strip())
