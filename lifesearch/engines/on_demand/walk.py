"""Walks of patterns through the rules of a class, and the recurring patterns that they find.

`questions.smallest.search` has a `RuleWalk`; its inner loop is in `kernel`.

>>> from lifesearch.engines.on_demand.classes import class_named
>>> from lifesearch.life.pattern import Pattern
>>> walk = RuleWalk(class_named("outer-totalistic"), 2, 24, 60)
>>> walk.begin(Pattern.parse("O.\\n.O"))
>>> sorted((found.period, str(found.rule)) for found in walk.all(0))
[(2, 'B2/S')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesearch.engines.on_demand import kernel
from lifesearch.engines.on_demand.classes import RuleClass
from lifesearch.engines.on_demand.kernel import (
    BOX,
    COMPUTED,
    DEPTH,
    FAR,
    FIRST,
    GENERATION,
    HASH,
    HEIGHT,
    KEYS,
    MOST_RECORDS,
    OPEN,
    PLACES,
    RECORD,
    RECORDS,
    ROWS,
    RUNS,
    SCRATCH,
    STATE,
    UNDECIDED,
    WIDTH,
    WORD,
    RunLimits,
    WalkArrays,
)
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule

Ints = NDArray[np.int64]
SLICE = 400_000
"""Generations between two reports: about a tenth of a second."""


class RecurringPattern(NamedTuple):
    """A pattern that recurs after a period, moved by (dx, dy), in a rule.

    `number` is the one given to `run` or, in a walk that looks for `cycles`, the number of cells:
    a motion is reported again only with a lower one. Bits of the rule that do not matter are 0.
    """

    dx: int
    dy: int
    period: int
    number: int
    rule: Rule
    pattern: Pattern


class RuleWalk:
    """The state of a walk: one pattern after another goes through the rules of a class.

    All generations fit in a square of this `side`, and a run ends with generation `longest`. If
    `cycles` are wanted, the cycle in which a run ends is reported by its phase with the fewest
    cells; otherwise only patterns that recur themselves are. `room` is the number of periods and
    motions that the walk can remember, at least; rules have a number of `states`.
    """

    def __init__(
        self,
        rules: RuleClass,
        states: int,
        side: int,
        longest: int,
        *,
        cycles: bool = False,
        room: int = 0,
    ) -> None:
        # A power of two, and more than twice the keys: the kernel fills at most half of the table.
        places = max(KEYS, 4 << room.bit_length())
        # The size is that of a board: the number of its rows, in all planes.
        self._rules, self._states, self._size = rules, states, (states - 1) * ROWS
        self._limits = RunLimits(
            states - 1, int(rules.counted), int(rules.births_from_nothing), side, longest,
            int(cycles),
        )  # fmt: skip
        # In rules with B0, odd generations are kept inverted: their blocks in reverse order.
        odd = reversed(rules.bits) if rules.births_from_nothing else rules.bits
        self._work = WalkArrays(
            bits=np.array([*rules.bits, *odd], np.int64),
            values=_zeros(2 * WORD),
            first=_zeros(2 * WORD),
            order=_zeros(2 * WORD),
            needed=_zeros(2 * WORD),
            rows=_zeros((longest + 1) * self._size),
            scratch=_zeros(SCRATCH),
            boxes=_zeros((longest + 1) * BOX),
            keys=_zeros(places),
            numbers=_zeros(places),
            found=_zeros((MOST_RECORDS + 1) * (RECORD + self._size)),  # with room for one more
            state=_zeros(STATE),
        )
        self._work.state[PLACES] = places

    @property
    def generations(self) -> int:
        """The number of generations computed so far."""
        return int(self._work.state[COMPUTED])

    @property
    def runs(self) -> int:
        """The number of runs so far."""
        return int(self._work.state[RUNS])

    def begin(self, pattern: Pattern, first: Mapping[int, int] | None = None) -> None:
        """Begin with a pattern; bits get these values first, and otherwise 0."""
        work, box = self._work, pattern.box
        work.values[:] = 0
        work.first[:] = 0
        work.values[[*self._rules.free]] = UNDECIDED
        for bit, value in self._rules.fixed.items():
            work.values[bit] = value
        for bit, value in (first or {}).items():
            work.first[bit] = value
        work.rows[: self._size] = 0
        for (x, y), state in pattern.states.items():
            work.rows[(state - 1) * ROWS + FIRST + y - box.y] |= 2 << x - box.x
        work.boxes[:BOX] = 0
        work.boxes[HEIGHT], work.boxes[WIDTH] = box.height, box.width
        work.boxes[HASH] = kernel.hash_of(work, self._limits)
        work.state[GENERATION] = work.state[DEPTH] = 0

    def know(self, listed: Iterable[tuple[int, int, int, int]]) -> None:
        """Report motions (dx, dy) with their periods only for lower numbers than those given."""
        # Lists have longer periods than any run here: their keys would be those of other motions.
        near = [each for each in listed if max(map(abs, each[:3])) < FAR]
        kernel.know(self._work, np.array(near, np.int64).reshape(-1, 4))

    def run(self, number: int, budget: int) -> tuple[list[RecurringPattern], bool]:
        """Go on for `budget` generations: what recurs, and whether more is to do.

        Patterns are reported with the `number` of the one that the walk began with; it is not used
        if the walk looks for `cycles`.
        """
        more = kernel.walk(self._work, self._limits, number, budget) == OPEN
        return self._taken(), more

    def all(self, number: int) -> Iterator[RecurringPattern]:
        """Walk through all rules, without stops; tests do so."""
        more = True
        while more:
            patterns, more = self.run(number, SLICE)
            yield from patterns

    def _taken(self) -> list[RecurringPattern]:
        """Take the patterns that the kernel has recorded."""
        work, length = self._work, RECORD + self._size
        records = int(work.state[RECORDS])
        found = work.found[: records * length].reshape(records, length).tolist()
        work.state[RECORDS] = 0
        return [self._recurring(record) for record in found]

    def _recurring(self, record: list[int]) -> RecurringPattern:
        """The pattern of a record: RECORD numbers, and the rows of a board."""
        dx, dy, period, number, low, high = record[:RECORD]
        ones = low | high << WORD
        rule = self._rules.rule((n for n in range(2 * WORD) if ones >> n & 1), self._states)
        states = {
            (x, y): plane + 1
            for plane in range(self._states - 1)
            for y, row in enumerate(record[RECORD + plane * ROWS : RECORD + (plane + 1) * ROWS])
            for x in range(row.bit_length())
            if row >> x & 1
        }
        return RecurringPattern(dx, dy, period, number, rule, Pattern.of_states(states).normal())


def _zeros(number: int) -> Ints:
    return np.zeros(number, np.int64)
