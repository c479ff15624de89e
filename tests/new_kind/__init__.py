"""A made-up kind of question, as the recipe in CONTRIBUTING says: a folder and a line."""
