"""All patterns of a few cells, compared with all sets of cells."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from lifesearch.common.errors import InputError
from lifesearch.engines.on_demand.classes import CLASSES, class_named, require_states
from lifesearch.engines.on_demand.patterns import Patterns, Placed, require_few
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import C1, Symmetry, symmetry_of

ALL = frozenset(Orientation)


def sets_of_cells(most: int, width: int, height: int) -> set[Pattern]:
    places = list(product(range(width), range(height)))
    numbers = range(1, most + 1)
    return {Pattern.of(some).normal() for n in numbers for some in combinations(places, n)}


@pytest.mark.parametrize("size", [(3, 3), (4, 2), (2, 4), (3, 1)])
@pytest.mark.parametrize("name", ["outer-totalistic", "hexagonal"])
def test_each_pattern_is_listed_once(size: tuple[int, int], name: str) -> None:
    wanted = Patterns(3, size, C1, class_named(name).symmetries)
    listed = wanted.all()
    assert listed == sorted(listed)
    images = [set(each.pattern.orientations(wanted.group)) for each in listed]
    assert len(set[Pattern]().union(*images)) == sum(map(len, images))
    assert sets_of_cells(3, *size) <= set[Pattern]().union(*images)
    assert all(wanted.holds(each.pattern) for each in listed)
    assert all(wanted.canonical(each.pattern) == each for each in listed)


@pytest.mark.parametrize("name", ["D2|", "D2\\", "C2", "C4", "D8", "D4+", "D2_+1"])
def test_patterns_with_a_symmetry(name: str) -> None:
    symmetry = Symmetry.parse(name)
    wanted = Patterns(4, (3, 3), symmetry, ALL)

    def has(pattern: Pattern) -> bool:
        box = pattern.box
        if symmetry.lacks(box.width, box.height):
            return False
        return all(pattern.transform(g).normal() == pattern for g in symmetry.group)

    brute = {
        wanted.canonical(pattern)
        for pattern in sets_of_cells(4, 3, 3)
        if any(map(has, pattern.orientations()))
    }
    assert set(wanted.all()) == brute
    assert brute
    assert all(symmetry_of(each.pattern).name != "C1" for each in brute)


def test_dying_cells() -> None:
    wanted = Patterns(2, (2, 1), C1, ALL, 3)
    drawn = [each.pattern.picture().replace("O", "A") for each in wanted.all()]
    assert drawn == ["A", "AA", "AB"]
    assert Placed.of(Pattern.parse_states("BA")) == Placed(2, 2, 1, 3, (2, 1))


def test_too_many_patterns_are_refused() -> None:
    with pytest.raises(InputError, match="there are more than 2,000,000 patterns of up to 30"):
        require_few(Patterns(30, (8, 8), C1, ALL))


def test_rules_of_classes() -> None:
    life = Rule.parse("B3/S23")
    assert [name for name, each in CLASSES.items() if each.holds(life, 2)] == [
        "outer-totalistic", "isotropic",
    ]  # fmt: skip
    assert CLASSES["no-survival"].holds(Rule.parse("B2-a/S"), 2)
    assert CLASSES["outer-totalistic-b0"].holds(Rule.parse("B03/S2"), 2)
    assert not CLASSES["outer-totalistic"].holds(Rule.parse("B13/S2"), 2)
    assert CLASSES["hexagonal"].holds(Rule.parse("B2/S34H"), 2)
    assert CLASSES["von-neumann"].holds(Rule.parse("B2/S3V"), 2)
    for each in CLASSES.values():
        ones = [*each.free, *(bit for bit, value in each.fixed.items() if value)]
        assert each.holds(each.rule(ones), 2)


def test_wrong_classes() -> None:
    with pytest.raises(InputError, match="there is no class of rules 'outer'; "):
        class_named("outer")
    with pytest.raises(InputError, match="hexagonal rules have two states"):
        require_states(class_named("hexagonal"), 3)
