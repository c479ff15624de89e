"""Questions of the page ask what the command line asks that is shown beside them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from lifesearch.common.errors import InputError
from lifesearch.doors.cli import app
from lifesearch.doors.studio.asking import fields as offers
from lifesearch.doors.studio.asking.drawing import Drawing, as_drawing
from lifesearch.doors.studio.asking.feedback import check
from lifesearch.doors.studio.asking.query import asked_by
from lifesearch.doors.studio.asking.question import BEST, FLAGS, PageQuestion, command_line, words

ROTOR = "???????\n???????\n????.o?\n???..?.\n???.?o?\n??o..??\n????o??"
DRAWN = (
    "",
    ROTOR,
    "o?.\n??o\n...",
    "ab'?\n??A\n.o?\n\n???\n?b?\n???",
    "~~?o\n~~??\n????\n??o?",
    "0 1 2\n* * 0",
)
VALUES = {
    "period": ("2", "3", "4", "1", "", "0", "x"),
    "velocity": ("c/4", "c/3", "2c/5", "c/4 diagonal", "", "c/1"),
    "generations": ("", "1", "3"),
    "pad": ("", "2"),
    "rule": ("", "B3/S23", "B36/S23", "HighLife", "pB3/S23", "B0/S1", "345/2/4"),
    "width": ("6", "7", ""),
    "max_length": ("", "9"),
    "symmetry": ("C1", "D2|", "D8_1", "C2", "even", "odd", "none", "C4", "glide"),
    "transform": ("Id", "R90", "F|"),
    "population": ("", "<=20", ">3 <20", "=12", ">=3, <=9"),
    "population_of": ("first", "min", "all"),
    "best": tuple(BEST),
    "max_area": ("", "30"),
    "window": ("4x3", "", "9x9"),
    "min_period": ("", "3", "7"),
    "catalysts": ("", "1", "3", "9"),
    "catalyst": ("", "block", "eater 1, block", "any", "nobody", "blinker"),
    "area": ("", "12x12", "30x20", "99x9"),
    "recovery": ("", "5"),
    "keep_apart": ("", "4", "1"),
    "seed": ("", "5"),
    "count": ("", "1", "3", "all"),
    "time_limit": ("", "5m"),
    "jobs": ("", "1", "2"),
}


class AskedError(Exception):
    """What a command would have searched for, and how many."""


@pytest.fixture(autouse=True)
def _commands_only_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands tell what they would search for, instead of searching."""
    from lifesearch.doors.cli.commands import search

    def asked(question: Any) -> None:
        plan = question.planned()
        raise AskedError(plan.query, plan.options.count)

    monkeypatch.setattr(search, "ask", asked)


def chosen(chance: random.Random) -> dict[str, Any]:
    """A question, not always one that makes sense."""
    sent: dict[str, Any] = {"kind": chance.choice(list(offers.FORMS)), "box": [7, 7]}
    sent["where"] = chance.choice(offers.WHERE)
    sent["drawing"] = chance.choice(DRAWN)
    for name, some in VALUES.items():
        sent[name] = chance.choice((some[0], some[0], chance.choice(some)))
    return sent | {name: chance.random() < 0.15 for name in FLAGS}


def asked_by_command(question: PageQuestion, folder: Path) -> tuple[Any, Any] | None:
    """What the shown command searches for; None if it is refused."""
    file = folder / "drawing.txt"
    if question.has_file:
        file.write_text(f"{question.drawn}\n")
    try:
        app(words(question, str(file)), standalone_mode=False)
    except AskedError as asked:
        return asked.args[0], asked.args[1]
    except InputError:
        return None
    return None


@pytest.mark.parametrize("seed", range(6))
def test_the_command_asks_the_same(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    same = refused = 0
    for _ in range(40):
        sent = chosen(chance)
        try:
            question = PageQuestion.of(sent)
            plan = asked_by(question).planned()
        except InputError:
            refused += 1
            continue
        if question.kind == "soup" and "seed" not in question.given:
            continue
        wanted = (plan.query, plan.options.count)
        assert asked_by_command(question, tmp_path) == wanted, command_line(question)
        same += 1
    assert same > 5
    assert refused


@pytest.mark.parametrize(
    ("given", "command"),
    [
        ({}, ""),
        (
            {"period": "20-30, 46", "catalyst": "block, eater 1"},
            "--period '20-30, 46' --catalyst block --catalyst 'eater 1'",
        ),
        (
            {"catalyst": "any", "area": "12x12", "generations": "5"},
            "--catalyst any --generations 5 --area 12x12",
        ),
        ({"count": "2", "debris": True, "jobs": "1"}, "--debris --count 2 --jobs 1"),
        ({"count": "all", "symmetry": "D2-", "catalysts": "1"}, "--catalysts 1 --symmetry D2-"),
        ({"period": "15", "transform": "F|", "new": True}, "--transform 'F|' --period 15 --new"),
        (
            {"rule": "HighLife", "recovery": "9", "keep_apart": "4"},
            "--rule HighLife --recovery 9 --keep-apart 4",
        ),
    ],
)
def test_the_command_asks_for_the_same_catalysts(
    given: dict[str, Any], command: str, tmp_path: Path
) -> None:
    """Unknown cells are dead, and what is drawn alive is the active part."""
    question = PageQuestion.of({"kind": "catalyse", "drawing": "????\n?oo?\n.??o\n?oo.", **given})
    plan = asked_by(question).planned()
    assert asked_by_command(question, tmp_path) == (plan.query, plan.options.count)
    assert command_line(question) == f"lifesearch catalyse drawing.txt {command}".strip()


def test_a_question_is_kept_as_it_was() -> None:
    chance = random.Random(3)
    for _ in range(200):
        try:
            question = PageQuestion.of(chosen(chance))
        except InputError:
            continue
        assert PageQuestion.of(question.sent) == question


def test_only_what_makes_sense_is_offered() -> None:
    told = check(PageQuestion.of({"kind": "oscillator", "period": "3", "box": [7, 6]}))
    assert told["command"] == "lifesearch oscillator 3 --box 7x6"
    assert "D8_1" not in told["symmetries"]
    assert "D2_+1" in told["symmetries"]
    assert "R90" not in told["transforms"]
    ship = check(PageQuestion.of({"kind": "spaceship", "velocity": "c/3", "box": [7, 7]}))
    assert "D2_+1" in ship["symmetries"]
    assert "C2_1" not in ship["symmetries"]
    wide = check(PageQuestion.of({"kind": "rotors", "window": "4x3"}))["symmetries"]
    assert ("C1" in wide, "C2" in wide, "C4" in wide) == (True, True, False)
    assert ship["motion"] == {"period": 3, "turn": (1, 0, 0, 1), "dx": 0, "dy": -1}
    assert "torus" not in ship["fields"]
    strip = check(PageQuestion.of({"kind": "spaceship", "velocity": "c/3", "where": "strip"}))
    assert {"width", "max_length"} <= set(strip["fields"])


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"kind": "oscillator"}, "give the period"),
        ({"kind": "oscillator", "period": "0"}, "at least 1"),
        ({"kind": "spaceship", "velocity": "fast"}, "velocity"),
        ({"kind": "film"}, "no cell is drawn"),
        ({"kind": "soup", "rule": "B0/S23"}, "B0"),
        ({"kind": "oscillator", "period": 2, "rule": "/2/3", "drawing": "0 1 7"}, "has 0 to 2"),
        ({"kind": "predecessor", "drawing": "a?o"}, "names"),
    ],
)
def test_what_makes_no_sense_is_said_in_a_sentence(sent: dict[str, Any], words: str) -> None:
    assert words in check(PageQuestion.of(sent))["problem"]


@pytest.mark.parametrize(
    "sent",
    [
        [],
        {"kind": "magic"},
        {"kind": None},
        {"where": "../.."},
        {"kind": "oscillator", "period": {"a": 1}},
        {"kind": "oscillator", "period": "9" * 5000},
        {"kind": "oscillator", "any_period": "yes"},
        {"drawing": 7},
        {"drawing": "ab\nc"},
        {"drawing": "?" * 501},
        {"drawing": "\n\n".join(["?"] * 65)},
        {"box": [0, 3]},
        {"box": "wide"},
    ],
)
def test_nonsense_is_refused(sent: Any) -> None:
    with pytest.raises(InputError):
        PageQuestion.of(sent)


def test_drawings_of_all_kinds() -> None:
    assert as_drawing("[code]x = 2, y = 1, rule = LifeHistory\nAB![/code]") == ("o?", "B3/S23")
    assert as_drawing("! a comment\n.O\nO.") == (".O\nO.", None)
    assert as_drawing("a'?\n~o") == ("a'?\n~o", None)
    assert as_drawing("0 1 *\nx -x 1'") == (".o?\naAo'", None)
    assert Drawing.parse("?\n\n?").generations == 2
    assert Drawing.parse("??").is_blank
    assert Drawing.parse("o*O.").is_known
    for text in ("", "  \n", "\0\1", "x = 3\n%%%", "hello world!", "o''?"):
        with pytest.raises(InputError):
            as_drawing(text)


def test_a_cluster_is_named_and_not_connected_to_before_the_search() -> None:
    asked = {"kind": "oscillator", "where": "any", "period": "3", "cluster": "ray://nowhere:10001"}
    told = check(PageQuestion.of(asked))
    assert told["problem"] == ""
    assert told["command"] == "lifesearch oscillator 3 --cluster ray://nowhere:10001"
    assert "cluster" in told["fields"]
    assert check(PageQuestion.of({**asked, "cluster": "not an address"}))["problem"]


def test_rules_of_several_states_are_drawn_and_run() -> None:
    asked = {"kind": "film", "rule": "Brian's Brain", "drawing": "0 1 2\n* * *", "generations": 2}
    told = check(PageQuestion.of(asked))
    assert told["problem"] == ""
    assert (told["rule"]["name"], told["rule"]["states"]) == ("/2/3", 3)
    unknown = check(PageQuestion.of({"kind": "oscillator", "period": 2, "rule": "pB3/S23"}))
    assert (unknown["problem"], "rule" in unknown) == ("", False)


def test_where_every_cell_is_known_nothing_is_left_to_find() -> None:
    gun = {"kind": "oscillator", "period": 3, "drawing": ".oo\noo."}
    assert check(PageQuestion.of(gun))["title"].startswith("every cell is known")
    some = check(PageQuestion.of({**gun, "drawing": ".oo\noo?"}))
    words = "oscillator of period 3 with the drawn cells in a 3x2 box"
    assert some["title"] == words
