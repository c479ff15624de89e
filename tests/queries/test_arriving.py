"""Still lifes at which something arrives: compared with all still lifes, one by one."""

from itertools import combinations
from random import Random

import pytest

from lifesearch.encoding.motion import Motion
from lifesearch.formats.known_cells import read_grids
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations, step
from lifesearch.queries.completion.query import Completion
from tests.asking import every


def survivors(grid: str, arrives: Pattern, period: int, rule: Rule) -> set[Pattern]:
    """All still lifes in the cells ~ that are back, and alone, when something has arrived."""
    rows = grid.splitlines()
    stable = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "~"]
    inside = {(x, y) for y, row in enumerate(rows) for x in range(len(row))}
    found = set()
    for size in range(len(stable) + 1):
        for cells in combinations(stable, size):
            still = Pattern.of(cells)
            if step(still, rule) != still:
                continue
            phases = list(generations(still | arrives, period - 1, rule))
            if phases[-1] == still and all(phase.cells <= inside for phase in phases):
                found.add(still)
    return found


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_every_still_life_that_survives_is_found(seed: int) -> None:
    random = Random(seed)
    rule = random.choice([LIFE, Rule.parse("B36/S23"), Rule.parse("B3/S12"), Rule.parse("B3/S234")])
    stable = set(random.sample([(x, y) for x in range(6) for y in range(5)], 13))
    others = sorted({(x, y) for x in range(6) for y in range(5)} - stable)
    arrives = Pattern.of(random.sample(others, random.randint(1, 4)))
    picture = "\n".join(
        "".join("~" if (x, y) in stable else "o" if (x, y) in arrives else "." for x in range(6))
        for y in range(5)
    )
    period = random.randint(2, 4)
    query = Completion(
        read_grids(picture), Motion(period), rule=rule, raw=True, with_empty=True, any_period=True
    )
    found = {answer.pattern for answer in every(query)}
    assert found == survivors(picture, arrives, period, rule)


def test_what_is_told_later_may_be_the_still_life_again() -> None:
    told = read_grids("~~..o\n~~...\n\n~~...\n~~...")
    answers = every(Completion(told, Motion(2), returns=False, raw=True))
    assert {answer.pattern.picture() for answer in answers} == {"", "OO\nOO"}
