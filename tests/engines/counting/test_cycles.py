"""Oscillators counted row by row: against counts cell by cell, and against published ones."""

from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.engines.counting import by_height as heights
from lifesearch.engines.counting import cycles
from lifesearch.engines.counting.checkpoint import Key, Memo, SnapshotSlot, SweepSnapshot
from lifesearch.engines.counting.estimate import require_room
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.transfer_matrix import (
    DEFAULT,
    FastMethodOverflow,
    OutOfMemory,
    SweepOptions,
    SweepProgress,
)
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import Rule
from tests.cases import MORE_PERIOD_TWO_CYCLES, MORE_STILL_LIFES
from tests.engines.rows.rules import random_rule
from tests.seeds import seeds


def numbers(region: Region) -> list[int]:
    return [int(vector[0]) for vector in cycles.counts_by_height(region, SweepOptions(4 << 30))]


def random_region(rng: Random) -> Region:
    """A region that suits, of a random rule, with or without mirror images."""
    while True:
        period = rng.randint(2, 5)
        width = rng.randint(1, 10 // period)
        rule = random_rule(rng)
        if Orientation.FLIP_Y not in rule.symmetries:
            rule = Rule(bytes(rule.table[min(b, upside_down(b))] for b in range(512)))
        region = Region(width, rng.randint(1, 7), period, rule)
        if cycles.suits(region, DEFAULT):
            return region


def upside_down(block: int) -> int:
    return block >> 6 | block & 0b111000 | (block & 7) << 6


def compare(rng: Random) -> None:
    region = random_region(rng)
    cell_by_cell = [int(vector[0]) for vector in heights.counts_by_height(region)]
    try:
        assert numbers(region) == cell_by_cell, region
    except FastMethodOverflow:  # in some rules there are
        assert max(cell_by_cell) > 2**32


@seeds(20)
def test_in_random_rules_there_are_as_many_as_cell_by_cell(seed: int) -> None:
    compare(Random(seed))


def test_some_rules_notice_mirror_images_and_some_do_not() -> None:
    rules = [random_region(Random(seed)).rule for seed in range(20)]
    noticed = {Orientation.FLIP_X in rule.symmetries for rule in rules}
    assert noticed == {True, False}


@pytest.mark.parametrize("n", range(1, 9))
def test_cycles_of_period_two_are_as_many_as_published(n: int) -> None:
    cycles_and_still_lifes = 2 * MORE_PERIOD_TWO_CYCLES[n - 1] + MORE_STILL_LIFES[n - 1]
    assert numbers(Region(n, n, 2))[n] == cycles_and_still_lifes


@pytest.mark.parametrize("period", [2, 3])
def test_a_box_has_as_many_as_the_one_that_lies_on_its_side(period: int) -> None:
    assert numbers(Region(6, 5, period))[5] == numbers(Region(5, 6, period))[6]


@pytest.mark.slow("period 2 in 9x10")
def test_nine_columns_have_as_many_as_ten_rows_of_them() -> None:
    by_nine, by_ten = numbers(Region(9, 10, 2)), numbers(Region(10, 9, 2))
    assert by_nine[9] == 2 * 40_292_074 + MORE_STILL_LIFES[8]  # counted cell by cell
    assert by_nine[10] == by_ten[9] == 2 * 314_420_115 + 2_514_524_852


class Session(Memo):
    """Remembers a sweep after each round."""

    saved: list[SweepSnapshot]

    def due(self) -> bool:
        return True

    def save(self, key: Key, sweep: SweepSnapshot) -> None:
        self.saved.append(sweep)

    def unfinished(self, key: Key) -> SweepSnapshot:
        return self.saved[-1]


def test_a_count_goes_on_after_each_row() -> None:
    region, session = Region(5, 6, 2), Session()
    session.saved = [
        SweepSnapshot("another kind", 3, [], [], cycles.OscillatorSweep(region).table.lines)
    ]
    expected = cycles.counts_by_height(region, DEFAULT, SnapshotSlot(session, ["key"]))
    rounds = session.saved[1:]
    assert [sweep.rounds for sweep in rounds] == [1, 2, 3, 4]
    for sweep in rounds:
        session.saved = [sweep]
        assert cycles.counts_by_height(region, DEFAULT, SnapshotSlot(session, ["key"])) == expected


@pytest.mark.parametrize("height", range(1, 7))
def test_progress_comes_to_its_last_step(height: int) -> None:
    seen: list[SweepProgress] = []
    cycles.counts_by_height(Region(3, height, 2), SweepOptions(watch=seen.append))
    assert {each.steps for each in seen} == {seen[-1].done}


def test_a_table_that_is_too_large_is_not_made() -> None:
    with pytest.raises(OutOfMemory, match=r"more than 0\.0 GB"):
        cycles.counts_by_height(Region(8, 8, 2), SweepOptions(1 << 20))


def test_a_count_that_fits_is_not_refused() -> None:
    require_room(Region(6, 6, 4), SweepOptions(4 << 30))
    with pytest.raises(InputError, match=r"this count would take about .* GB of memory"):
        require_room(Region(12, 12, 2), SweepOptions(4 << 30))


def test_what_is_counted_in_other_ways() -> None:
    assert cycles.suits(Region(5, 5, 2), DEFAULT)
    assert not cycles.suits(Region(5, 5, 2), SweepOptions(populations=True))
    assert not cycles.suits(Region(5, 5, 1), DEFAULT)
    assert not cycles.suits(Region(7, 5, 4), DEFAULT)  # 2^28 first rows
    assert not cycles.suits(Region(1, 5, 20), DEFAULT)
    falling = Rule(bytes(bool(block & 0b111_000_000) for block in range(512)))
    assert not cycles.suits(Region(5, 5, 2, falling), DEFAULT)
