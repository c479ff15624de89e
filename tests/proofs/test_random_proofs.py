"""Random questions about small boxes: every proof checks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from lifesearch.common.errors import InputError
from lifesearch.core.events import Finished, Found
from lifesearch.engines.sat.solving.configuration import FixedSettings
from lifesearch.engines.sat.solving.solver import WITH_PROOF
from lifesearch.life.rules.rule import LIFE
from lifesearch.questions.predecessor.question import Predecessor
from lifesearch.running import by_sat
from tests.proofs.folders import checked, manifest, prove
from tests.random_queries import Query, draw
from tests.seeds import seeds

SOON = (0, 5, 9, 12, 17, 25, 26, 36)
"""Some that take no time, of all kinds."""


def provable(query: Query) -> bool:
    """Whether a search for all answers comes to an end soon."""
    small = query.box is None or query.box <= (4, 9)
    surrounded = isinstance(query, Predecessor) and query.surrounded
    return small and not (query.raw or surrounded)


def settings(random: Random, query: Query) -> FixedSettings:
    encoding = random.choice(("implicates", "knuth"))
    in_life = (query.rules or query.rule) == LIFE
    return FixedSettings(
        random.choice(WITH_PROOF),
        encoding if in_life else None,  # type: ignore[arg-type]
        random.random() < 0.3,
        random.choice((None, 0, 5)),
    )


def prove_and_check(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Prove what there is, and check it; False if the question cannot have a proof."""
    random, query = Random(number), draw(f"proof {number}")
    split = random.random() < 0.3
    monkeypatch.setattr(by_sat, "WORTH_SPLITTING", 1 if split else 10**9)
    try:
        events = prove(
            query,
            folder,
            settings(random, query),
            jobs=1 + split,
            compress=random.random() < 0.2,
        )
    except InputError:
        return False
    end = events[-1]
    assert isinstance(end, Finished)
    assert end.exhausted
    report = checked(folder)
    found = sum(len(event.answers) for event in events if isinstance(event, Found))
    if found:
        assert query.objective or report.claim.startswith(f"{found:,} found; proved: no other")
    else:
        assert report.claim == f"proved: {query.no_answers()}"
    assert manifest(folder)["status"] == "finished"
    assert not list(folder.glob("*.part"))
    return True


@pytest.mark.long
@pytest.mark.parametrize("number", SOON)
def test_random_questions(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert prove_and_check(number, tmp_path / "proof", monkeypatch)


@seeds()
def test_many_random_questions(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done, number = 0, 1000 * seed
    while done < 4:
        number += 1
        if provable(draw(f"proof {number}")):
            done += prove_and_check(number, tmp_path / str(number), monkeypatch)
