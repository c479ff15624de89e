"""Run a command of the atlas, and make lines of what it finds.

The command is the one that a person would type, in a process of its own. A proof that there is
none, or nothing better, is written and checked from the question alone; what was found is verified
by simulation. Counts are exact, and the same numbers come from methods that share no code with
them in the tests.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lifesearch import __version__
from lifesearch.atlas_data.lines import PROGRAM, Line, count_in_words, folder
from lifesearch.common.errors import LifesearchError, Undecided
from lifesearch.common.exit_status import ExitStatus
from lifesearch.formats.detect import read
from lifesearch.life.pattern import Pattern
from lifesearch.life.simulate.evolve import generations
from lifesearch.questions.strips.geometry import rows_in_a_period

Facts = dict[str, Any]
ENGINES = {"states": "row tables", "drat": "SAT"}
"""What made the parts of a proof, by their kinds."""
QUIET = {**os.environ, "LIFESEARCH_CONFIG": os.devnull}


def lines_of(
    topic: str, command: str, limit: str = "", env: Mapping[str, str] = QUIET
) -> list[Line]:
    """Run a command, and return what is true; `Undecided` if a time limit was reached first."""
    words = shlex.split(command.removeprefix(PROGRAM))
    more = ["--time-limit", limit] if limit else []
    with TemporaryDirectory() as place:
        proof = Path(place) / "proof"
        if words[0] not in ("count", "rotors"):
            more += ["--no-known"]
            more += [] if "--max-length" in words else ["--proof", str(proof)]
        status, text, cpu = _run([*words, "-f", "json", "--no-progress", *more], env)
        if status == ExitStatus.GAVE_UP:
            raise Undecided(f"{command}: time limit reached")
        if status not in (ExitStatus.FOUND, ExitStatus.NONE):
            raise LifesearchError(f"{command}: exit status {status}")
        found = [json.loads(line) for line in text.splitlines()]
        ran = (command, round(cpu, 2))
        if words[0] == "count":
            return [_counted(topic, facts, *ran) for facts in found]
        if words[0] == "rotors":
            return _rotors(topic, words, found, *ran)
        return [_searched(topic, proof, found[-1:], *ran)]


def _run(words: Sequence[str], env: Mapping[str, str] = QUIET) -> tuple[int, str, float]:
    """The exit status of a command, what it printed, and the seconds of a processor it took."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "lifesearch", *words],
        cwd=folder(), env=env, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    after = os.times()
    cpu = after.children_user + after.children_system
    return done.returncode, done.stdout, cpu - before.children_user - before.children_system


def _line(
    topic: str, statement: str, kind: str, facts: Facts, command: str, engine: str, cpu: float,
    **more: Any,
) -> Line:  # fmt: skip
    made = Line(topic, statement, kind, facts, command, engine, cpu, __version__, **more)
    return made.sealed()


def _counted(topic: str, facts: Facts, command: str, cpu: float) -> Line:
    facts = {name: value for name, value in facts.items() if name != "version"}
    statement = f"{count_in_words(facts)}: {facts['count']:,}"
    return _line(topic, statement, "count", facts, command, "counting tables", cpu)


def _rotors(
    topic: str, words: list[str], found: list[Facts], command: str, cpu: float
) -> list[Line]:
    """A line for each period, and one for all."""
    window, given = words[1], dict(zip(words[2::2], words[3::2], strict=True))
    least, symmetry = given.get("--min-period", "3"), given.get("--symmetry")
    asked: Facts = {"window": window, "min_period": int(least)}
    asked |= {"symmetry": symmetry} if symmetry else {}
    where = f"in a {window} window" + (f" with symmetry {symmetry}" if symmetry else "")
    lines = []
    for period in (0, *sorted({each["period"] for each in found})):
        some = [each for each in found if period in (0, each["period"])]
        facts = asked | {"rotors": len(some)}
        facts |= {
            name: sum(each["stator"] == word for each in some)
            for name, word in (("with_stator", "frame"), ("undecided", "undecided"))
        }
        which = f"period {period}" if period else f"period {least} or more"
        facts |= {"period": period} if period else {}
        statement = f"rotors of {which} {where}: {len(some):,}"
        if some:
            statement += f", {facts['with_stator']:,} of them with a stator"
        lines.append(_line(topic, statement, "rotors", facts, command, "rotor search", cpu))
    return lines


def _searched(topic: str, proof: Path, found: list[Facts], command: str, cpu: float) -> Line:
    """What a search proved, with the digest of its certificate, or else what it found."""
    facts = {name: found[0][name] for name in ("kind", "period", "dx", "dy") if found}
    rle = found[0]["rle"] if found else None
    if not (proof / "proof.json").is_file():
        if rle is None:
            raise LifesearchError(f"{command}: neither a proof nor a pattern")
        asked = command.removeprefix(PROGRAM)
        kind, statement = "found", f"there is one: {asked}"
        if "--max-length" in asked:  # patterns come shortest first
            recurs = facts["period"] // (2 if "--symmetry glide" in asked else 1)
            facts["rows"] = rows_taken_up(read(rle).pattern, recurs, facts["dx"])
            kind, statement = "shortest", f"the shortest has {facts['rows']} rows: {asked}"
        return _line(topic, statement, kind, facts, command, "row tables", cpu, rle=rle)
    manifest = json.loads((proof / "proof.json").read_text("utf-8"))
    _require_valid(proof, command)
    files = {name: (proof / name) for name in sorted(manifest["files"]) if name != "README.txt"}
    digest = sha256("".join(manifest["files"][name] for name in files).encode()).hexdigest()
    size = sum(file.stat().st_size for file in files.values())
    kinds = [str(part["kind"]) for part in manifest["parts"]]
    engines = dict.fromkeys(ENGINES.get(kind, kind) for kind in kinds)
    kind = "best" if manifest["proved"]["kind"] == "best" else "none"
    if kind == "best":  # another pattern may be as good
        facts = {"cost": manifest["proved"]["cost"]}
    return _line(
        topic, manifest["claim"].removeprefix("proved: "), kind, facts, command,
        ", ".join(engines) or "no search needed", cpu, rle=rle, question=manifest["question"],
        proof={"sha256": digest, "bytes": size},
    )  # fmt: skip


def rows_taken_up(pattern: Pattern, period: int, dx: int) -> int:
    """How many rows of its strip a pattern takes up until it recurs, be it reflected.

    Any generation may be the first, unless the pattern moves sideways: then only the period from
    the one that was found on lies inside the strip.

    >>> rows_taken_up(Pattern.parse("O.O\\nOO.\\n.O."), 4, -1)
    4
    """
    life = generations(pattern, 2 * period - 2)
    return rows_in_a_period(life, period, 1 if dx else period)


def _require_valid(proof: Path, command: str) -> None:
    status, _, _ = _run(["check", str(proof)])
    if status:
        raise LifesearchError(f"{command}: its proof does not check")


def check_again(lines: Sequence[Line], say: Callable[[str], None], jobs: int = 1) -> list[Line]:
    """Run the commands of some lines again, `jobs` of them at a time; return the lines that differ.

    Each command has one processor: that takes less of them in all than to run each on several.
    """
    wrong = []
    commands = list(dict.fromkeys((line.topic, line.command) for line in lines))
    with ThreadPoolExecutor(jobs) as pool:
        made = [
            pool.submit(lines_of, *each, env={**QUIET, "LIFESEARCH_JOBS": "1"}) for each in commands
        ]
        try:
            for (_, command), lines_again in zip(commands, made, strict=True):
                again = {line.claim for line in lines_again.result()}
                own = [line for line in lines if line.command == command]
                differ = [line for line in own if line.claim not in again]
                wrong += differ
                say(f"{'differs' if differ else 'confirmed'}: {command}")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return wrong
