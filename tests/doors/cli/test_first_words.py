"""What people type first, and what they are told: short, and with what to type next."""

from __future__ import annotations

import os

import pytest

from lifesearch.common.exit_status import ExitStatus
from lifesearch.core.options.readers import cores
from lifesearch.doors.cli.parameters import is_lost
from lifesearch.doors.request import JOBS_PER_CORE
from tests.doors.cli.conftest import Run


def test_the_command_alone_fits_in_a_small_terminal(lifesearch: Run) -> None:
    done = lifesearch()
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80
    assert lines[-2:] == [
        "Begin here:    lifesearch help first-steps",
        "All commands:  lifesearch --help",
    ]


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("oscillator", "p4"), "the period must be a whole number, not 'p4': did you mean 4?"),
        (
            ("smallest", "3"),
            "a class of rules comes first, such as outer-totalistic, not '3'; for one rule: "
            "lifesearch oscillator 3 --minimise box",
        ),
        (
            ("still-life", "--all"),
            "--all needs --box WxH, --max-area N or --width W --max-length N: without them the "
            "search would never end",
        ),
    ],
    ids=" ".join,
)
def test_what_was_meant(lifesearch: Run, words: tuple[str, ...], advice: str) -> None:
    done = lifesearch(*words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"lifesearch: {advice}\n")


def test_many_jobs_are_asked_for_in_quotes(lifesearch: Run) -> None:
    many = str(JOBS_PER_CORE * cores() + 1)
    done = lifesearch("oscillator", "2", "-j", many, "--explain")
    assert f"; --jobs '{many}!' starts them all" in done.stderr


def test_comments_fit_in_a_terminal_and_codes_stay_whole(lifesearch: Run) -> None:
    """What is copied from a terminal of 80 columns is RLE again."""
    words = ("catalyse", "herschel", "--area", "14x14", "-g", "30", "--count", "2", "-f", "rle")
    done = lifesearch(*words)
    comments = [line for line in done.stdout.splitlines() if line.startswith("#C ")]
    assert any(line.endswith(";") for line in comments)
    assert max(map(len, comments)) <= 79
    shown = lifesearch("identify", "-", stdin=done.stdout)
    assert shown.returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="there are no such terminals")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("identify", "-"), "type the pattern (. dead, O alive) or its RLE, then Ctrl-D"),
        (("identify", "-", "-q"), None),
        (("knuth", "sat-life", "0"), "type the mask, with * and ., then Ctrl-D"),
    ],
    ids=str,
)
def test_a_person_is_told_to_type(words: tuple[str, ...], told: str | None) -> None:
    from tests.doors.cli.terminal import terminal

    with terminal(*words) as ours:
        if told:
            assert told in " ".join(row.strip() for row in ours.until_rows("then Ctrl-D"))
        ours.send("*..\n.**\n**.\n\x04")
        ours.finish()
    assert told or "then Ctrl-D" not in ours.shown


@pytest.mark.parametrize(
    ("status", "values", "lost"),
    [
        (ExitStatus.INTERRUPTED, {"session": None}, True),
        (ExitStatus.GAVE_UP, {"session": None, "time_limit": 60.0}, True),
        (ExitStatus.GAVE_UP, {"session": None, "time_limit": None}, False),
        (ExitStatus.GAVE_UP, {"session": "s", "time_limit": 60.0}, False),
        (ExitStatus.GAVE_UP, {"time_limit": 60.0}, False),
        (ExitStatus.INTERRUPTED, {}, False),
    ],
)
def test_work_is_lost_without_a_session(status: int, values: dict[str, object], lost: bool) -> None:
    """By Ctrl-C and by a time limit; not where there is no such option."""
    assert is_lost(status, values) == lost
