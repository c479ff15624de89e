"""Identify a drawn pattern, in a process with a time limit: some patterns grow for ever.

    python -m lifesearch.doors.studio.work.identify < pattern.rle

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

from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.common.limits import LARGEST_DRAWN_FILE
from lifesearch.doors.studio.work.process import kill, start

PATIENCE = 60.0
"""Seconds for the facts of a pattern; after that the process is killed."""
UNKNOWN = f"what becomes of this pattern is not known after {PATIENCE:.0f} seconds: run it"
LEFT_OUT = ("source", "velocity", "rule")
"""Facts that the description or the page already shows."""


def facts(text: str) -> dict[str, Any]:
    """A pattern's description, and the values of a form that searches for patterns like it."""
    from lifesearch.core.facts import details_of
    from lifesearch.core.report import PatternReport
    from lifesearch.formats.detect import read
    from lifesearch.life.simulate.any_rule import require_states
    from lifesearch.show.gallery.page import link_to

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
        "more": [
            (each.label, each.words) for each in details_of(report) if each.name not in LEFT_OUT
        ],
    }


async def identified(text: str) -> dict[str, Any]:
    """The facts of a pattern, from another process, with a time limit."""
    if len(text) > LARGEST_DRAWN_FILE:
        raise InputError("the pattern is too large to be identified")
    process = await start("identify")
    try:
        output, _ = await asyncio.wait_for(process.communicate(text.encode()), PATIENCE)
        answer: dict[str, Any] = json.loads(output)
    except (TimeoutError, ValueError):  # a process that died, as for want of memory, wrote no JSON
        raise InputError(UNKNOWN) from None
    finally:
        await kill(process)
    if "problem" in answer:
        raise InputError(answer["problem"])
    return answer


def main() -> None:
    """Identify the pattern on standard input, within a time limit even if the server is gone."""
    end = threading.Timer(2 * PATIENCE, os._exit, [1])  # later than the server would kill it
    end.daemon = True
    end.start()
    try:
        answer = facts(sys.stdin.buffer.read().decode())
    except LifesearchError as error:
        answer = {"problem": str(error)}
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
