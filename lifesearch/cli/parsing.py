"""Parsers for the values of options: every mistake gets one sentence that says what is right.

An option names its parser, and typer calls it; an `InputError` passes through typer unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lifesearch.errors import InputError
from lifesearch.limits import EVERY_CORE, MOST_CLUSTER_JOBS, MOST_JOBS, MOST_WANTED
from lifesearch.option_text import cores, one_of, whole
from lifesearch.text import plural

if TYPE_CHECKING:
    from lifesearch.cli.search_options import RunningOptions
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.life.velocity import Velocity
    from lifesearch.running.options import RunOptions
    from lifesearch.running.places.place import Place

JOBS_PER_CORE = 2


def number(name: str, least: int, most: int = MOST_WANTED) -> Callable[[str], int]:
    """A parser of whole numbers in a range; typer asks it about default values, too."""
    return lambda text: whole(str(text), name, least, most)


@dataclass(frozen=True)
class Names:
    """Names to choose from, which the module that knows them has; it is imported when needed."""

    what: str
    known: Callable[[], Iterable[str]]

    def parse(self, text: str) -> str:
        """One of the names, in upper or lower case."""
        return one_of(text, self.what, list(self.known()))

    def complete(self, incomplete: str) -> list[str]:
        """The names that begin like this."""
        return [name for name in self.known() if name.lower().startswith(incomplete.lower())]


def how_many(count: int | None, everything: bool) -> int | None:
    """What --count and --all ask for; None is all."""
    if everything and count is not None:
        raise InputError("--all and --count both say how many: give one of them")
    return None if everything else count or 1


def jobs(text: str | None, *, pinned: bool, say: Callable[[str], None]) -> int:
    """How many solvers at once: by default one for each core, and one if it must be this one.

    More than two for each core are started only for a number with `!` after it; `say` gets a
    note about those that are not.
    """
    there = cores()
    if text is None:
        return 1 if pinned else there
    insists = text.rstrip().endswith("!")
    wanted = whole(text.rstrip().removesuffix("!"), "--jobs", 1, MOST_JOBS)
    useful = JOBS_PER_CORE * there
    if wanted <= useful or insists:
        return wanted
    say(
        f"note: {useful} solvers instead of {wanted}, for {plural(there, 'core')}: more would only "
        f"get in each other's way; --jobs {wanted}! starts them all"
    )
    return useful


def place(cluster: str | None) -> Place:
    """Where work runs: here, or on the cluster with this address, which is connected to."""
    if cluster is None:
        from lifesearch.running.places.here import HERE

        return HERE
    from lifesearch.running.places.cluster import Cluster

    there = Cluster(cluster)
    there.connect()
    return there


def cluster_jobs(text: str | None, *, pinned: bool) -> int:
    """How many solvers at once on a cluster: by default as many as it has cores, at any time."""
    if text is None:
        return 1 if pinned else EVERY_CORE
    return whole(text.rstrip().removesuffix("!"), "--jobs", 1, MOST_CLUSTER_JOBS)


def run_options(
    running: RunningOptions,
    count: int | None,
    *,
    engine: str | None = None,
    knuth_only: bool = False,
) -> RunOptions:
    """How many answers are wanted, and what may be spent on them."""
    from lifesearch.running.options import RunOptions
    from lifesearch.solving.configuration import FixedSettings

    if knuth_only and running.encoding not in (None, "knuth"):
        raise InputError("Knuth's programs have clauses of their own: leave out --encoding")
    if running.seeds and running.seed is not None:
        raise InputError("--seed is one of --seeds: leave one of them out")
    fixed = FixedSettings(running.solver, running.encoding, running.plain, running.seed)
    if running.cluster is not None:
        many = cluster_jobs(running.jobs, pinned=bool(fixed))
    else:
        many = jobs(running.jobs, pinned=bool(fixed), say=_note)
    limits = running.time_limit, running.memory
    return RunOptions(
        count, many, fixed, *limits, engine, place=place(running.cluster), seeds=running.seeds or ()
    )


def _note(sentence: str) -> None:
    from lifesearch.ui.terminal.console import Printer

    Printer(stderr=True).print(sentence)


def solver(text: str) -> str:
    """The name of a SAT solver."""
    from lifesearch.solving.solver import solver_name

    return solver_name(text)


def orientation(text: str) -> Orientation:
    """A turn or flip such as R90 or F|."""
    from lifesearch.life.orientation import Orientation

    return Orientation.parse(text)


def symmetry(text: str) -> Symmetry:
    """A symmetry by LifeWiki's name, or a short one."""
    from lifesearch.life.symmetry import Symmetry

    return Symmetry.parse(text)


def velocity(text: str) -> Velocity:
    """A speed such as c/4 diagonal."""
    from lifesearch.life.velocity import Velocity

    return Velocity.parse(text)


def rule(text: str) -> Rule:
    """A rule of which everything is known."""
    from lifesearch.life.rules.rule import Rule

    return Rule.parse(text)


def any_rule(text: str) -> Rule | PartialRule:
    """A rule, of which a part may be unknown."""
    rule, partial = rules(text)
    return partial or rule


def rules(text: str) -> tuple[Rule, PartialRule | None]:
    """A rule; if a part of it is unknown, Life, and the rules that it may be."""
    from lifesearch.life.rules.parse import is_partial
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import LIFE, Rule

    return (LIFE, PartialRule.parse(text)) if is_partial(text) else (Rule.parse(text), None)
