"""All catalysts that are found are all that there are, and they do what is said."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random

import pytest

from lifesearch.engines.catalysts.problem import CatalystProblem
from lifesearch.engines.catalysts.search import found_in
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import Exhausted
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.questions.catalysts.course import course, union
from lifesearch.questions.catalysts.solving import StillCells
from tests.engines.catalysts.naive import Cells, Dish, Found, everything, turned
from tests.seeds import seeds

BLOCK, TUB = Pattern.parse("OO\nOO"), Pattern.parse(".O.\nO.O\n.O.")
BOAT, EATER = Pattern.parse("OO.\nO.O\n.O."), Pattern.parse("OO..\nO.O.\n..O.\n..OO")
STILL = (BLOCK, TUB, BOAT, EATER, Pattern.parse(".OO.\nO..O\n.OO."))
ACTIVE = {
    "glider": ".O.\n..O\nOOO",
    "pi": "OOO\nO.O\nO.O",
    "r": ".OO\nOO.\n.O.",
    "herschel": "O..\nOOO\nO.O\n..O",
    "b": "O.OO\nOOO.\n.O..",
    "row": "OOOO",
    "pinwheel": ".OOOO.\nO....O\nO..O.O\nO...OO\nO.O..O\n.OOOO.",
}


def setting(active: str, catalysts: tuple[Pattern, ...], **more: object) -> CatalystProblem:
    values: dict[str, object] = {
        "rule": LIFE,
        "most": 1,
        "symmetry": C1,
        "area": (14, 14),
        "generations": 20,
        "recovery": 8,
        "apart": 3,
        "transparent": False,
        "periods": None,
        "debris": False,
    }
    pattern = Pattern.parse(active)
    return CatalystProblem(pattern, catalysts=catalysts, **(values | more))  # type: ignore[arg-type]


def dish(asked: CatalystProblem) -> Dish:
    """The same for brute force."""
    return Dish(**{each.name: getattr(asked, each.name) for each in fields(Dish)})


def all_images(made: dict[Cells, Found], asked: CatalystProblem) -> dict[Cells, Found]:
    """What was found, turned as the active part and the area allow."""
    return {
        turned(cells, g, dish(asked)): what
        for cells, what in made.items()
        for g in asked.kept_group
    }


def found(asked: CatalystProblem) -> tuple[int, dict[Cells, Found]]:
    """How many placements were tried, in two parts, what was found, and what simulation says of it.

    With debris that is only whether catalysts are as they were at the end, settled or not.
    """
    tried, made = [0, 0], {}
    for part in range(2):
        for report in found_in(asked, part, 2):
            if isinstance(report, int):
                tried[part] = report
                continue
            for catalysts in report:
                still = union(image for each in catalysts for image in asked.images(each))
                its = course(asked, catalysts)
                if its:
                    made[still.cells] = (its.outcome, its.since, its.end)
                elif asked.debris:
                    made[still.cells] = ("leaves", 0, asked.generations)
    return sum(tried), made


def both(asked: CatalystProblem) -> list[str]:
    """Compare all that is found, with all images under the symmetry of the active part."""
    (tried, mine), (all_tried, theirs) = found(asked), everything(dish(asked))
    mine = all_images(mine, asked)
    assert mine == theirs
    if len(asked.kept_group) == 1 or asked.symmetry != C1:  # nothing is left out
        assert tried == all_tried
    return ["tried"] * bool(tried) + [kind for kind, *_ in mine.values()]


def solved(asked: CatalystProblem) -> dict[Cells, Found]:
    """What SAT finds, with all images."""
    made: dict[Cells, Found] = {}

    def answer(catalysts: Sequence[Pattern]) -> None:
        still = union(image for each in catalysts for image in asked.images(each))
        if its := course(asked, catalysts):
            made.update(all_images({still.cells: (its.outcome, its.since, its.end)}, asked))

    least, longest = asked.periods or (1, 0)
    solving = StillCells(asked, tuple(range(least, longest + 1)))
    assert not solving.why_not()
    run = solving.solved("implicates").enumeration("", answer, fewest=False)
    *_, last = run.run(Configuration("cadical195"), [])
    assert isinstance(last, Exhausted)
    return made


def small_setting(random: Random, catalysts: tuple[Pattern, ...]) -> CatalystProblem:
    """A few cells, with little room around them."""
    rows = ["".join(random.choice("OO.") for _ in range(3)) for _ in range(random.choice([1, 2]))]
    if not Pattern.parse("\n".join(rows)):
        return small_setting(random, catalysts)
    active = Pattern.parse("\n".join(rows)).normal()
    width, height = random.choice([(11, 4), (9, 5), (5, 9), (4, 10)])
    return setting(
        active.picture(),
        catalysts,
        rule=random.choice([LIFE, LIFE, Rule.parse("B36/S23"), Rule.parse("B38/S23")]),
        most=2 if catalysts else 1,
        area=(width + 2, height + 2) if catalysts else (width, height),
        generations=random.randrange(6, 10),
        recovery=random.choice([2, 5]),
        apart=random.choice([3, 4]),
        transparent=random.choice([False, True]),
        periods=(2, 6) if catalysts else random.choice([None, (2, 6)]),
    )


def test_eaters_of_a_glider() -> None:
    asked = setting(ACTIVE["glider"], (EATER,), area=(14, 14))
    assert set(both(asked)) == {"tried", "nothing"}


def random_setting(random: Random, most: int) -> CatalystProblem:
    """Small active parts, most of which soon die out or settle: many catalysts survive that."""
    rule = random.choice([LIFE, LIFE, Rule.parse("B36/S23"), Rule.parse("B38/S23")])
    rows = ["".join(random.choice("O.") for _ in range(3)) for _ in range(random.choice([2, 3]))]
    symmetry = random.choice(["C1", "C1", "D2|", "C2"])
    if symmetry == "D2|":
        rows = [row + row[::-1] for row in rows]
    if symmetry == "C2":
        rows += [row[::-1] for row in reversed(rows)]
    if not Pattern.parse("\n".join(rows)):
        return random_setting(random, most)
    pattern = Pattern.parse("\n".join(rows)).normal()
    side = max(*pattern.box[2:]) + random.randrange(5, 8)
    return setting(
        pattern.picture(),
        tuple(random.sample(STILL, 1 if most > 1 else 3)),
        rule=rule,
        most=most,
        symmetry=Symmetry.parse(symmetry),
        area=(side, side + random.randrange(2)),
        generations=random.randrange(6, 10) if most > 1 else random.randrange(8, 20),
        recovery=random.choice([2, 5, 12]),
        apart=random.choice([3, 3, 4, 6]),
        transparent=random.choice([False, True]),
        debris=random.choice([False, True, True]),
        periods=random.choice([None, None, None, (1, 20)]),
    )


@pytest.mark.long
def test_an_area_that_is_not_quite_in_the_middle() -> None:
    """What fits on the wider side has no mirror image that does."""
    asked = setting(ACTIVE["pi"], (EATER,), area=(12, 14))
    assert both(asked).count("nothing") == 1
    assert len(both(setting(ACTIVE["pi"], (EATER,), area=(13, 14)))) == 3


@pytest.mark.long
def test_sat_finds_what_is_placed() -> None:
    """Four blocks around a pinwheel, each in one of two places."""
    asked = setting(
        ACTIVE["pinwheel"], (BLOCK,), most=4, area=(12, 12), generations=5, periods=(2, 4)
    )
    mine = solved(asked)
    assert len(mine) == 16
    assert mine == all_images(found(asked)[1], asked)
    for catalysts in (BLOCK,), ():
        alike = replace(asked, symmetry=Symmetry.parse("C4"), most=1, catalysts=catalysts)
        assert len(solved(alike)) == 2
    blocks = replace(alike, catalysts=(BLOCK,))
    assert solved(blocks) == everything(dish(blocks))[1]


@pytest.mark.parametrize(
    ("active", "area", "count"),
    [("OO\n.O", (8, 4), 1), (".O.\nOOO", (9, 5), 2), ("OOO", (11, 4), 0)],
)
def test_sat_finds_eaters_of_any_form(active: str, area: tuple[int, int], count: int) -> None:
    asked = setting(active, (), area=area, generations=8, recovery=5)
    mine = solved(asked)
    assert mine == everything(dish(asked))[1]
    assert len(mine) == count


@seeds(long=2)
def test_sat_more_still_lifes_of_any_form(seed: int) -> None:
    asked = small_setting(Random(seed), ())
    assert solved(asked) == everything(dish(asked))[1]


@seeds(long=2)
def test_sat_finds_more_of_what_is_placed(seed: int) -> None:
    asked = small_setting(Random(seed), (BLOCK, BOAT))
    assert solved(asked) == all_images(found(asked)[1], asked)


def compared(numbers: range, most: int) -> Counter[str]:
    return sum((Counter(both(random_setting(Random(n), most))) for n in numbers), Counter())


def test_one_catalyst() -> None:
    assert compared(range(8), 1).keys() >= {"tried", "nothing"}


def test_two_catalysts() -> None:
    assert compared(range(2), 2).keys() >= {"tried", "leaves"}


@pytest.mark.long
def test_all_processes_number_placements_alike() -> None:
    """Else a part of one process would not be that of another, and answers would be lost."""
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    script = (
        "from tests.engines.catalysts.test_brute_force import *;"
        "print([s.picture() for s in setting('OOO', STILL).shapes])"
    )
    there = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": other},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [shape.picture() for shape in setting("OOO", STILL).shapes]
    assert there.stdout.strip() == repr(here)


@seeds(long=4)
def test_more_of_one_catalyst(seed: int) -> None:
    both(random_setting(Random(10 + seed), 1))


@seeds(long=2)
def test_more_of_two_catalysts(seed: int) -> None:
    both(random_setting(Random(10 + seed), 2))
