"""Progress: shown to whoever waits at a terminal, and to nobody else."""

from __future__ import annotations

import io
import sys

import pytest

import lifesearch as ls
from lifesearch.doors.python import notebook as progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "DELAY", 0)
    monkeypatch.setenv("TERM", "xterm")


def test_a_terminal_shows_lines_that_go_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    result = ls.Oscillator(2, box=(4, 4)).run(None, jobs=1)
    for _ in result:
        assert isinstance(sys.stderr, Terminal)
        # The lines are gone, and the cursor is there, while the caller's own code runs.
        shown = sys.stderr.getvalue()
        assert shown.count("\x1b[?25l") == shown.count("\x1b[?25h")
    assert isinstance(sys.stderr, Terminal)
    assert "found · " in sys.stderr.getvalue()


@pytest.mark.parametrize("wanted", [None, False])
def test_elsewhere_there_is_silence(
    wanted: bool | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if wanted is False:
        monkeypatch.setattr(sys, "stderr", Terminal())
    assert ls.find_still_life(box=(2, 2), progress=wanted)
    assert not (
        sys.stderr.getvalue() if isinstance(sys.stderr, Terminal) else capsys.readouterr()[1]
    )
