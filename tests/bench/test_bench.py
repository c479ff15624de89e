"""The benchmark: its tasks, its tables, and what it refuses."""

import json

import pytest

from tests.bench.__main__ import main


@pytest.mark.long
def test_bench_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["glider", "p3-d8", "--json", "--runs", "2"])
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {result["task"] for result in results} == {"glider", "p3-d8"}
    assert len(results) >= 4
    for result in results:
        assert result["runs"] == 2
        assert 0 < result["seconds"] < 60
        assert result["plan"]
        assert result["solver"] == "plan" or result["clauses"] > result["variables"] > 50
    assert [result["task"] for result in results if result["solver"] == "plan"] == [
        "glider",
        "p3-d8",
    ]


def test_bench_as_table(capsys: pytest.CaptureFixture[str]) -> None:
    main([
        "c3-unsat", "still-all-5", "--quick", "--solver", "glucose3",
        "--encoding", "knuth", "--encoding", "implicates",
    ])  # fmt: skip
    printed = capsys.readouterr().out
    assert printed.count("glucose3") == 4
    assert "2 tasks; " in printed


@pytest.mark.long
def test_bench_gives_up_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    main(["p8-c2", "--solver", "minisat22", "--limit", "1s"])
    assert "> 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("glidr", "there is no task 'glidr'"),
        ("--runs 0", "--runs must be at least 1"),
        ("--limit soon", "soon"),
        ("--first glider", "leave out tasks"),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(words.split())
    assert exit_.value.code == 2
    assert reason in capsys.readouterr().err
