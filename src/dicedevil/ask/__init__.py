"""Questions about one game: advice, curves, laws, simulations, one strategy against another, checks."""
