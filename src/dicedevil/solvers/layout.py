"""What is in the folder of a table, for those who read it (`tables`) and those who write it (`drafts`).

Neither of the two loads the other: most answers only read.
"""

SIDECAR = "table.json"
"""The facts of a table; beside it there is one file an array."""
ARRAY = ".npy"
"""How the name of an array's file ends."""
JOINED = "joined"
"""The fact of a shard that names the table it is joined to: where that is, the shard is of no use."""
UNTIL = "until"
"""The fact of a shard that serves no longer than something is worked out: the name of its lock, and of
what is kept in the end, if anything is."""
WHAT = "what"
"""The fact that says what is worked out."""
