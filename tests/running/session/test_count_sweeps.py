"""Counts that are stopped in the middle of a sweep go on from there."""

import signal
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesearch.engines.counting.checkpoint import Memo, SweepSnapshot
from lifesearch.engines.counting.transfer_matrix import SweepOptions
from lifesearch.life.motion import Motion
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.counts.events import Swept
from lifesearch.questions.counts.question import CountQuestion, count
from lifesearch.questions.counts.session import KeptSweeps, read_sweep, write_sweep
from lifesearch.questions.periodic.question import Periodic
from lifesearch.running.session.file import Session
from tests.program import run

pytestmark = pytest.mark.usefixtures("kernels_loaded")


@dataclass
class Diary(Memo):
    """Saves a sweep after each round, and remembers all that it has saved."""

    pages: list[tuple[list[Any], SweepSnapshot]] = field(default_factory=list)
    page: tuple[list[Any], SweepSnapshot] | None = None
    resumed: int = 0

    def due(self) -> bool:
        return True

    def save(self, key: list[Any], sweep: SweepSnapshot) -> None:
        found = [list(vector) for vector in sweep.found]
        self.pages.append((key, replace(sweep, array=sweep.array.copy(), found=found)))

    def unfinished(self, key: list[Any]) -> SweepSnapshot | None:
        if self.page is None or self.page[0] != key:
            return None
        sweep = self.page[1]
        self.resumed += 1
        return replace(sweep, array=sweep.array.copy(), found=[list(v) for v in sweep.found])


METHODS = [
    pytest.param(1, "C1", (5, 6), False, {"pairs _joined"}, id="still lifes"),
    pytest.param(1, "C2", (4, 5), False, {"pairs _folded"}, id="still lifes upside down"),
    pytest.param(2, "C1", (4, 5), False, {"cycles", "pairs _joined"}, id="oscillators"),
    pytest.param(7, "C1", (2, 3), False, {"joined"}, id="oscillators of long periods"),
    pytest.param(2, "C2", (4, 5), False, {"middle 0", "middle 1", "pairs _folded"}, id="folded"),
    pytest.param(1, "C4", (5, 5), False, {"steps"}, id="diagonal"),
    pytest.param(1, "C1", (4, 4), True, {"rows"}, id="populations"),
]


@pytest.mark.parametrize(("period", "symmetry", "box", "populations", "methods"), METHODS)
def test_a_sweep_goes_on_from_each_of_its_rounds(
    period: int,
    symmetry: str,
    box: tuple[int, int],
    populations: bool,
    methods: set[str],
) -> None:
    query = Periodic(Motion(period), box, Symmetry.parse(symmetry), raw=True)
    diary, options = Diary(), SweepOptions(populations=populations)
    whole = count(query, replace(options, memo=diary))
    assert whole == count(query, options)
    assert methods <= {sweep.method for _, sweep in diary.pages}
    for page in diary.pages[:: max(1, len(diary.pages) // 8)]:
        again = Diary(page=page)
        assert count(query, replace(options, memo=again)) == whole
        assert again.resumed
        assert len(again.pages) < len(diary.pages)


def memo(session: Session[Any]) -> KeptSweeps:
    """The sweeps that a session knows, as the process that counts gets them."""
    assert isinstance(session.checkpoint.extra, KeptSweeps)
    return session.checkpoint.extra


SCRIPT = """
import os, signal, sys
from lifesearch.questions.counts import session as sweeps
sweeps.SAVE_EVERY, sweeps.SHARE, sweeps.RARELY = 0, float("inf"), 0
write, left = sweeps.write_sweep, [int(sys.argv.pop(1))]
def dying(*args):
    done = write(*args)
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getppid(), signal.SIGKILL)  # with which this one, a child, dies as well
        signal.pause()
    return done
sweeps.write_sweep = dying
from lifesearch.__main__ import main
main()
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="there children are forked")
def test_a_count_that_is_killed_goes_on_from_its_last_row(tmp_path: Path) -> None:
    session = tmp_path / "all.count"
    words = ["count", "still-life", "--box", "7x7", "--raw", "--with-empty"]
    command = [*words, "--session", str(session)]
    for _ in range(2):
        killed = subprocess.run(
            [sys.executable, "-c", SCRIPT, "2", *command], capture_output=True, check=False
        )
        assert killed.returncode == -signal.SIGKILL, killed.stderr
    with Session.resume(str(session)) as kept:
        sweep = memo(kept).unfinished([7, None, 1, [["Id", 0]]])
    assert sweep is not None
    assert sweep.rounds == 4  # the second run went on where the first one had died
    resumed = run("resume", str(session))
    assert (resumed.returncode, resumed.stdout) == (0, "127425\n"), resumed.stderr
    assert list(tmp_path.iterdir()) == [session]


def test_a_sweep_that_is_damaged_or_of_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    path, key = tmp_path / "a.sweep", [4, None, 1, [["Id", 0]]]
    sweep = SweepSnapshot("joined", 3, [[1], [2**90]], [4, 5], np.arange(12, dtype=np.uint64))
    assert read_sweep(path, "q", key) is None
    assert write_sweep(path, "q", key, sweep)
    again = read_sweep(path, "q", key)
    assert again is not None
    assert (again.found, again.numbers, again.rounds) == (sweep.found, sweep.numbers, 3)
    assert (again.array == sweep.array).all()
    assert read_sweep(path, "other", key) is None
    assert read_sweep(path, "q", [5, *key[1:]]) is None
    data = path.read_bytes()
    for place in range(0, len(data), 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert read_sweep(path, "q", key) is None, place
    for length in range(0, len(data), 11):
        path.write_bytes(data[:length])
        assert read_sweep(path, "q", key) is None, length


def test_a_sweep_that_cannot_be_written_is_left_out(tmp_path: Path) -> None:
    sweep = SweepSnapshot("joined", 3, [], [], np.zeros(1, np.uint64))
    assert not write_sweep(tmp_path / "nowhere" / "a.sweep", "q", [], sweep)
    question = CountQuestion(Periodic(Motion(1), (3, 3)))
    with Session.start(str(tmp_path / "c"), question) as session:
        assert not memo(session).due()
        assert memo(session).unfinished([3]) is None


def test_what_a_killed_run_left_is_removed(tmp_path: Path) -> None:
    session, sweep = tmp_path / "c", SweepSnapshot("rows", 3, [], [], np.zeros(1, np.uint64))
    keys = [[width, None, 1, [["Id", 0]]] for width in (1, 2)]
    with Session.start(str(session), CountQuestion(Periodic(Motion(1), (3, 3)))) as kept:
        kept.take(Swept(keys[0], [[1]] * 4))
        memo(kept).save(keys[1], sweep)
        beginning = tmp_path / "c.sweep.new"
        beginning.write_bytes((tmp_path / "c.sweep").read_bytes()[:50])
    with Session.resume(str(session)) as kept:
        assert not beginning.exists()
        assert memo(kept).unfinished(keys[1]) is not None
        left = (tmp_path / "c.sweep").read_bytes()
        kept.take(Swept(keys[1], [[1]] * 4))
        assert list(tmp_path.iterdir()) == [session]
    (tmp_path / "c.sweep").write_bytes(left)  # killed when the numbers were written
    with Session.resume(str(session)) as kept:
        assert list(tmp_path.iterdir()) == [session]
        assert memo(kept).recall(keys[1]) is not None
