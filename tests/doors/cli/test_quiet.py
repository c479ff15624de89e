"""Nothing but answers, for those who want nothing else."""

import pytest

from tests.doors.cli.conftest import Run


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("still-life", "--box", "3x3", "--all"), 0),
        (("oscillator", "3", "--box", "4x4"), 1),
        (("spaceship", "c/5", "--box", "16x16", "--time-limit", "0.1s"), 3),
        (("soup", "--soups", "3", "--seed", "1", "-f", "csv"), 0),
        (("still-life", "--box", "3x"), 2),
    ],
)
def test_only_answers_are_printed(lifesearch: Run, words: tuple[str, ...], status: int) -> None:
    usual, quiet = lifesearch(*words), lifesearch(*words, "-q")
    assert (usual.returncode, quiet.returncode) == (status, status)
    assert quiet.stdout == usual.stdout
    assert usual.stderr
    assert quiet.stderr == (usual.stderr if status == 2 else "")


def test_quiet_and_verbose_contradict_each_other(lifesearch: Run) -> None:
    done = lifesearch("still-life", "--box", "3x3", "-q", "-v")
    assert done.returncode == 2
    assert done.stderr == (
        "lifesearch: --quiet and --verbose contradict each other: leave one of them out\n"
    )
