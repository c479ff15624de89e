"""How many cells live: what follows from bounds, and from requiring a better answer.

What is counted is a row of literals, each with a weight, since symmetry repeats cells. Any other
variable implies, if it is true, that at least some number of the row live. This number follows from
its definition: each of its cases implies a number, and the variable the least of these. So

    a2 and b1 -> c3

says that c3 means at least three, if a2 means two of some cells and b1 one of others.

A clause is implied if making it false would make too many live in a row that has an upper bound; or
too many dead in one that has a lower bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from math import inf

from lifesearch.life.measures import Measure
from lifesearch.proofs.implied.cells import FALSE, TRUE, Cells
from lifesearch.proofs.implied.definitions import Case, Clause, Definition
from lifesearch.proofs.implied.question import NO_BOUND, ClaimedBound

POPULATIONS = ("first", "min", "max")
"""The measures that count the live cells of a generation: of generation 0, the least, the most."""
WRONG = "wrong"
"""The measure of the closest predecessor: cells of the last generation that are wrong."""
AtLeast = tuple[float, frozenset[int]]
"""A number of live cells, and the literals of the row that they may be."""


class Row:
    """Literals that are counted, each with its weight; `certain` live cells are apart."""

    def __init__(self, weights: Counter[int], definitions: Mapping[int, Definition]) -> None:
        self.certain = weights.pop(TRUE, 0)
        weights.pop(FALSE, None)
        self._weights = weights
        self._definitions = definitions
        self._known: dict[int, AtLeast] = {}

    @property
    def total(self) -> int:
        return self.certain + self._weights.total()

    @cached_property
    def opposite(self) -> Row:
        """The count of the cells that are dead."""
        weights = Counter({-literal: weight for literal, weight in self._weights.items()})
        return Row(weights, self._definitions)

    def at_least(self, facts: Iterable[int]) -> float:
        """The least number of live cells if all these literals are true."""
        return self.certain + self._together(frozenset(facts))[0]

    def at_most(self, facts: Iterable[int]) -> float:
        return self.total - self.opposite.at_least(facts)

    def _together(self, facts: Case) -> AtLeast:
        """What literals imply together: counts of disjoint sets of cells add up, largest first.

        Any choice of disjoint sets would do; a poor one gives a smaller number.
        """
        count, which = 0.0, frozenset[int]()
        for number, literals in sorted(map(self._alone, facts), key=lambda item: -item[0]):
            if not which & literals:
                count, which = count + number, which | literals
        return count, which

    def _alone(self, literal: int) -> AtLeast:
        if literal in self._weights:
            return self._weights[literal], frozenset({literal})
        if literal not in self._known:
            self._known[literal] = self._defined(literal)
        return self._known[literal]

    def _defined(self, literal: int) -> AtLeast:
        definition = self._definitions.get(literal)
        if definition is None or definition.negated:
            return 0, frozenset()
        cases = [self._together(case) for case in definition.cases]
        which = frozenset[int]().union(*(literals for _, literals in cases))
        return min((count for count, _ in cases), default=inf), which


class Counting:
    """The rows of all bounded measures."""

    def __init__(self, cells: Cells, definitions: Mapping[int, Definition]) -> None:
        self._cells = cells
        self._definitions = definitions
        self._bounds = cells.question.bounds
        self._counts: dict[str, list[Counter[Definition]]] = {}

    def implies(self, clause: Clause) -> bool:
        """Whether a clause is true because of a bound."""
        facts = [-literal for literal in clause]
        return any(self._broken(bound, facts) for bound in self._bounds)

    def _broken(self, bound: ClaimedBound, facts: list[int]) -> bool:
        """Whether facts, which are literals that are true, contradict a bound."""
        rows = self._populations(bound.measure) or self._changes(bound.measure, facts)
        too_many = (row.at_least(facts) > bound.most for row in rows)
        too_few = (row.at_most(facts) < bound.least for row in rows)
        # A bound on the least population is met by one generation: all must break it.
        if bound.most < NO_BOUND and (all if bound.measure == "min" else any)(too_many):
            return True
        # Only populations have a lower bound (`core.constraints.Bound`): their rows have all cells
        # that can live, while those of other measures may lack some, and too few would prove
        # nothing.
        return bound.least > 0 and (all if bound.measure == "max" else any)(too_few)

    def _populations(self, measure: str) -> list[Row]:
        """The rows for a bound on a population, one for each generation that it is about.

        A bound on wrong cells has one row of them; other measures have none here.
        """
        if measure == WRONG:
            return [self._wrong]
        if measure not in POPULATIONS:
            return []
        return self._generations[:1] if measure == "first" else self._generations

    @cached_property
    def _wrong(self) -> Row:
        """The literals of wrong cells, which differ from the wanted last generation."""
        q, cells = self._cells.question, self._cells
        last = ((cells.alive(q.planes, *cell), lives) for cell, lives in q.wanted.items())
        weights = Counter(-literal if lives else literal for literal, lives in last)
        return Row(weights, self._definitions)

    @cached_property
    def _generations(self) -> list[Row]:
        q, cells = self._cells.question, self._cells
        around = q.box_cells() if q.open_around else cells.around()
        return [
            Row(Counter(s for cell in around for s in cells.states(t, *cell)), self._definitions)
            for t in range(q.planes)
        ]

    def _changes(self, measure: str, facts: list[int]) -> list[Row]:
        """Rows of variables whose definitions say that a cell is counted, for an upper bound only.

        Cells without such a variable are left out, which makes the count smaller.
        Several may be defined alike: then each stands for as many of these cells.
        """
        named: dict[Definition, list[int]] = {}
        for variable in self._reached(facts):
            if self._definitions[variable].cases:  # one without any is never true
                named.setdefault(self._definitions[variable], []).append(variable)
        rows = []
        for each in self._counted(measure) if named else ():
            weights: Counter[int] = Counter()
            for definition, cells in each.items():
                alike = named.get(definition, [])
                weights.update(dict.fromkeys(alike, cells // max(len(alike), 1)))
            rows.append(Row(weights, self._definitions))
        return rows

    def _reached(self, facts: Iterable[int]) -> set[int]:
        """The given variables, and all on which their definitions depend."""
        reached = set[int]()
        ahead = [u for u in facts if u in self._definitions]
        while ahead:
            variable = ahead.pop()
            if variable not in reached:
                reached.add(variable)
                cases = self._definitions[variable].cases
                ahead += [u for case in cases for u in case if u in self._definitions]
        return reached

    def _counted(self, measure: str) -> list[Counter[Definition]]:
        """For each span of generations that a measure compares, how many cells have which cases."""
        if measure not in self._counts:
            q = self._cells.question
            # Generation `planes` is followed only if the pattern recurs or has a goal.
            last = q.full_period if q.recurs or q.goal is not None else q.planes - 1
            spans: list[Iterable[int]] = [(0, t) for t in range(1, last + 1)]
            if Measure(measure).of_cells:
                spans = [range(last + 1)]
            around = self._cells.around(q.order * max(abs(q.dx), abs(q.dy)))
            self._counts[measure] = [
                Counter(
                    Definition(_simplified(_cases(measure, literals)))
                    for x, y in around
                    if (literals := [self._cells.alive(t, x, y) for t in span])
                )
                for span in spans
            ]
        return self._counts[measure]


def _cases(measure: str, literals: list[int]) -> list[set[int]]:
    """The cases in which a cell counts for a measure; its literals are in order of generations.

    stator: it is always alive; growth: it is born; decay: it dies; others: it is born or dies.
    """
    if measure == "stator":
        return [set(literals)]
    pairs = [(literals[i], literals[i + 1]) for i in range(len(literals) - 1)]
    born = [{-before, after} for before, after in pairs]
    died = [{before, -after} for before, after in pairs]
    return born * (measure != "decay") + died * (measure != "growth")


def _simplified(cases: list[set[int]]) -> frozenset[Case]:
    """The cases that are possible, without literals that are certain."""
    possible = [case for case in cases if not any(-u in case for u in case) and FALSE not in case]
    return frozenset(frozenset(case - {TRUE}) for case in possible)
