"""What all questions share: question, answer and its facts, conditions, events."""
