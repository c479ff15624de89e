"""Completions by brute force: every way to fill the first generation and the exempt cells.

Nothing here is ours but the words of the question: the board is a torus of whole tiles, and
each step of Life is `brute.step`.
"""

from itertools import product

import numpy as np

from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import closure
from lifesearch.search.completion import Completion
from tests import brute

Films = set[bytes]


def completions(question: Completion) -> Films:
    """All films, without symmetry taken off."""
    film, motion = question.film, question.motion
    width, height = question.box
    agar = question.background
    pad = 1 + max(abs(motion.dx), abs(motion.dy))
    left, top = agar.width * pad, agar.height * pad
    board_width = agar.width * (2 * pad + width)
    board_height = agar.height * (2 * pad + height)
    first = np.zeros((1, board_height, board_width), np.bool_)
    for y, x in product(range(board_height), range(board_width)):
        first[0, y, x] = (x % agar.width, y % agar.height) in agar.tile.cells
    around = [first]
    for _ in range(motion.full_period + 1):
        around.append(brute.step(around[-1]))

    def turned(g: Orientation, x: int, y: int) -> tuple[int, int]:
        u, v = g.apply(2 * x - width + 1, 2 * y - height + 1)
        return (u + width - 1) // 2, (v + height - 1) // 2

    group = closure(question.symmetry.group)
    for _ in range(4):
        turn = motion.orientation
        group = closure(group | {turn.inverse.then(g).then(turn) for g in group})
    steps = motion.period
    exempt = {(t, *turned(g, x, y)) for t, x, y in film.exempt for g in group}
    if question.returns:
        for t, x, y in list(exempt):
            if t == 0:
                u, v = turned(motion.orientation, x, y)
                exempt.add((steps, u + motion.dx, v + motion.dy))
    last = steps if question.returns else steps + 1
    chosen = sorted(e for e in exempt if 0 < e[0] < last)
    cells = [(0, x, y) for y, x in product(range(height), range(width))] + chosen
    count = 2 ** len(cells)
    bits = {cell: np.arange(count) >> i & 1 == 1 for i, cell in enumerate(cells)}

    board = np.repeat(first, count, axis=0)
    for (t, x, y), bit in bits.items():
        if t == 0:
            board[:, y + top, x + left] = bit
    life = [board]
    right = np.ones(count, np.bool_)
    for t in range(1, last):
        board = brute.step(life[-1])
        for (when, x, y), bit in bits.items():
            if when == t:
                board[:, y + top, x + left] = bit
        life.append(board)
    for t, board in enumerate(life):
        inner = np.zeros(board.shape[1:], np.bool_)
        inner[top : top + height, left : left + width] = True
        right &= ~((board != around[t]) & ~inner).any(axis=(1, 2))

    def moved(board: brute.Universe, t: int, g: Orientation, dx: int, dy: int) -> brute.Universe:
        result = np.repeat(around[t], count, axis=0)
        for y, x in product(range(height), range(width)):
            u, v = turned(g, x, y)
            result[:, v + dy + top, u + dx + left] = board[:, y + top, x + left]
        return result

    if question.returns:
        back = moved(life[0], steps, motion.orientation, motion.dx, motion.dy)
        wrong = back != brute.step(life[-1])
        for t, x, y in exempt:
            if t == steps:
                wrong[:, y + top, x + left] = False
        right &= ~wrong.any(axis=(1, 2))
        life.append(back)
    letters: dict[int, brute.Universe] = {}
    for (t, x, y), value in film.told():
        cell = life[t][:, y + top, x + left]
        if abs(value) == 1:
            right &= cell == (value > 0)
        else:
            cell = cell if value > 0 else ~cell
            right &= cell == letters.setdefault(abs(value), cell)
    for g in group:
        for board in life[:last]:
            for y, x in product(range(height), range(width)):
                u, v = turned(g, x, y)
                right &= board[:, y + top, x + left] == board[:, v + top, u + left]
    if question.returns and not question.any_period:
        assert motion.order == 1, "exact periods by brute force are for what does not turn"
        for t in range(1, steps):
            parts, rest = divmod(steps, t)
            if not rest and motion.dx % parts == motion.dy % parts == 0:
                there = np.roll(life[0], (motion.dy // parts, motion.dx // parts), (1, 2))
                right &= (life[t] != there).any(axis=(1, 2))
    if not question.with_empty:
        right &= np.any([(b != a).any((1, 2)) for b, a in zip(life[:last], around, strict=False)], 0)
    boxes = [board[right, top : top + height, left : left + width] for board in life[:last]]
    return {film.astype(np.uint8).tobytes() for film in np.stack(boxes, axis=1)}
