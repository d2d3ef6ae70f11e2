"""The JSON Schema of a game's states, made from its declarations.

Long lists of values stand in it once, under `$defs`, however many things have one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.interpreter.ir import Field, Group, VType

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game

#: A list of more values than this stands apart.
LONG = 20

def schema(game: Game) -> dict[str, Any]:
    """The schema of `State.to_json()` for one game."""
    root = _object()
    root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    root["title"] = f"A state of {game.ruleset.title}"
    long: dict[VType, str] = {}
    lists: dict[tuple[str, ...], str] = {}
    for made, _, path in game.codec.places():
        if made.group is Group.MEMORY:
            positions = {"type": "array", "maxItems": made.type.high,
                         "items": {"type": "string", "pattern": "^[0-9a-f]{16}$"}}
            _put(root, path, positions, True)
        else:
            kind = made.type
            if kind.kind != "int" and kind.most - kind.least >= LONG:
                if kind not in long:
                    values = tuple(_value(game, made)["enum"])
                    long[kind] = lists.setdefault(values, f"values{len(lists) + 1}")
                value = {"$ref": f"#/$defs/{long[kind]}"}
            else:
                value = _value(game, made)
            _put(root, path, value, made.group is not Group.PIECE)
    if lists:
        root["$defs"] = {name: {"enum": [*values]} for values, name in lists.items()}
    return root


def _object() -> dict[str, Any]:
    return {"type": "object", "properties": {}, "required": [], "additionalProperties": False}


def _put(node: dict[str, Any], path: tuple[str, ...], value: dict[str, Any], needed: bool) -> None:
    for key in path[:-1]:
        if key not in node["properties"]:
            node["properties"][key] = _object()
            node["required"].append(key)
        node = node["properties"][key]
    last = path[-1]
    if last not in node["properties"]:
        node["properties"][last] = value
        if needed:
            node["required"].append(last)


def _value(game: Game, made: Field) -> dict[str, Any]:
    kind = made.type
    if made is game.program.rule:
        return {"enum": ["none", *game.program.rules]}
    if kind.kind == "int":
        return {"type": "string", "pattern": "^-?[0-9]+$",
                "description": f"a number from {kind.low} to {kind.high}"}
    return {"enum": [kind.text(v) for v in range(kind.least, kind.most + 1)]}
