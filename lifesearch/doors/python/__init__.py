"""What `import lifesearch` offers to scripts and notebooks."""
