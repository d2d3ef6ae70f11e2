"""A variant on its base: option defaults set, parts replaced, removed, added or put around steps.

The base's declarations are not changed; the result is checked as a whole like any other.
Naming a part that does not exist is an error.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean
from rulewright.interpreter.model.declarations import (
    Conditions,
    Declarations,
    collect,
    key_of,
    named,
)
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

Entries = list[tuple[Conditions, ast.Block]]


def apply(base: Declarations, blocks: list[ast.Block]) -> tuple[Declarations, list[Diagnostic]]:
    """The declarations of the variant, and what is wrong with its changes."""
    entries: Entries = [(c, b) for c, b in base.entries if not isinstance(b, ast.Game)]
    problems: list[Diagnostic] = []
    for block in blocks:
        match block:
            case ast.Variant(title=title, summary=summary, span=span, refs=refs):
                entries.insert(0, ((), ast.Game(span, refs, title, summary)))
            case ast.SetOption():
                _set(entries, block, problems)
            case ast.Replace(blocks=inner):
                for conditions, new in collect(inner).entries:
                    _replace(entries, conditions, new, problems)
            case ast.Remove():
                _remove(entries, block, problems)
            case ast.Insert():
                _insert(entries, block, problems)
            case _:
                entries.extend(collect([block]).entries)
    return Declarations(entries), problems


def _missing(
    what: str, span: Span, name: str, known: Iterable[str], hint: str | None = None
) -> Diagnostic:
    """The base has no such part; the hint names the nearest, or else what there is."""
    there = sorted(set(known))
    plain = hint or ("known are: " + ", ".join(there) if there else None)
    return Diagnostic("variant", f"the base has no {what}", span,
                      did_you_mean(name, there) or plain)


def _set(entries: Entries, block: ast.SetOption, problems: list[Diagnostic]) -> None:
    options = {b.name: b for _, b in entries if isinstance(b, ast.Option)}
    option = options.get(block.name)
    if option is None:
        problems.append(_missing(f"option `{block.name}`", block.span, block.name, options))
        return
    values = [getattr(item, "text", item.span.text) for item in option.domain]
    value = block.value
    if isinstance(value, ast.Value) and value.text not in (*values, *options):
        what = f"value `{value.text}` of the option `{block.name}`"
        problems.append(_missing(what, value.span, value.text, values))
        return
    for i, (conditions, old) in enumerate(entries):
        if isinstance(old, ast.Option) and old.name == block.name:
            entries[i] = (conditions, dataclasses.replace(old, default=value))


def _replace(
    entries: Entries, conditions: Conditions, new: ast.Block, problems: list[Diagnostic]
) -> None:
    places = [i for i, (_, old) in enumerate(entries) if _same_part(old, new)]
    if not places:
        problems.append(_no_part([old for _, old in entries], new))
        return
    entries[places[0]] = (conditions, new)
    for i in reversed(places[1:]):
        del entries[i]


def _same_part(old: ast.Block, new: ast.Block) -> bool:
    if isinstance(new, (ast.End, ast.Duty)):
        return type(old) is type(new) and bool(set(old.refs) & set(new.refs))
    key = key_of(new)
    return key is not None and key == key_of(old)


def _no_part(base: list[ast.Block], new: ast.Block) -> Diagnostic:
    """There is nothing that a declaration below `replace` could take the place of."""
    alike = [old for old in base if type(old) is type(new)]
    if isinstance(new, (ast.End, ast.Duty)):
        return _uncited(type(new).__name__.lower(), new, alike)
    key = key_of(new)
    if key is None:
        return Diagnostic("variant", "this cannot be replaced", new.span,
                          "write it at the left edge")
    name = getattr(new, "name", "") or getattr(new, "noun", "")
    names = {getattr(old, "name", "") or getattr(old, "noun", "") for old in alike} - {""}
    hint = "write it without `replace` to add it"
    if name in names:
        names, hint = set(), f"the base says `{name}` of other things; {hint} for these"
    return _missing(f"{named(key)} to replace", new.span, name, names, hint)


def _uncited(what: str, block: ast.Block, alike: Iterable[ast.Block]) -> Diagnostic:
    """No end or duty of the base cites one of the rules by which a block names it."""
    known = [rule for old in alike for rule in old.refs]
    if getattr(block, "name", "") or not block.refs:
        return Diagnostic("variant", f"it is not said which {what} of the base is meant",
                          block.span, f"name the {what} by a rule that it cites: `[ID]`")
    return _missing(f"{what} that cites {' or '.join(block.refs)}", block.span, block.refs[0],
                    known)


def _remove(entries: Entries, block: ast.Remove, problems: list[Diagnostic]) -> None:
    kinds: dict[str, type[ast.Block]] = {
        "step": ast.Flow, "memory": ast.Memory, "option": ast.Option, "end": ast.End,
        "duty": ast.Duty,
    }
    alike = [old for _, old in entries if isinstance(old, kinds[block.kind])]
    if block.kind in ("end", "duty"):
        gone = [old for old in alike if set(old.refs) & set(block.refs) and not block.name]
        if not gone:
            problems.append(_uncited(block.kind, block, alike))
    else:
        gone = [old for old in alike if getattr(old, "name", "") == block.name]
        if not gone:
            names = {getattr(old, "name", "") for old in alike} - {""}
            what = f"{block.kind} `{block.name}`"
            problems.append(_missing(what, block.span, block.name, names))
    entries[:] = [(c, old) for c, old in entries if not any(old is x for x in gone)]


def _insert(entries: Entries, block: ast.Insert, problems: list[Diagnostic]) -> None:
    done = False
    for i, (conditions, old) in enumerate(entries):
        if isinstance(old, ast.Flow) and (
            (old.kind == "turn" and block.step is None)
            or (old.kind == "step" and old.name == block.step)
        ):
            body = (*block.body, *old.body) if block.before else (*old.body, *block.body)
            entries[i] = (conditions, dataclasses.replace(old, body=body))
            done = True
    if not done:
        names = [b.name for _, b in entries if isinstance(b, ast.Flow) and b.name]
        problem = _missing(f"step `{block.step}`", block.span, block.step or "", names)
        if block.step and block.step.split(" ")[-1] in ("turn", "turns"):
            where = "before" if block.before else "after"
            problem = dataclasses.replace(problem, hint=f"of every turn it is `{where} turn`")
        problems.append(problem)
