"""A plan in plain English: what is asked, what will be tried, and why."""

from __future__ import annotations

from collections.abc import Iterator

from lifesearch.planning.plan import Plan, Step
from lifesearch.queries.base import PatternQuery
from lifesearch.text import duration, plural


def explained(plan: Plan[PatternQuery]) -> Iterator[str]:
    """Lines about a plan."""
    query = plan.query
    yield f"Question: {query.describe()}{query.where()}."
    yield f"Goal: {plan.goal}."
    whole = sum(step.share for step in plan.steps)
    shares = [_share(step.share, whole) for step in plan.steps]
    names = [f"{number}. {_named(step)}" for number, step in enumerate(plan.steps, 1)]
    for name, share, step in zip(names, shares, plan.steps, strict=True):
        columns = f"{name:{max(map(len, names))}}  {share:{max(map(len, shares))}}  {_cost(step)}"
        yield columns.rstrip()
    if plan.depth:
        yield f"The box is cut into {plural(2**plan.depth, 'part')}, several of them at once."
    if len(plan.steps) > 1:
        yield "All of this goes on at once; whichever is done first answers."
    if plan.unused:
        unused = "; ".join(f"{name} ({reason})" for name, reason in plan.unused)
        yield f"Not used: {unused}."


def sentence(plan: Plan[PatternQuery]) -> str:
    """A plan in one sentence."""
    first, *others = plan.steps
    if not others:
        return f"{_named(first)}{_because(first)}"
    return f"tried at once: {'; '.join(f'{_named(s)}{_because(s)}' for s in plan.steps)}"


def _named(step: Step) -> str:
    return f"{step.engine}: {step.what}" if step.what else step.engine


def _because(step: Step) -> str:
    return f" ({step.why})" if step.why else ""


def _share(share: int, whole: int) -> str:
    """A share of the time in words.

    >>> _share(1, 1), _share(1, 2), _share(5, 8)
    ('all of the time', 'half of the time', '62% of the time')
    """
    if share == whole:
        return "all of the time"
    if 2 * share == whole:
        return "half of the time"
    return f"{100 * share // whole or 1}% of the time"


def _cost(step: Step) -> str:
    """What is known of how long it takes, and why it is done."""
    cost = "no estimate" if step.cost is None else f"about {duration(max(1.0, step.cost))}"
    return f"{cost}: {step.why}" if step.why else cost
