"""Three ways to solve a game, one answer: the reference, the graph and the family lanes."""
