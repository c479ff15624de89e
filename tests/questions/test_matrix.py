"""Each cell of the matrix of goals, places and rules is refused in a sentence, or compared.

For other random questions give `test_random_questions` other seeds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import lifesearch
from lifesearch.common.errors import InputError
from lifesearch.engines.counting.transfer_matrix import SweepOptions
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.life.rules.parse import HOODS
from lifesearch.life.rules.rule import Rule
from lifesearch.questions.counts.question import CountQuestion, count, counts
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.registry import KINDS, commands_asking, described, question_type
from tests import brute_answers
from tests.matrix import (
    ELSEWHERE,
    FAMILIES,
    FILES,
    GOALS,
    PLACES,
    Cell,
    brute_force,
    cells,
    question,
    refusal,
    words,
)
from tests.program import run
from tests.questions import test_cylinder as cylinders
from tests.questions import test_joined_predecessors as joined_predecessors
from tests.questions import test_several_states as several
from tests.questions import test_strip_cylinder as strips_on_cylinders
from tests.questions import test_unknown_rules as unknown
from tests.questions.strips import by_force, keys, ships
from tests.questions.test_random_queries import (
    compare_completion,
    compare_periodic,
    compare_predecessor,
    compare_unknown,
)
from tests.seeds import seeds

pytestmark = pytest.mark.usefixtures("kernels_loaded")

MOST_ANSWERS = 250
TRIES = 4
ACCEPTED = [cell for cell in cells() if not refusal(cell)]


def compare_strip(strip: Any, how: Configuration, depth: int) -> int | None:
    expected = by_force(strip)
    if len(expected) > MOST_ANSWERS:
        return None
    assert keys(strip, ships(strip)) == expected
    return len(expected)


BRUTE_FORCE: dict[str, Callable[[Any, Configuration, int], int | None]] = {
    "periodic": compare_periodic,
    "periodic in unknown rules": compare_unknown,
    "periodic of several states": several.compare,
    "periodic on a cylinder": cylinders.compare_query,
    "strip": compare_strip,
    "strip on a cylinder": lambda strip, how, depth: strips_on_cylinders.compare_strip(strip),
    "predecessor": compare_predecessor,
    "predecessor in unknown rules": unknown.compare_ancestors,
    "predecessor on a torus or a cylinder": joined_predecessors.compare,
    "predecessor of several states": several.compare_predecessor,
    "completion": compare_completion,
    "completion in unknown rules": unknown.compare_films,
    "completion of several states": several.compare_completion,
}


def compare_count(query: Periodic, how: Configuration) -> int | None:
    """As many as there are, with and without those that differ by place, turn and phase only."""
    if query.torus or query.cylinder is not None:  # as many as are found, and as brute force has
        number = BRUTE_FORCE[brute_force(query)](replace(query, raw=False), how, 0)
        whole = replace(query, raw=True)
        assert number is None or count(whole, SweepOptions()).number == number
        return number
    every = counts(CountQuestion(replace(query, raw=True), lengths=True), SweepOptions())
    some = counts(CountQuestion(query, lengths=True), SweepOptions())
    found = 0
    for different, raw in zip(some, every, strict=True):
        lacking = query.symmetry.lacks(*raw.box)
        lives = [] if lacking else brute_answers.recurrent(query, raw.box, query.rule)
        classes = {brute_answers.plane_class(life, query.rule) for life in lives}
        assert (different.number, raw.number) == (len(classes), len(lives))
        found += len(lives)
    assert count(query, SweepOptions()).number == len(classes)
    return found


def compare(cell: Cell, seed: str, folder: Path) -> int | None:
    """Ask a question of a cell; how many answers it has, None if they are too many."""
    random = Random(seed)
    query = question(cell, random, folder)
    how = Configuration(
        random.choice(("minisat22", "minisat22", "glucose4", "cadical195")),
        plain=random.random() < 0.2,
        seed=random.choice((0, 1, 2)),
    )
    try:
        if cell.goal == "count":
            assert isinstance(query, Periodic)
            return compare_count(query, how)
        return BRUTE_FORCE[brute_force(query)](query, how, random.choice((0, 0, 0, 1, 2)))
    except Exception as error:
        error.add_note(f"{cell} with the seed {seed!r} asks {query}")
        raise


def compare_many(name: str, number: int, folder: Path, chosen: list[Cell]) -> tuple[int, int]:
    """Compare so many questions, of one cell after another; how many there were, and had answers.

    Most rules have no ships in a small box: a cell is asked again until there is an answer, a few
    times.
    """
    compared = answered = 0
    for i in range(number):
        for tries in range(100):
            found = compare(chosen[i % len(chosen)], f"{name}.{i}.{tries}", folder)
            compared += found is not None
            answered += bool(found)
            if found or (found == 0 and tries >= TRIES):
                break
        else:
            raise AssertionError(f"{chosen[i % len(chosen)]} has too many answers to compare")
    return compared, answered


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("place", PLACES)
def test_each_cell_is_refused_in_a_sentence_or_compared(
    goal: str, place: str, tmp_path: Path
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    for family in FAMILIES:
        cell = Cell(goal, place, family)
        if why := refusal(cell):
            said = run(*words(cell), cwd=tmp_path)
            assert (said.returncode, said.stdout) == (2, ""), (cell, said)
            assert why in said.stderr, (cell, said.stderr)
            assert len(said.stderr.splitlines()) == 1, (cell, said.stderr)
        else:
            query = question(cell, Random(0), tmp_path)
            assert goal == "count" or brute_force(query) in BRUTE_FORCE, (cell, query)


@pytest.mark.parametrize("command", ELSEWHERE)
def test_what_has_no_place_is_refused_in_a_sentence_or_compared(
    command: str, tmp_path: Path
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    assert set(ELSEWHERE[command]) == set(FAMILIES)
    for family, why in ELSEWHERE[command].items():
        said = run(*command.split(), "--rule", FAMILIES[family], cwd=tmp_path)
        if why:
            assert (said.returncode, said.stdout) == (2, ""), (family, said)
            assert why in said.stderr, (family, said.stderr)
            assert len(said.stderr.splitlines()) == 1, (family, said.stderr)
        else:
            assert said.returncode in (0, 1), (family, said)


def test_the_matrix_has_every_goal() -> None:
    """What can be searched for, by the commands of the program."""
    listed = run("--help").stdout.split("Search:\n")[1].split("\n\n")[0]
    commands = set(re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE))
    # Other programs' questions, what is compared in its own way, and what has no place.
    others = {"survey", "knuth", "rotors", "smallest", *(text.split()[0] for text in ELSEWHERE)}
    assert commands - others == {text.split()[0] for text in GOALS.values()}


def test_the_matrix_has_every_place() -> None:
    """Where can be searched, by the options of the program and the fields of queries."""
    text = run("oscillator", "--help-all").stdout
    groups = [text.split(f"{title}\n")[1].split("\n\n")[0] for title in ("Where:", "Row by row:")]
    options = set(re.findall(r"^  (?:-[a-z], )?(--[a-z-]+)", "\n".join(groups), re.MULTILINE))
    not_places = {"--symmetry", "--look-ahead", "--front", "--engine", "--partials", "--rotor"}
    assert options - not_places == set(re.findall("--[a-z-]+", " ".join(PLACES.values())))
    known = {
        "Periodic": "motion box symmetry rule any_period with_empty torus mask max_area raw "
        "constraints rules width cylinder",
        "Strip": "width motion mirror rule look_ahead front max_length constraints folds wraps",
        "Predecessor": "target box generations rule raw constraints surrounded rules torus "
        "cylinder padded project",
        "Closest": "target box generations rule torus cylinder",
        "Forced": "asked rule",
        "Orphans": "size rule",
        "Completion": "known motion returns symmetry rule background any_period with_empty raw "
        "constraints rules",
        "Race": "motion rule constraints only seed composite symmetry",  # of all these queries
        "Smallest": "rules_of most_cells size states only max_period square symmetry at_random "
        "seed known",
        "Catalysts": "active catalysts most rule symmetry area generations recovery apart "
        "transparent periods transform debris fewest new excluded",
        "Rotors": "size symmetry rule min_period period composite rotor",
        "SoupQuery": "rule seed symmetries density least most",
        "CountQuestion": "query lengths populations",
        "SurveyQuestion": "rule families periods speeds seed",
    }
    kinds = [question_type(name) for name in KINDS if described(name).records]
    assert {kind.__name__ for kind in kinds} == set(known)
    assert all(commands_asking(name) for name in KINDS)
    for kind in kinds:
        assert {field.name for field in fields(kind)} == set(known[kind.__name__].split())  # type: ignore[arg-type]


def test_the_matrix_has_every_family() -> None:
    """How rules can be written, by the modules that read them; and each family is another one."""
    folder = Path(lifesearch.__file__).parent / "life" / "rules"
    assert {path.stem for path in folder.glob("*.py")} == {
        "__init__", "generations", "hensel", "map_string", "names", "neighbourhood", "parse",
        "partial", "partial_parse", "rule",
    }  # fmt: skip
    assert set(HOODS) == {"", "h", "v"}
    for family, text in FAMILIES.items():
        if family == "partly unknown":
            with pytest.raises(InputError):
                Rule.parse(text)
            continue
        rule = Rule.parse(text)
        traits = {
            "outer-totalistic": rule.births is not None,
            "isotropic": rule.isotropic and rule.births is None,
            "hexagonal": str(rule).endswith("H"),
            "von Neumann": str(rule).endswith("V"),
            "without symmetry": str(rule).startswith("MAP"),
            "B0 without S8": bool(rule.table[0] and not rule.table[-1]),
            "B0 with S8": bool(rule.table[0] and rule.table[-1]),
            "several states": rule.states > 2,
        }
        assert traits[family], family


def test_a_few_random_questions(tmp_path: Path) -> None:
    _, answered = compare_many("few", 6, tmp_path, ACCEPTED[::31])
    assert answered >= 2


@pytest.mark.long
def test_some_random_questions(tmp_path: Path) -> None:
    _, answered = compare_many("some", 10, tmp_path, ACCEPTED[::37])
    assert answered >= 2


@seeds()
def test_random_questions(seed: int, tmp_path: Path) -> None:
    chosen = Random(seed).sample(ACCEPTED, 40)
    _, answered = compare_many(f"{seed}", len(chosen), tmp_path, chosen)
    assert answered
