"""Open the terminal for drawing, on whichever system this is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from lifesearch.errors import OptionError
from lifesearch.ui.terminal.screen import Screen


def require_terminal() -> None:
    """Raise an InputError unless an animation can be shown on standard output."""
    if sys.stdout is None or not sys.stdout.isatty():
        raise OptionError(
            "<animate> needs a terminal, but standard output is not one: leave it out, or make "
            "an animated picture with 'lifesearch show FILE <gif out.gif>'"
        )
    if sys.platform != "win32":
        from lifesearch.ui.terminal import posix_screen

        posix_screen.require_terminal()


@contextmanager
def screen() -> Iterator[Screen]:
    """The terminal of standard output, to be drawn on."""
    require_terminal()
    sys.stdout.flush()
    if sys.platform == "win32":
        from lifesearch.ui.terminal.windows_screen import windows_screen as opened
    else:
        from lifesearch.ui.terminal.posix_screen import posix_screen as opened
    with opened() as ours:
        yield ours
