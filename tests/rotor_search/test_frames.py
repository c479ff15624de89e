"""The still cells around rotors: against brute force, and against known oscillators."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from lifesearch import rows
from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.queries.rotors.frames import Surroundings, frame_of, solved
from lifesearch.queries.rotors.query import is_right
from lifesearch.rotor_search.cycles import WindowCycles, rotors_of
from lifesearch.rotor_search.rotor import Rotor
from lifesearch.rotor_search.window import Window
from tests.rotor_search.exhaustion import random_rule

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


def test_no_rotor_of_a_known_oscillator_is_said_to_have_no_frame() -> None:
    """Whatever is proved to have none must be in no oscillator."""
    tried = 0
    for name, pattern, period in small_oscillators():
        rotor = Rotor.of(phases(pattern, LIFE, period))
        assert solved(Surroundings(rotor, LIFE, 2, open=True)), name
        tried += 1
    assert tried > 60


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


def brute_force(rule: Rule, width: int, height: int) -> set[Rotor]:
    """Rotors of all oscillators in a box of this size and one more cell on each side.

    Live cells are at most one cell from the rotor's box, which fits in the smaller box.
    """
    cells = [(x, y) for y in range(height + 2) for x in range(width + 2)]
    margin, table = 3, np.frombuffer(rule.plane_table, np.uint8)
    numbers = np.arange(1 << len(cells))
    boards = np.zeros((len(numbers), height + 2 + 2 * margin, width + 2 + 2 * margin), np.uint8)
    for place, (x, y) in enumerate(cells):
        boards[:, y + margin, x + margin] = numbers >> place & 1
    back = np.zeros(len(boards), bool)
    now = boards.copy()
    inside = np.zeros_like(boards[0], bool)
    inside[margin:-margin, margin:-margin] = True
    alive = np.ones(len(boards), bool)
    for _ in range(24):
        blocks = np.zeros(now[:, 1:-1, 1:-1].shape, np.int16)
        for dy, dx in product(range(3), repeat=2):
            rows = slice(dy, dy + now.shape[1] - 2)
            blocks = blocks << 1 | now[:, rows, dx : dx + now.shape[2] - 2]
        now[:, 1:-1, 1:-1] = table[blocks]
        alive &= ~now[:, ~inside].any(axis=1)
        back |= alive & (now == boards).all(axis=(1, 2))
    found = set()
    for board in boards[back]:
        pattern = Pattern.from_array(board)
        period = behaviour(pattern, rule, 24).period
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


@pytest.mark.skipif(not rows.available(), reason="needs numba")
@pytest.mark.parametrize(
    ("size", "rules"), [((2, 1), 2), pytest.param((2, 2), 1, marks=pytest.mark.long)]
)
def test_frames_agree_with_brute_force(size: tuple[int, int], rules: int) -> None:
    some = 0
    for seed in range(rules):
        for kind in ("counting", "isotropic", "any", "hexagonal"):
            rule = random_rule(seed, kind)
            expected = brute_force(rule, *size)
            assert by_frames(rule, *size) == expected, (rule, size)
            some += len(expected)
    assert some


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_frames_agree_with_brute_force_in_2x3(seed: int) -> None:
    rule = random_rule(seed, ("counting", "isotropic", "any", "hexagonal")[seed % 4])
    assert by_frames(rule, 2, 3) == brute_force(rule, 2, 3)
