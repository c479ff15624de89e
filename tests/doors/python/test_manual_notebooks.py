"""The manual's notebooks run, and show what is stored in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import notebooks

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")


def stored(name: str) -> Any:
    return nbformat.read(notebooks.FOLDER / f"{name}.ipynb", as_version=4)


def printed(notebook: Any) -> list[str]:
    """The text that each cell printed; what it drew, and progress of slow machines, is left out."""
    texts = [
        "".join(
            output.text
            for output in cell.outputs
            if output.output_type == "stream" and output.name == "stdout"
        )
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
    return [text for text in texts if text]


def test_there_are_notebooks() -> None:
    assert {"first-search", "proof", "backwards", "oscillators-by-period"} <= {*notebooks.NAMES}


@pytest.mark.parametrize("name", notebooks.NAMES)
def test_what_is_stored_was_shown_and_is_not_empty(name: str) -> None:
    outputs = [output for cell in stored(name).cells for output in cell.get("outputs", ())]
    assert outputs
    for output in outputs:
        assert output.output_type != "error"
        assert output.get("text") or any(output.data.values())


@pytest.mark.long
@pytest.mark.parametrize("name", notebooks.NAMES)
def test_notebooks_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    (folder := tmp_path / "here").mkdir()
    executed = notebooks.executed(name, str(folder))
    assert len(printed(executed)) == len(printed(stored(name)))
