"""The coach: games that are recorded and graded, bots to play against, practice and progress.

Nothing here prints: the command line and the page show what these functions return.
"""
