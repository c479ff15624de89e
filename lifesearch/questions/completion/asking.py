"""From options to questions about partly known cells."""

from __future__ import annotations

from pathlib import Path

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.lazy_import import imported
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.core.options.readers import path, rules, symmetry
from lifesearch.formats.detect import read_known_cells, read_known_cells_path, read_tile
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.questions.completion.question import Completion
from lifesearch.running.conditions import conditions
from lifesearch.running.option_table import Options
from lifesearch.running.registry import KINDS, described
from lifesearch.running.request import Request


def request(given: str | tuple[KnownCells, Rule | None], options: Options) -> Request:
    """The request of `complete`; answers stay where the grids are."""
    return Request(completion(given, options), options, offset=(0, 0))


def read_file(name: str, options: Options) -> tuple[KnownCells, Rule | None]:
    """The known cells that a file has, or a name stands for, and their rule; None if it says none.

    Kinds say which names they know (`Kind.completes`). With <animate>, exempt cells are refused.
    """
    if not Path(name).exists():
        functions = filter(None, (described(kind).completes[1] for kind in KINDS))
        for function in functions:
            named: tuple[KnownCells, Rule | None] | None = imported(function)(name, options)
            if named is not None:
                return named
    known, own_rule = read_known_cells_path(name)
    if options.animate and (known.exempt or options.stable):
        raise OptionError("<animate> cannot show cells that are exempt from the rule: leave it out")
    return known, own_rule


def completion(given: str | tuple[KnownCells, Rule | None], options: Options) -> Completion:
    """The question for completions of known cells, or of a text that has them.

    The rule is that of the options or, without one, that of the known cells.
    """
    match given:
        case str():
            known, own_rule = read_known_cells(given)
        case (KnownCells() as known, own_rule):
            pass
        case _:
            raise InputError("grids are a text: a grid for each generation, blank lines between")
    options = options.but(rule=options.rule or own_rule or LIFE)
    if options.margin is not None:
        known = known.surrounded(options.margin)
    if options.stable:
        cells = known.unknown_cells()
        if not cells:
            raise OptionError(
                "<stable> is about unknown cells, and all are known: mark some, or give <margin N>"
            )
        known = known.arriving(cells)
    motion = _returning(options)
    if motion is not None:
        return with_known_cells(known, motion, options)
    return with_known_cells(known, _open_ended(options, len(known.grids)), options, returns=False)


def _returning(options: Options) -> Motion | None:
    """The motion with which the pattern must recur at the end; None if it need not."""
    moved, period, speed = options.shift or (0, 0), options.period, options.velocity
    if speed is not None:
        if options.shift is not None:
            raise OptionError("<velocity> and <shift> both say how far: give one of them")
        if period not in (None, speed.period):
            raise OptionError(
                "<velocity> {0} has period {0.period}, and <period> says {1}", speed, period
            )
        period, moved = speed.period, (-speed.left, -speed.up)
    if period is None:
        return None
    if options.generations is not None:
        raise OptionError("<generations> is for patterns that need not recur: leave it out")
    return Motion(period, options.transform, *moved)


def _open_ended(options: Options, grids: int) -> Motion:
    """The motion of a pattern that need not recur: its period is the number of steps."""
    turned = options.transform is not Orientation.IDENTITY
    if options.shift is not None or options.any_period or turned:
        raise OptionError("<shift>, <transform> and <any_period> say how it recurs: give <period>")
    steps = options.generations or grids - 1
    if not steps:
        raise OptionError(
            "one grid is a single generation: add another grid, or give "
            "<period P> or <generations N>"
        )
    if steps > LONGEST_PERIOD:
        raise InputError(f"there are {grids:,} grids: at most {LONGEST_PERIOD + 1:,} are possible")
    return Motion(steps)


def with_known_cells(
    known: KnownCells, motion: Motion, options: Options, *, returns: bool = True
) -> Completion:
    """The question for completions of known cells, by the motion with which they recur.

    If they need not (`returns` is false), the motion's period is the number of steps.
    """
    tile, constraints = options.background, conditions(options)
    if constraints and tile is not None:
        raise OptionError(
            "populations cannot be counted on a background: leave out bounds, <minimise> and "
            "<maximise>"
        )
    rule, partial = rules(options.rule)
    if partial and tile is not None:
        raise OptionError("<background> needs a completely known rule, not {}", partial)
    made = {
        "known": known,
        "motion": motion,
        "returns": returns,
        "symmetry": symmetry(options.symmetry),
        "rule": rule,
        "background": EMPTY_BACKGROUND if tile is None else read_tile(path(tile)),
        "constraints": constraints,
        "rules": partial,
    }
    return Completion(**(options.values_for(Completion) | made))
