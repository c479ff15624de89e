"""What the program says of itself, and how it refuses nonsense."""

import pytest

from lifesearch import __version__
from lifesearch.common.exit_status import ExitStatus
from tests.doors.cli.conftest import Run
from tests.processes import ended_code


def test_version(lifesearch: Run) -> None:
    done = lifesearch("--version")
    assert (done.returncode, done.stdout) == (0, f"lifesearch {__version__}\n")


def test_another_way_to_ask_for_help(lifesearch: Run) -> None:
    asked, done = lifesearch("--help"), lifesearch("-h")
    assert (done.returncode, done.stdout, done.stderr) == (0, asked.stdout, "")


def test_help_does_not_load_the_heavy_libraries() -> None:
    code = (
        "import sys; from lifesearch.doors.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy._core', 'pysat', 'rich'} & set(sys.modules)), file=sys.stderr)"
    )
    assert ended_code(code).stderr.strip() == "[]"


@pytest.mark.parametrize("command", ["soup", "rotors 2x2", "count still-life --box 3x3"])
def test_what_needs_kernels_says_so(command: str) -> None:
    code = (
        "import sys; sys.modules['llvmlite'] = None; sys.argv[0] = 'lifesearch'\n"
        "from lifesearch.__main__ import main; main()"
    )
    done = ended_code(code, *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "llvmlite, which loads machine code, is not installed" in done.stderr
    assert len(done.stderr.splitlines()) <= 2
    assert done.stderr.startswith("lifesearch: ")


@pytest.mark.parametrize(
    ("command", "status", "found"),
    [
        ("still-life --box 3x3 --all -f apgcode", 0, "xs4_33"),
        ("oscillator 2 --box 3x3 -f apgcode", 0, "xp2_7"),
        ("spaceship c/4 diagonal --box 3x4 -f apgcode", 0, "xq4_153"),
        ("spaceship c/4 --width 4 --symmetry even", 1, ""),
        ("oscillator 2 -f apgcode", 0, "xp2_"),
    ],
)
def test_searches_by_sat_need_no_kernels(command: str, status: int, found: str) -> None:
    code = (
        "import sys; sys.modules['llvmlite'] = None; sys.argv[0] = 'lifesearch'\n"
        "from lifesearch.__main__ import main; main()"
    )
    done = ended_code(code, *command.split())
    assert done.returncode == status, done.stderr
    assert found in done.stdout


def test_other_imports_that_fail_are_not_hidden(
    lifesearch: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise ImportError("cannot import name 'x'")

    monkeypatch.setattr("lifesearch.doors.cli.app", fail)
    done = lifesearch("--version")
    assert done.returncode == ExitStatus.FAILED
    assert "cannot import name 'x'" in done.stderr
