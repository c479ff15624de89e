"""Notebooks: pictures of answers, a line of progress, and an end when a cell is interrupted."""

from __future__ import annotations

import sys
import weakref
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lifesearch.api.answer import Answer
    from lifesearch.api.results import Result

MOST_SHOWN = 60
FIGURE = "display:inline-block;margin:6px;vertical-align:top;text-align:center;max-width:260px"


def shell() -> Any:
    """IPython's shell, if this is the kernel of a notebook; otherwise None."""
    ipython = sys.modules.get("IPython")
    found = ipython.get_ipython() if ipython is not None else None
    return found if hasattr(found, "kernel") else None


def show_line(line: str, handle: Any) -> Any:
    """Show a line of text below the cell, in the place of the one before; return its handle."""
    display = import_module("IPython.display").display
    data = {"text/plain": line}
    if handle is None:
        return display(data, raw=True, display_id=True)
    handle.update(data, raw=True)
    return handle


def stop_when_interrupted(result: Result) -> None:
    """Stop a search when a cell is interrupted, also if its iterator has a name and lives on."""
    notebook = shell()
    if notebook is None:
        return
    watched = weakref.ref(result)

    def after_cell(cell: Any) -> None:
        searching = watched()
        if isinstance(cell.error_in_exec, KeyboardInterrupt) and searching is not None:
            searching.close()
        if searching is None or searching.over:
            notebook.events.unregister("post_run_cell", after_cell)

    notebook.events.register("post_run_cell", after_cell)


def gallery(answers: Sequence[Answer], title: str) -> str:
    """Some HTML: the first answers in motion, each with its name."""
    figures = [_figure(answer) for answer in answers[:MOST_SHOWN]]
    more = len(answers) - MOST_SHOWN
    rest = [f"<p>and {more:,} more</p>"] if more > 0 else []
    return "\n".join([f"<p>{escape(title)}</p>", "<div>", *figures, "</div>", *rest])


def _figure(answer: Answer) -> str:
    """A picture is a file of its own, since names inside several pictures may be the same."""
    drawing = answer.svg(small=True)
    if drawing is None:
        shown = "<p>(too large to draw)</p>"
    else:
        data = b64encode(drawing.encode()).decode()
        shown = f'<img alt="{escape(answer.name)}" src="data:image/svg+xml;base64,{data}"/>'
    caption = f"<figcaption>{escape(answer.name)}</figcaption>"
    return f'<figure style="{FIGURE}">{shown}{caption}</figure>'
