"""Completions of partly known cells, as a kind of question."""

from __future__ import annotations

from lifesearch.core.kind import BY_SAT, Argument, Command, Form, Kind

KIND = Kind(
    question="questions.completion.question.Completion",
    engines=BY_SAT,
    commands=(
        Command(
            "complete",
            "Complete a partly known pattern, such as an eater.",
            asks="questions.completion.asking.request",
            argument=Argument("FILE", "Known cells, - (stdin) or {named}."),
            opens="questions.completion.asking.read_file",
        ),
    ),
    forms=(
        Form(
            "film",
            "Film",
            "Some generations of which you know a part; they need not recur.",
            command="complete",
            places=("box",),
            offers="film",
            drawing="grids",
        ),
    ),
)
