"""Searches that find one pattern soon, wherever it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesearch.errors import OptionError
from lifesearch.options.readers import jobs
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.rules.rule import Rule
    from lifesearch.queries.base import PatternQuery
    from lifesearch.queries.race import Race


def race(
    query: PatternQuery,
    asking: Options,
    running: Options,
    racing: Options,
    symmetry: str = "",
) -> Race | None:
    """The search for one pattern, soon; None if something needs boxes in their order."""
    in_order = (asking.everything, asking.raw, running.solver, running.encoding, running.plain)
    only = () if racing.only is None else (racing.only,)
    soon = None
    if not (any(in_order) or query.where()):
        from lifesearch.queries.race import Race

        soon = Race.of(query, only, running.seed or 0, racing.composite, symmetry)
    for key in ("only", "composite"):
        attached = key == "composite" and query.constraints.attached
        if racing.get(key) and soon is None and not attached:
            raise OptionError(
                f"<{key}> goes with a period or a velocity alone: leave it out, or else the box, "
                "the symmetry, conditions, <everything> and solvers"
            )
    return soon


def repeatable(running: Options) -> Options:
    """With a seed, which the query has, one worker does everything in the same order."""
    if running.seed is None:
        return running
    return running.but(seed=None, jobs=running.jobs or jobs(1))


def tell_known(motion: Motion, rule: Rule) -> None:
    """Say on standard error which patterns of this kind the catalogue has."""
    from lifesearch.catalogue.catalogue import builtin
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.life.velocity import Velocity
    from lifesearch.text import plural
    from lifesearch.ui.terminal.console import Printer

    if rule != LIFE:
        return
    kind, listed, speed = "oscillator", f"--period {motion.period}", None
    if motion.travels:
        speed = Velocity(-motion.dy, -motion.dx, motion.period)
        kind, listed = (
            "spaceship",
            f"--velocity '{speed}'" if " " in str(speed) else f"--velocity {speed}",
        )
    entries = builtin().where(kind, motion.period, speed)
    if not len(entries):
        return
    smallest = min(entries, key=lambda entry: entry.cells)
    others = f" and {len(entries) - 1:,} more" if len(entries) > 1 else ""
    Printer(stderr=True).print(
        f"known: {smallest.name} ({plural(smallest.cells, 'cell')}){others}; "
        f"lifesearch catalogue list --kind {kind} {listed}"
    )
