"""Measure how fast searches are on this machine.

python -m tests.bench --quick                           under a minute
python -m tests.bench c4o-unsat p3-c1-unsat             only these tasks
python -m tests.bench p6-d4 --solver cadical195 --solver glucose4
python -m tests.bench --runs 5 --json > results.jsonl
python -m tests.bench --first --runs 5                  time to the first answer
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from lifesearch.common.errors import InputError
from lifesearch.core.box_question import BoxQuery
from lifesearch.core.options.readers import seconds
from lifesearch.engines.sat.encoding.variable_grid import ENCODINGS
from lifesearch.engines.sat.solving.configuration import Configuration, Strategy
from lifesearch.engines.sat.solving.solver import SOLVERS
from tests.bench import table
from tests.bench.first_answers import commands, first_answers
from tests.bench.tasks import BenchmarkTask, measure, tasks


def main(words: Sequence[str] | None = None) -> None:
    given = _parsed(words)
    runs = given.runs or (1 if given.quick else 3)
    if given.first:
        times = first_answers(commands(), runs, given.limit)
        table.show_first_answers(times, as_json=given.json)
        return
    results = (
        measure(task, configuration, runs, given.limit)
        for task in _tasks(given.tasks, quick=given.quick)
        for configuration in _configurations(task, given)
    )
    if given.json:
        table.as_json(results)
    else:
        table.as_table(results, given.limit)


def _parsed(words: Sequence[str] | None) -> argparse.Namespace:
    known = [task.name for task in tasks()]
    parser = argparse.ArgumentParser(
        "python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"only these: {', '.join(known)}")
    parser.add_argument("--quick", action="store_true", help="only tasks of a few seconds, once")
    parser.add_argument("--first", action="store_true", help="time bare commands instead of tasks")
    parser.add_argument("--runs", type=int, metavar="N", help="runs of each task, with other seeds")
    parser.add_argument("--solver", action="append", choices=list(SOLVERS), metavar="NAME")
    parser.add_argument("--encoding", action="append", choices=list(ENCODINGS))
    parser.add_argument("--plain", action="store_true", help="no symmetry breaking")
    parser.add_argument(
        "--limit", type=_seconds, default=60.0, metavar="TIME",
        help="give up any single run after this time: 60s, 5m (default 60s)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="a JSON object for each result")
    given = parser.parse_args(words)
    if unknown := set(given.tasks) - set(known):
        parser.error(f"there is no task {min(unknown)!r}")
    if given.runs is not None and given.runs < 1:
        parser.error("--runs must be at least 1")
    if given.first and (given.tasks or given.solver or given.encoding or given.plain):
        parser.error("--first runs a fixed list of commands: leave out tasks and solvers")
    return given


def _seconds(text: str) -> float:
    try:
        return seconds(text) or 0.0
    except InputError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _tasks(names: list[str], *, quick: bool) -> list[BenchmarkTask]:
    if names:
        return [task for name in names for task in tasks() if task.name == name]
    return [task for task in tasks() if task.quick or not quick]


def _configurations(task: BenchmarkTask, given: argparse.Namespace) -> Iterator[Strategy]:
    """The usual ones of the task, or all combinations of what was named."""
    usual = task.configurations()
    if not (given.solver or given.encoding or given.plain) or not isinstance(task.query, BoxQuery):
        yield from usual
        return
    solvers = dict.fromkeys(c.solver for c in usual if not isinstance(c, str))
    for solver in given.solver or solvers:
        for encoding in given.encoding or ["implicates"]:
            yield Configuration(solver, encoding, given.plain)


if __name__ == "__main__":
    main()
