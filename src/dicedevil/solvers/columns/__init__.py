"""The room of games of columns: one unknown for each banked board."""
