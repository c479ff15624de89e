"""All JSON that commands print, compared with the schema in the manual."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.doors.cli.conftest import Run

jsonschema = pytest.importorskip("jsonschema")

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "lifesearch" / "manual" / "output.schema.json").read_text("utf-8")
)
GOLDEN = Path(__file__).parents[2] / "golden"
COMMANDS = {
    "pattern": (
        "oscillator 2 --box 5x5 --count 2 -f json",
        "spaceship c/4 diagonal --box 3x4 -f json",
        "still-life --box 4x4 --torus --count 1 -f json",
        "still-life --box 3x3 --all --raw -f json",
        "spaceship c/4 --width 3 --rule any-outer -j 1 -f json",
        "predecessor glider.rle -f json",
        "complete film.txt --generations 1 -f json",
        "catalyse glider --catalysts 1 --area 16x16 -f json",
    ),
    "identified": (
        "identify xp2_7 xq4_153 xs4_33 glider.rle -f json",
        "identify pi.rle gun.rle -f json --generations 300",
    ),
    "smallest": ("smallest outer-totalistic --cells 2 --box 2x2 -f json",),
    "soup_object": ("soup --soups 20 --symmetry D8_1 -f json",),
    "count": (
        "count still-life --box 4x4 -f json",
        "count oscillator 2 --box 3x3 --by-population --raw -f json",
        "count still-life --box 3x3 --torus -f json",
        "count still-life --box 3x3 --cylinder 3+1 --raw -f json",
        "count predecessor glider.rle --box 4x4 -f json",
    ),
    "rotor": ("rotors 2x2 -f json",),
    "catalogue_entry": ("catalogue list -f json",),
    "survey": ("survey HighLife --kind still-lifes --time-limit 1s -f json",),
    "atlas_line": ("atlas -f json",),
}

SHORT = ("count", "rotor", "catalogue_entry", "atlas_line")
"""What takes little time to print; the rest is tried with the long tests."""


def strict(schema: Any) -> Any:
    """A schema that allows no field beside those that it names."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: strict(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        found["additionalProperties"] = False
    return found


@cache
def validator(kind: str) -> Any:
    schema = {**strict(deepcopy(SCHEMA)), "anyOf": [{"$ref": f"#/$defs/{kind}"}]}
    return jsonschema.Draft202012Validator(schema)


def check(line: str, kind: str) -> None:
    validator(kind).validate(json.loads(line))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "glider.rle").write_text("bo$2bo$3o!\n")
    (tmp_path / "film.rle").write_text("b2o$2o$bo!\n")
    (tmp_path / "pi.rle").write_text("3o$obo$obo!\n")
    (tmp_path / "film.txt").write_text("...\n.?.\n...\n\n...\n...\n...\n")
    gun = (
        "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$"
        "11bo3bo$12b2o!"
    )
    (tmp_path / "gun.rle").write_text(f"{gun}\n")
    return tmp_path


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    others = {"survey_pattern", "survey_kind"}
    named = {each["$ref"].rpartition("/")[2] for each in SCHEMA["anyOf"]}
    assert named | others == SCHEMA["$defs"].keys()
    assert COMMANDS.keys() == named


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[] if kind in SHORT else [pytest.mark.long]) for kind in COMMANDS],
)
def test_what_is_printed_is_as_the_schema_says(lifesearch: Run, folder: Path, kind: str) -> None:
    for command in COMMANDS[kind]:
        done = lifesearch(*command.split(), cwd=folder)
        assert done.stdout, done.stderr
        for line in done.stdout.splitlines():
            check(line, kind)


def recorded() -> Iterator[str]:
    for file in sorted(GOLDEN.glob("*.txt")):
        for line in file.read_text("utf-8").splitlines():
            if line.startswith('| {"'):
                yield line.removeprefix("| ")


def test_what_was_recorded_is_as_the_schema_says() -> None:
    lines = list(recorded())
    assert len(lines) > 20
    schema = jsonschema.Draft202012Validator(strict(deepcopy(SCHEMA)))
    for line in lines:
        schema.validate(json.loads(line))


def test_another_field_is_noticed(lifesearch: Run) -> None:
    right = json.loads(lifesearch("count", "still-life", "--box", "3x3", "-f", "json").stdout)
    check(json.dumps(right), "count")
    with pytest.raises(jsonschema.ValidationError):
        check(json.dumps({name: right[name] for name in right if name != "version"}), "count")
    with pytest.raises(jsonschema.ValidationError):
        check(json.dumps(right | {"more": 1}), "count")
