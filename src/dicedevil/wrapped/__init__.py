"""Games made from games: a match, a best reply, the same rolls for both, so many turns to finish."""
