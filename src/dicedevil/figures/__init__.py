"""Figures: one style, one file a kind, and a file for each family that has pictures of its own."""
