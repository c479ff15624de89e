"""The HTML page of a survey: its table, and below it a gallery of the patterns found."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lifesearch.show.gallery.page import Tracker, page
from lifesearch.show.gallery.sources import Collection, GalleryItem
from lifesearch.show.html_table import html_table
from lifesearch.show.survey.table import smaller_box_and_proofs, survey_table
from lifesearch.surveys.report import SurveyReport

MOST_STILL_LIFES = 1_000
"""The page shows no more of them; a survey may list more. A choice."""


def survey_page(report: SurveyReport, track: Tracker = iter) -> str:
    """The whole page; `track` may show the progress, as in `gallery.page`."""
    items = tuple(_items(report))
    title = f"What lives in {report.record.rule}"
    return page(Collection(title, items), track, above=_table(report))


def _items(report: SurveyReport) -> Iterator[GalleryItem]:
    """The patterns of the table's rows, the replicator if there is one, and still lifes."""
    rule = report.record.rule
    for row in report.rows:
        fewest, tightest = (row.fewest, smaller_box_and_proofs(row)), (row.tightest, row.proofs)
        for found, proofs in (fewest, tightest):
            if found is not None:
                yield GalleryItem(
                    found.minimal.pattern,
                    rule,
                    generations=found.minimal.kind.period,
                    name=found.name,
                    comments=(f"{row.title}: found in {found.minimal.source}", *proofs),
                    source=found.minimal.source,
                )
    if (replicator := report.record.replicator) is not None:
        comments = (report.replicator(),)
        yield GalleryItem(replicator.pattern, rule, name="replicator", comments=comments)
    listed = report.record.still_lifes
    still = [pattern for n in sorted(listed) for pattern in listed[n]]
    for pattern in still[:MOST_STILL_LIFES]:
        yield GalleryItem(pattern, rule, generations=1, source="all still lifes of N cells")


def _table(report: SurveyReport) -> str:
    """The section above the gallery: title, table and sentences, as HTML."""
    table = survey_table(report)
    about = f"<p>{escape(table.title)}</p>"
    notes = "".join(f"<li>{escape(sentence)}</li>" for sentence in table.notes)
    # A wide table scrolls sideways: `tabindex` lets people scroll it by the keyboard, too.
    region = '<div class=wide tabindex=0 role=region aria-label="Periods and speeds">'
    wide = f"{region}{html_table(table)}</div>" if table.rows else ""
    return (
        f'<section id="above" aria-label="What is known">{about}{wide}<ul>{notes}</ul></section>\n'
    )
