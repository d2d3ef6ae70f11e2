"""Of which things words can be said, by the declarations of a text (see `signatures`).

An answer is a set of nouns; None, where the declarations do not tell, is any of them. It is asked
where a sentence can be read in two ways of which perhaps only one can be meant.
"""

from __future__ import annotations

from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.signatures import Signature, signatures

Nouns = frozenset[str] | None
PLAYER = "player"
#: The types of values that are no things.
NO_NOUNS = ("number", "truth", "words", "one", "")


def can_be(things: Nouns, said: Nouns) -> bool:
    """Whether what is said of some things can be said of these."""
    return things is None or said is None or bool(things & said)


class SaidOf:
    """What can be told of the words of one text."""

    def __init__(self, phrases: PhraseTable) -> None:
        self.known = signatures(phrases)
        self.cells = frozenset(phrases.cells)
        self.places = self.cells | {*phrases.pieces}  # a piece stands for its cell

    def thing(self, value: ast.Expr) -> Nouns:
        """What a value can be."""
        match value:
            case ast.Number():
                return frozenset()
            case ast.Cell():
                return self.cells
            case ast.Value(text=text) if text in self.known.nouns:
                return frozenset((self.known.nouns[text],))
            case ast.TheNoun(noun=noun) | ast.NounOf(noun=noun) | ast.Captured(noun=noun):
                return frozenset((noun,))
            case ast.Quantified(set=ast.NounSet(noun=noun)):
                return frozenset((noun,))
            case ast.TheMost(set=ast.NounSet(noun=noun)) | ast.TheOnly(set=ast.NounSet(noun=noun)):
                return frozenset((noun,))
            case ast.ThePlayer():
                return frozenset((PLAYER,))
            case ast.Call(name=name):
                kinds = {s.kind for s in self.known.attributes.get(name, ())}
                return frozenset(kinds) if kinds and not kinds & {*NO_NOUNS} else None
        return None

    def subject(self, sentence: ast.Expr) -> Nouns:
        """What a sentence can be about."""
        match sentence:
            case ast.Before(body=body):
                return self.subject(body)
            case ast.Predicates(subject=subject, parts=parts):
                known = self.thing(subject)
                return self.subject(parts[0]) if known is None else known
            case ast.Is(subject=ast.Call(args=((_, owner),), name=name), complement=ast.IsAbsent()):
                known = self.thing(owner)
                return self._with(name) if known is None else known
            case ast.Is(subject=subject, complement=complement):
                known = self.thing(subject)
                return self.of_complement(complement) if known is None else known
            case ast.Verb(subject=subject, verb=verb):
                known = self.thing(subject)
                return self.of_verb(verb) if known is None else known
            case ast.Has(subject=subject):
                known = self.thing(subject)
                return self.cells | {PLAYER} if known is None else known
        return None

    def of_relative(self, relative: ast.Relative) -> Nouns:
        """Of what a relative can be said."""
        match relative:
            case ast.RelHas():
                return self.cells | {PLAYER}
            case ast.RelVerb(verb=verb):
                return self.of_verb(verb)
            case ast.RelWhose(attribute=name, complement=ast.IsAbsent()):
                return self._with(name)
            case ast.RelIs(complement=complement):
                return self.of_complement(complement)
        return None

    def of_complement(self, complement: ast.Complement) -> Nouns:
        """Of what something can be said behind `is`."""
        match complement:
            case ast.IsAdjective(adjective=name):
                return _nouns(self.known.adjectives.get(name))
            case ast.IsPreposition(preposition=name):
                nouns = _nouns(self.known.prepositions.get(name))
                return self._standing(nouns if name != "on" else self.places | (nouns or set()))
            case ast.IsConnected():
                return self.places
            case ast.IsValue(value=ast.Value(text=text)):
                return self._with_value(text)
        return None

    def of_verb(self, verb: str) -> Nouns:
        return _nouns(self.known.verbs.get(verb))

    def objects(self, sentence: ast.Expr | ast.Complement) -> Nouns:
        """What can stand behind the preposition or verb of a sentence."""
        match sentence:
            case ast.IsPreposition(preposition="on"):
                return None
            case ast.IsPreposition(preposition=name):
                known = self.known.prepositions.get(name, ())
            case ast.Verb(verb=name):
                known = self.known.verbs.get(name, ())
            case _:
                return None
        return self._standing(frozenset(noun for s in known for _, noun in s.others[:1]) or None)

    def _standing(self, nouns: Nouns) -> Nouns:
        return nouns | self.places if nouns is not None and nouns & self.cells else nouns

    def _with(self, attribute: str) -> Nouns:
        return _nouns(self.known.attributes.get(attribute))

    def _with_value(self, value: str) -> Nouns:
        """What can be a value: the thing itself, and what has an attribute that can be it."""
        kind = self.known.nouns.get(value)
        having = [s for name, known in self.known.attributes.items() for s in known
                  if s.name != "owner" and (
                      (kind and s.kind == kind) or name in self.known.held.get(value, ()))]
        if not having and kind is None:
            return None
        return frozenset({s.noun for s in having} | ({kind} if kind else set()))


def _nouns(known: list[Signature] | None) -> Nouns:
    return frozenset(s.noun for s in known) if known else None
