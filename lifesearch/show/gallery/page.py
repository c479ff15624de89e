"""A page that plays patterns: one HTML file that needs no network and no other file.

The page has its style, its program and its patterns inside: each pattern as RLE, which can be
copied from the page, and as facts to search and sort by:

    >>> from lifesearch.life.pattern import Pattern
    >>> item = describe(GalleryItem(Pattern.parse(".O.\\n..O\\nOOO"), name="Glider"))
    >>> item["line"], item["facts"]["width"]
    ('c/4 diagonal · 5 cells · C1', (3, '3 x 3'))

The page lets each pattern evolve by itself, from the table of its rule: 512 bits, in the
order of `Rule`, as hexadecimal digits.

    >>> table(Rule.parse("B3/S23"))[:16]
    '0116177e16687ee8'

Names and comments come from anywhere. They are data to the page's program, which shows them
as text; and in that data no `<` is left that could end the script it stands in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from lifesearch.common.facts import CARD, CHOICE, ORDER, RANGE, Detail, facts_of
from lifesearch.core.facts import PatternFacts, details_of, line_of_card, record_of
from lifesearch.core.report import PatternReport
from lifesearch.formats.detect import write_rle
from lifesearch.life.apgcode import is_apgcode
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.show.gallery.sources import Collection, GalleryItem

MANY_GENERATIONS = 256
LARGE_AREA = 20_000
LARGEST_AREA = 100_000
FEW_GENERATIONS = 64
"""Generations to simulate a pattern for, to see whether it recurs, by the cells of its box.

On the plane: MANY up to LARGE_AREA, FEW up to LARGEST_AREA, none beyond; on a torus FEW. Not tuned:
with more, pages know longer periods and take longer to make.
"""
REPLAY = 300
"""The generation after which a pattern is played from the beginning, if nothing better is known.

A choice.
"""
ON_PAGE = CARD | CHOICE | ORDER | RANGE
CATAGOLUE = "https://catagolue.hatsya.com/object"


Tracker = Callable[[Sequence[GalleryItem]], Iterable[GalleryItem]]
"""Yields the same items, and shows meanwhile how many have been taken; `iter` shows nothing."""


def page(collection: Collection, track: Tracker = iter, above: str = "") -> str:
    """The whole page; `track` may show the progress, `above` is HTML before the patterns."""
    items = [describe(item) for item in track(collection.items)]
    rules = dict.fromkeys(item.rule for item in collection.items)
    data = {
        "rules": {str(rule): rule_data(rule) for rule in rules},
        "facts": described(collection.items),
        "items": items,
    }
    title = collection.title[:1].upper() + collection.title[1:]
    parts = {
        "{{title}}": escape(title),
        "{{style}}": _part("style.css"),
        "{{heading}}": escape(title),
        "{{above}}": above,
        "{{data}}": _harmless(data),
        "{{program}}": _part("life.js") + _part("player.js") + _part("gallery.js"),
    }
    text, rest = "", _part("page.html")
    for mark, content in parts.items():  # in their order, so that no content is taken for a mark
        before, rest = rest.split(mark, 1)
        text += before + content
    return text + rest


def describe(item: GalleryItem) -> dict[str, Any]:
    """A pattern as JSON for the page: cells, and facts by name as (value, words).

    Facts that are unknown are left out, and so are values that are empty or 0, which is what the
    page takes a missing value for.
    """
    pattern, rule, torus = item.pattern, item.rule, item.torus
    report = PatternReport(pattern, rule, torus, _limit(item), settle=False, given_name=item.name)
    name = item.name or report.name or report.describe()
    often = [f"{item.times:,} \N{MULTIPLICATION SIGN}"] if item.times else []
    drawn = {
        "name": name,
        "line": " · ".join([*often, line_of_card(report, name)]),
        **record_of(report, ("period", "dx", "dy", "rule", "torus")),
        "replay": _replay(item, report.behaviour),
        "still": seen_from(item.still, pattern),
        "target": target_of(item.wrong, item.generations, pattern, torus),
        "facts": {each.name: (each.value, each.words) for each in _details(item, report)},
        "notes": "\n".join(item.comments),
        "code": report.apgcode,
        "link": link_to(report.apgcode, rule),
        "rle": write_rle(
            pattern if torus else pattern.normal(),
            rule,
            name=name,
            author=item.author,
            comments=item.comments,
            torus=torus,
        ),
    }
    return {key: value for key, value in drawn.items() if value not in (None, "", 0, [])}


def _details(item: GalleryItem, report: PatternReport) -> list[Detail]:
    """The facts of the pattern, of its kind of answer, and of its file."""
    said = (("author", item.author), ("file", item.source))
    return [
        *details_of(report, ON_PAGE),
        *item.details,
        *(Detail(name, name, value, value) for name, value in said if value),
    ]


def described(items: Iterable[GalleryItem]) -> list[dict[str, Any]]:
    """For each fact its label, and whether the page filters and sorts by it."""
    usual = [
        {
            "name": each.name,
            "label": each.label,
            "shown": CARD in each.outputs,
            "choice": CHOICE in each.outputs,
            "order": ORDER in each.outputs,
            "range": RANGE in each.outputs,
        }
        for each in facts_of(PatternFacts, ON_PAGE)
    ]
    of_answers = {each.name: each for item in items for each in item.details}
    more = [
        {"name": each.name, "label": each.label, "shown": True, "order": is_amount(each.value)}
        for each in of_answers.values()
    ]
    files = [{"name": name, "label": name, "shown": True} for name in ("author", "file")]
    return usual + more + files


def is_amount(value: object) -> bool:
    """Whether one can sort by a value: by a number, or by the length of a list."""
    return isinstance(value, int | float | list)


def seen_from(still: Pattern, pattern: Pattern) -> list[Cell]:
    """Cells of a pattern that have another colour, seen from the corner of its box."""
    x, y = pattern.box[:2]
    return sorted(still.translate(-x, -y).cells)


def target_of(
    wrong: Pattern | None,
    generations: int | None,
    pattern: Pattern,
    torus: tuple[int, int] | None,
) -> dict[str, Any] | None:
    """For a pattern with a target: the generation to hold, and the cells that are wrong then."""
    if wrong is None:
        return None
    seen = sorted(wrong.cells) if torus else seen_from(wrong, pattern)
    return {"generation": generations, "wrong": seen}


def _limit(item: GalleryItem) -> int:
    """The generations to simulate a pattern for; 0 for the largest patterns.

    An answer of a search is simulated for its own generations at least: it may recur after them.
    """
    area = item.pattern.box.area
    if area > LARGEST_AREA and not item.torus:
        return 0
    most = MANY_GENERATIONS if area <= LARGE_AREA and not item.torus else FEW_GENERATIONS
    return max(most, item.generations or 0)


def _replay(item: GalleryItem, cycle: Behaviour) -> int:
    """The generation after which the page replays a pattern that does not recur; 0 if it recurs.

    For a pattern with a target, the page takes the generation of `target_of` instead.
    """
    if cycle.period:
        return 0
    if item.torus:
        return REPLAY
    return item.generations or (REPLAY if cycle.died is None else cycle.died + 1)


def rule_data(rule: Rule) -> str | dict[str, Any]:
    """A rule for the page: its table or, with dying states or B0, an object with more.

    `table` is that on a torus; `steps` are those that alternate on the plane, if there are any.

    >>> rule_data(Rule.parse("Brian's Brain"))["states"]
    3
    >>> len(rule_data(Rule.parse("B02/S"))["steps"])
    2
    """
    if rule.states == 2 and not rule.births_from_nothing:
        return table(rule)
    # With B0 and dying states there are no generations on the plane: `Rule.steps` raises an error.
    steps = () if rule.states > 2 and rule.births_from_nothing else rule.steps
    more = {"steps": [table(step) for step in steps]} if steps else {}
    return {"table": table(rule), "states": rule.states, **more}


def table(rule: Rule) -> str:
    """The rule as 128 hexadecimal digits, the first entry of its table first."""
    return f"{int(''.join(map(str, rule.table)), 2):0128x}"


def link_to(code: str | None, rule: Rule) -> str | None:
    """The address of an object's page on Catagolue; None for codes and rules that it does not have.

    It names rules in small letters, in which a MAP would be that of another rule.

    >>> link_to("xq4_153", Rule.parse("Life")), link_to("xq1_2A$2B!", Rule.parse("Brian's Brain"))
    ('https://catagolue.hatsya.com/object/xq4_153/b3s23', None)
    """
    if code is None or rule.states > 2 or not is_apgcode(code) or str(rule).startswith("MAP"):
        return None
    return f"{CATAGOLUE}/{code}/{str(rule).lower().replace('/', '')}"


def _harmless(data: object) -> str:
    """Data as JSON in which no character can end or begin an HTML element."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _part(name: str) -> str:
    return (files("lifesearch.show.gallery") / "assets" / name).read_text(encoding="utf-8")
