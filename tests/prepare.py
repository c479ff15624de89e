"""Prepare once what the processes of all tests need, before the tests begin.

Without bytecode, each of hundreds of processes would need a fifth of a second more to start, and as
much again for numpy, which uv installs without. They do not keep it themselves: one that may not
write more than some bytes would keep a part of it. And kernels that were edited would be compiled
while tests wait for them.
"""

from __future__ import annotations

import compileall
from importlib.util import find_spec

from lifesearch.engines.compiled import available
from lifesearch.engines.compiled.load import can_build

LOADED = ("lifesearch", "numpy", "pysat", "rich", "typer", "llvmlite", "PIL", "starlette")
"""What the program loads."""


def compile_bytecode() -> None:
    """Keep the bytecode of what the program loads, where it is not kept yet."""
    for package in LOADED:
        if (found := find_spec(package)) is not None:
            for folder in found.submodule_search_locations or ():
                compileall.compile_dir(folder, quiet=2)


def compile_kernels() -> None:
    """Compile kernels that were edited."""
    if can_build():
        from lifesearch.engines.compiled.load import build_stale

        build_stale()


def load_kernels() -> None:
    """Load machine code into this process: that of row tables, of counts by them, and of soups."""
    if not available():
        return
    from lifesearch.engines.counting.by_height import count
    from lifesearch.engines.counting.region import Region
    from lifesearch.engines.rows.problem import StripProblem
    from lifesearch.engines.rows.search import RowSearch
    from lifesearch.engines.soups.search import Soups, take_census
    from lifesearch.engines.soups.seeds import Shape, Shapes
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.life.symmetry import C1

    search = RowSearch(StripProblem(6, 4, 2), memory=1 << 24, queue=20)
    while not search.finished:
        search.advance()
    count(Region(3, 3))
    take_census(Soups(LIFE, Shapes((Shape(C1, 8, 8),))), 0, 1)


def make_clauses() -> None:
    """Make the clauses of Life, for cells at the edges of a box and within, which are kept."""
    from lifesearch.life.motion import Motion
    from lifesearch.questions.periodic.question import Periodic
    from tests.asking import every

    for period in (1, 2):
        every(Periodic(Motion(period), (4, 4)))
