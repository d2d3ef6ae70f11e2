"""What `only if the rest can be done` tells a player before he has chosen.

What can be chosen later in a turn may depend on what is brought to light on the way there, and
then the one who decides may know it. But whether the rest can be done is told before: so it
depends on what was hidden when he chose.

Model. Told apart are fields and locals that are given a value, on the way that the rest may take,
that is made of a secret which the one who decides does not see, or under a condition on one. What
can be chosen and where the flow branches behind them must not read them, nor, at branches, such a
secret itself. (A condition of a later choice that does is reported at that choice.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulewright.interpreter import ir

#: The secrets that an expression in a block depends on and that a player does not see.
Unknown = Callable[[int, ir.E], Iterable[ir.Field]]
Carrier = ir.Field | ir.Local
Made = dict[Carrier, set[ir.Field]]  # of what is brought to light, the secrets it is made of


def told_early(
    program: ir.Program, node: ir.Node, option: ir.Alternative, unknown: Unknown
) -> list[ir.Field]:
    """The secrets that the demand of an option depends on."""
    def ends(other: ir.Node) -> bool:
        return other.player is not node.player

    blocks, nodes = ir.rest_of(program, option, ends)
    behind = {number: ir.rest_from(program, [number], ends) for number in blocks}
    made: dict[int, Made] = {number: {} for number in blocks}

    def brought(at: int | ir.Node, e: ir.E) -> set[ir.Field]:
        """The secrets that what was brought to light on the way to here is made of."""
        return {
            secret for number, stored in made.items() if stored
            for carrier, secrets in stored.items()
            if (carrier in e.reads or carrier in e.free)
            and at in behind[number][isinstance(at, ir.Node)]
            for secret in secrets
        }

    def of(number: int, e: ir.E) -> set[ir.Field]:
        return {*unknown(number, e), *brought(number, e)}

    known = -1
    while known < (known := sum(len(each) for stored in made.values() for each in stored.values())):
        for number in blocks:
            for carrier, secrets in _stored(program.blocks[number].effects, set(), number, of):
                if secrets:
                    made[number].setdefault(carrier, set()).update(secrets)
    found: set[ir.Field] = set()
    for number in blocks:
        exit = program.blocks[number].exit
        if isinstance(exit, ir.Branch):
            found |= of(number, exit.test)
    for later in nodes:
        for guard in ir.guards_of(later):
            found |= brought(later, guard.test)
    return sorted(found, key=lambda secret: secret.id)


def _stored(
    body: Iterable[ir.Effect], around: set[ir.Field], number: int,
    of: Callable[[int, ir.E], set[ir.Field]],
) -> Iterator[tuple[Carrier, set[ir.Field]]]:
    """What effects give a value, and the secrets that it depends on."""
    for effect in body:
        secrets = around.union(*(of(number, e) for e in ir.expressions(effect)))
        match effect:
            case ir.Store(field=made):
                yield made, secrets
            case ir.Let(var=var):
                yield var, secrets
            case ir.IfDo(body=then, otherwise=otherwise):
                yield from _stored((*then, *otherwise), secrets, number, of)
            case ir.EachDo(var=var, body=inside):
                yield var, secrets
                yield from _stored(inside, secrets, number, of)
