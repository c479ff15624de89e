"""The kind `race`: one pattern of any size, searched by several strategies at the same time.

It has no command: `running.choose` makes a race of a question without bounds.
"""

from __future__ import annotations

from lifesearch.core.kind import Kind

KIND = Kind(
    question="questions.race.question.Race",
    engines=(
        "questions.race.construction.Construction",
        "questions.race.engine.AllStrategies",
    ),
    strategies=(  # those with the same name are chosen together by <only>
        ("boxes", "questions.race.boxes.SymmetricBoxes"),
        ("boxes", "questions.race.boxes.GrowingBoxes"),
        ("rows", "questions.race.strips.WideningStrips"),
        ("pairs", "questions.race.pairs.OscillatorPairs"),
    ),
    advises="questions.race.advice.long_search",
)
