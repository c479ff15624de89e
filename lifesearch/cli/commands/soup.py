"""`lifesearch soup`: what comes out of random soups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.options import (
    Force,
    FormatOption,
    NoProgress,
    OnCluster,
    Remember,
    SessionFile,
    TimeLimit,
    flag,
    names_of,
    rules,
    symmetries,
    value,
)
from lifesearch.cli.parsing import number
from lifesearch.cli.plain_help import COUNT, OUTPUT, RUNNING, WHAT, Command
from lifesearch.cli.search_arguments import keep_apart, presentation
from lifesearch.cli.search_options import OutputOptions, RunningOptions
from lifesearch.errors import InputError

if TYPE_CHECKING:
    from lifesearch.life.rules.rule import Rule
    from lifesearch.queries.soups import SoupQuery
    from lifesearch.running.options import RunOptions
    from lifesearch.session.file import Session

    Sides = tuple[int, int]
else:
    Rule = Sides = Any

EPILOG = """\b
Examples:
  lifesearch soup                              100,000 soups, all symmetries
  lifesearch soup --symmetry D8_1,C4_4         soups of two symmetries
  lifesearch soup --symmetry C1 --size 16      as apgsearch's usual soups
  lifesearch soup --rule HighLife --seed 7     the same soups each time
  lifesearch soup --rule "Brian's Brain"       a rule of several states
  lifesearch soup -f csv > census.csv          a census for other programs
  lifesearch soup --all-new -o new.rle         keep what no catalogue knows
  lifesearch soup --time-limit 8h --session s  until tomorrow
  lifesearch resume s                          and on"""

USUAL_COUNT = 100_000


@dataclass(frozen=True)
class SoupOptions:
    """Which soups."""

    symmetry: Annotated[
        list[str] | None,
        value(
            WHAT,
            "NAME,...",
            "Symmetries of soups, as on LifeWiki (C1, D2_+1, C4_4, D8_1, ...); may be repeated.",
            known=names_of(symmetries),
            default="all of the rule",
        ),
    ] = None
    rule: Annotated[
        Rule,
        value(
            WHAT,
            "RULE",
            "The rule, such as B36/S23 or HighLife.",
            parsing.rule,
            known=names_of(rules),
            default=True,
        ),
    ] = "B3/S23"  # type: ignore[assignment]  # the parser reads it
    seed: Annotated[
        int | None,
        value(
            WHAT,
            "N",
            "The same seed gives the same soups again.",
            number("--seed", 0),
            default="another one each time",
        ),
    ] = None
    size: Annotated[
        Sides,
        value(
            WHAT,
            "N|N-M",
            "Cells a side, or a range of it.",
            option_text.sides,
            default=True,
        ),
    ] = "8-16"  # type: ignore[assignment]  # the parser reads it
    density: Annotated[
        float,
        value(WHAT, "X", "The part of cells that live.", option_text.density, default=True),
    ] = "0.5"  # type: ignore[assignment]  # the parser reads it


def soup(
    which: SoupOptions,
    count: Annotated[
        int | None,
        value(
            COUNT,
            "N",
            "Run so many soups.",
            number("--count", 1),
            default="100000, or no end with --time-limit",
        ),
    ] = None,
    census: Annotated[
        bool, flag(OUTPUT, "--census", "Print the census alone, and all of it.")
    ] = False,
    all_new: Annotated[
        bool,
        flag(
            OUTPUT,
            "--all-new",
            "Tell every object that no catalogue knows, instead of ships and long periods.",
        ),
    ] = False,
    form: FormatOption = None,
    output: Annotated[
        str | None,
        value(
            OUTPUT,
            "FILE|DIR",
            "Write the objects that are told, as RLE or in the --format, to a new file, or each "
            "to a file in DIR/.",
            None,
            "--output",
            "-o",
        ),
    ] = None,
    force: Force = False,
    remember: Remember = False,
    time_limit: TimeLimit = None,
    jobs: Annotated[
        str | None,
        value(
            RUNNING,
            "N",
            "How many processes run soups, at most 2 for each core (64! insists on 64).",
            None,
            "--jobs",
            "-j",
            default="all cores",
        ),
    ] = None,
    cluster: OnCluster = None,
    no_progress: NoProgress = False,
    session: SessionFile = None,
) -> None:
    """Run random soups, and count what comes out."""
    from lifesearch.api.queries.soups import soups
    from lifesearch.queries.soups import SoupQuery

    query = soups(vars(which))
    shown = OutputOptions(form, output, force, remember=remember)
    running = RunningOptions(time_limit, jobs, no_progress=no_progress, cluster=cluster)
    if count is None and time_limit is None:
        count = USUAL_COUNT
    run_options = parsing.run_options(running, count)
    if session is None:
        _show(query, run_options, shown, running, census, all_new, None)
    keep_apart(session, output)
    from lifesearch.session.file import Session

    with Session.start(session, query, run_options, growing=which.seed is None) as opened:
        assert isinstance(opened.query, SoupQuery)
        _show(opened.query, run_options, shown, running, census, all_new, opened)


def resume_soups(
    session: Session,
    query: SoupQuery,
    output: OutputOptions,
    running: RunningOptions,
    count: int | None,
    everything: bool,
) -> NoReturn:
    """Go on with a session; a larger count makes it longer."""
    if everything:
        raise InputError("there is no end of soups: give --count N instead of --all")
    if output.animate:
        raise InputError("a census is not played: leave out --animate")
    run_options = parsing.run_options(running, session.count if count is None else count)
    if run_options.fixed:
        raise InputError("soups have no solver: leave out the solver, encoding and seed")
    _show(query, run_options, output, running, False, False, session)


def _show(
    query: SoupQuery,
    run_options: RunOptions,
    output: OutputOptions,
    running: RunningOptions,
    census: bool,
    all_new: bool,
    session: Session | None,
) -> NoReturn:
    from lifesearch.ui.search.soups import SoupPresentation, show_soups

    _require_states(output.form, query)
    how = presentation(output, running, query, run_options)
    shown = SoupPresentation(how, census, all_new)
    raise typer.Exit(show_soups(query, run_options, shown, session))


def _require_states(form: str | None, query: SoupQuery) -> None:
    """Refuse a format that cannot hold what comes out of the soups, before they are run."""
    from lifesearch.ui.report import TWO_STATE_FORMATS, Format

    if form is not None and Format(form) in TWO_STATE_FORMATS and query.rule.states > 2:
        raise InputError(
            f"the format {form} has two states, but {query.rule} has {query.rule.states}: "
            "choose rle, json, csv or apgcode"
        )


COMMANDS = {"soup": Command(soup, EPILOG)}
