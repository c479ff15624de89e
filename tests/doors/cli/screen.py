"""What a terminal of a given size shows after a text with control codes was written to it."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])|([\x00-\x1f])|([^\x00-\x1f]+)")


class Screen:
    """The rows of a terminal, and its cursor; colours are ignored.

    >>> shown("one\\r\\ntwo\\x1b[1A\\r\\x1b[2KTWO", 80, 24)
    ['TWO', 'two']
    >>> shown("a b c d", 3, 24), shown("1\\r\\n2\\r\\n3", 3, 2)
    (['a b', ' c ', 'd'], ['2', '3'])
    """

    def __init__(self, columns: int, lines: int) -> None:
        self._columns, self._lines = columns, lines
        self._rows = [[" "] * columns]
        self._x = self._y = 0

    def write(self, text: str) -> None:
        for token in _TOKEN.finditer(text):
            numbers, command, control, letters = token.groups()
            if command:
                self._obey(command, int(numbers) if numbers.isdecimal() else 0)
            elif control:
                self._control(control)
            else:
                for letter in letters:
                    self._put(letter)

    def _obey(self, command: str, number: int) -> None:
        match command:
            case "A":
                self._y = max(0, self._y - max(1, number))
            case "K":
                # after the last column, the cursor is still on it
                start = 0 if number == 2 else min(self._x, self._columns - 1)
                self._rows[self._y][start:] = [" "] * (self._columns - start)

    def _control(self, control: str) -> None:
        if control == "\r":
            self._x = 0
        elif control == "\n":
            self._down()

    def _down(self) -> None:
        self._y += 1
        if self._y == len(self._rows):
            self._rows.append([" "] * self._columns)
        if len(self._rows) > self._lines:
            del self._rows[0]
            self._y -= 1

    def _put(self, letter: str) -> None:
        """Write a letter; the one after the last column begins a new row."""
        if self._x == self._columns:
            self._x = 0
            self._down()
        self._rows[self._y][self._x] = letter
        self._x += 1

    @property
    def rows(self) -> list[str]:
        return ["".join(row).rstrip() for row in self._rows]


def shown(text: str, columns: int, lines: int) -> list[str]:
    """The rows of a terminal of this size after this text."""
    screen = Screen(columns, lines)
    screen.write(text)
    return screen.rows
