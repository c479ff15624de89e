"""Everything a person sees, and files for other programs.

search      a search: progress, answers, the verdict; `view` follows the events
survey      a survey: its news, table and page
terminal    grids, tables, animations in a terminal
pictures    SVG, PNG, GIF, plots; gallery: web pages of patterns
report      facts of patterns as RLE, JSON, CSV; files: where they are written
"""
