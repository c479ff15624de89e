from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.neighbourhood import turned
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step, step_torus
from lifesearch.life.symmetry import closure
from tests.strategies import isotropic_rules, orientations, patterns, rules, small_tables, tables

# Golly's help, "QuickLife": Conway's Life (B3/S23) encoded as a MAP rule.
LIFE_AS_MAP = (
    "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA"
)


def test_life_block_by_block() -> None:
    for block in range(512):
        cells = [block >> place & 1 for place in range(9)]
        alive, neighbours = cells[4], sum(cells) - cells[4]
        assert LIFE.table[block] == (neighbours == 3 or (alive and neighbours == 2))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("B3/S23", "B3/S23"),
        ("b3s23", "B3/S23"),
        ("S23/B3", "B3/S23"),
        ("s32b3", "B3/S23"),
        ("23/3", "B3/S23"),
        (" b 3 / s 2 3\n", "B3/S23"),
        ("B33/S2323", "B3/S23"),
        ("B2/S", "B2/S"),
        ("B2", "B2/S"),
        ("B2/", "B2/S"),
        ("/2", "B2/S"),
        ("B/S23", "B/S23"),
        ("S23", "B/S23"),
        ("23/", "B/S23"),
        ("/", "B/S"),
        ("1357/1357", "B1357/S1357"),
        ("B012345678/S012345678", "B012345678/S012345678"),
        ("B2CI3AI4C8_S02AE3EIJKQ4IZ5AR6I7E", "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e"),
        ("2-i34q/3", "B3/S2-i34q"),
        ("B2ncike/S2c2n1e1c", "B2-a/S12cn"),
        ("B1-ce3/S23", "B3/S23"),
        ("B3cejiknaqry/S23", "B3/S23"),
        ("b2s34h", "B2/S34H"),
        ("34/2H", "B2/S34H"),
        ("013/2v", "B2/S013V"),
        (LIFE_AS_MAP, "B3/S23"),
        (f"map {LIFE_AS_MAP[3:]}==", "B3/S23"),
        # ca-rules, by AlephAlpha: the same two rules in two forms each.
        ("MAPHmlphg", "B2/S013V"),
        ("MAPFgFoF2gXgH5oF4B+gH4A6A", "B2/S34H"),
    ],
)
def test_ways_to_write_a_rule(text: str, name: str) -> None:
    assert str(Rule.parse(text)) == name


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("B9/S23", "9 neighbours"),
        ("23", "neither"),
        ("B3/S23/B3", "neither"),
        ("B3/23", "neither"),
        ("B3/S29q", "9 neighbours"),
        ("B2cex/S", "'x' after 2, but 2 has the letters a c e i k n"),
        ("B2/S6y", "'y' after 6, but 6 has the letters a c e i k n"),
        ("B1a/S", "'a' after 1, but 1 has the letters c e"),
        ("B0c/S", "'c' after 0, but 0 has no letters"),
        ("B2-/S", "minus sign after 2"),
        ("B2--a/S", "'-' after 2"),
        ("B2-a2c/S", "2 twice"),
        ("B-2/S", "neither"),
        ("Bc2/S", "neither"),
        ("B7/SH", "7, but with H a cell has 0 to 6"),
        ("B5/S5V", "5, but with V a cell has 0 to 4"),
        ("B2o/S3H", "'o', but with H there are numbers alone"),
        ("B3/S23HV", "'h' after 3|'h', but"),
        ("B3/S23:T30,40", "bounded"),
        ("MAP", "0 characters after MAP, but 86, 22"),
        ("MAPabc", "3 characters after MAP, but 86, 22"),
        (LIFE_AS_MAP + "A", "87 characters after MAP"),
        (LIFE_AS_MAP[:-1] + "!", "'!', which is not a character of base64"),
        (LIFE_AS_MAP[:-1] + "\N{SNOWMAN}", "not a character of base64"),
        (LIFE_AS_MAP + "/300", "300 states, but a rule has 2 to 256"),
        ("23/3/1", "1 states, but a rule has 2 to 256"),
        ("B2/S/C257", "257 states"),
        ("/2/" + "9" * 900, "9999999999 states"),
        ("/" * 10**5, "too long"),
        ("b" + "s" * 10**5, "too long"),
        ("g0b2s", "0 states"),
        ("B2/S/C", "neither"),
        ("/c4", "neither"),
        ("B2/S/3/4", "neither"),
        ("R5,C0,M1,S34..58,B34..45,NM", "Larger than Life"),
        ("W110", "one-dimensional"),
        ("B\N{SUPERSCRIPT TWO}/S", "neither"),
        ("B3/S23;", "contains ';'"),
        ("\0\r\N{SNOWMAN}", "neither"),
        ("x" * 10**6, "too long"),
        ("banana", "neither"),
    ],
)
def test_other_rules_are_refused_in_one_sentence(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as caught:
        Rule.parse(text)
    message = str(caught.value)
    assert "B3/S23" in message
    assert len(message) < 160
    assert "\n" not in message


def test_counts_beyond_eight_are_refused() -> None:
    with pytest.raises(InputError, match="0 to 8"):
        Rule.totalistic([3], [2, 9])


@pytest.mark.parametrize("table", [b"", bytes(511), bytes([2] * 512)])
def test_a_table_has_512_bits(table: bytes) -> None:
    with pytest.raises(ValueError, match="512"):
        Rule(table)


@given(st.frozensets(st.integers(0, 8)), st.frozensets(st.integers(0, 8)))
@settings(deadline=None)
def test_totalistic_rules_know_their_counts(births: frozenset[int], stay: frozenset[int]) -> None:
    rule = Rule.totalistic(births, stay)
    assert (rule.births, rule.survivals) == (births, stay)
    assert rule.births_from_nothing == (0 in births)


@given(rules(b0=True) | tables(b0=True) | isotropic_rules() | small_tables())
@settings(deadline=None)
def test_names_are_read_back(rule: Rule) -> None:
    assert Rule.parse(str(rule)) == rule
    assert hash(Rule.parse(str(rule))) == hash(rule)


@pytest.mark.long
def test_one_exception_leaves_no_counts_but_for_0_and_8_neighbours() -> None:
    for block in range(512):
        table = bytearray(LIFE.table)
        table[block] ^= 1
        rule = Rule(bytes(table))
        counted = block in (0, 16, 495, 511)
        alone = block & ~16 in (0, 495, 0b101_000_101, 0b010_101_010)
        assert (rule.births is not None) == (rule.survivals is not None) == counted
        assert rule.isotropic == alone
        assert str(rule).startswith("B" if alone else "MAP")
        assert alone or len(str(rule)) == 3 + 86


def test_b0_is_recognised() -> None:
    LIFE.require_plain("soups are")
    assert not LIFE.births_from_nothing
    with pytest.raises(InputError, match=r"B03/S23 .* dies again \(no S8\)"):
        Rule.parse("B03/S23").require_plain("soups are")
    assert Rule.parse("AntiLife").plain
    assert Rule.parse("AntiLife").steps == (LIFE,)
    with pytest.raises(InputError, match="leave out B0"):
        _ = Rule.parse("B03/S23/C3").steps


@given(tables(b0=True), patterns(max_side=5))
@settings(max_examples=30, deadline=None)
def test_rules_that_take_turns_do_what_b0_does(rule: Rule, shape: Pattern) -> None:
    """On a torus, where the complement of a generation can be taken."""
    here = shape.normal()
    whole = Pattern.of((x, y) for x in range(5) for y in range(5))
    if rule.births_from_nothing and not rule.table[-1]:
        even, odd = rule.steps
        between = step_torus(here, 5, 5, even)
        assert whole - between == step_torus(here, 5, 5, rule)
        assert step_torus(between, 5, 5, odd) == step_torus(whole - between, 5, 5, rule)
    assert not any(step.births_from_nothing for step in rule.steps)


SEVERAL_STATES = ["B2/S345/C4", "b2s345/4", "345/2/4", "G4B2S345", "B2/S345/G4", "Star Wars"]


@pytest.mark.parametrize("text", SEVERAL_STATES)
def test_rules_of_several_states(text: str) -> None:
    rule = Rule.parse(text)
    assert (rule.states, str(rule)) == (4, "345/2/4")
    assert replace(rule, states=2) == Rule.parse("B2/S345")


@given(tables(b0=True) | isotropic_rules() | small_tables() | rules(), st.integers(2, 256))
@settings(max_examples=50, deadline=None)
def test_names_of_rules_of_several_states_are_read_again(rule: Rule, states: int) -> None:
    several = replace(rule, states=states)
    assert Rule.parse(str(several)) == several


@given(tables(b0=True), patterns(max_side=5))
@settings(max_examples=30, deadline=None)
def test_a_reversal_does_the_same_with_live_and_dead_exchanged(rule: Rule, shape: Pattern) -> None:
    """On a torus, where all cells can be exchanged."""
    here = shape.normal()
    whole = Pattern.of((x, y) for x in range(5) for y in range(5))
    after = step_torus(whole - here, 5, 5, rule.reversal)
    assert whole - after == step_torus(here, 5, 5, rule)
    assert rule.reversal.reversal == rule


@given(tables(), patterns(max_side=5), orientations())
@settings(max_examples=50, deadline=None)
def test_symmetries_are_what_a_rule_does_not_notice(
    rule: Rule, pattern: Pattern, g: Orientation
) -> None:
    """A rule made symmetric by a group has it; and what it has, it does not notice."""
    images = [turned(h) for h in closure(frozenset({g}))]
    even = Rule(bytes(max(rule.table[image[block]] for image in images) for block in range(512)))
    assert closure(frozenset({g})) <= even.symmetries
    for h in even.symmetries:
        assert step(pattern.transform(h), even) == step(pattern, even).transform(h)


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("B3/S23", "Id R90 R180 R270 F| F- F\\ F/"),
        ("snowflakes", "Id R90 R180 R270 F| F- F\\ F/"),
        ("B2/S013V", "Id R90 R180 R270 F| F- F\\ F/"),
        ("B2/S34H", "Id R180 F\\ F/"),
        ("B/S0123456H", "Id R90 R180 R270 F| F- F\\ F/"),
        ("MAPAAD//w", "Id F|"),  # everything moves down
        ("MAPAP8A/w", "Id F-"),  # everything moves right
    ],
)
def test_symmetries(text: str, symbols: str) -> None:
    assert [g.symbol for g in Orientation if g in Rule.parse(text).symmetries] == symbols.split()


def test_missing_symmetries_are_named() -> None:
    hexagonal = Rule.parse("B2/S34H")
    hexagonal.require([Orientation.R180], "symmetry C2")
    with pytest.raises(InputError, match=r"symmetry C4 .* under R90, .*B2/S34H.*Id, R180, F\\, F/"):
        hexagonal.require([Orientation.R180, Orientation.R90], "symmetry C4")
