"""Run a search with the options that all searches have, or write its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from lifesearch.cli import parsing
from lifesearch.errors import OptionError
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.api.queries.asked import Asked
    from lifesearch.planning.plan import Plan
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.events import Event
    from lifesearch.running.options import RunOptions
    from lifesearch.ui.search.output import Presentation


def ask(question: Asked, options: Options) -> NoReturn:
    """Search, and exit with the status of the outcome."""
    question = replace(question, query=question.query.with_raw(options.raw))
    if options.dimacs is not None:
        _write_formula(question, options)
    plan, run_options = planned(question, options)
    if options.explain:
        _explain(plan)
    run_options = _with_proof(question.query, run_options, options)
    if run_options.proof is not None:
        plan = question.plan(run_options)
    before = _nothing if options.get("no_known") in (None, True) else _telling_known(plan)
    if options.session is None:
        _search(plan.query, run_options, options, before)
    how = presentation(options, plan.query, run_options)
    keep_apart(options.session, options.output)
    from lifesearch.session.file import Session
    from lifesearch.ui.search.view import show_search

    with Session.start(
        options.session, plan.query, run_options, growing=bool(options.get("new"))
    ) as session:
        before()
        raise typer.Exit(show_search(session.query, run_options, how, session))


def planned(question: Asked, options: Options) -> tuple[Plan[PatternQuery], RunOptions]:
    """What will be done, and what may be spent on it."""
    if options.get("new") and not options.remember:
        from lifesearch.api.queries.conditions import require_known

        require_known(question.query.rule)
    run_options = _run_options(question.query, options)
    return question.plan(run_options), run_options


def _run_options(query: PatternQuery, options: Options) -> RunOptions:
    from lifesearch.api.queries.asked import engine_of
    from lifesearch.planning.goal import how_many

    count = how_many(query, options.count, everything=options.everything, raw=options.raw)
    run_options = parsing.run_options(options, count, engine=engine_of(vars(options)))
    query.check_encoding(run_options.fixed.encoding, plain=run_options.fixed.plain)
    return run_options


def _explain(plan: Plan[PatternQuery]) -> NoReturn:
    """Say what would be done, and exit."""
    from lifesearch.ui.terminal.console import Printer

    console = Printer()
    for line in str(plan).splitlines():
        console.print(line)
    raise typer.Exit


def _nothing() -> None:
    """Say nothing."""


def _telling_known(plan: Plan[PatternQuery]) -> Callable[[], None]:
    """Say which patterns are known, of those that are sought without bounds."""
    from lifesearch.cli.race_options import tell_known

    query: Any = plan.query
    return partial(tell_known, query.motion, query.rule) if plan.unbounded else _nothing


def _search(
    query: PatternQuery, run_options: RunOptions, options: Options, before: Callable[[], None]
) -> NoReturn:
    """Search without a session: what shows the answers is loaded while workers search.

    Whoever presses Ctrl-C meanwhile is told what has come of the search all the same.
    """
    from lifesearch.planning.run import begun
    from lifesearch.signals import delay_interrupt, hold_interrupt

    followed = False

    def loaded() -> tuple[Callable[..., int], Presentation]:
        from lifesearch.ui.search.view import show_search

        return show_search, presentation(options, query, run_options)

    def coming(events: Iterator[Event]) -> Iterator[Event]:
        """The events, for a view that from now on says itself that it was interrupted."""
        nonlocal followed
        followed = True
        yield from events

    try:
        with begun(query, run_options) as events:
            with hold_interrupt():  # in a module that is being loaded it could become another error
                show, how = loaded()
            with delay_interrupt():
                before()
            raise typer.Exit(show(query, run_options, how, None, coming(events)))
    except KeyboardInterrupt:
        if followed:
            raise
        with hold_interrupt():
            show, how = loaded()
            status = show(query, run_options, how, None, _interrupted())
        raise typer.Exit(status) from None


def _interrupted() -> Iterator[NoReturn]:
    """Events that are not waited for."""
    raise KeyboardInterrupt
    yield


def _with_proof(query: PatternQuery, run_options: RunOptions, options: Options) -> RunOptions:
    """The same options, and where the proof goes, if one is wanted."""
    if options.proof is None:
        if options.proof_compress:
            raise OptionError("<proof_compress> goes with <proof DIR>")
        return run_options
    if options.session is not None:
        raise OptionError("a proof is of one run, a session of several: leave out <session>")
    from lifesearch.proofs.folder import with_proof

    compress, force = options.proof_compress, options.force
    return with_proof(query, run_options, options.proof, compress=compress, force=force)


def _write_formula(question: Asked, options: Options) -> NoReturn:
    """Write what a solver would get, and exit."""
    from lifesearch.planning.choose import in_boxes
    from lifesearch.ui.files import require_free, writing
    from lifesearch.ui.terminal.console import Printer

    name = options.dimacs
    for key in ("session", "output", "form", "animate", "remember", "proof"):
        if options.get(key):
            raise OptionError(f"<dimacs> writes a formula and does not search: leave out <{key}>")
    run_options = _run_options(question.query, options)
    query = in_boxes(question.query, question.wishes)
    require_free(name, force=options.force)
    how = run_options.fixed.applied(query.configurations()[0])
    text = query.dimacs(None, how)
    with writing(name) as file:
        file.writelines(text)
    if name != "-":
        Printer(stderr=True).print(f"{name}: {query.formula}{query.describe()}{query.where()}")
    raise typer.Exit


def keep_apart(session: str, output: str | None) -> None:
    """Refuse to write patterns over the session."""
    from pathlib import Path

    if output is not None and Path(session).resolve() == Path(output).resolve():
        raise OptionError("{} is the session: give another name to <output>", session)


def presentation(options: Options, query: PatternQuery, run_options: RunOptions) -> Presentation:
    """Return how answers are to be shown."""
    from lifesearch.ui.report import Format
    from lifesearch.ui.search.output import Presentation

    if options.get("animate"):
        from lifesearch.ui.terminal.open_screen import require_terminal

        require_terminal()
    if options.remember:
        from lifesearch.catalogue.user import check_writable

        check_writable()
    return Presentation(
        None if options.form is None else Format(options.form),
        options.output,
        placed=query.raw,
        numbered=run_options.count != 1,
        moving=not options.no_progress,
        partials=bool(options.get("partials")),
        animate=bool(options.get("animate")),
        remember=options.remember,
        force=options.force,
    )
