"""Parsers for the values of options: every mistake gets one sentence that says what is right.

An option names its parser, and typer calls it; an `InputError` passes through typer unchanged.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lifesearch.errors import InputError
from lifesearch.limits import LEAST_MEMORY, MOST_WANTED
from lifesearch.text import plural, suggestion

if TYPE_CHECKING:
    from lifesearch.cli.search_options import RunningOptions
    from lifesearch.encoding.motion import Target
    from lifesearch.life.orientation import Orientation
    from lifesearch.life.pattern import Pattern
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import Rule
    from lifesearch.life.symmetry import Symmetry
    from lifesearch.life.velocity import Velocity
    from lifesearch.running.options import RunOptions

LONGEST_NUMBER = 18
MOST_JOBS = 256
JOBS_PER_CORE = 2


def whole(text: str, name: str, least: int, most: int = MOST_WANTED) -> int:
    """A whole number in a range."""
    cleaned = text.strip()
    if not re.fullmatch("-?[0-9]+", cleaned):
        digits = " (with the digits 0 to 9)" if cleaned.isnumeric() else ""
        raise InputError(f"{name} must be a whole number{digits}, not '{text[:20]}'")
    if len(cleaned) > LONGEST_NUMBER:
        raise InputError(
            f"{name} must be at most {most:,}, not a number of {len(cleaned):,} digits"
        )
    value = int(cleaned)
    if value > most:
        raise InputError(f"{name} must be at most {most:,}, not {value:,}")
    if value < least:
        raise InputError(f"{name} must be at least {least}, not {value}")
    return value


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
        known = list(self.known())
        if text.lower() not in known:
            raise InputError(f"there is no {self.what} '{text[:20]}'; {suggestion(text, known)}")
        return text.lower()

    def complete(self, incomplete: str) -> list[str]:
        """The names that begin like this."""
        return [name for name in self.known() if name.lower().startswith(incomplete.lower())]


def how_many(count: int | None, everything: bool) -> int | None:
    """What --count and --all ask for; None is all."""
    if everything and count is not None:
        raise InputError("--all and --count both say how many: give one of them")
    return None if everything else count or 1


def box(text: str) -> tuple[int, int]:
    """A size such as 8x6: width times height."""
    sides = re.fullmatch(r"\s*([0-9]{1,18})\s*[x×*]\s*([0-9]{1,18})\s*", text, re.IGNORECASE)  # noqa: RUF001
    if not sides:
        raise InputError(f"'{text[:20]}' is no box: write width x height, such as 8x6")
    return int(sides[1]), int(sides[2])


def shift(text: str) -> tuple[int, int]:
    """How far to the right and down: 'DX,DY'."""
    parts = re.fullmatch(r"\s*\(?\s*([+-]?[0-9]{1,9})\s*,\s*([+-]?[0-9]{1,9})\s*\)?\s*", text)
    if not parts:
        raise InputError(f"'{text[:20]}' is no shift: write DX,DY, such as 0,-1")
    return int(parts[1]), int(parts[2])


def seconds(text: str) -> float:
    """A time such as 60, 60s, 5m or 2h."""
    parts = re.fullmatch(r"\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(s|m|h)?\s*", text)
    if not parts or not float(parts[1]):
        raise InputError(f"'{text[:20]}' is no time limit: write 60s, 5m or 2h")
    return float(parts[1]) * {None: 1, "s": 1, "m": 60, "h": 3600}[parts[2]]


def memory(text: str) -> int:
    """An amount of memory such as 500M or 2G, in bytes."""
    parts = re.fullmatch(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(M|G|T)i?B?\s*", text, re.IGNORECASE)
    if not parts:
        raise InputError(f"'{text[:20]}' is no amount of memory: write 500M or 2G")
    size = int(float(parts[1]) * {"M": 2**20, "G": 2**30, "T": 2**40}[parts[2].upper()])
    if size < LEAST_MEMORY:
        raise InputError(f"--memory must be at least {LEAST_MEMORY // 2**20}M, not {text.strip()}")
    return size


def jobs(text: str | None, *, pinned: bool, say: Callable[[str], None]) -> int:
    """How many solvers at once: by default one for each core, and one if it must be this one.

    More than two for each core are started only for a number with `!` after it; `say` gets a
    note about those that are not.
    """
    cores = _cores()
    if text is None:
        return 1 if pinned else min(cores, MOST_JOBS)
    insists = text.rstrip().endswith("!")
    wanted = whole(text.rstrip().removesuffix("!"), "--jobs", 1, MOST_JOBS)
    useful = JOBS_PER_CORE * cores
    if wanted <= useful or insists:
        return wanted
    say(
        f"note: {useful} solvers instead of {wanted}, for {plural(cores, 'core')}: more would only "
        f"get in each other's way; --jobs {wanted}! starts them all"
    )
    return useful


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
    from lifesearch.ui.terminal.console import Printer

    if knuth_only and running.encoding not in (None, "knuth"):
        raise InputError("Knuth's programs have clauses of their own: leave out --encoding")
    fixed = FixedSettings(running.solver, running.encoding, running.plain, running.seed)
    many = jobs(running.jobs, pinned=bool(fixed), say=Printer(stderr=True).print)
    return RunOptions(count, many, fixed, running.time_limit, running.memory, engine)


def mask(path: str | None) -> Pattern | None:
    """The cells that may live, from a file."""
    if path is None:
        return None
    from lifesearch.formats.detect import read_path

    pattern = read_path(path).pattern
    if not pattern:
        raise InputError(f"{path} allows no cell: mark those that may live with '*'")
    return pattern.normal()


def target(path: str) -> tuple[Target, Rule | None]:
    """A pattern whose cells may also be `?`: it does not matter whether they live; its rule."""
    from lifesearch.encoding.motion import Target
    from lifesearch.formats.detect import read_target

    file, dont_care = read_target(path)
    if file.torus:
        raise InputError(f"{path} is a pattern on a torus: predecessors are sought on the plane")
    return Target(file.pattern, dont_care, file.drawn), file.rule


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


def rules(text: str) -> tuple[Rule, PartialRule | None]:
    """A rule; if a part of it is unknown, Life, and the rules that it may be."""
    from lifesearch.life.rules.parse import is_partial
    from lifesearch.life.rules.partial import PartialRule
    from lifesearch.life.rules.rule import LIFE, Rule

    return (LIFE, PartialRule.parse(text)) if is_partial(text) else (Rule.parse(text), None)
