"""Smallest patterns from Python: the table that the command prints."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import lifesearch as ls
from lifesearch.engines.compiled import available

pytestmark = pytest.mark.skipif(not available(), reason="needs kernels")


def test_a_table_of_answers(tmp_path: Path) -> None:
    file = tmp_path / "session"
    for _ in range(2):  # found, then read from its session
        table = ls.smallest("outer-totalistic", cells=3, box=(3, 3), jobs=1, session=file)
        assert table.complete
        assert repr(table) == "<SmallestTable outer-totalistic: 6 found>"
        assert [answer.period for answer in table] == [2, 4, 6, 12, 14, 16]
        assert [answer.population for answer in table[:2]] == [2, 3]
    assert table.to_dicts()[0] == {
        "population": 2, "dx": 0, "dy": 0, "period": 2, "rule": "B2/S", "pattern": "bo$o!"
    }  # fmt: skip
    assert str(table).splitlines()[1].split() == ["2", "period", "2", "B2/S", "bo$o!"]
    assert "B345/S0137" in table._repr_html_()


def test_of_several_for_a_period_the_smallest_is_listed() -> None:
    table = ls.smallest("outer-totalistic", cells=3, box=(3, 3), jobs=1)
    first, *_, last = table._found
    larger = replace(first, placed=last.placed)
    assert larger.rank > first.rank
    again = ls.SmallestTable(table._query, (larger, *table._found, larger))
    assert again.to_dicts() == table.to_dicts()


def test_classes_that_are_none() -> None:
    with pytest.raises(ls.InputError, match="outer-totalistic"):
        ls.smallest("life")
