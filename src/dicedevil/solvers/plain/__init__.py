"""Any game: exact fractions, and a graph of its states solved with proven bounds."""
