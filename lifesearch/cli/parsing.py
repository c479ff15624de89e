"""From the options of a command to how a query is run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lifesearch.errors import OptionError
from lifesearch.limits import EVERY_CORE, MOST_JOBS
from lifesearch.options.readers import Jobs, cores, place, whole
from lifesearch.options.table import Options
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.running.options import RunOptions

JOBS_PER_CORE = 2


def how_many(count: int | None, everything: bool) -> int | None:
    """What --count and --all ask for; None is all."""
    if everything and count is not None:
        raise OptionError("<everything> and <count> both say how many: give one of them")
    return None if everything else count or 1


def jobs(
    options: Options, *, pinned: bool = False, say: Callable[[str], None] | None = None
) -> int:
    """How many solvers at once: by default one for each core, and one if it must be this one.

    More than two for each core are started only for a number with `!` after it; `say` gets a
    note about those that are not. A cluster has as many cores as it has at any time.
    """
    wanted: Jobs | None = options.jobs
    there = cores() if options.cluster is None else EVERY_CORE
    if wanted is None:
        return 1 if pinned else there
    if options.cluster is not None:
        return wanted
    whole(wanted, "<jobs>", 1, MOST_JOBS)
    useful = JOBS_PER_CORE * there
    if wanted <= useful or wanted.insists:
        return wanted
    (say or _note)(
        f"note: {useful} solvers instead of {wanted}, for {plural(there, 'core')}: more would only "
        f"get in each other's way; --jobs {wanted}! starts them all"
    )
    return useful


def run_options(options: Options, count: int | None, *, engine: str | None = None) -> RunOptions:
    """How many answers are wanted, and what may be spent on them."""
    from lifesearch.running.options import RunOptions
    from lifesearch.solving.configuration import FixedSettings

    seed, seeds = options.get("seed"), options.get("seeds")
    if seeds and seed is not None:
        raise OptionError("<seed> is one of <seeds>: leave one of them out")
    fixed = FixedSettings(
        options.get("solver"), options.get("encoding"), bool(options.get("plain")), seed
    )
    return RunOptions(
        count,
        jobs(options, pinned=bool(fixed)),
        fixed,
        options.time_limit,
        options.get("memory"),
        engine,
        place=place(options.cluster),
        seeds=seeds or (),
    )


def _note(sentence: str) -> None:
    from lifesearch.ui.terminal.console import Printer

    Printer(stderr=True).print(sentence)
