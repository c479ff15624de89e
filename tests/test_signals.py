"""Ctrl-C is heeded wherever it comes."""

import subprocess
import sys

IN_A_CALLBACK = """
import signal, time, weakref
from lifesearch import signals

class Thing:
    pass

signals.install_handler()
thing = Thing()
callback = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
try:
    del thing
    time.sleep(60)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_that_hits_a_callback_comes_again() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_CALLBACK], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
