"""`complete`: patterns of which some cells are known."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import ask
from lifesearch.errors import OptionError
from lifesearch.options.table import Options

EPILOG = """\b
A file has a grid for each generation, blank lines between:
  .  dead     o  alive     ?  unknown     #  begins a comment
  a-z (not o) equal wherever the letter stands, in capitals the complement
  ~  part of a still life, at which the others arrive in generation 1
  '  after a cell: its state here need not follow from the generation before
Files of Logic Life Search, with commas or blanks, are understood, too.
RLE is known as a whole; of LifeHistory, the marked cells are unknown.

\b
Examples:
  lifesearch complete eater.txt                 as many generations as grids
  lifesearch complete rotor.txt --period 3      back after three generations
  lifesearch complete ship.txt --velocity c/4   ... and one cell further up
  lifesearch complete glider.rle --unknown 5 --stable --period 6    its eaters
  lifesearch complete - --generations 5         from standard input"""


FILE = argument("FILE", "What is known, or - for standard input.")


def complete(file: Annotated[str, FILE], options: Options) -> None:
    """Complete a pattern of which some cells are known."""
    from lifesearch.api.queries import given_cells
    from lifesearch.api.queries.asked import Asked
    from lifesearch.formats.detect import read_known_cells_path

    known, own_rule = read_known_cells_path(file)
    if options.animate and (known.exempt or options.stable):
        raise OptionError("<animate> follows the rule, and cells here are exempt: leave it out")
    ask(Asked(given_cells.completion_of(known, own_rule, options)), options)


COMMANDS = {"complete": Command(complete, EPILOG)}
