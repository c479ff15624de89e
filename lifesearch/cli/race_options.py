"""Searches that find one pattern soon, wherever it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lifesearch.life.motion import Motion
    from lifesearch.life.rules.rule import Rule


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
