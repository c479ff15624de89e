"""All rotors of a window, as a kind of question."""

from __future__ import annotations

from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.core.kind import Argument, Command, Form, Kind
from lifesearch.core.options import names, readers
from lifesearch.core.options.of_questions import LAST
from lifesearch.core.options.option import OUTPUT, WHAT
from lifesearch.core.options.shared import options_for, own, taken

NO_PROOF = (
    "to prove that a rotor has no stator, give 'lifesearch complete' its film from "
    "'lifesearch rotors -f json', and <proof>"
)

# fmt: off
OPTIONS = options_for(
    "rotors",
    own("rule", "RULE", readers.rule, "The rule, such as B36/S23 or HighLife.", WHAT,
        default="B3/S23", completions=names.rules, short=True, offered=True),
    own("symmetry", "NAME", readers.symmetry, "Symmetry of the window and the cells around it in "
        "every generation, as on LifeWiki or short (C2, C4, D2|, D8).", WHAT, default="C1",
        completions=names.symmetries, short=True, since=LAST, offered=True),
    own("min_period", "P", range(2, LONGEST_PERIOD + 1), "Only rotors of period P or more.", WHAT,
        default=3, short=True, since=LAST, offered=True, label="Smallest period"),
    own("form", "NAME", names.FORMAT, "Print only this format: {names}. Patterns are those of "
        "rotors that have a stator.", OUTPUT, name="--format", letter="-f", short=True, door="cli"),
    own("output", "FILE|DIR", str, "Write the oscillators to a new file, as RLE or in the given "
        "<form>, or each to a file in DIR/.", OUTPUT, letter="-o", short=True, door="cli"),
    *taken("explain force quiet verbose time_limit!", of="oscillator"),
    *taken("jobs", of="survey"),
    *taken("cluster session! no_progress progress", of="oscillator"),
)
# fmt: on

KIND = Kind(
    question="questions.rotors.question.Rotors",
    engines=("questions.rotors.engine.RotorSearch",),
    commands=(
        Command(
            "rotors",
            "List all rotors in a window, of every period from 3 on.",
            asks="questions.rotors.asking.request",
            argument=Argument(
                "WxH", "The window, width x height, that contains all changing cells."
            ),
        ),
    ),
    options=OPTIONS,
    refused=(("proof", f"rotors does not write a proof of its table; {NO_PROOF}"),),
    strategies=(("rotors", "questions.rotors.strategy.SmallRotors"),),
    does=(
        (
            "rotors",
            "all ways in which a few cells can change, and then still cells that hold them",
        ),
    ),
    colourings=(("rotor", "questions.rotors.colouring.COLOURING"),),
    topics=(("rotors", "rotors in a window"),),
    surveyed="surveys.rotor_tasks.SOURCE",
    advises="questions.rotors.advice.long_search",
    completes=("a rotor's name", "questions.rotors.completing.known_cells"),
    view="show.search.rotors",
    forms=(
        Form(
            "rotors",
            "Rotors",
            "All ways in which a few cells can change, and still cells that hold them. If you know "
            "the cells that change, draw them and look for an oscillator.",
            offers="rotors",
            needs=("window", "4x3"),
            counted_by="",
            explained_by="rotor",
            found=("rotor", " with a stator"),
            provable=False,
        ),
    ),
)
