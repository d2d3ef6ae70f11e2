"""What is true of a line and stands in none of its words: who chooses, when something is looked at,
what is assumed.

The notes come from what the lowering noted and from the model, one function for each kind of node
that has any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.interpreter.model.declarations import walk
from rulewright.interpreter.model.model import Model
from rulewright.interpreter.model.types import listed
from rulewright.interpreter.model.understood import Understood
from rulewright.interpreter.readback.names import Names
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast


@dataclass
class Noted:
    """What notes are made from. `done` are the steps with the lines that do them."""

    model: Model
    understood: Understood
    names: Names
    done: dict[str, list[Span]]


Note = tuple[Span, str]  # where it belongs, and what it says


def lines_text(places: Iterable[Span], here: Span) -> str:
    """`line 4`, `lines 4 and 7`: other files by their names."""
    found = dict.fromkeys((p.source, p.line) for p in places)
    texts = [str(line) if source is here.source else f"{source.name}:{line}"
             for source, line in sorted(found, key=lambda place: (place[0].name, place[1]))]
    return f"line{'s' * (len(texts) > 1)} {listed(texts, 'and')}"


# ---- before play ---------------------------------------------------------------------------------


def _option(noted: Noted, node: ast.Option) -> Iterator[Note]:
    value = noted.model.options.get(node.name)
    if value is not None:
        yield node.span, f"{node.name}: here {value.word or value.number}"


def _when(
    noted: Noted, node: ast.When | ast.CondWhen | ast.CaseWhen | ast.AlternativesWhen
) -> Iterator[Note]:
    yield condition_note(noted, node.test)


def condition_note(noted: Noted, test: ast.Expr) -> Note:
    """Whether what stands under a `when` is there with these options."""
    holds = "holds" if noted.model.holds(test) else "does not hold, so nothing below is done,"
    return test.span, f"{holds} with these options"


def _quality(noted: Noted, node: ast.Attribute) -> Iterator[Note]:
    listed = (node.owner, node.name) in noted.model.symbols.listed
    if node.type is None and node.first is None and not listed:
        yield node.span, "at first no"


# ---- definitions ---------------------------------------------------------------------------------


def _define(noted: Noted, node: ast.Define) -> Iterator[Note]:
    if len(node.lines) > 1:
        yield node.span, "so it is if all the lines below hold"
    if len(node.cases) > 1 and not any(
        isinstance(case, ast.Case) and case.among is not None for case in node.cases
    ):
        yield node.span, "the first line below that holds says which"


def _walk_step(noted: Noted, node: ast.WalkStep) -> Iterator[Note]:
    if len(node.body) > 1:
        yield node.span, "the first line below that decides says what becomes of a step"


# ---- what is done --------------------------------------------------------------------------------


def _flow(noted: Noted, node: ast.Flow) -> Iterator[Note]:
    if node.kind == "step":
        where = noted.done.get(node.name)
        yield node.span, f"done in {lines_text(where, node.span)}" if where else "done nowhere"


def _action(noted: Noted, node: ast.Action | ast.Order) -> Iterator[Note]:
    for who in noted.understood.deciders.get(node.span, ()):
        yield node.span, f"{who} chooses"


def _act(noted: Noted, node: ast.Act) -> Iterator[Note]:
    """What stands on the cell that something is put on or moved to."""
    if node.span in noted.understood.added:
        return
    place = node.objects[1] if node.kind in ("put", "move") else None
    if isinstance(place, ast.Cell):
        return  # as in a set-up
    if isinstance(place, ast.Pick):
        things = place.set
        if isinstance(things, ast.NounSet) and ("ADJ", "empty") in things.adjectives:
            return
    if place is not None:
        yield node.span, "a piece that stands there is taken away"


def _for_each(noted: Noted, node: ast.ForEach) -> Iterator[Note]:
    yield node.span, "one after the other, so each finds what was done for those before"
    if any(isinstance(inner, ast.Outcome) for inner in walk(node.body)):
        yield node.span, "with the first of them for whom the game ends, it is over for all"


def _the_most(noted: Noted, node: ast.TheMost) -> Iterator[Note]:
    yield node.span, f"`{node.span.words}`: none where several are alike"


def _each_in_turn(noted: Noted, node: ast.Rank | ast.Pay) -> Iterator[Note]:
    if any(isinstance(inner, (ast.It, ast.TheNoun)) for inner in walk(node.value)):
        yield node.span, "the player is each of them in turn"


def _end(noted: Noted, node: ast.End) -> Iterator[Note]:
    if not node.at_once:
        yield node.span, "looked at after each turn"
        return
    changes = noted.understood.changes.get(node.span)
    yield node.span, (
        f"looked at right after each change in {lines_text(changes, node.span)}" if changes
        else "never looked at: nothing that is done changes what it speaks of"
    )


def _duty(noted: Noted, node: ast.Duty) -> Iterator[Note]:
    yield node.span, "at every choice, only what can still end the turn best may be chosen"


def _unsaid(noted: Noted, node: ast.It | ast.TheNoun) -> Iterator[Note]:
    """What a reference means that no words mean alone; in a step that is done in several places,
    it may be several things."""
    things = noted.understood.things.get(node.span)
    if not things or noted.names.words(things) is not None:
        return
    said = "its" if node.span.text.startswith("its") else node.span.text
    several = list(dict.fromkeys(noted.names.each(things)))
    where = ", by where this step is done" if len(several) > 1 else ""
    yield node.span, f"`{said}`: {listed(several, 'or')}{where}"


NOTED: dict[type[ast.Node], Callable[[Noted, Any], Iterator[Note]]] = {
    ast.Option: _option,
    **dict.fromkeys(ast.WHENS, _when),
    ast.Attribute: _quality,
    ast.Define: _define,
    ast.WalkStep: _walk_step,
    ast.Flow: _flow,
    ast.Action: _action,
    ast.Order: _action,
    ast.Act: _act,
    ast.ForEach: _for_each,
    ast.TheMost: _the_most,
    ast.Rank: _each_in_turn,
    ast.Pay: _each_in_turn,
    ast.End: _end,
    ast.Duty: _duty,
    ast.It: _unsaid,
    ast.TheNoun: _unsaid,
}


# ---- words that can mean several things ----------------------------------------------------------


def meanings(
    noted: Noted, spelt: Container[Span], without: Container[Span]
) -> Iterator[Note]:
    """Which of several definitions a word was taken for, of which attribute it is a value, where
    the sentence does not say so; what `other` things are not; and what is done several times."""
    for place, things in noted.understood.others.items():
        if place not in without:
            each = (re.sub("^an? ", "the same ", name) for name in noted.names.each(things))
            yield place, f"`other`: not {' or '.join(each)}"
    for place in noted.understood.each:
        yield place, "done to each of those that were so before, one after the other"
    for place, defines in noted.understood.definitions.items():
        yield place, f"`{place.text}`: as {lines_text(defines, place)} says"
    for place, found in noted.understood.attributes.items():
        for word, name in found if place not in spelt else ():
            yield place, f"`{word}` is the {name}"
