"""The program, in which Ctrl-C is pressed at a given moment: between workers and their view.

Run as `python -m tests.doors.cli.pressing MOMENT TIMES WORD...`.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from lifesearch import __main__
from lifesearch.common import signals
from lifesearch.doors.cli.commands import search
from lifesearch.running import coordinator
from lifesearch.show.search import follow, view

MOMENTS: dict[str, tuple[Any, str]] = {
    "when workers have begun": (coordinator, "islice"),
    "while the view is loaded": (search, "presentation"),
    "before messages": (view, "why_unreadable"),
    "before output": (view, "answer_output"),
    "before progress": (follow, "Display"),
    "in the first moment of the view": (follow, "in_batches"),
}


def pressing(function: Callable[..., Any], times: int) -> Callable[..., Any]:
    """Do the same as a function, but press Ctrl-C the first times that it is called."""
    left = [times]

    def pressed(*args: Any, **options: Any) -> Any:
        if moment == "when workers have begun":  # after it, not before
            args = (list(function(*args)), 1)
        while left[0]:
            left[0] -= 1
            os.kill(os.getpid(), signal.SIGINT)
        return function(*args, **options)

    return pressed


if __name__ == "__main__":
    _, moment, times, *words = sys.argv
    if int(times) > 1:
        signals.DEAF_SECONDS = -1  # those who press again do so after a long time
    where, name = MOMENTS[moment]
    setattr(where, name, pressing(getattr(where, name), int(times)))
    sys.argv = ["lifesearch", *words]
    __main__.main()
