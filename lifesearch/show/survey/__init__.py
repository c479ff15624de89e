"""Show a survey: news as they come, and a table of all that is known."""
