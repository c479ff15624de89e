"""What goes into a gallery, and what its page knows of it."""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lifesearch.common.errors import InputError
from lifesearch.core.answer import Answer
from lifesearch.formats import NAMES
from lifesearch.formats.cells import write_cells
from lifesearch.formats.common import PatternFile
from lifesearch.formats.detect import read, read_runs, write_rle
from lifesearch.formats.life10x import write_life106
from lifesearch.life.pattern import Pattern
from lifesearch.life.rules.rule import LIFE, Rule
from lifesearch.show.gallery.page import CATAGOLUE, describe, link_to, page, table
from lifesearch.show.gallery.sources import Collection, GalleryItem, gallery_items
from lifesearch.show.search.output import Presentation, answer_output
from tests.processes import PATIENCE

GLIDER = Pattern.parse(".O.\n..O\nOOO")
KNOWN = Path(__file__).parents[1] / "data" / "known-patterns.jsonl"


def told(text: str) -> dict[str, Any]:
    """What a page has inside."""
    inside = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert inside
    found: dict[str, Any] = json.loads(inside[1])
    return found


def test_codes_of_several_states_have_no_link() -> None:
    assert describe(GalleryItem(GLIDER))["link"].endswith("/xq4_153/b3s23")
    photon = describe(GalleryItem(Pattern.parse_states("AA\nBB"), Rule.parse("Brian's Brain")))
    assert photon["code"] == "xq1_2A$2B!"
    assert "link" not in photon


def test_rules_that_are_a_map_have_no_link() -> None:
    code = "xp2_7"
    assert link_to(code, Rule.parse("B2-a/S12")) == f"{CATAGOLUE}/{code}/b2-as12"
    assert link_to(code, Rule(bytes((n >> 5 & 1) ^ (n >> 3 & 1) for n in range(512)))) is None


@pytest.mark.parametrize("line", KNOWN.read_text().splitlines()[5::30])
def test_facts_are_those_of_the_catalogue(line: str) -> None:
    known = json.loads(line)
    item = describe(GalleryItem(read_runs(known["rle"]), name=known["name"]))
    assert item["name"] == known["name"]
    for key in ("kind", "period", "population"):
        assert item["facts"][key][0] == known[key]
    assert item["facts"]["width"] == (known["width"], f"{known['width']} x {known['height']}")
    assert abs(item.get("dx", 0)) + abs(item.get("dy", 0)) == abs(known["dx"]) + abs(known["dy"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names")
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=["3o!"], daemon=True)
    writer.start()
    [item] = gallery_items([str(pipe)]).items
    writer.join(PATIENCE)
    assert item.pattern.population == 3


@pytest.mark.parametrize(
    "word", ["<script>alert(1)</script>", "</script>", "<!--", "{{data}}", "]]>", "\u2028", "'\"&"]
)
def test_names_cannot_break_the_page(word: str) -> None:
    text = page(Collection(word, (GalleryItem(GLIDER, name=word, author=word, comments=(word,)),)))
    item = told(text)["items"][0]
    assert (item["name"], item["facts"]["author"], item["notes"]) == (word, [word, word], word)
    assert text.count("<script") == 2
    assert read(item["rle"]).pattern == GLIDER


def test_the_page_is_small_and_needs_no_network() -> None:
    text = page(Collection("one", (GalleryItem(GLIDER),)))
    assert len(text.encode()) < 60_000
    assert "default-src 'none'" in text
    assert not re.search(r"(src|href)=[\"'](?!data:)", text)
    # Links to click on are no loads.
    assert set(re.findall(r"https?://[\w.]+", text)) <= {"https://catagolue.hatsya.com"}


@given(st.binary(min_size=64, max_size=64))
def test_a_table_is_its_digits(bits: bytes) -> None:
    ones = [bits[i // 8] >> (7 - i % 8) & 1 for i in range(512)]
    assert table(Rule(bytes(ones))) == bits.hex()


def test_sources(tmp_path: Path) -> None:
    (tmp_path / "a.rle").write_text(write_rle(GLIDER, name="one") + write_rle(GLIDER, name="two"))
    (tmp_path / "b.cells").write_text(write_cells(PatternFile(GLIDER, name="three")))
    (tmp_path / "c.lif").write_text(write_life106(PatternFile(GLIDER)))
    (tmp_path / "notes.txt").write_text("OOO")
    (tmp_path / "broken.rle").write_text("x = 3, y = q\n3o!")
    (tmp_path / "binary.rle").write_bytes(bytes(range(256)))
    (tmp_path / "empty.rle").touch()
    (tmp_path / ".hidden.rle").write_text("3o!")
    deep = tmp_path / "deep" / "down"
    deep.mkdir(parents=True)
    (deep / "d.RLE").write_text("x = 1, y = 1, rule = B3/S23\no!")
    (tmp_path / "loop").symlink_to(tmp_path)
    gathered = gallery_items([str(tmp_path)])
    assert [e.name for e in gathered.items] == ["one", "two", "three", None, None]
    assert [e.source for e in gathered.items][-2:] == [
        "c.lif",
        str(Path("deep", "down", "d.RLE")),
    ]
    assert all(e.pattern.normal() == GLIDER for e in gathered.items[:4])
    assert len(gathered.notes) == 3
    assert gathered.title == tmp_path.name
    again = gallery_items([str(tmp_path / "b.cells"), str(tmp_path / "a.rle")])
    assert [e.name for e in again.items] == ["three", "one", "two"]
    assert len(gallery_items([str(tmp_path)], most=2).items) == 2


@pytest.mark.parametrize("form", NAMES)
def test_what_a_search_writes_to_a_folder_is_found_there(tmp_path: Path, form: str) -> None:
    with answer_output(Presentation(form, f"{tmp_path}/"), ()) as output:
        output([Answer(GLIDER, 4)], 0)
    (item,) = gallery_items([str(tmp_path)]).items
    assert item.pattern.normal() == GLIDER


def test_a_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("os.scandir", refuse)
    with pytest.raises(InputError, match=f"cannot read the folder {tmp_path}: Permission denied"):
        gallery_items([str(tmp_path)])


def test_text_after_the_end_is_no_pattern(tmp_path: Path) -> None:
    file = tmp_path / "a.rle"
    file.write_text("x = 3, y = 1\n3o! and so on\nx marks the spot\n\nsome words: 3o!\n")
    assert len(gallery_items([str(file)]).items) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("#CXRLE Pos=0,0\nx = 2, y = 2, rule = B3/S23\no1000000$1000000bo!", "1,000,001"),
        ("x = 1, y = 1, rule = B3/S23:T99999,99999\no!", "99,999 x 99,999"),
    ],
)
def test_what_cannot_be_shown(tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "a.rle"
    file.write_text(content)
    with pytest.raises(InputError, match=words):
        gallery_items([str(file)])


def test_a_torus_keeps_its_place_and_may_have_b0() -> None:
    rule = Rule.parse("B0/S8")
    facts = describe(GalleryItem(Pattern.of([(2, 1)]), rule, torus=(3, 2)))
    assert facts["torus"] == [3, 2]
    assert read(facts["rle"]).pattern == Pattern.of([(2, 1)])
    assert facts["rule"] == "B0/S8"


@pytest.mark.parametrize(
    ("pattern", "kind", "replay"),
    [(Pattern.of([]), "dies", 1), (Pattern.parse("OO"), "dies", 2)],
)
def test_what_dies(pattern: Pattern, kind: str, replay: int) -> None:
    facts = describe(GalleryItem(pattern))
    assert (facts["facts"]["kind"][0], facts["replay"]) == (kind, replay)
    assert read(facts["rle"]).pattern == pattern
    assert facts["rule"] == str(LIFE)
