"""How a kind of game encodes its states; the games themselves are in `dicedevil.games`."""
