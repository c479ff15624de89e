"""`lifesearch studio`: a page in the browser on which searches are drawn, run, watched and saved.

serve, server   the server on this machine, for one folder; guard: which requests it answers
connection      what a page is sent while it is open
asking          from the page's form and drawing to a question, and to a command line
work            searches, each in a worker process; deductions of cells that follow from a drawing
folder, exports files of the chosen folder; pictures and pages of answers
assets          the page itself: HTML, CSS, JavaScript
"""
