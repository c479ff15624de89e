"""Predecessors of a pattern, as a kind of question."""

from __future__ import annotations

from lifesearch.core.kind import BY_SAT, Argument, Command, Form, Kind

KIND = Kind(
    question="questions.predecessor.question.Predecessor",
    engines=BY_SAT,
    commands=(
        Command(
            "predecessor",
            "Find predecessors of a pattern, or test whether it is an orphan.",
            asks="questions.predecessor.asking.request",
            argument=Argument(
                "PATTERN",
                "A file (RLE, .cells, Life 1.06), or - for standard input; in .cells '?' matches "
                "any state.",
                unless="find_orphan",
            ),
        ),
    ),
    forms=(
        Form(
            "predecessor",
            "Predecessor",
            "What the drawn pattern could have been some generations before.",
            places=("box",),
            drawing="target",
            empty=(("generations", "1"),),
        ),
    ),
)
