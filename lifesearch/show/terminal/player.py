"""Play patterns in the terminal, controlled by keys.

`lifesearch show --animate` plays patterns, on the `screen` of the system.

What a key does is a function from one state to the next, which needs no terminal:

    >>> start = PlayerState()
    >>> [key_pressed(start, key, patterns=1).t for key in ("right", "n", ".", "left")]
    [1, 1, 1, 0]
    >>> key_pressed(start, "n", patterns=3).number
    1
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic

from rich.cells import cell_len, set_cell_size
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style

from lifesearch.common.errors import OptionError
from lifesearch.common.limits import MOST_PLAYED_CELLS
from lifesearch.common.streams import can_write
from lifesearch.life.pattern import Box
from lifesearch.show.animation import (
    Frame,
    FrameBuffer,
    Subject,
    aim,
    close_up,
    cropped,
    drift,
    first_frames,
    focus_of,
)
from lifesearch.show.colours import colouring, palette
from lifesearch.show.terminal.glyphs import ASCII, HALF, GlyphSet, Run, drawn
from lifesearch.show.terminal.screen import Screen

SPEEDS = (0.5, 1, 2, 3, 5, 8, 12, 20, 30, 60)
"""Generations a second: a choice, as is the usual one."""
USUAL_SPEED = SPEEDS.index(5)


@dataclass(frozen=True)
class PlayerState:
    """The pattern that is shown (`number`, from 0) and its generation t.

    `speed` is an index of SPEEDS; when the player is `over`, it ends.
    """

    number: int = 0
    t: int = 0
    speed: int = USUAL_SPEED
    paused: bool = False
    over: bool = False


def key_pressed(now: PlayerState, key: str, patterns: int) -> PlayerState:
    """The state after a key was pressed.

    With several patterns n, p and the arrows down and up go to the next and previous one; else n
    and p go to the next and previous generation, and down and up do nothing.
    """
    if key in ("n", "p") and patterns == 1:
        key = "right" if key == "n" else "left"
    match key:
        case "q" | "Q" | "escape" | "quit":
            now = replace(now, over=True)
        case "space":
            now = replace(now, paused=not now.paused)
        case "right" | ".":
            now = replace(now, t=now.t + 1, paused=True)
        case "left" | "b" | ",":
            now = replace(now, t=max(0, now.t - 1), paused=True)
        case "+" | "=":
            now = replace(now, speed=min(now.speed + 1, len(SPEEDS) - 1))
        case "-" | "_":
            now = replace(now, speed=max(now.speed - 1, 0))
        case "r":
            now = replace(now, t=0)
        case "n" | "down" if patterns > 1:
            now = replace(now, number=(now.number + 1) % patterns, t=0)
        case "p" | "up" if patterns > 1:
            now = replace(now, number=(now.number - 1) % patterns, t=0)
    return now


@dataclass(frozen=True)
class Look:
    """How cells are drawn: by which characters, and what their colour stands for."""

    form: GlyphSet = HALF
    colour: str = "age"


class PatternPlayer:
    """One pattern on the screen: its frames, and the window on them."""

    def __init__(self, subject: Subject, look: Look) -> None:
        self.subject = subject
        self.buffer = FrameBuffer(subject)
        self.look = look
        self._inked = colouring(look.colour, subject)
        self._palette = palette(look.colour, subject.rule).on_screen
        self._window: Box | None = None
        self._size = (0, 0)
        period = subject.behaviour.period
        # The box that the window shows: of a whole period, or the torus. Other patterns have none,
        # and the window follows them from frame to frame.
        self._around = close_up(subject, first_frames(subject, period)) if period else None
        # The generation at which the player pauses, such as the pattern that a predecessor becomes.
        self.goal = None if period else subject.goal
        if subject.torus:
            self._around = Box(0, 0, *subject.torus)
        self._focus = focus_of(subject.pattern)

    def lines(self, frame: Frame, size: tuple[int, int]) -> tuple[list[list[Run]], str]:
        """The picture in the given number of characters, and a few words if it is only a part."""
        form = self.look.form
        window = self._aimed(frame, (size[0] * form.across, size[1] * form.down))
        whole = self._around or frame.pattern.box
        note = f"cropped, {window.width}x{window.height} of {whole.width}x{whole.height}"
        is_cropped = frame.pattern.cells and cropped(window, frame.pattern)
        return drawn(self._inked(frame), window, form, self._palette), note if is_cropped else ""

    def _aimed(self, frame: Frame, size: tuple[int, int]) -> Box:
        """The window on a frame, of this size in cells; on an empty frame, the one before."""
        if size != self._size:
            self._window, self._size = None, size
        if self._around:
            drifted = drift(self.subject.behaviour, frame.t)
            return aim(size, self._around, self._focus, None).moved(*drifted)
        if frame.ages or self._window is None:
            focus = focus_of(frame.pattern)
            self._window = aim(size, frame.pattern.box, focus, self._window)
        return self._window


def require_terminal() -> None:
    """Raise an InputError unless an animation can be shown on standard output."""
    if sys.stdout is None or not sys.stdout.isatty():
        raise OptionError(
            "<animate> needs a terminal, but standard output is not one: leave it out, or make "
            "an animated picture with 'lifesearch show FILE <gif out.gif>'"
        )
    if sys.platform != "win32":
        from lifesearch.show.terminal import posix_screen

        posix_screen.require_terminal()


@contextmanager
def screen() -> Iterator[Screen]:
    """The terminal of standard output, to be drawn on; implemented for Windows and for POSIX."""
    require_terminal()
    sys.stdout.flush()
    if sys.platform == "win32":
        from lifesearch.show.terminal.windows_screen import windows_screen as opened
    else:
        from lifesearch.show.terminal.posix_screen import posix_screen as opened
    with opened() as ours:
        yield ours


def play(subjects: Sequence[Subject], look: Look | None = None) -> None:
    """Play patterns until a key ends it; an InputError if one is too large, or without a terminal.

    A pattern that becomes too large while it is played stops there: see `FrameBuffer.end`.
    """
    for subject in subjects:
        if subject.pattern.population > MOST_PLAYED_CELLS:
            raise OptionError(
                f"{{}} has {subject.pattern.population:,} live cells, too many to be "
                f"played: at most {MOST_PLAYED_CELLS:,}; <png> draws them",
                subject.title,
            )
    look = look or Look()
    console = Console()
    if look.form is not ASCII and not can_write("█▀▄⣿·", console.encoding):
        look = replace(look, form=ASCII)
    if console.no_color or console.color_system is None:
        look = replace(look, colour="none")
    shown = PatternPlayer(subjects[0], look)
    with screen() as terminal:
        now = PlayerState()
        due = monotonic() + 1 / SPEEDS[now.speed]  # the time of the next generation
        while not now.over:
            if shown.subject is not subjects[now.number]:
                shown = PatternPlayer(subjects[now.number], look)
            frame = shown.buffer.frame(now.t)
            now = replace(now, t=frame.t)
            _show(terminal, console, shown, frame, now, len(subjects))
            wait = None if now.paused else max(0.0, due - monotonic())
            before = now
            for key in terminal.keys(wait):
                now = key_pressed(now, key, len(subjects))
            # After a key for another generation or pattern, this one is shown for its full time.
            if now.paused or now.t != before.t or now.number != before.number:
                due = monotonic() + 1 / SPEEDS[now.speed]
            elif monotonic() >= due or now.speed != before.speed:
                step = int(monotonic() >= due)
                due = monotonic() + 1 / SPEEDS[now.speed]
                reached = step and now.t + step == shown.goal
                now = replace(now, t=now.t + step, paused=bool(reached))


def _show(
    terminal: Screen,
    console: Console,
    shown: PatternPlayer,
    frame: Frame,
    now: PlayerState,
    patterns: int,
) -> None:
    columns, lines = terminal.size
    rows, note = shown.lines(frame, (columns, max(1, lines - 1)))
    system = COLOR_SYSTEMS.get(console.color_system or "")
    texts = [
        "".join(Style.parse(style).render(text, color_system=system) for text, style in row)
        for row in rows
    ]
    if lines > 1:
        texts.append(status_line(shown, frame, now, patterns, note, columns))
    terminal.draw(texts)


def status_line(
    shown: PatternPlayer, frame: Frame, now: PlayerState, patterns: int, note: str, width: int
) -> str:
    """Generation, speed and pattern: the longest of several texts that fits the width."""
    pace = "paused" if now.paused else f"{SPEEDS[now.speed]:g}/s"
    if shown.buffer.end == frame.t:
        pace = "too large to continue"
    elif not frame.ages:
        pace = f"empty, {pace}"
    number = f"{now.number + 1} of {patterns}" if patterns > 1 else ""
    turn = "n p patterns  " if patterns > 1 else ""
    keys = f"space pause  . , step  + - speed  r restart  {turn}q quit"
    title = shown.subject.describe()
    here = f"generation {frame.t}"
    short = "cropped" if note else ""
    for parts in (
        (here, pace, note, number, title, keys),
        (here, pace, note, number, title),
        (here, pace, note, number, shown.subject.behaviour.describe()),
        (here, pace, note, number),
        (here, pace, short),
        (here, short),
        (str(frame.t), short),
    ):
        line = (" · " if shown.look.form is not ASCII else " - ").join(filter(None, parts))
        if cell_len(line) <= width:
            return line
    return set_cell_size(line, width)
