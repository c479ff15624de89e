"""Each function is compiled once, whoever needs it, and whatever happens to its file."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from lifesearch.exit_status import ExitStatus
from tests.compiled.compile_log import CompileLog
from tests.compiled.damages import KINDS
from tests.compiled.small_program import run, start, write_package
from tests.compiled.test_folder import posix

slow, long = pytest.mark.slow, pytest.mark.long
SAYS = "first use of row tables: compiling takes some seconds and is done once\n"
NOT_KEPT = "note: compiled code cannot be saved, so each run compiles it again: "


@pytest.fixture
def log(tmp_path: Path) -> CompileLog:
    write_package(tmp_path)
    return CompileLog(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with what the package needs."""
    folder = tmp_path_factory.mktemp("made")
    write_package(folder)
    log = CompileLog(folder)
    assert run(folder, log) == ("10", SAYS)
    return log.cache


@pytest.fixture
def full(log: CompileLog, made: Path) -> CompileLog:
    """A cache with what the package needs, in which nothing was compiled yet."""
    shutil.copytree(made, log.cache)
    return log


def names(log: CompileLog) -> dict[str, int]:
    """How often each function was compiled, whatever its key; what it calls is a part of it."""
    return {name.partition("-")[0]: many for name, many in log.count().items()}


def test_a_second_run_compiles_nothing(tmp_path: Path, log: CompileLog) -> None:
    assert run(tmp_path, log) == ("10", SAYS)
    assert names(log) == {"outer.outer": 1}
    assert run(tmp_path, log) == ("10", "")
    assert log.count().total() == 1


@long
def test_a_copy_of_the_program_finds_what_is_compiled(tmp_path: Path, full: CompileLog) -> None:
    assert run(tmp_path, full) == ("10", "")
    assert not full.count()


@long
def test_an_edit_of_another_module_is_noticed(tmp_path: Path, full: CompileLog) -> None:
    """The machine code of a caller must not be used any more when what it calls has changed."""
    write_package(tmp_path, added=2)
    assert run(tmp_path, full) == ("14", SAYS)
    assert full.count().total() == 1


@pytest.mark.long
def test_two_at_once_compile_each_function_once(tmp_path: Path, log: CompileLog) -> None:
    processes = [start(tmp_path, log) for _ in range(2)]
    assert [process.communicate(timeout=300)[0] for process in processes] == ["10\n"] * 2
    assert names(log) == {"outer.outer": 1}


@posix
@pytest.mark.long
def test_what_is_begun_is_finished_when_nobody_waits(tmp_path: Path, log: CompileLog) -> None:
    process = start(tmp_path, log)
    assert process.stderr is not None
    assert process.stderr.readline() == SAYS
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    while not any(name.startswith("outer") for name in log.count()):
        sleep(0.05)
    assert run(tmp_path, log) == ("10", "")
    assert names(log) == {"outer.outer": 1}


ASKS = """
import numpy as np, os
from lifesearch.compiled import ask_for
from small.inner import inner
from small.outer import outer
ask_for(outer, np.arange(4))
ask_for(inner, 3)
print("asked", flush=True)
os._exit(0)
"""


@posix
@pytest.mark.long
def test_all_that_is_asked_for_is_made_when_nobody_waits(tmp_path: Path, log: CompileLog) -> None:
    assert run(tmp_path, log, ASKS) == ("asked", "")
    while names(log).keys() != {"outer.outer", "inner.inner"}:
        sleep(0.05)
    assert run(tmp_path, log) == ("10", "")
    assert set(names(log).values()) == {1}


REHEARSED = """
import time, numpy as np
from lifesearch.compiled.folder import LOCK, own_folder
from small.outer import outer

def rehearse():
    outer(np.arange(1))

def rehearse_late():
    while not any(own_folder().glob("*" + LOCK)):
        time.sleep(0.01)
    rehearse()
"""
BEGUN = """
from lifesearch.compiled.maker import Rehearsal, begin, maker_of
begin(Rehearsal("small.rehearsal", "rehearse"), "outer.outer")
import os, sys
print("begun" if maker_of(os.getpid()).works else "kept", file=sys.stderr)
"""


@long
def test_what_is_rehearsed_is_compiled_once(tmp_path: Path, log: CompileLog) -> None:
    (tmp_path / "small" / "rehearsal.py").write_text(REHEARSED)
    printed, said = run(tmp_path, log, BEGUN)
    assert (printed, said.removesuffix(SAYS)) == ("10", "begun\n")  # it may be ready in time
    assert names(log) == {"outer.outer": 1}
    assert run(tmp_path, log, BEGUN) == ("10", "kept\n")
    assert names(log) == {"outer.outer": 1}


@long
def test_what_is_asked_for_before_its_rehearsal_is_compiled_at_once(
    tmp_path: Path, log: CompileLog
) -> None:
    """Who asks has the lock and waits for the process that rehearses, which must not wait, too."""
    (tmp_path / "small" / "rehearsal.py").write_text(REHEARSED)
    without_end = "from lifesearch.compiled import cache; cache.LONGEST_WAIT = 10**6\n"
    late = BEGUN.replace('"rehearse"', '"rehearse_late"')
    assert run(tmp_path, log, without_end + late) == ("10", "begun\n" + SAYS)
    assert names(log) == {"outer.outer": 1}


@long
@pytest.mark.parametrize("then", ["", "maker_of(os.getpid())._process.wait()\n"])
def test_a_rehearsal_that_fails_is_no_error(tmp_path: Path, log: CompileLog, then: str) -> None:
    """Whether something is asked for before that process has ended, or afterwards."""
    assert run(tmp_path, log, BEGUN + then)[0] == "10"
    assert names(log) == {"outer.outer": 1}


@long
def test_a_watch_ends_the_wait(tmp_path: Path, log: CompileLog) -> None:
    """As a time limit does; others can compile the function nevertheless."""
    stop = (
        "from lifesearch.compiled import notices\n"
        "def stop(what):\n    raise TimeoutError\n"
        "import numpy as np\n"
        "from small.outer import outer\n"
        "try:\n    with notices.watching(stop):\n        outer(np.arange(4))\n"
        "except TimeoutError:\n    print('stopped')\n"
    )
    assert run(tmp_path, log, stop) == ("stopped\n10", SAYS)


@long
def test_damaged_files_are_made_again(tmp_path: Path, full: CompileLog) -> None:
    """Each kind of damage is tested with `folder`, where a test takes no time."""
    for file in full.kernels.glob("*.code"):
        file.write_bytes(file.read_bytes()[:1000])
    assert run(tmp_path, full) == ("10", SAYS)
    assert run(tmp_path, full) == ("10", "")
    assert full.count().total() == 1


@long
def test_a_file_that_is_whole_but_nonsense_is_made_again(tmp_path: Path, full: CompileLog) -> None:
    from lifesearch.compiled import folder

    head = len(folder.MAGIC) + 32
    for file in full.kernels.glob("*.code"):
        data, nonsense = file.read_bytes(), b"\x80\x05N."
        file.write_bytes(data[:head] + sha256(nonsense).digest() + nonsense)
    assert run(tmp_path, full) == ("10", SAYS)
    assert run(tmp_path, full) == ("10", "")


@long
def test_without_a_folder_each_run_compiles(tmp_path: Path, log: CompileLog) -> None:
    log.cache.write_text("a file, where a folder should be")
    for _ in range(2):
        printed, said = run(tmp_path, log)
        assert printed == "10"
        assert said.count(NOT_KEPT) == 1
        assert "set LIFESEARCH_CACHE to a folder of yours that can be written\n" in said
    assert not log.count()


@long
@posix
def test_a_full_disk_is_no_error(tmp_path: Path, log: CompileLog) -> None:
    """No file may be longer than 1,000 bytes, which is as if there were no more room."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
    printed, said = run(tmp_path, log, limit)
    assert printed == "10"
    assert said.startswith(NOT_KEPT)  # before anything is compiled
    assert said.count(NOT_KEPT) == 1
    assert not list(log.kernels.glob("*.code")) + list(log.kernels.glob("*.part"))
    assert run(tmp_path, log) == ("10", SAYS)
    assert run(tmp_path, log) == ("10", "")


SMALL_DISK = 'mount -t tmpfs -o size=16k,mode=700 none "$0" || exit 77; exec "$@"'


@long
@pytest.mark.skipif(not shutil.which("unshare"), reason="needs a file system of its own")
def test_a_disk_that_is_really_full_is_no_error(tmp_path: Path, log: CompileLog) -> None:
    log.cache.mkdir()
    inside = ("unshare", "-rm", "sh", "-c", SMALL_DISK, str(log.cache))
    process = start(tmp_path, log, inside=inside)
    printed, said = process.communicate(timeout=300)
    if process.returncode == 77 or said.startswith("unshare:"):
        pytest.skip("no file system of our own may be mounted here")
    assert (process.returncode, printed) == (0, "10\n"), said
    assert said.startswith(f"{NOT_KEPT}No space left on device; ")
    assert said.count(NOT_KEPT) == 1
    assert "Traceback" not in said
    assert not log.count()


def program(log: CompileLog, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run the program with an empty cache."""
    return subprocess.run(
        [sys.executable, "-m", "lifesearch", *words],
        env=log.environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        **more,
    )


@long
@posix
def test_a_full_disk_is_mentioned_even_if_nothing_compiled_was_needed(log: CompileLog) -> None:
    """SAT answers long before row tables are compiled."""
    import resource

    words = ["spaceship", "c/4", "--width", "8", "--symmetry", "even"]
    little = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (1000, 1000))
    done = program(log, *words, preexec_fn=little)
    assert done.stderr.count(NOT_KEPT) == 1
    assert (
        "proved: no mirror-symmetric c/4 spaceship of period 4, of even width up to 8"
        in done.stderr
    )


@long
def test_on_a_disk_that_is_read_only_one_note_says_so(tmp_path: Path, log: CompileLog) -> None:
    fail = (
        "import pathlib\n"
        "def fail(*_, **__):\n    raise OSError(30, 'Read-only file system')\n"
        "pathlib.Path.mkdir = fail\n"
    )
    printed, said = run(tmp_path, log, fail)
    assert printed == "10"
    assert said.count(NOT_KEPT) == 1
    assert f"{NOT_KEPT}Read-only file system; set LIFESEARCH_CACHE" in said


@long
@posix
def test_a_folder_that_others_may_write_is_not_read(tmp_path: Path, full: CompileLog) -> None:
    full.kernels.chmod(0o777)
    printed, said = run(tmp_path, full)
    assert printed == "10"
    assert said.startswith(f"{NOT_KEPT}other users may write to {full.kernels}; ")
    assert not full.count()


def said(tmp_path: Path, log: CompileLog, *words: str) -> str:
    """What a module prints that tries the cache many times; it must have nothing to complain of."""
    paths = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[2])])
    done = subprocess.run(
        [sys.executable, "-m", *words, log.cache],
        env={**log.environment, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout


@slow
@posix
@pytest.mark.parametrize("kind", KINDS)
def test_damaged_caches_do_no_harm(tmp_path: Path, log: CompileLog, kind: str) -> None:
    assert int(said(tmp_path, log, "tests.compiled.damages", kind, "50")) > 0


@slow
@posix
def test_runs_that_are_killed_do_no_harm(tmp_path: Path, log: CompileLog) -> None:
    """`KILLS` in the environment says how many."""
    kills = os.environ.get("KILLS", "20")
    assert int(said(tmp_path, log, "tests.compiled.kills", kills).split()[0]) > 0


@long
def test_a_time_limit_holds_while_a_count_is_compiled(log: CompileLog) -> None:
    done = program(log, "count", "still-life", "--box", "8x8", "--time-limit", "0.2s")
    assert done.returncode == ExitStatus.GAVE_UP
    assert done.stderr.startswith("time limit reached after ")
    assert not done.stdout


@long
def test_two_workers_compile_each_function_once(log: CompileLog) -> None:
    """What the second run needs was compiled, once, or is compiled now."""
    words = ["spaceship", "c/4", "--width", "8", "--symmetry", "even", "--engine", "tables"]
    for _ in range(2):
        done = program(log, *words, "--jobs", "2")
        assert (
            "proved: no mirror-symmetric c/4 spaceship of period 4, of even width up to 8"
            in done.stderr
        )
        assert "Traceback" not in done.stderr
    assert log.count()
    assert set(log.count().values()) == {1}


SURVEY = """
import sys
from contextlib import closing
from lifesearch.life.rules.rule import Rule
from lifesearch.running.events import CompilerNews
from lifesearch.surveys.record import SurveyQuestion
from lifesearch.surveys.record import SurveyRecord
from lifesearch.running.options import RunOptions
from lifesearch.surveys.run import SurveyRun

if __name__ == "__main__":
    survey = SurveyRun(SurveyRecord(SurveyQuestion(Rule.parse("HighLife"))), RunOptions())
    with closing(survey.events()) as events:
        for event in events:
            news = str(event.notice) if isinstance(event, CompilerNews) else ""
            if survey.record.soups if sys.argv[1:] else "soups" in news:
                print("soups")
                break
"""


@long
def test_a_survey_that_ends_while_soups_are_compiled_leaves_them_to_the_next(
    tmp_path: Path, log: CompileLog
) -> None:
    """The first one ends when it says that it compiles, the second one when it has soups."""
    program = tmp_path / "survey.py"
    program.write_text(SURVEY)
    for words in ([], ["until soups"]):
        done = subprocess.run(
            [sys.executable, str(program), *words],
            env=log.environment,
            capture_output=True,
            text=True,
            timeout=1000,
            check=False,
        )
        assert done.stdout == "soups\n", done.stderr
        while "settle.run_batch" not in names(log):
            sleep(0.05)
    assert names(log)["settle.run_batch"] == 1
