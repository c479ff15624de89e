"""`lifesearch rotors`: all that can change in a small window."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import ask
from lifesearch.options.table import Options

EPILOG = """\b
The rotor of an oscillator is the set of cells that change, its stator the
set of cells that are always alive. For each period, the table says how many
rotors fit in the window, for how many of them a stator was found, and the
sizes of the smallest rotor and of the smallest stator.

\b
Examples:
  lifesearch rotors 3x3                         of period 3 or more
  lifesearch rotors 4x4 --least 8               periods 8 and up
  lifesearch rotors 9x9 --symmetry C4 --least 5   symmetric ones
  lifesearch rotors 3x3 --rule HighLife         in another rule
  lifesearch rotors 3x3 -f json                 each rotor as a line
  lifesearch rotors 4x3 -o found.rle            the oscillators
  lifesearch rotors 5x4 --least 8 --session r   can be resumed
  lifesearch oscillator 7 --rotor 3x3           one period only"""

WINDOW = argument("WxH", "The window, width x height, that contains all changing cells.")


def rotors(window: Annotated[str, WINDOW], options: Options) -> None:
    """List all rotors in a window, of every period from 3 on."""
    from lifesearch.api.queries.asked import Asked, all_rotors

    ask(Asked(all_rotors(window, options)), options, everything=True)


COMMANDS = {"rotors": Command(rotors, EPILOG)}
