"""An option: everything that is known of it, whichever way it is given.

The command line makes its parameters of it, Python a signature and a docstring, the studio a field,
and the manual a line. In help texts `<box>` stands for another option, as in the messages of
`OptionError`: each of them spells it in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lifesearch.errors import Spell, spelt
from lifesearch.options import readers
from lifesearch.options.readers import Names
from lifesearch.text import alternatives

HEADINGS = ("What", "Where", "Row by row", "How many", "Output", "Running")
WHAT, WHERE, ROWS, COUNT, OUTPUT, RUNNING = HEADINGS
BOXES, GROWING_BOXES = "boxes", "boxes that grow"


@dataclass(frozen=True)
class Option:
    """One option of some commands.

    key: its name in Python, and in messages
    metavar: what stands for its value in help; empty if the option is a flag
    kind: the type: a range of whole numbers, names to choose from, `bool`, `str`, or a reader
    help: what it does, in one or two sentences
    commands: the commands that have it
    heading: where it stands in help
    default: its value if it is left out, as a text or as a value
    usual: what help says of a default that is no value
    name: its name on the command line, if that is not the key
    letter: a short name on the command line, such as -f
    spellings: other spellings of the name
    old: names that it had before; they still work, with a hint
    known: names that complete its value, of an option with a reader of its own
    many: it may be repeated, and is read from a list
    short: the commands in whose short help it is
    door: "cli" or "python" if it can be given there only
    running: it says what may be spent, and is an option of `Search.run`
    places: where the studio offers it: box, drawn, any, strip
    label: what the studio calls it, above its field and in messages
    since: the version that had it first
    in_python: what Python takes beside the texts of the command line
    only_in: BOXES or GROWING_BOXES if it is for these, and not for strips
    refused: commands that do not have it, each with what is said to those who give it there
    """

    key: str
    metavar: str
    kind: Any
    help: str
    commands: tuple[str, ...]
    heading: str = ""
    default: Any = None
    usual: str = ""
    name: str = ""
    letter: str = ""
    spellings: tuple[str, ...] = ()
    old: tuple[str, ...] = ()
    known: Callable[[], Iterable[str]] | None = None
    many: bool = False
    short: tuple[str, ...] = ()
    door: str = ""
    running: bool = False
    places: str = ""
    label: str = ""
    since: str = "0.1.0"
    in_python: str = ""
    only_in: str = ""
    refused: tuple[tuple[str, str], ...] = ()

    @property
    def is_flag(self) -> bool:
        return self.kind is bool

    @property
    def on_command_line(self) -> str:
        return self.name or f"--{self.key.replace('_', '-')}"

    def read(self, value: Any) -> Any:
        """Its value, of a text or a value of Python's; None stands for an option left out."""
        if value is None:
            return None
        if isinstance(self.kind, range):
            return readers.whole(value, f"<{self.key}>", self.kind.start, self.kind.stop - 1)
        if self.kind in (bool, str):
            return (readers.flag if self.is_flag else readers.text)(value, f"<{self.key}>")
        return self.kind(value)

    @property
    def left_out(self) -> Any:
        return False if self.is_flag and self.default is None else self.read(self.default)

    def complete(self, incomplete: str) -> list[str]:
        """The names that begin like this, of those that its value may be."""
        if self.known is not None:
            return Names("", self.known).complete(incomplete)
        names = getattr(self.kind, "__self__", self.kind)
        return names.complete(incomplete) if isinstance(names, Names) else []

    def explained(self, spell: Spell, *, brief: bool = False) -> str:
        """What it does, with the names of options spelt in some way; in brief, one sentence."""
        default = self.usual or (self.default if self.default not in (None, False) else "")
        words = self.help
        if "{names}" in words:
            words = words.replace("{names}", alternatives(self.complete("")))
        if brief:
            first, end, _ = words.partition(". ")
            words = f"{first}." if end else first
        words, default = spelt(words, spell), spelt(str(default), spell)
        return f"{words}  [default: {default}]" if default != "" else words


def option(
    key: str,
    metavar: str,
    kind: Any,
    help: str,  # noqa: A002 - as typer calls it
    commands: str,
    heading: str = "",
    *,
    short: str | bool = "",
    **more: Any,
) -> Option:
    """An entry of the table, with the names of commands in a text; `short` may be all of them."""
    names = tuple(commands.split())
    brief = names if short is True else tuple(str(short or "").split())
    return Option(key, metavar, kind, help, names, heading, short=brief, **more)
