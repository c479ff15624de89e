"""Tables on pages and in notebooks.

>>> from lifesearch.common.facts import TEXT
>>> from lifesearch.common.tables import column
>>> html_table(Table((column("name", "name", TEXT, str),), ["<boat>"])).partition("<tbody>")[2]
'<tr role=row><th scope=row role=rowheader>&lt;boat&gt;</th></tr></tbody></table>'
"""

from __future__ import annotations

from html import escape

from lifesearch.common.tables import Table


def html_table(table: Table) -> str:
    """The rows of a table as HTML.

    Each cell carries its heading, which a narrow screen shows before it, in a line for each cell.
    For that the style makes blocks of the elements, which then are no table to a screen reader: so
    roles are written out.
    """
    headings = "".join(
        f"<th scope=col role=columnheader>{escape(text)}</th>" for text in table.headings
    )
    rows = "".join(_row(table, row) for row in table.texts)
    head = f"<thead><tr role=row>{headings}</tr></thead>"
    return f"<table role=table>{head}<tbody>{rows}</tbody></table>"


def html_section(table: Table) -> str:
    """A table with its title and its notes, as HTML."""
    title = f"<p>{escape(table.title)}</p>" if table.title else ""
    notes = "".join(f"<li>{escape(note)}</li>" for note in table.notes)
    return f"{title}{html_table(table) if table.rows else ''}{f'<ul>{notes}</ul>' if notes else ''}"


def _row(table: Table, texts: tuple[str, ...]) -> str:
    first, *rest = texts
    cells = "".join(
        f'<td role=cell data-heading="{escape(str(each.label))}"{_side(each.align)}>'
        f"{escape(text)}</td>"
        for each, text in zip(table.listed[1:], rest, strict=True)
    )
    side = _side(table.listed[0].align)
    return f"<tr role=row><th scope=row role=rowheader{side}>{escape(first)}</th>{cells}</tr>"


def _side(align: str) -> str:
    return ' style="text-align:right"' if align == "right" else ""
