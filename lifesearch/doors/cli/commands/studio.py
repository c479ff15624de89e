"""`studio`: a page on which searches are drawn, asked, watched and kept."""

from __future__ import annotations

from typing import Annotated

from lifesearch.doors.cli.parameters import argument
from lifesearch.running.option_table import Options

USUAL = "lifesearch-studio"
FOLDER = argument("[FOLDER]", f"Folder for drawings and searches ({USUAL}).")


def studio(folder: Annotated[str, FOLDER] = USUAL, *, options: Options) -> None:
    """Draw, run and watch searches in the browser."""
    from lifesearch.doors.studio.serve import serve

    serve(folder, options.port, browser=not options.no_browser)
