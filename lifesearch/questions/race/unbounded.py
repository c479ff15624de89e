"""Which questions for patterns of any size become races, or questions about symmetric boxes.

`running.choose` calls `anywhere` and, if that is no race but a strip's symmetry was asked for,
`symmetric_boxes`.
"""

from __future__ import annotations

from dataclasses import replace

from lifesearch.core.question import PatternQuery
from lifesearch.engines.compiled import unavailable
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.options import RunOptions
from lifesearch.running.request import Preferences


def anywhere(query: Periodic, options: RunOptions, preferred: Preferences) -> PatternQuery | None:
    """The question as a race; None if its conditions or options need growing boxes."""
    chosen = replace(options.fixed, seed=None) or options.engine or options.proving
    if chosen or options.count is None:
        return None
    motion = query.motion
    if preferred.symmetry and (unavailable() or motion.dx):
        return None
    pieces = query.constraints.on_pieces
    bare = Periodic(motion, rule=query.rule, constraints=pieces)
    stays = not motion.travels and motion.period == 1
    if query != bare or stays or motion.orientation is not Orientation.IDENTITY:
        return None
    from lifesearch.questions.race.question import Race

    seed = options.fixed.seed or 0
    return Race(
        motion,
        query.rule,
        pieces,
        preferred.only,
        seed,
        preferred.composite,
        preferred.symmetry,
    )


def symmetric_boxes(query: Periodic, symmetry: str) -> Periodic:
    """The question in boxes; the name of the symmetry is translated from that of strips."""
    from lifesearch.questions.strips.names import in_box

    motion, name = in_box(query.motion, symmetry)
    return replace(query, motion=motion, symmetry=Symmetry.parse(name))
