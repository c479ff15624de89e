"""Reasons for clauses about the suspect as a whole: it is not empty, its period is not shorter.

`judge` asks here for the reason of a clause, after the rule has given none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from lifesearch.proofs.implied.cells import FALSE, TRUE, Cells
from lifesearch.proofs.implied.definitions import Clause, Definition
from lifesearch.proofs.implied.question import Generations

Pair = tuple[int, int]
"""Two literals that are compared."""


class ImpliedConditions:
    """The reasons of clauses that follow from conditions on the suspect as a whole."""

    def __init__(self, cells: Cells, definitions: Mapping[int, Definition]) -> None:
        self._cells = cells
        self._definitions = definitions

    def implies(self, clause: Clause) -> bool:
        """Whether a clause follows from a condition on the suspect as a whole.

        The conditions are: something lives, the period is not shorter than the required one, and a
        given pattern is contained in the suspect.
        """
        if any(some <= clause for some in self._not_empty):
            return True
        meant = {self._definitions[u] for u in clause if u in self._definitions}
        given = self._cells.question.attached
        if given and all(
            Definition(cases, negated=True) in meant for cases in self._attached_cases
        ):
            return True
        return any(
            all(_differ_by(one, other, clause, meant) for one, other in pairs)
            for pairs in self._too_soon
        )

    @cached_property
    def _not_empty(self) -> list[set[int]]:
        return [*_not_background(self._cells)] if self._cells.question.not_empty else []

    @cached_property
    def _too_soon(self) -> list[set[Pair]]:
        """For each shorter period the pairs of literals: in at least one pair they differ."""
        q = self._cells.question
        if not (q.recurs and q.exact_period):
            return []
        return [differences(self._cells, *shorter) for shorter in shorter_periods(self._cells)]

    @cached_property
    def _attached_cases(self) -> list[frozenset[frozenset[int]]]:
        """For each place and phase of a given pattern, the cases in which it is not there.

        A clause demands that it is at one of these places, in one phase: it has a variable for each
        of them, defined by these cases.
        """
        q = self._cells.question
        cases = (
            _missing_cases(self._cells, generations, *cell)
            for generations in q.attached
            for cell in q.box_cells()
        )
        return [each for each in cases if each is not None]


def _not_background(cells: Cells) -> Iterator[set[int]]:
    """Sets of literals of which one is true if the suspect is not just the background."""
    q = cells.question
    differs = set()
    # Where something arrives, the still life of generation 0 is not empty.
    for t in range(1 if q.arrives else q.planes):
        tiles = q.background[t % len(q.background)]
        for x, y in q.box_cells():
            around = tiles[y % len(tiles)][x % len(tiles[0])]
            differs |= {-cells.alive(t, x, y)} if around else set(cells.states(t, x, y))
    yield _without_false(differs)
    # Without B0 and exempt cells, generation 0 is not empty either. On a torus questions demand
    # live cells in generation 0, even where B0 would bring others to life.
    nothing_comes_of_nothing = not q.exempt and not any(table[0] for table in q.tables)
    if q.background != (((0,),),) or not (nothing_comes_of_nothing or q.torus):
        return
    yield _without_false({s for cell in q.box_cells() for s in cells.states(0, *cell)})
    if q.recurs and (q.states == 2 or nothing_comes_of_nothing):
        # Where all cells are dying or dead nothing is born, and nothing would recur.
        yield _without_false({cells.alive(0, *cell) for cell in q.box_cells()})


def _without_false(literals: set[int]) -> set[int]:
    return literals - {FALSE}


def shorter_periods(cells: Cells) -> Iterator[tuple[int, int, int]]:
    """The times after which the suspect cannot recur unturned, and how far it would have moved.

    If it recurs after t generations, a number that divides the full period, its true period divides
    t. The true period is the required one; or, where the suspect must recur turned after that, a
    multiple of it.
    """
    q = cells.question
    full, tables = q.full_period, len(q.tables)
    true_periods = [q.planes] if q.order == 1 else range(2 * q.planes, full + 1, q.planes)
    for t in range(tables, full, tables):  # with alternating tables, only multiples
        shift = (q.dx * t, q.dy * t)
        whole_cells = not (shift[0] % q.planes or shift[1] % q.planes)
        if (
            full % t == 0
            and whole_cells
            and all(t % period for period in true_periods if full % period == 0)
        ):
            yield t, shift[0] // q.planes, shift[1] // q.planes


def differences(cells: Cells, t: int, dx: int, dy: int) -> set[tuple[int, int]]:
    """Pairs of literals: if all are equal, generation t is generation 0, moved."""
    pairs = set()
    for x, y in cells.around(max(abs(dx), abs(dy))):
        then = cells.states(t, x + dx, y + dy)
        pairs |= set(zip(cells.states(0, x, y), then, strict=True))
    return {(one, other) for one, other in pairs if one != other}


def _differ_by(one: int, other: int, clause: Clause, meant: set[Definition]) -> bool:
    """Whether a clause is true whenever two literals differ."""
    if (one == FALSE and other in clause) or (other == FALSE and one in clause):
        return True
    alike = [{one, other}, {-one, -other}]
    cases = frozenset(frozenset(case - {TRUE}) for case in alike if FALSE not in case)
    return Definition(cases, negated=True) in meant


def _missing_cases(
    cells: Cells, generations: Generations, dx: int, dy: int
) -> frozenset[frozenset[int]] | None:
    """The cases in which an attached pattern, moved by (dx, dy), is missing or is all that lives.

    None if it cannot be there together with other live cells.
    """
    q = cells.question
    there = {
        cells.alive(t, x + dx, y + dy) for t, phase in enumerate(generations) for x, y in phase
    }
    first = {cells.wound(x + dx, y + dy) for x, y in generations[0]}
    others = {cells.alive(0, *cell) for cell in q.box_cells() if cell not in first} - {FALSE}
    if FALSE in there or not others:
        return None
    missing = {frozenset({-literal}) for literal in there - {TRUE}}
    return frozenset(missing if TRUE in others else {*missing, frozenset(-u for u in others)})
