"""Options that say more about the pattern: populations, what is best, excluded objects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from lifesearch.cli import parsing
from lifesearch.cli.options import flag, value
from lifesearch.cli.parsing import Names, number
from lifesearch.cli.plain_help import WHAT
from lifesearch.errors import InputError
from lifesearch.limits import LARGEST_COUNT

if TYPE_CHECKING:
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.pattern import Pattern
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule
    from lifesearch.queries.constraints import Bound, Constraints, Objective

    Limits = tuple[int, int]
else:
    Limits = Any

LONGEST_LIFE = 100
MEASURES = ("rotor", "stator", "change", "growth", "decay")
GENERATIONS = Names("generation", lambda: ("first", "all", "min", "max"))
LEAST = Names("number to minimise", lambda: ("population", "box"))
LARGEST = Names("number to maximise", lambda: ("population",))


def limits(text: str) -> Limits:
    """The least and the largest population that a bound such as '<=20' allows."""
    from lifesearch.queries.constraints import MOST

    parts = re.fullmatch(r"\s*(<=|>=|<|>|==?|≤|≥)\s*([0-9]{1,9})\s*", text)
    if not parts:
        raise InputError(
            f"'{text[:20]}' is no bound on the population: "
            "write '<=20', '<20', '=20', '>=20' or '>20'"
        )
    number = int(parts[2])
    match parts[1]:
        case "<=" | "≤":
            return 0, number
        case "<":
            return 0, number - 1
        case ">=" | "≥":
            return number, MOST
        case ">":
            return number + 1, MOST
    return number, number


def _most(measure: str, words: str) -> Any:
    name = f"--max-{measure}"
    return value(WHAT, "N", words, number(name, 0, LARGEST_COUNT), name)


@dataclass(frozen=True)
class PopulationOptions:
    """How many live cells there may be, and what should be least or largest."""

    population: Annotated[
        list[Limits] | None,
        value(
            WHAT,
            "BOUND",
            "How many live cells: '<=20', '>9', '=12'; may be repeated.",
            limits,
        ),
    ] = None
    population_of: Annotated[
        str | None,
        value(
            WHAT,
            "WHICH",
            "The generation in which they are counted: first, all, or the one with min or max "
            "population (for the smallest or largest ship, its best).",
            GENERATIONS.parse,
            known=GENERATIONS.complete,
            default="first",
        ),
    ] = None
    minimise: Annotated[
        str | None,
        value(
            WHAT,
            "WHAT",
            "Find the pattern with the least population or the smallest bounding box, and prove "
            "it: population or box.",
            LEAST.parse,
            "--minimise",
            "--minimize",
            known=LEAST.complete,
        ),
    ] = None
    maximise: Annotated[
        str | None,
        value(
            WHAT,
            "WHAT",
            "Find the pattern with the largest population, and prove it: population.",
            LARGEST.parse,
            "--maximise",
            "--maximize",
            known=LARGEST.complete,
        ),
    ] = None
    max_change: Annotated[
        int | None,
        _most(
            "change",
            "In every generation until the pattern is back, unrotated, at most N cells differ "
            "from generation 0.",
        ),
    ] = None
    max_growth: Annotated[
        int | None, _most("growth", "... at most N cells are alive that were dead.")
    ] = None
    max_decay: Annotated[
        int | None, _most("decay", "... at most N cells are dead that were alive.")
    ] = None
    keep: Annotated[
        str | None,
        value(
            WHAT,
            "FILE",
            "Cells that are as in this pattern, both in generation 0 and when the pattern is "
            "back, unrotated; '?' is any state.",
        ),
    ] = None


@dataclass(frozen=True)
class PieceOptions:
    """What the objects that a pattern consists of may be."""

    max_rotor: Annotated[int | None, _most("rotor", "At most N cells change: the rotor.")] = None
    max_stator: Annotated[
        int | None, _most("stator", "At most N cells are always alive: the stator.")
    ] = None
    connected: Annotated[
        bool,
        flag(WHAT, "--connected", "Only connected patterns: no parts that never interact."),
    ] = False
    exclude: Annotated[
        list[str] | None,
        value(WHAT, "FILE", "No part is the object in this file; may be repeated."),
    ] = None
    new: Annotated[
        bool,
        flag(WHAT, "--new", "No part is in the catalogue of known objects, nor in your own."),
    ] = False


def refuse_pieces(pieced: PieceOptions, where: str) -> None:
    """Refuse conditions on the objects of a pattern, which some searches cannot tell apart."""
    if pieced.connected or pieced.exclude or pieced.new:
        raise InputError(
            f"{where} pieces are not told apart: leave out --connected, --exclude and --new"
        )


def for_periodic(
    counted: PopulationOptions, pieced: PieceOptions, motion: Motion, rule: Rule | PartialRule
) -> Constraints:
    """Make the conditions of a still life, oscillator or spaceship."""
    constraints = conditions(counted, pieced, travels=motion.travels)
    excluded = tuple(_excluded(path, rule) for path in pieced.exclude or [])
    if pieced.new:
        excluded += known(motion, rule)
    return replace(constraints, connected=pieced.connected, excluded=excluded)


def known(motion: Motion, rule: Rule | PartialRule) -> tuple[Pattern, ...]:
    """Look up the known objects that could be part of a pattern with such a motion."""
    from lifesearch.catalogue.catalogue import Catalogue, builtin, pattern_of
    from lifesearch.catalogue.user import user_entries
    from lifesearch.life.rules.rule import LIFE, Rule
    from lifesearch.life.velocity import Velocity

    if not isinstance(rule, Rule):
        raise InputError(f"--new: the catalogues have patterns of known rules, and none of {rule}")
    of_rule = Catalogue((*(builtin() if rule == LIFE else ()), *user_entries(rule)))
    period, order = motion.full_period, motion.order
    fitting = of_rule
    if motion.travels:
        fitting = of_rule.where(
            speed=Velocity(-motion.dy * order, -motion.dx * order, motion.full_period)
        )
    return tuple(
        pattern_of(entry).pattern
        for entry in fitting
        if period % entry.period == 0 and bool(entry.velocity) == motion.travels
    )


def require_known(rule: Rule) -> None:
    """Refuse --new for a rule of which no catalogue has a pattern."""
    from lifesearch.catalogue.user import user_entries
    from lifesearch.life.rules.rule import LIFE

    if rule != LIFE and not user_entries(rule):
        raise InputError(
            f"--new: the catalogue has patterns of {LIFE}, and none of {rule}; "
            "leave out --new, or fill your own catalogue with --remember"
        )


NO_PIECES = PieceOptions()


def conditions(
    counted: PopulationOptions, pieced: PieceOptions = NO_PIECES, *, travels: bool = False
) -> Constraints:
    """Make the conditions on populations and cells."""
    from lifesearch.queries.constraints import Bound, Constraints
    from lifesearch.queries.measures import Measure

    which = counted.population_of or "first"
    bounds = _populations(counted.population or [], which)
    options = vars(counted) | vars(pieced)
    for measure in MEASURES:
        if (most := options[f"max_{measure}"]) is not None:
            bounds.append(Bound(Measure(measure), 0, most))
    objective = _objective(counted, travels=travels)
    if counted.population_of and not (counted.population or objective):
        raise InputError(
            "--population-of says which generation is counted: "
            "give --population, --minimise or --maximise as well"
        )
    return Constraints(
        tuple(bounds),
        objective,
        keep=None if counted.keep is None else parsing.target(counted.keep)[0],
    )


def _populations(limits: Sequence[Limits], which: str) -> list[Bound]:
    """Combine the bounds on populations into as few as possible, so that contradictions show."""
    from lifesearch.queries.constraints import MOST, Bound
    from lifesearch.queries.measures import Measure

    if not limits:
        return []
    least, most = max(low for low, _ in limits), min(high for _, high in limits)
    if least > most:
        return [Bound(Measure.FIRST, max(least, 1), max(most, 0))]
    if which != "all":
        return [Bound(Measure(which), least, most)]
    lowest = [Bound(Measure.MIN, least)] if least else []
    return lowest + ([Bound(Measure.MAX, 0, most)] if most < MOST else [])


def _objective(counted: PopulationOptions, *, travels: bool) -> Objective | None:
    """Make the objective; a ship is as small or large as in its best generation."""
    from lifesearch.queries.constraints import Aim, Objective
    from lifesearch.queries.measures import Measure

    if counted.minimise is not None and counted.maximise is not None:
        raise InputError("--minimise and --maximise: only one thing can be best, give one of them")
    if counted.minimise is not None:
        aim = Aim.SMALLEST_BOX if counted.minimise == "box" else Aim.SMALLEST_POPULATION
        worst, best = "max", "min"
    elif counted.maximise is not None:
        aim, worst, best = Aim.LARGEST_POPULATION, "min", "max"
    else:
        return None
    which = counted.population_of or (best if travels else "first")
    return Objective(aim, Measure(worst if which == "all" else which))


def _excluded(path: str, rule: Rule | PartialRule) -> Pattern:
    from lifesearch.formats.detect import read_path
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.simulate.evolve import behaviour

    pattern = read_path(path).pattern
    if not pattern:
        raise InputError(f"{path} has no live cell: there is nothing to exclude")
    if isinstance(rule, Rule) and not behaviour(pattern, rule, LONGEST_LIFE).period:
        raise InputError(
            f"{path} is not back within {LONGEST_LIFE} generations: only still lifes, "
            f"oscillators and spaceships can be pieces to exclude"
        )
    return pattern
