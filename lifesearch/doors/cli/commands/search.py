"""All commands that ask questions, made from their kinds, and `resume`.

The options become a request (`doors.request`), and the request a plan. The plan is run
(`running.coordinator`), and the view of its kind (`show.search`) shows the events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, cast

import typer

from lifesearch.common.errors import OptionError
from lifesearch.common.lazy_import import imported
from lifesearch.common.text import alternatives
from lifesearch.core.kind import USUAL_VIEW
from lifesearch.doors.cli.already_known import print_known
from lifesearch.doors.cli.parameters import argument, named, note
from lifesearch.doors.cli.settings import OPTIONS as SETTINGS
from lifesearch.running.option_table import Options, on_command_line, options_of
from lifesearch.running.registry import command_named, commands_asking, described

if TYPE_CHECKING:
    from lifesearch.core.events import Event
    from lifesearch.core.question import PatternQuery
    from lifesearch.doors.request import PlannableRequest
    from lifesearch.running.outline import Outline
    from lifesearch.running.plan import Plan
    from lifesearch.running.session.file import Session
    from lifesearch.show.search.output import Presentation
    from lifesearch.show.search.view import PatternSearchView

PICTURES = ("gif", "svg", "png")
SESSION = argument("FILE", "A file written by --session.")


def search_command(name: str) -> Callable[..., None]:
    """Make the function of a command of a kind: from its argument and options to the search."""
    command = command_named(name)
    about = command.argument

    def run(options: Options, what: Any = None) -> None:
        from lifesearch.doors.request import request_of

        if about is not None and about.unless and what is None:
            if getattr(options, about.unless) is None:
                raise OptionError(f"missing argument '{about.metavar}'; try --help")
        elif command.opens:
            what = imported(command.opens)(what, options)
        ask(request_of(name, " ".join(what) if isinstance(what, list) else what, options))

    parameters: dict[str, Any] = {"options": Options}
    if about is not None:
        value_type: Any = list[str] if about.several_words else str if about.read is None else Any
        if about.unless:
            value_type = value_type | None
        annotation = Annotated[value_type, argument(about.metavar, about.help, read=about.read)]
        parameters = {"what": annotation, **parameters}
    optional = ("what",) if about is not None and about.unless else ()
    return named(name, command.summary, run, parameters, optional)


def ask(request: PlannableRequest) -> NoReturn:
    """Search, in a session if one is named, and exit with the status of the outcome."""
    options = request.options
    require_text(options.output)
    if options.dimacs is not None:
        _write_formula(request, options)
    for key, text in described(request.query.kind).prints:
        if getattr(options, key) is not None:
            _print(imported(text)(request.query, options), options)
    if options.proof is not None and not options.explain:
        _require_output(request)
    plan = request.planned(note)
    if options.explain:
        explain(plan)
    if options.session is None:
        _search(plan, options)
    shown_as = presentation(options, plan)
    require_different_files(options.session, options.output)
    from lifesearch.doors.request import session_of

    with session_of(plan, options) as session:
        print_known(plan, options)
        remaining = session.planned(plan.options)
        raise typer.Exit(view_of(remaining)(remaining, shown_as, session).show())


def _require_output(request: PlannableRequest) -> None:
    """Refuse, before the folder for a proof is made, what the view of answers would refuse."""
    from lifesearch.show.search.output import answer_output

    plan = request.but(explain=True).planned()  # makes no folder
    shown_as, path = presentation(request.options, plan), Path(request.options.output or "-")
    if path.is_file() or not path.exists():  # a pipe that is closed again would be at its end
        with answer_output(shown_as, ()):
            pass


def view_of(plan: Plan[PatternQuery]) -> type[PatternSearchView]:
    """The class that shows a search: the view of its kind, if answers are a table."""
    module = described(plan.query.kind).view if plan.query.tabulated else USUAL_VIEW
    view: type[PatternSearchView] = imported(f"{module}.View")
    return view


def explain(plan: Outline) -> NoReturn:
    """Print the plan, and exit."""
    from lifesearch.show.terminal.console import Printer

    for line in str(plan).splitlines():
        Printer().print(line)
    raise typer.Exit


def _search(plan: Plan[PatternQuery], options: Options) -> NoReturn:
    """Search without a session: the view is imported while workers search.

    If Ctrl-C is pressed meanwhile, no answer has arrived yet: the view says that the search was
    interrupted.
    """
    from lifesearch.common.signals import delay_interrupt, delay_interrupt_briefly
    from lifesearch.running.coordinator import started

    followed = False
    last: list[Event] = []

    def view() -> PatternSearchView:
        made = view_of(plan)(plan, presentation(options, plan))
        made.last = last
        return made

    def for_view(events: Iterator[Event]) -> Iterator[Event]:
        """The events, for a view, which from now on handles Ctrl-C itself."""
        nonlocal followed
        followed = True
        yield from events

    try:
        with started(plan, last) as events:
            # In a module that is being loaded, Ctrl-C could become another error.
            with delay_interrupt():
                loaded = view()
            with delay_interrupt_briefly():
                print_known(plan, options)
            raise typer.Exit(loaded.show(for_view(events)))
    except KeyboardInterrupt:
        if followed:
            raise
        with delay_interrupt():
            status = view().show(_interrupted())
        raise typer.Exit(status) from None


def _interrupted() -> Iterator[NoReturn]:
    """The events of a search that was interrupted before it was shown: Ctrl-C comes at once."""
    raise KeyboardInterrupt
    yield  # makes this function a generator


def _print(text: str, options: Options) -> NoReturn:
    """Print a text instead of a search, and exit."""
    from lifesearch.show.files import require_free, writing

    if options.output is not None:
        require_free(options.output, force=options.force)
    with writing(options.output) as file:
        file.write(text)
    raise typer.Exit


def _write_formula(request: PlannableRequest, options: Options) -> NoReturn:
    """Write the formula that a solver would get, and exit."""
    from lifesearch.show.files import require_free, writing
    from lifesearch.show.terminal.console import Printer

    name = options.dimacs
    searching = ("session", "output", "form", "animate", "remember", "copy", "proof", "explain")
    if key := options.any_of(*searching):
        raise OptionError(f"<dimacs> writes a formula and does not search: leave out <{key}>")
    request.wanted()  # refuses contradictory options
    words, text = request.formula(note)
    require_free(name, force=options.force)
    with writing(name) as file:
        file.writelines(text)
    if name != "-":
        Printer(stderr=True).print(f"{name}: {words}")
    raise typer.Exit


def require_text(output: str | None) -> None:
    """Refuse an <output> whose name is that of a picture: patterns are written as text."""
    ending = Path(output or "").suffix.lower().removeprefix(".")
    if ending in PICTURES:
        raise OptionError(
            "<output> writes patterns as text, such as RLE: name a file that ends in .rle, then "
            f"lifesearch show FILE.rle --{ending} {{}}",
            output,
        )


def require_different_files(session: str, output: str | None) -> None:
    """Refuse to write patterns over the session."""
    if output is not None and Path(session).resolve() == Path(output).resolve():
        raise OptionError("{} is the session: give another name to <output>", session)


def presentation(options: Options, plan: Plan[PatternQuery]) -> Presentation:
    """How answers are shown; refused if a terminal, catalogue, clipboard or picture is lacking."""
    from lifesearch.show.search.output import Presentation

    if options.animate:
        from lifesearch.show.terminal.player import require_terminal

        require_terminal()
    if options.remember:
        from lifesearch.catalogue.user import check_writable

        check_writable()
    if options.copy:
        from lifesearch.show import clipboard

        clipboard.installed_programs()
    if wanted := {form: name for form in PICTURES if (name := getattr(options, form)) is not None}:
        from lifesearch.doors.cli.commands.show import checked_pictures

        checked_pictures(wanted, force=options.force)
    return Presentation(
        **options.values_for(Presentation),
        placed=plan.query.raw,
        numbered=plan.options.count != 1,
        moving=not options.no_progress,
        spell=on_command_line,
    )


def resume(file: Annotated[str, SESSION], options: Options) -> None:
    """Continue a search that was saved in a session."""
    from lifesearch.running.session.file import Session

    require_different_files(file, options.output)
    with Session.resume(file) as session:
        _require_used(options, session.query.kind, file)
        if continued_by := described(session.query.kind).resumed_by:
            imported(continued_by)(session, options)
        _resume_search(cast("Session[PatternQuery]", session), options)


def _require_used(options: Options, kind: str, file: str) -> None:
    """Refuse options that have no meaning, or another one, for the command of a session.

    `resume` has the options of all commands that can begin a session. What is asked stays as it
    was; <everything> is for what has a <count>. A person may have a setting for all commands.
    """
    commands = commands_asking(kind)
    known = [options_of(command, "cli") for command in commands]
    for key, option in options_of("resume", "cli").items():
        there = [each.get("count" if key == "everything" else key) for each in known]
        used = any(each is not None and each.heading == option.heading for each in there)
        if not used and key not in SETTINGS and options.any_of(key):
            began = alternatives([f"'{command}'" for command in commands])
            raise OptionError(
                f"{{}} is a session of {{}}, which is not resumed with <{key}>: leave it out",
                file,
                began,
            )


def _resume_search(session: Session[PatternQuery], options: Options) -> NoReturn:
    """Continue a search for patterns; another number of answers may be wanted."""
    from lifesearch.doors.request import run_options
    from lifesearch.running.goals import how_many

    query, wanted = session.query, session.count
    if resumes := described(query.kind).resumes:
        options = imported(resumes)(query, options, wanted)
        # Without the query, whose encoding is checked there: `resumes` refuses these options.
        spent = run_options(options, options.count, say=note)
    else:
        if options.everything or options.count is not None:
            wanted = how_many(query, options.count, everything=options.everything)
        spent = run_options(options, wanted, query, note)
    remaining = session.planned(spent)
    view = view_of(remaining)(remaining, presentation(options, remaining), session)
    raise typer.Exit(view.show())
