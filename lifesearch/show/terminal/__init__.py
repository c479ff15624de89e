"""Text grids, frames and the player for the terminal."""
