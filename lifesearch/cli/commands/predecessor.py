"""`predecessor`: what a pattern may have been, and whether anything can become it."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import ask
from lifesearch.options.table import Options

EPILOG = """\b
Examples:
  lifesearch predecessor glider.rle                one generation ago
  lifesearch predecessor glider.rle --pad 2 --all  all, in a larger box
  lifesearch predecessor - --generations 3         three generations ago
  lifesearch predecessor glider.rle --minimise population   the smallest one
  lifesearch predecessor garden.rle --orphan       is it an orphan?"""


PATTERN = argument(
    "PATTERN", "A file (RLE, .cells, Life 1.06), or -; in .cells files, '?' is any state."
)


def predecessor(pattern: Annotated[str, PATTERN], options: Options) -> None:
    """Find predecessors of a pattern, or prove that it is an orphan."""
    from lifesearch.api.queries import given_cells
    from lifesearch.api.queries.asked import Asked

    query, _ = given_cells.predecessor(pattern, options)
    ask(Asked(query), options)


COMMANDS = {"predecessor": Command(predecessor, EPILOG)}
