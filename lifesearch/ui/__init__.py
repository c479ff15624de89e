"""Everything a person sees, and files for other programs."""
