"""Score cards: mean scores, target curves, laws, played games, looking ahead, matches of two."""
