"""Searches in processes and notebooks that do something unusual, and calls that make no sense."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lifesearch as ls
from tests.processes import ended_code

LONG = "9" * 5000


@pytest.mark.parametrize(
    "call",
    [
        lambda: ls.atlas(Path("x")),  # type: ignore[arg-type]
        lambda: ls.atlas([1]),  # type: ignore[arg-type]
        lambda: ls.atlas(None),  # type: ignore[arg-type]
        lambda: ls.Pattern.parse("OOO").translate("a", "b"),  # type: ignore[arg-type]
        lambda: ls.Pattern.parse("OOO").translate(1.5, 0),  # type: ignore[arg-type]
        lambda: ls.Pattern.parse("OOO").translate(10**30, 0),
        lambda: ls.StillLife(box=(2, 2)).dimacs(1),  # type: ignore[arg-type]
        lambda: ls.StillLife(box=(2, 2)).dimacs(LONG),
        lambda: ls.StillLife(box=(2, 2)).dimacs("a\0b"),
        lambda: ls.check(LONG),
        lambda: ls.check("a\0b"),
        lambda: ls.find_still_life(box=(2, 2), jobs=int),  # type: ignore[arg-type]
        lambda: ls.find_still_life(box=(2, 2), jobs=np.ones((2, 2))),  # type: ignore[arg-type]
        lambda: ls.find_predecessor(np.ones((2, 2))),  # type: ignore[arg-type]
        lambda: ls.find_still_life(box=(2, 2), session=LONG),
        lambda: ls.find_still_life(box=(2, 2), proof=LONG),
    ],
)
def test_calls_that_make_no_sense_get_an_error_of_our_own(call: Any) -> None:
    with pytest.raises(ls.InputError) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_distances_are_any_whole_numbers() -> None:
    moved = ls.Pattern.parse("OOO").translate(np.int64(2), -1)  # type: ignore[arg-type]
    assert sorted(moved.cells) == [(2, -1), (3, -1), (4, -1)]


@pytest.mark.skipif(os.name == "nt", reason="a script without a main module")
def test_a_search_inside_a_pool() -> None:
    done = ended_code("""
from multiprocessing import Pool
import lifesearch as ls

def cells(size):
    return ls.find_still_life(box=(size, size), jobs=2).pattern.population

if __name__ == "__main__":
    with Pool(2) as pool:
        print(pool.map(cells, [2, 2]))
""")
    assert (done.returncode, done.stdout, done.stderr) == (0, "[4, 4]\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked")
def test_a_fork_in_the_midst_of_an_iteration() -> None:
    done = ended_code("""
import os
import lifesearch as ls

answers = iter(ls.still_lifes(box=(5, 5), jobs=2))
next(answers)
child = os.fork()
if child == 0:
    try:
        list(answers)
    except ls.LifesearchError as error:
        print(error, flush=True)
    os._exit(0)
os.waitpid(child, 0)
print(1 + len(list(answers)), flush=True)
""")
    sentence, count = done.stdout.splitlines()
    assert sentence.startswith("this search was begun before this process was forked")
    assert int(count) == len(list(ls.still_lifes(box=(5, 5), jobs=1)))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("numpy._core.numeric", "ls.find_oscillator(2)"),
        pytest.param("numpy.linalg", "ls.find_oscillator(2)", marks=pytest.mark.long),
        ("numpy._core.numeric", "ls.Pattern.from_rle('9o$' * 20_000 + '!')"),
        pytest.param(
            "numpy._core.numeric",
            "ls.Pattern([(0, 0)], rule='B2-a/S12').after(1)",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "llvmlite.binding.ffi", "ls.StillLife(box=(3, 3)).count()", marks=pytest.mark.long
        ),
        ("llvmlite.binding.executionengine", "ls.StillLife(box=(3, 3)).count()"),
    ],
)
def test_ctrl_c_while_modules_are_loaded(module: str, call: str) -> None:
    """Ctrl-C comes in the midst of a module; the next search and whatever else use it all."""
    done = ended_code(f"""
import os, signal, sys
from importlib.abc import MetaPathFinder

class Interrupt(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "{module}":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

import lifesearch as ls
sys.meta_path.insert(0, Interrupt())
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
{call}
import numpy
print(numpy.linalg.norm(numpy.ones(4)), ls.find_oscillator(2).period)
""")
    assert (done.stdout, done.stderr) == ("interrupted\n2.0 2\n", "")
