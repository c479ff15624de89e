"""Run a search with the options that all searches have, or write its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from lifesearch.cli import parsing
from lifesearch.cli.search_options import (
    CountOptions,
    OutputOptions,
    RunningOptions,
    SessionOptions,
)
from lifesearch.errors import InputError

if TYPE_CHECKING:
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.events import Event
    from lifesearch.running.options import RunOptions
    from lifesearch.ui.search.output import Presentation


@dataclass(frozen=True)
class SearchArguments:
    """The options beside the query."""

    asking: CountOptions
    output: OutputOptions
    running: RunningOptions
    remembering: SessionOptions
    partials: bool = False
    new: bool = False
    engine: str | None = None
    before: Callable[[], None] = lambda: None
    """What is said when nothing is wrong and the search begins."""


def merged(*groups: object) -> dict[str, Any]:
    """The options of several groups by their names; of a rule, what it may be if it is unknown."""
    options: dict[str, Any] = {}
    for group in groups:
        options |= vars(group)
    if isinstance(options.get("rule"), tuple):
        rule, partial = options["rule"]
        options["rule"] = partial or rule
    return options


def ask(query: PatternQuery, arguments: SearchArguments) -> NoReturn:
    """Search, and exit with the status of the outcome."""
    if arguments.new and not arguments.output.remember:
        from lifesearch.api.queries.conditions import require_known

        require_known(query.rule)
    asking = arguments.asking
    run_options = parsing.run_options(
        arguments.running, how_many(query, asking), engine=arguments.engine
    )
    query.check_encoding(run_options.fixed.encoding, plain=run_options.fixed.plain)
    if arguments.remembering.dimacs is None:
        query.check_engine(arguments.engine)
    asked = query.with_raw(asking.raw)
    if arguments.remembering.dimacs is not None:
        _write_formula(asked, run_options, arguments)
    run_options = _with_proof(asked, run_options, arguments)
    if arguments.remembering.session is None:
        _search(asked, run_options, arguments)
    how = _presentation(asked, run_options, arguments)
    keep_apart(arguments.remembering.session, arguments.output.output)
    from lifesearch.session.file import Session
    from lifesearch.ui.search.view import show_search

    with Session.start(
        arguments.remembering.session, asked, run_options, growing=arguments.new
    ) as session:
        arguments.before()
        raise typer.Exit(show_search(session.query, run_options, how, session))


def _search(query: PatternQuery, run_options: RunOptions, arguments: SearchArguments) -> NoReturn:
    """Search without a session: what shows the answers is loaded while workers search.

    Whoever presses Ctrl-C meanwhile is told what has come of the search all the same.
    """
    from lifesearch.running.run import begun
    from lifesearch.signals import delay_interrupt, hold_interrupt

    followed = False

    def loaded() -> tuple[Callable[..., int], Presentation]:
        from lifesearch.ui.search.view import show_search

        return show_search, _presentation(query, run_options, arguments)

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
                arguments.before()
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


def _presentation(
    query: PatternQuery, run_options: RunOptions, arguments: SearchArguments
) -> Presentation:
    return presentation(
        arguments.output, arguments.running, query, run_options, partials=arguments.partials
    )


def _with_proof(
    query: PatternQuery, run_options: RunOptions, arguments: SearchArguments
) -> RunOptions:
    """The same options, and where the proof goes, if one is wanted."""
    name = arguments.remembering.proof
    if name is None:
        if arguments.remembering.proof_compress:
            raise InputError("--proof-compress goes with --proof DIR")
        return run_options
    if arguments.remembering.session is not None:
        raise InputError("a proof is of one run, a session of several: leave out --session")
    from lifesearch.proofs.folder import with_proof

    compress, force = arguments.remembering.proof_compress, arguments.output.force
    return with_proof(query, run_options, name, compress=compress, force=force)


def _write_formula(
    query: PatternQuery, run_options: RunOptions, arguments: SearchArguments
) -> NoReturn:
    """Write what a solver would get, and exit."""
    from lifesearch.ui.files import require_free, writing
    from lifesearch.ui.terminal.console import Printer

    name, output = arguments.remembering.dimacs, arguments.output
    for option, given in {
        "--session": arguments.remembering.session,
        "--output": output.output,
        "--format": output.form,
        "--animate": output.animate,
        "--remember": output.remember,
        "--proof": arguments.remembering.proof,
    }.items():
        if given:
            raise InputError(f"--dimacs writes a formula and does not search: leave out {option}")
    assert name is not None
    require_free(name, force=output.force)
    how = run_options.fixed.applied(query.configurations()[0])
    text = query.dimacs(None, how)
    with writing(name) as file:
        file.writelines(text)
    if name != "-":
        Printer(stderr=True).print(f"{name}: {query.formula}{query.describe()}{query.where()}")
    raise typer.Exit


def how_many(query: PatternQuery, asking: CountOptions) -> int | None:
    """Return how many answers are wanted; None is all, or better and better ones."""
    from lifesearch.queries.constraints import Aim

    goal = query.constraints.objective
    if goal is None:
        if asking.everything and query.endless():
            raise InputError(f"--all needs {query.endless()}")
        return parsing.how_many(asking.count, asking.everything)
    if asking.everything or asking.count is not None or asking.raw:
        again = "--box WxH" if goal.aim is Aim.SMALLEST_BOX else "--population '=N'"
        raise InputError(
            "only one answer is best: leave out --all, --count and --raw; for all that are as "
            f"good, ask again with {again} --all"
        )
    if goal.aim is not Aim.SMALLEST_BOX and query.endless():
        raise InputError(f"to {goal.aim} needs {query.endless()}")
    return None


def keep_apart(session: str, output: str | None) -> None:
    """Refuse to write patterns over the session."""
    from pathlib import Path

    if output is not None and Path(session).resolve() == Path(output).resolve():
        raise InputError(f"{session} is the session: give another name to --output")


def presentation(
    output: OutputOptions,
    running: RunningOptions,
    query: PatternQuery,
    run_options: RunOptions,
    *,
    partials: bool = False,
) -> Presentation:
    """Return how answers are to be shown."""
    from lifesearch.ui.report import Format
    from lifesearch.ui.search.output import Presentation

    if output.animate:
        from lifesearch.ui.terminal.open_screen import require_terminal

        require_terminal()
    if output.remember:
        from lifesearch.catalogue.user import check_writable

        check_writable()
    return Presentation(
        None if output.form is None else Format(output.form),
        output.output,
        placed=query.raw,
        numbered=run_options.count != 1,
        moving=not running.no_progress,
        partials=partials,
        animate=output.animate,
        remember=output.remember,
        force=output.force,
    )
