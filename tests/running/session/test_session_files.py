"""Files of sessions that are torn, cannot be used, are in use, or on a full disk."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesearch.common.errors import InputError
from lifesearch.questions.counts.events import Swept
from lifesearch.questions.counts.question import CountQuestion
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.options import Checkpoint, RunOptions
from lifesearch.running.session.codec import query_from_json
from lifesearch.running.session.file import Session
from tests.running.session.asking import (
    ALL,
    GROWING,
    STILL,
    asked,
    checkpoint,
    expected,
    lines,
    patterns,
    refusal,
)
from tests.searching import begun_session
from tests.seeds import seeds

# Torn files


def torn(lengths: range, whole: bytes, seed: int) -> list[int]:
    """Every fifth of these lengths, others with each seed, and all near the ends of a line."""
    return [
        n for n in lengths if (n - seed) % 5 == 0 or b"\n" in whole[max(0, n - 3) : n + 3] or n < 3
    ]


@seeds(long=1)
def test_a_file_torn_at_any_byte_is_read_up_to_there(file: Path, seed: int) -> None:
    asked(file)
    whole, before = file.read_bytes(), checkpoint(file)
    head = whole.index(b"\n") + 1
    for length in torn(range(head, len(whole) + 1), whole, seed):
        file.write_bytes(whole[:length])
        now = checkpoint(file)
        complete = whole[:length].count(b"\n")
        assert now.found == before.found[: complete - 1]
        assert bool(now.searched) == (complete >= whole.count(b"\n") - 1)
        assert file.read_bytes() == whole[: whole[:length].rindex(b"\n") + 1]
    for length in torn(range(head), whole, seed):
        file.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"is empty|ends in the middle of its first line"):
            checkpoint(file)
        assert file.read_bytes() == whole[:length]
        with begun_session(str(file), STILL, ALL) as session:
            assert session.checkpoint == Checkpoint(depth=0)
        assert query_from_json(lines(file)[0]["question"]) == STILL


@seeds(long=1)
@pytest.mark.parametrize("query", [STILL, GROWING], ids=["one box", "growing"])
def test_a_torn_session_goes_on_to_the_same_answers(file: Path, query: Periodic, seed: int) -> None:
    """Torn at every 50th byte, others with each seed."""
    asked(file, query)
    whole, answers = file.read_bytes(), expected(query)
    for length in range(seed % 50, len(whole) + 1, 50):
        file.write_bytes(whole[:length])
        found = patterns(asked(file, query))
        assert len(found) == len(answers)
        assert set(found) == answers
        assert set(patterns(list(checkpoint(file).found))) == answers


# Files that cannot be used


def test_a_session_that_is_not_there(file: Path) -> None:
    assert refusal(lambda: checkpoint(file)) == (
        f"cannot open the session '{file}': No such file or directory"
    )
    assert not file.exists()
    nowhere = file / "deep" / "down"
    assert "No such file or directory" in refusal(lambda: asked(nowhere))


def test_what_is_no_plain_file(tmp_path: Path) -> None:
    assert (
        refusal(lambda: asked(tmp_path)) == f"cannot open the session '{tmp_path}': Is a directory"
    )
    assert (
        refusal(lambda: checkpoint(tmp_path))
        == f"cannot open the session '{tmp_path}': Is a directory"
    )
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for odd in (pipe, Path("/dev/null")):
        for attempt in (lambda odd=odd: asked(odd), lambda odd=odd: checkpoint(odd)):
            assert refusal(attempt) == f"cannot use {odd} as a session: it is not a plain file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(file: Path) -> None:
    asked(file)
    file.chmod(0)
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == f"cannot open the session '{file}': Permission denied"


HOLDER = """
import sys
from lifesearch.running.session.file import Session
from tests.searching import begun_session
from tests.seeds import seeds
with Session.resume(sys.argv[1]):
    print("mine", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def another_run(file: Path) -> Iterator[subprocess.Popen[str]]:
    asked(file, run_options=RunOptions(1))
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "mine\n"
        yield process
        process.kill()


def test_a_session_has_one_run_at_a_time(file: Path, another_run: subprocess.Popen[str]) -> None:
    before = file.read_bytes()
    for attempt in (lambda: asked(file), lambda: checkpoint(file)):
        assert refusal(attempt) == f"the session {file} is in use by another run"
    assert file.read_bytes() == before
    another_run.kill()
    another_run.wait()
    assert set(patterns(asked(file))) == expected()


def test_a_count_on_a_full_disk_keeps_whole_lines(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, room = os.write, iter([10])

    def stingy(number: int, data: bytes) -> int:
        for size in room:
            return real(number, data[:size])
        raise OSError(28, "No space left on device")

    one, two = ([width, None, 1, [["Id", 0]]] for width in (1, 2))
    with Session.start(str(file), CountQuestion(STILL)) as session:
        session.take(Swept(one, [[1]] * 4))
        before = file.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr("lifesearch.running.session.log.os.write", stingy)
            sentence = refusal(lambda: session.take(Swept(two, [[1]] * 4)))
        assert sentence.startswith(f"cannot write {file}: No space left on device; ")
        assert sentence.endswith(" the session can continue from there")
        assert file.read_bytes() == before
    with Session.resume(str(file)) as again:
        assert again.events == (Swept(one, [[1]] * 4),)


def test_a_disk_that_is_full_leaves_a_session_that_goes_on(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def stingy(number: int, data: bytes) -> int:
        if os.fstat(number).st_size > 400:
            raise OSError(28, "No space left on device")
        return real(number, data[:50])

    with monkeypatch.context() as patch:
        patch.setattr("lifesearch.running.session.log.os.write", stingy)
        sentence = refusal(lambda: asked(file))
    assert not multiprocessing.active_children()
    assert sentence.startswith(f"cannot write {file}: No space left on device; ")
    assert all(lines(file))
    assert file.read_bytes().endswith(b"\n")
    assert set(patterns(asked(file))) == expected()
