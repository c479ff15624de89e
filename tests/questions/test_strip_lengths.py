"""All ships up to a length: whole sets, against brute force and against boxes."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from lifesearch.core.answer import Answer
from lifesearch.core.events import Finished, Found, StripProgress
from lifesearch.life.identify import canonical_key
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.question import Strip
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from tests.asking import every
from tests.questions.strips import (
    FLIP,
    GUTTER,
    MIRRORED,
    MOVES,
    SLANTS,
    STAYS,
    by_force,
    in_boxes,
    is_one,
    keys,
    name,
    queries,
    ships,
    told,
)
from tests.searching import begun_session, run
from tests.seeds import seeds
from tests.ships import ship

pytestmark = pytest.mark.usefixtures("kernels_loaded")


def agree(strip: Strip) -> int:
    """Compare the set with brute force, and with boxes, which know no gutter."""
    expected = by_force(strip)
    assert keys(strip, ships(strip)) == expected
    assert strip.mirror is GUTTER or in_boxes(strip) == expected
    return len(expected)


@pytest.mark.long
def test_all_is_all() -> None:
    found = [agree(strip) for strip in islice(queries(1), 15)]
    assert sum(map(bool, found)) > 7
    assert max(found) > 10


@pytest.mark.long
def test_all_that_stays_is_all() -> None:
    found = [agree(strip) for strip in islice(queries(5, moves=STAYS), 8)]
    assert sum(map(bool, found)) > 4
    assert max(found) > 10


@seeds()
@pytest.mark.parametrize("moves", [[*MOVES, *MOVES, *SLANTS], STAYS])
def test_all_is_all_for_many_questions(moves: list[tuple[int, int, int]], seed: int) -> None:
    found = [agree(strip) for strip in islice(queries(seed, moves=moves), 20)]
    assert any(found)


@pytest.mark.long
def test_glides_are_found() -> None:
    """A narrow one is mirrored all the time, so few of these questions have answers."""
    assert sum(agree(strip) for strip in islice(queries(3, ("glide",)), 12))


B2 = "B2/S13"
SNOWFLAKES = "snowflakes"
WHOLE = [
    Strip(3, Motion(4, dx=-1, dy=-1), max_length=6),
    Strip(4, Motion(4, dx=-1, dy=-1), max_length=12),
    Strip(5, Motion(4, dy=-2), max_length=7),
    Strip(5, Motion(2, FLIP, dy=-1), max_length=7),
    Strip(4, Motion(2, dy=-1), rule=Rule.parse(SNOWFLAKES), max_length=7),
    Strip(5, Motion(2, dy=-1), MIRRORED, Rule.parse(SNOWFLAKES), max_length=8),
    Strip(6, Motion(2, dy=-1), MIRRORED, Rule.parse(SNOWFLAKES), max_length=7),
    Strip(4, Motion(3, dy=-1), rule=Rule.parse(B2), max_length=6),
    Strip(5, Motion(4, dy=-2), rule=Rule.parse("B2/S0"), max_length=5),
    Strip(6, Motion(3, dy=-1), MIRRORED, Rule.parse("B2/S"), max_length=8),
    Strip(12, Motion(3, dy=-1), MIRRORED, max_length=13),
    Strip(4, Motion(1), max_length=5),
    Strip(6, Motion(1), MIRRORED, max_length=5),
    Strip(4, Motion(2), max_length=5),
    Strip(6, Motion(1, FLIP), max_length=5),
    Strip(4, Motion(3), rule=Rule.parse(B2), max_length=5),
]


WITHOUT_SHIPS = {6, 7, 8, 9, 14, 15}
LIKE_OTHERS = {1, 4, 7, 8, 9, 10, 15}
"""Those that differ from others only in the size, the period or the rule."""


@pytest.mark.long
@pytest.mark.parametrize(
    "number",
    [
        pytest.param(
            number,
            id=name(strip),
            marks=[pytest.mark.slow("differs from others in size or rule only")]
            * (number in LIKE_OTHERS),
        )
        for number, strip in enumerate(WHOLE)
    ],
)
def test_as_many_as_in_a_box(number: int) -> None:
    strip = WHOLE[number]
    answers = ships(strip)
    assert bool(answers) is (number not in WITHOUT_SHIPS)
    assert keys(strip, answers) == in_boxes(strip)
    lengths = [strip.geometry.length(answer.pattern) for answer in answers]
    assert lengths == sorted(lengths)
    patterns = [answer.pattern for answer in answers]
    other = ships(replace(strip, look_ahead=1 + 5 * (number % 2)), jobs=2 + number % 2)
    assert [answer.pattern for answer in other] == patterns


@pytest.mark.parametrize(
    "kept",
    [
        0.0,
        0.4,
        0.8,
        1.0,
        *(pytest.param(share, marks=pytest.mark.long) for share in (0.2, 0.6, 0.95)),
    ],
)
def test_whatever_is_left_of_a_session_the_set_is_the_same(tmp_path: Path, kept: float) -> None:
    strip, file = WHOLE[1], tmp_path / "s"
    with begun_session(str(file), strip, RunOptions(None)) as session:
        whole = told(session.record(run(strip, RunOptions(None))))
    data = file.read_bytes()
    head = data.index(b"\n") + 1
    file.write_bytes(data[: head + int(kept * (len(data) - head))])
    with Session.resume(str(file)) as session:
        assert session.query == strip
        events = list(session.record(run(strip, RunOptions(None, 2), session.checkpoint)))
        before = [a for found in session.checkpoint.found for a in found.answers]
    after = [a for event in events if isinstance(event, Found) for a in event.answers]
    assert isinstance(events[-1], Finished)
    assert events[-1].exhausted
    assert [*before, *after] == whole
    if kept == 1.0:
        assert not any(isinstance(event, StripProgress) for event in events)


def test_patterns_behind_one_with_the_whole_front_do_not_count() -> None:
    """Both engines have two LWSS one behind another only if the front has rows of both."""
    lwss, motion, width = ship("LWSS")
    both = lwss | lwss.translate(0, 7)
    strip = Strip(width, motion, max_length=14)
    for rows, found in ((1, 1), (5, 1), (8, 2)):
        cells = [(x, y - both.box.y) for x, y in both if y < both.box.y + rows]
        answers = ships(strip.beginning_with(Pattern.of(cells)))
        assert len(answers) == found


def test_a_front_up_to_a_length() -> None:
    """All ships of which some generation begins like this are those that a box has.

    A box also has ships one behind another, which a strip does not follow after the front.
    """
    wide = Strip(4, Motion(4, dx=-1, dy=-1), max_length=9)
    fronts: dict[frozenset[Cell], list[Answer]] = {}
    for answer in every(Periodic(wide.motion, (4, 9), raw=True)):
        top = answer.pattern.box.y
        front = frozenset((x, y - top) for x, y in answer.pattern.cells if y <= top + 1)
        fronts.setdefault(front, []).append(answer)
    assert len(fronts) > 4
    for cells, answers in fronts.items():
        strip = replace(wide, front=Pattern(cells))
        found = keys(strip, ships(strip))
        lives = [answer.history()[:-1] for answer in answers]
        assert found <= {canonical_key(life) for life in lives}
        assert found >= {canonical_key(life) for life in lives if is_one(life, wide)}
