"""What is shown while a search goes on."""

from io import StringIO

from rich.console import Console

from lifesearch.running.events import Lost, Progress, Runner
from lifesearch.solving.configuration import Configuration
from lifesearch.solving.parts import Part
from lifesearch.ui.search.progress import Display


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
        runners = (Runner(Part((14, 14)), Configuration(), 5, "14x14 box", why="a" * 40),)
        display.show(Progress(conflicts=5, found=0, runners=runners))
        _, longest = terminal.getvalue().rsplit("\n", 1)
        console.width = len(longest) - 1
        terminal.seek(0)
        terminal.truncate()
        display.show(Progress(conflicts=6, found=0, runners=runners))
        up = terminal.getvalue().split("found")[0].count("\x1b[1A")
        assert up == 2  # two lines were drawn, and one of them is now two rows


def test_who_was_lost_is_a_solver_only_if_it_was_one() -> None:
    solver = Lost(Part((16, 4)), Configuration("glucose4"), "was ended by SIGKILL")
    assert solver.who.startswith("a solver (16x4, glucose4")
    worker = Lost(Part((0, 0)), "soups 0 to 255", "was ended by SIGKILL")
    assert worker.who == "a worker (soups 0 to 255)"
