"""What Verhoeff's draft of 1999 prints, as our scan of it reads.

Cells of a table are parted by bars; an empty cell is blank in print and stands for zero. Figures
only: what stands beside them in `rows()` is computed elsewhere.
"""

TABLE_1 = ["ones", "twos", "threes", "fours", "fives", "sixes"]
"""The boxes of Table 1, each for the total of its own value."""

TABLE_2 = {
    "ones": ("none", "total value of all ones"),
    "twos": ("none", "total value of all twos"),
    "threes": ("none", "total value of all threes"),
    "fours": ("none", "total value of all fours"),
    "fives": ("none", "total value of all fives"),
    "sixes": ("none", "total value of all sixes"),
    "three-of-a-kind": (">= 3 equals", "total value of all dice"),
    "four-of-a-kind": (">= 4 equals", "total value of all dice"),
    "full-house": ("2 + 3 equals", "25"),
    "small-straight": ("sequence of 4", "30"),
    "large-straight": ("sequence of 5", "40"),
    "yahtzee": ("5 equals", "50"),
    "chance": ("none", "total value of all dice"),
}
"""By box: the condition and the score."""

TABLE_3 = {
    "double": ("none", "the die value doubled"),
    "square": ("none", "the die value squared"),
}

TABLE_4 = "22 6/36|23 25/36|25 2/36|25 33/36|25 34/36|24 29/36|22 6/36"
"""Expected final scores of S.0 to S.6."""

TABLE_5 = (
    "1|17 1/6|8|Double",
    "2|19 1/6|11|Double",
    "3|21 1/6|16|Double",
    "4|23 1/6|23|Double",
    "5|25 1/6|32|Square",
    "6|27 1/6|43|Square",
)
"""First roll; expected final score with Double, with Square; the best choice."""

TABLE_6 = (
    "a a a a a|5 0 0 0 0 0|5 0 0 0 0 1|1|6|6",
    "a a a a b|4 1 0 0 0 0|4 1 0 0 1 0|5|30|150",
    "a a a b b|3 2 0 0 0 0|4 0 1 1 0 0|10|30|300",
    "a a a b c|3 1 1 0 0 0|3 2 0 1 0 0|20|60|1200",
    "a a b b c|2 2 1 0 0 0|3 1 2 0 0 0|30|60|1800",
    "a a b c d|2 1 1 1 0 0|2 3 1 0 0 0|60|60|3600",
    "a b c d e|1 1 1 1 1 0|1 5 0 0 0 0|120|6|720",
)
"""Values; multiplicities m; their counts n; lists for each bag (A); bags (B); lists (C)."""

TABLE_7 = (
    "ones|1|0.83",
    "twos|1|1.67",
    "threes|1|2.50",
    "fours|1|3.33",
    "fives|1|4.17",
    "sixes|1|5.00",
    "three-of-a-kind|1656/7776|3.73",
    "four-of-a-kind|156/7776|0.35",
    "full-house|300/7776|0.96",
    "small-straight|1200/7776|4.63",
    "large-straight|240/7776|1.23",
    "yahtzee|6/7776|0.04",
    "chance|1|17.50",
)
"""Box; chance that a single roll meets its condition; expected score of a single roll."""

CLASSES = "5|4 1|3 2|3 1 1|2 2 1|2 1 1 1|1 1 1 1 1|4|3 1|2 2|2 1 1|1 1 1 1|3|2 1|1 1 1|2|1 1|1|0"
"""The bag classes in the order of Tables 8 and 9; 0 is the empty bag."""

TABLE_8 = (
    "5|1|||||||1|||||1|||1||1|1|6",
    "4 1||1||||||1|1||||1|1||1|1|2|1|10",
    "3 2|||1||||||1|1|||1|2||2|1|2|1|12",
    "3 1 1||||1|||||2||1||1|2|1|1|3|3|1|16",
    "2 2 1|||||1|||||1|2||4|1|2|3|3|3|1|18",
    "2 1 1 1||||||1|||||3|1|3|4|1|6|4|4|1|24",
    "1 1 1 1 1|||||||1|||||5|||10|10|5|1|1|32",
)
"""Class of five dice; its subbags in each class; all of them (T). As scanned, slips of the scan in."""

EQUATION_12 = "1|6|21|56|126|252|462"
"""Bags of 0 to 5 dice, and all of them."""

TABLE_9 = (
    "5|6|1|||||||1",
    "4 1|30||1||||||1",
    "3 2|30|||1|||||1",
    "3 1 1|60||||1||||1",
    "2 2 1|60|||||1|||1",
    "2 1 1 1|60||||||1||1",
    "1 1 1 1 1|6|||||||1|1",
    "4|6|1|5||||||6",
    "3 1|30||1|1|4||||6",
    "2 2|15|||2||4|||6",
    "2 1 1|60||||1|2|3||6",
    "1 1 1 1|15||||||4|2|6",
    "3|6|1|5|5|10||||21",
    "2 1|30||1|2|4|8|6||21",
    "1 1 1|20||||3|3|12|3|21",
    "2|6|1|5|10|10|20|10||56",
    "1 1|15||2|2|12|12|24|4|56",
    "1|6|1|10|10|30|30|40|5|126",
    "0|1|6|30|30|60|60|60|6|252",
)
"""Class; its bags (#); completions to five dice in each class; all of them (T)."""

TABLE_10 = (
    "ones|0.83333|1.52778|2.10648",
    "twos|1.66667|3.05556|4.21296",
    "threes|2.50000|4.58333|6.31944",
    "fours|3.33333|6.11111|8.42593",
    "fives|4.16667|7.63889|10.53241",
    "sixes|5.00000|9.16667|12.63889",
    "three-of-a-kind|3.72685|10.20870|15.19466",
    "four-of-a-kind|0.35108|2.42151|5.61126",
    "full-house|0.98380|4.85254|9.15362",
    "small-straight|4.65278|12.37972|18.48075",
    "large-straight|1.26543|5.31739|10.61274",
    "yahtzee|0.03858|0.63157|2.30143",
    "chance|17.50000|21.25000|23.33333",
)
"""Box; best expected score of one turn with 0, 1 and 2 modification attempts."""

TABLE_11 = (
    "ones|1.88|10.87",
    "twos|5.28|1.83",
    "threes|8.56|0.95",
    "fours|12.16|0.61",
    "fives|15.69|0.51",
    "sixes|19.18|0.54",
    "upper-bonus|23.80|32.00",
    "three-of-a-kind|21.66|3.26",
    "four-of-a-kind|13.09|36.37",
    "full-house|22.59|9.36",
    "small-straight|29.46|1.80",
    "large-straight|32.70|18.24",
    "yahtzee|16.87|66.25",
    "chance|22.01|0.00",
    "extra-yahtzees|9.58|91.76",
    "grand-total|254.51|0.00",
)
"""Line of the card; average score; share of zeroes in percent: a million games simulated."""

GAMES = 10**6
"""The games behind Table 11."""

GREATEST_SUM = "5 10 15 20 25 30 35 30 30 25 30 40 50 30"
"""The terms of the greatest score before the twelve bonuses of 100, as printed."""
