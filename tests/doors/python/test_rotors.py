"""`lifesearch.engines.rotors`: the same table from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import lifesearch as ls
from lifesearch.common.text import plural
from lifesearch.engines.compiled import available

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")


@pytest.mark.long
def test_a_table() -> None:
    table = ls.rotors((2, 2), jobs=1)
    assert table.complete
    assert table.periods == (3,)
    for each in table:
        assert each.oscillator is not None
        assert (each.stator, each.oscillator.period) == ("frame", each.period)
        assert each.oscillator.population >= 3
    assert len(table.of_period(3)) == len(table)
    assert table.of_period(4) == ()


@pytest.mark.long
def test_other_rules_and_sessions(tmp_path: Path) -> None:
    file = tmp_path / "session"
    table = ls.rotors("1x2", rule="B2/S34H", min_period=2, session=file, jobs=1)
    again = ls.rotors("1x2", rule="B2/S34H", min_period=2, session=file, jobs=1)
    assert {each.phases for each in table} == {each.phases for each in again}
    assert table.complete
    assert again.complete
    assert repr(table) == f"<RotorTable 1x2: {plural(len(table), 'rotor')}>"


@pytest.mark.parametrize("window", [None, "x", (0, 1), (1, 2, 3), 5])
def test_windows_that_are_none(window: object) -> None:
    with pytest.raises(ls.InputError):
        ls.rotors(window)  # type: ignore[arg-type]
