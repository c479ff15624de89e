"""The entries to the program: the command line, Python, and the studio in a browser.

cli       the command line
python    `import lifesearch as ls`
studio    questions drawn and followed in a browser
request   from a command and its options to a question, a plan and its resources, for all doors
known     notes before a search, such as known patterns that answer it
"""
