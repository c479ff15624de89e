"""What will be done for a question, as a value: it can be shown, compared and sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from lifesearch.queries.base import Query
from lifesearch.text import duration, plural


@dataclass(frozen=True)
class Step:
    """One way to search, with its share of the time; all steps of a plan go on side by side.

    `cost` is a rough estimate in seconds; None if there is none. `why` this way is used, in words.
    """

    engine: str
    what: str
    share: int = 1
    cost: float | None = None
    why: str = ""


Q_co = TypeVar("Q_co", bound=Query[Any], covariant=True)


@dataclass(frozen=True)
class Plan(Generic[Q_co]):
    """The query that is run, the goal, the engine that does it, and its steps.

    `unused` has the other engines that come into question, and why each is not used. A box of
    which all answers are wanted is split into cubes by `depth` of its cells. `kept` says what a
    session keeps, if there is one, and `proof` what is written for others to check, if that is
    wanted.
    """

    query: Q_co
    goal: str
    engine: str
    steps: tuple[Step, ...]
    unused: tuple[tuple[str, str], ...] = ()
    depth: int = 0
    kept: str = ""
    proof: str = ""

    def __str__(self) -> str:
        return "\n".join(explained(self))

    @property
    def sentence(self) -> str:
        return sentence(self.steps)

    def in_words(self, *, solvers: bool = False) -> list[str]:
        """What is asked, and what is tried and why; the names of `solvers` only if wanted."""
        asked = ": ".join(filter(None, (self.query.title, str(self.goal))))
        if solvers:
            return [asked, self.sentence]
        plain = {replace(step, engine=step.engine.partition(" (")[0]): None for step in self.steps}
        if self.unbounded:
            *names, last = dict.fromkeys(step.engine for step in plain)
            engines = f"{', '.join(names)} and {last} take turns" if names else last
            return [asked, f"{engines}: any of them may be the first to find one"]
        cases = plural(2**self.depth, "case")
        cut = f"; {cases}, by the states of some cells" if self.depth else ""
        return [asked, f"{sentence([*plain])}{cut}"]

    @property
    def cuts(self) -> bool:
        """Whether a box is cut into cubes, of which each that is done can be kept."""
        return self.engine == "SAT"

    @property
    def unbounded(self) -> bool:
        """Whether patterns are searched for wherever they may be, in several ways at once."""
        return self.engine == "everything at once"


def explained(plan: Plan[Any]) -> Iterator[str]:
    """Lines about a plan."""
    yield f"Question: {plan.query.title}."
    yield f"Goal: {plan.goal}."
    whole = sum(step.share for step in plan.steps)
    names = [f"{number}. {_named(step)}" for number, step in enumerate(plan.steps, 1)]
    wide = max(map(len, names))
    for name, step in zip(names, plan.steps, strict=True):
        share = [_share(step.share, whole)] if len(plan.steps) > 1 else []
        cost = [] if step.cost is None else [_about(step.cost)]
        yield f"{name:{wide}}  {', '.join(share + cost)}".rstrip()
        if step.why:
            yield f"   {step.why}"
    if plan.depth:
        yield f"The box is cut into {plural(2**plan.depth, 'part')}, searched side by side."
    if len(plan.steps) > 1:
        yield "All of this runs side by side; the first to finish answers."
    yield from (f"Not used: {name} ({reason})." for name, reason in plan.unused)
    if plan.kept:
        yield f"The session keeps {plan.kept}."
    if plan.proof:
        yield f"The proof is {plan.proof}."


def sentence(steps: Sequence[Step]) -> str:
    """The same in one sentence.

    >>> sentence([Step("SAT", "in a 4x4 box")])
    'SAT: in a 4x4 box'
    """
    ways = "; ".join(map(_reasoned, steps))
    return f"tried side by side: {ways}" if len(steps) > 1 else ways


def _reasoned(step: Step) -> str:
    """A step with what is known of how long it takes, and why it is done.

    >>> _reasoned(Step("row tables", "in a strip", cost=90.0, why="3 free cells"))
    'row tables: in a strip (about 1 min 30 s: 3 free cells)'
    """
    cost = "" if step.cost is None else _about(step.cost)
    reason = ": ".join(filter(None, (cost, step.why)))
    return f"{_named(step)} ({reason})" if reason else _named(step)


def _named(step: Step) -> str:
    return f"{step.engine}: {step.what}" if step.what else step.engine


def _about(cost: float) -> str:
    return f"about {duration(max(1.0, cost))}"


def _share(share: int, whole: int) -> str:
    """A share of the time in words.

    >>> _share(1, 2), _share(5, 8)
    ('half of the time', '62% of the time')
    """
    return "half of the time" if 2 * share == whole else f"{100 * share // whole or 1}% of the time"
