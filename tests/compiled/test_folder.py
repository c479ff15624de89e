"""Files of machine code: only those are read that are whole and our own."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from lifesearch.compiled import folder

posix = pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    made = tmp_path / "cache" / "lifesearch" / "kernels"
    folder.make_ready(made)
    return made


def test_what_is_written_is_read(kernels: Path) -> None:
    file = kernels / "f.code"
    assert folder.read(file, "key") is None
    for content in (b"", b"x", bytes(range(256)) * 1000):
        folder.write(file, "key", content)
        assert folder.read(file, "key") == content
    assert [each.name for each in kernels.iterdir()] == ["f.code"]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "truncated": lambda data: data[:-1],
    "half": lambda data: data[: len(data) // 2],
    "only its head": lambda data: data[:20],
    "zeros": lambda data: bytes(len(data)),
    "longer": lambda data: data + b"\0",
    "first bit": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "last bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "something else": lambda data: b"\x80\x05N." * 9,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_not_read(kernels: Path, damage: str) -> None:
    file = kernels / "f.code"
    folder.write(file, "key", b"machine code")
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert folder.read(file, "key") is None


def test_a_file_under_another_name_is_not_read(kernels: Path) -> None:
    folder.write(kernels / "f.code", "key", b"machine code")
    (kernels / "f.code").rename(kernels / "g.code")
    assert folder.read(kernels / "g.code", "other key") is None
    (kernels / "h.code").mkdir()
    assert folder.read(kernels / "h.code", "key") is None


@posix
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_read(kernels: Path, mode: int) -> None:
    file = kernels / "f.code"
    folder.write(file, "key", b"machine code")
    file.chmod(mode)
    assert folder.read(file, "key") is None


@posix
def test_a_link_is_not_read(kernels: Path, tmp_path: Path) -> None:
    folder.write(kernels / "f.code", "key", b"machine code")
    (kernels / "f.code").rename(tmp_path / "f.code")
    (kernels / "f.code").symlink_to(tmp_path / "f.code")
    assert folder.read(kernels / "f.code", "key") is None


@posix
def test_folders_are_made_for_this_user_alone(kernels: Path) -> None:
    for each in (kernels, kernels.parent):
        assert stat.S_IMODE(each.stat().st_mode) == 0o700
    folder.write(kernels / "f.code", "key", b"machine code")
    assert stat.S_IMODE((kernels / "f.code").stat().st_mode) == 0o600


@posix
def test_a_folder_that_others_may_write_is_not_used(kernels: Path) -> None:
    for each in (kernels, kernels.parent):
        for mode in (0o720, 0o702, 0o777, 0o1777):
            each.chmod(mode)
            for check in (folder.require_safe, folder.make_ready):
                with pytest.raises(OSError, match="other users may write"):
                    check(kernels)
        each.chmod(0o700)
    folder.require_safe(kernels)


@posix
def test_a_folder_of_another_user_is_not_used(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = kernels.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    if owner == 0:
        folder.require_safe(kernels)  # root may do anything anyway
        os.chown(kernels, 12345, -1)
    with pytest.raises(OSError, match="other users may write"):
        folder.require_safe(kernels)


@posix
def test_a_folder_that_is_a_link_is_not_used(kernels: Path, tmp_path: Path) -> None:
    kernels.rename(tmp_path / "elsewhere")
    kernels.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="is a link"):
        folder.make_ready(kernels)


def test_what_cannot_be_written_leaves_nothing(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        folder.write(kernels / "f.code", "key", b"machine code")
    assert not list(kernels.iterdir())


def test_old_files_are_removed(kernels: Path) -> None:
    now = 1e9
    ages = {"new.code": 1, "used.code": 59, "old.code": 61, "a.part": 2, "b.lock": 2, "c.lock": 0}
    for name, days in {**ages, "notes.txt": 400}.items():
        (kernels / name).write_bytes(b"x")
        os.utime(kernels / name, (now - days * folder.DAY - 1,) * 2)
    folder.clean(kernels, now)
    left = {each.name for each in kernels.iterdir()}
    assert left == {"new.code", "used.code", "c.lock", "notes.txt"}


def test_what_is_read_is_not_old(kernels: Path) -> None:
    file = kernels / "f.code"
    folder.write(file, "key", b"machine code")
    os.utime(file, (0, 0))
    folder.read(file, "key")
    folder.clean(kernels)
    assert file.exists()


def test_the_oldest_files_make_room(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MOST_BYTES", 25)
    for age in range(4):
        (kernels / f"{age}.code").write_bytes(bytes(10))
        os.utime(kernels / f"{age}.code", (1e9 - age,) * 2)
    folder.clean(kernels, 1e9)
    assert {each.name for each in kernels.iterdir()} == {"0.code", "1.code"}
