"""The state as a struct: what stands where, how it begins, and vectors from and to it.

Model. In front stand the elements of all fields that are not fixed, the larger types first, so
that there is nothing between them; then the sets that the plan keeps, one for each value of a
field, or for each hash of a value where values are many and one is looked for, and the hash of the
present position for each memory; then the positions of each memory, of which only the live ones
mean anything. A state is copied up to the memories, and of each memory what is live; two states
are equal if all in front of the sets is, and what is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.interpreter.ir import Field, walk
from rulewright.interpreter.ir.positions import remembered
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.absent import Refused
from rulewright.interpreter.native.memories import (
    functions,
    index_of,
    often_asked,
    unindexed,
)
from rulewright.interpreter.native.tables import Tables, filled
from rulewright.interpreter.native.types import CType, of, of_set, stored
from rulewright.interpreter.passes.nodes import Placed, Scan
from rulewright.interpreter.passes.plan import Plan, expressions, kept_values, statements

#: What elements of a field add to the hash of a position stands in a table of at most so many.
MOST_PARTS = 1 << 12
#: Bytes of the types of elements.
_BYTES = {"int64_t": 8, "word": 8, "int32_t": 4, "int16_t": 2, "int8_t": 1}


class Layout:
    """How the states of one plan stand. `kept` has the fields with sets; of those that are `sought`
    a set has the elements whose values have one hash. `hashes`: those of positions are kept up."""

    def __init__(self, plan: Plan, tables: Tables, hashes: bool = True) -> None:
        self.program = plan.program
        self.tables = tables
        self.sought = dict.fromkeys(
            made for made in scanned(plan) if is_sought(made) and not is_synced(made))
        self.kept = dict.fromkeys((*plan.kept, *self.sought))
        self.synced = dict.fromkeys(filter(is_synced, scanned(plan)))
        self._names: dict[Field, str] = {}
        self._renewed_at_once: dict[tuple[Field, ...], str] = {}
        taken: set[str] = set()
        for made in self.program.fields:
            name = identifier(f"{made.owner} {made.name}" if made.owner else made.name)
            while name in taken:
                name += f"_{made.id}"
            taken |= {name, name + "_is"}
            self._names[made] = name
            if made.type.kind == "set" and made.type.size > 63:
                raise Refused("fields that hold sets of more than 63 things")
        self.fields = [made for made in self.program.fields if not made.fixed]
        #: The memories in which positions are looked for often.
        self.indexed = often_asked(self.program)
        #: Of each field the memories that remember it, with the place of its first element there.
        self.hashed: dict[Field, list[tuple[int, int]]] = {}
        for number, memory in enumerate(self.program.memories):
            place = 0
            for made in memory.fields:
                if hashes and not made.fixed:
                    self.hashed.setdefault(made, []).append((number, place))
                place += made.size

    # -- places ----------------------------------------------------------------------------------

    def name(self, made: Field) -> str:
        return self._names[made]

    def element(self, made: Field, index: str) -> str:
        """The text of an element; `index` counts over all dimensions, and is empty without."""
        return f"S->{self.name(made)}[{index}]" if made.dims else f"S->{self.name(made)}"

    def is_put(self, made: Field) -> bool:
        """Whether something beside a field is kept up with it, so that a function stores in it."""
        return made in self.kept or made in self.hashed or made in self.synced

    @staticmethod
    def set_type(made: Field) -> CType:
        """How the sets of the elements of a field stand."""
        return of_set(made.size)

    def where(self, made: Field, value: str) -> str:
        """The text of the set of the elements that have a value, or one with its hash."""
        if made in self.sought:
            return f"S->{self.name(made)}_is[HASH({value}, {hash_bits(made)})]"
        least = kept_values(made)[0]
        return f"S->{self.name(made)}_is[{value}{f' + {-least}' if least < 0 else ''}]"

    def renewing(self, fields: tuple[Field, ...]) -> str:
        """The name of the function that gives the elements of some fields their first values."""
        if len(fields) == 1:
            return f"renew_{self.name(fields[0])}"
        number = len(self._renewed_at_once)
        return self._renewed_at_once.setdefault(fields, f"renew_all_{number}")

    # -- the struct ------------------------------------------------------------------------------

    def struct(self) -> str:
        """The text of the struct."""
        by_size = sorted(self.fields, key=lambda made: -_BYTES[self._stored(made)])
        lines = []
        for made in by_size:
            length = f"[{made.size}]" if made.dims else ""
            note = f" /* {made.type.least} to {made.type.most} */"
            lines.append(f"    {self._stored(made)} {self.name(made)}{length};{note}")
        lines.append("    _Alignas(16) char sets[0];")
        lines += [f"    word position_{number}; /* its hash, for {memory.name} */"
                  for number, memory in enumerate(self.program.memories)]
        lines += map(index_of, self.indexed)
        for made in sorted(self.kept, key=lambda each: (
                self.set_type(each).large, -self.set_type(each).bits)):
            if self.set_type(made).large and "larges" not in "".join(lines):
                lines.append("    _Alignas(16) char larges[0];")
            lines.append(f"    {self.set_type(made).name} {self.name(made)}_is"
                         f"[{len(self._sets(made))}]; /* {self._said(made)} */")
        lines.append("    _Alignas(16) char memories[0];")
        lines += [f"    word past_{number}[{memory.capacity}]; /* {memory.name} */"
                  for number, memory in enumerate(self.program.memories)]
        return "\n".join(["typedef struct {", *lines, "} state;", ""])

    def _sets(self, made: Field) -> dict[int, int]:
        """The sets that are kept for a field, by values that they stand for, as they are first."""
        if made not in self.sought:
            return {value: sum(1 << i for i, x in enumerate(made.first) if x == value)
                    for value in kept_values(made)}
        found = dict.fromkeys(range(1 << hash_bits(made)), 0)
        for i, value in enumerate(made.first):
            found[hash_of_value(value, hash_bits(made))] |= 1 << i
        return found

    def _said(self, made: Field) -> str:
        return "of the values of each hash" if made in self.sought else (
            f"of each value from {kept_values(made)[0]}")

    def _stored(self, made: Field) -> str:
        return stored(made.type.least, made.type.most)

    # -- functions -------------------------------------------------------------------------------

    def functions(self) -> str:
        """The text of what is done with whole states."""
        return "\n".join([self._in_step(), self._copy(), *self._positions(),
                          *map(unindexed, self.indexed), self._renewed(),
                          self._together(), self._first(), self._read(), self._written(),
                          *(self._put(made) for made in self.fields if self.is_put(made)),
                          *functions(self)])

    def _in_step(self) -> str:
        """Which state the sets beside the states are those of, but for the few elements that are
        late, and whether none is: none where it was written to as a whole; where it was copied, the
        copy."""
        made = [self.name(made) for made in self.synced]
        lines = [
            f"static const state *in_step_{name}, *near_{name};\n"
            f"static int lates_{name}, which_{name}[{MOST_LATE}];\n"
            f"INLINE void late_{name}(int i) {{\n"
            f"    in_step_{name} = 0;\n"
            f"    if (lates_{name} < {MOST_LATE}) which_{name}[lates_{name}++] = i;\n"
            f"    else near_{name} = 0;\n}}" for name in made]
        reset = " ".join(f"if (near_{name} == S) near_{name} = in_step_{name} = 0;"
                         for name in made)
        same = [line for name in made for line in (
            f"    if (near_{name} == S) {{ if (in_step_{name} == S) in_step_{name} = to; "
            f"near_{name} = to; }}", f"    else if (near_{name} == to) near_{name} = "
            f"in_step_{name} = 0;")]
        return "\n".join([
            *lines, f"INLINE void written(const state *S) {{ {reset} }}",
            "INLINE void copied(const state *to, const state *S) {", *same, "}", ""])

    def _copy(self) -> str:
        lives = [f"    memcpy(to->past_{n}, S->past_{n}, S->{self.name(m.count)} * sizeof(word));"
                 for n, m in enumerate(self.program.memories)]
        same = "".join(
            f" &&\n        !memcmp(S->past_{n}, other->past_{n}, "
            f"S->{self.name(m.count)} * sizeof(word))"
            for n, m in enumerate(self.program.memories))
        hashed = [f"    for (int i = 0; i < S->{self.name(m.count)}; i++) "
                  f"h = mixed(h ^ S->past_{n}[i]);" for n, m in enumerate(self.program.memories)]
        large = [made for made in self.kept if self.set_type(made).large]
        copied = [f"    COPY(to, S, offsetof(state, {'larges' if large else 'memories'}));"]
        for made in large:  # of these the words that are not empty
            name = f"{self.name(made)}_is"
            copied.append(f"    for (int i = 0; i < {len(kept_values(made))}; i++) "
                          f"copy_large(&to->{name}[i], &S->{name}[i]);")
        return "\n".join([
            "INLINE void copy(state *restrict to, const state *restrict S) {",
            "    copied(to, S);", *copied, *lives, "}",
            "static int __attribute__((unused)) same(const state *S, const state *other) {",
            f"    return !memcmp(S, other, offsetof(state, sets)){same};", "}",
            "static word __attribute__((unused)) hash_of(const state *S) {",
            "    word h = hash_of_bytes((const char *)S, offsetof(state, sets));", *hashed,
            "    return h;", "}", ""])

    def _renewed(self) -> str:
        """For each field the function that gives its elements their first values."""
        lines = []
        for made in self.fields:
            body = []
            if len(set(made.first)) > 1:
                texts = [str(value) for value in made.first]
                kind = self._stored(made)
                body += [f"    static const {kind} first[] = {{\n{filled(texts)}    }};",
                         f"    memcpy(S->{self.name(made)}, first, sizeof first);"]
            elif made.dims:
                body.append(f"    for (int i = 0; i < {made.size}; i++) "
                            f"{self.element(made, 'i')} = {made.first[0]};")
            else:
                body.append(f"    {self.element(made, '')} = {made.first[0]};")
            if made in self.hashed:
                loop = f"for (int i = 0; i < {made.size}; i++) " if made.dims else ""
                changes = [f"    {loop}{self._change(made, number, self.element(made, 'i'))}"
                           for number, _ in self.hashed[made]]
                body = [*changes, *body, *changes]
            if made in self.kept:
                for value, mask in self._sets(made).items():
                    kind_ = self.set_type(made)
                    first, place = self.tables.constant(mask, kind_), self.where(made, str(value))
                    if made in self.sought:
                        place = f"S->{self.name(made)}_is[{value}]"
                    body.append(f"    copy_large(&{place}, {first});" if kind_.large else
                                f"    {place} = {first};")
            if made in self.synced:
                body.append("    written(S);")
            body += [f"    unindexed_{number}(S);" for number in self.indexed
                     if self.program.memories[number].count is made]
            lines.append(f"static void renew_{self.name(made)}(state *S) {{\n"
                         + "\n".join(body) + "\n}")
        return "\n".join(lines)

    def _together(self) -> str:
        """The functions that give several fields their first values."""
        return "\n".join(
            "\n".join([f"static void {name}(state *S) {{",
                       *(f"    renew_{self.name(made)}(S);" for made in fields), "}"])
            for fields, name in self._renewed_at_once.items())

    def _first(self) -> str:
        renewed = [f"    renew_{self.name(made)}(S);" for made in self.fields]
        return "\n".join([
            "static void first_state(state *S) {",
            "    memset(S, 0, offsetof(state, memories));", *renewed, *self._hashed_anew(), "}"])

    def _read(self) -> str:
        """From a vector."""
        lines, sizes = [], str(self.program.size)
        for made in self.fields:
            at = self.element(made, "i")
            if made in self.kept:
                lines.append(f"    memset(S->{self.name(made)}_is, 0, "
                             f"sizeof S->{self.name(made)}_is);")
            value = f"v[{made.offset} + i]" if made.dims else f"v[{made.offset}]"
            loop = f"for (int i = 0; i < {made.size}; i++) " if made.dims else ""
            kept = self._kept_now(made, at) if made in self.kept else ""
            lines.append(f"    {loop}{{ {at} = {value};{kept} }}")
        for number, memory in enumerate(self.program.memories):
            count = f"S->{self.name(memory.count)}"
            lines.append(f"    memcpy(S->past_{number}, v + {sizes}, {count} * sizeof(word));")
            sizes += f" + {count}"
        return "\n".join(["static void read_state(state *S, const int64_t *v) {",
                          "    written(S);",
                          "    memset(S, 0, offsetof(state, memories));", *lines,
                          *self._hashed_anew(), "}"])

    def _kept_now(self, made: Field, at: str) -> str:
        kind, where = self.set_type(made), self.where(made, at)
        if kind.large:
            return f" put_large(&{where}, i, {made.size});"
        single = bits.single(kind, "i" if made.dims else "0")
        return f" {where} = {bits.either(kind, [where, f'({single})'])};"

    def _written(self) -> str:
        """To a vector; its length."""
        lines, sizes = [], str(self.program.size)
        for made in self.program.fields:
            if made.fixed:
                lines += [f"    v[{made.offset + i}] = {value};"
                          for i, value in enumerate(made.first)]
            elif made.dims:
                lines.append(f"    for (int i = 0; i < {made.size}; i++) "
                             f"v[{made.offset} + i] = {self.element(made, 'i')};")
            else:
                lines.append(f"    v[{made.offset}] = {self.element(made, '')};")
        for number, memory in enumerate(self.program.memories):
            count = f"S->{self.name(memory.count)}"
            lines.append(f"    memcpy(v + {sizes}, S->past_{number}, {count} * sizeof(word));")
            sizes += f" + {count}"
        return "\n".join(["static int write_state(const state *S, int64_t *v) {", *lines,
                          f"    return {sizes};", "}"])

    def _put(self, made: Field) -> str:
        """Give an element of a field something else is kept up with a value, in place of another;
        of the second function, the other one is what it has."""
        lines, at = [], self.element(made, "i")
        kind = of(made.type).name
        if made in self.kept:
            sets = self.set_type(made)
            old, new = self.where(made, "old"), self.where(made, "value")
            if sets.large:
                lines += [f"    take_large(&{old}, i);", f"    put_large(&{new}, i, {made.size});"]
            elif sets.wide:
                lines += ["    const word bit = (word)1 << (i & 63);",
                          f"    {old}.w[i >> 6] &= ~bit;", f"    {new}.w[i >> 6] |= bit;"]
            else:
                lines += [f"    const {sets.name} bit = ({sets.name})1 << i;",
                          f"    {old} &= ~bit;", f"    {new} |= bit;"]
        if made in self.synced:
            name = self.name(made)
            lines.append(f"    if (near_{name} == S) late_{name}(i);")
        for number, _ in self.hashed.get(made, []):
            lines.append(f"    {self._change(made, number, 'old')}"
                         f" {self._change(made, number, 'value')}")
        name = self.name(made)
        return "\n".join([
            f"INLINE void put_{name}_for(state *S, int i, {kind} value, {kind} old) {{",
            *lines, f"    {at} = value;", "}",
            f"INLINE void put_{name}(state *S, int i, {kind} value) {{",
            f"    put_{name}_for(S, i, value, {at});", "}"])

    def _change(self, made: Field, number: int, value: str) -> str:
        """The statement that takes what element i adds to the hash of a position in or out."""
        return f"S->position_{number} ^= {self.part(made, number, 'i', value)};"

    def part(self, made: Field, number: int, index: str, value: str) -> str:
        """What an element with a value adds to the hash of a position."""
        place = dict(self.hashed[made])[number]
        low, high = made.type.least, made.type.most
        if (high - low + 1) * made.size > MOST_PARTS:
            at = f"{place} + {index}" if made.dims else f"{place}"
            return f"position_part({at}, {value})"
        by = f"{value} + {-low}" if low < 0 else f"{value} - {low}" if low else value
        return f"parts_{number}_{self.name(made)}[{index if made.dims else '0'}][{by}]"

    def _positions(self) -> Iterable[str]:
        """What elements add to the hashes of positions, where their values are few, and what
        works a hash out from all of them."""
        made_once = []
        for made, places in self.hashed.items():
            low, high = made.type.least, made.type.most
            size = high - low + 1
            if size * made.size > MOST_PARTS:
                continue
            for number, place in places:
                name = f"parts_{number}_{self.name(made)}"
                yield f"static word {name}[{made.size}][{size}];"
                made_once.append(
                    f"    for (int i = 0; i < {made.size}; i++)\n"
                    f"        for (int value = {low}; value <= {high}; value++)\n"
                    f"            {name}[i][value - ({low})] = position_part({place} + i, value);")
        if made_once:
            yield "\n".join(["static void __attribute__((constructor)) parts(void) {",
                             *made_once, "}"])
        for number, memory in enumerate(self.program.memories):
            parts, place = [], 0
            for made in memory.fields:
                if made.fixed:
                    fixed = [(at, each) for at, (_, each) in enumerate(
                        (p, f.first[a - f.offset]) for p, a, f in remembered(memory) if f is made)]
                    parts += [f"    h ^= position_part({place + at}, {each});"
                              for at, each in fixed]
                else:
                    loop = f"for (int i = 0; i < {made.size}; i++) " if made.dims else ""
                    at_ = f"{place} + i" if made.dims else f"{place}"
                    value = self.element(made, "i")
                    parts.append(f"    {loop}h ^= position_part({at_}, {value});")
                place += made.size
            yield "\n".join([f"static word hashed_{number}(const state *S) {{", "    word h = 0;",
                             *parts, "    return h;", "}"])

    def _hashed_anew(self) -> list[str]:
        return [f"    S->position_{number} = hashed_{number}(S);"
                for number in range(len(self.program.memories))]


#: Sets for all values of a field beside the states take at most so many bytes.
MOST_SYNCED = 1 << 21
#: Elements that were stored in the state that the sets are those of, and are not carried over yet.
MOST_LATE = 8
#: Fields of fewer elements are looked through.
LEAST_SOUGHT = 12


def scanned(plan: Plan) -> Iterable[Field]:
    """The fields in which elements with a value are looked for."""
    for routine in plan.routines:
        for statement in statements(routine.body):
            for e in walk(*expressions(statement)):
                if isinstance(e, (Placed, Scan)):
                    yield e.field


def is_sought(made: Field) -> bool:
    """Whether sets are kept by hashes of values: not where elements are bytes, which are compared
    all at once."""
    return made.size >= LEAST_SOUGHT and not of_set(made.size).large and (
        stored(made.type.least, made.type.most) != "int8_t")


def is_synced(made: Field) -> bool:
    """Whether sets are kept up beside all states instead (see `synced.py`): a set for each value
    takes so much room, but none in a state."""
    values = made.type.most - made.type.least + 1
    return is_sought(made) and made.type.least >= -1 and (
        values * of_set(made.size).bits // 8 <= MOST_SYNCED)


def hash_bits(made: Field) -> int:
    """How long hashes are: elements that stand apart mostly have their own."""
    return max(5, made.size.bit_length() - 1)


def hash_of_value(value: int, bits: int) -> int:
    """The hash of a value: see `c/scan.h`."""
    return (value * 0x9E3779B1 & 0xFFFFFFFF) >> 32 - bits


def identifier(text: str) -> str:
    """A name for a struct's member from an author's words."""
    plain = re.sub(r"[^a-z0-9]+", "_", text.lower().strip()).strip("_")
    return f"its_{plain}" if not plain or plain[0].isdigit() or plain in _RESERVED else plain


_RESERVED = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while state word set2 sets memories past".split())
