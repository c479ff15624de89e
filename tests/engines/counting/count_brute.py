"""Count patterns by trying all: shares no code with what counts them in the package."""

import numpy as np

from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Group
from tests.brute import all_states, outside, step_by

Cells = frozenset[tuple[int, int]]


def cycles(width: int, height: int, period: int, rule: Rule) -> list[list[Cells]]:
    """All patterns in a box, none of them empty, that are back after exactly so many generations.

    Each comes with all its generations.
    """
    first = all_states(np.ones((height, width), np.bool_), 2)
    kept = [first]
    for t in range(1, period + 1):
        now = step_by(rule.table, kept[-1])
        right = (now == kept[0]).all(axis=(1, 2)) if t == period else ~outside(now, 2)
        if t < period and period % t == 0:
            right &= (now != kept[0]).any(axis=(1, 2))
        kept = [each[right] for each in (*kept, now)]
    return [
        [
            frozenset((int(x) - 2, int(y) - 2) for y, x in np.argwhere(kept[t][i]))
            for t in range(period)
        ]
        for i in range(len(kept[0]))
        if kept[0][i].any()
    ]


def has_symmetry(cells: Cells, width: int, height: int, group: Group) -> bool:
    for g in group:
        w, h = (height, width) if g.apply(1, 0)[0] == 0 else (width, height)
        doubled = {g.apply(2 * x - width + 1, 2 * y - height + 1) for x, y in cells}
        if {((u + w - 1) // 2, (v + h - 1) // 2) for u, v in doubled} != cells:
            return False
    return True


def first_form(life: list[Cells], rule: Rule) -> tuple[tuple[int, int], ...]:
    """The same for all patterns that differ by place, orientation and phase only."""
    forms = []
    for cells in life:
        for g in Orientation:
            if g in rule.symmetries:
                turned = {g.apply(x, y) for x, y in cells}
                left, top = min(x for x, _ in turned), min(y for _, y in turned)
                forms.append(tuple(sorted((x - left, y - top) for x, y in turned)))
    return min(forms)
