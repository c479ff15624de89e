"""The searches for patterns, and `resume`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lifesearch.cli.parameters import argument, note
from lifesearch.cli.search_arguments import ask, keep_apart, presentation, view_of
from lifesearch.errors import InputError, OptionError
from lifesearch.limits import LONGEST_PERIOD
from lifesearch.options.readers import whole
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.life.rules.rule import Rule
    from lifesearch.queries.soups import SoupQuery
    from lifesearch.running.options import RunOptions

PERIOD = argument(
    "PERIOD", "The exact period.", read=lambda text: whole(text, "the period", 1, LONGEST_PERIOD)
)
VELOCITY = argument(
    "VELOCITY",
    "c/3, 2c/5, (2,1)c/6 or c/4 diagonal. It fixes the period: c/2 has period 2, 2c/4 "
    "period 4. Ships travel up, or up and left.",
)
FILE = argument("FILE", "The known cells, or - for standard input.")
PATTERN = argument(
    "PATTERN",
    "A file (RLE, .cells, Life 1.06), or - for standard input; in .cells '?' matches any state.",
)
ACTIVE = argument("PATTERN", "The active part: a file, a name or an apgcode.")
WINDOW = argument("WxH", "The window, width x height, that contains all changing cells.")
SESSION = argument("FILE", "A file written by --session.")


def oscillator(period: Annotated[int, PERIOD], options: Options) -> None:
    """Find oscillators with a given exact period."""
    _ask("oscillator", period, options)


def spaceship(velocity: Annotated[list[str], VELOCITY], options: Options) -> None:
    """Find spaceships with a given velocity."""
    _ask("spaceship", " ".join(velocity), options)


def still_life(options: Options) -> None:
    """Find still lifes."""
    _ask("still-life", None, options)


def predecessor(pattern: Annotated[str, PATTERN], options: Options) -> None:
    """Find predecessors of a pattern, or test whether it is an orphan."""
    _ask("predecessor", pattern, options)


def complete(file: Annotated[str, FILE], options: Options) -> None:
    """Complete a partly known pattern: eaters, catalysts, rotors."""
    from lifesearch.formats.detect import read_known_cells_path

    known, own_rule = read_known_cells_path(file)
    if options.animate and (known.exempt or options.stable):
        raise OptionError("<animate> cannot show cells that are exempt from the rule: leave it out")
    _ask("complete", (known, own_rule), options)


def catalyse(pattern: Annotated[str, ACTIVE], options: Options) -> None:
    """Find still lifes that make an active part recur, vanish or move on."""
    if not options.explain:
        from lifesearch.catalyst_search import begin_to_compile

        begin_to_compile()  # what is asked is read meanwhile
    _ask("catalyse", pattern, options)


def rotors(window: Annotated[str, WINDOW], options: Options) -> None:
    """List all rotors in a window, of every period from 3 on."""
    _ask("rotors", window, options)


def soup(options: Options) -> None:
    """Run random soups and take a census of the objects."""
    _require_states(options.form, options.rule)
    _ask("soup", None, options)


def _ask(command: str, what: object, options: Options) -> NoReturn:
    from lifesearch.api.queries.asked import asked

    ask(asked(command, what, options))


def resume(file: Annotated[str, SESSION], options: Options) -> None:
    """Continue a search that was saved in a session."""
    from lifesearch.api.queries.run_options import run_options
    from lifesearch.planning.plan import how_many
    from lifesearch.queries.soups import SoupQuery
    from lifesearch.session.counts import COUNTS
    from lifesearch.session.file import Session
    from lifesearch.surveys.session import is_survey

    keep_apart(file, options.output)
    key = options.any_of("count", "soups", "everything", "partials")
    if key and (is_survey(file) or COUNTS.opens(file)):
        raise OptionError(
            f"{{}} is not a session of a search for patterns: leave out <{key}>", file
        )
    if is_survey(file):
        from lifesearch.cli.commands.survey import resume_from

        resume_from(file, options)
    if COUNTS.opens(file):
        from lifesearch.cli.commands.count import resume_count

        resume_count(file, options)
    with Session.resume(file) as session:
        wanted = session.count
        if isinstance(session.query, SoupQuery):
            spent = _spent_on_more(session.query, options, wanted)
        elif options.soups:
            raise OptionError("{} is not a session of soups: leave out <soups>", file)
        else:
            if options.everything or options.count is not None:
                wanted = how_many(session.query, options.count, everything=options.everything)
            spent = run_options(options, wanted, session.query, note)
        how = presentation(options, session.query, spent)
        raise typer.Exit(view_of(session.query)(session.query, spent, how, session).show())


def _spent_on_more(query: SoupQuery, options: Options, count: int | None) -> RunOptions:
    """What may be spent to continue a session; a larger number makes it longer."""
    if options.everything:
        raise OptionError("soups never end: give <soups N> instead of <everything>")
    if options.animate:
        raise OptionError("a census cannot be animated: leave out <animate>")
    from lifesearch.api.queries.run_options import run_options

    spent = run_options(options, options.soups or options.count or count, say=note)
    if spent.fixed:
        raise InputError("soups have no solver: leave out the solver, encoding and seed")
    _require_states(options.form, query.rule)
    return spent


def _require_states(form: str | None, rule: Rule) -> None:
    """Refuse a format that cannot hold what comes out of the soups, before they are run."""
    from lifesearch.formats.registry import FORMATS

    too_small = any(each.name == form and not each.has_states for each in FORMATS)
    if too_small and rule.states > 2:
        raise InputError(
            f"the format {form} has two states, but {rule} has {rule.states}: "
            "choose rle, json, csv or apgcode"
        )
