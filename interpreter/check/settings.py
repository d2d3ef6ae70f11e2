"""Settings with which a ruleset is tried: every number of players, every value of every option.

Model. A setting is a number of players and values of options; options that it does not set have
their normal values. What is wrong with one value shows in the statement that asks for the option,
in what stands inside that or is done there, and in what it hands on to the statements behind it;
or, where the option settles what there is (an attribute, a piece, a definition that stands under a
`when`), in what speaks of that. A `Use` is one place that asks for an option, with what it bears
on. Values of options that bear on no use of each other are tried in one program, as long as there
is nothing wrong with it; where there is, each of them is tried alone, and so is the number of
players. Options that settle what there is come first: so the last programs, which have few others
and the fewest players, have the same things as the first, and are lowered with what is known of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.interpreter.model.declarations import Declarations, parts, walk
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.syntax import ast

#: Declarations that settle nothing of what there is, unless they stand under a `when`.
LINES = (ast.End, ast.Always, ast.Duty, ast.Flow, ast.Define)
#: How an option is asked for.
SAID = (ast.Value, ast.Word)

Values = Mapping[str, Iterable[str]]
Setting = tuple[int, dict[str, str]]


def tries(
    declarations: Declarations, players: range, values: Values, varied: frozenset[str]
) -> Iterator[Setting]:
    """Settings of which each number of players, and each value but the normal ones, is part; the
    normal ones with the fewest and the most players first. Options whose normal value is `varied`
    by the number of players are set with the fewest."""
    least, most = players[0], players[-1]
    yield least, {}
    if most > least:
        yield most, {}
    between = [*players[1:-1]]
    for group in _groups(declarations, values):
        yield (between.pop(0) if between and not varied & group.keys() else least), group
    for left in between:
        yield left, {}


def simpler(setting: Setting, least: int) -> list[Setting]:
    """The settings that tell with which part of one something is wrong; none if it has one part."""
    players, options = setting
    if len(options) > 1 or (options and players > least):
        alone: list[Setting] = [(least, {key: value}) for key, value in options.items()]
        return [(players, {}), *alone] if players > least else alone
    return []


def said(what: object) -> set[str]:
    """The keys of the options of which something may speak."""
    return {key_of(node.text) for node in walk(what) if isinstance(node, SAID)}


# ---- what is tried together ----------------------------------------------------------------------


def _groups(declarations: Declarations, values: Values) -> Iterator[dict[str, str]]:
    """Values of options, by their keys, of which each is part of exactly one group."""
    uses = _Uses(declarations, frozenset(values)).found
    apart = _apart(uses, values)
    settling = {key for use in uses if use.settles for key in use.keys}
    left = {key: list(values[key]) for key in sorted(values, key=lambda key: key not in settling)}
    while any(left.values()):
        group: dict[str, str] = {}
        for key, others in left.items():
            if others and all(other not in apart[key] for other in group):
                group[key] = others.pop(0)
        yield group


def _apart(uses: Sequence[Use], keys: Iterable[str]) -> dict[str, set[str]]:
    """For each option, those that are not tried together with it."""
    apart: dict[str, set[str]] = {key: set() for key in keys}
    for number, one in enumerate(uses):
        for other in uses[: number + 1]:  # itself as well
            if one.meddles(other):
                for key in one.keys:
                    apart[key] |= other.keys - {key}
                for key in other.keys:
                    apart[key] |= one.keys - {key}
    return apart


@dataclass
class Use:
    """Options that are asked for at a `place`, a statement or a declaration, by its id; the places
    on which that bears; the words that it settles, and those that are said there."""

    keys: set[str]
    place: int
    bears_on: set[int]
    settles: set[str]
    words: set[str] = field(repr=False)

    def meddles(self, other: Use) -> bool:
        """Whether one of two bears on the other."""
        return (self.place in other.bears_on or other.place in self.bears_on
                or bool(self.settles & other.words or other.settles & self.words))


class _Uses:
    """The uses of options in the declarations of a ruleset."""

    def __init__(self, declarations: Declarations, keys: frozenset[str]) -> None:
        self.keys = keys
        self.found: list[Use] = []
        self._steps: dict[str, list[ast.Flow]] = {}
        for _, flow in declarations.all(ast.Flow):
            if flow.kind == "step":
                self._steps.setdefault(flow.name, []).append(flow)
        self._inside: dict[ast.Node, tuple[set[int], list[ast.Flow]]] = {}
        for conditions, block in declarations.entries:
            own = {key_of(block.name)} if isinstance(block, ast.Option) else set()
            asked = said(conditions) | _asked(block)
            settles = set() if isinstance(block, LINES) and not conditions else _declared(block)
            self._add((asked & keys) - own, block, (block,), settles)
            self._statements(block, ())

    def _statements(self, node: ast.Node, behind: tuple[ast.Stmt, ...]) -> None:
        """The uses in the statements that stand directly in a node; `behind`: those that know what
        is bound in it."""
        for body in _bodies(node):
            for at, statement in enumerate(body):
                later = (*body[at + 1 :], *behind) if _hands_on(statement) else ()
                asked = _asked(statement) & self.keys
                self._add(asked, statement, (statement, *later), set())
                self._statements(statement, later)

    def _add(
        self, keys: set[str], place: ast.Node, onto: tuple[ast.Node, ...], settles: set[str]
    ) -> None:
        if keys:
            self.found.append(Use(keys, id(place), self._borne(onto), settles, _words(place)))

    def _borne(self, onto: tuple[ast.Node, ...]) -> set[int]:
        """Some places, the statements in them, and all steps that are done there with theirs."""
        found: set[int] = set()
        todo = [*onto]
        while todo:
            place = todo.pop()
            if place not in self._inside:
                self._inside[place] = self._directly(place)
            ids, steps = self._inside[place]
            if id(place) not in found:
                todo += steps
            found |= ids
        return found

    def _directly(self, place: ast.Node) -> tuple[set[int], list[ast.Flow]]:
        """The statements of a place, and the steps that are done by them."""
        ids, steps = {id(place)}, []
        for node in walk(place):
            if isinstance(node, ast.Stmt):
                ids.add(id(node))
            if isinstance(node, ast.Do):
                steps += [step for call in node.calls for step in self._steps.get(call.name, ())]
        return ids, steps


def _bodies(node: ast.Node) -> Iterator[tuple[ast.Stmt, ...]]:
    """The lists of statements in a node, but for those inside other statements."""
    for part in parts(node):
        if isinstance(part, tuple):
            statements = tuple(each for each in part if isinstance(each, ast.Stmt))
            if statements:
                yield statements
            else:
                for each in part:
                    if isinstance(each, ast.Node):
                        yield from _bodies(each)


def _asked(node: ast.Node) -> set[str]:
    """The keys of which something speaks outside the statements in it."""
    found: set[str] = set()
    todo: list[ast.Node] = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, SAID):
            found.add(key_of(node.text))
        for part in parts(node):
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, ast.Node) and not isinstance(each, ast.Stmt):
                    todo.append(each)
    return found


def _hands_on(statement: ast.Stmt) -> bool:
    """Whether what stands behind a statement may speak of what was bound in it."""
    return isinstance(statement, ast.Effect) or (
        isinstance(statement, ast.When) and any(map(_hands_on, statement.body)))


def _declared(block: ast.Block) -> set[str]:
    """The words by which lines speak of what a declaration declares."""
    if isinstance(block, ast.Zone):
        return set(block.names)
    words = {getattr(block, "name", None), getattr(block, "noun", None)}
    return {word for word in words if word}


def _words(place: ast.Node) -> set[str]:
    """The words of a place."""
    found: set[str] = set()
    for node in walk(place):
        for part in parts(node):
            for word in part if isinstance(part, tuple) else (part,):
                if isinstance(word, str):
                    found.add(word)
    return found
