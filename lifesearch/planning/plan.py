"""What is wanted of a question and will be done, as a value: it can be shown, compared and sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from lifesearch.errors import OptionError
from lifesearch.queries.base import PatternQuery, Query
from lifesearch.queries.constraints import Aim
from lifesearch.queries.periodic.count import CountQuestion, NumberQuestion
from lifesearch.queries.soups import SoupQuery
from lifesearch.text import duration, plural


@dataclass(frozen=True)
class Step:
    """One way to search, with its share of the time, or none if that changes as work goes on.

    `cost` is a rough estimate in seconds; None if there is none. `why` this way is used, in words.
    """

    engine: str
    what: str
    share: int = 1
    cost: float | None = None
    why: str = ""


class Titled(Protocol):
    """A question that says what it is about."""

    @property
    def title(self) -> str: ...


Q_co = TypeVar("Q_co", bound=Titled, covariant=True)


@dataclass(frozen=True)
class Plan(Generic[Q_co]):
    """The query that is run, the goal, the engine that does it, and its steps.

    Several of them go on `together`, as this says in words.

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
    together: str = "All of this runs side by side; the first to finish answers."

    def __str__(self) -> str:
        return "\n".join(_explained(self))

    def in_words(self, *, solvers: bool = False) -> list[str]:
        """What is asked, and what is tried and why; the names of `solvers` only if wanted."""
        asked = ": ".join(filter(None, (self.query.title, str(self.goal))))
        if solvers:
            return [asked, sentence(self.steps)]
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


def _explained(plan: Plan[Any]) -> Iterator[str]:
    """Lines about a plan."""
    yield f"Question: {plan.query.title}."
    yield f"Goal: {plan.goal}."
    whole = sum(step.share for step in plan.steps)
    names = [f"{number}. {_named(step)}" for number, step in enumerate(plan.steps, 1)]
    wide = max(map(len, names))
    for name, step in zip(names, plan.steps, strict=True):
        share = [_share(step.share, whole)] if step.share < whole else []
        cost = [] if step.cost is None else [_about(step.cost)]
        yield f"{name:{wide}}  {', '.join(share + cost)}".rstrip()
        if step.why:
            yield f"   {step.why}"
    if plan.depth:
        yield f"The box is cut into {plural(2**plan.depth, 'part')}, searched side by side."
    if len(plan.steps) > 1:
        yield plan.together
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


BEST = {
    Aim.SMALLEST_POPULATION: "one with the fewest live cells",
    Aim.LARGEST_POPULATION: "one with the most live cells",
    Aim.SMALLEST_BOX: "one in the smallest box",
}


def goal_of(query: Query[Any], count: int | None) -> str:
    """What is wanted of a query if `count` answers are; None is all, or the best.

    >>> from lifesearch.life.motion import Motion
    >>> from lifesearch.queries.periodic import Periodic
    >>> goal_of(Periodic(Motion(2), (3, 3)), 1)
    'find one, or prove that there is none'
    >>> goal_of(Periodic(Motion(2), (3, 3)), None)
    'find all, and prove that there are no others'
    """
    if query.optimises:
        assert isinstance(query, PatternQuery)
        assert query.constraints.objective is not None
        return f"find {BEST[query.constraints.objective.aim]}, and prove that none is better"
    if isinstance(query, CountQuestion):
        return "count all of them exactly, without listing them"
    if isinstance(query, NumberQuestion):
        return "find the highest average number of live cells per row, exactly"
    if isinstance(query, SoupQuery):
        return f"run {'soups' if count is None else plural(count, 'soup')} and count their objects"
    if count is None:
        return "find all, and prove that there are no others"
    soon = query.grows and isinstance(query, PatternQuery) and query.endless()
    otherwise = f"or prove that there {'is none' if count == 1 else 'are fewer'}"
    return f"find {'one' if count == 1 else f'{count:,}'}, {'soon' if soon else otherwise}"


def how_many(
    query: PatternQuery, count: int | None, *, everything: bool, raw: bool = False
) -> int | None:
    """How many answers are wanted; None is all, or better and better ones.

    What has no end is refused, and so is more than one answer where one is best.
    """
    if everything and count is not None:
        raise OptionError("<everything> and <count> both say how many: give one of them")
    best = query.constraints.objective
    if best is None:
        if everything and query.endless():
            raise OptionError(f"<everything> needs {query.endless()}")
        return None if everything else count or 1
    if everything or count is not None or raw:
        again = "<box WxH>" if best.aim is Aim.SMALLEST_BOX else "<population '=N'>"
        raise OptionError(
            "only one answer is best: leave out <everything>, <count> and <raw>; for all that are "
            f"as good, ask again with {again} <everything>"
        )
    if best.aim is not Aim.SMALLEST_BOX and query.endless():
        raise OptionError(f"<{best.aim}> needs {query.endless()}")
    return None
