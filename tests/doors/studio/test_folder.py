"""Files inside the chosen folder, and none outside."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lifesearch.common.errors import InputError
from lifesearch.doors.studio.folder import Folder

NAMES = (
    "", " ", ".", "..", "../x.txt", "/etc/passwd", "a/b.txt", "a\\b.txt", ".hidden.txt", "x.txt ",
    "x.txt.", "con.txt", "x.py", "x", "nul", "a:b.txt", "a\0.txt", "a\n.txt", "\u202e.txt",
    "x" * 90 + ".txt", "searches", "*.txt", None, 5, ["x.txt"],
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=repr)
def test_hostile_names_are_refused(tmp_path: Path, name: object) -> None:
    folder = Folder.opened(str(tmp_path / "f"))
    for act in (folder.read, lambda n: folder.write(n, "o", replace=True)):
        with pytest.raises(InputError):
            act(name)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["f", "searches"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_that_lead_out_are_refused(tmp_path: Path) -> None:
    folder = Folder.opened(str(tmp_path / "f"))
    secret = tmp_path / "secret.txt"
    secret.write_text("o")
    (folder.path / "link.txt").symlink_to(secret)
    (folder.path / "new.txt").symlink_to(tmp_path / "not-there.txt")
    with pytest.raises(InputError, match="out of the folder"):
        folder.read("link.txt")
    for name in ("link.txt", "new.txt"):
        with pytest.raises(InputError):
            folder.write(name, "?", replace=True)
    (folder.path / ".last-drawing.txt").symlink_to(secret)
    folder.keep_drawing("??")
    assert folder.last_drawing() == ""
    assert secret.read_text() == "o"
    assert not (tmp_path / "not-there.txt").exists()


def test_what_is_written_can_be_read_and_is_not_lost(tmp_path: Path) -> None:
    folder = Folder.opened(str(tmp_path))
    folder.write("überall <3.txt".replace("<3", "3"), "o?", replace=False)
    assert folder.names() == ["überall 3.txt"]
    assert folder.read("überall 3.txt") == "o?"
    with pytest.raises(InputError, match="already exists"):
        folder.write("überall 3.txt", "..", replace=False)
    folder.write("überall 3.txt", "..", replace=True)
    assert folder.read("überall 3.txt") == ".."


def test_files_that_are_no_drawings(tmp_path: Path) -> None:
    folder = Folder.opened(str(tmp_path))
    (tmp_path / "large.txt").write_bytes(b"o" * 3_000_001)
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    (tmp_path / "dir.txt").mkdir()
    for name in ("large.txt", "binary.txt", "dir.txt", "none.txt"):
        with pytest.raises(InputError):
            folder.read(name)
    with pytest.raises(InputError, match="not a folder"):
        Folder.opened(str(tmp_path / "large.txt"))
