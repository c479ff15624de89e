"""Where a search runs: what is refused before a cluster is asked, and the time that it takes."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from lifesearch.common.errors import Undecided
from lifesearch.doors import request
from lifesearch.running.option_table import Options
from lifesearch.running.places.here import HERE
from tests.program import run


def never(address: str | None) -> NoReturn:
    raise AssertionError("a cluster was asked")


def test_a_proof_is_refused_before_a_cluster_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(request, "place_at", never)
    words = ("still-life", "--box", "3x3", "--all", "--cluster", "auto", "--proof", "here")
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        "lifesearch: proofs can be written only on this machine: leave out --cluster\n"
    )
    assert not list(tmp_path.iterdir())


def test_the_time_to_connect_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([100.0, 107.0] * 3)
    monkeypatch.setattr(request, "monotonic", lambda: next(clock))
    monkeypatch.setattr(request, "place_at", lambda address: HERE)
    assert request.connected(Options(cluster="auto", time_limit=10.0)) == (HERE, 3.0)
    with pytest.raises(Undecided, match="limit of 5 s ended while connecting"):
        request.connected(Options(cluster="auto", time_limit=5.0))
    assert request.connected(Options(cluster=None, time_limit=5.0)) == (HERE, 5.0)
