"""The clause sets of the thirteen programs, against sizes and hashes of the originals' output."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.questions.knuth.formula import KnuthFormula, parse_mask, sat_lines
from lifesearch.questions.knuth.programs import PROGRAMS, check, knuth_formula

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "knuth.jsonl").read_text().splitlines()
]


LARGE, LARGEST = 100_000, 250_000


def identify(record: dict[str, Any]) -> str:
    return " ".join([record["program"], *map(str, record["args"])])


def marks(clauses: int) -> list[pytest.MarkDecorator]:
    """The large ones are made in the same ways as the others of their program."""
    if clauses > LARGEST:
        return [pytest.mark.slow("a large formula")]
    return [pytest.mark.long] * (clauses > LARGE)


def formula_of(record: dict[str, Any]) -> KnuthFormula:
    mask = parse_mask(record["stdin"]) if "stdin" in record else None
    return knuth_formula(PROGRAMS[record["program"]], tuple(record["args"]), mask)


def sha256(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def test_all_thirteen_programs_are_covered() -> None:
    assert {record["program"] for record in RECORDS} == set(PROGRAMS)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(
            record,
            id=identify(record),
            marks=marks(record["clauses"]),
        )
        for record in RECORDS
    ],
)
def test_clauses_are_those_of_the_original(record: dict[str, Any]) -> None:
    text = "".join(sat_lines(formula_of(record)))
    if hashlib.sha256(text.encode("ascii")).hexdigest() != record["sha256_raw"]:
        tell_the_difference(text, record)


def test_a_single_column_that_is_its_own_mirror_image_has_one_side() -> None:
    formula = knuth_formula(PROGRAMS["sat-life-grid-spaceships-sym"], (5, 1, 2, 1))
    assert "".join(sat_lines(formula)).splitlines().count("~1c0") == 1


def test_rows_that_a_ship_moves_count_all_their_cells() -> None:
    ships = PROGRAMS["sat-life-grid-spaceships"]
    check(ships, (1, 1000, 1, 500))
    with pytest.raises(InputError, match="about 120,060,000 clauses"):
        check(ships, (1, 1000, 1, 2000))


def tell_the_difference(text: str, record: dict[str, Any]) -> None:
    """Fail at the coarsest thing that differs: variables, numbers, sets or orders of clauses."""
    clauses = [line.split() for line in text.splitlines() if not line.startswith("~ ")]
    canonical = {" ".join(sorted(clause)) for clause in clauses}
    normal = {
        " ".join(sorted(set(clause)))
        for clause in clauses
        if not any("~" + literal in clause for literal in clause)
    }
    assert len({literal.removeprefix("~") for c in clauses for literal in c}) == record["variables"]
    assert len(clauses) == record["clauses"]
    assert sum(map(len, clauses)) == record["literals"]
    assert len(canonical) == record["distinct_clauses"]
    assert sha256(sorted(map(" ".join, clauses))) == record["sha256"]
    assert sha256(sorted(canonical)) == record["sha256_set"]
    assert sha256(sorted(normal)) == record["sha256_norm"]
    pytest.fail("the same clauses, but another order or other blanks")
