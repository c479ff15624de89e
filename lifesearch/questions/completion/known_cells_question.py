"""The fields of questions about partly known patterns, and their checks; base of `Completion`.

Outside the box there is a background, by default empty, which nothing in the box may disturb.
"""

from __future__ import annotations

from dataclasses import dataclass

from lifesearch.common.errors import InputError
from lifesearch.core import validate
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.constraints import NO_CONSTRAINTS, Constraints
from lifesearch.engines.sat.encoding.variable_grid import Spacetime
from lifesearch.engines.sat.solving.part import Size
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND, Background
from lifesearch.life.symmetry import C1, Symmetry


@dataclass(frozen=True)
class CompletionQuestion(BoxQuery):
    """The known cells, the motion, the surroundings, the rule and all conditions.

    known       the cells that are known: a grid for each of the first generations
    motion      how the pattern recurs, if it `returns`; otherwise its period is the number of steps
                from generation 0 to the last one
    symmetry    of the box in every generation
    rule        the rule; LIFE if `rules` are given
    background  around the box, in all generations
    any_period  whether it may recur sooner, too
    with_empty  whether a box that is all background is an answer, too
    raw         whether equivalent completions are answers of their own
    rules       the range of a partly unknown rule; None if the rule is known
    """

    known: KnownCells
    motion: Motion
    returns: bool = True
    symmetry: Symmetry = C1
    rule: Rule = LIFE
    background: Background = EMPTY_BACKGROUND
    any_period: bool = False
    with_empty: bool = False
    raw: bool = False
    constraints: Constraints = NO_CONSTRAINTS
    rules: PartialRule | None = None

    @property
    def box(self) -> Size:  # type: ignore[override]
        return self.known.width, self.known.height

    @property
    def not_empty_within(self) -> int:
        """The number of generations, from 0 on, of which one is more than the background.

        Where something arrives, generation 0 is the still life alone, which must not be empty.
        """
        return 1 if self.known.arrives else self.spacetime().motion.period

    def spacetime(self) -> Spacetime:
        # Without a return the last generation has cells of its own: N steps, N + 1 generations.
        motion = self.motion if self.returns else Motion(self.motion.period + 1)
        states, returns = self.example.states, self.returns
        return Spacetime(*self.box, motion, self.symmetry.group, states=states, returns=returns)


def check_conditions(query: CompletionQuestion) -> None:
    """Refuse conditions that a completion cannot have, or not in its rule."""
    stays = query.returns and not query.motion.travels
    validate.conditions(query.constraints, query.box, stays=stays, rule=query.example)
    _check_rule(query)
    validate.no_conditions_on_pieces(query.constraints, "a completion is not split into pieces")
    if query.constraints.keep is not None:
        raise InputError("cells to restore can be drawn in the grids")
    if query.constraints and query.background != EMPTY_BACKGROUND:
        raise InputError("populations cannot be counted on a background: leave out conditions")
    if query.rules is not None and (query.rule != LIFE or query.background != EMPTY_BACKGROUND):
        raise InputError("with an unknown rule leave out the rule and the background")


def _check_rule(query: CompletionQuestion) -> None:
    """Refuse cells, backgrounds and periods that do not go with the rule."""
    rule, known = query.example, query.known
    state = max((state for *_, state in known.dying), default=0)
    if state >= rule.states:
        raise InputError(f"a cell is given in state {state}: {rule} has 0 to {rule.states - 1}")
    if rule.states > 2 and (known.exempt or known.has_letters):
        raise InputError(
            f"{rule} has more than two states: cells can be given there, but not exempt or equal"
        )
    if query.background != EMPTY_BACKGROUND and (rule.states > 2 or rule.births_from_nothing):
        raise InputError(f"backgrounds are for two-state rules without B0, not for {rule}")
    if query.returns:
        validate.even_period(query.motion, query.rules or rule)
