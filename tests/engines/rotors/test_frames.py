"""The still cells around rotors: against brute force, and against known oscillators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.engines.compiled import available
from lifesearch.engines.rotors.cycles import WindowCycles, rotors_of
from lifesearch.engines.rotors.window import Window
from lifesearch.life.pattern import Pattern
from lifesearch.life.rotor import Rotor
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.questions.rotors.frames import Surroundings, frame_of, solved
from lifesearch.questions.rotors.question import is_right
from tests.engines.rotors.exhaustion import random_rule
from tests.seeds import seeds

LARGEST = 9


def small_oscillators() -> list[tuple[str, Pattern, int]]:
    """Oscillators of the catalogue whose rotors are small."""
    found = []
    for entry in builtin().where("oscillator"):
        pattern = pattern_of(entry).pattern
        rotor = Rotor.of(phases(pattern, LIFE, entry.period))
        if max(rotor.size) <= LARGEST:
            found.append((entry.name, pattern, entry.period))
    return found


@pytest.mark.parametrize(
    "first",
    [
        0,
        pytest.param(1, marks=pytest.mark.long),
        *(
            pytest.param(n, marks=pytest.mark.slow("a quarter of the catalogue's rotors, by SAT"))
            for n in (2, 3)
        ),
    ],
)
def test_no_rotor_of_a_known_oscillator_is_said_to_have_no_frame(first: int) -> None:
    """Whatever is proved to have none must be in no oscillator; a quarter of them at a time."""
    tried = small_oscillators()[first::4]
    assert len(tried) > 15
    for name, pattern, period in tried:
        rotor = Rotor.of(phases(pattern, LIFE, period))
        assert solved(Surroundings(rotor, LIFE, 2, open=True)), name


@pytest.mark.long
def test_frames_of_known_oscillators_are_found() -> None:
    for name, pattern, period in small_oscillators()[::8]:
        rotor = Rotor.of(phases(pattern, LIFE, period)).canonical()
        frame = frame_of(rotor, LIFE, least=False)
        if frame.settled:
            assert frame.cells is not None, name
            assert is_right(rotor, frame, LIFE), name


def rotors_in(window: Window, least: int = 2) -> set[Rotor]:
    cycles = [
        cycle
        for report in WindowCycles(window, least).search(0, window.beginnings)
        if not isinstance(report, int)
        for cycle in report
    ]
    same = window.rule.symmetries
    return {rotor.canonical(same) for rotor in rotors_of(window, cycles)}


LONGEST = 24


AT_ONCE = 1 << 16


def recurring(rule: Rule, width: int, height: int) -> Iterator[Pattern]:
    """All patterns of a box that come back within some generations and never leave it."""
    cells = width * height
    for begin in range(0, 1 << cells, AT_ONCE):
        numbers = np.arange(begin, min(begin + AT_ONCE, 1 << cells))
        for number in numbers[coming_back(rule, width, height, numbers)].tolist():
            yield Pattern.of((n % width, n // width) for n in range(cells) if number >> n & 1)


def coming_back(
    rule: Rule, width: int, height: int, numbers: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Follow patterns, with one row and column more on each side, that must stay empty."""
    table = np.frombuffer(rule.plane_table, np.uint8)
    first = np.zeros((len(numbers), height + 4, width + 4), np.uint8)
    for n in range(width * height):
        first[:, 2 + n // width, 2 + n % width] = numbers >> n & 1
    back, left, now = np.zeros(len(numbers), np.bool_), np.arange(len(numbers)), first
    for _ in range(LONGEST):
        block: NDArray[Any] = np.zeros((len(left), height + 2, width + 2), np.uint16)
        for dy in range(3):
            for dx in range(3):
                block = block << 1 | now[:, dy : dy + height + 2, dx : dx + width + 2]
        now = np.pad(table[block], ((0, 0), (1, 1), (1, 1)))
        same = (now == first[left]).all(axis=(1, 2))
        back[left[same]] = True
        inside = now.sum(axis=(1, 2)) == now[:, 2:-2, 2:-2].sum(axis=(1, 2))
        left, now = left[inside & ~same], now[inside & ~same]
    return back


def brute_force(rule: Rule, width: int, height: int) -> set[Rotor]:
    """Rotors of all oscillators in a box of this size and one more cell on each side.

    Live cells are at most one cell from the rotor's box, which fits in the smaller box.
    """
    found = set()
    for pattern in recurring(rule, width + 2, height + 2):
        period = behaviour(pattern, rule, LONGEST).period
        if period is None or period < 2:
            continue
        films = phases(pattern, rule, period)
        rotor = Rotor.of(films)
        moving = set.union(*(set(f.cells ^ films[0].cells) for f in films))
        box = Pattern.of(moving).box
        near = all(
            box.x - 1 <= x <= box.right + 1 and box.y - 1 <= y <= box.bottom + 1
            for film in films
            for x, y in film.cells
        )
        if near and rotor.size[0] <= width and rotor.size[1] <= height:
            found.add(rotor.canonical(rule.symmetries))
    return found


def by_frames(rule: Rule, width: int, height: int) -> set[Rotor]:
    """Rotors of the window that have a frame in one ring, by SAT."""
    return {
        rotor
        for rotor in rotors_in(Window(width, height, rule=rule))
        if solved(Surroundings(rotor, rule, 1, open=False))
    }


@pytest.mark.skipif(not available(), reason="needs kernels")
@pytest.mark.parametrize(
    ("size", "seeds"), [((2, 1), 4), pytest.param((2, 2), 1, marks=pytest.mark.long)]
)
def test_frames_agree_with_brute_force(size: tuple[int, int], seeds: int) -> None:
    some = 0
    for seed in range(seeds):
        for kind in ("counting", "isotropic", "any", "hexagonal"):
            rule = random_rule(seed, kind)
            expected = brute_force(rule, *size)
            assert by_frames(rule, *size) == expected, (rule, size)
            some += len(expected)
    assert some


@seeds()
def test_frames_agree_with_brute_force_in_2x3(seed: int) -> None:
    rule = random_rule(seed, ("counting", "isotropic", "any", "hexagonal")[seed % 4])
    assert by_frames(rule, 2, 3) == brute_force(rule, 2, 3), rule
