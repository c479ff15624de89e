"""--proof and `lifesearch check`: what they say, and what is left when something goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lifesearch as ls
from lifesearch.core.events import Event, Finished, Found
from lifesearch.life.motion import Motion
from lifesearch.proofs import layout
from lifesearch.proofs.folder import ProofFolder
from lifesearch.proofs.writer import ProvingService
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.options import RunOptions
from tests.processes import COMMAND, eventually
from tests.program import run
from tests.proofs.folders import checked, manifest, prove

NONE = ("oscillator", "3", "--box", "4x3", "--jobs", "1")
HARD = ("oscillator", "7", "--box", "13x13", "--jobs", "1")
posix = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")


def test_a_proof_is_written_and_checks(tmp_path: Path) -> None:
    done = run(*NONE, "--proof", "none", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "proved: no oscillator of period 3 in a 4x3 box" in done.stderr
    assert "to check it: lifesearch check none" in done.stderr
    done = run("check", "none", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("proved: no oscillator of period 3 in a 4x3 box\nchecked: 1 part")
    text = (tmp_path / "none" / "README.txt").read_text()
    assert "drat-trim 4x3.cnf 4x3.drat" in text
    assert "they say less than the sentence above" in " ".join(text.split())
    assert {path.name for path in (tmp_path / "none").iterdir()} == {
        "README.txt",
        "proof.json",
        "4x3.cnf",
        "4x3.drat",
        "4x3.jsonl",
    }
    (tmp_path / "none" / "4x3.drat").write_bytes(b"a\0")
    done = run("check", "none", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "does not check: the file 4x3.drat is not the one that was written" in " ".join(
        done.stderr.split()
    )


def test_plain_and_compressed(tmp_path: Path) -> None:
    words = ("--plain", "--proof-compress", "--proof", "none")
    assert run(*NONE, *words, cwd=tmp_path).returncode == 1
    assert run("check", "none", cwd=tmp_path).returncode == 0
    folder = tmp_path / "none"
    assert (folder / "4x3.drat.gz").stat().st_size
    text = " ".join((folder / "README.txt").read_text().split())
    assert "the formulas alone say it all" in text
    assert "gunzip -k 4x3.cnf.gz 4x3.drat.gz" in text


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        "still-life --box 3x3 --all",
        "still-life --box 4x4 --all --connected --jobs 1",
        "still-life --box 4x4 --maximise population",
        "still-life --max-area 6 --all",
        "oscillator 2 --minimise box --symmetry C2",
        "spaceship c/4 --box 3x3 --all --raw",
        "predecessor blinker.rle --all",
        "complete film.txt --period 2 --all",
        "oscillator 2 --box 3x3 --rule B3/S2?3 --all",
    ],
)
def test_all_kinds_of_searches(words: str, tmp_path: Path) -> None:
    (tmp_path / "blinker.rle").write_text("x = 3, y = 1\n3o!\n")
    (tmp_path / "film.txt").write_text("???\n?o?\n???\n")
    done = run(*words.split(), "--proof", "proof", cwd=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    assert "the proof is in proof" in done.stderr
    said = done.stderr.replace("\n", " ")
    checked = run("check", "proof", cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr
    claim = manifest(tmp_path / "proof")["claim"]
    assert checked.stdout.startswith(claim[:40])
    assert claim in said


def test_nothing_to_prove(tmp_path: Path) -> None:
    done = run("still-life", "--box", "2x2", "--proof", "proof", cwd=tmp_path)
    assert done.returncode == 0
    assert "no proof is written" in done.stderr
    assert list((tmp_path / "proof").iterdir()) == []


def test_what_others_write_until_they_are_stopped_is_removed(tmp_path: Path) -> None:
    folder = tmp_path / "proof"

    def events() -> Iterator[Event]:
        yield Finished(1, 0, exhausted=False)
        (folder / "2x2.17-1.cnf.part").write_text("p cnf")

    query, options = Periodic(Motion(1), (2, 2)), RunOptions(1)
    assert [type(event) for event in ProofFolder(folder).record(query, options, events())] == [
        Finished
    ]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("oscillator 3", "needs --box WxH, --max-area N or, row by row, --width W"),
        ("spaceship c/4 --width 8 --max-length 9", "proves that there is nothing of any length"),
        ("still-life --box 4x4 --solver minisat22", "minisat22 writes no proof"),
        (
            "still-life --box 4x4 --all --engine tables",
            "tables of the box cannot write a proof",
        ),
        ("still-life --box 4x4 --session s", "leave out --session"),
        ("still-life --box 4x4 --dimacs f", "leave out --proof"),
    ],
)
def test_searches_without_a_proof(words: str, said: str, tmp_path: Path) -> None:
    done = run(*words.split(), "--proof", "proof", cwd=tmp_path)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert not (tmp_path / "proof").exists()


def test_folders_that_are_not_empty(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    done = run(*NONE, "--proof", "proof", cwd=tmp_path)
    assert (done.returncode, "is not empty" in done.stderr) == (2, True)
    done = run(*NONE, "--proof", "proof", "--force", cwd=tmp_path)
    assert (done.returncode, "files other than a proof" in done.stderr) == (2, True)
    (folder / "notes.txt").unlink()
    for more in ((), ("--force",)):
        assert run(*NONE, "--proof", "proof", *more, cwd=tmp_path).returncode == 1
        assert run("check", "proof", cwd=tmp_path).returncode == 0
    assert run("still-life", "--proof-compress", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("others", [(), ("1.cnf.part", "README.txt")])
def test_a_proof_that_was_killed_at_its_beginning_can_be_begun_again(
    others: tuple[str, ...], tmp_path: Path
) -> None:
    folder = tmp_path / "proof"
    folder.mkdir()
    for name in ("proof.json.part", *others):
        (folder / name).write_text("{")
    done = run(*NONE, "--proof", "proof", cwd=tmp_path)
    assert done.returncode == (2 if others else 1)  # a draft alone is nothing that could be lost
    assert run(*NONE, "--proof", "proof", "--force", cwd=tmp_path).returncode == 1
    assert run("check", "proof", cwd=tmp_path).returncode == 0
    assert not [*folder.glob("*.part")]


def test_other_files_beside_a_proof_stay(tmp_path: Path) -> None:
    mine = [tmp_path / "proof" / name for name in ("notes.txt", "data.json", "photo.gz")]
    assert run(*NONE, "--proof", "proof", cwd=tmp_path).returncode == 1
    for path in mine:
        path.write_text("mine")
    assert run(*NONE, "--proof", "proof", "--force", cwd=tmp_path).returncode == 1
    assert run("check", "proof", cwd=tmp_path).returncode == 0
    assert all(path.read_text() == "mine" for path in mine)


def test_an_older_proof_is_recognised_until_all_of_it_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("6x6.cnf", "proof.json", "strip.states"):
        (tmp_path / name).write_text("")
    removed: list[str] = []
    monkeypatch.setattr(Path, "unlink", lambda path: removed.append(path.name))
    layout.prepare(tmp_path, force=True)
    assert removed == ["6x6.cnf", "strip.states", "proof.json"]


@pytest.mark.parametrize(
    ("name", "about"),
    [
        ("nowhere", "there is no folder nowhere"),
        (".", ". is not a proof: it has no file proof.json"),
        ("file", "there is no folder file"),
    ],
)
def test_no_proof_to_check(name: str, about: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("check", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert about in done.stderr


def test_time_limit(tmp_path: Path) -> None:
    done = run(*HARD, "--proof", "proof", "--time-limit", "1", cwd=tmp_path)
    assert done.returncode == 3
    assert "is unfinished, and does not check" in done.stderr
    assert run("check", "proof", cwd=tmp_path).returncode == 1


@pytest.mark.long
@posix
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_stopped_while_writing(sign: signal.Signals, tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    with subprocess.Popen(
        [*COMMAND, *HARD, "--proof", str(folder)], stderr=subprocess.PIPE, text=True
    ) as process:
        assert eventually(lambda: any(p.stat().st_size for p in folder.glob("*.drat.part")))
        process.send_signal(sign)
        process.communicate()
    assert process.returncode in (128 + sign, -sign)
    assert manifest(folder)["status"] == layout.UNFINISHED
    report = ls.check(folder)
    assert not report
    assert "the proof is unfinished" in report.reason


@pytest.mark.skipif(sys.platform != "linux", reason="the worker is forked")
def test_a_worker_that_dies_while_it_lists_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one after it finds all answers again: the log of a part must have them."""
    died, search = tmp_path / "died", ProvingService._search

    def dies_once(self: ProvingService, *task: Any) -> Iterator[Any]:
        for report in search(self, *task):
            yield report
            if isinstance(report, list) and not died.exists():
                died.touch()
                os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(ProvingService, "_search", dies_once)
    query = Periodic(Motion(1), (4, 4))
    found, *others, finished = prove(query, tmp_path / "proof")
    assert died.exists()
    assert isinstance(found, Found)
    assert others
    assert isinstance(finished, Finished)
    assert finished.found == 13
    assert "13 found" in checked(tmp_path / "proof").claim


@posix
@pytest.mark.parametrize("size", [3_000, pytest.param(60_000, marks=pytest.mark.long)])
def test_full_disk(size: int, tmp_path: Path) -> None:
    """A file that may not grow is like a disk that is full."""
    import resource

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    folder = tmp_path / "proof"
    done = subprocess.run(
        [*COMMAND, "oscillator", "3", "--box", "6x6", "--symmetry", "C2", "--proof", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limited,
    )
    assert done.returncode == 2
    assert "cannot write the proof" in done.stderr
    assert "Traceback" not in done.stderr
    report = ls.check(folder)
    assert not report
    assert "unfinished" in report.reason


def test_from_python(tmp_path: Path) -> None:
    search = ls.StillLife(box=(3, 3))
    found = search.run(None, proof=tmp_path / "proof", jobs=1).answers
    report = ls.check(tmp_path / "proof")
    assert (report.valid, report.parts, len(found)) == (True, 1, 4)
    assert report.claim == "4 found; proved: no other still life in a 3x3 box"
    assert search.minimise(proof=tmp_path / "best", jobs=1).proved
    assert "has fewer than 4 cells" in ls.check(tmp_path / "best").claim
    with pytest.raises(ls.InputError, match="without bounds"):
        ls.Oscillator(3).run(proof=tmp_path / "race")
    with pytest.raises(ls.InputError, match="leave out session="):
        search.run(proof=tmp_path / "new", session=tmp_path / "session")
    with pytest.raises(ls.InputError, match="is not a proof"):
        ls.check(tmp_path)
