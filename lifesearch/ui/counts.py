"""Show counts: numbers on standard output, alone or as a table, and progress on a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from lifesearch.compiled.notices import Notice, Watch
from lifesearch.errors import Undecided
from lifesearch.exit_status import ExitStatus
from lifesearch.life.rules.rule import Rule
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.periodic.count import Counted, count, count_lengths
from lifesearch.running.memory import free_memory
from lifesearch.running.places.here import HERE
from lifesearch.running.places.place import Place
from lifesearch.text import duration, plural
from lifesearch.ui.compiler import CompilerLines
from lifesearch.ui.files import standard_output
from lifesearch.ui.report import as_csv
from lifesearch.ui.terminal.console import Printer

if TYPE_CHECKING:
    from lifesearch.counting.ways import SweepProgress
    from lifesearch.session.counts import CountQuestion, CountSession

BETWEEN = 0.1

Row = dict[str, object]


class Clock:
    """Watches a count: shows how far it is, and ends it when its time is over."""

    def __init__(
        self,
        limit: float | None,
        status: Any = None,
        later: str = "",
        compiler: Watch = lambda what: None,
    ) -> None:
        self._started = monotonic()
        self._limit = limit
        self._status = status
        self._later = later
        self._compiler = compiler
        self._next = 0.0

    @property
    def elapsed(self) -> float:
        return monotonic() - self._started

    def __call__(self, progress: SweepProgress) -> None:
        """Take note of the progress."""
        self._check()
        if self._status is not None and self.elapsed >= self._next:
            self._next = self.elapsed + BETWEEN
            self._status.update(f"{duration(self.elapsed)} · {_how_far(progress)}")

    def wait(self, what: Notice) -> None:
        """Take note of the compiler."""
        self._check()
        self._compiler(what)

    def _check(self) -> None:
        if self._limit is not None and self.elapsed >= self._limit:
            after = f"time limit reached after {duration(self.elapsed)}"
            raise Undecided(f"{after}; not counted{self._later}")


def _how_far(progress: SweepProgress) -> str:
    """Where a sweep is, or, on a cluster, how many sweeps of all are done."""
    if not progress.steps:
        return "getting ready"
    states = f" · {plural(progress.states, 'state')}" if progress.states else ""
    return f"{progress.width} wide, {progress.done} of {plural(progress.steps, 'step')}{states}"


@dataclass(frozen=True)
class Showing:
    """How counts are shown, and what may be spent on them."""

    form: str | None = None
    time_limit: float | None = None
    memory: int | None = None
    moving: bool = True
    place: Place = HERE


def show_counts(
    question: CountQuestion, how: Showing, session: CountSession | None = None
) -> ExitStatus:
    """Count, and print the numbers as they come; return the exit status."""
    messages = Printer(stderr=True)
    query, lengths, populations = question.query, question.lengths, question.populations
    later = f"; to continue: lifesearch resume {session.path}" if session else ""
    total, first = 0, True
    status = messages.status("counting") if how.moving and messages.is_terminal else None
    clock = Clock(how.time_limit, status, later, CompilerLines(messages, moving=how.moving))
    from lifesearch.counting.ways import Setting
    from lifesearch.running.count_search import count_apart, made_at

    try:
        if status:
            status.start()
        setting = Setting(how.memory or free_memory() // 2, populations, clock, session)
        if how.place is HERE:
            memo = session and session.apart()
            found = count_apart(query, lengths, setting, memo, clock.wait)
        else:
            setting = made_at(how.place, query, lengths, replace(setting, memory=how.memory or 0))
            found = count_lengths(query, setting) if lengths else map(count, [query], [setting])
        for counted in found:
            total += counted.number
            if status:
                status.stop()
            with standard_output() as out:
                for row in _rows(query, counted, lengths):
                    out.write(_written(row, how.form, first))
                    first = False
            if populations and counted.populations and how.form is None:
                messages.print(_extremes(counted, lengths))
            if status:
                status.start()
    except KeyboardInterrupt:
        messages.print(f"interrupted after {duration(clock.elapsed)}; not counted{later}")
        return ExitStatus.INTERRUPTED
    finally:
        if status:
            status.stop()
    return ExitStatus.FOUND if total else ExitStatus.NONE


def show_density(width: int, rule: Rule, form: str | None) -> ExitStatus:
    """Print the most live cells a row of long still lifes; return the exit status."""
    from lifesearch.counting.density import density

    found = density(width, rule)
    facts: Row = {"kind": "still life", "width": width, "rule": str(rule), "density": str(found)}
    with standard_output() as out:
        if form is None:
            out.write(f"{found}\n")
        else:
            out.write(json.dumps(facts) + "\n" if form == "json" else as_csv(facts, heading=True))
    return ExitStatus.FOUND if found else ExitStatus.NONE


def _rows(query: Periodic, counted: Counted, lengths: bool) -> Iterator[Row]:
    """What is printed of a count, one row for each number."""
    width, height = counted.box
    facts: Row = {
        "kind": "still life" if query.motion.period == 1 else "oscillator",
        "period": query.motion.period,
        "width": width,
        "height": height,
        "rule": str(query.rule),
        "symmetry": query.symmetry.name,
        "raw": query.raw,
        "with_empty": query.with_empty,
    }
    length = {"length": height} if lengths else {}
    if counted.populations is None:
        yield {"facts": facts, **length, "count": counted.number}
        return
    for population, number in counted.populations:
        yield {"facts": facts, **length, "population": population, "count": number}


def _written(row: Row, form: str | None, first: bool) -> str:
    """A row as text: the bare numbers, or with all that they are about."""
    numbers = {name: value for name, value in row.items() if name != "facts"}
    if form is None:
        return " ".join(map(str, numbers.values())) + "\n"
    numbers.pop("length", None)
    facts = row["facts"]
    assert isinstance(facts, dict)
    if form == "json":
        return json.dumps(facts | numbers) + "\n"
    return as_csv(facts | numbers, heading=first)


def _extremes(counted: Counted, lengths: bool) -> str:
    """The number of patterns, and of those with the fewest and the most cells, in a sentence."""
    assert counted.populations
    (least, few), (most, many) = counted.populations[0], counted.populations[-1]
    where = f"length {counted.box[1]}: " if lengths else ""
    found = f"{where}{counted.number:,} in total"
    largest = f"with {plural(most, 'cell')}"
    if least == most:
        return f"{found}, {largest}"
    return f"{found}, from {few:,} with {plural(least, 'cell')} to {many:,} {largest}"
