"""The Ray actor on one core of a cluster: it runs worker processes for a coordinator elsewhere.

`cluster` starts one actor for each core. The actor does not search by itself: a solver call blocks
its whole process, and cannot be stopped alone. It starts a pool of worker processes
(`worker_pool`), passes orders to it, and passes reports back. One worker of the pool is active, as
a rule; others may wait for a higher allowance, with all that they have learned. All of them end
when the actor ends, for whatever reason.

Reports are read only while a call waits for them, so a worker that reports much is slowed down.
Ray may deliver calls in another order than they were made, so orders are numbered.
"""

from __future__ import annotations

import asyncio
import pickle

from lifesearch.running.places.versions import versions
from lifesearch.running.places.worker_pool import Order, Report, start_pool


class CoreActor:
    """Passes orders to the worker pool of one core, and its reports back."""

    def __init__(self) -> None:
        self._process, self._line = start_pool()
        self._orders: dict[int, Order] = {}  # by number, those not yet passed on
        self._passed_on = 0  # all orders with smaller numbers are passed on
        self._busy = False  # whether a call of `order` passes orders on

    async def where(self) -> tuple[str, dict[str, str]]:
        """Ray's identifier of this machine, and the versions installed on it."""
        import ray

        return str(ray.get_runtime_context().get_node_id()), versions()

    async def order(self, number: int, order: Order) -> None:
        """Pass an order on, after those with smaller numbers."""
        self._orders[number] = order
        if self._busy:
            return
        self._busy = True
        loop = asyncio.get_running_loop()
        while self._passed_on in self._orders:
            # The pool reads no orders while its own reports wait to be read by this thread.
            message = pickle.dumps(self._orders.pop(self._passed_on))
            await loop.run_in_executor(None, self._line.send_bytes, message)
            self._passed_on += 1
        self._busy = False

    async def reports(self) -> list[Report]:
        """Wait for reports; return all that have come, each with its worker's number.

        EOFError if the pool has ended: the coordinator then counts the core as lost.
        """
        loop = asyncio.get_running_loop()
        come: asyncio.Future[None] = loop.create_future()

        def notice() -> None:
            loop.remove_reader(self._line)
            come.set_result(None)

        loop.add_reader(self._line, notice)
        await come
        reports: list[Report] = pickle.loads(self._line.recv_bytes())
        while self._line.poll():
            reports += pickle.loads(self._line.recv_bytes())
        return reports
