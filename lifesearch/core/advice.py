"""What to say to a person who has waited for a race in vain: the command with the best chance.

Races share their time among strategies that find most patterns of Life within seconds. Some periods
and velocities need one long search instead. This module knows its size: a window in which all
rotors were listed, or a strip in which a known ship fits. Times are CPU seconds that were measured;
None where the search was not waited for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lifesearch.common.text import duration
from lifesearch.life.motion import Motion
from lifesearch.life.simulate.evolve import velocity

if TYPE_CHECKING:
    from lifesearch.catalogue.catalogue import Entry


class Advised(NamedTuple):
    """Options with which a search finds a pattern, in angle brackets, and its CPU seconds."""

    where: str
    seconds: float | None


WINDOWS: Mapping[int, Advised] = {
    7: Advised("<rotor 3x3>", 10),
    8: Advised("<rotor 4x3>", 31),
    9: Advised("<rotor 5x3>", 20),
    10: Advised("<rotor 4x4>", 17),
    12: Advised("<rotor 7x5> <symmetry 'D2|'>", 22),
    13: Advised("<rotor 4x4>", 17),
    14: Advised("<rotor 5x4>", 534),
    16: Advised("<rotor 5x4>", 534),
}
"""For each period the smallest window that has a rotor (see the manual's page on rotors)."""
STRIPS: Mapping[tuple[int, int], Advised] = {
    (5, 1): Advised("<width 21> <symmetry odd>", None),
    (6, 1): Advised("<width 18> <symmetry even>", None),
    (7, 1): Advised("<width 10>", None),
    (7, 2): Advised("<width 18> <symmetry even>", None),
}
"""For period and speed the strip with the fewest free cells that has a ship: snail, dragon, loafer,
weekender.
"""


def advice(motion: Motion) -> Sequence[str]:
    """Sentences for a race in Life, with options in angle brackets; none if nothing is known."""
    if best := _long_search(motion):
        return [f"best chance: {best}"]
    if (entry := _smallest_known(motion)) is None:
        return ()
    drawn = f"lifesearch catalogue show {Path(entry.file).stem}"
    return [f"no command is known to find one within an hour; {entry.name} is drawn by {drawn}"]


def advice_of_box(motion: Motion) -> Sequence[str]:
    """The sentence for a person who waits for a pattern of Life in a hard box."""
    if motion == Motion(1):
        return ()
    best = _long_search(motion) or f"lifesearch {_command(motion)}"
    return [f"if any size will do: {best}"]


def _long_search(motion: Motion) -> str:
    """The command with the best chance, and its time; empty if none is known."""
    if motion.travels:
        best = None if motion.dx else STRIPS.get((motion.period, -motion.dy))
    else:
        best = WINDOWS.get(motion.period)
    if best is None:
        return ""
    time = (
        "may take hours" if best.seconds is None else f"about {duration(best.seconds)} of one core"
    )
    return f"lifesearch {_command(motion)} {best.where} ({time})"


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
