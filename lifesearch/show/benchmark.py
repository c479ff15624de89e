"""The results of the benchmark: a table that grows, or JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from lifesearch.search.benchmark import Measurement
from lifesearch.show.console import Printer
from lifesearch.show.output import standard_output


def as_json(results: Iterable[Measurement]) -> None:
    """Print each result as soon as it is there."""
    for result in results:
        facts = {
            "task": result.task.name,
            "question": question(result),
            "answers": result.task.answers,
            "solver": result.configuration.solver,
            "encoding": result.configuration.encoding,
            "seconds": result.seconds,
            "conflicts": result.conflicts,
            "variables": result.variables,
            "clauses": result.clauses,
            "runs": result.runs,
        }
        with standard_output() as out:
            out.write(json.dumps(facts) + "\n")


def as_table(results: Iterable[Measurement], limit: float) -> None:
    """Say what is there on standard error, and print the table at the end."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading, justify in (
        ("task", "left"),
        ("question", "left"),
        ("answer", "right"),
        ("solver", "left"),
        ("encoding", "left"),
        ("CPU s", "right"),
        ("conflicts", "right"),
        ("variables", "right"),
        ("clauses", "right"),
    ):
        table.add_column(heading, justify=justify, no_wrap=True)  # type: ignore[arg-type]
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
            table.add_row(
                "" if again else name,
                "" if again else Text(question(result)),
                "" if again else answer(result),
                result.configuration.solver,
                result.configuration.encoding,
                spent,
                f"{result.conflicts:,}" if result.seconds is not None else "",
                f"{result.variables:,}",
                f"{result.clauses:,}",
            )
            previous = name
    finally:
        console = Printer()
        console.print(table)
        if best:
            total = sum(best.values())
            console.print(f"{len(best)} tasks; {total:.1f} s with the best configuration of each")


def question(result: Measurement) -> str:
    """What is asked, in words."""
    asked = result.task.question
    return f"{asked.describe()}{asked.where()}"


def answer(result: Measurement) -> str:
    """What is known about it."""
    return {0: "none", 1: "exists"}.get(result.task.answers, f"{result.task.answers:,}")


def seconds(result: Measurement, limit: float) -> str:
    """The time it took, or that it took too long."""
    return f"> {limit:.0f}" if result.seconds is None else f"{result.seconds:.2f}"
