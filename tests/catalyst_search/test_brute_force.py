"""All catalysts that are found are all that there are, and they do what is said."""

from __future__ import annotations

from random import Random

import pytest

from lifesearch.catalyst_search.search import found_in
from lifesearch.catalyst_search.setting import Setting
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.queries.catalysts.course import course, union
from tests.catalyst_search.naive import Cells, Found, everything, turned

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
}


def setting(active: str, catalysts: tuple[Pattern, ...], **more: object) -> Setting:
    values: dict[str, object] = {
        "rule": LIFE,
        "most": 1,
        "symmetry": C1,
        "area": (14, 14),
        "generations": 20,
        "restore": 8,
        "apart": 3,
        "transparent": False,
        "periods": None,
        "debris": False,
    }
    pattern = Pattern.parse(active)
    return Setting(pattern, catalysts=catalysts, **(values | more))  # type: ignore[arg-type]


def found(asked: Setting) -> dict[Cells, Found]:
    """What the search finds, in parts, as far as simulation confirms it."""
    made = {}
    for part in range(2):
        for report in found_in(asked, part, 2):
            for catalysts in report if isinstance(report, list) else ():
                if its := course(asked, catalysts):
                    still = union(image for each in catalysts for image in asked.images(each))
                    made[still.cells] = (its.kind, its.since, its.end)
    return made


def both(asked: Setting) -> dict[Cells, Found]:
    """Compare all that is found, with all images under the symmetry of the active part."""
    group = asked.own_group
    mine = {turned(cells, g, asked): what for cells, what in found(asked).items() for g in group}
    theirs = everything(asked)
    assert mine == theirs
    return mine


def test_eaters_of_a_glider() -> None:
    kinds = {kind for kind, *_ in both(setting(ACTIVE["glider"], (EATER,))).values()}
    assert kinds == {"nothing"}


def test_what_happens_to_a_pi_heptomino() -> None:
    asked = setting(ACTIVE["pi"], (BLOCK, EATER), area=(18, 18), generations=30)
    assert both(asked)


def random_setting(random: Random, most: int) -> Setting:
    rule = random.choice([LIFE, LIFE, Rule.parse("B36/S23"), Rule.parse("B38/S23")])
    active = random.choice(list(ACTIVE.values()))
    side = random.randrange(9, 12) if most > 1 else random.randrange(10, 18)
    names = [C1]
    if active in (ACTIVE["pi"], ACTIVE["row"]):
        names.append(Symmetry.parse("D2|"))
    if active == ACTIVE["row"]:
        names.append(Symmetry.parse("C2"))
    return setting(
        active,
        tuple(random.sample(STILL, 1 if most > 1 else 3)),
        rule=rule,
        most=most,
        symmetry=random.choice(names),
        area=(side, side + random.randrange(2)),
        generations=random.randrange(8, 16) if most > 1 else random.randrange(10, 30),
        restore=random.choice([2, 5, 12]),
        apart=random.choice([3, 3, 4, 6]),
        transparent=random.choice([False, True]),
        periods=random.choice([None, None, (2, 12)]),
    )


@pytest.mark.parametrize("seed", range(6))
def test_one_catalyst(seed: int) -> None:
    both(random_setting(Random(seed), 1))


@pytest.mark.parametrize("seed", range(2))
def test_two_catalysts(seed: int) -> None:
    both(random_setting(Random(seed), 2))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 40))
def test_more_of_one_catalyst(seed: int) -> None:
    both(random_setting(Random(seed), 1))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 16))
def test_more_of_two_catalysts(seed: int) -> None:
    both(random_setting(Random(seed), 2))
