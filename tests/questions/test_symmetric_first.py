"""A look at symmetric patterns changes how soon answers come, not what is one."""

import pytest

from lifesearch.core.answer import Answer
from lifesearch.engines.sat.solving.alternation import TimeShare
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.engines.sat.solving.enumerate import RuledOut
from lifesearch.engines.sat.solving.part import Part
from lifesearch.life.motion import Motion
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import behaviour
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.periodic import question as periodic_query
from lifesearch.questions.periodic.question import Periodic, symmetric_answers, worth_a_look
from tests.asking import every

GLUCOSE = Configuration("glucose4", plain=True)


@pytest.mark.parametrize(("period", "box"), [(2, (5, 5)), (2, (4, 6)), (3, (8, 8))])
def test_they_are_answers_of_the_query(period: int, box: tuple[int, int]) -> None:
    query = Periodic(Motion(period), box)
    found = next(r for r in symmetric_answers(query, Part(box), GLUCOSE) if isinstance(r, list))
    for answer in found:
        assert query.answers([answer.pattern], *box) == [answer]
        assert behaviour(answer.pattern, LIFE, period).period == period


@pytest.mark.parametrize(("name", "box"), [("C2", (6, 6)), ("D2|", (5, 5)), ("D2\\", (6, 6))])
def test_more_symmetric_ones_have_the_symmetry(
    name: str, box: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them are found, in however many rounds, and each is an answer."""
    monkeypatch.setattr(periodic_query, "FEW_CONFLICTS", 1)
    query = Periodic(Motion(2), box, Symmetry.parse(name))
    reports = symmetric_answers(query, Part(box), Configuration("cadical195"))
    found = [answer for report in reports if isinstance(report, list) for answer in report]
    assert all(query.answers([answer.pattern], *box) == [answer] for answer in found)
    larger = [s for s in SYMMETRIES if s.group > query.symmetry.group and not s.lacks(*box)]
    wanted = {
        query.key(answer)
        for symmetry in larger
        for answer in every(Periodic(Motion(2), box, symmetry))
    }
    assert wanted
    assert {query.key(answer) for answer in found} == wanted


def test_symmetries_that_no_pattern_has_are_ruled_out() -> None:
    """Of period 3 in 6x5: all of them; of period 2 in 5x5, some patterns are symmetric."""
    strategy = Configuration("cadical195")
    asked = Periodic(Motion(3), (6, 5))
    empty = [r for r in symmetric_answers(asked, Part((6, 5)), strategy) if isinstance(r, RuledOut)]
    assert empty
    for report in empty:
        assert not every(Periodic(Motion(3), (6, 5), Symmetry.parse(report.symmetry)))
    reports = symmetric_answers(Periodic(Motion(2), (5, 5)), Part((5, 5)), strategy)
    left = {report.symmetry for report in reports if isinstance(report, RuledOut)}
    assert not left & {"D4+", "D2|", "C2"}  # which the blinker has


@pytest.mark.parametrize("name", ["C1", "C2", "D2|"])
@pytest.mark.parametrize("box", [(3, 3), (4, 4), (5, 4)])
def test_all_are_found_with_and_without_it(
    box: tuple[int, int], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesearch.questions.periodic.question.LATER", TimeShare(0.0, 0.0, 1.0))
    query = Periodic(Motion(2), box, Symmetry.parse(name))

    def keys(how: Configuration) -> set[object]:
        reports = query.search(Part(box), how, ())
        answers: list[Answer] = [a for r in reports if isinstance(r, list) for a in r]
        return {query.key(answer) for answer in answers}

    looking = Configuration("glucose4", plain=True, symmetric_first=True)
    assert keys(looking) == keys(GLUCOSE) == keys(Configuration("cadical195"))


def test_only_a_bare_box_is_worth_a_look() -> None:
    assert worth_a_look(Periodic(Motion(3), (8, 8)))
    assert not worth_a_look(Periodic(Motion(3)))
    assert worth_a_look(Periodic(Motion(3), (8, 8), Symmetry.parse("C4")))
    assert not worth_a_look(Periodic(Motion(3), (8, 8), Symmetry.parse("D8")))
    assert not worth_a_look(Periodic(Motion(3), (8, 8), torus=True))
    assert not worth_a_look(Periodic(Motion(3), (8, 8), raw=True))
