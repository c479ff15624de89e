"""A checker of certificates of states that is written from their README alone, and tries all rows.

It is for strips of a few columns: rows are tuples of cells, and nothing is clever.
"""

import gzip
import json
from functools import cache
from itertools import product
from math import gcd
from pathlib import Path
from typing import Any, NamedTuple

from tests.proofs.strips import REVERSED

Row = tuple[int, ...]


class State(NamedTuple):
    """The last 2p rows, the number of the next one, shorter periods, live cells so far."""

    rows: tuple[Row, ...]
    place: int
    possible: frozenset[int]
    cells: int


class Naive:
    """A strip, as the second line of a certificate gives it; short names are the README's."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.width, self.p, self.k = told["width"], told["period"], told["up"]
        self.dx, self.flipped, self.mirror = told["right"], told["flipped"], told["mirror"]
        self.table = [int(bit) for bit in f"{int(told['rule'], 16):0512b}"]
        self.most, self.ahead = told["most_cells"], told["look_ahead"]
        self.g = gcd(self.p, self.k)
        self.o = [self.k * t + t // (self.p // self.g) for t in range(self.p)] + [self.p * self.k]
        half = {"none": self.width, "mirrored": (self.width + 1) // 2, "gutter": self.width // 2}
        self.bits = half[self.mirror]
        self.rows = [self.full(bits) for bits in product((0, 1), repeat=self.bits)]
        common = gcd(self.g, self.dx)
        primes = [q for q in (2, 3, 5, 7, 11) if common % q == 0]
        self.shorter = [q for q in primes if q > 2] + [1] if self.flipped else primes
        alike = all(self.table[n] == self.table[REVERSED[n]] for n in range(512))
        self.images = alike and self.mirror == "none" and not self.dx

    def full(self, half: Row) -> Row:
        """All cells of a row, of which these are free."""
        if self.mirror == "none":
            return half
        middle = (0,) * (self.width - 2 * self.bits) if self.mirror == "gutter" else ()
        odd = self.mirror == "mirrored" and self.width % 2
        return half + middle + half[::-1][1 if odd else 0 :]

    def generation(self, number: int) -> int:
        return next(t for t in range(self.p) if self.o[t] % self.p == number % self.p)

    def f(self, t: int) -> int:
        return int(self.o[t % self.p + 1] - self.o[t % self.p])

    @cache  # noqa: B019
    def becomes(self, above: Row, middle: Row, below: Row, result: Row, t: int) -> bool:
        """Whether the middle row, of generation t, becomes the row that is stored as result."""
        room = 1 + abs(self.dx)
        cells = [(0,) * (room + 1) + row + (0,) * (room + 1) for row in (above, middle, below)]
        for x in range(-room, self.width + room):
            block = [cells[y][x + room + 1 + d] for y in range(3) for d in (-1, 0, 1)]
            now = self.table[sum(cell << 8 - i for i, cell in enumerate(block))]
            place = x
            if t % self.p == self.p - 1:
                place = self.width - 1 - x if self.flipped else x - self.dx
            if now != (result[place] if 0 <= place < self.width else 0):
                return False
        return True

    def added(self, state: State, row: Row) -> State | None:
        """The state with one more row; None if that may not be added."""
        p, t = self.p, self.generation(state.place)
        known = dict(zip(range(-2 * p, 1), (*state.rows, row), strict=True))
        if not self.becomes(known[-2 * p], known[-p], row, known[self.f(t) - p], t):
            return None
        if self.f(t) <= 0 and not any(
            self.becomes(known[-p], row, below, known[self.f(t)], t) for below in self.rows
        ):
            return None
        if not self.can_go_on(known, t, 1, 0):
            return None
        cells = state.cells + (sum(row) if t == 0 and self.most is not None else 0)
        if self.most is not None and cells > self.most:
            return None
        possible = frozenset(q for q in state.possible if self.allows(q, t, known))
        return State((*state.rows[1:], row), (state.place + 1) % p, possible, cells)

    def can_go_on(self, known: dict[int, Row], t: int, b: int, after: int) -> bool:
        """Whether rows exist of generation T - b, and of those before it, as the README says."""
        p = self.p
        before = after + self.f(t - b)
        if b > self.ahead or not 1 <= before <= 2 * p:
            return True
        unknown = [a * p - before for a in range(1, b + 1) if a * p - before not in known]
        for rows in product(self.rows, repeat=len(unknown)):
            now = known | dict(zip(unknown, rows, strict=True))
            fits = all(
                self.becomes(
                    now[(a - 1) * p - before],
                    now[a * p - before],
                    now[(a + 1) * p - before],
                    now[a * p - after],
                    (t - b) % p,
                )
                for a in range(b)
                if (a - 1) * p - before in now
            )
            if fits and self.can_go_on(now, t, b + 1, before):
                return True
        return False

    def allows(self, q: int, t: int, known: dict[int, Row]) -> bool:
        """Whether the last row allows the period that is shorter by q (1: no mirror image)."""
        if q == 1:
            return known[0] == known[0][::-1]
        if t < self.p // q:
            return True
        other, dx = known[-(self.g // q)], self.dx // q
        moved = [other[x - dx] if 0 <= x - dx < self.width else 0 for x in range(self.width)]
        if any(cell and not 0 <= x + dx < self.width for x, cell in enumerate(other)):
            return False
        return known[0] == tuple(moved[::-1] if self.flipped else moved)

    def start(self, place: int = 0) -> State:
        return State(((0,) * self.width,) * (2 * self.p), place, frozenset(self.shorter), 0)


def states_of(path: Path) -> tuple[Naive, list[State]]:
    """All states that a file lists."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    magic, line, body = data.split(b"\n", 2)
    assert magic == b"lifesearch states 1"
    told = json.loads(line)
    strip, count, size = Naive(told), told["states"], told["bytes"]
    numbers = [int.from_bytes(body[i : i + size], "little") for i in range(0, len(body), size)]
    last, children = numbers[:count], numbers[count:]
    states = [strip.start()]
    child = 1
    for node in range(count):
        for number in range(child, child + children[node]):
            half = tuple(last[number] >> x & 1 for x in range(strip.bits))
            before, row = states[node], strip.full(half)
            t = strip.generation(before.place)
            known = dict(zip(range(-2 * strip.p, 1), (*before.rows, row), strict=True))
            possible = frozenset(q for q in before.possible if strip.allows(q, t, known))
            cells = before.cells + (sum(row) if t == 0 and strip.most is not None else 0)
            place = (before.place + 1) % strip.p
            states.append(State((*before.rows[1:], row), place, possible, cells))
        child += children[node]
    return strip, states


def checks(path: Path) -> bool:
    """Whether the list of a file is closed, and has no end."""
    strip, states = states_of(path)
    image = {
        state._replace(rows=tuple(row[::-1] for row in state.rows))
        for state in states
        if strip.images
    }
    listed = set(states) | image
    starts = range(strip.p) if strip.dx or strip.most is not None else [0]
    alike = strip.g == 1 and not (strip.flipped or strip.dx or strip.most is not None)
    listed = {state._replace(place=0) for state in listed} if alike else listed
    if not all(strip.start(place) in listed for place in starts):
        return False
    for state in listed:
        for row in strip.rows:
            new = strip.added(state, row)
            if new is None:
                continue
            if not any(map(any, new.rows)):
                if any(map(any, state.rows)) and not new.possible:
                    return False
            elif (new._replace(place=0) if alike else new) not in listed:
                return False
    return True
