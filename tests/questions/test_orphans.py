"""Searches for orphans: each is proved by a solver, and what is none is refused."""

from itertools import islice

import pytest

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.orphans.question import Orphans

pytestmark = pytest.mark.usefixtures("kernels_loaded")
RARE = Rule.parse("B8/S8")


def first_orphan(query: Orphans) -> Pattern:
    for part in islice(query.parts(0), 1):
        for report in query.search(part, "beams", []):
            if isinstance(report, list):
                return report[0].pattern
    raise AssertionError("the first beam finds none")


@pytest.mark.parametrize("size", [(4, 2), (6, 3), (9, 1)])
def test_orphans_of_a_rule_with_few_births(size: tuple[int, int]) -> None:
    found = first_orphan(Orphans(size, RARE))
    assert found.box.width <= size[0]
    assert found.box.height <= size[1]


def test_dead_cells_at_a_side_are_no_part_of_an_orphan() -> None:
    """In this rule a beam finds words that are orphans only with the dead cells above them."""
    query = Orphans((5, 3), Rule.parse("B12345678/S46"))
    reports = list(query.search(next(query.parts(0)), "beams", []))
    boxes = [each.pattern.box for found in reports if isinstance(found, list) for each in found]
    assert all(box.height == 3 for box in boxes)


@pytest.mark.long
@pytest.mark.parametrize(
    "height",
    [6, pytest.param(7, marks=pytest.mark.slow("the beam of 7 rows takes three times as long"))],
)
def test_orphans_of_life(height: int) -> None:
    found = first_orphan(Orphans((40, height)))
    assert found.box.height == height
    assert found.box.width <= 40


def test_what_is_no_orphan_is_refused() -> None:
    query = Orphans((5, 5))
    with pytest.raises(VerificationError):
        query.answers([Pattern.parse("OO\nOO")], 4, 4)


@pytest.mark.parametrize(
    ("size", "rule"),
    [
        ((9, 8), "B3/S23"),
        ((40, 4), "B3/S23"),
        ((4, 6), "B3/S23"),
        ((201, 2), "B3/S23"),
        ((4, 4), "B03/S23"),
        ((4, 4), "/2/3"),
    ],
)
def test_questions_that_are_refused(size: tuple[int, int], rule: str) -> None:
    with pytest.raises(InputError):
        Orphans(size, Rule.parse(rule))


def test_parts_are_wider_and_wider_beams() -> None:
    query = Orphans((5, 5))
    first, second = islice(query.parts(0), 2)
    assert (first.name, second.name) == ("beam of 300000", "beam of 600000")
    assert query.has_part(second, 0)
    assert not query.has_part(first._replace(name="beam of 5"), 0)
