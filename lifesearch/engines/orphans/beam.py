"""Beam search for orphans: words with small sets, from the left and from the right.

`questions.orphans` calls `orphan`.

A word from the left and one from the right are an orphan together if their sets have no pair in
common: then no predecessor of one goes on as one of the other. A small set shares fewer pairs, so
of all words of a length those with the smallest sets are kept and made longer. Their sets have a
limited number of pairs in total, since the work grows with that number. Words begin with a column
that is not dead, and an orphan has live cells at all four sides: the box around these is what is
proved.

From the right the same is done in the mirrored rule, which often is the rule itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.orphans.kernel import apart, extend, tabulate

Bytes: TypeAlias = "NDArray[np.uint8]"
Members: TypeAlias = "NDArray[np.int32]"
NOISE = 0.02
"""How much scores differ by lot, so that another seed keeps other words; seed 0 has no noise.

With more, the words that are kept have larger sets.
"""
MARKED = 1 << 27
"""Bytes of the sets that are marked together: 512 sets of 7 rows, about as large as their table.

Under rules with many small sets, all marks together would take gigabytes.
"""


class Word(NamedTuple):
    """Columns from one side, and the `members` of its set: pairs in which predecessors can end."""

    columns: tuple[int, ...]
    members: Members


class Beam:
    """Words of one length, with the smallest sets that were found: at most `kept` pairs in total.

    follow           the rule: see `kernel`
    marked, sizes    what `extend` writes: for each next column its set, as marks, and its size
    """

    def __init__(self, height: int, follow: Bytes, kept: int, seed: int) -> None:
        self.height, self.follow, self.kept = height, follow, kept
        self.random, self.noise = np.random.default_rng(seed), NOISE if seed else 0
        pairs = np.arange(1 << 2 * (height + 2), dtype=np.int32)
        self.words = [Word((), pairs)]
        self.marked = np.zeros((1 << height, len(pairs)), np.uint8)
        self.sizes = np.zeros(1 << height, np.int64)

    def lengthen(self) -> Iterator[int]:
        """Make all words longer by a column, and keep the best; yield after each word."""
        best: list[tuple[float, Word]] = []
        limit, total, seen = np.inf, 0, set[bytes]()
        for word in self.words:
            extend(self.height + 2, self.follow, word.members, self.marked, self.sizes)
            scores = self.sizes * (1 + self.noise * self.random.random(len(self.sizes)))
            for column in np.argsort(scores).tolist():
                if scores[column] >= limit:
                    break
                if not (column or word.columns):
                    continue  # a dead column at the side
                members = np.flatnonzero(self.marked[column]).astype(np.int32)
                key = members.tobytes()
                if key not in seen:
                    seen.add(key)
                    best.append((float(scores[column]), Word((*word.columns, column), members)))
                    total += len(members)
            # Not after every word: sorting takes time. Larger scores cannot be kept any more.
            if total > 2 * self.kept:
                best, total = self._best(best)
                limit = best[-1][0]
            yield 1
        self.words = [word for _, word in self._best(best)[0]]

    def _best(self, words: list[tuple[float, Word]]) -> tuple[list[tuple[float, Word]], int]:
        """The words with the smallest sets, as many as may be kept, and the sum of their sizes.

        One is kept in any case, even if its set alone has too many pairs.
        """
        words.sort(key=lambda item: item[0])
        sums = np.cumsum([len(word.members) for _, word in words])
        some = max(1, int(np.searchsorted(sums, self.kept, side="right")))
        return words[:some], int(sums[some - 1]) if words else 0


def meeting(words: Sequence[Word], others: Sequence[Word], height: int) -> tuple[int, ...] | None:
    """The columns of an orphan: a word, and one of others from the right, without a common pair.

    It has live cells at all four sides; None if there is no such one.
    """
    at_once = max(1, MARKED >> 2 * (height + 2))
    for start in range(0, len(others), at_once):
        some = others[start : start + at_once]
        marks = marks_of(some, height)
        for word in words:
            first = 0
            while (step := apart(height + 2, word.members, marks[first:])) >= 0:
                columns = (*word.columns, *reversed(some[first + step].columns))
                if fills(columns, height):
                    return columns
                first += step + 1
    return None


def marks_of(words: Sequence[Word], height: int) -> Bytes:
    """The sets of words, a line for each: 1 for each pair that is in the set."""
    marks = np.zeros((len(words), 1 << 2 * (height + 2)), np.uint8)
    for row, word in zip(marks, words, strict=True):
        row[word.members] = 1
    return marks


def fills(columns: Sequence[int], height: int) -> bool:
    """Whether live cells are at all four sides.

    Otherwise the box around the live cells is smaller, and perhaps no orphan.
    """
    rows = reduce(or_, columns)
    return bool(columns[0] and columns[-1] and rows & 1 and rows >> height - 1)


def _tabulated(height: int, table: Bytes) -> Bytes:
    """The table `follow` of the kernel."""
    follow = np.zeros(1 << 3 * (height + 2), np.uint8)
    tabulate(height, np.ascontiguousarray(table), follow)
    return follow


def orphan(
    height: int, longest: int, table: Bytes, kept: int, seed: int = 0
) -> Iterator[int | tuple[int, ...]]:
    """Search for an orphan of `height` rows and up to `longest` columns.

    Yield 1 for each word that was made longer, and at the end the columns of an orphan, if one is
    found: bit r of a column is row r. `table` is that of the rule, and `kept` the number of pairs
    that a beam keeps; for the `seed`, see NOISE. Nothing is proved if nothing is found.
    """
    # The entries of the table with the three columns of each block in reverse order.
    mirrored = table.reshape((2,) * 9).transpose(2, 1, 0, 5, 4, 3, 8, 7, 6).ravel()
    left = Beam(height, _tabulated(height, table), kept, seed)
    symmetric = np.array_equal(table, mirrored)
    right = left if symmetric else Beam(height, _tabulated(height, mirrored), kept, seed)
    before = (left.words, right.words)
    for length in range(1, (longest + 1) // 2 + 1):
        yield from left.lengthen()
        if right is not left:
            yield from right.lengthen()
        now = (left.words, right.words)
        pairs = [(now[0], before[1]), (before[0], now[1])]
        if 2 * length <= longest:
            pairs.append(now)
        for words, others in pairs:
            if found := meeting(words, others, height):
                yield found
                return
        before = now
