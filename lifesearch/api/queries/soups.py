"""From options to random soups."""

from __future__ import annotations

from random import randrange

from lifesearch.api.queries.conditions import Options
from lifesearch.options.table import all_read
from lifesearch.queries.soups import SEEDS, SoupQuery


def soups(options: Options) -> SoupQuery:
    """Soups of some symmetries; without a seed, of one drawn at random."""
    which = all_read("soup", options)
    seed = randrange(SEEDS) if which.seed is None else which.seed
    return SoupQuery(which.rule, which.symmetry or (), seed, which.density, *which.size)
