"""Solvers that die or lie: a question that kills them is given up, and nothing is lost."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from types import SimpleNamespace
from typing import Any

import pytest

from lifesearch.common.errors import VerificationError
from lifesearch.core.events import Event, Finished, Lost
from lifesearch.engines.sat.solving.configuration import Configuration, FixedSettings
from lifesearch.engines.sat.solving.enumerate import GaveUp, Report
from lifesearch.engines.sat.solving.part import Part, Share
from lifesearch.engines.soups.census import Census
from lifesearch.engines.soups.worker import Example, SoupsCounted
from lifesearch.life.symmetry import Symmetry
from lifesearch.questions.soups.coordinator import SoupCoordinator
from lifesearch.questions.soups.question import SoupQuery
from lifesearch.running.coordinator import LOSSES
from lifesearch.running.options import RunOptions
from lifesearch.running.places.here import Processes
from lifesearch.running.portfolio import Portfolio
from lifesearch.running.process import Died, SolversDied
from tests.running.fakes import (
    BOX,
    FIRST,
    LONG,
    SECOND,
    Deed,
    Fake,
    SilentWorkers,
    aborts,
    ended_by,
    exits,
    first_only,
    first_waits,
    keys,
    needs_memory,
    of_kind,
    only_in,
)
from tests.searching import run

pytestmark = [
    pytest.mark.usefixtures("no_orphans"),
    pytest.mark.skipif(sys.platform != "linux", reason="the questions here are forked"),
]


DEATHS = [
    pytest.param(ended_by(signal.SIGKILL), "was ended by SIGKILL", id="SIGKILL"),
    pytest.param(ended_by(signal.SIGSEGV), "was ended by SIGSEGV", id="SIGSEGV"),
    pytest.param(ended_by(signal.SIGTERM), "was ended by SIGTERM", id="SIGTERM"),
    pytest.param(ended_by(signal.SIGRTMIN + 3), "was ended by ", id="without-a-name"),
    pytest.param(aborts, "was ended by SIGABRT", id="abort"),
    pytest.param(exits, "ended with status 7", id="exit"),
    pytest.param(needs_memory, "ran out of memory", id="memory"),
]


@pytest.mark.parametrize(("deed", "cause"), DEATHS)
def test_a_question_that_kills_all_its_solvers_is_given_up(deed: Deed, cause: str) -> None:
    given_up(deed, cause, 2)


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_question_is_given_up_by_as_many_as_there_are(jobs: int) -> None:
    given_up(exits, "ended with status 7", jobs)


def given_up(deed: Deed, cause: str, jobs: int) -> None:
    events: list[Event] = []
    with pytest.raises(SolversDied, match=f"solvers failed on 3x3: the last one {cause}"):
        events.extend(run(Fake(deed), RunOptions(1, jobs, time_limit=LONG)))
    assert LOSSES - 1 <= len(of_kind(Lost, events)) < LOSSES + jobs


@pytest.mark.parametrize(("deed", "cause"), DEATHS)
def test_another_configuration_takes_over(deed: Deed, cause: str) -> None:
    taken_over(deed, cause, 3, None)


@pytest.mark.parametrize(("jobs", "count"), [(1, 1), (1, None), (3, 1)])
def test_others_take_over_however_many_they_are(jobs: int, count: int | None) -> None:
    taken_over(exits, "ended with status 7", jobs, count)


def taken_over(deed: Deed, cause: str, jobs: int, count: int | None) -> None:
    noticed = multiprocessing.get_context("fork").Event()
    query = Fake(first_only(deed, noticed))
    events: list[Event] = []
    for event in run(query, RunOptions(count, jobs)):
        events.append(event)
        if isinstance(event, Lost):
            noticed.set()
    [lost] = of_kind(Lost, events)
    assert (lost.part, lost.configuration) == (BOX, FIRST)
    assert lost.cause.startswith(cause)
    assert keys(query, events) == ["(3, 3)"]
    assert isinstance(events[-1], Finished)
    assert (events[-1].found, events[-1].exhausted) == (1, count is None)


@pytest.mark.parametrize("deaths", [2, LOSSES])
def test_a_part_that_all_have_left_is_searched_again(deaths: int) -> None:
    """Solvers die, then row tables give up, which had the part to themselves: no proof of it."""
    portfolio = Portfolio(
        Fake(exits),
        RunOptions(1, 3),
        workplace=SilentWorkers(),
        shares=[Share(1, iter([BOX]))],
        solvers=(FIRST, SECOND),
        second_strategy="row tables",
    )
    list(portfolio.assign_work())
    [tables] = [m for m in portfolio.members if m.configuration == "row tables"]
    for number in range(deaths):
        solver = next(m for m in portfolio.members if m is not tables)
        portfolio._lose(solver, Died("was ended by SIGKILL"))
        if number < deaths - 2:
            list(portfolio.assign_work())
    assert portfolio.members == [tables]
    assert not list(portfolio._receive(tables, GaveUp("row tables need more memory")))
    assert portfolio.work_is_left
    list(portfolio.assign_work())
    assert [member.part for member in portfolio.members][:1] == [BOX]
    assert "row tables" not in [member.configuration for member in portfolio.members]


def test_soups_of_a_worker_that_died_are_counted_once() -> None:
    query = SoupQuery(symmetries=(Symmetry.parse("C1"),))
    soups = SoupCoordinator(query, RunOptions(200, 1), workplace=SilentWorkers())
    list(soups.assign_work())
    [member] = soups.members
    soups._spend(member, 150)
    assert soups.conflicts == 150
    soups._lose(member, Died("was ended by SIGKILL"))
    assert soups.conflicts == 0
    list(soups.assign_work())
    [member] = soups.members
    assert member.task == range(200)
    list(soups._receive(member, SoupsCounted(Census(), (), Example.of(query.soups, 199))))
    assert (soups.conflicts, soups.complete) == (200, True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_pinned_solvers_that_die_are_started_again_as_they_were(jobs: int) -> None:
    query = Fake(first_only(aborts))
    events: list[Event] = []
    with pytest.raises(SolversDied):
        events.extend(run(query, RunOptions(1, jobs, FixedSettings(solver="one"))))
    assert [lost.configuration for lost in of_kind(Lost, events)] == [FIRST] * (LOSSES - 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_found_elsewhere_comes_before_the_end(jobs: int) -> None:
    boxes = tuple(Part((n, 1)) for n in range(1, 5))
    others_found = multiprocessing.get_context("fork").Event()
    query = Fake(only_in(boxes[3], first_waits(others_found, aborts)), boxes)
    events: list[Event] = []

    def follow() -> None:
        for event in run(query, RunOptions(None, jobs)):
            events.append(event)
            if len(keys(query, events)) == 3:
                others_found.set()

    with pytest.raises(SolversDied, match="failed on 4x1"):
        follow()
    assert set(keys(query, events)) == {"(1, 1)", "(2, 1)", "(3, 1)"}


def large_then_killed(part: Part, how: Configuration) -> Iterator[Report[str]]:
    real = Connection._send  # type: ignore[attr-defined]

    def torn(self: Connection, data: bytes, *rest: Any) -> None:
        if len(data) > 1_000_000:
            real(self, data[:500_000])
            os.kill(os.getpid(), signal.SIGKILL)
        real(self, data, *rest)

    Connection._send = torn  # type: ignore[attr-defined]
    yield ["x" * 10_000_000]


def test_a_solver_that_dies_in_the_middle_of_a_report() -> None:
    with pytest.raises(SolversDied, match="was ended by SIGKILL"):
        list(run(Fake(large_then_killed), RunOptions(1)))


def wrong(part: Part, how: Configuration) -> Iterator[Report[str]]:
    yield 1
    raise VerificationError("the solver's answer is wrong")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_wrong_answer_ends_everything(jobs: int) -> None:
    with pytest.raises(VerificationError, match="the solver's answer is wrong"):
        list(run(Fake(wrong), RunOptions(1, jobs)))


def test_on_windows_more_processes_are_asked_in_turn_than_can_be_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def wait(lines: list[Any], seconds: float) -> list[Any]:
        asked.append(len(lines))
        return [line for line in lines if line.poll()]

    pipes = [multiprocessing.Pipe() for _ in range(130)]
    workers: list[Any] = [SimpleNamespace(connection=ours) for ours, _ in pipes]
    monkeypatch.setattr("lifesearch.running.places.here.wait", wait)
    monkeypatch.setattr(sys, "platform", "win32")
    assert list(Processes().reporting(workers, 0.0)) == []
    pipes[77][1].send("done")
    pipes[129][1].close()
    assert list(Processes().reporting(workers, 60.0)) == [workers[77], workers[129]]
    assert set(asked) == {60, 10}
