"""What the page needs to know before anything is asked."""

from __future__ import annotations

from functools import cache
from typing import Any

from lifesearch import __version__
from lifesearch.options.readers import cores
from lifesearch.studio.asking import offers


@cache
def starting_values() -> dict[str, Any]:
    """The version, the names of rules, how many cores there are, and the words of the form."""
    from lifesearch.life.rules.names import NAMES

    return {
        "version": __version__,
        "rules": sorted(NAMES),
        "cores": cores(),
        "fields": offers.words(),
    }
