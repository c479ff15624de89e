"""The atlas on the command line."""

import json
from pathlib import Path

import pytest

from lifesearch.atlas_data.lines import all_topics, atlas
from lifesearch.doors.cli.already_known import LARGEST_BOX, WORTH_SAYING
from tests.program import Run


def test_the_topics_are_listed(lifesearch: Run) -> None:
    done = lifesearch("atlas")
    assert done.returncode == 0
    assert all(f"{topic} " in done.stdout for topic in all_topics())


def test_every_topic_fits_in_a_terminal(lifesearch: Run) -> None:
    for topic in all_topics():
        lines = lifesearch("atlas", topic).stdout.splitlines()
        assert lines
        assert max(map(len, lines)) < 80


def test_lines_are_printed_as_json(lifesearch: Run) -> None:
    lines = [
        json.loads(line) for line in lifesearch("atlas", "strips", "-f", "json").stdout.splitlines()
    ]
    assert [line["statement"] for line in lines] == [line.statement for line in atlas("strips")]
    assert {line["version"] for line in lines} == {1}
    assert all(line["program"].startswith("lifesearch ") for line in lines)


def test_another_topic_is_refused_in_one_sentence(lifesearch: Run) -> None:
    done = lifesearch("atlas", "stripes")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "lifesearch: the atlas has no topic 'stripes'; did you mean 'strips' or 'tori'?\n"
    )


def test_a_page_has_tables_and_patterns(lifesearch: Run, tmp_path: Path) -> None:
    done = lifesearch("atlas", "-o", "atlas.html", cwd=tmp_path)
    assert done.returncode == 0
    text = (tmp_path / "atlas.html").read_text("utf-8")
    assert all(about in text for about in all_topics().values())
    assert 'id="above"' in text  # which has the margins of the page
    assert lifesearch("atlas", "-o", "atlas.html", cwd=tmp_path).returncode == 2


def test_the_largest_box_that_is_worth_saying() -> None:
    lines = [line for line in atlas("boxes") if line.cpu >= WORTH_SAYING and line.question]
    boxes = [box for line in lines if (box := (line.question or {}).get("box"))]
    assert max(width * height for width, height in boxes) == LARGEST_BOX


@pytest.mark.long
def test_a_search_says_that_it_is_settled(lifesearch: Run) -> None:
    slow = [line for line in atlas("boxes") if line.kind == "none" and line.cpu >= WORTH_SAYING]
    line = min(slow, key=lambda line: line.cpu)
    words = line.command.removeprefix("lifesearch ").split()
    done = lifesearch(*words)
    assert "settled before: there is none; see: lifesearch atlas boxes" in done.stderr
    assert "settled" not in lifesearch(*words, "--no-known").stderr
