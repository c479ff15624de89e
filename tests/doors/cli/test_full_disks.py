"""Full disks: true messages, and nothing lost."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import cases
from tests.doors.cli.conftest import Run
from tests.doors.cli.undisturbed import FEW, found_in, rows
from tests.processes import COMMAND, Process, end_of, ended_script, started

if sys.platform != "linux":
    pytest.skip("looks into /proc", allow_module_level=True)

import resource


def limit_files(process: Process, size: int) -> None:
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("size", [pytest.param(0, marks=pytest.mark.long), 2000])
def test_a_session_on_a_full_disk_goes_on_elsewhere(
    lifesearch: Run, tmp_path: Path, few: list[str], size: int
) -> None:
    session = tmp_path / "session"
    with started(*FEW, "--session", str(session)) as process:
        limit_files(process, size)
        end = end_of(process)
    assert end.status == 2
    [sentence] = end.messages.splitlines()
    assert sentence.startswith(f"lifesearch: cannot write {session}: File too large")
    assert len(end.output.splitlines()[1:]) == len(found_in(session))
    again = lifesearch(*FEW, "--session", str(session))
    assert again.returncode == 0
    assert rows(again.stdout) == few


def test_an_output_file_on_a_full_disk(lifesearch: Run, tmp_path: Path, few: list[str]) -> None:
    session, file = tmp_path / "session", tmp_path / "found.csv"
    with started(*FEW, "--session", str(session), "-o", str(file)) as process:
        limit_files(process, 1200)
        end = end_of(process)
    assert (end.status, end.output) == (2, "")
    [sentence] = end.messages.splitlines()
    assert sentence.startswith("lifesearch: cannot write ")
    assert sentence.partition(": ")[2].startswith(
        (f"cannot write {session}", f"cannot write {file}")
    )
    again = lifesearch("resume", str(session), "-f", "csv", "-o", str(file))
    assert again.returncode == 0
    assert rows(file.read_text()) == few


@pytest.mark.long
def test_only_the_output_is_full() -> None:
    printed = ended_script(f"lifesearch {' '.join(FEW)} > /dev/full")
    assert printed.returncode == 2
    assert printed.stderr == "lifesearch: cannot write the output: No space left on device\n"


SMALL_DISK = """
mount -t tmpfs -o size=8k none "$1" || exit 77
shift
"$@"
status=$?
cp "$SESSION" "$COPY"
exit $status
"""


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("unshare"), reason="needs a file system of its own")
def test_a_small_disk(lifesearch: Run, tmp_path: Path) -> None:
    disk, copy = tmp_path / "disk", tmp_path / "copy"
    disk.mkdir()
    session = disk / "session"
    words = ["still-life", "--box", "5x5", "--all", "--raw", "--session", str(session), "-j", "2"]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", SMALL_DISK, "-", str(disk), *COMMAND, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SESSION": str(session), "COPY": str(copy)},
    )
    if done.returncode in (1, 77):
        pytest.skip("no file system of our own may be mounted here")
    assert done.returncode == 2
    assert done.stderr.startswith(f"lifesearch: cannot write {session}: No space left on device")
    assert done.stderr.count("\n") == 1
    again = lifesearch("resume", str(copy), "-f", "csv")
    assert again.returncode == 0
    assert len(set(rows(again.stdout))) == cases.STILL_LIFES[4] - 1


def test_the_session_is_not_the_output(lifesearch: Run, tmp_path: Path) -> None:
    session = tmp_path / "session"
    lifesearch(*FEW, "--session", str(session))
    before = session.read_bytes()
    for words in ((*FEW, "--session", str(session)), ("resume", str(session))):
        done = lifesearch(*words, "-o", str(session))
        assert done.returncode == 2
        assert session.read_bytes() == before
