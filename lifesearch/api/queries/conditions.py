"""From options to what is asked of a pattern beyond coming back, or becoming another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike, fspath

from lifesearch.api.options import PatternOrFile
from lifesearch.api.pattern import Pattern, cells_of
from lifesearch.encoding.attached import Lives, lives_of
from lifesearch.errors import InputError, OptionError
from lifesearch.life.motion import Motion, Target
from lifesearch.life.pattern import Pattern as Cells
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.velocity import Velocity
from lifesearch.limits import LARGEST_COUNT, LONGEST_PIECE
from lifesearch.options.names import GENERATION, LARGEST, LEAST
from lifesearch.options.table import Options
from lifesearch.queries.constraints import Aim, Bound, Constraints, Objective
from lifesearch.queries.measures import Measure

PIECES = ("connected", "exclude", "new", "attach")


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
    """The further conditions on a pattern that recurs."""
    some = options.exclude
    some = [some] if isinstance(some, str | PathLike | Pattern) else some or ()
    excluded = tuple(_excluded(each, rule) for each in some)
    if options.new:
        excluded += _known(motion, rule, growing=options.remember)
    asked = conditions(options, travels=motion.travels)
    asked = replace(asked, connected=options.connected, excluded=excluded)
    if options.attach is None:
        if options.composite:
            raise OptionError("<composite> needs <attach FILE>: give both")
        return asked
    lives = _lives(options.attach, motion, rule)
    return replace(asked, attached=lives, connected=options.connected or not options.composite)


def _lives(given: PatternOrFile, motion: Motion, rule: Rule | PartialRule) -> Lives:
    if not isinstance(rule, Rule):
        raise OptionError("<attach> needs a completely known rule, not {}", rule)
    pattern = cells(given, "attach")
    if not pattern:
        raise InputError(f"{called(given)} has no live cell: there is nothing to attach to")
    return lives_of(pattern, motion, rule, called(given))


def refuse_pieces(options: Options, where: str) -> None:
    """Some searches cannot look at the pieces of what they find."""
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
    """What is best; a ship counts as large as it is in its best generation."""
    if (LARGEST if largest else LEAST)(what) == "box":
        return Objective(Aim.SMALLEST_BOX)
    which = None if which is None else GENERATION(which)
    best, worst = ("max", "min") if largest else ("min", "max")
    usual = best if travels else "first"
    aim = Aim.LARGEST_POPULATION if largest else Aim.SMALLEST_POPULATION
    return Objective(aim, Measure(worst if which == "all" else which or usual))


def mask(value: PatternOrFile | None) -> Cells | None:
    if value is None:
        return None
    allowed = cells(value, "mask")
    if not allowed:
        raise InputError(f"{called(value)} allows no cell: mark those that may live with '*'")
    return allowed.normal()


def cells(value: PatternOrFile, name: str) -> Cells:
    """The cells of a pattern, or of the pattern in a file."""
    if isinstance(value, Pattern):
        return cells_of(value)
    if isinstance(value, str | PathLike):
        return cells_of(Pattern.from_file(fspath(value)))
    raise OptionError(f"<{name}> is a Pattern or the name of a file, not {{}}", f"{value!r:.40}")


def target(value: PatternOrFile | Target) -> tuple[Target, Rule | None]:
    """A pattern, or a file, in whose pictures the state of `?` does not matter; and its rule."""
    if isinstance(value, Target):
        return value, None
    if isinstance(value, Pattern):
        if value.torus:
            raise InputError("this is a pattern on a torus: give one on the plane")
        return Target(cells_of(value)), Rule.parse(value.rule)
    if isinstance(value, str | PathLike):
        from lifesearch.formats.detect import read_target

        file, dont_care = read_target(fspath(value))
        if file.torus:
            raise InputError(f"{value} is a pattern on a torus: give one on the plane")
        return Target(file.pattern, dont_care, file.drawn), file.rule
    raise InputError(f"give a Pattern or the name of a file, not {value!r:.40}")


def called(value: PatternOrFile | Target, otherwise: str = "this") -> str:
    return fspath(value) if isinstance(value, str | PathLike) else otherwise


def _populations(limits: tuple[int, int], which: str) -> list[Bound]:
    """The bounds on populations, as few as possible: contradictions show."""
    least, most = limits
    if least > most:
        return [Bound(Measure.FIRST, max(least, 1), max(most, 0))]
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
    """What the catalogues have that could be a piece of a pattern with such a motion."""
    period, order, speed = motion.full_period, motion.order, None
    if motion.travels:
        speed = Velocity(-motion.dy * order, -motion.dx * order, period)
    return known_patterns(rule, [period], speed, growing=growing)


def known_patterns(
    rule: Rule | PartialRule,
    periods: Sequence[int],
    speed: Velocity | None = None,
    *,
    growing: bool,
) -> tuple[Cells, ...]:
    """What the catalogues have that recurs after one of some periods, and has a speed or none.

    If they have nothing in this rule, all patterns would be new. That is refused, unless the
    search adds what it finds to the user's catalogue, which is then `growing`.
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
        if bool(entry.velocity) == bool(speed) and any(p % entry.period == 0 for p in periods)
    )
