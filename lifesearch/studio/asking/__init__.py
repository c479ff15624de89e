"""What the page asks: drawings, questions, and the same in words of the command line."""
