"""Answers that are listed: a clause may exclude them, and whatever is equivalent to them.

A clause that excludes an answer fixes all cells that decide its life: those of generation 0, and
those that are exempt from the rule. If they are as the clause forbids, the life that follows is
that of a listed answer, perhaps moved, turned or begun with another generation. It is followed
here, cell by cell, by the rule's table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from lifesearch.life.orientation import Orientation
from lifesearch.proofs.implied.cells import TRUE, Cells
from lifesearch.proofs.implied.definitions import Clause
from lifesearch.proofs.implied.neighbourhoods import FIRST_PART, part_of
from lifesearch.proofs.implied.question import Cell

States = Mapping[Cell, int]
"""The cells that are not dead, each with its state."""
Film = tuple[frozenset[tuple[int, int, int]], ...]
"""Generations, each as its cells (x, y, state)."""
HasPart = Callable[[int], bool]
"""Whether the rule has an unknown part, which is given as an entry of the table."""


@dataclass(frozen=True)
class ListedAnswer:
    """An answer: its first generation, or all of them, and which unknown parts its rule has.

    The `parts` are entries of the table, from FIRST_PART on.
    """

    film: tuple[States, ...]
    parts: Mapping[int, bool]


class _Undecided(Exception):  # noqa: N818 - it says what it is
    """A clause does not fix all cells that decide a life."""


class Listed:
    """The lives of all answers, in all forms that are equivalent for the question."""

    def __init__(self, cells: Cells, answers: Sequence[ListedAnswer]) -> None:
        self._cells = cells
        self._answers = answers

    def exclude(self, clause: Clause) -> bool:
        """Whether a clause excludes nothing but a listed answer."""
        if not self._answers:
            return False
        try:
            film = self._forbidden({abs(u): u < 0 for u in clause})
        except _Undecided:
            return False
        return self._placed(film) in self._forms

    def _forbidden(self, values: Mapping[int, bool]) -> Film:
        """The generations of the pattern that a clause forbids: its cells make the clause false.

        A variable is mapped to its value; _Undecided is raised if it has none.
        """
        q, cells = self._cells.question, self._cells

        def value(literal: int) -> bool:
            if abs(literal) != TRUE and abs(literal) not in values:
                raise _Undecided
            return (abs(literal) == TRUE or values[abs(literal)]) == (literal > 0)

        def fixed(t: int, cell: Cell) -> int:
            states = [value(literal) for literal in cells.states(t, *cell)]
            return states.index(True) + 1 if True in states else 0

        def has_part(entry: int) -> bool:
            return value(cells.new(("rule", q.rule_parts[entry - FIRST_PART])))

        return self._film({cell: fixed(0, cell) for cell in q.box_cells()}, has_part, fixed)

    def _film(self, first: States, has_part: HasPart, fixed: Callable[[int, Cell], int]) -> Film:
        """The generations that follow from the first one, and from cells that are exempt.

        `fixed` gives the state of an exempt cell in a generation.
        """
        q, now = self._cells.question, first
        film = [now]
        for t in range(self._length - 1):
            exempt = [cell for cell in q.box_cells() if self._cells.exempt(t + 1, *cell)]
            table = q.tables[t % len(q.tables)]
            now = _next(self._cells, now, table, has_part) | {
                cell: fixed(t + 1, cell) for cell in exempt
            }
            film.append(now)
        return tuple(map(_frozen, film))

    @property
    def _length(self) -> int:
        q = self._cells.question
        return q.full_period if self._anywhere else q.planes

    @property
    def _anywhere(self) -> bool:
        """Whether moved, turned and delayed answers may be equivalent: no place is special."""
        q = self._cells.question
        return q.recurs and not q.exempt and q.background == (((0,),),)

    @cached_property
    def _forms(self) -> frozenset[Film]:
        return frozenset(form for answer in self._answers for form in self._forms_of(answer))

    def _forms_of(self, answer: ListedAnswer) -> Iterator[Film]:
        q = self._cells.question
        film = tuple(map(_frozen, answer.film))
        if self._anywhere or len(film) < self._length:
            film = self._film(answer.film[0], lambda entry: answer.parts[entry], lambda _, __: 0)
        if q.raw:
            yield film
            return
        if not self._anywhere:
            yield from (_mapped(film, partial(q.turned, g)) for g in self._symmetries)
            return
        # A delay must not change which table of the rule comes next.
        for t in range(0, len(film), len(q.tables)):
            again = _moved(film[:t], q.dx * q.order, q.dy * q.order)
            later = film[t:] + again
            for g in q.rule_symmetries:
                yield from self._everywhere(_mapped(later, g.apply))

    def _everywhere(self, film: Film) -> Iterator[Film]:
        q = self._cells.question
        if q.torus:
            places = [(x, y) for x in range(q.width) for y in range(q.height)]
        else:
            places = [(x, 0) for x in range(1 if q.seam is None else q.width)]
        for dx, dy in places:
            yield self._placed(_moved(film, dx, dy))

    def _placed(self, film: Film) -> Film:
        """The film moved to its normal place, so that equivalent films are equal."""
        q = self._cells.question
        if not self._anywhere or q.raw:
            return film
        wound = _mapped(film, self._cells.wound)
        if q.torus:
            return wound
        left = min((x for x, _, _ in wound[0]), default=0) if q.seam is None else 0
        top = min((y for _, y, _ in wound[0]), default=0)
        return _moved(wound, -left, -top)

    @cached_property
    def _symmetries(self) -> list[Orientation]:
        """The orientations that leave the question as it is, where it is about cells by place."""
        q = self._cells.question
        square = q.width == q.height
        given = ({(0, *cell): s for cell, s in (q.goal or {}).items()}, q.given, q.states_given)
        free = not q.kept and not q.exempt and q.background == (((0,),),)
        return [
            g
            for g in Orientation
            if g is Orientation.IDENTITY
            or (free and g in q.rule_symmetries and (square or g.apply(1, 0)[1] == 0)
                and {g.inverse.then(h).then(g) for h in q.whole_group} == q.whole_group
                and all({(t, *q.turned(g, x, y)): v for (t, x, y), v in each.items()} == each
                        for each in given))
        ]  # fmt: skip


def _frozen(states: States) -> frozenset[tuple[int, int, int]]:
    return frozenset((x, y, state) for (x, y), state in states.items() if state)


def _mapped(film: Film, where: Callable[[int, int], Cell]) -> Film:
    """The film with each cell moved to where the function says."""
    return tuple(frozenset((*where(x, y), state) for x, y, state in phase) for phase in film)


def _moved(film: Film, dx: int, dy: int) -> Film:
    return _mapped(film, lambda x, y: (x + dx, y + dy))


def _lives(entry: int, has_part: HasPart) -> bool:
    """Whether the centre of a block lives a generation later, from the block's table entry."""
    if entry < FIRST_PART:
        return bool(entry)
    return has_part(part_of(entry)) == (entry == part_of(entry))


def _next(cells: Cells, states: States, table: bytes, has_part: HasPart) -> dict[Cell, int]:
    q = cells.question
    # Off a torus no table has B0: cells that are neither dying nor near live ones stay dead.
    blocks = dict.fromkeys(q.box_cells(), 0) if q.torus else dict.fromkeys(states, 0)
    for (x, y), state in states.items():
        if state != 1:
            continue
        for place in range(9):
            near = cells.wound(x + 1 - place % 3, y + 1 - place // 3)
            blocks[near] = blocks.get(near, 0) | 1 << 8 - place
    found = {}
    for cell, block in blocks.items():
        state, entry = states.get(cell, 0), table[block]
        if state > 1:
            after = (state + 1) % q.states
        elif _lives(entry, has_part):
            after = 1
        else:
            after = 2 if state == 1 and q.states > 2 else 0
        if after:
            found[cell] = after
    return found
