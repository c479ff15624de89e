"""From options to random soups."""

from __future__ import annotations

from collections.abc import Sequence
from random import randrange

from lifesearch import option_text, require
from lifesearch.api import values
from lifesearch.api.queries.conditions import Options, get
from lifesearch.errors import InputError
from lifesearch.life.symmetry import Symmetry
from lifesearch.limits import LARGEST_SOUP
from lifesearch.queries.soups import SEEDS, SoupQuery


def soups(options: Options) -> SoupQuery:
    """Soups of some symmetries; without a seed, of one that nobody knows before."""
    seed, density = options.get("seed"), options.get("density", 0.5)
    if isinstance(density, str | int):
        density = option_text.density(str(density))
    require.kind(density, "the density", float)
    least, most = _sides(options.get("size", (8, 16)))
    return SoupQuery(
        values.rule(get(options, "rule")),
        _symmetries(options.get("symmetry")),
        randrange(SEEDS) if seed is None else values.whole(seed, "seed", 0),
        density,
        least,
        most,
    )


def _symmetries(names: str | Sequence[str] | None) -> tuple[Symmetry, ...]:
    """Symmetries, each once; names in a text have commas between them."""
    several = [names] if isinstance(names, str) else names or ()
    each = [name.strip() for text in several for name in values.text(text, "symmetry").split(",")]
    return tuple(dict.fromkeys(map(values.symmetry, each)))


def _sides(size: values.Whole | Sequence[int]) -> tuple[int, int]:
    if isinstance(size, str):
        return option_text.sides(size)
    sides = (size, size) if isinstance(size, int) else tuple(size)
    if len(sides) != 2:
        raise InputError(f"the size of soups is a number or two, such as (8, 16), not {size!r:.40}")
    least, most = (values.whole(side, "the side of a soup", 1, LARGEST_SOUP) for side in sides)
    return least, most
