"""The README's examples are run as they stand."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.split("  #")[0].strip()
    for block in BLOCKS
    for line in block.splitlines()
    if "lifesearch" in line and not line.startswith("python3 -m venv")
]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell where `lifesearch` is this one and `patterns` is at hand."""
    if not (folder / "patterns").exists():
        (folder / "patterns").symlink_to(ROOT / "patterns")
    ours = f'lifesearch() {{ {sys.executable} -m lifesearch "$@"; }}\n{command}'
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    return subprocess.run(
        ["bash", "-c", ours],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works(command: str, tmp_path: Path) -> None:
    done = run(command, tmp_path)
    assert done.returncode == 0, done.stderr


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 15


def test_the_picture_is_what_it_prints(tmp_path: Path) -> None:
    command, expected = re.findall(r"```\n\$ (.*?)\n(.*?)\n```", README, re.DOTALL)[0]
    assert run(command, tmp_path).stdout.strip() == expected.strip()


def test_the_test_line_is_what_ci_runs() -> None:
    line = next(
        line for block in BLOCKS for line in block.splitlines() if line.endswith("bin/pytest")
    )
    script = (ROOT / ".ci" / "run").read_text().replace("pip install -q", "pip install")
    assert line in script
