"""Pictures in files: SVG, PNG, GIF and plots."""
