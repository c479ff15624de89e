"""Partly known patterns that are completed, such as eaters and oscillators."""
