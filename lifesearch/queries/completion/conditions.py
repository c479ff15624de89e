"""What makes no sense together in a query for completions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesearch.errors import InputError
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.queries import validate

if TYPE_CHECKING:
    from lifesearch.queries.completion.query import Completion


def check_conditions(query: Completion) -> None:
    """Refuse conditions that a completion cannot have, or not in its rule."""
    stays = query.returns and not query.motion.travels
    validate.conditions(query.constraints, query.box, stays=stays, rule=query.rule)
    _check_rule(query)
    validate.no_pieces(query.constraints, "a completion is not taken apart")
    if query.constraints.keep is not None:
        raise InputError("cells to restore can be drawn in the grids")
    if query.constraints and query.background != EMPTY_BACKGROUND:
        raise InputError("on a background nothing is counted: there can be no conditions")
    if query.rules is not None and (query.rule != LIFE or query.background != EMPTY_BACKGROUND):
        raise InputError("an unknown rule is the only one, and goes with no background")


def _check_rule(query: Completion) -> None:
    """Refuse what is known for two states only, and where the empty plane stays empty."""
    rule, known = query.rule, query.known
    state = max((state for *_, state in known.dying), default=0)
    if state >= rule.states:
        raise InputError(f"a cell is given in state {state}: {rule} has 0 to {rule.states - 1}")
    if rule.states > 2 and (known.exempt or known.has_letters):
        raise InputError(
            f"{rule} has more than two states: cells can be given there, but not exempt or equal"
        )
    if query.background != EMPTY_BACKGROUND and (rule.states > 2 or rule.births_from_nothing):
        raise InputError(f"a background is for rules of two states without B0, and not for {rule}")
    if query.returns:
        validate.whole_turns(query.motion, rule)
