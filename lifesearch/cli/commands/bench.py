"""`lifesearch bench`: how fast is this machine, and what suits it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.options import EncodingNames, SolverNames, flag, value
from lifesearch.cli.plain_help import Command
from lifesearch.errors import InputError
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.benchmark.tasks import Measurement, Task
    from lifesearch.solving.configuration import Configuration

EPILOG = """\b
Examples:
  lifesearch bench --quick                          under a minute
  lifesearch bench c4o-unsat p3-c1-unsat            just these
  lifesearch bench p6-d4 --solver cadical195 --solver glucose4
  lifesearch bench --seeds 5 --json > results.jsonl
  lifesearch bench --first --seeds 5                bare commands
  lifesearch bench --cold                           what a first run waits for"""


def _names(incomplete: str) -> list[str]:
    from lifesearch.benchmark.tasks import tasks

    return [task.name for task in tasks() if task.name.startswith(incomplete)]


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TASK]...",
            show_default=False,
            autocompletion=_names,
            help="Only these tasks.",
        ),
    ] = None,
    quick: Annotated[
        bool, flag(None, "--quick", "Only tasks of a few seconds, each once.")
    ] = False,
    first: Annotated[
        bool,
        flag(None, "--first", "How soon bare commands have an answer, by the clock."),
    ] = False,
    cold: Annotated[
        bool,
        flag(None, "--cold", "How long it takes to compile what searches need, at the first run."),
    ] = False,
    seeds: Annotated[
        int | None,
        value(
            None,
            "N",
            "Run each task with this many seeds, and report the medians.",
            parsing.number("--seeds", 1, 1000),
            default="3",
        ),
    ] = None,
    solver: SolverNames = None,
    encoding: EncodingNames = None,
    plain: Annotated[bool, flag(None, "--plain", "Try it without symmetry breaking.")] = False,
    time_limit: Annotated[
        float | None,
        value(None, "TIME", "For each run: 60s, 5m, 2h.", option_text.seconds, default="60s"),
    ] = None,
    as_json: Annotated[
        bool, flag(None, "--json", "One JSON object a line, as soon as a task is done.")
    ] = False,
) -> None:
    """Measure how fast searches are on this machine."""
    runs, limit = seeds or (1 if quick else 3), time_limit or 60.0
    if first:
        if names or solver or encoding or plain or cold:
            raise InputError("--first has commands of its own: leave out tasks and solvers")
        _first_answers(runs, limit, as_json=as_json)
        return
    if cold:
        if names or solver or encoding or plain or quick or seeds or time_limit:
            raise InputError("--cold compiles everything once: leave out tasks and other options")
        _compile_times(as_json=as_json)
        return
    chosen = _tasks(names or [], quick)
    results = _results(chosen, solver or [], encoding or [], plain, runs, limit)

    from lifesearch.ui import benchmark_table

    if as_json:
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
) -> Iterator[Configuration]:
    """The usual ones of the task, or all combinations of what was named."""
    from lifesearch.solving.configuration import Configuration

    usual = task.configurations()
    if not (solvers or encodings or plain) or not task.has_clauses:
        yield from usual
        return
    for solver in solvers or dict.fromkeys(c.solver for c in usual):
        for encoding in encodings or ["implicates"]:
            yield Configuration(solver, encoding, plain)  # type: ignore[arg-type]


COMMANDS = {"bench": Command(bench, EPILOG)}
