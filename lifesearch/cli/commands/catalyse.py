"""`lifesearch catalyse`: still lifes around an active part."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import ask
from lifesearch.options.table import Options

EPILOG = """\b
A catalyst is a still life that the active part touches, and that survives.
With --period the whole is an oscillator; without, what comes out is reported:
nothing (an eater), the active part elsewhere (a conduit), or gliders.
PATTERN may also be one of these, which are not in the catalogue: queen bee,
twin bees, pi-heptomino, B-heptomino, R-pentomino, Herschel, century.

\b
Examples:
  lifesearch catalyse 'queen bee' --period 30     the queen bee shuttle
  lifesearch catalyse glider --catalysts 1        still lifes that eat it
  lifesearch catalyse pi-heptomino --of block     what blocks do to it
  lifesearch catalyse Herschel -g 80 --session h  can be resumed
  lifesearch catalyse 'twin bees' --period 46 --symmetry D2- --of block"""

PATTERN = argument("PATTERN", "The active part: a file, a name or an apgcode.")


def catalyse(pattern: Annotated[str, PATTERN], options: Options) -> None:
    """Find still lifes that make an active part recur, vanish or move on."""
    from lifesearch.catalyst_search import begin_to_compile

    begin_to_compile()
    from lifesearch.api.queries.asked import Asked
    from lifesearch.api.queries.catalysts import catalysts

    everything = options.count is None and options.minimise is None
    ask(Asked(catalysts(pattern, options)), options, everything=everything)


COMMANDS = {"catalyse": Command(catalyse, EPILOG)}
