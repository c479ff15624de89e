"""Find a pattern of a box by row tables, or prove that there is none.

A box, W wide and H high, is a strip of W columns in which patterns have at most H rows. For
oscillators and still lifes, a box that is wider than high is turned first: rows and columns change
places. Row tables list all patterns of such a strip but composites, which are separate patterns one
behind another (see `strips.composites`). One part of a composite is itself an answer, unless

- a condition holds for the composite but need not for its parts: a least number of cells, or
  top-to-bottom symmetry;
- the period may be the common multiple of the periods of the parts.

In these two cases row tables can find patterns, but if they find none, that proves nothing, and SAT
must decide the box. Otherwise an empty list is a proof that there is no pattern, and a list is
complete if no two of its patterns fit into the box one behind the other.

`by_width` decides many boxes at once, for a question about boxes of all sizes (they grow). If a
strip of any length has no pattern, no box that fits into it has one. A box fits if it is as wide as
the strip or narrower and, if patterns are mirrored, lies in the middle of the strip. Boxes of
oscillators and still lifes also fit if they do when turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.core.answer import Answer
from lifesearch.engines.compiled import unavailable
from lifesearch.engines.rows.problem import WIDEST, StripProblem, pattern
from lifesearch.engines.sat.solving.alternation import TimeShare
from lifesearch.engines.sat.solving.enumerate import (
    Exhausted,
    GaveUp,
    PartCheckpoint,
    Report,
    TableSnapshot,
)
from lifesearch.engines.sat.solving.part import Part, Size
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.periodic.box import PeriodicBox
from lifesearch.questions.periodic.recurrence import PeriodicQuestion
from lifesearch.questions.strips.composites import may_be_multiple
from lifesearch.questions.strips.names import folds_named, mirror_named
from lifesearch.questions.strips.question import Strip

if TYPE_CHECKING:
    from lifesearch.engines.rows.search import RowSearch

MEMORY = 1 << 30
"""Bytes for row tables and the states of their search; with less, SAT must decide more boxes."""
ROWS_AT_ONCE = 500_000
"""Rows tried between two reports: the solver that alternates with the tables waits meanwhile."""
SOON = 5.0
"""Row tables that can decide a box in this many seconds, roughly, begin early: see `sooner`."""
HEAD_START = 0.1
"""The least time in seconds that a solver has before row tables: it finds many patterns in less."""
EMPTY_ROWS = 2
"""The least number of empty rows between the parts of a composite."""
TURN = Orientation.TRANSPOSE


def strip_of(query: PeriodicQuestion) -> tuple[Strip, bool]:
    """The strip of a box, and whether the box was turned; InputError if row tables cannot do it."""
    if query.box is None or query.rules is not None:
        raise InputError("row tables need the size of a box, and all of the rule")
    if query.torus or query.cylinder is not None or query.mask is not None:
        raise InputError("row tables are for whole boxes, not for a torus, cylinder or mask")
    if query.any_period or query.with_empty or query.raw:
        raise InputError("row tables search one exact period, and list each pattern once")
    constraints = query.constraints
    if constraints != replace(constraints.on_pieces, bounds=constraints.bounds):
        raise InputError("row tables support neither given cells nor optimisation")
    if query.motion.dx:
        raise InputError("row tables are for ships that travel straight up")
    width, height = query.box
    may_turn = width > height and not query.motion.travels and TURN in query.rule.symmetries
    for turned in (True, False) if may_turn else (False,):
        try:
            return turned_strip(query, turned=turned), turned
        except InputError:
            if not turned:
                raise
    raise AssertionError


def turned_strip(query: PeriodicQuestion, *, turned: bool) -> Strip:
    """The strip of a box, which is turned first if `turned`; InputError if tables cannot do it."""
    assert query.box is not None
    (width, height), motion, symmetry = query.box, query.motion, query.symmetry
    if turned:
        width, height = height, width
        orientation = _turned_orientation(motion.orientation)
        motion = Motion(motion.period, orientation, motion.dx, motion.dy)
        symmetry = _turned_symmetry(symmetry)
    # A pattern that is symmetric from top to bottom has the centre of the box: in the middle of a
    # row if the height is odd, else between rows.
    folds = folds_named(symmetry.name, width)
    strip = Strip(
        width,
        motion,
        mirror_named(symmetry.name, width, motion),
        query.rule,
        max_length=height,
        constraints=query.constraints,
        folds=tuple(fold for fold in folds if fold.odd == height % 2),
    )
    if reason := strip.unsuitable():
        raise InputError(reason)
    return strip


def _turned_orientation(orientation: Orientation) -> Orientation:
    """An orientation, after rows and columns have changed places."""
    swapped = {Orientation.FLIP_X: Orientation.FLIP_Y, Orientation.FLIP_Y: Orientation.FLIP_X}
    return swapped.get(orientation, orientation)


def _turned_symmetry(symmetry: Symmetry) -> Symmetry:
    """The symmetry of a pattern whose rows and columns have changed places."""
    swapped = {"D2|": "D2-", "D2-": "D2|"}
    if symmetry.name in swapped:
        return Symmetry.parse(swapped[symmetry.name])
    if symmetry.name.startswith("D2_+"):
        raise InputError("the symmetry names the position of its mirror, so the box is not rotated")
    return symmetry


def proves(query: PeriodicQuestion) -> bool:
    """Whether an empty search by row tables is a proof: see the top of this module."""
    strip, _ = strip_of(query)
    needs_cells = any(bound.least for bound in query.constraints.bounds)
    return not (strip.folds or needs_cells or may_be_multiple(query.motion))


def rough_cost(strip: Strip) -> float:
    """The seconds that row tables take, roughly: it may be several times too high or too low.

    The formulas fit measured times.
    """
    free, period = strip.table_problem().bits, strip.motion.period
    if strip.motion.travels:
        return float(0.004 * period * 4.0 ** (free - 4))
    return float(0.004 * 2.0 ** (free * (1 + period / 5)))


def sooner(usual: TimeShare, query: PeriodicQuestion) -> TimeShare:
    """The time share of row tables that alternate with a solver.

    They begin sooner than in their `usual` share, if they can probably decide the box SOON.
    """
    cost = rough_cost(strip_of(query)[0])
    if cost > SOON or not proves(query):
        return usual
    # The longer row tables will take, the longer the solver is alone before. Then they have twice
    # the estimate, which may be too low, at once. Both factors, 1/15 and 2, are choices.
    start = min(usual.head_start, max(HEAD_START, cost / 15))
    return replace(usual, head_start=start, at_once=2 * cost)


def by_rows(
    query: PeriodicQuestion, known: Sequence[Answer] = (), kept: PartCheckpoint | None = None
) -> Iterator[Report[Answer]]:
    """Yield answers as they are found; at the end `Exhausted`, a proof that there are no others,
    or `GaveUp`.
    """
    from lifesearch.engines.rows.checkpoint import SnapshotClock

    strip, turned = strip_of(query)
    problem = strip.table_problem()
    search = _row_search(problem, kept)
    seen = list(known)
    snapshots = SnapshotClock()
    while not (search.finished or search.out_of_memory):
        for rows in search.advance(ROWS_AT_ONCE):
            if answers := _answers(query, strip, pattern(problem, rows), turned=turned):
                seen += answers
                yield answers
        yield 0  # conflicts: row tables have none
        if kept is not None and kept.due(time=snapshots.is_due):
            since = monotonic()
            checkpoint = search.checkpoint()
            yield TableSnapshot(checkpoint)
            snapshots.made(checkpoint, since)
    if search.out_of_memory:
        yield GaveUp("row tables need more memory")
    elif proves(query) and _no_room_for_two(query, seen, turned=turned):
        yield Exhausted(0)
    else:
        yield GaveUp("row tables cannot decide whether there are others")


def _row_search(problem: StripProblem, kept: PartCheckpoint | None) -> RowSearch:
    """A search from the beginning, or from the snapshot in `kept`."""
    from lifesearch.engines.rows.checkpoint import from_bytes
    from lifesearch.engines.rows.search import RowSearch

    snapshot = kept.snapshot if kept else None
    start = None if snapshot is None else from_bytes(snapshot, problem)
    return RowSearch(problem, MEMORY, every=True, start=start)


def _no_room_for_two(query: PeriodicQuestion, seen: Sequence[Answer], *, turned: bool) -> bool:
    """Whether no composite of two patterns, one behind the other, fits into the box.

    One part has the whole period, so it is one of the patterns `seen`. The other part is one of
    them, too, or may have a shorter period: then it has at least one row. In each generation there
    are EMPTY_ROWS between the parts. So the box needs at least this number of rows: those of both
    parts, averaged over a period, and the empty ones.
    """
    if not seen:
        return True
    assert query.box is not None
    shorter = any(True for _ in query.motion.subperiods())
    period, least = query.motion.full_period, 0.0
    for answer in seen:
        boxes = [phase.box for phase in answer.generations_to(period)[:period]]
        rows = sum(box.width if turned else box.height for box in boxes) / period
        least = min(least or rows, rows)
    return query.box[0 if turned else 1] < least + EMPTY_ROWS + (1 if shorter else least)


def _answers(
    query: PeriodicQuestion, strip: Strip, found: Pattern, *, turned: bool
) -> list[Answer]:
    """The answers in the box that a pattern of the strip gives: its first generation that fits."""
    assert query.box is not None
    width, height = query.box
    motion, rule = strip.motion, strip.rule
    life = list(generations(found, 2 * motion.period, rule))
    for t in range(motion.period):
        span = reduce(or_, life[t : t + motion.period]).box
        spare = (height if not turned else width) - span.height
        if spare < 0 or not strip.meets_conditions(life[t]):
            continue
        # The centre of a pattern that is symmetric from top to bottom is that of the box.
        placed = life[t].translate(0, (spare // 2 if strip.folds else 0) - span.y)
        if turned:
            placed = placed.transform(TURN)
        try:
            return PeriodicBox(query, width, height).answers([placed])
        except VerificationError:
            continue
    return []


# Strips that decide boxes of all sizes


CONFLICTS_A_SECOND = 20_000
"""Boxes and strips share time in units of conflicts: a second of row tables counts as this many."""
LONGEST_ESTIMATE = 1000.0
"""Strips with a longer `rough_cost`, in seconds, are left to SAT."""
AFTER = 1_000
"""Conflicts of boxes before the first strip: small boxes take less time than loading row tables."""
AHEAD = CONFLICTS_A_SECOND
"""Conflicts that strips have before boxes continue: narrow strips decide hundreds of boxes soon."""


def strip_of_width(query: PeriodicQuestion, width: int, *, turned: bool = False) -> Strip:
    """The strip of this width, of any length, for a question about boxes of all sizes.

    InputError if it would prove nothing about boxes.
    """
    if not query.smallest_first:
        raise InputError("row tables settle boxes that grow in both directions")
    conditions = replace(query.constraints, objective=None)
    unbounded: dict[str, Any] = dict.fromkeys(bound.key for bound in query.bounds)
    boxed = replace(query, box=(width, width), constraints=conditions, **unbounded)
    if not proves(boxed):
        raise InputError("that a strip has no pattern would prove nothing about boxes here")
    return replace(turned_strip(boxed, turned=turned), max_length=None)


def no_widths(query: PeriodicQuestion) -> str:
    """Why no strip can prove boxes empty; '' if some can."""
    if reason := unavailable():
        return reason
    # A narrow strip stands for all: wider ones are refused for the same reasons, or as too wide.
    try:
        strip_of_width(query, 2 if query.symmetry.width == "even" else 3)
    except InputError as error:
        return str(error)
    return ""


def widths(query: PeriodicQuestion) -> Iterator[Part]:
    """The strips to be searched, narrowest first: parts without a height.

    A mirrored strip may be twice as wide as its half, which has up to WIDEST columns. No box is
    wider than its area.
    """
    for width in range(1, min(query.max_area or 2 * WIDEST, 2 * WIDEST) + 1):
        try:
            strip = strip_of_width(query, width)
        except InputError:
            continue
        if rough_cost(strip) < LONGEST_ESTIMATE:
            yield Part((width, 0))


def strip_rules_out(query: PeriodicQuestion, width: int, size: Size) -> bool:
    """Whether a box of this size has no pattern if the strip of this width has none."""
    may_turn, centred = _fit(query, width)
    sides = size if may_turn else size[:1]
    return any(side <= width and not (centred and (width - side) % 2) for side in sides)


@lru_cache(maxsize=64)
def _fit(query: PeriodicQuestion, width: int) -> tuple[bool, bool]:
    """Whether boxes may be turned to fit into a strip, and whether they must lie in its middle."""
    strip = strip_of_width(query, width)
    may_turn = False
    if not query.motion.travels and TURN in query.rule.symmetries:
        with suppress(InputError):
            may_turn = strip == strip_of_width(query, width, turned=True)
    centred = strip.mirror is not Mirror.NONE or strip.motion.orientation is Orientation.FLIP_X
    return may_turn, centred


def by_width(query: PeriodicQuestion, width: int) -> Iterator[Report[Answer]]:
    """Prove that a strip has no pattern, or give up if it has one.

    That pattern is not reported: the smallest is asked for, which the search in boxes finds.
    """
    from lifesearch.engines.rows.search import RowSearch

    search = RowSearch(strip_of_width(query, width).table_problem(), MEMORY)
    began = process_time()
    while not search.finished:
        if search.advance(ROWS_AT_ONCE):
            yield GaveUp("there is a pattern in the strip")
            return
        if search.out_of_memory:
            yield GaveUp("row tables need more memory")
            return
        yield int((process_time() - began) * CONFLICTS_A_SECOND)
    yield Exhausted(int((process_time() - began) * CONFLICTS_A_SECOND))
