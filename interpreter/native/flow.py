"""Play between choices, and random games, as one function of C.

Model. `flow` carries play on from a block, an option or a node. Blocks and nodes are places in it,
and where play goes on is a jump, so that a whole random game runs in it without a call. How far it
goes is said by `how` (see `c/machine.h`): to where anything stops it (`REACH`), to the end of the
turn by the first options (`AHEAD`), to a node where something can be chosen, of which the options
are listed (`STEP`), or to the end of the game, with choices at random (`PLAY`).

At a node where what is possible is a few sets, or rows of them, options are counted, and the one
that was drawn is selected (see `batches.py`); else they are listed. A block that is large stays a
function of its own, which says by a number where play goes on: compilers take too long for
functions without bound. For the same reason only small blocks are part of it, and the options of
all nodes are listed in one place, where blocks have very many statements together.

Between two choices only those invariants are checked that look at something stored since they were
checked last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.interpreter.ir import Const, Field, Node, Program, ToNode, back_edges
from rulewright.interpreter.native.batches import always, counted
from rulewright.interpreter.native.nodes import (
    alternatives,
    called,
    framed,
    is_doubtful,
    weight_of_all,
)
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.passes.asked import Asked
from rulewright.interpreter.passes.firings import of_choice
from rulewright.interpreter.passes.plan import (
    Body,
    Forget,
    Put,
    Remember,
    Renew,
    Statement,
    statements,
)

#: Statements of a block that is not part of the function.
MOST_STATEMENTS = 400
#: Statements of all blocks of which each may be that large; else a block has at most so many.
MOST_IN_ALL, FEW_STATEMENTS = 2500, 10


class Flow:
    """Prints the function for one plan."""

    def __init__(self, made: Statements, asked: Asked) -> None:
        self.made = made
        self.asked = asked
        self.plan = made.plan
        self.program: Program = made.plan.program
        self.back = {(self.program.blocks[block].exit, to)
                     for block, to in back_edges(self.program)}
        self.most = max([1, *(len(a.binders) for n in self.program.nodes for a in n.alternatives)])

        sizes = {number: sum(1 for _ in statements(routine.body))
                 for number, routine in self.plan.blocks.items()}
        self.whole = sum(sizes.values()) <= MOST_IN_ALL
        bound = MOST_STATEMENTS if self.whole else FEW_STATEMENTS
        self.large = {number for number, size in sizes.items() if size > bound}

    def functions(self) -> list[str]:
        """The blocks that stay functions; a compiler is not to put them in line after all."""
        made = (self.made.routine(self.plan.blocks[number]) for number in sorted(self.large))
        return [text.replace("static int", "static int __attribute__((noinline))", 1)
                for text in made]

    def text(self) -> str:
        """The function. It stands behind what play asks of nodes by their numbers."""
        nodes = self.program.nodes
        values = ", ".join(f"chosen_{i} = 0" for i in range(self.most))
        lines = [
            "static int __attribute__((noinline)) flow(",
            "    course *g, int how, int entry, const option *o, list *L, playing *p", ") {",
            "    state *const S = g->S;",
            f"    int {values}, chosen = 0{'' if self.whole else ', node'};",
            *([f"    word unsure = {(1 << min(len(self.program.invariants), 64)) - 1:#x};"]
              if self.program.invariants else ()),
            "    int64_t decisions = 0, chances = 0, options = 0, most = 0;",
            "    int64_t turns = 0, soonest = 0;",
            "    if (how == PLAY) BEGIN_TURNS;",
            f"    if (o) {{ {self._values('o->')} chosen = 1; }}",
            "    again:", "    if (entry >= TURN) { entry -= TURN; TURN_ENDS(entry); }",
            "    if (entry >= BACK && entry < ENTERS) { entry -= BACK; round_taken(g); }",
            "    switch (entry) {",
            *(f"    case {number}: goto B{number};" for number in self.plan.blocks),
            *(f"    case ENTERS + {place}: goto E{node}_{number};"
              for place, (node, number) in enumerate(alternatives(self.program))),
            *(f"    case AT_NODE({node.id}): goto N{node.id};" for node in nodes),
            "    case OVER: goto over;", "    }", "    __builtin_unreachable();", "",
            *(line for number in self.plan.blocks for line in self._block(number)),
            *(line for node in nodes for line in self._node(node)),
            *(() if self.whole else self._any_node()),
            "    over:", "    turns += chosen;", "    if (how <= AHEAD) return OVER;",
            "    if (how == PLAY) p->out->ended = TO_THE_END;", "    done:",
            "    if (how == PLAY) {", "        outcome *const out = p->out;",
            "        out->decisions = decisions; out->turns = p->max_turns + turns;",
            "        out->options = options; out->most_options = most;", "    }",
            "    return turns;", "}", ""]
        return "\n".join(lines)

    # -- invariants ------------------------------------------------------------------------------

    def _unsure(self, changed: Iterable[Field | int]) -> str:
        """What notes that invariants may not hold any more which look at some fields or memories;
        those that look at a memory may depend on any."""
        changed = frozenset(changed)
        found = 0
        for number, guard in enumerate(self.program.invariants):
            reads = guard.test.reads
            if changed and (reads & changed or any(isinstance(read, int) for read in reads)):
                found |= 1 << min(number, 63)
        return f" unsure |= {found:#x};" if found else ""

    def _held(self) -> str:
        """Check those; where lines are counted all, as the reference engine does."""
        if self.made.counters.profiled:
            return " held_invariants(S);"
        return " held_some(S, unsure); unsure = 0;" if self.program.invariants else ""

    # -- blocks ----------------------------------------------------------------------------------

    def _block(self, number: int) -> Iterator[str]:
        routine = self.plan.blocks[number]
        given = [f"chosen_{i}" for i in range(len(routine.params))]
        unsure = self._unsure(stored(routine.body))
        if number in self.large:
            values = "".join(f", {value}" for value in given)
            yield f"    B{number}:{unsure} entry = {routine.name}(S{values}); goto again;"
            return
        yield f"    B{number}: {{{unsure}"
        yield from self.made.inlined(routine, given)[0]
        yield "    }"

    # -- nodes -----------------------------------------------------------------------------------

    def _node(self, node: Node) -> Iterator[str]:
        at = node.id
        if self.whole:
            yield f"    N{at}:"
            yield "    if (how != PLAY) {"
            yield from self._reached(str(at), list(_taken(node)), f"X{at}")
            yield f"        goto X{at};"
            yield "    }"
            rows = self._rows(node)
            yield from self._listed(node) if rows is None else self._counted(node, rows)
        else:
            yield f"    N{at}: node = {at}; goto listed;"
        for number, option in enumerate(node.alternatives):
            values = [f"chosen_{i}" for i in range(len(option.frame))]
            stores = framed(self.made.layout, option, values)
            hits = self.made.counters.hits(of_choice(node, option))
            made = f"if (how != REACH) {{ {' '.join(hits)} }} " if hits else ""
            unsure = self._unsure(option.frame)
            yield (f"    E{at}_{number}:{unsure} {stores}{made}{self._chosen()}"
                   f"goto B{option.block};")
        if self.whole:
            yield f"    X{at}: {self._empty(node)}"

    def _reached(self, node: str, go: Sequence[str], empty: str) -> Iterator[str]:
        """What is done at a node where no game is played on; `go` are the lines that go on with the
        option that is `took`, `empty` is where play goes on where nothing is possible."""
        yield f"        if (how == REACH) return AT_NODE({node});"
        if self.program.duties:
            yield "        if (how == AHEAD) {"
            yield "            option took;"
            yield f"            const int going = goes_ahead(g, {node}, p, &took);"
            yield f"            if (going == ENDED) return AT_NODE({node});"
            yield f"            if (going == PASSED) goto {empty};"
            yield f"            {self._values('took.')}"
            yield from (f"    {line}" for line in go)
            yield "        }"
        yield f"        begin(L); possible(g, {node}, L); held_invariants(S);"
        yield "        if (L->count) return turns;"

    def _any_node(self) -> Iterator[str]:
        """The one place where the options of `node` are listed, and one of them is taken."""
        yield "    listed:"
        yield "    if (how != PLAY) {"
        go = "        entry = entry_of(node, &took); goto again;"
        yield from self._reached("node", [go], "passing")
        yield "    } else {"
        yield f"        list M; begin(&M); possible(g, node, &M);{self._held()}"
        yield "        if (M.count) {"
        yield "            LIMITED;"
        yield "            option took;"
        if any(node.chance for node in self.program.nodes):
            yield "            if (IS_CHANCE[node]) {"
            yield "                chances++; took = outcome_of(S, node, &M, p->chance);"
            yield "            } else"
        yield "            {"
        yield "                const int seat = player_of(S, node); CHOSEN(M.count, random_below);"
        yield "                took = option_at(&M, k);"
        yield "            }"
        yield f"            give_up(&M); chosen = 1; {self._values('took.')}"
        yield "            entry = entry_of(node, &took); goto again;"
        yield "        }"
        yield "        give_up(&M);"
        yield "    }"
        yield "    passing: __attribute__((unused));"
        yield "    if (RARE(EMPTY[node] < 0)) fail(NO_OPTION, node, 0, 0);"
        yield "    g->passed = node; entry = EMPTY[node]; goto again;"

    def _values(self, option: str) -> str:
        """The values of an option are those chosen."""
        return " ".join(f"chosen_{i} = {option}values[{i}];" for i in range(self.most))

    def _chosen(self) -> str:
        return "g->rounds = 0; g->passed = -1; " if self._may_fail() else ""

    def _may_fail(self) -> bool:
        """Whether it matters how often play went round since the last choice."""
        return bool(self.back) or any(node.empty is not None for node in self.program.nodes)

    def _empty(self, node: Node) -> str:
        if node.empty is None:
            return f"fail(NO_OPTION, {node.id}, 0, 0);"
        back = (ToNode(node.id), node.empty) in self.back
        round_ = " round_taken(g);" if back else ""
        return f"g->passed = {node.id};{round_} goto B{node.empty};"

    def _drawn(self, node: Node, count: str, always: int | None = None) -> list[str]:
        """The number of the option that is chosen, as `k`, where there are so many; which is
        perhaps always the same number."""
        below = "random_of" if always else "random_below"
        count = str(always) if always else count
        if node.chance:
            weight = weight_of_all(node)
            whole = f"(word){count}" if weight == 1 else f"(word){count} * {weight}"
            part = "" if weight == 1 else f" / {weight}"
            return ["chances++;", f"int64_t k = (int64_t)({below}(p->chance, {whole}){part});"]
        return [f"const int seat = {called(self.plan, self.asked.players[node.id])};",
                f"CHOSEN({count}, {below});"]

    def _listed(self, node: Node) -> Iterator[str]:
        """A node of which the options are listed, and one of them taken."""
        at = node.id
        yield "    {"
        yield f"        list M; begin(&M); possible(g, {at}, &M);{self._held()}"
        yield f"        if (RARE(!M.count)) {{ give_up(&M); goto X{at}; }}"
        yield "        LIMITED;"
        if node.chance and (is_doubtful(node) or not weight_of_all(node)):
            yield f"        chances++; const option took = outcome_of(S, {at}, &M, p->chance);"
        else:
            yield from (f"        {line}" for line in self._drawn(node, "M.count"))
            yield "        const option took = option_at(&M, k);"
        yield f"        give_up(&M); chosen = 1; {self._values('took.')}"
        yield from _taken(node)
        yield "    }"

    def _rows(self, node: Node) -> dict[Statement, int] | None:
        """The offers of a node whose options can be counted without a list: see `counted`."""
        if not (self.whole and self.made.passes.counted):
            return None
        if node.chance:
            if is_doubtful(node) or not weight_of_all(node):
                return None
        elif self.program.duties and (self._counting or self._binding() == "1"):
            return None
        if any(a.after or a.rest for a in node.alternatives):
            return None
        return counted(self.plan.options[node.id].body)

    @property
    def _counting(self) -> bool:
        """Whether it is counted what is done."""
        return self.made.counters.traced or self.made.counters.profiled

    def _binding(self) -> str:
        """Whether a duty binds."""
        if any(isinstance(duty.active, Const) and duty.active.value
               for duty in self.program.duties):
            return "1"
        return " || ".join(called(self.plan, asked) for asked in self.asked.active)

    def _counted(self, node: Node, rows: dict[Statement, int]) -> Iterator[str]:
        """A node of which the options are counted; where a duty binds, they are listed."""
        at = node.id
        body = self.plan.options[at].body
        lines, found = self.made.inlined(self.plan.options[at], (), rows)
        assert len(found) == len(rows)
        yield "    {"
        yield "        int n = 0;"
        for batch in found:
            yield from (f"        {line}" for line in batch.declared())
        yield from lines
        if self.program.duties and not node.chance:
            yield f"        if (n > 1 && ({self._binding()})) goto L{at};"
        yield f"       {self._held()}"
        yield f"        if (RARE(!n)) goto X{at};"
        yield "        LIMITED;"
        yield from (f"        {line}" for line in self._drawn(node, "n", always(body)))
        yield "        chosen = 1;"
        for batch in found:
            go = f"{batch.selected()}goto E{at}_{batch.alternative};"
            last = batch is found[-1]
            yield (f"        {{ {go} }}" if last else
                   f"        if (k < count_{batch.number}) {{ {go} }}")
            if not last:
                yield f"        k -= count_{batch.number};"
        if not found:
            yield "        __builtin_unreachable();"
        yield "    }"
        if self.program.duties and not node.chance:
            yield f"    L{at}:"
            yield from self._listed(node)


def _taken(node: Node) -> Iterator[str]:
    """Go on with the option of a node that is `took`."""
    yield "        switch (took.alternative) {"
    for number in range(len(node.alternatives)):
        yield f"        case {number}: goto E{node.id}_{number};"
    yield "        }"
    yield "        __builtin_unreachable();"


def stored(body: Body) -> Iterator[Field | int]:
    """The fields and memories that statements change."""
    for statement in statements(body):
        match statement:
            case Put(field=made):
                yield made
            case Renew(fields=made):
                yield from made
            case Remember(memory=memory) | Forget(memory=memory):
                yield memory
