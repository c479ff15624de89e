"""The script of the manual, as it should read; and a quick one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.documents import MANUAL, ROOT, blocks
from tests.doors.python import scripts

QUICK = f"""
import lifesearch as ls

ship = ls.find_spaceship("c/4 diagonal", box=(3, 4))
print(ship)
assert ls.Pattern.from_rle(ship.rle) == ship.pattern
search = ls.Oscillator(2, box=(4, 4), population=(None, 6), rule="B3/S23")
result = search.run(count=None, jobs=2, time_limit=300, session="p2.session")
assert len(result.answers) == 4
grids = open({str(ROOT / "patterns" / "films" / "rotor.txt")!r}).read()
assert ls.complete(grids, period=3).period == 3
"""


@pytest.mark.long
@pytest.mark.parametrize("by_name", [True, False])
def test_the_quick_script(by_name: bool, tmp_path: Path) -> None:
    picture = scripts.run(QUICK, tmp_path, by_name=by_name)
    assert picture.count("O") == 5


@pytest.mark.slow("the script of the manual searches for a minute")
def test_the_script_of_the_manual(tmp_path: Path) -> None:
    (tmp_path / "patterns").symlink_to(ROOT / "patterns")
    script = next(b for b in blocks(MANUAL / "python.md") if "slow" in b.marks).text
    assert "ls.find_spaceship" in script
    scripts.run(script, tmp_path)
    assert {"p3.session", "p3.cnf"} <= set(os.listdir(tmp_path))  # noqa: PTH208
