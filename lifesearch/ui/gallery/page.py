"""A page that shows patterns alive: one HTML file that needs no network and no other file.

The page has its style, its program and its patterns inside. A pattern travels as the RLE
that the page also gives to whoever wants to copy it, and as facts to search and sort by:

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
from functools import partial
from html import escape
from importlib.resources import files
from typing import Any

from lifesearch.catalogue.user import name_of
from lifesearch.formats.detect import write_rle
from lifesearch.life.identify import Identity, identify
from lifesearch.life.rules.rule import Rule
from lifesearch.life.simulate.evolve import step_torus, velocity
from lifesearch.text import size_with_article
from lifesearch.ui.gallery.sources import Collection, GalleryItem

PATIENCE = 256
LONG_PATIENCE_AREA = 20_000
KNOWABLE_AREA = 100_000
TORUS_PATIENCE = 64
REPLAY = 300
CATALOGUE = "https://catagolue.hatsya.com/object"


Watch = Callable[[Sequence[GalleryItem]], Iterable[GalleryItem]]


def page(collection: Collection, watch: Watch = iter) -> str:
    """The whole page; `watch` may tell somebody how far it is."""
    items = [describe(exhibit) for exhibit in watch(collection.exhibits)]
    rules = dict.fromkeys(exhibit.rule for exhibit in collection.exhibits)
    data = {"rules": {str(rule): table(rule) for rule in rules}, "items": items}
    title = collection.title[:1].upper() + collection.title[1:]
    parts = {
        "{{title}}": escape(title),
        "{{style}}": _part("style.css"),
        "{{heading}}": escape(title),
        "{{data}}": _harmless(data),
        "{{program}}": _part("life.js") + _part("player.js") + _part("gallery.js"),
    }
    text, rest = "", _part("page.html")
    for mark, content in parts.items():  # in their order, so that no content is taken for a mark
        before, rest = rest.split(mark, 1)
        text += before + content
    return text + rest


def describe(exhibit: GalleryItem) -> dict[str, Any]:
    """What the page knows of a pattern; what is not known is left out."""
    pattern, rule, torus = exhibit.pattern, exhibit.rule, exhibit.torus
    known = _identity(exhibit)
    about = _on_torus(exhibit) if torus else _on_plane(exhibit, known)
    what = about.pop("what")
    name = exhibit.name or name_of(known.apgcode if known else None, rule) or what
    rle = write_rle(
        pattern if torus else pattern.normal(),
        rule,
        name=name,
        author=exhibit.author,
        comments=exhibit.comments,
        torus=torus,
    )
    code = known.apgcode if known else None
    facts = {
        "name": name,
        "what": what if known and known.composite and name != what else None,
        **about,
        "population": pattern.population,
        "width": torus[0] if torus else pattern.box.width,
        "height": torus[1] if torus else pattern.box.height,
        "symmetry": known.symmetry.name if known else None,
        "rule": str(rule),
        "torus": torus,
        "author": exhibit.author,
        "notes": "\n".join(exhibit.comments),
        "source": exhibit.source,
        "code": code,
        "link": f"{CATALOGUE}/{code}/{_short(rule)}" if code else None,
        "rle": rle,
    }
    return {key: value for key, value in facts.items() if value not in (None, "", 0)}


def table(rule: Rule) -> str:
    """The rule as 128 hexadecimal digits, the first entry of its table first."""
    return f"{int(''.join(map(str, rule.table)), 2):0128x}"


def _identity(exhibit: GalleryItem) -> Identity | None:
    area = exhibit.pattern.box.area
    if exhibit.torus or area > KNOWABLE_AREA:
        return None
    patience = PATIENCE if area <= LONG_PATIENCE_AREA else TORUS_PATIENCE
    return identify(exhibit.pattern, exhibit.rule, max(patience, exhibit.generations or 0))


def _on_plane(exhibit: GalleryItem, known: Identity | None) -> dict[str, Any]:
    """What becomes of a pattern; `replay` is where to begin anew if it does not come back."""
    behaviour = known.behaviour if known else None
    if known is None or behaviour is None or behaviour.kind == "unknown":
        replay = exhibit.generations or REPLAY
        return {"what": "pattern", "kind": "other", "replay": replay}
    if behaviour.died is not None:
        return {"what": known.name(), "kind": "dies", "replay": behaviour.died + 1}
    dx, dy, period = behaviour.dx, behaviour.dy, behaviour.period or 1
    speed = velocity(dx, dy, period) if dx or dy else None
    return {
        "what": known.name(partial(name_of, rule=exhibit.rule)),
        "kind": behaviour.kind,
        "period": period,
        "dx": dx,
        "dy": dy,
        "velocity": speed,
    }


def _on_torus(exhibit: GalleryItem) -> dict[str, Any]:
    torus = exhibit.torus or (1, 1)
    now, period = exhibit.pattern, None
    for t in range(1, max(TORUS_PATIENCE, exhibit.generations or 0) + 1):
        now = step_torus(now, *torus, exhibit.rule)
        if now == exhibit.pattern:
            period = t
            break
    kind = "other" if period is None else "still life" if period == 1 else "oscillator"
    what = f"{'pattern' if period is None else kind} on {size_with_article(*torus)} torus"
    return {"what": what, "kind": kind, "period": period, "replay": 0 if period else REPLAY}


def _short(rule: Rule) -> str:
    """The rule as Catagolue writes it: b3s23."""
    return str(rule).lower().replace("/", "")


def _harmless(data: object) -> str:
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _part(name: str) -> str:
    return (files("lifesearch.ui.gallery") / "assets" / name).read_text(encoding="utf-8")
