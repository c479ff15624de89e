"""A soup as a pattern, and the command that prints it.

>>> print(show_command(SoupQuery(seed=1, most=20), 140))
lifesearch soup --size 8-20 --seed 1 --show 140
"""

from __future__ import annotations

from lifesearch.common.shell import command
from lifesearch.core.report import PatternReport
from lifesearch.life.rules.rule import LIFE
from lifesearch.questions.soups.question import SoupQuery
from lifesearch.running.option_table import Options
from lifesearch.show.report import write

USUAL = SoupQuery()


def soup_text(query: SoupQuery, options: Options) -> str:
    """Soup number `options.show` in a format, with its number and its fate as comments."""
    from lifesearch.engines.soups.worker import Example

    number = options.show
    soup = Example.of(query.soups, number)
    name = f"soup {number:,} of seed {query.seed}, symmetry {soup.symmetry}"
    limit = query.soups.generations
    return write(
        PatternReport(soup.pattern.normal(), query.rule, limit=limit, given_name=name),
        options.form or "rle",
    )


def show_command(query: SoupQuery, number: int) -> str:
    """The command that prints soup `number`, quoted for a shell."""
    return command("soup", *_options(query), "--seed", query.seed, "--show", number)


def _options(query: SoupQuery) -> list[object]:
    """The options that are not the usual ones."""
    words: list[object] = [] if query.rule == LIFE else ["--rule", query.rule]
    if query.symmetries:
        words += ["--symmetry", ",".join(symmetry.name for symmetry in query.symmetries)]
    if (query.least, query.most) != (USUAL.least, USUAL.most):
        one_size = query.least == query.most
        words += ["--size", query.least if one_size else f"{query.least}-{query.most}"]
    if query.density != USUAL.density:
        # As decimals: an exponent is not read, nor more than nine digits.
        words += ["--density", f"{query.density:.9f}".rstrip("0")]
    return words
