"""Defaults of one's own, from the environment and from a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lifesearch.cli.settings import FILE, OwnDefault, settings
from tests.cli.conftest import Run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / FILE


def test_the_environment_goes_before_the_file(file: Path) -> None:
    file.write_text("jobs = 2\nrule = 'HighLife'\ncache = '~/here'\n")
    environment = {"LIFESEARCH_RULE": "tlife", "LIFESEARCH_DATA": ""}
    assert list(settings(environment, file)) == [
        OwnDefault("jobs", "2", str(file)),
        OwnDefault("rule", "tlife", "LIFESEARCH_RULE"),
        OwnDefault("cache", str(Path.home() / "here"), str(file)),
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
        ("job = 1", "there is no setting job; there are jobs, rule, cache, data"),
        ("jobs 1", "is not TOML: "),
        ("jobs = -1", ": --jobs must be at least 1, not -1"),
        ("jobs = true", "jobs must be a number or a text"),
        ("cache = ''", "cache must be a number or a text"),
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


def test_nonsense_in_the_environment(lifesearch: Run) -> None:
    done = lifesearch("oscillator", "2", env={"LIFESEARCH_JOBS": "many"})
    assert done.returncode == 2
    assert done.stderr == "lifesearch: LIFESEARCH_JOBS: --jobs must be a whole number, not 'many'\n"


def test_what_is_in_use_is_shown(lifesearch: Run, file: Path) -> None:
    file.write_text("jobs = 1\n")
    mine = {"LIFESEARCH_CONFIG": str(file.parent), "LIFESEARCH_CACHE": os.fspath(file.parent)}
    done = lifesearch("--version", "-v", env=mine)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert f"jobs: 1 ({file})" in lines
    assert "rule: B3/S23 (default)" in lines
    assert f"cache: {file.parent} (LIFESEARCH_CACHE)" in lines
    assert lifesearch("-v", "oscillator", "2").returncode == 2
