"""`count`: how many patterns there are, without finding them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lifesearch import option_text
from lifesearch.cli import parsing
from lifesearch.cli.options import (
    OnCluster,
    SessionFile,
    SymmetryOption,
    flag,
    names_of,
    rules,
    value,
)
from lifesearch.cli.parsing import Names, number
from lifesearch.cli.plain_help import COUNT, OUTPUT, RUNNING, WHAT, WHERE, Command
from lifesearch.errors import InputError
from lifesearch.limits import LONGEST_PERIOD, LONGEST_STRIP, WIDEST_STRIP

if TYPE_CHECKING:
    from lifesearch.cli.search_options import RunningOptions
    from lifesearch.life.rules.rule import Rule

    Size = tuple[int, int]
else:
    Rule = Size = Any

FORMATS = Names("format", lambda: ("json", "csv"))
KINDS = ("still-life", "oscillator")
EPILOG = """\b
Examples:
  lifesearch count still-life --box 8x8              different ones
  lifesearch count still-life --box 8x8 --raw        every way to place them
  lifesearch count still-life --box 8x8 --population one line a population
  lifesearch count still-life --width 5 --max-length 9   one line a length
  lifesearch count still-life --width 5 --density    the most cells a row
  lifesearch count oscillator 2 --box 7x7            of an exact period
  lifesearch count still-life --box 10x10 --session C.count    can be resumed
  lifesearch count still-life --box 14x14 --cluster auto   on many machines"""


def count(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT",
            help="still-life, or oscillator and its exact period.",
            autocompletion=names_of(lambda: KINDS),
        ),
    ],
    box: Annotated[
        Size | None,
        value(WHERE, "WxH", "The box, width x height, of all generations.", option_text.box),
    ] = None,
    width: Annotated[
        int | None,
        value(
            WHERE,
            "W",
            "Instead of a box: all boxes of so many columns, one after another.",
            number("--width", 1, WIDEST_STRIP),
        ),
    ] = None,
    max_length: Annotated[
        int | None,
        value(
            WHERE,
            "N",
            "With --width: boxes of 1 to N rows.",
            number("--max-length", 1, LONGEST_STRIP),
        ),
    ] = None,
    symmetry: SymmetryOption = "C1",
    rule: Annotated[
        Rule,
        value(
            WHAT,
            "RULE",
            "B36/S23, B3-a/S23, B2/S34H, MAP..., or a name such as HighLife.",
            parsing.rule,
            known=names_of(rules),
            default=True,
        ),
    ] = "B3/S23",  # type: ignore[assignment]  # the parser reads it
    any_period: Annotated[
        bool,
        flag(WHAT, "--any-period", "Oscillators: count those whose period divides PERIOD, too."),
    ] = False,
    with_empty: Annotated[
        bool, flag(WHAT, "--with-empty", "Count the empty pattern, too.")
    ] = False,
    raw: Annotated[
        bool,
        flag(
            COUNT,
            "--raw",
            "Count also what differs only by place, rotation, reflection or phase.",
        ),
    ] = False,
    population: Annotated[
        bool, flag(COUNT, "--population", "Print how many there are of each population.")
    ] = False,
    density: Annotated[
        bool,
        flag(
            COUNT,
            "--density",
            "With --width, of still lifes: the most live cells a row in the long run, a fraction.",
        ),
    ] = False,
    form: Annotated[
        str | None,
        value(
            OUTPUT,
            "NAME",
            "json or csv: numbers together with what they are about.",
            FORMATS.parse,
            "--format",
            "-f",
            known=FORMATS.complete,
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        value(RUNNING, "TIME", "Give up after this long: 60s, 5m, 2h.", option_text.seconds),
    ] = None,
    memory: Annotated[
        int | None,
        value(
            RUNNING,
            "SIZE",
            "Take at most so much: 500M, 2G. What would take more is refused.",
            option_text.memory,
            default="half of what is free",
        ),
    ] = None,
    cluster: OnCluster = None,
    session: SessionFile = None,
    no_progress: Annotated[bool, flag(RUNNING, "--no-progress", "Show no progress.")] = False,
) -> None:
    """Count still lifes or oscillators in a box, without finding them."""
    period = _period(what)
    if density:
        flags = (symmetry != "C1", any_period, with_empty, raw, population)
        others = (box, max_length, session, time_limit, memory, cluster)
        if width is None or period > 1 or any((*flags, *others)):
            raise InputError("--density is of still lifes, and goes with --width and --rule only")
        from lifesearch.ui.counts import show_density

        raise typer.Exit(show_density(width, rule, form))
    size = _size(box, width, max_length)
    from lifesearch.encoding.motion import Motion
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.queries.periodic import Periodic
    from lifesearch.session.counts import CountQuestion, CountSession
    from lifesearch.ui.counts import Showing, show_counts

    rule.require_plain("counts are")
    if period == 1 and any_period:
        raise InputError("a still life has period 1: leave out --any-period")
    query = Periodic(
        Motion(period),
        size,
        Symmetry.parse(symmetry),
        rule,
        any_period=any_period,
        with_empty=with_empty,
        raw=raw,
    )
    question = CountQuestion(query, width is not None, population)
    how = Showing(form, time_limit, memory, not no_progress, parsing.place(cluster))
    if session is None:
        raise typer.Exit(show_counts(question, how))
    with CountSession.start(session, question) as kept:
        raise typer.Exit(show_counts(question, how, kept))


def resume_count(file: str, form: str | None, running: RunningOptions) -> None:
    """Go on with a count."""
    from lifesearch.session.counts import CountSession
    from lifesearch.ui.counts import Showing, show_counts

    if form is not None:
        FORMATS.parse(form)
    place = parsing.place(running.cluster)
    how = Showing(form, running.time_limit, running.memory, not running.no_progress, place)
    with CountSession.resume(file) as kept:
        raise typer.Exit(show_counts(kept.question, how, kept))


def _period(what: list[str]) -> int:
    """The period of what is to be counted."""
    from lifesearch.text import suggestion

    kind, *more = what
    if kind not in KINDS:
        raise InputError(f"'{kind[:20]}' cannot be counted; {suggestion(kind, KINDS)}")
    if kind == "still-life":
        if more:
            raise InputError(f"a still life has no other period: leave out '{more[0][:20]}'")
        return 1
    if len(more) != 1:
        raise InputError("give the exact period of oscillators: lifesearch count oscillator 2")
    period = option_text.whole(more[0], "the period", 1, LONGEST_PERIOD)
    if period == 1:
        raise InputError("a pattern of period 1 is a still life: use 'lifesearch count still-life'")
    return period


def _size(box: Size | None, width: int | None, max_length: int | None) -> Size:
    if box is not None and (width is not None or max_length is not None):
        raise InputError("--width and --max-length are for many boxes: leave out --box, or them")
    if box is not None:
        return box
    if width is None:
        raise InputError("a count needs --box WxH, or --width W and --max-length N")
    if max_length is None:
        raise InputError("--width needs --max-length N: how long may they be?")
    return width, max_length


COMMANDS = {"count": Command(count, EPILOG)}
