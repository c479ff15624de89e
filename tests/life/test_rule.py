import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.errors import InputError
from lifesearch.life.rule import LIFE, Rule
from tests.strategies import rules

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
        ("B2ce/S", "'C'"),
        ("B3/S23H", "'H'"),
        ("B3/S23:T30,40", "bounded"),
        (LIFE_AS_MAP, "MAP"),
        ("B\N{SUPERSCRIPT TWO}/S", "contains"),
        ("x" * 10**6, "'X'"),
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


@given(rules(b0=True))
@settings(deadline=None)
def test_names_are_read_back(rule: Rule) -> None:
    assert Rule.parse(str(rule)) == rule
    assert hash(Rule.parse(str(rule))) == hash(rule)


def test_one_exception_leaves_no_counts_but_for_0_and_8_neighbours() -> None:
    for block in range(512):
        table = bytearray(LIFE.table)
        table[block] ^= 1
        rule = Rule(bytes(table))
        counted = block in (0, 16, 495, 511)
        assert (rule.births is not None) == (rule.survivals is not None) == counted
        assert str(rule).startswith("B" if counted else "MAP")
        assert counted or len(str(rule)) == 3 + 86


def test_life_with_one_exception_differs_from_its_map_name_in_one_bit() -> None:
    table = bytearray(LIFE.table)
    table[5] ^= 1  # bit 5 of the string: 000001 is B where Life has 000000, an A
    assert str(Rule(bytes(table))) == LIFE_AS_MAP[:3] + "B" + LIFE_AS_MAP[4:]


def test_b0_is_recognised() -> None:
    LIFE.require_no_b0()
    assert not LIFE.births_from_nothing
    with pytest.raises(InputError, match="B03/S23"):
        Rule.parse("B03/S23").require_no_b0()
