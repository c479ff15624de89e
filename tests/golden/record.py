"""Play all transcripts, or those that are named, and write down what the commands print now.

    python -m tests.golden.record            all of them
    python -m tests.golden.record show.txt   just this one

`git diff tests/golden` shows what has changed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.golden import HERE, played, sections, transcripts


def record(file: Path) -> None:
    """Write a transcript anew."""
    texts = []
    for section in sections(file.read_text(encoding="utf-8")):
        with tempfile.TemporaryDirectory() as folder:
            texts.append("\n".join(played(section, Path(folder).resolve())) + "\n")
    file.write_text("\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    for path in [HERE / name for name in sys.argv[1:]] or transcripts():
        record(path)
