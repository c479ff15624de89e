"""Formulas as DIMACS files: another program that reads one finds what the search finds."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Bound, Constraints
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.knuth.question import KnuthQuestion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.questions.strips.question import Strip
from tests.asking import every, first

GLIDER = Pattern.parse(".O.\n..O\nOOO")
PLAIN = Configuration(plain=True)


@dataclass(frozen=True)
class File:
    """A DIMACS file, as a stranger reads it."""

    formula: CNF
    cells: dict[tuple[int, int, int], int]
    alive: set[tuple[int, int, int]]

    @classmethod
    def read(cls, text: str) -> File:
        cells, alive = {}, set()
        for line in text.splitlines():
            match line.split():
                case ["c", "cell", t, x, y, literal]:
                    cells[int(t), int(x), int(y)] = int(literal)
                case ["c", "alive", t, x, y]:
                    alive.add((int(t), int(x), int(y)))
        header = next(line for line in text.splitlines() if line.startswith("p"))
        clauses = [line for line in text.splitlines() if line[0] not in "cp"]
        assert header.split()[:2] == ["p", "cnf"]
        assert int(header.split()[3]) == len(clauses)
        formula = CNF(from_string=text)
        assert formula.nv <= int(header.split()[2])
        return cls(formula, cells, alive)

    def solutions(self) -> list[dict[int, Pattern]]:
        """All solutions that differ in generation 0: the generations of each."""
        found = []
        times = {t for t, *_ in (*self.cells, *self.alive)}
        first = sorted({abs(v) for (t, *_), v in self.cells.items() if t == 0})
        with Solver("minisat22", bootstrap_with=self.formula) as solver:
            while solver.solve():
                model = {abs(v): v for v in solver.get_model()}
                alive = {c for c, v in self.cells.items() if model.get(abs(v), -abs(v)) == v}
                alive |= self.alive
                found.append({t: Pattern.of((x, y) for s, x, y in alive if s == t) for t in times})
                if not first:
                    break
                solver.add_clause([-model.get(v, -v) for v in first])
        return found


QUERIES: dict[str, Periodic | Predecessor | Completion] = {
    "still lifes": Periodic(Motion(1), (4, 4), raw=True),
    "oscillators": Periodic(Motion(2), (4, 4), raw=True),
    "blinker": Periodic(Motion(1, Orientation.R90), (3, 3), raw=True),
    "symmetric": Periodic(Motion(2), (5, 5), Symmetry.parse("C4"), raw=True),
    "gliders": Periodic(Motion(4, dx=-1, dy=-1), (4, 4), raw=True),
    "torus": Periodic(Motion(2), (4, 3), torus=True, raw=True),
    "HighLife": Periodic(Motion(2), (4, 3), rule=Rule.parse("HighLife"), raw=True),
    "population": Periodic(
        Motion(1), (4, 4), raw=True, constraints=Constraints((Bound(Measure.FIRST, 5, 6),))
    ),
    "impossible": Periodic(
        Motion(1), (2, 2), raw=True, constraints=Constraints((Bound(Measure.FIRST, 5),))
    ),
    "predecessors": Predecessor.around(Target(GLIDER), 1, raw=True),
    "grandparents": Predecessor.around(Target(Pattern.parse("OO\nOO")), 1, generations=2, raw=True),
    "completions": Completion(KnownCells.unknown(3, 3), Motion(2), raw=True),
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
@pytest.mark.parametrize("encoding", ["implicates", "knuth"])
def test_the_file_has_the_answers_of_the_search(
    query: Periodic | Predecessor | Completion, encoding: str
) -> None:
    if encoding == "knuth" and query.rule != Rule.parse("B3/S23"):
        pytest.skip("Life only")
    how = Configuration(encoding=encoding)  # type: ignore[arg-type]
    solutions = File.read("".join(query.dimacs(None, how))).solutions()
    answers = {answer.pattern for answer in every(query)}
    assert {solution.get(0, Pattern.of([])) for solution in solutions} == answers
    assert len(solutions) == len(answers)
    for solution in solutions:  # later generations are as the simulator says
        torus = query.box if isinstance(query, Periodic) and query.torus else None
        history = Answer(solution[0], max(solution), query.rule, torus).history()
        assert all(pattern == history[t] for t, pattern in solution.items())


def test_symmetry_breaking_leaves_some_of_each_kind() -> None:
    query = Periodic(Motion(1), (4, 4))
    broken = File.read("".join(query.dimacs(None, Configuration()))).solutions()
    plain = File.read("".join(query.dimacs(None, PLAIN))).solutions()
    assert len(broken) < len(plain)
    kinds = {query.key(query.answers([s[0]], 4, 4)[0]) for s in plain}
    assert {query.key(query.answers([s[0]], 4, 4)[0]) for s in broken} == kinds


def test_a_box_of_those_that_grow() -> None:
    growing = Periodic(Motion(2), raw=True)
    with pytest.raises(InputError, match="one box"):
        growing.dimacs(None, PLAIN)
    text = "".join(growing.dimacs(Part((3, 3)), PLAIN))
    assert len(File.read(text).solutions()) == len(every(replace(growing, box=(3, 3))))


def test_unknown_rules_are_variables() -> None:
    query = Periodic(Motion(1), (2, 2), raw=True, rules=PartialRule.parse("B3/S23?"))
    text = "".join(query.dimacs(None, PLAIN))
    assert "c rule S3 " in text
    found = first(query, PLAIN)
    assert found is not None
    assert found.pattern in [solution[0] for solution in File.read(text).solutions()]


def test_the_window_of_a_strip_slides_along_a_ship() -> None:
    strip = Strip(4, Motion(4, dx=-1, dy=-1))
    ship = GLIDER.transform(Orientation.R180).normal()
    file = File.read("".join(strip.dimacs(None, PLAIN)))
    layers = strip.geometry.row_layers.layers(ship.translate(1, 0))
    height = 2 + strip.look_ahead
    layers += [layers[0]] * height
    for top in range(len(layers) - height):
        window = layers[top : top + height]
        given = [
            v if window[y][t, x] else -v
            for (t, x, row), v in file.cells.items()
            for y in [row + strip.geometry.row_layers.row_offset(t)]
        ]
        with Solver("minisat22", bootstrap_with=file.formula) as solver:
            assert solver.solve(assumptions=given)


def test_a_mirrored_strip_names_both_halves() -> None:
    file = File.read("".join(Strip(5, Motion(3, dy=-1), Mirror.MIRRORED).dimacs(None, PLAIN)))
    assert all(file.cells[t, 4 - x, y] == v for (t, x, y), v in file.cells.items())


def test_knuths_programs() -> None:
    text = "".join(KnuthQuestion("sat-life-grid-cycle", (3, 3, 2)).dimacs(None, PLAIN))
    with Solver("minisat22", bootstrap_with=CNF(from_string=text)) as solver:
        assert solver.solve()
