"""The interface in Jupyter: a kernel of its own runs the cells, as a browser would have it do."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.doors.python.test_script import QUICK
from tests.processes import eventually, processes

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

PIDS = "import multiprocessing\n[p.pid for p in multiprocessing.active_children()]"


@contextmanager
def opened(folder: Path) -> Iterator[Notebook]:
    """A notebook with a kernel, which ends with it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(folder / "ipython"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(folder / "runtime"))
        patch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
        notebook = Notebook(str(folder))
        with notebook.client.setup_kernel():
            yield notebook


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Notebook]:
    """One kernel for many cells, as in a notebook that is worked with."""
    with opened(tmp_path_factory.mktemp("notebook")) as notebook:
        yield notebook


class Notebook:
    """A notebook whose cells are run one by one."""

    def __init__(self, folder: str) -> None:
        self.nb = nbformat.v4.new_notebook()
        self.client = nbclient.NotebookClient(
            self.nb,
            kernel_name="python3",
            resources={"metadata": {"path": folder}},
            timeout=300,
        )

    def run(self, source: str) -> Any:
        """Run a cell; return its last output by kinds of content."""
        cell = self._cell(source)
        self.client.execute_cell(cell, len(self.nb.cells) - 1)
        results = [o for o in cell.outputs if o.output_type == "execute_result"]
        return results[-1].data if results else {}

    def interrupt(self, source: str) -> list[Any]:
        """Run a cell, and interrupt it when it shows something; return what it shows."""
        cell = self._cell(source)
        self.client.allow_errors = True

        async def both() -> None:
            running = asyncio.ensure_future(
                self.client.async_execute_cell(cell, len(self.nb.cells) - 1)
            )
            while not cell.outputs and not running.done():
                await asyncio.sleep(0.05)
            await self.client.km._async_interrupt_kernel()
            await running

        asyncio.get_event_loop().run_until_complete(both())
        self.client.allow_errors = False
        return list(cell.outputs)

    def _cell(self, source: str) -> Any:
        self.nb.cells.append(nbformat.v4.new_code_cell(source))
        return self.nb.cells[-1]


@pytest.mark.long
def test_the_script_runs(notebook: Notebook) -> None:
    notebook.run(QUICK)


@pytest.mark.long
def test_things_show_themselves(notebook: Notebook) -> None:
    notebook.run("import lifesearch as ls")
    blinker = notebook.run("ls.Pattern.parse('OOO')")
    assert "<animate" in blinker["image/svg+xml"]
    assert blinker["text/plain"] == "<Pattern 3o!>"
    ship = notebook.run("ls.find_spaceship('c/4 diagonal', box=(3, 4))")
    assert "<animate" in ship["image/svg+xml"]
    result = notebook.run("ls.Oscillator(2, box=(4, 4)).run(None)")
    assert result["text/html"].count("<figure") == 4
    best = notebook.run("ls.Oscillator(2, box=(4, 4)).minimise('population')")
    assert "<svg" in best["image/svg+xml"]


@pytest.mark.long
def test_what_a_notebook_saves_is_true_and_never_empty(notebook: Notebook) -> None:
    notebook.run("import lifesearch as ls")
    result = notebook.run("ls.Oscillator(2, box=(4, 4)).run(None)")
    assert result["text/plain"].endswith(": 4 found, proved: no other>")
    for source, heading in {
        "ls.soup_census(50, symmetry='D8_1', seed=1, jobs=1)": "how often",
        "ls.rotors((1, 2), jobs=1)": "no rotor of period 3 or more in a 1x2 window",
        "ls.smallest('outer-totalistic', cells=2, box=(2, 2), jobs=1)": "period 2",
        "ls.StillLife(box=(4, 4)).populations()": "cells",
        "ls.survey(kinds='still-lifes', time_limit=1)": "found",
    }.items():
        shown = notebook.run(source)
        assert heading in shown["text/html"]
    for cell in notebook.nb.cells:
        for output in cell.outputs:
            assert all(output.get("data", {"none": "none"}).values()), cell.source


@pytest.mark.long
def test_an_error_is_a_line_and_a_sentence(notebook: Notebook) -> None:
    notebook.run("import lifesearch as ls")
    notebook.client.allow_errors = True
    for source, lines in {
        "x = 1\nls.Oscillator(2, box=(3, 4), symmetry='C4')": [
            "----> 2 ls.Oscillator(2, box=(3, 4), symmetry='C4')",
            "InputError: symmetry C4 needs a square box; the box is 3x4",
        ],
        "ls.find_oscillator(7, box=(13, 13), time_limit=0.1)": [
            "----> 1 ls.find_oscillator(7, box=(13, 13), time_limit=0.1)",
            "Undecided: oscillator of period 7 in a 13x13 box: the time limit was reached; nothing "
            "known",
        ],
    }.items():
        notebook.run(source)
        assert notebook.nb.cells[-1].outputs[-1].traceback == lines
    notebook.client.allow_errors = False


@pytest.mark.long
@pytest.mark.parametrize(
    "cell",
    [
        "ls.find_oscillator(7, box=(13, 13), jobs=2)",
        "print('begun', flush=True)\nls.Oscillator(7, box=(13, 13)).run(jobs=2)",
        "it = ls.still_lifes(box=(12, 12), jobs=2)\n"
        "for x in it:\n    print(x, flush=True)\n    time.sleep(1000)",
        "result = ls.StillLife(box=(12, 12)).run(None, jobs=2)\nit = iter(result)\n"
        "print(next(it), flush=True)\ntime.sleep(1000)",
    ],
    ids=["find", "shown", "named iterator", "result"],
)
def test_an_interrupted_cell_leaves_nothing(notebook: Notebook, cell: str) -> None:
    """Progress is shown, or something is printed; then comes the interrupt."""
    notebook.run("import time, lifesearch as ls")
    outputs = notebook.interrupt(cell)
    assert _interrupted(outputs[-1]), outputs
    assert notebook.run(PIDS)["text/plain"] == "[]"
    answer = notebook.run("ls.find_still_life(box=(2, 2)).name")
    assert answer["text/plain"] == "'block'"


def _interrupted(output: dict[str, str]) -> bool:
    """Whether a cell ended by an interrupt.

    IPython fails to print a traceback if the interrupt came at an instruction that belongs to no
    line, and prints the traceback of that failure instead.
    """
    unprinted = "ultratb.py" in output.get("text", "") and "lineno" in output["text"]
    return output.get("ename") == "KeyboardInterrupt" or unprinted


@pytest.mark.long
def test_the_end_of_a_kernel_leaves_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as notebook:
        notebook.run("import lifesearch as ls\nit = ls.still_lifes(box=(12, 12), jobs=2)\nnext(it)")
        children = notebook.run(PIDS)["text/plain"].strip("[]").split(", ")
        assert len(children) == 2
    assert eventually(lambda: not any(_is_alive(int(child)) for child in children))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return bool(processes(os.getsid(pid)).get(pid))
