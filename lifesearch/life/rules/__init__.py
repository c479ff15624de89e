"""Rules: the 512-entry table, the notations that people write, and partly unknown rules."""
