"""What a film and its conditions can have against each other, in one sentence each.

Whether a film can be completed is for the solver to find out. Here it is only refused when its
grids, its symmetry, its motion and its background do not even go together.
"""

from __future__ import annotations

from lifesearch.errors import InputError
from lifesearch.search.check import check as check_periodic
from lifesearch.search.completion import Completion
from lifesearch.search.periodic import Periodic
from lifesearch.search.screening import Screening
from lifesearch.words import plural

LONGEST_AGAR = 100


def check(question: Completion) -> None:
    """Complain about what does not go together."""
    film, screening = question.film, question.screening
    generations = screening.steps + 1
    if len(film.grids) > generations:
        raise InputError(
            f"there are {len(film.grids)} grids, but only {generations} generations, "
            f"0 to {screening.steps}"
        )
    motion, way = question.motion, (question.motion.dx, question.motion.dy)
    turns = (*question.symmetry.group, motion.orientation)
    if wrong_way := next((g for g in turns if g.apply(*way) != way), None):
        raise InputError(
            f"{wrong_way.symbol} does not keep the shift {motion.dx},{motion.dy}: choose a "
            f"symmetry and a transform that do"
        )
    check_periodic(Periodic(question.motion, question.box, question.symmetry, question.rule))
    _check_background(question, screening)
    if wrong := question.contradiction():
        t, x, y = wrong
        raise InputError(
            f"generation {t}, row {y + 1}, column {x + 1} cannot be as told: it is the same cell "
            f"as another one, or one outside, that is told to be different"
        )


def _check_background(question: Completion, screening: Screening) -> None:
    motion, agar = question.motion, question.background
    if not all(
        screening.agrees(g, t, t)
        for g in question.spacetime().group()
        for t in range(screening.steps + 1)
    ):
        raise InputError(
            f"the background is not symmetric ({question.symmetry.name}) about the centre of the "
            f"{question.box[0]}x{question.box[1]} box"
        )
    turn, period = motion.orientation, motion.period
    if not question.returns or screening.agrees(turn, 0, period, motion.dx, motion.dy):
        return
    own = agar.period(question.rule, LONGEST_AGAR)
    if own is None:
        raise InputError(
            f"the background is not back within {LONGEST_AGAR} generations: give one that is "
            f"periodic"
        )
    if motion.order == 1 and not motion.travels:
        raise InputError(
            f"the background has period {own}, which does not divide the period {period} asked for"
        )
    raise InputError(
        f"after {plural(period, 'generation')} the background, which has period {own}, is not "
        f"itself turned and moved as the pattern should be"
    )
