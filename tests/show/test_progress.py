"""What is shown while a search goes on."""

from io import StringIO
from time import monotonic

import pytest
from rich.console import Console

from lifesearch.core.events import Extent, Lost, Progress, Runner
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.part import Part
from lifesearch.show.search.progress import Display
from tests.doors.cli.screen import shown


def test_lines_that_come_back_leave_alone_what_was_printed_meanwhile() -> None:
    terminal = StringIO()
    console = Console(file=terminal, force_terminal=True, width=80, height=24)
    with Display(console, moving=True) as display:
        runners = (Runner(Part((3, 3)), Configuration(), 5),) * 2
        display.show(Progress(conflicts=5, found=0, runners=runners))
        with display.hidden():
            terminal.truncate(0)
            console.print("an answer")
        assert "an answer" in terminal.getvalue()
        assert "\x1b[1A" not in terminal.getvalue()


def test_lines_that_a_narrower_terminal_breaks_are_erased() -> None:
    terminal = StringIO()
    console = Console(file=terminal, force_terminal=True, width=100, height=24)
    with Display(console, moving=True) as display:
        noted = Progress(conflicts=5, found=0, note="a" * 40)
        display.show(noted)
        (drawn,) = filter(None, shown(terminal.getvalue(), 100, 24))
        console.width = len(drawn) - 10
        terminal.seek(0)
        terminal.truncate()
        display.show(noted)
        up = terminal.getvalue().split("found")[0].count("\x1b[1A")
        assert up == 2  # two lines were drawn, and one of them is now two rows


@pytest.mark.parametrize("width", [1, 2, 3, 4, 12])
def test_terminals_of_few_columns(width: int) -> None:
    """Even where no line has room, the progress with a map of the parts is no error."""
    console = Console(file=StringIO(), force_terminal=True, width=width, height=24)
    with Display(console, moving=True) as display:
        display.show(Progress(5, 0, note="a", extent=Extent(1, 3, "1 of 3 boxes", parts="#+.")))


@pytest.mark.parametrize("typed", ["^C", "^C^C^C"])
def test_nothing_is_left_of_the_lines_when_ctrl_c_is_typed_into_them(typed: str) -> None:
    """The terminal writes ^C where the cursor is, which must not be the end of a full line."""
    for letters in range(20, 90):
        terminal = StringIO()
        console = Console(file=terminal, force_terminal=True, width=80, height=24)
        words = "a" * (letters // 2) + " " + "b" * (letters - letters // 2)
        with Display(console, moving=True, about=lambda: ["what is asked"]) as display:
            display.show(Progress(conflicts=5, found=0, extent=Extent(3, 12, words)))
            terminal.write(typed)
        assert not any(shown(terminal.getvalue().replace("\n", "\r\n"), 80, 24))


def test_after_a_long_wait_the_log_has_one_line() -> None:
    log = StringIO()
    console = Console(file=log, width=80)
    with Display(console, moving=False, started=monotonic() - 1000) as display:
        for found in range(9):
            display.show(Progress(conflicts=5, found=found, unit="conflict"))
    assert log.getvalue().count("found") == 1


def test_who_was_lost_is_a_solver_only_if_it_was_one() -> None:
    solver = Lost(Part((16, 4)), Configuration("glucose4"), "was ended by SIGKILL")
    assert solver.who.startswith("a solver (16x4, glucose4")
    worker = Lost(Part((0, 0)), "soups 0 to 255", "was ended by SIGKILL")
    assert worker.who == "a worker (soups 0 to 255)"
