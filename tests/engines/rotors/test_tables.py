"""Complete tables of rotors against oscillators that are known, and against those of soups."""

from __future__ import annotations

import re
from functools import cache

import pytest

import lifesearch as ls
from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.engines.compiled import available
from lifesearch.engines.rotors.window import Window
from lifesearch.life.apgcode import decode
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rotor import WIDEST_WINDOW, Rotor
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import phases
from lifesearch.life.symmetry import SYMMETRIES
from lifesearch.questions.rotors.frames import frame_of
from tests.engines.rotors.test_frames import rotors_in

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")
SHORT = [symmetry for symmetry in SYMMETRIES if "_" not in symmetry.name]
LEAST = 2


@cache
def table(window: Window) -> frozenset[Rotor]:
    """All rotors of a window."""
    return frozenset(rotors_in(window.narrow, LEAST))


def windows_of(films: tuple[Pattern, ...], most: int) -> list[Window]:
    """Windows with few free cells that have the rotor of an oscillator, with its symmetries."""
    if len(films) < LEAST:
        return []
    changing = frozenset.union(*(film.cells ^ films[0].cells for film in films))
    box = Pattern.of(changing).box
    made: list[Window] = []
    if max(box.width, box.height) > WIDEST_WINDOW:
        return made
    for symmetry in SHORT:
        if not symmetry.lacks(box.width, box.height) and all(
            _turned(films[0], box, g) == films[0].cells for g in symmetry.group
        ):
            made.append(Window(box.width, box.height, symmetry))
    return [window for window in made if sum(map(len, window.free)) <= most]


def _turned(pattern: Pattern, box: Box, g: Orientation) -> frozenset[tuple[int, int]]:
    """A pattern, turned about the centre of a box."""
    right, bottom = 2 * box.x + box.width - 1, 2 * box.y + box.height - 1
    cells = set()
    for x, y in pattern.cells:
        across, down = g.apply(2 * x - right, 2 * y - bottom)
        cells.add(((across + right) // 2, (down + bottom) // 2))
    return frozenset(cells)


def tried(oscillators: list[tuple[Pattern, int]], most: int) -> int:
    """Check oscillators against all tables that must have them; how often one must."""
    count = 0
    for pattern, period in oscillators:
        films = phases(pattern, LIFE, period)
        for window in windows_of(films, most):
            rotor = Rotor.of(films).canonical()
            assert rotor in table(window), (pattern, window, window.symmetry)
            frame = frame_of(rotor, LIFE, least=False)
            assert frame.cells is not None or not frame.settled, pattern
            count += 1
    return count


def of_soups(number: int, symmetries: list[str]) -> list[tuple[Pattern, int]]:
    """The oscillators that are left of soups."""
    codes = {row.apgcode for row in ls.soup_census(number, symmetry=symmetries, seed=1).rows}
    found = [re.match(r"xp(\d+)_", code) for code in sorted(codes)]
    return [(decode(each.string), int(each[1])) for each in found if each]


def of_the_catalogue() -> list[tuple[Pattern, int]]:
    known = [(pattern_of(entry).pattern, entry.period) for entry in builtin().where("oscillator")]
    return [each for each in known if len(each[0].cells) <= 200]


@pytest.mark.long
def test_no_known_oscillator_is_missing() -> None:
    assert tried(of_the_catalogue()[::3], 17) > 10


def test_no_oscillator_of_some_soups_is_missing() -> None:
    assert tried(of_soups(300, ["C1", "D8_1", "D4_+1"]), 17) > 2


@pytest.mark.slow("windows of 28 cells")
def test_no_known_oscillator_is_missing_in_larger_windows() -> None:
    assert tried(of_the_catalogue(), 28) > 80


@pytest.mark.slow("20,000 soups are run")
def test_no_oscillator_of_many_soups_is_missing() -> None:
    kinds = ["C1", "C2_1", "C2_4", "C4_1", "C4_4", "D2_+1", "D2_x", "D4_+1", "D8_1", "D8_4"]
    assert tried(of_soups(20_000, kinds), 27) > 20
