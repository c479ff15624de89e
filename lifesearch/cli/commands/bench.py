"""`lifesearch bench`: how fast is this machine, and what suits it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from lifesearch.cli.parameters import argument
from lifesearch.errors import InputError, OptionError
from lifesearch.options.table import Options
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.benchmark.tasks import BenchmarkTask
    from lifesearch.encoding.variable_grid import Encoding
    from lifesearch.solving.configuration import How


def _names() -> list[str]:
    from lifesearch.benchmark.tasks import tasks

    return [task.name for task in tasks()]


TASKS = argument("[TASK]...", "Only these tasks.", _names)


def bench(names: Annotated[list[str] | None, TASKS] = None, *, options: Options) -> None:
    """Measure how fast searches are on this machine."""
    from lifesearch.ui import benchmark_table

    runs, limit = options.runs or (1 if options.quick else 3), options.time_limit or 60.0
    if options.first:
        if names or options.any_of("solver", "encoding", "plain", "cold"):
            raise OptionError("<first> runs a fixed list of commands: leave out tasks and solvers")
        from lifesearch.benchmark.first_answers import commands, first_answers

        times = first_answers(commands(), runs, limit)
        benchmark_table.show_first_answers(times, as_json=options.as_json)
        return
    if options.cold:
        others = ("solver", "encoding", "plain", "quick", "runs", "time_limit")
        if names or options.any_of(*others):
            raise OptionError("<cold> compiles everything once: leave out tasks and other options")
        from lifesearch.benchmark.cold import compile_all
        from lifesearch.compiled import installed

        if not installed():
            raise InputError("without numba nothing is compiled: install it first")
        benchmark_table.show_compile_times(compile_all(), as_json=options.as_json)
        return
    from lifesearch.benchmark.tasks import measure

    results = (
        measure(task, configuration, runs, limit)
        for task in _tasks(names or [], options.quick)
        for configuration in _configurations(task, options)
    )
    if options.as_json:
        benchmark_table.as_json(results)
    else:
        benchmark_table.as_table(results, limit)


def _tasks(names: list[str], quick: bool) -> list[BenchmarkTask]:
    from lifesearch.benchmark.tasks import tasks

    known = {task.name: task for task in tasks()}
    for name in names:
        if name not in known:
            raise InputError(f"there is no task '{name[:20]}'; {suggestion(name, list(known))}")
    if names:
        return [known[name] for name in names]
    return [task for task in known.values() if task.quick or not quick]


def _configurations(task: BenchmarkTask, options: Options) -> Iterator[How]:
    """The usual ones of the task, or all combinations of what was named."""
    from lifesearch.solving.configuration import Configuration

    usual, solvers = task.configurations(), options.solver
    encodings: list[Encoding] = options.encoding or ["implicates"]
    if not options.any_of("solver", "encoding", "plain") or not task.query.has_clauses:
        yield from usual
        return
    for solver in solvers or dict.fromkeys(c.solver for c in usual if not isinstance(c, str)):
        for encoding in encodings:
            yield Configuration(solver, encoding, options.plain)
