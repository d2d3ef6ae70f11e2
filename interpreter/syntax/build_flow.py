"""The part of the tree builder that makes flow: statements, actions, turns (see `build`)."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from rulewright.interpreter.source import Span
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.build import CARRIERS, Builder, Kids


class FlowBuilder(Builder):
    """A `Builder` that also knows the rules of flow."""

    # -- flow ------------------------------------------------------------------------------

    def setup(self, span: Span, kids: Kids, tree: Any) -> ast.Flow:
        return ast.Flow(span, kids[0], "setup", "", kids[1])

    def turn(self, span: Span, kids: Kids, tree: Any) -> ast.Flow:
        return ast.Flow(span, kids[0], "turn", "", kids[1])

    def step(self, span: Span, kids: Kids, tree: Any) -> ast.Flow:
        return ast.Flow(span, kids[1], "step", kids[0], kids[2])

    def end_at_once(self, span: Span, kids: Kids, tree: Any) -> ast.End:
        return ast.End(span, kids[1], True, kids[0], kids[2])

    def end_after_turn(self, span: Span, kids: Kids, tree: Any) -> ast.End:
        return ast.End(span, kids[1], False, kids[0], kids[2])

    def end_at_once_short(self, span: Span, kids: Kids, tree: Any) -> ast.End:
        return ast.End(span, kids[1].refs, True, kids[0], (kids[1],))

    def end_after_turn_short(self, span: Span, kids: Kids, tree: Any) -> ast.End:
        return ast.End(span, kids[1].refs, False, kids[0], (kids[1],))

    def duty(self, span: Span, kids: Kids, tree: Any) -> ast.Duty:
        return ast.Duty(span, kids[1], kids[0], tuple(kids[2:]))

    def duty_possible(self, span: Span, kids: Kids, tree: Any) -> ast.DutyLine:
        return ast.DutyLine(span, kids[0], False, None, kids[1])

    def duty_much(self, span: Span, kids: Kids, tree: Any) -> ast.DutyLine:
        goal, most, refs = kids
        return ast.DutyLine(span, goal, True, most, refs)

    def memory(self, span: Span, kids: Kids, tree: Any) -> ast.Memory:
        name, *items, capacity, refs = kids
        return ast.Memory(span, refs, name, tuple(items), int(capacity))

    def memitem(self, span: Span, kids: Kids, tree: Tree[Token]) -> ast.MemoryItem:
        noun = next((str(t) for t in tree.children if getattr(t, "type", "") == "NOUN"), None)
        name = next(
            (str(t) for t in tree.children if getattr(t, "type", "") in ("ATTR", "ADJ")), None
        )
        return ast.MemoryItem(span, noun, name)

    def look(self, span: Span, kids: Kids, tree: Any) -> ast.Look:
        return ast.Look(span, kids[0], tuple(kids[1:]))

    def look_cell(self, span: Span, kids: Kids, tree: Any) -> ast.LookLine:
        noun, *items, _ = kids
        return ast.LookLine(span, "cell", noun, (), None, None, None, tuple(items))

    def lookitem(self, span: Span, kids: Kids, tree: Any) -> str:
        return str(kids[0])

    def look_value(self, span: Span, kids: Kids, tree: Any) -> ast.LookLine:
        value, glyph, colour, _ = kids
        return ast.LookLine(span, "value", None, (value,), None, glyph, colour)

    def look_piece(self, span: Span, kids: Kids, tree: Tree[Token]) -> ast.LookLine:
        types = [c.type for c in tree.children if isinstance(c, Token) and c.type in CARRIERS]
        values = tuple(kids[: types.index("NOUN")])
        noun, owner, glyph, colour, _ = kids[len(values) :]
        return ast.LookLine(span, "piece", noun, values, owner, glyph, colour)

    def look_none(self, span: Span, kids: Kids, tree: Any) -> ast.LookLine:
        noun, glyph, colour, _ = kids
        return ast.LookLine(span, "none", noun, (), None, glyph, colour)

    def look_quality(self, span: Span, kids: Kids, tree: Any) -> ast.LookLine:
        name, glyph, colour, _ = kids
        return ast.LookLine(span, "quality", None, (name,), None, glyph, colour)

    # -- statements ------------------------------------------------------------------------

    def st_when(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.When(span, (), *kids)

    def st_when_short(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.When(span, (), kids[0], (kids[1],))

    def st_if_short(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.If(span, kids[1].refs, kids[0], (kids[1],), ())

    def st_each_short(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.ForEach(span, kids[1].refs, kids[0], (kids[1],))

    def st_if(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        test, refs, body, otherwise = kids
        return ast.If(test.span, refs, test, body, otherwise or ())

    def st_each(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        things, refs, body = kids
        return ast.ForEach(things.span, refs, things, body)

    def st_becomes(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        target, value, refs = kids
        return ast.Becomes(span, refs, target, value)

    def st_flag(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        target, name, refs = kids
        return ast.Flag(span, refs, target, name, not self.has(tree, "NOT"))

    def st_relate(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        target, name, other, refs = kids
        return ast.Relate(span, refs, target, name, other, not self.has(tree, "NOT"))

    def st_change(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        target, amount, refs = kids
        return ast.Change(span, refs, target, self.has(tree, "UP"), amount)

    def st_do(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        *steps, refs = kids
        return ast.Do(span, refs, tuple(steps))

    def st_order(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Order(span, kids[0], self.has(tree, "MIX"), kids[1])

    def st_order_short(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Order(span, kids[0].refs, self.has(tree, "MIX"), (kids[0],))

    def st_only(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.OnlyIf(span, kids[1], kids[0], False)

    def st_only_over(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        condition, refs, over, over_refs = kids
        return ast.OnlyIf(span, refs, self._with_over(condition, over, over_refs, span), False)

    def st_only_after(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.OnlyIf(span, kids[1], kids[0], True)

    def st_random(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        things, weight, written, refs, body = kids
        return ast.AtRandom(things.span, refs, things, weight, written, body or ())

    def st_in_order(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        noun, start, refs, body = kids
        return ast.InOrder(span, refs, noun, start, body)

    def st_decides(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        player, refs, body = kids
        return ast.Decides(player.span, refs, player, body)

    def st_times(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        count, refs, body = kids
        return ast.Times(count.span, refs, count, body)

    def st_while(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        test, refs, body = kids
        return ast.While(test.span, refs, test, body)

    def st_turn_ends(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.TurnEnds(span, kids[0])

    def st_pay(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        noun, value, refs = kids
        return ast.Pay(span, refs, noun, value)

    def st_lay_out(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        board, refs, *rows = kids
        return ast.LayOut(span, refs, board, tuple(rows))

    def st_begins(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Begins(span, kids[1], kids[0])

    def st_wins(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Outcome(span, kids[1], "wins", kids[0])

    def st_loses(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Outcome(span, kids[1], "loses", kids[0])

    def st_drawn(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Outcome(span, kids[0], "drawn", None)

    def st_rank(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Rank(span, kids[2], kids[0], kids[1])

    def st_record(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Memo(span, kids[1], kids[0], True)

    def st_forget(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Memo(span, kids[1], kids[0], False)

    def st_put(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        things, place, refs = kids
        act = ast.Act(span, "put", (ast.Pick(things.span, things), place))
        return ast.Effect(span, refs, act)

    def st_move(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Effect(span, kids[2], ast.Act(span, "move", (kids[0], kids[1])))

    def st_remove(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        return ast.Effect(span, kids[1], ast.Act(span, "remove", (kids[0],)))

    # -- actions ---------------------------------------------------------------------------

    def if_possible(self, span: Span, kids: Kids, tree: Any) -> str:
        return "if possible"

    def written(self, span: Span, kids: Kids, tree: Any) -> str:
        return str(kids[0])

    def pick(self, span: Span, kids: Kids, tree: Any) -> ast.Pick:
        return ast.Pick(span, kids[0])

    def act_put(self, span: Span, kids: Kids, tree: Any) -> ast.Act:
        return ast.Act(span, "put", (ast.Pick(kids[0].span, kids[0]), kids[1]))

    def act_move(self, span: Span, kids: Kids, tree: Any) -> ast.Act:
        return ast.Act(span, "move", tuple(kids))

    def act_remove(self, span: Span, kids: Kids, tree: Any) -> ast.Act:
        return ast.Act(span, "remove", tuple(kids))

    def act_word(self, span: Span, kids: Kids, tree: Any) -> ast.Act:
        return ast.Act(span, "choose", (), kids[0])

    def act_choose(self, span: Span, kids: Kids, tree: Any) -> ast.Act:
        return ast.Act(span, "choose", tuple(kids))

    def alternative(self, span: Span, kids: Kids, tree: Any) -> ast.Alternative:
        act, written, refs, body = kids
        return ast.Alternative(act.span, act, written, refs, body or ())

    def alternative_when(self, span: Span, kids: Kids, tree: Any) -> ast.AlternativesWhen:
        return ast.AlternativesWhen(span, kids[0], tuple(kids[1:]))

    def st_must(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        possible, act, written, refs, body = kids
        alternative = ast.Alternative(act.span, act, written, refs, body or ())
        return ast.Action(act.span, refs, possible or "must", (alternative,), None)

    def st_may(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        act, written, otherwise, refs, body = kids
        alternative = ast.Alternative(act.span, act, written, refs, body or ())
        return ast.Action(act.span, refs, "may", (alternative,), otherwise)

    def st_repeat(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        act, written, refs, body = kids
        alternative = ast.Alternative(act.span, act, written, refs, body or ())
        return ast.Action(act.span, refs, "repeat", (alternative,), None)

    def st_must_one(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        possible, refs, *alternatives = kids
        return ast.Action(span, refs, possible or "must", tuple(alternatives), None)

    def st_may_one(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        otherwise, refs, *alternatives = kids
        return ast.Action(span, refs, "may", tuple(alternatives), otherwise)

    def st_repeat_one(self, span: Span, kids: Kids, tree: Any) -> ast.Stmt:
        refs, *alternatives = kids
        return ast.Action(span, refs, "repeat", tuple(alternatives), None)
