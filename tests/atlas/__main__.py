"""Make lines of the atlas, and run them again.

    python -m tests.atlas [TOPIC...]             make what is missing, and the index
    python -m tests.atlas --check 3 strips       run the 3 cheapest lines again
    python -m tests.atlas --check all -j 2       run all of them again, 2 at a time
    python -m tests.atlas --index                make the index alone

Each command of a topic that the atlas does not have yet is run, what it proves is checked, and the
lines are appended to the file of the topic. Strips become wider until one takes longer
than some seconds of a processor. The index says which line answers a question.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path

from lifesearch.atlas_data.index import FILE, STRIP, Entry, question_key
from lifesearch.atlas_data.lines import Line, all_topics, folder, read_lines
from lifesearch.common.errors import LifesearchError
from lifesearch.common.text import plural
from lifesearch.running.session.codec import query_from_json
from tests.atlas.runner import check_again, lines_of

STILL, RAW, EMPTY = "count still-life", "--raw", "--with-empty"
LIMIT = "900s"
ENOUGH = 3
"""Seconds of a processor: if a strip took longer, no wider one is searched."""
Series = Generator[str, Line | None, None]
"""Commands, without the name of the program, that may depend on the last line of the one before."""


def series(topic: str) -> Iterator[Series]:
    """What is run for a topic."""
    if topic == "strips":
        return _strips()
    if topic == "oscillators":
        return _oscillators()
    listed = {
        "counts": _counts,
        "populations": _populations,
        "tori": _tori,
        "vanishing": _vanishing,
        "boxes": _boxes,
        "rotors": _rotors,
    }
    return iter([listed[topic]()])


def _counts() -> Series:
    for width in range(1, 12):
        yield f"{STILL} --width {width} --max-length {min(14, 24 - width)} {RAW} {EMPTY}"
    yield f"{STILL} --box 12x12 {RAW} {EMPTY}"
    for width in range(1, 10):
        yield f"{STILL} --width {width} --max-length 12"
    for width in range(1, 9):
        longest = max(width, min(10, 14 - width))
        yield f"count oscillator 2 --width {width} --max-length {longest} {RAW}"
    for width in range(3, 7):
        yield f"count oscillator 2 --width {width} --max-length 9"
    for width in range(4, 7):
        yield f"count oscillator 3 --width {width} --max-length {13 - width} {RAW}"


def _populations() -> Series:
    for side in range(2, 9):
        yield f"{STILL} --box {side}x{side} --by-population"


def _tori() -> Series:
    for width in range(1, 9):
        yield f"{STILL} --cylinder {width} --max-length 12 {RAW} {EMPTY}"
    for width in range(1, 7):
        yield f"{STILL} --cylinder {width} --max-length 8"
    for width in range(1, 7):
        for height in range(width, 9):
            yield f"{STILL} --box {width}x{height} --torus {RAW} {EMPTY}"
    yield f"{STILL} --box 7x7 --torus {RAW} {EMPTY}"
    for width in range(2, 6):
        for height in range(width, 7):
            yield f"{STILL} --box {width}x{height} --torus"
    for width in range(2, 5):
        for height in range(width, 6):
            yield f"count oscillator 2 --box {width}x{height} --torus {RAW}"


def _vanishing() -> Series:
    for width in range(1, 11):
        for height in range(width, 11):
            yield f"count predecessor empty.rle --box {width}x{height}"
    for side in (11, 12, 13, 14, 15):
        yield f"count predecessor empty.rle --box {side}x{side}"


FREE = {2: 9, 3: 8, 4: 7, 5: 6, 6: 5, 7: 5, 8: 4, 9: 4, 10: 4}
"""Free columns of the first strip that is searched, by the period: what takes seconds."""
SPEEDS = (
    *("c/2", "2c/4", "c/3", "2c/6", "c/4", "c/5", "2c/5", "c/6", "c/7", "2c/7", "3c/7"),
    *("c/8", "2c/8", "3c/8", "c/9", "2c/9", "4c/9", "c/10", "3c/10"),
)
DIAGONAL = {"c/4": 2, "c/5": 5, "c/6": 4}
LONGEST = 40


def _width(symmetry: str, free: int) -> int:
    """How wide a strip is that has some free columns; the others are their mirror images."""
    return {"odd": 2 * free - 1, "even": 2 * free, "gutter": 2 * free + 1}.get(symmetry, free)


def _widening(what: str, symmetry: str, free: int) -> Series:
    """Fewer free columns until nothing is found, then more until something is: its shortest."""
    named = "" if symmetry == "none" else f" --symmetry {symmetry}"

    def command() -> str:
        return f"{what} --width {_width(symmetry, free)}{named}"

    line = yield command()
    while line and line.kind == "found" and free > 1:
        free -= 1
        line = yield command()
    while line and line.kind == "none" and line.cpu <= ENOUGH:
        free += 1
        line = yield command()
    if line and line.kind == "found":
        yield f"{command()} --max-length {LONGEST}"


def _strips() -> Iterator[Series]:
    for speed in SPEEDS:
        moved, period = speed.split("c/")
        glides = int(period) % 2 == 0 and int(moved or 1) % 2 == 0
        for symmetry in ("none", "odd", "even", "gutter", *(["glide"] if glides else [])):
            yield _widening(f"spaceship {speed}", symmetry, FREE[int(period)])
    for speed, width in DIAGONAL.items():
        yield _widening(f"spaceship '{speed} diagonal'", "none", width)


def _oscillators() -> Iterator[Series]:
    for period in range(2, 13):
        for symmetry in ("none", "odd", "even", "gutter"):
            yield _widening(f"oscillator {period}", symmetry, 2 if period == 2 else 3)


def _boxes() -> Series:
    for width in range(2, 9):
        for height in range(width, 9):
            yield f"still-life --box {width}x{height} --maximise population"
    for period in range(3, 17):
        yield f"oscillator {period} --box 5x5"
    for period in (3, 5, 6, 7, 8):
        yield f"oscillator {period} --box 6x6"
    for period in (2, 3, 4):
        yield f"oscillator {period} --minimise box"
    for period in range(5, 17):
        yield f"oscillator {period} --max-area {36 if period < 7 else 30 if period < 10 else 25}"
    for period, box in ((2, "6x6"), (3, "7x7"), (4, "6x6"), (4, "7x7")):
        yield f"oscillator {period} --box {box} --minimise population"
    for period in range(5, 17):
        yield f"oscillator {period} --box 7x7 --population '<=5'"
    yield "oscillator 2 --box 4x4 --maximise population"
    yield "oscillator 3 --box 7x7"
    yield "oscillator 3 --box 6x9"
    yield "oscillator 4 --box 6x6"
    yield "oscillator 4 --box 5x6"
    yield "oscillator 5 --box 8x8 --symmetry D8"
    for speed, box in (("c/4 diagonal", "3x3"), ("2c/4", "5x5"), ("2c/4", "4x6"), ("2c/4", "6x5")):
        yield f"spaceship '{speed}' --box {box}"
    yield "spaceship 'c/4 diagonal' --box 3x4"
    yield "spaceship 2c/4 --box 5x6"


def _rotors() -> Series:
    for window in ("1x1", "2x1", "3x1", "4x1", "5x1", "6x1", "2x2", "3x2", "4x2", "3x3", "5x2"):
        yield f"rotors {window}"
    for window, least in (("4x3", 3), ("6x2", 3), ("5x3", 7), ("4x4", 8), ("6x3", 7), ("5x4", 8)):
        yield f"rotors {window} --min-period {least}"
    for window, symmetry, least in (("7x5", "D2|", 7), ("6x6", "C2", 7), ("9x9", "C4", 5)):
        yield f"rotors {window} --symmetry '{symmetry}' --min-period {least}"
    yield "rotors 10x8 --symmetry D4+ --min-period 5"
    yield "rotors 13x13 --symmetry D8 --min-period 5"


def _wanted(line: Line) -> bool:
    """Whether a line is not the same as another one with rows and columns exchanged."""
    facts = line.facts
    return "cylinder" in facts or facts.get("height", 99) >= facts.get("width", 0)


def make(topic: str) -> None:
    """Run what the atlas does not have yet of a topic."""
    path = folder() / f"{topic}.jsonl"
    done = {line.command: line for line in read_lines(path)} if path.is_file() else {}
    for commands in series(topic):
        line: Line | None = None
        with suppress(StopIteration):
            while True:
                command = f"lifesearch {commands.send(line)}"
                line = done.get(command) or _made(topic, command, path)
                done |= {command: line} if line else {}


def _made(topic: str, command: str, path: Path) -> Line | None:
    """Run a command and append its lines; the last of them, if there are any."""
    try:
        lines = lines_of(topic, command, LIMIT)
    except LifesearchError as error:
        print(f"left out: {error}", flush=True)
        return None
    if command.startswith("lifesearch count"):
        lines = [line for line in lines if _wanted(line)]
    with path.open("a", encoding="utf-8", newline="\n") as file:
        for line in lines:
            file.write(json.dumps(asdict(line)) + "\n")
    print(f"{lines[0].cpu:8.2f} s, {len(lines):3} lines: {command}", flush=True)
    return lines[-1]


def index() -> dict[str, list[Entry]]:
    """For each question that is settled, the widths for which it is, and the lines that say so."""
    found: dict[str, list[Entry]] = {}
    for topic in all_topics():
        for number, line in enumerate(read_lines(folder() / f"{topic}.jsonl"), 1):
            if line.question is not None:
                query = query_from_json(line.question)
                width = line.question["width"] if query.kind == STRIP else 0
                found.setdefault(question_key(query), []).append((width, topic, number, line.check))
    return found


def write_index() -> None:
    """Write the index, a question a line."""
    lines = [f"{json.dumps(key)}: {json.dumps(entries)}" for key, entries in index().items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (folder() / FILE).write_text(text, encoding="utf-8", newline="\n")


def check(topics: Sequence[str], most: int | None, jobs: int) -> int:
    """Run the cheapest lines again; return how many are not confirmed."""
    lines = [line for topic in topics for line in read_lines(folder() / f"{topic}.jsonl")]
    chosen = sorted(lines, key=lambda line: line.cpu)[:most]
    wrong = check_again(chosen, partial(print, flush=True), jobs)
    for line in wrong:
        print(f"not confirmed: {line.statement}")
    print(f"{plural(len(chosen) - len(wrong), 'line')} confirmed, {len(wrong):,} not")
    return len(wrong)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tests.atlas",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=", ".join(all_topics()))
    parser.add_argument("--check", metavar="N|all", help="run the N cheapest lines again, or all")
    parser.add_argument("--index", action="store_true", help="make the index alone")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="lines at a time")
    given = parser.parse_args(words)
    if unknown := set(given.topics) - set(all_topics()):
        parser.error(f"the atlas has no topic {min(unknown)!r}")
    if given.check not in (None, "all") and not given.check.isdecimal():
        parser.error("--check needs a number, or all")
    topics = given.topics or list(all_topics())
    if given.check:
        return min(1, check(topics, None if given.check == "all" else int(given.check), given.jobs))
    for topic in () if given.index else topics:
        make(topic)
    write_index()
    return 0


if __name__ == "__main__":
    sys.exit(main())
