"""Tasks: questions that are asked of the other parts of the program, again and again."""
