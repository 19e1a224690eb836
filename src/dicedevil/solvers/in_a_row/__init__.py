"""The room of several games in a row: one total, games that do not depend on each other."""
