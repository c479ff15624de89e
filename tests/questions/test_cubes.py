"""Boxes that are cut into cubes, stopped at random moments and resumed: the answers are the same.

Each random question is compared with brute force, as in `test_random_queries`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

from lifesearch.engines.sat.solving import cubes as cutting
from lifesearch.engines.sat.solving import enumerate as enumerate_solutions
from lifesearch.engines.sat.solving import solver
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.cubes import Cube, Walk, open_cubes
from lifesearch.engines.sat.solving.enumerate import Closed, Exhausted, PartCheckpoint
from lifesearch.engines.sat.solving.part import Part
from tests.asking import count_answered
from tests.questions import test_random_queries as compared
from tests.random_queries import Query, draw
from tests.seeds import seeds


class Stopping:
    """Asks a query, stops at random moments, and goes on with what is kept."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.stops = self.cubes = 0

    def _reports(self, query: Query, part: Part, how: Configuration) -> Iterator[list[Any]]:
        done: list[str] = []
        known: list[Any] = []
        for stops in range(100):
            left = self.random.randint(1, 30) if stops < 10 else 10**9
            for report in query.search(part, how, list(known), PartCheckpoint(tuple(done))):
                if isinstance(report, list):
                    known += report
                    yield report
                elif isinstance(report, Closed):
                    assert open_cubes(report.cube, done) == [report.cube]
                    done.append(report.cube)
                    self.cubes += 1
                elif isinstance(report, Exhausted):
                    return
                left -= 1
                if not left:
                    self.stops += 1
                    break

    def every(self, query: Query, how: Configuration, depth: int) -> list[Any]:
        found: dict[Hashable, Any] = {}
        for part in query.parts(depth):
            for answers in self._reports(query, part, how):
                for answer in answers:
                    found.setdefault(query.key(answer), answer)
        return list(found.values())

    def best(self, query: Query, how: Configuration, depth: int, costs: list[int]) -> None:
        found: list[int] = []
        for part in query.parts(depth):
            if found and query.cannot_improve(part, min(found)):
                break
            found += [query.cost(a) for each in self._reports(query, part, how) for a in each]
        assert min(found, default=None) == min(costs, default=None)


def compare_many(name: str, questions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "FIRST_SLICE", 3)
    monkeypatch.setattr(solver, "SLICE", 3)
    monkeypatch.setattr(cutting, "LEAST_SECONDS", 1.0)
    monkeypatch.setattr(cutting, "MOST_SECONDS", 1.0)
    monkeypatch.setattr(cutting, "SOON", 0.5)
    monkeypatch.setattr(cutting, "STEP", 2)
    # A clock that counts how often it is read: what is not done in one slice is cut.
    ticks = count(0.0)
    monkeypatch.setattr(enumerate_solutions, "Walk", partial(Walk, clock=lambda: next(ticks)))
    stopping = Stopping(name)
    monkeypatch.setattr(compared, "every", stopping.every)
    monkeypatch.setattr(compared, "_best", stopping.best)
    answered = count_answered(name, questions, compared.compare, draw)
    assert 0 < answered < questions
    assert stopping.stops > questions // 4
    assert stopping.cubes > questions // 2


@pytest.mark.long
def test_answers_after_stops_are_those_of_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    compare_many("cubes", 6, monkeypatch)


@seeds()
def test_many_answers_after_stops(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compare_many(f"cubes {seed}", 12, monkeypatch)


def test_open_cubes_are_what_is_not_done() -> None:
    random = Random(1)
    for _ in range(100):
        done: list[str] = []
        for _ in range(random.randint(0, 6)):
            left = open_cubes("", done)
            if left:
                cube = random.choice(left)
                done.append(cube + format(random.randrange(4), "02b")[: random.randint(0, 2)])
        left = open_cubes("", done)
        for leaf in (format(random.randrange(2**20), "020b") for _ in range(40)):
            assert sum(leaf.startswith(each) for each in (*left, *done)) == 1


def test_open_cubes_beside_one_deep_inside() -> None:
    """In a large box a cube may fix more cells than functions can call each other."""
    assert open_cubes("", ["0" * 2_000]) == ["0" * n + "1" for n in reversed(range(2_000))]


def test_cubes_are_cut_as_time_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "STEP", 2)
    monkeypatch.setattr(cutting, "LEAST_SECONDS", 1.0)
    now = 0.0
    walk = Walk(Cube(range(1, 9)), (), lambda: now)
    assert walk.take() == ""
    assert not walk.cut_if_long("")
    now = 1.0
    assert walk.cut_if_long("")
    assert walk.take() == "00"
    now = 2.0
    assert walk.cut_if_long("00")
    assert walk.take() == "0000"
    now = 2.9
    walk.close("0000")
    assert walk.take() == "0001"
    now = 3.0
    walk.close("0001")
    assert [walk.take() for _ in range(6)] == ["001", "010", "011", "100", "101", "110"]


def test_cubes_are_at_once_as_large_as_before_a_stop() -> None:
    walk = Walk(Cube(range(1, 9)), ("0000", "00010"), lambda: 0.0)
    assert [walk.take() for _ in range(3)] == ["00011", "00100", "00101"]


def test_what_is_not_kept_is_not_cut() -> None:
    now = 0.0
    walk = Walk(Cube(range(1, 9)), None, lambda: now)
    assert walk.take() == ""
    now = 1e6
    assert not walk.cut_if_long("")
    assert walk.take() is None
