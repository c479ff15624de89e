"""What a drawn pattern is, found out in a process of its own: some explode, and take for ever.

    python -m lifesearch.studio.work.identify < pattern.rle

>>> known = facts("x = 3, y = 3, rule = B3/S23\\nbo$2bo$3o!")
>>> known["words"], known["kind"], known["period"]
('glider: spaceship of velocity c/4 diagonal', 'spaceship', 4)
>>> known["link"]
'https://catagolue.hatsya.com/object/xq4_153/b3s23'
>>> facts("x = 3, y = 3, rule = B3/S23\\n3o!")["more"][0]
('apgcode', 'xp2_7')
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from typing import Any

from lifesearch.errors import InputError, LifesearchError
from lifesearch.limits import LARGEST_DRAWN_FILE
from lifesearch.studio.work.process import kill, start

PATIENCE = 60.0
UNKNOWN = f"what becomes of this pattern is not known after {PATIENCE:.0f} seconds: run it"
LEFT_OUT = ("from", "rule")


def facts(text: str) -> dict[str, Any]:
    """What a pattern is in words, and what a search for its like would ask."""
    from lifesearch.formats.detect import read
    from lifesearch.life.simulate.any_rule import require_states
    from lifesearch.ui.gallery.page import link_to
    from lifesearch.ui.identified import rows
    from lifesearch.ui.report import PatternReport

    file = read(text)
    report = PatternReport.of_file(file, "")
    require_states(file.pattern, report.rule)
    if not file.pattern.population:
        raise InputError("no cell is alive: draw some, or paste a pattern")
    return {
        "words": report.headline(),
        "kind": report.kind,
        "period": report.period,
        "velocity": report.velocity,
        "link": link_to(report.apgcode, report.rule),
        "more": [row for row in rows(report) if row[0] not in LEFT_OUT],
    }


async def identified(text: str) -> dict[str, Any]:
    """The same, found out by another process, which is not waited for without end."""
    if len(text) > LARGEST_DRAWN_FILE:
        raise InputError("the pattern is too large to be identified")
    process = await start("identify")
    try:
        known, _ = await asyncio.wait_for(process.communicate(text.encode()), PATIENCE)
        answer: dict[str, Any] = json.loads(known)
    except (TimeoutError, ValueError):
        raise InputError(UNKNOWN) from None
    finally:
        await kill(process)
    if "problem" in answer:
        raise InputError(answer["problem"])
    return answer


def main() -> None:
    """Answer the question on standard input, even if the server is gone, not for ever."""
    end = threading.Timer(2 * PATIENCE, os._exit, [1])
    end.daemon = True
    end.start()
    try:
        answer = facts(sys.stdin.buffer.read().decode())
    except LifesearchError as error:
        answer = {"problem": str(error)}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
