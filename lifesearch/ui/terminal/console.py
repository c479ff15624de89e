"""Consoles that behave in pipes."""

import sys
from collections.abc import Iterable
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from lifesearch.streams import behind
from lifesearch.text import visible, visible_line


class Printer(Console):
    """A console for plain sentences and grids: no markup, nothing wrapped or highlighted.

    A string is a sentence and stays on one line; a `Text` may have several. Control characters
    in either are printed as escapes.
    """

    def __init__(self, file: TextIO | None = None, *, stderr: bool = False) -> None:
        usual = sys.stderr if stderr else sys.stdout
        super().__init__(
            file=behind(file or usual),
            stderr=stderr,
            highlight=False,
            markup=False,
            emoji=False,
            soft_wrap=True,
        )

    def print(self, *objects: Any, **options: Any) -> None:
        """Print sentences and renderables."""
        shown = [visible_line(thing) if isinstance(thing, str) else thing for thing in objects]
        super().print(*shown, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Make texts visible; rich's own control codes are kept apart from them."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Let the program decide what a reader that went away means."""
        raise BrokenPipeError
