"""Heat, rotor, volatility and names, against what others recorded and proved."""

from itertools import pairwise

import pytest

from lifesearch.catalogue.names import builtin_name
from lifesearch.engines.counting.listing import patterns
from lifesearch.engines.counting.region import Region
from lifesearch.engines.counting.transfer_matrix import DEFAULT
from lifesearch.formats.detect import read, read_runs
from lifesearch.life import identify as module
from lifesearch.life.apgcode import decode
from lifesearch.life.identify import Identified, identify, pieces
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import generations
from tests.cases import APGCODES, STATORLESS, STRICTLY_VOLATILE_PERIODS, Coded
from tests.life.test_known_patterns import KNOWN

RECORDS = {record["name"]: record for record in KNOWN}


def known(name: str) -> Identified:
    return identify(read(RECORDS[name]["rle"]).pattern)


@pytest.mark.parametrize("coded", [c for c in APGCODES if c.heat], ids=lambda coded: coded.name)
def test_heats(coded: Coded) -> None:
    identity = identify(decode(coded.code))
    assert identity.activity is not None
    assert identity.activity.heat == pytest.approx(float(coded.heat), abs=0.0501)
    assert identity.apgcode == coded.code


def test_heat_of_a_ship_counts_births_and_deaths() -> None:
    """LifeWiki: of the lightweight spaceship 9 and 13 cells change in turn."""
    cycle = list(generations(read(RECORDS["LWSS"]["rle"]).pattern, 4))
    assert sorted({len(a.cells ^ b.cells) for a, b in pairwise(cycle)}) == [9, 13]
    activity = known("LWSS").activity
    assert activity is not None
    assert (activity.heat, activity.rotor, activity.stator, activity.volatility) == (
        (9 + 13) / 2,
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    "name", [r["name"] for r in KNOWN if r["kind"] == "oscillator" and r["period"] < 20]
)
def test_heat_is_within_the_bounds_of_the_rotor(name: str) -> None:
    """LifeWiki: at least 2r/n and at most r(1 - (n mod 2)/n) for a rotor of r cells."""
    activity, period = known(name).activity, RECORDS[name]["period"]
    assert activity is not None
    assert activity.rotor
    most = activity.rotor * (1 - period % 2 / period)
    assert 2 * activity.rotor / period - 1e-9 <= activity.heat <= most + 1e-9
    if period in (2, 3, 5, 7, 11):
        assert activity.volatility == activity.strict_volatility


@pytest.mark.parametrize("name", STATORLESS)
def test_volatility(name: str) -> None:
    activity, period = known(name).activity, RECORDS[name]["period"]
    assert activity is not None
    assert (activity.stator, activity.volatility) == (0, 1.0)
    if period not in STRICTLY_VOLATILE_PERIODS:
        assert activity.strict_volatility is not None
        assert activity.strict_volatility < 1


def test_strict_volatility_of_two_periods_side_by_side() -> None:
    """A blinker beside a pulsar: of period 6, but no cell is."""
    pulsar = decode("xp3_co9nas0san9oczgoldlo0oldlogz1047210127401")
    both = identify(pulsar | Pattern.parse("OOO").translate(40, 0))
    assert both.behaviour.period == 6
    assert both.activity is not None
    assert both.activity.strict_volatility == 0.0


def test_still_lifes_do_not_move() -> None:
    activity = known("eater1").activity
    assert activity is not None
    assert (activity.heat, activity.rotor, activity.stator) == (0, 0, 7)
    assert activity.volatility == activity.strict_volatility == 0


def test_names_are_those_of_life() -> None:
    assert builtin_name("xp2_7", LIFE) == "blinker"
    assert builtin_name("xp2_7", Rule.parse("B36/S23")) is None
    assert builtin_name("xs5_123456", LIFE) is None
    assert builtin_name(None, LIFE) is None


def test_what_is_not_periodic_has_no_code() -> None:
    row = identify(Pattern.parse("OOOO"), limit=20)
    assert (row.apgcode, row.activity, row.phases) == (None, None, ())
    assert identify(Pattern.of([])).apgcode == "xs0_0"


def test_composites_have_the_code_of_the_whole() -> None:
    two = identify(Pattern.parse("OO....OO\nOO....OO"))
    assert two.composite
    assert two.apgcode == "xs8_33z66"


def test_too_many_phases_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide field of blinkers has a period and populations; the rest is not looked for."""
    monkeypatch.setattr(module, "MOST_IDENTIFIED_CELLS", 1000)
    corners = ((x, y) for x in range(0, 100, 5) for y in range(0, 50, 5))
    field = Pattern.of((x + i, y) for x, y in corners for i in range(3))
    identity = identify(field)
    assert identity.behaviour.period == 2
    assert identity.populations == (field.population, field.population)
    assert (identity.phases, identity.apgcode, identity.activity) == ((), None, None)


def test_a_crowd_of_islands_stays_in_one_piece() -> None:
    corners = [(6 * i, 6 * j) for i in range(80) for j in range(80)]
    crowd = Pattern.of((x + dx, y + dy) for x, y in corners for dx in (0, 1) for dy in (0, 1))
    identity = identify(crowd)
    assert (identity.behaviour.kind, identity.composite) == ("still life", False)


@pytest.mark.parametrize("runs", ["2ob2o$2obo$3bo$2ob2o$bo$bob2o$2bobo!", "2ob2o$2ob2o!"])
def test_the_pieces_of_a_turned_pattern_are_its_pieces_turned(runs: str) -> None:
    """In the first, a cell has three islands around it, of which two belong together anyway."""
    pattern = read_runs(runs)
    parts = pieces(pattern, LIFE, 1)
    assert len(parts) == 2
    for g in Orientation:
        turned = {part.transform(g) for part in parts}
        assert set(pieces(pattern.transform(g), LIFE, 1)) == turned


@pytest.mark.long
def test_the_pieces_of_all_still_lifes_of_a_box_are_turned_with_it() -> None:
    batches = patterns(Region(5, 7), DEFAULT)
    still = [Pattern.from_array(life) for lives in batches for life in lives[:, 0]]
    divided = [(p, parts) for p in still if len(parts := pieces(p, LIFE, 1)) > 1]
    assert len(divided) > 100
    for pattern, parts in divided:
        turned = {part.transform(Orientation.R90) for part in parts}
        assert set(pieces(pattern.transform(Orientation.R90), LIFE, 1)) == turned
