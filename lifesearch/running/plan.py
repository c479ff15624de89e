"""Plans, each a question with its engine and limits; and `Engine`, the base of all engines.

An engine answers whether it can search a question, and if not why not; which steps it would take
and what they cost; and it makes the coordinator. `choose` makes a plan once, `outline` shows it,
`coordinator.run` carries it out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from lifesearch.common.errors import InputError, OptionError
from lifesearch.core.question import AnyQuestion
from lifesearch.running.coordinator import AnyCoordinator
from lifesearch.running.goals import goal_of
from lifesearch.running.options import FRESH_START, Checkpoint, RunOptions
from lifesearch.running.outline import Outline, Step
from lifesearch.running.places.place import Workplace

Q = TypeVar("Q", bound=AnyQuestion)
Q_co = TypeVar("Q_co", bound=AnyQuestion, covariant=True)

BOX, WIDTH = "<box WxH>", "<width W>: how wide may the pattern be?"
NEEDS = {"tables": WIDTH, "rows": WIDTH}
"""The option without which an engine cannot be asked for; a box for all that are not listed."""


@dataclass(frozen=True, kw_only=True)
class Plan(Outline, Generic[Q_co]):
    """A question, its engine, the limits of the search, and the checkpoint to resume from."""

    query: Q_co
    engine: AnyEngine
    options: RunOptions
    checkpoint: Checkpoint = FRESH_START


class Engine(ABC, Generic[Q]):
    """One strategy for questions of a kind.

    name            its name in plans and messages
    wish            its name for the option <engine>; empty if it cannot be asked for
    continued_from  what a session saves of its work, in words
    proof           what it can write for others to check, in words; empty if nothing
    why             why it is used, in words
    instead         a note for people who meant another engine; empty if there is none
    races           whether several strategies search at once, without bounds (`questions.race`)
    proves          whether it may end with a proof that there are no other answers; see `verdict`
    """

    name: ClassVar[str]
    wish: ClassVar[str] = ""
    continued_from: ClassVar[str]
    proof: ClassVar[str] = ""
    why: ClassVar[str] = ""
    instead: ClassVar[str] = ""
    races: ClassVar[bool] = False
    proves: ClassVar[bool] = True

    def handles(self, query: Q) -> bool:
        """Whether the engine is meant for this question at all."""
        return True

    def why_not(self, query: Q, options: RunOptions, checkpoint: Checkpoint) -> str:
        """Why the engine is not used for a question that it handles; empty if it can be."""
        return ""

    def refused(self, query: Q, reason: str) -> InputError:
        """The error if this engine is asked for where it cannot be used, for this reason."""
        return InputError(reason)

    def instead_of(self, query: Q, wish: str | None) -> InputError:
        """The error if an engine is asked for that questions of this kind do not have."""
        return OptionError(f"<engine> {{}} needs {NEEDS.get(wish or '', BOX)}", wish)

    def goal(self, query: Q, count: int | None) -> str:
        """The goal of a search for `count` answers, in words."""
        return goal_of(query, count)

    def what(self, query: Q, options: RunOptions) -> str:
        """Where the engine searches, in words."""
        return query.where().strip(" ,")

    def steps(self, query: Q, options: RunOptions) -> tuple[Step, ...]:
        """The steps of the search, with shares of the time and rough costs."""
        return (Step(self.name, self.what(query, options), why=self.why),)

    def unused(self, query: Q, options: RunOptions) -> tuple[tuple[str, str], ...]:
        """Strategies that could alternate with this engine, and why they do not."""
        return ()

    def depth(self, query: Q, options: RunOptions) -> int:
        """The number of cells whose states split a box into cubes, for several workers."""
        return 0

    def repeats(self, query: Q) -> str:
        """A sentence about work that a session does not save; empty if that is little."""
        return ""

    def advice(self, query: Q) -> Sequence[str]:
        """Commands with a better chance, with rough times, for a person who waits in vain."""
        return ()

    @abstractmethod
    def coordinator(self, plan: Plan[Q], workplace: Workplace) -> AnyCoordinator:
        """The coordinator for a plan; its class is imported on use."""


AnyEngine = Engine[Any]
