"""`lifesearch bench`: how fast is this machine, and what suits it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command
from lifesearch.errors import InputError, OptionError
from lifesearch.options.table import Options
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.benchmark.tasks import Measurement, Task
    from lifesearch.solving.configuration import How

EPILOG = """\b
Examples:
  lifesearch bench --quick                          under a minute
  lifesearch bench c4o-unsat p3-c1-unsat            just these
  lifesearch bench p6-d4 --solver cadical195 --solver glucose4
  lifesearch bench --runs 5 --json > results.jsonl
  lifesearch bench --first --runs 5                bare commands
  lifesearch bench --cold                          what a first run waits for"""


def _names() -> list[str]:
    from lifesearch.benchmark.tasks import tasks

    return [task.name for task in tasks()]


TASKS = argument("[TASK]...", "Only these tasks.", _names)


def bench(names: Annotated[list[str] | None, TASKS] = None, *, options: Options) -> None:
    """Measure how fast searches are on this machine."""
    runs, limit = options.runs or (1 if options.quick else 3), options.time_limit or 60.0
    solvers, encodings = options.solver or [], options.encoding or []
    if options.first:
        if names or solvers or encodings or options.plain or options.cold:
            raise OptionError("<first> has commands of its own: leave out tasks and solvers")
        _first_answers(runs, limit, as_json=options.as_json)
        return
    if options.cold:
        given = (names, solvers, encodings, options.plain, options.quick)
        if any(given) or options.runs or options.time_limit:
            raise OptionError("<cold> compiles everything once: leave out tasks and other options")
        _compile_times(as_json=options.as_json)
        return
    chosen = _tasks(names or [], options.quick)
    results = _results(chosen, solvers, encodings, options.plain, runs, limit)

    from lifesearch.ui import benchmark_table

    if options.as_json:
        benchmark_table.as_json(results)
    else:
        benchmark_table.as_table(results, limit)


def _first_answers(runs: int, limit: float, *, as_json: bool) -> None:
    from lifesearch.benchmark.first_answers import commands, first_answers
    from lifesearch.ui import benchmark_table

    benchmark_table.show_first_answers(first_answers(commands(), runs, limit), as_json=as_json)


def _compile_times(*, as_json: bool) -> None:
    from lifesearch.benchmark.cold import compile_all
    from lifesearch.compiled import installed
    from lifesearch.ui import benchmark_table

    if not installed():
        raise InputError("without numba nothing is compiled: install it first")
    benchmark_table.show_compile_times(compile_all(), as_json=as_json)


def _tasks(names: list[str], quick: bool) -> list[Task]:
    from lifesearch.benchmark.tasks import tasks

    known = {task.name: task for task in tasks()}
    for name in names:
        if name not in known:
            raise InputError(f"there is no task '{name[:20]}'; {suggestion(name, list(known))}")
    if names:
        return [known[name] for name in names]
    return [task for task in known.values() if task.quick or not quick]


def _results(
    tasks: list[Task],
    solvers: list[str],
    encodings: list[str],
    plain: bool,
    runs: int,
    limit: float,
) -> Iterator[Measurement]:
    from lifesearch.benchmark.tasks import measure

    for task in tasks:
        for configuration in _configurations(task, solvers, encodings, plain):
            yield measure(task, configuration, runs, limit)


def _configurations(
    task: Task, solvers: list[str], encodings: list[str], plain: bool
) -> Iterator[How]:
    """The usual ones of the task, or all combinations of what was named."""
    from lifesearch.solving.configuration import Configuration

    usual = task.configurations()
    if not (solvers or encodings or plain) or not task.has_clauses:
        yield from usual
        return
    for solver in solvers or dict.fromkeys(c.solver for c in usual if not isinstance(c, str)):
        for encoding in encodings or ["implicates"]:
            yield Configuration(solver, encoding, plain)  # type: ignore[arg-type]


COMMANDS = {"bench": Command(bench, EPILOG)}
