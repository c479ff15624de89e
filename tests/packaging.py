"""Build wheel and source distribution, install the wheel in an empty environment, and try it.

`python -m tests.packaging` works far from the clone: everything that lifesearch needs must be
inside the wheel. The wheel is built from the source distribution, so that this is complete, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSIDE = (
    "lifesearch/py.typed",
    "lifesearch/manual/README.md",
    "lifesearch/manual/first-steps.md",
    "lifesearch/patterns/index.csv",
    "lifesearch/patterns/spaceships/glider.rle",
)
COMMANDS = (
    (("--version",), "lifesearch "),
    (("spaceship", "c/4", "diagonal"), "glider: spaceship"),  # as the README says
    (("help",), "first-steps"),
    (("help", "glossary"), "still life"),
    (("gallery", "found.rle", "-o", "-"), "<html"),
    (("catalogue", "list"), "pulsar"),
    (("identify", "xp2_7e"), "toad"),
)


def main() -> None:
    """Do all of it; the exit status is 0 if everything works."""
    with tempfile.TemporaryDirectory(prefix="lifesearch-") as folder:
        place = Path(folder)
        source, wheel = build(place)
        check_contents(source, wheel)
        python = environment(place / "installed", [str(wheel)])
        try_commands(python, place)
    print("wheel and source distribution are complete")


def build(place: Path) -> tuple[Path, Path]:
    """The source distribution and the wheel that is made from it."""
    python = environment(place / "build", ["build"])
    _run([python, "-m", "build", "--outdir", str(place / "dist"), str(ROOT)], place)
    return next((place / "dist").glob("*.tar.gz")), next((place / "dist").glob("*.whl"))


def check_contents(source: Path, wheel: Path) -> None:
    """Look for what is not code and must be there all the same."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    missing = [name for name in INSIDE if name not in names]
    pages = {f"lifesearch/manual/{page.name}" for page in (ROOT / "lifesearch/manual").glob("*.md")}
    missing += sorted(pages - names)
    with tarfile.open(source) as archive:
        files = {name.partition("/")[2] for name in archive.getnames()}
    missing += [
        name for name in ("README.md", "LICENSE", "tests/packaging.py") if name not in files
    ]
    if missing:
        raise SystemExit(f"missing from the distributions: {', '.join(missing)}")
    if strangers := [name for name in names if not name.startswith("lifesearch")]:
        raise SystemExit(f"the wheel has files outside the package: {', '.join(strangers[:5])}")


def environment(folder: Path, packages: Sequence[str]) -> str:
    """A new virtual environment with these packages; returns its Python."""
    _run([sys.executable, "-m", "venv", str(folder)], folder.parent)
    windows = sys.platform == "win32"
    python = str(folder / ("Scripts/python.exe" if windows else "bin/python"))
    _run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages], folder)
    return python


def try_commands(python: str, place: Path) -> None:
    """Run some commands where there is no clone, and look for a word in what they print."""
    for name in ("lifesearch", "lifesearch.exe"):
        script = Path(python).with_name(name)
        if script.exists():
            break
    work = place / "elsewhere"
    work.mkdir()
    (work / "found.rle").write_text("bo$2bo$3o!\n")
    for words, expected in COMMANDS:
        output = _run([str(script), *words], work)
        if expected not in output:
            raise SystemExit(f"lifesearch {' '.join(words)} did not print '{expected}':\n{output}")
        print(f"lifesearch {' '.join(words)}: ok", flush=True)


def _run(command: Sequence[str], folder: Path) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    own = {**kept, "LIFESEARCH_DATA": str(folder / "data"), "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, cwd=folder, env=own, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
