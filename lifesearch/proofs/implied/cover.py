"""Cubes: every suspect meets the assumptions of one of them.

A part may assume that some cells live and others are dead. If some suspect met the assumptions of
no part, nothing would be known of it.
"""

from __future__ import annotations

from collections.abc import Iterable

Cube = frozenset[int]


def covers(cubes: Iterable[Cube]) -> bool:
    """Whether whatever the cells are, one of the cubes has them so.

    >>> covers([frozenset({2, 3}), frozenset({2, -3}), frozenset({-2})])
    True
    >>> covers([frozenset({2, 3}), frozenset({-2})])
    False
    """
    possible = [cube for cube in cubes if not any(-literal in cube for literal in cube)]
    if not possible:
        return False
    split = next((literal for cube in possible for literal in sorted(cube)), 0)
    if frozenset() in possible:
        return True
    return all(
        covers(cube - {literal} for cube in possible if -literal not in cube)
        for literal in (split, -split)
    )
