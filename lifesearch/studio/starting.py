"""What the page needs to know before anything is asked."""

from __future__ import annotations

from functools import cache
from typing import Any

from lifesearch import __version__
from lifesearch.option_text import cores
from lifesearch.studio.asking import offers
from lifesearch.studio.asking.drawing import LETTERS, MOST_GENERATIONS, WIDEST
from lifesearch.studio.asking.question import BEST


@cache
def starting_values() -> dict[str, Any]:
    """Names of rules, symmetries and kinds, and limits."""
    from lifesearch.life.rules.names import NAMES

    return {
        "version": __version__,
        "kinds": offers.KINDS,
        "rules": sorted(NAMES),
        "best": list(BEST),
        "letters": LETTERS,
        "widest": WIDEST,
        "generations": MOST_GENERATIONS,
        "cores": cores(),
    }
