"""The base of all kinds of questions: question, answer and its facts, conditions, events."""
