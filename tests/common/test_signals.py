"""Ctrl-C and a polite kill are heeded wherever they come."""

import signal
import subprocess
import sys

import pytest

from lifesearch.common import signals
from tests.processes import ended_code

IN_A_CALLBACK = """
import signal, sys, time, weakref
from lifesearch.common import signals

class Thing:
    pass

signals.heed_interrupt()
signals.heed_termination()
thing = Thing()
callback = weakref.ref(thing, lambda _: signal.raise_signal(int(sys.argv[1])))
try:
    del thing
    time.sleep(60)
except (KeyboardInterrupt, SystemExit) as error:
    print(type(error).__name__, *error.args)
"""


@pytest.mark.parametrize(
    ("number", "raised"),
    [(signal.SIGINT, "KeyboardInterrupt"), (signal.SIGTERM, "Terminated 143")],
)
def test_a_signal_that_hits_a_callback_comes_again(number: signal.Signals, raised: str) -> None:
    done = ended_code(IN_A_CALLBACK, str(int(number)))
    assert (done.stdout, done.stderr) == (f"{raised}\n", "")


def test_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done otherwise there: a process that Ctrl-C spares, and a signal to ourselves."""
    sent: list[int] = []
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x8000000, raising=False)
    monkeypatch.setattr("_thread.interrupt_main", sent.append)
    assert signals.detached_flags() == 0
    monkeypatch.setattr(sys, "platform", "win32")
    assert signals.detached_flags() == 0x8000200
    signals.interrupt_main(signal.SIGTERM)
    assert sent == [signal.SIGTERM]


def test_without_timers_what_is_written_is_written_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows has no `setitimer`."""
    monkeypatch.delattr(signal, "setitimer", raising=False)
    written = []

    def write() -> None:
        with signals.delay_interrupt_briefly():
            signal.raise_signal(signal.SIGINT)
            written.append("all")

    with pytest.raises(KeyboardInterrupt):
        write()
    assert written == ["all"]
