"""Decisions that depend on what their player may not know, and secrets that all can see.

`check_information_flow` looks at a program for decisions that depend on an attribute only another
player sees, or nobody: in what can be chosen, in who decides, and in whether there is a decision at
all. It also looks for outcomes of rolls and choices that are kept in a secret attribute, and that
all can see because something public changes with them.

Model. A label is a secret attribute with the player who sees it, as an expression. An expression
has the labels of what it reads (`secret_reads`). What lives only while choices are in progress
(loop variables, what was chosen or rolled, whose turn it is) takes the labels of what is stored in
it and of the conditions under which it is stored, whether these stand around an effect or at a
branch of the flow (`flow_graph`). What was chosen or rolled has a label, too, once a secret is
stored that is made of it. A field loses its labels when it is given another value.

What is stored in a public attribute has been shown to all, and is no secret any more; who decides
has been shown when he has decided; what is stored in a player's secret has been shown to him. Where
a secret is stored under a branch, no more of what the branch tests is a secret than which arm it
took, and that is known where this arm alone leads. Rolls and the end of the game may depend on
anything.

What was chosen or rolled is kept where a secret attribute becomes it, or the element that it
selects becomes something else than empty. A public attribute gives it away if its value or the
element that changes is made of it, whenever it is kept: a store under a further condition shows it
in some cases on purpose. So does one that makes a public attribute the outcome itself before it is
kept: what is shown first is meant to be seen.

The secret of a player is known to the one who decides only where both are the same expression. So
this warns, and a warning can be wrong: a condition may come out the same whatever the secret is.
What effects bring about is not followed into `only if afterwards` and duties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulewright.interpreter import ir
from rulewright.interpreter.diagnostics import Diagnostic
from rulewright.interpreter.ir.flow_graph import FlowGraph
from rulewright.interpreter.ir.rest_flow import told_early
from rulewright.interpreter.ir.secret_reads import (
    PASSING,
    Carrier,
    Label,
    Labels,
    Reading,
    copied,
    owner_of,
    reading,
    seen_at,
)
from rulewright.interpreter.ir.taint import NO_CARRIERS, NO_LABELS, NO_USES, Taint, Use
from rulewright.interpreter.records import record
from rulewright.interpreter.source import Span


def check_information_flow(program: ir.Program) -> list[Diagnostic]:
    """A warning for each place where a decision depends on what is hidden from the one who decides,
    and for each that shows all what is kept secret."""
    if not any(made.hidden for made in program.fields):
        return []
    return list(dict.fromkeys(_Analysis(program).found()))


@record
class _Around:
    """The conditions that effects stand under: their labels, the choices they are about, each with
    the block of its branch if it is one, and the tests themselves."""

    labels: Labels
    choices: frozenset[tuple[Carrier, int | None]]
    tests: frozenset[tuple[object, bool]] = frozenset()


class _Analysis:
    """The search in one program: `before` and `after` hold the taint at both ends of each block
    that can be reached, `at` that at each node."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.graph = FlowGraph(program)
        self.kept = frozenset(
            made for node in program.nodes for a in node.alternatives for made in a.frame
        )
        self.sources: dict[ir.Local, frozenset[Carrier]] = {}  # what a `Let` is made of
        # The values of `Let`s, and within a block of what it keeps, as long as they read the same.
        self.named: dict[Carrier, ir.E] = {}
        self.params: frozenset[ir.Local] = frozenset()
        self.binds = False  # whether the present block binds locals
        self._readings: dict[ir.E, Reading] = {}
        self._inlined: dict[ir.E, ir.E] = {}  # with the bodies of functions in place of calls
        # What was chosen or rolled that branches test; it is always the same where no local is.
        self._fixed: dict[int, list[tuple[Carrier, int | None]]] = {}
        self._unseen: dict[tuple[int, ir.E, ir.E], list[ir.Field]] = {}
        self.before: dict[int, Taint] = {program.start: Taint()}
        self.after: dict[int, Taint] = {}
        self.tested: dict[int, Labels] = {}  # of what each branch tests, as far as they are known
        self.at: dict[int, Taint] = {}
        self.place = {number: at for at, number in enumerate(self.graph.order)}
        self.news: set[int] = set()  # the places of blocks to which something new came
        self.exposed: dict[Diagnostic, None] = {}  # stores that show a secret to all
        self._settle()

    # -- expressions -----------------------------------------------------------------------------

    def _reading(self, e: ir.E) -> Reading:
        known = self._readings.get(e)
        if known is None:
            known = self._readings[e] = self._read(e)
        return known

    def _read(self, e: ir.E) -> Reading:
        found = reading(e, self._inlined)
        if found.memories:
            fields = {made for at in found.memories for made in self.program.memories[at].fields}
            return Reading(
                found.secrets | {Label(made, None) for made in fields if made.hidden},
                found.carriers | {made for made in fields if made.group in PASSING})
        return found

    def _labels(self, taint: Taint, *parts: ir.E) -> Labels:
        """The secrets that expressions depend on."""
        found = NO_LABELS
        labels = taint.labels
        for part in parts:
            reading = self._reading(part)
            if reading.secrets:
                found |= reading.secrets
            for carrier in reading.carriers:
                held = labels.get(carrier)
                if held:
                    found |= held
        return found

    def _choices(self, *parts: ir.E) -> frozenset[Carrier]:
        """What was chosen or rolled, of what expressions are made of."""
        found: set[Carrier] = set()
        for part in parts:
            for carrier in self._reading(part).carriers:
                if carrier in self.kept or carrier in self.params:
                    found.add(carrier)
                elif isinstance(carrier, ir.Local):
                    found |= self.sources.get(carrier, NO_CARRIERS)
        return frozenset(found)

    # -- the flow --------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Carry labels along the flow until nothing is new: of the blocks to which something new
        came, the one that comes first in the flow is looked at."""
        settled: dict[int, list[int]] = {}  # for each branch, the blocks that it settles
        for number, branches in self.graph.conditions.items():
            for branch in branches:
                settled.setdefault(branch, []).append(number)
        self.news.add(self.place[self.program.start])
        while self.news:
            first = min(self.news)
            self.news.remove(first)
            number = self.graph.order[first]
            before = self.tested.get(number)
            self._block(number)
            if self.tested.get(number) != before:
                self.news.update(self.place[to] for to in settled.get(number, ())
                                 if to in self.before)

    def _block(self, number: int) -> None:
        block, taint = self.program.blocks[number], self.before[number].copy()
        self.params = frozenset(block.params)
        self.named.clear()  # locals live in one block
        self.binds = bool(block.params)
        if block.effects:
            tests = frozenset([(at, True) for at in self.graph.conditions.get(number, ())])
            around = _Around(self._branched(number), self._branched_choices(number), tests)
            self._effects(block.effects, taint, around)
        if self.binds:
            taint.forget_locals(self._test_locals(block))
        if isinstance(block.exit, ir.Branch):
            taint.taken(number)
            self.tested[number] = self._labels(taint, block.exit.test)
        self.after[number] = taint
        if self.binds:
            taint = taint.copy()
            taint.forget_locals()
        if isinstance(block.exit, ir.ToNode):
            self._node(block.exit.node, taint)
        for to in ir.successors(block):
            self._flows_to(to, taint)

    @staticmethod
    def _test_locals(block: ir.Block) -> frozenset[ir.Local]:
        return block.exit.test.free if isinstance(block.exit, ir.Branch) else frozenset()

    def _flows_to(self, number: int, taint: Taint) -> None:
        if number not in self.before:
            self.before[number] = taint.copy()
        elif not self.before[number].join(taint):
            return
        self.news.add(self.place[number])

    def _node(self, number: int, taint: Taint) -> None:
        if number in self.at:
            self.at[number].join(taint)
        else:
            self.at[number] = taint.copy()
        node, passed = self.program.nodes[number], self.at[number].copy()
        if node.empty is not None:
            self._flows_to(node.empty, passed)
        if not node.chance:
            for carrier in self._reading(node.player).carriers:
                passed.labels.pop(carrier, None)
        for alternative in node.alternatives:
            chosen = passed.copy()
            for made in alternative.frame:
                chosen.set(made, NO_LABELS)
            if not node.chance:
                params = self.program.blocks[alternative.block].params
                chosen.chooser |= dict.fromkeys((*alternative.frame, *params), node.player)
            self._flows_to(alternative.block, chosen)

    def _branched(self, number: int) -> Labels:
        """The labels of the branches that settle whether a block is come to."""
        found = NO_LABELS
        for at in self.graph.conditions.get(number, ()):
            found |= self.tested.get(at, NO_LABELS)
        return found

    def _branched_choices(self, number: int) -> frozenset[tuple[Carrier, int | None]]:
        """What was chosen or rolled that these branches test."""
        found: set[tuple[Carrier, int | None]] = set()
        for at, test in self.graph.tests_of(number):
            if at not in self._fixed or test.free:
                self._fixed[at] = [(made, at) for made in self._choices(test)]
            found.update(self._fixed[at])
        return frozenset(found)

    # -- effects ---------------------------------------------------------------------------------

    def _effects(self, body: Iterable[ir.Effect], taint: Taint, around: _Around) -> None:
        """Carry labels through effects."""
        for effect in body:
            match effect:
                case ir.Store():
                    self._store(effect, taint, around)
                case ir.Let(var=var, value=value):
                    self.binds = True
                    self.sources[var] = self._choices(value)
                    self.named[var] = value
                    taint.set(var, self._labels(taint, value) | around.labels)
                case ir.IfDo(test=test, body=then, otherwise=otherwise):
                    other = taint.copy()
                    self._effects(then, taint, self._inside(around, taint, test, (effect, True)))
                    self._name_locals_only()
                    self._effects(
                        otherwise, other, self._inside(around, other, test, (effect, False))
                    )
                    self._name_locals_only()
                    taint.join(other)
                case ir.EachDo(var=var, set=over, body=inside):
                    self.binds = True
                    inner = self._inside(around, taint, over)
                    for _ in range(2):  # what the first round leaves, the second may read
                        after = taint.copy()
                        after.set(var, inner.labels)
                        self._name_locals_only()
                        self._effects(inside, after, inner)
                        taint.join(after)
                    self._name_locals_only()
                case ir.Reset(field=made) if made.group in PASSING:
                    taint.set(made, around.labels)
                    self._unname(made)

    def _inside(
        self, around: _Around, taint: Taint, e: ir.E, *tests: tuple[object, bool]
    ) -> _Around:
        """What effects inside a condition, or a set that is gone through, stand under."""
        choices = around.choices | {(made, None) for made in self._choices(e)}
        return _Around(around.labels | self._labels(taint, e), choices,
                       around.tests.union(tests))

    def _store(self, effect: ir.Store, taint: Taint, around: _Around) -> None:
        made = effect.field
        if made.seers:
            seen_by, owner = seen_at(made, effect.value, self.named)
            if seen_by is ir.SeenBy.ALL:
                self._show(effect, taint, around, effect.index)
            else:
                self._keep(effect, taint, around, seen_by, owner, 0)
        elif made.places is not None:
            self._show(effect, taint, around, effect.index[1:], copied(effect.index[0]))
        elif made.hidden:
            owner = owner_of(made, effect.index)
            self._keep(effect, taint, around, made.seen_by, owner, int(owner is not None))
        elif made.group in PASSING:
            labels = self._labels(taint, effect.value, *effect.index) | around.labels
            taint.set(made, labels)
        else:
            self._show(effect, taint, around, effect.index)
        self._unname(made)
        if made.group in PASSING and not effect.index and made not in effect.value.reads:
            self.named[made] = effect.value

    def _unname(self, made: ir.Field) -> None:
        for var in [var for var, e in self.named.items() if var is made or made in e.reads]:
            del self.named[var]

    def _name_locals_only(self) -> None:
        """What was kept may be something else here."""
        for var in [var for var in self.named if not isinstance(var, ir.Local)]:
            del self.named[var]

    def _keep(
        self, effect: ir.Store, taint: Taint, around: _Around, seen_by: ir.SeenBy,
        owner: ir.E | None, public: int,
    ) -> None:
        """A store in a secret attribute, or of a piece in a zone that not all see; so much of the
        index is seen by all. What is kept by one who sees it is known to him, even if it is also
        kept where nobody sees it."""
        made = effect.field
        parts = (effect.value, *effect.index[public:])
        tested = {(carrier, at) for carrier, at in around.choices if carrier not in taint.shown}
        stored = {(carrier, None) for carrier in self._choices(*parts) - taint.shown}
        for carrier, branch in (*tested, *stored):
            held = taint.labels.get(carrier, NO_LABELS)
            if seen_by is ir.SeenBy.NOBODY:
                by = taint.chooser.get(carrier)
                known = any(label.secret.seen_by is ir.SeenBy.OWNER for label in held)
                new = () if known else (Label(made, by, branch),)
            else:
                if branch is None:
                    held = frozenset(x for x in held if x.secret.seen_by is ir.SeenBy.OWNER)
                new = (Label(made, owner, branch),)
            taint.labels[carrier] = held.union(new)
        if isinstance(effect.value, ir.Const) and effect.value.value == made.type.least:
            return  # it is emptied: nothing is kept
        use = Use(made, effect.span, around.tests)
        itself = [part for part in parts if copied(part) is not None]
        for carrier in self._choices(*itself) - taint.meant:
            taint.kept[carrier] = taint.kept.get(carrier, NO_USES) | {use}
            for trace in taint.traces.get(carrier, ()):
                self._expose(trace, use)

    def _show(
        self, effect: ir.Store, taint: Taint, around: _Around, index: tuple[ir.E, ...],
        itself: Carrier | None = None,
    ) -> None:
        """A store that all see, with the index of what has changed. (What a piece has is seen by
        those who see the piece: so it does not tell which piece it is, and what is made of that
        piece itself tells nothing of it.)"""
        use = Use(effect.field, effect.span, around.tests)
        for carrier in self._choices(effect.value, *index) - taint.meant - {itself}:
            for secret in taint.kept.get(carrier, ()):
                self._expose(use, secret)
            taint.traces[carrier] = taint.traces.get(carrier, NO_USES) | {use}
        shown = frozenset(map(copied, (effect.value, *index)))
        for made in shown:
            if made is not None and (made in self.kept or made in self.params):
                taint.labels.pop(made, None)
                taint.shown |= {made}
                if made is copied(effect.value) or effect.field.seers:
                    taint.meant |= {made}

    def _expose(self, public: Use, secret: Use) -> None:
        """Report that what is kept secret is shown, unless that is so in some cases only."""
        if public.tests <= secret.tests:
            self.exposed[_exposed(public, secret.field)] = None

    # -- what depends on secrets -----------------------------------------------------------------

    def found(self) -> Iterator[Diagnostic]:
        """The warnings, in the order of the program."""
        for number, taint in sorted(self.at.items()):
            node = self.program.nodes[number]
            if not node.chance:
                yield from self._decision(node, taint)
        yield from self._flow()
        yield from self.exposed

    def _unknown(self, taint: Taint, node: ir.Node, e: ir.E) -> list[ir.Field]:
        """The fields of which an expression reads an element that who decides does not see."""
        return self._fields(
            label for label in self._labels(taint, e)
            if label.owner is not node.player and label.branch not in self.graph.settling(node)
        )

    @staticmethod
    def _fields(labels: Iterable[Label]) -> list[ir.Field]:
        return sorted({label.secret for label in labels}, key=lambda made: made.id)

    def _unknown_in(self, node: ir.Node) -> Callable[[int, ir.E], list[ir.Field]]:
        """What the one who decides at a node does not see of an expression in a block."""
        def unknown(number: int, e: ir.E) -> list[ir.Field]:
            key = number, node.player, e
            if key not in self._unseen:
                taint = self.before.get(number, Taint())
                self._unseen[key] = self._unknown(taint, node, e)
            return self._unseen[key]

        return unknown

    def _decision(self, node: ir.Node, taint: Taint) -> Iterator[Diagnostic]:
        for secret in self._fields(self._labels(taint, node.player)):
            yield _warning("who decides this", secret, node.span)
        for guard in ir.guards_of(node):
            for secret in self._unknown(taint, node, guard.test):
                yield _warning("what can be chosen", secret, guard.span)
        for alternative in node.alternatives:
            if alternative.rest is not None:
                for secret in told_early(self.program, node, alternative, self._unknown_in(node)):
                    yield _warning("what can be chosen", secret, alternative.rest.span)
            for said in alternative.said:
                for secret in self._unknown(taint, node, said.value):
                    yield _warning("the text of what can be chosen", secret, alternative.span)
        mover = ir.load(self.program.player)
        for duty in self.program.duties:
            for e in ir.expressions(duty):
                seen = {label for label in self._labels(taint, e) if label.owner is mover}
                for secret in self._fields(self._labels(taint, e) - seen):
                    yield _warning("what can be chosen", secret, duty.span)

    def _flow(self) -> Iterator[Diagnostic]:
        """The decisions that one arm of a branch comes to next and the other, without coming to
        the branch again, does not come to at all."""
        for number, taint in sorted(self.after.items()):
            exit = self.program.blocks[number].exit
            if not isinstance(exit, ir.Branch) or not self._labels(taint, exit.test):
                continue
            for arm, ever, _ in self.graph.arms(number, exit):
                first, _ = self.graph.reached(arm, number, stop=True)
                for at in ir.members(first & ~ever):
                    node = self.program.nodes[at]
                    for secret in self._unknown(taint, node, exit.test):
                        yield _warning("whether this is decided", secret, node.span)


def _warning(what: str, secret: ir.Field, span: Span) -> Diagnostic:
    whose = f"the {secret.name} of another player, who alone sees it"
    if secret.seers:
        whose = f"which {secret.owner} is in a zone that others do not see into"
    elif secret.seen_by is ir.SeenBy.NOBODY:
        whose = f"`{secret.name}`, which nobody sees"
    return Diagnostic(
        "secret",
        f"{what} depends on {whose}",
        span,
        "let it depend on what the one who decides can see, or show it to all first",
        "warning",
    )


def _exposed(public: Use, secret: ir.Field) -> Diagnostic:
    kept = f"a zone of {secret.owner}s" if secret.seers else f"`{secret.name}`"
    return Diagnostic(
        "secret",
        f"all see `{public.field.name}`, and can tell from it what is kept secret in {kept}",
        public.span,
        f"let `{public.field.name}` be `seen by nobody`; or show all what they may know before it "
        "is kept",
        "warning",
    )
