"""The site's own check of links."""

from pathlib import Path

from tests.site import broken_links


def test_a_link_to_a_page_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "a page.html").write_text("", encoding="utf-8")
    (tmp_path / "index.html").write_text(
        '<a href="a%20page.html#top"><a href="gone.html"><a href="https://example.org/x.html">'
        '<a href="#here"><img src="index.html?v=1">',
        encoding="utf-8",
    )
    assert [*broken_links(tmp_path)] == [("index.html", "gone.html")]
