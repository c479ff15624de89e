"""Where work runs: processes here, or a Ray cluster. `place` says what a place can do."""
