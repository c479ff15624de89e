"""Forced cells, and predecessors that differ in marked cells, against brute force."""

from dataclasses import replace
from random import Random

import pytest

import lifesearch as ls
from lifesearch.common.errors import InputError, OptionError, VerificationError
from lifesearch.engines.sat.solving.backbone import Backbone, backbone
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.questions.forced.answer import ForcedAnswer, ForcedCells
from lifesearch.questions.forced.question import Forced
from lifesearch.questions.predecessor.question import Predecessor
from tests.asking import every, first
from tests.brute_answers import ancestors
from tests.brute_joined import joined_ancestors

RULES = ("B3/S23", "B3/S23", "B36/S125", "B2/S34H", "B2ci3/S23")


def question(random: Random) -> Predecessor:
    """A question with few answers, mostly: the successor of a random pattern."""
    rule = Rule.parse(random.choice(RULES))
    alive = Pattern.of((random.randrange(3), random.randrange(3)) for _ in range(5))
    free = Pattern.of((random.randrange(3), random.randrange(3)) for _ in range(2))
    size = random.choice(((3, 3), (3, 4), (4, 3)))
    match random.randrange(3):
        case 0:
            small = Pattern.of(cell for cell in alive.cells if max(cell) < 2)
            return Predecessor.anywhere(Target(small, drawn=Box(0, 0, 2, 2)), 1, rule=rule)
        case 1:
            return Predecessor(Target(alive - free, free), size, torus=True, rule=rule)
        case _:
            return Predecessor(Target(alive - free, free), size, rule=rule)


def all_of(query: Predecessor) -> list[frozenset[tuple[int, int]]]:
    if query.torus:
        return [frozenset(cell for cell, _ in life) for life in joined_ancestors(query)]
    return [frozenset(cells) for cells in ancestors(query)]


@pytest.mark.parametrize("seed", range(5))
def test_forced_cells(seed: int) -> None:
    random, answered = Random(seed), 0
    while answered < 2:
        query = question(random)
        expected, answer = all_of(query), first(Forced(query, query.rule))
        if not expected:
            assert answer is None
            continue
        assert isinstance(answer, ForcedAnswer)
        box = {(x, y) for x in range(query.box[0]) for y in range(query.box[1])}
        assert answer.cells.alive.cells == frozenset.intersection(*expected)
        assert answer.cells.dead.cells == box - frozenset.union(*expected)
        assert answer.pattern.cells in expected
        answered += 1


@pytest.mark.parametrize("seed", range(4))
def test_predecessors_that_differ_in_marked_cells(seed: int) -> None:
    random, answered = Random(f"marked {seed}"), 0
    while answered < 2:
        query = question(random)
        marked = Pattern.of((random.randrange(3), random.randrange(3)) for _ in range(4))
        expected = {cells & marked.cells for cells in all_of(query)}
        found = [answer.pattern.cells & marked.cells for answer in
                 every(replace(query, project=marked))]  # fmt: skip
        assert len(found) == len(expected)
        assert set(found) == expected
        answered += bool(expected)


def test_the_backbone_of_a_formula() -> None:
    """(a) (a or b) (not b or c) (b or c): a and c are true in all solutions."""
    with Solver("minisat22", 3) as solver:
        solver.add([[1], [1, 2], [-2, 3], [2, 3]])
        *_, last = (r for r in backbone(solver, [1, 2, 3, 3]) if isinstance(r, Backbone))
    assert (set(last.proved), last.candidates) == ({1, 3}, ())
    with Solver("minisat22", 1) as solver:
        solver.add([[1], [-1]])
        assert not [r for r in backbone(solver, [1]) if isinstance(r, Backbone)]


def test_cells_that_the_example_contradicts_are_refused() -> None:
    query = Forced(Predecessor.around(Target(Pattern.parse("OO\nOO"))))
    answer = first(query)
    assert isinstance(answer, ForcedAnswer)
    wrong = ForcedCells(answer.pattern, Pattern.of([]), answer.pattern)
    with pytest.raises(VerificationError):
        query.answers([wrong], *query.asked.box)


def test_questions_without_forced_cells() -> None:
    target = Target(Pattern.parse("OO\nOO"))
    query = Predecessor.around(target)
    for wrong in (
        replace(query, rules=PartialRule.parse("B3?/S23")),
        Predecessor(target, (4, 4), cylinder=Cylinder(4)),
    ):
        with pytest.raises(OptionError):
            Forced(wrong)
    for marked in (Pattern.of([]), Pattern.of([(9, 9)])):
        with pytest.raises(InputError):
            replace(query, project=marked)


def test_in_python() -> None:
    glider = ls.Pattern.parse(".O.\n..O\nOOO")
    found = ls.find_predecessor(glider, pad=0, forced=True, jobs=1)
    assert found is not None
    assert found.forced == 9  # it has one predecessor in its own box
    assert "?" not in "".join(found.forced_cells)
    with pytest.raises(OptionError, match="writes no proof"):
        ls.find_predecessor(glider, forced=True, proof="forced-proof")
