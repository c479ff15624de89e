"""Searches in rules of all kinds: only what a rule does not notice may be taken for the same."""

import numpy as np
import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.constraints import Constraints
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.neighbourhood import turned
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry, closure
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.questions.strips.question import Strip
from tests.asking import QUICK, every
from tests.questions.test_random_queries import compare_periodic, compare_predecessor

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
def test_all_solutions_of_small_boxes(
    name: str, motion: Motion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each once, raw; and one of each class under the rule's own symmetries."""
    monkeypatch.setattr("tests.questions.test_random_queries.MOST_ANSWERS", 512)
    rule = RULES[name]
    boxes = [(3, 3), (2, 4)] if motion.travels else [(4, 3), (3, 4)]
    if not motion.travels and any(not g.apply(1, 0)[0] for g in rule.symmetries):
        boxes = boxes[:1]  # the other one has the same patterns, lying down
    for size in boxes:
        assert compare_periodic(Periodic(motion, size, rule=rule), QUICK, 0) is not None


@pytest.mark.parametrize("name", RULES)
def test_growing_boxes_have_all_of_them(name: str) -> None:
    """A rule that tells rows from columns has tall patterns that are no wide ones, lying down."""
    query = Periodic(Motion(2), rule=RULES[name], max_area=8)
    assert compare_periodic(query, QUICK, 0) is not None


@pytest.mark.parametrize("name", ["Life but for one block", "no symmetry", "hexagons"])
def test_answers_in_one_piece(name: str) -> None:
    """A piece that was found does not stand for its mirror image, unless the rule is mirrored."""
    motion, constraints = Motion(2 if name == "hexagons" else 1), Constraints(connected=True)
    query = Periodic(motion, (5, 2), rule=RULES[name], constraints=constraints)
    assert compare_periodic(query, QUICK, 0)


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
    query = Periodic(Motion(1), (3, 3), rule=RULES[name], torus=True)
    assert compare_periodic(query, QUICK, 0) is not None


@pytest.mark.parametrize(
    "name", ["Life but for one block", "half turns", "quarter turns", "left and right", "hexagons"]
)
def test_predecessors_are_told_apart(name: str) -> None:
    """The target is symmetric; its predecessors are the same only if the rule is, too."""
    query = Predecessor(Target(Pattern.of([(1, 1)])), (3, 3), rule=RULES[name])
    assert (compare_predecessor(query, QUICK, 0) or 0) > 1


def test_a_strip_does_not_mirror_what_the_rule_tells_apart() -> None:
    """Everything moves up, but pairs side by side lose their left cell: mirror images differ."""
    table = bytes(bool(block & 2 and not block & 1) for block in range(512))
    rule = Rule(table)
    assert Orientation.FLIP_X not in rule.symmetries
    from lifesearch.engines.sat.solving.strip_explorer import images

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
