"""Options that say more about the pattern: bounds, what is best, what is not wanted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from typer import Option

from lifesearch.cli import parsing
from lifesearch.errors import InputError

if TYPE_CHECKING:
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.pattern import Pattern
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule
    from lifesearch.queries.constraints import Bound, Constraints, Objective

GENERATIONS = ("first", "all", "min", "max")
LONGEST_LIFE = 100
MEASURES = ("rotor", "stator", "change", "growth", "decay")


@dataclass(frozen=True)
class PopulationOptions:
    """How many cells there may be, and of which number there should be fewest or most."""

    population: Annotated[
        list[str] | None,
        Option(
            metavar="BOUND",
            show_default=False,
            help="How many cells live: '<=20', '>9', '=12'; may be given several times.",
        ),
    ] = None
    population_of: Annotated[
        str | None,
        Option(
            metavar="WHICH",
            show_default="first",
            help="In which generation: first, all, or the one with min or max population "
            "(a ship's best, if it is to be minimised or maximised).",
        ),
    ] = None
    minimise: Annotated[
        str | None,
        Option(
            metavar="WHAT",
            show_default=False,
            help="Find the best, with a proof: least population, or box.",
        ),
    ] = None
    maximise: Annotated[
        str | None,
        Option(metavar="WHAT", show_default=False, help="The same: largest population."),
    ] = None
    max_change: Annotated[
        str | None,
        Option(
            metavar="N",
            show_default=False,
            help="So many cells, at most, differ from generation 0 in any other, until "
            "the pattern is back, unturned.",
        ),
    ] = None
    max_growth: Annotated[
        str | None,
        Option(metavar="N", show_default=False, help="... have come to life since generation 0."),
    ] = None
    max_decay: Annotated[
        str | None,
        Option(metavar="N", show_default=False, help="... have died since generation 0."),
    ] = None
    keep: Annotated[
        str | None,
        Option(
            metavar="FILE",
            show_default=False,
            help="Cells that are as drawn in generation 0 and at the end, when the pattern is "
            "back, unturned; '?' is free.",
        ),
    ] = None


@dataclass(frozen=True)
class PieceOptions:
    """What the parts of a pattern may be."""

    max_rotor: Annotated[
        str | None,
        Option(metavar="N", show_default=False, help="So many cells change at most."),
    ] = None
    max_stator: Annotated[
        str | None,
        Option(metavar="N", show_default=False, help="So many cells live all the time at most."),
    ] = None
    connected: Annotated[
        bool, Option("--connected", help="One piece: no parts that never meet.")
    ] = False
    exclude: Annotated[
        list[str] | None,
        Option(
            metavar="FILE",
            show_default=False,
            help="No piece is the pattern in this file; may be given several times.",
        ),
    ] = None
    new: Annotated[
        bool, Option("--new", help="No piece is in the catalogue of known patterns, or in yours.")
    ] = False


def refuse_pieces(pieced: PieceOptions, where: str) -> None:
    """Some searches cannot look at the pieces of what they find."""
    if pieced.connected or pieced.exclude or pieced.new:
        raise InputError(
            f"{where} pieces are not told apart: leave out --connected, --exclude and --new"
        )


def for_periodic(
    counted: PopulationOptions, pieced: PieceOptions, motion: Motion, rule: Rule | PartialRule
) -> Constraints:
    """All that is asked of a pattern that comes back, beyond that."""
    constraints = conditions(counted, pieced, travels=motion.travels)
    excluded = tuple(_excluded(path, rule) for path in pieced.exclude or [])
    if pieced.new:
        excluded += known(motion, rule)
    return replace(constraints, connected=pieced.connected, excluded=excluded)


def known(motion: Motion, rule: Rule | PartialRule) -> tuple[Pattern, ...]:
    """What the catalogues have that could be a piece of a pattern with such a motion."""
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
    """Refuse to exclude what is known of a rule of which nothing is."""
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
    """All that is counted or told of cells."""
    from lifesearch.limits import LARGEST_COUNT
    from lifesearch.queries.constraints import Bound, Constraints
    from lifesearch.queries.measures import Measure

    which = parsing.one_of(counted.population_of or "first", "generation", GENERATIONS)
    bounds = _populations(counted.population or [], which)
    options = vars(counted) | vars(pieced)
    for measure in MEASURES:
        if (most := options[f"max_{measure}"]) is not None:
            number = parsing.whole(most, f"--max-{measure}", 0, LARGEST_COUNT)
            bounds.append(Bound(Measure(measure), 0, number))
    objective = _objective(counted, counted.population_of and which, travels=travels)
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


def _populations(texts: Sequence[str], which: str) -> list[Bound]:
    """The bounds on populations, as few as possible: contradictions show."""
    from lifesearch.queries.constraints import MOST, Bound
    from lifesearch.queries.measures import Measure

    limits = [_limits(text) for text in texts]
    if not limits:
        return []
    least, most = max(low for low, _ in limits), min(high for _, high in limits)
    if least > most:
        return [Bound(Measure.FIRST, max(least, 1), max(most, 0))]
    if which != "all":
        return [Bound(Measure(which), least, most)]
    lowest = [Bound(Measure.MIN, least)] if least else []
    return lowest + ([Bound(Measure.MAX, 0, most)] if most < MOST else [])


def _limits(text: str) -> tuple[int, int]:
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


def _objective(counted: PopulationOptions, which: str | None, *, travels: bool) -> Objective | None:
    """What is best; a ship counts as large as it is in its best generation."""
    from lifesearch.queries.constraints import Aim, Objective
    from lifesearch.queries.measures import Measure

    if counted.minimise is not None and counted.maximise is not None:
        raise InputError("--minimise and --maximise: only one thing can be best, give one of them")
    if counted.minimise is not None:
        what = parsing.one_of(counted.minimise, "number to minimise", ("population", "box"))
        aim = Aim.SMALLEST_BOX if what == "box" else Aim.SMALLEST_POPULATION
        worst, best = "max", "min"
    elif counted.maximise is not None:
        parsing.one_of(counted.maximise, "number to maximise", ("population",))
        aim, worst, best = Aim.LARGEST_POPULATION, "min", "max"
    else:
        return None
    usual = best if travels else "first"
    return Objective(aim, Measure(worst if which == "all" else which or usual))


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
