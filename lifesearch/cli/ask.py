"""Ask a question: with all that a person said beside it, and a session if there is one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

import typer

from lifesearch.cli import values
from lifesearch.cli.conditions import require_known
from lifesearch.cli.options import FORMATS, Asking, Output, Remembering, Running
from lifesearch.errors import InputError

if TYPE_CHECKING:
    from lifesearch.search.effort import Effort
    from lifesearch.search.saved import PatternQuestion
    from lifesearch.show.answers import Presentation


@dataclass(frozen=True)
class Wish:
    """All that a person said beside the question."""

    asking: Asking
    output: Output
    running: Running
    remembering: Remembering
    partials: bool = False
    new: bool = False


def ask(question: PatternQuestion, wish: Wish) -> NoReturn:
    """Ask, and end with the status of the answer."""
    from lifesearch.search.strip import Strip
    from lifesearch.show.answers import show_search

    question.rule.require_no_b0()
    if wish.new and not wish.output.remember:
        require_known(question.rule)
    asking = wish.asking
    effort = values.effort(wish.running, how_many(question, asking))
    check_encoding(question, effort)
    if isinstance(question, Strip):
        if effort.pins.encoding == "knuth" or effort.pins.plain:
            raise InputError("row by row there is one encoding and one form of the question")
        asked: PatternQuestion = question
    else:
        asked = replace(question, raw=asking.raw)
    how = presentation(wish.output, wish.running, asked, effort, partials=wish.partials)
    if wish.remembering.session is None:
        raise typer.Exit(show_search(asked, effort, how, None))
    keep_apart(wish.remembering.session, wish.output.output)
    from lifesearch.search.session import Session

    with Session.start(wish.remembering.session, asked, effort, growing=wish.new) as session:
        raise typer.Exit(show_search(session.question, effort, how, session))


def check_encoding(question: PatternQuestion, effort: Effort) -> None:
    """Knuth's counters are for Life alone."""
    from lifesearch.life.rule import LIFE
    from lifesearch.search.periodic import Periodic

    partial = question.rules if isinstance(question, Periodic) else None
    if effort.pins.encoding == "knuth" and (partial or question.rule != LIFE):
        raise InputError(f"--encoding knuth knows B3/S23 only, not {partial or question.rule}")


def how_many(question: PatternQuestion, asking: Asking) -> int | None:
    """How many answers are wanted; None is all, or better and better ones."""
    from lifesearch.search.conditions import Aim
    from lifesearch.search.strip import Strip

    goal = None if isinstance(question, Strip) else question.also.objective
    if goal is None:
        if asking.everything and not question.where():
            raise InputError("--all needs --box WxH or --max-area N: without them there is no end")
        if asking.everything and isinstance(question, Strip) and question.max_length is None:
            raise InputError(
                "--all needs --max-length N: of ships of any length there is no end; with it, all "
                "of up to N rows are found"
            )
        return values.how_many(asking.count, asking.everything)
    if asking.everything or asking.count is not None or asking.raw:
        again = "--box WxH" if goal.aim is Aim.SMALLEST_BOX else "--population '=N'"
        raise InputError(
            "only one answer is best: leave out --all, --count and --raw; for all that are as "
            f"good, ask again with {again} --all"
        )
    if goal.aim is not Aim.SMALLEST_BOX and not question.where():
        raise InputError(
            f"to {goal.aim} needs --box WxH or --max-area N: without them there is no end"
        )
    return None


def keep_apart(session: str, output: str | None) -> None:
    """A session must not be overwritten by what is found."""
    from pathlib import Path

    if output is not None and Path(session).resolve() == Path(output).resolve():
        raise InputError(f"{session} is the session: give another name to --output")


def presentation(
    output: Output,
    running: Running,
    question: PatternQuestion,
    effort: Effort,
    *,
    partials: bool = False,
) -> Presentation:
    """How answers are to be shown."""
    from lifesearch.show.answers import Presentation
    from lifesearch.show.formats import Format

    if output.animate:
        from lifesearch.show.screen import require_terminal

        require_terminal()
    if output.remember:
        from lifesearch.life.own import require_writable

        require_writable()
    form = None if output.form is None else Format(values.one_of(output.form, "format", FORMATS))
    return Presentation(
        form,
        output.output,
        placed=question.raw,
        numbered=effort.count != 1,
        moving=not running.no_progress,
        partials=partials,
        animate=output.animate,
        remember=output.remember,
        force=output.force,
    )
