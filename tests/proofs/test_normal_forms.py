"""The argument that goes with a proof: nothing is lost by symmetry breaking, counted."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from lifesearch.core.answer import Answer
from lifesearch.core.box_question import BoxQuery
from lifesearch.engines.sat.encoding.symmetry_breaking import _touching
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import Symmetry
from lifesearch.proofs.readme import argument
from lifesearch.questions.periodic.question import Periodic
from tests.random_queries import draw
from tests.seeds import seeds

GLIDES = Rule.parse(
    "MAPYIAQQAAAIAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
)
"""Here `OO` becomes `O` over `O`, up and left of it: it is never as wide as tall."""
QUESTIONS = (
    Periodic(Motion(1), (4, 5)),
    Periodic(Motion(2), (4, 4)),
    Periodic(Motion(2), (4, 4), Symmetry.parse("C2")),
    Periodic(Motion(1, Orientation.parse("R90")), (3, 3)),
    Periodic(Motion(4, dx=-1, dy=-1), (4, 4)),
    Periodic(Motion(4, dy=-2), (5, 6)),
    Periodic(Motion(1), max_area=9),
    Periodic(Motion(2), max_area=9),
    Periodic(Motion(1, Orientation.parse("F\\"), -1, -1), rule=GLIDES, max_area=9),
)


def classes(query: BoxQuery, *, plain: bool) -> set[object]:
    """The different answers of a query; a solver finds all of them."""
    how = Configuration("cadical195", plain=plain)
    answers: list[Answer] = []
    for part in query.parts(0):
        for report in query.search(part, how, []):
            answers += report if isinstance(report, list) else []
    return {query.key(answer) for answer in answers}


@pytest.mark.parametrize("query", QUESTIONS, ids=lambda query: query.describe())
def test_nothing_is_lost(query: Periodic) -> None:
    with_breaking = classes(query, plain=False)
    assert with_breaking
    assert with_breaking == classes(query, plain=True)
    assert "symmetry breaking" in argument(query, plain=False)[0]
    assert "no symmetry breaking" in argument(query, plain=True)[0]


@seeds()
def test_nothing_is_lost_at_random(seed: int) -> None:
    random = Random(seed)
    tried = 0
    while tried < 5:
        query = draw(f"form {random.random()}")
        if not isinstance(query, Periodic) or query.objective or query.endless():
            continue
        tried += 1
        assert classes(query, plain=False) == classes(query, plain=True)


def test_clauses_are_the_same_in_every_process() -> None:
    """The order of a set of sides, which are words, is another one in each process."""
    sides = {side: np.array([i], np.int32) for i, side in enumerate(("right", "left", "bottom"), 1)}
    *_, all_three = _touching(sides, {frozenset(sides)}, Variables())[1]
    assert all_three.rows.tolist() == [[-1, -2, -3, 4]]


def test_words_say_what_the_formula_has() -> None:
    ships = " ".join(argument(QUESTIONS[4], plain=False))
    assert "A ship leaves its box at last" in ships
    assert "The boxes grow" not in ships
    assert "The boxes grow" in " ".join(argument(QUESTIONS[6], plain=False))
    raw = argument(Periodic(Motion(1), (3, 3), raw=True), plain=False)
    assert len(raw) == 1
    assert "say it all" in raw[0]
