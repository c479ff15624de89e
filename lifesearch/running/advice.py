"""What to say to a person who has waited for a race in vain: the command with the best chance.

Races share their time among strategies that find most patterns of Life within seconds. Some periods
and velocities need one long search instead. Each kind of question knows its own long searches and
their sizes (`Kind.advises`). The engines of races and boxes call this after a while.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lifesearch.common.lazy_import import imported
from lifesearch.common.text import duration, plural
from lifesearch.life.motion import Motion
from lifesearch.life.simulate.evolve import velocity
from lifesearch.running.registry import KINDS, described

if TYPE_CHECKING:
    from lifesearch.catalogue.catalogue import Entry
    from lifesearch.core.kind import LongSearch


def advice(motion: Motion) -> Sequence[str]:
    """Sentences for a race in Life, with options in angle brackets; none if nothing is known."""
    best, entry = _long_search(motion), _smallest_known(motion)
    chance = [f"best chance: {best}"] if best else []
    if entry is None:
        return chance
    drawn = f"lifesearch catalogue show {Path(entry.file).stem}"
    sentence = f"known: {entry.name}, {plural(entry.cells, 'cell')}, drawn by {drawn}"
    return [*(chance or ["no command is known that has a better chance"]), sentence]


def advice_of_box(motion: Motion) -> Sequence[str]:
    """The sentence for a person who waits for a pattern of Life in a hard box."""
    if motion == Motion(1):  # still lifes of any size are found at once
        return ()
    best = _long_search(motion) or f"lifesearch {_command(motion)}"
    return [f"if any size will do: {best}"]


def _long_search(motion: Motion) -> str:
    """The command with the best chance, and its time; empty if none is known.

    It is that of the first kind, in the order of KINDS, that knows one.
    """
    functions = (described(kind).advises for kind in KINDS)
    advised: Iterator[LongSearch | None] = (imported(name)(motion) for name in functions if name)
    best = next(filter(None, advised), None)
    if best is None:
        return ""
    time = (
        "its time was not measured"
        if best.seconds is None
        else f"about {duration(best.seconds)} of one core"
    )
    command = " ".join(filter(None, ("lifesearch", _command(motion), best.options)))
    return f"{command} ({time})"


def _command(motion: Motion) -> str:
    if not motion.travels:
        return f"oscillator {motion.period}"
    speed = velocity(motion.dx, motion.dy, motion.period)
    return f"spaceship '{speed}'" if " " in speed or "(" in speed else f"spaceship {speed}"


def _smallest_known(motion: Motion) -> Entry | None:
    """The pattern of the catalogue with this motion that has the fewest cells."""
    from lifesearch.catalogue.catalogue import builtin
    from lifesearch.life.velocity import Velocity

    kind = "spaceship" if motion.travels else "oscillator"
    speed = Velocity(-motion.dy, -motion.dx, motion.period) if motion.travels else None
    entries = builtin().where(kind, motion.period, speed)
    return min(entries, key=lambda entry: entry.cells, default=None)
