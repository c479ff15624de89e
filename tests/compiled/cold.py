"""Seconds of the commands of README's table and of the first steps, with and without compiled code.

    python -m tests.compiled.cold [WORDS]

Each command runs with an empty cache, again with what that run has kept, and once more when
nothing is left to be compiled; commands that have WORDS in them, if any are given. Printed are the
seconds that it took and those of the processor, with all processes that it started, also those that
went on compiling after its end (on Linux).
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
LEFT_OUT = ("help", "studio", "--install", "COMMAND")
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
    """Print a line for each command."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(BECOME_SUBREAPER, 1)
    print("empty cache: s, processor s | again | complete cache | command")
    for command in commands():
        if not all(word in command for word in sys.argv[1:]):
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "patterns").symlink_to(ROOT / "patterns")
            runs = [measured(command, folder / "cache", folder) for _ in range(2)]
            last = runs[-1]
            kept: list[Path] = []
            while kept != _kept(folder):
                kept = _kept(folder)
                last = measured(command, folder / "cache", folder)
            runs.append(last)
            figures = " | ".join(f"{took:5.1f} {spent:5.1f}" for took, spent in runs)
            print(f"{figures} | {command}", flush=True)


def _kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("cache/**/*.code"))


if __name__ == "__main__":
    main()
