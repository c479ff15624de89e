"""Ships and oscillators in strips of any length, by tables of rows and compiled loops."""
