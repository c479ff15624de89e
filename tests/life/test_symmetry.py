"""The symmetry of a pattern, against the plain definition."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.symmetry import symmetry_of
from tests.strategies import orientations, patterns


@given(patterns(max_side=4), st.lists(orientations(), max_size=3))
@settings(deadline=None)
def test_symmetry_is_by_what_leaves_the_pattern_as_it_is(
    pattern: Pattern, mirrors: list[Orientation]
) -> None:
    for mirror in mirrors:
        pattern = pattern.normal() | pattern.transform(mirror).normal()
    kept = [g for g in Orientation if pattern.transform(g).normal() == pattern.normal()]
    assert len(symmetry_of(pattern).group) == len(kept)
