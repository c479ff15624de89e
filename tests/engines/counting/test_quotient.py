"""Counts on tori and cylinders, and of predecessors, against brute force and other methods."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesearch.engines.counting.orbits_in_box import PatternClass
from lifesearch.engines.counting.orbits_on_torus import QuotientCounter
from lifesearch.engines.counting.predecessors import PredecessorRegion, predecessors
from lifesearch.engines.counting.quotient import QuotientRegion
from lifesearch.engines.counting.transfer_matrix import SweepOptions, SweepProgress
from lifesearch.formats.detect import read
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.symmetry import C1, SYMMETRIES, Group
from tests.cases import MORE_VANISHING, PREDECESSORS
from tests.engines.counting.count_cells import still_lifes_on_torus
from tests.engines.rows.rules import random_rule
from tests.seeds import seeds

States = NDArray[np.uint8]


def fillings(width: int, height: int) -> States:
    bits = np.arange(1 << width * height)[:, None] >> np.arange(width * height) & 1
    return bits.astype(np.uint8).reshape(-1, height, width)


def next_state(rule: Rule, states: States, *, shift: int = 0) -> States:
    """The next generation where columns and rows go round; each turn is `shift` rows lower."""
    near = []
    for dx in (-1, 0, 1):
        beside = np.roll(states, -dx, axis=2)
        if dx:
            edge = -1 if dx == 1 else 0
            beside[:, :, edge] = np.roll(beside[:, :, edge], dx * shift, axis=1)
        near.append(beside)
    blocks = np.zeros(states.shape, np.int64)
    for dy in (-1, 0, 1):
        for beside in near:
            blocks = 2 * blocks + np.roll(beside, -dy, axis=1)
    return np.frombuffer(rule.table, np.uint8)[blocks]


Life = list[States]
"""The generations of one period, each an array of all patterns."""


def recurring(
    box: QuotientRegion, period: int, *, exact: bool, group: Group = C1.group
) -> list[tuple[bytes, ...]]:
    """The generations of all patterns, none of them empty, by trying all."""
    room = 0 if box.torus else 2 + abs(box.shift)
    first = np.pad(fillings(box.width, box.height), ((0, 0), (room, room), (0, 0)))
    life: Life = [first]
    right = first.any(axis=(1, 2))
    for t in range(1, period + 1):
        life.append(next_state(box.rule, life[-1], shift=box.shift))
        same = (life[t] == first).all(axis=(1, 2))
        right &= same if t == period else ~(same & exact & (period % t == 0))
        if room:
            right &= ~life[t][:, :room].any(axis=(1, 2)) & ~life[t][:, -room:].any(axis=(1, 2))
    for g in group:
        right &= (_turned(g, first) == first).all(axis=(1, 2))
    inside = slice(room, room + box.height)
    kept = [states[right][:, inside] for states in life[:period]]
    return [tuple(states[i].tobytes() for states in kept) for i in range(len(kept[0]))]


def _turned(g: Orientation, states: States) -> States:
    if g.apply(1, 0)[0] == 0:
        if states.shape[1] != states.shape[2]:
            return 1 - states
        states = states.transpose(0, 2, 1)
        g = Orientation.TRANSPOSE.then(g)
    x, y = g.apply(1, 1)
    return states[:, ::y, ::x]


def first_form(box: QuotientRegion, life: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """The same for all patterns that differ by place, orientation and phase only."""
    shape = (box.height, box.width)
    return min(
        tuple(image.tobytes() for image in images)
        for start in range(len(life))
        for images in _images(
            box,
            [np.frombuffer(s, np.uint8).reshape(shape) for s in life[start:] + life[:start]],
        )
    )


def _images(box: QuotientRegion, life: list[States]) -> Iterator[list[States]]:
    for g in box.rule.symmetries:
        if g.apply(1, 0)[0] == 0 and not (box.torus and box.width == box.height):
            continue
        turned = [_turned(g, states[None])[0] for states in life]
        top = int(np.flatnonzero(np.any([s.any(axis=1) for s in turned], axis=0))[0])
        downs = range(box.height) if box.torus else (-top,)
        for dx, dy in product(range(box.width), downs):
            yield [np.roll(s, (dy, dx), axis=(0, 1)) for s in turned]


def counts(box: QuotientRegion, kind: PatternClass, *, raw: bool) -> int:
    counter = QuotientCounter(kind, box)
    vector = counter.raw() if raw else counter.orbits()
    by_cells = QuotientCounter(kind, box, SweepOptions(populations=True))
    assert (by_cells.raw() if raw else by_cells.orbits()).sum() == vector.sum()
    return int(vector.sum())


def random_box(random: Random, rule: Rule, most: int) -> QuotientRegion:
    sizes = [(w, h) for w in range(1, 7) for h in range(1, 7) if w * h <= most]
    width, height = random.choice(sizes)
    torus = random.random() < 0.5
    if torus and rule.births_from_nothing:
        rule = LIFE
    shift = 0 if torus else random.choice([0, 0, 1, -2])
    return QuotientRegion(width, height, 1, rule, torus=torus, shift=shift)


def check_at_random(seed: int, most: int) -> None:
    random = Random(seed)
    rule = random.choice([LIFE, random_rule(random)])
    box = random_box(random, rule, most)
    period, exact = random.choice([1, 1, 1, 2, 3]), random.random() < 0.7
    kind = PatternClass(period, box.rule, any_period=not exact)
    everything = recurring(box, period, exact=exact)
    assert counts(box, kind, raw=True) == len(everything)
    if not box.shift:
        different = {first_form(box, life) for life in everything}
        assert counts(box, kind, raw=False) == len(different)
    symmetric = [s for s in SYMMETRIES if s.group <= rule.symmetries]
    symmetry = random.choice(symmetric)
    turns = any(g.apply(1, 0)[0] == 0 for g in symmetry.group)
    if box.shift or (turns and (not box.torus or box.width != box.height)):
        return
    kind = PatternClass(period, box.rule, symmetry.group, any_period=not exact)
    some = recurring(box, period, exact=exact, group=symmetry.group)
    assert counts(box, kind, raw=True) == len(some)


@seeds(24)
def test_patterns_on_tori_and_cylinders_are_as_many_as_tried(seed: int) -> None:
    check_at_random(seed, most=9)


@seeds()
def test_patterns_on_larger_ones_are_as_many_as_tried(seed: int) -> None:
    check_at_random(seed, most=14)


def test_the_progress_of_a_torus_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesearch.engines.counting.quotient.AT_ONCE", 1 << 13)
    seen: list[SweepProgress] = []
    region = QuotientRegion(5, 6, torus=True)
    QuotientCounter(PatternClass(), region, SweepOptions(watch=seen.append)).raw()
    assert len(seen) > 2 * 5 * 6  # pairs were continued in several sweeps
    done = [each.done for each in seen]
    assert done == sorted(done)
    assert {each.steps for each in seen} == {5 * 6}
    assert done[-1] == 5 * 6 - 1


def test_patterns_that_need_not_be_symmetric_are_counted_once() -> None:
    """The identity moves nothing: the same sweep serves orbits, where it is one of the moves."""
    counter = QuotientCounter(PatternClass(2), QuotientRegion(3, 4, torus=True))
    counter.orbits()
    swept = set(counter.made)
    assert {region.period for region in swept if not region.moves} == {1, 2}
    counter.raw()
    assert set(counter.made) == swept


@pytest.mark.parametrize("box", [(3, 3), (4, 5), (5, 5), (6, 4)])
def test_still_lifes_on_tori_are_the_trace_of_a_matrix_of_rows(box: tuple[int, int]) -> None:
    region = QuotientRegion(min(box), max(box), torus=True)
    assert QuotientCounter(PatternClass(), region).raw().sum() + 1 == still_lifes_on_torus(*box)


@pytest.mark.slow("a matrix of 4,096 rows is multiplied")
@pytest.mark.parametrize("height", [6, 7, 8])
def test_still_lifes_on_a_larger_torus_are_the_trace_of_a_matrix_of_rows(height: int) -> None:
    region = QuotientRegion(6, height, torus=True)
    found = QuotientCounter(PatternClass(), region).raw().sum() + 1
    assert found == still_lifes_on_torus(6, height)


def becoming(box: PredecessorRegion) -> int:
    """How many patterns become the given one, by trying all."""
    room = 1 + box.period
    now = np.pad(fillings(box.width, box.height), ((0, 0), (room, room), (room, room)))
    inside = np.zeros(now.shape[1:], np.bool_)
    inside[room:-room, room:-room] = True
    right = np.ones(len(now), np.bool_)
    for _ in range(box.period):
        right &= ~now[:, ~inside].any(axis=1)
        now = next_state(box.rule, now)
    wanted, matters = np.zeros(now.shape[1:], np.uint8), np.ones(now.shape[1:], np.bool_)
    for x, y in box.alive:
        wanted[y + room, x + room] = 1
    for x, y in box.dont_care:
        matters[y + room, x + room] = False
    return int((right & ((now == wanted) | ~matters).all(axis=(1, 2))).sum())


@seeds(24)
def test_predecessors_are_as_many_as_tried(seed: int) -> None:
    random = Random(seed)
    rule = random.choice([LIFE, LIFE, random_rule(random)])
    if rule.births_from_nothing:
        rule = LIFE
    sizes = [(w, h) for w in range(1, 7) for h in range(1, 7) if w * h <= 12]
    width, height = random.choice(sizes)
    cells = list(product(range(width), range(height)))
    generations = random.choice([1, 1, 1, 2, 3])
    first = np.pad(random.choice(list(fillings(width, height))), 4)[None]
    for _ in range(generations):  # most patterns have none, so take what has one, or nearly
        first = next_state(rule, first)
    alive = {(x, y) for x, y in cells if first[0, y + 4, x + 4]}
    alive ^= set(random.sample(cells, random.choice([0, 0, 1])))
    if random.random() < 0.3:
        alive = set()
    dont_care = set(random.sample(cells, random.choice([0, 0, len(cells) // 3])))
    box = PredecessorRegion(
        width,
        height,
        generations,
        rule,
        alive=frozenset(alive - dont_care),
        dont_care=frozenset(dont_care),
    )
    tried = becoming(box)
    assert predecessors(box).sum() == tried
    assert predecessors(box, SweepOptions(populations=True)).sum() == tried


@pytest.mark.parametrize("n", range(1, 12))
def test_patterns_that_vanish_are_as_many_as_published(n: int) -> None:
    assert predecessors(PredecessorRegion(n, n)).tolist() == [MORE_VANISHING[n - 1]]


@pytest.mark.parametrize("n", range(3, 8))
def test_patterns_that_vanish_are_as_many_cell_by_cell(n: int) -> None:
    # By population, cells are set one by one; otherwise the rows of still lifes are counted.
    assert (
        predecessors(PredecessorRegion(n, n), SweepOptions(populations=True)).sum()
        == MORE_VANISHING[n - 1]
    )


@pytest.mark.slow("squares of up to 14x14")
@pytest.mark.parametrize("n", [12, 13, 14])
def test_patterns_that_vanish_in_large_squares(n: int) -> None:
    assert predecessors(PredecessorRegion(n, n), SweepOptions(memory=2 << 30)).tolist() == [
        MORE_VANISHING[n - 1]
    ]


@pytest.mark.parametrize("name", PREDECESSORS)
@pytest.mark.parametrize("pad", range(3))
def test_known_patterns_have_as_many_predecessors_as_computed(name: str, pad: int) -> None:
    rle, *numbers = PREDECESSORS[name]
    cells = read(rle).pattern
    alive = frozenset((x + pad, y + pad) for x, y in cells.cells)
    box = PredecessorRegion(cells.box.width + 2 * pad, cells.box.height + 2 * pad, alive=alive)
    if (number := numbers[pad]) is not None:
        assert predecessors(box).tolist() == [number]
