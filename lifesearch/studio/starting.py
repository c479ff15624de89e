"""What the page needs to know before anything is asked."""

from __future__ import annotations

from functools import cache
from typing import Any

from lifesearch import __version__
from lifesearch.options.readers import cores


@cache
def starting_values() -> dict[str, Any]:
    """The version, the names of rules, and how many cores there are."""
    from lifesearch.life.rules.names import NAMES

    return {
        "version": __version__,
        "rules": sorted(NAMES),
        "cores": cores(),
    }
