"""Strips that settle boxes which grow: the same answers, proofs and sentences as without them."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest

from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Constraints, Objective
from lifesearch.core.events import Finished, Found, Searched
from lifesearch.engines.sat.solving.enumerate import Exhausted, GaveUp
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.symmetry import SYMMETRIES, Symmetry
from lifesearch.questions.periodic import by_rows as by_width
from lifesearch.questions.periodic.by_rows import strip_of_width, strip_rules_out, widths
from lifesearch.questions.periodic.question import ROW_TABLES, Periodic
from lifesearch.running.choose import plan_of
from lifesearch.running.options import RunOptions
from lifesearch.running.verdict import Verdict
from tests import brute_answers as brute
from tests.questions.test_by_rows import MOTIONS
from tests.random_queries import rule as random_rule
from tests.random_queries import sensible
from tests.searching import run
from tests.seeds import seeds

pytestmark = [
    pytest.mark.usefixtures("kernels_loaded"),
    pytest.mark.skipif(os.name == "nt", reason="what is set here holds in forked workers"),
]

MOST_CELLS = 10
SMALLEST = Constraints(objective=Objective(Aim.SMALLEST_BOX))


def random_growing(rng: Random) -> Periodic:
    """Boxes that grow, of which strips may settle some, if they make sense."""
    rule, motion = random_rule(rng), rng.choice(MOTIONS)
    symmetry = rng.choice((Symmetry.parse("C1"), Symmetry.parse("D2|"), *SYMMETRIES))
    query = Periodic(motion, None, symmetry, rule, max_area=MOST_CELLS)
    strip_of_width(query, 2 if symmetry.width == "even" else 3)
    return query


def compare(query: Periodic) -> tuple[int, int]:
    """Boxes that strips settle are empty; how many strips are empty, and boxes settled."""
    empty = settled = 0
    sizes = list(brute.sizes(query))
    full = {size for size in sizes if brute.recurrent(query, size, query.rule)}
    for part in widths(query):
        *_, end = by_width.by_width(query, part.box[0])
        inside = [size for size in sizes if strip_rules_out(query, part.box[0], size)]
        assert (part.box[0] in {w for w, _ in inside}) or not any(
            w == part.box[0] for w, _ in sizes
        )
        if isinstance(end, GaveUp):
            break
        assert isinstance(end, Exhausted)
        empty += 1
        settled += len(inside)
        assert not full & set(inside), (query, part)
    return empty, settled


def compare_many(first: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out strips that a search shares its time with for minutes."""
    monkeypatch.setattr(by_width, "LONGEST_ESTIMATE", 70.0)
    queries = [sensible(random_growing, Random(seed)) for seed in range(first, first + count)]
    outcomes = list(map(compare, queries))
    assert sum(empty > 0 for empty, _ in outcomes) > count // 10
    assert sum(settled for _, settled in outcomes) > count


def test_settled_boxes_are_empty_by_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    compare_many(0, 6, monkeypatch)


@seeds()
def test_settled_boxes_are_empty_by_brute_force_in_a_question(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_width, "LONGEST_ESTIMATE", 70.0)
    compare(sensible(random_growing, Random(seed)))


QUESTIONS = [
    (Periodic(Motion(3), max_area=24), None),
    (Periodic(Motion(2), max_area=12), None),
    (Periodic(Motion(2, dy=-1), max_area=24), 1),
    (Periodic(Motion(2, Orientation.FLIP_X, dy=-1), max_area=36), 1),
    (Periodic(Motion(2), constraints=SMALLEST), None),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("query", "count", "jobs"),
    [(query, count, 1 + number % 2) for number, (query, count) in enumerate(QUESTIONS)],
)
def test_answers_and_sentences_are_those_without_strips(
    query: Periodic, count: int | None, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_width, "AFTER", 0)

    def outcome(options: RunOptions) -> tuple[set[object], list[str], bool, int | None, bool]:
        verdict, found, said, strips = Verdict(query, count), [], [], False
        events = list(run(query, options))
        end = events[-1]
        for event in events:
            if isinstance(event, Found | Searched | Finished):
                said += verdict.take(event)
            if isinstance(event, Found):
                found += [query.key(a) for a in event.answers if isinstance(a, Answer)]
            if isinstance(event, Searched):
                strips |= not event.part.box[1]
        assert isinstance(end, Finished)
        best = found[-1:] if query.objective else found
        sentences = [each.partition(" (")[0] for each in said]
        return set(best), sentences, end.exhausted, end.best, strips

    plain, both = outcome(RunOptions(count, jobs, engine="box")), outcome(RunOptions(count, jobs))
    assert (plain[-1], both[-1]) == (False, True)
    assert plain[0] == both[0] or query.objective
    assert plain[2:4] == both[2:4]
    assert plain[1][-1] == both[1][-1]


def test_the_plan_says_so() -> None:
    query = Periodic(Motion(3), max_area=30)
    assert plan_of(query, RunOptions(1)).steps[-1].engine == ROW_TABLES
    assert not any(
        step.engine == ROW_TABLES for step in plan_of(query, RunOptions(1, engine="box")).steps
    )
    assert not list(widths(replace(query, motion=Motion(6))))
