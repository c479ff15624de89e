"""`studio`: a page on which searches are drawn, asked, watched and kept."""

from __future__ import annotations

from typing import Annotated

from lifesearch.cli.parameters import argument
from lifesearch.cli.plain_help import Command
from lifesearch.options.table import Options

EPILOG = """\b
Only this machine can open the page; no network is needed. Drawings and
searches are files in the folder. Searches that are running when you close
the studio continue when you open it again.

\b
Examples:
  lifesearch studio                    open the page in a browser
  lifesearch studio ships              keep the files in the folder ships
  lifesearch studio --no-browser       print the address only
  lifesearch studio --port 8765        use this port"""


USUAL = "lifesearch-studio"
FOLDER = argument("[FOLDER]", f"Folder for drawings and searches ({USUAL}).")


def studio(folder: Annotated[str, FOLDER] = USUAL, *, options: Options) -> None:
    """Draw, run and watch searches in the browser."""
    from lifesearch.studio.serve import serve

    serve(folder, options.port, browser=not options.no_browser)


COMMANDS = {"studio": Command(studio, EPILOG)}
