"""Searches as objects: made, and checked, before anything is run.

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
from os import fspath
from typing import Any, Literal, Unpack

from lifesearch.api import engine, questions, values
from lifesearch.api.answer import Answer
from lifesearch.api.conditions import get, objective
from lifesearch.api.options import (
    CompletionOptions,
    OscillatorOptions,
    PatternOrFile,
    PredecessorOptions,
    RunningOptions,
    SpaceshipOptions,
    StillLifeOptions,
    takes,
)
from lifesearch.api.progress import meter
from lifesearch.api.results import Best, Result
from lifesearch.errors import InputError
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.velocity import Velocity
from lifesearch.queries.answer import Answer as CoreAnswer
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.constraints import Aim
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.race import Race
from lifesearch.queries.strips.query import Strip
from lifesearch.running.events import Event
from lifesearch.running.options import RunOptions
from lifesearch.solving.configuration import FixedSettings
from lifesearch.solving.solver import solver_name

ENCODINGS = ("implicates", "knuth")
ENGINES = ("tables", "rows")


class Search:
    """Something to look for; what makes no sense is refused when it is made."""

    def __init__(
        self,
        query: PatternQuery,
        *,
        offset: tuple[int, int] | None = None,
        growing: bool = False,
        engine_name: str | None = None,
    ) -> None:
        """Keep a question.

        Answers are moved by the `offset`, or without one to the corner (0, 0). If what is
        excluded is `growing`, a session keeps to what was excluded when it began. Some options
        are for one engine only, which is then used.
        """
        self._query = query
        self._offset = offset
        self._growing = growing
        self._engine_name = engine_name

    @property
    def title(self) -> str:
        """What is looked for, in words."""
        return f"{self._query.describe()}{self._query.where()}"

    @takes(RunningOptions)
    def run(self, count: values.Whole | None = 1, **running: Unpack[RunningOptions]) -> Result:
        """Prepare a run that ends after `count` answers (None: all); options are as of
        `RunningOptions`.

        It begins when somebody asks the result for an answer, and so does the time limit.
        """
        wanted = None if count is None else values.whole(count, "count", 1)
        return self._run(self._query, wanted, running)

    @takes(RunningOptions)
    def find(self, **running: Unpack[RunningOptions]) -> Answer | None:
        """Return an answer, or None if it is proved that there is none.

        If the time limit is reached first, `Undecided` is raised.
        """
        result = self.run(1, **running)
        answers = result.answers
        if not answers:
            result.require_decided()
        return answers[0] if answers else None

    @takes(RunningOptions)
    def all(self, **running: Unpack[RunningOptions]) -> Generator[Answer, None, None]:
        """Go through all answers, each once, as they are found.

        At the end it is proved that there are no others; if the time limit is reached first,
        `Undecided` is raised. (Of ships in a strip whose length is not bounded, others may
        have been left out.)
        """
        return _all(self.run(None, **running))

    def __iter__(self) -> Generator[Answer, None, None]:
        """Go through all answers."""
        return self.all()

    @takes(RunningOptions)
    def minimise(
        self,
        what: str = "population",
        population_of: str | None = None,
        **running: Unpack[RunningOptions],
    ) -> Best:
        """Find the best answer, with a proof: least 'population', or 'box'.

        The population is that of generation 0, of a ship that of its smallest generation, or
        that of another generation ('first', 'all', 'min', 'max').
        """
        return self._best(what, population_of, running, largest=False)

    minimize = minimise

    @takes(RunningOptions)
    def maximise(
        self,
        what: str = "population",
        population_of: str | None = None,
        **running: Unpack[RunningOptions],
    ) -> Best:
        """Find the answer with the largest population, with a proof."""
        return self._best(what, population_of, running, largest=True)

    maximize = maximise

    def dimacs(
        self,
        path: values.Path,
        *,
        encoding: Literal["implicates", "knuth"] | None = None,
        plain: bool = False,
    ) -> None:
        """Write the clauses that a solver gets to a file, in the DIMACS format.

        They are those of one box; the encoding, and whether they are `plain`, is as for `run`.
        """
        options = _run_options(self._query, 1, {"encoding": encoding, "plain": plain})
        how = options.fixed.applied(self._query.configurations()[0])
        engine.write_dimacs(self._query, how, fspath(path))

    def _best(
        self, what: str, which: str | None, running: Mapping[str, Any], *, largest: bool
    ) -> Best:
        query = self._query
        if isinstance(query, Strip):
            raise InputError("row by row nothing is counted: ask in a box for what is best")
        travels = isinstance(query, Periodic | Race) and query.motion.travels
        best = objective(what, which, largest=largest, travels=travels)
        if query.raw:
            raise InputError("only one answer is best: leave out raw")
        if best.aim is not Aim.SMALLEST_BOX and not query.where():
            raise InputError(f"to {best.aim} needs a box or max_area: without them there is no end")
        asked = query.with_objective(best)
        result = self._run(asked, None, running)
        answers = result.answers
        return Best(answers[-1] if answers else None, result.complete)

    def _run(self, query: PatternQuery, count: int | None, running: Mapping[str, Any]) -> Result:
        if self._engine_name is not None:
            if running.get("engine") not in (None, self._engine_name):
                raise InputError("look_ahead is for SAT, row by row: leave out engine")
            running = {**running, "engine": self._engine_name}
        run_options = _run_options(query, count, running)
        if run_options.fixed.seed is not None:
            query = query.with_seed(run_options.fixed.seed)
        path = running.get("session")
        session = None if path is None else fspath(path)
        if session is not None:
            engine.check_session(session, query, run_options, growing=self._growing)
        growing = self._growing

        def start() -> Generator[Event, None, None]:
            return engine.events(query, run_options, session, growing=growing)

        return Result(start, self._answer, self.title, meter(running.get("progress")))

    def _answer(self, found: CoreAnswer) -> Answer:
        offset = (0, 0) if self._query.raw or found.torus else self._offset
        return Answer(found, offset, placed=self._query.raw)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.title}>"


class Oscillator(Search):
    """Oscillators of an exact period; options are those of `OscillatorOptions`.

    >>> Oscillator(3, box="7x7", symmetry="D8", population="<=20")
    <Oscillator: oscillator of period 3 with symmetry D8 with at most 20 cells in a 7x7 box>
    """

    @takes(OscillatorOptions)
    def __init__(self, period: values.Whole, **options: Unpack[OscillatorOptions]) -> None:
        query = questions.oscillator(period, options)
        super().__init__(query, growing=bool(get(options, "new")))


class StillLife(Search):
    """Still lifes; options are those of `StillLifeOptions`."""

    @takes(StillLifeOptions)
    def __init__(self, **options: Unpack[StillLifeOptions]) -> None:
        super().__init__(questions.still_life(options), growing=bool(get(options, "new")))


class Spaceship(Search):
    """Spaceships of a velocity such as c/3, 2c/5, (2,1)c/6 or 'c/4 diagonal'.

    They travel up, or up and left. Options are those of `SpaceshipOptions`.
    """

    @takes(SpaceshipOptions)
    def __init__(self, velocity: str | Velocity, **options: Unpack[SpaceshipOptions]) -> None:
        query = questions.spaceship(velocity, options)
        super().__init__(
            query,
            growing=bool(get(options, "new")),
            engine_name=None if options.get("look_ahead") is None else "rows",
        )


class Predecessor(Search):
    """What a pattern may have been some generations ago; options as of `PredecessorOptions`.

    Answers lie where they become the pattern where it is:

    >>> from lifesearch.api.pattern import Pattern
    >>> block = Pattern.parse("OO\\nOO").translate(7, 7)
    >>> Predecessor(block).find(jobs=1).pattern.after(1) == block
    True
    """

    @takes(PredecessorOptions, generations=1, rule=None)
    def __init__(self, pattern: PatternOrFile, **options: Unpack[PredecessorOptions]) -> None:
        query, (dx, dy) = questions.predecessor(pattern, options)
        super().__init__(query, offset=(-dx, -dy))


class Completion(Search):
    """The rest of some generations of which a part is known; options as of `CompletionOptions`.

    The grids are a text, a grid for each generation, with blank lines between: `.` is dead, `o`
    alive, `?` unknown. Answers lie where they were drawn, the first cell at (0, 0).
    """

    @takes(CompletionOptions)
    def __init__(self, grids: str, **options: Unpack[CompletionOptions]) -> None:
        super().__init__(questions.completion(grids, options), offset=(0, 0))


def _all(result: Result) -> Generator[Answer, None, None]:
    yield from result
    result.require_decided()


def _run_options(query: PatternQuery, count: int | None, running: Mapping[str, Any]) -> RunOptions:
    solver, encoding = running.get("solver"), running.get("encoding")
    seed = running.get("seed")
    fixed = FixedSettings(
        None if solver is None else solver_name(str(solver)),
        None if encoding is None else _encoding(query, encoding),
        values.flag(get(running, "plain"), "plain"),
        None if seed is None else values.whole(seed, "seed", 0),
    )
    if isinstance(query, Strip) and (fixed.encoding == "knuth" or fixed.plain):
        raise InputError("row by row there is one encoding and one form of the question")
    jobs = running.get("jobs")
    many = 1 if fixed else values.cores()
    if jobs is not None:
        jobs = jobs.rstrip().removesuffix("!") if isinstance(jobs, str) else jobs
        many = values.whole(jobs, "jobs", 1, values.MOST_JOBS)
    memory, name = running.get("memory"), running.get("engine")
    return RunOptions(
        count,
        many,
        fixed,
        values.seconds(running.get("time_limit")),
        None if memory is None else values.memory(memory),
        None if name is None else _engine(query, name),
    )


def _engine(query: PatternQuery, engine_name: str) -> str:
    if not isinstance(query, Strip):
        raise InputError("engine is for searches row by row: give a width")
    return values.one_of(engine_name, "engine", ENGINES)


def _encoding(query: PatternQuery, encoding: str) -> Any:
    name = values.one_of(encoding, "encoding", ENCODINGS)
    partial = query.rules if isinstance(query, Periodic) else None
    if name == "knuth" and (partial or query.rule != LIFE):
        raise InputError(f"encoding knuth knows B3/S23 only, not {partial or query.rule}")
    return name
