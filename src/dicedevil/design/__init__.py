"""For game designers: rules varied, settings set side by side, the one that comes nearest."""
