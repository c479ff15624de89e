"""Many patterns are written as each would be by itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lifesearch.formats.many import runs_of, write_rle_of
from lifesearch.formats.rle import read_rle, write_rle, write_runs
from lifesearch.life.pattern import Pattern

FAR = st.sampled_from((-(10**6), -3, 0, 2, 7, 10**6))
SMALL = st.frozensets(st.tuples(st.integers(-2, 9), st.integers(-2, 9)), max_size=30)
PLACED = st.builds(lambda cells, dx, dy: Pattern(cells).translate(dx, dy), SMALL, FAR, FAR)
WIDE = st.frozensets(st.tuples(st.integers(0, 90), st.integers(0, 40)), max_size=60).map(Pattern)


@given(st.lists(PLACED, max_size=30) | st.lists(PLACED | WIDE, max_size=30))
def test_many_at_once_are_written_as_one_by_one(patterns: list[Pattern]) -> None:
    assert write_rle_of(patterns) == [write_rle(pattern) for pattern in patterns]
    assert runs_of(patterns) == [(p.box, write_runs(p)) for p in patterns]
    assert [read_rle(text).pattern for text in write_rle_of(patterns)] == patterns
