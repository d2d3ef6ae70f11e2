"""Commands of a player: play, moves, apply, why, replay.

Every command takes the parsed arguments and an `Output` and returns the exit code.
"""

from __future__ import annotations

import json
import secrets
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import driver, files
from rulewright.interpreter.diagnostics import Diagnostic, RulesError, UsageError
from rulewright.interpreter.engine.explain import Verdict
from rulewright.interpreter.play import agents, disclosure, position, record, reports
from rulewright.interpreter.state.rng import stream
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui import board, interactive, session_io, wording, wrapping
from rulewright.interpreter.ui.output import Output, width
from rulewright.interpreter.ui.place import seat_named, state_of

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, State


# ---- play and replay --------------------------------------------------------------------------


def play(args: Namespace, out: Output) -> int:
    """Play in the terminal."""
    loaded = record.read(Path(args.load)) if args.load else None
    if loaded is None:
        game = driver.load(args.name).instantiate(args.players, args.set)
        seats = _seats(args.seat, game, [interactive.HUMAN] * game.players)
        seed = secrets.randbits(32) if args.seed is None else args.seed
        header = record.Header.of(game, args.name, seats, seed)
    else:
        game = _loaded_game(args, loaded)
        seats = _seats(args.seat, game, list(loaded.header.seats))
        old = loaded.header
        header = record.Header.of(game, old.ruleset, seats, old.seed, old.game)
        if loaded.torn is not None:
            out.warnings([loaded.torn])
    lines = interactive.Lines(Path(args.script) if args.script else None)
    if args.save:
        hint = "--load goes on with a record, --force writes over a file"
        over = args.force or _goes_on(args)
        files.check_target(Path(args.save), over, hint, session_io.sources(game))
    session = interactive.Session(game, header, lines, own=[Path(args.load)] if args.load else [])
    if loaded is not None:
        session.resume(loaded)
    if args.save:
        note = disclosure.of_record(session.state, header.seats)
        if interactive.HUMAN in header.seats:
            session.disclose(Path(args.save), note)
            header = session.header = replace(header, note=note)
        session.writer = _writer(args, header, loaded, session.steps)
    try:
        return session.run()
    finally:
        if session.writer is not None:
            session.writer.close()


def _seats(asked: list[str], game: Game, seats: list[str]) -> list[str]:
    """Who sits where: `1=random`, or `Gold=random`."""
    for item in asked:
        seat, _, agent = item.partition("=")
        if not agent:
            raise UsageError(f"`--seat {item}`: write --seat N=AGENT", "for example 2=random")
        seats[seat_named(seat, game)] = agent
    for spec in seats:
        if spec != interactive.HUMAN:
            agents.check(spec, game)
    return seats


def _loaded_game(args: Namespace, loaded: record.Record) -> Game:
    if args.players is not None or args.set or args.seed is not None:
        raise UsageError("with --load the record says the players, options and seed")
    game = loaded.open()
    if driver.load(args.name).hash != game.ruleset.hash:
        raise UsageError(f"{args.load} is a game of {game.ruleset.title}, not of {args.name}")
    return game


def _goes_on(args: Namespace) -> bool:
    """Whether the record that is loaded is the one that is written."""
    return bool(args.load and args.save) and Path(args.load).resolve() == Path(args.save).resolve()


def _writer(
    args: Namespace, header: record.Header, loaded: record.Record | None,
    steps: Sequence[interactive.Step],
) -> record.Writer:
    """The record that is written: the loaded one, gone on with, or a new one with the steps."""
    if loaded is not None and _goes_on(args) and header == loaded.header:
        whole = 1 + len(loaded.entries)
        return record.Writer(Path(args.save), header, loaded.ends[:whole])
    entries = [(reports.whose(step.before), step.text) for step in steps]
    return record.Writer(Path(args.save), header, entries=entries, replace=True)


def replay(args: Namespace, out: Output) -> int:
    """Play a record again and verify it."""
    found = record.read(Path(args.record))
    state = record.replay(found, found.open())
    assert found.end is not None
    if args.json:
        out.data(
            {
                "verified": True,
                "ruleset": found.header.ruleset,
                "entries": len(found.entries),
                "result": found.end["end"],
                "state": state.hash,
            }
        )
    if state.result is not None:
        end = reports.told(state.game, state.result)
    else:
        end = f"the game was stopped: {found.end['end']['reason']}"
    out.text(f"verified: {len(found.entries)} entries, {end}")
    return 0


# ---- moves, apply, why ------------------------------------------------------------------------


def _viewer(args: Namespace, state: State) -> int | None:
    """The seat from which a command answers; None for one that knows everything."""
    return None if args.seat is None else seat_named(args.seat, state.game)


def _secret_from(state: State, seat: int | None) -> bool:
    """Whether what can be done here may tell a seat something that is hidden from it: the options
    of another seat, and the outcomes of chance, may depend on what that seat does not see."""
    return seat is not None and state.game.hidden and state.kind != "end" and state.player != seat


def moves(args: Namespace, out: Output) -> int:
    """The options here."""
    state = state_of(args, out, quick=True)
    seat = _viewer(args, state)
    secret = _secret_from(state, seat)
    if args.json:
        view = {} if seat is None else {"seat": state.game.seats[seat], "view": state.view(seat)}
        out.data(_moves_json(state, secret) | view)
        return 0
    if state.kind == "end":
        assert state.result is not None
        out.text(f"The game is over: {reports.told(state.game, state.result)}.")
    elif secret:
        assert seat is not None
        name = state.game.seats[seat]
        out.text(f"{reports.whose(state)} decides; what is possible may be hidden from {name}")
    elif state.kind == "chance":
        out.text("Chance decides:")
        total = sum(weight for _, weight in state.outcomes())
        for text, weight in state.outcomes():
            out.text(f"  {text}  ({weight} in {total})")
    else:
        options = state.options()
        count = so_many(len(options), "option")
        out.text(f"{reports.whose(state)}: {state.purpose}; {count}")
        for line in wording.columns(options, width() - 2):
            out.text(f"  {line}")
    return 0


def _moves_json(state: State, secret: bool) -> dict[str, Any]:
    """Nothing of what can be done if it is secret."""
    player = reports.whose(state) if state.player is not None else None
    found: dict[str, Any] = {"kind": state.kind, "player": player}
    if secret:
        return found | {"purpose": None, "options": None}
    deciding = state.kind == "decision"
    found |= {
        "purpose": state.purpose if deciding else None,
        "options": state.options() if deciding else [],
    }
    if state.kind == "chance":
        found["outcomes"] = [
            {"text": text, "weight": weight} for text, weight in state.outcomes()
        ]
    if state.result is not None:
        found["result"] = record.result_json(state.game, state.result)
    return found


def apply(args: Namespace, out: Output) -> int:
    """Do moves, with chance dictated or drawn from the seed, and write the state."""
    state = state_of(args, out, quick=True)
    seat = _viewer(args, state)
    dictated = list(args.chance)
    rng = None if args.seed is None else stream(args.seed, 0, "chance")
    for move in args.move:
        while state.kind == "chance":
            state = _applied(state, _outcome(state, dictated, rng, seat), seat)
        state = _applied(state, move, seat)
    while state.kind == "chance" and dictated:
        state = _applied(state, dictated.pop(0), seat)
    if dictated:
        message = f"chance does not decide here, so `{dictated[0]}` cannot come up"
        raise RulesError([Diagnostic("illegal-move", message)])
    if seat is None:
        document = position.document(state, args.name)
    else:
        document = position.view_document(state, args.name, seat)
    if args.out is None:
        out.data(document)
        return 0
    path = Path(args.out)
    continued = args.out == args.state and seat is None and position.is_saved(path)
    spare = session_io.sources(state.game)
    files.check_target(path, args.force or continued, "--force writes over it", spare)
    note = disclosure.of_state(state) if seat is None else None
    if note is not None:
        out.note(f"note on {path}: {note}")
    files.put(path, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    if args.json:
        out.data(document)
    out.text(f"wrote {args.out}; {_stands(state)}")
    return 0


def _applied(state: State, move: str | int, seat: int | None) -> State:
    """The state after a move. Why a move of another seat is refused may be hidden from a seat."""
    try:
        return state.apply(move)
    except RulesError:
        if not _secret_from(state, seat):
            raise
        message = f"`{move}` cannot be done by {reports.whose(state)} here"
        raise RulesError([Diagnostic("illegal-move", message)]) from None


def _outcome(
    state: State, dictated: list[str], rng: Any, seat: int | None
) -> str | int:
    if dictated:
        return dictated.pop(0)
    outcomes = state.outcomes()
    if rng is None:
        shown = ", ".join(text for text, _ in outcomes[:8])
        message = f"chance decides first: {shown}" + (", ..." if len(outcomes) > 8 else "")
        if _secret_from(state, seat):
            message = "chance decides first"
        hint = "dictate it with --chance TEXT, or draw it with --seed S"
        raise RulesError([Diagnostic("chance-open", message, hint=hint)])
    return int(rng.weighted([weight for _, weight in outcomes]))


def _stands(state: State) -> str:
    if state.result is not None:
        return reports.told(state.game, state.result)
    return f"to move is {reports.whose(state)}"


def why(args: Namespace, out: Output) -> int:
    """The rule that forbids a move, or "legal"."""
    state = state_of(args, out, quick=True)
    seat = _viewer(args, state)
    if _secret_from(state, seat):
        assert seat is not None
        message = (f"{reports.whose(state)} decides; what is possible may be hidden from "
                   f"{state.game.seats[seat]}")
        verdict = Verdict(False, [], None, None, message)
        legal = None
    else:
        verdict = state.why(args.move)
        legal = verdict.legal
    if args.json:
        out.data(
            {
                "legal": legal,
                "rules": list(verdict.rules),
                "file": verdict.file,
                "line": verdict.line,
                "message": verdict.message,
            }
        )
    elif legal:
        out.text("legal")
    else:
        out.text("\n".join(wording.explained(verdict, state.game.says)))
    return 0


# ---- a place in a game ------------------------------------------------------------------------


def show_place(args: Namespace, out: Output) -> int:
    """How things stand at a position, for everybody or as one seat sees it."""
    state = state_of(args, out, quick=True)
    seat = _viewer(args, state)
    view = state.to_json() if seat is None else state.view(seat)
    if args.json:
        about = {} if seat is None else {"seat": state.game.seats[seat]}
        out.data(about | {"player": reports.whose(state), "view": view})
        return 0
    picture = state.game.picture(state, seat)
    if picture is not None:
        out.text(board.plain(picture, width()))
    beside = [*state.game.panels(state, seat), *state.game.zones(state, seat)]
    if beside:
        out.text("\n".join(wrapping.wrapped(beside, width())))
    left_out = ["in progress", "waiting"] + ([] if state.kind == "end" else ["result"])
    told = {key: part for key, part in view.items() if key not in left_out}
    if seat is not None:
        told.pop("result", None)
        told = wording.lying_about(told, state.game.model.numbered)
    out.text("\n".join(wording.tree(told)))
    out.text(f"{_stands(state)[0].upper()}{_stands(state)[1:]}.")
    return 0
