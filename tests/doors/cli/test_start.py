"""Ctrl-C while the program starts: no word, no traceback, the usual status."""

import os
import re

import pytest

from tests.processes import ended_code

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")

INTERRUPTED_BY = """
import os, runpy, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

for name in [m for m in sys.modules if m.split(".")[0] in ("re", "enum")]:
    del sys.modules[name]
sys.meta_path.insert(0, Finder())
sys.argv = ["lifesearch", "still-life", "--box", "2x2"]
runpy.run_module("lifesearch", run_name="__main__")
"""


@pytest.mark.parametrize(
    "name",
    [
        "re",
        "lifesearch.common.errors",
        "lifesearch.common.exit_status",
        "lifesearch.doors.cli",
        "typer",
        "lifesearch.core.question",
    ],
)
def test_ctrl_c_while_modules_are_loaded(name: str) -> None:
    done = ended_code(INTERRUPTED_BY.format(name=name))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_while_the_display_is_loaded() -> None:
    """Solvers are at work by then, so what has come of them is told."""
    done = ended_code(INTERRUPTED_BY.format(name="rich.text"))
    assert (done.returncode, done.stdout) == (130, "")
    assert re.fullmatch(r"interrupted after [\d.]+ s; undecided\n", done.stderr)
