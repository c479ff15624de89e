"""Build wheel and source distribution, install the wheel in an empty environment, and try it.

`python -m tests.packaging` works far from the clone: everything that lifesearch needs must be
inside the wheel. The wheel is built from the source distribution, so that this is complete, too,
and built twice: both must have the same bytes. `uv tool install` is tried, too, where uv is.
`python -m tests.packaging --pipx` also tries pipx.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSIDE = (
    "lifesearch/py.typed",
    "lifesearch/manual/README.md",
    "lifesearch/manual/first-steps.md",
    "lifesearch/patterns/index.csv",
    "lifesearch/patterns/spaceships/glider.rle",
    "lifesearch/manual/lifesearch.1",
)
SHARED = (
    "share/man/man1/lifesearch.1",
    "share/bash-completion/completions/lifesearch",
    "share/zsh/site-functions/_lifesearch",
    "share/fish/vendor_completions.d/lifesearch.fish",
)
MOST_FILES = 1_200
"""More would mean that the wheel took in something that is not lifesearch's."""
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
        python = environment(place / "build", ["build", "hatchling"])
        source, wheel = build(python, place / "dist")
        again = build(python, place / "again")
        if not all(map(filecmp.cmp, (source, wheel), again, (False, False))):
            raise SystemExit("built twice, the distributions are not the same")
        check_contents(source, wheel)
        python = environment(place / "installed", [str(wheel)])
        check_shared(place / "installed")
        try_commands(_script(Path(python).parent), place / "elsewhere")
        try_tools(wheel.parent, place)
    print("wheel and source distribution are complete")


def build(python: str, folder: Path) -> tuple[Path, Path]:
    """The source distribution and the wheel that is made from it."""
    _run(
        [python, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)], folder.parent
    )
    return next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))


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
    if len(names) > MOST_FILES:
        raise SystemExit(f"the wheel has {len(names)} files, more than {MOST_FILES}")
    print(f"the wheel has {len(names)} files", flush=True)


def check_shared(prefix: Path) -> None:
    """Look for the man page and the scripts of shells where these look for them."""
    if missing := [name for name in SHARED if not (prefix / name).is_file()]:
        raise SystemExit(f"not installed: {', '.join(missing)}")


def try_tools(index: Path, place: Path) -> None:
    """Install from a folder as people do who want the program only."""
    tools = {"uv": ["uv", "tool", "install", "--find-links", str(index), "lifesearch"]}
    if "--pipx" in sys.argv[1:]:
        tools["pipx"] = ["pipx", "install", f"--pip-args=--find-links={index}", "lifesearch"]
    for name, command in tools.items():
        if shutil.which(name) is None:
            print(f"{name} is not here: not tried", flush=True)
            continue
        home = place / name
        folders = {
            "UV_TOOL_DIR": home / "tools", "UV_TOOL_BIN_DIR": home / "bin",
            "PIPX_HOME": home / "tools", "PIPX_BIN_DIR": home / "bin",
        }  # fmt: skip
        home.mkdir()
        _run(command, home, {key: str(value) for key, value in folders.items()})
        try_commands(_script(home / "bin"), home / "elsewhere")
        print(f"{' '.join(command[:3])}: ok", flush=True)


def environment(folder: Path, packages: Sequence[str]) -> str:
    """A new virtual environment with these packages; returns its Python."""
    _run([sys.executable, "-m", "venv", str(folder)], folder.parent)
    windows = sys.platform == "win32"
    python = str(folder / ("Scripts/python.exe" if windows else "bin/python"))
    _run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages], folder)
    return python


def _script(folder: Path) -> Path:
    return next(
        each for each in (folder / "lifesearch", folder / "lifesearch.exe") if each.exists()
    )


def try_commands(script: Path, work: Path) -> None:
    """Run some commands where there is no clone, and look for a word in what they print."""
    work.mkdir()
    (work / "found.rle").write_text("bo$2bo$3o!\n")
    for words, expected in COMMANDS:
        output = _run([str(script), *words], work)
        if expected not in output:
            raise SystemExit(f"lifesearch {' '.join(words)} did not print '{expected}':\n{output}")
        print(f"lifesearch {' '.join(words)}: ok", flush=True)


def _run(command: Sequence[str], folder: Path, variables: Mapping[str, str] | None = None) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    own = {**kept, "LIFESEARCH_DATA": str(folder / "data"), "PYTHONUTF8": "1", **(variables or {})}
    done = subprocess.run(
        command, cwd=folder, env=own, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
