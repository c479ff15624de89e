"""From options to searches for orphans: called for `predecessor` with <find_orphan>."""

from __future__ import annotations

from lifesearch.common.errors import OptionError
from lifesearch.core.options.patterns import PatternOrFile
from lifesearch.core.options.readers import rules
from lifesearch.life.rules.rule import LIFE
from lifesearch.questions.orphans.question import Orphans
from lifesearch.running.option_table import Options
from lifesearch.running.request import Request

# Options of `predecessor` about a given pattern, or its predecessors.
REFUSED = (
    "box", "pad", "orphan", "torus", "cylinder", "garden_of_eden", "forced", "closest", "project",
    "restore", "population", "minimise", "maximise", "max_change", "max_growth", "max_decay",
    "raw", "everything", "size", "threshold", "invert", "population_of",
    "gif", "svg", "png",
)  # fmt: skip


def request(pattern: PatternOrFile | None, options: Options) -> Request:
    """The request of `predecessor` with <find_orphan>: no pattern is given."""
    if pattern is not None:
        raise OptionError("<find_orphan WxH> finds a pattern: leave out the file")
    if name := options.any_of(*REFUSED):
        raise OptionError(f"<find_orphan> searches for any orphan of its size: leave out <{name}>")
    if options.generations != 1:
        raise OptionError("<find_orphan> is about one generation: leave out <generations>")
    rule, partial = rules(options.rule or LIFE)
    if partial:
        raise OptionError("<find_orphan> needs a completely known rule, not {}", partial)
    return Request(Orphans(options.find_orphan, rule), options)
