"""Ctrl-C and a polite kill are heeded wherever they come."""

import signal
import subprocess
import sys

import pytest

IN_A_CALLBACK = """
import signal, sys, time, weakref
from lifesearch import signals

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
    done = subprocess.run(
        [sys.executable, "-c", IN_A_CALLBACK, str(int(number))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (f"{raised}\n", "")
