"""The functions and classes that `import lifesearch` offers to scripts and notebooks."""
