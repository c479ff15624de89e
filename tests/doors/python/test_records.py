"""Answers, tables and counts as rows of a data frame, and as tables in print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import lifesearch as ls
from lifesearch.engines.compiled import available


@pytest.fixture(scope="module")
def result() -> Any:
    return ls.Oscillator(2, box=(4, 4)).run(count=None, jobs=1)


def test_answers_are_what_data_frames_take(result: Any) -> None:
    """pandas makes columns of a list if its elements are mappings."""
    answers = list(result)
    assert all(isinstance(each, Mapping) for each in answers)
    assert [dict(each) for each in answers] == result.to_dicts()
    assert {each["name"] for each in answers} == {"beacon", "blinker", "clock", "toad"}
    assert all(each.keys() == answers[0].keys() for each in answers)
    assert all(answers)
    assert len({*answers}) == 4
    with pytest.raises(KeyError):
        answers[0]["no such fact"]


def test_a_data_frame(result: Any) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(result)
    assert list(frame.columns) == list(result.answers[0].facts())
    assert sorted(frame.population) == [3, 6, 6, 8]
    assert pandas.DataFrame(result.to_dicts()).equals(frame)


def test_a_result_says_what_is_known_at_the_time(result: Any) -> None:
    fresh = ls.Oscillator(2, box=(4, 4)).run(count=None, jobs=1)
    assert repr(fresh).endswith(": not started>")
    assert fresh._repr_mimebundle_() == {"text/plain": repr(fresh)}  # a terminal starts nothing
    assert len(fresh.to_dicts()) == 4
    assert repr(fresh).endswith(": 4 found, proved: no other>")


def test_counts_are_a_dictionary_and_a_table() -> None:
    found = ls.StillLife(box=(4, 4)).populations()
    assert found == {4: 2, 5: 1, 6: 5, 7: 3, 8: 2}
    assert repr(found) == "{4: 2, 5: 1, 6: 5, 7: 3, 8: 2}"
    assert str(found).splitlines()[:2] == ["cells  number", "4      2"]
    assert [(row["population"], row["count"]) for row in found.to_dicts()] == [*found.items()]
    assert ">number</th>" in found._repr_html_()


@pytest.mark.skipif(not available(), reason="needs kernels")
@pytest.mark.usefixtures("kernels_loaded")
def test_soups_and_rotors_print_their_tables() -> None:
    census = ls.soup_census(50, symmetry="D8_1", seed=1, jobs=1)
    assert str(census).splitlines()[1].split()[:2] == ["how", "often"]
    assert [row["apgcode"] for row in census.to_dicts()] == list(census)
    table = ls.rotors((1, 2), rule="B2/S34H", min_period=2, jobs=1)
    assert str(table).startswith("period  rotors")
    assert [dict(each) for each in table] == table.to_dicts()


def test_patterns_and_answers_are_pictures(result: Any) -> None:
    glider = ls.Pattern.named("glider")
    for each in (glider, glider.identify(), result.answers[0]):
        drawing = each.svg()
        assert drawing is not None
        assert drawing.startswith("<svg")
        assert each._repr_svg_() == drawing
