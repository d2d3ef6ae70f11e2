"""Play in a terminal: hot seat, programs at other seats, explanations, undo, saving.

Model.  A `Session` holds the states so far as a list of steps.  A step is a decision of a
person, a decision of a program, or an outcome of chance, with the state before it.  Lines come
from a terminal, a pipe or a script; the end of the lines leaves the game unfinished.

Invariants:
- A person sees the view of his seat only.  Where something is hidden, the screen is covered
  between two persons, and of what others do he is shown what changes in his view.
- Undo never takes back an outcome of chance, nor a step by which something hidden was shown.
- The saved record, if there is one, holds every step before the next prompt appears.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.interpreter import files
from rulewright.interpreter.diagnostics import RulesError, UsageError
from rulewright.interpreter.play import agents, disclosure, record, reports
from rulewright.interpreter.state.rng import Rng, stream
from rulewright.interpreter.syntax.words import so_many
from rulewright.interpreter.ui import board, session_io, wording, wrapping
from rulewright.interpreter.ui.output import console

if TYPE_CHECKING:
    from rulewright.interpreter.engine.game import Game, State

HUMAN = "human"
#: The commands, each with what it does.
COMMANDS = {
    "?": "lists the options",
    "help": "lists these commands",
    "why MOVE": "says which rule forbids a move, or that it is an option",
    "state": "shows all that you may see",
    "undo": "takes back your last decision",
    "save FILE": "saves the game so far as a record; `play NAME --load FILE` goes on",
    "scenario FILE": "saves the play so far as a scenario that passes",
    "save FILE!": "with an exclamation mark, also over a file that is there (scenario FILE! too)",
    "quit": "leaves the game unfinished",
}
#: What a terminal is told to keep nothing that scrolled away; clearing it clears the screen only.
ERASE_SCROLLBACK = "\x1b[3J"
_NAMES = tuple(name.split()[0] for name in COMMANDS)


@dataclass(frozen=True)
class Step:
    """One decision or outcome; `seat` is the seat that decided, None for chance."""

    before: State
    seat: int | None
    text: str

    def show(self, agent: agents.Agent) -> None:
        """Let a program see the step, and take its draws if it is of its seat."""
        agent.watch(self.before)
        if self.seat == agent.seat:
            choices = self.before.game.machine.choices(self.before.vector)
            agent.skip(choices, self.before.options().index(self.text))


class Lines:
    """Lines that a person types, or that a script or a pipe holds."""

    def __init__(self, script: Path | None) -> None:
        self._script: Iterator[str] | None = None
        if script is not None:
            try:
                self._script = iter(script.read_text(encoding="utf-8").splitlines())
            except UnicodeDecodeError:
                raise UsageError(f"the script {script} is not a text file in UTF-8") from None
            except (OSError, ValueError) as error:
                message = f"cannot read the script {script}: {files.reason(error)}"
                raise UsageError(message) from None
        self.typed = self._script is None and sys.stdin is not None and sys.stdin.isatty()
        self._history: Any = None
        if self.typed:
            with suppress(ImportError):  # it is not there on every system
                import readline  # lets `input` edit lines and recall those typed before

                self._history = readline

    def next(self, prompt: str) -> str | None:
        """The next line, or None at the end; a line that nobody types is shown."""
        if self.typed:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                return None
        print(prompt, end="", flush=True)  # a program that types through a pipe waits for it
        line = self._read()
        print(line or "", flush=True)
        return line

    def forget(self) -> None:
        """Let the next person not recall what was typed so far."""
        if self._history is not None:
            self._history.clear_history()

    def _read(self) -> str | None:
        while True:
            if self._script is not None:
                line = next(self._script, None)
            else:
                line = (sys.stdin.readline() if sys.stdin is not None else "") or None
            if line is None:
                return None
            line = line.strip()
            if line and not line.startswith("#"):
                return line


class Session:
    """One game being played in the terminal."""

    def __init__(
        self, game: Game, header: record.Header, lines: Lines,
        writer: record.Writer | None = None, own: Sequence[Path] = (),
    ) -> None:
        self.game = game
        self.header = header
        self.lines = lines
        self.writer = writer
        self.console = console()
        self.state = game.start()
        self.steps: list[Step] = []
        self.chance = self._stream("chance")
        self.agents = self._seated()
        self.people = [seat for seat in range(game.players) if seat not in self.agents]
        self.facing: int | None = self.people[0] if len(self.people) == 1 else None
        self.shown: dict[int | None, State] = {}
        #: The files of this session, which may be written over.
        self.own = {path.resolve() for path in own}

    def _stream(self, name: str) -> Rng:
        return stream(self.header.seed, self.header.game, name)

    def _seated(self) -> dict[int, agents.Agent]:
        """The programs at their seats, as they are when the steps so far have been played."""
        game = self.game
        found = {
            seat: agents.make(spec, game, seat, self._stream(f"seat {seat + 1}"))
            for seat, spec in enumerate(self.header.seats)
            if spec != HUMAN
        }
        for step in self.steps:
            for agent in found.values():
                step.show(agent)
        return found

    # ---- going on ---------------------------------------------------------------------------

    def resume(self, loaded: record.Record) -> None:
        """Repeat a record: the same steps, and the same draws of chance and programs."""
        for entry in loaded.entries:
            before = self.state
            after = loaded.step(before, entry)
            if before.kind == "chance":
                self.chance.weighted([weight for _, weight in before.outcomes()])
            self.steps.append(Step(before, before.player, entry.text))
            for agent in self.agents.values():
                self.steps[-1].show(agent)
            self.state = after

    def run(self) -> int:
        """Play until the game or the lines end; the exit code."""
        secret = disclosure.seed_is_secret(self.game, self.header.seats)
        seed = f"seed {self.header.seed}"
        self.say(self.game.ruleset.title + ("" if secret else f", {seed}"))
        while self.state.kind != "end":
            for agent in self.agents.values():
                agent.watch(self.state)
            if self.state.kind == "chance":
                outcomes = self.state.outcomes()
                index = self.chance.weighted([weight for _, weight in outcomes])
                self.take(outcomes[index][0])
            elif self.state.player in self.agents:
                index = self.agents[self.state.player].choose(self.state)
                self.take(self.state.options()[index])
            elif not self.ask():
                self.say(f"The game is not finished: {reports.whose(self.state)} is to move.")
                return 0
        self.finish()
        if secret:
            self.say(f"It was played with {seed}.")
        return 0

    def take(self, text: str) -> None:
        """Take an option or outcome."""
        step = Step(self.state, self.state.player, text)
        self.state = self.state.apply(text)
        self.steps.append(step)
        if self.writer is not None:
            self.writer.add(reports.whose(step.before), text)
        if not self.game.hidden and step.seat not in self.people:
            self.say(f"{self._who(step)}: {text}")

    def _who(self, step: Step) -> str:
        if step.seat is None:
            return "Chance"
        return f"{self.game.seats[step.seat]} ({self.header.seats[step.seat]})"

    def finish(self) -> None:
        """Show the end and write it."""
        state, result = self.state, self.state.result
        assert result is not None
        self.news(None)
        self.show(None)
        turns = so_many(state.turns, "turn")
        self.say(f"The game is over after {turns}: {reports.told(self.game, result)}.")
        if self.game.program.pays is not None:
            paid = zip(self.game.seats, result.payoffs, strict=True)
            self.say("Payoffs: " + ", ".join(f"{name} {payoff:+g}" for name, payoff in paid) + ".")
        says = self.game.says(result.rule) if result.rule else None
        if says:
            self.say(f"  {says}")
        if self.writer is not None:
            found = record.result_json(self.game, result)
            self.writer.end(found, state.decisions, state.turns, state.hash)

    # ---- asking -----------------------------------------------------------------------------

    def ask(self) -> bool:
        """Ask the person whose decision it is until there is one; False to leave the game."""
        state, seat = self.state, self.state.player
        assert seat is not None
        self.cover(seat)
        self.news(seat)
        self.show(seat)
        options = state.options()
        name = self.game.seats[seat]
        self.say(
            f"{name}: {state.purpose}",
            f"({self._when()}; {so_many(len(options), 'option')}, ? lists them)",
        )
        while True:
            line = self.lines.next(f"{name}> ")
            if line is None or self._command_word(line, options) in ("quit", "exit", "q"):
                return False
            taken = self.understood(line, options)
            if taken is not None:
                self.take(taken)
                self.await_program()
                return True
            if self._command(line, options, seat):
                return True

    def _when(self) -> str:
        """How far the game is. Where something is hidden, decisions are not counted: how often the
        others decided may be a secret."""
        turn = f"turn {self.state.turns + 1}"
        return turn if self.game.hidden else f"{turn}, decision {self.state.decisions + 1}"

    def understood(self, line: str, options: Sequence[str]) -> str | None:
        """The option that a line names by its text or number, or None."""
        line = " ".join(line.split())
        if line in options:
            return line
        digits = line.removeprefix("#")
        if digits.isascii() and digits.isdigit() and 1 <= int(digits[:9]) <= len(options):
            return options[int(digits) - 1]
        folded = [text for text in options if text.casefold() == line.casefold()]
        return folded[0] if len(folded) == 1 else None

    @staticmethod
    def _command_word(line: str, options: Sequence[str]) -> str:
        """The command of a line; with a colon before it, it is never an option."""
        words = [] if line in options else line.removeprefix(":").split(maxsplit=1)
        return words[0] if words else ""

    def _command(self, line: str, options: Sequence[str], seat: int) -> bool:
        """Do a command; True if the decision is to be asked for anew."""
        word = self._command_word(line, options)
        rest = line.removeprefix(":")[len(word) :].strip()
        if word == "?":
            self.say(*wording.numbered(options, self.console.width))
        elif word == "help":
            self.say(*(f"  {name:<15} {does}" for name, does in COMMANDS.items()))
        elif word == "why":
            self.explain(rest)
        elif word == "state":
            self.draw(seat)
            told = wording.lying_about(_table(self.state, seat), self.game.model.numbered)
            self.say(*wording.tree(told))
        elif word == "undo":
            return self.undo(seat)
        elif word in ("save", "scenario"):
            self.keep(word, rest)
        elif line:
            self.refuse(line, options)
        return False

    def refuse(self, line: str, options: Sequence[str]) -> None:
        """Say why a line is no move, and what was perhaps meant."""
        verdict = self.state.why(line)
        if verdict.known:
            self.say(*wording.explained(verdict, self.game.says))
            return
        if line.removeprefix("#").isdigit():
            self.say(f"there is no option number {line.removeprefix('#')}; there "
                     f"{'is' if len(options) == 1 else 'are'} {len(options)}, ? lists them")
            return
        near = wording.near(line, options, _NAMES)
        if not near.startswith("options"):
            self.say(verdict.message)
        self.say(near)

    def explain(self, text: str) -> None:
        """Say which rule forbids a move."""
        if not text:
            self.say("`why` needs a move: why MOVE")
            return
        self.say(*wording.explained(self.state.why(text), self.game.says))

    # ---- what a person sees -----------------------------------------------------------------

    def await_program(self) -> None:
        """Let a person see his move while a program thinks about its own."""
        waits = self.state.kind == "decision" and self.state.player in self.agents
        if waits and self.console.is_terminal and not self.game.hidden:
            self.draw(None)

    def say(self, *lines: str) -> None:
        """Print lines of text, in a terminal broken between words."""
        typed = wrapping.wrapped(lines, self.console.width)
        for line in typed if self.console.is_terminal else lines:
            self.console.print(line, soft_wrap=True)

    def cover(self, seat: int) -> None:
        """Cover the screen where the next person must not see what the last one saw."""
        if self.game.hidden and len(self.people) > 1 and self.facing != seat:
            self.console.clear()
            if self.console.is_terminal and not self.console.is_dumb_terminal:
                self.console.file.write(ERASE_SCROLLBACK)
            self.lines.forget()
            name = self.game.seats[seat]
            self.say(f"----- {name} only: hand the screen over to {name} -----")
            if self.lines.typed:
                self.lines.next("press Enter when the others look away ")
                self.console.clear()
        self.facing = seat

    def news(self, seat: int | None) -> None:
        """Say what changed in a person's view (None: everybody's) where moves may be secret."""
        if self.game.hidden:
            before = self.shown.get(seat, self.steps[0].before if self.steps else self.state)
            self.say(*wording.changes(_table(before, seat), _table(self.state, seat),
                                      self.game.model.numbered))
            self.shown[seat] = self.shown[None] = self.state

    def show(self, seat: int | None) -> None:
        """Show how things stand: the board and the zones; without a board all there is, unless its
        changes were told."""
        if not self.draw(seat) and not self.game.hidden:
            told = _table(self.state, seat)
            self.say(*wording.tree({k: x for k, x in told.items()
                                    if k not in self.game.model.numbered}))

    def draw(self, seat: int | None) -> bool:
        """Draw what a seat may see of the board and beside it; whether there is a board."""
        picture = self.game.picture(self.state, seat)
        if picture is not None:
            width = self.console.width
            if self.console.color_system and not self.console.no_color:
                self.console.print(board.coloured(picture, width))
            else:
                self.say(*board.plain(picture, width).splitlines())
        self.say(*self.game.panels(self.state, seat), *self.game.zones(self.state, seat))
        return picture is not None

    # ---- taking back and saving ------------------------------------------------------------

    def undo(self, seat: int) -> bool:
        """Take back to a person's last decision, if nothing was revealed since; True if done."""
        for back in range(1, len(self.steps) + 1):
            step = self.steps[-back]
            reason = session_io.revealed(self.steps, back, seat)
            if reason is not None:
                self.say(f"undo stops here: {reason}")
                return False
            if step.seat in self.people:
                self.state = step.before
                del self.steps[-back:]
                self.agents = self._seated()
                if self.writer is not None:
                    self.writer.take_back(back)
                self.shown = dict.fromkeys((*self.people, None), self.state)
                return True
        self.say("there is nothing to undo")
        return False

    def keep(self, what: str, name: str) -> None:
        """Save the game so far as a record or as a scenario."""
        path = Path(name.removesuffix("!"))
        if not path.name:
            self.say(f"`{what}` needs the name of a file")
            return
        try:
            if self.writer is not None and self.writer.writes(path):
                self.say(f"{path} is this game's record already and holds every step")
                return
            replace = name.endswith("!") or path.resolve() in self.own
            hint = f"`{what} {path}!` writes over it"
            files.check_target(path, replace, hint, session_io.sources(self.game))
            if what == "save":
                self.disclose(path, disclosure.of_record(self.state, self.header.seats))
                text = session_io.text_of_record(self.header, self.steps, self.state)
                words = shlex.join(["rulewright", "play", self.header.ruleset, "--load", str(path)])
                then = f"`{words}` goes on"
            else:
                self.disclose(path, disclosure.of_scenario(self.state))
                text = session_io.text_of_scenario(path, self.header, self.steps, self.state)
                then = f"it {'passes' if session_io.passes(path, text) else 'does NOT pass'}"
            files.put(path, text)
            self.own.add(path.resolve())
            self.say(f"saved in {path}; {then}")
        except (UsageError, RulesError, ValueError) as error:
            self.say(f"not saved: {error}")

    def disclose(self, path: Path, note: str | None) -> None:
        """Say what a file tells before it is written."""
        if note is not None:
            self.say(f"note on {path}: {note}")


def _table(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat may see of what lies on the table; the result is told in words."""
    return {key: part for key, part in state.view(seat).items() if key != "result"}
