"""Many answers as text: the same as one after another."""

from random import Random

import pytest

from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.queries.answer import Answer
from lifesearch.ui.report import Format, write
from lifesearch.ui.search import flood
from lifesearch.ui.search.answer_report import AnswerReport

PICTURES = (
    "OO\nOO",
    "OO.\nO.O\n.O.",
    "OOO",
    ".O.\n..O\nOOO",
    "OO.OO\nOO.OO",
    "OO...OO.\nOO...O.O\n......O.",
    "OO....\nO.O...\n.O....\n......\n....OO\n....OO",
    "OO.OOO",  # it is not periodic
)


@pytest.mark.parametrize("rule", [LIFE, Rule.parse("B3-k/S23"), Rule.parse("B3/S2-a3")])
@pytest.mark.parametrize("form", [Format.JSON, Format.CSV, Format.APGCODE])
def test_many_are_written_as_each_alone(form: Format, rule: Rule) -> None:
    rng = Random(5)
    patterns = [Pattern.parse(rng.choice(PICTURES)) for _ in range(60)]
    answers = [
        Answer(
            rng.choice(p.orientations()).translate(rng.randint(-9, 9), rng.randint(0, 9)), 2, rule
        )
        for p in patterns
    ]
    assert flood.suits(answers, form)
    alone = [write(AnswerReport.of(answer, placed=True), form, first=False) for answer in answers]
    assert list(flood.write_all(answers, form)) == alone


def test_what_is_on_a_torus_or_in_another_rule_is_written_alone() -> None:
    block = Pattern.parse("OO\nOO")
    assert flood.suits([Answer(block, 1)], Format.JSON)
    assert not flood.suits([], Format.JSON)
    assert not flood.suits([Answer(block, 1)], Format.RLE)
    assert not flood.suits([Answer(block, 1), Answer(block, 1, torus=(4, 4))], Format.JSON)
    others = [Answer(block, 1), Answer(block, 1, Rule.parse("B36/S23"))]
    assert not flood.suits(others, Format.JSON)
