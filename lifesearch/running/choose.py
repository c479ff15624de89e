"""From a question and preferences to a plan: the engine is chosen here and nowhere else.

Every door calls `choose`; a session that is resumed calls `plan_of`. Errors name options by their
keys (see `common.errors.OptionError`): each door spells them as its users write them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from lifesearch.common.errors import OptionError
from lifesearch.common.lazy_import import imported
from lifesearch.core.question import AnyQuestion, PatternQuery
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.plan import Engine, Plan
from lifesearch.running.registry import described, engines_of
from lifesearch.running.request import NO_PREFERENCES, Preferences

Q = TypeVar("Q", bound=AnyQuestion)


def choose(
    query: PatternQuery, options: RunOptions, preferences: Preferences = NO_PREFERENCES
) -> Plan[PatternQuery]:
    """The plan for a question; InputError if its options contradict each other.

    A question about a period or a velocity alone, without bounds, becomes a race: all strategies
    that may find one pattern soon are tried side by side.
    """
    race: PatternQuery | None = None
    if query.endless() and (unbounded := described(query.kind).unbounded):
        race = imported(f"{unbounded}.anywhere")(query, options, preferences)
    if race is None:
        for name in ("only", "composite"):
            if getattr(preferences, name):
                raise OptionError(
                    f"<{name}> works only with a period or a velocity alone: leave it out, or "
                    "leave out the box, the symmetry, conditions, <everything>, <engine> and "
                    "solvers"
                )
    return plan_of(race or in_boxes(query, preferences), options)


def in_boxes(query: PatternQuery, preferences: Preferences) -> PatternQuery:
    """The question in boxes; a symmetry with a name from strips is translated."""
    if not preferences.symmetry:
        return query
    unbounded = described(query.kind).unbounded
    boxes: PatternQuery = imported(f"{unbounded}.symmetric_boxes")(query, preferences.symmetry)
    return boxes


def plan_of(query: Q, options: RunOptions, checkpoint: Checkpoint = FRESH_START) -> Plan[Q]:
    """The plan for a question as it is: the first of its engines that has no reason against it.

    A search that is resumed stays with the engine that began it, whatever <engine> says, if the
    session has states, a snapshot or cubes; any engine can use answers and whole parts. It keeps
    its depth, too, whatever the number of workers is now. If no engine can be used, the preferred
    one words the error.
    """
    effective = options
    if checkpoint.progress_records or checkpoint.snapshot is not None or checkpoint.depth:
        effective = replace(options, engine=None)
    able = [engine for engine in engines_of(query.kind) if engine.handles(query)]
    wished = [engine for engine in able if effective.engine in (None, engine.wish)]
    if not wished:
        raise able[0].instead_of(query, effective.engine)
    reasons = {engine: _why_not(engine, query, effective, checkpoint) for engine in wished}
    chosen = next((engine for engine, reason in reasons.items() if not reason), None)
    if chosen is None:
        raise wished[0].refused(query, reasons[wished[0]])
    # One without a reason against it is less preferred than the chosen one: its order says so.
    unused = tuple(
        (engine.name, reasons.get(engine, "another engine was chosen") or "it is slower here")
        for engine in able
        if engine is not chosen
    )
    saved = checkpoint.depth
    return Plan(
        title=query.title,
        goal=chosen.goal(query, effective.count),
        steps=chosen.steps(query, effective),
        unused=unused + chosen.unused(query, effective),
        depth=chosen.depth(query, effective) if saved is None else saved,
        kept=chosen.continued_from if effective.has_session else "",
        proof=chosen.proof if effective.proving else "",
        races=chosen.races,
        query=query,
        engine=chosen,
        options=options,
        checkpoint=checkpoint,
    )


def _why_not(engine: Engine[Q], query: Q, options: RunOptions, checkpoint: Checkpoint) -> str:
    if options.proving and not engine.proof:
        return f"{engine.name} cannot write a proof"
    return engine.why_not(query, options, checkpoint)
