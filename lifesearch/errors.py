"""Everything that can go wrong, and whose fault it is.

LifesearchError
├── InputError             what was asked makes no sense: one sentence, exit status 2
│   ├── OptionError        ... in which options are named
│   └── FormatError        ... in a file, at a line
├── Undecided              a search reached its limit before an answer or a proof
└── VerificationError      a solver's answer that the simulator does not confirm: our bug
"""

import re
from collections.abc import Callable


class LifesearchError(Exception):
    """The root of all errors that lifesearch raises on purpose."""


class InputError(LifesearchError):
    """Bad input; the message names what was wrong and what would be right.

    It may be `about` parts of a query, by their names: how these were given is not known here.
    """

    def __init__(self, message: str, *about: str) -> None:
        super().__init__(message, *about)
        self.about = about

    def __str__(self) -> str:
        return str(self.args[0])


class OptionError(InputError):
    """Bad input in which options are named: in the message they stand in angle brackets.

    Python and the command line write names differently, so each writes the message. What an
    option takes may follow its name; only the command line shows it. Values are put in as by
    `str.format`.

    >>> error = OptionError("<max_area N> is not for {}: leave it out", "<this>")
    >>> print(error)
    max_area is not for <this>: leave it out
    >>> error.on_command_line()
    '--max-area N is not for <this>: leave it out'
    """

    def __init__(self, template: str, *values: object) -> None:
        super().__init__(template)
        self.args = (template, *values)

    def __str__(self) -> str:
        return self._written(lambda option: option[1])

    def on_command_line(self) -> str:
        """The message with the options of the command line."""
        return self._written(lambda option: f"--{_spelt(option[1])}{option[2]}")

    def with_names(self, spelt: Callable[[str], str]) -> str:
        """The message with the names of options spelt in another way."""
        return self._written(lambda option: spelt(option[1]))

    def _written(self, name: Callable[[re.Match[str]], str]) -> str:
        template, *values = self.args
        return re.sub(r"<([a-z_]+)([^>]*)>", name, template).format(*values)


def _spelt(option: str) -> str:
    """An option of Python as the command line calls it."""
    return "from" if option == "front" else option.replace("_", "-")


class FormatError(InputError):
    """A file that cannot be read, with the line (counted from 1) where it goes wrong."""

    def __init__(self, message: str, line: int, file: str = "") -> None:
        super().__init__(message)
        self.args = (message, line, file)
        self.message = message
        self.line = line
        self.file = file

    def __str__(self) -> str:
        place = f"line {self.line}: {self.message}"
        return f"{self.file}, {place}" if self.file else place


class Undecided(LifesearchError):  # noqa: N818 - it reads as what happened
    """A search reached its time limit: there may be an answer, and there may be none."""


class VerificationError(LifesearchError):
    """An answer that the independent simulator contradicts; never shown as a result."""
