"""The command line that does the same as a question.

>>> from lifesearch.studio.asking.question import Question
>>> ask = {"kind": "oscillator", "period": 4, "box": [12, 12], "symmetry": "C4", "count": "all"}
>>> print(command_line(Question.of(ask)))
lifesearch oscillator 4 --symmetry C4 --box 12x12 --all
"""

from __future__ import annotations

import shlex

from lifesearch.options.table import on_command_line
from lifesearch.studio.asking.question import Question

FILE = "drawing.txt"


def words(question: Question, file: str = FILE) -> list[str]:
    """The words of the command, without the name of the program."""
    command = [question.command]
    if question.has_file:
        command.append(file)
    elif question.positional:
        command.append(question.positional)
    for key, value in question.texts.items():
        if value is True:
            command.append(on_command_line(key))
            continue
        for text in value if isinstance(value, list) else [value]:
            command += [on_command_line(key), str(text)]
    if question.wants_all:
        command += [] if question.kind == "soup" else [on_command_line("everything")]
    elif "count" in question.given:
        key = "soups" if question.kind == "soup" else "count"
        command += [on_command_line(key), str(question.given["count"])]
    for key, value in question.running.items():
        command += [on_command_line(key), value]
    return command


def command_line(question: Question, file: str = FILE, session: str = "") -> str:
    """The whole command, quoted for a shell."""
    saved = ["--session", session] if session else []
    return shlex.join(["lifesearch", *words(question, file), *saved])
