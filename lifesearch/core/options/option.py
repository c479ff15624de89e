"""One option, for all doors: its name, type, help, default, and the commands that have it.

The command line makes its parameters from it, Python a signature and a docstring, the studio a
field, and the manual a line. In help texts `<box>` stands for the option `box`, as in the messages
of `OptionError`: each door spells it in its own way (`--box`, `box`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lifesearch.common.errors import Spell, spelt
from lifesearch.common.text import alternatives
from lifesearch.core.options import readers
from lifesearch.core.options.readers import Names

HEADINGS = ("What", "Where", "Row by row", "How many", "Output", "Running")
WHAT, WHERE, ROWS, COUNT, OUTPUT, RUNNING = HEADINGS
BOXES, GROWING_BOXES = "boxes", "boxes that grow"


@dataclass(frozen=True)
class Option:
    """One option of some commands.

    key: its name in Python, and in messages
    metavar: what stands for its value in help; empty if the option is a flag
    value_type: a range of whole numbers, names to choose from, `bool`, `str`, or a reader
    help: what it does, in one or two sentences; `{names}` stands for the values to choose from
    commands: the commands that have it
    heading: where it stands in help
    default: its value if it is left out, as a text or as a value
    usual: the default in words, for help, if it is not a fixed value
    name: its name on the command line, if that is not the key
    letter: a short name on the command line, such as -f
    spellings: other spellings of the name
    completions: the names to complete its value, if the reader does not know them
    many: it may be repeated, and is read from a list
    short: the commands whose short help (--help, not --help-all) lists it
    door: "cli" or "python" if it can be given there only
    running: it limits the resources of a run, and is an option of `Search.run` in Python, too
    places: where the studio offers it: box, drawn, any, strip, or what a form `offers` (film)
    label: what the studio calls it, above its field and in messages
    example: what stands in its field in the studio while that is empty
    since: the version that had it first
    in_python: what Python takes beside the texts of the command line
    only_in: BOXES or GROWING_BOXES if it is for these, and not for strips
    asks: the function that makes the request if it is given, if the question is then of another
        kind than the command's (as in `Command.asks`)
    """

    key: str
    metavar: str
    value_type: Any
    help: str
    commands: tuple[str, ...]
    heading: str = ""
    default: Any = None
    usual: str = ""
    name: str = ""
    letter: str = ""
    spellings: tuple[str, ...] = ()
    completions: Callable[[], Iterable[str]] | None = None
    many: bool = False
    short: tuple[str, ...] = ()
    door: str = ""
    running: bool = False
    places: str = ""
    label: str = ""
    example: str = ""
    since: str = "0.1.0"
    in_python: str = ""
    only_in: str = ""
    asks: str = ""

    def but(self, **changes: Any) -> Option:
        """A copy with other values, ten times as fast as `dataclasses.replace`."""
        other = object.__new__(Option)
        vars(other).update(vars(self), **changes)
        return other

    @property
    def is_flag(self) -> bool:
        return self.value_type is bool

    @property
    def on_command_line(self) -> str:
        return self.name or f"--{self.key.replace('_', '-')}"

    def read(self, value: Any) -> Any:
        """Read its value from a text, or check a value given in Python; None if it is left out."""
        if value is None:
            return None
        if isinstance(numbers := self.value_type, range):
            return readers.whole(value, f"<{self.key}>", numbers.start, numbers.stop - 1)
        if self.value_type in (bool, str):
            return (readers.flag if self.is_flag else readers.text)(value, f"<{self.key}>")
        return self.value_type(value)

    @property
    def value_if_left_out(self) -> Any:
        return False if self.is_flag and self.default is None else self.read(self.default)

    def complete(self, incomplete: str) -> list[str]:
        """The possible values that begin with these letters, for an option with a list of them."""
        if self.completions is not None:
            return Names("", self.completions).complete(incomplete)
        # `Names`, or their method `several`.
        names = getattr(self.value_type, "__self__", self.value_type)
        return names.complete(incomplete) if isinstance(names, Names) else []

    def explained(self, spell: Spell, *, brief: bool = False) -> str:
        """Its help and default, with options spelt by the door; if `brief`, the first sentence."""
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
    value_type: Any,
    help: str,  # noqa: A002 - as typer calls it
    commands: str,
    heading: str = "",
    *,
    short: str | bool = "",
    **more: Any,
) -> Option:
    """Make an entry of the table; `commands` and `short` are names with spaces between them.

    `short` may be True, for all of the commands.
    """
    names = tuple(commands.split())
    brief = names if short is True else tuple(str(short or "").split())
    return Option(key, metavar, value_type, help, names, heading, short=brief, **more)
