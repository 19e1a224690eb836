"""Names that have broken programs before."""

NAMES = [
    "O'Brien; DROP TABLE games;--",
    '"quoted" \\ back',
    "🎲 dés",
    "two\nlines\r\n\ttab",
    "\u202eright to left\u202c \u200f",
    "nul\0inside",
    "",
    "x" * 2000,
]
