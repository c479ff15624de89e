"""Searches in rules of all kinds: only what a rule does not notice may be taken for the same."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from lifesearch.errors import InputError
from lifesearch.life.identify import pieces
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.neighbourhood import turned
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.evolve import behaviour, generations
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry, closure
from lifesearch.queries.constraints import Constraints
from lifesearch.queries.periodic import Periodic
from lifesearch.queries.predecessor import Predecessor
from lifesearch.queries.strips.query import Strip
from lifesearch.solving.configuration import Configuration
from tests import brute
from tests.asking import every, first
from tests.queries.questions import lives

SNOWFLAKES = "B2ci3ai4c8/S02ae3eijkq4iz5ar6i7e"
UP = Motion(2, Orientation.IDENTITY, 0, -1)


def random_rule(seed: int, *generators: Orientation, upwards: bool = False) -> Rule:
    """A random table with these symmetries, and with no others unless by chance.

    Few cells are born, and only of two neighbours or more, so that not everything explodes;
    or everything moves up, with exceptions.
    """
    chances = np.random.default_rng(seed).random(512).tolist()
    group = [turned(g) for g in closure(frozenset(generators))]
    table = []
    for block in range(512):
        chance = chances[min(image[block] for image in group)]
        crowd = (block & ~16).bit_count()
        if upwards:
            table.append(bool(block & 2) != (chance < 0.2 and crowd > 2))
        else:
            table.append(chance < (0.6 if block & 16 else 0.15 * (crowd > 1)))
    return Rule(bytes(table))


def one_exception() -> Rule:
    """Life, but for a crowded block that only the identity leaves alone: images abound."""
    table = bytearray(LIFE.table)
    table[0b111_110_110] ^= 1
    return Rule(bytes(table))


def kind(life: Sequence[Pattern], rule: Rule) -> frozenset[Pattern]:
    """All that is the same as a pattern: moved, delayed, and turned if the rule allows it."""
    return frozenset(phase.transform(g).normal() for phase in life for g in rule.symmetries)


CROOKED = random_rule(1)
QUARTERS = random_rule(2, Orientation.R90)
MIRROR = random_rule(3, Orientation.FLIP_X)
RULES = {
    "Life but for one block": one_exception(),
    "no symmetry": CROOKED,
    "no symmetry, upwards": random_rule(8, upwards=True),
    "half turns": random_rule(4, Orientation.R180),
    "quarter turns": QUARTERS,
    "left and right": MIRROR,
    "left and right, upwards": random_rule(3, Orientation.FLIP_X, upwards=True),
    "one diagonal": random_rule(5, Orientation.ANTITRANSPOSE),
    "hexagons": Rule.parse("B2/S34H"),
    "von Neumann": Rule.parse("B2/S013V"),
    "Hensel": Rule.parse(SNOWFLAKES),
}


def test_these_rules_have_the_symmetries_that_they_should() -> None:
    sizes = {name: len(rule.symmetries) for name, rule in RULES.items()}
    assert list(sizes.values()) == [1, 1, 1, 2, 4, 2, 2, 2, 4, 8, 8]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("motion", [Motion(1), Motion(2), Motion(1, Orientation.IDENTITY, 0, -1)])
def test_all_solutions_of_small_boxes(name: str, motion: Motion) -> None:
    """Each once, raw; and one of each class under the rule's own symmetries."""
    rule = RULES[name]
    boxes = [(3, 3), (2, 4)] if motion.travels else [(4, 3), (3, 4)]
    if not motion.travels and any(not g.apply(1, 0)[0] for g in rule.symmetries):
        boxes = boxes[:1]  # the other one has the same patterns, lying down
    for width, height in boxes:
        expected = list(lives(rule, motion, width, height))
        query = Periodic(motion, (width, height), rule=rule, raw=True)
        raw = [answer.pattern for answer in every(query)]
        assert sorted(map(sorted, raw)) == sorted(sorted(life[0]) for life in expected)
        kinds = {kind(life, rule) for life in expected}
        found = [kind(a.history()[:-1], rule) for a in every(replace(query, raw=False))]
        assert len(found) == len(set(found))
        assert set(found) == kinds


@pytest.mark.parametrize("name", RULES)
def test_growing_boxes_have_all_of_them(name: str) -> None:
    """A rule that tells rows from columns has tall patterns that are no wide ones, lying down."""
    rule = RULES[name]
    query = Periodic(Motion(2), rule=rule, max_area=8)
    boxes = [(w, h) for w in range(1, 9) for h in range(1, 9) if w * h <= 8]
    expected = {
        kind(life, rule)
        for width, height in boxes
        for life in lives(rule, Motion(2), width, height)
    }
    assert {kind(a.history()[:-1], rule) for a in every(query)} == expected


@pytest.mark.parametrize("name", ["Life but for one block", "no symmetry", "hexagons"])
def test_answers_in_one_piece(name: str) -> None:
    """A piece that was found does not stand for its mirror image, unless the rule is mirrored."""
    rule, size, motion = RULES[name], (5, 2), Motion(2 if name == "hexagons" else 1)
    whole = [
        life
        for life in lives(rule, motion, *size)
        if len(pieces(life[0], rule, motion.period)) == 1
    ]
    query = Periodic(motion, size, rule=rule, constraints=Constraints(connected=True))
    found = [kind(a.history()[:-1], rule) for a in every(query)]
    assert len(found) == len(set(found)) > 0
    assert set(found) == {kind(life, rule) for life in whole}


@pytest.mark.parametrize(("rule", "boats"), [(LIFE, 0), (one_exception(), 3)])
def test_an_excluded_boat_may_be_found_turned(rule: Rule, boats: int) -> None:
    for boat in (turns := Pattern.parse("OO.\nO.O\n.O.").orientations()):
        query = Periodic(Motion(1), (3, 3), rule=rule, constraints=Constraints(excluded=(boat,)))
        found = [answer.pattern.normal() for answer in every(query)]
        assert boat not in found
        assert len({p for p in found if p in turns}) == boats


def test_boxes_are_turned_only_if_the_rule_does_not_notice() -> None:
    def sizes(rule: Rule) -> list[tuple[int, int]]:
        return [p.box for p in Periodic(Motion(2), rule=rule, max_area=3).parts(0)]

    assert sizes(Rule.parse("B3/S23")) == [(1, 1), (2, 1), (3, 1)]
    assert sizes(Rule.parse("B2/S34H")) == sizes(QUARTERS) == [(1, 1), (2, 1), (3, 1)]
    assert sizes(MIRROR) == sizes(CROOKED) == [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3)]


@pytest.mark.parametrize("name", RULES)
def test_classes_on_a_torus(name: str) -> None:
    """Moved by any amount, and turned if the rule does not notice."""
    rule, side = RULES[name], 3
    query = Periodic(Motion(1), (side, side), rule=rule, torus=True)
    states = brute.all_states(np.ones((side, side), np.bool_), 0)
    still = states[(brute.step_by(rule.table, states) == states).all(axis=(1, 2))]
    patterns = [p for p in map(Pattern.from_array, still) if p]
    assert {a.pattern for a in every(replace(query, raw=True))} == set(patterns)

    def images(pattern: Pattern) -> frozenset[frozenset[tuple[int, int]]]:
        return frozenset(
            frozenset(((x + dx) % side, (y + dy) % side) for x, y in pattern.transform(g).cells)
            for g in rule.symmetries
            for dx in range(side)
            for dy in range(side)
        )

    assert len(every(query)) == len(set(map(images, patterns)))


@pytest.mark.parametrize(
    "name", ["Life but for one block", "half turns", "quarter turns", "left and right", "hexagons"]
)
def test_predecessors_are_told_apart(name: str) -> None:
    """The target is symmetric; its predecessors are the same only if the rule is, too."""
    rule = RULES[name]
    dot = Pattern.of([(1, 1)])
    states = brute.all_states(np.ones((3, 3), np.bool_), 1)
    following = brute.step_by(rule.table, states)
    right = (following == dot.to_array(Box(-1, -1, 5, 5))).all(axis=(1, 2))
    found = {Pattern.from_array(state, x=-1, y=-1) for state in states[right]}
    query = Predecessor(Target(dot), (3, 3), rule=rule)
    assert {a.pattern for a in every(replace(query, raw=True))} == found
    turned_about = query.spacetime().turned
    kinds = {frozenset(turned_about(g, p) for g in rule.symmetries) for p in found}
    assert len(every(query)) == len(kinds)
    assert len(found) > 1


def test_a_strip_does_not_mirror_what_the_rule_tells_apart() -> None:
    """Everything moves up, but pairs side by side lose their left cell: mirror images differ."""
    table = bytes(bool(block & 2 and not block & 1) for block in range(512))
    rule = Rule(table)
    assert Orientation.FLIP_X not in rule.symmetries
    from lifesearch.solving.strip_explorer import images

    plain = Strip(2, Motion(2, Orientation.IDENTITY, 0, -1), rule=rule)
    cells = bytes([1, 0, 0, 0] * 2)
    assert images(plain.geometry.row_layers, cells) == [cells]
    even = Strip(2, Motion(2, Orientation.IDENTITY, 0, -1), rule=MIRROR)
    assert len(images(even.geometry.row_layers, cells)) == 2


def test_symmetries_that_the_rule_lacks_are_refused() -> None:
    hexagons = Rule.parse("B2/S34H")
    Periodic(Motion(2), (5, 5), Symmetry.parse("C2"), hexagons)
    Periodic(Motion(2, Orientation.TRANSPOSE), (5, 5), rule=hexagons)
    for symmetry in ("C4", "D2|", "D2-", "D4+", "D8"):
        with pytest.raises(InputError, match="is unchanged only by Id, R180"):
            Periodic(Motion(2), (6, 6), Symmetry.parse(symmetry), hexagons)
    with pytest.raises(InputError, match=r"transform R90 .*unchanged only by Id$"):
        Periodic(Motion(2, Orientation.R90), (6, 6), rule=CROOKED)
    with pytest.raises(InputError, match=r"mirror-symmetric strip .*F\|"):
        Strip(6, UP, Mirror.MIRRORED, hexagons)
    with pytest.raises(InputError, match=r"glide .*F\|"):
        Strip(6, Motion(2, Orientation.FLIP_X, 0, -1), rule=hexagons)
    Strip(6, UP, Mirror.MIRRORED, MIRROR)


def test_a_direction_is_named_where_it_matters() -> None:
    assert Periodic(UP, (4, 4)).describe() == "c/2 spaceship of period 2"
    hexagons = Rule.parse("B2/S34H")
    assert (
        Periodic(UP, (4, 4), rule=hexagons).describe()
        == "c/2 spaceship of period 2 going up in B2/S34H"
    )


# Facts from rlifesrc's own tests; its ships travel to the right, ours up.


@pytest.mark.parametrize("solver", ["cadical195", "glucose4"])
def test_snowflakes_has_a_ship_in_4x4(solver: str) -> None:
    found = first(Periodic(UP, (4, 4), rule=Rule.parse(SNOWFLAKES)), Configuration(solver))
    assert found is not None
    known = behaviour(found.pattern, Rule.parse(SNOWFLAKES))
    assert (known.period, known.dx, known.dy) == (2, 0, -1)


@pytest.mark.parametrize("encoding", ["implicates", "knuth"])
def test_the_lightweight_spaceship_is_its_mirror_image_half_way(encoding: str) -> None:
    glide = Motion(2, Orientation.FLIP_X, 0, -1)
    how = Configuration("cadical195", "knuth" if encoding == "knuth" else "implicates")
    found = first(Periodic(glide, (5, 5)), how)
    assert found is not None
    assert behaviour(found.pattern).period == 4
    lwss = Pattern.parse("O..O.\n....O\nO...O\n.OOOO")
    assert found.pattern.canonical() in {phase.canonical() for phase in generations(lwss, 3)}


@pytest.mark.long
def test_seeds_at_the_speed_of_light_has_shorter_periods_only() -> None:
    light = Motion(6, Orientation.FLIP_X, 0, -6)
    query = Periodic(light, (13, 13), rule=Rule.parse("Seeds"))
    assert first(replace(query, any_period=True)) is not None
    assert first(query) is None
