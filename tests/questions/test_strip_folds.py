"""Strips of patterns that are symmetric top to bottom: all of them, against boxes and brute "
"force."""

from dataclasses import replace
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.events import Finished, Found
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.composites import is_composite
from lifesearch.questions.strips.names import folds_named, mirror_named, symmetry_name
from lifesearch.questions.strips.question import Strip
from lifesearch.running.options import RunOptions
from lifesearch.running.verdict import Verdict
from tests.asking import answers_of, every
from tests.engines.rows.rules import random_rule
from tests.random_queries import sensible
from tests.searching import run
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

NAMES = ("C2", "C2_1", "C2_2", "C2_4", "D2-", "D4+", "D4_+1", "D4_+2", "D4_+4")


def strip(name: str, width: int, period: int, longest: int | None, rule: Rule = LIFE) -> Strip:
    motion = Motion(period)
    mirror, folds = mirror_named(name, width, motion), folds_named(name, width)
    return Strip(width, motion, mirror, rule, max_length=longest, folds=folds)


def compare(name: str, query: Strip) -> int:
    """Tables find what a solver finds in boxes of all lengths."""
    events = list(run(query, RunOptions(None)))
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted
    told = answers_of(events)
    lengths = [query.geometry.length(answer.pattern) for answer in told]
    assert lengths == sorted(lengths)
    found = [query.key(answer) for answer in told]
    assert len(found) == len(set(found))
    expected = set()
    assert query.max_length is not None
    for height in range(1, query.max_length + 1):
        if Symmetry.parse(name).lacks(query.width, height):
            continue
        box = Periodic(query.motion, (query.width, height), Symmetry.parse(name), query.rule)
        for answer in every(replace(box, raw=True)):
            if not is_composite(answer.pattern, query.motion, query.rule):
                expected.add(canonical_key(answer.history()[:-1], query.rule))
            else:
                assert "not counting separate patterns one behind another" in query.left_out()
    assert set(found) == expected
    return len(expected)


@pytest.mark.parametrize("name", NAMES)
def test_all_still_lifes_of_a_strip_are_those_of_its_boxes(name: str) -> None:
    odd = not Symmetry.parse(name).lacks(5, 5) or not Symmetry.parse(name).lacks(5, 4)
    assert compare(name, strip(name, 5 if odd else 4, 1, 5)) > 0


def random_strip(rng: Random) -> tuple[str, Strip]:
    name, width, period = rng.choice(NAMES), rng.randint(3, 5), rng.choice((1, 1, 2))
    return name, strip(name, width, period, rng.randint(3, 5), random_rule(rng))


@pytest.mark.parametrize("first", [0, 4])
def test_all_patterns_of_random_rules(first: int) -> None:
    """Most strips are empty, which both sides must agree on, but not all may be."""
    found = [compare(*sensible(random_strip, Random(first + i))) for i in range(4)]
    assert any(found)


@seeds()
def test_all_patterns_of_a_random_rule(seed: int) -> None:
    compare(*sensible(random_strip, Random(seed)))


@pytest.mark.parametrize(
    ("name", "width", "period", "rule"),
    [
        ("D4_+2", 3, 2, LIFE),
        ("C2", 5, 1, Rule.parse("B236/S0126H")),
        ("D2-", 3, 1, LIFE),
        ("C2", 3, 2, LIFE),
    ],
)
def test_all_patterns_where_boxes_have_some_one_behind_another(
    name: str, width: int, period: int, rule: Rule
) -> None:
    compare(name, strip(name, width, period, 8 if width == 3 else 4, rule))


@pytest.mark.parametrize("longest", [8, None])
def test_a_verdict_says_what_does_not_count(longest: int | None) -> None:
    """Two blinkers in a box of 3x8 have this symmetry; without them there is none in a strip."""
    query = strip("D4_+2", 3, 2, 8)
    box = Periodic(query.motion, (3, 8), Symmetry.parse("D4_+2"), any_period=False)
    assert [is_composite(answer.pattern, query.motion, LIFE) for answer in every(box)] == [True]
    *_, end = run(query, RunOptions(1))
    assert isinstance(end, Finished)
    (proved,) = Verdict(query).take(end)
    assert proved == (
        "proved: no oscillator of period 2 with symmetry D4_+2, of odd width up to 3 "
        "and up to 8 rows long, not "
        "counting separate patterns one behind another"
    )
    assert strip("D4_+2", 3, 2, longest).left_out()


def test_periods_that_no_piece_has_are_named() -> None:
    left_out = ", not counting separate patterns one behind another, nor periods that no piece has"
    assert strip("C1", 5, 6, None).left_out() == left_out
    assert strip("C1", 5, 4, None).left_out() == ""


def shortest(name: str, query: Strip, longest: int) -> int | None:
    """The length of the first that comes, which boxes agree to, if one of them has it."""
    events = run(query, RunOptions(1, jobs=1))
    first = next((e.answers[0] for e in events if isinstance(e, Found)), None)
    length = query.geometry.length(first.pattern) if isinstance(first, Answer) else None
    for height in range(1, longest + 1):
        if Symmetry.parse(name).lacks(query.width, height):
            continue
        box = Periodic(query.motion, (query.width, height), Symmetry.parse(name), query.rule)
        found = (answer.pattern for answer in every(replace(box, raw=True)))
        if any(not is_composite(each, query.motion, query.rule) for each in found):
            assert length == height
            return length
    assert length is None or length > longest
    return None


def test_a_row_comes_before_two() -> None:
    assert shortest("C2", strip("C2", 5, 1, None, Rule.parse("B236/S0126H")), 2) == 1


@seeds(8)
def test_the_shortest_comes_first(seed: int) -> None:
    rng = Random(seed)
    length = None
    while length is None:
        name, width, rule = rng.choice(NAMES), rng.randint(1, 5), random_rule(rng)
        try:
            query = strip(name, width, rng.choice((1, 1, 2)), None, rule)
        except InputError:
            continue
        length = shortest(name, query, 4)


def multiple(rng: Random) -> tuple[str, Strip]:
    """Periods that may be multiples of those of pieces: these alone do not count."""
    name, width = rng.choice(("C1", "D2|", "C2", "D4+")), rng.randint(2, 5)
    period, longest = rng.choice((4, 6, 6, 6, 10)), rng.randint(1, 15 // width)
    return name, strip(name, width, period, longest, random_rule(rng))


@seeds(3)
def test_multiples_of_periods_do_not_count(seed: int) -> None:
    compare(*sensible(multiple, Random(seed)))


@pytest.mark.parametrize("width", [4, 5])
@pytest.mark.parametrize("name", NAMES)
def test_a_symmetry_keeps_its_name(name: str, width: int) -> None:
    kind = Symmetry.parse(name)
    if kind.lacks(width, 1) and kind.lacks(width, 2):
        with pytest.raises(InputError, match="width"):
            mirror_named(name, width, Motion(2))
        return
    mirror, folds = mirror_named(name, width, Motion(2)), folds_named(name, width)
    assert symmetry_name(width, mirror, folds) == name
    assert (mirror is Mirror.MIRRORED) == name.startswith("D4")


def test_a_solver_does_not_know_them() -> None:
    with pytest.raises(InputError, match="row tables"):
        list(run(strip("C2", 4, 2, 4), RunOptions(None, engine="rows")))
