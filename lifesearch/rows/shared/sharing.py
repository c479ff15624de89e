"""A search that shares its states with others: see `parts` and `news`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lifesearch.rows import tree
from lifesearch.rows.checkpoint import TableCheckpoint, TableProgress
from lifesearch.rows.queue import Queue
from lifesearch.rows.search import RowSearch
from lifesearch.rows.shared.news import News
from lifesearch.rows.shared.parts import divided, share

LEAST_STATES = 32  # fewer are not divided
ROWS_PER_STATE = 30  # tried, from which on each state is reported to others


class SharingSearch(RowSearch):
    """A search that can give states away, take some, and leave to others what they follow.

    So often it `forgot` all that it knew, because memory was short when it took a part.
    """

    forgot = 0
    news: News | None = None

    def give(self, least: int = 0) -> TableCheckpoint | None:
        """Give half of the states away, if there are enough, and so much work is done."""
        if self.tried + int(self._nodes.used[0]) < least:
            return None
        if self.every or sum(map(len, self._queues)) < LEAST_STATES:
            return None
        self._queues, given = divided(self._queues)
        return share(self._nodes, given, self.problem)

    def adopt(self, part: TableCheckpoint) -> None:
        """Continue a part of another search, now that all is done here.

        All its states are followed, known or not: they may have been given away here. What comes
        after them and is known here is not followed again, unless memory is so short that all of
        that is forgotten.
        """
        nodes, used = self._nodes, int(self._nodes.used[0])
        size = max(len(nodes.row), 2 * (used + len(part.row)))
        if tree.bytes_of(nodes) * size // len(nodes.row) * 3 > self.memory - self._table_bytes:
            self._nodes = tree.root(self.problem, every=self.every, size=2 * len(part.row))
            self.forgot += 1
        elif size > len(nodes.row):
            kept = np.arange(used)
            self._nodes, _ = tree.moved(nodes, kept, size, self.problem, every=self.every)
        number = tree.add(self._nodes, part.row, part.parent, part.mark, self.problem)
        self._queues = [replace(queue, nodes=number[queue.nodes]) for queue in part.queues]

    @property
    def progress(self) -> TableProgress:
        """How far it has come; states that are left to others are not counted."""
        now = super().progress
        return now if self.news is None else replace(now, states=now.states - self.news.left)

    @property
    def is_slow(self) -> bool:
        """Whether states cost so much that it pays to report each to others."""
        return self.news is not None or self.tried > ROWS_PER_STATE * int(self._nodes.used[0])

    def share_news(self) -> News:
        """From now on, report which states are followed."""
        if self.news is None:
            self.news = News(self.problem, self.memory // 8)
        return self.news

    def _leave_to_others(self, queue: Queue) -> None:
        """Keep the states that no other search follows, and report that they are followed here."""
        if self.news is None:
            return
        told, new = np.arange(queue.told), queue.nodes[queue.told :]
        states = tree.states(self._nodes, new, 2 * self.problem.period)
        mine = self.news.enter(states, self._nodes.mark[new])
        queue.keep(np.concatenate([told, queue.told + np.flatnonzero(mine)]))
        queue.told = len(queue)
