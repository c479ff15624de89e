"""A small package of compiled functions, and programs that use it, in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.compiled.compile_log import CompileLog

INNER = """
from lifesearch.compiled import compiled

@compiled
def inner(number):
    return number + {added}
"""
OUTER = """
from lifesearch.compiled import compiled
from small.inner import inner

@compiled
def outer(numbers):
    total = 0
    for number in numbers:
        total += inner(number)
    return total
"""
PROGRAM = """
import numpy as np, sys
from lifesearch.compiled.notices import watching, once

with watching(once(lambda what: print(what, file=sys.stderr, flush=True))):
    from small.outer import outer
    print(outer(np.arange(4)))
"""


def write_package(folder: Path, added: int = 1) -> None:
    """Write the package `small` into a folder."""
    package = folder / "small"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").touch()
    (package / "inner.py").write_text(INNER.format(added=added))
    (package / "outer.py").write_text(OUTER)


def start(
    folder: Path, log: CompileLog, before: str = "", inside: tuple[str, ...] = ()
) -> subprocess.Popen[str]:
    """Start a process that calls the outer function, after some other lines, by a command."""
    paths = os.pathsep.join([str(folder), log.environment["PYTHONPATH"]])
    return subprocess.Popen(
        [*inside, sys.executable, "-B", "-c", before + PROGRAM],
        env={**log.environment, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )


def run(folder: Path, log: CompileLog, before: str = "") -> tuple[str, str]:
    """What such a process prints, and what it says."""
    process = start(folder, log, before)
    printed, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    return printed.strip(), said
