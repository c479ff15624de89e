"""Whole answer sets by brute force: every state of a small box, or every one of a few rules.

Nothing of the encoders is used, only the words of a question: sizes, cells, tables, matrices.
A universe is an array (states, rows, columns) of all states at once; see `brute`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import product

import numpy as np

from lifesearch.life.identify import pieces
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests import brute
from tests.brute_boards import (
    Board,
    Cells,
    Life,
    keeps,
    order_of,
    plane_tables,
    turned,
    unnoticed,
    within,
)


def recurrent(query: Periodic, size: tuple[int, int], rule: Rule) -> set[Life]:
    """All lives in a box of this size: the generations of the full period asked for."""
    motion, width, height = query.motion, *size
    full = motion.period * order_of(motion.orientation)
    reach = full // motion.period * max(abs(motion.dx), abs(motion.dy))
    # Edges are wrapped around: two dead cells more than the pattern moves keep them apart.
    board = Board(size, 0 if query.torus else reach + 2, query.torus)
    box = frozenset(product(range(width), range(height)))
    allowed = box if query.mask is None else query.mask.cells
    now = board.first
    for g in query.symmetry.group:
        now = now[(board.image(now, g) == now).all(axis=(1, 2))]
    now = now[~board.outside(now, allowed)]
    history, tables = [now], (rule.table,) if query.torus else plane_tables(rule)
    for t in range(motion.period):
        stay = ~board.outside(history[-1], allowed)
        history = [states[stay] for states in history]
        history.append(brute.step_by(tables[t % len(tables)], history[-1]))
    back = board.image(history[0], motion.orientation, motion.dx, motion.dy)
    right = (history[-1] == back).all(axis=(1, 2))
    history = [states[right] for states in history]
    for t in range(motion.period, full):
        history.append(brute.step_by(tables[t % len(tables)], history[-1]))
    right = history[0].any(axis=(1, 2)) | query.with_empty
    right &= within(query.constraints.bounds, history)
    if query.constraints.keep is not None:
        right &= board.fits(history[0], query.constraints.keep, box.__contains__)
        right &= board.fits(history[-1], query.constraints.keep, box.__contains__)
    return {
        tuple(board.cells(states[i]) for states in history[:-1])
        for i in np.flatnonzero(right)
        if _exact(query, [board.cells(states[i]) for states in history], len(tables))
    }


def true_period(life: Sequence[Cells], *, moves: bool, turns: int = 1) -> int:
    """After how many generations the first one is back, perhaps elsewhere."""
    shapes = [normal(cells) if moves else cells for cells in life[::turns]]
    return turns * shapes.index(shapes[0], 1)


def _exact(query: Periodic, life: Sequence[Cells], turns: int) -> bool:
    """Whether the period is the one asked for; with a transform, a multiple of it.

    A pattern that is back without being turned in the period asked for does not count.
    """
    if query.any_period:
        return True
    asked = query.motion.period
    period = true_period(life, moves=not query.torus, turns=turns)
    turned = order_of(query.motion.orientation) > 1
    return period > asked and period % asked == 0 if turned else period == asked


def wanted(query: Periodic, life: Life, rule: Rule) -> bool:
    """Whether a life is in one piece, if that is asked, and has no excluded one."""
    constraints = query.constraints
    if not (constraints.connected or constraints.excluded):
        return True
    parts = pieces(Pattern(frozenset(life[0])), rule, len(life))
    if constraints.connected and len(parts) != 1:
        return False
    found = {plane_class(lived(part, len(life), rule), rule) for part in parts}
    known = set()
    for piece in constraints.excluded:
        ways = lived(piece, len(life) + 1, rule)
        if normal(ways[0]) in map(normal, ways[1:]):  # what is not back is no piece of anything
            known.add(plane_class(ways, rule))
    return not found & known


def lived(pattern: Pattern, count: int, rule: Rule, torus: tuple[int, int] | None = None) -> Life:
    """The generations 0 to count - 1 of one pattern, cell by cell."""
    now, life, tables = set(pattern.cells), [], (rule.table,) if torus else plane_tables(rule)
    around = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]

    def at(x: int, y: int) -> Cell:
        return (x % torus[0], y % torus[1]) if torus else (x, y)

    for t in range(count):
        life.append(tuple(sorted(now)))
        near = {at(x + dx, y + dy) for x, y in now for dx, dy in around}
        if torus and rule.table[0]:
            near = set(product(range(torus[0]), range(torus[1])))
        blocks = {
            (x, y): sum((at(x + dx, y + dy) in now) << (8 - i) for i, (dx, dy) in enumerate(around))
            for x, y in near
        }
        table = tables[t % len(tables)]
        now = {cell for cell, block in blocks.items() if table[block]}
    return tuple(life)


def normal(cells: Cells) -> Cells:
    """Moved to the origin."""
    left, top = min((x for x, _ in cells), default=0), min((y for _, y in cells), default=0)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def plane_class(life: Life, rule: Rule) -> Hashable:
    """The same for lives that differ by place, turn and phase alone."""
    turns = [g.value for g in unnoticed(rule)]
    return min(
        normal(tuple((a * x + b * y, c * x + d * y) for x, y in cells))
        for cells in life[:: len(plane_tables(rule))]
        for a, b, c, d in turns
    )


def torus_class(life: Life, rule: Rule, size: tuple[int, int]) -> Hashable:
    """The same on a torus, which a quarter turn keeps only if it is square."""
    width, height = size
    return min(
        tuple(sorted(((u + dx) % width, (v + dy) % height) for u, v in image))
        for g in unnoticed(rule)
        if keeps(g, size)
        for image in ([turned(g, size, cell) for cell in cells] for cells in life)
        for dx in range(width)
        for dy in range(height)
    )


def whole_class(life: Life, rule: Rule, size: tuple[int, int] | None) -> Hashable:
    """The same for lives that differ by place, turn and phase, generation by generation.

    Of the generations given the first half are compared, from each on.
    """
    full = len(life) // 2
    images = []
    for g, t in product(unnoticed(rule), range(full)):
        phases = life[t : t + full]
        if size is None:
            a, b, c, d = g.value
            moved = [[(a * x + b * y, c * x + d * y) for x, y in cells] for cells in phases]
            left, top = (min((cell[i] for cell in moved[0]), default=0) for i in (0, 1))
            images.append(
                tuple(tuple(sorted((x - left, y - top) for x, y in cells)) for cells in moved)
            )
        elif keeps(g, size):
            moved = [[turned(g, size, cell) for cell in cells] for cells in phases]
            images += [
                tuple(
                    tuple(sorted(((x + dx) % size[0], (y + dy) % size[1]) for x, y in cells))
                    for cells in moved
                )
                for dx in range(size[0])
                for dy in range(size[1])
            ]
    return min(images)


def sizes(query: Periodic) -> Iterator[tuple[int, int]]:
    """The box, or all up to the largest area that suit the symmetry."""
    if query.box is not None:
        yield query.box
        return
    most = query.max_area or 0
    for width, height in product(range(1, most + 1), repeat=2):
        turn = query.motion.orientation
        fits = not query.symmetry.lacks(width, height) and keeps(turn, (width, height))
        if width * height <= most and fits:
            yield width, height


def ancestors(query: Predecessor) -> set[Cells]:
    """All first generations that become the target."""
    ago, size = query.generations, query.box
    board = Board(size, ago + 1)
    box = frozenset(product(range(size[0]), range(size[1])))
    history, tables = [board.first], plane_tables(query.rule)
    for t in range(ago):
        # With free surroundings, only generation 0 is that of the box.
        if not (t and query.surrounded):
            stay = ~board.outside(history[-1], box)
            history = [states[stay] for states in history]
        history.append(brute.step_by(tables[t % len(tables)], history[-1]))
    told, region, pad = query.target, query.target.region, board.pad
    inner = frozenset(
        product(range(region.x, region.right + 1), range(region.y, region.bottom + 1))
    )
    everywhere = frozenset(product(range(-pad, size[0] + pad), range(-pad, size[1] + pad)))
    seen = inner if query.surrounded else everywhere
    right = np.ones(len(history[0]), np.bool_)
    for cell in seen - told.dont_care.cells:
        right &= board.cell(history[-1], *cell) == (cell in told.alive.cells)
    right &= within(query.constraints.bounds, history)
    if query.constraints.keep is not None:
        right &= board.fits(history[0], query.constraints.keep, box.__contains__)
        right &= board.fits(history[-1], query.constraints.keep, seen.__contains__)
    return {board.cells(state) for state in history[0][right]}


def ancestor_class(query: Predecessor, cells: Cells) -> Hashable:
    """The same for what the symmetry of target, rule and box turns into one another."""
    told, size = query.target, query.box

    def same(g: Orientation) -> bool:
        return keeps(g, size) and all(
            {turned(g, size, cell) for cell in part.cells} == part.cells
            for part in (told.alive, told.dont_care)
        )

    turns = [g for g in unnoticed(query.rule) if same(g)]
    if query.constraints.keep is not None:
        turns = [Orientation.IDENTITY]
    return min(tuple(sorted(turned(g, size, cell) for cell in cells)) for g in turns)
