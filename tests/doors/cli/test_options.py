"""Help in groups, American spellings, completion in bash, `--dimacs` and seeds."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from lifesearch.doors.cli import MODULES
from tests.doors.cli.conftest import Run
from tests.processes import ended

COMMANDS = [name for names in MODULES.values() for name in names]
CATALOGUE = ["list", "search", "show", "add", "remove"]


@pytest.mark.parametrize("columns", [80, 50])
@pytest.mark.parametrize("command", [*COMMANDS, *(f"catalogue {name}" for name in CATALOGUE)])
def test_help_fits_the_terminal(lifesearch: Run, command: str, columns: int) -> None:
    done = lifesearch(*command.split(), "--help", env={"COLUMNS": str(columns)})
    assert done.returncode == 0
    # Examples and names of options are not broken.
    lines = done.stdout.splitlines()
    if columns < 80:
        lines = [line for line in lines if line.startswith(" " * 8) and "lifesearch" not in line]
    assert [line for line in lines if len(line) > columns] == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (
            ("oscillator", "2", "--box", "3x3", "--seed", "1", "--minimise", "population"),
            "--minimize",
        ),
        (("still-life", "--box", "3x3", "--seed", "1", "--maximise", "population"), "--maximize"),
        (("catalogue", "show", "block"), "catalog"),
        (("help", "catalogue"), "catalog"),
    ],
)
def test_american_spellings(lifesearch: Run, ours: tuple[str, ...], theirs: str) -> None:
    british = {"--minimize": "--minimise", "--maximize": "--maximise", "catalog": "catalogue"}
    done = lifesearch(*(theirs if word == british[theirs] else word for word in ours))
    assert done.returncode == 0
    assert done.stdout == lifesearch(*ours).stdout


def completed(words: str, cwd: Path) -> list[str]:
    """What bash itself offers after these words, with the script that typer installs."""
    program = cwd / "lifesearch"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lifesearch "$@"\n')
    program.chmod(0o755)
    script = f"""
        PATH="{cwd}:$PATH"
        eval "$(lifesearch --show-completion bash)"
        COMP_WORDS=({words}) COMP_CWORD=$(( $(set -- {words}; echo $#) - 1 ))
        $(complete -p lifesearch | sed 's/.*-F \\([^ ]*\\) .*/\\1/') lifesearch
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    root = Path(__file__).parents[3]
    detection = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    bash = (shutil.which("bash") or "bash", "-c")
    return ended(script, command=bash, env={"PYTHONPATH": str(root), **detection}).stdout.split()


@pytest.mark.skipif(not shutil.which("bash") or os.name == "nt", reason="needs bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("lifesearch os", ["oscillator"]),
        ("lifesearch catalogue re", ["remove"]),
        pytest.param("lifesearch count st", ["still-life"], marks=pytest.mark.long),
        ("lifesearch knuth sat-life-grid9", ["sat-life-grid90", "sat-life-grid90-cycle"]),
        ("lifesearch help how", ["how-catalysts-work", "how-counts-work", "how-it-works"]),
        ("lifesearch oscillator 2 --form", ["--format"]),
        ("lifesearch oscillator 2 --format life", ["life105", "life106"]),
        pytest.param("lifesearch spaceship c/2 --symmetry gl", ["glide"], marks=pytest.mark.long),
        pytest.param("lifesearch oscillator 2 --encoding kn", ["knuth"], marks=pytest.mark.long),
        pytest.param("lifesearch show x.rle --cells br", ["braille"], marks=pytest.mark.long),
        pytest.param(
            "lifesearch catalogue list --kind still", ["still-life"], marks=pytest.mark.long
        ),
    ],
)
def test_bash_completes(words: str, expected: list[str], tmp_path: Path) -> None:
    assert completed(words, tmp_path) == expected


def test_dimacs_is_written_and_nothing_searched(lifesearch: Run, tmp_path: Path) -> None:
    words = ("oscillator", "2", "--box", "3x3", "--dimacs", "blinker.cnf")
    done = lifesearch(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "blinker.cnf: the formula of oscillator of period 2 in a 3x3 box\n"
    text = (tmp_path / "blinker.cnf").read_text()
    assert "\np cnf " in text
    again = lifesearch(*words, cwd=tmp_path)
    assert again.returncode == 2
    assert "blinker.cnf already exists" in again.stderr
    assert lifesearch(*words, "--force", cwd=tmp_path).returncode == 0
    printed = lifesearch(*words[:-1], "-", cwd=tmp_path)
    assert (printed.stdout, printed.stderr) == (text, "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("oscillator", "2"), "a formula is about one box: give its size by --box WxH"),
        (("still-life", "--box", "3x3", "--session", "s"), "leave out --session"),
        (("still-life", "--box", "3x3", "-o", "x.rle"), "leave out --output"),
        (("still-life", "--box", "3x3", "-f", "rle"), "leave out --format"),
        (("still-life", "--box", "3x3", "--explain"), "leave out --explain"),
        (("still-life", "--box", "3x3", "--copy"), "leave out --copy"),
    ],
)
def test_dimacs_does_not_go_with_everything(
    lifesearch: Run, words: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    done = lifesearch(*words, "--dimacs", "x.cnf", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert not list(tmp_path.iterdir())


def test_dimacs_of_every_kind_of_search(lifesearch: Run, glider: str, tmp_path: Path) -> None:
    film = tmp_path / "film.txt"
    film.write_text("???\n???\n???\n")
    for words in (
        ("spaceship", "c/4", "diagonal", "--box", "4x4"),
        ("spaceship", "c/3", "--width", "5"),
        ("still-life", "--box", "3x3", "--connected"),
        ("still-life", "--box", "3x3", "--minimise", "population"),
        ("predecessor", glider),
        ("predecessor", glider, "--orphan"),
        ("complete", str(film), "--period", "2"),
    ):
        done = lifesearch(*words, "--dimacs", "-")
        assert (done.returncode, done.stderr) == (0, "")
        assert "\np cnf " in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("oscillator", "2", "--box", "6x6", "--count", "5"),
        ("spaceship", "c/3", "--width", "12", "--symmetry", "even"),
    ],
)
def test_a_seed_repeats_a_run_with_one_job(lifesearch: Run, words: tuple[str, ...]) -> None:
    first, again = (lifesearch(*words, "--seed", "3", "-f", "rle").stdout for _ in range(2))
    assert first == again != ""
