"""Pictures of a predecessor and of the pattern that it becomes.

The predecessor is shown for a while, and the last generation for longer. Cells that are wrong in
the last generation have two colours: one for live cells that should be dead, one for dead cells
that should live.
"""

from __future__ import annotations

from lifesearch.core.answer import Answer
from lifesearch.life.pattern import Box, Pattern
from lifesearch.show.pictures.svg import Panel, PanelStrip, Picture, usual_scale
from lifesearch.show.terminal.grids import around

COLOURS = ("#214452", "#d1495b", "#f2c4c4")
"""Of live cells, wrong live cells, and dead cells that should live."""
LIVE, WRONG, MISSING = range(3)
BEFORE, AFTER = 6, 15
"""How long the first and the last generation are shown, in multiples of the time of another one.

A choice: 1.2 and 3 seconds.
"""


def becoming(answer: Answer, *, moving: bool) -> Picture:
    """A predecessor and all generations up to the last one; unless `moving`, side by side."""
    history = answer.history()
    wrong = answer.wrong_cells or Pattern.of(())
    # Cells that should live may be far from all that do.
    extent = around(history[0].box, [*history, wrong]).grown(1)
    box = Box(0, 0, *answer.torus) if answer.torus else extent
    inks = [dict.fromkeys(each.cells, LIVE) for each in history]
    for cell in wrong.cells:
        inks[-1][cell] = WRONG if cell in inks[-1] else MISSING
    times = [BEFORE, *(1 for _ in inks[1:-1]), AFTER]
    panels = [Panel(box, cells, time) for cells, time in zip(inks, times, strict=True)]
    columns, rows = PanelStrip(box.width, box.height, 1 if moving else len(panels)).size
    return Picture(answer.role, panels, COLOURS, moving, usual_scale(columns, rows))
