"""From a class of rules and options to a question for the smallest ships and oscillators."""

from __future__ import annotations

from random import randrange

from lifesearch.common.errors import OptionError
from lifesearch.core.options.readers import text
from lifesearch.engines.on_demand.classes import class_named
from lifesearch.questions.smallest.known import known_speeds
from lifesearch.questions.smallest.question import Smallest
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request

SEEDS = 10**9
"""The number of seeds to draw from, if none is given: few enough to be short to type."""


def request(rules: str, options: Options) -> Request:
    """The request of `smallest`: to search all small patterns or, with <random>, random ones."""
    if options.random and options.time_limit is None:
        raise OptionError("<random> runs never end: give <time_limit TIME>, such as 5m")
    if options.seed is not None and not options.random:
        raise OptionError("<seed> is for <random> runs: all patterns are walked without chance")
    seed = options.seed
    if options.random and seed is None:
        seed = randrange(SEEDS)
    if isinstance(rules, str) and rules.strip().isdecimal():
        raise OptionError(
            "a class of rules comes first, such as outer-totalistic, not '{}'; for one rule: "
            "lifesearch oscillator {} <minimise box>",
            rules[:20],
            rules.strip()[:4],
        )
    rule_class = class_named(text(rules, "the class of rules"))
    group = rule_class.symmetries
    query = Smallest(
        rules_of=rule_class.name,
        most_cells=options.cells,
        size=options.box,
        states=options.states,
        only=options.only or "",
        max_period=options.max_period,
        square=options.square,
        symmetry=options.symmetry,
        at_random=options.random,
        seed=seed or 0,
        known=() if options.known is None else known_speeds(options.known, group),
    )
    drawn = options.random and options.seed is None
    # The seed is that of the runs, not of a solver. With `new`, a session keeps its first seed.
    return Request(query, options.but(everything=True, seed=None, new=drawn))


def resumed(query: Smallest, options: Options, count: int | None) -> Options:
    """The options to continue a session, always to its end or a time limit: `count` is not read.

    It is None in every session, since `request` asks for everything.
    """
    if query.at_random and options.time_limit is None:
        raise OptionError("random runs never end: give <time_limit TIME>, such as 5m")
    return options.but(everything=True)
