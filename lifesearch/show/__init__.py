"""The output for people, and files for other programs.

search      a search: progress, answers, the verdict; `view` follows the events
survey      a survey: a line for each new pattern, the table and the page
terminal    grids, tables, animations in a terminal
pictures    SVG, PNG, GIF, plots; `gallery`: web pages of patterns
report      facts of patterns as RLE, JSON, CSV; `files`, `clipboard`: where they are written
identified  the facts of one pattern; `catalogue_table`, `counts`, `atlas`: other tables
html_table  tables on pages and in notebooks
animation   frames of moving pictures; `colours`: of their cells
manual      pages of the manual
"""
