"""`studio`: a page on which searches are drawn, asked, watched and kept."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.options.table import Options

USUAL = "lifesearch-studio"
FOLDER = argument("[FOLDER]", f"Folder for drawings and searches ({USUAL}).")


def studio(folder: Annotated[str, FOLDER] = USUAL, *, options: Options) -> None:
    """Draw, run and watch searches in the browser."""
    from lifesearch.studio.serve import serve

    serve(folder, options.port, browser=not options.no_browser)
