"""A page that plays patterns: one HTML file that needs no network and no other file.

The page has its style, its program and its patterns inside: each pattern as RLE, which can be
copied from the page, and as facts to search and sort by:

    >>> from lifesearch.life.pattern import Pattern
    >>> facts = describe(GalleryItem(Pattern.parse(".O.\\n..O\\nOOO"), name="Glider"))
    >>> facts["kind"], facts["period"], facts["velocity"], facts["population"]
    ('spaceship', 4, 'c/4 diagonal', 5)

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

from lifesearch.formats.detect import write_rle
from lifesearch.life.apgcode import is_apgcode
from lifesearch.life.pattern import Cell, Pattern
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import Behaviour
from lifesearch.ui.gallery.sources import Collection, GalleryItem
from lifesearch.ui.report import PatternReport

MANY_GENERATIONS = 256
LARGE_AREA = 20_000
LARGEST_AREA = 100_000
FEW_GENERATIONS = 64
REPLAY = 300
CATALOGUE = "https://catagolue.hatsya.com/object"


Watch = Callable[[Sequence[GalleryItem]], Iterable[GalleryItem]]


def page(collection: Collection, watch: Watch = iter, above: str = "") -> str:
    """The whole page; `watch` may show the progress. What is `above` the patterns is HTML."""
    items = [describe(item) for item in watch(collection.items)]
    rules = dict.fromkeys(item.rule for item in collection.items)
    data = {"rules": {str(rule): rule_data(rule) for rule in rules}, "items": items}
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
    """What the page knows of a pattern; what is not known is left out."""
    pattern, rule, torus = item.pattern, item.rule, item.torus
    report = PatternReport(pattern, rule, torus, _limit(item), settle=False, given_name=item.name)
    what, code = report.describe(), report.apgcode
    name = item.name or report.name or what
    facts = {
        "name": name,
        "what": what if len(report.pieces) > 1 and name != what else None,
        **report.facts(("kind", "period", "dx", "dy", "velocity")),
        "replay": _replay(item, report.behaviour),
        "times": item.times,
        "delay": item.delay,
        "catalysts": item.catalysts,
        "still": seen_from(item.still, pattern),
        "population": pattern.population,
        "width": torus[0] if torus else pattern.box.width,
        "height": torus[1] if torus else pattern.box.height,
        **report.facts(("symmetry", "rule", "torus")),
        "author": item.author,
        "notes": "\n".join(item.comments),
        "source": item.source,
        "code": code,
        "link": link_to(code, rule),
        "rle": write_rle(
            pattern if torus else pattern.normal(),
            rule,
            name=name,
            author=item.author,
            comments=item.comments,
            torus=torus,
        ),
    }
    if not report.period and (torus or report.kind == "unknown"):
        facts["kind"] = "other"
    return {key: value for key, value in facts.items() if value not in (None, "", 0, [])}


def seen_from(still: Pattern, pattern: Pattern) -> list[Cell]:
    """Cells of a pattern that have another colour, seen from the corner of its box."""
    x, y = pattern.box[:2]
    return sorted(still.translate(-x, -y).cells)


def _limit(item: GalleryItem) -> int:
    """For how many generations a pattern is simulated; the largest are not."""
    area = item.pattern.box.area
    if area > LARGEST_AREA and not item.torus:
        return 0
    most = MANY_GENERATIONS if area <= LARGE_AREA and not item.torus else FEW_GENERATIONS
    return max(most, item.generations or 0)


def _replay(item: GalleryItem, known: Behaviour) -> int:
    """In which generation to begin anew with a pattern that does not recur."""
    if known.period:
        return 0
    if item.torus:
        return REPLAY
    return item.generations or REPLAY if known.died is None else known.died + 1


def rule_data(rule: Rule) -> str | dict[str, Any]:
    """The facts of a rule for the page: its table, and more where that is not all.

    >>> rule_data(Rule.parse("Brian's Brain"))["states"]
    3
    >>> len(rule_data(Rule.parse("B02/S"))["steps"])
    2
    """
    if rule.states == 2 and not rule.births_from_nothing:
        return table(rule)
    steps = () if rule.states > 2 and rule.births_from_nothing else rule.steps
    more = {"steps": [table(step) for step in steps]} if steps else {}
    return {"table": table(rule), "states": rule.states, **more}


def table(rule: Rule) -> str:
    """The rule as 128 hexadecimal digits, the first entry of its table first."""
    return f"{int(''.join(map(str, rule.table)), 2):0128x}"


def link_to(code: str | None, rule: Rule) -> str | None:
    """The address of an object's page on Catagolue; None for codes that it does not have.

    >>> link_to("xq4_153", Rule.parse("Life")), link_to("xq1_2A$2B!", Rule.parse("Brian's Brain"))
    ('https://catagolue.hatsya.com/object/xq4_153/b3s23', None)
    """
    if code is None or rule.states > 2 or not is_apgcode(code):
        return None
    return f"{CATALOGUE}/{code}/{str(rule).lower().replace('/', '')}"


def _harmless(data: object) -> str:
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _part(name: str) -> str:
    return (files("lifesearch.ui.gallery") / "assets" / name).read_text(encoding="utf-8")
