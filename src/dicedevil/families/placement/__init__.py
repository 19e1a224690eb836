"""Placement games (Ten Times 18): every roll goes into a slot that scores it in its own way."""
