"""Seconds of the commands of README's table and of the first steps, with and without compiled code.

    python -m tests.compiled.cold [WORDS]

Each command runs with an empty cache, and again until nothing is left to be compiled; commands that
have WORDS in them, if any are given. Printed is the table of the manual's page on performance: for
each command that compiles something the seconds that it took and those of the processor, with all
processes that it started, also those that went on compiling after its end (on Linux).
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "lifesearch" / "manual" / "first-steps.md")
COMMAND = re.compile(r"(?:\| `|^\$ |^)(lifesearch [a-z][^`#\n]+)", re.MULTILINE)
LEFT_OUT = ("help", "studio", "--install", "COMMAND", "needs Python")
BECOME_SUBREAPER = 36


def commands() -> Iterator[str]:
    """The commands, each once."""
    found = dict[str, None]()
    for page in PAGES:
        for match in COMMAND.finditer(page.read_text()):
            command = match.group(1).replace("\\|", "|").strip()
            if not any(word in command for word in LEFT_OUT):
                found[command] = None
    yield from found


def measured(command: str, cache: Path, folder: Path) -> tuple[float, float]:
    """Seconds, and seconds of the processor, that a command takes."""
    before, began = os.times(), monotonic()
    subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=folder,
        env={**os.environ, "LIFESEARCH_CACHE": str(cache), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    took = monotonic() - began
    try:
        while True:
            os.wait()  # for processes that still compile
    except ChildProcessError:
        after = os.times()
    spent = after.children_user + after.children_system
    return took, spent - before.children_user - before.children_system


def main() -> None:
    """Print a row for each command that compiles something, and how many there are besides."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(BECOME_SUBREAPER, 1)
    print("| command | empty: s | CPU s | full: s | CPU s |\n|---|---|---|---|---|")
    others = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "patterns").symlink_to(ROOT / "patterns")
        for number, command in enumerate(commands()):
            if not all(word in command for word in sys.argv[1:]):
                continue
            cache = folder / f"cache {number}"
            first, kept = measured(command, cache, folder), list[Path]()
            if not _kept(cache):
                others += 1
            while kept != _kept(cache):
                kept = _kept(cache)
                last = measured(command, cache, folder)
            if kept:
                figures = " | ".join(f"{seconds:.1f}" for seconds in (*first, *last))
                words = command.removeprefix("lifesearch ").replace("|", "\\|")
                print(f"| `{words}` | {figures} |", flush=True)
    print(f"\n{others} other commands compile nothing")


def _kept(cache: Path) -> list[Path]:
    return sorted(cache.glob("**/*.code"))


if __name__ == "__main__":
    main()
