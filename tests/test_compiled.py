"""Machine code is kept under names that change with the sources."""

from pathlib import Path

import lifesearch
from lifesearch import compiled
from lifesearch.rows.kernel.expand import expand
from lifesearch.soups.settle import run_batch


def test_a_digest_changes_with_any_source(tmp_path: Path) -> None:
    def digest() -> str:
        compiled.sources_digest.cache_clear()
        return compiled.sources_digest(tmp_path)

    try:
        (tmp_path / "one.py").write_text("1")
        before = digest()
        (tmp_path / "two.py").write_text("2")
        with_helper = digest()
        (tmp_path / "two.py").write_text("3")
        assert len({before, with_helper, digest()}) == 3
        (tmp_path / "notes.txt").write_text("4")
        (tmp_path / "two.py").write_text("2")
        assert digest() == with_helper
    finally:
        compiled.sources_digest.cache_clear()


def test_functions_of_a_package_are_named_by_its_sources() -> None:
    package = Path(lifesearch.__file__).parent
    for folder, function in ((package / "soups", run_batch), (package / "rows/kernel", expand)):
        assert function.__qualname__.endswith(compiled.sources_digest(folder))
