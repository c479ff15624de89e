"""Sessions that lifesearch 1 wrote: they are read, and they go on to the same end."""

import json
from pathlib import Path

import pytest

from lifesearch.life.motion import Motion
from lifesearch.life.simulate.cylinder import Cylinder
from lifesearch.planning.run import run
from lifesearch.queries.base import PatternQuery
from lifesearch.queries.periodic import Periodic
from lifesearch.running.events import Event, Finished, Found
from lifesearch.running.options import RunOptions
from lifesearch.session.codec import query_from_json, query_to_json
from lifesearch.session.file import Session
from tests.sessions import GOLDEN, opened, outcome

pytestmark = pytest.mark.usefixtures("kernels_loaded")

OLD = sorted(GOLDEN.glob("*.session"))
LONG = {"still-cubes", "strip-found", "strip-trails", "predecessor"}


def went_on(file: Path) -> tuple[PatternQuery, int | None, list[Event]]:
    with Session.resume(str(file)) as session:
        run_options = RunOptions(session.count)
        news = session.record(run(session.query, run_options, session.checkpoint))
        return session.query, session.count, [*session.events, *news]


def test_there_is_one_of_each_kind() -> None:
    heads = [opened(file.read_bytes())[0] for file in OLD]
    kinds = {head["question"]["kind"] for head in heads}
    assert kinds == {"periodic", "predecessor", "strip", "completion"}
    assert {head["session"] for head in heads} == {"lifesearch 1"}
    assert any(head["question"].get("rules") for head in heads)


@pytest.mark.parametrize("old", OLD, ids=lambda file: file.stem)
def test_what_is_finished_stays_as_it_is(old: Path, tmp_path: Path) -> None:
    file = tmp_path / old.name
    file.write_bytes(old.read_bytes())
    query, count, events = went_on(file)
    records = opened(old.read_bytes())
    assert query.raw is records[0]["question"].get("raw", False)
    assert count == records[0]["count"]
    found = sum(len(event.answers) for event in events if isinstance(event, Found))
    assert found == sum(len(record["found"]) for record in records if "found" in record)
    end = events[-1]
    assert isinstance(end, Finished)
    assert end.exhausted is records[-1]["verdict"]["exhausted"]
    assert (end.found, end.states) == (found, records[-1]["verdict"]["states"])
    assert file.read_bytes() == old.read_bytes()


@pytest.mark.parametrize(
    "share",
    [pytest.param(0.0, marks=pytest.mark.slow), 0.5, pytest.param(0.9, marks=pytest.mark.long)],
)
@pytest.mark.parametrize(
    "old",
    [pytest.param(f, marks=[pytest.mark.slow] * (f.stem in LONG), id=f.stem) for f in OLD],
)
def test_what_was_cut_short_goes_on_to_the_same_end(
    old: Path, share: float, tmp_path: Path
) -> None:
    file = tmp_path / old.name
    whole = old.read_bytes().splitlines(keepends=True)
    kept = 1 + int(share * (len(whole) - 1))
    file.write_bytes(b"".join(whole[:kept]) + whole[kept][:20])
    query, count, events = went_on(file)
    first = outcome(file)
    lines = file.read_bytes().splitlines()
    assert [b'"check"' in line for line in lines] == [False] * kept + [True] * (len(lines) - kept)
    if count is None:
        file.write_bytes(old.read_bytes())
        assert outcome(file) == first
    else:
        found = [event for event in events if isinstance(event, Found)]
        expected = sum(len(json.loads(line).get("found", ())) for line in whole)
        assert sum(len(event.answers) for event in found) == expected
    assert query.describe()


CYLINDER = """\
{"session": "lifesearch 2", "question": {"kind": "longer cylinder", "motion": [1, "Id", 0, 0], \
"cylinder": [5, 1], "symmetry": "C1", "rule": "B3/S23", "also": null}, "count": 1, "depth": 0, \
"seconds": 0.0, "check": "7a8be99cad9f3073"}
{"searched": [5, 1, ""], "conflicts": 2, "seconds": 0.093, "check": "982d644f713029eb"}
{"found": [[0, 0, "2o$2o!"]], "part": [5, 2, ""], "seconds": 0.147, "check": "a627b47c567b3125"}
{"verdict": {"found": 1, "exhausted": false, "states": null}, "conflicts": 2, "seconds": 0.165, \
"check": "276033e152e7f8d4"}
"""


def test_sessions_in_which_a_cylinder_was_a_query_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "cylinder.session"
    file.write_text(CYLINDER)
    query, count, events = went_on(file)
    assert query == Periodic(Motion(1), width=5, cylinder=Cylinder(5, 1))
    assert (count, file.read_text()) == (1, CYLINDER)
    assert sum(len(event.answers) for event in events if isinstance(event, Found)) == 1
    saved = {"kind": "cylinder", "motion": [2, "Id", 0, 0], "cylinder": [4, 0], "height": 3}
    boxed = Periodic(Motion(2), (4, 3), cylinder=Cylinder(4))
    assert query_from_json(saved) == boxed
    assert query_from_json(query_to_json(boxed)) == boxed
