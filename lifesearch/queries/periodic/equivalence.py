"""Which patterns that recur are equivalent: moved, turned, mirrored or delayed ones."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from lifesearch.life.identify import canonical_key
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.queries.answer import Answer
from lifesearch.queries.base import Problem
from lifesearch.queries.box_query import by_first_generation
from lifesearch.queries.on_cylinder import cylinder_images, cylinder_key
from lifesearch.queries.periodic.box import PeriodicBox
from lifesearch.solving.enumerate import Enumeration, Goal


def images(box: PeriodicBox, pattern: Pattern) -> Iterator[Pattern]:
    """Go through the first generations in the box that are equivalent to this one.

    On a torus and on a cylinder these are all images, solutions or not.
    In the plane, they are those that turn and move solutions into solutions.
    """
    if box.cylinder is not None:
        yield from _rolled(box, box.cylinder, pattern)
        return
    symmetries, s, motion = box.symmetries, box.spacetime, box.motion
    phases = motion.full_period
    span = motion.period if motion.travels else phases
    life = box.universe.history(pattern, phases + span)
    turns = [Orientation.IDENTITY] if box.fixed else symmetries.orientations()
    if box.torus:
        turns = [g for g in Orientation if g in box.rule.symmetries and s.invariant_under(g)]
    step = 1 if box.torus else len(box.rule.steps)
    for g in turns:
        turned = [s.turned(g, phase) for phase in life]
        for t in range(0, phases, step):
            boxes = [phase.box for phase in turned[t : t + span] if phase]
            if not boxes:
                yield pattern
                continue
            left, top = min(b.x for b in boxes), min(b.y for b in boxes)
            if box.torus:
                yield from _everywhere(turned[t], box.width, box.height)
            elif box.fixed:
                yield turned[t]
            else:
                yield turned[t].translate(*symmetries.shift_to_origin(left, top))


def _everywhere(pattern: Pattern, width: int, height: int) -> Iterator[Pattern]:
    for dx in range(width):
        for dy in range(height):
            yield pattern.translate(dx, dy).wrapped(width, height)


def _rolled(box: PeriodicBox, cylinder: Cylinder, pattern: Pattern) -> Iterator[Pattern]:
    """All images in a box whose sides are joined."""
    for image in cylinder_images(cylinder, box.life(pattern)[:-1], box.rule):
        for down in range(box.height - image.box.height + 1):
            yield image.translate(0, down)


def phases(box: PeriodicBox, pattern: Pattern) -> list[Pattern]:
    """Phases of an oscillator that are solutions too; of others, only the pattern itself."""
    bounds = box.constraints.bounds
    fixed = box.fixed or any(bound.measure.phase_dependent for bound in bounds)
    if box.motion.travels or fixed:
        return [pattern]
    step = 1 if box.torus else len(box.rule.steps)
    return box.life(pattern)[:-1:step]


def key(box: PeriodicBox, answer: Answer) -> Hashable:
    """Identity of an answer: moved, turned and delayed patterns are one, unless all count."""
    if box.raw:
        return answer.found
    if box.cylinder is not None:
        return cylinder_key(box.cylinder, box.life(answer.found)[:-1], box.rule)
    if answer.torus:
        return min(image.key() for image in images(box, answer.pattern))
    return canonical_key(answer.history()[:-1], box.rule)


def enumeration(box: PeriodicBox, problem: Problem, cube: str) -> Enumeration[Pattern, Answer]:
    """How to enumerate the patterns of a box, or of a cube of it."""
    pieces = box.piece_filter(problem.layout)
    goal = None
    if problem.better_than:
        goal = Goal(box.cost, problem.better_than, lambda pattern: phases(box, pattern))
    return by_first_generation(
        problem,
        cube,
        lambda pattern: () if box.raw else images(box, pattern),
        box.answers,
        goal=goal,
        examine=pieces.examine if pieces else None,
    )
