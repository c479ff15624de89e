"""Compile once what the processes of all tests need, before the tests begin.

Without bytecode, each of hundreds of processes would need a fifth of a second more to start. They
do not keep it themselves: one that may not write more than some bytes would keep a part of it.

In a fresh clone there is no machine code by numba, either. The processes of the tests, and the
workers of their searches, would compile the same functions at the same time, each for itself. So
commands that use nearly all of these functions run first, when all tests are to be run: one process
for soups, of two states and of several, and one for row tables and all proofs, which takes as
long.
"""

from __future__ import annotations

import compileall
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

import lifesearch
from lifesearch.compiled import installed
from lifesearch.compiled.folder import SUFFIX, own_folder
from tests import program

ROOT = Path(__file__).parents[1]
PACKAGE = Path(lifesearch.__file__).parent
FOLDERS = (
    "compiled",
    "soups",
    "rows/kernel",
    "counting/kernel",
    "proofs/states",
    "proofs/verifier",
    "rotor_search",
    "catalyst_search",
)
COMMANDS = {
    "soups": (
        "soup --soups 10 --jobs 1",
        "oscillator 15 --only soups --jobs 1 --no-known",
        "rotors 1x2 --least 2 --jobs 1",
        "rotors 1x2 --symmetry C2 --least 2 --jobs 1",
        "catalyse glider --catalysts 1 --of block --area 12x12 -g 9 --jobs 1",
        "soup --rule /2/3 --symmetry D2_x --size 5 --seed 1 --soups 60 --jobs 1",
    ),
    "tables": (
        "spaceship c/3 --width 4 --engine tables --jobs 1 --proof tables",
        "check tables",
        "spaceship c/3 --width 4 --engine rows --jobs 1 --proof rows",
        "count still-life --box 4x4",
        "count oscillator 2 --box 4x4",
        "still-life --box 4x4 --symmetry C2 --engine tables --all --jobs 1",
        "oscillator 2 --width 6 --max-length 5 --all --jobs 1",
        "oscillator 3 --cylinder 4 --box 4x4 --proof box --jobs 1",
        "check box",
    ),
}


def compile_bytecode() -> None:
    """Keep the bytecode of the package where it is not kept yet."""
    compileall.compile_dir(PACKAGE, quiet=2)


def is_compiled() -> bool:
    """Whether the sources as they are were compiled before the tests, and kept."""
    stamp = _stamp()
    return stamp is not None and stamp.exists()


def _stamp() -> Path | None:
    """A file that is removed like others of its folder."""
    sources = sorted(file for folder in FOLDERS for file in (PACKAGE / folder).rglob("*.py"))
    digest = sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()
    folder = own_folder()
    return folder and folder / f"tests-{sys.implementation.cache_tag}-{digest[:32]}{SUFFIX}"


def compile_kernels() -> None:
    """Compile what is not compiled yet; tests tell what goes wrong, not this."""
    if not installed() or is_compiled():
        return
    processes = [
        subprocess.Popen([sys.executable, "-m", "tests.compiling", group], cwd=ROOT)
        for group in COMMANDS
    ]
    done = [process.wait() for process in processes]
    stamp = _stamp()
    if stamp is not None and stamp.parent.exists() and not any(done):
        stamp.touch()


def load_kernels() -> None:
    """Load machine code into this process: that of row tables, of counts by them, and of soups."""
    if not installed():
        return
    from lifesearch.counting.heights import count
    from lifesearch.counting.region import Region
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.life.symmetry import C1
    from lifesearch.rows.problem import StripProblem
    from lifesearch.rows.search import RowSearch
    from lifesearch.soups.census import Soups, take_census
    from lifesearch.soups.seeds import Shape, Shapes

    search = RowSearch(StripProblem(6, 4, 2), memory=1 << 24, queue=20)
    while not search.finished:
        search.advance()
    count(Region(3, 3))
    take_census(Soups(LIFE, Shapes((Shape(C1, 8, 8),))), 0, 1)


def make_clauses() -> None:
    """Make the clauses of Life, for cells at the edges of a box and within, which are kept."""
    from lifesearch.life.motion import Motion
    from lifesearch.queries.periodic import Periodic
    from tests.asking import every

    for period in (1, 2):
        every(Periodic(Motion(period), (4, 4)))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS[sys.argv[1]]:
            program.run(*command.split(), cwd=Path(folder))
