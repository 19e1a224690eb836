"""A stranger's plain functions, lowered into compiled code that lays out the graph of their game."""
