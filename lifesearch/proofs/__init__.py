"""Proofs that somebody else can check: folders of them, written by searches and checked again."""
