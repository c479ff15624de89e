"""Completions against brute force, facts from outside, and the other searches."""

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from lifesearch.encoding.motion import Motion
from lifesearch.encoding.variable_grid import ENCODINGS, Encoding
from lifesearch.errors import InputError, VerificationError
from lifesearch.formats.known_cells import read_grids
from lifesearch.life.identify import canonical_key
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND, Background
from lifesearch.life.symmetry import Symmetry
from lifesearch.queries.answer import Answer
from lifesearch.queries.completion.answer import Completed
from lifesearch.queries.completion.query import Completion
from lifesearch.queries.periodic import Periodic
from lifesearch.solving.configuration import Configuration
from tests import cases
from tests.asking import QUICK, every, first
from tests.brute_completions import Films, completions

ZEBRA = Background(1, 2, Pattern.parse("O\n."))
WIRE = Background(4, 2, Pattern.parse("OO..\n..OO"))
BLINKERS = Background(4, 4, Pattern.parse("O...\nO...\nO...\n...."))

ANY3, ANY4 = "???\n???\n???", "????\n????\n????"


def films(query: Completion, how: Configuration = QUICK) -> Films:
    return {film(answer, query.box) for answer in every(query, how)}


def boxes(answer: Answer, box: tuple[int, int]) -> NDArray[np.uint8]:
    assert isinstance(answer, Completed)
    return np.stack([phase.to_array(Box(0, 0, *box)) for phase in answer.phases])


def film(answer: Answer, box: tuple[int, int]) -> bytes:
    return boxes(answer, box).tobytes()


def runs(text: str, generations: int, **more: Any) -> Completion:
    return Completion(read_grids(text), Motion(generations), False, raw=True, **more)


def returns(text: str, motion: Motion | int, **more: Any) -> Completion:
    motion = Motion(motion) if isinstance(motion, int) else motion
    return Completion(read_grids(text), motion, raw=True, **more)


def moving(period: int, dx: int, dy: int) -> Motion:
    return Motion(period, Orientation.IDENTITY, dx, dy)


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
    names = ["C1", "C2", "D2|"] + ["C4", "D2\\"] * (width == height)
    shift = draw(st.sampled_from([(0, 0), (0, 0), (1, 0), (-1, 1)])) if back else (0, 0)
    return unchecked(
        known=KnownCells.of(grids, exempt),
        motion=moving(period, *shift),
        returns=back,
        symmetry=Symmetry.parse(draw(st.sampled_from(names if shift == (0, 0) else ["C1"]))),
        background=draw(st.sampled_from([EMPTY_BACKGROUND, EMPTY_BACKGROUND, ZEBRA, WIRE])),
        any_period=draw(st.booleans()),
        with_empty=draw(st.booleans()),
        raw=True,
    )


@settings(max_examples=60, deadline=None)
@given(queries(), st.sampled_from(ENCODINGS))
def test_random_films(query: Completion, encoding: Encoding) -> None:
    try:
        replace(query)
    except InputError as error:
        if "cannot be as told" in str(error):
            assert not completions(query)
            assert not films(query)
        return
    assert films(query, Configuration("minisat22", encoding)) == completions(query)


# Facts from outside


def test_still_lifes() -> None:
    query = Completion(KnownCells.unknown(4, 4), Motion(1), with_empty=True, raw=True)
    assert len(every(query)) == cases.STILL_LIFES[3]


def test_period_two() -> None:
    query = Completion(KnownCells.unknown(5, 5), Motion(2), raw=True)
    assert len(every(query)) == 2 * cases.PERIOD_TWO_CYCLES[4]


@pytest.mark.parametrize(
    ("motion", "size"),
    [
        (Motion(1, Orientation.FLIP_X), (5, 4)),
        (Motion(2, Orientation.R90), (4, 4)),
        (Motion(4, Orientation.IDENTITY, -1, -1), (4, 4)),
        (Motion(2, Orientation.FLIP_X, 0, -1), (3, 4)),
    ],
)
def test_blank_films_are_periodic_questions(motion: Motion, size: tuple[int, int]) -> None:
    blank = Completion(KnownCells.unknown(*size), motion, raw=True)
    found = {answer.pattern for answer in every(blank)}
    assert found == {answer.pattern for answer in every(Periodic(motion, size, raw=True))}


def test_another_rule() -> None:
    rule = Rule.parse("B36/S125")
    blank = Completion(KnownCells.unknown(4, 4), Motion(2), rule=rule, raw=True)
    found = {answer.pattern for answer in every(blank)}
    assert found == {a.pattern for a in every(Periodic(Motion(2), (4, 4), rule=rule, raw=True))}
    assert found


def test_known_cells_can_make_a_question_empty() -> None:
    """No still life of 3x3 has a live centre and a live corner beside two dead edges."""
    query = returns("o.?\n.o?\n???", 1)
    assert completions(query) == set()
    assert first(query) is None


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


# Answers that are like each other, cubes, what is known


@pytest.mark.parametrize(
    "query", [returns("???\n?'??\n???", 1), runs("????\n????", 1)], ids=["exempt", "runs"]
)
def test_likenesses(query: Completion) -> None:
    """Each answer stands for all that the question's own symmetry makes of it, and no other."""
    alike = replace(query, raw=False)
    images = [
        {image.tobytes() for image in alike.images(boxes(answer, alike.box))}
        for answer in every(alike)
    ]
    assert set().union(*images) == films(query)
    assert sum(map(len, images)) == len(films(query))
    assert len(images) < len(films(query))


@pytest.mark.parametrize(
    ("query", "count"),
    [
        (returns(ANY3, 2), 1),  # the blinker
        (returns(ANY3, 1), 4),  # block, tub, boat, ship
        (returns("?????\n?????\n?????\n?????\n?????", 2), 5),  # as many as oscillators in 5x5
        (returns("????\n???o\n????", 2, any_period=True), None),
        (returns("a?b\n???\n???", 1), None),
    ],
)
def test_what_comes_back_is_told_apart_as_patterns_are(
    query: Completion, count: int | None
) -> None:
    def classes(answers: list[Answer]) -> list[object]:
        return [canonical_key(answer.history()[:-1]) for answer in answers]

    found = classes(every(replace(query, raw=False)))
    assert sorted(map(str, found)) == sorted(map(str, set(classes(every(query)))))
    assert len(found) == (count or len(found))


@pytest.mark.parametrize(
    ("text", "count"),
    [(ANY3, 8), ("a?b\n???\n???", 2), ("a?A\n???\n???", 2), ("aab\n???\n???", 1), ("????", 4)],
)
def test_letters_may_change_places(text: str, count: int) -> None:
    query = replace(returns(text, 1), raw=False)
    width, height = query.box
    assert len(list(query.images(np.zeros((1, height, width), np.uint8)))) == count


@pytest.mark.parametrize("depth", [1, 3])
def test_cubes(depth: int) -> None:
    for query in (returns(ANY4, 1), runs("ooo\n...\n...", 1), runs("...\nooo\n...", 1)):
        answers = every(query, depth=depth)
        assert {film(answer, query.box) for answer in answers} == films(query)


@pytest.mark.parametrize("solver", ["cadical195", "glucose4", "minisat22"])
@pytest.mark.parametrize("seed", [0, 1])
def test_nothing_is_left_to_find(solver: str, seed: int) -> None:
    how = Configuration(solver, seed=seed)
    assert len(every(runs("...\nooo\n...", 1), how)) == 1
    assert not every(runs("ooo\n...\n...", 1), how)


def test_what_is_known_is_not_found_again() -> None:
    query = runs(f"{ANY3}\n\n??o'\n???\n?'.'.", 2)
    answers = every(query)
    part = next(query.parts(0))
    reports = query.search(part, QUICK, answers[5:])
    again = [answer for report in reports if isinstance(report, list) for answer in report]
    assert {query.key(a) for a in again} == {query.key(a) for a in answers[:5]}


# Nothing is believed


def test_false_answers() -> None:
    query = returns(f"{ANY3}\n\n?'??\n???\n???", 2, any_period=True)
    answer = every(query)[0]
    assert isinstance(answer, Completed)
    assert query.answers([answer.phases], 3, 3) == [answer]
    for t in range(2):
        for x in range(3):
            wrong = list(answer.phases)
            wrong[t] = Pattern(wrong[t].cells ^ {(x, 1)})
            with pytest.raises(VerificationError):
                query.answers([tuple(wrong)], 3, 3)
    with pytest.raises(VerificationError):
        query.answers([answer.phases], 3, 4)
    with pytest.raises(VerificationError):
        query.answers([answer.phases[:1]], 3, 3)
    with pytest.raises(VerificationError):
        query.answers([(Pattern.of([(9, 9)]), *answer.phases[1:])], 3, 3)


BLINKER = (Pattern.parse("...\nOOO"), Pattern.parse(".O.\n.O.\n.O."))


@pytest.mark.parametrize(
    ("query", "right"),
    [
        (returns(ANY3, 2), True),
        (returns("???\na?a\n???", 2), True),
        (returns("???\na?A\n???", 2), False),
        (returns("???\na??\n???\n\n???\nA??\n???", 2), True),
        (returns("???\na??\n???\n\n???\na??\n???", 2), False),
        (returns("???\n.??\n???", 2), False),
        (returns("???\n???\n???\n\n???\n???\n.??", 2), True),
        (returns("???\n???\n???\n\n???\n???\no??", 2), False),
        (returns(ANY3, 2, symmetry=Symmetry.parse("D4+")), True),
        (returns(ANY3, 2, symmetry=Symmetry.parse("D2\\")), False),
        (returns(ANY3, 2, rule=Rule.parse("B3/S1")), False),
        (returns(ANY3, 2, background=ZEBRA), False),
        (returns(ANY3, Motion(2, dx=1)), False),
        (returns(ANY3, 4), False),
        (runs(ANY3, 1), True),
        (runs(ANY3, 2), False),
    ],
)
def test_screening(query: Completion, right: bool) -> None:
    period = query.spacetime().motion.period
    phases = tuple(BLINKER[t % 2] for t in range(period))
    if query.motion.period == 2 and not query.returns:
        phases = (*BLINKER, Pattern.of([]))
    if right:
        assert query.answers([phases], 3, 3)
    else:
        with pytest.raises(VerificationError):
            query.answers([phases], 3, 3)


# What does not go together


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: runs(f"{ANY3}\n\n{ANY3}\n\n{ANY3}", 1), "3 grids, but only 2 generations, 0 to 1"),
        (lambda: returns(f"{ANY3}\n???", 2, symmetry=Symmetry.parse("C4")), "needs a square box"),
        (
            lambda: returns("a??\n???\n??A", 1, symmetry=Symmetry.parse("C2")),
            "row 3, column 3 cannot be",
        ),
        (
            lambda: returns("o??\n???\n???\n\n.??\n???\n???", 1),
            "generation 1, row 1, column 1 cannot be",
        ),
        (
            lambda: returns("???\n???\n???\n\n???\n???\no??", moving(1, 1, 0)),
            "generation 1, row 3, column 1 cannot be",
        ),
        (
            lambda: returns(ANY3, 1, background=BLINKERS),
            "period 2, which does not divide the period 1",
        ),
        (
            lambda: returns(ANY3, 3, background=BLINKERS),
            "period 2, which does not divide the period 3",
        ),
        (
            lambda: returns(ANY3, Motion(2, dy=1), background=ZEBRA),
            "is not itself turned and moved",
        ),
        (
            lambda: returns(ANY4, 1, background=WIRE, symmetry=Symmetry.parse("D2|")),
            "is not symmetric",
        ),
        (
            lambda: returns(ANY3, 2, background=Background(9, 9, Pattern.parse(".OO\nOO.\n.O."))),
            "not back within 100 generations",
        ),
    ],
)
def test_bad_questions(make: Callable[[], Completion], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        make()


def test_rules_that_notice_a_turn() -> None:
    """Answers are alike only if the rule does not notice the turn; symmetry needs the same."""
    rule = Rule.parse("B2/S34H")
    blank = Completion(KnownCells.unknown(3, 3), Motion(1), False, rule=rule, with_empty=True)
    alike = [{i.tobytes() for i in blank.images(boxes(a, (3, 3)))} for a in every(blank)]
    everything = films(replace(blank, raw=True))
    assert set().union(*alike) == everything
    assert len(alike) > len(everything) // 8
    with pytest.raises(InputError, match="symmetry D2"):
        replace(blank, symmetry=Symmetry.parse("D2|"))
