"""Files that are written: never over others, never in part, never where a link leads."""

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.show.files import AnswerFile, require_free, save, writing

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX files")


def wrote(path: Path, *texts: str, beginning: str = "", force: bool = False) -> None:
    log = AnswerFile(path, lambda: beginning, force=force)
    for text in texts:
        log.write(text)
    log.close()


# Complete files


@pytest.mark.parametrize("how", ["save", "writing"])
def test_a_draft_follows_no_link(tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even one whose name was guessed."""
    monkeypatch.setattr(os, "urandom", bytes)
    victim, out = tmp_path / "victim", tmp_path / "out"
    victim.write_text("precious")
    (tmp_path / f".lifesearch-{bytes(8).hex()}.part").symlink_to(victim)
    with pytest.raises(InputError, match=r"cannot write .*File exists"):
        _complete(how, out)
    assert victim.read_text() == "precious"


def _complete(how: str, out: Path) -> None:
    if how == "save":
        save(str(out), b"data")
    else:
        with writing(str(out)) as file:
            file.write("data")


@pytest.mark.parametrize("how", ["save", "writing"])
def test_names_of_drafts_are_not_told_before(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts = set()
    replace = Path.replace

    def seen(self: Path, target: Any) -> Path:
        drafts.add(self.name)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", seen)
    for _ in range(3):
        _complete(how, tmp_path / "out")
    assert len(drafts) == 3
    assert [file.name for file in tmp_path.iterdir()] == ["out"]


def test_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        save(str(tmp_path / "a"), b"data")
        wrote(tmp_path / "b", "data")
    finally:
        os.umask(before)
    for name in "ab":
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o640


@pytest.mark.parametrize("how", ["save", "writing"])
def test_a_link_to_standard_output_is_not_replaced(
    tmp_path: Path, how: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Here it is redirected to a file: the link leads to that, and looks like a file."""
    link = tmp_path / "out"
    link.symlink_to("/dev/fd/1")
    require_free(str(link), force=False)
    _complete(how, link)
    assert link.is_symlink()
    assert capfd.readouterr().out == "data"


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with writing(str(tmp_path / "out")) as file:
            file.write("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(tmp_path.iterdir()) == []


# Logs


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "out"
    file.write_text("precious")
    with pytest.raises(InputError, match=r"out already exists: give another name, or force="):
        wrote(file, "new")
    assert file.read_text() == "precious"
    wrote(file, force=True)
    assert file.read_text() == "precious"  # nothing was found
    wrote(file, "new", "er", force=True)
    assert file.read_text() == "newer"


def test_nor_is_what_a_link_leads_to(tmp_path: Path) -> None:
    victim, link = tmp_path / "victim", tmp_path / "out"
    link.symlink_to(victim)
    with pytest.raises(InputError, match="it is a link to nothing"):
        wrote(link, "new")
    assert not victim.exists()
    for content in ("", "precious"):
        victim.write_text(content)
        with pytest.raises(InputError, match="already exists"):
            wrote(link, "new")
        assert victim.read_text() == content


@pytest.mark.parametrize("there", ["", "o", "one\n", "one\ntw", "one\ntwo\n"])
def test_a_session_goes_on_with_its_file(tmp_path: Path, there: str) -> None:
    file = tmp_path / "out"
    file.write_text(there)
    wrote(file, "one\n", "two\n", "three\n", beginning="one\ntwo\n")
    assert file.read_text() == "one\ntwo\nthree\n"


@pytest.mark.parametrize("there", ["two\n", "one\nx", "one\ntwo\nthree\n"])
def test_but_not_with_another(tmp_path: Path, there: str) -> None:
    file = tmp_path / "out"
    file.write_text(there)
    with pytest.raises(InputError, match="already exists"):
        wrote(file, "one\n", "two\n", beginning="one\ntwo\n")
    assert file.read_text() == there
    wrote(file, "one\n", "two\n", "3\n", beginning="one\ntwo\n", force=True)
    assert file.read_text() == "one\ntwo\n3\n"


def test_nothing_found_leaves_no_file(tmp_path: Path) -> None:
    wrote(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_devices_and_pipes_take_anything(tmp_path: Path) -> None:
    wrote(Path("/dev/null"), "one", "two")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    wrote(pipe, "one", "two")
    assert os.read(reader, 100) == b"onetwo"
    os.close(reader)
    assert pipe.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_named() -> None:
    with pytest.raises(InputError, match=r"cannot write /dev/full: No space left on device$"):
        wrote(Path("/dev/full"), "one")


def test_a_full_disk_leaves_whole_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out"
    log = AnswerFile(file)
    log.write("one\n")
    room, write = 3, os.write

    def little(number: int, data: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        done = write(number, data[:room])
        room -= done
        return done

    monkeypatch.setattr(os, "write", little)
    with pytest.raises(
        InputError, match=r"No space left .*; everything before this point is complete"
    ):
        log.write("two\n")
    log.close()
    assert file.read_text() == "one\n"
