"""Which searches can have a proof, and what to ask instead of others."""

from __future__ import annotations

from lifesearch.errors import InputError, OptionError
from lifesearch.proofs.states.question import no_certificate
from lifesearch.queries.base import PatternQuery
from lifesearch.running.options import RunOptions
from lifesearch.solving.solver import WITH_PROOF

BOUNDS = (
    "nothing is proved without bounds: a proof needs <box WxH>, <max_area N> or, row by row, "
    "<width W>"
)


def require_possible(query: PatternQuery, run_options: RunOptions) -> None:
    """Refuse a search that cannot have a proof, before anything is written."""
    if query.kind == "strip":
        if reason := no_certificate(query):
            raise InputError(f"no proof can be written: {reason}")
        return
    if query.kind == "race":
        raise OptionError(BOUNDS)
    if query.kind == "soups":
        raise InputError("soups prove nothing: a proof needs a search in a box")
    _require_solver(run_options)
    if query.endless() and not query.optimises:
        raise OptionError(BOUNDS)


def _require_solver(run_options: RunOptions) -> None:
    """Refuse solvers, and ways without one, that cannot write a proof of a formula."""
    solver = run_options.fixed.solver
    if solver is not None and solver not in WITH_PROOF:
        *others, last = WITH_PROOF
        raise InputError(
            f"{solver} writes no proof that can be checked: choose {', '.join(others)} or {last}"
        )
    if run_options.engine == "tables":
        raise InputError("tables of a box write no proof, but a solver does: leave out the engine")
