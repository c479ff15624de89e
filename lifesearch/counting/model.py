"""The cells of a region as variables, and what the rule asks of them.

Cells that are equal by symmetry are one variable. Of a cell and its neighbourhood the rule says
what it is one generation later: a constraint on at most ten variables, with a table of what is
allowed. Around the box there are cells that must stay dead. A constraint says something before
all its variables are known: the projection of its table says which values of the first few can
still be completed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.counting.region import Cell, Region
from lifesearch.life.rules.rule import Rule

Scope = tuple[int, ...]
Projection = tuple[int, NDArray[np.bool_]]
DEAD, ALIVE = -1, -2
KNOWN = {DEAD, ALIVE}


@dataclass(frozen=True)
class Model:
    """The variables of a region, each a set of cells, and the scopes of its constraints.

    A scope has the nine cells of a block in reading order, and what its centre becomes.
    """

    variables: tuple[frozenset[Cell], ...]
    scopes: tuple[Scope, ...]

    @classmethod
    def of(cls, region: Region) -> Model:
        number: dict[Cell, int] = {}
        variables: list[frozenset[Cell]] = []
        for cell in region.cells(0):
            if cell not in number:
                variables.append(region.orbit(cell))
                number.update(dict.fromkeys(variables[-1], len(variables) - 1))
        scopes: dict[Scope, None] = {}
        done: set[Cell] = set()
        for cell in region.cells(1):
            after = region.becomes(cell)
            if cell in done or after is None or not _decided(region, cell[1]):
                continue
            done |= region.orbit(cell)
            x, y, t = cell
            near = ((x + dx, y + dy, t) for dy in (-1, 0, 1) for dx in (-1, 0, 1))
            block = [number.get(region.at(each), DEAD) for each in near]
            centre = (DEAD, ALIVE)[after] if isinstance(after, bool) else number.get(after, DEAD)
            scopes[*block, centre] = None
        return cls(tuple(variables), tuple(scopes))

    def in_order(self, order: list[int]) -> Model:
        place = {old: new for new, old in enumerate(order)} | {DEAD: DEAD, ALIVE: ALIVE}
        scopes = tuple(tuple(place[v] for v in scope) for scope in self.scopes)
        return Model(tuple(self.variables[old] for old in order), scopes)


def _decided(region: Region, y: int) -> bool:
    """Whether all rows around this one are known; an endless region has others beyond."""
    if not region.endless:
        return True
    return y <= region.height - 2 and not (region.folded and y < 1)


def projections(scope: Scope, rule: Rule, least: int) -> tuple[list[int], list[Projection]]:
    """The variables of a scope in order, and projections that say something.

    Each is to the first variables, all of them or at least `least`. In the index of its
    table the first variable is the lowest bit.
    """
    names = sorted(set(scope) - KNOWN)
    ranks = tuple(v if v in KNOWN else names.index(v) for v in scope)
    return names, _projections(ranks, len(names), rule, least)


@cache
def _projections(ranks: Scope, count: int, rule: Rule, least: int) -> list[Projection]:
    allowed = _allowed(ranks, count, rule)
    found: list[Projection] = []
    for known in range(count, 0, -1):
        now: NDArray[np.bool_] = np.any(allowed.reshape(-1, 1 << known), axis=0)
        if now.all() or (found and known < least):
            break
        before = now.reshape(2, -1).any(axis=0)
        if not now.any() or not (np.concatenate([before, before]) == now).all():
            found.append((known, now))
    return found


def _allowed(ranks: Scope, count: int, rule: Rule) -> NDArray[np.bool_]:
    values = np.arange(1 << count)
    bits: dict[int, Any] = {rank: values >> rank & 1 for rank in range(count)}
    bits[DEAD], bits[ALIVE] = np.zeros_like(values), np.ones_like(values)
    blocks = np.zeros_like(values)
    for rank in ranks[:9]:
        blocks = 2 * blocks + bits[rank]
    allowed: NDArray[np.bool_] = np.frombuffer(rule.plane_table, np.uint8)[blocks] == bits[ranks[9]]
    return allowed
