"""What the page knows of an answer: facts to show, and cells to play.

>>> from lifesearch.life.pattern import Pattern
>>> from lifesearch.queries.answer import Answer
>>> told = card(Answer(Pattern.parse(".O.\\n..O\\nOOO"), 4))
>>> told["name"], told["code"], told["velocity"], told["population"]
('glider', 'xq4_153', 'c/4 diagonal', 5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lifesearch.api.answer import Answer as Shown
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.ui.gallery.page import link_to, table

if TYPE_CHECKING:
    from lifesearch.queries.answer import Answer

MOST_FRAMES = 64


def card(answer: Answer, *, placed: bool = False) -> dict[str, Any]:
    """The facts of an answer; what is not known is left out."""
    shown = Shown(answer, placed=placed)
    code, torus = shown.apgcode, shown.pattern.torus
    rule = Rule.parse(shown.rule)
    dx, dy = shown.displacement
    facts = {
        "name": shown.name,
        "summary": shown.summary,
        "kind": shown.kind,
        "period": shown.period,
        "dx": dx,
        "dy": dy,
        "velocity": shown.velocity,
        "population": shown.population,
        "symmetry": shown.symmetry,
        "width": torus[0] if torus else shown.pattern.width,
        "height": torus[1] if torus else shown.pattern.height,
        "rule": shown.rule,
        "torus": torus,
        "code": code,
        "link": link_to(code, rule),
        "rle": shown.rle,
        "replay": 0 if shown.period else answer.generations,
        "generations": answer.generations,
        "known": shown.known_as is not None,
        "frames": _frames(answer),
        "table": table(rule),
    }
    return {name: value for name, value in facts.items() if value not in (None, "", 0, [])}


def _frames(answer: Answer) -> list[str]:
    """All generations as pictures, if they cannot be simulated."""
    if not answer.called or answer.torus:
        return []
    history = answer.history()[:MOST_FRAMES]
    around = Box.around([phase.box for phase in history if phase] or [Box(0, 0, 1, 1)])
    return [phase.picture(around) for phase in history]


def picture(pattern: Pattern, rule: Rule | None = None) -> dict[str, Any]:
    """Cells to look at, which may run by a rule."""
    box = pattern.box
    told: dict[str, Any] = {"cells": pattern.picture(), "width": box.width, "height": box.height}
    return told if rule is None else {**told, "rule": str(rule), "table": table(rule)}
