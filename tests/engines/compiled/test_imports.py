"""What processes load: counted in modules, which takes as long on every machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import lifesearch
from lifesearch.engines.compiled import available

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")
LOADED = """
import sys
from lifesearch.__main__ import main
sys.argv = ["lifesearch", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print("loaded:", *sys.modules, file=sys.stderr)
"""
PACKAGE = Path(lifesearch.__file__).parent
LINES = {
    ".".join(("lifesearch", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
        ".__init__"
    ): len(path.read_text(encoding="utf-8").splitlines())
    for path in PACKAGE.rglob("*.py")
}
"""The modules of lifesearch, and how many lines each has."""
HEAVY = {"numba", "llvmlite.binding", "numpy._core", "pysat", "rich"}


def modules(command: str) -> set[str]:
    """All modules that the process of a command has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *command.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    return set(done.stderr.rpartition("loaded:")[2].split())


@pytest.mark.parametrize(
    ("command", "heavy", "most"),
    [
        ("--help", set(), 240),
        ("still-life --box 3x3", {"numpy._core", "rich"}, 570),
        ("oscillator 2", {"numpy._core", "rich"}, 600),
        ("count still-life --box 4x4", {"numpy._core", "rich"}, 570),
        ("soup --soups 1 --jobs 1", {"numpy._core", "rich"}, 580),
    ],
)
def test_a_command_loads_what_it_needs(command: str, heavy: set[str], most: int) -> None:
    loaded = modules(command)
    assert loaded & HEAVY <= heavy
    assert 50 < len(loaded) <= most


def test_a_search_loads_nothing_of_other_questions() -> None:
    """The numbers are those of a reader: what a search in a box is made of, and no more."""
    names = sorted(name for name in modules("oscillator 3 --box 8x8 -j 1") if name in LINES)
    others = "rotors|catalys|soup|count|strips|race|knuth|completion|predecessor|survey|atlas"
    assert [name for name in names if re.search(others, name)] == []
    assert 100 < len(names) <= 140
    assert sum(LINES[name] for name in names) <= 20_000


def test_a_kernel_loads_llvmlite_and_not_numba() -> None:
    program = (
        "import sys, numpy as np\n"
        "before = set(sys.modules)\n"
        "from lifesearch.engines.counting.kernel.transfer_matrix import move_over\n"
        "print('llvmlite' in sys.modules)\n"
        "move_over(np.zeros((4, 2), np.uint64), np.zeros((8, 2), np.uint64), 3)\n"
        "loaded = set(sys.modules) - before\n"
        "print('llvmlite' in loaded, 'numba' in loaded, len(loaded) < 120)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True", "False", "True"]
