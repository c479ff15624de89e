"""How fast lifesearch is here: tasks and their timing."""
