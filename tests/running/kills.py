"""Every kind of session, and proofs, killed at random moments until they come to their end.

Run as a program of its own, `python -m tests.running.kills KILLS FOLDER [SEED]`, which loads
machine code once: all runs are forked from it. A run is killed after some time, or in the middle of
something that it writes. What comes of it in the end must be what comes of a run that nobody
disturbs. It prints the number of kills for each kind.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic

from lifesearch.common.errors import InputError
from lifesearch.core.question import PatternQuery
from lifesearch.engines.counting.checkpoint import Memo
from lifesearch.engines.counting.transfer_matrix import SweepOptions
from lifesearch.engines.rows import checkpoint
from lifesearch.engines.rows import worker as work
from lifesearch.engines.soups.census import Census
from lifesearch.engines.soups.worker import SoupWork
from lifesearch.life.motion import Motion
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.life.symmetry import Symmetry
from lifesearch.proofs.check import check
from lifesearch.proofs.folder import with_proof
from lifesearch.questions.catalysts.question import Catalysts
from lifesearch.questions.counts import session as sweeps
from lifesearch.questions.counts.question import CountQuestion, count
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.questions.soups.events import SoupsRun
from lifesearch.questions.soups.question import SoupQuery
from lifesearch.questions.strips.coordinators import shared_search
from lifesearch.questions.strips.question import Strip
from lifesearch.running.options import RunOptions
from lifesearch.running.session.file import Session
from lifesearch.surveys.record import SurveyQuestion
from lifesearch.surveys.run import SurveyRun
from lifesearch.surveys.session import record_in
from tests.prepare import load_kernels
from tests.running.session.asking import BLOCK
from tests.searching import begun_session, run, search_events

LISTED = 3
PINWHEEL = Pattern.parse(".OOOO.\nO....O\nO..O.O\nO...OO\nO.O..O\n.OOOO.")
CATALYSTS = Catalysts(PINWHEEL, (BLOCK.alive,), 4, area=(12, 12), generations=5, periods=(4,))
LONGEST = 3600.0


@dataclass(frozen=True)
class Kind:
    """A run that begins or goes on at a path, and what is known there in the end."""

    go_on: Callable[[Path], None]
    outcome: Callable[[Path], object]


def search(query: PatternQuery, options: RunOptions, *, workers_vary: bool = False) -> Kind:
    """A search with a session: its answers, and whether these are all."""

    def go_on(path: Path) -> None:
        jobs = 1 + os.getpid() % 2 if workers_vary else options.jobs
        with begun_session(str(path), query, options) as session:
            for _ in session.record(run(query, replace(options, jobs=jobs), session.checkpoint)):
                pass

    def outcome(path: Path) -> object:
        with Session.resume(str(path)) as session:
            found = [a for event in session.checkpoint.found for a in event.answers]
        records = [json.loads(line) for line in path.read_bytes().splitlines()]
        ends = [each["verdict"]["exhausted"] for each in records if "verdict" in each]
        return sorted(str(query.key(answer)) for answer in found), ends[-1:]

    return Kind(go_on, outcome)


def tables(strip: Strip) -> Kind:
    """A strip by row tables, with one worker or two; all patterns up to its length are wanted."""
    many = 1 if strip.max_length is None else None
    return search(strip, RunOptions(many, engine="tables"), workers_vary=True)


def soups(query: SoupQuery, number: int) -> Kind:
    """Soups with a session: all that came out of them."""

    def outcome(path: Path) -> object:
        with Session.resume(str(path)) as session:
            ranges = [event for event in session.events if isinstance(event, SoupsRun)]
        assert sum(event.stop - event.start for event in ranges) == number
        return sum((event.census for event in ranges), Census())

    return Kind(search(query, RunOptions(number, 1)).go_on, outcome)


def counting(query: Periodic) -> Kind:
    """A count with a session: the number, and the sweeps."""

    question = CountQuestion(query)

    def go_on(path: Path) -> None:
        with Session.start(str(path), question) as session:
            for _ in search_events(question, RunOptions(None), session):
                pass

    def number(path: Path) -> object:
        with Session.start(str(path), question) as session:
            memo = session.checkpoint.extra
            assert isinstance(memo, Memo)
            known = dict(memo.known)
            return count(query, SweepOptions(memo=memo)), known

    return Kind(go_on, number)


def survey(question: SurveyQuestion) -> Kind:
    """A survey with a session, until all still lifes up to some size are listed."""

    def go_on(path: Path) -> None:
        with Session.start(str(path), question) as session:
            known = record_in(session.checkpoint)
            running = SurveyRun(known, RunOptions(time_limit=LONGEST), session)
            with closing(running.events()) as events:
                for _ in events:
                    if running.record.listed_up_to() >= LISTED:
                        return

    def outcome(path: Path) -> object:
        with Session.resume(str(path)) as session:
            listed = record_in(session.checkpoint).still_lifes
        return [sorted(map(str, listed[cells])) for cells in range(1, LISTED + 1)]

    return Kind(go_on, outcome)


def proof(query: PatternQuery, engine: str | None = None) -> Kind:
    """A proof, which replaces what a killed run has left."""
    options = RunOptions(None if query.where() else 1, 1, engine=engine)

    def go_on(path: Path) -> None:
        proving = with_proof(query, options, str(path), force=True)
        for _ in search_events(query, proving):
            pass

    return Kind(go_on, check)


KINDS = {
    "boxes": search(Periodic(Motion(1), (5, 5), raw=True), RunOptions(None, 1)),
    "growing boxes": search(Periodic(Motion(2), max_area=12), RunOptions(None, 2)),
    "predecessors": search(Predecessor.around(BLOCK), RunOptions(None, 1)),
    "SAT rows": search(Strip(5, Motion(3, dy=-1)), RunOptions(1, 1, engine="rows")),
    "row tables": tables(Strip(13, Motion(5, dy=-1), Mirror.MIRRORED)),
    "row tables with a leader": tables(Strip(6, Motion(4, dy=-2), max_length=12)),
    "row tables up to a length": tables(
        Strip(12, Motion(3, dy=-1), Mirror.MIRRORED, max_length=15)
    ),
    "soups": soups(SoupQuery(symmetries=(Symmetry.parse("D8_1"),), seed=5, most=12), 300),
    "catalysts": search(CATALYSTS, RunOptions(None, 2)),
    "catalysts by SAT": search(CATALYSTS, RunOptions(None, 2, engine="sat")),
    "count": counting(Periodic(Motion(1), (5, 5))),
    "count of oscillators": counting(Periodic(Motion(2), (4, 3))),
    "survey": survey(SurveyQuestion(LIFE, ("still-lifes",))),
    "proof of a box": proof(Periodic(Motion(3), (4, 4))),
    "proof of a strip": proof(Strip(5, Motion(3, dy=-1)), "tables"),
}


def as_often_as_can_be() -> None:
    """Have snapshots, sweeps and ranges of soups written all the time, and states change hands."""
    checkpoint.LEAST_INTERVAL = checkpoint.SNAPSHOT_SHARE = 0
    work.TIME_SLICE = 0.005
    shared_search.LEAST_WORK, work.LEAST_STATES, work.ROWS_PER_STATE = 0, 4, -1
    sweeps.SAVE_EVERY = sweeps.RARELY = 0
    SoupWork.shortest = 16


def dying(number: int) -> None:
    """Have this process killed in the middle of what it writes that often; not its workers."""
    write, sync, left, own = os.write, os.fsync, [number], os.getpid()

    def count() -> bool:
        left[0] -= 1
        return left[0] <= 0 and os.getpid() == own

    def torn(file: int, data: bytes) -> int:
        if count():
            write(file, data[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        return write(file, data)

    def unsafe(file: int) -> None:
        if count():
            os.kill(os.getpid(), signal.SIGKILL)
        sync(file)

    os.write, os.fsync = torn, unsafe  # type: ignore[assignment]


def run_once(kind: Kind, path: Path, seconds: float, writes: int | None) -> bool:
    """Go on, and be killed after so long or so many writes; whether it came to its end."""

    def child() -> None:
        os.setsid()
        if writes is not None:
            dying(writes)
        kind.go_on(path)

    process = get_context("fork").Process(target=child)
    process.start()
    process.join(seconds)
    process.kill()  # if it has not ended
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL), process.exitcode
    return process.exitcode == 0


def left_in_order(kind: Kind, path: Path) -> None:
    """A proof that was killed is none, or a whole one; other runs see what is left themselves."""
    if kind.outcome is check:
        with suppress(InputError):
            report = check(path)
            assert report.valid or report.reason


def killed(name: str, folder: Path, chance: Random, most: int) -> int:
    """Kill a run again and again, most times at most, then let it end; how often it was killed."""
    kind, path, right = KINDS[name], folder / "killed", folder / "right"
    began = monotonic()
    assert run_once(kind, right, LONGEST, None)
    took, kills = monotonic() - began, 0
    for _ in range(3 * most):  # of these, runs that end before they are killed do not count
        if kills == most:
            break
        writes = chance.choice([None, chance.randint(1, 12)])
        seconds = LONGEST if writes else chance.random() * took
        if run_once(kind, path, seconds, writes):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            continue
        kills += 1
        left_in_order(kind, path)
    assert run_once(kind, path, LONGEST, None)
    assert kind.outcome(path) == kind.outcome(right), name
    expected = {"killed", "right"}
    assert {each.name for each in folder.iterdir()} == expected, name
    if kind.outcome is check:
        assert check(path).valid
        assert {each.name for each in path.iterdir()} == {each.name for each in right.iterdir()}
    return kills


def main(kills: int, folder: Path, seed: int) -> None:
    """Take one kind after another until there were so many kills."""
    load_kernels()
    as_often_as_can_be()
    chance, done = Random(seed), Counter[str]()
    most = max(1, -(-kills // len(KINDS) // 8))
    while sum(done.values()) < kills:
        for name in KINDS:
            place = folder / "run"
            place.mkdir()
            done[name] += killed(name, place, chance, 3 * most if "tables" in name else most)
            shutil.rmtree(place)
    print(json.dumps(done), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int((*sys.argv[3:], "1")[0]))
