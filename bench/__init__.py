"""Speed, measured: `python -m bench` prints every figure with its target."""
