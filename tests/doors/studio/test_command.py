"""`lifesearch studio` on the command line."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tests.doors.studio.serving import serving
from tests.program import run


def test_without_its_packages_one_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "starlette", None)
    done = run("studio", str(tmp_path / "f"), "--no-browser")
    assert done.returncode == 2
    assert "pip install starlette uvicorn websockets" in done.stderr.replace("\n", " ")
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize("port", ["-1", "65536", "x", ""])
def test_ports_that_are_none(port: str, tmp_path: Path) -> None:
    done = run("studio", str(tmp_path / "f"), "--no-browser", "--port", port)
    assert done.returncode == 2
    assert not (tmp_path / "f").exists()


def test_a_port_or_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = str(other.getsockname()[1])
        done = run("studio", str(tmp_path / "f"), "--no-browser", "--port", taken)
    assert (done.returncode, f"port {taken} cannot be used" in done.stderr) == (2, True)
    (tmp_path / "file").write_text("")
    done = run("studio", str(tmp_path / "file"), "--no-browser")
    assert (done.returncode, "is not a folder" in done.stderr) == (2, True)


@pytest.mark.long
def test_one_studio_for_one_folder_on_this_machine_only(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    pytest.importorskip("fcntl")
    with serving(tmp_path) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        done = run("studio", str(tmp_path), "--no-browser")
        assert done.returncode == 2
        assert "another studio is open" in done.stderr
    assert process.returncode == 0
    with serving(tmp_path) as (other, _):
        assert other.split("/")[3] != address.split("/")[3]
