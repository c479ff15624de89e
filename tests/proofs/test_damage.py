"""Proofs that somebody has changed: none of them checks.

Most damage is noticed by the digests. Here the manifest is made to vouch for the damaged files, as
somebody would who forges a proof.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lifesearch.core.constraints import Aim, Constraints, Objective
from lifesearch.core.question import PatternQuery
from lifesearch.engines.sat.solving.configuration import FixedSettings
from lifesearch.life.motion import Motion, Target
from lifesearch.life.pattern import Pattern
from lifesearch.proofs import layout
from lifesearch.proofs.check import check
from lifesearch.proofs.verifier import reading
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running import by_sat
from tests.proofs.folders import checked, manifest, prove, refusal, sign
from tests.seeds import seeds

SMALLEST = Constraints(objective=Objective(Aim.SMALLEST_BOX))
QUESTIONS: dict[str, tuple[PatternQuery, FixedSettings, int]] = {
    "none": (Periodic(Motion(3), (4, 3)), FixedSettings("cadical195"), 1),
    "text": (Periodic(Motion(3), (4, 3)), FixedSettings("glucose4", plain=True), 1),
    "all": (Periodic(Motion(1), (4, 3)), FixedSettings("cadical195", seed=3), 1),
    "cubes": (Periodic(Motion(2), (4, 3)), FixedSettings("cadical153"), 2),
    "box": (Periodic(Motion(2), constraints=SMALLEST), FixedSettings("cadical195"), 1),
    "target": (
        Predecessor.around(Target(Pattern.of([(0, 0), (1, 0), (2, 0)]))),
        FixedSettings("glucose4"),
        1,
    ),
}


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A proof of each kind."""
    folder, written = tmp_path_factory.mktemp("proofs"), {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_sat, "WORTH_SPLITTING", 1)
        for name, (query, fixed, jobs) in QUESTIONS.items():
            written[name] = folder / name
            prove(query, written[name], fixed, jobs=jobs)
    return written


@pytest.fixture
def copied(proofs: dict[str, Path], tmp_path: Path) -> Callable[[str], Path]:
    """Copies of proofs, which may be damaged."""

    def copy(name: str) -> Path:
        target = tmp_path / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(proofs[name], target)
        return target

    return copy


Copied = Callable[[str], Path]


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_written_checks(name: str, copied: Copied) -> None:
    folder = copied(name)
    assert checked(folder).claim == manifest(folder)["claim"]


def damaged(random: Random, data: bytes) -> bytes:
    """Bytes of which something is lost, added or changed."""
    at = random.randrange(len(data))
    match random.randrange(4):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + data[at + random.randint(1, 30) :]
        case 2:
            return data[:at] + random.randbytes(random.randint(1, 5)) + data[at:]
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def damage_files(copied: Copied, seeds: range) -> None:
    """Damage a file: without a new digest it is always noticed; with one, by what it says.

    What is left of a solver's proof may still be a proof of the formula.
    """
    for seed in seeds:
        random = Random(seed)
        folder = copied(random.choice([*QUESTIONS]))
        name = random.choice(sorted(manifest(folder)["files"]))
        path = folder / name
        before = path.read_bytes()
        path.write_bytes(damaged(random, before))
        if path.read_bytes() == before:
            continue
        assert refusal(folder) == f"the file {name} is not the one that was written"
        sign(folder)
        if name.endswith((".cnf", ".jsonl")) and data_of(path.read_bytes()) != data_of(before):
            refusal(folder)
        else:
            assert check(folder).claim == manifest(folder)["claim"]


def data_of(file: bytes) -> bytes:
    """A formula or a log without the words for people, which no check compares."""
    file = re.sub(rb"^c (?!alive |any |cell |died |rule |Clauses ).*\n", b"", file, flags=re.M)
    return re.sub(rb'"words": "[^"\n]*"', b"", file)


def test_damaged_files(copied: Copied) -> None:
    damage_files(copied, range(8))


@seeds()
def test_many_damaged_files(seed: int, copied: Copied) -> None:
    damage_files(copied, range(20 * seed, 20 * seed + 20))


def test_damaged_manifests(copied: Copied) -> None:
    folder = copied("all")
    path = folder / layout.MANIFEST
    data = path.read_bytes()
    for seed in range(150):
        random = Random(seed)
        path.write_bytes(damaged(random, data))
        assert not check(folder).valid or meaning(path.read_bytes()) == meaning(data)


def meaning(data: bytes) -> Any:
    """What matters of a manifest: not its words, who wrote it, or how hard that was."""
    values = json.loads(data) | {"program": "", "words": "", "claim": ""}
    for part in values["parts"]:
        part["conflicts"] = 0
    return values


CHANGES: dict[str, tuple[str, Callable[[Any], Any], str]] = {
    "another claim": (
        "all",
        lambda m: {"proved": {"kind": "none"}},
        "prove something other than the claim",
    ),
    "fewer answers": (
        "all",
        lambda m: {"proved": m["proved"] | {"answers": 2}},
        "prove something other than the claim",
    ),
    "a better optimum": (
        "box",
        lambda m: {"proved": m["proved"] | {"cost": m["proved"]["cost"] - 1}},
        "prove something other than the claim",
    ),
    "another question": (
        "none",
        lambda m: {"question": m["question"] | {"box": [5, 3]}},
        "not a part of this question",
    ),
    "no question": ("none", lambda m: {"question": {}}, "the question is damaged"),
    "no parts": ("none", lambda m: {"parts": []}, "there is no proof for 4x3"),
    "a cube is missing": ("cubes", lambda m: {"parts": m["parts"][1:]}, "cubes"),
    "a box is missing": ("box", lambda m: {"parts": m["parts"][1:]}, "there is no proof for 1x1"),
    "no answer": ("box", lambda m: {"answers": []}, "the boxes never end"),
    "unfinished": ("none", lambda m: {"status": "unfinished"}, "the proof is unfinished"),
    "an older format": ("none", lambda m: {"format": 1}, "the proof has format 1, of another"),
    "a newer format": ("none", lambda m: {"format": 99}, "the proof has format 99, of another"),
    "no claim as data": ("none", lambda m: {"proved": {}}, "the files prove something other"),
    "another kind": (
        "none",
        lambda m: {"parts": [m["parts"][0] | {"kind": "belief"}]},
        "no kind that is known",
    ),
    "files elsewhere": (
        "none",
        lambda m: {"parts": [m["parts"][0] | {"proof": "../none/4x3.drat"}]},
        "not in its list",
    ),
    "other symmetry breaking": (
        "none",
        lambda m: {
            "parts": [
                m["parts"][0] | {"configuration": m["parts"][0]["configuration"] | {"plain": True}}
            ]
        },
        "belong to another question",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_forged_manifests(change: str, copied: Copied) -> None:
    name, changes, said = CHANGES[change]
    folder = copied(name)
    sign(folder, **changes(manifest(folder)))
    assert said in refusal(folder)


def test_a_proof_of_another_formula(copied: Copied) -> None:
    for name, other in (("none", "all"), ("text", "target")):
        folder, from_there = copied(name), copied(other)
        (proof,) = folder.glob("*.drat")
        (foreign,) = from_there.glob("*.drat")
        shutil.copy(foreign, proof)
        sign(folder)
        assert "does not" in refusal(folder)


def test_a_formula_that_says_too_much(copied: Copied) -> None:
    """One more clause, and the proof would be right, but of another formula."""
    folder = copied("none")
    (path,) = folder.glob("*.cnf")
    text = path.read_text()
    formula = reading.read_formula(path.read_bytes())
    header = f"p cnf {formula.variables} {len(formula.clauses)}\n"
    longer = f"p cnf {formula.variables} {len(formula.clauses) + 1}\n"
    path.write_text(text.replace(header, longer) + "1 0\n")
    sign(folder)
    assert "the formula is not that of the question" in refusal(folder)
    path.write_text(text.replace("c cell 0 0 0 1\n", "c cell 0 1 0 1\n"))
    sign(folder)
    assert "the comments of the formula" in refusal(folder)


@pytest.mark.parametrize("name", QUESTIONS)
def test_another_wording(name: str, copied: Copied) -> None:
    """Claims are compared as data: a claim in other words is still proved."""
    folder = copied(name)
    claim = manifest(folder)["claim"]
    for path in folder.glob("*.cnf"):
        path.write_text(
            re.sub(r"^c (?=\S* of|The|Each|Lines)", "c Behold! ", path.read_text(), flags=re.M)
        )
    for path in folder.glob("*.jsonl"):
        path.write_text(path.read_text().replace('"words": "', '"words": "behold, ', 1))
    sign(folder, words="behold", claim="it is proved that there is nothing better")
    report = checked(folder)
    assert report.claim == claim
    assert report.written == "it is proved that there is nothing better"


def rewritten(path: Path, change: Callable[[list[Any]], list[Any]]) -> None:
    records = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(record) + "\n" for record in change(records)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r[:-1], "the formula is not that"),
        (lambda r: [*r, {"found": [0, 0, "3o$o!"]}], "solver"),
        (lambda r: [*r, {"known": [[0, 0, "2o$2o!"]]}], "of the question"),
        (lambda r: [*r, {"known": [[0, 0, "3o!"]]}], "that is not a listed answer"),
        (lambda r: [*r, {"believed": 1}], "a record is empty"),
        (lambda r: [*r, {"found": "o"}], "damaged"),
        (lambda r: r[1:], "belong to another question"),
        (lambda r: [], "belong to another question"),
    ],
)
def test_forged_answers(
    change: Callable[[list[Any]], list[Any]], said: str, copied: Copied
) -> None:
    folder = copied("all")
    (path,) = folder.glob("*.jsonl")
    rewritten(path, change)
    sign(folder)
    assert said in refusal(folder)


def test_cubes_that_do_not_cover(copied: Copied) -> None:
    folder = copied("cubes")
    (folder / "cover.drat").write_text("1 0\n0\n")
    sign(folder)
    assert "the parts: " in refusal(folder)
    lines = (folder / "cover.cnf").read_text()
    (folder / "cover.cnf").write_text(lines.rsplit("\n", 2)[0] + "\n1 0\n")
    sign(folder)
    assert "is not about the cubes" in refusal(folder)


def test_missing_files(copied: Copied) -> None:
    for name in manifest(copied("cubes"))["files"]:
        folder = copied("cubes")
        (folder / name).unlink()
        assert refusal(folder) == f"the file {name} is missing"


@pytest.mark.long
def test_files_that_become_too_large(copied: Copied) -> None:
    """A small file that would fill the memory is refused after a part of it."""
    folder = copied("none")
    parts, files = manifest(folder)["parts"], manifest(folder)["files"]
    for name in ("formula", "proof"):
        written = parts[0][name]
        bomb = f"{written}.gz"
        with gzip.open(folder / bomb, "wb") as file:
            for _ in range(40):
                file.write(bytes(1 << 20))
        changed = {**parts[0], name: bomb}
        sign(folder, parts=[changed], files={**files, bomb: ""})
        tracemalloc.start()
        said = f"4x3: the file {bomb} would be more than 50 times as large, decompressed"
        assert refusal(folder) == said
        assert tracemalloc.get_traced_memory()[1] < 40 << 20
        tracemalloc.stop()


@pytest.mark.parametrize("length", [13, 64, 100_000])
def test_cubes_of_any_length(length: int, copied: Copied) -> None:
    folder = copied("cubes")
    parts = manifest(folder)["parts"]
    parts[0]["cube"] = "0" * length
    sign(folder, parts=parts)
    said = f"it is a cube of {length} cells, and never more than 12 are fixed"
    assert refusal(folder).endswith(said)


def test_what_is_trusted_is_reported(tmp_path: Path) -> None:
    """Nothing is known here of pieces: the report has how many clauses are about them."""
    query = Periodic(Motion(1), (5, 2), constraints=Constraints(connected=True))
    prove(query, tmp_path / "proof", FixedSettings("cadical195"))
    ((kind, count),) = checked(tmp_path / "proof").trusted
    assert kind == "against pieces that are not wanted"
    assert count > 0
