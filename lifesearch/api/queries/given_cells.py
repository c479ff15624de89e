"""From options to queries about given cells: predecessors and completions."""

from __future__ import annotations

from dataclasses import replace
from os import fspath

from lifesearch.api.options import PatternOrFile
from lifesearch.api.queries.conditions import called, conditions, target
from lifesearch.errors import InputError, OptionError
from lifesearch.formats.detect import read_known_cells, read_tile
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.options.readers import rules, symmetry
from lifesearch.options.table import Options
from lifesearch.queries.completion import Completion
from lifesearch.queries.predecessor import Predecessor


def predecessor(
    pattern: PatternOrFile | Target, options: Options
) -> tuple[Predecessor, tuple[int, int]]:
    """What became the pattern, and how far its cells were moved to be in the query's box."""
    size, pad, orphan, ago = options.box, options.pad, options.orphan, options.generations
    if size is not None and pad is not None:
        raise OptionError("<box> and <pad> both say how large the box is: give one of them")
    goal, own_rule = target(pattern)
    if orphan and (size or pad is not None):
        raise OptionError(
            "<orphan> tests one pattern in unknown surroundings, and cannot search a box for "
            "orphans: leave out <box> and <pad>"
        )
    rule, partial = rules(options.rule or own_rule or LIFE)
    if partial and orphan:
        raise OptionError("<orphan> needs a completely known rule, not {}", partial)
    more = {"rule": rule, "rules": partial, "raw": options.raw}
    if orphan and goal.region.area:
        query = Predecessor.anywhere(goal, ago, **more)
    elif size is not None:
        query = Predecessor.inside(goal, size, generations=ago, **more)
    elif goal.box.area:
        query = Predecessor.around(goal, 1 if pad is None else pad, generations=ago, **more)
    else:
        raise OptionError(
            "{} has no live cell; to ask for patterns that vanish, give <box> as well",
            called(pattern),
        )
    drawn, placed = goal.region, query.target.region
    moved = (placed.x - drawn.x, placed.y - drawn.y)
    constraints = conditions(options)
    if constraints.keep is not None:  # the two are drawn over each other
        constraints = replace(constraints, keep=constraints.keep.translate(*moved))
    return replace(query, constraints=constraints), moved


def completion(given: str | tuple[KnownCells, Rule | None], options: Options) -> Completion:
    """The rest of known cells, or of a text that has them, by the rule of the options or theirs."""
    if not isinstance(given, str | tuple):
        raise InputError("grids are a text: a grid for each generation, blank lines between")
    known, own_rule = read_known_cells(given) if isinstance(given, str) else given
    options = options.but(rule=options.rule or own_rule or LIFE)
    if options.unknown is not None:
        known = known.surrounded(options.unknown)
    if options.stable:
        cells = known.unknown_cells()
        if not cells:
            raise OptionError(
                "<stable> is about unknown cells, and all are known: mark some, or give <unknown N>"
            )
        known = known.arriving(cells)
    motion = _returning(options)
    if motion is not None:
        return with_known_cells(known, motion, options)
    return with_known_cells(known, _open_ended(options, len(known.grids)), options, returns=False)


def _returning(options: Options) -> Motion | None:
    """How the pattern recurs at the end; None if it need not."""
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
    """The motion of what runs for some generations, and is not back."""
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
    """The rest of known cells; the motion is how they recur, or for how long they run."""
    path, constraints = options.background, conditions(options)
    if constraints and path is not None:
        raise OptionError(
            "populations cannot be counted on a background: leave out bounds, <minimise> and "
            "<maximise>"
        )
    rule, partial = rules(options.rule)
    if partial and path is not None:
        raise OptionError("<background> needs a completely known rule, not {}", partial)
    made = {
        "known": known,
        "motion": motion,
        "returns": returns,
        "symmetry": symmetry(options.symmetry),
        "rule": rule,
        "background": EMPTY_BACKGROUND if path is None else read_tile(fspath(path)),
        "constraints": constraints,
        "rules": partial,
    }
    return Completion(**(options.shared_with(Completion) | made))
