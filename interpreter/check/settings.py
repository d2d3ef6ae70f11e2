"""Choices of options with which a ruleset is tried, so that every value of every option is.

Model. What is wrong with one value of an option shows in the block that speaks of it, or in a block
that it does or that does it, whose words it may bind; or, where it settles what there is (an
attribute, a piece, a definition that stands under a `when`), in a block that speaks of that. So
values of options of which no such blocks speak together are tried in one program, as long as
there is no error in it; where there is one, each of them is tried alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.interpreter.model.declarations import Declarations, parts, walk
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.syntax import ast

#: Declarations that settle nothing of what there is, unless they stand under a `when`.
LINES = (ast.End, ast.Always, ast.Duty, ast.Flow, ast.Define)
#: How an option is asked for.
SAID = (ast.Value, ast.Word)


def groups(
    declarations: Declarations, values: Mapping[str, Iterable[str]]
) -> Iterator[dict[str, str]]:
    """Choices of options, by their keys, of which each value is part of exactly one."""
    apart = _apart(declarations, [*values])
    left = {key: list(others) for key, others in values.items()}
    while any(left.values()):
        group: dict[str, str] = {}
        for key, others in left.items():
            if others and all(other not in apart[key] for other in group):
                group[key] = others.pop(0)
        yield group


def _apart(declarations: Declarations, keys: list[str]) -> dict[str, set[str]]:
    """For each option, those that are not tried together with it."""
    names = set(keys)
    spoken = [(block, (names & said((conditions, block))) - _own(block))
              for conditions, block in declarations.entries]
    settling = {id(block) for conditions, block in declarations.entries
                if conditions or not isinstance(block, LINES)}
    done = _done(declarations)
    words = {id(block): _words(block) for block, options in spoken if options}
    apart: dict[str, set[str]] = {key: set() for key in keys}
    for block, options in spoken:
        if not options:
            continue
        reached = done.get(id(block), {id(block)})
        declared = _declared(block) if id(block) in settling else set()
        for other, others in spoken:
            if id(other) in reached or (others and declared & words[id(other)]):
                for key in options:
                    apart[key] |= others - {key}
                for key in others:
                    apart[key] |= options - {key}
    return apart


def _own(block: ast.Block) -> set[str]:
    """The key of an option that is declared, which its own block speaks of."""
    return {key_of(block.name)} if isinstance(block, ast.Option) else set()


def _declared(block: ast.Block) -> set[str]:
    """The words by which lines speak of what a declaration declares."""
    if isinstance(block, ast.Zone):
        return set(block.names)
    words = {getattr(block, "name", None), getattr(block, "noun", None)}
    return {word for word in words if word}


def _words(block: ast.Block) -> set[str]:
    """The words of a declaration."""
    found: set[str] = set()
    for node in walk(block):
        for part in parts(node):
            for word in part if isinstance(part, tuple) else (part,):
                if isinstance(word, str):
                    found.add(word)
    return found


def said(what: object) -> set[str]:
    """The keys of the options of which something may speak."""
    return {key_of(node.text) for node in walk(what) if isinstance(node, SAID)}


def _done(declarations: Declarations) -> dict[int, set[int]]:
    """For each block of lines, by its id, itself and the steps that are done in it."""
    steps: dict[str, list[ast.Flow]] = {}
    flows = [flow for _, flow in declarations.all(ast.Flow)]
    for flow in flows:
        if flow.kind == "step":
            steps.setdefault(flow.name, []).append(flow)
    calls = {id(flow): [step for node in walk(flow) if isinstance(node, ast.Do)
                        for call in node.calls for step in steps.get(call.name, ())]
             for flow in flows}
    found: dict[int, set[int]] = {}
    for flow in flows:
        seen, todo = {id(flow)}, [flow]
        while todo:
            for step in calls[id(todo.pop())]:
                if id(step) not in seen:
                    seen.add(id(step))
                    todo.append(step)
        found[id(flow)] = seen
    return found
