"""A variant on its base: option defaults set, parts replaced, removed, added or put around steps.

The base's sheet is not changed; the result is a new sheet, checked as a whole like any other.
Naming a part that does not exist is an error.
"""

from __future__ import annotations

import dataclasses

from rulewright.interpreter.check.sheet import Conditions, Sheet, collect, key_of
from rulewright.interpreter.diagnostics import Diagnostic, did_you_mean
from rulewright.interpreter.syntax import ast

Entries = list[tuple[Conditions, ast.Block]]


def apply(base: Sheet, blocks: list[ast.Block]) -> tuple[Sheet, list[Diagnostic]]:
    """The sheet of the variant, and what is wrong with its changes."""
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
    return Sheet(entries), problems


def _set(entries: Entries, block: ast.SetOption, problems: list[Diagnostic]) -> None:
    for i, (conditions, old) in enumerate(entries):
        if isinstance(old, ast.Option) and old.name == block.name:
            entries[i] = (conditions, dataclasses.replace(old, default=block.value))
            return
    names = [b.name for _, b in entries if isinstance(b, ast.Option)]
    problems.append(
        Diagnostic("variant", f"the base has no option `{block.name}`", block.span,
                   did_you_mean(block.name, names))
    )


def _replace(
    entries: Entries, conditions: Conditions, new: ast.Block, problems: list[Diagnostic]
) -> None:
    found = [i for i, (_, old) in enumerate(entries) if _same_part(old, new)]
    if not found:
        problems.append(
            Diagnostic("variant", "the base has no such part to replace", new.span,
                       "write it without `replace` to add it; an end or a duty is named by the "
                       "rules it cites")
        )
        return
    entries[found[0]] = (conditions, new)
    for i in reversed(found[1:]):
        del entries[i]


def _same_part(old: ast.Block, new: ast.Block) -> bool:
    if isinstance(new, (ast.End, ast.Duty)):
        return type(old) is type(new) and bool(set(old.refs) & set(new.refs))
    key = key_of(new)
    return key is not None and key == key_of(old)


def _remove(entries: Entries, block: ast.Remove, problems: list[Diagnostic]) -> None:
    kinds: dict[str, type[ast.Block]] = {
        "step": ast.Flow, "memory": ast.Memory, "option": ast.Option, "end": ast.End,
        "duty": ast.Duty,
    }
    kind = kinds[block.kind]
    kept = [
        (c, old) for c, old in entries
        if not (
            isinstance(old, kind)
            and (
                bool(set(old.refs) & set(block.refs))
                if block.kind in ("end", "duty")
                else getattr(old, "name", "") == block.name
            )
        )
    ]
    if len(kept) == len(entries):
        what = f"{block.kind} `{block.name}`" if block.name else f"{block.kind} with these rules"
        problems.append(Diagnostic("variant", f"the base has no {what}", block.span))
    entries[:] = kept


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
        problems.append(
            Diagnostic("variant", f"the base has no step `{block.step}`", block.span,
                       did_you_mean(block.step or "", names))
        )
