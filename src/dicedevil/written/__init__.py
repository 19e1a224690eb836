"""Rules as text: a TOML file is read, checked, explained, and becomes a game. No code in it is run."""
