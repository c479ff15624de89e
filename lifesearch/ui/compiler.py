"""Lines about the compiler, each of which is printed once."""

from __future__ import annotations

from lifesearch.compiled.notices import Compiling, Notice, once
from lifesearch.ui.terminal.console import Printer


class CompilerLines:
    """Prints notices; that something is compiled matters only to people who are waiting."""

    def __init__(self, messages: Printer, *, moving: bool = True) -> None:
        self._messages = messages
        self._waiting = moving and messages.is_terminal
        self._print = once(lambda what: messages.print(str(what)))

    def __call__(self, what: Notice) -> None:
        """Print a notice, if it is a new one."""
        if self._waiting or not isinstance(what, Compiling):
            self._print(what)
