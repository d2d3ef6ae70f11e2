"""What a refused line says, as lines of the language.

Model. A line is read by the grammar of `grammar/english` as what its place can hold: a
declaration, a statement, a condition, a value. Of a definition, the head stays as it is. Whether
the parser takes what comes of it, and whether it means something, is asked by who tells it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.interpreter.english import two_parties
from rulewright.interpreter.english.antecedents import Antecedents, meant_by_it, with_it_said
from rulewright.interpreter.english.behind import of_the_defined, with_subject
from rulewright.interpreter.english.chart import LEFT_OPEN, Chart
from rulewright.interpreter.english.lexicon import Lexicon
from rulewright.interpreter.english.own_parts import OwnParts, Readable
from rulewright.interpreter.english.persons import FOE, HE
from rulewright.interpreter.english.templates import ONE_OF_EACH, THE_PLAYER
from rulewright.interpreter.english.text_names import TextNames
from rulewright.interpreter.english.two_alike import of_a_pair, speaks_of_both, two_alike
from rulewright.interpreter.english.unmeant import is_taken_otherwise, is_unmeant
from rulewright.interpreter.english.whose_put import from_stores, from_where, with_owner
from rulewright.interpreter.english.wording import NAMES, counted, ended_last, named
from rulewright.interpreter.syntax.lines_above import depth_of
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.words import singular

MOST_WORDS = 45  # of a line that is read
OPPONENT, MOST_OPPOSED = "'s opponent", 2
MOST_OPEN = 0.7  # of the words of a line that is told in part
DEFINITION = re.compile(r"(?P<front>an? .+? (?:if|when|unless)) (?P<part>.+)")
AS_NOUN = re.compile(r"(?P<who>^an? [\w-]+) is (?:an?|the) (?=(?:[\w-]+ ){1,3}if$)")
VALUE = re.compile(r"(?P<front>the .+? is) (?P<part>.+)")
DEFINED = re.compile(r"an? .+ (?:if|when)")
VALUED = re.compile(r"the .+ is")
#: A definition about one thing, which is `it` in it.
ABOUT_ONE = re.compile(r"the (?:[\w-]+ ){1,4}of an? [\w-]+(?: [A-Z])? (?:is|are|equals)\b")
#: What ends the game: the head of a block, in the language or in English.
ENDING = re.compile(r"end (?!the turn)|(?:the )?(?:game|play) (?:ends|is over)\b"
                    r"|(?:when|if|once) .*game (?:ends|is over)")
#: Only a piece has an owner.
HIS_OWNER = re.compile(r"\b(?:his|her) owner\b")
#: Where `the player` is each of several.
EACH_PLAYER = re.compile(r"\b(?:each|rank every|pay every) (?:\S+ ){0,3}?player")
EACH_NAMED = re.compile(r"(\bfor each (?:[\w-]+ )*?player) \$P\b(?=[^,$\n]*(?:,|$))", re.M)
BESIDE_ANOTHER = re.compile(r"\bplayers? \$[A-Z](?: where |,)")
DEFINITE = re.compile(r"(?:an?|the) ")  # a definition: there `the player` is the one it is about
#: What one is, can or does all the time, so that `when` tells what it means.
BEING = re.compile(
    r"\b(?:is|are|can|has|owns|controls|holds|dominates|rules|commands|threatens|sees|blocks|guards"
    r"|protects|supports|knows|beats|covers|touches|matches|fits|meets|defends|leads|belongs|lies"
    r"|surrounds|reaches|faces|needs|likes|outranks|occupies|attacks)\b")
HIM = re.compile(r"\b(?:he|his|him|she|her)\b")

#: What says which two cells are meant.
NEXT_TO = r" (?:(?:that|which) are )?(?:next|adjacent|beside|bordering|touching)\b"

#: `has exactly … (Cards)`: what is left open is no number there, but which of them are meant.
COUNT_OPEN = re.compile(r"\b(?:exactly|at least|at most|more than|less than)\}? ⟦[^⟦⟧]*⟧ \(")

#: That a thing with a name is another one.
NOT_IT = re.compile(r"[A-Z] is not it and ")


class Translator:
    """Translates the lines of one text."""

    def __init__(self, speech: Speech, readable: Readable) -> None:
        self.speech, self.readable = speech, readable
        self.text_names, self.own = TextNames(speech), OwnParts(speech, readable)
        self.owned = [name for name, known in speech.known.attributes.items()
                      if all(s.noun == "player" for s in known)]
        self.names: list[str] = []  # names of one letter that the head of the block has
        self.head = ""
        self.open = False  # whether parts may be left open

    def open_lines(self, text: str, head: str, begins: bool) -> Iterator[str]:
        """The same of a line of which only a part is understood: what is not stands as it is
        written, marked (see `LEFT_OPEN`)."""
        self.open = True
        try:
            for said in self.lines(text, head, begins):
                left = sum(len(found[2].split()) for found in LEFT_OPEN.finditer(said))
                few = 0 < left <= MOST_OPEN * len(text.split())
                if few and LEFT_OPEN.sub(r"\2", said) != text and not COUNT_OPEN.search(said):
                    yield said
        finally:  # whoever asks may stop in between
            self.open = False

    def lines(self, text: str, head: str, begins: bool) -> Iterator[str]:
        """The lines that a line below a `head` says (or the head itself, which `begins` a block),
        the likeliest first; several are parted by line ends."""
        self.names = [word for word in re.findall(r"\w+", head) if len(word) == 1]
        self.head = head
        if begins:
            yield from (of_the_defined(said, self.speech) for said in self._declaration(text))
        elif DEFINED.fullmatch(head):
            said = text.removeprefix("if ")
            two = two_alike(f"{head} {said}")  # of both, if the second one has a name
            if two is not None and two[0] == head:
                yield from self._read(two[1], "cond")
            yield from self._read(said, "cond")
        elif VALUED.fullmatch(head):
            yield from self._read(text, "case")
        else:
            if ENDING.match(head):
                yield from self._below_end(text, head)
            option = self._option_asked(text)
            for said in self._read(with_subject(text, self.speech), "line"):
                asked = option and said.startswith(f"if {option}") and "otherwise" not in said
                line = f"when{said.removeprefix('if')}" if asked else said
                if not asked or line != text:
                    yield line

    def _option_asked(self, text: str) -> str:
        """The option that a line asks for behind `when`, which is no `if` then, with its `is`."""
        asked = (f"{' '.join(name)} is " for name in self.speech.phrases.option_words)
        return next((one for one in asked if text.startswith(f"when {one}")), "")

    def _below_end(self, text: str, head: str) -> Iterator[str]:
        """What a line says of those whom the condition of its `end` speaks of: who is left wins."""
        for said in self._read(f"{head}, {text}", "decl"):
            end, *below = said.split("\n")
            if end.startswith("end ") and below:
                yield "\n".join(line[2:] for line in below)

    def _declaration(self, text: str) -> Iterator[str]:
        text = two_parties.AS_NOUN_OF.sub(r"\1 is ", text)
        found = None if speaks_of_both(text) else DEFINITION.fullmatch(text)
        front = re.sub(" (?:when|unless)$", " if", found["front"]) if found is not None else ""
        if found is not None and not (
            front == found["front"] or BEING.search(front) or found["front"].endswith("unless")
        ):
            found = None  # what is done `when …` is no meaning of a word
        if found is not None and not self.readable("declarations", [f"{front} 1 is 1"]):
            front = AS_NOUN.sub(r"\g<who> is ", front)  # `a player is a hero if …`
        if found is not None and self.readable("declarations", [f"{front} 1 is 1"]):
            denied = found["front"].endswith(" unless")
            for said in self._read(found["part"], "cond"):
                said = _about_said(self._no_person(said, front, found["part"]), front)
                yield f"{front} not ({said})" if denied else f"{front} {said}"
                other = None if denied else _with_the_other(said, front)
                if other is not None:
                    yield other
        pair = of_a_pair(text)
        if (named := two_alike(pair)) is not None and self.readable(
            "declarations", [f"{named[0]} 1 is 1"]
        ):
            for said in self._read(named[1], "cond"):
                said = _about_said(said, named[0])
                if NOT_IT.match(said):  # behind it `its` could be the other's
                    said = re.sub(r"\bits\b", f"the {named[0].split()[1]}'s", said)
                yield f"{named[0]} {said}"
        if speaks_of_both(pair):
            return  # anything else would take `they` for a player
        found = VALUE.fullmatch(text)
        if found is not None and self.readable("declarations", [f"{found['front']} 1"]):
            yield from (f"{found['front']} {_about_said(said, found['front'])}"
                        for said in self._read(found["part"], "value"))
        yield from self._read(text, "decl")

    def _no_person(self, said: str, front: str, part: str) -> str:
        """A condition of what a player is or does: where it speaks of him as `he`, `it` is the
        other thing."""
        if front.startswith("a player ") and HIM.search(part):
            nouns = [noun for noun in re.findall(r" an? ([\w-]+)", front)
                     if self.speech.phrases.table.get((noun,), ("",))[0] == "NOUN"]
            if len(nouns) == 1:
                said = re.sub(r"\bits\b", f"the {nouns[0]}'s", said)
                said = re.sub(r"\bit\b", f"the {nouns[0]}", said)
        return said

    def _read(self, text: str, category: str) -> Iterator[str]:
        for left in LEFT_THERE:
            text = left.sub(r"\1the \2 it came from", text)
        text = HIS_OWNER.sub("its owner", TAKEN_THEN.sub(r"\1the captured \2", text))
        lexicon = Lexicon(text, self.text_names, self.own, self.head)
        if 0 < len(lexicon.words) <= MOST_WORDS and not self._both_of_many(text):
            one_asked = OF_A_SET.search(text) is not None
            about = category not in ("line", "decl") or ABOUT_ONE.match(text)
            it = Antecedents() if about else meant_by_it(lexicon.words, self.speech)
            used = {word for word in lexicon.words if len(word) == 1} | set(self.names)
            foe = f"{lexicon.own_side}'s opponent"
            for phrase in Chart(lexicon, self.open).read(category):
                each = EACH_PLAYER.search(phrase.text)
                if not _told_who(phrase.text) or is_unmeant(phrase.text) or (
                    one_asked and EACH_THERE.search(phrase.text) is None
                ):
                    continue
                if two_parties.asks_mover(text, phrase.text):
                    continue
                if HE in phrase.text and "captured" in lexicon.persons.owner:
                    continue  # there may be none, of whom nothing can be said
                if (no_zone := self.text_names.no_zone) and no_zone.search(phrase.text):
                    continue
                if (FOE in phrase.text or OPPONENT in phrase.text) and (
                    len(self.speech.phrases.seats) > MOST_OPPOSED
                ):
                    continue  # of several, none is the opponent
                full = with_it_said(
                    _unnamed(phrase.text).replace(HE, lexicon.persons.owner or "the player")
                    .replace(FOE, foe), it,
                    lexicon.persons.before_it(), self.owned)
                if full is None:
                    continue
                full = two_parties.other_than_owner(text, full, self.text_names.owned)
                said = two_parties.of_the_outer(self._of_the(self._about_the_step(full)))
                if not GROUPED.search(text):
                    said = EITHER_WAY.sub(r"{(\1 or \2) and \3/\1 or (\2 and \3)}", said)
                    said = UNLESS.sub(_excepted_of_both_or_one, said)
                said = _of_each_or_mover(text, said)
                if ANOTHER.search(text):
                    said = OF_OTHERS.sub(OF_ONE_OR_ALL, said)
                if self._always_there(text, said) or self._whose_zone(lexicon.words, said) or (
                    is_taken_otherwise(text, said) or self._zone_unsaid(text, said)
                    or two_parties.loses_relation(text, said, self.speech.known.prepositions,
                                                  self.speech.phrases.cells)
                ):
                    continue
                if (whose := with_owner(said, text, self.head, self.text_names.owned)) is None:
                    continue
                said = from_where(from_stores(whose, text, self.text_names.stored),
                                  self.text_names.sources)
                yield ended_last(named(counted(self.text_names.placed(said)), used))
                if BESIDE_ANOTHER.search(said) and not each and not DEFINITE.match(self.head):
                    said = THE_PLAYER.sub("the player to move", said)  # he has no name, another has
                    yield ended_last(named(counted(self.text_names.placed(said)), used))

    def _always_there(self, text: str, said: str) -> bool:
        """Whether `no building is left` became `there is no building`, of what is always there: it
        is those of which something more is so."""
        found = THERE_IS.search(said)
        if found is None or LEFT.search(text) is None:
            return False
        known, pieces = self.speech.phrases.table.get((found[1],)), self.speech.phrases.pieces
        return known is not None and known[0] in ("NOUN", "NOUNS") and not {
            found[1], singular(found[1])} & {*pieces}

    def _zone_unsaid(self, text: str, said: str) -> bool:
        """Whether `the player has 3 Armies` became those in a zone of his that no word names: they
        can be on a board as well."""
        return any(
            zone.lower() not in text.lower() and re.search(rf"'s {re.escape(zone)} has ", said)
            for zone in self.text_names.besides) or any(
            whose != "player" and f"the {zone} of every (player)" in said  # who has none
            for zone, (whose, _) in self.text_names.zones.items())

    def _whose_zone(self, words: Sequence[str], said: str) -> bool:
        """Whether `the Dock` of a line about several players, or about one by his name, became that
        of the player to move: it may be his who was spoken of."""
        for zone, (whose, _) in self.text_names.zones.items():
            if whose != "player" or "the" not in words or not re.search(
                rf"the player(?: to move)?'s {re.escape(zone)}\b", said
            ):
                continue
            line = " ".join(words)
            at = line.find(f"the {zone}")
            front = line[: max(at, 0)]
            if any(seat in front.split() for seat in self.speech.phrases.seats) or (
                "to move's" in said and SEVERAL_PLAYERS.search(front)
            ):
                return True
        return False

    def _both_of_many(self, text: str) -> bool:
        """Whether a line speaks of both or neither of some cells: which two of them are meant is
        said by the lines around it, unless they are those next to something."""
        return any(
            re.search(rf"\bboth (?:of )?(?:the )?{many}\b(?! and |{NEXT_TO})"
                      rf"|\bneither (?:{noun}\b(?! nor )|of (?:the )?{many}\b(?!{NEXT_TO}))", text)
            for noun, many in ((re.escape(one), re.escape(self.speech.plural(one)))
                               for one in self.speech.phrases.cells))

    def _about_the_step(self, text: str) -> str:
        """A translation in which `it`, in a loop over players that the line does not have, is what
        the step is about."""
        step, loop = STEP_ABOUT.match(self.head), LOOP_OF_PLAYERS.search(text)
        if step is None or loop is None or step["noun"] in ("player", "number"):
            return text
        thing = step["name"] or f"the {step['noun']}"
        behind = re.sub(r"\bits\b", f"{thing}'s", text[loop.end() :])
        return text[: loop.end()] + re.sub(r"\bit\b", thing, behind)

    def _of_the(self, text: str) -> str:
        """A text that says `the gold of the leader`, not `the leader's gold`, where the leader is
        an attribute of the game."""
        for found in re.finditer(r"\bthe ((?:(?!the )[\w -])+?)'s ", text):
            if not any(not s.noun for s in self.speech.known.attributes.get(found[1], ())):
                continue
            behind = text[found.end() :]
            what = max((name for name in self.speech.known.attributes
                        if re.match(rf"{re.escape(name)}\b(?!'s)", behind)), key=len, default="")
            if what:
                said = f"the {what} of the {found[1]}{behind[len(what) :]}"
                return self._of_the(text[: found.start()] + said)
        return text


STEP_ABOUT = re.compile(r"step .*? an? (?P<noun>[\w-]+(?: (?!with|from|to|at|by|on|for|towards)"
                        r"[a-z][\w-]*)?)(?: (?P<name>[A-Z]))?(?= |$)")
LOOP_OF_PLAYERS = re.compile(r"\bfor each (?:[\w-]+ )?player\b")
#: A thing of which it is only asked whether it is there: `a Stone on it and that Stone is …`.
OF_A_SET = re.compile(
    r"^(?!.*\b(?:choose|each|every|move|put|take|draw|pick|place|play|roll|remove)s?\b)"
    r".*?\b(?:an?|one|some|any|no|another|[0-9]+) (?:[\w-]+ ){0,2}?"
    r"(?P<noun>(?!(?:player|is|are|has)\b)[\w-]+)\b.*\b(?:that|this) (?P=noun)\b")
#: The cell that a piece left, and `that cell` behind it.
LEFT_THERE = (re.compile(
    r"(\bthe ([\w-]+) (?:that |which |where )?(?:it|he|she|the player) (?:came from|left|moved from"
    r"|started from|was|stood)\b.*?)\b(?:that|this|the same) \2\b"),
    re.compile(r"(\b(?:the|its|his) (?:old|former|previous) ([\w-]+)\b.*?)"
               r"\b(?:that|this|the same) \2\b"),
    re.compile(r"(\b(?:leaves|left) an? ([\w-]+) (?:empty|without)\b.*?)\b(?:that|this) \2\b"))
#: A piece that was captured, and `that Soldier` behind it.
TAKEN_THEN = re.compile(
    r"(\b(?:captured|took|captures|takes) (?:an?|another|some|any) (?:[\w-]+ )*?([A-Z][\w-]*)\b.*?)"
    r"\b(?:that|this|the other) \2\b")
#: A translation that is about each that is there.
EACH_THERE = re.compile(r"\bfor each [^,\n]*\$[A-Z]\b")
#: Conditions that go together in either way, and words by which an author says in which.
EITHER_WAY = re.compile(
    r"\(([^()\n,]+) or ([^()\n,]+)\) and ([^()\n,]+)(?=$|,)", re.MULTILINE)
#: `A and B unless C`: the exception is of both, or of the last alone.
UNLESS = re.compile(
    r"only if \((?P<a>[^()\n]+?) and (?P<b>[^()\n]+)\) or \((?P<c>[^()\n]+)\)$", re.MULTILINE)
WITHOUT_SUBJECT = re.compile(r"(?:at least|at most|more than|less than|not|exactly) ")
GROUPED = re.compile(r"\b(?:either|both|neither)\b|, (?:and|or) |\(")
#: What is left over, and what a translation says that there is, with nothing more said of it.
LEFT = re.compile(r"\b(?:left|remains?|remaining|available|any ?more|over)\b")
THERE_IS = re.compile(r"\bthere (?:is|are) (?:no|an?|(?:at least|at most|exactly|less than) \d+) "
                      r"([\w-]+)(?=$|,| and | or |\n)")
SEVERAL_PLAYERS = re.compile(r"\b(?:each|every|all|other) players?\b")
#: Several pieces of another player: of the others together, or of one of them.
ANOTHER = re.compile(r"\b(?:another|some other|any other|one other) player\b")
OF_OTHERS = re.compile(
    r"there are (?P<n>(?:at least|more than|exactly) \d+) (?P<set>[\w -]+?) "
    r"whose owner is not the player(?P<rest>(?: (?:on|next to|in) [^,()\n]*)?)(?=$|,)", re.M)
OF_ONE_OR_ALL = (
    r"{there is at least 1 other player $Q where (there are \g<n> \g<set> of $Q\g<rest>)/\g<0>}")


#: What a definition is about, where that has no name; and what is said of something with a name.
UNNAMED_ONE = re.compile(r"(?:an? |the .+? of an? )(?P<noun>[\w-]+) (?![A-Z]\b)")
OF_NAMED = re.compile(r" [A-Z](?P<more> [^(),]*)? where \(")


#: A definition of two things without names, and `it` where it is not what the sentence is about.
OF_TWO = re.compile(r"an? (?P<one>[\w-]+) (?P<word>[^,]+?) an? (?P<two>[\w-]+) if")
OBJECT_IT = re.compile(
    r"(?:(?<= of )|(?<= to )|(?<= than )|(?<= on )|(?<= with )|(?<= from ))it\b"
    r"|(?<!^)(?<!and )(?<!or )(?<!not )(?<!\()\bit\b(?! (?:is|was|has|does|can|wants)\b)")
OBJECT_ITS = re.compile(r"(?<=than |east |most )its\b")


def _with_the_other(said: str, front: str) -> str | None:
    """A definition of two things in which `it`, behind what is said of the first, is the second."""
    found = OF_TWO.fullmatch(front)
    if found is None or "\n" in said or not (OBJECT_IT.search(said) or OBJECT_ITS.search(said)):
        return None
    other = f"the {found['two']}"
    if found["one"] == found["two"]:
        other = next((letter for letter in (found["two"][0].upper(), *NAMES)
                      if letter not in said.split()), "")
        front = f"{front.removesuffix(' if')} {other} if"
    whose = f"{other}'s"
    return f"{front} {OBJECT_IT.sub(other, OBJECT_ITS.sub(whose, said))}"


#: Where of each player it is said what `the player` has or does: each, or the one to move.
EACH_THEN_PLAYER = re.compile(
    r"(?:each|every|all(?: the)?) players?(?: '?s)?\b.* the player\b(?! (?:to move|who|that|with))")
OF_ONE_OF_EACH = re.compile(r"for each player \$P, [^\n{}/]+")


def _of_each_or_mover(text: str, said: str) -> str:
    """What is said of each player with `the player`, in both readings: of his own, and of what the
    player to move has."""
    if "player to move" in text or not EACH_THEN_PLAYER.match(text) or (
        "the player to move" not in said or not OF_ONE_OF_EACH.fullmatch(said)
    ):
        return said
    return f"{{{said.replace('the player to move', ONE_OF_EACH)}/{said}}}"


def _excepted_of_both_or_one(found: re.Match[str]) -> str:
    """The readings of `only if A and B unless C`, in which `B` has a subject of its own."""
    a, b, c = found["a"], found["b"], found["c"]
    subject = f"{a.partition(' is ')[0]} is " if WITHOUT_SUBJECT.match(b) else ""
    return f"only if {{({a} and {b}) or ({c})/{a} and ({subject}{b} or {c})}}"


def _about_said(said: str, front: str) -> str:
    """A part of a definition in which `it`, where it stands in what is said of something with a
    name, is what the definition is about: the named thing could be meant by `it` as well."""
    about, named = UNNAMED_ONE.match(front), OF_NAMED.search(said)
    if about is None or named is None:
        return said
    whose = f"the {about['noun']}'s"
    if named["more"]:
        return said[: named.end()] + OBJECT_ITS.sub(whose, said[named.end() :])
    within = re.sub(r"\bits\b", whose, said[named.end() :])
    return said[: named.end()] + re.sub(r"\bit\b", f"the {about['noun']}", within)


def _told_who(text: str) -> bool:
    """Whether `he` stands only where players are spoken of, in the line or one that it is below."""
    around: list[tuple[int, bool]] = []
    for line in text.split("\n"):
        depth = depth_of(line)
        around = [(one, each) for one, each in around if one < depth]
        around.append((depth, EACH_PLAYER.search(line) is not None))
        if HE in line and not any(each for _, each in around):
            return False
    return True


def _unnamed(text: str) -> str:
    """A text in which each player has no name where no other player is spoken of."""
    if not EACH_NAMED.search(text) or THE_PLAYER.search(text) or "the player to move" in text:
        return text
    return EACH_NAMED.sub(r"\1", text).replace(ONE_OF_EACH, "the player")
