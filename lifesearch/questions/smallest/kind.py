"""The smallest ships and oscillators in any rule of a class, as a kind of question."""

from __future__ import annotations

from lifesearch.common.limits import MOST_WANTED
from lifesearch.core.kind import Argument, Command, Form, Kind
from lifesearch.core.options import names, readers
from lifesearch.core.options.of_questions import NEXT
from lifesearch.core.options.option import OUTPUT, WHAT
from lifesearch.core.options.shared import options_for, own, taken

NO_PROOF = "that a walk has ended is the proof, and it can be repeated"

# Numbers are those of `question`, `classes` and `limits`, which help and completion need not load.
# fmt: off
OPTIONS = options_for(
    "smallest",
    own("cells", "N", range(1, 65), "Patterns of up to N cells.", WHAT, default=5, short=True,
        since=NEXT, offered=True),
    own("box", "WxH", readers.box, "The box that contains the pattern in generation 0, width x "
        "height.", WHAT, default="4x4", short=True, since=NEXT),
    own("only", "NAME", names.RECURRING, "Only {names}.", WHAT, short=True, since=NEXT,
        offered=True),
    own("max_period", "P", range(1, 1001), "Periods up to P.", WHAT, default=60, short=True,
        since=NEXT, offered=True, label="Longest period"),
    own("symmetry", "NAME", readers.symmetry, "Symmetry of the patterns in generation 0, as on "
        "LifeWiki or short (C2, C4, D2|, D8).", WHAT, default="C1", completions=names.symmetries,
        short=True, since=NEXT, offered=True),
    own("states", "N", range(2, 9), "Rules of N states, as in Generations: cells that do not "
        "survive die slowly.", WHAT, default=2, short=True, since=NEXT, offered=True),
    own("square", "N", range(1, 33), "All generations fit in NxN cells.", WHAT, default=24,
        since=NEXT),
    own("known", "FILE", readers.later, "Only what has fewer cells than the patterns of this file, "
        "a list of smallest patterns (.sss).", WHAT, short=True, since=NEXT),
    own("random", "", bool, "Random patterns and rules, and rules near them, beyond what can be "
        "searched completely: until the <time_limit>. Later phases count, too.", WHAT, short=True,
        since=NEXT, offered=True),
    own("seed", "N", range(MOST_WANTED + 1), "Draw them with this seed, the same each time.", WHAT,
        usual="a random one", since=NEXT),
    own("form", "NAME", names.FORMAT, "Print only this format: {names}.", OUTPUT, name="--format",
        letter="-f", short=True, door="cli"),
    own("output", "FILE|DIR", str, "Write the patterns, as they are found, to a new file, as RLE "
        "or in the given <form>, or each to a file in DIR/.", OUTPUT, letter="-o", door="cli"),
    *taken("explain force quiet verbose time_limit!", of="oscillator"),
    *taken("jobs", of="survey"),
    *taken("cluster session! no_progress progress", of="oscillator"),
)
# fmt: on

KIND = Kind(
    question="questions.smallest.question.Smallest",
    engines=("questions.smallest.engine.RulesOnDemand",),
    commands=(
        Command(
            "smallest",
            "Find the smallest ship of each speed and oscillator of each period in any rule.",
            asks="questions.smallest.asking.request",
            argument=Argument(
                "CLASS",
                "The class of rules: outer-totalistic, isotropic, no-survival, hexagonal, "
                "von-neumann, outer-totalistic-b0 or isotropic-b0.",
            ),
        ),
    ),
    options=OPTIONS,
    refused=(("proof", f"smallest does not write a proof: {NO_PROOF}"),),
    resumes="questions.smallest.asking.resumed",
    does=(("rules on demand", "each pattern in all rules that differ for it"),),
    view="show.search.smallest",
    forms=(
        Form(
            "smallest",
            "Smallest",
            "The smallest ship of each speed and oscillator of each period in any rule of a class: "
            "all patterns of a few cells in a box as large as the drawing, 8x8 at most.",
            places=("box",),
            offers="smallest",
            needs=("rule_class", "outer-totalistic"),
            counted_by="",
            provable=False,
        ),
    ),
)
