"""`studio`: a page on which searches are drawn, asked, watched and kept."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command
from lifesearch.options.table import Options

EPILOG = """\b
The page is served from this machine to this machine only, and needs no
network. Drawings and searches are files in the folder; a search that is
running when the studio is closed continues when it is opened again.

\b
Examples:
  lifesearch studio                    open the page in a browser
  lifesearch studio ships              with its files in the folder ships
  lifesearch studio --no-browser       print the address only
  lifesearch studio --port 8765        at this port instead of a free one"""


USUAL = "lifesearch-studio"
FOLDER = argument("[FOLDER]", "Where drawings and searches are.", default=USUAL)


def studio(folder: Annotated[str, FOLDER] = USUAL, *, options: Options) -> None:
    """Draw, ask, watch and keep searches on a page in the browser."""
    from lifesearch.studio.serve import serve

    serve(folder, options.port, browser=not options.no_browser)


COMMANDS = {"studio": Command(studio, EPILOG)}
