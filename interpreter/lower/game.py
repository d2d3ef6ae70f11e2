"""From declarations, options and a number of players to a model and a program.

The frame of every game is fixed here: set-up, then turns for ever, in seat order from the player
who begins, until a rule ends the game; what lasts `this turn` is reset between turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulewright.interpreter.diagnostics import RulesError, UsageError, did_you_mean, error
from rulewright.interpreter.ir import (
    TRUE,
    Const,
    DutyGoal,
    E,
    Field,
    Finish,
    Group,
    Guard,
    Local,
    MemorySpec,
    Program,
    Reset,
    SeenBy,
    Store,
    TurnEnd,
    VType,
    effects,
    fresh,
    load,
)
from rulewright.interpreter.ir.facts import Facts
from rulewright.interpreter.ir.work_bound import WorkBound, work_of
from rulewright.interpreter.lower import (
    built_ins,
    changes,
    decisions,
    laying,
    loops,
    orders,
    pieces,
    statements,
    steps,
)
from rulewright.interpreter.lower.blocks import BlockBuilder, EndCheck
from rulewright.interpreter.lower.cases import cases
from rulewright.interpreter.lower.complements import adjective
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.definitions import bind_param, lines, value_of_thing
from rulewright.interpreter.lower.ends import check_unused, end_effect
from rulewright.interpreter.lower.expressions import new_context
from rulewright.interpreter.lower.known import Shared, Uses
from rulewright.interpreter.lower.none_here import require_always_there
from rulewright.interpreter.lower.players import next_seat
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.symbols import declare
from rulewright.interpreter.lower.texts import check_texts
from rulewright.interpreter.lower.typed import Typed, number
from rulewright.interpreter.lower.walks import declare_walks, results
from rulewright.interpreter.model.declarations import B, Declarations
from rulewright.interpreter.model.model import Model
from rulewright.interpreter.model.options import key_of
from rulewright.interpreter.model.presentation import Presentation
from rulewright.interpreter.model.types import NUMBER
from rulewright.interpreter.model.understood import Understood
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast

MAX_MEMORY = 1_000_000
MAX_PAYOFF = 1_000_000
PROSPECT = "prospect"  # the value by which a program judges an unfinished game
#: The modules that lower statements: importing them registers what they lower.
STATEMENTS = (changes, decisions, laying, loops, orders, pieces, statements, steps)


@record
class Instance:
    """A game for given options and players: what it consists of, and how it runs."""

    model: Model
    program: Program


def instantiate(
    declarations: Declarations, name: str, players: int, chosen: dict[str, str],
    shared: Shared | None = None, understood: Understood | None = None,
    unused: Sequence[ast.Flow] = (),
) -> Instance:
    """The game for given options; what its words are taken for is noted in `understood`. Raises
    `RulesError` with all problems that were found.

    Games of one ruleset for different options are made faster when they share what they have in
    common; of what is shared, the words are not read again, so nothing is noted. Steps that are
    `unused` are lowered as well, to be checked: such a program is not played.
    """
    chosen = {key_of(key): value for key, value in chosen.items()}
    context = new_context(declarations, players)
    context.understood = understood
    _check_options(declarations, chosen)
    if shared is not None:
        context.numbers, context.conditions = shared.numbers, shared.conditions
        context.layout.made, context.decided = shared.fields, shared.whens
    declare(context, chosen)
    declare_walks(context)
    context.raise_problems()
    looks = [line for _, look in context.active(ast.Look) for line in look.lines]
    presentation = Presentation(context.symbols, looks)
    build = BlockBuilder(context, presentation)
    _each(context, ast.Memory, _memory)
    context.uses = Uses()  # what was asked before play is settled
    if shared is not None:
        context.known = shared.known(context.symbols)
    _each(context, ast.End, lambda context, end: _at_once(build, end))
    context.problems += context.recalled(("built in",), declarations.entries[0][1],
                                         lambda: built_ins.check(context))
    context.problems += presentation.problems(declarations)
    written = check_texts(context)
    shown = tuple(_shown(context, presentation))
    turn = _frame(build)
    for _, flow in context.active(ast.Flow):
        if flow in unused:
            steps.check_unused(build, flow)
    prospects: list[E] = []
    with context.collecting():
        prospects += _prospects(context)
    _check_definitions(context)
    program = _program(build, name, turn, prospects)
    model = Model(declarations, _holding(context), context.symbols, presentation,
                  tuple(program.fields), written, shown)
    return Instance(model, program)


def _shown(context: Context, presentation: Presentation) -> Iterator[tuple[Local, E]]:
    """Whether a thing is each of what is shown and defined."""
    for made in presentation.defined:
        define = next(d for d in context.symbols.definitions["adjective", made.name]
                      if d.params[0][1].noun == made.noun)
        kind = context.symbols.type_of(made.noun, define.span)
        thing = fresh(made.noun, kind)
        with context.collecting(), context.knowing(Facts()):
            test = adjective(context, Typed(thing, kind), made.name, define, Scope(), ()).test
            secret = [read for read in test.reads
                      if isinstance(read, Field) and read.seen_by is not SeenBy.ALL]
            if secret:
                raise error("secret", f"whether a {made.noun} is {made.name} depends on "
                            f"`{secret[0].name}`, which not everybody sees", define.span,
                            "show what all may know")
            yield thing, test


def _each(context: Context, kind: type[B], work: Callable[[Context, B], None]) -> None:
    """Work on every declaration of a kind; what is wrong with one does not stop the next."""
    for _, block in context.active(kind):
        with context.collecting():
            work(context, block)


def _check_options(declarations: Declarations, chosen: dict[str, str]) -> None:
    known = [key_of(option.name) for _, option in declarations.all(ast.Option)]
    for key in chosen:
        if key not in known:
            hint = did_you_mean(key, known) or (
                f"its options are: {', '.join(known)}" if known else "it has none")
            if key == "players":
                hint = f"the number of players is set by `--players`; {hint}"
            raise UsageError(f"{declarations.title} has no option {key}", hint)


def _holding(context: Context) -> frozenset[Span]:
    """The places of all `when` conditions that hold, those in steps that nobody does as well."""
    holding = set()
    for test in context.declarations.conditions:
        try:
            if context.static(test):
                holding.add(test.span)
        except RulesError:
            continue  # it stands where nothing is lowered
    return frozenset(holding)


# ---- before play ---------------------------------------------------------------------------------


def _memory(context: Context, memory: ast.Memory) -> None:
    if not 1 <= memory.capacity <= MAX_MEMORY:
        raise error("memory", f"a memory holds 1 to {MAX_MEMORY} positions", memory.span)
    fields = tuple(_remembered(context, item) for item in memory.items)
    count = context.layout.add(Group.MEMORY, memory.name, "count", (),
                               VType("int", 0, memory.capacity), [0])
    context.symbols.memories.append(
        MemorySpec(memory.name, count, memory.capacity, fields, memory.rolling)
    )


def _remembered(context: Context, item: ast.MemoryItem) -> Field:
    """The field that an item of a memory means."""
    symbols = context.symbols
    if item.attribute is None:
        if item.noun == "player" and symbols.to_move is not None:
            return symbols.to_move
        if item.noun in symbols.pieces:
            return symbols.occupants[symbols.pieces[item.noun].board]
    fields = [field for (owner, name), field in symbols.owned()
              if name == item.attribute and item.noun in (None, owner)]
    if len(fields) != 1:
        raise error("memory", f"`{item.span.text}` is not one attribute or piece", item.span)
    return fields[0]


def _at_once(build: BlockBuilder, end: ast.End) -> None:
    if end.at_once:
        test = build.context.condition(end.condition, Scope())
        build.ends.checks.append(EndCheck(test, end))


def _check_definitions(context: Context) -> None:
    """Lower every definition that is not used, so that it is checked as well; but for those about
    numbers, of which it is not known which ones are possible."""
    used = {key[0] for key in context.uses.functions}
    for defines in context.symbols.definitions.values():
        for define in defines:
            with context.collecting():
                if id(define) not in used and NUMBER not in (b.noun for _, b in define.params):
                    _check_definition(context, define)
                    used |= {key[0] for key in context.uses.functions}


def _check_definition(context: Context, define: ast.Define) -> None:
    context.recalled(("checked", id(define)), define, lambda: _lower_unused(context, define))


def _lower_unused(context: Context, define: ast.Define) -> None:
    kinds = tuple(context.symbols.type_of(b.noun, b.span) for _, b in define.params)
    scope = Scope()
    for at, ((_, binder), kind) in enumerate(zip(define.params, kinds, strict=True)):
        arg = Typed(context.param(define, at, kind), kind)
        scope = bind_param(scope, binder, arg)
    context.uses.inside[:] = [define]
    try:
        if define.kind == "value":
            cases(context, define, scope, None)
            return
        if define.kind == "walk":
            results(context, define, scope)
            return
        for line in define.lines:
            with context.collecting():
                lines(context, (line,), scope)
    finally:
        context.uses.inside.clear()


# ---- the frame of a game -------------------------------------------------------------------------


def _frame(build: BlockBuilder) -> int:
    """Set-up, a turn, its end and the next; the block where a turn begins."""
    flows = {flow.kind: flow for _, flow in reversed(list(build.context.active(ast.Flow)))}
    setup, turn = flows.get("setup"), flows.get("turn")
    if setup is not None:
        _flow(build, setup)
    start = build.new_block()
    build.go(start)
    build.enter(start)
    if turn is None:
        raise error("missing", "there is no `turn` with these options",
                    build.context.declarations.entries[0][1].span)
    build.turn_end = build.new_block()
    _flow(build, turn)
    build.go(build.turn_end)
    build.enter(build.turn_end)
    _end_of_turn(build, turn, start)
    return start


def _flow(build: BlockBuilder, flow: ast.Flow) -> None:
    build.statements(flow.body, Scope())
    build.close_down_to(0, flow.span)


def _end_of_turn(build: BlockBuilder, turn: ast.Flow, start: int) -> None:
    """What ends the game after a turn; then what lasts a turn is reset, and the next player is to
    move."""
    context = build.context
    for _, end in context.active(ast.End):
        if not end.at_once:
            with context.collecting():
                test = context.condition(end.condition, Scope())
                build.emit(end_effect(build, end, test))
    check_unused(build)
    after = build.new_block()
    build.leave(TurnEnd(after))
    build.enter(after)
    for field in context.layout.fields:
        if field.this_turn:
            build.emit(Reset(turn.span, (), field))
    to_move = context.symbols.to_move
    assert to_move is not None
    following = next_seat(context.symbols, load(to_move))
    build.emit(Store(turn.span, turn.refs, to_move, (), following))
    build.go(start)


# ---- the program ---------------------------------------------------------------------------------


def _program(build: BlockBuilder, name: str, turn: int, prospects: list[E]) -> Program:
    """The program of what has been lowered, with the fields that every game has."""
    context, layout, players = build.context, build.context.layout, build.context.symbols.players
    ranks = layout.add(Group.RESULT, "player", "rank", (players,),
                       VType("int", 0, players.size), [0] * players.size)
    duties: list[DutyGoal] = []
    invariants: list[Guard] = []
    _each(context, ast.Duty, lambda context, duty: _duty(context, duty, duties))
    with context.asserted():
        _each(context, ast.Always, lambda context, always: invariants.append(
            _invariant(context, always)
        ))
    context.raise_problems()
    finishes = list(_finishes(build))
    rules = list(dict.fromkeys(finish.refs[0] for finish in finishes if finish.refs))
    rule = layout.add(Group.RESULT, "game", "rule", (), VType("int", 0, max(1, len(rules))), [0])
    at = layout.add(Group.FLOW, "game", "at", (), VType("int", 0, len(build.nodes)), [0])
    pays = None
    if any(finish.kind == "pay" for finish in finishes):
        pays = layout.add(Group.RESULT, "player", "payoff", (players,),
                          VType("int", -MAX_PAYOFF, MAX_PAYOFF), [0] * players.size)
    to_move = context.symbols.to_move
    assert to_move is not None
    nouns = {board.noun: board.refs for _, board in context.active(ast.Board)}
    nouns |= {kind.noun: kind.refs for _, kind in context.active(ast.Kind)}
    program = Program(
        name, players.labels, layout.fields, build.blocks, build.nodes, duties,
        context.symbols.memories, invariants, 0, turn, to_move, ranks, pays, rule, at, rules,
        [made.function for made in context.uses.functions.values()],
        tuple(prospects), nouns,
    )
    work = WorkBound()
    for prospect in prospects:
        work.check(_prospect(context)[0].span, (), prospect)
    wrong = work.found + work_of(program).found
    if wrong:
        raise RulesError(dict.fromkeys(wrong))
    return program


def _invariant(context: Context, always: ast.Always) -> Guard:
    require_always_there(context, always.condition)
    context.of_all = True
    try:
        return context.guard(always.condition, Scope(), always.refs)
    finally:
        context.of_all = False


def _finishes(build: BlockBuilder) -> Iterator[Finish]:
    """Every end of the game, in the order of the blocks."""
    for block in build.blocks:
        yield from (effect for effect in effects(block.effects) if isinstance(effect, Finish))


def _duty(context: Context, duty: ast.Duty, goals: list[DutyGoal]) -> None:
    for line in duty.lines:
        with context.collecting():
            goals.append(_goal(context, duty, line))


def _goal(context: Context, duty: ast.Duty, line: ast.DutyLine) -> DutyGoal:
    active = TRUE if duty.whenever is None else context.condition(duty.whenever, Scope())
    if line.much:
        typed = context.value(line.goal, Scope())
        goal, ceiling = number(typed, line.goal.span), typed.type.high
    else:
        goal, ceiling = context.condition(line.goal, Scope()), 1
    most = None
    if line.most is not None:
        most = number(context.value(line.most, Scope()), line.most.span)
    refs = tuple(dict.fromkeys((*line.refs, *duty.refs)))
    return DutyGoal(active, goal, ceiling, most, line.span, refs, line.goal.span.text)


def _prospects(context: Context) -> Iterator[E]:
    """How well each player stands, if the ruleset declares `the prospect of a player`."""
    for define in _prospect(context):
        for p in range(context.symbols.players.size):
            player = Typed(Const(p), context.symbols.player)
            yield number(value_of_thing(context, PROSPECT, player, define), define.span)


def _prospect(context: Context) -> list[ast.Define]:
    """The definition of `the prospect of a player`, if there is one."""
    defines = context.symbols.definitions.get(("value", PROSPECT), [])
    return [d for d in defines if [b.noun for _, b in d.params] == ["player"]][:1]
