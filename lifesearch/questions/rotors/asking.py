"""From options to questions for rotors: all of a window, or those of one period."""

from __future__ import annotations

from lifesearch.common.errors import InputError, OptionError
from lifesearch.common.limits import LONGEST_PERIOD
from lifesearch.core.options.option import ROWS, WHAT, WHERE
from lifesearch.core.options.readers import Size, Whole, box, whole
from lifesearch.life.rules.rule import Rule
from lifesearch.life.symmetry import C1, Symmetry
from lifesearch.questions.rotors.kind import NO_PROOF
from lifesearch.questions.rotors.question import Rotors
from lifesearch.running.option_table import Options, is_nothing, options_of
from lifesearch.running.request import Request

GO_TOGETHER = {"rule", "symmetry", "rotor", "composite"}
"""The options of `oscillator` that can be given together with <rotor>."""


def request(window: Size, options: Options) -> Request:
    """The request of `rotors`: all rotors of a window."""
    size = box(window)
    if size is None:
        raise InputError("give a window, width x height, such as 4x3")
    query = Rotors(size, options.symmetry, options.rule, options.min_period)
    return Request(query, options.but(everything=True))


def request_of_period(period: Whole, options: Options) -> Request:
    """The request of `oscillator` with <rotor>: the window of all changing cells, or a name."""
    return Request(of_period(period, options), options.but(composite=False))


def of_period(period: Whole, options: Options) -> Rotors:
    """Oscillators of a period whose rotors fit in a window, or with a rotor given by its name."""
    # Options of other headings say how to search and what to show. Three of them are refused: here
    # no strategies race, moved and turned copies are one rotor, and there is no single formula.
    for key, option in options_of("oscillator").items():
        is_of_question = option.heading in (WHAT, WHERE, ROWS) or key in ("only", "raw", "dimacs")
        value = getattr(options, key)
        left_out = is_nothing(value) or value == option.value_if_left_out
        if is_of_question and key not in GO_TOGETHER and not left_out:
            raise OptionError(f"<rotor> does not go with <{key}>: leave one of them out")
    if options.proof is not None:
        raise OptionError(f"<rotor> and <proof> do not go together: {NO_PROOF}")
    if not isinstance(options.rule, Rule):
        raise OptionError("<rotor> needs a rule that is known: give it by <rule>")
    number = whole(period, "the period", 1, LONGEST_PERIOD)
    if number == 1:
        raise OptionError("a still life has no rotor: give a period of 2 or more, or no <rotor>")
    symmetry = Symmetry.parse(options.symmetry)
    if isinstance(options.rotor, str):
        return _with_rotor(number, options.rotor, options)
    return Rotors(options.rotor, symmetry, options.rule, number, number, options.composite)


def _with_rotor(period: int, name: str, options: Options) -> Rotors:
    """Oscillators of a period with the rotor of this name."""
    from lifesearch.questions.rotors.named import rotor_named

    if str(options.symmetry) != "C1":
        raise OptionError("<symmetry> is that of a window: leave it out, the <rotor> has a name")
    rotor = rotor_named(name, options.rule)
    if rotor.period != period:
        raise InputError(f"the rotor {name} has period {rotor.period}, not {period}")
    composite = options.composite or rotor.composite
    return Rotors(rotor.size, C1, options.rule, period, period, composite, rotor)
