"""What a search for patterns says when it is stopped, and when it is resumed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest

from lifesearch.common.exit_status import ExitStatus
from lifesearch.core.events import Event, Finished, Found, Progress, TimeLimitReached
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.choose import choose
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.show.search.output import Presentation
from lifesearch.show.search.progress import Display
from lifesearch.show.search.view import PatternSearchView
from tests.searching import run

C2_BOX = Periodic(Motion(7), (13, 13), Symmetry.parse("C2"))
RULED_OUT = Progress(5, 0, ruled_out=("D8", "C4"))
PROVED = "proved: no such pattern centred in the box has symmetry D8, C4"


def view() -> PatternSearchView:
    return PatternSearchView(choose(C2_BOX, RunOptions(1, 2)), Presentation())


@pytest.mark.parametrize(
    ("end", "status", "said"),
    [
        (TimeLimitReached(3), ExitStatus.GAVE_UP, True),
        (Finished(0, 5, exhausted=False), ExitStatus.GAVE_UP, True),
        (Finished(0, 5, exhausted=True), ExitStatus.NONE, False),
    ],
)
def test_symmetries_that_are_ruled_out_are_said_at_the_end(
    end: TimeLimitReached | Finished,
    status: ExitStatus,
    capsys: pytest.CaptureFixture[str],
    *,
    said: bool,
) -> None:
    """Also if later progress, such as that of the last moment, does not name them."""
    events = [RULED_OUT, replace(RULED_OUT, ruled_out=()), end]
    assert view().show(events) is status
    assert (PROVED in capsys.readouterr().err.replace("\n", " ")) is said


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize(
    ("end", "status"),
    [
        (Finished(0, 5, exhausted=True), ExitStatus.NONE),
        (TimeLimitReached(3), ExitStatus.GAVE_UP),
    ],
)
def test_ctrl_c_while_the_end_is_printed_changes_nothing(
    end: TimeLimitReached | Finished,
    status: ExitStatus,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take = PatternSearchView._take
    assert view().follow([end]) is status
    uninterrupted = capsys.readouterr().err

    def interrupted(self: PatternSearchView, event: object, display: Display) -> ExitStatus | None:
        os.kill(os.getpid(), signal.SIGINT)
        return take(self, event, display)

    monkeypatch.setattr(PatternSearchView, "_take", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert view().follow([end]) is status
    finally:
        signal.signal(signal.SIGINT, before)
    assert capsys.readouterr().err == uninterrupted


def test_answers_that_were_held_back_are_shown_after_ctrl_c(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An answer that was shown before is not shown again."""
    box = Periodic(Motion(2), (3, 3))
    plan = choose(box, RunOptions(None, 1))
    *_, shown = (event for event in run(box, RunOptions(None, 1)) if isinstance(event, Found))
    stopped = PatternSearchView(plan, Presentation(form="apgcode"))

    def events() -> Iterator[Event]:
        yield shown
        stopped.last += [shown, replace(shown)]
        raise KeyboardInterrupt

    assert stopped.show(events()) is ExitStatus.INTERRUPTED
    out, err = capsys.readouterr()
    assert out.split() == ["xp2_7"] * 2
    assert "; 2 found" in err


def test_parts_of_cases_are_not_counted_as_cases() -> None:
    """Of 8 cases none may be settled, although many parts of them are."""
    box = (13, 13)
    cases = Checkpoint(searched=frozenset({Part(box, "010"), Part(box, "011")}), depth=3)
    assert view().known_before(cases) == "0 found, 2 parts searched"
    within = Checkpoint(searched=frozenset({Part(box, "0101"), Part(box, "01100")}), depth=3)
    assert view().known_before(within) == "0 found, 2 parts of cases searched"
