"""Functions that look for the elements of a field that have a value: all of them as a set, or the
first. They look at each element, at a row of bytes word by word, or at those whose values have the
same hash (see `layout.py`)."""

from __future__ import annotations

from rulewright.interpreter.ir import Field, Table
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.layout import Layout
from rulewright.interpreter.native.tables import Tables
from rulewright.interpreter.native.types import CType, stored

#: Rows of fewer bytes are looked through one by one.
FEW = 8
WORD = 64  # elements of which one set is made
TOGETHER = 16  # those that are compared at once


def scan(layout: Layout, tables: Tables, made: Field, first: bool) -> str:
    """The name of the function for a field."""
    name, new = tables.named(("scan", made, first), "find" if first else "scan")
    if new:
        kind = layout.set_type(made)
        rows = made.size >= FEW and stored(made.type.least, made.type.most) == "int8_t"
        head = f"static {'int' if first else kind.name} {name}(const state *S, int value)"
        if kind.large and not first:
            head = f"static large *{name}(large *r, const state *S, int value)"
            body = into_large(layout, made, rows)
        else:
            way = by_hash if made in layout.sought else by_words if rows else one_by_one
            body = way(layout, tables, made, kind, first)
        tables.function("\n".join([
            f"{head} {{",
            *(f"    {line}" for line in body), "}"]))
    return name


def placed(layout: Layout, tables: Tables, made: Field, onto: Table) -> str:
    """The name of the function for what the elements of a field place (see `nodes.Placed`)."""
    name, new = tables.named(("placed", made, onto), "placed")
    if new:
        things, _ = tables.array(onto.values)
        tables.function(
            f"static large *{name}(large *r, const state *S) {{\n    clear_large(r);\n"
            f"    for (int i = 0; i < {made.size}; i++)\n"
            f"        put_large(r, {things}[{layout.element(made, 'i')} - {made.type.least}], "
            f"LARGE_WORDS * 64);\n    return r;\n}}")
    return name


def one_by_one(
    layout: Layout, tables: Tables, made: Field, kind: CType, first: bool
) -> list[str]:
    test = f"{layout.element(made, 'i' if made.dims else '')} == value"
    loop = f"for (int i = 0; i < {made.size}; i++)"
    if first:
        return [loop, f"    if ({test}) return i;", "return -1;"]
    more = bits.either(kind, ["found", f"({bits.single(kind, 'i')})"])
    return [f"{kind.name} found = {tables.constant(0, kind)};", loop,
            f"    if ({test}) found = {more};", "return found;"]


def by_hash(
    layout: Layout, tables: Tables, made: Field, kind: CType, first: bool
) -> list[str]:
    test = f"{layout.element(made, 'i')} == value"
    head = bits.each(kind, "i", layout.where(made, "value")).split("\n")
    if first:
        return [*head, f"    if ({test}) return i;", "}", "return -1;"]
    more = bits.either(kind, ["found", f"({bits.single(kind, 'i')})"])
    return [f"{kind.name} found = {tables.constant(0, kind)};", *head,
            f"    if ({test}) found = {more};", "}", "return found;"]


def by_words(layout: Layout, tables: Tables, made: Field, kind: CType, first: bool) -> list[str]:
    """Of a row of bytes: see `c/scan.h`."""
    row, size = f"S->{layout.name(made)}", made.size
    if size <= WORD:
        found = f"bytes_with({row}, {size}, value)"
        return [f"return lowest_word({found});" if first else f"return ({kind.name}){found};"]
    whole, rest = divmod(size, WORD)
    loop = f"for (int i = 0; i < {whole}; i++)"
    part = f"bytes_with({row} + {WORD} * i, {WORD}, value)"
    last = rest_of(row, size, rest)
    if first:
        return ["word found;", f"{loop} {{", f"    found = {part};",
                f"    if (found) return {WORD} * i + first_word(found);", "}",
                *([f"found = {last};", f"if (found) return {size - rest} + first_word(found);"]
                  if rest else []), "return -1;"]
    if not kind.wide:
        return [f"return SET2({last if rest else f'bytes_with({row} + {WORD}, {WORD}, value)'}, "
                f"bytes_with({row}, {WORD}, value));"]
    return [f"{kind.name} found = {tables.constant(0, kind)};", f"{loop} found.w[i] = {part};",
            *([f"found.w[{whole}] = {last};"] if rest else []), "return found;"]


def rest_of(row: str, size: int, rest: int) -> str:
    """Of the last bytes of a long row: together with some in front of them, if they are few."""
    if rest >= TOGETHER:
        return f"bytes_with({row} + {size - rest}, {rest}, value)"
    return f"bytes_with({row} + {size - TOGETHER}, {TOGETHER}, value) >> {TOGETHER - rest}"


def into_large(layout: Layout, made: Field, rows: bool) -> list[str]:
    """Of a row of bytes word by word, else one by one."""
    if rows:
        row = f"S->{layout.name(made)}"
        found = f"bytes_with({row} + {WORD} * i, i < {made.size // WORD} ? {WORD} : " \
                f"{made.size % WORD}, value)"
        return ["clear_large(r);", f"for (int i = 0; i < {(made.size + WORD - 1) // WORD}; i++)",
                f"    add_word(r, i, {found});", "return r;"]
    return ["clear_large(r);", f"for (int i = 0; i < {made.size}; i++)",
            f"    if ({layout.element(made, 'i')} == value) put_large(r, i, {made.size});",
            "return r;"]
