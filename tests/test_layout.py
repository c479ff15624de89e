"""The shape of the package: small folders, modules and classes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "lifesearch"
MODULES = sorted(PACKAGE.rglob("*.py"))
FOLDERS = sorted({module.parent for module in MODULES})
MOST_MODULES = 14
MOST_LINES = 340
MOST_METHODS = 21
STILL_LARGE = {"Pattern"}
"""What is to fall into parts yet."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(PACKAGE)))
def test_folders_are_small(folder: Path) -> None:
    modules = [module for module in MODULES if module.parent == folder]
    assert len([module for module in modules if module.stem != "__init__"]) <= MOST_MODULES


def test_modules_are_short() -> None:
    lengths = {
        str(module.relative_to(PACKAGE)): len(module.read_text().splitlines()) for module in MODULES
    }
    assert {name for name, length in lengths.items() if length > MOST_LINES} <= STILL_LARGE


def test_classes_are_small() -> None:
    large = set()
    for module in MODULES:
        for thing in ast.walk(ast.parse(module.read_text())):
            if isinstance(thing, ast.ClassDef):
                methods = sum(isinstance(each, ast.FunctionDef) for each in thing.body)
                if methods > MOST_METHODS:
                    large.add(thing.name)
    assert large <= STILL_LARGE
