"""Proofs that others can check: folders of them, written by searches and checked again."""
