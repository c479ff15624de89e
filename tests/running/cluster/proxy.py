"""Connections that pass through here, until they hang: nothing is passed on, and nothing closed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Passes on what comes to `port`, as long as it `flows`."""

    def __init__(self, server: socket.socket, target: int) -> None:
        self._server, self._target = server, target
        self.port: int = server.getsockname()[1]
        self.flows = threading.Event()
        self.flows.set()
        self.ends: list[socket.socket] = []

    def accept(self) -> None:
        """Let everybody in, until the server is closed."""
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self.ends += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self.flows.wait()
                target.sendall(data)


@contextmanager
def proxy(target: int) -> Iterator[Proxy]:
    """A proxy before a port of this machine; at the end all its connections are closed."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ours = Proxy(server, target)
        threading.Thread(target=ours.accept, daemon=True).start()
        try:
            yield ours
        finally:
            for end in ours.ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            ours.flows.set()
