"""Keep-and-reroll games with a score card: Yahtzee and its family, described by data.

Rules. A turn is a roll of all dice, then up to `rerolls` times: keep some dice and roll the rest.
Then one open box must be filled with what its pattern pays for the roll, zero included. The game
ends when every box is filled.

    card      a score card as data: boxes, dice, rerolls, bonuses, joker rule
    patterns  what a box asks of the dice and what it pays
    upper     upper totals with the same future
    lattice   every set of dice that can be kept, and the steps between them
    states    what of a half-filled card still matters, numbered without gaps
    game      the rules as a `Game`, and the notation of positions

A card of your own is a `ScoreCard`, a game of it `KeepRerollGame(card)`.
"""
