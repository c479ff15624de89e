"""The base classes of questions: the methods that running, saving and showing a search call.

A question is small, picklable and complete in itself: it is sent to a worker's process and is
turned into clauses or tables there. Which engine searches it is decided in `running.choose`. The
classes of questions are in `questions/*/question.py`.

A query is a question whose answers are patterns.

Question       its title in words; when two answers are equivalent; what is proved so far
PatternQuery   answers that are patterns: they are verified, saved, and meet conditions
Divisible      parts that can be searched in parallel, in any order; together they are the question
Solvable       clauses for a solver, and as a DIMACS file
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.core.constraints import NO_CONSTRAINTS, Below, Constraints, Objective
from lifesearch.engines.sat.encoding.clauses import Clauses
from lifesearch.engines.sat.encoding.variable_grid import Encoding, VariableGrid
from lifesearch.engines.sat.encoding.variables import Variables
from lifesearch.engines.sat.solving.alternation import TimeShare, alternate
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.enumerate import PartCheckpoint, Report
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule

A = TypeVar("A")


class Proved:
    """Collects answers and searched parts, and makes sentences about what they prove.

    This class, for most questions, makes none; strips and growing boxes prove one for each width or
    size.
    """

    def found(self, part: Part, answers: Sequence[Answer]) -> None:
        """Record new answers, found in a part."""

    def searched(self, part: Part, hint: Callable[[], list[str]]) -> Iterator[str]:
        """The sentences that a searched part completes; then the hint, if searching took long."""
        return iter(())

    def number_of_answers(self, found: int) -> int:
        """How many of the answers belong to the final list, given how many were reported.

        Fewer, if a better answer replaces one that was reported before.
        """
        return found

    def so_far(self) -> Sequence[str]:
        """What the searched parts rule out, in short, for a person who waits."""
        return ()

    def undecided(self) -> Iterator[str]:
        """What a search that ended with its answers has left undecided."""
        return iter(())

    def summary(self) -> Iterator[str]:
        """Sentences on what all searched parts prove together, and on parts without answers."""
        return iter(())


class Question(ABC, Generic[A]):
    """Something to search for, with answers of type A.

    `kind` is its name in session files and in the registry of kinds.
    """

    kind: ClassVar[str]
    tabulated: bool = False
    """Whether its answers are a table, which the view of its kind shows at the end.

    Until then they are only written to a file, if one is wanted.
    """
    unit: ClassVar[str] = "conflict"
    """The unit of work that is counted during the search."""
    rule: Rule = LIFE

    @abstractmethod
    def describe(self) -> str:
        """Name what is searched for, and its constraints: 'still life in B36/S23'."""

    def where(self) -> str:
        """Name the place that is searched: ' in a 7x6 box'; empty if it has no bounds."""
        return ""

    @property
    def title(self) -> str:
        """The question in words, without a verb: 'still life in a 7x6 box'."""
        return f"{self.describe()}{self.where()}"

    def no_answers(self) -> str:
        """The sentence that there is no answer, with its conditions."""
        return f"no {self.describe()}{self.where()}{self.left_out()}"

    def no_others(self) -> str:
        """The words, after "proved: ", for a complete list of answers."""
        return f"no other {self.title}{self.left_out()}"

    def left_out(self) -> str:
        """Name what does not count as an answer, where a sentence without it could be false."""
        return ""

    def hint(self) -> str:
        """Suggest other options, in a sentence, for a search that found nothing.

        Options stand in angle brackets, as in an `OptionError`.
        """
        return ""

    def endless(self) -> str:
        """Name the options with which the search would end.

        Empty if it ends without them, or if there are none: see `SoupQuery`.
        """
        return ""

    @property
    def objective(self) -> Objective | None:
        """What is minimised or maximised, if each answer must be better than the one before."""
        return None

    def cost(self, answer: A) -> int:
        """How good an answer is, if there is an objective: less is better."""
        raise NotImplementedError

    def as_recorded(self, recorded: Self) -> Self:
        """This question with the seed and the known patterns of the one in its session.

        These may differ between runs; `Session.start` rejects a question that differs otherwise.
        """
        return self

    @abstractmethod
    def key(self, answer: A) -> Hashable:
        """Identity of an answer: equal for equivalent answers."""

    def proved(self) -> Proved:
        """The collector of sentences that are proved by searched parts."""
        return Proved()


AnyQuestion = Question[Any]


class PatternQuery(Question[Answer]):
    """A question for patterns in a rule: what sessions, verdicts and the interface need.

    If `rules` are given, the rule is searched for, too. With `raw`, every solution counts.
    """

    rules: PartialRule | None = None
    constraints: Constraints = NO_CONSTRAINTS
    raw: bool = False

    @property
    def example(self) -> Rule:
        """The rule; if it is partly unknown, a rule with the symmetries of all candidates."""
        return self.rules.example if self.rules is not None else self.rule

    @property
    def saved_type(self) -> Any:
        """The type of `Answer.saved`: what a session saves of an answer."""
        return Pattern

    @abstractmethod
    def answers(self, saved: Sequence[Any], width: int, height: int) -> list[Answer]:
        """Verify what was found in a box by simulation and return it as answers.

        VerificationError if any of it is not what was searched for.
        """

    @abstractmethod
    def has_part(self, part: Part, depth: int) -> bool:
        """Whether answers may come from this part, if boxes are split `depth` times."""

    @property
    def travels(self) -> bool:
        """Whether the pattern is a spaceship."""
        return False

    @property
    def objective(self) -> Objective | None:
        return self.constraints.objective

    def with_objective(self, objective: Objective) -> PatternQuery:
        """This question, with each answer to be better than the one before."""
        constraints = replace(self.constraints, objective=objective)
        changed: PatternQuery = replace(self, constraints=constraints)  # type: ignore[type-var]
        return changed

    def as_recorded(self, recorded: Self) -> Self:  # pyright: ignore[reportIncompatibleMethodOverride]
        """This question with the patterns that the catalogues had when its session began."""
        before, now = recorded.constraints.known, self.constraints.known
        if before is None or now is None:
            return self  # one of the two is not about new patterns only
        constraints = replace(self.constraints, known=before)
        return replace(self, constraints=constraints)  # type: ignore[type-var]

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse an encoding, or `plain` (no symmetry breaking), that this question cannot have."""
        rule = self.rules or self.rule
        if encoding == "knuth" and rule != LIFE:
            raise InputError(f"the encoding knuth supports only B3/S23, not {rule}")


@dataclass(frozen=True)
class SecondStrategy:
    """A strategy that alternates with the first one of a task, and its share of the time."""

    strategy: Strategy
    time: TimeShare


@dataclass(frozen=True)
class Task(Generic[A]):
    """A part to be searched; while it is, more `known` answers may be added.

    A second strategy may alternate with the first. `kept` is the checkpoint to resume from.
    """

    part: Part
    configuration: Strategy
    known: list[A]
    second: SecondStrategy | None = None
    kept: PartCheckpoint | None = None


class Divisible(Question[A]):
    """A question with parts that workers search: what a portfolio needs."""

    parts_noun: ClassVar[tuple[str, str]] = ("box", "es")
    """The noun for several parts: its stem, and the ending of the plural."""

    @property
    def grows(self) -> bool:
        """Whether its parts are growing boxes, of which a hard one must not hold up others."""
        return False

    @abstractmethod
    def parts(self, depth: int) -> Iterator[Part]:
        """The parts, in the best order; a box may be split by `depth` cells into 2^depth cubes."""

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether this is one of its parts, if boxes are split `depth` times, or a cube of one."""
        return part._replace(cube=part.cube[:depth]) in self.parts(depth)

    def place(self, part: Part) -> str:
        """The place where a worker searches, in words; empty if there is one place only."""
        return part.place

    def cells(self) -> int:
        """How many cells of generation 0 are undecided; with few, cubes are not worth it."""
        return 0

    def only_strategy(self, part: Part) -> Strategy | None:
        """The strategy for a part, if there is only one."""
        return None

    @abstractmethod
    def search(
        self, part: Part, strategy: Strategy, known: Sequence[A], kept: PartCheckpoint | None = None
    ) -> Iterator[Report[A]]:
        """Search a part: conflicts now and then, batches of verified answers, and the end.

        The strategy is a solver's configuration, or a name. Known answers are not found again; if
        there is an objective, answers must be better than they. Cubes that are `kept` as done are
        left out, and new ones are reported.
        """

    def task_function(self) -> Callable[[Task[A]], Iterator[Report[A]]]:
        """Return the function of a worker's process, from a task to its reports."""
        return self._searched

    def _searched(self, task: Task[A]) -> Iterator[Report[A]]:
        first = self.search(task.part, task.configuration, task.known, task.kept)
        if task.second is None:
            return first
        second = self.search(task.part, task.second.strategy, task.known, task.kept)
        return alternate(first, second, task.second.time)


AnyDivisible = Divisible[Any]


class DivisibleQuery(Divisible[Answer], PatternQuery):
    """A question for patterns that has parts."""


class Solvable(ABC):
    """A question that has clauses: what a solver and a proof need."""

    formula_words: ClassVar[str]
    """What `dimacs` gives, in words, before the title of the question."""

    @abstractmethod
    def configurations(self) -> tuple[Configuration, ...]:
        """The configurations that were fastest for questions of this kind, best first."""

    @abstractmethod
    def dimacs(self, part: Part | None, strategy: Configuration) -> Iterator[str]:
        """The formula of a part as a DIMACS file; with None, that of the undivided question."""


@dataclass(frozen=True, eq=False)
class Problem:
    """The clauses of one part, and the variables of its cells.

    `better_than`, if there is an objective, gives clauses that ask for less cost.
    """

    layout: VariableGrid
    variables: Variables
    clauses: list[Clauses]
    better_than: Below | None = None
