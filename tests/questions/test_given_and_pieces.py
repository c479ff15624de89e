"""Given cells, pieces, excluded patterns and orphans, and conditions in words and in sessions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lifesearch.core.answer import Answer
from lifesearch.core.constraints import MOST, Aim, Bound, Constraints, Objective
from lifesearch.core.events import Finished
from lifesearch.formats.detect import read_path
from lifesearch.life.identify import canonical_key, identify
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import generations, step
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.options import RunOptions
from lifesearch.running.session.codec import query_from_json, question_to_json
from tests.asking import every, first
from tests.searching import run

BLOCK, BLINKER = Pattern.parse("OO\nOO"), Pattern.parse("OOO")
GLIDER = Pattern.parse(".O.\n..O\nOOO")


def test_contradictions_have_no_parts() -> None:
    constraints = Constraints((Bound(Measure.FIRST, 9, 5),))
    assert not list(Periodic(Motion(3), constraints=constraints).parts(0))
    assert list(run(Periodic(Motion(3), constraints=constraints), RunOptions()))[-1] == Finished(
        0, 0, True
    )


def _classes(answers: list[Answer]) -> set[object]:
    return {canonical_key(answer.history()[:-1]) for answer in answers}


BOXES = [
    pytest.param(
        Periodic(Motion(2), (7, 5)), marks=pytest.mark.slow("differs from others in size only")
    ),
    Periodic(Motion(1), (6, 4)),
    Periodic(Motion(1), (7, 5), Symmetry.parse("C2")),
    Periodic(Motion(2), (7, 5), Symmetry.parse("D2|"), any_period=True),
    pytest.param(
        Periodic(Motion(2), max_area=28), marks=pytest.mark.slow("differs from others in size only")
    ),
    Periodic(Motion(2), (6, 5), constraints=Constraints((Bound(Measure.FIRST, 4, 9),))),
]


@pytest.mark.long
@pytest.mark.parametrize("query", BOXES, ids=lambda q: f"{q.describe()}{q.where()}")
def test_pieces(query: Periodic) -> None:
    """One piece, or without known ones: as if all answers had been looked at."""
    answers = every(query)
    whole = [a for a in answers if not identify(a.pattern, a.rule).composite]
    asked = replace(query, constraints=replace(query.constraints, connected=True))
    assert 0 < len(whole) < len(answers)
    assert _classes(every(asked)) == _classes(whole)
    for unwanted in (BLOCK, BLINKER):
        key = canonical_key(generations(unwanted, 2))

        def has(answer: Answer, key: object = key) -> bool:
            pieces = identify(answer.pattern, answer.rule).pieces
            return any(canonical_key(generations(piece, 2)) == key for piece in pieces)

        without = replace(query, constraints=replace(query.constraints, excluded=(unwanted,)))
        expected = [answer for answer in answers if not has(answer)]
        assert _classes(every(without)) == _classes(expected)


def test_a_ship_can_be_excluded_in_any_phase() -> None:
    query = Periodic(Motion(4, dx=-1, dy=-1), (5, 5))
    assert len(every(query)) == 1
    for phase in generations(GLIDER.transform(Orientation.parse("R90")), 3):
        without = replace(query, constraints=Constraints(excluded=(phase,)))
        assert first(without) is None


@pytest.mark.long
def test_excluded_pieces_may_not_fit_when_turned() -> None:
    """The narrowest c/3 ship fits in 16x5, but not lying on its side."""
    query = Periodic(Motion(3, dy=-1), (16, 5))
    ship = first(query)
    assert ship is not None
    assert first(replace(query, constraints=Constraints(excluded=(ship.pattern,)))) is None


@pytest.mark.parametrize(
    "rule", ["B3/S23", "B1/S8", pytest.param("B36/S125", marks=pytest.mark.long), "B2/S"]
)
def test_orphans(rule: str) -> None:
    """Which patterns of 2x3 cells can appear at all, by filling 4x5 cells in all ways."""
    table = np.frombuffer(Rule.parse(rule).table, np.uint8)
    states = np.arange(2**20)
    cells = {(x, y): states >> (4 * y + x) & 1 for x in range(4) for y in range(5)}
    code = np.zeros(2**20, np.int64)
    for x in (1, 2):
        for y in (1, 2, 3):
            block = np.zeros(2**20, np.int64)
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    block = block << 1 | cells[x + dx, y + dy]
            code = code << 1 | table[block]
    possible = set(np.unique(code).tolist())
    places = [(x, y) for x in (0, 1) for y in (0, 1, 2)]
    for number in range(64):
        alive = [place for bit, place in enumerate(reversed(places)) if number >> bit & 1]
        target = Target(Pattern.of(alive), drawn=Box(0, 0, 2, 3))
        query = replace(Predecessor.anywhere(target, 1), rule=Rule.parse(rule))
        answer = first(query)
        assert (answer is not None) == (number in possible)
        if answer is not None:
            assert query.target.fits(step(answer.pattern, answer.rule))


def test_a_known_orphan() -> None:
    """Nicolay Beluchenko's Garden of Eden 5, LifeWiki."""
    garden = read_path("patterns/words/garden-of-eden.cells").pattern
    assert first(Predecessor.anywhere(Target(garden, drawn=Box(0, 0, 11, 11)), 1)) is None
    one_less = Target(garden - Pattern.of([(5, 5)]), Pattern.of([(5, 5)]), Box(0, 0, 11, 11))
    assert Predecessor.anywhere(one_less, 1).no_answers().startswith("this is an orphan")


def test_conditions_survive_a_session() -> None:
    constraints = Constraints(
        (Bound(Measure.MIN, 3), Bound(Measure.ROTOR, 0, 8)),
        Objective(Aim.LARGEST_POPULATION, Measure.MAX),
        Target(BLOCK, Pattern.of([(2, 0)]), Box(0, 0, 4, 4)),
        connected=True,
        excluded=(BLINKER, GLIDER),
    )
    for query in (
        Periodic(Motion(2), (9, 9), constraints=constraints),
        Periodic(Motion(2), (9, 9), constraints=Constraints(known=(BLOCK,))),
        Periodic(Motion(2), (9, 9), constraints=Constraints(known=())),
        Predecessor(Target(BLOCK), (4, 4)),
    ):
        assert query_from_json(question_to_json(query)) == query
    assert question_to_json(Periodic(Motion(2)))["constraints"] is None


def test_conditions_in_words() -> None:
    constraints = Constraints(
        (Bound(Measure.FIRST, 3, 9), Bound(Measure.ROTOR, 0, 1)), connected=True, excluded=(BLOCK,)
    )
    assert Periodic(Motion(2), (5, 5), constraints=constraints).no_answers() == (
        "no oscillator of period 2 with at least 3 cells and at most 9 cells and at most 1 rotor "
        "cell in one piece without the excluded pieces in a 5x5 box"
    )
    assert str(Bound(Measure.MAX, 7, 7)) == "7 cells in its largest generation"
    assert Bound(Measure.FIRST, 1, MOST).holds([GLIDER, GLIDER])
