"""What searches of parts report to each other: the states that they follow.

States are reported when they are many and are to be deepened, which is most of the work; a state
that another search has reported by then is left to that one. A search that has reported a state
follows it, whatever reports come later, or gives it away to a search that does. States are compared
whole, never by a hash alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lifesearch.rows import tables
from lifesearch.rows.checkpoint import Array
from lifesearch.rows.problem import StripProblem

Keys = NDArray[np.uint64]
LEAST = 1 << 10
WORD = 64


@dataclass
class KnownStates:
    """States that others are known to follow: a table that grows, up to the given number of bytes.

    If that is too little, all are forgotten, which costs time alone.
    """

    words: int
    memory: int
    used: int = 0
    lines: Keys = field(init=False)
    slots: NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        self._clear(LEAST)

    def _clear(self, size: int) -> None:
        self.lines = np.zeros((size, self.words), np.uint64)
        self.slots = np.zeros(2 * size, np.int32)
        self.used = 0

    def enter(self, keys: Keys) -> None:
        """Know these from now on."""
        from lifesearch.rows.kernel import known

        if self.used + len(keys) > len(self.lines):
            before = self.lines[: self.used]
            if bytes_of(self.words, _size(self.used + len(keys))) > self.memory:
                before = before[:0]
            self._clear(_size(len(before) + len(keys)))
            self.used = known.enter(self.slots, self.lines, 0, before)
        self.used = known.enter(self.slots, self.lines, self.used, keys)

    def unknown(self, keys: Keys) -> NDArray[np.bool_]:
        from lifesearch.rows.kernel import known

        found = np.ones(len(keys), np.bool_)
        if self.used:
            known.unknown(self.slots, self.lines, keys, found)
        return found


def _size(number: int) -> int:
    """The size of a table for this number of lines."""
    return max(LEAST, 1 << (number - 1).bit_length())


def bytes_of(words: int, size: int) -> int:
    """The memory of a table of the given number of lines, and of the one that it was before."""
    return size * 8 * (words + 1) * 3 // 2


class News:
    """States that others are `known` to follow, and what is to be reported.

    So many states were `left` to others.
    """

    def __init__(self, problem: StripProblem, memory: int) -> None:
        self.problem = problem
        self.known = KnownStates(_words(problem), memory)
        self.fresh: list[Keys] = []
        self.left = 0

    def enter(self, states: Array, marks: Array) -> NDArray[np.bool_]:
        """Which of these states no other search follows; they are reported to others."""
        keys = state_keys(self.problem, states, marks)
        mine = self.known.unknown(keys)
        self.fresh.append(keys[mine])
        self.left += len(mine) - int(mine.sum())
        return mine

    def learn(self, news: tuple[Keys, ...]) -> None:
        for keys in news:
            self.known.enter(keys)

    def tell(self) -> Keys | None:
        """What is new since the last report."""
        news = np.concatenate(self.fresh) if self.fresh else None
        self.fresh = []
        return news if news is not None and len(news) else None


def state_keys(problem: StripProblem, states: Array, marks: Array) -> Keys:
    """A line of words for each state, the same for a mirror image that is worth the same."""
    if problem.mirrors and len(states):
        images = tables.mirrored(problem.bits).astype(np.uint16)[states]
        first = (states != images).argmax(axis=1)
        lines = np.arange(len(states))
        flipped = images[lines, first] < states[lines, first]
        states = np.where(flipped[:, None], images, states)
    keys = np.zeros((len(states), _words(problem)), np.uint64)
    keys[:, 0] = marks
    word, used = 1, 0
    for column in range(states.shape[1]):
        if used + problem.bits > WORD:
            word, used = word + 1, 0
        keys[:, word] |= states[:, column].astype(np.uint64) << np.uint64(used)
        used += problem.bits
    return keys


def _words(problem: StripProblem) -> int:
    """How many words a key has: one for the mark, and rows that are not divided."""
    return 1 - (-2 * problem.period // (WORD // problem.bits))
