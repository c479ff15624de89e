"""Build wheel and source distribution, install the wheel in an empty environment, and try it.

`python -m tests.packaging` works far from the clone: everything that lifesearch needs must be
inside the wheel. The wheel is built from the source distribution, so that this is complete, too,
and built twice: both must have the same bytes. It is installed by pip, and then, from a folder, by
`uv tool install` and `pipx install`, where these can be had. What pip has installed is tried with
nothing else (`tests.bare`).
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

from lifesearch.engines.compiled.load import GROUPS

ROOT = Path(__file__).parents[1]
INSIDE = (
    "lifesearch/py.typed",
    "lifesearch/manual/README.md",
    "lifesearch/manual/first-steps.md",
    "lifesearch/patterns/index.csv",
    "lifesearch/patterns/spaceships/glider.rle",
    "lifesearch/manual/lifesearch.1",
    *(f"lifesearch/engines/compiled/objects/{group}.kernels" for group in GROUPS),
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
    (("count", "still-life", "--box", "4x4"), ""),
    (("soup", "--soups", "10"), ""),
)
FIRST = 2
"""So many of these commands are tried again with what other installers have installed."""


def main() -> None:
    """Do all of it; the exit status is 0 if everything works."""
    with tempfile.TemporaryDirectory(prefix="lifesearch-") as folder:
        place = Path(folder)
        builder = environment(place / "build", ["build", "hatchling", "numba", "numpy"])
        source, wheel = build(builder, place / "dist")
        again = build(builder, place / "again")
        if not all(map(filecmp.cmp, (source, wheel), again, (False, False))):
            raise SystemExit("built twice, the distributions are not the same")
        check_contents(source, wheel)
        prefix = place / "installed"
        python = environment(prefix, [f"{wheel}[studio]"])
        if missing := [name for name in SHARED if not (prefix / name).is_file()]:
            raise SystemExit(f"not installed: {', '.join(missing)}")
        try_commands(_script(Path(python).parent), place / "elsewhere")
        try_bare(prefix, place)
        try_tools(wheel.parent, place, builder)
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


def try_bare(prefix: Path, place: Path) -> None:
    """Try what is installed without a home, a compiler or, where that is possible, a network."""
    if sys.platform == "win32":
        print("an empty prefix: not tried on Windows", flush=True)
        return
    alone = ["unshare", "--map-root-user", "--net"]
    try:
        _run([*alone, "true"], place)
    except (SystemExit, OSError):
        print("unshare does not work here: the network is not taken away", flush=True)
        alone = []
    done = _run([*alone, sys.executable, str(ROOT / "tests/bare.py"), str(prefix)], place)
    print(done, end="", flush=True)


def try_tools(index: Path, place: Path, builder: str) -> None:
    """Install from a folder as people do who want the program only."""
    links = f"--find-links={index}"
    tools: dict[str, list[str]] = {}
    if uv := _tool("uv", builder):
        tools["uv"] = [uv, "tool", "install", "--python", sys.executable, links, "lifesearch"]
    if pipx := _tool("pipx", builder):
        backend = ["--backend=uv"] if uv else []  # a copy of what there is, in a second
        tools["pipx"] = [pipx, "install", *backend, f"--pip-args={links}", "lifesearch"]
    path = os.pathsep.join([os.environ["PATH"], str(Path(builder).parent)])
    for name, command in tools.items():
        home = place / name
        folders = {
            "UV_TOOL_DIR": home / "tools", "UV_TOOL_BIN_DIR": home / "bin",
            "PIPX_HOME": home / "tools", "PIPX_BIN_DIR": home / "bin",
            "PIPX_MAN_DIR": home / "share/man", "PIPX_COMPLETION_DIR": home / "share", "PATH": path,
        }  # fmt: skip
        home.mkdir()
        _run(command, home, {key: str(value) for key, value in folders.items()})
        try_commands(_script(home / "bin"), home / "elsewhere", COMMANDS[:FIRST])
        print(f"installed by {name}: ok", flush=True)


def _tool(name: str, builder: str) -> str:
    """The program of this name, installed beside `builder` if need be; "" if it cannot be had."""
    if not shutil.which(name):
        try:
            install(builder, [name])
        except SystemExit as reason:
            print(f"{name} cannot be had: not tried; {str(reason).splitlines()[-1]}", flush=True)
            return ""
    return shutil.which(name) or shutil.which(name, path=str(Path(builder).parent)) or ""


def environment(folder: Path, packages: Sequence[str]) -> str:
    """A new virtual environment with these packages; returns its Python."""
    _run([sys.executable, "-m", "venv", "--without-pip", str(folder)], folder.parent)
    windows = sys.platform == "win32"
    python = str(folder / ("Scripts/python.exe" if windows else "bin/python"))
    install(python, packages)
    return python


def install(python: str, packages: Sequence[str]) -> None:
    """Install packages by the pip of this environment, which takes less time than one of its own.

    What is compiled here would be used once only.
    """
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    _run([*pip, "install", "-q", "--no-compile", *packages], Path(python).parent)


def _script(folder: Path) -> Path:
    return next(
        each for each in (folder / "lifesearch", folder / "lifesearch.exe") if each.exists()
    )


def try_commands(
    script: Path, work: Path, commands: Sequence[tuple[tuple[str, ...], str]] = COMMANDS
) -> None:
    """Run some commands where there is no clone, and look for a word in what they print."""
    work.mkdir()
    (work / "found.rle").write_text("bo$2bo$3o!\n")
    for words, expected in commands:
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
