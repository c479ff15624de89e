"""From a query, as read from the folder of a proof, to the question in plain values.

This is the only module of `implied` that knows queries. It reads their fields only, since the
clauses that are to be checked were made by their methods.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import Aim, Constraints
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.proofs.implied.counting import WRONG
from lifesearch.proofs.implied.images import Images
from lifesearch.proofs.implied.listed import ListedAnswer
from lifesearch.proofs.implied.neighbourhoods import FIRST_PART, opposite
from lifesearch.proofs.implied.question import Cell, ClaimedBound, ClaimedQuestion
from lifesearch.questions.closest.question import Closest
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor

PIECES = "against pieces that are not wanted"
ON_BACKGROUND = "against answers on a background"
PROJECTED = "against answers that are alike in marked cells"
TURNED = "against turned forms of answers"
"""Kinds of clauses that are trusted: see `ClaimedQuestion.blind_spot`."""


def claimed_question(
    query: BoxQuery, box: Cell, best: int | None, boxes: Iterable[Cell]
) -> ClaimedQuestion:
    """The question about a box; `best` is the least cost found, if a lesser one is wanted.

    `boxes` are those of all parts of the proof.
    """
    if isinstance(query, Closest):
        return _closest(query, best)
    question = _of(query, box)
    constraints = query.constraints
    question = replace(
        question,
        bounds=(*_bounds(constraints), *_better(constraints, best)),
        attached=tuple(tuple(phase.cells for phase in life) for life in constraints.attached),
    )
    if not question.tight:
        return question
    # A box may stand for its transpose, too.
    turned = any(g.apply(1, 0)[0] == 0 for g in Images(question).orientations_of_plane)
    searched = {*boxes} | {(height, width) for width, height in boxes if turned}
    return replace(question, smaller_boxes=frozenset(searched))


def _of(query: BoxQuery, box: Cell) -> ClaimedQuestion:
    match query:
        case Periodic():
            return _periodic(query, box)
        case Predecessor():
            return _predecessor(query)
        case Completion():
            return _completion(query)
        case _:
            raise TypeError(f"nothing is known of the clauses of a {query.kind}")


def _tables(query: Any, *, torus: bool = False) -> dict[str, Any]:
    """The fields about the rule: its tables, its states and its unknown parts.

    On the plane, a rule with B0 is replaced by rules without it: see `Rule.steps`. Where parts of
    it are unknown, two tables alternate, so that odd generations are complements. A torus needs no
    such rules.
    """
    if query.rules is not None:
        table = query.rules.table
        alternates = table[0] and not torus
        return {
            "tables": (bytes(map(opposite, table)), table[::-1]) if alternates else (table,),
            "rule_parts": query.rules.names,
            "states": query.rules.states,
        }
    tables = [query.rule] if torus else query.rule.steps
    return {"tables": tuple(rule.table for rule in tables), "states": query.rule.states}


def _periodic(query: Periodic, box: Cell) -> ClaimedQuestion:
    motion, constraints = query.motion, query.constraints
    # Where cells are fixed in place, an image of a suspect need not be one.
    fixed = query.torus or query.mask is not None or constraints.keep is not None
    pieces = constraints.connected or constraints.unwanted
    return ClaimedQuestion(
        *box,
        planes=motion.period,
        steps=motion.period,
        **_tables(query, torus=query.torus),
        turn=motion.orientation,
        dx=motion.dx,
        dy=motion.dy,
        group=query.symmetry.group,
        torus=query.torus,
        seam=None if query.cylinder is None else query.cylinder.shift,
        mask=None if query.mask is None else query.mask.cells,
        not_empty=not query.with_empty,
        exact_period=not query.any_period,
        kept=_kept(constraints),
        movable=not (fixed or query.raw or query.with_empty),
        tight=query.smallest_first,
        raw=query.raw,
        blind_spot=PIECES if pieces else "",
    )


def _predecessor(query: Predecessor) -> ClaimedQuestion:
    target, open_around = query.target, query.surrounded
    goal: dict[Cell, int | None] = dict(target.alive.states)
    if open_around:
        x, y, width, height = target.region
        drawn = [(x + i, y + j) for i in range(width) for j in range(height)]
        goal = {cell: goal.get(cell, 0) for cell in drawn}
    return ClaimedQuestion(
        *query.box,
        planes=query.generations,
        steps=query.generations,
        **_tables(query, torus=query.torus),
        recurs=False,
        torus=query.torus,
        seam=None if query.cylinder is None else query.cylinder.shift,
        goal=goal | dict.fromkeys(target.dont_care.cells),
        open_around=open_around,
        not_empty=False,
        exact_period=False,
        kept=_kept(query.constraints),
        raw=query.raw,
        blind_spot="" if query.project is None else PROJECTED,
    )


def _completion(query: Completion) -> ClaimedQuestion:
    motion, known = query.motion, query.known
    planes = motion.period + (not query.returns)
    around: Any = (((0,),),)
    blind_spot = TURNED if known.has_letters or known.exempt else ""
    if query.background != EMPTY_BACKGROUND:
        tiles = query.background.planes(planes, query.rule).tolist()
        around = tuple(tuple(map(tuple, tile)) for tile in tiles)
        blind_spot = ON_BACKGROUND
    return ClaimedQuestion(
        *query.box,
        planes=planes,
        steps=motion.period,
        **_tables(query),
        recurs=query.returns,
        turn=motion.orientation,
        dx=motion.dx,
        dy=motion.dy,
        group=query.symmetry.group,
        background=around,
        given=dict(known.given()),
        states_given=known.dying_states,
        exempt=known.exempt,
        arrives=known.arrives,
        not_empty=not query.with_empty,
        exact_period=query.returns and not query.any_period,
        raw=query.raw,
        blind_spot=blind_spot,
    )


def _kept(constraints: Constraints) -> Mapping[Cell, bool]:
    """The cells that are kept, and whether they live."""
    if (keep := constraints.keep) is None:
        return {}
    x, y, width, height = keep.region
    cells = [(x + i, y + j) for i in range(width) for j in range(height)]
    return {cell: cell in keep.alive for cell in cells if cell not in keep.dont_care}


def _bounds(constraints: Constraints) -> list[ClaimedBound]:
    return [
        ClaimedBound(str(bound.measure), bound.least, bound.most) for bound in constraints.bounds
    ]


def _better(constraints: Constraints, best: int | None) -> list[ClaimedBound]:
    """The bound that an answer better than the best one meets: fewer cells, or more."""
    objective = constraints.objective
    if objective is None or best is None or objective.aim is Aim.SMALLEST_BOX:
        return []
    measure = str(objective.measure)
    if objective.aim is Aim.LARGEST_POPULATION:
        # The cost of an answer is then the negative of its population.
        return [ClaimedBound(measure, least=1 - best)]
    return [ClaimedBound(measure, most=best - 1)]


def _closest(query: Closest, best: int | None) -> ClaimedQuestion:
    """The question for the closest predecessor: fewer cells are wrong than in the best one found.

    Any last generation will do, apart from that.
    """
    target, (width, height) = query.target, query.box
    across, down = (0 if joined else 1 for joined in query.joined)
    columns, rows = range(-across, width + across), range(-down, height + down)
    frame = [(x, y) for y in rows for x in columns]
    return ClaimedQuestion(
        width,
        height,
        planes=query.generations,
        steps=query.generations,
        **_tables(query, torus=query.torus),
        recurs=False,
        torus=query.torus,
        seam=0 if query.cylinder else None,  # these cylinders have no shift
        goal=dict.fromkeys(frame),
        wanted={cell: cell in target.alive for cell in frame if cell not in target.dont_care},
        not_empty=False,
        exact_period=False,
        bounds=() if best is None else (ClaimedBound(WRONG, most=best - 1),),
    )


def listed_answer(query: Any, saved: Any) -> ListedAnswer:
    parts = dict[int, bool]()
    if query.rules is not None:
        saved, rule = saved
        tables = zip(query.rules.table, rule.table, strict=True)
        parts = {entry: bool(lives) for entry, lives in tables if entry >= FIRST_PART}
    film: Sequence[Pattern] = [saved] if isinstance(saved, Pattern) else saved
    return ListedAnswer(tuple(phase.states for phase in film), parts)
