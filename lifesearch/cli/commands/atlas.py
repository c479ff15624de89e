"""`lifesearch atlas`: what is settled, and how to see it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lifesearch.cli.parameters import argument, note
from lifesearch.errors import OptionError
from lifesearch.exit_status import ExitStatus
from lifesearch.options.names import listed_in
from lifesearch.options.table import Options
from lifesearch.text import plural
from lifesearch.ui.files import require_free, standard_output, writing

if TYPE_CHECKING:
    from lifesearch.settled.lines import Line

TOPIC = argument(
    "[TOPIC]", "A topic, such as strips or counts.", listed_in("settled.lines", "TOPICS")
)


def atlas(topic: Annotated[str | None, TOPIC] = None, *, options: Options) -> None:
    """Show what is already proved or counted, with the commands that did it."""
    from lifesearch.settled.lines import atlas as lines_of
    from lifesearch.ui import atlas as shown

    lines = lines_of(topic or "")
    if options.check is not None:
        if key := options.any_of("output"):
            raise OptionError(f"<check> prints what it runs: leave out <{key}>")
        _check(lines, options)
    if options.output is not None:
        require_free(options.output, force=options.force)
        with writing(options.output) as file:
            file.write(shown.page(lines))
        return
    with standard_output() as out:
        if options.form == "json":
            out.writelines(map(shown.as_json, lines))
        else:
            out.write(shown.tables(lines) if topic else shown.topics(lines))


def _check(lines: tuple[Line, ...], options: Options) -> NoReturn:
    from lifesearch.api.queries.run_options import jobs
    from lifesearch.settled.runner import check_again
    from lifesearch.ui.terminal.console import Printer

    chosen = sorted(lines, key=lambda line: line.cpu)[: options.check]
    wrong = check_again(chosen, Printer().print, jobs(options, say=note))
    for line in wrong:
        Printer(stderr=True).print(f"not confirmed: {line.statement}")
    confirmed = len(chosen) - len(wrong)
    Printer(stderr=True).print(f"{plural(confirmed, 'line')} confirmed, {len(wrong):,} not")
    raise typer.Exit(ExitStatus.NONE if wrong else ExitStatus.FOUND)
