"""The text of a program in C."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path

from rulewright.interpreter.ir import (
    MAX_POSITIONS,
    Distance,
    Lookup,
    Program,
    Ray,
    sure_rests,
    walk,
)
from rulewright.interpreter.native.ahead import Ahead
from rulewright.interpreter.native.counters import Counters
from rulewright.interpreter.native.flow import Flow
from rulewright.interpreter.native.nodes import Nodes
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.native.tries import Tries
from rulewright.interpreter.native.types import INT, LONG, of, of_set
from rulewright.interpreter.passes.asked import asked_of
from rulewright.interpreter.passes.nodes import (
    Fill,
    Group,
    Grown,
    Image,
    Leaders,
    Scan,
    Steps,
)
from rulewright.interpreter.passes.plan import Demand, Explore, Plan, expressions, statements
from rulewright.interpreter.passes.planning import Planner
from rulewright.interpreter.passes.switches import ALL, Passes

#: The texts that do not depend on a program.
FOLDER = Path(__file__).parent / "c"


class Module:
    """A program planned and printed. `reported` are the stores that may break the rules,
    `walks` the walks that may stop the game. `traced`: it counts how often rules take effect;
    `profiled`: what is done for lines; `counters` has their numbers. `searching`: with what seats
    that search need."""

    def __init__(
        self, program: Program, traced: bool = False, passes: Passes = ALL, profiled: bool = False,
        searching: bool = False,
    ) -> None:
        self.program = program
        self.counters = Counters(traced, profiled)
        planner = Planner(program, traced, profiled, remarked=True, passes=passes)
        self.asked = asked_of(program)
        planner.ask(self.asked)
        if passes.around and not (traced or profiled):
            planner.look_around(self.asked)
        if not (traced or profiled):
            for number in sorted(sure_rests(program).if_possible):
                if any(len(option.binders) > 1 for option in program.nodes[number].alternatives):
                    planner.one_by_one(number)  # to list the first is more work
        planner.close()
        self.plan: Plan = planner.plan
        made = Statements(self.plan, self.counters, passes)
        nodes = Nodes(made, self.asked)
        types = {name: function.body.type for function, name in self.plan.names.items()}
        functions = [made.routine(routine, of(types[routine.name]))
                     for routine in self.plan.functions]
        options = [made.routine(routine) for routine in self.plan.options.values()]
        flow = Flow(made, self.asked)
        blocks, play = flow.functions(), flow.text()
        values = [made.routine(routine, LONG) for routine in self.plan.values]
        values += [made.routine(routine, INT) for routine in self.plan.possible.values()]
        for nearby in self.plan.around.values():
            values += [made.routine(routine, INT) for routine in nearby.routines]
        tries = Tries(made, self.asked)
        ahead = Ahead(made, nodes).text if program.duties else ""
        layout = f"{made.layout.functions()}\n{made.synced.declared()}"
        beside = _hits(program, self.counters) if traced or profiled else ""
        self.reported: list[Demand] = made.reported
        self.walks = list(made.walks.walks)
        self.most_binders = nodes.most_binders
        text = "\n".join([
            large(self.plan), made.layout.struct(),
            heading("constant data and what is done with sets"),
            f"#define MAX_POSITIONS {MAX_POSITIONS}", '#include "walks.h"\n',
            *made.sets.lines, heading("the state"), layout,
            heading("options"), nodes.options(), '#include "options.h"\n',
            heading("definitions"), *functions, heading("what is possible at each node"), *options,
            heading("what is done"), *blocks, heading("what is asked"), *values,
            heading("by numbers"), nodes.text(), tries.text, ahead, beside,
            '#include "machine.h"\n', heading("how play goes"), play, '#include "games.h"',
            *(_searches(program) if searching else ()), ""])
        widths = sorted({int(n) for n in re.findall(r"set(\d+)\b", text) if int(n) > 2})
        self.text = "\n".join([
            f"/* {program.name}, for {len(program.seats)} players. Made from the text of its rules;"
            "\n   changes are lost. */\n", '#include "runtime.h"\n',
            *self.counters.declared(),
            *(f"WIDE(set{n}, {n})" for n in widths), "", text])


def _hits(program: Program, made: Counters) -> str:
    """What counts the rules of a duty, and of a demand on the rest of a turn."""
    rests = {(node.id, number): option.rest for node in program.nodes
             for number, option in enumerate(node.alternatives) if option.rest is not None}
    most = max([1, *(len(node.alternatives) for node in program.nodes)])
    return "\n".join([
        f"#define MOST_ALTERNATIVES {most}",
        "static void __attribute__((unused)) hits_of_duty(int number) {", "    switch (number) {",
        *(f"    case {number}: {' '.join(made.hits(duty.refs))} break;"
          for number, duty in enumerate(program.duties)), "    }", "}",
        "static void __attribute__((unused)) hits_of_rest(int node, int alternative) {",
        f"    switch (node * {most} + alternative) {{",
        *(f"    case {node * most + number}: {' '.join(made.hits(rest.refs))} break;"
          for (node, number), rest in rests.items()), "    }", "}", ""])


def large(plan: Plan) -> str:
    """What large sets need, if there are any."""
    sizes = {made.size for made in plan.kept}
    for routine in plan.routines:
        stated = [*statements(routine.body)]
        positions = (each.walk.position for each in stated if isinstance(each, Explore))
        for e in walk(*routine.params, *chain.from_iterable(positions),
                      *(e for each in stated for e in expressions(each))):
            sizes.add(e.type.most.bit_length())
            if isinstance(e, (Distance, Fill, Group, Grown, Image, Leaders, Lookup, Ray, Steps)):
                sizes |= {e.table.sizes[0], e.table.span[1].bit_length()}
            if isinstance(e, Scan):
                sizes.add(e.field.size)
    most = max(sizes, default=0)
    return f'#define LARGE_WORDS {(most + 63) // 64}\n#include "large.h"\n' if (
        of_set(most).large) else ""


def _searches(program: Program) -> list[str]:
    """What seats that search need; a compiler takes as long for it as for a small game."""
    most = program.size + sum(memory.capacity for memory in program.memories)
    return [f"#define MOST_VECTOR {most}",
            *(f'#include "{name}.h"' for name in ("ends", "uct", "views", "worlds", "information"))]


def heading(what: str) -> str:
    return f"/* ---- {what} {'-' * (89 - len(what))} */\n"


@cache
def headers() -> dict[str, str]:
    """The texts that a module includes, by their names."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.h"))}
