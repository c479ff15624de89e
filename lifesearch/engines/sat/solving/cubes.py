"""Cubes: solutions in which the first of some cells, in a fixed order, are dead (0) or alive (1).

`enumerate` walks through cubes; `running.portfolio` saves the finished ones.

A hard box that is searched in one piece must be searched again from its beginning if it was
stopped. So in a search with a session, one solver goes through cubes of the box, with all that it
has learned, and each cube that is done is reported. A cube that takes too long is cut, by several
cells at once:

    ""                   not done in time
    00000000             done
    00000001             not done in time
    0000000100000000     done

The cubes after it are then cut at once, to about as many bits as the last ones, and to fewer bits
when cubes are done soon. That need not cost time: a 2c/5 ship in 13x16 took 17.8 s uncut, and cut
13.0 s, with the first cube done after 2.3 s.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from time import process_time

LEAST_SECONDS, MOST_SECONDS = 0.2, 300.0
SHARE = 20
"""A cube may take 1/SHARE of the time so far, within these bounds, before it is cut.

So a stop loses a small share of the work. These numbers are choices.
"""
STEP = 8
"""The number of further cells that are fixed when a cube is cut: a choice."""
SOON = 4
"""After cubes done in 1/SOON of their time, the next ones are cut less.

With smaller cubes less is lost when a search is stopped, but more cubes are begun.
"""


def cubes(depth: int) -> list[str]:
    """All ways to fill this number of cells: '00', '01', '10', '11' for two."""
    return [format(i, f"0{depth}b") for i in range(2**depth)] if depth else [""]


def open_cubes(cube: str, done: Collection[str]) -> list[str]:
    """The largest cubes of a cube that have nothing in common with those that are done.

    >>> open_cubes("", ["0", "110"]), open_cubes("0", ["01"]), open_cubes("1", ["1"])
    (['10', '111'], ['00'], [])
    """
    if any(cube.startswith(each) for each in done):
        return []
    # A loop, not recursion: cubes of large boxes are deeper than Python's stack.
    found, left = [], [(cube, done)]
    while left:
        bits, near = left.pop()
        inside = [each for each in near if each.startswith(bits)]
        if not inside:
            found.append(bits)
        elif bits not in inside:
            left += [(f"{bits}1", inside), (f"{bits}0", inside)]
    return found


@dataclass(frozen=True)
class Cube:
    """The cube with these bits: of the `variables`, in order, the first are decided."""

    variables: Sequence[int] = ()
    bits: str = ""

    @property
    def clauses(self) -> list[list[int]]:
        """Each cell of the cube as a clause.

        If there are fewer cells than bits, the bits beyond are zeros in one cube only, and all
        other cubes are empty: two clauses say so that contradict each other, since not every
        checker of proofs reads an empty clause. Without any cell there is only the empty clause.
        """
        if "1" in self.bits[len(self.variables) :]:
            return [[v] for first in self.variables[:1] for v in (first, -first)] or [[]]
        return [[literal] for literal in self.literals(self.bits)]

    def literals(self, bits: str) -> list[int]:
        """The literals of a cube with these bits; bits beyond the last cell have none."""
        return [v if bit == "1" else -v for v, bit in zip(self.variables, bits, strict=False)]


@dataclass
class Walk:
    """Walks through the open cubes of a cube, and cuts those that take long, if `done` is not None.

    `done` are the cubes that an earlier run has done; None if nothing is saved. A cube with fewer
    than `size` bits is cut at once.
    """

    cube: Cube
    done: Iterable[str] | None
    clock: Callable[[], float] = process_time
    open: list[str] = field(init=False)
    size: int = 0

    def __post_init__(self) -> None:
        done = list(self.done or ())
        self.open = open_cubes(self.cube.bits, done)[::-1]
        # Cut as finely as the cube that was done last before the search was stopped.
        self.size = len(done[-1]) if done else 0
        self.start = self.began = self.clock()

    def take(self) -> str | None:
        """The next cube to search; None if all are done."""
        while self.open:
            bits = self.open.pop()
            if len(bits) >= self.size or not self._can_cut(bits):
                self.began = self.clock()
                return bits
            self._cut(bits)
        return None

    @property
    def cuts(self) -> bool:
        """Whether cubes that take long are cut."""
        return self.done is not None

    def _can_cut(self, bits: str) -> bool:
        return self.cuts and len(bits) < len(self.cube.variables)

    def _cut(self, bits: str) -> None:
        self.open += [f"{bits}1", f"{bits}0"]

    @property
    def _time(self) -> float:
        return max(LEAST_SECONDS, min((self.clock() - self.start) / SHARE, MOST_SECONDS))

    def cut_if_long(self, bits: str) -> bool:
        """Cut a cube that has used up its time."""
        if not self._can_cut(bits) or self.clock() - self.began < self._time:
            return False
        self.size = len(bits) + STEP
        self._cut(bits)
        return True

    def close(self, bits: str) -> None:
        """Record that a cube is done; if that took little time, the next ones are cut less."""
        if self.clock() - self.began < self._time / SOON:
            self.size = min(self.size, len(bits) - 1)
