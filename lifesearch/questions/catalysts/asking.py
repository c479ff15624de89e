"""From options to questions for catalysts."""

from __future__ import annotations

from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.catalogue.user import all_entries
from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.text import alternatives
from lifesearch.core.options.patterns import GivenPattern, PatternOrFile, called, with_rule
from lifesearch.core.options.readers import LONGEST_NAME, path, several
from lifesearch.life.apgcode import decode, is_apgcode
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.questions.catalysts.known import ACTIVE, USUAL, active_named
from lifesearch.questions.catalysts.question import Catalysts, check_rule
from lifesearch.running.conditions import known_patterns
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request

USUAL_RUN = 60
"""Generations of a run without a period, as the help of <generations> says."""
TRANSIENT = 10
"""Generations before the whole begins to recur; a choice."""


def request(pattern: PatternOrFile, options: Options) -> Request:
    """The request of `catalyse`; without a number, all answers are wanted."""
    everything = options.count is None and options.minimise is None
    return Request(catalysts(pattern, options), options.but(everything=everything))


def catalysts(pattern: PatternOrFile, options: Options) -> Catalysts:
    """The question for catalysts around a pattern; its file may say the rule."""
    active, own_rule = given(pattern)
    rule: Rule = options.rule or own_rule or LIFE
    check_rule(rule)
    periods, usual_run = options.period or (), USUAL_RUN
    if periods:
        usual_run = max(periods) * options.transform.order + TRANSIENT
    if options.new and not periods:
        raise OptionError(
            "<new> compares oscillators with those of the catalogues, which have no eaters and no "
            "conduits: give <period>"
        )
    made = {
        "active": active,
        "catalysts": _tried(options.catalyst, rule),
        "most": options.catalysts,
        "rule": rule,
        "generations": options.generations or usual_run,
        "apart": options.keep_apart,
        "periods": periods,
        "fewest": options.minimise is not None,
    }
    question = Catalysts(**(options.values_for(Catalysts) | made))
    if not options.new:
        return question
    return question.excluding(known_patterns(rule, question.delays, growing=options.remember))


def with_names_read(options: Options) -> Options:
    """The options of the studio, whose catalysts have names or apgcodes, and are no files."""
    if not options.catalyst or options.catalyst == ["any"]:
        return options
    return options.but(catalyst=[named(each) for each in options.catalyst])


def _tried(of: Any, rule: Rule) -> tuple[Cells, ...]:
    """The still lifes to place; none if they may be of any form."""
    wanted = [of] if isinstance(of, GivenPattern) else several(of)
    if wanted == ["any"]:
        return ()
    return tuple(_still_life(each, rule) for each in wanted) or usual(rule)


def _still_life(value: PatternOrFile | Cells, rule: Rule) -> Cells:
    pattern = given(value)[0].normal()
    if not pattern or step(pattern, rule) != pattern:
        raise OptionError(
            "<catalyst>: {} is no still life in {}; give still lifes, such as block",
            called(value, "this pattern"),
            rule,
        )
    return pattern


def given(value: PatternOrFile | Cells) -> tuple[Cells, Rule | None]:
    """A pattern, from Python, a file, a name or an apgcode; and its rule, if it has one.

    If there is a file with that name, it is read.
    """
    if isinstance(value, Cells):
        return value, None
    if isinstance(value, GivenPattern):
        return with_rule(value)
    if not isinstance(value, str | PathLike):
        raise InputError(f"give a Pattern, a file or a name, not {require.shown(value)}")
    if isinstance(value, str) and len(value) > LONGEST_NAME and is_apgcode(value):
        return decode(value), None  # no file has such a name
    text = path(value)
    if text == "-" or Path(text).exists():
        return with_rule(text)
    try:
        return named(text), None
    except InputError as error:
        raise InputError(f"there is no such file, and {error}") from error


def named(text: str) -> Cells:
    """An active part that has a name, an apgcode, or a pattern of the catalogue, in this order."""
    if (known := active_named(text)) is not None:
        return known
    if is_apgcode(text):
        return decode(text)
    entries = all_entries().called(text)
    if not entries:
        raise InputError(
            f"the catalogue has no pattern called '{text[:40]}'; beside its names there are "
            f"{alternatives(list(ACTIVE))}"
        )
    return pattern_of(entries[0]).pattern


@lru_cache(maxsize=4)
def usual(rule: Rule) -> tuple[Cells, ...]:
    """The usual catalysts that are still lifes in a rule."""
    known = (pattern_of(builtin().by_name(name)).pattern.normal() for name in USUAL)
    made = tuple(each for each in known if step(each, rule) == each)
    if not made:
        raise OptionError(
            "no usual catalyst is a still life in {}: name some with <catalyst>", rule
        )
    return made
