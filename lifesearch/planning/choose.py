"""From a question, and what is wished, to a plan: this is decided here and nowhere else.

What is refused is refused in words that name options by their keys (see `errors.OptionError`):
each door spells them in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from lifesearch import rows
from lifesearch.errors import InputError, OptionError
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import Symmetry
from lifesearch.planning.engine import Engine
from lifesearch.planning.engines import ENGINES
from lifesearch.planning.plan import Plan, goal_of
from lifesearch.planning.race import EverythingAtOnce, Race
from lifesearch.queries.base import PatternQuery, Query
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.strips.names import in_box
from lifesearch.queries.strips.query import Strip
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions


@dataclass(frozen=True)
class Wishes:
    """What is wished of a search that has no bounds.

    It may be searched in some ways `only`, and what is `composite` may count. A `symmetry` is one
    of strips that grow wider.
    """

    only: tuple[str, ...] = ()
    composite: bool = False
    symmetry: str = ""


NO_WISHES = Wishes()
ALL_ENGINES: tuple[Engine[Any], ...] = (EverythingAtOnce(), *ENGINES)

Q = TypeVar("Q", bound=Query[Any])


def choose(query: PatternQuery, how: RunOptions, wishes: Wishes = NO_WISHES) -> Plan[PatternQuery]:
    """The plan for a question; InputError if something in it does not go together.

    Who asks for a motion alone wants to see one pattern, soon: then everything that may lead to one
    is tried side by side.
    """
    race = _anywhere(query, how, wishes)
    if race is None:
        for name in ("only", "composite"):
            if getattr(wishes, name):
                raise OptionError(
                    f"<{name}> works only with a period or a velocity alone: leave it out, or "
                    "leave out the box, the symmetry, conditions, <everything>, <engine> and "
                    "solvers"
                )
    return plan_of(race or in_boxes(query, wishes), how)


def _anywhere(query: PatternQuery, how: RunOptions, wishes: Wishes) -> Race | None:
    """The question as one for patterns of whatever size; None if something needs boxes in order."""
    in_order = replace(how.fixed, seed=None) or how.engine or how.proving or how.count is None
    if in_order or not isinstance(query, Periodic):
        return None
    motion = query.motion
    if wishes.symmetry and (rows.unavailable() or motion.dx):
        return None
    pieces = Constraints(connected=query.constraints.connected, excluded=query.constraints.excluded)
    bare = Periodic(motion, rule=query.rule, constraints=pieces)
    stays = not motion.travels and motion.period == 1
    if query != bare or stays or motion.orientation is not Orientation.IDENTITY:
        return None
    seed = how.fixed.seed or 0
    return Race(motion, query.rule, pieces, wishes.only, seed, wishes.composite, wishes.symmetry)


def in_boxes(query: PatternQuery, wishes: Wishes) -> PatternQuery:
    """The same question in boxes, with a symmetry that may have its name from strips."""
    if not wishes.symmetry:
        return query
    assert isinstance(query, Periodic)
    motion, name = in_box(query.motion, wishes.symmetry)
    return replace(query, motion=motion, symmetry=Symmetry.parse(name))


def plan_of(query: Q, how: RunOptions, begun: Checkpoint = FRESH_START) -> Plan[Q]:
    """The plan for a query as it is; what an engine has begun it also ends."""
    if begun.progress_records or begun.snapshot is not None or begun.depth:
        how = replace(how, engine=None)
    able = [engine for engine in ALL_ENGINES if engine.handles(query)]
    wished = [engine for engine in able if how.engine in (None, engine.wish)]
    if not wished:
        raise _cannot(query, how)
    reasons = {
        engine: f"{engine.name} cannot write a proof"
        if how.proving and not engine.proof
        else engine.why_not(query, how, begun)
        for engine in wished
    }
    chosen = next((engine for engine, reason in reasons.items() if not reason), None)
    if chosen is None:
        raise wished[0].refused(query, reasons[wished[0]])
    _check_seeds(query, how, chosen)
    unused = tuple(
        (engine.name, reasons.get(engine, "another engine was chosen") or "it is slower here")
        for engine in able
        if engine is not chosen
    ) + chosen.unused(query, how)
    return Plan(
        query,
        goal_of(query, how.count),
        chosen.name,
        chosen.steps(query, how),
        unused,
        chosen.depth(query, how),
        chosen.continued_from if how.kept else "",
        chosen.proof if how.proving else "",
    )


def named(name: str) -> Engine[Any]:
    return next(engine for engine in ALL_ENGINES if engine.name == name)


def _cannot(query: Query[Any], how: RunOptions) -> InputError:
    """Why a query cannot be searched by the engine that is asked for."""
    if isinstance(query, Strip):
        return OptionError("<engine> {} needs <box WxH>, not <width>", how.engine)
    if isinstance(query, Periodic) and query.cylinder is not None:
        return OptionError("a shifted cylinder has no rows that recur: leave out <engine>")
    needed = next(engine.needs for engine in ENGINES if engine.wish == how.engine)
    return OptionError(f"<engine> {{}} needs {needed}", how.engine)


def _check_seeds(query: Query[Any], how: RunOptions, chosen: Engine[Any]) -> None:
    """Refuse several seeds where they mean nothing."""
    if not how.seeds:
        return
    if not isinstance(query, Strip):
        raise OptionError("<seeds> are for strips by row tables: give <width W>")
    if chosen.wish != "tables":
        reason = query.no_tables()
        raise OptionError("<seeds> are for row tables, which cannot be used: {}", reason or "SAT")
    if query.by_level:
        raise OptionError("<seeds> are for finding a ship of any length: leave out <max_length>")
