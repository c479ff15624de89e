"""Sentences about questions and patterns, in all their combinations."""

import pytest

from lifesearch.core.answer import Answer
from lifesearch.core.answer_report import AnswerReport
from lifesearch.formats.known_cells import read_grids
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.background import Background
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.completion.question import Completion

KNOWN = read_grids("??o\n???\n???")
TURN, FLIP = Orientation.R90, Orientation.FLIP_X


@pytest.mark.parametrize(
    ("motion", "any_period", "words"),
    [
        (
            Motion(4, dx=0, dy=-2),
            False,
            "that first recurs after 4 generations, moved by 0,-2",
        ),
        (Motion(4, dx=0, dy=-2), True, "that recurs after 4 generations, moved by 0,-2"),
        (
            Motion(1, TURN),
            False,
            "that first recurs after 1 generation, rotated by R90 (not unrotated)",
        ),
        (Motion(1, TURN), True, "that recurs after 1 generation, rotated by R90"),
        (
            Motion(2, FLIP, 0, -1),
            False,
            "that first recurs after 2 generations, flipped by F| (not unflipped) and moved by "
            "0,-1",
        ),
    ],
)
def test_how_a_completion_comes_back(motion: Motion, any_period: bool, words: str) -> None:
    query = Completion(KNOWN, motion, any_period=any_period)
    assert query.where() == f" in a 3x3 box {words}"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (Completion(KNOWN, Motion(4)), "period-4 pattern with the given cells"),
        (
            Completion(KNOWN, Motion(4), any_period=True),
            "pattern with the given cells and a period that divides 4",
        ),
        (Completion(KNOWN, Motion(2), False), "pattern with the given cells over 2 generations"),
    ],
)
def test_how_long_a_completion_is(query: Completion, words: str) -> None:
    assert f"{query.describe()}{query.where()}" == f"{words} in a 3x3 box"


def test_the_rest_of_the_conditions() -> None:
    background = Background(2, 1, Pattern.parse("O."))
    kind = Symmetry.parse("D2|")
    moved = Completion(KNOWN, Motion(2, dx=0, dy=-1), symmetry=kind, background=background)
    assert moved.where() == (
        f" in a 3x3 box with symmetry {kind.name} on this background "
        "that first recurs after 2 generations, moved by 0,-1"
    )


@pytest.mark.parametrize(
    ("picture", "name"),
    [
        ("OO.OO\nOO.OO\n.....\nOO.OO\nOO.OO", "composite of 4: 4 x block"),
        ("OO...O\nOO...O\n.....O", "composite of 2: block, blinker"),
    ],
)
def test_the_pieces_of_a_composite_have_names(picture: str, name: str) -> None:
    record = AnswerReport.of(Answer(Pattern.parse(picture), 2))
    assert record.describe() == name
    assert record.summary().startswith(f"{name}; ")


def test_pieces_without_a_name_are_described_by_what_they_are() -> None:
    two = Answer(Pattern.parse("OO..OO\nOO..OO"), 1, Rule.parse("B36/S23"))
    assert AnswerReport.of(two).describe() == "composite of 2: 2 x still life"
