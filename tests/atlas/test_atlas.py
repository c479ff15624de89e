"""The lines of the atlas: as they were made, as published, and contradicted by nothing known."""

import json
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from shlex import split
from typing import NamedTuple

import pytest

from lifesearch.atlas_data.index import FILE, question_key, settled_before, widest_settled
from lifesearch.atlas_data.lines import Line, all_topics, atlas, folder, read_lines
from lifesearch.catalogue.catalogue import Entry, builtin, pattern_of
from lifesearch.common.errors import InputError, LifesearchError
from lifesearch.common.exit_status import ExitStatus
from lifesearch.formats.detect import read
from lifesearch.life.apgcode import decode
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rotor import Rotor
from lifesearch.life.rules.rule import LIFE
from lifesearch.life.simulate.evolve import phases
from lifesearch.life.simulate.universe import Universe
from lifesearch.life.strip_symmetry import Mirror
from lifesearch.questions.periodic.question import Periodic
from lifesearch.questions.strips.question import Strip
from lifesearch.running.session.codec import query_from_json
from tests.atlas.__main__ import index, main
from tests.atlas.runner import check_again
from tests.cases import (
    ALL_STILL_LIFES,
    APGCODES,
    DENSEST,
    MORE_PERIOD_TWO_CYCLES,
    MORE_VANISHING,
    STILL_LIFES_OBLONG,
)
from tests.program import run


def counts(topic: str, **wanted: object) -> dict[tuple[int, int], int]:
    """The counts of a topic that have some facts, by the size of the box."""
    return {
        (line.facts["width"], line.facts["height"]): line.facts["count"]
        for line in atlas(topic)
        if all(line.facts.get(name) == value for name, value in wanted.items())
    }


def test_the_atlas_is_large_and_each_topic_has_lines() -> None:
    assert len(atlas()) >= 400
    assert all(len(atlas(topic)) >= 10 for topic in all_topics())
    assert len({(line.statement, line.command) for line in atlas()}) == len(atlas())


def test_an_unknown_topic_is_refused_in_one_sentence() -> None:
    with pytest.raises(InputError, match="no topic 'stripes'"):
        atlas("stripes")


def test_a_line_that_was_changed_is_not_read(tmp_path: Path) -> None:
    line = atlas("vanishing")[0]
    file = tmp_path / "vanishing.jsonl"
    file.write_text(json.dumps(asdict(line)) + "\n")
    assert read_lines(file) == [line]
    for changed in (replace(line, statement="all"), replace(line, facts={"count": 3})):
        file.write_text(json.dumps(asdict(changed)) + "\n")
        with pytest.raises(LifesearchError, match=r"line 1 of vanishing.jsonl was changed"):
            read_lines(file)
    file.write_text("{}\n")
    with pytest.raises(LifesearchError, match="is no line of the atlas"):
        read_lines(file)


def test_still_lifes_are_as_many_as_published() -> None:
    """OEIS A136278: in squares; others were computed by an independent program."""
    known = {(n, n): number for n, number in enumerate(ALL_STILL_LIFES, 1)} | STILL_LIFES_OBLONG
    found = counts("counts", period=1, raw=True)
    assert {size: found[size] for size in known if size in found} == {
        size: known[size] for size in known if size in found
    }
    assert len(known.keys() & found.keys()) >= 18


def test_cycles_of_period_two_are_as_many_as_published() -> None:
    """OEIS A136279."""
    found = counts("counts", period=2, raw=True)
    squares = {n: found[n, n] for n in range(1, 10) if (n, n) in found}
    assert len(squares) >= 7
    assert all(number == 2 * MORE_PERIOD_TWO_CYCLES[n - 1] for n, number in squares.items())


def test_patterns_that_vanish_are_as_many_as_published() -> None:
    """OEIS A134963."""
    found = counts("vanishing")
    squares = {n: found[n, n] for n in range(1, 15) if (n, n) in found}
    assert len(squares) >= 12
    assert all(number == MORE_VANISHING[n - 1] for n, number in squares.items())


def test_the_fullest_still_lifes_are_as_full_as_published() -> None:
    """OEIS A055397."""
    best = {
        tuple(line.question["box"]): -line.facts["cost"]
        for line in atlas("boxes")
        if line.kind == "best" and line.question and line.question["motion"][0] == 1
    }
    squares = {n: best[n, n] for n in range(2, 11) if (n, n) in best}
    assert len(squares) >= 5
    assert all(number == DENSEST[n - 1] for n, number in squares.items())


def test_counts_by_population_add_up_to_those_of_all() -> None:
    total = counts("counts", period=1, raw=False)
    for side in range(2, 9):
        some = [line.facts for line in atlas("populations") if line.facts["width"] == side]
        assert sum(facts["count"] for facts in some) == total[side, side]
        assert max(facts["population"] for facts in some) == DENSEST[side - 1]


def found() -> list[Line]:
    return [line for line in atlas() if line.rle is not None]


def test_patterns_that_were_found_are_what_the_lines_say() -> None:
    assert found()
    for line in found():
        pattern = read(line.rle or "").pattern
        if line.kind == "best":
            period, _, dx, dy = (line.question or {})["motion"]
        else:
            period, dx, dy = (line.facts[name] for name in ("period", "dx", "dy"))
        life = Universe().history(pattern, period)
        assert life[period] == pattern.translate(dx, dy)
        assert all(life[t].normal() != pattern.normal() for t in range(1, period))


def none_lines() -> list[Line]:
    return [line for line in atlas() if line.kind == "none"]


class Way(NamedTuple):
    """A known pattern in one orientation, the generation after a period, and the box of all."""

    first: Pattern
    after: Pattern
    box: Box


@cache
def ways(entry: Entry, period: int) -> list[Way]:
    """A known pattern in each orientation; it is run in one, as the rule treats all alike."""
    life = Universe().history(pattern_of(entry).pattern, period)
    box = Box.around([phase.box for phase in life[:-1] if phase])
    corners = Pattern.of([(box.x, box.y), (box.right, box.bottom)])
    turned = [[each.transform(g) for each in (life[0], life[-1], corners)] for g in Orientation]
    return [Way(first, after, ends.box) for first, after, ends in turned]


@pytest.mark.long
def test_no_pattern_of_the_catalogue_contradicts_a_proof() -> None:
    """Of lines about symmetric patterns nothing is said."""
    tried = 0
    for line in none_lines():
        assert line.question is not None
        query = query_from_json(line.question)
        assert isinstance(query, Strip | Periodic)
        motion: Motion = query.motion
        if motion.order > 1 or not any_symmetry(query):
            continue
        kind = "spaceship" if motion.travels else "oscillator"
        for entry in builtin().where(kind, motion.full_period, None):
            tried += 1
            assert not any(
                way.after == way.first.translate(motion.dx, motion.dy) and has_room(query, way.box)
                for way in ways(entry, motion.period)
            ), f"{entry.name}: {line.statement}"
    assert tried > 100


def test_no_pattern_of_the_catalogue_fits_in_a_smaller_box() -> None:
    smallest = [line for line in atlas() if line.command.endswith("--minimise box")]
    assert len(smallest) >= 3
    for line in smallest:
        period = (line.question or {})["motion"][0]
        for entry in builtin().where("oscillator", period, None):
            box = ways(entry, period)[0].box
            assert box.width * box.height >= line.facts["cost"], f"{entry.name}: {line.statement}"


def any_symmetry(query: Strip | Periodic) -> bool:
    if isinstance(query, Strip):
        return query.mirror.value == "none" and not query.folds
    return len(query.symmetry.group) == 1


def has_room(query: Strip | Periodic, box: Box) -> bool:
    if isinstance(query, Strip):
        return box.width <= query.width
    if query.box is None:
        return box.width * box.height <= (query.max_area or 0)
    return box.width <= query.box[0] and box.height <= query.box[1]


def known_rotors() -> list[Rotor]:
    """Those of the catalogue, and of common and small oscillators that others recorded."""
    named = [(entry.period, pattern_of(entry).pattern) for entry in builtin().where("oscillator")]
    codes = [code for code, *_ in APGCODES if code.startswith("xp")]
    coded = [(int(code[2:].split("_")[0]), decode(code)) for code in codes]
    return [Rotor.of(phases(pattern, LIFE, period)) for period, pattern in named + coded]


def test_no_known_oscillator_contradicts_a_table_of_rotors() -> None:
    tables: dict[str, list[Line]] = {}
    for line in atlas("rotors"):
        tables.setdefault(line.command, []).append(line)
    rotors, tried = known_rotors(), 0
    for lines in tables.values():
        facts = lines[0].facts
        periods = {each.facts.get("period"): each.facts["with_stator"] for each in lines}
        width, height = map(int, facts["window"].split("x"))
        for rotor in rotors:
            fitting = rotor.period >= facts["min_period"] and rotor.fits((width, height))
            if fitting and "symmetry" not in facts and not rotor.composite:
                tried += 1
                assert periods[rotor.period] > 0, f"{rotor.name}: {lines[0].statement}"
    assert tried > 20


def test_a_question_that_is_settled_is_known() -> None:
    line = next(line for line in atlas("strips") if "symmetry" not in line.command)
    query = query_from_json(line.question or {})
    assert isinstance(query, Strip)
    assert settled_before(query) == line
    narrower = settled_before(replace(query, width=query.width - 1))
    assert narrower is not None
    assert narrower.question is not None
    assert narrower.question["width"] >= query.width - 1
    wide = replace(query, width=query.width + 20)
    assert settled_before(wide) is None
    widest = widest_settled(wide)
    assert widest is not None
    assert widest.kind == "none"
    assert widest.question is not None
    assert widest.question["width"] >= query.width
    assert widest_settled(replace(wide, wraps=True)) is None
    assert settled_before(replace(query, max_length=5)) is None


def test_a_narrower_strip_of_symmetric_patterns_has_a_width_of_the_same_parity() -> None:
    even = Strip(40, Motion(6, dy=-1), Mirror.MIRRORED)
    for query in (even, replace(even, width=41)):
        line = widest_settled(query)
        assert line is not None
        assert line.question is not None
        assert line.question["width"] % 2 == query.width % 2


def settled_lines() -> list[Line]:
    return [line for line in atlas() if line.question is not None]


@pytest.mark.long
def test_the_index_is_that_of_the_lines() -> None:
    """If this fails: `python -m tests.atlas --index`."""
    written = json.loads((folder() / FILE).read_text("utf-8"))
    assert written == json.loads(json.dumps(index()))


@pytest.mark.long
def test_every_settled_question_is_found_by_the_index() -> None:
    assert len(settled_lines()) > 300
    for line in settled_lines():
        query = query_from_json(line.question or {})
        found = settled_before(query)
        assert found is not None
        assert found.kind == line.kind
        if query.kind != "strip":
            assert found.question == line.question


@dataclass(frozen=True)
class LaterPeriodic(Periodic):
    """A question as a later version may ask it, with one more option."""

    max_height: int | None = None


@dataclass(frozen=True)
class LaterStrip(Strip):
    max_height: int | None = None


@pytest.mark.parametrize(
    "asked",
    [LaterPeriodic(Motion(9), (5, 5)), LaterStrip(7, Motion(6, dy=-1))],
    ids=["box", "strip"],
)
def test_a_new_option_left_out_changes_nothing(asked: LaterPeriodic | LaterStrip) -> None:
    line = settled_before(asked)
    assert line is not None
    assert line.kind == "none"
    assert settled_before(replace(asked, max_height=3)) is None


def test_an_index_of_other_lines_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = Periodic(Motion(9), (5, 5))
    line = settled_before(query)
    assert line is not None
    key, whole = question_key(query), index()
    [[*place, _]] = whole[key]
    monkeypatch.setattr("lifesearch.atlas_data.index.folder", lambda: tmp_path)
    assert settled_before(query) is None
    (tmp_path / FILE).write_text(json.dumps({key: [[*place, "0" * 16]]}))
    assert settled_before(query) is None
    lines = [asdict(each) for each in atlas("boxes")]
    (tmp_path / "boxes.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    assert settled_before(query) is None
    (tmp_path / FILE).write_text(json.dumps(whole))
    assert settled_before(query) == line
    (tmp_path / "boxes.jsonl").write_bytes(b"\xff\n")
    assert settled_before(query) is None
    (tmp_path / FILE).write_text("{")
    assert settled_before(query) is None


def cheapest(kind: str) -> Line:
    return min((line for line in atlas() if line.kind == kind), key=lambda line: line.cpu)


def test_a_line_that_is_wrong_is_noticed() -> None:
    right = cheapest("count")
    wrong = replace(right, facts={**right.facts, "count": right.facts["count"] + 1})
    said: list[str] = []
    assert check_again([right, wrong], said.append) == [wrong]
    assert said == [f"differs: {right.command}"]


@pytest.mark.long
def test_lines_of_each_kind_are_confirmed() -> None:
    lines = [cheapest(kind) for kind in ("none", "best", "found", "rotors")]
    said: list[str] = []
    assert check_again(lines, said.append, jobs=2) == []
    assert said == [f"confirmed: {line.command}" for line in lines]  # in their order


@pytest.mark.long
def test_lines_are_run_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vanishing", "--check", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("confirmed: lifesearch count predecessor empty.rle")
    assert said[1] == "1 line confirmed, 0 not"


@pytest.mark.parametrize("words", ["stripes", "--check some"])
def test_what_makes_no_sense_is_refused(words: str) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(words.split())
    assert exit_.value.code == 2


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            line,
            marks=()
            if "c/4 diagonal" in line.command
            else pytest.mark.slow("strips are searched again to their shortest ship"),
        )
        for line in atlas()
        if line.kind == "shortest"
    ],
    ids=lambda line: line.command,
)
def test_nothing_is_shorter_than_the_shortest(line: Line) -> None:
    """A strip with one row less has none, and one of that length has."""
    rows = line.facts["rows"]
    command = line.command.removeprefix("lifesearch ").removesuffix(" --max-length 40")
    for longest, status in ((rows, ExitStatus.FOUND), (rows - 1, ExitStatus.NONE)):
        done = run(*split(command), "--max-length", f"{longest}", "--no-known", "-q", "-j", "1")
        assert done.returncode == status, done
