"""Gardens of Eden: the theorem's question against predecessors in boxes."""

from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.formats.detect import read_path
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.predecessor.gardens import PADDING, padded
from lifesearch.questions.predecessor.question import Predecessor
from tests.asking import first


def question(cells: Pattern, rule: str = "B3/S23") -> Predecessor:
    return Predecessor.anywhere(padded(Target(cells)), 1, rule=Rule.parse(rule), padded=True)


def test_an_orphan_is_a_garden_of_eden() -> None:
    query = question(read_path("patterns/words/garden-of-eden.cells").pattern)
    assert first(query) is None
    assert query.no_answers().startswith("a Garden of Eden: with 4 dead cells")


@pytest.mark.parametrize("seed", range(4))
def test_what_has_a_predecessor_in_a_box_is_no_garden_of_eden(seed: int) -> None:
    """The answer becomes the pattern and the dead cells around it, whatever is farther away."""
    random, found = Random(seed), 0
    while found < 3:
        cells = Pattern.of((random.randrange(4), random.randrange(4)) for _ in range(7))
        boxes = [Predecessor.around(Target(cells), pad) for pad in range(3)]
        if all(first(query) is None for query in boxes):
            continue
        answer = first(question(cells))
        assert answer is not None
        target = padded(Target(cells.normal().translate(1 + PADDING, 1 + PADDING)))
        assert target.fits(answer.generations_to(1)[1])
        assert answer.role == "it has a predecessor, perhaps an infinite one (arXiv:1912.00692)"
        found += 1


def test_the_theorem_is_not_claimed_in_other_rules() -> None:
    answer = first(question(Pattern.parse("OO\nOO"), "B36/S23"))
    assert answer is not None
    assert answer.role.startswith("not decided")


def test_a_rule_without_births_has_gardens_of_eden() -> None:
    """Where nothing dies all become themselves; where all dies nothing but the empty pattern."""
    assert first(question(Pattern.parse("O"), "B/S012345678")) is not None
    assert first(question(Pattern.parse("O"), "B/S")) is None


def test_what_the_theorem_is_not_about_is_refused() -> None:
    narrow = Target(Pattern.parse("O"), drawn=Box(-3, -3, 7, 7))
    with pytest.raises(InputError, match="needs 4 dead cells"):
        Predecessor.anywhere(narrow, 1, padded=True)
    with pytest.raises(InputError, match="without B0"):
        question(Pattern.parse("O"), "B03/S238")
    with pytest.raises(InputError, match="needs 4 dead cells"):
        Predecessor(Target(Pattern.parse("O")), (3, 3), padded=True)
