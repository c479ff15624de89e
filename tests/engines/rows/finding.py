"""Searches run to their end, in short."""

from random import Random
from typing import Any

from lifesearch.common.errors import InputError
from lifesearch.engines.rows.problem import StripProblem, pattern
from lifesearch.engines.rows.search import RowSearch
from lifesearch.life.pattern import Pattern
from lifesearch.life.strip_symmetry import Mirror
from tests.engines.rows.rules import random_rule

MEMORY = 1 << 28


def name(problem: object) -> str:
    """For the report of a test."""
    if not isinstance(problem, StripProblem):
        return str(problem)
    flip = "-flipped" if problem.flipped else ""
    return f"{problem.shift}c{problem.period}-{problem.width}-{problem.mirror}{flip}"


def finished(search: RowSearch, budget: int = 1 << 40) -> list[tuple[int, ...]]:
    """All that is found until the end."""
    found = []
    while not search.finished:
        assert not search.out_of_memory
        found += search.advance(budget)
    return found


def first(problem: StripProblem, **options: Any) -> Pattern | None:
    """The first pattern, or None if there is none."""
    search = RowSearch(problem, MEMORY, **options)
    while not search.finished:
        assert not search.out_of_memory
        for rows in search.advance():
            return pattern(problem, rows)
    return None


def every(problem: StripProblem, **options: Any) -> set[Pattern]:
    """All patterns up to the length of the problem, generation 0 with its first row at 0."""
    rows = finished(RowSearch(problem, MEMORY, every=True, **options))
    patterns = [pattern(problem, sequence) for sequence in rows]
    assert len(set(patterns)) == len(patterns)
    return {p.translate(0, -p.box.y) for p in patterns}


def random_problem(rng: Random, widest: int, **more: Any) -> StripProblem:
    """Any velocity with p <= 6, any symmetry, any family of rules."""
    while True:
        period = rng.randint(1, 6)
        mirror = rng.choice(list(Mirror))
        width = rng.randint(1, widest) | (mirror is Mirror.GUTTER)
        flipped = mirror is Mirror.NONE and rng.random() < 0.3
        shift = rng.randrange(period)
        try:
            return StripProblem(width, period, shift, mirror, flipped, random_rule(rng), **more)
        except InputError:
            continue
