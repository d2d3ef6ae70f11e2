"""Rulewright: a board game's rulebook as one text file that is checked, explained and played.

The public Python API.  Everything is defined inside the package and only named here; what is not
in `__all__` may change without notice.  All names are imported together when the first of them is
used, so that `import rulewright` and the command line start at once.

    load, check, find, available     rulesets, and what is wrong with them
    Ruleset, Game, State             a text; with players and options; one moment of a game
    Verdict, Result                  why a move is not an option; how a game ended
    make_setting, Job, simulate      many games; `compare` for two settings, `perft` for counts
    analyse, solve, Budget           what a search makes of a position; its exact value
    read_record, replay              a game that was written down, verified
    run_scenarios                    plays with what must come of them

`docs/api.md` shows each of them at work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Analysis",
    "Budget",
    "Counts",
    "Diagnostic",
    "Entry",
    "Game",
    "GameRow",
    "Job",
    "Judged",
    "OptionInfo",
    "Outcome",
    "Plan",
    "Record",
    "RecordHeader",
    "RecordWriter",
    "Result",
    "Rng",
    "RulesError",
    "Ruleset",
    "Setting",
    "Solution",
    "Source",
    "Span",
    "State",
    "UsageError",
    "Verdict",
    "analyse",
    "available",
    "check",
    "compare",
    "find",
    "load",
    "make_agent",
    "make_setting",
    "perft",
    "play_game",
    "read_record",
    "replay",
    "run_scenarios",
    "simulate",
    "solve",
    "state_schema",
    "stream",
]

if TYPE_CHECKING:
    from rulewright.interpreter.checking import check
    from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError
    from rulewright.interpreter.driver import (
        Entry,
        OptionInfo,
        Ruleset,
        available,
        load,
    )
    from rulewright.interpreter.engine.explain import Verdict
    from rulewright.interpreter.engine.game import Game, State
    from rulewright.interpreter.finding import find
    from rulewright.interpreter.play.agents import Agent
    from rulewright.interpreter.play.agents import make as make_agent
    from rulewright.interpreter.play.analysis import Analysis, Judged, analyse
    from rulewright.interpreter.play.budget import Budget
    from rulewright.interpreter.play.compare import Plan, compare
    from rulewright.interpreter.play.perft import Counts, perft
    from rulewright.interpreter.play.record import Header as RecordHeader
    from rulewright.interpreter.play.record import Record, replay
    from rulewright.interpreter.play.record import Writer as RecordWriter
    from rulewright.interpreter.play.record import read as read_record
    from rulewright.interpreter.play.scenario import Outcome
    from rulewright.interpreter.play.scenario import run as run_scenarios
    from rulewright.interpreter.play.setting import Setting
    from rulewright.interpreter.play.setting import make as make_setting
    from rulewright.interpreter.play.simulate import Job, simulate
    from rulewright.interpreter.play.simulate import play as play_game
    from rulewright.interpreter.play.solve import Solution, solve
    from rulewright.interpreter.play.statistics import GameRow
    from rulewright.interpreter.source import Source, Span
    from rulewright.interpreter.state.result import Result
    from rulewright.interpreter.state.rng import Rng, stream
    from rulewright.interpreter.state.schema import schema as state_schema
else:

    def _names() -> dict[str, object]:
        """Every public name with what it stands for (a test holds this against the imports)."""
        from rulewright.interpreter import checking, diagnostics, driver, finding, source
        from rulewright.interpreter.engine import explain, game
        from rulewright.interpreter.play import (
            agents,
            analysis,
            budget,
            compare,
            perft,
            record,
            scenario,
            setting,
            simulate,
            solve,
            statistics,
        )
        from rulewright.interpreter.state import result, rng, schema

        return {
            "Agent": agents.Agent,
            "Analysis": analysis.Analysis,
            "Budget": budget.Budget,
            "Counts": perft.Counts,
            "Diagnostic": diagnostics.Diagnostic,
            "Entry": driver.Entry,
            "Game": game.Game,
            "GameRow": statistics.GameRow,
            "Job": simulate.Job,
            "Judged": analysis.Judged,
            "OptionInfo": driver.OptionInfo,
            "Outcome": scenario.Outcome,
            "Plan": compare.Plan,
            "Record": record.Record,
            "RecordHeader": record.Header,
            "RecordWriter": record.Writer,
            "Result": result.Result,
            "Rng": rng.Rng,
            "RulesError": diagnostics.RulesError,
            "Ruleset": driver.Ruleset,
            "Setting": setting.Setting,
            "Solution": solve.Solution,
            "Source": source.Source,
            "Span": source.Span,
            "State": game.State,
            "UsageError": diagnostics.UsageError,
            "Verdict": explain.Verdict,
            "analyse": analysis.analyse,
            "available": driver.available,
            "check": checking.check,
            "compare": compare.compare,
            "find": finding.find,
            "load": driver.load,
            "make_agent": agents.make,
            "make_setting": setting.make,
            "perft": perft.perft,
            "play_game": simulate.play,
            "read_record": record.read,
            "replay": record.replay,
            "run_scenarios": scenario.run,
            "simulate": simulate.simulate,
            "solve": solve.solve,
            "state_schema": schema.schema,
            "stream": rng.stream,
        }

    def __getattr__(name: str) -> object:
        """Import the public names when the first of them is asked for, and keep them."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals().update(_names())
        return globals()[name]

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
