"""Placement games: the polynomial method, matches as pairs of boards, who knows all rolls."""
