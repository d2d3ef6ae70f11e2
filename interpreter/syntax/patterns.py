"""The patterns and templates of the table of idioms, for the names of one text.

Model. A pattern is a regular expression over a line, in which `<kind>` stands for a declared noun,
a number, words and so on. A template is filled with what a pattern found; what only it names is the
one such thing that the text has, if there is one.

Invariants: a template is filled whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.needed_texts import has, needed
from rulewright.interpreter.syntax.signatures import signatures
from rulewright.interpreter.syntax.words import (
    KEYWORDS,
    NUMBERS,
    base_verb,
    digits,
    plural,
    with_article,
)


@lru_cache(maxsize=1 << 13)
def regex(text: str) -> re.Pattern[str]:
    """A compiled pattern; there are more of them than `re` itself keeps."""
    return re.compile(text, re.IGNORECASE)


class Sought:
    """A pattern for the names of one text; it is made when a line has what it needs."""

    def __init__(self, patterns: Patterns, pattern: str) -> None:
        self.needed = needed(pattern)
        self.patterns = patterns
        self.pattern = pattern

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return self.patterns.made(self.pattern)

    def search(self, text: str) -> re.Match[str] | None:
        """Where the pattern is first found in a line, if it is."""
        return self.regex.search(text) if has(text.lower(), self.needed) else None

    def finditer(self, text: str) -> Iterable[re.Match[str]]:
        """Wherever the pattern is found in a line."""
        return self.regex.finditer(text) if has(text.lower(), self.needed) else ()


class Patterns:
    """The patterns for the names that one text declares."""

    def __init__(self, phrases: PhraseTable) -> None:
        self.phrases = phrases
        self.patterns: dict[str, Sought] = {}
        self.kinds: dict[str, str] = {}

    # -- the names of the text --------------------------------------------------------------

    @cached_property
    def names(self) -> Mapping[str, list[str]]:
        """The declared phrases of every category, the longest first."""
        found: dict[str, list[str]] = {}
        for phrase, (kind, _) in self.phrases.table.items():
            found.setdefault(kind, []).append(" ".join(phrase))
        return {kind: sorted(names, key=len, reverse=True) for kind, names in found.items()}

    @cached_property
    def one(self) -> Mapping[str, str]:
        """For every noun in either number, in small letters, the noun for one."""
        return {" ".join(phrase).lower(): name
                for phrase, (kind, name) in self.phrases.table.items()
                if kind in ("NOUN", "NOUNS")}

    @cached_property
    def known(self) -> frozenset[str]:
        """Every word that is known in some phrase."""
        words = {word for phrase in self.phrases.table for word in phrase}
        return frozenset(words | KEYWORDS.keys())

    @cached_property
    def deeds(self) -> Mapping[str, str]:
        """For every quality that a deed leads to (`tapped`), the verb of the deed: `tap`."""
        found: dict[str, str] = {}
        for name in self.names.get("ADJ", ()):
            if name.endswith("ed") and " " not in name and len(name) > SHORTEST_DEED:
                bare = name[:-2]
                found |= dict.fromkeys((bare, bare + "e"), name)
                if bare[-1:] == bare[-2:-1]:
                    found[bare[:-1]] = name
                if bare.endswith("i"):
                    found[bare[:-1] + "y"] = name
        return found

    @cached_property
    def singles(self) -> Mapping[str, str]:
        """For one of what a number counts (`coin`), its declared name (`coins`)."""
        return {name[:-1]: name for name in self.names.get("ATTR", ())
                if name.endswith("s") and not name.endswith("ss") and name[:-1] not in self.known}

    @cached_property
    def comparatives(self) -> Mapping[str, tuple[str, str]]:
        """For every word that compares what only one declared number tells (`wealthier`): that
        number, and `more` or `less`."""
        known = signatures(self.phrases).attributes
        found: dict[str, tuple[str, str]] = {}
        for name in known:
            bare = name.removesuffix("y")
            found |= dict.fromkeys((f"{name}er", f"{bare}ier"), (name, "more"))
        for words, more in ((MORE, "more"), (LESS, "less")):
            for word, names in words.items():
                told = [name for name in names.split() if name in known]
                if len(told) == 1:
                    found[word] = (told[0], more)
        return found

    def kind(self, kind: str) -> str:
        """The regular expression for what a placeholder of a pattern stands for."""
        found = self.kinds.get(kind)
        if found is None:
            found = self.kinds[kind] = self._made(kind)
        return found

    def _made(self, kind: str) -> str:
        phrases, names = self.phrases, self.names
        match kind:
            case "noun" | "nouns" | "adj" | "val" | "verb" | "prep":
                return any_of(names.get(kind.upper(), ()))
            case "attr":
                shared = (" ".join(phrase) for phrase in sorted(phrases.namesakes))
                return any_of([*names.get("ATTR", ()), *shared])
            case "attrs":  # several of what is no number
                return any_of([plural(name) for name in names.get("ATTR", ())
                               if not name.endswith("s")])
            case "like":
                words = any_of([*names.get("ADJ", ()), *names.get("VAL", ())])
                return rf"(?:{words} )*"
            case "thing" | "things":
                both = [*names.get("NOUN", ()), *names.get("NOUNS", ())]
                return any_of(sorted(both, key=len, reverse=True))
            case "kept":  # an attribute that is a thing
                return any_of(sorted(phrases.attribute_nouns, key=len, reverse=True))
            case "piece" | "pieces":
                return any_of([form for noun in phrases.pieces for form in self._forms(noun)])
            case "owned":  # what is `of` a player
                return any_of([form for noun in (*phrases.pieces, *phrases.cells)
                                for form in self._forms(noun)])
            case "celltype":
                return any_of([form for noun in phrases.cells for form in self._forms(noun)])
            case "place":
                cells = any_of(list(phrases.cells))
                attributes = any_of([name for name, noun in phrases.attribute_nouns.items()
                                      if noun in phrases.cells])
                return rf"(?:[a-z]\d\d?|the {cells}|its {cells}|(?:the )?{attributes})"
            case "can":
                verbs = [name[4:] for name in names.get("VERB", ()) if name.startswith("can ")]
                return any_of([form for verb in verbs for form in (plural(verb), verb)])
            case "deed" | "undeed":  # an order to make something so as a declared quality says
                un = "un" if kind == "undeed" else ""
                return any_of([un + form for verb in self.deeds for form in (verb, plural(verb))])
            case "takes":  # of pieces that lie nowhere but on a board, what captures
                return "(?!)" if phrases.zones else "takes?"
            case "zone":
                return any_of(sorted(phrases.zones, key=len, reverse=True))
            case "rival":  # the one other player of two; with more, nobody is just one
                return "(?:opponent|enemy|rival)" if len(phrases.seats) == 2 else "(?!)"
            case "rivals":
                return "(?!)" if len(phrases.seats) == 2 else "(?:opponent|enemy|rival)"
            case "ownerattr":
                return any_of([one for one, noun in phrases.attribute_nouns.items()
                               if noun == "player"])
            case "store" | "facing":
                return "(?!)"  # only templates have it
            case "single":
                return any_of(sorted(self.singles))
            case "comp":
                return any_of(sorted(self.comparatives))
            case "paired":  # what is kept of a thing for each of several others
                return any_of(sorted(map(" ".join, phrases.paired), key=len, reverse=True))
            case "walk":
                walks = [head for head in phrases.heads if head[0].text == "walk"]
                return any_of([form for head in walks for form in self._forms(head[1].text)])
            case "named":  # a player by name, perhaps in small letters
                return any_of([seat for seat in phrases.seats
                               if seat.islower() or (seat.lower(),) not in phrases.table])
            case "board":
                # A board that is called like its cells is hardly meant by their noun.
                of_cells = {cell.lower() for cell in phrases.cells}
                return any_of([name for name in names.get("BOARDNAME", ())
                               if name.lower() not in of_cells])
            case "step":
                return any_of(names.get("STEPNAME", ()))
            case "option":
                return any_of(sorted(map(" ".join, phrases.option_words), key=len, reverse=True))
            case "choice":  # a word that options may be
                choices = {" ".join(one) for of in phrases.option_words.values() for one in of}
                return any_of(sorted(choices - {"yes", "no"}, key=len, reverse=True))
        return PLACEHOLDERS[kind]

    def within_name(self, match: re.Match[str]) -> bool:
        """Whether what was found is but a part of a name of several words that stands there."""
        (start, end), text = match.span(), match.string
        return any(
            one.start() <= start and end <= one.end() and one.group() != match.group()
            for one in self._long_names.finditer(text))

    @cached_property
    def _long_names(self) -> re.Pattern[str]:
        """The declared names of more than one word."""
        names = {" ".join(one) for one in (*self.phrases.places, *self.phrases.word_places)}
        long = sorted((one for one in names if " " in one or "-" in one), key=len, reverse=True)
        return re.compile(rf"(?<![\w-]){any_of(long)}(?![\w-])")

    def _forms(self, noun: str) -> list[str]:
        many = self.phrases.plurals().get(noun, plural(noun))
        return [many, noun]

    def compiled(self, pattern: str) -> Sought:
        found = self.patterns.get(pattern)
        if found is None:
            found = self.patterns[pattern] = Sought(self, pattern)
        return found

    def made(self, pattern: str) -> re.Pattern[str]:
        """The regular expression for a pattern."""
        text = re.sub(r"(?<!P)<([a-z]+)(\d?)>",
                      lambda m: f"(?P<{m[1]}{m[2]}>{self.kind(m[1])})", pattern)
        text = ARTICLE.sub(lambda m: f"(?-i:{m[0]})", text)  # `A` in a line is a name
        front = "" if pattern.startswith("^") else r"(?:(?<![\w'-])|(?=[^\w]))"
        back = "" if pattern.endswith("$") else r"(?:(?![\w-])|(?<=[^\w]))"
        if re.search(r"<who\d?>$", pattern):  # a phrase at the end is read whole
            back = r"(?=,|$|\)| and | or | then | otherwise | becomes | goes )"
        return regex(f"{front}{text}{back}")

    def filled(self, template: str, match: re.Match[str]) -> str | None:
        """A template with what its placeholders stand for, or None where there is no such thing."""
        lost = False

        def fill(place: re.Match[str]) -> str:
            nonlocal lost
            word = self.word(place[1], place[2] or "", match)
            lost = lost or word is None
            return word or ""

        text = re.sub(r"<([a-z]+\d?)(?:\.([a-z]+))?>", fill, template)
        text = re.sub(r"a\(n\) +([\w-]+)", lambda m: with_article(m[1]), text)
        return None if lost else text

    def word(self, name: str, form: str, match: re.Match[str]) -> str | None:
        """What stands for a placeholder of a template, in the form that is asked for."""
        groups = match.groupdict()
        said = (groups[name] or "").strip() if name in groups else (
            self._option_of(groups.get("choice")) if name == "option" else
            self._store_of(groups.get("val")) if name == "store" else self._declared(name))
        if said is None:
            return None
        if form == "many" and said.lower() in self.singles:
            return self.singles[said.lower()]
        if form in ("one", "many", "a"):
            noun = self.one.get(said.lower(), said)
            forms = {"one": noun, "many": self.phrases.plurals().get(noun, plural(noun)),
                     "a": with_article(noun)}
            return forms[form]
        match form:
            case "extreme":
                return "least" if said.lower() in SMALLEST else "greatest"
            case "player":
                seats = self.phrases.seats
                return next((one for one in seats if one.lower() == said.lower()), None)
            case "seat":
                number, seats = int(digits(said)), self.phrases.seats
                return seats[number - 1] if 0 < number <= len(seats) else None
            case "list":
                return ", ".join(_list(said))
            case "ors":
                return " or ".join(_list(said))
            case "count":
                return str(len(_list(said)))
            case "ones":
                return ", ".join(f"{match['w'].lower()}-{item}" for item in _list(said))
            case "items":
                low, high = int(digits(said)), int(digits(match["n2"]))
                return ", ".join(f"{match['w'].lower()}-{i}" for i in range(low, high + 1)[:20])
            case "capital":
                return said[:1].upper()
            case "or":
                return digits(said) or "1"
            case "kind":
                return self._kind_of(said)
            case "the":
                return said if said not in self.phrases.attribute_nouns else f"the {said}"
            case "number":
                return LEAST.get(said.lower().removesuffix(" than"), said)
            case "sum":
                return "total" if said.lower().startswith("sum") else said
            case "adj":
                deed = said.lower().removeprefix("un")
                return self.deeds.get(deed) or self.deeds.get(base_verb(deed) or "")
            case "of":
                return self.comparatives[said.lower()][0]
            case "more":
                return self.comparatives[said.lower()][1]
            case "base":
                return base_verb(said) or said
        if name == "step":
            return next(one for one in self.names["STEPNAME"] if one.lower() == said.lower())
        if name == "least":
            return LEAST.get(said.lower().replace(" then", "").replace(" than", ""), said)
        return digits(said) if re.fullmatch(r"n\d?", name) else said

    def _kind_of(self, said: str) -> str | None:
        """The kind of a value, or that of what an attribute holds."""
        known = self.phrases.attribute_nouns.get(said.removeprefix("the "))
        if known is not None or said in self.phrases.seats:
            return known
        return signatures(self.phrases).nouns.get(said)

    def _option_of(self, choice: str | None) -> str | None:
        """The one option that may be what a word says."""
        word = tuple((choice or "").split())
        found = [" ".join(name) for name, words in self.phrases.option_words.items()
                 if word in words]
        return found[0] if len(found) == 1 else None

    def _store_of(self, value: str | None) -> str | None:
        """What players have of each of several things, one of which a value may be."""
        known = signatures(self.phrases)
        kind = known.nouns.get(value) if value is not None else None
        found = [one.name for declared in known.attributes.values() for one in declared
                 if one.noun == "player" and len(one.others) == 1 and not one.defined and (
                     value is None or one.others[0][1] == kind)]
        return found[0] if len(found) == 1 else None

    def _declared(self, name: str) -> str | None:
        """What a placeholder means that the pattern does not have: the one such thing there is."""
        phrases = self.phrases
        if name in ("seat", "cell"):
            return next(iter(phrases.seats), "Ann") if name == "seat" else "a1"
        if name == "facing":  # what keeps a direction, where there is one such attribute
            kept = [one for one, noun in phrases.attribute_nouns.items() if noun == "direction"]
            return kept[0] if len(kept) == 1 else None
        if name == "ownerattr":  # what says whose a thing is, where there is one such attribute
            owning = [one for one, noun in phrases.attribute_nouns.items() if noun == "player"]
            return owning[0] if len(owning) == 1 else None
        known = {"piece": phrases.pieces, "celltype": phrases.cells,
                 "board": self.names.get("BOARDNAME", ())}.get(name, ())
        return next(iter(known), {"celltype": "cell", "piece": "Mark", "board": "Board"}.get(name))


SHORTEST_DEED = 4  # letters of a quality that is taken for what a deed leads to
SMALLEST = ("least", "fewest", "lowest", "smallest")
LEAST = {
    "at least": "at least", "at most": "at most", "more": "more than", "greater": "more than",
    "fewer": "less than", "less": "less than", "exactly": "", "only": "", "just": "",
    "larger": "more than", "bigger": "more than", "smaller": "less than",
}
#: Words that compare, and the numbers of which they tell.
MORE = {
    "higher": "height level altitude", "taller": "height", "stronger": "strength force power",
    "older": "age", "richer": "wealth coins money gold cash", "faster": "speed pace",
    "wealthier": "wealth coins money gold cash", "longer": "length", "wider": "width breadth",
    "deeper": "depth", "heavier": "weight load", "dearer": "price cost", "hotter": "heat",
    "costlier": "price cost", "wiser": "wisdom", "larger": "size", "bigger": "size",
}
LESS = {
    "lower": "height level altitude", "weaker": "strength force power", "younger": "age",
    "poorer": "wealth coins money gold cash", "slower": "speed pace", "shorter": "length height",
    "narrower": "width breadth", "shallower": "depth", "lighter": "weight load",
    "cheaper": "price cost", "smaller": "size",
}
#: An article in the middle of a pattern.
ARTICLE = re.compile(r"(?<=[\w>)] )an\? ")
#: What the placeholders of the patterns stand for that do not depend on the names of a text.
PLACEHOLDERS = {
    "n": r"\d+|" + "|".join(NUMBERS),
    "w": r"[^\W\d_][\w+-]*",
    "who": r"(?!(?:if|and|or|not|where|when|that|as|only|then|he|she|they|it) )[^\W_]"
           r"(?:(?! (?:if|and|or|not|where|when|that|as|then|becomes|goes) )[^,\"():])*?",
    # one thing or player, with nothing said of it
    "lone": r"(?:it|he|they|(?:(?:the|its|his|their) |[\w]+'s )?(?:[\w]+'s )?"
           r"[\w]+(?: [A-Z][\w]*)?)",
    "what": r"[\w' ]+?(?=,|$| and | or | nor )",
    # what stands in front of a word for a player, where no other one is spoken of
    "alone": r"(?:(?!\b(?:every|some|no|any|other|a|each|all|one|next|previous)(?: other)? "
             r"players?\b|\bplayer (?:that|whose|who|with|having|on|to)\b|\b(?:opponent|whoever"
             r"|anyone|someone|everyone|nobody|winner|loser|owner)\b).)*?",
    "cond": r"[^\s,:].*?",
    "said": r"[^\s,:].*?",
    "rest": r"[^\s].*",
    "text": r'"\d+"',
    "names": r"(?!(?:can|could|may|have|has|must|are|is|play|take) )[^\W\d_][^:]*?",
    "least": r"at least|at most|(?:more|greater|larger|bigger|fewer|less|smaller) th[ae]n|exactly"
             r"|only|just",
}


def any_of(names: object) -> str:
    listed = [re.escape(name).replace("\\ ", " ") for name in names]  # type: ignore[attr-defined]
    return f"(?:{'|'.join(listed)})" if listed else "(?!)"


def _list(text: str) -> list[str]:
    """The items of a list, however they are joined."""
    return [item for item in re.split(r"\s*(?:,|;|/|\band\b|\bor\b)\s*", text) if item]
