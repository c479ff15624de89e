"""`lifesearch bench`: how fast is this machine, and what suits it?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from lifesearch.cli import parsing
from lifesearch.cli.options import ENCODINGS, encodings, solvers
from lifesearch.errors import InputError
from lifesearch.text import suggestion

if TYPE_CHECKING:
    from lifesearch.benchmark.tasks import Measurement, Task
    from lifesearch.solving.configuration import Configuration

EPILOG = """\b
Examples:
  lifesearch bench --quick                          under a minute
  lifesearch bench c4o-unsat p3-c1-unsat            just these
  lifesearch bench p6-d4 --solver cadical195 --solver glucose4 --encoding knuth
  lifesearch bench --seeds 5 --json > results.jsonl"""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench", epilog=EPILOG)(bench)


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
        bool, typer.Option("--quick", help="Only tasks of a few seconds, each once.")
    ] = False,
    seeds: Annotated[
        str | None,
        typer.Option(
            metavar="N", show_default="3", help="Runs of each, with other seeds; medians are told."
        ),
    ] = None,
    solver: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            autocompletion=solvers,
            help="Try this solver, and not the usual ones; may be repeated.",
        ),
    ] = None,
    encoding: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            show_default=False,
            autocompletion=encodings,
            help="Try this encoding; may be repeated.",
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Try it without normal forms.")] = False,
    time_limit: Annotated[
        str | None,
        typer.Option(metavar="TIME", show_default="60s", help="For each run: 60s, 5m, 2h."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a line, as soon as it is known.")
    ] = False,
) -> None:
    """Time named questions with known answers on this machine."""
    from lifesearch.solving.solver import solver_name

    chosen = _tasks(names or [], quick)
    wanted = [solver_name(name) for name in solver or []]
    ways = [parsing.one_of(name, "encoding", ENCODINGS) for name in encoding or []]
    runs = parsing.whole(seeds or ("1" if quick else "3"), "--seeds", 1, 1000)
    limit = parsing.seconds(time_limit) or 60.0
    results = _results(chosen, wanted, ways, plain, runs, limit)

    from lifesearch.ui import benchmark_table

    if as_json:
        benchmark_table.as_json(results)
    else:
        benchmark_table.as_table(results, limit)


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

    usual = task.query.configurations()
    if not (solvers or encodings or plain):
        yield from usual
        return
    for solver in solvers or dict.fromkeys(c.solver for c in usual):
        for encoding in encodings or ["implicates"]:
            yield Configuration(solver, encoding, plain)  # type: ignore[arg-type]
