"""Counts in a process of their own: the same numbers, and an end at any moment."""

import multiprocessing
import os
import signal
import sys
import time
from dataclasses import dataclass, field
from typing import Any

import pytest

from lifesearch.counting.ways import Setting, SweepProgress
from lifesearch.errors import LifesearchError, OptionError, Undecided
from lifesearch.life.motion import Motion
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.count import count, count_lengths
from lifesearch.running import count_search
from lifesearch.running.count_search import Remembered, count_apart
from lifesearch.ui.counts import Clock

pytestmark = pytest.mark.usefixtures("kernels_loaded")
forked = pytest.mark.skipif(sys.platform != "linux", reason="there children are forked")

STILL = Periodic(Motion(1), (4, 5))


@dataclass
class Watcher:
    """Sees how far a count is."""

    seen: list[SweepProgress] = field(default_factory=list)

    def __call__(self, progress: SweepProgress) -> None:
        self.seen.append(progress)


@pytest.mark.parametrize("populations", [False, True])
def test_numbers_and_sweeps_are_the_same(populations: bool) -> None:
    here, apart, watcher = Remembered(), Remembered(), Watcher()
    expected = count(STILL, Setting(populations=populations, memo=here))
    setting = Setting(populations=populations, watch=watcher, memo=apart)
    assert list(count_apart(STILL, lengths=False, setting=setting)) == [expected]
    assert apart == here
    assert watcher.seen
    lengths = list(count_lengths(STILL, Setting()))
    assert list(count_apart(STILL, lengths=True, setting=Setting())) == lengths
    assert not multiprocessing.active_children()


def test_what_is_known_is_not_counted_again() -> None:
    known, kept = Remembered(), Remembered()
    expected = count(STILL, Setting(memo=known))
    found = list(count_apart(STILL, lengths=False, setting=Setting(memo=kept), memo=known))
    assert found == [expected]
    assert kept == Remembered()


def test_what_cannot_be_counted_is_refused_as_ever() -> None:
    ship = Periodic(Motion(4, dx=-1, dy=-1), (4, 5))
    with pytest.raises(OptionError, match="ships cannot"):
        list(count_apart(ship, lengths=False, setting=Setting()))


@forked
def test_a_time_limit_holds_whatever_the_count_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while something is compiled, which nobody can interrupt."""
    monkeypatch.setattr(count_search, "count", lambda *_: time.sleep(1000))
    began = time.monotonic()
    with pytest.raises(Undecided, match="time limit reached"):
        list(count_apart(STILL, lengths=False, setting=Setting(watch=Clock(0.3))))
    assert time.monotonic() - began < 500
    assert not multiprocessing.active_children()


@forked
def test_a_process_that_dies_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(count_search, "count", killed)
    with pytest.raises(LifesearchError, match="was ended by SIGKILL; not counted"):
        list(count_apart(STILL, lengths=False, setting=Setting()))
