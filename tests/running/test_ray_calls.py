"""Calls of a cluster that answers, refuses, or is silent."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from lifesearch.common.errors import ClusterLost, InputError
from lifesearch.running.places import connection
from lifesearch.running.places.connection import RayCalls


class RayError(Exception):
    pass


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[RayCalls]:
    ray = SimpleNamespace(exceptions=SimpleNamespace(RayError=RayError))
    made = RayCalls(ray, "a:6379")
    yield made
    made.close()


def fails(error: Exception) -> None:
    raise error


def test_calls_are_made_in_their_order(calls: RayCalls) -> None:
    made: list[int] = []
    for number in range(100):
        calls.begin(lambda number=number: made.append(number))  # type: ignore[misc]
    assert calls.answer(lambda: list(made)) == list(range(100))


def test_what_the_cluster_refuses_is_for_the_caller(calls: RayCalls) -> None:
    with pytest.raises(RayError):
        calls.answer(lambda: fails(RayError()))
    assert calls.answer(lambda: 1) == 1


def test_a_connection_that_is_cut(calls: RayCalls) -> None:
    with pytest.raises(ClusterLost, match="the cluster at a:6379 does not answer any more"):
        calls.answer(lambda: fails(ConnectionError()))
    with pytest.raises(ClusterLost):
        calls.answer(lambda: 1)


def test_silence(calls: RayCalls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "SILENCE", 0.01)
    end = threading.Event()
    with pytest.raises(ClusterLost):
        calls.answer(end.wait)
    end.set()
    with pytest.raises(ClusterLost):
        calls.answer(lambda: 1)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("Version mismatch: The cluster was started with:\n Ray: 2.59.0", "another Ray or Python"),
        ("Could not find any running Ray instance", "cannot connect to a Ray cluster at a:6379"),
        ("InvalidAuthToken: no token", "needs a token, which this machine lacks"),
        (
            "Failed:\nTraceback (most recent call last):\n  x\nOSError: full",
            "at a:6379: OSError: full",
        ),
        ("", "cannot connect to a Ray cluster at a:6379: RuntimeError"),
    ],
)
def test_what_hinders_a_connection(said: str, sentence: str) -> None:
    found = connection._sentence("a:6379", RuntimeError(said))
    assert sentence in found
    assert "\n" not in found


@pytest.mark.parametrize("failures", [0, 1, connection.ATTEMPTS])
def test_a_head_that_fails_to_start_a_process_is_asked_again(
    failures: int, calls: RayCalls
) -> None:
    left = [ConnectionAbortedError("no process")] * failures

    def init(*_: object, **__: object) -> None:
        if left:
            raise left.pop()

    ray = SimpleNamespace(init=init)
    if failures < connection.ATTEMPTS:
        connection._connect(ray, "auto", calls)
    else:
        with pytest.raises(InputError, match="cannot connect to a Ray cluster at auto: no process"):
            connection._connect(ray, "auto", calls)
    assert not left
