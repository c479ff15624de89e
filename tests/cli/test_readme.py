"""The README's examples are run as they stand."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lifesearch.life.datafolder import CHOSEN
from lifesearch.life.evolve import behaviour
from lifesearch.life.formats import read
from lifesearch.life.pattern import Pattern
from tests import program

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    [
        line.split("  #")[0].strip()
        for line in block.splitlines()
        if "lifesearch" in line and not line.startswith("python3 -m venv")
    ]
    for block in BLOCKS
]


LABELS = ["generation 0", "generation 1", "generation 2"]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell where `lifesearch` is this one and `patterns` is at hand."""
    if not (folder / "patterns").exists():
        (folder / "patterns").symlink_to(ROOT / "patterns")
    if not set(command) & set("|<>$;&"):
        _, *words = shlex.split(command, comments=True)
        return program.run(*words, cwd=folder, env={CHOSEN: str(folder / "data")})
    ours = f'lifesearch() {{ {sys.executable} -m lifesearch "$@"; }}\n{command}'
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    environment[CHOSEN] = str(folder / "data")
    return subprocess.run(
        ["bash", "-c", ours],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("commands", [c for c in COMMANDS if c], ids=lambda commands: commands[0])
def test_every_command_works(commands: list[str], tmp_path: Path) -> None:
    """In one folder for each block, since some go on with what others began."""
    for command in commands:
        done = run(command, tmp_path)
        assert done.returncode == 0, (command, done.stderr)


def test_there_are_commands() -> None:
    assert sum(map(len, COMMANDS)) > 15


def test_the_picture_is_true(tmp_path: Path) -> None:
    """Another machine may find another oscillator, but it must look like the one shown."""
    command, shown = re.findall(r"```\n\$ (.*?)\n(.*?)\n```", README, re.DOTALL)[0]
    printed = run(command, tmp_path).stdout
    assert printed.splitlines()[1] == shown.splitlines()[1] == "   ".join(LABELS)
    for text in (printed, shown):
        pattern = read(text[text.index("#N") :]).pattern
        assert "oscillator of period 3; " in text.splitlines()[0]
        grid = "\n".join(line.split()[0] for line in text.splitlines()[2:9])
        assert behaviour(pattern).period == 3
        assert Pattern.parse(grid).normal() == pattern


def test_the_test_line_is_what_ci_runs() -> None:
    line = next(
        line for block in BLOCKS for line in block.splitlines() if line.endswith("bin/pytest")
    )
    script = (ROOT / ".ci" / "run").read_text().replace("pip install -q", "pip install")
    assert line in script
