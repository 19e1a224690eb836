"""Matches of two and more players: where everybody stands, who plays how, and many matches at once."""
