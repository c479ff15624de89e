"""`lifesearch studio`: a page on which a search is drawn, asked, watched and kept."""
