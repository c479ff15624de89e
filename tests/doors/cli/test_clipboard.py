"""The clipboard, with a program that keeps what it is given, and posts for a forum."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.formats.detect import read
from lifesearch.show import clipboard
from tests.doors.cli.conftest import Run

KEEPER = """#!/bin/sh
cat > "{file}"
exit {status}
"""


def programs(folder: Path, status: int = 0, name: str = "xclip") -> dict[str, str]:
    """The search path of a system with one program for the clipboard."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(KEEPER.format(file=folder / "copied", status=status))
    program.chmod(0o755)
    return {"PATH": f"{folder}:/bin:/usr/bin"}


needs_shell = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="needs Linux's names")


@needs_shell
def test_what_is_found_is_copied(lifesearch: Run, tmp_path: Path) -> None:
    path = programs(tmp_path / "bin")
    done = lifesearch("still-life", "--box", "2x2", "--copy", env=path)
    assert done.returncode == 0, done.stderr
    copied = read((tmp_path / "bin" / "copied").read_text())
    assert copied.pattern.population == 4
    assert copied.name == "block"
    done = lifesearch("catalogue", "show", "glider", "--copy", env=path)
    assert read((tmp_path / "bin" / "copied").read_text()).name == "glider"


@needs_shell
def test_without_a_clipboard_nothing_is_searched(lifesearch: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = lifesearch("still-life", "--box", "2x2", "--copy", env={"PATH": str(tmp_path / "empty")})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "lifesearch: there is no clipboard here: install wl-copy, xclip or xsel\n"
    )


@needs_shell
def test_what_cannot_be_copied_is_still_shown(lifesearch: Run, tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", status=1)
    done = lifesearch("still-life", "--box", "2x2", "--copy", env=path)
    assert done.returncode == 0
    assert "2o$2o!" in done.stdout
    assert "not copied: xclip cannot reach a clipboard" in done.stderr


@needs_shell
def test_all_programs_that_failed_are_named(lifesearch: Run, tmp_path: Path) -> None:
    programs(tmp_path / "bin", status=1, name="wl-copy")
    path = programs(tmp_path / "bin", status=1)
    done = lifesearch("still-life", "--box", "2x2", "--copy", env=path)
    assert "not copied: wl-copy and xclip cannot reach a clipboard" in done.stderr


def test_each_system_has_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    for system, name in (("darwin", "pbcopy"), ("win32", "clip"), ("freebsd14", "wl-copy")):
        monkeypatch.setattr(sys, "platform", system)
        with pytest.raises(InputError, match=name):
            clipboard.installed_programs()


@pytest.mark.parametrize(
    ("system", "name", "text", "expected"),
    [
        ("win32", "clip", "bob$2bo$3o!", b"bob$2bo$3o!"),
        ("win32", "clip", "#N caf\u00e9", "#N caf\u00e9".encode("utf-16-le")),
        ("darwin", "pbcopy", "#N caf\u00e9", b"#N caf\xc3\xa9"),
        ("linux", "wl-copy", "#N caf\u00e9", b"#N caf\xc3\xa9"),
    ],
)
def test_what_each_program_is_given(
    monkeypatch: pytest.MonkeyPatch, system: str, name: str, text: str, expected: bytes
) -> None:
    """No byte order mark, which would be pasted; and pbcopy asks the locale how to read."""
    given: list[dict[str, Any]] = []

    def run(command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        assert command[0] == name
        given.append(options)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("shutil.which", lambda name: name)
    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("LC_ALL", "C")
    clipboard.copy(text)
    assert [options["input"] for options in given] == [expected]
    if system == "darwin":
        assert given[0]["env"]["LC_ALL"] == "en_US.UTF-8"


def test_a_post_for_the_forum(lifesearch: Run) -> None:
    post = lifesearch("catalogue", "show", "glider", "-f", "forum").stdout
    assert post.startswith("[code]#N glider\n")
    assert post.endswith("!\n[/code]\n")
    assert "#C [[ AUTOSTART TRACKLOOP 4 -1/4 -1/4 GPS 10 ]]\nx = 3, y = 3" in post
    assert read(post).pattern.population == 5
    post = lifesearch("oscillator", "2", "--box", "3x3", "-f", "forum").stdout
    assert "#C [[ AUTOSTART GPS 10 ]]\nx = " in post
