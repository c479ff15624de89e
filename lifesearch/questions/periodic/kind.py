"""Patterns that recur in a box, as a kind of question."""

from __future__ import annotations

from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.core.kind import Argument, Command, DrawnExample, Form, Kind
from lifesearch.core.options import readers


def _period(text: str) -> int:
    return readers.whole(text, "the period", 1, LONGEST_PERIOD)


# Drawings for the examples: an oscillator whose changing cells are known, a glider before unknown
# cells, and four spaceships around unknown cells. `o` is live, `.` dead, `?` unknown, and `~` an
# unknown cell of a still life that must recover.
JAM = "???????\n???????\n????.o?\n???..?.\n???.?o?\n??o..??\n????o??"
EATEN = "...~~~~~\n" * 5 + "ooo.....\n..o.....\n.o......"
PULLING = (
    "...............\n" * 3
    + ".ooo.......ooo.\n.o..o.....o..o.\n.o...........o.\n.o...........o.\n..o.o?????o.o..\n"
    + ".....?????.....\n" * 3
    + "..ooo.....ooo..\n.o..o.....o..o.\n....o.....o....\n....o.....o....\n.o.o.......o.o.\n"
    + "...............\n..............."
)

KIND = Kind(
    question="questions.periodic.question.Periodic",
    engines=("questions.periodic.engine.Listing", "questions.periodic.engine.BoxesBySat"),
    records="questions.periodic.session.BoxRecords",
    unbounded="questions.race.unbounded",
    does=(
        (
            "SAT",
            "a solver fills in cells until all of them follow the rule, or proves that this cannot "
            "be",
        ),
    ),
    topics=(("boxes", "oscillators and still lifes in a given box"),),
    commands=(
        Command(
            "oscillator",
            "Find oscillators with a given exact period.",
            asks="questions.periodic.asking.request_for_oscillators",
            argument=Argument("PERIOD", "The exact period.", read=_period),
        ),
        Command(
            "spaceship",
            "Find spaceships with a given velocity.",
            asks="questions.periodic.asking.request_for_spaceships",
            argument=Argument(
                "VELOCITY",
                "c/3, 2c/5, (2,1)c/6 or c/4 diagonal. It fixes the period: c/2 has period 2, 2c/4 "
                "period 4. Ships travel up, or up and left.",
                several_words=True,
            ),
        ),
        Command(
            "still-life",
            "Find still lifes.",
            suggested_for=("stilllife",),
            asks="questions.periodic.asking.request_for_still_lifes",
        ),
    ),
    forms=(
        Form(
            "oscillator",
            "Oscillator",
            "A pattern that returns to its first state, in place, after P generations.",
            places=("box", "any", "strip"),
            needs=("period", "3"),
            drawing="box",
            examples=(
                DrawnExample(
                    "An oscillator from its changing cells",
                    "Which period-3 oscillator has these cells? The jam.",
                    (("where", "box"), ("period", "3"), ("count", "all")),
                    JAM,
                ),
                DrawnExample(
                    "An eater",
                    "What stable pattern of 7 cells eats this glider?",
                    (("where", "box"), ("period", "6"), ("population", "=7")),
                    EATEN,
                ),
            ),
        ),
        Form(
            "spaceship",
            "Spaceship",
            "A pattern that returns to its first state after some generations, in another place.",
            places=("box", "any", "strip"),
            needs=("velocity", "c/4"),
            drawing="box",
            examples=(
                DrawnExample(
                    "A tagalong",
                    "What can four lightweight spaceships pull along?",
                    (("where", "box"), ("velocity", "2c/4"), ("count", "all")),
                    PULLING,
                ),
            ),
        ),
        Form(
            "still-life",
            "Still life",
            "A pattern that never changes.",
            places=("box", "any", "strip"),
            drawing="box",
            completed=(("period", "1"),),
        ),
    ),
)
