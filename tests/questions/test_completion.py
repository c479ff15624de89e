"""Completions against brute force, facts from outside, and the other searches."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.engines.sat.encoding.variable_grid import ENCODINGS, Encoding
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.formats.known_cells import read_grids
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from tests.asking import every, first
from tests.brute_completions import completions
from tests.questions.completions import (
    ANY3,
    ANY4,
    BLINKERS,
    WIRE,
    ZEBRA,
    films,
    moving,
    returns,
    runs,
)


def test_the_backgrounds_are_agars() -> None:
    assert [a.period(LIFE, 4) for a in (EMPTY_BACKGROUND, ZEBRA, WIRE, BLINKERS)] == [1, 1, 1, 2]


# Whole sets of completions

QUESTIONS = [
    (runs(f"{ANY3}\n\n.o.\n.o.\n.o.", 1), 1),
    (runs(f"{ANY3}\n\n?o?\n?.?\nooo", 1), None),
    (runs("a?b\n?A?\nB?a", 1), None),
    (runs("a?b\n?A?\nB?a\n\n?a?\nb??\n???", 1), None),
    (runs(f"{ANY3}\n\n??o'\n???\n?'.'.", 2), None),
    (runs(f"aaa\nbbb\nccc\n\n{ANY3}\n\na'??\nB'??\n???", 2), None),
    (returns(ANY3, 2), 2),  # the blinker's two phases
    (returns(ANY4, 1, with_empty=True), 28),  # still lifes in 4x3
    (returns("???\n??'?\n??o", 2, any_period=True), None),
    (returns("?'??\n???\n??o", 2), None),
    (returns(f"{ANY3}\n\n???'\n???\n???", Motion(2, Orientation.R90), any_period=True), None),
    (returns(ANY3, Motion(1, Orientation.R90), any_period=True), 3),
    (returns(f"{ANY3}\n???", Motion(4, dx=-1, dy=-1)), 1),  # the glider, 3x4
    (returns(ANY4, Motion(4, dx=-1, dy=-1)), 1),
    (returns(f"??o\n{ANY3}", Motion(4, dx=-1, dy=-1)), None),
    (returns("???\n?'??\n???", Motion(2, dx=1), any_period=True), None),
    (returns(f"{ANY3}\n\n{ANY3}\n\no??\n???\n???'", 2, any_period=True), None),
    (returns(f"{ANY3}\n???", 2, symmetry=Symmetry.parse("C2")), None),
    (returns("'".join("???") + "\n???\n???", 2, symmetry=Symmetry.parse("D2|")), None),
    (returns(ANY4, 1, background=ZEBRA), 0),
    (returns(ANY4, 1, background=WIRE), None),
    (returns(f"{ANY3}\n??'?", 1, background=ZEBRA), None),
    (returns(ANY3, Motion(2, dx=1), background=ZEBRA, any_period=True), 0),
    (returns(ANY3, 2, background=BLINKERS), None),
    (returns(ANY3, 2, background=BLINKERS, with_empty=True), None),
    (runs("???\no??\n???\n\n???\n??a'\n?A?", 1, background=BLINKERS), None),
    (returns(f"{ANY3}\n\n???\n?o''?\n???", 2, any_period=True), None),
    (returns("???\n???\n??o''", Motion(2, dx=1), any_period=True), None),
    (returns(f"{ANY3}\n\n??o''\n???\n???", 2, symmetry=Symmetry.parse("C2")), None),
    (runs("~~~~\n~o?~\n~~~~", 1), None),
    (runs("~~~\n~o?\n~o'~", 1, background=ZEBRA), None),
    (returns("~~~\n~o~\n~~~", 3), 0),  # no catalyst: the cell would vanish alone
    (returns("~~~\n~o~\n~~~", 3, with_empty=True), 1),
    (returns("~~~~\n~o.~\n~.o~", 2), None),
    (returns("o.?\n.o?\n???", 1), 0),
]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("query", "count"), QUESTIONS)
def test_sets(query: Completion, count: int | None, encoding: Encoding) -> None:
    found = films(query, Configuration("minisat22", encoding))
    assert found == completions(query)
    assert count in (None, len(found))


def test_some_sets_are_not_empty() -> None:
    sizes = [len(completions(query)) for query, _ in QUESTIONS]
    assert sum(size > 0 for size in sizes) > len(sizes) // 2


CELLS = st.sampled_from([0, 0, 0, 0, 1, -1, 2, -2, 3])


def unchecked(**values: Any) -> Completion:
    """A question that need not make sense."""
    query = object.__new__(Completion)
    for each in fields(Completion):
        object.__setattr__(query, each.name, values.get(each.name, each.default))
    return query


@st.composite
def queries(draw: st.DrawFn) -> Completion:
    width, height = draw(st.sampled_from([(3, 3), (3, 2), (2, 2), (1, 3)]))
    period = draw(st.integers(1, 3))
    back = draw(st.booleans())
    count = draw(st.integers(1, period + 1))
    grids = [[[draw(CELLS) for _ in range(width)] for _ in range(height)] for _ in range(count)]
    moment = st.tuples(
        st.integers(0, count - 1), st.integers(0, width - 1), st.integers(0, height - 1)
    )
    exempt = draw(st.frozensets(moment, max_size=2))
    arrives = exempt if draw(st.booleans()) else ()
    names = ["C1", "C2", "D2|"] + ["C4", "D2\\"] * (width == height)
    shift = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (-1, 1)])) if back else (0, 0)
    return unchecked(
        known=KnownCells.of(grids, exempt, arrives=arrives),
        motion=moving(period, *shift),
        returns=back,
        symmetry=Symmetry.parse(draw(st.sampled_from(names if shift == (0, 0) else ["C1"]))),
        background=draw(st.sampled_from([EMPTY_BACKGROUND, EMPTY_BACKGROUND, ZEBRA, WIRE])),
        any_period=draw(st.booleans()),
        with_empty=draw(st.booleans()),
        raw=True,
    )


@settings(max_examples=30, deadline=None)
@given(queries(), st.sampled_from(ENCODINGS))
def test_random_films(query: Completion, encoding: Encoding) -> None:
    try:
        replace(query)
    except InputError as error:
        if "cannot be as given" in str(error):
            assert not completions(query)
            assert not films(query)
        return
    assert films(query, Configuration("minisat22", encoding)) == completions(query)


# Facts from outside


@pytest.mark.parametrize(
    "query",
    [
        Periodic(Motion(1), (4, 4), with_empty=True),
        Periodic(Motion(2), (5, 5)),
        Periodic(Motion(2), (4, 4), rule=Rule.parse("B36/S125")),
        Periodic(Motion(1, Orientation.FLIP_X), (5, 4)),
        Periodic(Motion(2, Orientation.R90), (4, 4)),
        Periodic(Motion(4, Orientation.IDENTITY, -1, -1), (4, 4)),
        Periodic(Motion(2, Orientation.FLIP_X, 0, -1), (3, 4)),
    ],
)
def test_blank_films_are_periodic_questions(query: Periodic) -> None:
    assert query.box
    cells, empty = KnownCells.unknown(*query.box), query.with_empty
    blank = Completion(cells, query.motion, rule=query.rule, with_empty=empty, raw=True)
    found = {answer.pattern for answer in every(blank)}
    assert found == {answer.pattern for answer in every(replace(query, raw=True))}


EATER = (Path(__file__).parents[2] / "patterns" / "films" / "eater.txt").read_text()


def test_the_eater() -> None:
    """A glider appears in a corner where nothing was; five generations later all is as before."""
    answer = first(Completion(read_grids(EATER), Motion(6)))
    assert answer is not None
    fishhook = Pattern.parse("OO..\nO...\n.OOO\n...O")
    assert answer.pattern.canonical() == fishhook.canonical()
    history = answer.history()
    assert history[0] == history[6]
    glider = history[1] - history[0]
    assert glider.canonical() == Pattern.parse("OOO\n..O\n.O.").canonical()
