"""Heat, as a kind of question."""

from __future__ import annotations

from lifesearch.core.kind import Argument, Command, Form, Kind
from lifesearch.core.options import names, readers
from lifesearch.core.options.option import WHAT
from lifesearch.core.options.shared import options_for, own, taken

# fmt: off
OPTIONS = options_for(
    "heat",
    own("least_heat", "N", range(1, 100), "At least N cells change in each generation.", WHAT,
        usual="as many as possible", short=True, offered=True, label="Least heat"),
    own("rule", "RULE", readers.rule, "The rule, such as B36/S23.", WHAT, default="B3/S23",
        completions=names.rules),
    *taken("count! everything! form! output! explain force quiet verbose", of="predecessor"),
    *taken("time_limit jobs cluster session! no_progress progress", of="predecessor"),
)
# fmt: on

KIND = Kind(
    question="questions.heat.question.Heat",
    engines=("questions.heat.engine.AllBoards",),
    commands=(
        Command(
            "heat",
            "Find oscillators of period 2 in which many cells change, or the most.",
            asks="questions.heat.asking.request",
            argument=Argument("WxH", "The box, width x height."),
        ),
    ),
    options=OPTIONS,
    forms=(
        Form(
            "heat",
            "Heat",
            "Oscillators in which many cells change.",
            offers="heat",
            needs=("window", "3x3"),
        ),
    ),
)
