"""Which cells of the suspect's life (see `implied`) are the same one, and which are known.

A cell (t, x, y) is brought home: if the pattern recurs, to one of its first generations; on a torus
or a cylinder, into the box; then to the first of the cells that its symmetry makes equal to it.
Outside the box, cells are those of the background, or dead. What is known of cells is recorded by
joining literals: that of a given cell with TRUE or FALSE, those of cells that must be equal with
each other. Joined literals are one from then on.

In rules of several states a cell that has just died is in state 2, then in 3, and so on; so state k
in generation t is the same as state 2 in generation t - k + 2.
"""

from __future__ import annotations

from functools import cached_property

from lifesearch.proofs.implied.question import Cell, CellAt, ClaimedQuestion

TRUE, FALSE = 1, -1
FIRST_LETTER = 2
"""Values of given cells (`ClaimedQuestion.given`) from 2 on are letters."""
Key = tuple[object, ...]
"""The name of a variable: what it is about, and whose it is, such as ("cell", died, t, x, y)."""


class Cells:
    """The literals of all cells of a question; `contradictory` if given cells are impossible."""

    def __init__(self, question: ClaimedQuestion) -> None:
        self.question = question
        self.contradictory = False
        self._numbers: dict[Key, int] = {}
        self._joined: dict[int, int] = {}
        self._known: dict[tuple[bool, CellAt], int] = {}
        self._join_given()

    @property
    def margin(self) -> int:
        """The greatest distance from the box at which a cell can change."""
        q = self.question
        # A neighbour of a cell that was moved by dx is at most abs(dx) + 1 columns outside the box:
        # on its way home it crosses the seam up to 1 + abs(dx) // width times. One more is counted,
        # so the margin is never smaller than that of the formula (`Spacetime.margin` counts
        # 1 + abs(dx) / width, rounded up). A margin that is too large does no harm.
        crossed = 2 + abs(q.dx) // q.width
        return 0 if q.torus else 1 + max(abs(q.dx), abs(q.dy)) + crossed * abs(q.seam or 0)

    def around(self, farther: int = 0) -> list[Cell]:
        """The cells of the box and around it, each once, up to `farther` beyond the margin."""
        q = self.question
        down = 0 if q.torus else self.margin + farther
        across = 0 if q.seam is not None else down
        rows, columns = range(-down, q.height + down), range(-across, q.width + across)
        return [(x, y) for y in rows for x in columns]

    def new(self, name: Key) -> int:
        """The variable with this name; it gets a number at first use, the first after TRUE."""
        return self._numbers.setdefault(name, len(self._numbers) + 2)

    def alive(self, t: int, x: int, y: int) -> int:
        return self._cell(t, x, y, died=False)

    def state(self, t: int, x: int, y: int, state: int) -> int:
        """The literal of a cell: whether it is in this state, which is not 0."""
        if state == 1:
            return self.alive(t, x, y)
        return self._cell(t - state + 2, x, y, died=True)

    def states(self, t: int, x: int, y: int) -> list[int]:
        return [self.state(t, x, y, state) for state in range(1, self.question.states)]

    def exempt(self, t: int, x: int, y: int) -> bool:
        return bool(self._exempt) and self._home(t, x, y) in self._exempt

    def arrives(self, t: int, x: int, y: int) -> bool:
        """Whether something arrives at a cell, which the rule would have left as it was."""
        return bool(self._arrives) and self._home(t, x, y) in self._arrives

    @cached_property
    def _exempt(self) -> frozenset[CellAt]:
        return frozenset(self._home(*cell) for cell in self.question.exempt)

    @cached_property
    def _arrives(self) -> frozenset[CellAt]:
        return frozenset(self._home(*cell) for cell in self.question.arrives)

    def _cell(self, t: int, x: int, y: int, *, died: bool) -> int:
        there = (died, (t, x, y))
        if there not in self._known:
            self._known[there] = self._literal(t, x, y, died=died)
        return self._find(self._known[there])

    def _literal(self, t: int, x: int, y: int, *, died: bool) -> int:
        q = self.question
        t, x, y = self._home(t, x, y)
        inside = all(q.in_box(*self.wound(*q.turned(g, x, y))) for g in q.whole_group)
        if q.open_around:
            return self.new(("cell", died, t, x, y))
        # Cells around the box in the last generation are those of the goal, if there is one.
        if not inside and not (t == q.planes and q.goal is not None):
            tiles = q.background[t % len(q.background)]
            alive = tiles[y % len(tiles)][x % len(tiles[0])] and not died
            return TRUE if alive else FALSE
        return self.new(("cell", died, t, x, y))

    def _home(self, t: int, x: int, y: int) -> CellAt:
        q = self.question
        # Generation p is generation 0, turned and moved.
        while q.recurs and t >= q.planes:
            x, y = q.turned(q.turn.inverse, x - q.dx, y - q.dy)
            t -= q.planes
        while q.recurs and t < 0:
            x, y = q.turned(q.turn, x, y)
            x, y, t = x + q.dx, y + q.dy, t + q.planes
        # The first cell of the orbit stands for all.
        x, y = min(self.wound(*q.turned(g, x, y)) for g in q.whole_group)
        return t, x, y

    def wound(self, x: int, y: int) -> Cell:
        """The cell of the box that is this one on a torus or a cylinder; else the cell itself."""
        q = self.question
        if q.torus:
            return x % q.width, y % q.height
        if q.seam is not None:
            return x % q.width, y - x // q.width * q.seam
        return x, y

    def _find(self, literal: int) -> int:
        """The literal that stands for all that a literal was joined with."""
        while (other := self._joined.get(abs(literal))) is not None:
            literal = other if literal > 0 else -other
        return literal

    def _join(self, one: int, other: int) -> None:
        one, other = self._find(one), self._find(other)
        if abs(one) == TRUE:
            one, other = other, one
        if one == -other:
            self.contradictory = True
        elif one != other:
            self._joined[abs(one)] = other if one > 0 else -other

    def _join_given(self) -> None:
        """Join the literals of given cells, of the target, and of cells that are kept."""
        q = self.question
        for (t, x, y), value in q.given.items():
            letter = TRUE if abs(value) < FIRST_LETTER else self.new(("letter", abs(value)))
            self._join(self.alive(t, x, y), letter if value > 0 else -letter)
            if q.states > 2:
                # With several states nothing is given as a letter (see `questions.completion`).
                self._fix_state(t, x, y, q.states_given.get((t, x, y), max(value, 0)))
        for x, y in self.around() if q.goal is not None else ():
            self._reach_goal(x, y)
        for (x, y), lives in q.kept.items():
            # In open surroundings, the formula says nothing about other cells than those of the
            # goal at the end: what is outside the box may have changed them.
            known_at_end = not q.open_around or (x, y) in (q.goal or {})
            for t in (0, *[q.full_period] * known_at_end):
                self._join(self.alive(t, x, y), TRUE if lives else FALSE)
        if q.states > 2 and q.travels:
            self._keep_the_dying_inside()

    def _fix_state(self, t: int, x: int, y: int, state: int) -> None:
        """Record that a cell is in this state."""
        for each, literal in enumerate(self.states(t, x, y), start=1):
            self._join(literal, TRUE if each == state else FALSE)

    def _reach_goal(self, x: int, y: int) -> None:
        """Record the given state of a cell of the last generation."""
        q = self.question
        assert q.goal is not None
        state = q.goal.get((x, y), None if q.open_around else 0)
        if state is not None:
            self._fix_state(q.planes, x, y, state)

    def _keep_the_dying_inside(self) -> None:
        """Record that dying cells of a ship are in its box, too.

        Those that died before generation 0 did so when the ship was elsewhere. Cells of a pattern
        that does not travel have died in its box.
        """
        q = self.question
        # A cell is dying for less than `states` generations: the ship moves that long at most.
        reach = self.margin + -(-q.states // q.planes) * max(abs(q.dx), abs(q.dy))
        for y in range(-reach, q.height + reach):
            for x in range(-reach, q.width + reach):
                if not q.in_box(*self.wound(x, y)):
                    for t in range(q.planes):
                        self._fix_state(t, x, y, 0)
