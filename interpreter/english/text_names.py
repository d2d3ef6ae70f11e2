"""What is known of the names of one text that its lines are translated with: its zones, what
players have of each of a kind, its verbs by their forms. It is worked out once for a text.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import takewhile

from rulewright.interpreter.english.rules import Rule
from rulewright.interpreter.syntax.mentions import Speech
from rulewright.interpreter.syntax.verbs import base_of, forms

#: A name that a rule asks for: of a zone; as `Deck`, of that from which one draws at random; as
#: `Hand`, of that of this name or the only one that players have; as `Inside`, of each that other
#: things have, `Hold` of a ship; as `Pawn`, of the piece of which each player has just one; as
#: `cell`, of the cells of the one board; as `store`, of the one number that players have of each of
#: a kind, `stock of`; as `Spot`, of what players have as the place where they are, and
#: `playerplace`, its noun; as `Adjoins`, of the verb by which such places lie side by side; as
#: `strength|power`, of an attribute.
ASKED = re.compile(r"\[([A-Z][\w |]*|cells?|playerplace|store|(?:[a-z]+\|)+[a-z]+)\]")
#: What asks for a direction, of players and of pieces; how that of a definition may be called.
WAYS = ("Way", "Facing")
#: What asks for the last row and column of the one board: how many of them it has.
LAST = ("LastRow", "LastColumn")
TURNED_TO = frozenset((
    "front", "way", "forward", "forwards", "forward way", "way forward", "direction", "ahead",
    "heading", "facing", "forward direction", "march", "course", "bearing"))
#: Slots for things whose zone is asked for; and those that they are where they have a name.
WHOSE = re.compile(r"<(\w+)(?:\.\w+)?>?'s \[Inside\]")
OF_ZONES = ("thing", "core")
DECKS = ("Deck", "Stack", "Bag", "Pouch", "Draw Pile")
#: Pieces that are counted, or that a player has, where nothing further is said of them.
IN_PLAY = (
    r"(?P<front>\b(?:the number of|among"
    r"|there (?:is|are) (?:no|an?|(?:at least|at most|exactly|more than|less than) \S+)) "
    r"|\b(?:player|players|opponent|owner|SEAT) (?:that )?(?:has|have) "
    r"(?:no|an?|(?:at least|at most|exactly|more than|less than|\{exactly/at least\}) \S+) \(?)"
    r"(?P<set>(?:(?!(?:to|some|that|of|on|in|every|no|the|next)\b)[a-z][\w-]* ){0,2}NOUN\b"
    r"(?: of (?:the player's opponent|the player to move|the player|its owner's opponent|its owner"
    r"|its|it|SEAT|\$?[A-Z]\b|\([^()]*\)))?)(?!'s)"
    r"(?! (?:on|next|in|that|whose|where|with|of|orthog|diag|[A-Z])\b)(?! \$)")

#: Pieces that a player is said to have, where they have no owner.
HELD = (
    r"\b(?P<who>(?:the|no|some|every|some other|every other|no other) player(?: to move)?|nobody"
    r"|SEAT|\$?[A-Z]|\$he) has "
    r"(?P<what>(?:no|an?|(?:at least|at most|exactly|more than|less than|\{exactly/at least\}) \S+)"
    r" \(?(?:[a-z][\w-]* ){0,2}NOUN\b)(?! (?:on|in|next)\b)")
COUNTED = (
    r"(?P<front>\bthe number of (?:[a-z][\w-]* ){0,2}NOUN) of "
    r"(?P<who>the player to move|the player(?!'s)|(?:SEAT)(?!'s)|\$?[A-Z]\b(?!'s)|\$he\b(?!'s))")

#: What the place where a player is may be called; kinds that are none; verbs of what lies beside.
SPOTS = frozenset("spot place location position whereabouts".split())
NO_SPOTS = ("player", "number", "truth", "words", "")
BESIDE = ("adjoin", "border", "neighbour", "neighbor", "touch", "link", "lie")

#: Attributes that are a player, called as what he did.
OF_DEEDS = frozenset("claim guard control mark rule command capture".split())

#: What players keep, called as what they do with it: `claim`, what one claims.
OF_KEEPING = frozenset(
    "claim guess target vote bid bet call pledge promise request demand offer wish guard control"
    " mark hunt plan desire fear aim support love hate".split())


class TextNames:
    """The names of one text."""

    def __init__(self, speech: Speech) -> None:
        self.speech, self.phrases = speech, speech.phrases

    @cached_property
    def heads(self) -> list[list[str]]:
        """The words of the heads of declarations."""
        return [[token.text for token in head] for head in self.phrases.heads]

    @cached_property
    def inside(self) -> dict[str, str]:
        """For each zone that things other than players have, their noun."""
        return {zone: of for zone, (of, _) in self.zones.items() if of not in ("", "player")}

    def fittings(self, rule: Rule) -> list[Rule]:
        """A rule with the names that it asks for: once for each zone that things other than players
        have, where it asks for that, `[Inside]`."""
        if "[Inside]" not in rule.template:
            fit = self.fitted(rule)
            return [] if fit is None else [fit]
        whose = tuple(WHOSE.findall(rule.template)) or OF_ZONES
        inside = (replace(rule, template=rule.template.replace("[Inside]", zone), of=of,
                          whose=whose)
                  for zone, of in self.inside.items())
        return [fit for one in inside if (fit := self.fitted(one)) is not None]

    def fitted(self, rule: Rule) -> Rule | None:
        """A rule with the one name of those that it asks for, `[Deck|Stack]`, which the text
        declares; none where it declares none of them, or several."""
        template = rule.template
        for asked in ASKED.findall(template):
            held = [name for name in asked.split("|") if self._declares(name)]
            if asked == "cell":
                held = self.cells
            elif asked == "cells":
                held = [self.speech.plural(cell) for cell in self.cells]
            elif asked in LAST:
                held = [self.edges[asked]] if asked in self.edges else []
            elif asked == "Deck":
                held = self.decks
            elif asked == "store":
                held = self.stores
            elif asked == "Spot":
                held = [name for name, _ in self.spots]
            elif asked in WAYS:
                held = self.ways(asked == "Way")
            elif asked == "playerplace":
                held = [*self.player_places]
            elif asked == "Adjoins":
                held = self.adjoining
            elif asked == "Pawn":
                held = self.pawns
            elif asked == "Hand" and not held:
                held = [zone for zone in self.phrases.zones if self.zones[zone][0] == "player"]
            if len(held) != 1:
                return None
            template = template.replace(f"[{asked}]", held[0])
        return rule if template == rule.template else replace(rule, template=template)

    @cached_property
    def spots(self) -> list[tuple[str, str]]:
        """What players have that is the place where they are, and the noun of such places."""
        return [(name, s.kind) for name, known in self.speech.known.attributes.items()
                for s in known if s.noun == "player" and not s.others and not s.defined
                and s.kind not in NO_SPOTS and (name in SPOTS or name == s.kind)]

    def ways(self, players: bool) -> list[str]:
        """What players have that is the direction in which their pieces go, or pieces that they
        are turned to."""
        return [name for name, known in self.speech.known.attributes.items() for s in known
                if not s.others
                and (s.noun == "player" if players else s.noun in self.phrases.pieces)
                and (s.kind == "direction" or (s.defined and not s.kind and name in TURNED_TO))]

    @cached_property
    def player_places(self) -> frozenset[str]:
        """The noun of the places where players are, where the text has one such attribute."""
        return frozenset(noun for _, noun in self.spots) if len(self.spots) == 1 else frozenset()

    def is_player_place(self, said: str) -> bool:
        """Whether a thing as it is said is such a place: `mill`, `the hamlet`, `P's spot`."""
        known = self.speech.known
        last = said.rpartition("'s ")[2].removeprefix("the ").removeprefix("its ")
        return any(last == noun or known.nouns.get(said) == noun
                   or any(s.kind == noun for s in known.attributes.get(last, ()))
                   for noun in self.player_places)

    @cached_property
    def adjoining(self) -> list[str]:
        """The verbs that say which of these places lie side by side."""
        return [name for name, known in self.speech.known.verbs.items() for s in known
                if s.noun in self.player_places and [kind for _, kind in s.others] == [s.noun]
                and name.startswith(BESIDE)]

    @cached_property
    def as_a_place(self) -> re.Pattern[str] | None:
        """Where one of the things that have zones may stand for what is in them: the language says
        `in R's Land`, and asks of cells alone what is on them."""
        of = {*self.inside.values()} - {*self.phrases.cells}
        one = f"(?:it|[A-Z]|the (?:{'|'.join(map(re.escape, sorted(of)))}))"
        return re.compile(rf"\b(?:in|on) {one}\b(?!')|\b{one} has (?:no|an?|at|more|less|exactly)\b"
                          ) if of else None

    @cached_property
    def no_zone(self) -> re.Pattern[str] | None:
        """A zone of other things said to be a player's, or that of a zone."""
        who = "|".join(map(re.escape, (
            "player", "to move", "who decides", *self.phrases.seats, *self.phrases.zones)))
        return re.compile(rf"\b(?:{who})'s (?:{'|'.join(map(re.escape, self.inside))})\b"
                          ) if self.inside else None

    @cached_property
    def pawns(self) -> list[str]:
        """The pieces of which each player has one."""
        one_each = r"(?: \( .* \))? of a player : 1 each\b.* on "
        return [noun for noun in self.phrases.pieces for head in self.heads
                if re.match(f"piece {re.escape(noun)}{one_each}", " ".join(head))]

    @cached_property
    def stores(self) -> list[str]:
        return [f"{s.name} {s.others[0][0]}" for known in self.speech.known.attributes.values()
                for s in known if s.noun == "player" and s.kind == "number" and len(s.others) == 1]

    def _declares(self, name: str) -> bool:
        return name in self.phrases.zones or bool(self.speech.known.attributes.get(name))

    @cached_property
    def settings(self) -> dict[tuple[str, ...], str]:
        """What an option is, by the words for it: `hard mode`, `mode hard`."""
        found = {}
        for name, values in self.phrases.option_words.items():
            for value in values:
                said = f"{' '.join(name)} is {' '.join(value)}"
                for words in ((*value, *name), (*name, *value)):
                    found[tuple(word.lower() for word in words)] = said
        return found

    @cached_property
    def decks(self) -> list[str]:
        """The zones of the game into which nobody sees, or what is called like one."""
        games = [zone for zone in self.phrases.zones
                 if not self.zones[zone][0]]
        hidden = " , ".join(" ".join(head) for head in self.heads
                            if head[0] == "zone" and head[-1] == "nobody")
        found = [zone for zone in games if re.search(rf"\b{re.escape(zone)}\b", hidden)]
        return found or [zone for zone in games if zone in DECKS]

    @cached_property
    def cells(self) -> list[str]:
        """The nouns of the cells on which pieces stand: no sides and corners without any."""
        boards = {words[1]: words for words in self.heads if words[0] == "board" and words[1:]}
        bare = [words for name, words in boards.items() if {"sides", "corners"} & {*words}
                and not any(head[0] == "piece" and name in head for head in self.heads)]
        return [cell for cell in self.phrases.cells
                if not any(words[-1] == self.speech.plural(cell) for words in bare)]

    @cached_property
    def boxed(self) -> dict[str, str]:
        """For each piece of a player of which there is a number, and that is on cells of the one
        board or else in the box, the noun of these cells."""
        heads = self.heads
        held = {word for words in heads if words[0] == "zone" for word in words}
        boards = {words[1] for words in heads if words[0] == "board" and len(words) > 1}
        found = {}
        for words in heads if len(self.cells) == 1 else ():
            for noun in self.phrases.pieces:
                if words[0] == "piece" and " ".join(words[1:]).startswith(f"{noun} ") and (
                    ":" in words and "on" in words and boards & {*words}
                ) and noun not in held and self.speech.plural(noun) not in held:
                    front, behind = words[: words.index(":")], words[words.index(":") + 1 :]
                    of_any = "of" not in front
                    if (of_any or front[-1:] == ["player"]) and behind[0].isdigit():
                        found[noun] = self.cells[0]
        return found

    @cached_property
    def besides(self) -> list[str]:
        """The zones of players that hold a piece which can be elsewhere too, on a board."""
        stands = {self.speech.plural(noun) for noun in self.phrases.pieces for words in self.heads
                  if words[0] == "piece" and "on" in words
                  and " ".join(words[1:]).startswith(f"{noun} ")}
        held = {zone: " ".join(words[words.index(":") :]) for words in self.heads
                if words[0] == "zone" and ":" in words for zone in self.zones
                if f" {zone} " in f" {' '.join(words[: words.index(':')])} "}
        return [zone for zone, (of, _) in self.zones.items() if of == "player" and any(
            re.search(rf"\b{re.escape(noun)}\b", held.get(zone, "")) for noun in stands)]

    def placed(self, text: str) -> str:
        """A text in which it is said of such pieces that they are counted on the board."""
        seats = "|".join(map(re.escape, self.phrases.seats)) or "player"

        def of(known: str, noun: str) -> str:
            nouns = f"(?:{noun}|{self.speech.plural(noun)})"
            return known.replace("NOUN", nouns).replace("SEAT", seats)

        for noun, cell in self.boxed.items():
            text = re.sub(of(IN_PLAY, noun), rf"\g<front>\g<set> on some {cell}", text)
        for noun, zone in self.zoned.items():
            text = re.sub(of(HELD, noun), rf"\g<who>'s {zone} has \g<what>", text)
            text = re.sub(of(COUNTED, noun), rf"\g<front> in \g<who>'s {zone}", text)
            text = text.replace(f"nobody's {zone}", f"no player's {zone}")
        return text

    @cached_property
    def zoned(self) -> dict[str, str]:
        """For each piece without owner that lies in zones of players of one name, this name."""
        found: dict[str, list[str]] = {}
        for zone, (of, held) in self.zones.items():
            if of == "player" and held and held not in self.owned:
                found.setdefault(held, []).append(zone)
        return {noun: zones[0] for noun, zones in found.items() if len(zones) == 1}

    @cached_property
    def zones(self) -> dict[str, tuple[str, str]]:
        """For each zone the noun of which each has one, and of the pieces in it, if it is one."""
        found = dict.fromkeys(self.phrases.zones, ("", ""))
        for words in self.heads:
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
    def small(self) -> dict[tuple[str, ...], tuple[str, str]]:
        return {tuple(word.lower() for word in phrase): known
                for phrase, known in self.phrases.table.items()}

    @cached_property
    def verbs(self) -> dict[str, dict[tuple[str, ...], str]]:
        """The verbs that begin with `can`, by the words behind it; the others, by what stands
        behind `is`: `is held by`, `is holding`."""
        can: dict[tuple[str, ...], str] = {}
        done: dict[tuple[str, ...], str] = {}
        candone: dict[tuple[str, ...], str] = {}
        doing: dict[tuple[str, ...], str] = {}
        for verb in self.speech.known.verbs:
            first, *rest = verb.lower().split()
            if first == "can":
                can[tuple(rest)] = verb
                for form in forms(rest[0])[2:] if rest else ():
                    if not form.endswith(("ing", "s")):
                        candone[form, *rest[1:]] = verb
                continue
            for form in forms(base_of(first))[2:]:
                if form.endswith("ing"):
                    doing[form, *rest] = verb
                elif not form.endswith("s"):
                    done[form, *rest] = verb
        return {"canverb": can, "doneverb": done, "candone": candone, "doingverb": doing}

    @cached_property
    def edges(self) -> dict[str, str]:
        """How many rows and columns the board has, if there is one (`LAST`)."""
        boards = [words for words in self.heads if words[0] == "board"]
        if len(boards) != 1 or "by" not in boards[0] or "grid" not in boards[0]:
            return {}
        at = boards[0].index("by")
        wide = boards[0][len(boards[0]) - boards[0][::-1].index(",") : at]
        high = list(takewhile(lambda word: word not in (",", ":"), boards[0][at + 1 :]))
        return {"LastColumn": " ".join(wide), "LastRow": " ".join(high)}

    @cached_property
    def able(self) -> dict[str, str]:
        """What can be done by something is said behind `can` too: `reach`, of `reachable by`."""
        found: dict[str, str] = {}
        for prep in self.speech.known.prepositions:
            first, *rest = prep.split()
            if rest == ["by"] and first.endswith("able"):
                base = first.removesuffix("able")
                found |= {base: prep, f"{base}e": prep}
        return found

    @cached_property
    def agents(self) -> dict[str, dict[str, tuple[str, str]]]:
        """The attributes that are a player who does something, with the nouns that have them, by
        the verb that they come from (`holder`: `holds`) and by what stands behind `is` (`held`).
        A verb that the text declares says it itself."""
        does: dict[str, tuple[str, str]] = {}
        done: dict[str, tuple[str, str]] = {}
        for name, known in self.speech.known.attributes.items():
            held = next((s for s in known if s.kind == "player" and s.noun not in ("", "player")
                         and not s.others), None)
            if held is None or " " in name:
                continue
            if name in OF_DEEDS:  # `claim`: what is so is claimed, and who it is claims it
                does.update((form, (name, held.noun)) for form in forms(name)[:2])
                done.update((form, (name, held.noun)) for form in forms(name)[2:]
                            if form.endswith("ed"))
            if not name.endswith(("er", "or")):
                continue
            for base in (name[:-2], name[:-1]):
                present, *past = forms(base)[1:]
                for form in (base, present):
                    does[form] = name, held.noun
                for form in past:
                    if not form.endswith("ing"):
                        done[form] = name, held.noun
        verbs, said = self.speech.known.verbs, self.verbs["doneverb"]
        return {"agent": {form: one for form, one in does.items() if form not in verbs},
                "agentdone": {form: one for form, one in done.items() if (form,) not in said}}

    @cached_property
    def deeds(self) -> dict[str, dict[str, str]]:
        """What players keep of things, by the verbs that are so called: `claims`, `claimed` of
        `claim`. A verb that the text declares says it itself."""
        verbs, said = self.speech.known.verbs, self.verbs["doneverb"]
        names = [name for name, known in self.speech.known.attributes.items()
                 if name in OF_KEEPING and any(
                     s.noun == "player" and not s.others and not s.defined
                     and s.kind not in ("number", "truth", "words", "") for s in known)]
        return {
            "deed": {form: name for name in names for form in forms(name)[:2]
                     if form not in verbs},
            "deeddone": {form: name for name in names for form in forms(name)[2:]
                         if not form.endswith("ing") and (form,) not in said}}

    @cached_property
    def none_of_game(self) -> frozenset[str]:
        """What the game has that may be none, by its name."""
        heads = [" ".join(head) for head in self.heads]
        return frozenset(name for name in self.speech.known.attributes for head in heads
                         if re.match(rf"the game has (?:an? )?{re.escape(name)} ?:", head)
                         and re.search(r"\bnone\b", head))

    @cached_property
    def owned(self) -> frozenset[str]:
        """The nouns of pieces that belong to players."""
        heads = [" ".join(head) for head in self.heads]
        return frozenset(noun for noun in self.phrases.pieces for head in heads
                         if head.startswith(f"piece {noun} ") and " of a player" in head)

    @cached_property
    def stored(self) -> dict[str, str]:
        """For each piece that players have in zones of one name, this name."""
        found: dict[str, list[str]] = {}
        for head in (" ".join(words) for words in self.heads):
            zone = re.match(r"zone (?P<name>.+?) of a player ?: ?(?P<held>.*)", head)
            for noun in self.owned if zone is not None else ():
                if zone is not None and self.speech.plural(noun) in re.findall(
                    r"[\w-]+", zone["held"]
                ):
                    found.setdefault(noun, []).append(zone["name"])
        return {noun: zones[0] for noun, zones in found.items() if len(zones) == 1}

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        """For each piece that is on no board, the zones of the game in which it lies."""
        stands = {noun for noun in self.phrases.pieces for words in self.heads
                  if words[0] == "piece" and "on" in words
                  and " ".join(words[1:]).startswith(f"{noun} ")}
        return {noun: [zone for zone, (of, held) in self.zones.items() if not of and held == noun]
                for noun in self.phrases.pieces if noun not in stands}
