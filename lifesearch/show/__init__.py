"""The output for people, and files for other programs.

search      a search: progress, answers, the verdict; `view` follows the events
survey      a survey: a line for each new pattern, the table and the page
terminal    grids, tables, animations in a terminal
pictures    SVG, PNG, GIF, plots; gallery: web pages of patterns
report      facts of patterns as RLE, JSON, CSV; files: where they are written
"""
