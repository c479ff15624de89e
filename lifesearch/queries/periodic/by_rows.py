"""Find a pattern of a box by row tables, or prove that there is none.

A box, W wide and H high, is a strip of W columns in which patterns have at most H rows. For
oscillators and still lifes a box that is wider than high is turned first. Row tables list all
patterns of such a strip that are not made of parts one behind another (see `strips.composites`). Of
those that are, one part is a pattern by itself, unless

- something is asked of a pattern that its parts need not have: enough cells, or up-down symmetry;
- the period may be the common multiple of those of the parts.

In these cases what is found counts, and that nothing is found proves nothing: SAT must end it.
Otherwise all patterns are listed, if no two of them fit into the box, one behind another.

Many boxes at once: boxes that grow have all widths and all heights. If row tables find nothing at
all in a strip, of whatever length, there is nothing in a box that fits into it: one that is as wide
or narrower, and lies in its middle if patterns are mirrored. Of what stays where it is, a box may
be turned first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from time import monotonic, process_time
from typing import TYPE_CHECKING

from lifesearch.compiled import installed
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.periodic.box import PeriodicBox
from lifesearch.queries.periodic.question import PeriodicQuestion
from lifesearch.queries.strips.composites import may_be_multiple
from lifesearch.queries.strips.names import folds_named, mirror_named
from lifesearch.queries.strips.query import Strip
from lifesearch.rows.problem import WIDEST, StripProblem, pattern
from lifesearch.solving.enumerate import Exhausted, GaveUp, Kept, Report, Resting
from lifesearch.solving.in_turn import Turns
from lifesearch.solving.parts import Part, Size

if TYPE_CHECKING:
    from lifesearch.rows.search import RowSearch

MEMORY = 1 << 30
ROWS_AT_ONCE = 500_000
SOON = 5.0
"""Row tables that may end a search in so many seconds, by a rough estimate, have them at once."""
HEAD_START = 0.1
"""Seconds of a solver before that: it finds many patterns in less."""
EMPTY_ROWS = 2
"""Between parts that are one behind another."""
TURN = Orientation.TRANSPOSE


def strip_of(query: PeriodicQuestion) -> tuple[Strip, bool]:
    """The strip that a box is, and whether it was turned; InputError if row tables cannot do it."""
    if query.box is None or query.rules is not None:
        raise InputError("row tables need the size of a box, and all of the rule")
    if query.torus or query.cylinder is not None or query.mask is not None:
        raise InputError("row tables are for whole boxes, not for a torus, cylinder or mask")
    if query.any_period or query.with_empty or query.raw:
        raise InputError("row tables search one exact period, and list each pattern once")
    asked = query.constraints
    if asked != Constraints(asked.bounds, connected=asked.connected, excluded=asked.excluded):
        raise InputError("row tables support neither given cells nor optimisation")
    if query.motion.dx:
        raise InputError("row tables are for ships that travel straight up")
    width, height = query.box
    lies = width > height and not query.motion.travels and TURN in query.rule.symmetries
    for turned in (True, False) if lies else (False,):
        try:
            return turned_strip(query, turned=turned), turned
        except InputError:
            if not turned:
                raise
    raise AssertionError


def turned_strip(query: PeriodicQuestion, *, turned: bool) -> Strip:
    """The strip that a box is, perhaps after it was turned."""
    assert query.box is not None
    (width, height), motion, symmetry = query.box, query.motion, query.symmetry
    if turned:
        width, height = height, width
        turn = _conjugate(motion.orientation)
        motion = Motion(motion.period, turn, motion.dx, motion.dy)
        symmetry = _turned(symmetry)
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


def _conjugate(turn: Orientation) -> Orientation:
    """What a turn becomes when rows and columns change places."""
    return {Orientation.FLIP_X: Orientation.FLIP_Y, Orientation.FLIP_Y: Orientation.FLIP_X}.get(
        turn, turn
    )


def _turned(symmetry: Symmetry) -> Symmetry:
    """The symmetry of a pattern whose rows and columns have changed places."""
    swapped = {"D2|": "D2-", "D2-": "D2|"}
    if symmetry.name in swapped:
        return Symmetry.parse(swapped[symmetry.name])
    if symmetry.name.startswith("D2_+"):
        raise InputError("the symmetry names the position of its mirror, so the box is not rotated")
    return symmetry


def proves(query: PeriodicQuestion) -> bool:
    """Whether it is a proof if row tables find nothing."""
    strip, _ = strip_of(query)
    enough = any(bound.least for bound in query.constraints.bounds)
    return not (strip.folds or enough or may_be_multiple(query.motion))


def rough_cost(strip: Strip) -> float:
    """About how many seconds row tables take, as far as that was measured: within a few times."""
    free, period = strip.table_problem().bits, strip.motion.period
    if strip.motion.travels:
        return float(0.004 * period * 4.0 ** (free - 4))
    return float(0.004 * 2.0 ** (free * (1 + period / 5)))


def sooner(turns: Turns, query: PeriodicQuestion) -> Turns:
    """The turns of row tables, which begin sooner where they can probably end a search soon."""
    cost = rough_cost(strip_of(query)[0])
    if cost > SOON or not proves(query):
        return turns
    start = min(turns.head_start, max(HEAD_START, cost / 15))
    return replace(turns, head_start=start, at_once=2 * cost)


def by_rows(
    query: PeriodicQuestion, known: Sequence[Answer] = (), kept: Kept | None = None
) -> Iterator[Report[Answer]]:
    """Answers as they are found, and the end: a proof, or nothing more can be said."""
    from lifesearch.rows.checkpoint import SnapshotClock

    strip, turned = strip_of(query)
    problem = strip.table_problem()
    search = _begun(problem, kept)
    seen = list(known)
    snapshots = SnapshotClock()
    while not (search.finished or search.out_of_memory):
        for rows in search.advance(ROWS_AT_ONCE):
            if answers := _answers(query, strip, pattern(problem, rows), turned=turned):
                seen += answers
                yield answers
        yield 0  # conflicts
        if kept is not None and kept.due(time=snapshots.is_due):
            since = monotonic()
            checkpoint = search.checkpoint()
            yield Resting(checkpoint)
            snapshots.made(checkpoint, since)
    if search.out_of_memory:
        yield GaveUp("row tables need more memory")
    elif proves(query) and _no_room_for_two(query, seen, turned=turned):
        yield Exhausted(0)
    else:
        yield GaveUp("row tables cannot decide whether there are others")


def _begun(problem: StripProblem, kept: Kept | None) -> RowSearch:
    """A search, from its beginning or from a snapshot."""
    from lifesearch.rows.checkpoint import from_bytes
    from lifesearch.rows.search import RowSearch

    snapshot = kept.snapshot if kept else None
    start = None if snapshot is None else from_bytes(snapshot, problem)
    return RowSearch(problem, MEMORY, every=True, start=start)


def _no_room_for_two(query: PeriodicQuestion, seen: Sequence[Answer], *, turned: bool) -> bool:
    """Whether nothing fits into the box that is made of parts one behind another.

    One part has the whole period, and so has the other one unless there is a shorter period that
    it may have. In each generation there are empty rows between them: so on average they need as
    many rows as both have on average, and the empty ones.
    """
    if not seen:
        return True
    assert query.box is not None
    shorter = any(True for _ in query.motion.subperiods())
    period, least = query.motion.full_period, 0.0
    for answer in seen:
        boxes = [phase.box for phase in answer.life(period)[:period]]
        rows = sum(box.width if turned else box.height for box in boxes) / period
        least = min(least or rows, rows)
    return query.box[0 if turned else 1] < least + EMPTY_ROWS + (1 if shorter else least)


def _answers(
    query: PeriodicQuestion, strip: Strip, found: Pattern, *, turned: bool
) -> list[Answer]:
    """A pattern of the strip as an answer in the box, if one of its generations is one."""
    assert query.box is not None
    width, height = query.box
    motion, rule = strip.motion, strip.rule
    life = list(generations(found, 2 * motion.period, rule))
    for t in range(motion.period):
        span = reduce(or_, life[t : t + motion.period]).box
        top = (height if not turned else width) - span.height
        if top < 0 or not strip.meets_conditions(life[t]):
            continue
        placed = life[t].translate(0, (top // 2 if strip.folds else 0) - span.y)
        if turned:
            placed = placed.transform(TURN)
        try:
            return PeriodicBox(query, width, height).answers([placed])
        except VerificationError:
            continue
    return []


CONFLICTS_A_SECOND = 20_000
"""Time is shared by conflicts, as if there were so many of them."""
LONGEST = 1000.0
"""Seconds for a strip, by a rough estimate; wider ones are left to SAT."""
AFTER = 1_000
"""Conflicts before the first strip: small boxes are done sooner than row tables are loaded."""
AHEAD = CONFLICTS_A_SECOND
"""Then strips are searched before boxes: narrow ones take a moment, and settle hundreds of them."""


def strip_of_width(query: PeriodicQuestion, width: int, *, turned: bool = False) -> Strip:
    """The strip of boxes that grow; InputError if row tables prove nothing about it."""
    if not query.smallest_first:
        raise InputError("row tables settle boxes that grow in both directions")
    conditions = replace(query.constraints, objective=None)
    boxed = replace(query, box=(width, width), constraints=conditions, max_area=None)
    if not proves(boxed):
        raise InputError("that a strip has no pattern would prove nothing about boxes here")
    return replace(turned_strip(boxed, turned=turned), max_length=None)


def no_widths(query: PeriodicQuestion) -> str:
    """Why there are no strips that settle boxes; empty if there are."""
    if not installed():
        return "row tables need numba, which is not installed"
    try:
        strip_of_width(query, 2 if query.symmetry.width == "even" else 3)
    except InputError as error:
        return str(error)
    return ""


def widths(query: PeriodicQuestion) -> Iterator[Part]:
    """The strips, narrowest first, that do not take too long."""
    for width in range(1, min(query.max_area or 2 * WIDEST, 2 * WIDEST) + 1):
        try:
            strip = strip_of_width(query, width)
        except InputError:
            continue
        if rough_cost(strip) < LONGEST:
            yield Part((width, 0))


def settles(query: PeriodicQuestion, width: int, size: Size) -> bool:
    """Whether a box has nothing, if there is nothing in a strip of this width."""
    both_sides, centred = _shape(query, width)
    sides = size if both_sides else size[:1]
    return any(side <= width and not (centred and (width - side) % 2) for side in sides)


@lru_cache(maxsize=64)
def _shape(query: PeriodicQuestion, width: int) -> tuple[bool, bool]:
    """Whether boxes may be turned to fit into a strip, and whether they lie in its middle."""
    strip = strip_of_width(query, width)
    same = False
    if not query.motion.travels and TURN in query.rule.symmetries:
        with suppress(InputError):
            same = strip == strip_of_width(query, width, turned=True)
    centred = strip.mirror is not Mirror.NONE or strip.motion.orientation is Orientation.FLIP_X
    return same, centred


def by_width(query: PeriodicQuestion, width: int) -> Iterator[Report[Answer]]:
    """Prove that a strip has nothing; if it has something, boxes must be searched for it."""
    from lifesearch.rows.search import RowSearch

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
