"""What a person sees of a search: progress, answers, and how it ended."""
