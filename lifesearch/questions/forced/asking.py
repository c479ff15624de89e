"""From options to questions for forced cells: called for `predecessor` with <forced>."""

from __future__ import annotations

from lifesearch.common.errors import OptionError
from lifesearch.core.options.patterns import PatternOrFile
from lifesearch.life.motion import Target
from lifesearch.questions.forced.question import Forced
from lifesearch.questions.predecessor.asking import predecessor
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request


def request(pattern: PatternOrFile | Target, options: Options) -> Request:
    """The request of `predecessor` with <forced>; examples are where they become the target."""
    if key := options.any_of("closest", "project", "find_orphan", "raw"):
        raise OptionError(f"<forced> is about all predecessors: leave out <{key}>")
    if key := options.any_of("everything", "count"):
        raise OptionError(
            f"<forced> has one answer, the cells that all predecessors share: leave out <{key}>"
        )
    if options.proof is not None:
        raise OptionError(
            "<forced> writes no proof, since each forced cell would need one: leave out <proof>"
        )
    query, (dx, dy) = predecessor(pattern, options)
    return Request(Forced(query, query.rule), options, offset=(-dx, -dy))
