"""A sweep over a region: its variables one after another, and what is remembered between them.

`transfer_matrix` counts along a sweep, `listing` lists along it. After some variables are set, only
those matter that occur in a later constraint: these are remembered, each at a bit of a word, the
state. A step sets one more variable, refuses what the constraints do not allow, and forgets what is
not needed any more. Row by row from the top, the last two rows are remembered and a few cells more;
which order is best depends on the symmetries.

Cells that are equal by symmetry are one variable. The rule says what a cell is one generation
later, from the cell and its neighbours: a constraint on at most ten variables, with a table of what
is allowed. Around the box there are cells that must stay dead. A constraint can exclude a partial
pattern before all its variables are set: a projection of its table says which values of the first
few can still be completed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.counting.region import Cell, Region
from lifesearch.life.rules.rule import Rule

Scope = tuple[int, ...]
"""The variables of a constraint by their numbers, or DEAD or ALIVE: see `Model`."""
Projection = tuple[int, NDArray[np.bool_]]
"""The number of first variables that it is about, and which of their values are possible."""
DEAD, ALIVE = -1, -2
KNOWN = {DEAD, ALIVE}
"""In a scope, in place of variables: the cell is certainly dead, or certainly alive."""


@dataclass(frozen=True)
class Model:
    """The variables of a region, each a set of cells, and the scopes of its constraints.

    A scope has the nine cells of a block in reading order, and what its centre becomes.
    """

    variables: tuple[frozenset[Cell], ...]
    scopes: tuple[Scope, ...]

    @classmethod
    def of(cls, region: Region) -> Model:
        """The model of a region: a variable for each orbit of its cells."""
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
            # A cell whose images have a constraint, or whose next state is arbitrary, needs none.
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
        """The model with its variables in another order: order[i] is the old number of the i-th."""
        place = {old: new for new, old in enumerate(order)} | {DEAD: DEAD, ALIVE: ALIVE}
        scopes = tuple(tuple(place[v] for v in scope) for scope in self.scopes)
        return Model(tuple(self.variables[old] for old in order), scopes)


def _decided(region: Region, y: int) -> bool:
    """Whether the rows above and below row y are in the region: an endless one continues."""
    if not region.endless:
        return True
    return y <= region.height - 2 and not (region.folded and y < 1)


def projections(scope: Scope, rule: Rule, least: int) -> tuple[list[int], list[Projection]]:
    """The variables of a scope in order, and the projections of its table that exclude some values.

    A projection is about all variables, or about the first few; about fewer than `least` only if no
    longer one is needed. In the index of its table the first variable is the lowest bit.
    """
    names = sorted(set(scope) - KNOWN)
    ranks = tuple(v if v in KNOWN else names.index(v) for v in scope)
    return names, _projections(ranks, len(names), rule, least)


@cache
def _projections(ranks: Scope, count: int, rule: Rule, least: int) -> list[Projection]:
    """The projections for a scope whose variables are numbered from 0 to `count` - 1."""
    allowed = _allowed(ranks, count, rule)
    found: list[Projection] = []
    # Forget the last variable, then the last two, ...: what remains is possible if some value of
    # the forgotten ones is allowed.
    for known in range(count, 0, -1):
        now: NDArray[np.bool_] = np.any(allowed.reshape(-1, 1 << known), axis=0)
        if now.all() or (found and known < least):
            break
        before = now.reshape(2, -1).any(axis=0)
        # A projection that the shorter one implies need not be checked; one without any possible
        # value must be: its constraint can never be met.
        if not now.any() or not (np.concatenate([before, before]) == now).all():
            found.append((known, now))
    return found


def _allowed(ranks: Scope, count: int, rule: Rule) -> NDArray[np.bool_]:
    """The whole table of a constraint: whether the centre becomes what the scope says."""
    values = np.arange(1 << count)
    bits: dict[int, Any] = {rank: values >> rank & 1 for rank in range(count)}
    bits[DEAD], bits[ALIVE] = np.zeros_like(values), np.ones_like(values)
    blocks = np.zeros_like(values)
    for rank in ranks[:9]:
        blocks = 2 * blocks + bits[rank]
    allowed: NDArray[np.bool_] = np.frombuffer(rule.plane_table, np.uint8)[blocks] == bits[ranks[9]]
    return allowed


Array = NDArray[Any]
Run = tuple[int, int, int]
"""A shift of adjacent bits: right, mask, left."""
MOST_BITS = 63
"""Bits of a state: tables store the state plus 1 in a word of 64 bits."""
LEAST_KNOWN_STILL, LEAST_KNOWN = 9, 4
"""How many variables of a constraint must be known for its projection to be checked.

More checks mean fewer states: for still lifes, which have few anyway, that does not pay.
"""


Checks = tuple[Array, Array, Array, Array, Array]
"""The checks of all steps, as plain arrays:

int64             where the table of each begins
int64             by how much its index is greater if the variable of the step is 1
int64[checks + 1] where the runs of bits of each begin
uint64[runs, 3]   shift right, mask, shift left
uint8             all tables
"""


@dataclass(frozen=True)
class Steps:
    """The steps of a sweep as arrays, read by `kernel.transfer_matrix` and `kernel.listing`."""

    bits: Array  # uint64: the bit of the variable that is set
    kept: Array  # uint64: the bits that are remembered after the step
    weights: Array  # int64: how many cells of generation 0 the variable is
    starts: Array  # int64[steps + 1]: where the checks of each step begin
    checks: Checks

    def of(self, step: int) -> tuple[Any, Any, Any, Any, Checks]:
        """One step for the kernels: its bit, the bits kept after it, the range of its checks."""
        return (self.bits[step], self.kept[step], *self.starts[step : step + 2], self.checks)

    def allowed_values(self, step: int, before: Array) -> tuple[Array, Array]:
        """For each state before a step, whether its variable may be 0, and whether it may be 1."""
        tables, lifts, starts, moves, allowed = self.checks
        zero = one = np.ones(len(before), np.bool_)
        for check in range(self.starts[step], self.starts[step + 1]):
            index = moved(before, moves[starts[check] : starts[check + 1]])
            place = tables[check] + index.astype(np.int64)
            zero = zero & (allowed[place] != 0)
            one = one & (allowed[place + lifts[check]] != 0)
        return zero, one


class Sweep:
    """A region's variables in the order in which they are set, each with its bit of the state.

    needed    for each variable, the last step at which a constraint contains it
    slots     for each variable, the number of its bit
    """

    def __init__(self, region: Region) -> None:
        self.region = region
        self.model, self.needed = _best_order(region)
        make = _packed_slots if region.joined else partial(_slots, self.model)
        self.slots = make(self.needed)

    def __len__(self) -> int:
        return len(self.model.variables)

    @property
    def bits(self) -> int:
        return max(self.slots, default=-1) + 1

    @cached_property
    def row_ends(self) -> list[int]:
        """The number of steps after which each row is complete; for orders by rows only."""
        rows = [row_key(self.region, cells)[0] for cells in self.model.variables]
        return [i for i in range(1, len(rows) + 1) if i == len(rows) or rows[i] != rows[i - 1]]

    def row_slots(self, end: int) -> list[int]:
        """The bits of the row that is complete after `end` steps, by column and generation."""
        begin = max((i for i in self.row_ends if i < end), default=0)
        row = sorted(range(begin, end), key=lambda v: row_key(self.region, self.model.variables[v]))
        return [self.slots[v] for v in row]

    @cached_property
    def steps(self) -> Steps:
        return _Assembly(self).steps()


def row_key(region: Region, cells: frozenset[Cell]) -> Cell:
    """The sort key of a variable, row by row: from the top, or from the middle if folded."""
    lower = [(y, x, t) for x, y, t in cells if not region.folded or 2 * y >= region.height - 1]
    return min(lower)


def _ring_key(region: Region, cells: frozenset[Cell]) -> Cell:
    """The sort key of a variable, ring by ring from the outside, clockwise along each ring."""
    return min(_on_ring(region, x, y, t) for x, y, t in cells)


def _on_ring(region: Region, x: int, y: int, t: int) -> Cell:
    """The ring of a cell, from the outside; its place there, clockwise; and its generation."""
    right, down = region.width - 1 - x, region.height - 1 - y
    ring = min(x, y, right, down)
    side = region.width - 1 - 2 * ring
    # Which of its distances is the least says on which side the cell lies; at a corner, where two
    # are, both sides give the same place.
    place = {y: x - ring, right: side + y - ring, down: 2 * side + right - ring}.get(ring)
    return ring, 3 * side + down - ring if place is None else place, t


def _best_order(region: Region) -> tuple[Model, list[int]]:
    """The model in the order with the smallest state, and the last step needing each variable.

    The number of states grows with 2^bits of a state, so the order matters most.
    """
    model = Model.of(region)
    keys: list[Callable[[Region, frozenset[Cell]], Cell]] = [row_key]
    if region.diagonal:
        keys += [_ring_key, lambda _, cells: min((y, x, t) for x, y, t in cells)]
    if region.by_columns:
        keys.append(lambda _, cells: min(cells))
    tried: list[tuple[int, int, Model, list[int]]] = []
    for key in keys:
        places = [key(region, cells) for cells in model.variables]
        ordered = model.in_order(sorted(range(len(places)), key=places.__getitem__))
        needed = _needed_until(region, ordered)
        # Of orders that are equally good, the first.
        tried.append((_most_remembered(needed), len(tried), ordered, needed))
    *_, best, needed = min(tried)
    return best, needed


def _needed_until(region: Region, model: Model) -> list[int]:
    """The last step at which a constraint contains each variable.

    The last two rows of an endless region are never forgotten: the next row would need them.
    """
    last = list(range(len(model.variables)))
    for scope in model.scopes:
        for v in set(scope) - KNOWN:
            last[v] = max(last[v], *scope)
    if region.endless:
        for v, cells in enumerate(model.variables):
            if row_key(region, cells)[0] >= region.height - 2:
                last[v] = len(last)
    return last


def _most_remembered(needed: list[int]) -> int:
    """The most variables that are remembered after a step, and one more, which the next step sets.

    `needed` has the last step that needs each variable.
    """
    ends = np.bincount(np.array(needed, int), minlength=len(needed))[: len(needed)]
    return int((np.arange(1, len(needed) + 1) - np.cumsum(ends)).max(initial=0)) + 1


def _slots(model: Model, needed: list[int]) -> list[int]:
    """The bit of each variable: where there is room, neighbours in a row have adjacent bits.

    Adjacent bits are moved by one shift and mask: see `runs`.
    """
    by_phase: dict[int, list[int]] = {}
    for v, cells in enumerate(model.variables):
        by_phase.setdefault(min(t for _, _, t in cells), []).append(v)
    slots, first = [0] * len(needed), 0
    for own in by_phase.values():
        # As many bits as variables of this phase are remembered at a time, used in turn.
        bits = max(int(np.searchsorted(own, needed[v], "right")) - i for i, v in enumerate(own))
        for i, v in enumerate(own):
            slots[v] = first + i % bits
        first += bits
    return slots if first <= MOST_BITS else _packed_slots(needed)


def _packed_slots(needed: list[int]) -> list[int]:
    """The bit of each variable, as few as possible: each gets the lowest that is free."""
    slots: list[int] = []
    until: list[int] = []
    for v, end in enumerate(needed):
        slot = next((s for s, last in enumerate(until) if last < v), len(until))
        until[slot : slot + 1] = [end]
        slots.append(slot)
    return slots


class _Assembly:
    """Builds the arrays of `Steps` for a sweep; equal tables of checks are stored once.

    tables, lifts, runs, moves    see `Checks`, in this order
    known, size                   where each table begins among all, and the size of all
    """

    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self.tables: list[int] = []
        self.lifts: list[int] = []
        self.runs = [0]
        self.moves: list[Run] = []
        self.known: dict[bytes, int] = {}
        self.size = 0

    def steps(self) -> Steps:
        sweep = self.sweep
        rule, region = sweep.region.rule, sweep.region
        has_few_states = region.period == 1 and not region.joined
        least = LEAST_KNOWN_STILL if has_few_states else LEAST_KNOWN
        by_step: list[list[tuple[list[int], NDArray[np.bool_]]]] = [[] for _ in range(len(sweep))]
        for scope in sweep.model.scopes:
            names, found = projections(scope, rule, least)
            for known, table in found:
                # A check is made at the step that sets the last of its variables.
                by_step[names[known - 1]].append((names[:known], table))
        starts = [0]
        for made in by_step:
            # Longest first: a whole table excludes half of all values, a projection fewer.
            for names, table in sorted(made, key=lambda check: -len(check[0])):
                self._check([sweep.slots[v] for v in names], table)
            starts.append(len(self.tables))
        return Steps(
            np.array([1 << slot for slot in sweep.slots], np.uint64),
            np.array(self._kept(), np.uint64),
            np.array([_first_cells(cells) for cells in sweep.model.variables], np.int64),
            np.array(starts, np.int64),
            (
                np.array(self.tables, np.int64),
                np.array(self.lifts, np.int64),
                np.array(self.runs, np.int64),
                np.array(self.moves, np.uint64).reshape(-1, 3),
                np.frombuffer(b"".join(self.known), np.uint8),
            ),
        )

    def _check(self, slots: list[int], table: NDArray[np.bool_]) -> None:
        """Add a check of the variables with these bits; the last one is set by the step."""
        order = tuple(sorted(range(len(slots)), key=slots.__getitem__))
        data = _rearranged(order, table.tobytes())
        if data not in self.known:
            self.known[data] = self.size
            self.size += len(data)
        self.tables.append(self.known[data])
        # The variable of the step is the last of the names: its bit of the index is added if it is
        # 1.
        self.lifts.append(1 << order.index(len(slots) - 1))
        self.moves += runs(sorted(slots), list(range(len(slots))))
        self.runs.append(len(self.moves))

    def _kept(self) -> list[int]:
        """For each step, the bits that are remembered after it."""
        kept, word = [], 0
        ending: dict[int, list[int]] = {}
        for v, end in enumerate(self.sweep.needed):
            ending.setdefault(end, []).append(v)
        for v, slot in enumerate(self.sweep.slots):
            word |= 1 << slot
            for done in ending.get(v, ()):
                word &= ~(1 << self.sweep.slots[done])
            kept.append(word)
        return kept


def _first_cells(cells: frozenset[Cell]) -> int:
    return sum(t == 0 for _, _, t in cells)


@cache
def _rearranged(order: tuple[int, ...], table: bytes) -> bytes:
    """A table of bytes with its variables permuted: bit i of the new index is old bit order[i]."""
    index = np.arange(len(table))
    old = np.zeros_like(index)
    for new, place in enumerate(order):
        old |= (index >> new & 1) << place
    return np.frombuffer(table, np.uint8)[old].tobytes()


def runs(sources: list[int], targets: list[int]) -> list[Run]:
    """Shifts that take each bit from its source to its target: right, mask, left.

    Bits that are adjacent in both places share one:

    >>> runs([3, 4, 7], [0, 1, 5])
    [(3, 3, 0), (7, 1, 5)]
    """
    found: list[Run] = []
    for source, target in zip(sources, targets, strict=True):
        if found:
            shift, mask, left = found[-1]
            length = mask.bit_length()
            if source == shift + length and target == left + length:
                found[-1] = (shift, 2 * mask + 1, left)
                continue
        found.append((source, 1, target))
    return found


def moves_of(sources: list[int], targets: list[int]) -> Array:
    """The shifts of `runs` as an array for kernels, a line (right, mask, left) for each."""
    return np.array(runs(sources, targets), np.uint64).reshape(-1, 3)


def moved(states: Array, moves: Array) -> Array:
    """States with their bits moved as an array of `moves_of` says."""
    found = np.zeros_like(states)
    for shift, mask, to in moves:
        found |= ((states >> shift) & mask) << to
    return found
