"""One line on the terminal that says how a search is getting on."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner

from lifesearch.search.events import Progress


class Ticker:
    """Shows elapsed time, conflicts and answers; silent when it is not a terminal."""

    def __init__(self, console: Console) -> None:
        self.started = monotonic()
        self._spinner = Spinner("dots", " starting")
        self._live = Live(self._spinner, console=console, transient=True, refresh_per_second=8)
        self._visible = console.is_terminal

    def __enter__(self) -> "Ticker":
        if self._visible:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return monotonic() - self.started

    def show(self, progress: Progress) -> None:
        """Update the line."""
        where = f"{progress.where} box · " if progress.where else ""
        self._spinner.update(
            text=f" {self.elapsed:.0f} s · {where}{progress.conflicts:,} conflicts · "
            f"{progress.found:,} found"
        )

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the line away while something else is printed."""
        self._live.stop()
        try:
            yield
        finally:
            if self._visible:
                self._live.start()
