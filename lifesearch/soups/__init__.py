"""Random soups: run them until they settle and see what comes out."""
