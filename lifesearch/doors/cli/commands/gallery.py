"""`gallery` and `plot`: a web page of a search's answers, and charts of its progress."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from lifesearch.common.errors import InputError
from lifesearch.common.text import plural
from lifesearch.doors.cli.parameters import argument
from lifesearch.running.option_table import Options
from lifesearch.show.files import require_free, require_page, writing

MOST_NOTES = 5
"""Notes on files that are left out: in a large folder there may be very many."""
SOURCES = argument(
    "SESSION|DIR|FILE...", "Sessions, pattern files (RLE, .cells, Life 1.06), folders of both."
)
SESSION = argument("SESSION", "A session; its search may be running.")


def gallery(sources: Annotated[list[str], SOURCES], options: Options) -> None:
    """Make a web page of animated patterns."""
    output: str = options.output
    _require_free(output, options.force, sources)
    require_page(output)

    from lifesearch.show.gallery.page import page
    from lifesearch.show.gallery.sources import gallery_items
    from lifesearch.show.search.progress import counted
    from lifesearch.show.terminal.console import Printer

    collection = gallery_items(sources)
    messages = Printer(stderr=True)
    for note in collection.notes[:MOST_NOTES]:
        messages.print(f"note: {note}")
    if (more := len(collection.notes) - MOST_NOTES) > 0:
        messages.print(f"and {plural(more, 'more note')}")
    named = replace(collection, title=options.title or collection.title)
    text = page(named, lambda items: counted(items, messages, "looking at patterns"))
    with writing(output) as file:
        file.write(text)
    if output != "-":
        messages.print(f"{output}: {plural(len(collection.items), 'pattern')}")


def plot(session: Annotated[str, SESSION], options: Options) -> None:
    """Draw the progress of a search over time."""
    if options.svg is not None:
        _require_free(options.svg, options.force, [session])

    from lifesearch.running.session.history import read_history
    from lifesearch.show.pictures import plot as charts

    history = read_history(session)
    if not history.length:
        raise InputError(f"{session} has nothing to plot yet")
    if options.svg is None:
        charts.show_plot(history)
        return
    with writing(options.svg) as file:
        file.write(charts.svg(history))


def _require_free(name: str, force: bool, sources: list[str]) -> None:
    """Refuse to overwrite files without `force`, or one of the inputs."""
    path = Path(name)
    with suppress(OSError, ValueError):  # `require_free` explains these errors
        if path.is_file() and any(Path(s).is_file() and path.samefile(s) for s in sources):
            raise InputError(f"{name} is one of the inputs: give the output another name")
    require_free(name, force=force)
