"""A survey as a page: the table, and below it all its patterns in motion."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lifesearch.surveys.report import ReportRow, SurveyReport
from lifesearch.text import duration, plural
from lifesearch.ui.gallery.page import Watch, page
from lifesearch.ui.gallery.sources import Collection, GalleryItem
from lifesearch.ui.survey.table import HEADINGS, cells

MOST_STILL_LIFES = 1_000


def survey_page(report: SurveyReport, watch: Watch = iter) -> str:
    items = tuple(_items(report))
    title = f"What lives in {report.record.rule}"
    return page(Collection(title, items), watch, above=_table(report))


def _items(report: SurveyReport) -> Iterator[GalleryItem]:
    rule = report.record.rule
    for row in report.rows:
        for found in (row.smallest, row.tightest):
            if found is not None:
                yield GalleryItem(
                    found.thing.pattern,
                    report.record.rule,
                    generations=found.thing.kind.period,
                    name=found.name,
                    comments=(f"{row.title}: found in {found.thing.how}", *row.proofs),
                    source=found.thing.how,
                )
    if (copying := report.record.replicator) is not None:
        comments = (report.replicator(),)
        yield GalleryItem(copying.pattern, rule, name="replicator", comments=comments)
    listed = report.record.still_lifes
    still = [pattern for n in sorted(listed) for pattern in listed[n]]
    for pattern in still[:MOST_STILL_LIFES]:
        yield GalleryItem(pattern, rule, generations=1, source="all still lifes of N cells")


def _table(report: SurveyReport) -> str:
    record = report.record
    soups = plural(record.tally().soups, "soup")
    about = f"<p>{escape(f'{duration(record.seconds)} of work, {soups}')}</p>"
    heading = "".join(f"<th scope=col role=columnheader>{escape(text)}</th>" for text in HEADINGS)
    rows = "".join(map(_line, report.rows))
    table = (
        f"<table role=table><thead><tr role=row>{heading}</tr></thead><tbody>{rows}</tbody></table>"
    )
    notes = "".join(f"<li>{escape(sentence)}</li>" for sentence in report.sentences())
    # What can be scrolled sideways must be reached by keys, too.
    wide = f'<div class=wide tabindex=0 role=region aria-label="Periods and speeds">{table}</div>'
    known = f"{about}{wide if rows else ''}<ul>{notes}</ul>"
    return f'<section id="above" aria-label="What is known">{known}</section>\n'


def _line(row: ReportRow) -> str:
    """A line of the table; on a narrow screen each cell is a line, with the heading before it."""
    title, *rest = cells(row)
    named = "".join(
        f'<td role=cell data-heading="{escape(heading)}">{escape(text)}</td>'
        for heading, text in zip(HEADINGS[1:], rest, strict=True)
    )
    return f"<tr role=row><th scope=row role=rowheader>{escape(title)}</th>{named}</tr>"
