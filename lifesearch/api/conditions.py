"""From options to what is asked of a pattern beyond coming back, or becoming another one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from os import PathLike, fspath
from typing import Any

from lifesearch.api import values
from lifesearch.api.options import DEFAULTS, PatternOrFile
from lifesearch.api.pattern import Pattern
from lifesearch.catalogue.catalogue import Catalogue, builtin, pattern_of
from lifesearch.catalogue.user import user_entries
from lifesearch.encoding.motion import Motion, Target
from lifesearch.errors import InputError
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.velocity import Velocity
from lifesearch.limits import LARGEST_COUNT
from lifesearch.queries.constraints import Aim, Bound, Constraints, Objective
from lifesearch.queries.measures import Measure

GENERATIONS = ("first", "all", "min", "max")
MEASURES = ("rotor", "stator", "change", "growth", "decay")
LONGEST_LIFE = 100


def get(options: Mapping[str, Any], name: str) -> Any:
    """The value of an option."""
    return options.get(name, DEFAULTS.get(name))


def conditions(options: Mapping[str, Any]) -> Constraints:
    """All that is counted or told of cells."""
    which = values.one_of(get(options, "population_of"), "generation", GENERATIONS)
    bounds = []
    if options.get("population") is not None:
        bounds = _populations(options["population"], which)
    elif "population_of" in options:
        raise InputError("population_of says which generation is counted: give population, too")
    for measure in MEASURES:
        if (most := options.get(f"max_{measure}")) is not None:
            number = values.whole(most, f"max_{measure}", 0, LARGEST_COUNT)
            bounds.append(Bound(Measure(measure), 0, number))
    keep = options.get("keep")
    return Constraints(tuple(bounds), keep=None if keep is None else target(keep)[0])


def for_periodic(
    options: Mapping[str, Any], motion: Motion, rule: Rule | PartialRule
) -> Constraints:
    """All that is asked of a pattern that comes back, beyond that."""
    exclude = options.get("exclude")
    some = [exclude] if isinstance(exclude, str | PathLike | Pattern) else exclude or ()
    excluded = tuple(_excluded(each, rule) for each in some)
    if values.flag(get(options, "new"), "new"):
        excluded += _known(motion, rule)
    connected = values.flag(get(options, "connected"), "connected")
    return replace(conditions(options), connected=connected, excluded=excluded)


def refuse_pieces(options: Mapping[str, Any], where: str) -> None:
    """Some searches cannot look at the pieces of what they find."""
    if any(options.get(name) for name in ("connected", "exclude", "new")):
        raise InputError(f"{where} pieces are not told apart: leave out connected, exclude and new")


def objective(what: str, which: str | None, *, largest: bool, travels: bool) -> Objective:
    """What is best; a ship counts as large as it is in its best generation."""
    known = ("population",) if largest else ("population", "box")
    verb = "maximise" if largest else "minimise"
    if values.one_of(what, f"number to {verb}", known) == "box":
        return Objective(Aim.SMALLEST_BOX)
    if which is not None:
        values.one_of(which, "generation", GENERATIONS)
    best, worst = ("max", "min") if largest else ("min", "max")
    usual = best if travels else "first"
    aim = Aim.LARGEST_POPULATION if largest else Aim.SMALLEST_POPULATION
    return Objective(aim, Measure(worst if which == "all" else which or usual))


def cells(value: PatternOrFile, name: str) -> Cells:
    """The cells of a pattern, or of the pattern in a file."""
    if isinstance(value, Pattern):
        return Cells(value.cells)
    if isinstance(value, str | PathLike):
        return Cells(Pattern.from_file(fspath(value)).cells)
    raise InputError(f"{name} is a Pattern or the name of a file, not {value!r:.40}")


def target(value: PatternOrFile) -> tuple[Target, Rule | None]:
    """A pattern, or a file, in whose pictures the state of `?` does not matter; and its rule."""
    if isinstance(value, Pattern):
        if value.torus:
            raise InputError("this is a pattern on a torus: give one on the plane")
        return Target(Cells(value.cells)), values.rule(value.rule)
    if not isinstance(value, str | PathLike):
        raise InputError(f"give a Pattern or the name of a file, not {value!r:.40}")
    from lifesearch.formats.detect import read_target

    file, dont_care = read_target(fspath(value))
    if file.torus:
        raise InputError(f"{value} is a pattern on a torus: give one on the plane")
    return Target(file.pattern, dont_care, file.drawn), file.rule


def _populations(value: values.Population, which: str) -> list[Bound]:
    """The bounds on populations, as few as possible: contradictions show."""
    least, most = values.bounds(value)
    if least > most:
        return [Bound(Measure.FIRST, max(least, 1), max(most, 0))]
    if which != "all":
        return [Bound(Measure(which), least, most)]
    lowest = [Bound(Measure.MIN, least)] if least else []
    return lowest + ([Bound(Measure.MAX, 0, most)] if most < LARGEST_COUNT else [])


def _excluded(value: PatternOrFile, rule: Rule | PartialRule) -> Cells:
    pattern = cells(value, "exclude")
    if not pattern:
        raise InputError("a pattern without cells cannot be excluded", "excluded")
    if isinstance(rule, Rule) and not behaviour(pattern, rule, LONGEST_LIFE).period:
        raise InputError(
            f"{value!r:.60} is not back within {LONGEST_LIFE} generations: only still lifes, "
            "oscillators and spaceships can be pieces to exclude"
        )
    return pattern


def _known(motion: Motion, rule: Rule | PartialRule) -> tuple[Cells, ...]:
    """What the catalogues have that could be a piece of a pattern with such a motion."""
    if not isinstance(rule, Rule):
        raise InputError(f"new: the catalogues have patterns of known rules, and none of {rule}")
    own = user_entries(rule)
    if rule != LIFE and not own:
        raise InputError(f"new: the catalogues have patterns of {LIFE}, and none of {rule}")
    fitting = Catalogue((*(builtin() if rule == LIFE else ()), *own))
    period, order = motion.full_period, motion.order
    if motion.travels:
        speed = Velocity(-motion.dy * order, -motion.dx * order, period)
        fitting = fitting.where(speed=speed)
    return tuple(
        pattern_of(entry).pattern
        for entry in fitting
        if period % entry.period == 0 and bool(entry.velocity) == motion.travels
    )
