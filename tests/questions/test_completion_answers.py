"""Answers of completions: which are alike, which are false, and what cannot be asked."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from lifesearch.common.errors import InputError, VerificationError
from lifesearch.core.answer import Answer
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.identify import canonical_key
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.background import Background
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.completion.answer import Completed
from lifesearch.questions.completion.question import Completion
from tests.asking import QUICK, every
from tests.questions.completions import (
    ANY3,
    ANY4,
    BLINKERS,
    WIRE,
    ZEBRA,
    boxes,
    film,
    films,
    moving,
    returns,
    runs,
)

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
            "recur turned and moved",
        ),
        (
            lambda: returns(ANY4, 1, background=WIRE, symmetry=Symmetry.parse("D2|")),
            "is not symmetric",
        ),
        (
            lambda: returns(ANY3, 2, background=Background(9, 9, Pattern.parse(".OO\nOO.\n.O."))),
            "does not recur within 100 generations",
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
