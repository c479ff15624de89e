"""Sessions: a search goes on where it was stopped, and one run has the file at a time."""

from pathlib import Path

import pytest

import lifesearch as ls

SEARCH = ls.Oscillator(2, box=(4, 4))


def test_a_search_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "p2.session"
    first = SEARCH.run(2, jobs=1, session=file).answers
    assert len(first) == 2
    result = SEARCH.run(None, jobs=1, session=file)
    assert result.answers[:2] == first
    assert (len(result.answers), result.complete) == (4, True)
    again = SEARCH.run(None, jobs=1, session=str(file))
    assert again.answers == result.answers


def test_another_question_is_refused_at_once(tmp_path: Path) -> None:
    file = tmp_path / "p2.session"
    assert SEARCH.run(1, session=file).status is ls.Status.FOUND
    with pytest.raises(ls.InputError, match="about another question"):
        ls.Oscillator(2, box=(4, 5)).run(session=file)
    assert ls.Oscillator(2, box=(4, 4)).run(session=file).status is ls.Status.FOUND


def test_one_run_at_a_time(tmp_path: Path) -> None:
    """Locks of files are between processes; here both are in one."""
    file = tmp_path / "still.session"
    search = ls.StillLife(box=(12, 12))
    result = search.run(None, jobs=1, session=file)
    answers = iter(result)
    first = next(answers)
    with pytest.raises(ls.InputError, match="in use by another run"):
        search.run(None, session=file)
    result.close()
    assert next(iter(search.run(None, jobs=1, session=file))) == first


def test_a_file_that_is_no_session(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("nothing\n")
    with pytest.raises(ls.InputError, match=r"not a session|not a record"):
        SEARCH.run(session=file)
    with pytest.raises(ls.InputError, match="cannot open the session"):
        SEARCH.run(session=tmp_path / "missing" / "p2.session")


def test_new_patterns_are_another_question(tmp_path: Path) -> None:
    file = tmp_path / "p2.session"
    assert ls.find_oscillator(2, box=(4, 4), session=file)
    with pytest.raises(ls.InputError, match="about another question"):
        ls.find_oscillator(2, box=(4, 4), session=file, new=True)
