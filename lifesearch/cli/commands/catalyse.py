"""`lifesearch catalyse`: still lifes around an active part."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.search_arguments import ask
from lifesearch.options.table import Options

PATTERN = argument("PATTERN", "The active part: a file, a name or an apgcode.")


def catalyse(pattern: Annotated[str, PATTERN], options: Options) -> None:
    """Find still lifes that make an active part recur, vanish or move on."""
    if not options.explain:
        from lifesearch.catalyst_search import begin_to_compile

        begin_to_compile()  # what is asked is read meanwhile
    from lifesearch.api.queries.asked import asked, wanting

    ask(asked("catalyse", pattern, options), wanting("catalyse", options))
