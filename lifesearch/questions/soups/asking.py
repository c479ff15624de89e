"""From the options of `soup` to a request for soups and their census."""

from __future__ import annotations

from random import randrange

from lifesearch.common.errors import InputError, OptionError
from lifesearch.formats.registry import all_formats
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.soups.question import SEEDS, SoupQuery
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request

USUAL_SOUPS = 100_000
"""Soups without a number and a time limit; with fewer, rare objects are seldom among them."""


def request(_: None, options: Options) -> Request:
    """The request of `soup`; without a seed, it has a random one.

    The number of soups becomes the number of answers to find: `SoupCoordinator` counts soups by it,
    not objects. With None they have no end, and the time limit ends the search.
    """
    _require_states(options.form, options.rule)
    if options.show is not None:
        _require_one(options)
    count = options.soups or (None if options.time_limit else USUAL_SOUPS)
    seed = randrange(SEEDS) if options.seed is None else options.seed
    query = SoupQuery(options.rule, options.symmetry or (), seed, options.density, *options.size)
    # The seed is that of the soups, not of a solver. With `new`, a session keeps its first seed.
    new = options.seed is None
    return Request(query, options.but(count=count, everything=count is None, seed=None, new=new))


def resumed(query: SoupQuery, options: Options, count: int | None) -> Options:
    """The options to continue a session whose number of soups was `count`; a larger one extends it.

    With None, soups have no end.
    """
    _require_states(options.form, query.rule)
    return options.but(count=options.soups or count)


def _require_one(options: Options) -> None:
    """Refuse options that contradict <show>, which prints one soup and runs none."""
    if options.seed is None:
        raise OptionError("<show> prints a soup of a seed: give <seed N>, too")
    if key := options.any_of("soups", "session", "time_limit", "census", "all_new", "remember"):
        raise OptionError(f"<show> prints a soup and runs none: leave out <{key}>")


def _require_states(form: str | None, rule: Rule) -> None:
    """Refuse a format that cannot hold what comes out of the soups, before they are run."""
    too_small = any(each.name == form and not each.has_states for each in all_formats())
    if too_small and rule.states > 2:
        raise InputError(
            f"the format {form} has two states, but {rule} has {rule.states}: "
            "choose rle, json, csv or apgcode"
        )
