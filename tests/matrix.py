"""Every goal in every place in every family of rules: what is refused, what brute force knows.

A cell of the matrix is a goal, a place and a family. Each has a command line, and either the
sentence with which the program refuses it, or a way to compare whole sets of answers with brute
force (`compare`): there is no third kind. `question` draws one at random for a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import lifesearch as ls
from lifesearch.common.errors import InputError
from lifesearch.core.question import PatternQuery
from lifesearch.life.known_cells import KnownCells
from lifesearch.life.motion import Motion, Target
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.partial import PartialRule
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.life.simulate.background import EMPTY_BACKGROUND
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.life.symmetry import SYMMETRIES
from lifesearch.questions.completion.asking import completion
from lifesearch.questions.counts.question import not_countable
from lifesearch.questions.periodic import asking as periodic
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running.option_table import read
from tests import random_queries as draw
from tests.questions import test_several_states as several

Options = dict[str, Any]
Size = tuple[int, int]


class Cell(NamedTuple):
    """What is asked for, where, and in which rules."""

    goal: str
    place: str
    family: str


# Files that command lines name, and what is in them.
FILES = {
    "mask.cells": ".OO\nOOO\nOO.\n",
    "known.txt": "* 0 0\n0 * *\n0 0 *\n",
    "target.cells": "OO\n.O\n",
    "tile.txt": "o.\n",
    "domino.cells": "OO\n",
}

PLACES: dict[str, str] = {
    "box": "--box 3x3",
    "mask": "--mask mask.cells",
    "growing boxes": "--max-area 6",
    "torus": "--box 3x3 --torus",
    "cylinder": "--cylinder 3 --box 3x3",
    "shifted cylinder": "--cylinder 3+1 --box 3x3",
    "strip": "--width 3 --max-length 3",
    "strip on a cylinder": "--cylinder 3 --max-length 3",
    "strip on a shifted cylinder": "--cylinder 3+1 --max-length 3",
    "background": "--box 3x3 --background tile.txt",
}
JOINED = ("cylinder", "shifted cylinder", "strip on a cylinder", "strip on a shifted cylinder")

GOALS: dict[str, str] = {
    "still life": "still-life",
    "oscillator": "oscillator 2",
    "oscillator that is back turned": "oscillator 2 --transform R180",
    "spaceship": "spaceship c/2",
    "spaceship that glides": "spaceship c/2 --transform F|",
    "completion": "complete known.txt --period 2",
    "predecessor": "predecessor target.cells --generations 2",
    "count": "count oscillator 2",
}

WAVY = Rule(bytes((block >> 5 & 1) ^ (block >> 3 & 1) for block in range(512)))
"""By which a cell lives if one of its neighbours to the left and to the right lives, not both."""

FAMILIES: dict[str, str] = {
    "outer-totalistic": "B36/S125",
    "isotropic": "B2ci3/S23",
    "hexagonal": "B2/S34H",
    "von Neumann": "B13/S012V",
    "without symmetry": str(WAVY),
    "B0 without S8": "B03/S23",
    "B0 with S8": "B0123478/S01234678",
    "several states": "/2/3",
    "partly unknown": "B3?/S23",
}

# The first line that fits a cell says why it is refused. '' is anything.
REFUSED: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], str], ...] = (
    (
        ("completion",),
        ("mask", "growing boxes", "torus", *JOINED, "strip"),
        (),
        "is not an option of",
    ),
    (
        ("predecessor",),
        ("mask", "growing boxes", *JOINED[2:], "strip"),
        (),
        "is not an option of",
    ),
    (("predecessor",), ("background",), (), "is not an option of"),
    (("predecessor",), ("torus",), ("partly unknown",), "needs a completely known --rule"),
    (
        ("completion",),
        ("background",),
        ("B0 without S8", "B0 with S8", "several states"),
        "backgrounds are for two-state rules without B0",
    ),
    (("completion",), ("background",), ("partly unknown",), "needs a completely known rule"),
    (
        ("count",),
        ("mask", "growing boxes", "background"),
        (),
        "is not an option of",
    ),
    (("count",), ("torus",), ("B0 with S8",), "on a torus, a count needs a rule without B0"),
    (("count",), (), ("partly unknown",), "must be completely known here"),
    (("count",), (), ("several states",), "counts are for two-state rules only"),
    (("count",), (), ("B0 without S8",), "rules under which the empty plane does not alternate"),
    (
        ("spaceship", "spaceship that glides"),
        ("torus",),
        (),
        "--torus is not an option of spaceship",
    ),
    (
        (),
        ("background",),
        ("partly unknown",),
        "a background needs a completely known rule",
    ),
    (
        (),
        ("background",),
        ("B0 without S8", "B0 with S8", "several states"),
        "backgrounds are for two-state rules without B0",
    ),
    ((), JOINED, ("partly unknown",), "needs a completely known --rule"),
    (
        ("spaceship that glides",),
        ("shifted cylinder", "strip on a shifted cylinder"),
        (),
        "the cylinder is not symmetric under",
    ),
    (
        ("spaceship that glides",),
        ("strip", "strip on a cylinder"),
        ("hexagonal",),
        "can recur flipped by F|, and in no other way",
    ),
    (("spaceship that glides",), ("cylinder",), ("hexagonal",), "cylinder is not symmetric under"),
    (
        ("oscillator that is back turned",),
        ("strip", "strip on a cylinder"),
        ("hexagonal",),
        "a glide needs a rule that is symmetric under F|",
    ),
    (
        (),
        ("strip", "strip on a cylinder"),
        ("several states",),
        "strips are for two-state rules only",
    ),
    (
        (),
        ("strip", "strip on a cylinder"),
        ("B0 without S8",),
        "strips are for rules under which the empty plane does not alternate",
    ),
    (
        ("still life",),
        ("box", "mask", "growing boxes", "cylinder", "shifted cylinder",
         "strip on a shifted cylinder"),
        ("B0 without S8",),
        "ask for an even period",
    ),
)  # fmt: skip

# Options that are compared with families of rules, symmetries and conditions by the words of
# commands alone: the module of tests, and its kinds of places or motions. Each asks its questions
# of all families that are not refused.
PAIRS: dict[str, tuple[str, tuple[str, ...]]] = {
    "count": (
        "test_counts",
        (
            "box", "torus", "cylinder", "shifted cylinder", "strip", "strip on a cylinder",
            "strip on a shifted cylinder",
        ),
    ),
    "--attach": ("test_attached", ("box", "mask")),
    "--background": ("test_backgrounds", ("still", "moving")),
    "--front": ("test_fronts", ("still", "moving")),
    "--cylinder W+S": ("test_shifted_cylinders", ("box", "up to a length")),
    "resume of a strip": ("test_resumed_strips", ()),
    "resume of a survey": ("test_resumed_surveys", ()),
}  # fmt: skip

# What is asked for in no place: soups and catalysts. Each has a symmetry, and of each family of
# rules the sentence with which it is refused, or nothing if answers are compared with brute force
# (tests/engines/soups/test_large_board.py, tests/engines/catalysts/test_answers.py).
COUNTING = "catalysts need a rule that counts neighbours"
ALTERNATING = "rules under which the empty plane does not alternate"
PARTLY = "must be completely known here"
ELSEWHERE: dict[str, dict[str, str]] = {
    "soup --soups 3 --size 5 --symmetry C1": {
        "outer-totalistic": "",
        "isotropic": "",
        "hexagonal": "",
        "von Neumann": "",
        "without symmetry": "",
        "B0 without S8": f"soups are for {ALTERNATING}",
        "B0 with S8": "",
        "several states": "",
        "partly unknown": PARTLY,
    },
    "catalyse target.cells --catalyst domino.cells --area 9x9 --catalysts 1": {
        "outer-totalistic": "",
        "isotropic": COUNTING,
        "hexagonal": COUNTING,
        "von Neumann": COUNTING,
        "without symmetry": COUNTING,
        "B0 without S8": f"catalysts are for {ALTERNATING}",
        "B0 with S8": COUNTING,
        "several states": "catalysts are for two-state rules only",
        "partly unknown": PARTLY,
    },
}
# Their pairs, and the tests that compare them.
PAIRS_ELSEWHERE: dict[str, tuple[str, tuple[str, ...]]] = {
    "soups x symmetry": (
        "tests.engines.soups.test_large_board",
        ("test_ships_that_meet_outside", "test_soups_are_the_same_on_a_large_board"),
    ),
    "soups x symmetry x family of rules": (
        "tests.engines.soups.test_large_board",
        (
            "test_soups_of_a_few_rules_of_each_family",
            "test_soups_of_more_rules_of_each_family",
        ),
    ),
    "catalysts x symmetry x rule": (
        "tests.engines.catalysts.test_answers",
        ("test_a_few_uses_of_one_catalyst", "test_uses_of_one_catalyst"),
    ),
    "catalysts x symmetry x rule x --period x --minimise": (
        "tests.engines.catalysts.test_answers",
        (
            "test_a_few_uses_with_a_period",
            "test_the_use_with_the_fewest_cells",
            "test_uses_with_a_period",
        ),
    ),
}
CATALYST_RULES = ("B3/S23", "B36/S23", "B38/S23", "B37/S23", "B3/S238", "B35/S236")


def cells() -> Iterator[Cell]:
    """The whole matrix."""
    return (Cell(*names) for names in product(GOALS, PLACES, FAMILIES))


def refusal(cell: Cell) -> str:
    """The sentence with which a cell is refused; empty if it is not."""
    for *names, why in REFUSED:
        if all(not some or name in some for name, some in zip(cell, names, strict=True)):
            return why
    return ""


def words(cell: Cell) -> list[str]:
    """The command line of a cell; the box of a completion is what is told.

    A strip knows one way to be turned. Hexagonal rules know another one, for diagonal ships.
    """
    goal, place = GOALS[cell.goal], PLACES[cell.place]
    if cell.goal == "completion":
        place = place.replace("--box 3x3", "")
    if cell.place in ("strip", "strip on a cylinder"):
        goal = goal.replace("R180", "F|")
    if cell.family == "hexagonal":
        goal = goal.replace("c/2 --transform F|", "c/2 diagonal --transform F\\")
    return [*goal.split(), *place.split(), "--rule", FAMILIES[cell.family]]


def rule_of(family: str, random: Random) -> Rule | PartialRule:  # noqa: PLR0911
    """A rule of a family, at random."""
    match family:
        case "outer-totalistic":
            births, stay = draw.some(random, range(1, 9), 35), draw.some(random, range(9), 40)
            return Rule.totalistic(births, stay)
        case "isotropic":
            letters = [text for text in draw.LIVELY if text[-1] not in "HV"]
            return random.choice((Rule.parse(random.choice(letters)), draw.isotropic(random)))
        case "hexagonal" | "von Neumann":
            most, letter = (6, "H") if family == "hexagonal" else (4, "V")
            births = draw.some(random, range(1, most + 1), 40)
            stay = draw.some(random, range(most + 1), 45)
            return Rule.parse(f"B{_digits(births)}/S{_digits(stay)}{letter}")
        case "without symmetry":
            if draw.chance(random, 50):
                return draw.mover(random, random.randrange(9))
            return draw.symmetric(random, [Orientation.IDENTITY, Orientation.FLIP_X])
        case "B0 without S8" | "B0 with S8":
            table = bytearray(draw.rule(random).table)
            table[0], table[511] = 1, family == "B0 with S8"
            return Rule(bytes(table))
        case "several states":
            return several.with_states(random)
        case "partly unknown":
            return PartialRule.parse(random.choice(draw.UNKNOWN))
    raise ValueError(f"no rules are known of the family {family}")


def _digits(numbers: list[int]) -> str:
    return "".join(map(str, numbers))


def place_of(place: str, random: Random, size: Size) -> Options:
    """The options of a place of some size, at random."""
    (width, height), shifted = size, (size[0], random.choice((1, -1, 2, 3)))
    places: dict[str, Options] = {
        "box": {"box": size},
        "mask": {"mask": ls.Pattern(draw.shape(random, size, 75))},
        "growing boxes": {"max_area": min(width * height, 9)},
        "torus": {"box": size, "torus": True},
        "cylinder": {"cylinder": width, "box": size},
        "shifted cylinder": {"cylinder": shifted, "box": size},
        "strip": {"width": width, "max_length": height},
        "strip on a cylinder": {"cylinder": width, "max_length": height},
        "strip on a shifted cylinder": {"cylinder": shifted, "max_length": height},
        "background": {"box": size},
    }
    return places[place]


def question(cell: Cell, random: Random, folder: Path) -> PatternQuery:
    """A question of a cell at random; what makes no sense together is drawn again."""
    refused = list[str]()
    while len(refused) < 2000:
        try:
            return _drawn(cell, random, folder)
        except InputError as error:
            refused.append(str(error))
    raise AssertionError(f"all questions of {cell} are refused: {set(refused)}")


def _drawn(cell: Cell, random: Random, folder: Path) -> PatternQuery:
    rule = rule_of(cell.family, random)
    if isinstance(rule, Rule) and rule.states > 2:
        most = 6 if cell.place == "growing boxes" else 9  # these are many boxes
        size = random.choice([(w, h) for w, h in several.BOXES[rule.states] if w * h <= most])
    else:
        size = draw.box(random, 12 if isinstance(rule, Rule) else 9)
    if cell.goal == "completion":
        return _completion(cell, random, folder, rule)
    if cell.goal == "predecessor":
        return _on(cell.place, _predecessor(random, rule), random)
    if cell.goal == "count":  # in a strip all boxes of one width are counted, up to a length
        goal = random.choice(("still life", "oscillator"))
        place = cell.place.removeprefix("strip on a ")
        joined = place_of(place, random, size) if place in ("torus", *JOINED) else {"box": size}
        raw = {"raw": True} if "shifted" in place else {}
        query = asked(goal, random, {**joined, "rule": rule, **raw})
        assert isinstance(query, Periodic)
        if why := not_countable(query, populations=False):
            raise InputError(why)
        return query
    options = {**place_of(cell.place, random, size), **_conditions(cell, random)}
    if cell.place == "background":
        options["background"] = _tile(random, folder)
        options.pop("population", None)
    return asked(cell.goal, random, options | {"rule": rule})


def asked(goal: str, random: Random, options: Options) -> PatternQuery:
    """The query for what recurs, with some period, velocity and transform."""
    turn = random.choice(list(Orientation)).symbol
    match goal:
        case "still life":
            return periodic.still_life(read("still-life", options))
        case "oscillator":
            return periodic.oscillator(random.choice((2, 2, 3, 4)), read("oscillator", options))
        case "oscillator that is back turned":
            period = random.choice((1, 2, 2, 3))
            return periodic.oscillator(period, read("oscillator", {**options, "transform": turn}))
        case "spaceship":
            return periodic.spaceship(_velocity(random), read("spaceship", options))
        case "spaceship that glides":
            way = _velocity(random)
            turn = "F\\" if way.endswith(" d") else "F|"  # the mirrors that keep the direction
            return periodic.spaceship(way, read("spaceship", {**options, "transform": turn}))
    raise ValueError(f"nothing is known of the goal {goal}")


def _velocity(random: Random) -> str:
    return random.choice(("c", "c", "c/2", "2c/2", "c/3", "2c/3", "c/2 d", "c d", "(2,1)c/2"))


def _conditions(cell: Cell, random: Random) -> Options:
    """Conditions that every place has, and a symmetry."""
    options: Options = {}
    travels, strips = cell.goal.startswith("spaceship"), "strip" in cell.place
    if draw.chance(random, 20) and not strips:
        options["symmetry"] = random.choice(SYMMETRIES).name
    if draw.chance(random, 15) and cell.place not in ("strip", "strip on a cylinder"):
        options["population"] = random.choice(("<=4", ">=3", "2-6"))
    if draw.chance(random, 20) and cell.goal != "still life" and not strips:
        options["any_period"] = True
    if draw.chance(random, 10) and not travels and not strips and cell.place != "growing boxes":
        options["with_empty"] = True
    return options


def _tile(random: Random, folder: Path) -> Path:
    _, _, picture = random.choice(draw.TILES)
    path = folder / "tile.txt"
    path.write_text(picture.replace("O", "o") + "\n")
    return path


def _completion(cell: Cell, random: Random, folder: Path, rule: Rule | PartialRule) -> PatternQuery:
    if isinstance(rule, Rule) and (rule.states > 2 or draw.chance(random, 50)):
        steps = random.choice((1, 2, 3))
        told = several.completion(random, rule, steps, returns=draw.chance(random, 60))
        if cell.place == "box":
            return told
    query = draw.completion(random)
    if isinstance(rule, PartialRule):
        return replace(query, rule=LIFE, rules=rule, background=EMPTY_BACKGROUND)
    query = replace(query, rule=rule, background=EMPTY_BACKGROUND)
    if cell.place == "box":
        return query
    known, motion = KnownCells.unknown(*query.box), Motion(random.choice((1, 2, 3)))
    options = {"rule": rule, "background": _tile(random, folder), "period": motion.period}
    return completion((known, rule), read("complete", options))


def _on(place: str, query: PatternQuery, random: Random) -> PatternQuery:
    """A question for predecessors on a torus or a cylinder, where the place is one."""
    assert isinstance(query, Predecessor)
    if place == "torus":
        return replace(query, torus=True)
    if place in JOINED:
        shift = random.choice((1, -1, 2)) if "shifted" in place else 0
        return replace(query, cylinder=Cylinder(query.box[0], shift))
    return query


def _predecessor(random: Random, rule: Rule | PartialRule) -> PatternQuery:
    if isinstance(rule, PartialRule):
        return replace(draw.predecessor(random), rule=LIFE, rules=rule)
    if rule.states == 2:
        return replace(draw.predecessor(random), rule=rule)
    box = random.choice([(2, 2), (2, 3), (3, 2), (1, 4)])
    free = draw.shape(random, box, 25)
    states = {(x, y): random.randrange(rule.states) for x in range(box[0]) for y in range(box[1])}
    target = Pattern.of_states(states) - free
    return Predecessor(Target(target, free, Box(0, 0, *box)), box, random.choice((1, 2)), rule)


def brute_force(query: PatternQuery) -> str:
    """The name of the brute force that knows the answers of a query."""
    name = type(query).__name__.lower()
    if query.rules is not None:
        return f"{name} in unknown rules"
    if isinstance(query, Predecessor) and query.joined:
        return "predecessor on a torus or a cylinder"
    if getattr(query, "cylinder", None) is not None or getattr(query, "wraps", False):
        return f"{name} on a cylinder"
    return f"{name} of several states" if query.rule.states > 2 else name
