"""What comes out of soups, against the simulator and against known facts."""

from collections import Counter
from math import lcm

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.common.errors import InputError, VerificationError
from lifesearch.engines.soups.boards import Workspace
from lifesearch.engines.soups.census import Census, Tally
from lifesearch.engines.soups.kernel import transition
from lifesearch.engines.soups.objects import Object, objects, recogniser
from lifesearch.engines.soups.records import new_records, read_records
from lifesearch.engines.soups.search import FoundObject, SearchProgress, Soups, search, take_census
from lifesearch.engines.soups.seeds import soup
from lifesearch.engines.soups.settle import Limits, Outcome, run_batch
from lifesearch.formats.detect import read
from lifesearch.life.apgcode import apgcode
from lifesearch.life.identify import pieces
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, phases
from lifesearch.life.simulate.settling import run_until_periodic
from tests.engines.soups.boards import centred

GLIDER, LWSS, PULSAR, PENTADECATHLON, OCTAGON = (
    builtin().by_name(name).apgcode
    for name in ("glider", "LWSS", "pulsar", "pentadecathlon", "octagon 2")
)
HEX = Rule.parse("B2/S34H")
LIMITS = Limits()
RULES = (
    "B3/S23",
    "B36/S23",
    "B3678/S34678",
    "B36/S125",
    "B2/S34H",
    "B3-a/S23",
    "B2in3/S123a",
    "B13/S024V",
    "B2/S",
    "B3/S012345678",
    "B1/S1",
    "B45678/S5678",
    "B34/S34",
)


def run(
    pattern: Pattern, rule: Rule = LIFE, words: int = 1, limits: Limits = LIMITS
) -> tuple[Outcome, Counter[str]]:
    """What becomes of a pattern, and how many of which objects it leaves or emits."""
    records, outcomes = new_records(1 << 16), np.zeros(1, np.uint8)
    space = Workspace.of(limits.last_words, 1, transition(rule))
    limits = limits._replace(first_words=words)
    assert run_batch(centred(pattern, words).ravel(), space, limits, records, outcomes) == 1
    recognise = recogniser(rule)
    counts = Counter(item.apgcode for _, part in read_records(records) for item in recognise(part))
    return Outcome(outcomes[0]), counts


def by_simulator(settled: Pattern, period: int, rule: Rule) -> Counter[str]:
    codes = []
    for piece in pieces(settled, rule, period):
        its = behaviour(piece, rule, period)
        codes.append(apgcode(phases(piece, rule, its.period or 1), moving=its.kind == "spaceship"))
    return Counter(codes)


@settings(deadline=None, max_examples=25)
@given(
    st.sampled_from(["C1", "C2_2", "C4_1", "D2_x", "D4_+1", "D4_x4", "D8_1", "D8_4"]),
    st.sampled_from(["B3/S23", "B36/S23", "B36/S125", "B3-a/S23", "B2-a/S12", "B38/S238"]),
    st.integers(0, 2**32),
)
def test_objects_are_those_that_the_simulator_finds(symmetry: str, name: str, seed: int) -> None:
    rule = Rule.parse(name)
    soups = Soups.of(rule, (symmetry,), seed, least=4, most=7)
    start = soup(soups.shapes, seed, 0)
    fate = run_until_periodic(start, rule, 600)
    census = take_census(soups, 0, 1)
    assert census.tally.soups == 1
    # What is left must not itself be flying: then the whole flies, or never comes back.
    assume(fate.known and not (fate.behaviour.dx or fate.behaviour.dy))
    if fate.settled is None:
        assert census == Census(Tally(died=1))
        return
    period = fate.behaviour.period or 0
    assert census.tally == Tally(settled=1)
    assert census.counts == by_simulator(fate.settled, period, rule)
    each = [int(code[2:].split("_")[0]) for code in census.counts if code.startswith("xp")]
    assert lcm(1, *each) == period


def test_the_r_pentomino() -> None:
    """Known since 1971: after generation 1103, with six gliders on their way."""
    outcome, counts = run(Pattern.parse(".OO\nOO.\n.O."))
    assert outcome is Outcome.SETTLED
    names = {builtin().by_code(code).name: count for code, count in counts.items()}  # type: ignore[union-attr]
    assert names == {
        "block": 8,
        "blinker": 4,
        "beehive": 4,
        "boat": 1,
        "ship": 1,
        "loaf": 1,
        "glider": 6,
    }


@pytest.mark.parametrize(
    "name", ["glider", "LWSS", "MWSS", "HWSS", "copperhead", "loafer", "weekender"]
)
def test_ships_are_let_go_at_the_border(name: str) -> None:
    entry = builtin().by_name(name)
    for start in pattern_of(entry).pattern.orientations():
        assert run(start) == (Outcome.SETTLED, Counter({entry.apgcode: 1}))


@pytest.mark.long
def test_oscillators_of_the_catalogue_are_recognised() -> None:
    known = [entry for entry in builtin().where(kind="oscillator") if 2 < entry.period <= 60]
    patterns = [(entry, pattern_of(entry).pattern) for entry in known]
    small = [(entry, each) for entry, each in patterns if max(each.box[2:]) <= 40]
    assert {entry.period for entry, _ in small} >= set(range(3, 10)) | {14, 15, 30, 46}
    for entry, each in small:
        assert run(each) == (Outcome.SETTLED, Counter({entry.apgcode: 1})), entry.name


def test_growth() -> None:
    gun = read(
        "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b"
        "obo$10bo5bo7bo$11bo3bo$12b2o!"
    ).pattern
    assert run(gun)[0] is Outcome.GROWING
    assert run(Pattern.parse("O"), Rule.parse("B1/S1"))[0] is Outcome.BORDER
    assert run(Pattern.parse("OOO.O\nO....\n...OO\n.OO.O\nO.O.O"))[0] is Outcome.BORDER
    limits = Limits(generations=1000)
    assert run(Pattern.parse(".OO\nOO.\n.O."), limits=limits)[0] is Outcome.RUNNING


def test_what_dies_and_what_flies_away_whole() -> None:
    assert run(Pattern.parse("OO")) == (Outcome.DIED, Counter())
    assert run(Pattern.of([])) == (Outcome.DIED, Counter())


def test_a_composite_is_no_object() -> None:
    """A pulsar beside a blinker has period 6, and so has no object in it."""
    pulsar = read(
        "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$"
        "o4bobo4bo$o4bobo4bo2$2b3o3b3o!"
    ).pattern
    for gap in (3, 4, 5, 9):
        both = pulsar | Pattern.parse("OOO").translate(13 + gap, 5)
        assert run(both)[1] == Counter({PULSAR: 1, "xp2_7": 1})


def test_two_blocks_side_by_side_are_two_blocks() -> None:
    assert run(Pattern.parse("OO.OO\nOO.OO"))[1] == Counter({"xs4_33": 2})


def test_the_simulator_has_the_last_word() -> None:
    with pytest.raises(VerificationError, match="period"):
        objects(Pattern.parse("OOO"), 3, False, LIFE)
    with pytest.raises(VerificationError):
        objects(Pattern.parse("OOO"), 2, True, LIFE)


@pytest.mark.parametrize("rule", RULES)
def test_every_soup_ends_somehow_in_every_kind_of_rule(rule: str) -> None:
    soups = Soups.of(Rule.parse(rule), seed=4, generations=300, board=128)
    census = take_census(soups, 0, 16)
    assert census.tally.soups == 16
    assert census == take_census(soups, 0, 16)


def test_the_same_for_any_division_into_batches_and_ranges() -> None:
    soups = Soups.of(LIFE, seed=11)
    whole = take_census(soups, 0, 150)
    assert whole.tally.soups == 150
    assert take_census(soups, 0, 150, batch=7) == whole
    assert take_census(soups, 0, 41) + take_census(soups, 41, 150) == whole


def test_the_most_common_objects_of_life() -> None:
    census = take_census(Soups.of(LIFE, ("C1",), seed=1, least=16), 0, 300)
    assert {row.name for row in census.rows(LIFE)[:2]} == {"block", "blinker"}
    assert [row.name for row in census.rows(LIFE)[2:4]] == ["beehive", "glider"]
    assert census.counts[GLIDER] > 300


@pytest.mark.slow("needs many soups for frequencies")
def test_frequencies_are_those_of_published_censuses() -> None:
    """The order of the most common objects of asymmetric soups, as Catagolue has it.

    Blocks and blinkers are about as frequent as each other, and so are tubs and ponds.
    """
    census = take_census(Soups.of(LIFE, ("C1",), seed=4, least=16), 0, 8000)
    names = [row.name for row in census.rows(LIFE)]
    assert set(names[:2]) == {"block", "blinker"}
    assert names[2:7] == ["beehive", "glider", "loaf", "boat", "ship"]
    assert set(names[7:9]) == {"tub", "pond"}
    assert names[9:12] == ["long boat", "toad", "ship-tie"]
    assert census.counts[PULSAR] > 0


def test_oscillators_come_out_and_are_what_they_are_called() -> None:
    soups = Soups.of(LIFE, seed=1, board=64)
    found = search(
        soups,
        stop=6000,
        wanted=lambda item: not item.moving and item.period > 2,
        worth=lambda period, moving: not moving and period > 2,
    )
    objects_ = [item.object for item in found if isinstance(item, FoundObject)]
    codes = [each.apgcode for each in objects_]
    assert len(set(codes)) == len(codes)
    assert {PULSAR, PENTADECATHLON, OCTAGON} <= set(codes)
    assert {3, 5, 15} <= {each.period for each in objects_}
    for each in objects_:
        assert behaviour(each.pattern).period == each.period
        assert len(pieces(each.pattern, LIFE, each.period)) == 1


def test_spaceships_come_out() -> None:
    soups = Soups.of(LIFE, seed=1, board=64)
    found = search(soups, stop=2000, wanted=lambda item: item.moving)
    codes = {item.object.apgcode for item in found if isinstance(item, FoundObject)}
    assert {GLIDER, LWSS} <= codes


def test_a_search_can_be_continued() -> None:
    soups = Soups.of(LIFE, seed=9, board=64)

    def found(start: int, stop: int, batch: int) -> tuple[list[tuple[int, str]], int, Tally]:
        items = list(search(soups, start, stop, wanted=lambda item: item.period > 2, batch=batch))
        last = items[-1]
        assert isinstance(last, SearchProgress)
        objects_ = [(i.number, i.object.apgcode) for i in items if isinstance(i, FoundObject)]
        return objects_, last.next_number, last.tally

    whole, end, tally = found(0, 1000, 512)
    one, middle, first_tally = found(0, 434, 100)
    two, end_too, second_tally = found(middle, 1000, 64)
    assert (middle, end, end_too) == (434, 1000, 1000)
    assert first_tally + second_tally == tally
    seen = {code for _, code in one}
    assert one + [(index, code) for index, code in two if code not in seen] == whole


def test_a_search_says_from_which_soup_an_object_comes() -> None:
    soups = Soups.of(LIFE, seed=1, board=64)
    wanted = search(soups, wanted=lambda item: item.apgcode == PENTADECATHLON)
    found = next(item for item in wanted if isinstance(item, FoundObject))
    again = take_census(soups, found.number, found.number + 1)
    assert again.counts[PENTADECATHLON]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed of -1"),
        ({"generations": 0}, "0 generations"),
        ({"board": 100}, "choose 64, 128 or 256"),
        ({"most": 40, "board": 64}, "half as long at most, 32 cells"),
        ({"rule": Rule.totalistic({0}, {7})}, "B0"),
        ({"rule": Rule(bytes([1]) + bytes(511), 3)}, "the empty plane comes to life"),
        ({"symmetries": ("D9",)}, "no symmetry 'D9'"),
        ({"symmetries": ()}, "name one"),
        ({"symmetries": ("D8_1",), "least": 8, "most": 8}, "D8_1 needs an odd width"),
        ({"rule": HEX, "symmetries": ("D8_1",)}, "D8_1 needs a rule that is symmetric under"),
        ({"least": 0}, "at least 1"),
        ({"least": 9, "most": 8}, "no smaller"),
        ({"most": 101}, "no more than 100"),
        ({"density": 0.0}, "between 0 and 1"),
        ({"density": 1.0}, "between 0 and 1"),
    ],
)
def test_impossible_soups(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Soups.of(**arguments)  # type: ignore[arg-type]


def test_rows_have_names_and_are_sorted() -> None:
    census = Census(
        Tally(settled=1),
        Counter({"xs4_33": 2, "xp2_7": 2, GLIDER: 5, "xs999_0": 1}),
        {"xs4_33": 0, "xp2_7": 0, GLIDER: 0, "xs999_0": 0},
    )
    rows = [(row.apgcode, row.name, row.count) for row in census.rows(LIFE)]
    assert rows == [
        (GLIDER, "glider", 5),
        ("xp2_7", "blinker", 2),
        ("xs4_33", "block", 2),
        ("xs999_0", "", 1),
    ]
    assert {row.name for row in census.rows(Rule.parse("B36/S23"))} == {""}


def test_an_object_knows_whether_it_moves() -> None:
    (ship,) = objects(Pattern.parse(".O.\n..O\nOOO"), 4, True, LIFE)
    assert (ship.apgcode, ship.moving, ship.period) == (GLIDER, True, 4)
    assert isinstance(ship, Object)
