"""Partial patterns that are shown while a solver works: they obey the rule, and prove nothing."""

from __future__ import annotations

from itertools import islice

import pytest

from lifesearch.core.events import Progress
from lifesearch.engines.sat.solving import enumerate as enumeration
from lifesearch.engines.sat.solving import solver
from lifesearch.engines.sat.solving.configuration import Configuration, FixedSettings
from lifesearch.engines.sat.solving.part import Part
from lifesearch.engines.sat.solving.partial_film import (
    FilmCells,
    PartialFilm,
    _proved,
    partial_film,
)
from lifesearch.engines.sat.solving.solver import Solver
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.preview import Preview
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import step
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.choose import plan_of
from lifesearch.running.coordinator import run
from lifesearch.running.options import RunOptions

SHIP = Periodic(Motion(4, dx=-1, dy=-1), (6, 5))
OSCILLATOR = Periodic(Motion(3), (8, 7))


def _around(cell: Cell) -> set[Cell]:
    return {(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def _follows(film: PartialFilm, before: Pattern, after: Pattern) -> bool:
    """Whether the rule leads from one generation to the next, where all nine cells are known."""
    following = step(before, LIFE)
    inside = {(x, y) for x in range(film.box.width) for y in range(film.box.height)}
    certain = frozenset(cell for cell in inside if not _around(cell) & film.unknown)
    return following.restricted(certain) == after.restricted(certain)


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("query", [SHIP, OSCILLATOR], ids=["ship", "oscillator"])
def test_a_film_obeys_the_rule_where_it_is_known(query: Periodic, seed: int) -> None:
    assert query.box is not None
    problem = query.problem(Part(query.box), Configuration("glucose4"))
    cells = FilmCells.of(problem.layout)
    assert cells is not None
    with Solver("glucose4", len(problem.variables), seed) as asked:
        for clauses in problem.clauses:
            asked.load(clauses)
        films = [partial_film(asked, cells, each) for each in range(1, 6)]
        proved = set(_proved(asked, cells).values())
        assert not any(next(_answers(asked, -literal)) for literal in proved)
    for film in films:
        assert len(film.generations) == query.motion.period
        assert film.decided == film.free - len(film.unknown) > 0
        for before, after in zip(film.generations, film.generations[1:], strict=False):
            assert _follows(film, before, after)


def _answers(asked: Solver, literal: int) -> islice[bool]:
    return islice((each for each in asked.solve([literal]) if isinstance(each, bool)), 1)


def test_cells_of_several_states_have_no_film() -> None:
    query = Periodic(Motion(3), (4, 4), rule=Rule.parse("B2/S/3"))
    problem = query.problem(Part((4, 4)), Configuration("glucose4"))
    assert FilmCells.of(problem.layout) is None


def test_a_search_shows_its_largest_partial_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "FIRST_FILM", 200)
    monkeypatch.setattr(enumeration, "FILM_PAUSE", 1)
    plan = plan_of(Periodic(Motion(7), (10, 10)), RunOptions(fixed=FixedSettings("glucose4")))
    shown: list[Preview] = []
    partial = ""
    for event in run(plan):
        if isinstance(event, Preview):
            shown.append(event)
        elif isinstance(event, Progress) and event.partial:
            partial = event.partial
            break
    assert shown[0].words.startswith("a guess, no answer: these cells fit")
    assert len(shown[0].film) == 7
    assert partial.startswith("largest partial pattern: ")
    assert " of 100 cells" in partial


def test_what_is_found_does_not_depend_on_films(monkeypatch: pytest.MonkeyPatch) -> None:
    """All oscillators of a box, with a film after each slice, and without any."""
    monkeypatch.setattr(solver, "FIRST_SLICE", 10)
    monkeypatch.setattr(solver, "SLICE", 10)
    query = Periodic(Motion(2), (5, 5))

    def found() -> set[object]:
        reports = query.search(Part((5, 5)), Configuration("glucose4"), ())
        return {query.key(a) for each in reports if isinstance(each, list) for a in each}

    monkeypatch.setattr(enumeration, "FIRST_FILM", 10**9)
    without = found()
    monkeypatch.setattr(enumeration, "FIRST_FILM", 0)
    monkeypatch.setattr(enumeration, "FILM_PAUSE", 1)
    assert found() == without
