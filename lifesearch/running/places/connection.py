"""The connection to a Ray cluster: made once in a process, by `connected`.

The versions on all machines are compared before anything else is done there. The *head* is the
machine where the cluster was started. Ray is imported only here and where a cluster is in use. Its
own messages are suppressed: every failure becomes one sentence.

Connecting to an address where no server answers takes Ray more than a minute and cannot be
interrupted; so a thread makes that call, and there is a limit to the time for which the thread is
waited for. Threads like it make all other calls of Ray (`RayCalls`): where the head is gone, or the
network hangs, a call may take minutes, and then Ray ends the whole process.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from lifesearch.common.errors import ClusterLost, InputError
from lifesearch.running.places.versions import difference, versions
from lifesearch.running.process import STANDARD_ERROR

T = TypeVar("T")

PATIENCE = 10.0
"""Seconds to wait until the head accepts a connection, and until all machines report versions: a
choice.
"""
SILENCE = 30.0
"""Seconds for which an answer may be late: fewer than the 60 after which Ray ends the process."""
TO_CONNECT = 50.0
"""Seconds to connect: the head starts a process for each client, which takes long if it is busy."""
ATTEMPTS = 3
"""How often to connect before giving up: a busy head may abort some attempts."""
INSTALL = "pip install 'ray[client]'"
FIRST_PYTHON_WITHOUT_RAY = (3, 15)
"""The first version of Python without a build of Ray: see `cluster` in pyproject.toml."""
Ray = Any
"""The module `ray`, which has no types and need not be installed."""
Remote = Any
"""A handle of Ray's for an actor on another machine, or for a call not answered yet."""
QUIET = {
    "RAY_BACKEND_LOG_LEVEL": "fatal",  # messages of its C++ part go to standard error directly
    "RAY_DEDUP_LOGS_SKIP_REGEX": "(?s).",  # no messages about lost machines
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",  # the receiver of a message may be dead already
    "RAY_CLIENT_RECONNECT_GRACE_PERIOD": "5",  # seconds: a killed command does not reconnect
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else there is a warning about graphics cards
}


def connected(address: str) -> Ray:
    """The module `ray`, connected to a cluster whose machines have the same versions as this one.

    A machine that does not say its versions in time is not checked here; but no core of it is used
    before it has said them (`ClusterCores`).
    """
    ray = _imported(address)
    if not ray.is_initialized():
        calls = RayCalls(ray, address)
        try:
            _connect(ray, address, calls)
            calls.answer(lambda: _refuse_other_versions(ray), PATIENCE)
        finally:
            calls.close()
    return ray


class RayCalls:
    """Makes calls of Ray one after another, in a thread that may be blocked for ever."""

    def __init__(self, ray: Ray, address: str) -> None:
        self._ray, self._address = ray, address
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._lost = False
        threading.Thread(target=self._make_all, daemon=True).start()

    def answer(self, call: Callable[[], T], seconds: float = 0.0) -> T:
        """Return the result of a call that may itself take the given number of seconds.

        ClusterLost if the answer is SILENCE late; after that no call is tried any more.
        """
        if self._lost:
            raise self._cluster_lost()
        try:
            return self.begin(call).result(seconds + SILENCE)
        except self._ray.exceptions.RayError:  # an answer, although some are TimeoutErrors, too
            raise
        except (TimeoutError, ConnectionError) as error:
            self._lost = True
            raise self._cluster_lost() from error

    def begin(self, call: Callable[[], T]) -> Future[T]:
        """Queue a call, and do not wait for its result."""
        answer: Future[T] = Future()

        def make() -> None:
            try:
                answer.set_result(call())
            except BaseException as error:  # `answer` raises it again, in the thread that waits
                answer.set_exception(error)

        self._queue.put(make)
        return answer

    def close(self) -> None:
        """End the thread after the calls that are queued."""
        self._queue.put(None)

    def _make_all(self) -> None:
        while make := self._queue.get():
            make()

    def _cluster_lost(self) -> ClusterLost:
        return ClusterLost(
            f"the cluster at {self._address} does not answer any more: its head or the network to "
            f"it has failed"
        )


def _imported(address: str) -> Ray:
    if find_spec("ray") is None:
        hint = (
            ""
            if sys.version_info < FIRST_PYTHON_WITHOUT_RAY
            else "; there is none for this Python yet"
        )
        raise InputError(f"Ray is not installed, and a cluster needs it: {INSTALL}{hint}")
    if address.startswith("ray://") and find_spec("grpc") is None:
        raise InputError(f"an address that begins with ray:// needs grpcio: {INSTALL}")
    for name, setting in QUIET.items():
        os.environ.setdefault(name, setting)
    import ray

    return ray


def _connect(ray: Ray, address: str, calls: RayCalls) -> None:
    """Connect within TO_CONNECT seconds; InputError if that fails."""
    _require_listener(address)
    init = partial(ray.init, address, log_to_driver=False, logging_level="CRITICAL")

    def connect() -> None:
        for _ in range(ATTEMPTS - 1):
            with suppress(ConnectionAbortedError):  # a busy head may fail to start our process
                init()
                return
        init()

    try:
        with _standard_error_shut():
            failure = calls.begin(connect).exception(TO_CONNECT)
    except TimeoutError as error:
        raise _no_answer(address, TO_CONNECT) from error
    if failure is not None:
        raise InputError(_sentence(address, failure)) from failure


def _require_listener(address: str) -> None:
    """Refuse an address where no server listens: a plain socket notices that sooner than Ray."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:  # there is none in "auto", which means this machine
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise _no_answer(address, PATIENCE) from error


def _no_answer(address: str, seconds: float) -> InputError:
    return InputError(
        f"no Ray cluster answers at {address} within {seconds:.0f} seconds: is that the address, "
        f"and has 'ray start --head' been run there?"
    )


@contextmanager
def _standard_error_shut() -> Iterator[None]:
    """Send standard error to nowhere: Ray's C++ code writes its attempts to the descriptor."""
    with suppress(OSError):
        sys.stderr.flush()
    kept = os.dup(STANDARD_ERROR)
    try:
        with Path(os.devnull).open("w", encoding="ascii") as nowhere:
            os.dup2(nowhere.fileno(), STANDARD_ERROR)
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)


def _sentence(address: str, error: BaseException) -> str:
    """Why connecting failed, in words of our own where the reason is known."""
    said = " ".join(str(error).split())
    if "Traceback" in said:  # the error is in its last line
        said = str(error).strip().splitlines()[-1].strip()
    # Ray's words are looked for without their first letters, which may be capitals or not.
    if "ersion mismatch" in said or "ifferent version" in said:
        return f"the cluster at {address} has another Ray or Python than this machine: {said[:300]}"
    if "running Ray instance" in said and address == "auto":
        return (
            "no Ray cluster runs on this machine: start one by 'ray start --head', or give the "
            "address of one, such as ray://HOST:10001"
        )
    if "uthenti" in said or "token" in said:
        return f"the cluster at {address} needs a token, which this machine lacks: {said[:300]}"
    return f"cannot connect to a Ray cluster at {address}: {said[:300] or type(error).__name__}"


def _refuse_other_versions(ray: Ray) -> None:
    """Refuse a cluster with other versions than ours; skip machines that do not answer in time."""
    from lifesearch.running.places import versions as module

    # The module is sent as code: a machine may have no lifesearch, or another one, to import.
    ray.cloudpickle.register_pickle_by_value(module)
    strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    ask = ray.remote(num_cpus=0, max_retries=0)(versions)
    calls = {
        ask.options(scheduling_strategy=strategy(node["NodeID"], soft=False)).remote(): node
        for node in ray.nodes()
        if node["Alive"]
    }
    answers, _ = ray.wait(list(calls), num_returns=len(calls), timeout=PATIENCE)
    for answer in answers:
        try:
            other = difference(ray.get(answer), versions())
        except ray.exceptions.RayError:
            continue  # the machine has failed meanwhile
        if other:
            ray.shutdown()  # whatever this process has started on the cluster ends
            name = calls[answer]["NodeManagerHostname"]
            raise InputError(
                f"the machine {name} of the cluster has {other}: versions must be the same "
                f"everywhere"
            )
