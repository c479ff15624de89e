"""`-o FILE` and files that are there: sessions go on with theirs, others need `--force`."""

from pathlib import Path

import pytest

from tests.doors.cli.conftest import Run

WORDS = ("still-life", "--box", "3x3", "--all", "-j", "1")


@pytest.mark.parametrize("form", ["rle", "csv"])
def test_a_search_overwrites_nothing(lifesearch: Run, tmp_path: Path, form: str) -> None:
    file = tmp_path / "out"
    words = (*WORDS, "-f", form, "-o", str(file))
    assert lifesearch(*words).returncode == 0
    first = file.read_text()
    again = lifesearch(*words)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == (
        f"lifesearch: {file} already exists: give another name, or --force to replace it\n"
    )
    file.write_text("precious")
    assert lifesearch(*words).returncode == 2
    assert file.read_text() == "precious"
    assert lifesearch(*words, "--force").returncode == 0
    assert file.read_text() == first


@pytest.mark.parametrize("form", ["rle", "csv", "json"])
def test_a_session_goes_on_with_its_output(lifesearch: Run, tmp_path: Path, form: str) -> None:
    file, session = tmp_path / "out", tmp_path / "s.session"
    more = ("-f", form, "-o", str(file))
    whole = lifesearch(*WORDS, "-f", form).stdout
    begun = ("still-life", "--box", "3x3", "--count", "2", "-j", "1", "--session", str(session))
    assert lifesearch(*begun, *more).returncode == 0
    part = file.read_text()
    assert part
    assert lifesearch(*begun, *more).returncode == 0
    assert file.read_text() == part
    assert lifesearch("resume", str(session), "--all", "-j", "1", *more).returncode == 0
    assert file.read_text().startswith(part)
    assert len(file.read_text().splitlines()) == len(whole.splitlines())
    other = "rle" if form == "csv" else "csv"
    refused = lifesearch("resume", str(session), "--all", "-f", other, "-o", str(file))
    assert refused.returncode == 2
    assert "already exists" in refused.stderr


def test_forced_cells_in_a_session_go_on_with_their_output(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "block.cells").write_text("OO\nOO\n")
    words = ("predecessor", "block.cells", "--forced", "--box", "4x4", "-j", "1")
    for _ in range(2):
        done = lifesearch(*words, "--session", "s.session", "-o", "f.rle", cwd=tmp_path)
        assert done.returncode == 0
    assert (tmp_path / "f.rle").read_text().count("!\n") == 1


def test_a_refused_output_leaves_no_folder_for_a_proof(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "g.rle").write_text("precious")
    words = (*WORDS, "--proof", "folder")
    assert lifesearch(*words, "-o", "g.rle", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "folder").exists()
    assert lifesearch(*words, "-o", "g.rle", "--force", cwd=tmp_path).returncode == 0
    assert (tmp_path / "folder" / "proof.json").exists()


def test_knuth_too(lifesearch: Run, tmp_path: Path) -> None:
    file = tmp_path / "out"
    words = ("knuth", "grid-cycle", "3", "3", "2", "-o", str(file))
    file.write_text("precious")
    assert lifesearch(*words).returncode == 2
    assert file.read_text() == "precious"
    assert lifesearch(*words, "--force").returncode == 0
    assert "oscillator" in file.read_text()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_standard_output_by_its_name(lifesearch: Run) -> None:
    done = lifesearch(*WORDS, "-f", "csv", "-o", "/dev/stdout")
    assert done.returncode == 0
    assert done.stdout.startswith("name,kind,")
