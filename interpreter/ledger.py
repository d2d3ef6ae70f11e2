"""The ledger of a game: each rule id with one sentence, and where the rulebook says it.

A ledger stands beside its ruleset as `NAME.ledger.yaml`, validated by `ledger.schema.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.interpreter.diagnostics import Diagnostic, RulesError
from rulewright.interpreter.model.options import key_of


@dataclass(frozen=True)
class LedgerRule:
    """One rule: what it says, where, and, if it is no rule of play, the reason. `under` holds what
    a ruling says with other values of its options, by `OPTION is VALUE`."""

    says: str
    at: str
    not_play: str | None = None
    ruling: bool = False
    under: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ledger:
    """The rules of a game by id, in the order of the file."""

    rules: dict[str, LedgerRule]

    def says(self, rule: str, options: Mapping[str, str] | None = None) -> str | None:
        """The sentence of a rule with some options, by their names as they are typed, or None if
        the ledger does not have it."""
        found = self.rules.get(rule)
        if found is None:
            return None
        for condition, sentence in found.under.items():
            option, _, value = map(key_of, condition.partition(" is "))
            if options and option in options and key_of(options[option]) == value:
                return sentence
        return found.says


EMPTY = Ledger({})


def read(path: Path) -> Ledger:
    """The ledger in a file (an empty one if there is no file). Raises `RulesError`."""
    if not path.is_file():
        return EMPTY
    import yaml  # what reads no ledger begins sooner without it

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        data = yaml.load(path.read_text("utf-8"), Loader=loader)
        return Ledger({
            rule: LedgerRule(
                _text(entry["says"]), _text(entry["at"]), entry.get("not-play"),
                entry.get("ruling") == "true",
                {_text(key): _text(says) for key, says in entry.get("under", {}).items()},
            )
            for rule, entry in data["rules"].items()
        })
    except (yaml.YAMLError, OSError, ValueError, KeyError, TypeError, AttributeError,
            RecursionError):
        from rulewright.interpreter import documents

        documents.validate(documents.read(path), "ledger")
        raise RulesError([Diagnostic("ledger", f"{path.name} is not a ledger")]) from None


def _text(part: object) -> str:
    if not isinstance(part, str):
        raise TypeError
    return part
