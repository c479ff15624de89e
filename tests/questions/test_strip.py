"""Ships of any length, row by row: against boxes, known ships, and itself."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.core.answer import Answer
from lifesearch.core.events import Event, Finished, Found, Partial, StripProgress
from lifesearch.engines.sat.encoding.ship_rows import RowLayers
from lifesearch.engines.sat.solving.strip_explorer import shorter_periods
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import behaviour, step
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.question import Strip
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.session.file import Session
from tests.asking import answers_of, first
from tests.questions.strips import GUTTER, MIRRORED, name
from tests.searching import begun_session, run
from tests.ships import ship

pytestmark = pytest.mark.usefixtures("kernels_loaded")


def ended(events: Iterator[Event]) -> tuple[list[Answer], Finished]:
    seen = list(events)
    assert isinstance(seen[-1], Finished)
    return answers_of(seen), seen[-1]


def found(strip: Strip, jobs: int = 1) -> Answer | None:
    answers, end = ended(run(strip, RunOptions(1, jobs)))
    assert end.exhausted == (not answers)
    return answers[0] if answers else None


UP = {k: Motion(p, dy=-d) for k, d, p in [("c2", 1, 2), ("c3", 1, 3), ("c4", 1, 4), ("2c4", 2, 4)]}
NONE = [
    Strip(9, UP["c2"]),
    Strip(11, UP["c3"], GUTTER),
    Strip(5, UP["c4"]),
    Strip(10, UP["c4"], MIRRORED),
    Strip(11, UP["c3"], MIRRORED),
    Strip(4, UP["2c4"]),
    Strip(2, Motion(4, dx=-1, dy=-1)),
    Strip(5, Motion(6, dx=-1, dy=-2)),
    Strip(4, Motion(2, Orientation.FLIP_X, dy=-1)),
    Strip(6, Motion(3, Orientation.FLIP_X, dy=-1)),
]
MORE_NONE = [
    Strip(7, UP["c3"]),
    Strip(10, UP["c3"], MIRRORED),
    Strip(8, Motion(5, dy=-2), MIRRORED),
    Strip(5, Motion(5, dy=-1)),
    Strip(6, Motion(6, dy=-2)),
    Strip(5, Motion(5, dx=-1, dy=-1)),
]
SOME = [
    Strip(12, UP["c3"], MIRRORED),
    Strip(5, UP["2c4"]),
    Strip(6, UP["2c4"]),
    Strip(3, Motion(4, dx=-1, dy=-1)),
    Strip(5, Motion(2, Orientation.FLIP_X, dy=-1)),
]


@pytest.mark.long
@pytest.mark.parametrize(
    "strip",
    [
        *NONE,
        *(
            pytest.param(more, marks=pytest.mark.slow("wide strips without ships"))
            for more in MORE_NONE
        ),
    ],
    ids=name,
)
def test_strips_without_ships_have_none_in_boxes(strip: Strip) -> None:
    assert found(strip) is None
    symmetry = Symmetry.parse("C1" if strip.mirror is Mirror.NONE else "D2|")
    for height in range(3, 10, 3):
        assert first(Periodic(strip.motion, (strip.width, height), symmetry)) is None


@pytest.mark.parametrize("strip", SOME, ids=name)
def test_ships_are_found_and_true(strip: Strip) -> None:
    answer = found(strip)
    assert answer is not None
    known = behaviour(answer.pattern, strip.rule, 100)
    assert known.period == strip.motion.full_period
    order = strip.motion.order
    assert (known.dx, known.dy) == (order * strip.motion.dx, order * strip.motion.dy)


@pytest.mark.parametrize("height", range(3, 9))
def test_what_a_box_has_its_strip_has_too(height: int) -> None:
    for width in range(1, 6):
        for motion, rule in [(UP["2c4"], "B3/S23"), (UP["c2"], "B2/S0"), (UP["c3"], "B2/S13")]:
            strip = Strip(width, motion, rule=Rule.parse(rule))
            if first(Periodic(motion, (width, height), rule=strip.rule)) is not None:
                assert found(strip) is not None


@pytest.mark.parametrize(
    ("known", "factor", "repeats"),
    [("turtle", 2, True), ("glider", 3, True), ("LWSS", 1, False), ("30P5H2V0", 2, True)],
)
def test_shorter_periods_are_seen_in_every_layer(known: str, factor: int, repeats: bool) -> None:
    pattern, motion, width = ship(known)
    more = replace(
        motion, period=factor * motion.period, dx=factor * motion.dx, dy=factor * motion.dy
    )
    wide = RowLayers(width + factor, more)
    [partner] = shorter_periods(wide)[-1:]
    layers = [layer.ravel() for layer in wide.layers(pattern.translate(factor, 0))]
    assert all((np.append(a, False)[partner] == a).all() for a in layers) == repeats


def test_a_ship_of_a_shorter_period_is_no_answer() -> None:
    """Not even when it is all that the front asks for."""
    pattern, _, width = ship("turtle")
    front = pattern.translate(0, -pattern.box.y)
    strip = Strip(width, Motion(6, dy=-2), MIRRORED, front=front)
    for event in run(strip, RunOptions(1, time_limit=3)):
        if isinstance(event, Found):
            [answer] = event.answers
            assert isinstance(answer, Answer)
            assert behaviour(answer.pattern).period == 6


@pytest.mark.parametrize(
    ("strip", "exists"), [(Strip(8, UP["c3"]), False), (Strip(12, UP["c3"], MIRRORED), True)]
)
def test_the_number_of_jobs_does_not_change_the_verdict(strip: Strip, exists: bool) -> None:
    assert {found(strip, jobs) is not None for jobs in (1, 2, 3)} == {exists}


FRONTS = [
    ("LWSS", 2, Mirror.NONE),
    ("turtle", 3, MIRRORED),
    ("25P3H1V0.1", 2, Mirror.NONE),
    pytest.param("copperhead", 2, MIRRORED, marks=pytest.mark.slow("the strip of the copperhead")),
    pytest.param("Sir Robin", 5, Mirror.NONE, marks=pytest.mark.slow("the strip of Sir Robin")),
]


@pytest.mark.parametrize(("known", "missing", "mirror"), FRONTS)
def test_a_front_is_completed(known: str, missing: int, mirror: Mirror) -> None:
    pattern, motion, width = ship(known)
    pattern = pattern.translate(0, -pattern.box.y)
    height = pattern.box.height - missing
    front = Pattern.of(cell for cell in pattern.cells if cell[1] < height)
    answer = found(Strip(width, motion, mirror, front=front, look_ahead=missing + 3))
    assert answer is not None
    rows = answer.pattern.translate(0, -answer.pattern.box.y)
    assert {cell for cell in rows.cells if cell[1] < height} == front.cells


def test_a_front_that_leads_nowhere() -> None:
    front = Pattern.parse("O.O.O")
    assert found(Strip(5, UP["2c4"], front=front)) is None


def test_partials_grow_and_are_fronts() -> None:
    partials = [e for e in run(Strip(8, UP["c3"]), RunOptions(1)) if isinstance(e, Partial)]
    assert partials
    assert [p.rows for p in partials] == sorted({p.rows for p in partials})
    assert all(p.pattern for p in partials)


@pytest.mark.parametrize("kept", [0.0, 0.3, 0.6, 0.9, 1.0])
def test_a_session_goes_on_where_it_was(tmp_path: Path, kept: float) -> None:
    """Whatever number of bytes is left of the file, the verdict is the same."""
    strip, file = Strip(8, UP["c3"]), tmp_path / "s"
    with begun_session(str(file), strip, RunOptions(1)) as session:
        whole = list(session.record(run(strip, RunOptions(1))))
    states = sum(len(e.new) for e in whole if isinstance(e, StripProgress))
    data = file.read_bytes()
    head = data.index(b"\n") + 1
    file.write_bytes(data[: head + int(kept * (len(data) - head))])
    with Session.resume(str(file)) as session:
        assert session.query == strip
        before = sum(
            len(progress_made.new) for progress_made in session.checkpoint.progress_records
        )
        again = list(session.record(run(strip, RunOptions(1), session.checkpoint)))
    assert isinstance(again[-1], Finished)
    assert (again[-1].found, again[-1].exhausted) == (0, True)
    assert (
        sum(len(e.new) for e in again if isinstance(e, StripProgress)) <= states * 1.2 - before + 5
    )


def test_wrong_answers_are_not_believed() -> None:
    glider, motion, width = ship("glider")
    Strip(width, motion).answer(glider)
    for wrong in (glider.translate(width, 0), glider.transform(Orientation.R90), Pattern.of([])):
        with pytest.raises(VerificationError):
            Strip(width, motion).answer(wrong)
    lwss, motion, width = ship("LWSS")
    with pytest.raises(VerificationError):
        Strip(width, motion, MIRRORED).answer(lwss)
    with pytest.raises(VerificationError):
        Strip(width, replace(motion, period=8, dy=-4)).answer(lwss)
    with pytest.raises(VerificationError):
        Strip(width, motion, front=Pattern.parse("OO")).answer(lwss)


def test_a_ship_that_is_no_mirror_image_of_itself_later_is_no_glide() -> None:
    """Two LWSS side by side, one a generation later: only the whole period fits."""
    lwss, _, width = ship("LWSS")
    later = step(lwss, generations=5).translate(10, 2)
    glide = Motion(2, Orientation.FLIP_X, dy=-1)
    Strip(width, glide).answer(lwss)
    with pytest.raises(VerificationError):
        Strip(width + 10, glide).answer(Pattern.of(lwss.cells | later.cells))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"width": 0}, "1 to 100 wide, not 0"),
        ({"width": 101}, "1 to 100 wide"),
        ({"width": True}, "1 to 100 wide, not True"),
        ({"width": "8"}, "1 to 100 wide, not '8'"),
        ({"look_ahead": 0}, "look-ahead must be 1 to 50"),
        ({"max_length": 0}, "maximum length must be 1 to 1,000 rows, not 0"),
        ({"max_length": 1e9}, "maximum length must be"),
        ({"motion": Motion(3, dx=-1)}, "travel along it"),
        ({"motion": Motion(3, dy=1)}, "travel along it"),
        ({"motion": Motion(1001, dy=-3)}, "its period is at most 1,000"),
        ({"motion": Motion(4, Orientation.R180, dy=-1)}, "recur flipped by F|, and in no other"),
        ({"motion": Motion(4, Orientation.FLIP_X, -1, -1)}, "does not travel straight up"),
        ({"motion": Motion(4, dx=-1, dy=-1), "mirror": MIRRORED}, "cannot be mirror-symmetric"),
        ({"motion": Motion(2, Orientation.FLIP_X, dy=-1), "mirror": MIRRORED}, "glide-symmetric"),
        ({"mirror": GUTTER}, "an odd width, and 8 is even"),
        ({"rule": Rule.parse("B03/S23")}, "B0"),
        ({"front": Pattern.of([])}, "must have a live cell"),
        ({"front": Pattern.of([(8, 0)])}, "columns 0 to 7"),
        ({"front": Pattern.of([(0, -1)])}, "rows 0 to 999"),
        ({"front": Pattern.of([(0, 10**9)])}, "rows 0 to 999"),
        ({"front": Pattern.of([(0, 0)]), "mirror": MIRRORED}, "its own mirror image"),
        ({"front": Pattern.of([(3, 0)]), "mirror": GUTTER, "width": 7}, "live cells in the gutter"),
    ],
)
def test_strips_that_make_no_sense_cannot_be_made(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)) as raised:
        replace(Strip(8, UP["c3"]), **wrong)
    assert "--" not in str(raised.value)


def test_found_ships_prove_nothing_about_others() -> None:
    """Each state is entered once: there may be other ships through the same states."""
    answers, end = ended(run(Strip(4, Motion(4, dx=-1, dy=-1)), RunOptions(None)))
    assert answers
    assert not end.exhausted


def test_a_search_that_has_more_ships_than_are_wanted_is_at_its_end() -> None:
    """A session is resumed with a smaller number than it has ships."""
    strip = Strip(4, Motion(4, dx=-1, dy=-1), max_length=12)
    before = tuple(e for e in run(strip, RunOptions(2)) if isinstance(e, Found))
    assert len(before) == 2
    answers, end = ended(run(strip, RunOptions(1), Checkpoint(found=before)))
    assert (answers, end.found, end.exhausted) == ([], 2, False)


@pytest.mark.slow("a wide strip")
@pytest.mark.parametrize(
    "strip", [Strip(12, UP["c4"], MIRRORED), Strip(13, Motion(5, dy=-2), MIRRORED)], ids=name
)
def test_long_proofs(strip: Strip) -> None:
    assert found(strip, jobs=2) is None


@pytest.mark.slow("a wide strip")
def test_a_wide_ship() -> None:
    assert found(Strip(15, UP["c4"], MIRRORED, look_ahead=3), jobs=2) is not None
