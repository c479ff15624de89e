"""A plan in words: the goal, the steps, the engines that are not used; what `--explain` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lifesearch.common.text import duration, plural


@dataclass(frozen=True)
class Step:
    """One engine at work, with its share of the time.

    Shares are weights; all of them are 0 if they change during the search.

    `what` says where it searches. `cost` is a rough estimate in seconds; None if there is none.
    `why` gives the reason for this engine.
    """

    engine: str
    what: str
    share: int = 1
    cost: float | None = None
    why: str = ""


@dataclass(frozen=True)
class Outline:
    """The title of a question, its goal, and the steps towards it.

    unused    the other engines for this kind of question, and why each is not used
    depth     the number of cells whose states split a box into cubes
    kept      what the session saves; empty without one
    proof     what is written for others to check; empty without <proof>
    sharing   how several steps share the time, in a sentence
    races     whether any of the steps may be the first to find an answer
    """

    title: str
    goal: str
    steps: tuple[Step, ...]
    unused: tuple[tuple[str, str], ...] = ()
    depth: int = 0
    kept: str = ""
    proof: str = ""
    sharing: str = "All of this runs side by side; the first to finish answers."
    races: bool = False

    def __str__(self) -> str:
        return "\n".join(_explained(self))

    def in_words(self, *, solvers: bool = False) -> list[str]:
        """Two lines: the question with its goal, and the steps; with the names of `solvers`."""
        question = ": ".join(filter(None, (self.title, self.goal)))
        if solvers:
            return [question, sentence(self.steps)]
        plain = {replace(step, engine=step.engine.partition(" (")[0]): None for step in self.steps}
        *names, last = dict.fromkeys(step.engine for step in plain)
        if self.races and names:
            engines = f"{', '.join(names)} and {last} take turns"
            return [question, f"{engines}: any of them may be the first to find one"]
        cases = plural(2**self.depth, "case")
        cut = f"; {cases}, by the states of some cells" if self.depth else ""
        return [question, f"{sentence([*plain])}{cut}"]


def _explained(plan: Outline) -> Iterator[str]:
    """The lines that `--explain` prints."""
    yield f"Question: {plan.title}."
    yield f"Goal: {plan.goal}."
    whole = sum(step.share for step in plan.steps)
    names = [f"{number}. {_named(step)}" for number, step in enumerate(plan.steps, 1)]
    width = max(map(len, names))
    for name, step in zip(names, plan.steps, strict=True):
        share = [_share(step.share, whole)] if step.share < whole else []
        cost = [] if step.cost is None else [_about(step.cost)]
        yield f"{name:{width}}  {', '.join(share + cost)}".rstrip()
        if step.why:
            yield f"   {step.why}"
    if plan.depth:
        yield f"The box is cut into {plural(2**plan.depth, 'part')}, searched side by side."
    if len(plan.steps) > 1:
        yield plan.sharing
    yield from (f"Not used: {name} ({reason})." for name, reason in plan.unused)
    if plan.kept:
        yield f"The session keeps {plan.kept}."
    if plan.proof:
        yield f"The proof is {plan.proof}."


def sentence(steps: Sequence[Step]) -> str:
    """All steps in one sentence.

    >>> sentence([Step("SAT", "in a 4x4 box")])
    'SAT: in a 4x4 box'
    """
    ways = "; ".join(map(_reasoned, steps))
    return f"tried side by side: {ways}" if len(steps) > 1 else ways


def _reasoned(step: Step) -> str:
    """A step with its reason; without its cost, since the progress says how long it may take.

    >>> _reasoned(Step("row tables", "in a strip", cost=90.0, why="3 free cells"))
    'row tables: in a strip (3 free cells)'
    """
    return f"{_named(step)} ({step.why})" if step.why else _named(step)


def _named(step: Step) -> str:
    return f"{step.engine}: {step.what}" if step.what else step.engine


def _about(cost: float) -> str:
    return f"about {duration(max(1.0, cost))}"


def _share(share: int, whole: int) -> str:
    """A share of the time in words.

    >>> _share(1, 2), _share(5, 8)
    ('half the time', '62% of time')
    """
    return "half the time" if 2 * share == whole else f"{100 * share // whole or 1}% of time"
