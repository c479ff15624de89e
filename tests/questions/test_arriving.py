"""Still lifes at which something arrives: compared with all still lifes, one by one."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from lifesearch.formats.known_cells import read_grids
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations, step
from lifesearch.questions.completion.question import Completion
from tests.asking import every
from tests.seeds import seeds

BLOCK = Pattern.parse("OO\nOO")


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


@seeds(long=6)
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


@pytest.mark.parametrize(
    "picture",
    [
        "~~~~\n~o.~\n~.o~\n~~~~",  # the rest of a beacon would be born where something arrives
        "~~~~~\n~~o~~\n~~~~.",
        "~~?~\n~o?~\n~~~~",
        "~~~~\n~o'~~\n~~'~~",
    ],
)
@pytest.mark.parametrize("rule", [LIFE, Rule.parse("B3/S012345678")])
def test_what_is_still_is_still_where_something_arrives(picture: str, rule: Rule) -> None:
    """Alone, it would not change, whatever is drawn over it in generation 1."""
    query = Completion(
        read_grids(picture), Motion(2), rule=rule, raw=True, with_empty=True, any_period=True
    )
    plain = picture.replace("'", "")
    rows = plain.splitlines()
    live, unknown = (
        [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == letter]
        for letter in "o?"
    )
    stills = {
        still
        for size in range(len(unknown) + 1)
        for more in combinations(unknown, size)
        for still in survivors(plain, Pattern.of([*live, *more]), 2, rule)
    }
    found = {answer.pattern for answer in every(query)}
    assert found == stills
    assert all(step(still, rule) == still for still in found)


@pytest.mark.parametrize(
    ("grid", "still"),
    [("~~~~\n~o.~\n~.o~\n~~~~", False), ("~~~~\n~~.~\n~.o~\n~~~~", True)],
)
def test_a_beacon_without_two_cells_is_no_still_life(grid: str, *, still: bool) -> None:
    """The check by simulation alone rejects it, whatever a solver says."""
    told = read_grids(grid)
    query = Completion(told, Motion(1), returns=False, raw=True)
    two_blocks = Pattern.parse("OO..\nO...\n...O\n..OO")
    first = BLOCK if still else two_blocks
    later = first | Pattern.of((x, y) for (t, x, y), v in told.given() if t and v == 1)
    assert query.verifier.check(
        np.stack([[p.to_array(Box(0, 0, 4, 4)) for p in (first, later)]])
    ).tolist() == [still]


def test_it_is_still_in_each_rule_of_several() -> None:
    """Of an unknown rule, it matters what would have been born where something arrives."""
    grids, rules = read_grids("~~~~\n~o.~\n~.o~\n~~~~"), PartialRule.parse("B2?3/S2?3")
    answers = every(Completion(grids, Motion(2), rules=rules, raw=True, any_period=True))
    for chosen in product((False, True), repeat=len(rules.names)):
        rule = rules.rule(chosen)
        alone = Completion(grids, Motion(2), rule=rule, raw=True, any_period=True)
        found = {answer.pattern for answer in every(alone)}
        assert found == {answer.pattern for answer in answers if answer.works_in(rule)}
        assert all(step(still, rule) == still for still in found)


def test_what_is_told_later_may_be_the_still_life_again() -> None:
    told = read_grids("~~..o\n~~...\n\n~~...\n~~...")
    query = Completion(told, Motion(2), returns=False, raw=True)
    assert [answer.pattern.picture() for answer in every(query)] == ["OO\nOO"]
    answers = every(replace(query, with_empty=True))
    assert {answer.pattern.picture() for answer in answers} == {"", "OO\nOO"}
