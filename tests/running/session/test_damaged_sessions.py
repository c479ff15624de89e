"""Sessions that were damaged, by chance or on purpose: refused in one sentence, or harmless."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from lifesearch.running.session.history import read_history
from lifesearch.show.pictures.plot import svg
from tests.running.session.damage import DAMAGES, NAMES, NEVER, ODD, attempted, base, forged
from tests.seeds import seeds
from tests.sessions import opened, outcome, sealed

TIMES = 5


@cache
def expected(name: str, folder: Path) -> tuple[object, ...]:
    file = folder / f"{name}.right"
    file.write_bytes(base(name))
    return outcome(file)


def looked_at(file: Path) -> str:
    diary = read_history(str(file))
    return svg(diary) if diary.length else ""


@pytest.mark.parametrize("name", NAMES)
@seeds(1)
def test_damage_is_noticed_or_does_no_harm(tmp_path: Path, name: str, seed: int) -> None:
    chance = Random(f"{seed} {name}")
    for number in range(TIMES):
        lines = base(name).splitlines(keepends=True)
        if chance.random() < 0.5:
            del lines[-1]  # the verdict, which tells how many answers there should be
        damage = chance.choice(DAMAGES)
        damage(lines, chance)
        file = tmp_path / f"{number}.session"
        file.write_bytes(b"".join(lines))
        attempted(file, lambda file=file: looked_at(file))  # type: ignore[misc]
        result = attempted(file, lambda file=file: outcome(file))  # type: ignore[misc]
        right = result in (None, expected(name, tmp_path))
        assert right, f"{damage.__name__} of {name}, variant {number}"


@pytest.mark.parametrize("name", NAMES)
@seeds(1)
def test_wrong_types_are_refused(tmp_path: Path, name: str, seed: int) -> None:
    chance = Random(f"{seed} {name} types")
    for number in range(TIMES):
        records = forged(opened(base(name)), chance, NEVER)
        file = tmp_path / f"{number}.session"
        file.write_bytes(sealed(records))
        attempted(file, lambda file=file: looked_at(file))  # type: ignore[misc]
        result = attempted(file, lambda file=file: outcome(file))  # type: ignore[misc]
        right = result in (None, expected(name, tmp_path))
        assert right, f"types of {name}, variant {number}"


@pytest.mark.parametrize("name", NAMES)
@seeds(1)
def test_another_question_is_no_crash(tmp_path: Path, name: str, seed: int) -> None:
    """A forged value may make another question, which is then answered."""
    chance = Random(f"{seed} {name} odd")
    for number in range(TIMES):
        file = tmp_path / f"{number}.session"
        file.write_bytes(sealed(forged(opened(base(name)), chance, ODD)))
        attempted(file, lambda file=file: looked_at(file))  # type: ignore[misc]
        attempted(file, lambda file=file: outcome(file, 2))  # type: ignore[misc]
