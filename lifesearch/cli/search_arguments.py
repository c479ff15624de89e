"""Run a search with the options that all searches have, or write its formula."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from lifesearch.cli.parameters import note
from lifesearch.errors import OptionError
from lifesearch.options.table import Options, on_command_line
from lifesearch.text import plural
from lifesearch.ui.files import require_free, writing

if TYPE_CHECKING:
    from lifesearch.api.queries.asked import Asked
    from lifesearch.planning.plan import Plan
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.events import Event
    from lifesearch.running.options import RunOptions
    from lifesearch.ui.search.output import Presentation
    from lifesearch.ui.search.view import PatternSearchView

WORTH_SAYING = 2.0
"""Seconds of a processor, the start included, from which on it is said what the atlas has."""


def ask(question: Asked) -> NoReturn:
    """Search, in a session if one is named, and exit with the status of the outcome."""
    options = question.options
    if options.dimacs is not None:
        _write_formula(question, options)
    plan, run_options = question.planned(note)
    if options.explain:
        explain(plan)
    if options.session is None:
        _search(plan, run_options, options)
    query, how = plan.query, presentation(options, plan.query, run_options)
    keep_apart(options.session, options.output)
    from lifesearch.api.queries.asked import session_of

    with session_of(query, run_options, options) as session:
        _tell_known(plan, options)
        raise typer.Exit(view_of(query)(session.query, run_options, how, session).show())


def view_of(query: PatternQuery) -> type[PatternSearchView]:
    view: type[PatternSearchView] = import_module(f"lifesearch.ui.search.{query.view}").View
    return view


def explain(plan: Plan[Any]) -> NoReturn:
    """Print what would be done, and exit."""
    from lifesearch.ui.terminal.console import Printer

    for line in str(plan).splitlines():
        Printer().print(line)
    raise typer.Exit


def _tell_known(plan: Plan[PatternQuery], options: Options) -> None:
    """Say what the atlas or the catalogue has on what is searched for."""
    from lifesearch.queries.soups import SoupQuery

    if options.no_known or isinstance(plan.query, SoupQuery):  # of which nothing is proved
        return
    if not plan.unbounded:
        _tell_settled(plan)
        return
    from lifesearch.catalogue.catalogue import builtin
    from lifesearch.life.rules.rule import LIFE
    from lifesearch.life.velocity import Velocity

    query: Any = plan.query
    if query.rule != LIFE:
        return
    motion = query.motion
    kind, listed, speed = "oscillator", f"<period {motion.period}>", None
    if motion.travels:
        speed = Velocity(-motion.dy, -motion.dx, motion.period)
        quoted = f"'{speed}'" if " " in str(speed) else speed
        kind, listed = "spaceship", f"<velocity {quoted}>"
    entries = builtin().where(kind, motion.period, speed)
    if not len(entries):
        return
    smallest = min(entries, key=lambda entry: entry.cells)
    others = f" and {len(entries) - 1:,} more" if len(entries) > 1 else ""
    note(
        f"already known: {smallest.name} ({plural(smallest.cells, 'cell')}){others}; "
        f"lifesearch catalogue list <kind {kind}> {listed}"
    )


def _tell_settled(plan: Plan[PatternQuery]) -> None:
    """Say that the atlas has a proof of the answer, unless it is found in a moment."""
    from lifesearch.settled.lines import settled_before

    line = settled_before(plan.query)
    if line is not None and line.cpu >= WORTH_SAYING:
        what = "there is none" if line.kind == "none" else line.statement
        note(f"settled before: {what}; see: lifesearch atlas {line.topic}")


def _search(plan: Plan[PatternQuery], run_options: RunOptions, options: Options) -> NoReturn:
    """Search without a session: what shows the answers is loaded while workers search.

    If Ctrl-C is pressed meanwhile, what was found is shown all the same.
    """
    from lifesearch.planning.run import begun
    from lifesearch.signals import delay_interrupt, hold_interrupt

    query, followed = plan.query, False

    def view() -> PatternSearchView:
        return view_of(query)(query, run_options, presentation(options, query, run_options))

    def coming(events: Iterator[Event]) -> Iterator[Event]:
        """The events, for a view that from now on says itself that it was interrupted."""
        nonlocal followed
        followed = True
        yield from events

    try:
        with begun(query, run_options) as events:
            with hold_interrupt():  # in a module that is being loaded it could become another error
                loaded = view()
            with delay_interrupt():
                _tell_known(plan, options)
            raise typer.Exit(loaded.show(coming(events)))
    except KeyboardInterrupt:
        if followed:
            raise
        with hold_interrupt():
            status = view().show(_interrupted())
        raise typer.Exit(status) from None


def _interrupted() -> Iterator[NoReturn]:
    """Events that are not waited for."""
    raise KeyboardInterrupt
    yield


def _write_formula(question: Asked, options: Options) -> NoReturn:
    """Write what a solver would get, and exit."""
    from lifesearch.ui.terminal.console import Printer

    name = options.dimacs
    if key := options.any_of("session", "output", "form", "animate", "remember", "proof"):
        raise OptionError(f"<dimacs> writes a formula and does not search: leave out <{key}>")
    question.wanted()  # which refuses what contradicts itself
    query, text = question.formula(note)
    require_free(name, force=options.force)
    with writing(name) as file:
        file.writelines(text)
    if name != "-":
        Printer(stderr=True).print(f"{name}: {query.formula}{query.title}")
    raise typer.Exit


def keep_apart(session: str, output: str | None) -> None:
    """Refuse to write patterns over the session."""
    if output is not None and Path(session).resolve() == Path(output).resolve():
        raise OptionError("{} is the session: give another name to <output>", session)


def presentation(options: Options, query: PatternQuery, run_options: RunOptions) -> Presentation:
    from lifesearch.ui.search.output import Presentation

    if options.animate:
        from lifesearch.ui.terminal.player import require_terminal

        require_terminal()
    if options.remember:
        from lifesearch.catalogue.user import check_writable

        check_writable()
    if options.copy:
        from lifesearch.ui import clipboard

        clipboard.require()
    return Presentation(
        **options.shared_with(Presentation),
        placed=query.raw,
        numbered=run_options.count != 1,
        moving=not options.no_progress,
        spell=on_command_line,
    )
