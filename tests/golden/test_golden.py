"""Commands print what they printed when the transcripts were recorded."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.golden import Section, played, sections, transcripts

pytestmark = pytest.mark.usefixtures("kernels_loaded")

if sys.platform != "linux":
    pytest.skip("recorded on Linux", allow_module_level=True)

SECTIONS = {
    f"{file.stem}-{number}": section
    for file in transcripts()
    for number, section in enumerate(sections(file.read_text(encoding="utf-8")), 1)
}


@pytest.mark.parametrize("section", SECTIONS.values(), ids=SECTIONS)
def test_the_same_as_recorded(section: Section, tmp_path: Path) -> None:
    assert played(section, tmp_path) == list(section.lines)


def test_there_are_many() -> None:
    assert sum(len(section.steps) for section in SECTIONS.values()) >= 150
