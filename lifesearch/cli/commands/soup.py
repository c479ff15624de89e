"""`lifesearch soup`: what comes out of random soups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from lifesearch.cli.parameters import note
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import in_session, presentation, view_of
from lifesearch.errors import InputError, OptionError
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.queries.soups import SoupQuery
    from lifesearch.running.options import RunOptions

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

    query, count = soups(options), options.soups
    if count is None and options.time_limit is None:
        count = USUAL_SOUPS
    spent = run_options(options, count, query, note)
    _require_states(options.form, query)
    if options.session is not None:
        in_session(query, spent, options, growing=options.seed is None)
    raise typer.Exit(view_of(query)(query, spent, presentation(options, query, spent)).show())


def spent_on_more(query: SoupQuery, options: Options, count: int | None) -> RunOptions:
    """What may be spent to continue a session; a larger number makes it longer."""
    if options.everything:
        raise OptionError("soups never end: give <soups N> instead of <everything>")
    if options.animate:
        raise OptionError("a census cannot be animated: leave out <animate>")
    from lifesearch.api.queries.run_options import run_options

    spent = run_options(options, options.soups or options.count or count, say=note)
    if spent.fixed:
        raise InputError("soups have no solver: leave out the solver, encoding and seed")
    _require_states(options.form, query)
    return spent


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
