"""What play asks of nodes, options and duties by their numbers, as C.

`c/machine.h` carries play out for every program; it knows nodes, alternatives, blocks and duties as
numbers. Here stand the constants about them, and for each question the function that hands it on
to the routine for that number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.interpreter.ir import (
    MAX_ROUNDS,
    MAX_SEARCH,
    Alternative,
    Comp,
    Const,
    Node,
    Op,
    Program,
    ToNode,
    back_edges,
    sure_rests,
    tries_rests,
)
from rulewright.interpreter.native import bits
from rulewright.interpreter.native.around import checked_around
from rulewright.interpreter.native.layout import Layout
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.native.types import converted
from rulewright.interpreter.passes.asked import Asked, Question
from rulewright.interpreter.passes.plan import Plan, Routine
from rulewright.interpreter.passes.slices import ends_a_turn


class Nodes:
    """Prints the constants and functions for one plan."""

    def __init__(self, made: Statements, asked: Asked) -> None:
        self.made = made
        self.asked = asked
        self.plan = made.plan
        self.program = made.plan.program
        self.layout = made.layout
        self.most_binders = max([1, *(len(a.binders) for n in self.program.nodes
                                      for a in n.alternatives)])

    # -- in front of the routines ----------------------------------------------------------------

    def options(self) -> str:
        """How options stand: the type of sets that are offered, and how others become that."""
        kinds = self.made.offered
        widest = max(kinds, key=lambda kind: kind.bits)
        name = widest.name
        lines = [f"#define MOST_BINDERS {self.most_binders}",
                 f"typedef {name} offered;",
                 f"#define nth_offered(s, k) nth_{name}(s, k)"]
        one = bits.less(widest, "s", f"({bits.single(widest, 'x')})")
        lines.append(f"#define without_offered(s, x) {one}")
        lines.append(f"#define FIRST_OFFERED {bits.single(widest, '0')}")
        head = bits.each(widest, "x", "s").replace("\n", " \\\n")
        lines.append(f"#define EACH_OFFERED(x, s, body) {head} body }}")
        for kind in kinds:
            lines.append(f"#define OFFERED_{kind.name}(s) {converted('s', kind, widest)}")
            lines.append(f"#define offer_{kind.name}(...) OFFER_SET({kind.name}, __VA_ARGS__)")
        return "\n".join(lines) + "\n"

    # -- behind them -----------------------------------------------------------------------------

    def text(self) -> str:
        return "\n".join([self._constants(), *self._functions()]) + "\n"

    def _constants(self) -> str:
        program, nodes = self.program, self.program.nodes
        back = {(program.blocks[block].exit, to) for block, to in back_edges(program)}
        sure = sure_rests(program)
        passing = {id(nodes[node].alternatives[number]) for node, number in sure.options}
        most = max([1, *(len(node.alternatives) for node in nodes)])

        def each(name: str, values: Iterable[object]) -> str:
            return f"static const int {name}[] = {{{', '.join(map(str, values))}}};"

        def table(name: str, value: Callable[[Alternative], bool]) -> str:
            rows = ["{" + ", ".join(str(int(value(a))) for a in node.alternatives) + "}"
                    for node in nodes]
            return (f"static const int {name}[][{most}] __attribute__((unused)) = "
                    f"{{{', '.join(rows)}}};")

        def empty(node: Node) -> str:
            if node.empty is None:
                return "-1"
            edge = (ToNode(node.id), node.empty) in back
            return f"{node.empty} + BACK" if edge else str(node.empty)

        at = self.layout.element(program.at, "").replace("S->", "(S)->")
        numbers = ", ".join(f'"{seat + 1}"' for seat in range(len(program.seats)))
        return "\n".join([
            f"#define NODES {len(nodes)}",
            f"#define SEATS {len(program.seats)}", f"#define SEAT_NUMBERS {{{numbers}}}",
            f"#define START {program.start}", f"#define MAX_ROUNDS {MAX_ROUNDS}",
            f"#define MAX_SEARCH {MAX_SEARCH}",
            f"#define INVARIANTS {len(program.invariants)}",
            f"#define DUTIES {len(program.duties)}",
            f"#define CHANCES {sum(node.chance for node in nodes)}",
            f"#define LOOKS_AFTER {int(any(a.after for n in nodes for a in n.alternatives))}",
            f"#define LOOKS_ON {int(tries_rests(program))}",
            f"#define NODE_OF(S) {at}", f"#define IS_OVER(S) ({at} == NODES)",
            each("FIRST_OPTION", (sum(len(n.alternatives) for n in nodes[: node.id])
                                  for node in nodes)),
            each("IS_CHANCE", (int(node.chance) for node in nodes)),
            each("EMPTY", map(empty, nodes)),
            each("ENDS_TURN", (int(self._ends_turn(node)) for node in nodes)),
            each("WEIGHT", map(weight_of_all, nodes)),
            each("DOUBTFUL", (int(is_doubtful(node)) for node in nodes)),
            each("NODE_AFTER", (int(any(a.after for a in n.alternatives)) for n in nodes)),
            each("NODE_REST", (int(any(a.rest and id(a) not in passing for a in n.alternatives))
                               for n in nodes)),
            each("SURE", (int(node.id in sure.nodes) for node in nodes)),
            each("SURE_IF_POSSIBLE", (int(node.id in sure.if_possible) for node in nodes)),
            table("HAS_AFTER", lambda a: bool(a.after)),
            table("DECLINES", lambda a: a.decline),
            table("RESTS", lambda a: a.rest is not None),
            table("SURE_REST", lambda a: a.rest is None or id(a) in passing),
        ]).replace("static const int", "static const int __attribute__((unused))") + "\n"

    def ends(self, node: Node) -> bool:
        """Whether a search of a turn goes no further where nothing is possible at a node."""
        return node.empty is None or self._ends_turn(node)

    def _ends_turn(self, node: Node) -> bool:
        """Whether the turn is over where nothing is possible at a node, and duties come to what
        they come to there; but for what is counted till then."""
        counted = self.made.counters.traced or self.made.counters.profiled
        block = None if node.empty is None else self.plan.blocks.get(node.empty)
        if block is None or counted or (ToNode(node.id), node.empty) in {
            (self.program.blocks[number].exit, to) for number, to in back_edges(self.program)
        }:
            return False
        return ends_a_turn(self.plan, block, {
            read for duty in self.program.duties for read in duty.value.reads})

    def _functions(self) -> Iterable[str]:
        plan, asked, nodes = self.plan, self.asked, self.program.nodes
        yield switched("static void list_options(const state *S, int node, list *L)", "node", {
            node.id: f"{plan.options[node.id].name}(S, L); return;" for node in nodes}, "")
        yield self._valued("static int player_of(const state *S, int node)", "node",
                           asked.players)
        yield by_option("static int64_t weight_of(const state *S, int node, const option *o)", {
            (node.id, number): f"return {self._called(asked.weights[node.id][number])};"
            for node in nodes if node.chance for number in range(len(node.alternatives))},
            "return 1;")
        yield by_option("static int passes_after(const state *S, int node, const option *o)", {
            (node.id, number): "return " + " && ".join(map(self._called, tests)) + ";"
            for node in nodes for number, tests in enumerate(asked.after[node.id]) if tests},
            "return 1;")
        yield by_option("static int is_possible(const state *S, int node, const option *o)", {
            at: f"return {routine.name}(S{chosen(routine)});"
            for at, routine in plan.possible.items()}, "return 0;")
        yield by_option("static void reframed(state *S, int node, const option *o)", {
            (node.id, number): self._framed(option) + "return;" for node in nodes
            for number, option in enumerate(node.alternatives) if option.after}, "")
        for each, nearby in plan.around.items():
            yield checked_around(self.made, plan.answers[each], nearby)
        yield switched("static int invariant_holds(const state *S, int number)", "number", {
            number: f"return {'around_' if each in plan.around else ''}{self._called(each)};"
            for number, each in enumerate(asked.invariants)}, "return 0;")
        yield self._valued("static int duty_binds(const state *S, int number)", "number",
                           asked.active)
        yield self._valued("static int64_t duty_value(const state *S, int number)", "number",
                           asked.values)
        yield switched("static int64_t duty_most(const state *S, int number)", "number", {
            number: f"{{ int64_t most = {self._called(each)}; "
                    f"return most < {goal.ceiling} ? most : {goal.ceiling}; }}"
            for number, (goal, each) in enumerate(
                zip(self.program.duties, asked.most, strict=True))}, "return 0;")
        yield switched(
            "static int64_t answer_of(const state *S, int what, const int *values)", "what", {
                number: f"return {self._called(each, 'values')};"
                for number, each in enumerate(plan.answers)}, "(void)values; return 0;")
        yield from self._states()

    def _valued(self, head: str, what: str, asked: Sequence[Question]) -> str:
        return switched(head, what, {
            number: f"return {self._called(each)};" for number, each in enumerate(asked)},
            "return 0;")

    def _called(self, asked: Question, values: str = "o->values") -> str:
        return called(self.plan, asked, values)

    def _framed(self, option: Alternative) -> str:
        return framed(self.layout, option, [f"o->values[{i}]" for i in range(len(option.frame))])

    def _states(self) -> Iterable[str]:
        """States as keys of a search, and the result of a game."""
        counts = [self.layout.element(memory.count, "") for memory in self.program.memories]
        total = " + ".join(counts) or "0"
        copied = [f"    memcpy(at, S->past_{n}, {count} * sizeof(word));\n"
                  f"    at += {count} * sizeof(word);" for n, count in enumerate(counts)]
        read = [f"    memcpy(S->past_{n}, at, {count} * sizeof(word));\n"
                f"    at += {count} * sizeof(word);" for n, count in enumerate(counts)]
        compared = [f"    if (memcmp(at, S->past_{n}, {count} * sizeof(word))) return 0;\n"
                    f"    at += {count} * sizeof(word);" for n, count in enumerate(counts)]
        yield "\n".join([
            "static size_t __attribute__((unused)) key_length(const state *S) {",
            f"    return offsetof(state, memories) + ({total}) * sizeof(word);", "}",
            "static void __attribute__((unused)) key_written(const state *S, char *at) {",
            "    memcpy(at, S, offsetof(state, memories));",
            "    at += offsetof(state, memories);",
            *copied, "}",
            "static void key_read(state *S, const char *at) {",
            "    written(S);",
            "    memcpy(S, at, offsetof(state, memories));",
            "    at += offsetof(state, memories);",
            *read, "}",
            "static int __attribute__((unused)) alike(const state *S, const char *at, "
            "size_t length) {",
            "    if (length != key_length(S) || memcmp(at, S, offsetof(state, sets))) return 0;",
            "    at += offsetof(state, memories);", *compared, "    return 1;", "}"])
        program = self.program
        lines = [f"    out->rule = {self.layout.element(program.rule, '')};"]
        for name, made in (("ranks", program.ranks), ("pays", program.pays)):
            if made is not None:
                lines += [f"    for (int i = 0; i < SEATS; i++) "
                          f"out->{name}[i] = ALONE({self.layout.element(made, 'i')});"]
        yield "\n".join(["#define RESULT_OF(S, out) do { \\",
                         *(line + " \\" for line in lines),
                         "} while (0)"])


def alternatives(program: Program) -> list[tuple[int, int]]:
    """The alternatives of all nodes, as node and number, in the order by which play enters them."""
    return [(node.id, number) for node in program.nodes for number in range(len(node.alternatives))]


def called(plan: Plan, asked: Question, values: str = "o->values") -> str:
    """The text of what is asked of a state, or of what is chosen in it."""
    routine = plan.answers[asked]
    return f"{routine.name}(S{chosen(routine, values)})"


def chosen(routine: Routine, values: str = "o->values") -> str:
    """What is handed to a routine that is asked of what is chosen."""
    return "".join(f", {values}[{i}]" for i in range(len(routine.params)))


def framed(layout: Layout, option: Alternative, values: Sequence[str]) -> str:
    """The text by which the state keeps what was chosen."""
    lines = []
    for made, value in zip(option.frame, values, strict=True):
        lines.append(f"put_{layout.name(made)}(S, 0, {value}); " if layout.is_put(made)
                     else f"{layout.element(made, '0')} = {value}; ")
    return "".join(lines)


def weight_of_all(node: Node) -> int:
    """The weight that all outcomes of a node have, or 0 where they have not one."""
    weights = {a.weight.value if isinstance(a.weight, Const) else 0 for a in node.alternatives}
    return max(0, weights.pop()) if node.chance and len(weights) == 1 else 0


def is_doubtful(node: Node) -> bool:
    """Whether an outcome may have no weight, so that it is none."""
    return node.chance and not all(map(_has_weight, node.alternatives))


def _has_weight(option: Alternative) -> bool:
    """Whether the weight of an outcome is surely more than 0: a number is, and a count of things
    that are what is chosen or something else."""
    chosen = {b.var for b in option.binders}
    match option.weight:
        case Const(value=value):
            return value > 0
        case Comp(kind="count", var=var, test=Op(op="or", args=parts)):
            return any(isinstance(part, Op) and part.op == "==" and {*part.args} == {var, thing}
                       and thing.type.least >= 0 and thing.type.most <= var.type.most
                       for part in parts for thing in chosen)
    return False


def switched(head: str, what: str, cases: dict[int, str], otherwise: str) -> str:
    """A function that does something for each value of a parameter."""
    lines = [f"    case {number}: {text}" for number, text in cases.items()]
    if not lines:
        return f"{marked(head)} {{\n    (void)S; (void){what}; {otherwise}\n}}"
    return "\n".join([f"{marked(head)} {{", f"    switch ({what}) {{", *lines, "    }",
                      f"    {otherwise}", "}"])


def by_option(head: str, cases: dict[tuple[int, int], str], otherwise: str) -> str:
    """A function that does something for each alternative of each node."""
    nodes: dict[int, list[str]] = {}
    for (node, number), text in cases.items():
        nodes.setdefault(node, []).append(f"        case {number}: {text}")
    inner = {node: "switch (o->alternative) {\n" + "\n".join(lines) + "\n    } break;"
             for node, lines in nodes.items()}
    return switched(head, "node", inner, f"(void)o; {otherwise}")


def marked(head: str) -> str:
    return head.replace("static ", "static __attribute__((unused)) ", 1)
