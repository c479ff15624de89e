"""One step of any two-state rule, in clauses without auxiliaries.

`transitions` asks for these clauses for each generation, unless Knuth's encoding is chosen; so do
strips, windows and some questions for cells of their own.

For each block of nine cells the rule says what the centre becomes. A clause "if these
cells of the block are in these states, the centre is alive in the next generation" is
true when that is so for every way to fill the other cells. The strongest clauses come
from the prime implicants of the rule's truth table, and those for "dead" from those of
its complement. Life has 330 of them, of which 190 are enough. Where some cells of a block
are known, the same is done for the function of the others: clauses are fewer and shorter.

Of a partial rule some blocks are unknown: what becomes of them is the value of a variable,
one for each group. If that is true, the blocks of the group are as good as those whose
centre is known to live: a clause for them may cover both, and has one more literal. In rules of
several states one more group is the literal "the centre is not dying": if it is false, there is
no birth (see `transitions`).

A cube is a partly filled block: 0 dead, 1 alive, 2 either. All 3^n cubes are
an array with n axes of length 3, on which primes are found axis by axis:

>>> prime_implicants(np.array([[0, 1], [1, 1]], np.bool_)).tolist()   # a or b
[[1, 2], [2, 1]]
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heapreplace
from typing import NamedTuple

import numpy as np

from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Bools, Clauses, Ints, distinct

FREE = 2
"""The third entry of an axis of cubes: the cell may be dead or alive."""
UNKNOWN, DEAD, ALIVE = 0, 1, 2
"""What is known of a cell of a block, or of the successor, before clauses are made."""
PLACES = 12
"""The places of a template's clause: nine cells of a block in reading order, the successor, a
group, and the first group."""


def prime_implicants(truth: Bools) -> Ints:
    """The largest cubes on which a function of axes of length 2 is true."""
    cubes = truth
    for axis in range(truth.ndim):
        sides = cubes.reshape(3**axis, 2, -1)
        cubes = np.concatenate([sides, sides[:, :1] & sides[:, 1:]], axis=1)
    prime = cubes.copy()
    for axis in range(truth.ndim):
        larger = cubes.reshape(3**axis, 3, -1)[:, FREE:]
        prime.reshape(3**axis, 3, -1)[:, :FREE] &= ~larger
    return np.argwhere(prime.reshape((3,) * truth.ndim)).astype(np.int32)


def cover(truth: Bools, wanted: Bools) -> Ints:
    """A small choice of prime implicants that together cover the wanted part of the function.

    Greedily: again and again the cube that covers most of what is left, and of several the first.
    What a cube would still cover never grows, so it is counted again only when it seems the best.
    """
    primes = prime_implicants(truth)
    points = np.flatnonzero(wanted)
    weights = 1 << np.arange(truth.ndim)[::-1]
    fixed, alive = (primes != FREE) @ weights, (primes == 1) @ weights
    covers = points & fixed[:, None] == alive[:, None]
    # The points of each cube as one integer: intersections and counts are single operations.
    members = [int.from_bytes(row.tobytes()) for row in np.packbits(covers, axis=1)]
    heap = [(-each.bit_count(), index) for index, each in enumerate(members)]
    heapify(heap)
    left = int.from_bytes(np.packbits(covers.any(axis=0)).tobytes())
    chosen = []
    while left:
        seemed, best = heap[0]
        gain = (members[best] & left).bit_count()
        if gain < -seemed:
            heapreplace(heap, (-gain, best))
        else:
            heappop(heap)
            chosen.append(best)
            left &= ~members[best]
    return primes[sorted(chosen)]


class Template(NamedTuple):
    """Clauses over places: the cells of a block (0 to 8), the successor (9), groups (from 10).

    A row for each clause: the places of its literals, and 1, -1 or 0 for no literal.
    """

    place: Ints
    sign: Ints


@lru_cache(maxsize=4096)  # a choice
def template(table: bytes, known: tuple[int, ...], held: frozenset[int] = frozenset()) -> Template:
    """The clauses of one block of which some places (the tenth is the successor) are known.

    `known` has UNKNOWN, DEAD or ALIVE for each of the ten places.

    An entry of the table is the next state of a block, or from 2 on the number of its group. Blocks
    of groups that are `held` give birth only if the first group's literal is true, too.
    """
    entries = np.frombuffer(table, np.uint8).reshape((2,) * 9)
    inputs = [place for place in range(9) if known[place] == UNKNOWN]
    entries = entries[tuple(slice(None) if k == UNKNOWN else k - 1 for k in known[:9])]
    groups = [entry for entry in distinct(entries).tolist() if entry > 1]
    signs, places = [np.zeros((0, PLACES), np.int32)], [np.zeros((0, PLACES), np.int32)]
    for successor, state in ((1, ALIVE), (-1, DEAD)):
        if known[9] == state:  # then all these clauses are true
            continue
        sure = entries == (successor > 0)
        for group in (0, *groups):
            # Blocks that are sure may be covered, too: a clause is true of them in any case.
            own = entries == group if group else sure
            cubes = cover(sure | own, own)
            sign = np.zeros((len(cubes), PLACES), np.int32)
            sign[:, inputs] = np.where(cubes == FREE, 0, 1 - 2 * cubes)
            sign[:, 9] = successor if known[9] == UNKNOWN else 0
            sign[:, 10] = -successor if group else 0
            sign[:, 11] = -1 if group in held and successor > 0 else 0
            signs.append(sign)
            # Groups are numbered from 2 on: the first one is at place 10.
            places.append(np.tile([*range(10), 8 + group, 10], (len(cubes), 1)))
    sign, place = np.concatenate(signs), np.concatenate(places)
    order = np.argsort(sign == 0, axis=1, kind="stable")  # literals first, in the order of places
    sign, place = np.take_along_axis(sign, order, 1), np.take_along_axis(place, order, 1)
    return Template(np.where(sign, place, 0).astype(np.int32), sign)


def implicates(
    table: bytes,
    blocks: Ints,
    successors: Ints,
    groups: Ints | None = None,
    held: frozenset[int] = frozenset(),
) -> list[Clauses]:
    """The clauses that tie each successor to its block of nine literals (reading order).

    Where the table has entries 2, 3, ..., the successor is the first, second, ... of the groups,
    which are the same for all blocks, or a row for each. Entries that are `held` need the first of
    them, too: where it is false, other clauses make the successor dead.
    """
    places = np.column_stack([blocks, successors])
    known = np.select([places == FALSE, places == TRUE], [DEAD, ALIVE], UNKNOWN)
    if groups is not None:
        of_each = groups if groups.ndim > 1 else np.tile(groups, (len(places), 1))
        places = np.column_stack([places, of_each])
    codes, which = np.unique(known @ 3 ** np.arange(10), return_inverse=True)
    batches = []
    for index in range(len(codes)):
        members = np.flatnonzero(which == index)
        place, sign = template(table, tuple(known[members[0]].tolist()), held)
        if len(place):
            # A block that contradicts its successor gives the empty clause, a row of nothing.
            width = max(1, int(np.count_nonzero(sign, axis=1).max()))
            rows = places[members][:, place[:, :width]] * sign[:, :width]
            batches.append(Clauses(rows.reshape(-1, width)))
    return batches
