"""Completions to ask about, and their answers as films."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesearch.core.answer import Answer
from lifesearch.engines.sat.solving.configuration import Configuration
from lifesearch.formats.known_cells import read_grids
from lifesearch.life.motion import Motion
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.simulate.background import Background
from lifesearch.questions.completion.answer import Completed
from lifesearch.questions.completion.question import Completion
from tests.asking import QUICK, every
from tests.brute_completions import Films

ZEBRA = Background(1, 2, Pattern.parse("O\n."))
WIRE = Background(4, 2, Pattern.parse("OO..\n..OO"))
BLINKERS = Background(4, 4, Pattern.parse("O...\nO...\nO...\n...."))


ANY3, ANY4 = "???\n???\n???", "????\n????\n????"


def films(query: Completion, how: Configuration = QUICK) -> Films:
    return {film(answer, query.box) for answer in every(query, how)}


def boxes(answer: Answer, box: tuple[int, int]) -> NDArray[np.uint8]:
    assert isinstance(answer, Completed)
    return np.stack([phase.to_array(Box(0, 0, *box)) for phase in answer.phases])


def film(answer: Answer, box: tuple[int, int]) -> bytes:
    return boxes(answer, box).tobytes()


def runs(text: str, generations: int, **more: Any) -> Completion:
    return Completion(read_grids(text), Motion(generations), False, raw=True, **more)


def returns(text: str, motion: Motion | int, **more: Any) -> Completion:
    motion = Motion(motion) if isinstance(motion, int) else motion
    return Completion(read_grids(text), motion, raw=True, **more)


def moving(period: int, dx: int, dy: int) -> Motion:
    return Motion(period, Orientation.IDENTITY, dx, dy)
