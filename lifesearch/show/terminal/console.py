"""Consoles that behave in pipes.

Commands and views print by a `Printer`.
"""

import sys
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.highlighter import RegexHighlighter
from rich.segment import Segment
from rich.theme import Theme

from lifesearch.common.streams import Loudness, behind, loudness, wrapped_to
from lifesearch.common.text import visible, visible_line


class Meaning(RegexHighlighter):
    """Colours for what is found, proved or undecided, and for hints (see COLOURS)."""

    highlights: ClassVar[Sequence[str]] = [
        r"(?P<found>\b[1-9][\d,]* found\b)",
        r"(?P<proved>\bproved\b)",
        r"(?P<undecided>\b(undecided|not decided|not counted|time limit reached|interrupted)\b)",
        r"(?P<hint>^(hint|note|to continue|already known):?)",
    ]


COLOURS = {"found": "green", "proved": "cyan", "undecided": "yellow", "hint": "magenta"}


class Printer(Console):
    """A console for plain sentences and grids: no markup; messages have the colours of `Meaning`.

    A string is a sentence and stays on one line, unless it is a message that is too long for a
    terminal; a `Text` may have several. Control characters in either are printed as escapes.
    Messages are on standard error, and there are none where a command is to be quiet. Output goes
    below the wrapper that rich puts around a stream while it draws progress.
    """

    def __init__(self, file: TextIO | None = None, *, stderr: bool = False) -> None:
        usual = sys.stderr if stderr else sys.stdout
        super().__init__(
            file=behind(file or usual),
            stderr=stderr,
            quiet=stderr and loudness() is Loudness.QUIET,
            highlight=stderr,
            highlighter=Meaning(),
            theme=Theme(COLOURS),
            markup=False,
            emoji=False,
            soft_wrap=True,
        )
        self.verbose = loudness() is Loudness.VERBOSE

    def print(self, *objects: Any, **options: Any) -> None:
        shown = [self._line(each) if isinstance(each, str) else each for each in objects]
        super().print(*shown, **options)

    def _line(self, sentence: str) -> str:
        line = visible_line(sentence)
        return wrapped_to(line, self.width) if self.stderr and self.is_terminal else line

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
        """Raise BrokenPipeError when the reader has gone, instead of exiting as rich does."""
        raise BrokenPipeError
