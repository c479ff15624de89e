r"""Lines that cannot be changed, lost, doubled or swapped without notice.

Each line is a JSON object whose last value is a digest of all that comes before it in the file:

    >>> seal = ChecksumChain()
    >>> for record in ({"searched": [1, 1, ""]}, {"searched": [1, 1, ""]}):
    ...     line = seal.line(record)
    ...     seal.take(line)
    ...     print(line.decode(), end="")
    {"searched": [1, 1, ""], "check": "7eb1621a171e691f"}
    {"searched": [1, 1, ""], "check": "a7ca9ac5b31073a7"}

Sessions of lifesearch 1 had no digests. Lines that are added to such a file have them, and
they cover its old lines as well: after a line with a digest there is none without.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Any

DIGITS = 16
CHECK = re.compile(rb', "check": "([0-9a-f]{%d})"}\n' % DIGITS)


class DamageError(ValueError):
    """A line that does not belong where it is."""


class ChecksumChain:
    """What the lines up to here add up to; it is `sealed` if the last one had a digest."""

    def __init__(self) -> None:
        self._digest = sha256()
        self.sealed = False

    def line(self, record: dict[str, Any]) -> bytes:
        """A record as the next line; `take` it once it is written."""
        body = json.dumps(record)[:-1].encode()
        return body + b', "check": "%s"}\n' % self._check(body)

    def take(self, line: bytes) -> None:
        """Go on after this line."""
        self._digest.update(line)
        self.sealed |= CHECK.search(line) is not None

    def read(self, line: bytes) -> Any:
        """The record of the next line, without its digest; DamageError if there was another one."""
        found = CHECK.search(line)
        if found and found[1] != self._check(line[: found.start()]):
            raise DamageError("another line was written here")
        if self.sealed and not found:
            raise DamageError("a line without its digest was not written here")
        self.take(line)
        return json.loads(line[: found.start()] + b"}" if found else line)

    def _check(self, body: bytes) -> bytes:
        digest = self._digest.copy()
        digest.update(body)
        return digest.hexdigest()[:DIGITS].encode()
