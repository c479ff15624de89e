"""The errors that lifesearch raises.

LifesearchError
├── InputError             the input makes no sense: one sentence
│   ├── OptionError        ... in which options are named
│   └── FormatError        ... in a file, at a line
├── ClusterLost            a cluster that does not answer any more
├── Undecided              a search ended before it had found or proved what was asked
└── VerificationError      an answer, or a result in a session, that a check contradicts

The exit status is 2 after an InputError, and 3 after any other of them that no command handles: see
`common.failure`.
"""

import re
from collections.abc import Callable

Spell = Callable[[str, str], str]
"""Spells an option, from its key and the name of its value (with a blank before it)."""


def spelt(template: str, spell: Spell) -> str:
    """A text with options in angle brackets, in which their names are spelt for one door.

    >>> spelt("give <box WxH>, or <torus>", in_python)
    'give box=, or torus='
    """
    return re.sub(
        r"<([a-z_]+)( [^<>]*)?>", lambda option: spell(option[1], option[2] or ""), template
    )


def in_python(key: str, value: str = "") -> str:
    """An option as Python's keyword; to find all answers is none there."""
    return "the search for all answers" if key == "everything" else f"{key}="


class LifesearchError(Exception):
    """The root of all errors that lifesearch raises on purpose."""

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows instead of the traceback: the line that called, and the message."""
        from pathlib import Path
        from traceback import extract_tb

        package, calls = Path(__file__).parents[1], list[str]()
        for frame in extract_tb(self.__traceback__):
            if package in Path(frame.filename).parents:
                break
            calls = [f"----> {frame.lineno} {frame.line}"] if frame.line else []
        return [*calls, f"{type(self).__name__}: {self}"]


class InputError(LifesearchError):
    """Bad input; the message says what is wrong and what would be right."""

    # Unlike an Exception, it needs a message.
    def __init__(self, message: str) -> None:
        super().__init__(message)


class ClusterLost(LifesearchError):  # noqa: N818 - it reads as what happened
    """A cluster does not answer any more: its head is gone, or the network to it hangs."""


class OptionError(InputError):
    """Bad input in which options are named: in the message they stand in angle brackets.

    Python, the command line and the studio write names differently, so each spells the message. The
    name of an option's value may follow its name; only the command line shows it. Values are
    inserted as by `str.format`.

    >>> error = OptionError("<max_area N> is not for {}: leave it out", "<this>")
    >>> print(error)
    max_area= is not for <this>: leave it out
    >>> error.spelt(lambda key, value: f"--{key.replace('_', '-')}{value}")
    '--max-area N is not for <this>: leave it out'
    """

    def __init__(self, template: str, *values: object) -> None:
        super().__init__(template)
        self.args = (template, *values)  # pickle makes the error anew from these

    def __str__(self) -> str:
        return self.spelt(in_python)

    def spelt(self, spell: Spell) -> str:
        """The message with the names of options spelt for one door."""
        template, *values = self.args
        return spelt(template, spell).format(*values)


class FormatError(InputError):
    """A file that cannot be read, with the line (counted from 1) where it goes wrong."""

    def __init__(self, message: str, line: int, file: str = "") -> None:
        super().__init__(message)
        self.args = (message, line, file)  # pickle makes the error anew from these
        self.message = message
        self.line = line
        self.file = file

    def __str__(self) -> str:
        place = f"line {self.line}: {self.message}"
        return f"{self.file}, {place}" if self.file else place


class Undecided(LifesearchError):  # noqa: N818 - it reads as what happened
    """A search ended before it had found or proved what was asked, such as by its time limit."""


class VerificationError(LifesearchError):
    """An answer or a saved result that a check contradicts: our bug, or a session was changed.

    It is never shown as a result.
    """
