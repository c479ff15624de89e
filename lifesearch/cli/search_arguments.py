"""Run a search with the options that all searches have, or write its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NoReturn

import typer

from lifesearch.cli import parsing
from lifesearch.errors import OptionError
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.queries.base import PatternQuery
    from lifesearch.running.options import RunOptions
    from lifesearch.ui.search.output import Presentation


def ask(
    query: PatternQuery, options: Options, before: Callable[[], None] = lambda: None
) -> NoReturn:
    """Search, and exit with the status of the outcome; `before` is called when it begins."""
    if options.get("new") and not options.remember:
        from lifesearch.api.queries.conditions import require_known

        require_known(query.rule)
    engine = "rows" if options.get("look_ahead") is not None else options.get("engine")
    run_options = parsing.run_options(options, how_many(query, options), engine=engine)
    query.check_encoding(run_options.fixed.encoding, plain=run_options.fixed.plain)
    if options.dimacs is None:
        query.check_engine(engine)
    asked = query.with_raw(options.raw)
    if options.dimacs is not None:
        _write_formula(asked, run_options, options)
    run_options = _with_proof(asked, run_options, options)
    if options.session is None:
        _search(asked, run_options, options, before)
    how = presentation(options, asked, run_options)
    keep_apart(options.session, options.output)
    from lifesearch.session.file import Session
    from lifesearch.ui.search.view import show_search

    with Session.start(
        options.session, asked, run_options, growing=bool(options.get("new"))
    ) as session:
        before()
        raise typer.Exit(show_search(session.query, run_options, how, session))


def _search(
    query: PatternQuery, run_options: RunOptions, options: Options, before: Callable[[], None]
) -> NoReturn:
    """Search without a session: what shows the answers is loaded while workers search.

    Whoever presses Ctrl-C meanwhile is told what has come of the search all the same.
    """
    from lifesearch.running.run import begun
    from lifesearch.signals import delay_interrupt

    def loaded() -> tuple[Callable[..., int], Presentation]:
        from lifesearch.ui.search.view import show_search

        return show_search, presentation(options, query, run_options)

    with begun(query, run_options) as events:
        coming = events
        try:
            with delay_interrupt():
                show, how = loaded()
                before()
        except KeyboardInterrupt:
            show, how = loaded()
            coming = _interrupted()
        raise typer.Exit(show(query, run_options, how, None, coming))


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


def _write_formula(query: PatternQuery, run_options: RunOptions, options: Options) -> NoReturn:
    """Write what a solver would get, and exit."""
    from lifesearch.ui.files import require_free, writing
    from lifesearch.ui.terminal.console import Printer

    name = options.dimacs
    for key in ("session", "output", "form", "animate", "remember", "proof"):
        if options.get(key):
            raise OptionError(f"<dimacs> writes a formula and does not search: leave out <{key}>")
    require_free(name, force=options.force)
    how = run_options.fixed.applied(query.configurations()[0])
    text = query.dimacs(None, how)
    with writing(name) as file:
        file.writelines(text)
    if name != "-":
        Printer(stderr=True).print(f"{name}: {query.formula}{query.describe()}{query.where()}")
    raise typer.Exit


def how_many(query: PatternQuery, asking: Options) -> int | None:
    """Return how many answers are wanted; None is all, or better and better ones."""
    from lifesearch.queries.constraints import Aim

    goal = query.constraints.objective
    if goal is None:
        if asking.everything and query.endless():
            raise OptionError(f"<everything> needs {query.endless()}")
        return parsing.how_many(asking.count, asking.everything)
    if asking.everything or asking.count is not None or asking.raw:
        again = "<box WxH>" if goal.aim is Aim.SMALLEST_BOX else "<population '=N'>"
        raise OptionError(
            "only one answer is best: leave out <everything>, <count> and <raw>; for all that are "
            f"as good, ask again with {again} <everything>"
        )
    if goal.aim is not Aim.SMALLEST_BOX and query.endless():
        raise OptionError(f"to {goal.aim} needs {query.endless()}")
    return None


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
