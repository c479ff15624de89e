"""All cycles of windows: the tree against plain exhaustion, in many rules and symmetries."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.engines.compiled import available
from lifesearch.engines.rotors.cycles import WindowCycles
from lifesearch.engines.rotors.window import Window
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from tests.engines.rotors.exhaustion import Exhaustion, normal_cycles, random_rule
from tests.seeds import seeds

KINDS = ("counting", "hexagonal", "isotropic", "any")
SHORT = [symmetry for symmetry in SYMMETRIES if "_" not in symmetry.name]
pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")


def found(window: Window, least: int) -> dict[int, int]:
    """The periods of all cycles that the kernel finds, by their normal forms."""
    plain = Exhaustion(window)
    cycles: dict[int, int] = {}
    for report in WindowCycles(window, least).search(0, window.beginnings):
        if isinstance(report, int):
            continue
        for period in {cycle.period for cycle in report}:
            boards = np.array([cycle.rows for cycle in report if cycle.period == period])
            rings, first = (_numbers(window, boards, each) for each in (plain.outer, plain.inner))
            films = [first]
            for _ in range(period):
                films.append(plain.after(rings, films[-1]))
            assert (films.pop() == first).all()
            assert not any((film == first).any() for film in films[1:])
            cycles |= dict.fromkeys(plain.normal(rings, np.stack(films, 1)).tolist(), period)
    return cycles


def _numbers(window: Window, boards: np.ndarray, cells: list[tuple[int, int]]) -> np.ndarray:
    """Some cells of boards as numbers."""
    digits = [boards[:, y] >> window.columns - 1 - x & 1 for x, y in cells]
    return sum((digit << place for place, digit in enumerate(digits)), np.zeros_like(boards[:, 0]))


def windows(rule: Rule, most: int) -> list[Window]:
    """Windows of all symmetries with few free cells."""
    made = [
        Window(width, height, symmetry, rule)
        for symmetry in SHORT
        if symmetry.group <= rule.symmetries
        for width in range(1, 7)
        for height in range(1, 7)
        if not symmetry.lacks(width, height)
    ]
    return [window for window in made if sum(map(len, window.free)) <= most]


@pytest.mark.parametrize("kind", KINDS)
def test_all_cycles_in_random_rules(kind: str) -> None:
    """Three windows of each rule; all together must have many cycles."""
    some = 0
    for seed in range(3):
        rule = random_rule(seed, kind)
        small = [w for w in windows(rule, 14) if sum(map(len, w.free)) > 10]
        for number in np.random.default_rng(seed).permutation(len(small))[:3]:
            window = small[number]
            expected = normal_cycles(window, 2)
            assert found(window, 2) == expected, (rule, window, window.symmetry)
            some += len(expected)
    assert some > 10


@pytest.mark.parametrize("symmetry", SHORT, ids=lambda symmetry: symmetry.name)
def test_all_cycles_of_life_with_a_symmetry(symmetry: Symmetry) -> None:
    largest = max(
        (window for window in windows(LIFE, 15) if window.symmetry == symmetry),
        key=lambda window: sum(map(len, window.free)),
    )
    assert found(largest, 2) == normal_cycles(largest, 2) != {}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_all_cycles_in_larger_windows(kind: str) -> None:
    rule = random_rule(77, kind)
    for window in windows(rule, 16)[::9]:
        assert found(window, 2) == normal_cycles(window, 2), (rule, window, window.symmetry)


@seeds()
@pytest.mark.parametrize("kind", KINDS)
def test_all_cycles_in_larger_windows_of_a_random_rule(kind: str, seed: int) -> None:
    rule = random_rule(seed, kind)
    small = windows(rule, 20)
    for number in np.random.default_rng(seed).permutation(len(small))[:8]:
        window = small[number]
        assert found(window, 2) == normal_cycles(window, 2), (rule, window, window.symmetry)


@pytest.mark.slow("every cycle of a window by exhaustion")
@pytest.mark.parametrize("size", [(2, 4), (4, 2), (3, 3), (2, 5), (3, 4), (4, 3)])
def test_all_cycles_of_life_in_larger_windows(size: tuple[int, int]) -> None:
    window = Window(*size)
    assert found(window, 3) == normal_cycles(window, 3)


def test_periods_of_life_in_3x3() -> None:
    """As many as another program has found, which takes each ring up to symmetry."""
    cycles = Counter(found(Window(3, 3), 5).values())
    assert set(cycles) == {5, 6, 7, 8, 10, 11}
    assert cycles[10] == cycles[11] == 1


def test_parts_are_the_whole() -> None:
    """Ranges of beginnings find what all of them find."""
    window = Window(2, 3)
    parts = [
        cycle
        for first in range(0, window.beginnings, 3)
        for report in WindowCycles(window, 2).search(first, min(first + 3, window.beginnings))
        if not isinstance(report, int)
        for cycle in report
    ]
    whole = [
        cycle
        for report in WindowCycles(window, 2).search(0, window.beginnings)
        if not isinstance(report, int)
        for cycle in report
    ]
    assert parts == whole != []


@pytest.mark.parametrize("symmetry", [pytest.param("C1", marks=pytest.mark.long), "C4"])
def test_the_share_that_is_done_grows(symmetry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesearch.engines.rotors.cycles.BUDGET", 5)
    window = Window(3, 3, Symmetry.parse(symmetry))
    reports = WindowCycles(window, 2).search(2, window.beginnings)
    steps = [report for report in reports if isinstance(report, int)]
    shares = [each.share for each in steps]
    assert shares == sorted(shares)
    assert (shares[-1], len({*shares}) > 5) == (1.0, True)
    assert pickle.loads(pickle.dumps(steps[0])).share == shares[0]


@pytest.mark.parametrize(
    ("size", "symmetry", "rule", "words"),
    [
        ((0, 3), "C1", "B3/S23", "1 to 16 cells a side"),
        ((17, 3), "C1", "B3/S23", "1 to 16 cells a side"),
        ((3, 4), "C4", "B3/S23", "a square box"),
        ((3, 3), "D2|", "B2/S34H", "symmetric under"),
        ((3, 3), "C1", "B03/S23", "does not alternate"),
        ((3, 3), "C1", "345/2/4", "two-state rules only"),
    ],
)
def test_refusals(size: tuple[int, int], symmetry: str, rule: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Window(*size, Symmetry.parse(symmetry), Rule.parse(rule))
