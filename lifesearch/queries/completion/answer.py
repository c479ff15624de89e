"""Completions as answers: with all their generations, and a name where simulation has none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.queries.answer import Answer, FilmInRule
from lifesearch.queries.completion.verify import Boxes, CompletionVerifier
from lifesearch.queries.words import recurring


@dataclass(frozen=True)
class Completed(Answer):
    """A verified completion.

    `phases` has the box in all generations before it recurs. If there are exempt cells,
    simulation cannot follow it, and `shown` has the generations.
    """

    phases: tuple[Pattern, ...] = ()
    shown: tuple[Pattern, ...] = ()

    @property
    def saved(self) -> Any:
        """What determines the answer: the box in all generations before it recurs.

        If the rule was unknown, it does, too.
        """
        return FilmInRule(self.phases, self.rule) if self.greatest_rule else self.phases

    def history(self) -> list[Pattern]:
        return list(self.shown) or super().history()


def completed(
    verifier: CompletionVerifier, motion: Motion, box: Boxes, *, any_period: bool
) -> Completed:
    """Make an answer of the box in all generations before it recurs, [t, y, x]."""
    phases = tuple(map(Pattern.from_array, box))
    exempt, alone = bool(verifier.known.exempt), verifier.background == EMPTY_BACKGROUND
    returns = verifier.returns
    shown = range(motion.period + 1) if exempt else ()
    answer = Completed(
        phases[0] if alone else verifier.phase(box[None], 0),
        motion.full_period if returns and not exempt else motion.period,
        verifier.rule,
        None if alone else verifier.torus,
        returns=returns,
        phases=phases,
        shown=tuple(verifier.phase(box[None], t) for t in shown),
    )
    # On a background's torus it cannot be seen when a ship recurs.
    seen = returns and not exempt and (alone or not motion.travels)
    if seen and (any_period or motion.order > 1):
        answer = answer.cycle()
    if alone and not exempt:
        return answer
    return replace(answer, called=_called(verifier, motion, answer.generations))


def _called(verifier: CompletionVerifier, motion: Motion, generations: int) -> str:
    """Name what the simulator cannot recognise."""
    what = f"generations 0 to {generations}"
    if verifier.returns:
        what = recurring(motion if motion.travels else Motion(generations), LIFE)
    exempt = " with exempt cells" if verifier.known.exempt else ""
    around = "" if verifier.background == EMPTY_BACKGROUND else " on a background"
    return f"{what}{exempt}{around}"
