"""The connection to a Ray cluster: made once in a process, and checked before anything else.

Ray is imported only here and where a cluster is in use. What Ray would print it keeps to itself:
whatever goes wrong becomes one sentence. To connect to an address where nobody answers takes Ray
more than a minute, which cannot be interrupted; so a thread waits for it, and nobody waits for that
thread for long. The same is true of all other calls: where the head of the cluster is
gone, or the network hangs, each may take minutes, and then Ray ends the whole process (`RayCalls`).
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

from lifesearch.errors import ClusterLost, InputError
from lifesearch.running.places.versions import difference, versions
from lifesearch.running.process import STANDARD_ERROR

T = TypeVar("T")

PATIENCE = 10.0
SILENCE = 30.0
"""So many seconds may pass before a call is answered. Ray ends the process after 60."""
TO_CONNECT = 50.0
"""Seconds to connect: the head starts a process for us, which takes long if it is busy."""
ATTEMPTS = 3
INSTALL = "pip install 'ray[client]'"
NO_RAY = (3, 15)
"""The first Python for which nobody has built Ray: see the extra `cluster` in pyproject.toml."""
QUIET = {
    "RAY_BACKEND_LOG_LEVEL": "fatal",  # what its C++ part says goes straight to standard error
    "RAY_DEDUP_LOGS_SKIP_REGEX": "(?s).",  # what it would print of lost machines is not printed
    "RAY_IGNORE_UNHANDLED_ERRORS": "1",  # the receiver of a message may be dead already
    "RAY_CLIENT_RECONNECT_GRACE_PERIOD": "5",  # a command that was killed does not come back
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # else there is a warning about graphics cards
}


def connected(address: str) -> Any:
    """Ray itself, connected to a cluster, all of whose machines have the same versions."""
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
    """Calls of Ray, one after another, by a thread that may wait for them for ever."""

    def __init__(self, ray: Any, address: str) -> None:
        self._ray, self._address = ray, address
        self._asked: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._lost = False
        threading.Thread(target=self._make_all, daemon=True).start()

    def answer(self, call: Callable[[], T], seconds: float = 0.0) -> T:
        """What a call returns, which itself waits for so many seconds."""
        if self._lost:
            raise self._silence()
        try:
            return self.begin(call).result(seconds + SILENCE)
        except self._ray.exceptions.RayError:
            raise
        except (TimeoutError, ConnectionError) as error:
            self._lost = True
            raise self._silence() from error

    def begin(self, call: Callable[[], T]) -> Future[T]:
        """Make a call after those before it, and do not wait for it."""
        answer: Future[T] = Future()
        self._asked.put((answer, call))
        return answer

    def close(self) -> None:
        """Make no more calls than those that were begun."""
        self._asked.put(None)

    def _make_all(self) -> None:
        while asked := self._asked.get():
            answer, call = asked
            try:
                answer.set_result(call())
            except BaseException as error:  # raised where the answer is waited for
                answer.set_exception(error)

    def _silence(self) -> ClusterLost:
        return ClusterLost(
            f"the cluster at {self._address} does not answer any more: its head or the network to "
            f"it has failed"
        )


def _imported(address: str) -> Any:
    if find_spec("ray") is None:
        wanting = "" if sys.version_info < NO_RAY else "; there is none for this Python yet"
        raise InputError(f"Ray is not installed, and a cluster needs it: {INSTALL}{wanting}")
    if address.startswith("ray://") and find_spec("grpc") is None:
        raise InputError(f"an address that begins with ray:// needs grpcio: {INSTALL}")
    for name, setting in QUIET.items():
        os.environ.setdefault(name, setting)
    import ray

    return ray


def _connect(ray: Any, address: str, calls: RayCalls) -> None:
    """Connect in time; a sentence if that does not work."""
    _require_somebody(address)
    init = partial(ray.init, address, log_to_driver=False, logging_level="CRITICAL")

    def connect() -> None:
        for _ in range(ATTEMPTS - 1):
            with suppress(ConnectionAbortedError):  # a busy head may start no process for us
                init()
                return
        init()

    try:
        with _standard_error_shut():
            failure = calls.begin(connect).exception(TO_CONNECT)
    except TimeoutError as error:
        raise _nobody(address, TO_CONNECT) from error
    if failure is not None:
        raise InputError(_sentence(address, failure)) from failure


def _require_somebody(address: str) -> None:
    """Refuse an address where no server listens, which is known soon."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        try:
            socket.create_connection((host, int(port)), PATIENCE).close()
        except (OSError, OverflowError) as error:
            raise _nobody(address, PATIENCE) from error


def _nobody(address: str, seconds: float) -> InputError:
    return InputError(
        f"no Ray cluster answers at {address} within {seconds:.0f} seconds: is that the address, "
        f"and has 'ray start --head' been run there?"
    )


@contextmanager
def _standard_error_shut() -> Iterator[None]:
    """Let nothing through to standard error: Ray writes there, past Python, how it tries."""
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
    """What hinders a connection, in words of our own where the reason is known."""
    said = " ".join(str(error).split())
    if "Traceback" in said:  # what went wrong there is in its last line
        said = str(error).strip().splitlines()[-1].strip()
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


def _refuse_other_versions(ray: Any) -> None:
    """Ask all machines for their versions; one that does not answer in time is skipped."""
    from lifesearch.running.places import versions as module

    ray.cloudpickle.register_pickle_by_value(module)
    strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    ask = ray.remote(num_cpus=0, max_retries=0)(versions)
    asked = {
        ask.options(scheduling_strategy=strategy(node["NodeID"], soft=False)).remote(): node
        for node in ray.nodes()
        if node["Alive"]
    }
    answers, _ = ray.wait(list(asked), num_returns=len(asked), timeout=PATIENCE)
    for answer in answers:
        try:
            other = difference(ray.get(answer), versions())
        except ray.exceptions.RayError:
            continue  # it has gone meanwhile
        if other:
            ray.shutdown()  # whatever this process has started on the cluster ends
            name = asked[answer]["NodeManagerHostname"]
            raise InputError(
                f"the machine {name} of the cluster has {other}: versions must be the same "
                f"everywhere"
            )
