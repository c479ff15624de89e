"""What searches of parts tell each other: the states that they have entered.

A search that reaches a state which another one has entered leaves it to that one, which has
followed it, or will, or has given it away to somebody who will. A state that was entered before
its news came is followed all the same. States are compared whole, never by a hash alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from lifesearch.rows import tables
from lifesearch.rows.checkpoint import Array
from lifesearch.rows.problem import Problem

BYTES_EACH = 160  # of a state that is known, in memory


@dataclass
class News:
    """States that others are `known` to have entered, at most so many, and what is to be told.

    So many states were `left` to others.
    """

    problem: Problem
    most: int
    known: set[bytes] = field(default_factory=set)
    told: list[Array] = field(default_factory=list)
    left: int = 0

    def enter(self, states: Array, marks: Array) -> Array:
        """Which of these new states nobody else has entered; they are told to others."""
        keys = _keys(self.problem, states, marks)
        mine = np.ones(len(keys), np.bool_)
        if self.known:
            size, data = keys.shape[1], keys.tobytes()
            places = range(0, len(data), size)
            mine[:] = [data[place : place + size] not in self.known for place in places]
        self.told.append(keys[mine])
        self.left += len(mine) - int(mine.sum())
        return mine

    def learn(self, news: tuple[Array, ...]) -> None:
        """Take what others tell; if that is too much, forget the rest, which costs time alone."""
        for keys in news:
            if len(self.known) + len(keys) > self.most:
                self.known.clear()
            size, data = keys.shape[1], keys.tobytes()
            self.known.update(data[place : place + size] for place in range(0, len(data), size))

    def tell(self) -> Array | None:
        """What is new since it was last told."""
        news = np.concatenate(self.told) if self.told else None
        self.told = []
        return news if news is not None and len(news) else None


def _keys(problem: Problem, states: Array, marks: Array) -> Array:
    """A line of bytes for each state, the same for a mirror image that is worth the same."""
    if problem.mirrors and len(states):
        images = tables.mirrored(problem.bits).astype(np.uint16)[states]
        first = (states != images).argmax(axis=1)
        lines = np.arange(len(states))
        flipped = images[lines, first] < states[lines, first]
        states = np.where(flipped[:, None], images, states)
    rows = np.ascontiguousarray(states, np.uint16).view(np.uint8)
    mark = np.ascontiguousarray(marks, np.int64)[:, None].view(np.uint8)
    return np.concatenate([mark, rows], axis=1)
