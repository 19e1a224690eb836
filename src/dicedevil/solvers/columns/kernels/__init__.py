"""Compiled parts of the room `columns`."""
