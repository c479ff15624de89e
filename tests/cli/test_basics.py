"""What the program says of itself, and how it refuses nonsense."""

import pytest

from lifesearch import __version__
from tests.cli.conftest import Run
from tests.processes import ended_code


def test_version(lifesearch: Run) -> None:
    done = lifesearch("--version")
    assert (done.returncode, done.stdout) == (0, f"lifesearch {__version__}\n")


@pytest.mark.parametrize("words", [(), ("-h",)])
def test_other_ways_to_ask_for_help(lifesearch: Run, words: tuple[str, ...]) -> None:
    asked, done = lifesearch("--help"), lifesearch(*words)
    assert (done.returncode, done.stdout, done.stderr) == (0, asked.stdout, "")


def test_help_does_not_load_the_heavy_libraries() -> None:
    code = (
        "import sys; from lifesearch.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy._core', 'pysat', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    assert ended_code(code).stderr.strip() == "[]"


@pytest.mark.parametrize("command", ["soup", "survey", "rotors 2x2", "count still-life --box 3x3"])
def test_what_needs_numba_says_so(command: str) -> None:
    code = (
        "import sys; sys.modules['numba'] = None; sys.argv[0] = 'lifesearch'\n"
        "from lifesearch.__main__ import main; main()"
    )
    done = ended_code(code, *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "numba" in done.stderr
    assert len(done.stderr.splitlines()) <= 2
    assert done.stderr.startswith("lifesearch: ")


def test_other_imports_that_fail_are_not_hidden(
    lifesearch: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise ImportError("cannot import name 'x'")

    monkeypatch.setattr("lifesearch.cli.app", fail)
    with pytest.raises(ImportError, match="name 'x'"):
        lifesearch("--version")
