"""From options to conditions on a pattern: bounds, given and excluded cells, the objective.

`asking.py` in the folders of questions calls `conditions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LARGEST_COUNT, LONGEST_PIECE
from lifesearch.core.constraints import Aim, Bound, Constraints, Objective
from lifesearch.core.options.names import GENERATION, LARGEST, LEAST
from lifesearch.core.options.patterns import (
    GivenPattern,
    PatternOrFile,
    called,
    cells,
    marks,
    target,
)
from lifesearch.core.options.readers import several
from lifesearch.life.measures import Measure
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.running.option_table import Options

if TYPE_CHECKING:
    from lifesearch.engines.sat.encoding.attached import Lives
    from lifesearch.life.velocity import Velocity

PIECES = ("connected", "exclude", "new", "attach")
"""Options about the separate pieces that a pattern consists of."""


def conditions(options: Options, *, travels: bool = False) -> Constraints:
    """Bounds and given cells, and the objective."""
    which, population, keep = options.population_of, options.population, options.restore
    bounds = [] if population is None else _populations(population, which or "first")
    others = [measure for measure in Measure if not measure.is_population]
    for measure in others:
        if (most := getattr(options, f"max_{measure}")) is not None:
            bounds.append(Bound(measure, 0, most))
    best = _best(options, travels=travels)
    if which and not (population or best):
        raise OptionError(
            "<population_of> says which generation is counted: "
            "give <population>, <minimise> or <maximise> as well"
        )
    return Constraints(tuple(bounds), best, keep=None if keep is None else target(keep)[0])


def for_periodic(options: Options, motion: Motion, rule: Rule | PartialRule) -> Constraints:
    """The conditions on a pattern that recurs, with those on its pieces."""
    given = options.exclude
    given = [given] if isinstance(given, GivenPattern) else several(given)
    excluded = tuple(_excluded(each, rule) for each in given)
    known = _known(motion, rule, growing=options.remember) if options.new else None
    constraints = conditions(options, travels=motion.travels)
    constraints = replace(constraints, connected=options.connected, excluded=excluded, known=known)
    if options.attach is None:
        if options.composite:
            raise OptionError("<composite> needs <attach FILE>: give both")
        return constraints
    lives = _lives(options.attach, motion, rule)
    # What is attached is one piece with the given pattern, unless composites are asked for.
    connected = options.connected or not options.composite
    return replace(constraints, attached=lives, connected=connected)


def _lives(given: PatternOrFile, motion: Motion, rule: Rule | PartialRule) -> Lives:
    if not isinstance(rule, Rule):
        raise OptionError("<attach> needs a completely known rule, not {}", rule)
    pattern = cells(given, "attach")
    if not pattern:
        raise InputError(f"{called(given)} has no live cell: there is nothing to attach to")
    from lifesearch.engines.sat.encoding.attached import lives_of

    return lives_of(pattern, motion, rule, called(given))


def refuse_pieces(options: Options, where: str) -> None:
    """Refuse options about pieces, for searches that do not separate the pieces of a pattern."""
    if options.any_of(*PIECES):
        raise OptionError(
            "{} pieces cannot be distinguished: leave out <connected>, <exclude>, <new> and "
            "<attach>",
            where,
        )


def _best(options: Options, *, travels: bool) -> Objective | None:
    least, largest = options.minimise, options.maximise
    if least and largest:
        raise OptionError("<minimise> and <maximise>: only one of them can be optimised")
    if not (least or largest):
        return None
    which = options.population_of
    return objective(least or largest, which, largest=bool(largest), travels=travels)


def objective(what: str, which: str | None, *, largest: bool, travels: bool) -> Objective:
    """The objective: the smallest box, or the least or largest population.

    If no generation (`which`) is chosen, ships count in their best one, others in the first. Of all
    generations, the worst one counts.
    """
    if (LARGEST if largest else LEAST)(what) == "box":
        return Objective(Aim.SMALLEST_BOX)
    which = None if which is None else GENERATION(which)
    best, worst = ("max", "min") if largest else ("min", "max")
    usual = best if travels else "first"
    aim = Aim.LARGEST_POPULATION if largest else Aim.SMALLEST_POPULATION
    return Objective(aim, Measure(worst if which == "all" else which or usual))


def mask(value: PatternOrFile | None) -> Cells | None:
    """The cells that the option <mask> allows, from (0, 0) on; None without it."""
    if value is None:
        return None
    allowed = marks(value, "mask")
    if not allowed:
        raise InputError(f"{called(value)} allows no cell: mark those that may live with '*'")
    return allowed.normal()


def _populations(limits: tuple[int, int], which: str) -> list[Bound]:
    """The bounds on populations, as few as possible.

    Limits that contradict each other are kept as one bound: the questions refuse it.
    """
    least, most = limits
    if least > most:
        return [Bound(Measure.FIRST, least, most)]
    if which != "all":
        return [Bound(Measure(which), least, most)]
    lowest = [Bound(Measure.MIN, least)] if least else []
    return lowest + ([Bound(Measure.MAX, 0, most)] if most < LARGEST_COUNT else [])


def _excluded(value: PatternOrFile, rule: Rule | PartialRule) -> Cells:
    pattern = cells(value, "exclude")
    if not pattern:
        raise InputError(f"{called(value)} has no live cell: there is nothing to exclude")
    if isinstance(rule, Rule) and not behaviour(pattern, rule, LONGEST_PIECE).period:
        raise InputError(
            f"{called(value)} does not recur within {LONGEST_PIECE} generations: only still lifes, "
            "oscillators and spaceships can be pieces to exclude"
        )
    return pattern


def _known(motion: Motion, rule: Rule | PartialRule, *, growing: bool) -> tuple[Cells, ...]:
    """The patterns of the catalogues that could be a piece of a pattern with this motion.

    A piece recurs within the full period, in which a motion with a transform is made `order` times.
    """
    period, order, speed = motion.full_period, motion.order, None
    if motion.travels:
        from lifesearch.life.velocity import Velocity

        speed = Velocity(-motion.dy * order, -motion.dx * order, period)
    return known_patterns(rule, [period], speed, growing=growing)


def known_patterns(
    rule: Rule | PartialRule,
    periods: Sequence[int],
    speed: Velocity | None = None,
    *,
    growing: bool,
) -> tuple[Cells, ...]:
    """The patterns of the catalogues that recur after one of these periods, at this speed or none.

    OptionError if they have none in this rule, as all patterns would be new; unless the user's
    catalogue is `growing`, because the search adds its answers to it.
    """
    if not isinstance(rule, Rule):
        raise OptionError(
            "<new>: the catalogues have patterns of known rules, and none of {}", rule
        )
    from lifesearch.catalogue.catalogue import Catalogue, builtin, pattern_of
    from lifesearch.catalogue.user import user_entries

    fitting = Catalogue((*(builtin() if rule == LIFE else ()), *user_entries(rule)))
    if not (len(fitting) or growing):
        raise OptionError(
            "<new>: the catalogue has patterns of {}, and none of {}; leave it out, or fill "
            "your own catalogue with 'lifesearch catalogue add'",
            LIFE,
            rule,
        )
    return tuple(
        pattern_of(entry).pattern
        for entry in (fitting.where(speed=speed) if speed else fitting)
        if entry.recurs
        and bool(entry.velocity) == bool(speed)
        and any(p % entry.period == 0 for p in periods)
    )
