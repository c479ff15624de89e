"""Searches as objects: created and checked before anything is run.

>>> search = Oscillator(2, box=(4, 4), population=(None, 6))
>>> search
<Oscillator: oscillator of period 2 with at most 6 cells in a 4x4 box>
>>> result = search.run(count=None, jobs=1)
>>> sorted(answer.name for answer in result), result.status, result.complete
(['beacon', 'blinker', 'clock', 'toad'], <Status.FOUND: 'found'>, True)
>>> best = search.minimise("population", jobs=1)
>>> best.answer.name, best.proved
('blinker', True)
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, Literal, Unpack

from lifesearch.common import require
from lifesearch.common.errors import InputError, OptionError
from lifesearch.core.answer import Answer as CoreAnswer
from lifesearch.core.options import readers
from lifesearch.core.options.readers import Path, Whole, whole
from lifesearch.core.question import PatternQuery
from lifesearch.doors.python.answer import Answer
from lifesearch.doors.python.counting import Populations, counted
from lifesearch.doors.python.notebook import meter
from lifesearch.doors.python.options import (
    CompletionOptions,
    CountingOptions,
    OscillatorOptions,
    PatternOrFile,
    PredecessorOptions,
    RunningOptions,
    SpaceshipOptions,
    StillLifeOptions,
    require_command,
    require_resources,
    takes,
)
from lifesearch.doors.python.results import Best, Result, check_session, events
from lifesearch.doors.request import PlannableRequest, request_of, run_options, solvable
from lifesearch.life.velocity import Velocity
from lifesearch.questions.counts.question import Counted, CountQuestion
from lifesearch.running.choose import plan_of
from lifesearch.running.conditions import objective
from lifesearch.running.option_table import Options, read
from lifesearch.running.options import RunOptions
from lifesearch.running.plan import Plan
from lifesearch.running.request import NO_PREFERENCES


class Countable:
    """A search in a box whose answers can be counted."""

    _query: PatternQuery
    _options: Options

    @takes("count", conditions=False)
    def count(self, **options: Unpack[CountingOptions]) -> int:
        """How many answers `all` would find, exactly.

        They are not listed: see `lifesearch help counts` for what can be counted. If the time
        limit is reached first, `Undecided` is raised.

        >>> from lifesearch.doors.python.searches import StillLife
        >>> StillLife(box=(6, 6), raw=True, with_empty=True).count()
        3928
        """
        return self._counted(options).number

    @property
    def count_plan(self) -> Plan[CountQuestion]:
        """The plan of a count of the answers; `print` shows it in words."""
        return plan_of(self._count_question(), RunOptions(None))

    @takes("count", conditions=False)
    def populations(self, **options: Unpack[CountingOptions]) -> Populations:
        """The number of answers of each population; for oscillators only with `raw`.

        >>> from lifesearch.doors.python.searches import StillLife
        >>> StillLife(box=(4, 4)).populations()
        {4: 2, 5: 1, 6: 5, 7: 3, 8: 2}
        """
        found = self._counted(options, populations=True)
        return Populations(found, self._count_question(populations=True))

    def _counted(self, options: Mapping[str, Any], *, populations: bool = False) -> Counted:
        own = {key: getattr(self._options, key) for key in CountingOptions.__annotations__}
        spent = run_options(read("count", {**own, **options}), None)
        return counted(self._count_question(populations=populations), spent)

    def _count_question(self, *, populations: bool = False) -> CountQuestion:
        query: Any = self._query  # `plan_of` refuses other questions that cannot be counted
        if self._options.project is not None:
            raise OptionError(
                "a count includes predecessors that do not differ there: leave out <project>"
            )
        return CountQuestion(query, populations=populations)


RUNS = ("run", "find", "all", "minimise", "minimize", "maximise", "maximize")
"""The methods of `Search` that run it: they have options for resources."""


class Search:
    """A search; contradictory options are rejected when it is created.

    Resources given here apply to every run that is not given others.
    """

    _command = ""
    _own: tuple[str, ...] = ()
    """Options of this search that its command does not have in Python."""

    def __init_subclass__(cls, command: str = "") -> None:
        """Give the methods that run a search the resource options of its command."""
        if command:
            cls._command = command
            spent = takes(command, conditions=False)
            for name in RUNS:
                setattr(cls, name, spent(getattr(cls, name)))

    def __init__(self, command: str, what: object, given: Mapping[str, Any]) -> None:
        """Read the options of a command.

        A search with preferences, such as `only`, is planned at once: this rejects those that
        contradict other options.
        """
        require_command(command, given, self._own)
        self._command, self._what = command, what
        self._options = read(command, given)
        self._request = request_of(command, what, self._options)
        self._query = self._request.query
        if self._request.preferences != NO_PREFERENCES:
            self._request.plan(RunOptions())

    @property
    def plan(self) -> Plan[PatternQuery]:
        """The plan of a search for an answer; `print` shows it in words."""
        # With `explain`, no folder for a proof is made.
        return self._request.but(explain=True, count=1, everything=False).planned()

    @property
    def title(self) -> str:
        """The question in words, such as 'still life in a 7x6 box'."""
        return self._query.title

    def run(self, count: Whole | None = 1, **running: Unpack[RunningOptions]) -> Result:
        """Prepare a run that ends after `count` answers (None: all).

        The run, and its time limit, start when the result is first used.
        """
        wanted = None if count is None else whole(count, "count", 1)
        request = self._request_with(self._with(running))
        return self._run(request.but(count=wanted, everything=wanted is None))

    def find(self, **running: Unpack[RunningOptions]) -> Answer | None:
        """Return an answer, or None if it is proved that there is none.

        Where answers have an objective, such as the fewest wrong cells, it is the best one.
        If the time limit is reached first, `Undecided` is raised.
        """
        result = self.run(1, **running)
        answers = result.answers
        if not answers:
            result.require_decided()
        return answers[-1] if answers else None

    def all(self, **running: Unpack[RunningOptions]) -> Generator[Answer, None, None]:
        """Iterate over all answers, each once, as they are found.

        When the iteration ends, it is proved that there are no others. If the time limit is reached
        first, `Undecided` is raised. A search without bounds is rejected.
        """
        return _all(self.run(None, **running))

    def __iter__(self) -> Generator[Answer, None, None]:
        """Go through all answers."""
        return self.all()

    def minimise(
        self,
        what: str = "population",
        population_of: str | None = None,
        **running: Unpack[RunningOptions],
    ) -> Best:
        """Find the best answer, with a proof: least 'population', or 'box'.

        The population is that of the generations that `population_of` names: 'first', 'all', 'min'
        or 'max'. By default it is that of the first, and for ships that of the smallest.
        """
        return self._best(what, population_of, running, largest=False)

    def maximise(
        self,
        what: str = "population",
        population_of: str | None = None,
        **running: Unpack[RunningOptions],
    ) -> Best:
        """Find the answer with the largest population, with a proof."""
        return self._best(what, population_of, running, largest=True)

    minimize, maximize = minimise, maximise

    def dimacs(
        self,
        path: Path,
        *,
        encoding: Literal["implicates", "knuth"] | None = None,
        plain: bool = False,
        force: bool = False,
    ) -> None:
        """Write the clauses that a solver gets to a file, in the DIMACS format.

        They are those of one box; `encoding` and `plain` mean the same as for `run`. An existing
        file is replaced only with `force`.
        """
        from lifesearch.show.files import require_free, writing

        require.flags(force=force)
        solvable(self._query)
        name = readers.path(path)
        own = self._options
        given = {"encoding": encoding or own.encoding, "plain": plain or own.plain}
        _, formula = self._request_with(self._with(given)).formula()
        require_free(name, force=force)
        with writing(name) as file:
            file.writelines(formula)

    def _best(
        self, what: str, which: str | None, running: Mapping[str, Any], *, largest: bool
    ) -> Best:
        request = self._request_with(self._with(running))
        query: Any = request.query
        # `with_objective` makes the objective one of the constraints.
        if "constraints" not in {each.name for each in fields(query)}:
            raise InputError(f"nothing can be minimised or maximised here: {query.title}")
        best = objective(what, which, largest=largest, travels=query.travels)
        result = self._run(replace(request, query=query.with_objective(best)))
        answers = result.answers  # each better than the one before
        return Best(answers[-1] if answers else None, result.complete)

    def _with(self, running: Mapping[str, Any]) -> Options:
        """The options of the question, and the resources; other options are refused."""
        require_resources(self._command, running)
        spent = vars(read(self._command, running))
        return self._options.but(**{key: spent[key] for key in running})

    def _request_with(self, options: Options) -> PlannableRequest:
        """The request with these options; another engine may need another query."""
        if options.engine == self._options.engine:
            return replace(self._request, options=options)
        return request_of(self._command, self._what, options)

    def _run(self, request: PlannableRequest) -> Result:
        """Prepare a run; options, and a session of another question, are refused at once."""
        options = request.options
        plan = request.planned()
        check_session(plan, options)
        start = partial(events, plan, options)
        return Result(start, self._answer, plan.query, meter(options.progress))

    def _answer(self, found: CoreAnswer) -> Answer:
        # Where the place matters it is kept: with `raw`, and on a torus, which begins at (0, 0).
        # Else the request knows by how much the question was moved; None: to the corner.
        offset = (0, 0) if self._query.raw or found.torus else self._request.offset
        return Answer(found, offset, placed=self._query.raw)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}>"


class Oscillator(Countable, Search, command="oscillator"):
    """Oscillators with a given exact period.

    >>> Oscillator(3, box="7x7", symmetry="D8", population="<=20")
    <Oscillator: oscillator of period 3 with symmetry D8 with at most 20 cells in a 7x7 box>
    """

    @takes("oscillator")
    def __init__(self, period: Whole, **options: Unpack[OscillatorOptions]) -> None:
        super().__init__("oscillator", period, options)


class StillLife(Countable, Search, command="still-life"):
    """Still lifes."""

    @takes("still-life")
    def __init__(self, **options: Unpack[StillLifeOptions]) -> None:
        super().__init__("still-life", None, options)


class Spaceship(Search, command="spaceship"):
    """Spaceships of a velocity such as c/3, 2c/5, (2,1)c/6 or 'c/4 diagonal'.

    They travel up, or up and left.
    """

    @takes("spaceship")
    def __init__(self, velocity: str | Velocity, **options: Unpack[SpaceshipOptions]) -> None:
        super().__init__("spaceship", velocity, options)


class Predecessor(Countable, Search, command="predecessor"):
    """Predecessors of a pattern, some generations back.

    Answers are at the positions from which they evolve into the pattern:

    >>> from lifesearch.doors.python.pattern import Pattern
    >>> block = Pattern.parse("OO\\nOO").translate(7, 7)
    >>> Predecessor(block).find(jobs=1).pattern.after(1) == block
    True
    >>> Predecessor(block, raw=True).count()
    51
    """

    @takes("predecessor")
    def __init__(
        self, pattern: PatternOrFile | None, **options: Unpack[PredecessorOptions]
    ) -> None:
        super().__init__("predecessor", pattern, options)


class Completion(Search, command="complete"):
    """Completions of partly known generations.

    The grids are a text, a grid for each generation, with blank lines between: `.` is dead, `o`
    alive, `?` unknown. Answers are at the position of the drawing, whose first cell is (0, 0).
    """

    @takes("complete")
    def __init__(self, grids: str, **options: Unpack[CompletionOptions]) -> None:
        super().__init__("complete", grids, options)


def _all(result: Result) -> Generator[Answer, None, None]:
    yield from result
    result.require_decided(every=True)
