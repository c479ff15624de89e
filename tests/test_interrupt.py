"""Ctrl-C waits for what is being written, but not for ever."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from lifesearch.common import signals

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")


@pytest.fixture(autouse=True)
def _heeded() -> Iterator[None]:
    """Python's own handler, which the program replaces when it is loaded."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def during(work: Callable[[], None]) -> None:
    with signals.delay_interrupt_briefly():
        ctrl_c()
        work()


def test_a_piece_of_work_is_done_first() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        during(lambda: done.append("written"))
    assert done == ["written"]
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_work_that_hangs_is_given_up() -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        during(lambda: time.sleep(1000))
    assert time.monotonic() - began < 500


def test_after_work_that_hangs_another_one_does_not_disturb() -> None:
    signals.heed_interrupt()
    with pytest.raises(KeyboardInterrupt):
        during(lambda: time.sleep(1000))
    ctrl_c()  # what was interrupted is being said


def test_what_fails_fails_with_its_own_error() -> None:
    with pytest.raises(ZeroDivisionError):
        during(lambda: print(1 // 0))


def test_the_handler_is_back_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    with signals.delay_interrupt_briefly():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before


def test_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with signals.delay_interrupt_briefly():
            ctrl_c()
        signals.heed_interrupt()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def held(work: Callable[[], None]) -> None:
    with signals.delay_interrupt():
        ctrl_c()
        work()


def test_a_held_interrupt_comes_at_the_end() -> None:
    done: list[str] = []
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        held(lambda: done.append("whole"))
    assert done == ["whole"]
    assert signal.getsignal(signal.SIGINT) == before


def test_steps_are_whole() -> None:
    taken: list[int] = []

    def steps() -> Iterator[int]:
        for number in range(3):
            ctrl_c()
            taken.append(number)
            yield number

    with pytest.raises(KeyboardInterrupt):
        next(signals.whole_steps(steps()))
    assert taken == [0]


def test_nothing_is_held_in_another_thread() -> None:
    done: list[str] = []

    def work() -> None:
        with signals.delay_interrupt():
            done.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["done"]
