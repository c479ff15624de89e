"""`lifesearch rotors`: all that can change in a small window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lifesearch.cli.parameters import argument, note
from lifesearch.cli.plain_help import Command
from lifesearch.cli.search_arguments import explain, keep_apart, presentation
from lifesearch.options.table import Options

if TYPE_CHECKING:
    from lifesearch.queries.rotors import Rotors
    from lifesearch.running.options import RunOptions
    from lifesearch.session.file import Session

EPILOG = """\b
The rotor of an oscillator is the set of cells that change, its stator the
set of cells that are always alive. For each period, the table says how many
rotors fit in the window, for how many of them a stator was found, and the
sizes of the smallest ones.

\b
Examples:
  lifesearch rotors 3x3                         all rotors in 3x3 cells
  lifesearch rotors 4x4 --least 8               periods 8 and up
  lifesearch rotors 9x9 --symmetry C4 --least 5   symmetric ones
  lifesearch rotors 3x3 --rule HighLife         in another rule
  lifesearch rotors 3x3 -f json                 each rotor as a line
  lifesearch rotors 4x3 -o found.rle            the oscillators
  lifesearch rotors 5x4 --least 8 --session r   can be resumed
  lifesearch oscillator 7 --rotor 3x3           one period only"""

WINDOW = argument("WxH", "The window, width x height, that contains all changing cells.")


def rotors(window: Annotated[str, WINDOW], options: Options) -> None:
    """List all rotors in a window, of all periods at once."""
    from lifesearch.api.queries.asked import all_rotors
    from lifesearch.api.queries.run_options import run_options
    from lifesearch.planning.choose import plan_of

    query = all_rotors(window, options)
    spent = run_options(options, None, query, note)
    plan = plan_of(query, spent)
    if options.explain:
        explain(plan)
    if options.session is None:
        _show(query, spent, options, None)
    keep_apart(options.session, options.output)
    from lifesearch.session.file import Session

    with Session.start(options.session, query, spent) as opened:
        _show(query, spent, options, opened)


def go_on(session: Session, options: Options) -> NoReturn:
    """Continue a session."""
    from lifesearch.api.queries.run_options import run_options
    from lifesearch.queries.rotors import Rotors

    assert isinstance(session.query, Rotors)
    _show(session.query, run_options(options, None, session.query), options, session)


def _show(
    query: Rotors, run_options: RunOptions, options: Options, session: Session | None
) -> NoReturn:
    """Search, print the table, and exit."""
    from lifesearch.ui.search.rotors import show_rotors

    how = presentation(options, query, run_options)
    raise typer.Exit(show_rotors(query, run_options, how, session))


COMMANDS = {"rotors": Command(rotors, EPILOG)}
