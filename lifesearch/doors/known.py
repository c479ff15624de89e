"""Notes before a search: how to ask for another engine, and known patterns of the catalogue.

The command line and the studio print them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lifesearch.common.text import plural

if TYPE_CHECKING:
    from lifesearch.core.question import PatternQuery
    from lifesearch.running.plan import Plan


class KnownNote(NamedTuple):
    """A sentence, and the command that shows more; options in it are named by keys, as <period>."""

    sentence: str
    command: str = ""


def known_before(plan: Plan[PatternQuery]) -> Iterator[KnownNote]:
    """The note of a plan's engine, if it has one; and, before a race in Life, known patterns."""
    if plan.engine.instead:
        yield KnownNote(f"note: {plan.engine.instead}")
    query: Any = plan.query
    if not plan.races:
        return
    from lifesearch.catalogue.catalogue import builtin
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.life.velocity import Velocity

    if query.rule != LIFE:
        return
    motion = query.motion
    kind, listed, speed = "oscillator", f"<period {motion.period}>", None
    if motion.travels:
        speed = Velocity(-motion.dy, -motion.dx, motion.period)
        quoted = f"'{speed}'" if " " in str(speed) else speed
        kind, listed = "spaceship", f"<velocity {quoted}>"
    entries = builtin().where(kind, motion.period, speed)
    if not len(entries):
        return
    smallest = min(entries, key=lambda entry: entry.cells)
    name = smallest.name if motion.travels else f"{smallest.name} (p{smallest.period})"
    others = f", and {len(entries) - 1:,} more" if len(entries) > 1 else ""
    see = f"list <kind {kind}> {listed}" if others else f"show {Path(smallest.file).stem}"
    yield KnownNote(
        f"already known: {name}, {plural(smallest.cells, 'cell')}{others}",
        f"lifesearch catalogue {see}",
    )
