"""Random questions of all kinds: whole answer sets are what brute force finds.

What fails is named by its seed, from which `compare` makes the same question again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest

from lifesearch.core.answer import Answer
from lifesearch.core.constraints import Aim, Objective
from lifesearch.engines.sat.encoding.variable_grid import Encoding
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.measures import Measure
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests import brute_answers as brute
from tests.asking import count_answered, every
from tests.brute_boards import Life
from tests.brute_completions import completions
from tests.questions.completions import boxes, film
from tests.random_queries import Query, draw
from tests.seeds import seeds

MANY = 40
FEW = 15
MOST_ANSWERS = 250


def compare(seed: str) -> int | None:
    """Ask the question of a seed in all ways; how many raw answers, None if they are too many."""
    query, random = draw(seed), Random(seed)
    how = Configuration(
        random.choice(("minisat22", "minisat22", "glucose4", "cadical195")),
        _encoding(query, random),
        plain=random.random() < 0.2,
        seed=random.choice((0, 1, 2)),
    )
    depth = random.choice((0, 0, 0, 1, 2))
    # Strips, with all ships up to a length, belong here as well.
    match query:
        case Periodic(rules=None):
            return compare_periodic(query, how, depth)
        case Periodic():
            return compare_unknown(query, how, depth)
        case Predecessor():
            return compare_predecessor(query, how, depth)
    return compare_completion(query, how, depth)


def _encoding(query: Query, random: Random) -> Encoding:
    known = query.rule == LIFE and not (isinstance(query, Periodic) and query.rules)
    return "knuth" if known and random.random() < 0.3 else "implicates"


def _same(found: Iterable[Hashable], expected: set[Hashable]) -> None:
    """The same set, and nothing twice."""
    counts = Counter(found)
    assert set(counts) == expected
    assert set(counts.values()) <= {1}


def _cost(goal: Objective, life: Life, period: int) -> int:
    """What an objective makes of the generations of a period."""
    if goal.aim is Aim.SMALLEST_BOX:
        x, y = zip(*(cell for cells in life[:period] for cell in cells), strict=True)
        return int((max(x) - min(x) + 1) * (max(y) - min(y) + 1))
    sizes = [len(cells) for cells in life]
    size = {Measure.FIRST: sizes[0], Measure.MIN: min(sizes), Measure.MAX: max(sizes)}
    return -size[goal.measure] if goal.aim is Aim.LARGEST_POPULATION else size[goal.measure]


def _best(query: Query, how: Configuration, depth: int, costs: list[int]) -> None:
    """The last answer is the best of all."""
    found: list[int] = []
    for part in query.parts(depth):
        if found and query.cannot_improve(part, min(found)):
            break
        for report in query.search(part, how, []):
            if isinstance(report, list):
                found += map(query.cost, report)
    assert min(found, default=None) == min(costs, default=None)


def compare_periodic(
    query: Periodic,
    how: Configuration,
    depth: int,
    also: Callable[[Life], bool] = lambda life: True,
) -> int | None:
    rule, full = query.rule, query.motion.full_period
    lives = {
        life
        for size in brute.sizes(query)
        for life in brute.recurrent(query, size, rule)
        if brute.wanted(query, life, rule) and also(life)
    }
    if len(lives) > MOST_ANSWERS:
        return None
    if goal := query.constraints.objective:
        costs = [_cost(goal, life, query.motion.period) for life in lives]
        _best(query, how, depth, costs)
        return len(lives)

    def kind(life: Life) -> Hashable:
        if query.torus and query.box:
            return brute.torus_class(life, rule, query.box)
        return brute.plane_class(life, rule)

    def lived(answer: Answer) -> Life:
        assert answer.rule == rule
        return brute.lived(answer.pattern, full, rule, answer.torus)

    if query.box:
        raw = every(replace(query, raw=True), how, depth)
        _same(map(lived, raw), set(lives))
    _same(map(kind, map(lived, every(query, how, depth))), set(map(kind, lives)))
    return len(lives)


def compare_unknown(query: Periodic, how: Configuration, depth: int) -> int | None:
    """A life belongs to all rules in which it is the same; pieces are those of the least."""
    family, size, full = query.rules, query.box, query.motion.full_period
    assert family
    rules: dict[Life, set[Rule]] = {}
    for values in product((False, True), repeat=len(family.names)):
        rule = family.rule(values)
        for each in brute.sizes(query):
            for life in brute.recurrent(query, each, rule):
                rules.setdefault(life, set()).add(rule)
        if len(rules) > MOST_ANSWERS:
            return None

    def least(life: Life) -> Rule:
        return min(rules[life], key=lambda rule: sum(rule.table))

    lives = {life for life in rules if brute.wanted(query, life, least(life))}
    if goal := query.constraints.objective:
        _best(query, how, depth, [_cost(goal, life, query.motion.period) for life in lives])
        return len(lives)

    def kind(life: Life, rule: Rule) -> Hashable:
        first = Pattern(frozenset(life[0]))
        torus = size if query.torus else None
        return brute.whole_class(brute.lived(first, 2 * full, rule, torus), rule, torus)

    def lived(answer: Answer) -> Life:
        return brute.lived(answer.pattern, full, answer.rule, answer.torus)

    raw = every(replace(query, raw=True), how, depth) if size else []
    _same(map(lived, raw), set(lives) if size else set())
    for answer in raw:
        assert {rule for rule in rules[lived(answer)] if answer.works_in(rule)} == rules[
            lived(answer)
        ]
    found = [kind(lived(answer), answer.rule) for answer in every(query, how, depth)]
    _same(found, {kind(life, least(life)) for life in lives})
    return len(lives)


def compare_predecessor(query: Predecessor, how: Configuration, depth: int) -> int | None:
    ancestors = brute.ancestors(query)
    if len(ancestors) > MOST_ANSWERS:
        return None
    if goal := query.constraints.objective:
        lives = [
            brute.lived(Pattern(frozenset(cells)), query.generations, query.rule)
            for cells in ancestors
        ]
        _best(query, how, depth, [_cost(goal, life, 1) for life in lives])
        return len(ancestors)
    raw = every(replace(query, raw=True), how, depth)
    _same((tuple(sorted(a.pattern.cells)) for a in raw), set(ancestors))
    found = [tuple(sorted(a.pattern.cells)) for a in every(query, how, depth)]
    classes = {brute.ancestor_class(query, cells) for cells in ancestors}
    _same((brute.ancestor_class(query, cells) for cells in found), classes)
    return len(ancestors)


def compare_completion(query: Completion, how: Configuration, depth: int) -> int | None:
    films = completions(query)
    if len(films) > MOST_ANSWERS:
        return None
    size, period = query.box, query.motion.period + (not query.returns)

    def life(film: bytes) -> Life:
        boards = np.frombuffer(film, np.uint8).reshape(period, size[1], size[0])
        return tuple(
            tuple(sorted((int(x), int(y)) for y, x in np.argwhere(board))) for board in boards
        )

    if goal := query.constraints.objective:
        _best(query, how, depth, [_cost(goal, life(each), 1) for each in films])
        return len(films)
    raw = every(replace(query, raw=True), how, depth)
    _same((film(answer, size) for answer in raw), set(films))
    found = every(query, how, depth)
    if query.returns and not query.known.exempt and not query.background.tile:
        kinds = [brute.plane_class(life(film(answer, size)), query.rule) for answer in found]
        _same(kinds, {brute.plane_class(life(each), query.rule) for each in films})
        return len(films)
    # An answer stands for what a symmetry of the question makes of it; bounds may choose.
    images = [{image.tobytes() for image in query.images(boxes(answer, size))} for answer in found]
    assert films <= set().union(*images)
    assert sum(map(len, images)) == len(set().union(*images))
    return len(films)


@pytest.mark.long
def test_a_few_questions() -> None:
    assert count_answered("few", FEW, compare, draw)


@seeds()
def test_many_questions(seed: int) -> None:
    assert count_answered(f"{seed}", MANY, compare, draw)
