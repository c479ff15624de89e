"""The clauses of any rule, block by block."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.engines.sat.encoding.clauses import FALSE, TRUE, Bools
from lifesearch.engines.sat.encoding.rule_clauses import implicates, prime_implicants
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from tests.strategies import isotropic_rules, small_tables, tables

CELLS = np.arange(1, 10, dtype=np.int32)
NEXT = 10


def satisfied(
    rule: Rule | PartialRule, known: dict[int, bool], groups: Sequence[bool] = ()
) -> Bools:
    """For every block (and both successors), whether all clauses hold; some places are known."""
    places = np.append(CELLS, NEXT)
    for place, alive in known.items():
        places[place] = TRUE if alive else FALSE
    unknown = np.arange(11, 11 + len(groups), dtype=np.int32)
    batches = implicates(rule.table, places[None, :9], places[9:], unknown)
    index = np.arange(512)
    values = np.zeros((1024, 11 + len(groups)), np.bool_)
    values[:, 11:] = groups
    for place in range(9):
        values[:, place + 1] = np.tile(index >> (8 - place) & 1, 2)
    values[512:, NEXT] = True
    holds = np.ones(1024, np.bool_)
    for batch in batches:
        for clause in batch.rows:
            literals = clause[clause != 0]
            holds &= (values[:, np.abs(literals)] == (literals > 0)).any(axis=1)
    return holds


def expected(rule: Rule, known: dict[int, bool]) -> Bools:
    """What the clauses of the open places must allow: known places are as they are known."""
    index = np.tile(np.arange(512), 2)
    successor = np.repeat([False, True], 512)
    for place, alive in known.items():
        if place == 9:
            successor = np.full(1024, alive)
        else:
            bit = 1 << (8 - place)
            index = index | bit if alive else index & ~bit
    result: Bools = np.array(list(rule.table), np.bool_)[index] == successor
    return result


@given(
    tables(b0=True) | isotropic_rules() | small_tables(),
    st.dictionaries(st.integers(0, 9), st.booleans(), max_size=6),
)
@settings(max_examples=60, deadline=None)
def test_clauses_say_what_the_table_says(rule: Rule, known: dict[int, bool]) -> None:
    assert (satisfied(rule, known) == expected(rule, known)).all()


@given(
    st.sampled_from(
        [
            "B3?6?/S23",
            "B2a?3/S1c?23?",
            "B1?2?3?4?5?6?7?8?/S0?8?",
            "pB3/S23",
            "pB12345678/S012345678",
        ]
    ),
    st.dictionaries(st.integers(0, 9), st.booleans(), min_size=1, max_size=8),
    st.integers(0, 2**101 - 1),
)
@settings(max_examples=40, deadline=None)
def test_clauses_of_unknown_rules_are_those_of_every_rule(
    text: str, known: dict[int, bool], bits: int
) -> None:
    rules = PartialRule.parse(text)
    groups = [bool(bits >> i & 1) for i in range(len(rules.names))]
    assert (satisfied(rules, known, groups) == expected(rules.rule(groups), known)).all()


@pytest.mark.parametrize("text", ["B36?/S23?", "B3ai?/S23", "pB1/S0"])
def test_whole_blocks_of_unknown_rules(text: str) -> None:
    rules = PartialRule.parse(text)
    for groups in product((False, True), repeat=len(rules.names)):
        assert (satisfied(rules, {}, groups) == expected(rules.rule(groups), {})).all()


def test_life_has_330_prime_implicates() -> None:
    truth = np.array(list(LIFE.table), np.bool_).reshape((2,) * 9)
    assert len(prime_implicants(truth)) + len(prime_implicants(~truth)) == 330


@pytest.mark.parametrize("rule", ["Fredkin", "Snowflakes", "B2/S34H"])
def test_famous_rules(rule: str) -> None:
    assert (satisfied(Rule.parse(rule), {}) == expected(Rule.parse(rule), {})).all()
