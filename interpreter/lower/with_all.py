"""`its gold is more than the gold of every player`: what is compared with all of its own noun.

Model. Every player is the player himself as well, and nobody has more than himself: the comparison
always or never holds. Who says so means every other player. It is an error where it is sure that
the thing is one of all, and the same is asked of both; so it is with a relation to all of them,
where none has one to itself (`is next to every Stone`, `every player is allied with the player`).
Which comparisons hold of two alike things, and which do not, is known by what compares them.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.diagnostics import RulesError, error
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.model.types import noun_of
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.words import plural

NEXT_TO = ("next to", "orthogonally next to", "diagonally next to")
#: Comparisons that would hold of two alike things, in the words of the language.
WEAK = {">": "at least", "<": "at most"}
STRICT = {">": "more than", "<": "less than"}


def require_others(context: Context, sentence: ast.Node, scope: Scope) -> None:
    """Refuse a sentence about a thing and all things of its noun, if it says of the thing itself
    what always or never is so."""
    if isinstance(sentence, ast.Is) and not sentence.said:
        for one, all_things, settled in _sides(sentence):
            problem = settled and _problem(context, sentence, one, all_things, scope)
            if problem:
                raise problem


def _sides(sentence: ast.Is) -> Iterator[tuple[ast.Expr, ast.Quantified, bool]]:
    """A thing, the set that it is compared with, and whether that is settled for itself."""
    complement, subject = sentence.complement, sentence.subject
    match complement:
        case ast.IsBound(op=op, value=value):
            strict = op in STRICT
        case ast.IsValue(value=value):
            op, strict = "==", sentence.negated
        case ast.IsPreposition(object=ast.Expr() as value):
            if isinstance(value, ast.Quantified):
                yield subject, value, value.quantifier == "every"
            elif isinstance(subject, ast.Quantified):
                yield value, subject, subject.quantifier == "every"
            return
        case _:
            return
    for said, others in ((subject, value), (value, subject)):
        match said, others:
            case (ast.Call(args=((word, one),)), ast.Call(
                args=((again, ast.Quantified() as every),)
            )) if said.name == others.name and word == again:
                of_all = strict if every.quantifier == "every" else not strict
                yield one, every, of_all and (others is value or not sentence.negated)


def _problem(
    context: Context, sentence: ast.Is, one: ast.Expr, quantified: ast.Quantified, scope: Scope
) -> RulesError | None:
    things = quantified.set
    if not isinstance(things, ast.NounSet) or things.adjectives or things.relatives or (
        quantified.quantifier not in ("every", "some", "no") or things.by is not None
    ) or not isinstance(one, (ast.It, ast.TheNoun, ast.ThePlayer, ast.Value, ast.Word)):
        return None
    if things.owner is not None and not _of_its_owner(things.owner, one):
        return None
    thing = context.value_if_any(one, scope)
    if thing is None or thing.type.kind != "thing" or noun_of(thing.type) != things.noun:
        return None
    if isinstance(sentence.complement, ast.IsPreposition):
        name = sentence.complement.preposition
        if sentence.negated or (name not in NEXT_TO and (
            things.noun, name, things.noun) not in context.symbols.relations):
            return None
    said, all_of = sentence.span.text, quantified.span.text
    each, _, rest = all_of.partition(" ")
    others = said.replace(all_of, f"{each if each not in ('a', 'an') else 'some'} other {rest}", 1)
    ways = [f"`{others}`"]
    complement = sentence.complement
    who = one.span.text if not isinstance(one, ast.It) else f"the {things.noun}"
    itself = f"and of itself this {'always' if quantified.quantifier == 'some' else 'never'} holds"
    if isinstance(complement, ast.IsBound) and quantified.quantifier == "every":
        weak = said.replace(STRICT[complement.op], WEAK[complement.op], 1)
        ways.append(f"`{weak}` if another may have as much")
    if isinstance(complement, ast.IsPreposition) and complement.preposition not in NEXT_TO:
        ways.append(f"`{others} and {who} is {complement.preposition} {who}`")
        itself = "of which this is asked as well"
    return error("quantifier", f"`{all_of}`: {who} is one of the {plural(things.noun)}, {itself}",
                 sentence.span, f"write {' or '.join(ways)}")


def _of_its_owner(owner: ast.Expr, one: ast.Expr) -> bool:
    """Whether the pieces of a set are those of the owner of a piece."""
    if not isinstance(owner, ast.Call) or owner.name != "owner" or len(owner.args) != 1:
        return False
    of = owner.args[0][1]
    return type(of) is type(one) and (isinstance(of, ast.It) or of.span.words == one.span.words)
