"""Counts in a process of their own: the same numbers, and an end at any moment."""

import multiprocessing
import os
import signal
import sys
import time
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from lifesearch.common.errors import LifesearchError, OptionError
from lifesearch.core.events import Event, Finished, Progress, TimeLimitReached
from lifesearch.engines.counting.checkpoint import Memo
from lifesearch.engines.counting.transfer_matrix import SweepOptions
from lifesearch.life.motion import Motion
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.counts import question as periodic_count
from lifesearch.questions.counts.coordinator import CountBySweeps, sweeps
from lifesearch.questions.counts.events import BoxCounted, Swept
from lifesearch.questions.counts.question import Counted, CountQuestion, count, counts
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.places.here import HERE, Processes
from lifesearch.running.places.place import KeptOpen
from tests.searching import run

pytestmark = pytest.mark.usefixtures("kernels_loaded")
forked = pytest.mark.skipif(sys.platform != "linux", reason="there children are forked")

STILL = Periodic(Motion(1), (4, 5))
ELSEWHERE = KeptOpen(HERE, Processes())
"""This machine, as if it were another one."""


def made(lengths: bool = False, populations: bool = False, memo: Memo | None = None) -> list[Event]:
    """All events of a count, but for its progress."""
    question = CountQuestion(STILL, lengths, populations)
    with closing(run(question, RunOptions(None), Checkpoint(extra=memo))) as events:
        return list(events)


def test_boxes_of_some_lengths_do_not_have_the_symmetry() -> None:
    """C2_1 has its centre in the middle of a cell, which no box of an even length has."""
    query = Periodic(Motion(1), (5, 5), Symmetry.parse("C2_1"))
    of_each_length = counts(CountQuestion(query, lengths=True), SweepOptions())
    assert [counted.number for counted in of_each_length] == [0, 0, 3, 0, 10]


def numbers(events: list[Event]) -> list[Counted]:
    counted = [event.counted for event in events if isinstance(event, BoxCounted)]
    return [each for each in counted if isinstance(each, Counted)]


@pytest.mark.parametrize("populations", [False, True])
def test_numbers_and_sweeps_are_the_same(populations: bool) -> None:
    here, apart = Memo(), Memo()
    expected = count(STILL, SweepOptions(populations=populations, memo=here))
    events = made(populations=populations)
    assert numbers(events) == [expected]
    for event in events:
        if isinstance(event, Swept):
            apart.keep(event.key, event.numbers)
    assert apart == here
    assert any(isinstance(event, Progress) for event in events)
    assert isinstance(events[-1], Finished)
    assert numbers(made(lengths=True)) == list(counts(CountQuestion(STILL, True), SweepOptions()))
    assert not multiprocessing.active_children()


def test_each_torus_of_several_is_counted_as_if_alone() -> None:
    """Wide ones are transposed, and the patterns with them: that of each box, not all before it."""
    torus = Periodic(Motion(1), (5, 4), Symmetry.parse("D2-"), torus=True, raw=True)
    together = [each.number for each in counts(CountQuestion(torus, True), SweepOptions())]
    assert together == [
        count(replace(torus, box=(5, height)), SweepOptions()).number for height in range(1, 5)
    ]


def test_what_is_known_is_not_counted_again() -> None:
    known = Memo()
    expected = count(STILL, SweepOptions(memo=known))
    events = made(memo=known)
    assert numbers(events) == [expected]
    assert not any(isinstance(event, Swept) for event in events)


def test_what_cannot_be_counted_is_refused_as_ever() -> None:
    ship = CountQuestion(Periodic(Motion(4, dx=-1, dy=-1), (4, 5)))
    with pytest.raises(OptionError, match="ships cannot"):
        list(run(ship, RunOptions(None)))


@forked
def test_a_time_limit_holds_whatever_the_count_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a kernel, which nobody can interrupt."""
    monkeypatch.setattr(periodic_count, "counts", lambda *_: time.sleep(1000))
    began = time.monotonic()
    *_, last = run(CountQuestion(STILL), RunOptions(None, time_limit=0.3))
    assert last == TimeLimitReached(0.3)
    assert time.monotonic() - began < 500
    assert not multiprocessing.active_children()


@forked
def test_a_process_that_dies_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(periodic_count, "counts", killed)
    with pytest.raises(LifesearchError, match="was ended by SIGKILL; not counted"):
        made()


@pytest.mark.parametrize("lengths", [False, True])
def test_sweeps_that_are_made_side_by_side_add_up(lengths: bool) -> None:
    question, known = CountQuestion(STILL, lengths), Memo()
    options = RunOptions(None, 2, place=ELSEWHERE)
    events = list(run(question, options, Checkpoint(extra=known)))
    expected = list(counts(question, SweepOptions()))
    assert numbers(events) == expected
    swept = [str(event.key) for event in events if isinstance(event, Swept)]
    assert sorted(swept) == sorted(known.known)
    again = list(run(question, options, Checkpoint(extra=known)))
    assert numbers(again) == expected
    assert not any(isinstance(event, Swept) for event in again)
    assert not multiprocessing.active_children()


def test_sweeps_are_listed_in_the_order_in_which_they_are_made() -> None:
    made = Memo()
    count(STILL, SweepOptions(memo=made))
    assert [str(region.key) for region in sweeps(CountQuestion(STILL), SweepOptions())] == [
        *made.known
    ]


def test_sweeps_of_an_earlier_run_are_done() -> None:
    known = Memo()
    count(STILL, SweepOptions(memo=known))
    number = len(known.known)
    for key in list(known.known)[:2]:
        del known.known[key]
    counting = CountBySweeps(CountQuestion(STILL), RunOptions(None, 2), Checkpoint(extra=known))
    assert counting.extent is None
    counting.begin()
    assert counting.extent is not None
    assert counting.extent.words == f"{number - 2} of {number} sweeps done"
    assert (counting.extent.done, counting.extent.total) == (number - 2, number)


@forked
def test_a_sweep_that_costs_many_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr("lifesearch.questions.counts.coordinator.sweep_counts", killed)
    with pytest.raises(LifesearchError, match="3 solvers failed on this count"):
        list(run(CountQuestion(STILL), RunOptions(None, 2, place=ELSEWHERE)))
    assert not multiprocessing.active_children()
