"""Solver processes start wherever Python runs, and none is left behind."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import lifesearch as ls
from lifesearch.running.process import ChildWorker
from tests.doors.python import scripts
from tests.processes import PATIENCE, eventually, processes, started, working

GLIDER = """
import lifesearch as ls
print(ls.find_spaceship("c/4 diagonal", box=(3, 4), jobs=2).name)
"""
ENDLESS = ls.Oscillator(7, box=(13, 13))
# Some answers come at once, all of them never.
MANY = ls.StillLife(box=(12, 12))


def children() -> int:
    return len(multiprocessing.active_children())


@pytest.mark.long
@pytest.mark.parametrize("by_name", [True, False])
@pytest.mark.parametrize("method", ["", scripts.SPAWN], ids=["usual", "spawn"])
def test_a_script_needs_no_guard(method: str, by_name: bool, tmp_path: Path) -> None:
    assert scripts.run(method + GLIDER, tmp_path, by_name=by_name) == "glider\n"


@pytest.mark.long
def test_the_main_module_is_there_again(tmp_path: Path) -> None:
    more = "import sys; print(sys.modules['__main__'].ls is ls)"
    assert scripts.run(scripts.SPAWN + GLIDER + more, tmp_path) == "glider\nTrue\n"


def test_whoever_stops_iterating_stops_the_solvers() -> None:
    for _ in ls.still_lifes(box=(12, 12), jobs=2):
        assert children()
        break
    assert not children()


def test_closing_stops_the_solvers() -> None:
    answers = ls.still_lifes(box=(12, 12), jobs=2)
    next(answers)
    assert children()
    answers.close()
    assert not children()
    with MANY.run(None, jobs=2) as result:
        next(iter(result))
    assert not children()


def test_what_nobody_has_any_more_is_stopped() -> None:
    answers = ls.still_lifes(box=(12, 12), jobs=2)
    next(answers)
    del answers
    gc.collect()
    assert not children()
    ring = [MANY.run(None, jobs=2)]
    next(iter(ring[0]))
    ring.append(ring)  # type: ignore[arg-type]
    del ring
    gc.collect()
    assert not children()


def test_an_exception_stops_the_solvers() -> None:
    def fail() -> None:
        for answer in ls.still_lifes(box=(12, 12), jobs=2):
            print(answer.population // 0)

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not children()


def test_what_was_found_before_the_end_stays() -> None:
    result = MANY.run(None, jobs=2)
    first = next(iter(result))
    assert result.answers[0] == first
    assert result.status is ls.Status.FOUND
    assert not result.complete


def test_the_end_of_a_script_stops_the_solvers() -> None:
    script = "import lifesearch as ls\nx = ls.still_lifes(box=(12, 12), jobs=2)\nnext(x)"
    with started(command=(sys.executable, "-c", script)) as process:
        assert process.wait(timeout=PATIENCE) == 0


@pytest.fixture
def _heeded() -> Iterator[None]:
    """Python's own handler, which the program replaces when it is loaded."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.usefixtures("_heeded")
def test_ctrl_c_stops_the_solvers() -> None:
    """Ctrl-C again and again, wherever the search is: each time, nothing is left."""
    for moment in range(12):
        timer = threading.Timer(0.02 * moment, os.kill, (os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            _interrupted(timer, lambda: ENDLESS.find(jobs=2))
        assert not children()


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.usefixtures("_heeded")
@pytest.mark.parametrize("moment", ["begin", "kill"])
def test_ctrl_c_between_two_steps(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker has just been started, and nobody knows it; or is to be killed, and still lives."""
    usual = getattr(ChildWorker, moment)

    def interrupted(self: ChildWorker, *args: object) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return usual(self, *args)

    monkeypatch.setattr(ChildWorker, moment, interrupted)
    with pytest.raises(KeyboardInterrupt) as kept:
        ls.find_still_life(box=(2, 2), symmetry="D8", jobs=2)
    assert not children()
    assert kept  # as a notebook keeps the traceback, and all that its frames hold


def _interrupted(timer: threading.Timer, work: Callable[[], object]) -> None:
    timer.start()
    try:
        work()
    finally:
        timer.join()


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_ends_a_script() -> None:
    script = "import lifesearch as ls\nls.find_oscillator(7, box=(13, 13), jobs=2)"
    with started(command=(sys.executable, "-c", script)) as process:
        working(process, 2)
        os.kill(process.pid, signal.SIGINT)
        _, messages = process.communicate(timeout=PATIENCE)
        assert messages.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel tells the children")
def test_a_killed_script_leaves_nothing() -> None:
    script = "import lifesearch as ls\nls.find_oscillator(7, box=(13, 13), jobs=2)"
    with started(command=(sys.executable, "-c", script)) as process:
        working(process, 2)
        process.kill()
        assert eventually(lambda: not processes(process.pid))


def test_a_thread_may_search() -> None:
    found: list[ls.Answer | None] = []
    thread = threading.Thread(target=lambda: found.append(ls.find_still_life(box=(2, 2), jobs=1)))
    thread.start()
    thread.join(PATIENCE)
    assert found
    assert found[0]
    assert found[0].name == "block"


def test_importing_is_quick() -> None:
    """What takes long is loaded when it is used: nothing but the package itself is loaded."""
    script = (
        "import sys; before = set(sys.modules); import lifesearch; "
        "print(*(m for m in sys.modules if m not in before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout.split() == ["lifesearch"]


def test_a_pattern_needs_neither_solvers_nor_numpy() -> None:
    script = (
        "import sys, lifesearch as ls; print(ls.Pattern.parse('OOO').after(1)); "
        "print(*({'numpy', 'pysat', 'rich', 'typer'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stdout == "O\nO\nO\n\n"
