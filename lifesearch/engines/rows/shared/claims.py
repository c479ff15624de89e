"""Claims: the states that each of several searches reports to follow, so that no other does.

`worker` uses it where several workers search one strip.

States are claimed when they are many and are to be deepened, which is most of the work; a state
that another search has claimed by then is left to that one. A search that has claimed a state
follows it, whatever claims come later, or gives it away to a search that does. So two searches may
follow one state, but never none. States are compared whole, never by a hash alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.rows import tables
from lifesearch.engines.rows.checkpoint import Array
from lifesearch.engines.rows.problem import StripProblem

Keys = NDArray[np.uint64]
LEAST = 1 << 10
"""Lines of the smallest table, a power of 2: a table grows when it is full."""
WORD = 64
"""Bits of a word."""


@dataclass
class ClaimedStates:
    """The states claimed by other searches: a hash table that grows up to `memory` bytes.

    If that is too little, it is cleared, which costs time alone: states are followed twice. A key
    has a number of `words` of 64 bits; the first `used` of the `lines` are keys, and `slots` has
    their numbers by hash: see `kernel.claimed`.
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
        """Insert keys."""
        from lifesearch.engines.rows.kernel import claimed

        if self.used + len(keys) > len(self.lines):
            before = self.lines[: self.used]
            if bytes_of(self.words, _size(self.used + len(keys))) > self.memory:
                before = before[:0]
            self._clear(_size(len(before) + len(keys)))
            self.used = claimed.enter(self.slots, self.lines, 0, before)
        self.used = claimed.enter(self.slots, self.lines, self.used, keys)

    def unclaimed(self, keys: Keys) -> NDArray[np.bool_]:
        """Which of the keys are not in the table."""
        from lifesearch.engines.rows.kernel import claimed

        missing = np.ones(len(keys), np.bool_)
        if self.used:
            claimed.unclaimed(self.slots, self.lines, keys, missing)
        return missing


def _size(number: int) -> int:
    """The number of lines of a table for this number of keys: a power of 2, as the kernel needs."""
    return max(LEAST, 1 << (number - 1).bit_length())


def bytes_of(words: int, size: int) -> int:
    """The bytes of a table of `size` lines, and of the one of half its size that it replaces."""
    return size * 8 * (words + 1) * 3 // 2


class StateClaims:
    """The states claimed by others (`claimed`), and this search's claims to be sent (`fresh`).

    `left` counts the states left to others.
    """

    def __init__(self, problem: StripProblem, memory: int) -> None:
        self.problem = problem
        self.claimed = ClaimedStates(_words(problem), memory)
        self.fresh: list[Keys] = []
        self.left = 0

    def enter(self, states: Array, marks: Array) -> NDArray[np.bool_]:
        """Claim the states that no other search has claimed; return which they are."""
        keys = state_keys(self.problem, states, marks)
        mine = self.claimed.unclaimed(keys)
        self.fresh.append(keys[mine])
        self.left += len(mine) - int(mine.sum())
        return mine

    def receive(self, claims: tuple[Keys, ...]) -> None:
        for keys in claims:
            self.claimed.enter(keys)

    def outgoing(self) -> Keys | None:
        """The claims since the last call, to be sent to other searches; None if there are none."""
        claims = np.concatenate(self.fresh) if self.fresh else None
        self.fresh = []
        return claims if claims is not None and len(claims) else None


def state_keys(problem: StripProblem, states: Array, marks: Array) -> Keys:
    """A line of words for each state, its mark and its rows; equivalent images have equal lines."""
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
    """The number of words of a key: one for the mark; no row crosses the end of a word."""
    return 1 - (-2 * problem.period // (WORD // problem.bits))
