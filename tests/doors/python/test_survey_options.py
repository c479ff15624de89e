"""What a survey takes from Python: values, and the texts of the command line."""

from __future__ import annotations

from typing import Any

import pytest

import lifesearch as ls


@pytest.mark.parametrize(
    ("periods", "told"),
    [(999, 999), ("999", 999), ([999], 999), (range(999, 1000), 999), ({999}, 999), ("998-999", 0)],
)
def test_periods_in_any_form(periods: Any, told: int) -> None:
    found = ls.survey(kinds="oscillators", periods=periods, time_limit=0.1, jobs=1, progress=False)
    assert found.rule == "B3/S23"
    assert all(row.period == told for row in found.rows)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"periods": 2.5}, "a period must be a whole number"),
        ({"periods": [3], "rule": "B0/S"}, "ask for an even period"),
        ({"speeds": "c/2,foo"}, "'foo' is not a velocity"),
        ({"speeds": 3}, "the velocity must be of type str, not 3"),
    ],
)
def test_what_makes_no_sense(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ls.InputError, match=sentence):
        ls.survey(**options, time_limit=1, jobs=1, progress=False)
