"""The results of the benchmark: a table that grows, or JSON lines."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from lifesearch.common.streams import standard_output
from lifesearch.common.text import plural
from lifesearch.show.report import json_line
from lifesearch.show.terminal.console import Printer
from tests.bench.first_answers import FirstAnswer
from tests.bench.tasks import Measurement

WIDE = 150


def as_json(results: Iterable[Measurement]) -> None:
    """Print each result as soon as it is there."""
    for result in results:
        facts = {
            "task": result.task.name,
            "question": result.task.query.title,
            "answers": result.task.answers,
            "solver": result.solver,
            "encoding": result.encoding,
            "plan": result.task.plan,
            "plain": result.plain,
            "seconds": result.seconds,
            "conflicts": result.conflicts,
            "variables": result.variables,
            "clauses": result.clauses,
            "runs": result.runs,
        }
        _print(json_line(facts))


def as_table(results: Iterable[Measurement], limit: float) -> None:
    """Say what is there on standard error, and print the table at the end."""
    console = Printer()
    wide = console.width >= WIDE
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("task", no_wrap=True)
    if wide:
        table.add_column("question", no_wrap=True)
    table.add_column("answer", justify="right", no_wrap=True)
    table.add_column("solver", no_wrap=True)
    table.add_column("encoding, or the plan", no_wrap=True)
    for heading in ("CPU s", "conflicts", "vars", "clauses"):
        table.add_column(heading, justify="right", no_wrap=True)
    messages = Printer(stderr=True)
    previous = ""
    best: dict[str, float] = {}
    try:
        for result in results:
            name, spent = result.task.name, seconds(result, limit)
            messages.print(f"{name}, {result.configuration}: {spent} s")
            again = name == previous
            if result.seconds is not None:
                best[name] = min(best.get(name, limit), result.seconds)
            asked = [Text(result.task.query.title)] if wide else []
            what = [Text(name), *asked, Text(answer(result))]
            table.add_row(
                *([""] * len(what) if again else what),
                result.solver,
                result.encoding + (", plain" if result.plain else ""),
                spent,
                f"{result.conflicts:,}" if result.seconds is not None else "",
                f"{result.variables:,}",
                f"{result.clauses:,}",
            )
            previous = name
    finally:
        console.print(table)
        if best:
            tasks, total = plural(len(best), "task"), sum(best.values())
            console.print(f"{tasks}; {total:.1f} s with the best configuration of each")


def show_first_answers(results: Iterable[FirstAnswer], *, as_json: bool) -> None:
    """Print a line for each command, as soon as it is done: a table in Markdown, or JSON."""
    if not as_json:
        _print("| command | seconds | goal | answers |\n|---|---|---|---|")
    for result in results:
        name, goal, median = " ".join(result.asked.command), result.asked.goal, result.median
        if as_json:
            facts = {"command": name, "seconds": result.seconds, "median": median, "goal": goal}
            _print(json_line(facts))
            continue
        shown = "-" if median is None else f"{median:.1f}"
        answers = f"{result.found} of {len(result.seconds)}"
        _print(f"| `{name}` | {shown} | {goal:g} | {answers} |")


def _print(*lines: str) -> None:
    with standard_output() as out:
        out.writelines(f"{line}\n" for line in lines)


def answer(result: Measurement) -> str:
    return {0: "none", 1: "exists"}.get(result.task.answers, f"{result.task.answers:,}")


def seconds(result: Measurement, limit: float) -> str:
    return f"> {limit:.0f}" if result.seconds is None else f"{result.seconds:.2f}"
