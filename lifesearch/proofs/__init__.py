"""Proofs that others can check: a search writes a folder (`--proof`), `lifesearch check` reads it.

folder     collects the files of a search's proof; layout: file names, manifest
writer     writes the files of one part, in the worker that searches it
formula    the clauses of a part; cover: a formula and a proof that cubes cover their box
check      checks a folder again, from the question alone; drat: parts that are formulas
claim      the sentence that a proof proves
verifier   checks a solver's DRAT proof
implied    finds a reason in the question for each clause of a formula
states     certificates of strips: written, explained, checked
readme     the README of a folder; its paragraphs are in `prose`
"""
