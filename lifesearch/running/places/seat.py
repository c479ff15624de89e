"""One core of a cluster: it has worker processes on its machine for a coordinator elsewhere.

Ray starts a seat as an actor that takes up one core. A seat does not search by itself: a solver
that runs holds up its whole process, and cannot be stopped alone. It has a team of worker processes
(`team`), passes on its orders, and passes reports back. Of the workers one is at work,
as a rule; others may wait for more conflicts, with all that they have learned. All of them end when
the seat ends, whatever ends it.

Reports are read only while somebody waits for them, so that whoever has much to say waits, too.
Calls of an actor like this one may overtake each other, so its orders are numbered.
"""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

from lifesearch.running.places.team import Order, Report, start_team
from lifesearch.running.places.versions import versions


class Seat:
    """The actor."""

    def __init__(self) -> None:
        self._process, self._line = start_team()
        self._orders: dict[int, Order] = {}
        self._passed_on = 0
        self._busy = False

    async def where(self) -> tuple[str, dict[str, str]]:
        """The machine that it is on, as Ray calls it, and what is installed there."""
        import ray

        return str(ray.get_runtime_context().get_node_id()), versions()

    async def tell(self, number: int, order: Order) -> None:
        """Pass an order on, after those with smaller numbers."""
        self._orders[number] = order
        if self._busy:
            return
        self._busy = True
        loop = asyncio.get_running_loop()
        while self._passed_on in self._orders:
            # The team reads nothing while it waits for its reports to be read, by this thread.
            message = pickle.dumps(self._orders.pop(self._passed_on))
            await loop.run_in_executor(None, self._line.send_bytes, message)
            self._passed_on += 1
        self._busy = False

    async def reports(self) -> list[Report]:
        """All reports that have come, as soon as there are any; each worker's number with it."""
        loop = asyncio.get_running_loop()
        come: asyncio.Future[None] = loop.create_future()

        def notice() -> None:
            loop.remove_reader(self._line)
            come.set_result(None)

        loop.add_reader(self._line, notice)
        await come
        reports: list[Any] = pickle.loads(self._line.recv_bytes())
        while self._line.poll():
            reports += pickle.loads(self._line.recv_bytes())
        return reports
