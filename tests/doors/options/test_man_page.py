"""The man page, the scripts of shells, and what a release asks for."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lifesearch import __version__
from tests.doors.options import man_page
from tests.release import FILES, ROOT, faults


def test_the_files_are_up_to_date() -> None:
    """`python -m tests.doors.options.man_page` writes them."""
    assert man_page.PAGE.read_text("utf-8") == man_page.man_page()
    for file, text in man_page.scripts().items():
        assert file.read_text("utf-8") == text


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_the_page_can_be_set() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", str(man_page.PAGE)]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stderr == b""
    text = re.sub(".\b", "", done.stdout.decode())  # bold and underlined by striking twice
    assert "find patterns in Conway's Game of Life" in text
    assert "LIFESEARCH_JOBS" in text


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("oscillator --rule High", "HighLife"),
        ("spaceship --symm", "--symmetry"),
        ("rot", "rotors"),
    ],
)
def test_bash_completes(tmp_path: Path, words: str, expected: str) -> None:
    program = tmp_path / "lifesearch"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lifesearch "$@"\n')
    program.chmod(0o755)
    count = len(words.split())
    script = (
        f"source {man_page.SCRIPTS['bash']}; COMP_WORDS=(lifesearch {words}); COMP_CWORD={count}\n"
        f'_lifesearch_completion {program}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert expected in done.stdout.split()


def test_a_release_asks_for_what_is_left_open() -> None:
    texts = [(ROOT / file).read_text("utf-8") for file in FILES]
    assert len([fault for fault in faults(texts) if "OWNER" in fault]) == 6
    ready = [text.replace("OWNER", "someone") for text in texts]
    assert list(faults(ready)) == []
    assert list(faults(ready, f"v{__version__}")) == []
    assert list(faults(ready, "v9")) == [f"the tag v9 is not that of version {__version__}"]
    ready[1] = ready[1].replace(__version__, "0.1.9")
    assert any("no heading" in fault for fault in faults(ready))
