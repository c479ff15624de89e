"""`lifesearch show` and `--animate`, in pipes and in terminals of a test's own."""

import sys
from pathlib import Path

import pytest

from lifesearch.common.errors import InputError, OptionError
from lifesearch.doors.cli import app
from lifesearch.running.option_table import on_command_line
from tests.doors.cli.conftest import Run
from tests.processes import ended_code

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)


GLIDER_FILE = "patterns/spaceships/glider.rle"


def test_patterns_in_another_format(lifesearch: Run) -> None:
    shown = lifesearch(
        "show", "-", "-f", "rle", stdin="3o!\nx = 2, y = 2, rule = B3/S23:T9\n2o$2o!"
    )
    assert "x = 3, y = 1, rule = B3/S23\n3o!\n" in shown.stdout
    assert "x = 2, y = 2, rule = B3/S23:T9,9\n2o$2o!\n" in shown.stdout
    rotor = lifesearch("show", "patterns/films/rotor.txt", "-f", "life-history")
    answers = [
        lifesearch("complete", name, "--period", "3", "--all", "-f", "rle", stdin=text).stdout
        for name, text in (("-", rotor.stdout), ("patterns/films/rotor.txt", ""))
    ]
    assert answers[0] == answers[1] != ""


def test_png_and_gif(lifesearch: Run, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    png, gif = tmp_path / "a.png", tmp_path / "a.gif"
    done = lifesearch("show", GLIDER_FILE, "--png", str(png), "--gif", str(gif), "--scale", "5")
    assert done.returncode == 0
    assert png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert gif.read_bytes().startswith(b"GIF89a")


def test_pillow_is_asked_for(tmp_path: Path) -> None:
    code = "import sys; sys.modules['PIL'] = None\nfrom lifesearch.__main__ import main; main()"
    words = ["show", GLIDER_FILE, "--png", str(tmp_path / "a.png")]
    done = ended_code(code, *words)
    assert done.returncode == 2
    assert "need Pillow: .venv/bin/pip install '.[pictures]', or" in done.stderr
    assert done.stderr.count("\n") == 1
    words[2:] = ["--svg", str(tmp_path / "a.svg")]
    assert ended_code(code, *words).returncode == 0


HUGE = "x = 10000, y = 10000\no9999$9999bo!\n"


@pytest.mark.parametrize(
    ("words", "text", "sentence"),
    [
        ((), "", "it.rle is empty"),
        ((), "...\n...\n", "it.rle has no live cell: there is nothing to show"),
        ((), HUGE, "is 10,000 x 10,000 cells large, too large to show"),
        (("--svg", "new.svg"), HUGE, "is 10,000 x 10,000 cells large, too large to show"),
        (("--gif", "no/where.gif"), "OOO", "cannot write no/where.gif: "),
        (("--png", "folder"), "OOO", "cannot write folder: it is a folder"),
        (("--png", "new.png", "--animate"), "OOO", "a PNG picture cannot be animated"),
        (("--svg", "new.svg", "--scale", "0"), "OOO", "--scale must be at least 1, not 0"),
        (("--color", "age"), "OOO", "--colour is for animations and pictures"),
        (("--rule", "B0/S/C3"), "OOO", "under /0/3 the empty plane comes to life"),
        (("-f", "rle", "--svg", "new.svg"), "OOO", "leave out --svg"),
        (("-f", "life-history"), "o?\n\n??", "of one generation only, not 2 generations"),
        (("it.rle", "--svg", "new.svg"), "OOO", "a picture shows one pattern, but there are 2"),
    ],
)
def test_nonsense_gets_one_sentence(
    words: tuple[str, ...],
    text: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("it.rle").write_text(text)
    Path("folder").mkdir()
    with pytest.raises(InputError) as error:
        app(["show", "it.rle", *words], standalone_mode=False)
    problem = error.value
    told = problem.spelt(on_command_line) if isinstance(problem, OptionError) else problem
    assert sentence in str(told)
    assert "\n" not in str(error.value)
    assert capsys.readouterr() == ("", "")
    assert {path.name for path in Path().iterdir()} == {"it.rle", "folder"}


def test_searches_refuse_to_animate_a_pipe(lifesearch: Run, tmp_path: Path) -> None:
    session = tmp_path / "session"
    words = ("still-life", "--box", "2x2", "--animate", "--session", str(session))
    done = lifesearch(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--animate needs a terminal" in done.stderr
    assert not session.exists()


def test_two_pictures_need_two_places(lifesearch: Run, tmp_path: Path) -> None:
    row = tmp_path / "row.cells"
    row.write_text("OOO\n")
    done = lifesearch("show", str(row), "--svg", "-", "--png", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "two pictures cannot be written to the same file" in done.stderr
