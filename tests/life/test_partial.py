"""Partly unknown rules: what they are written as, and the ranges of patterns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.hensel import arrangements
from lifesearch.life.rules.parse import is_partial
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations
from tests.strategies import patterns

ENDS = [
    ("B36?/S23", ["B6"], "B3/S23", "B36/S23"),
    ("B3?6?/S23", ["B3", "B6"], "B/S23", "B36/S23"),
    ("B3ai?/S23", ["B3a", "B3i"], "B/S23", "B3ai/S23"),
    ("b 3-ai 3ai? / s 23", ["B3a", "B3i"], "B3-ai/S23", "B3/S23"),
    ("B2-ceikn?/S", ["B2a"], "B/S", "B2a/S"),
    ("23?/3", ["S3"], "B3/S2", "B3/S23"),
    ("S0?2/B3", ["S0"], "B3/S2", "B3/S02"),
    ("B8?/S8?", ["B8", "S8"], "B/S", "B8/S8"),
    ("pB1/S0", ["B1c", "B1e", "S0"], "B/S", "B1/S0"),
    ("pB1c-e/S", [], "B1c/S", "B1c/S"),
    ("pB1-e/S", ["B1c"], "B/S", "B1c/S"),
    ("pB2c-aeik/S", ["B2n"], "B2c/S", "B2cn/S"),
]


@pytest.mark.parametrize(("text", "names", "least", "greatest"), ENDS)
def test_what_is_unknown(text: str, names: list[str], least: str, greatest: str) -> None:
    rules = PartialRule.parse(text)
    assert list(rules.names) == names
    assert (rules.least, rules.greatest) == (Rule.parse(least), Rule.parse(greatest))
    assert is_partial(text)


def test_everything_may_be_unknown_but_b0() -> None:
    """102 classes, says LifeWiki, of which B0 is one."""
    assert len(PartialRule.parse("pB12345678/S012345678").names) == 101
    assert str(PartialRule.parse("pB12345678/S012345678").greatest) == "B12345678/S012345678"
    assert len(PartialRule.parse("pB3/S23").names) == 10 + 6 + 10


BAD = [
    ("B3?x/S23", "'x' where a number"),
    ("B3x?/S23", "'x' after 3, but 3 has the letters"),
    ("B9?", "asks for 9 neighbours"),
    ("pB9/S23", "asks for 9 neighbours"),
    ("pB3/S9", "asks for 9 neighbours"),
    ("pB0-c/S", "no letters"),
    ("B0?3/S23", "has B0"),
    ("pB02/S8", "has B0 and perhaps S8"),
    ("B3??/S23", "'?' where a number"),
    ("B?/S23", "'?' that follows no number"),
    ("?", "'?' that follows no number"),
    ("B33a?/S23", "3a twice"),
    ("B3?3a?/S23", "3a twice"),
    ("pB3a3-a/S23", "3a twice"),
    ("pB3a-a/S23", "3a twice"),
    ("pB3-/S23", "minus sign after 3, but no letters"),
    ("pB3q-z/S23", "'z' after 3"),
    ("pB3?/S23", "use one of them"),
    ("B2?/S34aH", "may have only numbers"),
    ("B2?/S7H", "0 to 6"),
    ("B0?/SV", "has B0"),
    ("B2?2/SV", "twice"),
    ("pB2/S3V", "ends in V"),
    ("B3?/S2/S3", "cannot be read"),
    ("B3?\x00/S23", "cannot be read"),
    ("B3?" * 1000, "..."),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
def test_nonsense_gets_one_sentence(text: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        PartialRule.parse(text)
    assert problem in str(caught.value)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


RULE_LIKE = st.from_regex(r"p?[bB][0-9ace?-]{0,6}/[sS][0-9kin?-]{0,6}[hv]?", fullmatch=True)


@given(RULE_LIKE | st.text(alphabet="pbs0189/_-?hvaceMAP: ٣") | st.text())
@settings(deadline=None, max_examples=settings().max_examples // 2)
def test_any_text_is_a_rule_or_gets_one_sentence(text: str) -> None:
    for parse in (Rule.parse, PartialRule.parse):
        try:
            rule = parse(text)
        except InputError as error:
            assert "\n" not in str(error)  # noqa: PT017
        else:
            assert parse(str(rule)) == rule


@pytest.mark.parametrize("text", ["Life", "Pseudo Life", "B3/S23", "MAPAAD//w", "pulsar", "p"])
def test_these_are_no_partial_rules(text: str) -> None:
    assert not is_partial(text)


def test_where_a_rule_must_be_known_it_says_so() -> None:
    with pytest.raises(InputError, match="is partly unknown, but must be completely known here"):
        Rule.parse("pB3/S23")


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_what_is_written_can_be_read(data: st.DataObject) -> None:
    """Any mixture of arrangements that are on, off, unknown alone or with their whole number."""
    table, groups = bytearray(512), 2
    for centre in (0, 16):
        for number in range(9):
            known = arrangements(number)
            together = data.draw(st.booleans()) or (number == 0 and not centre)
            groups += together
            for blocks in known.values():
                fate = data.draw(st.integers(0, 2))
                entry = groups - 1 if together else fate if fate < 2 else groups
                groups += not together and fate == 2
                for block in blocks:
                    table[block | centre] = entry
    # Numbered in order, and B0 is off.
    table[0] = 0
    order = sorted({entry for entry in table if entry > 1})
    numbered = {entry: i for i, entry in enumerate(order, start=2)} | {0: 0, 1: 1}
    rules = PartialRule(bytes(numbered[entry] for entry in table))
    assert len(rules.names) == len(order) == len(set(rules.names))
    assert PartialRule.parse(str(rules)) == rules


@given(
    patterns(max_side=5),
    st.sampled_from(["B3?6?/S23?", "pB3/S23", "B2?3/S0?1?23"]),
    st.integers(0, 2**101 - 1),
)
def test_a_life_is_the_same_in_its_range_and_nowhere_else(
    pattern: Pattern, text: str, bits: int
) -> None:
    rules = PartialRule.parse(text)
    values = [bool(bits >> i & 1) for i in range(len(rules.names))]
    rule = rules.rule(values)
    assert rules.values(rule) == values
    life = list(generations(pattern, 3, rule))
    for end in rules.between(rule, rules.occurring(life[:-1])):
        assert list(generations(pattern, 3, end)) == life
    for g in rules.occurring(life[:-1]):
        other = rules.rule([value != (i == g) for i, value in enumerate(values)])
        assert list(generations(pattern, 3, other)) != life


def test_a_rule_of_another_family() -> None:
    with pytest.raises(InputError, match="B36/S23 is not one of the rules"):
        PartialRule.parse("B3?/S23").values(Rule.parse("B36/S23"))
    assert PartialRule.parse("B3?/S23").values(LIFE) == [True]


def test_blocks_on_a_torus_wrap_around() -> None:
    """On a torus of 2 x 2 cells a live cell is its own neighbour on no side, but met four times."""
    rules = PartialRule.parse("B4?2?/S0?8?")
    dot = Pattern.of([(0, 0)])
    assert [rules.names[g] for g in sorted(rules.occurring([dot], (2, 2)))] == ["B2", "B4", "S0"]
    assert [rules.names[g] for g in sorted(rules.occurring([dot], (1, 1)))] == ["S8"]
    assert [rules.names[g] for g in sorted(rules.occurring([dot]))] == ["S0"]
