"""What elements of fields are known to hold at a place in a block, whatever the state.

Model. A block that is entered by one option only begins with what the conditions of that option
say: the cell that was chosen is empty, the piece on it is the player's. `Held` maps elements, by
their indices as expressions, to the expressions of their values. A store adds one; it takes away
what is known of elements that may be the same, and whatever was said by what it changes.

Invariant: what is known is right for every option that a node lists. An engine that carries out
others by the same plan must not go by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulewright.interpreter.ir import (
    Call,
    Const,
    E,
    Field,
    Load,
    Local,
    Op,
    Program,
    conjuncts,
    is_walk,
)
from rulewright.interpreter.ir.build import substituted

Element = tuple[Field, tuple[E, ...]]


class Held:
    """What is known at one place: values that elements have, and such as they do not have; and
    what is two things, not one, said by locals alone."""

    def __init__(self) -> None:
        self.known: dict[Element, E] = {}
        self.unlike: set[tuple[Element, E]] = set()
        self.two: set[tuple[E, E]] = set()

    def copy(self) -> Held:
        made = Held()
        made.known, made.unlike, made.two = dict(self.known), set(self.unlike), self.two
        return made

    def value(self, made: Field, index: tuple[E, ...]) -> E | None:
        """The value of an element, if it is known."""
        return self.known.get((made, index))

    def stored(self, changed: Iterable[Field | int]) -> None:
        """Fields and memories are changed."""
        gone = set(changed)
        self._keep(lambda element, value: element[0] not in gone and all(
            gone.isdisjoint(e.reads) for e in (*element[1], value)))

    def put(self, made: Field, index: tuple[E, ...], value: E) -> None:
        """An element is given a value."""
        def stays(element: Element, held: E) -> bool:
            if any(made in e.reads for e in (*element[1], held)):
                return False
            return element[0] is not made or element in others

        others = {element for element in self.known if self._apart((made, index), element)}
        self._keep(stays)
        if _plain(value) and all(made not in e.reads for e in (*index, value)):
            self.known[made, index] = value

    def met(self, other: Held) -> None:
        """What was done is this or something else, behind which other things are known."""
        self.known = {element: value for element, value in self.known.items()
                      if other.known.get(element) is value}
        self.unlike &= other.unlike

    def _keep(self, stays: Callable[[Element, E], bool]) -> None:
        self.known = {each: value for each, value in self.known.items() if stays(each, value)}
        self.unlike = {pair for pair in self.unlike if stays(*pair)}

    def _apart(self, one: Element, other: Element) -> bool:
        """Whether two elements are not the same: of other things, or of other values."""
        if any((a, b) in self.two or (b, a) in self.two
               for a, b in zip(one[1], other[1], strict=False)):
            return True
        for this, that in ((one, other), (other, one)):
            value = self.known.get(that)
            if value is not None and ((this, value) in self.unlike or (
                this in self.known and self.known[this].type.most < value.type.least
            )):
                return True
        return False


def held_at(
    program: Program, number: int, simplify: Callable[[E], E], inline: Callable[[Call], E]
) -> Held:
    """What is known where a block is entered to which nothing but options lead."""
    entering = [option for node in program.nodes for option in node.alternatives
                if option.block == number]
    if len(entering) != 1:
        return Held()
    [option] = entering
    params = program.blocks[number].params
    chosen: list[E] = [*params] if not option.frame else [
        Load(made) for made in option.frame]
    if len(chosen) != len(option.binders):
        return Held()
    named = dict(zip((b.var for b in option.binders), chosen, strict=True))
    found = Held()
    for guard in (*(g for b in option.binders for g in b.guards), *option.guards):
        if guard.test.reads.isdisjoint(option.frame):  # what was chosen stands there now
            for part in _demanded(simplify(substituted(guard.test, named)), inline):
                _learn(found, part)
    return found


def _demanded(test: E, inline: Callable[[Call], E]) -> Iterator[E]:
    """What a condition demands, that of the definitions it consists of."""
    for part in conjuncts(test):
        if isinstance(part, Call) and not is_walk(part):
            yield from _demanded(inline(part), inline)
        else:
            yield part


def _learn(found: Held, test: E) -> None:
    match test:
        case Op(op="not", args=(Op(op="some", args=(Load() as thing,)),)) if (
            thing.type.least == -1
        ):
            _note(found, thing, Const(-1))
        case Op(op="not", args=(Op(op="==", args=(one, other)),)) | Op(
            op="!=", args=(one, other)
        ):
            for element, value in ((one, other), (other, one)):
                if isinstance(element, Load) and _plain(value):
                    found.unlike.add(((element.field, element.index), value))
            if isinstance(one, Local) and isinstance(other, Local):
                found.two.add((one, other))
        case Op(op="not", args=(Load() as truth,)):
            _note(found, truth, Const(0))
        case Op(op="==", args=(one, other)):
            for element, value in ((one, other), (other, one)):
                if isinstance(element, Load):
                    _note(found, element, value)
        case Load():
            _note(found, test, Const(1))


def _note(found: Held, element: Load, value: E) -> None:
    if _plain(value):
        found.known.setdefault((element.field, element.index), value)


def _plain(value: E) -> bool:
    """Whether a value is said without work."""
    return isinstance(value, (Const, Local)) or (isinstance(value, Load) and not value.index)
