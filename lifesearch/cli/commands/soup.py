"""`lifesearch soup`: what comes out of random soups."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import typer

from lifesearch.cli.parameters import note
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import keep_apart, presentation
from lifesearch.errors import InputError, OptionError
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.queries.soups import SoupQuery
    from lifesearch.running.options import RunOptions
    from lifesearch.session.file import Session

EPILOG = """\b
Examples:
  lifesearch soup                              100,000 soups, all symmetries
  lifesearch soup --symmetry D8_1,C4_4         soups of two symmetries
  lifesearch soup --symmetry C1 --size 16      like apgsearch's usual soups
  lifesearch soup --rule HighLife --seed 7     the same soups each time
  lifesearch soup --rule "Brian's Brain"       a rule with several states
  lifesearch soup -f csv > census.csv          a census for other programs
  lifesearch soup --all-new -o new.rle         save objects in no catalogue
  lifesearch soup --time-limit 8h --session s  run overnight
  lifesearch resume s                          and continue"""


def soup(options: Options) -> None:
    """Run random soups and take a census of the objects."""
    from lifesearch.api.queries.asked import USUAL_SOUPS, soups
    from lifesearch.api.queries.run_options import run_options
    from lifesearch.queries.soups import SoupQuery

    query, count = soups(options), options.soups
    if count is None and options.time_limit is None:
        count = USUAL_SOUPS
    spent = run_options(options, count, query, note)
    if options.session is None:
        _show(query, spent, options, None)
    keep_apart(options.session, options.output)
    from lifesearch.session.file import Session

    growing = options.seed is None
    with Session.start(options.session, query, spent, growing=growing) as opened:
        assert isinstance(opened.query, SoupQuery)
        _show(opened.query, spent, options, opened)


def resume_soups(session: Session, query: SoupQuery, options: Options) -> NoReturn:
    """Continue a session; a larger number makes it longer."""
    if options.everything:
        raise OptionError("soups never end: give <soups N> instead of <everything>")
    if options.animate:
        raise OptionError("a census cannot be animated: leave out <animate>")
    from lifesearch.api.queries.run_options import run_options

    spent = run_options(options, options.soups or options.count or session.count, say=note)
    if spent.fixed:
        raise InputError("soups have no solver: leave out the solver, encoding and seed")
    _show(query, spent, options, session)


def _show(
    query: SoupQuery, run_options: RunOptions, options: Options, session: Session | None
) -> NoReturn:
    from lifesearch.ui.search.soups import SoupPresentation, show_soups

    _require_states(options.form, query)
    how = presentation(options, query, run_options)
    shown = SoupPresentation(how, options.census, options.all_new)
    raise typer.Exit(show_soups(query, run_options, shown, session))


def _require_states(form: str | None, query: SoupQuery) -> None:
    """Refuse a format that cannot hold what comes out of the soups, before they are run."""
    from lifesearch.formats.registry import FORMATS

    too_small = any(each.name == form and not each.has_states for each in FORMATS)
    if too_small and query.rule.states > 2:
        raise InputError(
            f"the format {form} has two states, but {query.rule} has {query.rule.states}: "
            "choose rle, json, csv or apgcode"
        )


COMMANDS = {"soup": Command(soup, EPILOG)}
