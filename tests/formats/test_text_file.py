"""Files as they are in the wild: old encodings, and posts of forums."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.common.errors import FormatError, InputError
from lifesearch.formats.detect import read, read_known_cells_path, read_path
from lifesearch.formats.multi import read_all, read_paths
from lifesearch.formats.text_file import decoded, unwrapped
from lifesearch.life.pattern import Box, Pattern

GLIDER = Pattern.parse(".O.\n..O\nOOO")
RLE = "x = 3, y = 3, rule = B3/S23\nbob$2bo$3o!"


@pytest.mark.parametrize(
    ("encoding", "author"),
    [("latin-1", "Jörg Ängström"), ("cp1252", "“Łukasz”".replace("Ł", "Ž")), ("utf-8", "Łukasz")],
)
def test_old_encodings(tmp_path: Path, encoding: str, author: str) -> None:
    file = tmp_path / "old.rle"
    file.write_bytes(f"#O {author}\r\n#C caf\xe9\r\n{RLE}\r\n".encode(encoding))
    found = read_path(str(file))
    assert found.author == author
    assert found.comments == ("café",)
    assert found.pattern == GLIDER


def test_tags_in_comments_are_comments() -> None:
    file = read(f"#C as between [code] and [/code]\n{RLE}\n#C [rle]\n")
    assert file.comments == ("as between [code] and [/code]",)
    assert file.pattern == GLIDER


def test_lines_end_as_on_any_system(tmp_path: Path) -> None:
    file = tmp_path / "old.rle"
    for end in ("\r", "\r\n", "\n"):
        file.write_bytes(f"#C a glider\n{RLE}\n".replace("\n", end).encode())
        assert read_path(str(file)).pattern == GLIDER
        assert [each.pattern for each in read_paths(str(file))] == [GLIDER]
        assert read_known_cells_path(str(file))[0].width == 3


def test_bytes_that_windows_has_no_letter_for() -> None:
    assert decoded(b"#C \x81\xe9\n3o!") == "#C \x81é\n3o!"


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\x00\x00", b"\x7fELF\x02\xff", b"\xff\xfex\x00=\x00", b"GIF89a\x01\xf0"],
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.rle"
    file.write_bytes(data)
    with pytest.raises(InputError, match="is not a text file"):
        read_path(str(file))


@given(st.text())
def test_utf_8_stays_as_it_is(text: str) -> None:
    text = text.encode("utf-8", "replace").decode().replace("\0", "").removeprefix("\ufeff")
    assert decoded(text.encode()) == text.rstrip("\x1a")


@pytest.mark.parametrize(
    "post",
    [
        f"[code]{RLE}[/code]",
        f"[CODE]\n{RLE}\n[/CODE]\n",
        f"Look at this, it is new!\n\n[rle]{RLE}[/rle]\nx = what? 3o! I found it in 2$.",
        f"[code]{RLE}",
        f"[code=rle]{RLE}[/code]",
        "[code]!Name: Glider\n.O.\n..O\nOOO\n[/code]",
        "[code]#Life 1.06\n1 0\n2 1\n0 2\n1 2\n2 2\n[/code] thanks",
        f"glider: spaceship\n.O.\n..O\nOOO\n#N glider\n{RLE}\n",
        f"boat: a note!\nOO.\n{RLE}\nx = what? 3o!\n",
    ],
)
def test_patterns_in_posts(post: str) -> None:
    assert read(post).pattern == GLIDER
    assert [file.pattern for file in read_all(post)] == [GLIDER]


def test_a_picture_in_a_post_begins_at_its_first_row() -> None:
    """Prose and blank lines above and below it are no dead rows of it; those within are."""
    for post in ("Look at this\nand that\n\n[code]\nOO\n\nO\n[/code]\n", "!\n\n\nOO\n\nO\n\n"):
        file = read(post)
        assert file.drawn == Box(0, 0, 2, 3)
        assert file.pattern == Pattern.parse("OO\n..\nO.")


def test_several_in_a_post(tmp_path: Path) -> None:
    file = tmp_path / "thread.txt"
    file.write_text(f"First:\n[code]{RLE}[/code]\nand 2o$2o! is\n[code]\n2o$2o!\n[/code]\nall.")
    assert [one.pattern.population for one in read_paths(str(file))] == [5, 4]


def test_what_a_search_printed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "beacon.txt"
    with file.open("w") as printed:
        command = ["oscillator", "2", "--box", "4x4", "--population", ">6"]
        lifesearch = [sys.executable, "-m", "lifesearch", *command]
        subprocess.run(lifesearch, stdout=printed, check=True, timeout=100)
    assert file.read_text().startswith("beacon: oscillator")
    assert [one.name for one in read_paths(str(file))] == ["beacon"]
    file.write_text(file.read_text() * 2)
    assert [one.pattern.population for one in read_paths(str(file))] == [8, 8]


def test_prose_without_rle_stays_as_it_is() -> None:
    for text in ("hello\nOO\nOO\n", "hello: x = 3\nOO!\n", "0' s1\ns1 0'\n", f"bo!\n{RLE}"):
        assert unwrapped(text) == text


def test_large_prose_is_read_in_linear_time() -> None:
    """In quadratic time, this would take an hour."""
    for line in ("# x\n", "x = 3, y = 3\n", "x = 3, y = 3!\n", "word\n"):
        assert len(unwrapped("hello: world\n" + line * 100_000)) >= 100_000


def test_a_mistake_is_found_where_it_is() -> None:
    with pytest.raises(FormatError) as caught:
        read("Hello\n\n[code]x = 3, y = 3\n3o$z!\n[/code]")
    assert caught.value.line == 4
    with pytest.raises(FormatError) as caught:
        read("glider: spaceship\n\nx = 3, y = 3\n3o$z!\n")
    assert caught.value.line == 4


def test_other_brackets_are_no_tags() -> None:
    for text in (RLE, "#C [b]bold[/b]\n3o!", "#C see [/code]\n3o!"):
        assert unwrapped(text) == text


@pytest.mark.parametrize("text", ["!Name: J\xf6rg\n.O.\n", "#Life 1.06\n1 0\n", "3o!\n"])
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_a_file_may_end_as_under_dos(text: str, encoding: str) -> None:
    assert decoded((text + "\x1a").encode(encoding)) == text
