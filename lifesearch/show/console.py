"""Consoles that behave in pipes."""

from typing import TextIO

from rich.console import Console


class Printer(Console):
    """A console for plain sentences and grids: no markup, nothing wrapped or highlighted."""

    def __init__(self, file: TextIO | None = None, *, stderr: bool = False) -> None:
        super().__init__(
            file=file, stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True
        )

    def on_broken_pipe(self) -> None:
        """Let the program decide what a reader that went away means."""
        raise BrokenPipeError
