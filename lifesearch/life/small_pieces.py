"""The pieces of a small pattern, found out with integers in place of sets of cells.

What a piece is, `identify` says. Here a generation of a part is one integer (see
`simulate.bitboard`), in a frame that no part can leave within a period.

>>> from lifesearch.life.rules.rule import LIFE
>>> small_pieces(Pattern.parse("O.O\\nO.O\\nO.O"), LIFE, 2) is None
False
"""

from __future__ import annotations

from collections.abc import Iterable

from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.bitboard import step_function

LARGEST_FRAME = 4096
"""Cells: a few dozen operations on so many take no longer than the call of a function."""

Life = list[int]


def fits_in_a_frame(pattern: Pattern, period: int) -> bool:
    """Whether a pattern is small enough, and its period short."""
    _, _, width, height = pattern.box
    return (width + 2 * period + 2) * (height + 2 * period + 2) <= LARGEST_FRAME


def small_pieces(pattern: Pattern, rule: Rule, period: int) -> list[Pattern] | None:
    """The parts of a periodic pattern that evolve as if they were alone; the rule is plain.

    None if it may matter which parts are joined first.
    """
    x, y, width, _ = pattern.box
    margin = period + 1
    stride, corner = width + 2 * margin, (x - margin, y - margin)
    whole = sum([1 << (v - corner[1]) * stride + u - corner[0] for u, v in pattern.cells])
    parts = _islands(whole, stride)
    if len(parts) == 1:
        return [pattern]
    following = step_function(rule)

    def life(bits: int) -> Life:
        lives = [bits]
        for _ in range(period):
            lives.append(following(lives[-1], stride))
        return lives

    every, lives = life(whole), [life(part) for part in parts]
    while meetings := _meetings(lives, every, stride):
        first, *others = meetings
        if others:
            return None
        joined = sum(lives[i][0] for i in first)
        lives = [life for i, life in enumerate(lives) if i not in first] + [life(joined)]
    return [pattern] if len(lives) == 1 else [_pattern(one[0], stride, corner) for one in lives]


def _islands(bits: int, stride: int) -> list[int]:
    """The sets of live cells that hang together, diagonals included."""
    found = []
    while bits:
        island, grown = 0, bits & -bits
        while grown != island:
            island = grown
            near = island | island << 1 | island >> 1
            grown = (near | near << stride | near >> stride) & bits
        bits ^= island
        found.append(island)
    return found


def _meetings(lives: list[Life], whole: Life, stride: int) -> set[tuple[int, ...]]:
    """Which parts need each other, in the first generation that tells; none if all can be alone."""
    for t in range(1, len(whole)):
        apart = several = 0
        for life in lives:
            several |= apart & life[t]
            apart |= life[t]
        disputed = several | apart ^ whole[t]
        if disputed and (found := _at(disputed, [life[t - 1] for life in lives], stride)):
            return found
    # A spark may be left alone until it dies, but what makes the next one is its parent.
    moved = (whole[-1] & -whole[-1]).bit_length() - (whole[0] & -whole[0]).bit_length()
    back = [life[-1] >> moved if moved >= 0 else life[-1] << -moved for life in lives]
    return _several(
        tuple(i for i, life in enumerate(lives) if i == own or spark & life[0])
        for own, spark in enumerate(back)
    )


def _at(disputed: int, parts: list[int], stride: int) -> set[tuple[int, ...]]:
    """Which parts have to do with what becomes of disputed cells."""
    block, arounds = 0b111 | 0b111 << stride | 0b111 << 2 * stride, []
    while disputed:
        lowest = disputed & -disputed
        arounds.append(block << lowest.bit_length() - 2 - stride)
        disputed ^= lowest
    return _several(tuple(i for i, part in enumerate(parts) if part & around) for around in arounds)


def _several(groups: Iterable[tuple[int, ...]]) -> set[tuple[int, ...]]:
    return {group for group in groups if len(group) > 1}


def _pattern(bits: int, stride: int, corner: Cell) -> Pattern:
    cells = []
    while bits:
        lowest = bits & -bits
        v, u = divmod(lowest.bit_length() - 1, stride)
        cells.append((u + corner[0], v + corner[1]))
        bits ^= lowest
    return Pattern.of(cells)
