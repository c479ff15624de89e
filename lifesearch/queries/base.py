"""What can be asked, as far as those who run, save and show a search need to know.

A query is small, picklable and complete in itself: it travels to a solver's process and is
turned into clauses there. Which engine searches it is decided in `planning`. A query about
boxes has parts that can be searched side by side, in any order and by any solver; together they
are the whole query. A query about a strip is explored state by state: see `strips`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

from lifesearch.encoding.clauses import Clauses
from lifesearch.encoding.variable_grid import Encoding, VariableGrid
from lifesearch.encoding.variables import Variables
from lifesearch.errors import InputError
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.queries.answer import Answer
from lifesearch.queries.constraints import Below, Constraints, Objective
from lifesearch.solving.configuration import Configuration, How
from lifesearch.solving.enumerate import Kept, Report
from lifesearch.solving.in_turn import LUCKY, SOLVER, TABLES, Turns, in_turn
from lifesearch.solving.parts import Part, State

A = TypeVar("A")


ROW_TABLES = "row tables"
"""How a box is searched as a strip of rows."""

LISTED, LISTED_OR_SAT = "tables", "tables, or else SAT"
"""How all patterns of a box are searched without a solver, or with one if it is too large."""


@dataclass(frozen=True)
class Task:
    """A part to be searched; `known` may grow meanwhile.

    Something else may be done `beside`, in turn. What is `kept` is done already, and more of it is
    to be reported.
    """

    part: Part
    configuration: How
    known: list[Any]
    beside: How | None = None
    kept: Kept | None = None


class Query(ABC, Generic[A]):
    """Something to search for, with answers of type A: what a coordinator needs."""

    unit: ClassVar[str] = "conflict"
    """What is counted while a part is searched."""

    formula: ClassVar[str] = "the formula of "
    """What `dimacs` gives, in words, before the words of the query."""

    things: ClassVar[tuple[str, str]] = ("box", "es")
    """What several parts are called, and the ending of the plural."""

    has_clauses: ClassVar[bool] = True
    """Whether a SAT solver can be asked about a part of it."""

    @property
    def needs_solver(self) -> bool:
        """Whether an engine of its own cannot search it, but a SAT solver can."""
        return False

    @property
    def title(self) -> str:
        """What is asked, in words."""
        return ""

    def configurations(self) -> tuple[Configuration, ...]:
        """The configurations that were fastest for queries of this kind, best first, if any."""
        return ()

    def way(self, part: Part) -> How | None:
        """How a part is searched, if there is but one way."""
        return None

    @abstractmethod
    def key(self, answer: A) -> Hashable:
        """Identity of an answer: equal for equivalent answers."""

    @abstractmethod
    def parts(self, depth: int) -> Iterator[Part]:
        """The parts, in the order in which they are best searched; `depth` as in `cubes`."""

    def search(
        self, part: Part, how: Configuration, known: Sequence[A], kept: Kept | None = None
    ) -> Iterator[Report[A]]:
        """Search a part: conflicts now and then, batches of verified answers, and the end.

        Known answers are not found again; if the query optimises, they must be bettered. What is
        `kept` is left out, and more of it is reported.
        """
        raise NotImplementedError

    def search_without_solver(
        self, part: Part, name: str, known: Sequence[A], kept: Kept | None = None
    ) -> Iterator[Report[A]]:
        """Search a part in a way that has a name and no solver, with the same reports."""
        raise NotImplementedError

    def dimacs(self, part: Part | None, how: Configuration) -> Iterator[str]:
        """The formula of a part as a DIMACS file; None is the only part that there is."""
        raise NotImplementedError

    def place(self, part: Part) -> str:
        """Where a worker is at, in words; empty if there is one place only."""
        width, height = part.box
        if not width:
            return ""
        if not height:
            return str(part)
        return f"{width}x{height} box" + (f", case {part.cube}" if part.cube else "")

    def why(self, part: Part) -> str:
        """Why a part is searched as it is, where other strategies are tried beside it."""
        return ""

    def done(self, parts: Collection[Part]) -> str:
        """What these parts are together, if more is to be said than what is proved by them."""
        return ""

    def task_function(self) -> Callable[[Any], Iterator[Any]]:
        """Return what a solver's process does: from a task to reports, task after task."""
        return self._searched

    def _searched(self, task: Task) -> Iterator[Report[A]]:
        first = self._by(task.configuration, task)
        if task.beside is None:
            return first
        return in_turn(first, self._by(task.beside, task), self.turns(task.beside))

    def turns(self, beside: How) -> Turns:
        """How much time something has that is done beside the first configuration."""
        if isinstance(beside, str):
            return TABLES
        return LUCKY if beside.solver.startswith("glucose") else SOLVER

    def _by(self, how: How, task: Task) -> Iterator[Report[A]]:
        if isinstance(how, str):
            return self.search_without_solver(task.part, how, task.known, task.kept)
        return self.search(task.part, how, task.known, task.kept)

    @property
    def travels(self) -> bool:
        return False

    @property
    def grows(self) -> bool:
        """Whether its parts are growing boxes, of which a hard one must not hold up others."""
        return False

    def endless(self) -> str:
        """Name the options without which there is no end of answers; empty if there is one."""
        return ""

    def cells(self) -> int:
        """How many cells of generation 0 are undecided: more are worth splitting into cubes."""
        return 0

    @property
    def optimises(self) -> bool:
        """Whether only better and better answers are wanted, until there is none."""
        return False

    def cost(self, answer: A) -> int:
        """How good an answer is, if the query optimises: less is better."""
        raise NotImplementedError

    def settles(self, strip: Part, part: Part) -> bool:
        """Whether a part has no answer, if a strip has none."""
        return False

    def hopeless(self, part: Part, cost: int) -> bool:
        """Whether neither this part nor one after it can have an answer that costs less."""
        return False


@dataclass(frozen=True, eq=False)
class Problem:
    """The clauses of one part, and the variables of its cells.

    `better_than`, if there is something to optimise, gives clauses that ask for less cost.
    """

    layout: VariableGrid
    variables: Variables
    clauses: list[Clauses]
    better_than: Below | None = None


class PatternQuery(Query[Answer]):
    """A query for patterns in a rule: what sessions, verdicts and the interface need.

    `kind` is its name in session files. If `rules` are given, the rule is searched for, too. What
    is found is shown by a `view` (see `ui.search`).
    """

    kind: ClassVar[str]
    view: str = "view"
    rule: Rule
    rules: PartialRule | None = None
    constraints: Constraints
    raw: bool

    @property
    def title(self) -> str:
        return f"{self.describe()}{self.where()}"

    @property
    def saved_type(self) -> Any:
        """The type of `Answer.saved`: what a session saves of an answer."""
        return Pattern

    @abstractmethod
    def answers(self, saved: Sequence[Any], width: int, height: int) -> list[Answer]:
        """Verify what was found in a box by simulation and return it as answers."""

    @property
    def smallest_first(self) -> bool:
        """Whether its parts are boxes in the order of their areas."""
        return False

    def in_boxes(self, area: int | None) -> str:
        """The boxes of up to an area that it is about, in words, if it is about boxes that grow."""
        return ""

    def with_objective(self, objective: Objective) -> Self:
        """The same query, where only better and better answers are wanted."""
        constraints = replace(self.constraints, objective=objective)
        return replace(self, constraints=constraints)  # type: ignore[type-var]

    def excluding(self, excluded: tuple[Pattern, ...]) -> Self:
        constraints = replace(self.constraints, excluded=excluded)
        return replace(self, constraints=constraints)  # type: ignore[type-var]

    def check_encoding(self, encoding: Encoding | None, *, plain: bool) -> None:
        """Refuse an encoding that this query does not have."""
        rule = self.rules or self.rule
        if encoding == "knuth" and rule != LIFE:
            raise InputError(f"the encoding knuth supports only B3/S23, not {rule}")

    def has_part(self, part: Part, depth: int) -> bool:
        """Whether this is one of its parts, if boxes are split `depth` times, or a cube of one."""
        return part._replace(cube=part.cube[:depth]) in self.parts(depth)

    @property
    def by_level(self) -> bool:
        return False

    def least_area(self, answer: Answer) -> int:
        """The area of the smallest box that holds an answer in the generations that count."""
        return answer.found.box.area

    @property
    def optimises(self) -> bool:
        return self.constraints.objective is not None

    def cost(self, answer: Answer) -> int:
        assert self.constraints.objective is not None
        return self.constraints.objective.cost(self.counted(answer), self.boxed_generations)

    def counted(self, answer: Answer) -> list[Pattern]:
        """The generations in which cells are counted, and one more at the end."""
        return answer.history()

    @property
    def boxed_generations(self) -> int:
        return 1

    @abstractmethod
    def describe(self) -> str:
        """Name what is searched for, and its constraints: 'still life in B36/S23'."""

    @abstractmethod
    def where(self) -> str:
        """Name the place that is searched: ' in a 7x6 box'; empty if it has no bounds."""

    def nothing(self) -> str:
        """Say what it means that there is no answer."""
        return f"no {self.describe()}{self.where()}{self.left_out()}"

    def left_out(self) -> str:
        """Name what does not count as an answer, where a sentence without it could be false."""
        return ""

    def hint(self) -> str:
        """Say what may have been meant instead, if nothing is found.

        Options stand in angle brackets, as in an `OptionError`.
        """
        return ""

    def proved_empty(self, parts: frozenset[Part], answers: Sequence[Answer]) -> list[str]:
        """Say what it means that these parts have no other answers, where no box says it."""
        return []

    @property
    def first_state(self) -> State | None:
        """The state in which the exploration of a strip begins."""
        return None

    def snapshot_reached(self, data: bytes) -> tuple[int, int, int, int]:
        """The states, open states, rows and bytes of a snapshot by row tables, or a ValueError."""
        raise ValueError("only strips have snapshots")

    @property
    def restarts_old_sessions(self) -> bool:
        """Whether states in sessions of lifesearch 1 cannot be trusted."""
        return False
