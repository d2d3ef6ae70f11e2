"""Lowering phrases that stand alone: the options of a ruleset, an expression in its language."""

from __future__ import annotations

from dataclasses import replace

from rulewright.interpreter.diagnostics import RulesError, UsageError
from rulewright.interpreter.ir import FALSE, Domain
from rulewright.interpreter.lower import conditions, directed, sets, values
from rulewright.interpreter.lower.context import Context
from rulewright.interpreter.lower.options import declare_option
from rulewright.interpreter.lower.scope import Scope
from rulewright.interpreter.lower.typed import Typed
from rulewright.interpreter.model.declarations import Declarations
from rulewright.interpreter.model.layout import Layout
from rulewright.interpreter.model.model import Model
from rulewright.interpreter.model.options import OptionValue
from rulewright.interpreter.model.symbols import SymbolTable
from rulewright.interpreter.syntax import ast
from rulewright.interpreter.syntax.declared_names import PhraseTable
from rulewright.interpreter.syntax.parser import forms_of_expression, parse_expression

#: The modules that lower phrases: importing them registers what they lower.
PHRASES = (conditions, directed, sets, values)


def new_context(declarations: Declarations, players: int) -> Context:
    """A context in which nothing is declared but the players."""
    block = declarations.one(ast.Players)
    assert block is not None, "checked before"
    names = block.names or tuple(f"Player {n + 1}" for n in range(block.high))
    if not block.low <= players <= block.high:
        wanted = str(block.low) if block.low == block.high else f"{block.low} to {block.high}"
        raise UsageError(f"{declarations.title} is for {wanted} players, not {players}")
    symbols = SymbolTable()
    symbols.domains["player"] = Domain("player", names[:players])
    return Context(declarations, symbols, Layout(), Typed(FALSE, symbols.player))


def default_options(declarations: Declarations, players: int) -> dict[str, OptionValue]:
    """The options of a ruleset as they are unless they are set."""
    context = new_context(declarations, players)
    for _, option in declarations.all(ast.Option):
        declare_option(context, option, {})
    return context.symbols.options


def context_of(model: Model) -> Context:
    """A context for phrases about states of a game."""
    context = Context(model.declarations, model.symbols, Layout(list(model.fields)),
                      Typed(FALSE, model.symbols.player))
    context.decider = context.to_move()
    return context


def expression(context: Context, text: str, phrases: PhraseTable) -> Typed:
    """A condition or value in the words of the ruleset, asked of one position, where it may be so
    in any other as well. Raises `RulesError`."""
    try:
        with context.asserted():
            return context.value(parse_expression(text, phrases, "condition"), Scope())
    except RulesError as error:
        found = [problem if problem.hint else replace(
            problem, hint=forms_of_expression(text, phrases)) for problem in error.diagnostics]
        raise RulesError(found) from None
