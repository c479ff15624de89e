"""The table of what compiling takes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lifesearch.benchmark.cold import GROUPS, Compiled, compile_here
from lifesearch.ui.benchmark_table import show_compile_times

RESULT = Compiled(
    "counts", 2, (("lifesearch.counting.kernel.ways.join", 0.5), ("numba.impl", 0.25))
)


def test_functions_stand_below_their_group(capsys: pytest.CaptureFixture[str]) -> None:
    show_compile_times([RESULT], as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        "| compiled | CPU s | goal |",
        "|---|---|---|",
        "| **counts** | 0.75 | 2 |",
        "| `counting.kernel.ways.join` | 0.50 | |",
        "| `numba.impl` | 0.25 | |",
    ]


def test_json_has_a_line_for_each_group(capsys: pytest.CaptureFixture[str]) -> None:
    show_compile_times([RESULT], as_json=True)
    (facts,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (facts["group"], facts["seconds"], facts["goal"]) == ("counts", 0.75, 2)
    assert facts["functions"] == {"counting.kernel.ways.join": 0.5, "numba.impl": 0.25}


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS)
def test_what_is_compiled_already_takes_no_time(group: str) -> None:
    """All commands of a group work; what this process has compiled or loaded is not counted."""
    pytest.importorskip("numba")
    compile_here(group)
    assert compile_here(group) == []


@pytest.mark.long
def test_what_is_compiled_is_counted(tmp_path: Path) -> None:
    """Whichever process compiles it for others: with an empty folder nothing is known."""
    pytest.importorskip("numba")
    done = subprocess.run(
        [sys.executable, "-m", "lifesearch.benchmark.cold", "counts"],
        env={**os.environ, "LIFESEARCH_CACHE": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    seconds = dict(json.loads(done.stdout))
    assert {name.rpartition(".")[2] for name in seconds} >= {"add_row", "move_over", "join"}
    assert all(each > 0 for each in seconds.values())
