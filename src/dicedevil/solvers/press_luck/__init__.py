"""Press-your-luck games: one turn, races and matches at full size."""
