"""Hundreds of soups at once, to see which of them end with a wanted period."""
