"""Unknown rules of several states and with B0: all patterns of each rule, by brute force.

The generations of a pattern are the same in a range of rules. Each film is found once, with all
rules of the family in which it is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.motion import Target
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.questions.completion.question import Completion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from tests import brute_states
from tests.asking import every
from tests.brute_boards import unnoticed
from tests.program import run
from tests.questions.completions import boxes
from tests.questions.test_several_states import _draw, completion
from tests.random_queries import sensible
from tests.seeds import seeds

SEVERAL_STATES = (
    "B2?3/S2?3?/C3",
    "B2c?2i?2a/S1?/C3",
    "B1?2?/S0?1?H/3",
    "pB2aei/S0/C3",
    "B1e?2?/S12?/C4",
    "B1?3?/S2?V/C3",
)
WITH_B0 = (
    "B01?3?/S2?5?",
    "B02?7?/S0?1?7?",
    "B01?2/S3?5?H",
    "B01e?2a?4/S7?",
    "pB02aei/S1",
    "B0/S1?V",
)
MOST_FILMS = 1500
MOST_BOARDS = 20_000
Film = tuple[tuple[tuple[int, ...], ...], ...]


def rules_of(some: PartialRule) -> list[Rule]:
    return [some.rule(values) for values in product((False, True), repeat=len(some.names))]


def film_of(first: Pattern, rule: Rule, generations: int, size: tuple[int, int] | None) -> Film:
    """Generations from the first one on, by the simulator of brute force; on a torus of a size."""
    if size is not None:
        layer = np.zeros((size[1], size[0]), np.uint8)
        offset = 0
    else:
        box = first.box
        offset = generations + 1
        layer = np.zeros((box.bottom + 2 * offset + 1, box.right + 2 * offset + 1), np.uint8)
    for (x, y), state in first.states.items():
        layer[y + offset, x + offset] = state
    film = brute_states.films(layer[None], rule, generations, torus=size is not None)
    return tuple(
        tuple(
            (int(x) - offset, int(y) - offset, int(phase[0, y, x]))
            for y, x in np.argwhere(phase[0]).tolist()
        )
        for phase in film
    )


def films_by_rules(
    family: PartialRule, of: Callable[[Rule], list[Film]]
) -> dict[Film, frozenset[Rule]] | None:
    """For each film the rules in which it is the same; None if there are too many."""
    found: dict[Film, set[Rule]] = {}
    for rule in rules_of(family):
        for film in of(rule):
            found.setdefault(film, set()).add(rule)
        if len(found) > MOST_FILMS:
            return None
    return {film: frozenset(rules) for film, rules in found.items()}


def require_all(
    films: dict[Film, frozenset[Rule]], answers: list[Answer], film: Callable[[Answer], Film]
) -> None:
    """The answers are these films, each once, each with all its rules."""
    assert Counter(map(film, answers)) == Counter(films.keys())
    for answer in answers:
        rules = films[film(answer)]
        assert answer.rule in rules
        assert answer.greatest_rule in rules
        assert all(answer.works_in(rule) for rule in rules)
        assert answer.rule.table == bytes(map(min, zip(*(r.table for r in rules), strict=True)))


def drawn(seed: str, families: tuple[str, ...]) -> Periodic:
    random = Random(seed)

    def draw(chance: Random) -> Periodic:
        family = PartialRule.parse(chance.choice(families))
        known = _draw(chance)
        if (known.rule.states > 2) != (family.states > 2) or len(family.names) > 4:
            raise InputError("another")
        assert known.box
        if family.states ** (known.box[0] * known.box[1]) > MOST_BOARDS:
            raise InputError("too large")
        return replace(known, rule=LIFE, rules=family)

    return sensible(draw, random)


def compare(query: Periodic, how: Configuration, depth: int) -> int:
    family, size = query.rules, query.box if query.torus else None
    assert family is not None
    full = query.motion.full_period

    def of(rule: Rule) -> list[Film]:
        found = brute_states.solutions(query.in_rule(rule))
        return [film_of(first, rule, full, size) for first in found]

    films = films_by_rules(family, of)
    if films is None:
        return 0

    def film(answer: Answer) -> Film:
        return film_of(answer.pattern, answer.rule, full, size)

    require_all(films, every(replace(query, raw=True), how, depth), film)
    if query.torus:
        return len(films)

    def kind(film: Film, rule: Rule) -> object:
        first = Pattern.of_states({(x, y): state for x, y, state in film[0]})
        return _kind(first.normal(), rule, full)

    found = [kind(film(answer), answer.rule) for answer in every(query, how, depth)]
    assert len(found) == len(set(found))
    assert set(found) == {kind(film, _least(rules)) for film, rules in films.items()}
    return len(films)


def _least(rules: frozenset[Rule]) -> Rule:
    return min(rules, key=lambda rule: sum(rule.table))


def _kind(first: Pattern, rule: Rule, full: int) -> object:
    """The same for patterns that differ by place, orientation and phase."""
    film = film_of(first, rule, 2 * full, None)
    turns = brute_states.turns_of(rule)
    return min(
        _placed(film[t : t + full], g.value) for t in range(0, full, turns) for g in unnoticed(rule)
    )


def _placed(film: Film, turn: tuple[int, int, int, int]) -> Film:
    a, b, c, d = turn
    image = [[(a * x + b * y, c * x + d * y, s) for x, y, s in phase] for phase in film]
    left, top = (min((cell[i] for cell in image[0]), default=0) for i in (0, 1))
    return tuple(tuple(sorted((x - left, y - top, s) for x, y, s in phase)) for phase in image)


def compare_seed(seed: str) -> int:
    random = Random(f"how {seed}")
    families = random.choice((SEVERAL_STATES, WITH_B0))
    how = Configuration(random.choice(("minisat22", "cadical195")), plain=random.random() < 0.2)
    return compare(drawn(seed, families), how, random.choice((0, 0, 1)))


@pytest.mark.parametrize("seed", ["some 2", "some 6"])
def test_a_random_query(seed: str) -> None:
    assert compare_seed(seed)


@pytest.mark.long
def test_some_random_queries() -> None:
    assert sum(compare_seed(f"some {seed}") > 0 for seed in range(12)) >= 3


@seeds()
def test_many_random_queries(seed: int) -> None:
    assert sum(compare_seed(f"many {seed}.{number}") > 0 for number in range(30))


def compare_predecessor(seed: int) -> int:
    random = Random(f"ago {seed}")
    family = PartialRule.parse(random.choice(SEVERAL_STATES if seed % 2 else WITH_B0))
    box = random.choice([(2, 2), (2, 3), (3, 2), (1, 4)])
    generations = 2 if family.states == 2 else random.choice((1, 2))
    states = brute_states.all_states(*box, family.states)
    rule = random.choice(rules_of(family))
    film = brute_states.films(states[random.randrange(len(states))][None], rule, generations)
    query = Predecessor.around(
        Target(Pattern.from_array(film[-1][0])), 1, generations=generations, rules=family, raw=True
    )
    if family.states ** (query.box[0] * query.box[1]) > MOST_BOARDS // 2:
        return 0

    def of(each: Rule) -> list[Film]:
        found = brute_states.predecessors(query.in_rule(each))
        return [film_of(first, each, generations, None) for first in found]

    films = films_by_rules(family, of)
    assert films is not None
    require_all(films, every(query), lambda a: film_of(a.pattern, a.rule, generations, None))
    return len(films)


@pytest.mark.parametrize("seed", range(4))
def test_predecessors(seed: int) -> None:
    compare_predecessor(seed)


@pytest.mark.long
def test_more_predecessors() -> None:
    assert sum(map(compare_predecessor, range(4, 16)))


def compare_completion(seed: int) -> int:
    random = Random(f"film {seed}")
    family = PartialRule.parse(random.choice(SEVERAL_STATES if seed % 2 else WITH_B0))
    steps = 2 if family.states == 2 else random.choice((1, 2, 3))
    rule = random.choice(rules_of(family))
    known = completion(random, rule, steps, returns=random.random() < 0.5)
    query: Completion = replace(known, rule=LIFE, rules=family, raw=True)
    films: dict[bytes, set[Rule]] = {}
    for rule in rules_of(family):
        for each in brute_states.completions(query.in_rule(rule)):
            films.setdefault(each.tobytes(), set()).add(rule)
    answers = every(query)
    found = [boxes(answer, query.box).tobytes() for answer in answers]
    # A pattern that moves on beyond the generations that are asked for may do so in several ways.
    assert set(found) == set(films)
    for answer, film in zip(answers, found, strict=True):
        rules = {rule for rule in rules_of(family) if answer.works_in(rule)}
        assert rules <= films[film]
    for film, rules in films.items():
        covered = {
            rule
            for answer, own in zip(answers, found, strict=True)
            if own == film
            for rule in rules_of(family)
            if answer.works_in(rule)
        }
        assert covered == rules
    return len(films)


@pytest.mark.parametrize("seed", range(4))
def test_completions(seed: int) -> None:
    compare_completion(seed)


@pytest.mark.long
def test_more_completions() -> None:
    assert sum(map(compare_completion, range(4, 24)))


@pytest.mark.parametrize(
    ("rule", "asked"),
    [("B2?3?/S2?/C3", "3"), ("B01?2?/S1?", "2")],
    ids=["several states", "B0"],
)
@pytest.mark.long
def test_proofs_that_others_can_check(rule: str, asked: str, tmp_path: Path) -> None:
    """The checker of proofs derives each clause from the family itself."""
    folder = tmp_path / "proof"
    command = ["oscillator", asked, "--rule", rule, "--box", "3x3", "--all", "--proof", str(folder)]
    assert run(*command).returncode in (0, 1)
    assert run("check", str(folder)).returncode == 0


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("pB012/S12345678", "leave out S8"),
        ("B0?3/S23", "must be known"),
        ("any-b0/3", "more than two states"),
        ("B01?/S6?H", "leave out S6"),
        ("any/300", "2 to 256"),
        ("any/C1", "2 to 256"),
    ],
)
def test_refused(rule: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PartialRule.parse(rule)


@pytest.mark.parametrize(
    "rule",
    ["any/3", "any-outer/5", "any-phoenix", "any-b0", "any-outer-b0", "B02?/S3?", "pB2/S3/C4",
     "B2?/S34?H/C4", "B01?/S2?V", "pB0123-a/S1"],
)  # fmt: skip
def test_written_as_read(rule: str) -> None:
    some = PartialRule.parse(rule)
    assert PartialRule.parse(str(some)) == some
