"""`count`: how many patterns there are, without finding them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.common.text import suggestion
from lifesearch.core.options.names import COUNT_FORMAT
from lifesearch.core.options.option import OUTPUT, RUNNING
from lifesearch.core.options.readers import whole
from lifesearch.doors.cli.commands.search import explain
from lifesearch.doors.cli.parameters import argument
from lifesearch.life.rules.rule import LIFE
from lifesearch.running.option_table import Options, options_of

if TYPE_CHECKING:
    from lifesearch.questions.counts.question import CountQuestion
    from lifesearch.questions.periodic.question import Periodic
    from lifesearch.questions.predecessor.question import Predecessor
    from lifesearch.running.plan import Plan
    from lifesearch.running.session.file import Session

KINDS = ("still-life", "oscillator", "predecessor")
WITH_PREDECESSOR = {"box", "rule", "generations", "raw", "by_population"}
"""The options of the question, by their keys, that a count of predecessors has."""
WHAT = argument(
    "WHAT",
    "still-life; oscillator P, where P is the exact period; or predecessor FILE.",
    lambda: KINDS,
)


def count(what: Annotated[list[str], WHAT], options: Options) -> None:
    """Count still lifes, oscillators or predecessors, without listing them."""
    from lifesearch.doors.request import run_options
    from lifesearch.running.choose import plan_of
    from lifesearch.running.session.file import Session

    question = _question(what, options)
    plan = plan_of(question, run_options(options, None))
    if options.explain:
        explain(plan)
    if options.session is None:
        _show(plan, options, None)
    with Session.start(options.session, question) as session:
        _show(session.planned(plan.options), options, session)


def _question(what: list[str], options: Options) -> CountQuestion:
    from lifesearch.questions.counts.question import CountQuestion

    if what[0] == "predecessor":
        return CountQuestion(_predecessors(what[1:], options), populations=options.by_population)
    period = _period(what)
    if options.generations is not None:
        raise OptionError("<generations> is for predecessors: leave it out")
    options = options.but(rule=options.rule or LIFE)
    return CountQuestion(_recurring(period, options), options.box is None, options.by_population)


def _predecessors(files: list[str], options: Options) -> Predecessor:
    from lifesearch.questions.predecessor.asking import predecessor

    if len(files) != 1:
        raise InputError(
            "give the file of one pattern: lifesearch count predecessor glider.rle --box 5x5"
        )
    if options.box is None:
        raise OptionError("a count of predecessors needs <box WxH>")
    for key, option in options_of("count").items():
        asks = option.heading not in (RUNNING, OUTPUT) and key not in WITH_PREDECESSOR
        if asks and getattr(options, key) not in (None, False, option.value_if_left_out):
            raise OptionError(f"predecessors are counted in a <box>: leave out <{key}>")
    generations = options.generations or 1
    # Predecessors are counted each as it lies, with <raw> or without.
    return predecessor(files[0], options.but(generations=generations, raw=True))[0]


def _recurring(period: int, options: Options) -> Periodic:
    from lifesearch.life.motion import Motion
    from lifesearch.questions.periodic.asking import in_boxes, on_cylinder

    size = _size(options)
    options.rule.require_plain("counts are")
    if period == 1 and options.any_period:
        raise OptionError("a still life has period 1: leave out <any_period>")
    make = in_boxes if options.cylinder is None else on_cylinder
    if options.torus and options.box is None:
        raise OptionError("a torus needs its size: give <box WxH>")
    return make(Motion(period), options.but(box=size))


def resume_count(session: Session[CountQuestion], options: Options) -> NoReturn:
    """Continue a count."""
    from lifesearch.doors.request import run_options

    if options.form is not None:
        COUNT_FORMAT(options.form)
    _show(session.planned(run_options(options, None)), options, session)


def _show(
    plan: Plan[CountQuestion], options: Options, session: Session[CountQuestion] | None
) -> NoReturn:
    from lifesearch.show.counts import CountView

    moving = not options.no_progress
    raise typer.Exit(CountView(plan, session, options.form, moving=moving).search())


def _period(what: list[str]) -> int:
    name, *more = what
    if name not in KINDS:
        raise InputError(f"'{name[:20]}' cannot be counted; {suggestion(name, KINDS)}")
    if name == "still-life":
        if more:
            raise InputError(f"a still life has no other period: leave out '{more[0][:20]}'")
        return 1
    if len(more) != 1:
        raise InputError("give the exact period of oscillators: lifesearch count oscillator 2")
    period = whole(more[0], "the period", 1, LONGEST_PERIOD)
    if period == 1:
        raise InputError("a pattern of period 1 is a still life: use 'lifesearch count still-life'")
    return period


def _size(options: Options) -> tuple[int, int]:
    """The width and the height of the box; of many boxes, the height of the tallest."""
    box: tuple[int, int] | None = options.box
    if box is not None:
        if options.width is not None or options.max_length is not None:
            raise OptionError(
                "<width> and <max_length> are for many boxes: leave them out, or <box>"
            )
        return box
    around = options.cylinder and options.cylinder.circumference
    if around and options.width is not None:
        raise OptionError("<cylinder> says how wide the box is: leave out <width>")
    width = options.width or around
    if width is None:
        raise OptionError("a count needs <box WxH>, or <width W> and <max_length N>")
    if options.max_length is None:
        given = "cylinder" if around else "width"
        raise OptionError(f"<{given}> needs <max_length N>: how long may they be?")
    return width, options.max_length
