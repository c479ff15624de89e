"""The command line that does the same as a question.

>>> from lifesearch.studio.asking.question import Question
>>> ask = {"kind": "oscillator", "period": 4, "box": [12, 12], "symmetry": "C4", "count": "all"}
>>> print(command_line(Question.of(ask)))
lifesearch oscillator 4 --symmetry C4 --box 12x12 --all
"""

from __future__ import annotations

import shlex

from lifesearch.studio.asking.question import Question

FILE = "drawing.txt"


def words(question: Question, file: str = FILE) -> list[str]:
    """The words of the command, without the name of the program."""
    kind = "complete" if question.completes else question.kind
    command = [kind]
    if question.has_file:
        command.append(file)
    elif question.positional:
        command.append(question.positional)
    for name, value in question.options.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            command.append(option)
            continue
        for text in value if isinstance(value, list) else [value]:
            command += [option, str(text)]
    if question.wants_all:
        command += [] if question.kind == "soup" else ["--all"]
    elif "count" in question.given:
        command += ["--count", str(question.given["count"])]
    for name, value in question.running.items():
        command += [f"--{name.replace('_', '-')}", value]
    return command


def command_line(question: Question, file: str = FILE, session: str = "") -> str:
    """The whole command, quoted for a shell."""
    saved = ["--session", session] if session else []
    return shlex.join(["lifesearch", *words(question, file), *saved])
