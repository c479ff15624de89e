"""Many patterns at once, against one at a time."""

from hypothesis import given
from hypothesis import strategies as st

from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.batch import stack_patterns, step_batch
from lifesearch.life.simulate.evolve import step
from tests.strategies import rules, tables

small = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 4))).map(Pattern.of)


@given(st.lists(small, max_size=5), rules() | tables())
def test_each_layer_evolves_as_if_it_were_alone(patterns: list[Pattern], rule: Rule) -> None:
    box = Box(-1, -1, 8, 7)
    after = step_batch(stack_patterns(patterns, box), rule)
    assert [Pattern.from_array(layer, x=-1, y=-1) for layer in after] == [
        step(pattern, rule) for pattern in patterns
    ]


@given(small, st.integers(-3, 3), st.integers(-3, 3))
def test_only_what_lies_in_the_box_is_stacked(pattern: Pattern, x: int, y: int) -> None:
    box = Box(x, y, 3, 4)
    inside = Pattern.of(cell for cell in pattern.cells if box.holds(cell))
    assert Pattern.from_array(stack_patterns([pattern], box)[0], x=x, y=y) == inside


def test_edges_may_wrap() -> None:
    row = stack_patterns([Pattern.parse("O.OO")], Box(0, 0, 4, 3))
    assert step_batch(row, LIFE, torus=True).tolist() == [[[0, 0, 0, 1]] * 3]
