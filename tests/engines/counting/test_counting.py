"""Exact counts against brute force, and against published ones."""

from random import Random

import pytest

from lifesearch.engines.counting.by_height import count, counts_by_height
from lifesearch.engines.counting.orbits_in_box import Counter, PatternClass
from lifesearch.engines.counting.region import Region, generated
from lifesearch.engines.counting.transfer_matrix import SweepOptions, SweepProgress
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, SYMMETRIES, Group
from tests.cases import MORE_PERIOD_TWO_CYCLES, MORE_STILL_LIFES, STILL_LIFES_OBLONG
from tests.engines.counting.count_brute import cycles, first_form, has_symmetry
from tests.engines.rows.rules import random_rule
from tests.seeds import seeds


def counted(box: tuple[int, int], period: int, rule: Rule, group: Group, raw: bool) -> int:
    question, (width, height) = PatternClass(period, rule, group), box
    if width > height:
        question, (height, width) = question.transposed(), box
    counter = Counter(question, height)
    return int((counter.raw if raw else counter.orbits)(width, height).sum())


@pytest.mark.parametrize("n", range(1, 9))
def test_still_lifes_of_squares_are_as_many_as_published(n: int) -> None:
    assert count(Region(n, n))[0] == MORE_STILL_LIFES[n - 1]
    assert counts_by_height(Region(n, n))[n][0] == MORE_STILL_LIFES[n - 1]


@pytest.mark.parametrize(("box", "number"), STILL_LIFES_OBLONG.items())
def test_still_lifes_of_other_boxes(box: tuple[int, int], number: int) -> None:
    assert counted(box, 1, LIFE, C1.group, raw=True) == number - 1
    assert count(Region(*box))[0] == number


@pytest.mark.parametrize("n", range(1, 8))
def test_cycles_of_period_two_are_as_many_as_published(n: int) -> None:
    assert counted((n, n), 2, LIFE, C1.group, raw=True) == 2 * MORE_PERIOD_TWO_CYCLES[n - 1]


def _still_lifes_by_hand(width: int, height: int) -> int:
    """Count still lifes by all rows that can follow two rows."""
    rows = range(1 << width)

    def near(row: int, x: int) -> int:
        return sum(row >> i & 1 for i in (x - 1, x, x + 1) if i >= 0)

    def fits(a: int, b: int, c: int) -> bool:
        for x in range(-1, width + 1):
            alive = x >= 0 and b >> x & 1
            around = near(a, x) + near(b, x) + near(c, x)
            if (around in (3, 4)) if alive else (around != 3):
                continue
            return False
        return True

    follow = {(a, b): [c for c in rows if fits(a, b, c)] for a in rows for b in rows}
    ways = {(0, 0): 1}
    for _ in range(height + 2):
        after: dict[tuple[int, int], int] = {}
        for (a, b), number in ways.items():
            for c in follow[a, b]:
                after[b, c] = after.get((b, c), 0) + number
        ways = after
    return ways[0, 0]


@pytest.mark.parametrize("turn", [Orientation.IDENTITY, Orientation.R180, Orientation.FLIP_Y])
def test_progress_never_goes_back(turn: Orientation) -> None:
    seen: list[SweepProgress] = []
    region = Region(4, 5, 2, group=generated([(turn, 0)], 2))
    counts_by_height(region, SweepOptions(watch=seen.append))
    done = [each.done for each in seen]
    assert done == sorted(done)
    assert {each.steps for each in seen} == {done[-1] + 1}


@pytest.mark.long
def test_numbers_of_several_words_are_exact() -> None:
    region = Region(4, 150)
    number = _still_lifes_by_hand(4, 150)
    assert number > 2**128
    assert counts_by_height(region)[150][0] == number
    assert sum(counts_by_height(region, SweepOptions(populations=True))[150]) == number
    assert count(region)[0] == number


def _compare_all_symmetries(box: tuple[int, int], period: int, rule: Rule) -> None:
    everything = cycles(*box, period, rule)
    if len(everything) > 3000:
        return
    groups = {s.group for s in SYMMETRIES if not s.lacks(*box) and s.group <= rule.symmetries}
    for group in groups:
        found = [life for life in everything if has_symmetry(life[0], *box, group)]
        names = (box, period, str(rule), sorted(g.symbol for g in group))
        assert counted(box, period, rule, group, raw=True) == len(found), names
        different = {first_form(life, rule) for life in found}
        assert counted(box, period, rule, group, raw=False) == len(different), names


def compare(seed: int, cells: int) -> None:
    rng = Random(seed)
    for _ in range(2):
        rule = random_rule(rng)
        width = rng.randint(1, 5)
        box = (width, rng.randint(1, cells // width))
        _compare_all_symmetries(box, rng.choice((1, 1, 2, 3, 4)), rule)


@seeds(1, long=2)
def test_counts_are_those_of_brute_force_in_random_rules(seed: int) -> None:
    compare(seed, 11)


@seeds()
def test_counts_of_larger_boxes_are_those_of_brute_force(seed: int) -> None:
    compare(seed, 16)


@pytest.mark.parametrize("box", [pytest.param((4, 4), marks=pytest.mark.long), (5, 3)])
@pytest.mark.parametrize("period", [1])
def test_all_symmetries_of_life(box: tuple[int, int], period: int) -> None:
    _compare_all_symmetries(box, period, LIFE)
