"""The entries to the program: the command line, Python, and the studio in a browser.

options   every option, described once
cli       the command line
python    `import lifesearch as ls`; its `asking` makes questions of options, for all doors
studio    questions drawn and followed in a browser
"""
