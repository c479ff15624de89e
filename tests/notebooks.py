"""The manual's notebooks: `python -m tests.notebooks` runs them and stores what they show."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "lifesearch" / "manual" / "notebooks"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.ipynb")))


def executed(name: str, folder: str) -> Any:
    """A notebook after its cells were run in a folder; an error in a cell is raised."""
    import nbclient
    import nbformat

    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    client = nbclient.NotebookClient(
        notebook, kernel_name="python3", resources={"metadata": {"path": folder}}, timeout=300
    )
    return client.execute(env={**os.environ, "PYDEVD_DISABLE_FILE_VALIDATION": "1"})


def main() -> None:
    import nbformat

    for name in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            notebook = executed(name, folder)
        notebook.metadata = {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
        }
        # Random names and times would differ after each run.
        for number, cell in enumerate(notebook.cells):
            cell.id = f"cell-{number}"
            cell.metadata = {}
        nbformat.write(notebook, FOLDER / f"{name}.ipynb")  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
