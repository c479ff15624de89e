"""Completions against brute force, facts from outside, and the other searches."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesearch.encode.spacetime import ENCODINGS, Encoding, Motion
from lifesearch.errors import InputError, VerificationError
from lifesearch.life.agar import VACUUM, Agar
from lifesearch.life.film import Film
from lifesearch.life.formats import read_film
from lifesearch.life.orientation import Orientation
from lifesearch.life.pattern import Box, Pattern
from lifesearch.life.symmetry import Symmetry
from lifesearch.search.answer import Answer
from lifesearch.search.completion import Completed, Completion
from lifesearch.search.configuration import Configuration
from lifesearch.search.periodic import Periodic
from tests import cases
from tests.asking import QUICK, every, first
from tests.films import Films, completions

ZEBRA = Agar(1, 2, Pattern.parse("O\n."))
# Chicken wire, a still life that fills the plane.
WIRE = Agar(4, 2, Pattern.parse("OO..\n..OO"))
# On this torus a phoenix: period 2.
BEATING = Agar(4, 4, Pattern.parse("O...\nO...\n..O.\n..O."))


def films(question: Completion, how: Configuration = QUICK) -> Films:
    return {film(answer, question.box) for answer in every(question, how)}


def film(answer: Answer, box: tuple[int, int]) -> bytes:
    assert isinstance(answer, Completed)
    return np.stack([phase.to_array(Box(0, 0, *box)) for phase in answer.film]).tobytes()


def run(text: str, generations: int, **more: object) -> Completion:
    return Completion(read_film(text), Motion(generations), False, raw=True, **more)  # type: ignore[arg-type]


def back(text: str, motion: Motion | int, **more: object) -> Completion:
    motion = Motion(motion) if isinstance(motion, int) else motion
    return Completion(read_film(text), motion, raw=True, **more)  # type: ignore[arg-type]
