"""What is in the folder of a table, for those who read it (`tables`) and those who write it (`drafts`).

Neither of the two loads the other: most answers only read.
"""

SIDECAR = "table.json"
"""The facts of a table; beside it there is one file an array."""
ARRAY = ".npy"
"""How the name of an array's file ends."""
