"""One's own catalogue: what is added, named and removed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lifesearch.catalogue import names, user
from lifesearch.catalogue.catalogue import builtin, pattern_of
from lifesearch.catalogue.entry import clean_name, is_generated_name, name_from_file
from lifesearch.catalogue.store import FILE
from lifesearch.common.errors import InputError
from lifesearch.formats.detect import PatternFile
from lifesearch.life.identify import identify
from lifesearch.life.rules.rule import LIFE, Rule
from tests.catalogue.entries import BLINKER, HIGH, entry, numbered

pytestmark = pytest.mark.usefixtures("folder")


def test_what_is_added_is_there() -> None:
    [added] = user.add([entry("mine")])
    assert added.new
    assert added.entry.own
    assert list(user.user_entries()) == [added.entry]
    assert pattern_of(added.entry).pattern == BLINKER
    assert pattern_of(added.entry).rule == HIGH
    assert names.name_of("xp2_7", HIGH) == "mine"
    assert names.name_of("xp2_7", LIFE) == "blinker"
    assert not user.user_entries(LIFE)
    assert user.all_entries().by_name("MINE") == added.entry


def test_nothing_is_there_twice() -> None:
    user.add([entry("mine"), entry("yours")])
    [again] = user.add([entry("theirs")])
    assert (again.new, again.entry.name) == (False, "mine")
    [known] = user.add([entry("mine", rule=LIFE)])
    assert (known.new, known.entry) == (False, builtin().by_code("xp2_7"))
    assert len(user.user_entries()) == 1


def test_names_are_there_once() -> None:
    names = [added.entry.name for added in user.add([numbered(1), replace(numbered(2), name="Pi")])]
    assert names == ["number 1", "Pi"]
    more = [replace(numbered(3), name="PI!"), replace(numbered(4), name="pi")]
    assert [added.entry.name for added in user.add(more)] == ["PI! 2", "pi 3"]
    [glider] = user.add([replace(numbered(5), name="glider")])
    assert glider.entry.name == "glider 2"
    for taken in ("glider", "pi"):
        with pytest.raises(InputError, match=f"the name '{taken}' is taken by x"):
            user.add([replace(numbered(6), name=taken)], insist=True)
    assert len(user.user_entries()) == 5


def test_what_has_no_name_can_get_one() -> None:
    [first] = user.add([entry()])
    assert first.entry.name == "p2 of 3 cells (xp2_7 in B36/S23)"
    assert is_generated_name(first.entry)
    [second] = user.add([entry("Anna")], insist=True)
    assert (second.new, second.renamed, second.entry.name) == (False, True, "Anna")
    [third] = user.add([entry("Bert")], insist=True)
    assert (third.renamed, third.entry.name) == (False, "Anna")
    assert [e.name for e in user.user_entries()] == ["Anna"]


@pytest.mark.parametrize(
    "name", ["Blinkér", "Blinke\u0301r", "日本", "★", "żółw'; DROP TABLE pattern"]
)
def test_names_in_any_script(name: str) -> None:
    user.add([entry(clean_name(name))], insist=True)
    assert user.all_entries().by_name(name).apgcode == "xp2_7"
    assert user.remove(name).name == clean_name(name)
    assert not user.user_entries()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (" \n", "the name is empty"),
        ("a" * 81, "81 letters is too long"),
        ("a\x1b[31m", "cannot be printed"),
        ("a\udcff", "cannot be printed"),
        ("xp2_7", "is an apgcode"),
    ],
)
def test_what_is_no_name(name: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        clean_name(name)
    assert name_from_file(PatternFile(BLINKER, name=name), identify(BLINKER)) == ""


def test_what_a_file_says_of_itself_is_no_name() -> None:
    known = identify(BLINKER)
    assert name_from_file(PatternFile(BLINKER, name="oscillator of period 2"), known) == ""
    assert name_from_file(PatternFile(BLINKER, name="blinker"), known) == "blinker"


def test_removing() -> None:
    with pytest.raises(InputError, match="your own catalogue is empty"):
        user.remove("mine")
    user.add([entry("mine"), entry("other", rule=Rule.parse("B3/S234"))])
    with pytest.raises(InputError, match="'glider' is built in"):
        user.remove("glider")
    with pytest.raises(InputError, match="did you mean 'mine'"):
        user.remove("mime")
    with pytest.raises(InputError, match=r"several rules have 'xp2_7'.*'mine' or 'other'"):
        user.remove("xp2_7")
    user.remove("other")
    assert user.remove("xp2_7").name == "mine"


def test_reading_makes_no_file(folder: Path) -> None:
    assert not user.user_entries()
    assert names.name_of("xp2_7", HIGH) is None
    assert names.why_unreadable() is None
    with pytest.raises(InputError):
        user.remove("x")
    assert not folder.parent.exists()
    folder.mkdir(parents=True)
    (folder / FILE).touch()
    assert not user.user_entries()
    assert (folder / FILE).stat().st_size == 0
