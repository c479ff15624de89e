"""Defaults of one's own, from the environment and from a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lifesearch.doors.cli.settings import FILE, OwnDefault, settings
from tests.doors.cli.conftest import Run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE


def test_the_environment_goes_before_the_file(file: Path) -> None:
    file.write_text("jobs = 2\nrule = 'HighLife'\ndata = '~/here'\n")
    environment = {"LIFESEARCH_RULE": "tlife", "LIFESEARCH_DATA": ""}
    assert list(settings(environment, file)) == [
        OwnDefault("jobs", "2", str(file)),
        OwnDefault("rule", "tlife", "LIFESEARCH_RULE"),
        OwnDefault("data", str(Path.home() / "here"), str(file)),
    ]
    assert list(settings({}, None)) == []


def test_an_option_goes_before_both(lifesearch: Run, file: Path) -> None:
    file.write_text("rule = 'B3/S1'\n")
    mine = {"LIFESEARCH_CONFIG": str(file.parent)}
    words = ("oscillator", "2", "--box", "3x3", "-f", "rle")
    assert "rule = B3/S1" in lifesearch(*words, env=mine).stdout
    assert "rule = B3/S2" in lifesearch(*words, env={**mine, "LIFESEARCH_RULE": "B3/S2"}).stdout
    assert "rule = B3/S23" in lifesearch(*words, "--rule", "B3/S23", env=mine).stdout


def test_a_file_without_a_rule_is_of_life(lifesearch: Run) -> None:
    done = lifesearch("show", "-", stdin="OOO\n", env={"LIFESEARCH_RULE": "HighLife"})
    assert "rule = B3/S23" in lifesearch("show", "-", "-f", "rle", stdin="OOO\n").stdout
    assert done.returncode == 0
    assert "HighLife" not in done.stdout


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("job = 1", "there is no setting job; there are jobs, rule, data"),
        ("jobs 1", "is not TOML: "),
        ("jobs = -1", ": --jobs must be at least 1, not -1"),
        ("jobs = true", "jobs must be a whole number or a text, such as jobs = 4"),
        ("jobs = 1.5", "jobs must be a whole number or a text, such as jobs = 4"),
        ("data = ''", "data must be the name of a folder"),
        ("data = 5", "data must be the name of a folder"),
        ('data = "a\\u0000b"', "data must be the name of a folder"),
        ('data = "~nosuchuser/x"', "data is in the home of a user who is unknown"),
        ("rule = [1]", "rule must be a whole number or a text, such as rule = 'B36/S23'"),
        (f"jobs = {'9' * 5000}", "Exceeds the limit"),
        (f"jobs = 0x{'9' * 5000}", "Exceeds the limit"),
        (f"jobs = {'[' * 9000}", "brackets are nested too deeply"),
        (f"{'a.' * 5000}b = 1", "it is larger than 10,000 bytes"),
        ("rule = 'B9'", "B9"),
        ("jobs = '\ud800'", "cannot read"),
    ],
)
def test_nonsense_in_the_file(lifesearch: Run, file: Path, text: str, sentence: str) -> None:
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    done = lifesearch("oscillator", "2", env={"LIFESEARCH_CONFIG": str(file.parent)})
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr.replace("\n", " ")
    assert file.name in done.stderr.replace("\n", "")


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices with names")
def test_a_file_that_is_no_file(lifesearch: Run, file: Path) -> None:
    mine = {"LIFESEARCH_CONFIG": str(file.parent)}

    def refused() -> None:
        done = lifesearch("oscillator", "2", env=mine)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"lifesearch: cannot read {file}: it is not a plain file\n"
        file.unlink()

    os.mkfifo(file)
    refused()
    file.symlink_to("/dev/zero")
    refused()


def test_a_byte_order_mark_is_no_nonsense(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfjobs = 2\r\n")
    assert list(settings({}, file)) == [OwnDefault("jobs", "2", str(file))]


def test_nonsense_in_the_environment(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "2", env={"LIFESEARCH_JOBS": "many"})
    assert done.returncode == 2
    assert done.stderr == "lifesearch: LIFESEARCH_JOBS: --jobs must be a whole number, not 'many'\n"


def test_what_is_in_use_is_shown(lifesearch: Run, file: Path) -> None:
    file.write_text("jobs = 1\n")
    mine = {"LIFESEARCH_CONFIG": str(file.parent), "LIFESEARCH_DATA": os.fspath(file.parent)}
    done = lifesearch("--version", "-v", env=mine)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert f"jobs: 1 ({file})" in lines
    assert "rule: B3/S23 (default)" in lines
    assert f"data: {file.parent} (LIFESEARCH_DATA)" in lines
    assert lifesearch("-v", "oscillator", "2").returncode == 2
