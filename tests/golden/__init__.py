"""What commands print, recorded: transcripts that are played again and compared.

A transcript is a text file. Sections are separated by blank lines; the commands of a section
run one after another in one empty folder, which has the clone's `patterns` and the files of
`tests/golden/files`. The first letter of a line tells what it is:

    # a comment
    $ a command: `lifesearch ...`, maybe with `| sort` at the end; `write FILE`, `cat FILE`,
      `copy FILE FILE`
    < a line of its standard input
    | a line of its output
    ! a line of its messages
    = its exit status

Times, counts of conflicts and the like, which differ from machine to machine, are written as N;
of a long output only the first lines are kept, and a checksum of all. Everything but `#`, `$` and
`<` is written by `python -m tests.golden.record`.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lifesearch.catalogue.store import FOLDER_VARIABLE
from tests import program
from tests.sessions import saved

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MOST_LINES = 160
KEPT_LINES = 10
VARYING = [
    (r"after (0\.)?\d+ s\b", "after N s"),
    (r"[\d,]+ conflicts?\b", "N conflicts"),
    (r"\([\d,]+ states?\)", "(N states)"),
    (r"not decided when this was found: .*", "not decided when this was found: N"),
    (r"pattern-[0-9a-f]{8,}", "pattern-N"),
    (r"\b20\d\d-[01]\d-[0-3]\d\b", "TODAY"),
]


@dataclass(frozen=True)
class Step:
    """A command with its standard input, and the comments before it."""

    command: str
    stdin: str = ""
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """Commands that run in the same folder, and the lines that were recorded of them."""

    steps: tuple[Step, ...]
    lines: tuple[str, ...]


def transcripts() -> list[Path]:
    """The files, in order."""
    return sorted(HERE.glob("*.txt"))


def sections(text: str) -> Iterator[Section]:
    """The sections of a transcript."""
    for block in re.split(r"\n\n+", text.strip("\n")):
        lines = block.split("\n")
        steps: list[Step] = []
        comments: list[str] = []
        for line in lines:
            if line.startswith("#"):
                comments.append(line)
            elif line.startswith("$ "):
                steps.append(Step(line[2:], comments=tuple(comments)))
                comments = []
            elif line.startswith("<"):
                last = steps.pop()
                steps.append(Step(last.command, f"{last.stdin}{line[2:]}\n", last.comments))
        yield Section(tuple(steps), tuple(lines))


def played(section: Section, folder: Path) -> list[str]:
    """Run the commands in an empty folder; returns the lines of a transcript."""
    (folder / "patterns").symlink_to(ROOT / "patterns")
    for file in (HERE / "files").iterdir():
        if file.suffix == ".session":
            (folder / file.name).write_bytes(saved(file))
        else:
            shutil.copy(file, folder)
    lines: list[str] = []
    for step in section.steps:
        output, messages, status = _run(step, folder)
        lines += [*step.comments, f"$ {step.command}"]
        lines += [f"< {line}".rstrip() for line in step.stdin.splitlines()]
        lines += [f"| {line}".rstrip() for line in _shortened(_steady(output, folder))]
        lines += [f"! {line}".rstrip() for line in _steady(messages, folder).splitlines()]
        lines += [f"= {status}"] if status else []
    return lines


def _run(step: Step, folder: Path) -> tuple[str, str, int]:
    name, *words = shlex.split(step.command)
    if name == "write":
        (folder / words[0]).write_text(step.stdin)
        return "", "", 0
    if name == "copy":
        target = folder / words[1]
        target.parent.mkdir(exist_ok=True)
        shutil.copy(folder / words[0], target)
        return "", "", 0
    if name == "cat":
        files = sorted(folder.glob(words[0]))
        return "".join(file.read_text() for file in files), "", 0
    assert name == "lifesearch", f"no command of a transcript: {step.command}"
    in_order = words[-2:] == ["|", "sort"]
    if in_order:
        words = words[:-2]
    environment = {FOLDER_VARIABLE: str(folder / "data")}
    done = program.run(*words, stdin=step.stdin, cwd=folder, env=environment)
    output = "".join(sorted(done.stdout.splitlines(keepends=True))) if in_order else done.stdout
    return output, done.stderr, int(done.returncode)


def _steady(text: str, folder: Path) -> str:
    text = text.replace(str(folder), "FOLDER")
    for pattern, instead in VARYING:
        text = re.sub(pattern, instead, text)
    return text


def _shortened(text: str) -> list[str]:
    lines = text.splitlines()
    if len(lines) <= MOST_LINES and all(len(line) < 2000 for line in lines):
        return lines
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    kept = [line[:200] for line in lines[:KEPT_LINES]]
    return [*kept, f"... {len(lines)} lines in all, sha256 {digest}"]
