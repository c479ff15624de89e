"""Clauses that follow from the question, and clauses that do not.

Formulas of random questions are judged, with proofs and without; then one clause is forged. What a
forged formula has no solution for, though the question has an answer, must be refused.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import suppress
from itertools import count, islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver

from lifesearch.common.errors import LifesearchError
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import Bound, Constraints
from lifesearch.engines.sat.encoding import (
    constraints,
    rule_clauses,
    symmetry_breaking,
    transitions,
    variable_grid,
)
from lifesearch.engines.sat.encoding.clauses import FALSE
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.sat.solving.solver import WITH_PROOF
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import Symmetry
from lifesearch.proofs.check import check
from lifesearch.proofs.formula import Formula
from lifesearch.proofs.implied.cells import Cells
from lifesearch.proofs.implied.definitions import FIRST_EXTRA, define
from lifesearch.proofs.implied.from_query import claimed_question
from lifesearch.proofs.implied.judge import Judgement, judge
from lifesearch.proofs.implied.normal_form import NormalForm
from lifesearch.proofs.layout import Refused
from lifesearch.proofs.verifier import reading
from lifesearch.proofs.writer import file_text
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from tests.proofs.folders import checked, prove_here
from tests.proofs.questions import draw
from tests.proofs.test_normal_forms import QUESTIONS
from tests.seeds import seeds

FALSE_PROOF = Path(__file__).parents[1] / "data" / "false-proof"
"""Written when cylinders did not know that cells of /2/3 may be dying: it claims that there is no
ship, and there is one. The solver's proof is right, and the formula is wrong."""


def formula_of(query: BoxQuery, part: Part, how: Configuration) -> reading.FormulaFile:
    return reading.read_formula("".join(file_text(Formula(query, part, how), [])).encode())


def judged(query: BoxQuery, part: Part, formula: reading.FormulaFile) -> Judgement:
    boxes = [each.box for each in islice(query.parts(0), 60)]
    return judge(formula, claimed_question(query, part.box, None, boxes), cube=bool(part.cube))


def _on_cylinder(query: BoxQuery) -> bool:
    return isinstance(query, Periodic) and query.cylinder is not None


def ways(random: Random, query: BoxQuery) -> Configuration:
    encoding = "implicates"
    if (query.rules or query.rule) == LIFE and not _on_cylinder(query):
        encoding = random.choice(("implicates", "knuth"))
    plain, seed = random.random() < 0.3, random.choice((0, 0, 5))
    return Configuration(random.choice(WITH_PROOF), encoding, plain, seed)  # type: ignore[arg-type]


def formulas(seeds: range) -> Iterator[tuple[Random, BoxQuery, Part, Configuration]]:
    """Parts of random questions, and ways to put them to a solver."""
    for seed in seeds:
        random, query = Random(seed), draw(f"implied {seed}")
        parts = [*islice(query.parts(random.choice((0, 0, 2)) if query.box else 0), 40)]
        for part in random.sample(parts, min(2, len(parts))):
            yield random, query, part, ways(random, query)


def judge_formulas(seeds: range) -> None:
    for _, query, part, how in formulas(seeds):
        assert not judged(query, part, formula_of(query, part, how)).trusted, (query, part, how)


@pytest.mark.long
def test_every_clause_has_a_reason() -> None:
    judge_formulas(range(25))


@seeds()
def test_every_clause_of_many_formulas_has_a_reason(seed: int) -> None:
    judge_formulas(range(10 * seed, 10 * seed + 10))


@pytest.mark.parametrize("query", QUESTIONS, ids=lambda query: query.describe())
def test_normal_forms_have_reasons(query: Periodic) -> None:
    for part in query.parts(0):
        judged(query, part, formula_of(query, part, Configuration("cadical195")))


def test_a_key_with_a_repeated_cell_does_not_begin_with_the_first_row() -> None:
    """Else a generation that is dead there could come before one that lives there."""
    query = Periodic(Motion(2), (3, 3))
    cells = Cells(claimed_question(query, (3, 3), None, []))
    form = NormalForm(cells, {})
    first = [cells.alive(0, x, 0) for x in range(3)]
    lives, below = frozenset(first), cells.alive(0, 0, 1)
    for key, is_so in ((first, True), (first[:2], True), ([*first[:2], first[0], below], False)):
        form._key = tuple(key)
        assert form.holds(lives) is is_so


def test_cells_at_which_something_arrives_have_reasons() -> None:
    still = {(x, y) for x in range(3) for y in range(2)} - {(1, 1)}
    known = KnownCells.of([[[0, 0, 0], [0, 0, 0]]]).arriving(still)
    assert known.arrives
    query = Completion(known, Motion(3), returns=False)
    for part in query.parts(0):
        assert not judged(query, part, formula_of(query, part, Configuration("cadical195"))).trusted


# Proofs


def small(query: BoxQuery) -> bool:
    """Whether a search for all answers comes to an end soon."""
    return query.box is None or query.box[0] * query.box[1] <= 12


def check_proofs(wanted: int, name: str, folder: Path) -> Counter[str]:
    """Write proofs and check them, until so many say that there is none."""
    done: Counter[str] = Counter()
    for number in count():
        random, query = Random(f"{name} {number}"), draw(f"{name} {number}")
        if not small(query) or (query.endless() and not query.objective):
            continue
        path = folder / str(number)
        depth = random.choice((0, 0, 0, 1, 2)) if query.box and not query.objective else 0
        found = prove_here(query, path, ways(random, query), depth)
        report = checked(path)
        if not found:
            assert report.claim == f"proved: {query.no_answers()}"
        kind = "some" if found else "none"
        done[kind] += 1
        done[f"{kind}, trusted"] += bool(report.trusted)
        assert not report.trusted or _leaves_pieces_to_trust(query), (query, report.trusted)
        shutil.rmtree(path)
        if done["none"] == wanted:
            return done
    raise AssertionError


def _leaves_pieces_to_trust(query: BoxQuery) -> bool:
    """Whether clauses that rule out pieces, or forms of an answer, have to be trusted."""
    if isinstance(query, Completion):
        return bool(query.known.exempt or query.known.has_letters) or (
            query.background != EMPTY_BACKGROUND
        )
    return bool(query.constraints.connected or query.constraints.excluded)


def test_proofs_that_there_is_none(tmp_path: Path) -> None:
    done = check_proofs(4, "default", tmp_path)
    assert 2 * done["none, trusted"] < done["none"]


@seeds()
def test_many_proofs_that_there_is_none(seed: int, tmp_path: Path) -> None:
    check_proofs(4, f"none {seed}", tmp_path)


def test_a_variable_that_no_clause_needs_is_false() -> None:
    """Given cells may differ anyway: then a difference is defined, and nothing asks for one."""
    e = FIRST_EXTRA + 1
    assert define([frozenset({1, 2, -e}), frozenset({-1, -2, -e})]).clauses == {0, 1}


# Forged clauses


def keys(query: BoxQuery, part: Part, how: Configuration, formula: reading.FormulaFile) -> set[Any]:
    """What the answers of a formula are, as far as they differ."""
    encoded = Formula(query, part, how)
    found: set[Hashable] = set()
    clauses = lists(formula)
    names = {int(words[-1]) for line in formula.comments if (words := line.split())[0] == "rule"}
    cells = [line.split() for line in formula.comments if line.startswith(("cell 0 ", "died "))]
    decide = sorted(names | {abs(int(words[-1])) for words in cells})
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        for _ in range(3000):
            if not solver.solve():
                return found
            true = set(solver.get_model())
            model = [v if encoded.order[v] in true else -v for v in range(1, len(encoded.order))]
            with suppress(LifesearchError):  # a forged formula has solutions that are no answers
                solution = encoded.enumeration.decode(model)
                found |= {query.key(answer) for answer in encoded.enumeration.verify([solution])}
            solver.add_clause([-v if v in true else v for v in decide])
    raise ValueError("too many")


def lists(formula: reading.FormulaFile) -> list[list[int]]:
    literals = formula.clauses.literals.tolist()
    return [literals[a:b] for a, b in pairwise(formula.clauses.start.tolist())]


def forged(random: Random, formula: reading.FormulaFile) -> reading.FormulaFile:
    """The same formula with a clause that says something else, or with one more."""
    clauses = lists(formula)
    at = random.randrange(len(clauses))
    place = random.randrange(len(clauses[at]))
    match random.randrange(4):
        case 0:
            clauses[at][place] *= -1
        case 1 if len(clauses[at]) > 1:
            del clauses[at][place]
        case 2:
            of = formula.variables
            variables = random.sample(range(1, of + 1), min(of, random.randint(1, 3)))
            clauses.append([random.choice((v, -v)) for v in variables])
        case _:
            clauses[at][place] = random.choice((1, -1)) * random.randint(1, formula.variables)
    numbers = np.array([u for clause in clauses for u in (*clause, 0)], np.int64)
    return reading.FormulaFile(formula.variables, reading.ClauseList.of(numbers), formula.comments)


def judge_forgeries(wanted: int, name: str) -> Counter[str]:
    """Forge clauses until so many change what the answers are; all of these are refused."""
    done: Counter[str] = Counter()
    for number in count():
        random, query = Random(f"{name} {number}"), draw(f"{name} {number}")
        if not small(query) or query.constraints.connected or query.constraints.excluded:
            continue
        part = next(iter(query.parts(0)), None)
        if part is None or query.objective:
            continue
        how = ways(random, query)
        formula = formula_of(query, part, how)
        try:
            answers = keys(query, part, how, formula)
        except ValueError:
            continue
        for _ in range(4 if answers and len(formula.clauses) else 0):
            forgery = forged(random, formula)
            try:
                judged(query, part, forgery)
                refused = False
            except Refused:
                refused = True
            try:
                lost = not answers <= keys(query, part, how, forgery)
            except ValueError:
                continue
            done["forged"] += 1
            done["changed"] += lost
            done["refused"] += refused
            done["changed and accepted"] += lost and not refused
            assert not lost or refused, (name, number, query)
            if done["changed"] == wanted:
                return done
    raise AssertionError


@pytest.mark.long
def test_forged_clauses_are_refused() -> None:
    judge_forgeries(2, "default")


@seeds()
def test_many_forged_clauses_are_refused(seed: int) -> None:
    judge_forgeries(4, f"forged {seed}")


# Encoders that are wrong


def test_the_proof_of_something_false() -> None:
    """There is a ship, `AA..` over `BB..`, and the formula has no place for dying cells."""
    report = check(FALSE_PROOF)
    assert not report.valid
    rule, around = Rule.parse("/2/3"), Cylinder(4)
    query = Periodic(Motion(1, dy=-1), (4, 2), rule=rule, cylinder=around)
    formula = reading.read_formula((FALSE_PROOF / "4x2.cnf").read_bytes())
    with pytest.raises(Refused, match="does not follow from the question"):
        judged(query, Part((4, 2)), formula)


def wrong_table(patch: pytest.MonkeyPatch) -> None:
    right = rule_clauses.implicates
    table = Rule.parse("B3/S2").table
    patch.setattr(transitions, "implicates", lambda _, *rest: right(table, *rest))


def wrong_count(patch: pytest.MonkeyPatch) -> None:
    right = constraints.tally

    def one_less(literals: Any, most: int, variables: Variables) -> Any:
        root, clauses = right(literals, most - 1, variables)
        return np.append(root, root[-1:]), clauses

    patch.setattr(constraints, "tally", one_less)


def wrong_neighbours(patch: pytest.MonkeyPatch) -> None:
    right = variable_grid.VariableGrid.neighbourhood
    patch.setattr(
        variable_grid.VariableGrid,
        "neighbourhood",
        lambda self, t, x, y: right(self, t, x + (x == 0), y),
    )


def wrong_order(patch: pytest.MonkeyPatch) -> None:
    """Images come before, and after: keys are compared that are not those of images."""
    right = constraints.ordered
    patch.setattr(
        symmetry_breaking,
        "ordered",
        lambda key, others, *rest: right(key, others[:, ::-1], *rest),
    )


def wrong_sides(patch: pytest.MonkeyPatch) -> None:
    right = constraints.any_of
    patch.setattr(
        symmetry_breaking, "any_of", lambda literals: right(literals[: len(literals) // 2])
    )


def wrong_edge(patch: pytest.MonkeyPatch) -> None:
    right = variable_grid.Spacetime.assign_variables

    def narrower(self: variable_grid.Spacetime, variables: Variables) -> Any:
        layout = right(self, variables)
        layout.grid[1:, :, self.margin] = FALSE
        return layout

    patch.setattr(variable_grid.Spacetime, "assign_variables", narrower)


@pytest.mark.parametrize(
    "mistake", [wrong_table, wrong_count, wrong_neighbours, wrong_order, wrong_sides, wrong_edge]
)
def test_mistakes_of_an_encoder(mistake: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = Constraints((Bound(Measure.MAX, 0, 4),))
    query = Periodic(Motion(2), (4, 4), Symmetry.parse("C1"), constraints=bounds)
    part, how = Part((4, 4)), Configuration("cadical195")
    judged(query, part, formula_of(query, part, how))
    mistake(monkeypatch)
    with pytest.raises(Refused):
        judged(query, part, formula_of(query, part, how))
