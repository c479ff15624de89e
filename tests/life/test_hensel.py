"""Hensel's letters against what others say they are."""

from math import comb

import pytest
from hypothesis import given, settings

from lifesearch.common.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.hensel import arrangements, read_arrangements, write_arrangements
from lifesearch.life.rules.names import NAMES
from lifesearch.life.rules.neighbourhood import VON_NEUMANN, neighbours
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour
from tests.strategies import isotropic_rules

# Golly's source, liferules.cpp: one block of each kind, as the same binary number as ours.
GOLLY = {
    1: dict(zip("ce", [1, 2], strict=True)),
    2: dict(zip("ceaikn", [5, 10, 3, 40, 33, 68], strict=True)),
    3: dict(zip("ceaiknjqry", [69, 42, 11, 7, 98, 13, 14, 70, 41, 97], strict=True)),
    4: dict(
        zip(
            "ceaiknjqrytwz",
            [325, 170, 15, 45, 99, 71, 106, 102, 43, 101, 105, 78, 108],
            strict=True,
        )
    ),
}
# Ilmari Karonen: the Moore neighbourhoods that look alike to von Neumann's.
KARONEN = {
    "0": "01c2cn3c4c",
    "1": "1e2ak3inqy4ny5e",
    "2e": "2e3ajk4akqw5ajk6e",
    "2i": "2i3r4itz5r6i",
    "3": "3e4jr5inqy6ak7e",
    "4": "4e5c6cn7c8",
}
OTHER_KINDS = {
    "Bosco's Rule": "Larger than Life",
    "Rule 30": "one-dimensional",
    "Rule 110": "one-dimensional",
}


def test_letters_are_gollys() -> None:
    for number, letters in GOLLY.items():
        assert sorted(arrangements(number)) == sorted(letters) == list(arrangements(number))
        for letter, block in letters.items():
            assert block in arrangements(number)[letter]


def test_there_are_51_kinds_of_neighbourhood() -> None:
    """1, 2, 6, 10, 13, 10, 6, 2, 1 of them, and together they are everything."""
    assert [len(arrangements(n)) for n in range(9)] == [1, 2, 6, 10, 13, 10, 6, 2, 1]
    for number in range(9):
        kinds = arrangements(number)
        blocks = [block for kind in kinds.values() for block in kind]
        assert len(blocks) == len(set(blocks)) == comb(8, number)
        assert all(neighbours(block) == number for block in blocks)
        if number != 4:
            others = arrangements(8 - number)
            assert all(0b111101111 ^ block in others[x] for x in kinds for block in kinds[x])


def test_von_neumann_sees_what_karonen_says() -> None:
    straight = {0b000_101_000, 0b010_000_010}
    for kind, letters in KARONEN.items():
        seen = {block & VON_NEUMANN for block in read_arrangements(letters)}
        assert {neighbours(block) for block in seen} == {int(kind[0])}
        if kind[0] == "2":
            assert (seen == straight) == (kind == "2i")
    assert len(frozenset().union(*map(read_arrangements, KARONEN.values()))) == 256


def test_rules_of_von_neumanns_neighbourhood() -> None:
    """LifeWiki: B1/SV is B1e2ak3inqy4ny5e/S. Banks-I: born of 3 and 4, dies at a corner."""
    assert Rule.parse("B1e2ak3inqy4ny5e/S") == Rule.parse("B1/SV")
    banks = Rule.parse("Banks-I")
    corners = {0b010_100_000, 0b010_001_000, 0b000_100_010, 0b000_001_010}
    for block in range(512):
        seen = block & VON_NEUMANN & ~16
        expected = seen not in corners if block & 16 else neighbours(seen) >= 3
        assert banks.table[block] == expected


@pytest.mark.parametrize("name", NAMES)
def test_named_rules_are_written_as_they_are_known(name: str) -> None:
    if name in OTHER_KINDS:
        with pytest.raises(InputError, match=OTHER_KINDS[name]):
            Rule.parse(name)
    else:
        assert str(Rule.parse(name.upper())) == NAMES[name]


@given(isotropic_rules())
@settings(max_examples=50, deadline=None)
def test_a_minus_sign_is_the_other_way_to_say_it(rule: Rule) -> None:
    births = {block for block in range(512) if rule.table[block] and not block & 16}
    text = write_arrangements(births)
    assert text is not None
    assert read_arrangements(text) == births
    other = ""
    for number in range(9):
        letters = [x for x, kind in arrangements(number).items() if kind <= births]
        left = [x for x in arrangements(number) if x not in letters]
        if letters:
            other += str(number) + ("-" + "".join(left) if left else "")
    assert read_arrangements(other) == births


def test_what_has_no_letters_has_no_name() -> None:
    assert write_arrangements({0b100_000_000}) is None


@pytest.mark.parametrize(
    ("rule", "picture", "period", "travel"),
    [
        # LifeWiki: in tlife the T-tetromino is a c/5 spaceship.
        ("tlife", "OOO\n.O.", 5, (0, 1)),
        # Life's glider has no cell with neighbours 2n, nor a live one with 3q.
        ("LeapLife", "OOO\nO..\n.O.", 4, (1, 1)),
    ],
)
def test_known_ships(rule: str, picture: str, period: int, travel: tuple[int, int]) -> None:
    known = behaviour(Pattern.parse(picture), Rule.parse(rule))
    assert known.period == period
    assert tuple(sorted((abs(known.dx), abs(known.dy)))) == travel
