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

from rulewright.interpreter.syntax.around import JOINING, Around, sentence_before
from rulewright.interpreter.syntax.known_of import BUILT, KnownOf, quoted
from rulewright.interpreter.syntax.lexer import Token
from rulewright.interpreter.syntax.mentions import HE, Speech, stem
from rulewright.interpreter.syntax.other_persons import (
    FOES,
    FRIENDS,
    foe,
    in_relation,
    kept_player,
)
from rulewright.interpreter.syntax.past_forms import of_done, told_of
from rulewright.interpreter.syntax.plain_words import LESS, NO_DEEDS, PLAIN, is_agent
from rulewright.interpreter.syntax.who_does import of_who_does
from rulewright.interpreter.syntax.words import FILLERS, base_verb, digits, plural, with_article

SAYING = ("IS", "ARE", "WAS", "WERE")
THING_ENDS = ("NOUN", "NOUNS", "VAL", "ATTR", "PAIRED", "CELL", "IT", "RPAR", "NUMBER", "BOARDNAME",
              "GROUP", "GROUPS")
SHORTEST = 3  # letters of a word that is no form of another
EVERYBODY = frozenset("nobody everybody everyone someone somebody anyone anybody whoever both "
                      "neither".split())
COUNTING = ("A", "EVERY", "SOME", "NO", "EACH", "ALL", "ANY", "NUMBER", "AMONG", "OVER", "EXACTLY")
NOUNS = ("NOUN", "NOUNS", "GROUP", "GROUPS")
LOCAL = re.compile(
    r"\b(?:if|soon as|long as|always|where|that|whose|while|until|unless|who)\b[^,]*$")


class Undeclared:
    """Leads for the unknown words of one text. `readable` tells whether the parser takes the lines
    of a section."""

    def __init__(
        self, speech: Speech, readable: Callable[[str, Sequence[str]], bool]
    ) -> None:
        self.speech, self.readable = speech, readable
        self.around, self.known_of = Around(speech), KnownOf(speech)

    def lead(self, text: str, tokens: Sequence[Token], at: int, section: str) -> str | None:
        """What is told of the unknown word `at` a place of the tokens of a line, whose text it is;
        the line says something that belongs to a section of the forms."""
        word = tokens[at].span.text
        if LOCAL.search(text[: _found(text, word, 0)]):
            section = "conditions"
        if word in HE:
            spoken = kept_player(self.speech, text[: _found(text, word, 0)])
            if spoken is not None:
                return (f"`{word}` is said by who is meant, here `{spoken}`; what he has is `the … "
                        f"of {spoken}`; of one who may be none, `for each player P, if P is "
                        f"{spoken}, …`, and behind that `P`")
            return (f"`{word}` is said as `the player`, or as `it` of the thing that the line is "
                    "about; whose something is, as `its …` or `the player's …`")
        if word.lower() in FOES:
            return foe(self.speech, word)
        if word.lower() in FRIENDS and (told := in_relation(self.speech, word)) is not None:
            return told
        behind = tokens[at + 1 : at + 2]
        follows = behind[0].type if behind else ""
        if word.lower() == "both" and "both " in text.lower() and self.around.noun_of(
            behind[0] if behind else tokens[at]
        ) != "player" and "and" not in {t.text for t in tokens[at:]}:
            return ("`both` names no things: of two, each is named, `… A and … B`; what becomes so "
                    "of two stands in two lines, with the name of each")
        of_things = follows in NOUNS and self.around.noun_of(behind[0]) != "player"
        if word.lower() in EVERYBODY and not of_things:
            return ("players are spoken of as `every player`, `no player`, `some player`, in "
                    "conditions also `every player that is …`; what is done for each stands below "
                    "`for each player`, what each chooses below `each player in order`")
        if word in ("who", "which"):
            return (f"`{word}` is said as `that` or `whose`: `players that are …`, `every player "
                    "whose … is less than …`; of what is done, `for each player whose … is …,`")
        before = tokens[at - 1] if at else None
        start = _found(text, word, sum(t.span.text == word for t in tokens[:at]))
        front, rest = text[:start], text[start + len(word) :].strip()
        previous = before.type if before is not None else ""
        other = self.form_of(word, text) or self._form_of_noun(word)
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
            noun = self.around.subject(front.rsplit(" ", 2)[0])
            if noun not in ("", "number"):
                return self._said_of(word, noun)
        if previous in ("MUST", "MAY", "POSSIBLE"):
            return self._chosen(word, rest)
        if previous in SAYING or (
            previous == "NOT" and at > 1 and tokens[at - 2].type in SAYING
        ):
            if section in ("effects", "endings"):
                able = self.known_of.qualities(self.around.subject(front))
                becomes = (f"`… becomes {able[0]}`, `… becomes not {able[0]}`" if able
                           else "`… becomes …`")
                return (f"`is {word}` tells of what is so, not what is done: `remove …`, `put … on "
                        f"…`, `move … to …`, {becomes}; of several, `remove every … that is …`")
            return self._adjective(word, front, rest)
        if follows in NOUNS and previous in (*COUNTING, "THE", "ADJ"):
            noun = self.around.noun_of(behind[0])
            return noun and self._said_of(word, noun)
        if previous in ("POSS", "ITS") or (previous == "THE" and follows == "OF"):
            owner = self.around.subject(front) if previous == "POSS" else self.around.object(
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

    def form_of(self, word: str, text: str) -> str | None:
        """Of a word that is another form of a declared name, or stands in a text within one of
        several words, how that is spoken of."""
        return self._without_second(word, text) or self._within_said(word, text) or (
            self._form_of_said(word) or self._form_of_named(word))

    def _without_second(self, word: str, text: str) -> str | None:
        """Of an adjective that is said with a second thing (`hostile to a player`), and stands
        alone."""
        for name, declared in self.speech.known.prepositions.items():
            own = next((s for s in declared if s.noun and s.others and name not in BUILT), None)
            first, _, rest = name.partition(" ")
            if own is None or first != word or not rest or f"{word} {rest}" in text:
                continue
            other = own.others[0][1]
            return (f"`{word}` is declared as `{with_article(own.noun)} is {name} "
                    f"{self.around.second(other, own.noun)}`: say what is behind it as well, "
                    f"`{name} the {other}`, or by its name")
        return None

    def _within_said(self, word: str, text: str) -> str | None:
        """Of a word within a declared adjective or relation (`bank` in `on the west bank`), how
        that is said of a thing, and of a piece that stands there."""
        known = self.speech.known
        for name, declared in (*known.adjectives.items(), *known.prepositions.items()):
            own = next((s for s in declared if s.noun and name not in BUILT), None)
            if own is None or " " not in name or word not in name.split() or (
                re.search(rf"(?<![\w'-]){re.escape(name)}(?![\w'-])", text) is None
            ):
                continue
            behind = f" {self.around.second(own.others[0][1], own.noun)}" if own.others else ""
            told = (f"`{name}` is said of {with_article(own.noun)} by `… is {name}{behind}`, "
                    f"behind a noun by `{own.noun} that is {name}{behind}`")
            piece = next((m.noun for m in self.speech.mentions(text) if (
                m.noun in self.speech.phrases.pieces)), None)
            if own.noun in self.speech.phrases.cells and piece is not None:
                told += f", of what stands there by `{piece} whose {own.noun} is {name}{behind}`"
            return told
        return None

    def _form_of_said(self, word: str) -> str | None:
        """Of a form of a declared adjective, relation or verb."""
        known = self.speech.known
        for being, names in ((True, known.prepositions), (True, known.adjectives),
                             (False, known.verbs)):
            for name, declared in names.items():
                one = name.removeprefix("can ").split()[0]
                own = [s for s in declared if s.noun and name not in BUILT]
                done_to = not being and word.endswith(("ed", "en"))
                if own and one != word and len(word) > SHORTEST and stem(one) == stem(word) and (
                    one not in FILLERS and not done_to
                ):
                    other = own[0].others[0][1] if own[0].others else ""
                    behind = f" {self.around.second(other, own[0].noun)}" if other else ""
                    said = f"{with_article(own[0].noun)} {'is ' if being else ''}{name}{behind}"
                    becomes = "" if not being or own[0].defined else (
                        f", and where it comes to be so, `… becomes {name}{' …' * bool(other)}`")
                    return f"`{word}` is said as it is declared, `{said}`{becomes}"
        return None

    def _form_of_named(self, word: str) -> str | None:
        """Of a form of a declared value or zone."""
        known = next(
            (m for m in self.speech.mentions(word) if m.kind in ("thing", "attribute")), None)
        if known is None or known.text == word or word in HE or plural(known.text) != word:
            return None
        if known.text in self.speech.phrases.zones:
            return (f"`{word}` are several of `{known.text}`, each of which somebody or something "
                    f"has: `every …'s {known.text} is …`; of what lies there, `in some …'s "
                    f"{known.text}`, as in `in some player's {known.text}`; or below `for each "
                    f"player`, `in the player's {known.text}`")
        if known.kind == "thing":
            return (f"`{known.text}` is a value and has no plural: what is so is told by what "
                    f"keeps it, as in `whose … is {known.text}`, `… of {known.text}`")
        return None

    def _form_of_noun(self, word: str) -> str | None:
        """Of a declared noun in other letters."""
        table = self.speech.phrases.table
        known = next((phrase[0] for phrase, what in table.items() if (
            len(phrase) == 1 and what[0] in NOUNS and phrase[0] != word
            and phrase[0].lower() == word.lower())), None)
        return known and f"write `{known}` for `{word}`, as it is declared"

    def _number(self, word: str, rest: str, section: str) -> str | None:
        number = digits(word)
        if number == word:
            return None
        noun = self.around.object(rest)
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
        behind = self.around.object(rest)
        noun = (behind if most else self.around.subject(front)) or behind
        asked = sentence_before(front)
        if not most and noun == "number":
            return (f"`{word}` compares numbers: `{asked} is {'less' if less else 'more'} than …`, "
                    f"`{asked} is at {'most' if less else 'least'} …`")
        names = [s.name for s in self.known_of.numbers(noun)]
        name = names[0] if names else "…"
        if noun in ("", "number"):
            return (f"`{word}` compares numbers: the {which} of several is `the {which} … among "
                    f"…`, the thing that has it is `the … with the {which} …`")
        more = "less" if less else "more"
        told = f"say what is compared, as in `the {noun}'s {name} is {more} than …`"
        if most:
            told = (f"the one that has it is `the {noun} with the {which} {name}`, so much is `the "
                    f"{which} {name} among {self.speech.plural(noun)}`")
        others = f"; numbers of {with_article(noun)} are {quoted(names)}" if names[1:] else ""
        return f"`{word}` compares numbers: {told}{others}"

    # -- what a word could be --------------------------------------------------------------------

    def _adjective(self, word: str, front: str, rest: str) -> str | None:
        noun = self.around.subject(front)
        if not noun and (zone := self._of_zone(front)) is not None:
            return zone
        if noun == "number":
            asked = sentence_before(front)
            return (f"`{word}` is said of a number, and nobody declared it: a number is compared, "
                    f"as in `{asked} is at least 3`, `{asked} is more than …`")
        if not noun:
            return None
        relation, other = self.around.joined(word, rest)
        heads = [f"{with_article(noun)} is {relation} {self.around.second(other, noun)} if …"] if (
            relation and other) else []
        heads.append(f"{with_article(noun)} is {word} if …")
        return self._defined(word, noun, heads)

    def _of_zone(self, front: str) -> str | None:
        """Of a zone, how it is asked what lies there."""
        spoken = [m.text for m in self.around.mentions(front) if m.kind == "attribute"]
        zone = next((one for one in spoken if one in self.speech.phrases.zones), None)
        if zone is None:
            return None
        piece = next(iter(self.speech.phrases.pieces), "piece")
        many = self.speech.plural(piece)
        return ("what lies in a zone is asked of its pieces, as in `there is "
                f"{with_article(piece)} in … {zone}`, `the number of {many} in … {zone}`, `every "
                f"{piece} in … {zone} is …`; it can be `empty`")

    def _verb(self, word: str, front: str, rest: str, previous: str) -> str | None:
        noun = self.around.subject(front)
        if noun == "number":
            asked = sentence_before(front)
            if re.search(r" (?:is|goes|becomes) ", asked):  # it is compared or changed, or defined
                return None
            return (f"`{word}` is declared nowhere: numbers are compared, as in `{asked} is more "
                    f"than …`, `{asked} is at least … plus 2`")
        if not noun:
            return self._kept_as_verb(word, front, "") or self._of_zone(front)
        kept = self._kept_as_verb(word, front, noun) or of_done(word)
        if kept is not None:
            return kept
        if previous == "CAN":
            word = f"can {word}"
        elif previous in ("NOUNS", "THAT") and not word.endswith("s"):
            word = plural(word)
        relation, other = self.around.joined(word, rest)
        done_to = re.search(r"(.+) (?:that|which) .+ $", front)
        if done_to is not None and not other:
            sets = [m for m in self.speech.mentions(done_to[1]) if m.kind == "set"]
            relation, other = (word, sets[-1].noun) if sets else ("", "")
        heads = [f"{with_article(noun)} {relation} {self.around.second(other, noun)} if …"] if (
            relation and other) else []
        heads.append(f"{with_article(noun)} {word} if …")
        return self._defined(word, noun, heads)

    def _kept_as_verb(self, word: str, front: str, noun: str) -> str | None:
        """Of a verb (`it claims …`) that is a form of what each thing keeps (`claim`), how that is
        asked."""
        name, asked = base_verb(word) or told_of(word), sentence_before(front)
        owner = next((s.noun for s in self.speech.known.attributes.get(name or "", ()) if (
            not s.others and s.noun and (s.noun == noun or (not noun and asked == "it")))), None)
        if owner is None:
            return None
        whose = "its" if asked == "it" else f"{asked}'s"
        return (f"`{name}` is what {with_article(owner)} keeps: what it is, is asked by `{whose} "
                f"{name} is …`, `is not …`, of what may be none `is not none`")

    def _said_of(self, word: str, noun: str) -> str | None:
        return self._defined(word, noun, [f"{with_article(noun)} is {word} if …"])

    def _defined(self, word: str, noun: str, heads: Sequence[str]) -> str | None:
        if word in ("did", "does", "do") or word.lower() in PLAIN:  # it stands for another verb
            return None
        head = next((one for one in heads if self.readable(
            "declarations", [one.replace("…", "1 is 1")])), None)
        if head is None:
            return None
        return f"`{word}` is declared nowhere: define it, `{head}`{self.known_of.known(noun)}"

    def _kept(self, word: str, noun: str) -> str | None:
        if word.lower() in PLAIN:
            return None
        if not noun and is_agent(word):
            return (f"`{word}` is declared nowhere: who is on turn, or whose piece it is, is `the "
                    "player`, `its owner`; who is kept by the game is declared, `the game has "
                    f"{with_article(word)}: a player or none`")
        if noun and noun != "number":
            return (f"`{word}` is declared nowhere: what each {noun} keeps is declared, `each "
                    f"{noun} has {with_article(word)}: 0 to 9`, what is worked out is defined, "
                    f"`the {word} of {with_article(noun)} is …`{self.known_of.known(noun)}")
        return (f"`{word}` is declared nowhere: what is kept is declared, `the game has "
                f"{with_article(word)}: …` or `each player has {with_article(word)}: …`; what is "
                f"worked out is defined, `the {word} is …`")

    def _thing(self, word: str) -> str | None:
        if word.lower() in PLAIN:
            return None
        number = next((s for s in self.speech.known.attributes.get(self.speech.plural(word), ())
                       if s.kind == "number" and not s.others), None)
        if number is not None:
            whose = f"the {number.noun}'s" if number.noun else "the"
            return (f"`{number.name}` is a number, and compared as such: `{whose} {number.name} "
                    f"is at least 1`, `{whose} {number.name} is 0`")
        nouns = [*self.speech.phrases.pieces, *self.speech.phrases.cells, "player"]
        nouns += [" ".join(kind) for kind in sorted(self.speech.phrases.kinds)
                  if kind != ("direction",)]
        listed = ", ".join(f"`{noun}`" for noun in dict.fromkeys(nouns))
        return (f"`{word}` is declared nowhere: the things of this text are {listed}; others are "
                f"declared by `kind {word}: …` or `piece …`")

    def _order(self, word: str, rest: str) -> str:
        noun = self.around.object(rest)
        pieces = ", or moves pieces, `put`, `move`, `remove`" if self.speech.phrases.pieces else ""
        change = self.known_of.change_of(noun, rest)
        told = (f"no line begins with `{word}`: one changes a value, {change}{pieces}, or asks, "
                "`must choose …`, or leaves it to chance")
        return told + self._step(word, noun) * (not word.endswith("ing"))

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
        if word in NO_DEEDS:
            return None
        asked, noun = sentence_before(front), self.around.subject(front)
        if (told := of_who_does(word, front, noun)) is not None:
            return told
        of = noun or next((m.noun for m in reversed(self.around.mentions(front)) if (
            m.noun in self.speech.phrases.pieces)), "")
        if (becoming := self.known_of.becoming(word, of)) or not noun:
            return becoming
        if noun == "number":
            return (f"no deed is called `{word}`: a number changes by `{asked} goes up by 1`, "
                    f"`{asked} goes down by 1`, `{asked} becomes 0`")
        if self.around.attribute(front) is not None:
            return (f"no deed is called `{word}`: what is kept changes by `{asked} becomes …`, "
                    f"here {with_article(noun)}")
        return (f"no deed is called `{word}`: what happens to {with_article(noun)} is written "
                f"{self.known_of.change_of(noun, rest)}{self._step(word, noun)}")


def _found(text: str, word: str, skipped: int) -> int:
    """Where a word stands in a text, after as many of the same."""
    places = [m.start() for m in re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)]
    return places[min(skipped, len(places) - 1)] if places else 0
